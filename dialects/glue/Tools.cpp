// The main functions of the tools: MLIR's own, with our dialects registered, our exit codes and guarded input.
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/ToolOutputFile.h"

using namespace mlir;

extern "C" {
intptr_t xla_unsupported_count();

// Every dialect, extension and translation of upstream's.
void xla_register_upstream(MlirDialectRegistry registry) {
  registerAllDialects(*unwrap(registry));
  registerAllExtensions(*unwrap(registry));
  registerAllToLLVMIRTranslations(*unwrap(registry));
}

void xla_register_upstream_passes() { registerAllPasses(); }

// `checkInput` looks at the text before the parser recurses into it; it reports and returns false to refuse it.
int xla_opt_main(int argc, char **argv, MlirDialectRegistry registry,
                 bool (*checkInput)(MlirStringRef name, MlirStringRef text)) {
  constexpr int invalid = 2, unsupported = 77;
  auto [input, output] = registerAndParseCLIOptions(argc, argv, "xla-opt: runs passes over xla, StableHLO and MLIR\n",
                                                    *unwrap(registry));
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return failed(MlirOptMain(argc, argv, input, output, *unwrap(registry)));
  std::string message;
  auto file = openInputFile(input, &message);
  if (!file) {
    llvm::errs() << input << ": error: " << message << "\n";
    return invalid;
  }
  if (!checkInput(wrap(StringRef(input)), wrap(file->getBuffer())))
    return invalid;
  auto out = openOutputFile(output, &message);
  if (!out) {
    llvm::errs() << message << "\n";
    return invalid;
  }
  if (failed(MlirOptMain(out->os(), std::move(file), *unwrap(registry), config)))
    return xla_unsupported_count() ? unsupported : invalid;
  out->keep();
  return 0;
}

int xla_lsp_server_main(int argc, char **argv, MlirDialectRegistry registry) {
  return failed(MlirLspServerMain(argc, argv, *unwrap(registry)));
}

int xla_reduce_main(int argc, char **argv, MlirDialectRegistry registry) {
  MLIRContext context(*unwrap(registry));
  return failed(mlirReduceMain(argc, argv, context));
}
}
