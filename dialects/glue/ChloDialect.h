#ifndef XLA_GLUE_Chlo_DIALECT_H
#define XLA_GLUE_Chlo_DIALECT_H

#include "Hooks.h"
#include "Syntax.h"

#include "ChloDialect.h.inc"
#include "ChloEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ChloAttrs.h.inc"
#define GET_OP_CLASSES
#include "ChloOps.h.inc"

#endif // XLA_GLUE_Chlo_DIALECT_H
