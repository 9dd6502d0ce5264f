#ifndef XLA_GLUE_Xla_DIALECT_H
#define XLA_GLUE_Xla_DIALECT_H

#include "Hooks.h"
#include "Syntax.h"

#include "XlaDialect.h.inc"
#include "XlaEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "XlaTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "XlaAttrs.h.inc"
#define GET_OP_CLASSES
#include "XlaOps.h.inc"

namespace xla {
// Makes calls of the runtime known to upstream's bufferization.
void attachBufferization(mlir::MLIRContext *context);
} // namespace xla

#endif // XLA_GLUE_Xla_DIALECT_H
