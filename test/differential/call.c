/* Calls xla_main with every buffer a block of its own and of its exact size, so that AddressSanitizer sees each access
   outside of it.

   call INPUTS OUTPUTS ARENA_BYTES INPUT_BYTES... -- OUTPUT_BYTES...
   INPUTS and OUTPUTS are files that hold the buffers one after the other. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void xla_main(void *context, const void *const *inputs, void *const *outputs, void *arena);
void *xla_rt_context_create(int threads);
void xla_rt_context_destroy(void *context);

static void *block(const char *bytes) {
  void *memory;
  if (posix_memalign(&memory, 64, strtoull(bytes, NULL, 10))) abort();
  return memory;
}

int main(int argc, char **argv) {
  FILE *file = fopen(argv[1], "rb");
  if (!file) abort();
  void **inputs = calloc(argc, sizeof *inputs), **outputs = calloc(argc, sizeof *outputs);
  void *arena = block(argv[3]);
  int i = 4, n = 0, m = 0;
  for (; strcmp(argv[i], "--"); i++) {
    size_t size = strtoull(argv[i], NULL, 10);
    inputs[n] = block(argv[i]);
    if (fread(inputs[n++], 1, size, file) != size) abort();
  }
  const int results = i + 1;
  for (i = results; i < argc; i++) outputs[m++] = block(argv[i]);
  void *context = xla_rt_context_create(2);
  xla_main(context, (const void *const *)inputs, outputs, arena);
  xla_rt_context_destroy(context);
  file = fopen(argv[2], "wb");
  if (!file) abort();
  for (i = results; i < argc; i++) {
    size_t size = strtoull(argv[i], NULL, 10);
    if (fwrite(outputs[i - results], 1, size, file) != size) abort();
  }
  if (fclose(file)) abort();
  return 0;
}
