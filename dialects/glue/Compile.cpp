// What compiling needs and mlir-c lacks: parsing text under a file's name, and watching passes.
#include "mlir-c/Pass.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;

namespace {
// `after` gets the pass's flag, the op that it ran on, and whether it failed.
using AfterPass = void (*)(MlirStringRef pass, MlirOperation op, bool failed, void *userData);

class Watch : public PassInstrumentation {
public:
  Watch(AfterPass after, void *userData) : after(after), userData(userData) {}
  void runAfterPass(Pass *pass, Operation *op) override { tell(pass, op, false); }
  void runAfterPassFailed(Pass *pass, Operation *op) override { tell(pass, op, true); }

private:
  void tell(Pass *pass, Operation *op, bool failed) {
    // Adaptors run nested pipelines, have no flag and are nobody's pass.
    if (!pass->getArgument().empty())
      after(wrap(pass->getArgument()), wrap(op), failed, userData);
  }
  AfterPass after;
  void *userData;
};
} // namespace

extern "C" {
// Parses text or bytecode; locations name `name`. Null after a diagnostic.
MlirModule xla_parse_module(MlirContext context, MlirStringRef text, MlirStringRef name) {
  // Bytecode wants its sections aligned, text a terminating zero: a copy has both.
  auto buffer = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(text.length, unwrap(name), llvm::Align(4096));
  if (!buffer)
    return MlirModule{nullptr};
  std::copy_n(text.data, text.length, buffer->getBufferStart());
  llvm::SourceMgr manager;
  manager.AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  return wrap(parseSourceFile<ModuleOp>(manager, unwrap(context)).release());
}

// Runs the passes that `pipeline` names on `module`, and calls `after` after each. False after a diagnostic.
bool xla_run_passes(MlirModule module, MlirStringRef pipeline, AfterPass after, void *userData) {
  ModuleOp op = unwrap(module);
  PassManager manager(op->getName());
  std::string message;
  llvm::raw_string_ostream stream(message);
  if (failed(parsePassPipeline(unwrap(pipeline), manager, stream))) {
    emitError(op.getLoc()) << "cannot parse the pipeline: " << message;
    return false;
  }
  manager.addInstrumentation(std::make_unique<Watch>(after, userData));
  return succeeded(manager.run(op));
}
}
