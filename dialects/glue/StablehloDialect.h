#ifndef XLA_GLUE_Stablehlo_DIALECT_H
#define XLA_GLUE_Stablehlo_DIALECT_H

#include "Hooks.h"
#include "Syntax.h"

#include "StablehloDialect.h.inc"
#include "StablehloEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "StablehloTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "StablehloAttrs.h.inc"
#define GET_OP_CLASSES
#include "StablehloOps.h.inc"

#endif // XLA_GLUE_Stablehlo_DIALECT_H
