// The main functions of the tools: MLIR's own, with our dialects registered, our exit codes and guarded input.
#include "Hooks.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdlib>
#include <unistd.h>

using namespace mlir;
namespace cl = llvm::cl;

extern "C" intptr_t xla_unsupported_count();

namespace {
constexpr int exitInvalid = 2, exitUnsupported = 77;

// Looks at the text before the parser recurses into it, and reads what is no file; both report and return false to
// refuse it. The struct matches Guard in tools/src/mlir.rs.
struct XlaInputGuard {
  bool (*check)(MlirStringRef name, MlirStringRef text);
  bool (*read)(MlirStringRef path, void (*store)(MlirStringRef name, MlirStringRef text, void *buffer), void *buffer);
};

std::unique_ptr<llvm::MemoryBuffer> openChecked(const std::string &path, const XlaInputGuard &guard) {
  // Aligned as bytecode wants it.
  static const llvm::Align alignment(64);
  if (path != "-" && (llvm::sys::fs::is_regular_file(path) || !llvm::sys::fs::exists(path))) {
    std::string message;
    auto file = openInputFile(path, alignment, &message);
    if (!file)
      llvm::errs() << message << "\n";
    else if (!guard.check(wrap(StringRef(path)), wrap(file->getBuffer())))
      file.reset();
    return file;
  }
  // Such inputs need not end.
  std::unique_ptr<llvm::MemoryBuffer> input;
  auto store = [](MlirStringRef name, MlirStringRef text, void *input) {
    auto copy = llvm::WritableMemoryBuffer::getNewUninitMemBuffer(text.length, unwrap(name), alignment);
    llvm::copy(unwrap(text), copy->getBufferStart());
    *static_cast<std::unique_ptr<llvm::MemoryBuffer> *>(input) = std::move(copy);
  };
  return guard.read(wrap(StringRef(path)), store, &input) ? std::move(input) : nullptr;
}

// Asks whether values can be broadcast to one shape; which is not so is refused.
class NumpyBroadcastOp : public Op<NumpyBroadcastOp, OpTrait::ZeroRegions, OpTrait::VariadicResults,
                                   OpTrait::ZeroSuccessors, OpTrait::VariadicOperands, xla::RustVerify> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(NumpyBroadcastOp)
  using Op::Op;
  static StringRef getOperationName() { return "hlo_test_broadcast.numpy_broadcast"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }
};

// StableHLO's tests ask about inference, broadcasting and speculation by ops of dialects that exist in tests only. So
// do these: no other tool than xla-opt knows them, and nothing compiles their ops.
template <int number> class TestDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestDialect)
  static StringRef getDialectNamespace() {
    static constexpr StringLiteral names[] = {"hlo_test_broadcast", "hlo_test_infer", "hlo_test_speculatability"};
    return names[number];
  }
  explicit TestDialect(MLIRContext *context) : Dialect(getDialectNamespace(), context, TypeID::get<TestDialect>()) {
    if constexpr (number == 0)
      addOperations<NumpyBroadcastOp>();
    allowUnknownOperations();
  }
};

int reportUnwritten(StringRef path, StringRef reason) {
  llvm::errs() << "error: cannot write " << path << ": " << reason << "\n";
  return exitInvalid;
}

// Whether there is something at `path` that is written to, not replaced.
bool isDevice(const Twine &path) {
  return llvm::sys::fs::exists(path) && !llvm::sys::fs::is_regular_file(path) && !llvm::sys::fs::is_directory(path);
}

// Writes a file whole, or not at all: beside it first, then in its place. `fill` gives the exit code.
int writeWhole(const std::string &path, llvm::function_ref<int(raw_ostream &)> fill) {
  int code = 0;
  // Of a link, what it leads to is replaced.
  SmallString<128> real;
  if (path == "-" || llvm::sys::fs::real_path(path, real))
    real = path;
  if (path != "-" && isDevice(real)) {
    std::string text;
    llvm::raw_string_ostream buffer(text);
    if ((code = fill(buffer)))
      return code;
    std::error_code failure;
    llvm::raw_fd_ostream out(real, failure, llvm::sys::fs::CD_OpenExisting, llvm::sys::fs::FA_Write,
                             llvm::sys::fs::OF_None);
    if (!failure) {
      out << text;
      out.close();
      failure = out.error();
      out.clear_error();
    }
    return failure ? reportUnwritten(path, failure.message()) : 0;
  }
  llvm::Error error = llvm::writeToOutput(real, [&](raw_ostream &stream) -> llvm::Error {
    code = fill(stream);
    return code ? llvm::createStringError("not written") : llvm::Error::success();
  });
  std::string message = llvm::toString(std::move(error));
  return !code && !message.empty() ? reportUnwritten(path, message) : code;
}
} // namespace

extern "C" {

// Every dialect, extension and translation of upstream's.
void xla_register_upstream(MlirDialectRegistry registry) {
  registerAllDialects(*unwrap(registry));
  registerAllExtensions(*unwrap(registry));
  registerAllToLLVMIRTranslations(*unwrap(registry));
}

// The exit code of a tool that is about to end with `code`: what it wrote may be lost. That nobody reads it any more is no
// failure. Streams that are destroyed with an error would end the process with a code that is not ours.
int xla_finish(int code) {
  llvm::outs().flush();
  std::error_code failure = llvm::outs().error();
  llvm::outs().clear_error();
  if (failure && failure != std::errc::broken_pipe && !code)
    code = reportUnwritten("standard output", failure.message());
  llvm::errs().flush();
  llvm::errs().clear_error();
  return code;
}

// MLIR's main functions end the process themselves for --help and the like.
static void finishAtExit() {
  // They have to be there before: what is made last ends first.
  llvm::outs();
  llvm::errs();
  std::atexit([] {
    if (int code = xla_finish(0))
      _exit(code);
  });
}

int xla_opt_main(int argc, char **argv, MlirDialectRegistry registry, XlaInputGuard guard) {
  finishAtExit();
  unwrap(registry)->insert<TestDialect<0>, TestDialect<1>, TestDialect<2>>();
  std::string header = registerCLIOptions("xla-opt: runs passes over xla, StableHLO and MLIR\n", *unwrap(registry));
  static cl::opt<std::string> input(cl::Positional, cl::desc("<input file>"), cl::init("-"));
  static cl::opt<std::string> output("o", cl::desc("Output file"), cl::value_desc("file"), cl::init("-"));
  // Given a stream for errors, it returns where it would exit with a code that is not ours.
  if (!cl::ParseCommandLineOptions(argc, argv, header, &llvm::errs()))
    return exitInvalid;
  MlirOptMainConfig config = MlirOptMainConfig::createFromCLOptions();
  if (config.shouldShowDialects() || config.shouldListPasses())
    return failed(MlirOptMain(argc, argv, input, output, *unwrap(registry)));
  if (StringRef irdl = config.getIrdlFile(); !irdl.empty() && !openChecked(irdl.str(), guard))
    return exitInvalid;
  auto file = openChecked(input, guard);
  if (!file)
    return exitInvalid;
  return writeWhole(output, [&](raw_ostream &stream) {
    if (succeeded(MlirOptMain(stream, std::move(file), *unwrap(registry), config)))
      return 0;
    return xla_unsupported_count() ? exitUnsupported : exitInvalid;
  });
}

// The structs match Translation and Input in tools/src/bin/xla-translate.rs.
struct XlaTranslation {
  MlirStringRef name, description;
};
struct XlaTranslationInput {
  MlirStringRef name, text, entry, target, function, cHeader, cppHeader, rustModule, linker, runtimeLibrary;
  bool xlaCpuCompat;
};

// Runs a translation: one of `translations`, by calling `run` with its number, or one of MLIR's. Returns the exit code.
int xla_translate_main(int argc, char **argv, XlaInputGuard guard, const XlaTranslation *translations,
                       intptr_t nTranslations,
                       int (*run)(intptr_t translation, const XlaTranslationInput *input,
                                  void (*write)(MlirStringRef, void *), void *stream)) {
  finishAtExit();
  static cl::OptionCategory category("xla-translate options");
  static cl::opt<std::string> input(cl::Positional, cl::desc("<input file>"), cl::init("-"), cl::cat(category));
  static cl::opt<std::string> output("o", cl::desc("Output file"), cl::value_desc("file"), cl::init("-"),
                                     cl::cat(category));
  static cl::opt<std::string> entry("entry", cl::desc("The function to compile; by default main, or the only one"),
                                    cl::value_desc("name"), cl::cat(category));
  static cl::opt<std::string> target("target",
                                     cl::desc("What to compile for: host, x86-64, x86-64-v2, x86-64-v3, x86-64-v4, "
                                              "aarch64"),
                                     cl::value_desc("name"), cl::init("host"), cl::cat(category));
  static cl::opt<std::string> function("name", cl::desc("What the program's function is called in code that is linked"),
                                       cl::value_desc("name"), cl::init("xla_main"), cl::cat(category));
  static cl::opt<std::string> cHeader("c-header", cl::desc("Also write a header for C, for code that is linked"),
                                      cl::value_desc("file"), cl::cat(category));
  static cl::opt<std::string> cppHeader("cpp-header", cl::desc("Also write a header for C++20"),
                                        cl::value_desc("file"), cl::cat(category));
  static cl::opt<std::string> rustModule("rust-module", cl::desc("Also write a module for Rust"),
                                         cl::value_desc("file"), cl::cat(category));
  static cl::opt<std::string> linker("linker", cl::desc("The C compiler that links a shared library; by default cc"),
                                     cl::value_desc("command"), cl::cat(category));
  static cl::opt<std::string> runtimeLibrary(
      "runtime-library", cl::desc("libxla_runtime.a for the target, which a shared library holds what it needs of"),
      cl::value_desc("file"), cl::cat(category));
  static cl::opt<bool> xlaCpuCompat("xla-cpu-compat",
                                    cl::desc("Do as XLA:CPU does where it departs from the specification: see "
                                             "docs/accuracy.md"),
                                    cl::cat(category));
  static int code = 0;
  registerAllTranslations();
  for (intptr_t i = 0; i < nTranslations; ++i)
    TranslateRegistration(
        unwrap(translations[i].name), unwrap(translations[i].description),
        [i, run](const std::shared_ptr<llvm::SourceMgr> &sources, raw_ostream &stream, MLIRContext *) {
          auto *buffer = sources->getMemoryBuffer(sources->getMainFileID());
          XlaTranslationInput arguments{wrap(buffer->getBufferIdentifier()), wrap(buffer->getBuffer()),
                                        wrap(StringRef(entry)), wrap(StringRef(target)),
                                        wrap(StringRef(function)), wrap(StringRef(cHeader)),
                                        wrap(StringRef(cppHeader)), wrap(StringRef(rustModule)),
                                        wrap(StringRef(linker)), wrap(StringRef(runtimeLibrary)), xlaCpuCompat};
          auto write = [](MlirStringRef text, void *stream) { *static_cast<raw_ostream *>(stream) << unwrap(text); };
          code = run(i, &arguments, write, &stream);
          return success(code == 0);
        });
  static cl::opt<const Translation *, false, TranslationParser> translation(
      "", cl::desc("Translation to perform"), cl::cat(category));
  if (!cl::ParseCommandLineOptions(argc, argv,
                                   "xla-translate: StableHLO to xla, xla to LLVM IR, assembly and object code, and "
                                   "MLIR's own translations\n",
                                   &llvm::errs()))
    return exitInvalid;
  // As a required option, it would be missing once for each of its values.
  if (translation.getNumOccurrences() != 1) {
    llvm::errs() << "xla-translate: name one translation, such as --xla-to-object; --help lists them\n";
    return exitInvalid;
  }
  llvm::StringSet<> written;
  for (StringRef path : {StringRef(output), StringRef(cHeader), StringRef(cppHeader), StringRef(rustModule)})
    if (!path.empty() && !written.insert(path).second && !isDevice(path))
      return reportUnwritten(path, "it is named for two outputs");
  auto file = openChecked(input, guard);
  if (!file)
    return exitInvalid;
  return writeWhole(output, [&](raw_ostream &stream) -> int {
    MLIRContext context;
    auto sources = std::make_shared<llvm::SourceMgr>();
    sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
    SourceMgrDiagnosticHandler handler(*sources, &context);
    if (succeeded((*translation)(sources, stream, &context)))
      return 0;
    return code ? code : exitInvalid;
  });
}

// MLIR's own main functions exit with 1 for a wrong command line; 1 means something else here.
static void exitAsInvalid() {
#ifdef __GLIBC__
  on_exit([](int status, void *) { if (status == 1) _exit(exitInvalid); }, nullptr);
#endif
}

int xla_lsp_server_main(int argc, char **argv, MlirDialectRegistry registry) {
  exitAsInvalid();
  finishAtExit();
  return failed(MlirLspServerMain(argc, argv, *unwrap(registry))) ? exitInvalid : 0;
}

int xla_reduce_main(int argc, char **argv, MlirDialectRegistry registry) {
  exitAsInvalid();
  finishAtExit();
  MLIRContext context(*unwrap(registry));
  return failed(mlirReduceMain(argc, argv, context)) ? exitInvalid : 0;
}
}
