/* Running compiled programs. */
#ifndef XLA_MLIR_C_RUNTIME_H
#define XLA_MLIR_C_RUNTIME_H

#include "xla-mlir-c/Compiler.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Threads, and a seed. One serves any number of programs, from any thread. */
typedef struct XlaMlirRuntime {
  void *ptr;
} XlaMlirRuntime;

/* An array to read: dense, row-major, aligned for its elements. */
typedef struct XlaMlirInput {
  const void *data;
  size_t bytes;
  const int64_t *shape; /* null for the program's own sizes */
} XlaMlirInput;

/* All inputs of a program. */
typedef struct XlaMlirInputs {
  const XlaMlirInput *data;
  intptr_t count;
} XlaMlirInputs;

/* An array to write: dense, row-major, aligned for its elements. */
typedef struct XlaMlirOutput {
  void *data;
  size_t bytes;
  int64_t *shape; /* null, or gets the sizes */
} XlaMlirOutput;

/* All outputs of a program. */
typedef struct XlaMlirOutputs {
  const XlaMlirOutput *data;
  intptr_t count;
} XlaMlirOutputs;

/* With `threads` threads, the caller's included; 0: as many as the machine has. The seed decides the random numbers that
 * programs draw. Null if it cannot be made. */
XlaMlirRuntime xlaMlirRuntimeCreate(int32_t threads, uint64_t seed);
bool xlaMlirRuntimeIsNull(XlaMlirRuntime runtime);
void xlaMlirRuntimeDestroy(XlaMlirRuntime runtime);

/* Runs a program on `inputs` and writes `outputs`, which hold arbitrary values after a failure. An output that shares memory with an
 * input or another output is an error. Custom calls are C functions
 * `void name(void *out, void **in)` that the process exports. `error` may be a null pointer. */
XlaMlirStatus xlaMlirExecute(XlaMlirExecutable executable, XlaMlirRuntime runtime, XlaMlirInputs inputs,
                             XlaMlirOutputs outputs, XlaMlirError *error);

#ifdef __cplusplus
}
#endif

#endif /* XLA_MLIR_C_RUNTIME_H */
