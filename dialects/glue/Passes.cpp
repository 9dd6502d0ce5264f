// Passes and pipelines written in Rust, registered under a name with textual options, which mlir-c cannot do.
#include "Registration.h"
#include "mlir-c/Pass.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

extern "C" {
struct XlaPassOption {
  MlirStringRef name, description, defaultValue;
  bool isFlag; // given by its name alone, too
};
struct XlaPass {
  MlirStringRef name, description;
  MlirStringRef op; // the op the pass runs on; empty: any
  const XlaPassOption *options;
  intptr_t nOptions;
  const MlirStringRef *dialects; // that the pass creates ops of
  intptr_t nDialects;
  // Reports what is wrong with the value of an option, if anything.
  void (*check)(intptr_t option, MlirStringRef value, void (*report)(MlirStringRef, void *), void *reportData,
                void *userData);
  // One text per option, in the order of `options`. False fails the pass.
  bool (*run)(MlirOperation op, const MlirStringRef *values, intptr_t nValues, void *userData);
  void *userData;
};
}

namespace {
std::string toString(MlirStringRef text) { return std::string(text.data, text.length); }

struct PassSpec {
  struct Option {
    std::string name, description, defaultValue;
    bool isFlag;
  };
  std::string name, description, op;
  SmallVector<Option> options;
  SmallVector<std::string> dialects;
  decltype(XlaPass::check) check;
  decltype(XlaPass::run) run;
  void *userData;
  // TypeIDs of passes identify them to instrumentation; a unique address serves.
  SelfOwningTypeID id;
};

class RustPass : public Pass {
public:
  explicit RustPass(std::shared_ptr<const PassSpec> spec)
      : Pass(spec->id, spec->op.empty() ? std::nullopt : std::optional<StringRef>(spec->op)), spec(std::move(spec)) {
    for (auto &option : this->spec->options)
      options.push_back(std::make_unique<Option<std::string>>(
          *this, option.name, llvm::cl::desc(option.description), llvm::cl::init(option.defaultValue),
          option.isFlag ? llvm::cl::ValueOptional : llvm::cl::ValueRequired));
  }
  StringRef getName() const override { return spec->name; }
  StringRef getArgument() const override { return spec->name; }
  StringRef getDescription() const override { return spec->description; }
  bool canScheduleOn(RegisteredOperationName name) const override {
    return spec->op.empty() || name.getStringRef() == spec->op;
  }
  LogicalResult initializeOptions(StringRef text, function_ref<LogicalResult(const Twine &)> errorHandler) override {
    if (failed(Pass::initializeOptions(text, errorHandler)))
      return failure();
    for (auto [number, option] : llvm::enumerate(options)) {
      std::string reason;
      auto report = [](MlirStringRef text, void *reason) { *static_cast<std::string *>(reason) = toString(text); };
      spec->check(number, wrap(StringRef(option->getValue())), report, &reason, spec->userData);
      if (!reason.empty())
        return errorHandler("option " + option->getArgStr() + " of " + spec->name + ": " + reason + "\n");
    }
    return success();
  }
  // By name, which the registry of dependent dialects has no way to ask for. This runs before any thread is started.
  LogicalResult initialize(MLIRContext *context) override {
    auto isMissing = [&](const std::string &dialect) { return !context->getOrLoadDialect(dialect); };
    auto missing = llvm::to_vector(llvm::make_filter_range(spec->dialects, isMissing));
    if (!missing.empty())
      return emitError(UnknownLoc::get(context))
             << "pass " << spec->name << " needs dialects that are not registered: " << llvm::join(missing, ", ");
    return success(xla::checkDialects(context));
  }
  std::unique_ptr<Pass> clonePass() const override {
    auto pass = std::make_unique<RustPass>(spec);
    pass->copyOptionValuesFrom(this);
    return pass;
  }
  void runOnOperation() override {
    SmallVector<MlirStringRef> values;
    for (auto &option : options)
      values.push_back(wrap(StringRef(option->getValue())));
    if (!spec->run(wrap(getOperation()), values.data(), values.size(), spec->userData))
      signalPassFailure();
  }

private:
  std::shared_ptr<const PassSpec> spec;
  SmallVector<std::unique_ptr<Option<std::string>>> options;
};
} // namespace

extern "C" {
void xla_register_pass(const XlaPass *pass) {
  auto spec = std::make_shared<PassSpec>();
  spec->name = toString(pass->name);
  spec->description = toString(pass->description);
  spec->op = toString(pass->op);
  for (auto &option : llvm::ArrayRef(pass->options, pass->nOptions))
    spec->options.push_back({toString(option.name), toString(option.description), toString(option.defaultValue), option.isFlag});
  for (auto dialect : llvm::ArrayRef(pass->dialects, pass->nDialects))
    spec->dialects.push_back(toString(dialect));
  spec->check = pass->check;
  spec->run = pass->run;
  spec->userData = pass->userData;
  mlir::registerPass([spec]() -> std::unique_ptr<Pass> { return std::make_unique<RustPass>(spec); });
}

// A named pipeline whose passes are given as text, in the syntax of --pass-pipeline without the anchor op.
void xla_register_pipeline(MlirStringRef name, MlirStringRef description, MlirStringRef passes) {
  registerPassPipeline(
      unwrap(name), unwrap(description),
      [text = toString(passes)](OpPassManager &manager, StringRef options,
                                function_ref<LogicalResult(const Twine &)> errorHandler) -> LogicalResult {
        if (!options.empty())
          return errorHandler("this pipeline takes no options");
        return parsePassPipeline(text, manager);
      },
      [](function_ref<void(const detail::PassOptions &)>) {});
}
}
