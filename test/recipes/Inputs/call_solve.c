// Calls `solve`, which solves 2 A X = B, by memref descriptors, from several threads at the same time.
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define N 4
#define COLUMNS 2
#define THREADS 4

typedef struct {
  float *allocated, *aligned;
  intptr_t offset, sizes[2], strides[2];
} Matrix;
void _mlir_ciface_solve(Matrix *result, Matrix *a, Matrix *b);

#ifdef EXPONENTIALS
#define SIDE 512
void _mlir_ciface_exponentials(Matrix *result, Matrix *x);

static int exponentials_are_wrong(void) {
  float *x = malloc(SIDE * SIDE * sizeof *x);
  for (int i = 0; i < SIDE * SIDE; i++)
    x[i] = (float)(i % 1000) / 500.0f - 1.0f;
  Matrix in = {x, x, 0, {SIDE, SIDE}, {SIDE, 1}}, y;
  _mlir_ciface_exponentials(&y, &in);
  int wrong = 0;
  for (int i = 0; i < SIDE * SIDE; i++)
    wrong |= !(fabsf(y.aligned[i] - expf(x[i])) < 1e-5f);
  free(y.allocated);
  free(x);
  return wrong;
}
#else
static int exponentials_are_wrong(void) { return 0; }
#endif

static void *run(void *seed) {
  float a[N * N], b[N * COLUMNS], m[N * N];
  uint32_t state = 1 + (uint32_t)(uintptr_t)seed;
  for (int i = 0; i < N * N; i++)
    m[i] = (float)((state = state * 1664525u + 1013904223u) >> 24) / 256.0f;
  for (int i = 0; i < N * COLUMNS; i++)
    b[i] = (float)(i + 1);
  // Symmetric, and positive definite.
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      a[i * N + j] = i == j ? 2.0f : 0.0f;
      for (int k = 0; k < N; k++)
        a[i * N + j] += m[i * N + k] * m[j * N + k];
    }
  for (int repeat = 0; repeat < 100; repeat++) {
    Matrix in = {a, a, 0, {N, N}, {N, 1}}, right = {b, b, 0, {N, COLUMNS}, {COLUMNS, 1}}, x;
    _mlir_ciface_solve(&x, &in, &right);
    for (int i = 0; i < N; i++)
      for (int j = 0; j < COLUMNS; j++) {
        float sum = 0.0f;
        for (int k = 0; k < N; k++)
          sum += 2.0f * a[i * N + k] * x.aligned[k * COLUMNS + j];
        if (!(fabsf(sum - b[i * COLUMNS + j]) < 1e-3f))
          return "wrong";
      }
    free(x.allocated);
    if (repeat % 10 == 0 && exponentials_are_wrong())
      return "wrong";
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++)
    if (pthread_create(&threads[i], NULL, run, (void *)i))
      return puts("no thread"), 1;
  for (int i = 0; i < THREADS; i++) {
    void *wrong;
    if (pthread_join(threads[i], &wrong) || wrong)
      return puts("wrong result"), 1;
  }
  puts("all right");
}
