// Calls the function `layer`, by the addresses of its arrays or by memref descriptors.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 11

#ifdef BARE_POINTER
void layer(int64_t rows, const float *x, float *y);
#else
typedef struct {
  float *allocated, *aligned;
  intptr_t offset, sizes[2], strides[2];
} Matrix;
void _mlir_ciface_layer(Matrix *result, Matrix *x);
#endif

int main(void) {
  float x[ROWS * 4], y[ROWS * 4 + 1];
  for (int i = 0; i < ROWS * 4; i++)
    x[i] = 0.5f * (float)i;
  y[ROWS * 4] = -1.0f;
  const float *result = y;
#ifdef BARE_POINTER
  layer(ROWS, x, y);
#else
  Matrix input = {x, x, 0, {ROWS, 4}, {4, 1}}, output;
  _mlir_ciface_layer(&output, &input);
  if (output.sizes[0] != ROWS || output.sizes[1] != 4 || output.strides[0] != 4 || output.offset != 0)
    return puts("wrong shape"), 1;
  result = output.aligned;
#endif
  for (int i = 0; i < ROWS * 4; i++)
    if (result[i] != 2.0f * x[i] + (float)(i % 4))
      return printf("wrong element %d: %f\n", i, (double)result[i]), 1;
  if (y[ROWS * 4] != -1.0f)
    return puts("written behind the result"), 1;
#ifndef BARE_POINTER
  free(output.allocated);
#endif
  puts("all right");
}
