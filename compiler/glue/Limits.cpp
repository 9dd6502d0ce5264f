// What the limits of a compilation need of LLVM and MLIR, and their C APIs lack.
#include "llvm-c/Core.h"
#include "mlir-c/IR.h"
#include "mlir/CAPI/IR.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/OptBisect.h"

using namespace mlir;

// Whether this thread's compilation was cancelled or is out of time.
extern "C" bool xla_rs_stopped();

namespace {
// Of a compilation that is stopped it leaves out all that may be left out, so that it ends soon. On x86 it leaves out
// what takes a fifth of the code generator's time and makes no loop faster: a scaled index costs nothing there.
class Gate : public llvm::OptPassGate {
public:
  explicit Gate(bool isX86) : isX86(isX86) {}
  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef pass, StringRef) const override {
    if (xla_rs_stopped())
      return false;
    return !isX86 || (pass != "Loop Strength Reduction" && pass != "Canonicalize Freeze Instructions in Loops");
  }

private:
  bool isX86;
};
} // namespace

extern "C" {
// Has LLVM leave out optional passes: those that do not pay on the target, and all once the compilation is stopped.
void xla_limit_passes(LLVMContextRef context, bool isX86) {
  static Gate x86(true), other(false);
  llvm::unwrap(context)->setOptPassGate(isX86 ? x86 : other);
}

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
