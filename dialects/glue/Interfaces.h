#ifndef XLA_GLUE_INTERFACES_H
#define XLA_GLUE_INTERFACES_H

#include "mlir/IR/Attributes.h"

#include "AttrInterfaces.h.inc"

#endif // XLA_GLUE_INTERFACES_H
