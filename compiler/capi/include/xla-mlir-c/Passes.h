/* The passes and pipelines, for MLIR's pass managers. */
#ifndef XLA_MLIR_C_PASSES_H
#define XLA_MLIR_C_PASSES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers all of them under the names that docs/reference/passes.md lists, for `mlirParsePassPipeline`. Pipelines also
 * name upstream passes, such as `canonicalize`: call `mlirRegisterAllPasses`, or register those. If the process already has a
 * different pass of one of these names, registers none, prints a message to standard error and returns false. */
bool mlirRegisterXlaPasses(void);

#ifdef __cplusplus
}
#endif

#endif /* XLA_MLIR_C_PASSES_H */
