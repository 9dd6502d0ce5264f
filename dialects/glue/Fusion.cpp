// Elementwise linalg ops become one, as upstream's linalg-fuse-elementwise-ops has it, up to a size.
#include "Hooks.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
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

// What a body costs that is less than to store its result and load it again.
constexpr int64_t littleWork = 8;

// Whether a body computes with the indices of its loops: it gathers, slices at run time, or compares indices.
bool computesIndices(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && llvm::any_of(*generic.getBody(),
                                 [](Operation &inner) { return isa<tensor::ExtractOp, linalg::IndexOp>(inner); });
}

// How many iterations of its reader's loops read an element of an operand. 1 where sizes are not known.
int64_t readsPerElement(OpOperand *operand) {
  auto reader = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  auto type = dyn_cast<RankedTensorType>(operand->get().getType());
  if (!reader || !type || !type.hasStaticShape() || type.getNumElements() == 0)
    return 1;
  int64_t iterations = 1;
  for (int64_t range : reader.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(range))
      return 1;
    iterations *= range;
  }
  return iterations / type.getNumElements();
}

// What an operand is computed by becomes part of its reader unless that costs more than the memory that it saves.
//
// A reduction that reads its operand repeatedly is a product of matrices, a convolution or a window. Its loads must
// be of neighbours to be computed in vectors, and what packs the operands of a product can compute elementwise ops on
// the way, but no addresses. An operand computed at indices is therefore made once, in an array of its own: that is
// one store and one load of each element, while the fused product would be scalar code in all iterations.
//
// What is much work is not done again where its reader reads elements repeatedly in vectors, nor in each iteration of a
// loop that its reader is in and it is not.
bool mayJoinReader(OpOperand *operand) {
  constexpr int64_t muchWork = 32;
  auto reader = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  Operation *producer = operand->get().getDefiningOp();
  bool isReduction = reader && reader.getNumReductionLoops() > 0;
  if (costOf(producer) > littleWork)
    for (Operation *around = operand->getOwner()->getParentOp(); around != producer->getParentOp();
         around = around->getParentOp())
      if (!around || isa<LoopLikeOpInterface>(around))
        return false;
  if (reader && !isReduction && reader.getNumLoops() > 0 && costOf(producer) > muchWork &&
      readsPerElement(operand) > 1 &&
      reader.getMatchingIndexingMap(operand).isFunctionOfDim(reader.getNumLoops() - 1))
    return false;
  return !(isReduction && readsPerElement(operand) > 1 && computesIndices(operand->get().getDefiningOp()));
}

// The tensor of one scalar in all elements that `value` is, in the shape of `type` instead; none if it is something else.
Value filledLike(PatternRewriter &rewriter, Value value, RankedTensorType type) {
  auto fill = value.getDefiningOp<linalg::GenericOp>();
  if (!fill || fill.getNumReductionLoops() > 0 || fill->getNumResults() != 1 || xla_rs_accumulates(wrap(fill)) ||
      computesIndices(fill) ||
      llvm::any_of(fill.getDpsInputs(), [](Value input) {
        auto type = dyn_cast<RankedTensorType>(input.getType());
        return !type || type.getRank() != 0;
      }))
    return {};
  Value empty = tensor::EmptyOp::create(rewriter, fill.getLoc(), type.getShape(), type.getElementType());
  IRMapping mapping;
  mapping.map(fill.getDpsInits()[0], empty);
  auto copy = cast<linalg::GenericOp>(rewriter.clone(*fill, mapping));
  copy.getResult(0).setType(type);
  // The maps of scalars have no results, and that of the result names all dimensions, in any order.
  SmallVector<AffineMap> maps = copy.getIndexingMapsArray();
  maps.back() = rewriter.getMultiDimIdentityMap(type.getRank());
  copy.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  return copy.getResult(0);
}

// A product is stored in the order in which its only reader reads it, so that the reader need not transpose it: einsum
// is a product and a transposition.
//
//   %p[b, h, k, q] = sum %x %y        reader(b, h, q, k): %p[b, h, k, q]
//   %p[b, h, q, k] = sum %x %y        reader(b, h, q, k): %p[b, h, q, k]
//
// The columns of a product are the last dimension of its result. They have to belong to one factor alone, and should
// fill a vector, if they did before.
struct StoreProductAsRead : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp reader, PatternRewriter &rewriter) const override {
    if (reader.getNumReductionLoops() > 0 || reader->getNumResults() == 0)
      return failure();
    AffineMap order = reader.getMatchingIndexingMap(reader.getDpsInitOperand(0));
    for (OpOperand *operand : reader.getDpsInputOperands()) {
      AffineMap read = reader.getMatchingIndexingMap(operand);
      auto product = operand->get().getDefiningOp<linalg::GenericOp>();
      if (product && product->hasOneUse() && read.isPermutation() && order.isPermutation() && read != order &&
          succeeded(store(product, order.compose(inversePermutation(read)), rewriter))) {
        rewriter.modifyOpInPlace(reader, [&] {
          SmallVector<AffineMap> maps = reader.getIndexingMapsArray();
          maps[operand->getOperandNumber()] = order;
          reader.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
        });
        return success();
      }
    }
    return failure();
  }

private:
  // Makes dimension `order(i)` of the product's result dimension i.
  LogicalResult store(linalg::GenericOp product, AffineMap order, PatternRewriter &rewriter) const {
    auto type = dyn_cast<RankedTensorType>(product->getResult(0).getType());
    if (product->getNumResults() != 1 || product.getNumReductionLoops() == 0 || product.getNumDpsInputs() < 2 ||
        !type || !type.hasStaticShape() || type.getRank() == 0)
      return failure();
    AffineMap stored = product.getMatchingIndexingMap(product.getDpsInitOperand(0));
    SmallVector<int64_t> shape;
    SmallVector<AffineExpr> results;
    for (AffineExpr expr : order.getResults()) {
      unsigned from = cast<AffineDimExpr>(expr).getPosition();
      shape.push_back(type.getDimSize(from));
      results.push_back(stored.getResult(from));
    }
    auto columns = dyn_cast<AffineDimExpr>(results.back());
    if (!columns || llvm::count_if(product.getDpsInputOperands(), [&](OpOperand *input) {
                      return product.getMatchingIndexingMap(input).isFunctionOfDim(columns.getPosition());
                    }) != 1)
      return failure();
    constexpr int64_t vectorBits = 512;
    int64_t bits = type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 128;
    if (shape.back() < std::min(type.getShape().back(), vectorBits / bits))
      return failure();
    auto storedType = RankedTensorType::get(shape, type.getElementType());
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(product);
    Value init = filledLike(rewriter, product.getDpsInits()[0], storedType);
    if (!init)
      return failure();
    rewriter.modifyOpInPlace(product, [&] {
      product.getDpsInitsMutable()[0].set(init);
      product->getResult(0).setType(storedType);
      SmallVector<AffineMap> maps = product.getIndexingMapsArray();
      maps.back() = AffineMap::get(stored.getNumDims(), 0, results, stored.getContext());
      product.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};

// A loop that extracts elements of what an op computes one by one computes them itself, where that is little work and done
// no more often: a scatter reads its indices so.
//
//   %i = select(%k < 0, %k + n, %k)               scf.for %u { %k_u = tensor.extract %k[%u]
//   scf.for %u { %i_u = tensor.extract %i[%u] … }    %i_u = select(%k_u < 0, %k_u + n, %k_u) … }
struct ComputeWhereExtracted : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp extract, PatternRewriter &rewriter) const override {
    auto producer = extract.getTensor().getDefiningOp<linalg::GenericOp>();
    if (!producer || producer.getNumReductionLoops() > 0 || producer->getNumResults() != 1 ||
        xla_rs_accumulates(wrap(producer)) || !isWorthwhile(extract, producer))
      return failure();
    AffineMap stored = producer.getMatchingIndexingMap(producer.getDpsInitOperand(0));
    if (!stored.isPermutation())
      return failure();
    SmallVector<Value> loops(stored.getNumDims());
    for (auto [expr, index] : llvm::zip(stored.getResults(), extract.getIndices()))
      loops[cast<AffineDimExpr>(expr).getPosition()] = index;
    // The elements of the inputs; only indices and constants are computed by no op.
    SmallVector<SmallVector<OpFoldResult>> read;
    for (OpOperand *input : producer.getDpsInputOperands()) {
      read.emplace_back();
      for (AffineExpr expr : producer.getMatchingIndexingMap(input).getResults()) {
        if (auto dim = dyn_cast<AffineDimExpr>(expr))
          read.back().push_back(loops[dim.getPosition()]);
        else if (auto constant = dyn_cast<AffineConstantExpr>(expr))
          read.back().push_back(rewriter.getIndexAttr(constant.getValue()));
        else
          return failure();
      }
    }
    Location loc = extract.getLoc();
    IRMapping mapping;
    for (auto [input, indices] : llvm::zip(producer.getDpsInputOperands(), read)) {
      BlockArgument argument = producer.getMatchingBlockArgument(input);
      if (argument.use_empty())
        continue;
      Value source = input->get();
      bool isTensor = isa<RankedTensorType>(source.getType());
      mapping.map(argument, isTensor ? tensor::ExtractOp::create(rewriter, loc, source,
                                                                 getValueOrCreateConstantIndexOp(rewriter, loc, indices))
                                           .getResult()
                                     : source);
    }
    for (Operation &inner : producer.getBody()->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), loops[index.getDim()]);
      else
        rewriter.clone(inner, mapping);
    }
    rewriter.replaceOp(extract, mapping.lookupOrDefault(producer.getBody()->getTerminator()->getOperand(0)));
    return success();
  }

private:
  // Whether the element is little work, and nothing but loops that compute it once each at most is around the extraction.
  static bool isWorthwhile(tensor::ExtractOp extract, linalg::GenericOp producer) {
    auto type = dyn_cast<RankedTensorType>(producer->getResult(0).getType());
    bool isCopy = llvm::hasSingleElement(*producer.getBody());
    if (!type || !type.hasStaticShape() || !isa<scf::ForOp>(extract->getParentOp()) ||
        costOf(producer) > littleWork || !(isCopy || producer->hasOneUse()) ||
        llvm::any_of(*producer.getBody(), [](Operation &inner) { return inner.getNumRegions() > 0 || isa<tensor::ExtractOp>(inner); }))
      return false;
    int64_t times = 1;
    for (Operation *around = extract->getParentOp(); around->getBlock() && around != producer->getParentOp();
         around = around->getParentOp()) {
      auto loop = dyn_cast<scf::ForOp>(around);
      if (!loop)
        return false;
      // One iteration or none, under a condition.
      auto guard = loop.getUpperBound().getDefiningOp<arith::SelectOp>();
      if (std::optional<APInt> count = loop.getStaticTripCount())
        times *= count->getSExtValue();
      else if (!guard || !matchPattern(guard.getTrueValue(), m_One()) || !matchPattern(guard.getFalseValue(), m_Zero()))
        return false;
    }
    return isCopy || times <= type.getNumElements();
  }
};

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
      return mayMove(operand) && mayJoinReader(operand) &&
             costOf(operand->get().getDefiningOp()) + costOf(operand->getOwner()) <= limit;
    };
    RewritePatternSet patterns(context);
    linalg::populateElementwiseOpsFusionPatterns(patterns, isWorthwhile);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, hasOneReader);
    linalg::populateConstantFoldLinalgOperations(patterns, mayMove);
    patterns.add<StoreProductAsRead, ComputeWhereExtracted>(context);
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
