#include "StablehloDialect.h"
#include "mlir/CAPI/Registration.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "StablehloDialect.cpp.inc"
#include "StablehloEnums.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "StablehloTypes.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "StablehloAttrs.cpp.inc"
#define GET_OP_LIST
#include "StablehloOps.cpp.inc"

void xla::stablehlo::StablehloDialect::initialize() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "StablehloTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "StablehloAttrs.cpp.inc"
      >();
  registerStablehloDialectOperations(this);
}

extern "C" {
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Stablehlo, stablehlo);
}
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Stablehlo, stablehlo, xla::stablehlo::StablehloDialect)
