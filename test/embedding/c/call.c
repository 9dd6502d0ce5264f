/* Calls programs that were compiled ahead of time: one that needs nothing, and one that calls the runtime library. */
#include "layer.h"
#include "library.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                  \
      exit(1);                                                                                                         \
    }                                                                                                                  \
  } while (0)

static void *arena(size_t bytes, size_t alignment) {
  return aligned_alloc(alignment, (bytes + alignment) / alignment * alignment);
}

int main(void) {
  void *scratch = arena(LAYER_ARENA_BYTES, LAYER_ARENA_ALIGNMENT);
  float x[] = {1, 2, 3, 4, 5, 6}, params_w[] = {1, 0, 0, 1, 2, 2}, y[4];
  CHECK(layer_call(NULL, x, params_w, y, scratch) == 0);
  CHECK(y[0] == 7 && y[1] == 8 && y[2] == 16 && y[3] == 17);
  /* It has the functions of any program, though it needs no context. */
  void *none = layer_create(2, 7);
  x[0] = 2;
  CHECK(none && layer_call(none, x, params_w, y, scratch) == 0 && !strcmp(layer_error(none), ""));
  CHECK(y[0] == 8);
  layer_destroy(none);
  free(scratch);

  scratch = arena(LIBRARY_ARENA_BYTES, LIBRARY_ARENA_ALIGNMENT);
  float a[] = {4, 2, 2, 5}, factor[4], transform[8], random[4];
  int32_t keys[] = {3, 1, 2, 5, 4}, sorted[5];
  CHECK(library_call(NULL, a, keys, factor, sorted, transform, random, scratch) != 0);
  void *context = library_create(2, 7);
  CHECK(context);
  CHECK(library_call(context, a, keys, factor, sorted, transform, random, scratch) == 0);
  CHECK(!strcmp(library_error(context), ""));
  CHECK(factor[0] == 2 && factor[2] == 1 && factor[3] == 2);
  for (int i = 0; i < 5; i++)
    CHECK(sorted[i] == i + 1);
  CHECK(transform[0] == 6 && transform[1] == 0 && transform[2] == 2 && transform[4] == 7 && transform[6] == -3);
  for (int i = 0; i < 4; i++)
    CHECK(random[i] >= 0 && random[i] < 1);
  CHECK(random[0] != random[1]);
  library_destroy(context);
  free(scratch);
  puts("called");
  return 0;
}
