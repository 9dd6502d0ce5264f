/* Compiling programs of StableHLO or xla for the processor that this runs on.
 *
 * All functions may be called from any thread. An executable may run on any number of threads at once; options may be read
 * by several compilations at once while nobody changes them.
 */
#ifndef XLA_MLIR_C_COMPILER_H
#define XLA_MLIR_C_COMPILER_H

#include "xla-mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How to compile. Later versions have more setters, and never another layout. */
typedef struct XlaMlirOptions {
  void *ptr;
} XlaMlirOptions;

/* Cancels compilations, from any thread. */
typedef struct XlaMlirCancel {
  void *ptr;
} XlaMlirCancel;

/* A compiled program. */
typedef struct XlaMlirExecutable {
  void *ptr;
} XlaMlirExecutable;

/* An input or output of a program; what it points to lives as long as the executable. */
typedef struct XlaMlirValue {
  XlaMlirStringRef name;    /* from its location or JAX's attributes; empty for none */
  XlaMlirStringRef element; /* as MLIR writes it: f32, i64, ui8, i1, bf16, complex<f32>, ... */
  size_t elementBytes;      /* 1 for booleans and what is narrower than a byte */
  intptr_t rank;
  const int64_t *shape;  /* `rank` sizes, the largest there can be */
  const bool *isDynamic; /* which of them are dynamic */
  size_t bytes;
} XlaMlirValue;

XlaMlirOptions xlaMlirOptionsCreate(void);
void xlaMlirOptionsDestroy(XlaMlirOptions options);
/* The function to compile; by default main, or the only public one. */
void xlaMlirOptionsSetEntry(XlaMlirOptions options, XlaMlirStringRef name);
/* What diagnostics call the program. */
void xlaMlirOptionsSetSourceName(XlaMlirOptions options, XlaMlirStringRef name);
/* What to compile for: host, which is the default, x86-64, x86-64-v2, x86-64-v3, x86-64-v4. */
void xlaMlirOptionsSetTarget(XlaMlirOptions options, XlaMlirStringRef target);
/* The passes that lower the program to the llvm dialect, as --pass-pipeline has them; by default all that it takes. */
void xlaMlirOptionsSetPipeline(XlaMlirOptions options, XlaMlirStringRef pipeline);
/* A folder in which compiled programs are kept and found again. */
void xlaMlirOptionsSetCache(XlaMlirOptions options, XlaMlirStringRef folder);
/* The shape of an argument whose type leaves sizes open. A shape that contradicts the program, or an earlier call with these
 * options, is an error of xlaMlirCompile. */
void xlaMlirOptionsSetArgumentShape(XlaMlirOptions options, intptr_t index, intptr_t rank, const int64_t *shape);
/* The most bytes that a run may take: inputs, outputs, arena and code. A program that takes more is an error. */
void xlaMlirOptionsSetMaxMemory(XlaMlirOptions options, uint64_t bytes);
/* How long compiling may take, in seconds; then it ends with an error of status XlaMlirStatusInvalid. Compilers look at the time
 * before each pass and each rewrite. A number that is not finite or negative is no limit. */
void xlaMlirOptionsSetMaxCompileSeconds(XlaMlirOptions options, double seconds);
/* What cancels the compilations with these options; null for nothing. It may be destroyed before the options. */
void xlaMlirOptionsSetCancel(XlaMlirOptions options, XlaMlirCancel cancel);

XlaMlirCancel xlaMlirCancelCreate(void);
/* No call of xlaMlirCancelRequest with it may be going on. */
void xlaMlirCancelDestroy(XlaMlirCancel cancel);
/* Ends all compilations whose options have it, those that begin later too, with an error of status XlaMlirStatusInvalid. */
void xlaMlirCancelRequest(XlaMlirCancel cancel);

/* Compiles `program`, MLIR's text or bytecode. `options` may be null. On failure `executable` is null, and `error`, which
 * may be a null pointer, says why. */
XlaMlirStatus xlaMlirCompile(XlaMlirStringRef program, XlaMlirOptions options, XlaMlirExecutable *executable,
                             XlaMlirError *error);

bool xlaMlirExecutableIsNull(XlaMlirExecutable executable);
/* No run of it may be going on. */
void xlaMlirExecutableDestroy(XlaMlirExecutable executable);
intptr_t xlaMlirExecutableGetNumInputs(XlaMlirExecutable executable);
XlaMlirValue xlaMlirExecutableGetInput(XlaMlirExecutable executable, intptr_t index);
intptr_t xlaMlirExecutableGetNumOutputs(XlaMlirExecutable executable);
XlaMlirValue xlaMlirExecutableGetOutput(XlaMlirExecutable executable, intptr_t index);
/* Bytes of scratch memory that each run takes besides. */
size_t xlaMlirExecutableGetArenaBytes(XlaMlirExecutable executable);

#ifdef __cplusplus
}
#endif

#endif /* XLA_MLIR_C_COMPILER_H */
