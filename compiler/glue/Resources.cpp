// The bytes of dense resources, which the C API does not give.
#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

using namespace mlir;

extern "C" {
// The bytes of a dense resource; false if it has none, as when a printer left them out.
bool xla_dense_resource_bytes(MlirAttribute attribute, const void **bytes, size_t *length) {
  auto resource = dyn_cast<DenseResourceElementsAttr>(unwrap(attribute));
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob)
    return false;
  *bytes = blob->getData().data();
  *length = blob->getData().size();
  return true;
}
}
