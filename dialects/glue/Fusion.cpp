// Elementwise linalg ops become one, as upstream's linalg-fuse-elementwise-ops has it, up to a size.
#include "Hooks.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {
// What a body costs to copy and to compile, in arithmetic ops: a function of the math dialect becomes a polynomial.
int64_t costOf(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic)
    return 0;
  int64_t cost = 0;
  for (Operation &inner : *generic.getBody())
    cost += inner.getName().getDialectNamespace() == "math" ? 16 : 1;
  return cost;
}

class FuseElementwise : public PassWrapper<FuseElementwise, OperationPass<func::FuncOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuseElementwise)
  FuseElementwise() = default;
  FuseElementwise(const FuseElementwise &other) : PassWrapper(other) {}
  StringRef getArgument() const override { return "xla-fuse-elementwise"; }
  StringRef getDescription() const override {
    return "Fuse elementwise linalg ops into their only readers, up to a size";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, linalg::LinalgDialect, tensor::TensorDialect>();
  }
  void runOnOperation() override {
    MLIRContext *context = &getContext();
    // What reads its own output computes each element once only as it stands: see dialects/src/accumulation.rs.
    auto mayMove = [](OpOperand *operand) {
      Operation *producer = operand->get().getDefiningOp();
      return producer && producer->hasOneUse() &&
             !(isa<linalg::LinalgOp>(producer) && xla_rs_accumulates(wrap(producer)));
    };
    // A reshape of what an op gives or takes leaves the number of its iterations as it is.
    auto hasOneReader = [](OpOperand *operand) {
      Operation *producer = operand->get().getDefiningOp();
      return producer && producer->hasOneUse();
    };
    auto isWorthwhile = [&](OpOperand *operand) {
      return mayMove(operand) && costOf(operand->get().getDefiningOp()) + costOf(operand->getOwner()) <= limit;
    };
    RewritePatternSet patterns(context);
    linalg::populateElementwiseOpsFusionPatterns(patterns, isWorthwhile);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, hasOneReader);
    linalg::populateConstantFoldLinalgOperations(patterns, mayMove);
    affine::AffineApplyOp::getCanonicalizationPatterns(patterns, context);
    linalg::GenericOp::getCanonicalizationPatterns(patterns, context);
    tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
    tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
    context->getLoadedDialect<linalg::LinalgDialect>()->getCanonicalizationPatterns(patterns);
    // From the top, a chain grows op by op, and each is looked at once. Not converging is no failure.
    (void)applyPatternsGreedily(getOperation(), std::move(patterns),
                                GreedyRewriteConfig().setUseTopDownTraversal());
  }

private:
  Option<int64_t> limit{*this, "limit", llvm::cl::desc("Arithmetic ops of a fused body, at most"),
                        llvm::cl::init(512)};
};
} // namespace

extern "C" void xla_register_fusion_pass() { PassRegistration<FuseElementwise>(); }
