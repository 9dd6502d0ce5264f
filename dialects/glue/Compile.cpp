// What compiling needs and the C APIs lack: parsing text under a file's name, watching passes, and choosing LLVM's.
#include "llvm-c/Core.h"
#include "mlir-c/Pass.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Dialect/Func/Transforms/Passes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Object/ArchiveWriter.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include <mutex>

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

// Guards MLIR's registry of passes, which may grow when passes run already.
std::mutex registryMutex;

// Leaves out what takes a fifth of the code generator's time and makes no loop faster: x86 adds a scaled index to any
// address for nothing.
class CodeGeneratorGate : public llvm::OptPassGate {
public:
  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef pass, StringRef) const override {
    return pass != "Loop Strength Reduction" && pass != "Canonicalize Freeze Instructions in Loops";
  }
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

// Registers those of upstream's passes that the whole way down has.
void xla_register_lowering_passes() {
  std::lock_guard<std::mutex> lock(registryMutex);
  registerCanonicalizerPass();
  registerCSEPass();
  registerInlinerPass();
  registerSymbolDCEPass();
  func::registerDuplicateFunctionEliminationPass();
  registerPass([] { return createReconcileUnrealizedCastsPass(); });
}

void xla_register_upstream_passes() {
  std::lock_guard<std::mutex> lock(registryMutex);
  registerAllPasses();
}

// Runs the passes that `pipeline` names on `module`, and calls `after` after each. The module is verified after each,
// or at the end. False after a diagnostic.
bool xla_run_passes(MlirModule module, MlirStringRef pipeline, bool verifyEach, AfterPass after, void *userData) {
  ModuleOp op = unwrap(module);
  PassManager manager(op->getName());
  manager.enableVerifier(verifyEach);
  std::string message;
  llvm::raw_string_ostream stream(message);
  {
    std::lock_guard<std::mutex> lock(registryMutex);
    if (failed(parsePassPipeline(unwrap(pipeline), manager, stream))) {
      emitError(op.getLoc()) << "cannot parse the pipeline: " << message;
      return false;
    }
  }
  manager.addInstrumentation(std::make_unique<Watch>(after, userData));
  return succeeded(manager.run(op)) && (verifyEach || succeeded(verify(op)));
}

// Has the code generator leave out what does not pay on x86.
void xla_limit_code_generation(LLVMContextRef context) {
  static CodeGeneratorGate gate;
  llvm::unwrap(context)->setOptPassGate(gate);
}

// Gives `write` a static library of one object file, with the index that linkers look things up in. False if it cannot be
// made.
bool xla_write_archive(MlirStringRef object, MlirStringRef name, void (*write)(MlirStringRef, void *), void *userData) {
  llvm::NewArchiveMember member(llvm::MemoryBufferRef(unwrap(object), unwrap(name)));
  auto archive = llvm::writeArchiveToBuffer(member, llvm::SymtabWritingMode::NormalSymtab,
                                            llvm::object::Archive::K_GNU, /*Deterministic=*/true, /*Thin=*/false);
  if (!archive) {
    llvm::consumeError(archive.takeError());
    return false;
  }
  write(wrap((*archive)->getBuffer()), userData);
  return true;
}
}
