// A compiler for a small dialect: it lowers to StableHLO by patterns of its own, and xla-mlir does the rest.
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/DialectConversion.h"
#include "llvm/Support/raw_ostream.h"
#include <xla-mlir-c/Compiler.h>
#include <xla-mlir-c/Dialects.h>
#include <xla-mlir-c/Passes.h>
#include <xla-mlir-c/Runtime.h>

#include "ToyDialect.h.inc"
#define GET_OP_CLASSES
#include "ToyOps.h.inc"

#include "ToyDialect.cpp.inc"
#define GET_OP_CLASSES
#include "ToyOps.cpp.inc"

void toy::ToyDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "ToyOps.cpp.inc"
      >();
}

using namespace mlir;

static Value build(OpBuilder &builder, Location location, StringRef name, ValueRange operands, Type type,
                    ArrayRef<NamedAttribute> attributes = {}) {
  OperationState state(location, name, operands, TypeRange(type), attributes);
  return builder.create(state)->getResult(0);
}

struct ScaleLowering : OpConversionPattern<toy::ScaleOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(toy::ScaleOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    auto type = cast<ShapedType>(op.getType());
    auto by = rewriter.getNamedAttr("value", DenseElementsAttr::get(type, ArrayRef<Attribute>(op.getByAttr())));
    Value factor = build(rewriter, op.getLoc(), "stablehlo.constant", {}, type, by);
    rewriter.replaceOp(op, build(rewriter, op.getLoc(), "stablehlo.multiply", {adaptor.getInput(), factor}, type));
    return success();
  }
};

struct SquareLowering : OpConversionPattern<toy::SquareOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(toy::SquareOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    Value input = adaptor.getInput();
    rewriter.replaceOp(op, build(rewriter, op.getLoc(), "stablehlo.multiply", {input, input}, op.getType()));
    return success();
  }
};

struct AddLowering : OpConversionPattern<toy::AddOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult matchAndRewrite(toy::AddOp op, OpAdaptor adaptor, ConversionPatternRewriter &rewriter) const final {
    rewriter.replaceOp(op, build(rewriter, op.getLoc(), "stablehlo.add", adaptor.getOperands(), op.getType()));
    return success();
  }
};

static int fail(const char *what) {
  llvm::errs() << what << "\n";
  return 1;
}

int main() {
  DialectRegistry registry;
  registry.insert<toy::ToyDialect, func::FuncDialect>();
  if (!mlirRegisterXlaDialects(wrap(&registry)) || !mlirRegisterXlaPasses())
    return fail("xla-mlir cannot be registered");
  MLIRContext context(registry);
  if (!mlirContextLoadXlaDialects(wrap(&context)) ||
      !mlirDialectHandleLoadDialect(mlirGetDialectHandle__xla__(), wrap(&context)).ptr)
    return fail("xla-mlir cannot be loaded");

  auto module = parseSourceString<ModuleOp>(R"(
    func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = toy.square %x : tensor<4xf32>
      %1 = toy.scale %x by 3.0 : tensor<4xf32>
      %2 = toy.add %0, %1 : tensor<4xf32>
      return %2 : tensor<4xf32>
    })",
                                            &context);
  if (!module)
    return fail("the program cannot be parsed");

  ConversionTarget target(context);
  target.addIllegalDialect<toy::ToyDialect>();
  target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  RewritePatternSet patterns(&context);
  patterns.add<ScaleLowering, SquareLowering, AddLowering>(&context);
  if (failed(applyPartialConversion(*module, target, std::move(patterns))) || failed(verify(*module)))
    return fail("the program cannot be lowered");

  // Our passes in a pass manager of one's own.
  PassManager manager(module.get()->getName());
  if (failed(parsePassPipeline("stablehlo-legalize-to-xla", manager)) || failed(manager.run(*module)))
    return fail("the program cannot be legalized");
  std::string text;
  llvm::raw_string_ostream stream(text);
  module->print(stream);
  if (text.find("xla.mul") == std::string::npos || text.find("toy.") != std::string::npos)
    return fail(text.c_str());

  XlaMlirExecutable executable;
  XlaMlirError error;
  if (xlaMlirCompile(xlaMlirStringRefCreate(text.data(), text.size()), XlaMlirOptions{nullptr}, &executable, &error))
    return fail(xlaMlirErrorGetMessage(error).data);
  XlaMlirRuntime runtime = xlaMlirRuntimeCreate(1, 0);
  alignas(64) float x[4] = {0, 1, 2, 3}, y[4];
  XlaMlirInput input = {x, sizeof x, nullptr};
  XlaMlirOutput output = {y, sizeof y, nullptr};
  if (xlaMlirExecute(executable, runtime, {&input, 1}, {&output, 1}, &error))
    return fail("the program cannot be run");
  for (int i = 0; i < 4; i++)
    if (y[i] != x[i] * x[i] + 3 * x[i])
      return fail("the numbers are wrong");
  xlaMlirRuntimeDestroy(runtime);
  xlaMlirExecutableDestroy(executable);
  llvm::outs() << "lowered, compiled and called\n";
  return 0;
}
