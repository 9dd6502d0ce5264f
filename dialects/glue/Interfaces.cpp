#include "Interfaces.h"
#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

#include "AttrInterfaces.cpp.inc"

extern "C" {
// Calls `visit` with each name and its dimension numbers; false when the attribute has none.
bool xla_visit_dimensions(MlirAttribute attribute,
                          void (*visit)(MlirStringRef name, intptr_t n, const int64_t *numbers, void *userData),
                          void *userData) {
  auto dimensions = llvm::dyn_cast<xla::NamedDimensions>(unwrap(attribute));
  if (!dimensions)
    return false;
  dimensions.visitDimensions([&](llvm::StringRef name, llvm::ArrayRef<int64_t> numbers) {
    visit(wrap(name), numbers.size(), numbers.data(), userData);
  });
  return true;
}
}
