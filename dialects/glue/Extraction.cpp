// What reads single elements of arrays that ops compute computes these elements, where that is less than to make the arrays.
#include "Fusion.h"
#include "Hooks.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace fusion;

namespace {
// What share of an array's elements an op extracts, at most, so that to make the array is not worth it even where finding an element takes
// some arithmetic.
constexpr int64_t fewElements = 4;

// What a gather costs beside its load: its indices are converted, limited and added, which a slice of its result does as well.
constexpr int64_t workOfGather = 3 * littleWork;

// What extracts elements of what an op computes one by one computes them itself, where that is little work and done no more
// often: a scatter reads its indices so in a loop, and a gather its operand in the body of an op.
//
//   %i = select(%k < 0, %k + n, %k)               scf.for %u { %k_u = tensor.extract %k[%u]
//   scf.for %u { %i_u = tensor.extract %i[%u] … }    %i_u = select(%k_u < 0, %k_u + n, %k_u) … }
struct ComputeWhereExtracted : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp extract, PatternRewriter &rewriter) const override {
    auto producer = extract.getTensor().getDefiningOp<linalg::GenericOp>();
    if (!producer || producer.getNumReductionLoops() > 0 || xla_rs_accumulates(wrap(producer)) ||
        !isWorthwhile(extract, producer))
      return failure();
    unsigned number = cast<OpResult>(extract.getTensor()).getResultNumber();
    AffineMap stored = producer.getMatchingIndexingMap(producer.getDpsInitOperand(number));
    if (!stored.isPermutation())
      return failure();
    SmallVector<Value> loops(stored.getNumDims());
    for (auto [expr, index] : llvm::zip(stored.getResults(), extract.getIndices()))
      loops[cast<AffineDimExpr>(expr).getPosition()] = index;
    // The elements of the inputs.
    Location loc = extract.getLoc();
    IRMapping mapping;
    for (OpOperand *input : producer.getDpsInputOperands()) {
      BlockArgument argument = producer.getMatchingBlockArgument(input);
      if (argument.use_empty())
        continue;
      Value element = input->get();
      if (isa<RankedTensorType>(element.getType())) {
        SmallVector<Value> indices;
        for (AffineExpr expr : producer.getMatchingIndexingMap(input).getResults())
          indices.push_back(affine::expandAffineExpr(rewriter, loc, expr, loops, {}));
        element = tensor::ExtractOp::create(rewriter, loc, element, indices);
      }
      mapping.map(argument, element);
    }
    for (Operation &inner : producer.getBody()->without_terminator()) {
      if (auto index = dyn_cast<linalg::IndexOp>(inner))
        mapping.map(index.getResult(), loops[index.getDim()]);
      else
        rewriter.clone(inner, mapping);
    }
    rewriter.replaceOp(extract, mapping.lookupOrDefault(producer.getBody()->getTerminator()->getOperand(number)));
    return success();
  }

private:
  // Whether an index of an input is neither that of a loop nor a constant.
  static bool computesReads(linalg::GenericOp op) {
    return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
      return !llvm::all_of(op.getMatchingIndexingMap(input).getResults(), llvm::IsaPred<AffineDimExpr, AffineConstantExpr>);
    });
  }

  // Whether the innermost loop around the extraction, or the one along the rows of what its op writes, walks elements that the producer
  // brings together from places apart.
  static bool bringsTogether(tensor::ExtractOp extract, linalg::GenericOp producer) {
    if (extract.getIndices().empty())
      return false;
    Value last = extract.getIndices().back();
    auto loop = dyn_cast<scf::ForOp>(extract->getParentOp());
    auto reader = dyn_cast<linalg::GenericOp>(extract->getParentOp());
    auto index = last.getDefiningOp<linalg::IndexOp>();
    bool isAlongRows = reader && index && reader.getIndexingMapsArray().back().getNumResults() > 0 &&
                       reader.getIndexingMapsArray().back().getResults().back() ==
                           getAffineDimExpr(index.getDim(), extract.getContext());
    if (!isAlongRows && !(loop && last == loop.getInductionVar()))
      return false;
    AffineExpr innermost = producer.getIndexingMapsArray().back().getResults().back();
    return llvm::any_of(producer.getDpsInputOperands(), [&](OpOperand *input) {
      AffineMap map = producer.getMatchingIndexingMap(input);
      return map.isFunctionOfDim(cast<AffineDimExpr>(innermost).getPosition()) && map.getResults().back() != innermost;
    });
  }

  // Whether the element is little work, and nothing but loops that compute it once each at most is around the extraction. In
  // the body of an op, much work is computed, too, where that is done for less than half of the elements, and what divides or multiplies
  // indices, or gathers for a reduction, where it is for few of them; little work that reads no array is always less than a gather.
  static bool isWorthwhile(tensor::ExtractOp extract, linalg::GenericOp producer) {
    auto type = dyn_cast<RankedTensorType>(extract.getTensor().getType());
    bool isCopy = llvm::hasSingleElement(*producer.getBody());
    // By one op, perhaps by several extractions of it.
    bool isReadByOne = llvm::all_of(producer->getUsers(), [&](Operation *user) {
      return isa<tensor::ExtractOp>(user) && user->getParentOp() == extract->getParentOp();
    });
    if (!type || !type.hasStaticShape() || !(isCopy || isReadByOne) ||
        llvm::any_of(*producer.getBody(), [](Operation &inner) { return inner.getNumRegions() > 0; }))
      return false;
    bool gathers = llvm::any_of(*producer.getBody(), [](Operation &inner) { return isa<tensor::ExtractOp>(inner); });
    if (auto reader = dyn_cast<linalg::GenericOp>(extract->getParentOp())) {
      int64_t iterations = 1;
      for (int64_t range : reader.getStaticLoopRanges()) {
        if (ShapedType::isDynamic(range))
          return false;
        iterations *= range;
      }
      int64_t results = producer->getNumResults(), uses = std::distance(producer->use_begin(), producer->use_end());
      iterations *= isCopy ? results : std::max(results, uses);
      if (llvm::none_of(producer.getDpsInputs(), isArray) && !gathers && costOf(producer) <= littleWork)
        return reader->getBlock() == producer->getBlock();
      int64_t share = 1;
      if (computesReads(producer) || (gathers && reader.getNumReductionLoops() > 0))
        share = fewElements;
      else if (costOf(producer) > (gathers ? workOfGather : littleWork) || bringsTogether(extract, producer))
        share = 2;
      return reader->getBlock() == producer->getBlock() && iterations <= type.getNumElements() / share;
    }
    if (!isa<scf::ForOp>(extract->getParentOp()) || costOf(producer) > littleWork || gathers || computesReads(producer) ||
        producer->getNumResults() > 1 || !(isCopy || producer->hasOneUse()) || bringsTogether(extract, producer))
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

// What extracts few elements of another view of what an op computes, or of what is put together, finds them there, so that it may
// compute them itself.
//
//   tensor.extract (tensor.collapse_shape %x : 6x7 -> 42)[%i]   is   tensor.extract %x[%i / 7, %i % 7]
template <typename Reshape> struct ExtractBeforeReshape : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern<tensor::ExtractOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp extract, PatternRewriter &rewriter) const override {
    auto reshape = extract.getTensor().getDefiningOp<Reshape>();
    auto reader = dyn_cast<linalg::GenericOp>(extract->getParentOp());
    if (!reshape || !reader || !reshape->hasOneUse())
      return failure();
    auto source = cast<RankedTensorType>(reshape.getSrc().getType());
    auto result = cast<RankedTensorType>(reshape.getResult().getType());
    SmallVector<int64_t> ranges = reader.getStaticLoopRanges();
    bool isOwn = reshape.getSrc().hasOneUse() &&
                 isa_and_nonnull<linalg::GenericOp, Reshape, tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::InsertSliceOp>(
                     reshape.getSrc().getDefiningOp());
    if (!isOwn || !source.hasStaticShape() || !result.hasStaticShape() || llvm::any_of(ranges, ShapedType::isDynamic) ||
        computeProduct(ranges) > result.getNumElements() / fewElements)
      return failure();
    Location loc = extract.getLoc();
    auto constant = [&](int64_t value) { return arith::ConstantIndexOp::create(rewriter, loc, value).getResult(); };
    bool collapses = std::is_same_v<Reshape, tensor::CollapseShapeOp>;
    SmallVector<Value> indices(source.getRank());
    auto extents = collapses ? source.getShape() : result.getShape();
    for (auto [one, many] : llvm::enumerate(reshape.getReassociationIndices())) {
      // One index is the number of an element in the order of several.
      Value number = collapses ? extract.getIndices()[one] : constant(0);
      int64_t stride = 1;
      for (int64_t d : llvm::reverse(many)) {
        if (!collapses) {
          Value term = arith::MulIOp::create(rewriter, loc, extract.getIndices()[d], constant(stride));
          number = arith::AddIOp::create(rewriter, loc, number, term);
        } else {
          Value rest = arith::DivUIOp::create(rewriter, loc, number, constant(stride));
          indices[d] = d == many.front() ? rest : arith::RemUIOp::create(rewriter, loc, rest, constant(extents[d])).getResult();
        }
        stride *= extents[d];
      }
      if (!collapses)
        indices[one] = number;
    }
    rewriter.replaceOpWithNewOp<tensor::ExtractOp>(extract, reshape.getSrc(), indices);
    rewriter.eraseOp(reshape);
    return success();
  }
};

// What extracts few elements of an array that is put together reads each where it comes from: such as a slice at indices known at run
// time of a padded array, or of one of which part was replaced.
//
//   %t = tensor.insert_slice %u into %x[%o]      %is_in = %i - %o < size of %u
//   … tensor.extract %t[%i]                      … select(%is_in, tensor.extract %u[select(%is_in, %i - %o, 0)], tensor.extract %x[%i])
struct ExtractWhereInserted : OpRewritePattern<tensor::ExtractOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ExtractOp extract, PatternRewriter &rewriter) const override {
    constexpr size_t mostPieces = 8;
    auto reader = dyn_cast<linalg::GenericOp>(extract->getParentOp());
    auto type = cast<RankedTensorType>(extract.getTensor().getType());
    if (!reader || !type.hasStaticShape() || !(type.getElementType().isIntOrFloat() || isa<ComplexType>(type.getElementType())))
      return failure();
    SmallVector<int64_t> ranges = reader.getStaticLoopRanges();
    if (llvm::any_of(ranges, ShapedType::isDynamic) || computeProduct(ranges) > type.getNumElements() / fewElements)
      return failure();
    SmallVector<tensor::InsertSliceOp> inserts;
    Value base = extract.getTensor();
    while (auto insert = base.getDefiningOp<tensor::InsertSliceOp>()) {
      auto source = insert.getSourceType();
      bool isPlain = source.getRank() == type.getRank() && source.hasStaticShape() && source.getNumElements() > 0 &&
                     llvm::none_of(insert.getStaticStrides(), ShapedType::isDynamic);
      if (!isPlain || !insert->hasOneUse() || insert->getBlock() != reader->getBlock())
        return failure();
      inserts.push_back(insert);
      base = insert.getDest();
    }
    if (inserts.empty() || inserts.size() > mostPieces)
      return failure();
    Location loc = extract.getLoc();
    auto constant = [&](int64_t value) { return arith::ConstantIndexOp::create(rewriter, loc, value).getResult(); };
    // From the first piece on, each of which replaces those before it.
    Value element;
    if (!base.getDefiningOp<tensor::EmptyOp>())
      element = tensor::ExtractOp::create(rewriter, loc, base, extract.getIndices());
    for (tensor::InsertSliceOp insert : llvm::reverse(inserts)) {
      Value isInside;
      SmallVector<Value> indices;
      SmallVector<OpFoldResult> offsets = insert.getMixedOffsets();
      for (int64_t d = 0; d < type.getRank(); ++d) {
        int64_t size = insert.getSourceType().getDimSize(d), stride = insert.getStaticStrides()[d];
        Value index = extract.getIndices()[d];
        if (size == type.getDimSize(d) && isConstantIntValue(offsets[d], 0)) {
          indices.push_back(index);
          continue;
        }
        Value offset = getValueOrCreateConstantIndexOp(rewriter, loc, offsets[d]);
        Value position = arith::SubIOp::create(rewriter, loc, index, offset);
        Value isIn;
        if (stride != 1) {
          Value steps = constant(stride), rest = arith::RemUIOp::create(rewriter, loc, position, steps);
          isIn = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, rest, constant(0));
          position = arith::DivUIOp::create(rewriter, loc, position, steps);
        }
        // In front of it the unsigned position is beyond all sizes.
        Value isBefore = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, position, constant(size));
        isIn = isIn ? arith::AndIOp::create(rewriter, loc, isIn, isBefore).getResult() : isBefore;
        indices.push_back(arith::SelectOp::create(rewriter, loc, isIn, position, constant(0)));
        isInside = isInside ? arith::AndIOp::create(rewriter, loc, isInside, isIn).getResult() : isIn;
      }
      Value own = tensor::ExtractOp::create(rewriter, loc, insert.getSource(), indices);
      element = element && isInside ? arith::SelectOp::create(rewriter, loc, isInside, own, element).getResult() : own;
    }
    rewriter.replaceOp(extract, element);
    for (tensor::InsertSliceOp insert : inserts)
      rewriter.eraseOp(insert);
    return success();
  }
};
} // namespace

void fusion::populateExtractionPatterns(RewritePatternSet &patterns) {
  patterns.add<ComputeWhereExtracted, ExtractWhereInserted, ExtractBeforeReshape<tensor::CollapseShapeOp>,
               ExtractBeforeReshape<tensor::ExpandShapeOp>>(patterns.getContext());
}
