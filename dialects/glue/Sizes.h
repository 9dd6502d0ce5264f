#ifndef XLA_GLUE_SIZES_H
#define XLA_GLUE_SIZES_H

#include "Hooks.h"

namespace xla {
// The interface's implementation for an op of ours, if it is the one that gives sizes of results; otherwise null.
void *sizesInterface(mlir::TypeID interface);
// Loads the dialects that sizes are computed in, where they are registered, for `dialect`, which is being loaded: it cannot wait
// until sizes are asked for, when threads may be running.
void loadDialectsOfSizes(mlir::Dialect &dialect);
} // namespace xla

#endif // XLA_GLUE_SIZES_H
