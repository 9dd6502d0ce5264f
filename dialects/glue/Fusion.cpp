// Elementwise linalg ops become one, as upstream's linalg-fuse-elementwise-ops has it, up to a size.
#include "Fusion.h"
#include "Hooks.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace fusion;

namespace {
// The tensor of one scalar in all elements that `value` is, as one of type `type`; none if it is something else.
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
  for (AffineMap &map : maps)
    map = AffineMap::get(type.getRank(), 0, map.getContext());
  maps.back() = rewriter.getMultiDimIdentityMap(type.getRank());
  copy.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  auto parallel = linalg::IteratorTypeAttr::get(rewriter.getContext(), utils::IteratorType::parallel);
  copy.setIteratorTypesAttr(rewriter.getArrayAttr(SmallVector<Attribute>(type.getRank(), parallel)));
  return copy.getResult(0);
}

// A product is stored in the order in which its only reader reads it, so that the reader need not transpose it: einsum
// is a product and a transposition.
//
//   %p[b, h, k, q] = sum %x %y        reader(b, h, q, k): %p[b, h, k, q]
//   %p[b, h, q, k] = sum %x %y        reader(b, h, q, k): %p[b, h, q, k]
//
// The columns of a product are the last dimension of its result. They have to belong to one factor alone, and should
// fill a vector, if they did before, of elements that lie side by side.
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
  // Whether an index of `map` is a multiple of `dim`, with anything added to it.
  static bool strides(AffineMap map, AffineDimExpr dim) {
    bool found = false;
    map.walkExprs([&](AffineExpr expr) {
      auto product = dyn_cast<AffineBinaryOpExpr>(expr);
      found |= product && product.getKind() == AffineExprKind::Mul && product.isFunctionOfDim(dim.getPosition());
    });
    return found;
  }

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
    SmallVector<AffineMap> reading;
    for (OpOperand *input : product.getDpsInputOperands())
      if (columns && product.getMatchingIndexingMap(input).isFunctionOfDim(columns.getPosition()))
        reading.push_back(product.getMatchingIndexingMap(input));
    if (reading.size() != 1 || strides(reading.front(), columns))
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

// What does not depend on some of the loops around it is computed without them, and broadcast.
//
//   %r[i, j, k] = sum %x[i, j] * 3        %s[i] = sum %x[i, j] * 3
//                                         %r[i, k] = %s[i]
//
// A function of single elements is computed once for each only if it is much work and vectors have different ones:
// mayJoinReader puts others back into the copy.
struct ComputeOnce : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    auto type = op->getNumResults() == 1 ? dyn_cast<RankedTensorType>(op->getResult(0).getType()) : RankedTensorType();
    if (!type || !type.hasStaticShape() || type.getRank() == 0)
      return failure();
    OpOperand *init = op.getDpsInitOperand(0);
    AffineMap stored = op.getMatchingIndexingMap(init);
    bool isReduction = op.getNumReductionLoops() > 0;
    bool readsInit = !op.getMatchingBlockArgument(init).use_empty();
    if (!stored.isProjectedPermutation() || readsInit != isReduction)
      return failure();
    llvm::SmallBitVector without = unusedLoops(op, stored);
    int64_t repetitions = 1;
    SmallVector<int64_t> shape;
    SmallVector<AffineExpr> read, written;
    for (auto [i, expr] : llvm::enumerate(stored.getResults())) {
      if (without.test(cast<AffineDimExpr>(expr).getPosition())) {
        repetitions *= type.getDimSize(i);
        continue;
      }
      shape.push_back(type.getDimSize(i));
      read.push_back(rewriter.getAffineDimExpr(i));
      written.push_back(expr);
    }
    bool varies = !without.test(cast<AffineDimExpr>(stored.getResults().back()).getPosition());
    if (repetitions < 2 || !(isReduction || (varies && costOf(op) > muchWork)))
      return failure();
    auto smallType = RankedTensorType::get(shape, type.getElementType());
    Value smallInit = isReduction ? filledLike(rewriter, init->get(), smallType)
                                  : tensor::EmptyOp::create(rewriter, op.getLoc(), shape, type.getElementType());
    if (!smallInit)
      return failure();
    auto small = cast<linalg::GenericOp>(rewriter.clone(*op));
    small.getDpsInitsMutable()[0].set(smallInit);
    small.getResult(0).setType(smallType);
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    maps[init->getOperandNumber()] = AffineMap::get(stored.getNumDims(), 0, written, stored.getContext());
    for (AffineMap &map : maps)
      map = compressDims(map, without);
    small.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
    SmallVector<Attribute> iterators;
    for (auto [i, iterator] : llvm::enumerate(op.getIteratorTypes()))
      if (!without.test(i))
        iterators.push_back(iterator);
    small.setIteratorTypesAttr(rewriter.getArrayAttr(iterators));
    small.walk([&](linalg::IndexOp index) {
      index.setDim(index.getDim() - static_cast<int64_t>(llvm::count_if(llvm::seq<uint64_t>(0, index.getDim()),
                                                                      [&](uint64_t loop) { return without.test(loop); })));
    });
    Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(), type.getElementType());
    AffineMap readMap = AffineMap::get(type.getRank(), 0, read, stored.getContext());
    SmallVector<utils::IteratorType> parallel(type.getRank(), utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange{type}, ValueRange{small.getResult(0)}, ValueRange{empty},
        ArrayRef<AffineMap>{readMap, rewriter.getMultiDimIdentityMap(type.getRank())}, parallel,
        [](OpBuilder &builder, Location location, ValueRange elements) {
          linalg::YieldOp::create(builder, location, elements[0]);
        });
    return success();
  }

private:
  // The loops along dimensions of the result that neither an input nor an index depends on.
  static llvm::SmallBitVector unusedLoops(linalg::GenericOp op, AffineMap stored) {
    SmallVector<AffineMap> maps;
    for (OpOperand *input : op.getDpsInputOperands())
      maps.push_back(op.getMatchingIndexingMap(input));
    llvm::SmallBitVector unused(stored.getNumDims());
    if (maps.empty())
      return unused;
    for (AffineExpr expr : stored.getResults())
      unused.set(cast<AffineDimExpr>(expr).getPosition());
    unused &= getUnusedDimsBitVector(maps);
    op.walk([&](linalg::IndexOp index) { unused.reset(index.getDim()); });
    return unused;
  }
};

// An input whose elements a body does not use gives loops their extents only: an array without elements serves as well, and
// what computed the input is not kept for it. Of equal elements the body has a literal, but for a product, which is told by its factors.
struct ReadNoUnusedElements : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op, PatternRewriter &rewriter) const override {
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto type = dyn_cast<RankedTensorType>(input->get().getType());
      BlockArgument element = op.getMatchingBlockArgument(input);
      SplatElementsAttr equal;
      if (!element.use_empty() && element.getType().isIntOrFloat() && matchPattern(input->get(), m_Constant(&equal)) &&
          (op.getNumReductionLoops() == 0 || op->getNumResults() > 1)) {
        auto value = cast<TypedAttr>(equal.getSplatValue<Attribute>());
        rewriter.replaceAllUsesWith(element, arith::ConstantOp::create(rewriter, op.getLoc(), value));
      }
      if (!element.use_empty() || !type || !type.hasStaticShape() ||
          input->get().getDefiningOp<tensor::EmptyOp>())
        continue;
      Value empty = tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(), type.getElementType());
      rewriter.modifyOpInPlace(op, [&] { input->set(empty); });
      return success();
    }
    return failure();
  }
};

// Each of several readers computes the elements of an op's result itself, where that is little work, done once for each element, and does
// not read more bytes than to make the array does and to read it. What is saved is to write it. An array whose elements are gathered
// with steps is made: its readers read neighbours. What only counts, as an iota does, is read wherever, and however often.
//
//   %c[i, j] = %x[i, j] - %m[j]        %s[j] = sum %x[i, j] - %m[j]
//   %s[j] = sum %c[i, j]               %y[i, j] = (%x[i, j] - %m[j]) * %k[j]
//   %y[i, j] = %c[i, j] * %k[j]
struct ComputeInEachReader : OpRewritePattern<linalg::GenericOp> {
  ComputeInEachReader(MLIRContext *context, int64_t limit) : OpRewritePattern(context), limit(limit) {}

  LogicalResult matchAndRewrite(linalg::GenericOp producer, PatternRewriter &rewriter) const override {
    if (producer->getNumResults() != 1 || producer->hasOneUse() || producer->use_empty() ||
        producer.getNumReductionLoops() > 0 || costOf(producer) > littleWork ||
        transposes(producer) || xla_rs_accumulates(wrap(producer)))
      return failure();
    bool counts = producer.getNumDpsInputs() == 0 && producer.getBody()->getOps<tensor::ExtractOp>().empty();
    if (computesIndices(producer) && !counts)
      return failure();
    Value result = producer->getResult(0);
    auto type = cast<RankedTensorType>(result.getType());
    if (!type.hasStaticShape())
      return failure();
    int64_t made = 0, repeated = 0;
    bool givesExtents = false, isVector = type.getRank() == 0 || type.getShape().back() >= leastRow;
    for (OpOperand *input : producer.getDpsInputOperands()) {
      AffineMap read = producer.getMatchingIndexingMap(input);
      bool isWhole = read.isPermutation();
      if (hasSteps(read) || !(isWhole || isVector || read.getNumResults() == 0))
        return failure();
      givesExtents |= isWhole;
      made += bytesOf(input->get(), type.getNumElements());
    }
    llvm::SmallPtrSet<Operation *, 4> readers;
    for (OpOperand &use : result.getUses()) {
      auto reader = dyn_cast<linalg::GenericOp>(use.getOwner());
      if (!reader || reader->getBlock() != producer->getBlock() || !reader.isDpsInput(&use) ||
          (!counts && (!readers.insert(reader).second || readsPerElement(&use) > 1 ||
                       !reader.getMatchingIndexingMap(&use).isProjectedPermutation())) ||
          !(givesExtents || reader.getNumReductionLoops() == 0) || costOf(producer) + costOf(reader) > limit)
        return failure();
      made += bytesOf(result, type.getNumElements());
      for (OpOperand *input : producer.getDpsInputOperands()) {
        AffineMap read = producer.getMatchingIndexingMap(input).compose(reader.getMatchingIndexingMap(&use));
        bool isRead = llvm::any_of(reader.getDpsInputOperands(), [&](OpOperand *other) {
          return other->get() == input->get() && reader.getMatchingIndexingMap(other) == read;
        });
        if (!isRead)
          repeated += bytesOf(input->get(), type.getNumElements());
      }
    }
    if (repeated > made)
      return failure();
    // Each reader has an op that no other reads, which becomes part of it.
    for (OpOperand &use : llvm::make_early_inc_range(llvm::drop_begin(result.getUses()))) {
      Value own = rewriter.clone(*producer)->getResult(0);
      rewriter.modifyOpInPlace(use.getOwner(), [&] { use.set(own); });
    }
    return success();
  }

private:
  int64_t limit;

  // Elements of a row from which it is computed in vectors where another row is read beside it. An array of shorter rows is computed in
  // vectors across rows, unless one row is read for all.
  static constexpr int64_t leastRow = 16;

  // The bytes of an array, or of so many elements if that is less; 0 for what is no array, or has no known size.
  static int64_t bytesOf(Value value, int64_t most) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.hasStaticShape())
      return 0;
    auto complex = dyn_cast<ComplexType>(type.getElementType());
    Type part = complex ? complex.getElementType() : type.getElementType();
    int64_t bytes = part.isIntOrFloat() ? llvm::divideCeil(part.getIntOrFloatBitWidth(), 8) : 8;
    return std::min(type.getNumElements(), most) * bytes * (complex ? 2 : 1);
  }
};

// An op and the reader of its result become one where the iterations of one are those of the other, one by one. Upstream's pattern does
// the same by copies of both bodies, and takes quadratic time for a chain of ops; here the reader's ops are added to the body that
// there is.
struct AppendToProducer : OpRewritePattern<linalg::GenericOp> {
  AppendToProducer(MLIRContext *context, llvm::function_ref<bool(OpOperand *)> isWorthwhile)
      : OpRewritePattern(context, /*benefit=*/2), isWorthwhile(isWorthwhile) {}

  LogicalResult matchAndRewrite(linalg::GenericOp reader, PatternRewriter &rewriter) const override {
    if (reader.getNumReductionLoops() > 0)
      return failure();
    for (OpOperand *operand : reader.getDpsInputOperands()) {
      auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
      if (producer && hasSameIterations(producer, reader, operand) && isWorthwhile(operand)) {
        append(reader, producer, operand, rewriter);
        return success();
      }
    }
    return failure();
  }

private:
  llvm::function_ref<bool(OpOperand *)> isWorthwhile;

  static bool hasSameIterations(linalg::GenericOp producer, linalg::GenericOp reader, OpOperand *operand) {
    return producer.getNumReductionLoops() == 0 && producer->getNumResults() == 1 &&
           producer->getBlock() == reader->getBlock() && producer->getDiscardableAttrs().empty() &&
           reader->getDiscardableAttrs().empty() && producer.getNumLoops() == reader.getNumLoops() &&
           reader.getMatchingIndexingMap(operand).isIdentity() &&
           producer.getMatchingIndexingMap(producer.getDpsInitOperand(0)).isIdentity() &&
           producer.getRegionOutputArgs()[0].use_empty();
  }

  static void append(linalg::GenericOp reader, linalg::GenericOp producer, OpOperand *operand, PatternRewriter &rewriter) {
    // The inputs of the reader, those of the producer in place of its result. What is read twice in one way is one input.
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    Block *body = producer.getBody();
    unsigned own = producer.getNumDpsInputs();
    SmallVector<BlockArgument> computing(body->getArguments().take_front(own));
    body->eraseArgument(own);
    auto add = [&](linalg::GenericOp of, OpOperand *input, BlockArgument element, bool isOfBody) {
      AffineMap map = of.getMatchingIndexingMap(input);
      for (auto [i, same] : llvm::enumerate(inputs))
        if (same == input->get() && maps[i] == map) {
          element.replaceAllUsesWith(body->getArgument(i));
          if (isOfBody)
            body->eraseArgument(element.getArgNumber());
          return;
        }
      if (!isOfBody)
        element.replaceAllUsesWith(body->insertArgument(inputs.size(), element.getType(), element.getLoc()));
      inputs.push_back(input->get());
      maps.push_back(map);
    };
    for (OpOperand *input : reader.getDpsInputOperands()) {
      BlockArgument element = reader.getMatchingBlockArgument(input);
      if (input != operand) {
        add(reader, input, element, false);
        continue;
      }
      for (auto [of, argument] : llvm::zip(producer.getDpsInputOperands(), computing))
        add(producer, of, argument, true);
      rewriter.replaceAllUsesWith(element, body->getTerminator()->getOperand(0));
      rewriter.eraseOp(body->getTerminator());
    }
    SmallVector<Value> inits(reader.getDpsInits());
    for (OpOperand &init : reader.getDpsInitsMutable()) {
      BlockArgument element = reader.getMatchingBlockArgument(&init);
      element.replaceAllUsesWith(body->addArgument(element.getType(), element.getLoc()));
      maps.push_back(reader.getMatchingIndexingMap(&init));
    }
    body->getOperations().splice(body->end(), reader.getBody()->getOperations());
    auto both = linalg::GenericOp::create(rewriter, reader.getLoc(), reader->getResultTypes(), inputs, inits,
                                          rewriter.getAffineMapArrayAttr(maps), reader.getIteratorTypesAttr(),
                                          /*doc=*/StringAttr(), /*library_call=*/StringAttr());
    both.getRegion().takeBody(producer.getRegion());
    rewriter.replaceOp(reader, both.getResults());
    rewriter.eraseOp(producer);
  }
};

class FuseElementwise : public PassWrapper<FuseElementwise, OperationPass<func::FuncOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuseElementwise)
  FuseElementwise() = default;
  FuseElementwise(const FuseElementwise &other) : PassWrapper(other) {}
  StringRef getArgument() const override { return "xla-fuse-elementwise"; }
  StringRef getDescription() const override {
    return "Fuse elementwise linalg ops into their readers, up to a size";
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
    // A reshape of what an op gives or takes leaves the number of its iterations as it is. That of a reduction's result, which is part of
    // no reader, would become one of arrays that other ops read as they are. One of what no op computes is free, and stays: the loops of
    // its reader may fit other operands as they are.
    auto isSharedByOps = [](OpOperand *input) {
      auto producer = input->get().getDefiningOp<linalg::GenericOp>();
      return producer && !producer->hasOneUse();
    };
    auto mayReshape = [&](OpOperand *operand) {
      Operation *producer = operand->get().getDefiningOp();
      auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
      auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(producer);
      if (collapse && !collapse.getSrc().getDefiningOp<linalg::GenericOp>())
        return false;
      return producer && producer->hasOneUse() &&
             !(generic && generic.getNumReductionLoops() > 0 &&
               llvm::any_of(generic.getDpsInputOperands(), isSharedByOps));
    };
    // What alone gives loops of its reader their extents stays as it is: upstream would make it a result that nothing uses.
    auto givesExtents = [](OpOperand *operand) {
      auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
      auto reader = dyn_cast<linalg::GenericOp>(operand->getOwner());
      return producer && reader && !linalg::getPreservedProducerResults(producer, reader, operand).empty();
    };
    auto isWorthwhile = [&](OpOperand *operand) {
      return mayMove(operand) && mayJoinReader(operand) && !givesExtents(operand) &&
             costOf(operand->get().getDefiningOp()) + costOf(operand->getOwner()) <= limit;
    };
    RewritePatternSet patterns(context);
    patterns.add<AppendToProducer>(context, isWorthwhile);
    linalg::populateElementwiseOpsFusionPatterns(patterns, isWorthwhile);
    linalg::populateFoldReshapeOpsByExpansionPatterns(patterns, mayReshape);
    linalg::populateConstantFoldLinalgOperations(patterns, mayMove);
    patterns.add<StoreProductAsRead, ComputeOnce, ReadNoUnusedElements>(context);
    patterns.add<ComputeInEachReader>(context, limit);
    populateExtractionPatterns(patterns);
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
