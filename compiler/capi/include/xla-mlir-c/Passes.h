/* The passes and pipelines, for MLIR's pass managers. */
#ifndef XLA_MLIR_C_PASSES_H
#define XLA_MLIR_C_PASSES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Registers all of them under the names that docs/reference/passes.md lists, for `mlirParsePassPipeline`. Pipelines also
 * name passes of upstream's, such as `canonicalize`: call `mlirRegisterAllPasses` or register those. None are registered, and
 * false is returned after a message on standard error, if the process has another pass of one of the names. */
bool mlirRegisterXlaPasses(void);

#ifdef __cplusplus
}
#endif

#endif /* XLA_MLIR_C_PASSES_H */
