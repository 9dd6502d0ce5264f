// What compiling needs and the C APIs lack: parsing text under a file's name, and watching passes.
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
  void runAfterPass(Pass *pass, Operation *op) override { tell(pass, op, false); }
  void runAfterPassFailed(Pass *pass, Operation *op) override { tell(pass, op, true); }

  AfterPass after = nullptr;
  void *userData = nullptr;

private:
  void tell(Pass *pass, Operation *op, bool failed) {
    // Adaptors run nested pipelines, have no flag and are nobody's pass.
    if (!pass->getArgument().empty())
      after(wrap(pass->getArgument()), wrap(op), failed, userData);
  }
};

// A pipeline for modules of one context. Its passes keep what they make of the context alone, such as patterns.
struct Pipeline {
  explicit Pipeline(MLIRContext *context) : manager(context, ModuleOp::getOperationName()) {}
  PassManager manager;
  Watch *watch = nullptr; // the manager's
};

// Guards MLIR's registry of passes, which may grow when passes run already.
std::mutex registryMutex;
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

// The passes that `text` names. Null after a diagnostic.
Pipeline *xla_pipeline_create(MlirContext context, MlirStringRef text) {
  auto pipeline = std::make_unique<Pipeline>(unwrap(context));
  std::string message;
  llvm::raw_string_ostream stream(message);
  std::lock_guard<std::mutex> lock(registryMutex);
  if (failed(parsePassPipeline(unwrap(text), pipeline->manager, stream))) {
    emitError(UnknownLoc::get(unwrap(context))) << "cannot parse the pipeline: " << message;
    return nullptr;
  }
  auto watch = std::make_unique<Watch>();
  pipeline->watch = watch.get();
  pipeline->manager.addInstrumentation(std::move(watch));
  return pipeline.release();
}

void xla_pipeline_dispose(Pipeline *pipeline) { delete pipeline; }

// Runs the passes on a module of the pipeline's context, and calls `after` after each. The module is verified after each, or at
// the end. False after a diagnostic.
bool xla_pipeline_run(Pipeline *pipeline, MlirModule module, bool verifyEach, AfterPass after, void *userData) {
  ModuleOp op = unwrap(module);
  pipeline->manager.enableVerifier(verifyEach);
  pipeline->watch->after = after;
  pipeline->watch->userData = userData;
  return succeeded(pipeline->manager.run(op)) && (verifyEach || succeeded(verify(op)));
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
