#include "ChloDialect.h"
#include "mlir/CAPI/Registration.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "ChloDialect.cpp.inc"
#include "ChloEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "ChloAttrs.cpp.inc"
#define GET_OP_LIST
#include "ChloOps.cpp.inc"

void xla::chlo::ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "ChloAttrs.cpp.inc"
      >();
  registerChloDialectOperations(this);
}

extern "C" {
MLIR_DECLARE_CAPI_DIALECT_REGISTRATION(Chlo, chlo);
}
MLIR_DEFINE_CAPI_DIALECT_REGISTRATION(Chlo, chlo, xla::chlo::ChloDialect)
