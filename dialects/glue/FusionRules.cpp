// What decides which linalg ops become one.
#include "Fusion.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace fusion;

// Neighbours, along a row or a column, from which on they are computed in vectors.
static constexpr int64_t fewest = 8;

// Elements of a row that fill a vector.
static constexpr int64_t shortest = 16;

// Products, or other terms, of a reduction from which on it matters how they are computed.
static constexpr int64_t manyTerms = 1024;

// Whether `op` divides by what is no literal.
static bool isDivision(Operation &op) {
  bool isOfIntegers = isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp>(op);
  return isa<arith::DivFOp, arith::RemFOp>(op) || (isOfIntegers && !matchPattern(op.getOperand(1), m_Constant()));
}

int64_t fusion::costOf(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic)
    return 0;
  int64_t cost = 0;
  auto *functions = op->getContext()->getLoadedDialect<math::MathDialect>();
  for (Operation &inner : *generic.getBody())
    cost += inner.getDialect() == functions || isDivision(inner) ? 16 : 1;
  return cost;
}

bool fusion::isArray(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() > 0;
}

bool fusion::computesIndices(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && llvm::any_of(*generic.getBody(),
                                 [](Operation &inner) { return isa<tensor::ExtractOp, linalg::IndexOp>(inner); });
}

int64_t fusion::readsPerElement(OpOperand *operand) {
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

// Whether the innermost loops of a reader of parallel loops read one element of an operand for long enough that computing it in
// front of them, as a single element, does not matter, and no other loop reads it again. A scalar is read by all loops.
static bool readsInOneRun(OpOperand *operand) {
  constexpr int64_t longRun = 64;
  // Several functions take longer as a single element than in vectors by more than it takes to load their result.
  constexpr int64_t oneFunction = 24;
  if (costOf(operand->get().getDefiningOp()) > oneFunction)
    return false;
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  AffineMap map = reader.getMatchingIndexingMap(operand);
  if (map.getNumResults() == 0 && reader.getNumLoops() > 1)
    return false;
  int64_t run = 1;
  SmallVector<int64_t> ranges = reader.getStaticLoopRanges();
  for (int64_t loop = ranges.size() - 1; loop >= 0 && !map.isFunctionOfDim(loop); --loop)
    run *= ranges[loop];
  return run >= longRun && run == readsPerElement(operand);
}

// Whether a reduction has several arrays as inputs and no windows: it may be a product of matrices.
static bool isProduct(linalg::LinalgOp reduction) {
  return llvm::count_if(reduction.getDpsInputs(), isArray) > 1 &&
         llvm::all_of(reduction.getIndexingMapsArray(), [](AffineMap map) { return map.isProjectedPermutation(); });
}

// Whether a product has so many columns that they are computed in vectors: fewer are computed along the terms, or along a batch.
static bool hasColumns(Operation *product) {
  auto result = dyn_cast<RankedTensorType>(product->getResult(0).getType());
  return result && result.getRank() > 0 && result.getShape().back() >= fewest;
}

// Whether a reduction may be a product of matrices whose factors are packed, which computes each of their elements once: both are
// read repeatedly.
static bool packsFactors(linalg::LinalgOp reduction) {
  return hasColumns(reduction) && isProduct(reduction) && llvm::all_of(reduction.getDpsInputOperands(), [](OpOperand *operand) {
    return !isArray(operand->get()) || readsPerElement(operand) > 1;
  });
}

// Whether a product that packs its factors packs each element of one only once: the loops that it reads the factor's elements again in
// are neighbours in the other factor and in the result, so that they are one loop over its rows or columns. It packs the factor again in
// each iteration of any other loop around that one.
static bool packsOnce(OpOperand *operand) {
  auto product = cast<linalg::LinalgOp>(operand->getOwner());
  AffineMap packed = product.getMatchingIndexingMap(operand);
  SmallVector<int64_t> ranges = product.getStaticLoopRanges();
  auto isAgain = [&](AffineExpr index) {
    unsigned loop = cast<AffineDimExpr>(index).getPosition();
    return ranges[loop] != 1 && !packed.isFunctionOfDim(loop);
  };
  auto again = [&](AffineMap map) {
    SmallVector<AffineExpr> found;
    for (AffineExpr index : map.getResults())
      if (isAgain(index))
        found.push_back(index);
    return found;
  };
  SmallVector<AffineExpr> loops = again(product.getMatchingIndexingMap(product.getDpsInitOperand(0)));
  return llvm::all_of(product->getOpOperands(), [&](OpOperand &other) {
    AffineMap map = product.getMatchingIndexingMap(&other);
    if (&other == operand || map.getNumResults() == 0)
      return true;
    const auto *first = llvm::find_if(map.getResults(), isAgain);
    SmallVector<AffineExpr> run(first, std::min(first + loops.size(), map.getResults().end()));
    return again(map) == loops && run == loops;
  });
}

// Whether elements that an op writes side by side lie apart where it reads them. One that is repeated does not.
static bool areApart(AffineMap read, AffineMap written) {
  if (read.getNumResults() < 2 || written.getNumResults() == 0)
    return false;
  auto last = dyn_cast<AffineDimExpr>(written.getResults().back());
  if (!last)
    return true;
  return read.isFunctionOfDim(last.getPosition()) && !read.getResults().back().isFunctionOfDim(last.getPosition());
}

// Whether elements that lie side by side in the first result of an op lie apart in an input of it.
static bool readsApart(OpOperand *input) {
  auto op = cast<linalg::LinalgOp>(input->getOwner());
  return areApart(op.getMatchingIndexingMap(input), op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
}

bool fusion::transposes(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && generic->getNumResults() == 1 && llvm::any_of(generic.getDpsInputOperands(), readsApart);
}

// Whether a reader that transposes an operand, or what `producer` transposes, has rows too short for vectors, and one of the two is
// much work, which takes less in vectors of all elements before or after.
static bool worksOnShortRows(OpOperand *operand, Operation *producer) {
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  bool isApart = (transposes(producer) && costOf(reader) > muchWork) || (costOf(producer) > muchWork && readsApart(operand));
  return isApart && reader.getNumLoops() > 0 && reader.getStaticLoopRanges().back() < shortest;
}

bool fusion::hasSteps(AffineMap map) {
  bool found = false;
  map.walkExprs([&](AffineExpr expr) {
    found |= isa<AffineBinaryOpExpr>(expr) && !llvm::is_contained({AffineExprKind::Add, AffineExprKind::Mod}, expr.getKind());
  });
  return found;
}

// How the loops of an operand's reader would read the inputs of `producer`, which computes the operand: none if it does not
// write one element in each iteration of its loops.
static SmallVector<AffineMap> readsThrough(OpOperand *operand, linalg::GenericOp producer) {
  AffineMap written = producer.getMatchingIndexingMap(producer.getDpsInitOperand(0));
  if (!written.isPermutation())
    return {};
  AffineMap loops = inversePermutation(written).compose(cast<linalg::LinalgOp>(operand->getOwner()).getMatchingIndexingMap(operand));
  return llvm::map_to_vector(producer.getDpsInputOperands(),
                             [&](OpOperand *input) { return producer.getMatchingIndexingMap(input).compose(loops); });
}

// Whether an op gathers, with steps, from places apart or at indices that it computes, what its reader reads again and again: it is
// made once, where its elements are neighbours.
static bool gathersForMany(OpOperand *operand, Operation *producer) {
  constexpr int64_t many = 16;
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  if (!generic || readsPerElement(operand) < many)
    return false;
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  AffineMap written = reader.getMatchingIndexingMap(reader.getDpsInitOperand(0));
  auto steps = [&](OpOperand *input) { return hasSteps(generic.getMatchingIndexingMap(input)); };
  return llvm::any_of(generic.getDpsInputOperands(), steps) || !generic.getBody()->getOps<tensor::ExtractOp>().empty() ||
         llvm::any_of(readsThrough(operand, generic), [&](AffineMap read) { return areApart(read, written); });
}

// Whether an op gathers rows: neighbours of its result are neighbours where it reads them.
static bool gathersRows(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || generic.getNumLoops() == 0 || generic.getStaticLoopRanges().back() < shortest)
    return false;
  auto isNeighbour = [&](Value index) {
    auto loop = index.getDefiningOp<linalg::IndexOp>();
    return loop && loop.getDim() + 1 == generic.getNumLoops();
  };
  return llvm::any_of(generic.getBody()->getOps<tensor::ExtractOp>(), [&](tensor::ExtractOp extract) {
    if (extract.getIndices().empty())
      return false;
    Value last = extract.getIndices().back();
    auto sum = last.getDefiningOp<arith::AddIOp>();
    return isNeighbour(last) || (sum && (isNeighbour(sum.getLhs()) || isNeighbour(sum.getRhs())));
  });
}

// Whether the elements of an op's result are wider than those of an input.
static bool widens(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic)
    return false;
  auto bits = [](Value value) {
    Type element = getElementTypeOrSelf(value.getType());
    return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  };
  return llvm::any_of(generic.getDpsInputs(), [&](Value input) { return bits(input) < bits(generic->getResult(0)); });
}

// Whether an op computes nothing of the elements that it reads.
static bool isMove(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && llvm::hasSingleElement(*generic.getBody());
}

// Whether an op reads an array of complex elements.
static bool readsComplex(Operation *op) {
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  return generic && llvm::any_of(generic.getDpsInputs(), [](Value input) {
    return isArray(input) && isa<ComplexType>(getElementTypeOrSelf(input));
  });
}

// Whether a product reads an operand that `producer` transposes, and neighbours of what that transposes belong to different
// matrices of a batch: in the product they would be no neighbours along any of its loops over rows, columns and depth.
static bool gathersBatches(OpOperand *operand, Operation *producer) {
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  if (!generic || !hasColumns(reader) || !transposes(producer))
    return false;
  AffineMap written = generic.getMatchingIndexingMap(generic.getDpsInitOperand(0));
  AffineMap read = reader.getMatchingIndexingMap(operand);
  auto isBatch = [&](unsigned loop) {
    return llvm::all_of(reader.getIndexingMapsArray(), [&](AffineMap map) { return map.isFunctionOfDim(loop); });
  };
  return llvm::any_of(generic.getDpsInputOperands(), [&](OpOperand *input) {
    AffineMap map = generic.getMatchingIndexingMap(input);
    if (map.getNumResults() == 0)
      return false;
    std::optional<unsigned> position = written.getResultPosition(map.getResults().back());
    return position && isBatch(cast<AffineDimExpr>(read.getResult(*position)).getPosition());
  });
}

// Whether neighbours along one of the loops are neighbours in each array that it moves through.
static bool haveNeighbours(ArrayRef<AffineMap> arrays, ArrayRef<int64_t> ranges) {
  auto isLast = [](AffineMap map, unsigned loop) {
    AffineExpr last = map.getResults().back();
    if (auto sum = dyn_cast<AffineBinaryOpExpr>(last))
      if (sum.getKind() == AffineExprKind::Add && isa<AffineConstantExpr>(sum.getRHS()))
        last = sum.getLHS();
    return last == getAffineDimExpr(loop, map.getContext());
  };
  return llvm::any_of(llvm::seq<unsigned>(ranges.size()), [&](unsigned loop) {
    return ranges[loop] >= fewest &&
           llvm::all_of(arrays, [&](AffineMap map) { return !map.isFunctionOfDim(loop) || isLast(map, loop); });
  });
}

// Whether a reduction of many terms can be computed neither in vectors nor from packed factors: neighbours are neither terms nor parts
// of different results.
static bool isOfSingleElements(linalg::LinalgOp reduction) {
  SmallVector<int64_t> ranges = reduction.getStaticLoopRanges();
  if (llvm::any_of(ranges, ShapedType::isDynamic) || computeProduct(ranges) < manyTerms)
    return false;
  SmallVector<AffineMap> arrays;
  for (OpOperand *input : reduction.getDpsInputOperands())
    if (isArray(input->get()))
      arrays.push_back(reduction.getMatchingIndexingMap(input));
  bool isPlain = llvm::all_of(arrays, [](AffineMap map) { return map.isProjectedPermutation(); });
  return isPlain && !packsFactors(reduction) && !haveNeighbours(arrays, ranges);
}

// Whether a reduction of many terms reads of an input of what computes them rows that belong to different results, and are too short
// to fill vectors.
static bool readsShortRows(OpOperand *operand, Operation *producer) {
  auto reduction = cast<linalg::LinalgOp>(operand->getOwner());
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  SmallVector<int64_t> ranges = reduction.getStaticLoopRanges();
  if (!generic || llvm::any_of(ranges, ShapedType::isDynamic) || computeProduct(ranges) < manyTerms)
    return false;
  return llvm::any_of(readsThrough(operand, generic), [&](AffineMap read) {
    int64_t row = 1;
    for (AffineExpr index : llvm::reverse(read.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(index);
      if (!loop || reduction.getIteratorTypesArray()[loop.getPosition()] != utils::IteratorType::parallel)
        break;
      row *= ranges[loop.getPosition()];
    }
    return row > 1 && row < shortest;
  });
}

// How a reader reads its arrays with the body of `producer`, which computes `operand`, in it.
static SmallVector<AffineMap> readsWith(OpOperand *operand, linalg::GenericOp producer) {
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  SmallVector<AffineMap> reads;
  for (OpOperand *input : reader.getDpsInputOperands())
    if (input->get() == operand->get())
      llvm::append_range(reads, readsThrough(input, producer));
    else
      reads.push_back(reader.getMatchingIndexingMap(input));
  llvm::erase_if(reads, [](AffineMap read) { return read.getNumResults() == 0; });
  return reads;
}

// How an op reads its arrays.
static SmallVector<AffineMap> readsOf(linalg::LinalgOp op) {
  SmallVector<AffineMap> reads = llvm::map_to_vector(
      op.getDpsInputOperands(), [&](OpOperand *input) { return op.getMatchingIndexingMap(input); });
  llvm::erase_if(reads, [](AffineMap read) { return read.getNumResults() == 0; });
  return reads;
}

// Whether a reader with the body of `producer` in it would read arrays that are transposed in different ways: tiles of one are no tiles of
// the other.
static bool transposesInSeveralWays(OpOperand *operand, Operation *producer) {
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  if (!generic)
    return false;
  AffineMap written = reader.getMatchingIndexingMap(reader.getDpsInitOperand(0));
  SmallVector<AffineMap> reads = readsWith(operand, generic);
  llvm::erase_if(reads, [&](AffineMap read) { return !areApart(read, written); });
  return llvm::any_of(reads, [&](AffineMap read) { return read.getResults().back() != reads.front().getResults().back(); });
}

// Whether a reduction gives several results of each short row: the elements are chosen from, and vectors have those of many rows.
static bool choosesFromShortRows(linalg::LinalgOp reduction) {
  constexpr int64_t longest = 64;
  SmallVector<int64_t> ranges = reduction.getStaticLoopRanges();
  if (reduction->getNumResults() < 2 || llvm::any_of(ranges, ShapedType::isDynamic))
    return false;
  int64_t terms = 1;
  for (auto [range, kind] : llvm::zip_equal(ranges, reduction.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      terms *= range;
  return terms <= longest;
}

// Whether a reduction that does not pack its factors can be computed in vectors, but could not if it read what `producer` transposes.
static bool partsNeighbours(OpOperand *operand, Operation *producer) {
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  if (!generic || packsFactors(reader) || !transposes(producer))
    return false;
  SmallVector<int64_t> ranges = reader.getStaticLoopRanges();
  if (choosesFromShortRows(reader))
    for (auto [range, kind] : llvm::zip_equal(ranges, reader.getIteratorTypesArray()))
      range = kind == utils::IteratorType::reduction ? 1 : range;
  return haveNeighbours(readsOf(reader), ranges) && !haveNeighbours(readsWith(operand, generic), ranges);
}

// Whether a reduction of many terms walks long rows of an operand, and only short ones if it read what `producer` reads: loops that walk
// the operand as one are several where one of them moves through a row, or through a column, that is repeated.
static bool partsRows(OpOperand *operand, Operation *producer) {
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  SmallVector<int64_t> ranges = reader.getStaticLoopRanges();
  if (!generic || llvm::any_of(ranges, ShapedType::isDynamic) || computeProduct(ranges) < manyTerms)
    return false;
  ArrayRef<AffineExpr> loops = reader.getMatchingIndexingMap(operand).getResults();
  auto kinds = reader.getIteratorTypesArray();
  auto row = [&](ArrayRef<AffineMap> arrays) {
    int64_t length = 1;
    for (size_t i = loops.size(); i-- > 0;) {
      auto loop = dyn_cast<AffineDimExpr>(loops[i]);
      bool isOne = loop && (i + 1 == loops.size() ||
                            (kinds[loop.getPosition()] == kinds[cast<AffineDimExpr>(loops[i + 1]).getPosition()] &&
                             llvm::all_of(arrays, [&](AffineMap map) {
                               std::optional<unsigned> at = map.getResultPosition(loop), next = map.getResultPosition(loops[i + 1]);
                               return at ? next == *at + 1 : !next;
                             })));
      if (!isOne)
        break;
      length *= ranges[loop.getPosition()];
    }
    return length;
  };
  return row(readsOf(reader)) >= shortest && row(readsWith(operand, generic)) < fewest;
}

// Whether a product reads of what `producer` moves columns that are too few side by side to be computed in vectors, and enough
// where the producer writes them.
static bool partsColumns(OpOperand *operand, Operation *producer) {
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  SmallVector<int64_t> ranges = reader.getStaticLoopRanges();
  if (!generic || !isProduct(reader) || llvm::any_of(ranges, ShapedType::isDynamic))
    return false;
  AffineMap result = reader.getMatchingIndexingMap(reader.getDpsInitOperand(0));
  auto columns = [&](AffineMap map) {
    int64_t count = 1;
    for (auto [index, column] : llvm::zip(llvm::reverse(map.getResults()), llvm::reverse(result.getResults()))) {
      if (index != column)
        break;
      count *= ranges[cast<AffineDimExpr>(index).getPosition()];
    }
    return count;
  };
  auto areParted = [&](AffineMap map) { return columns(map) > 1 && columns(map) < fewest; };
  return columns(reader.getMatchingIndexingMap(operand)) >= fewest && llvm::any_of(readsThrough(operand, generic), areParted);
}

// Whether the rows, or columns, of a product, whose factors are converted as they are packed, are one loop as `producer` writes an operand,
// and several as it reads it, with terms between them: another factor would be packed in each iteration of the outer one.
static bool partsLoops(OpOperand *operand, Operation *producer) {
  auto reader = cast<linalg::LinalgOp>(operand->getOwner());
  auto generic = dyn_cast_or_null<linalg::GenericOp>(producer);
  Type element = getElementTypeOrSelf(operand->get());
  if (!generic || !packsFactors(reader) || !element.isIntOrFloat() || element.getIntOrFloatBitWidth() > 16)
    return false;
  SmallVector<int64_t> ranges = reader.getStaticLoopRanges();
  auto kinds = reader.getIteratorTypesArray();
  auto areParted = [&](AffineMap map) {
    bool isBegun = false, isInterrupted = false;
    for (AffineExpr index : map.getResults()) {
      auto loop = dyn_cast<AffineDimExpr>(index);
      if (!loop || ranges[loop.getPosition()] == 1)
        continue;
      bool isTerm = kinds[loop.getPosition()] == utils::IteratorType::reduction;
      if (isInterrupted && !isTerm)
        return true;
      isInterrupted = isBegun && isTerm;
      isBegun |= !isTerm;
    }
    return false;
  };
  return !areParted(reader.getMatchingIndexingMap(operand)) && llvm::any_of(readsThrough(operand, generic), areParted);
}

// Whether a product that packs its factors would read the same element of what `producer` reads for several terms: it would be no product
// of matrices, and compute the other factor for each of its results.
static bool repeatsTerms(OpOperand *operand, Operation *producer) {
  auto product = cast<linalg::LinalgOp>(operand->getOwner());
  auto generic = dyn_cast<linalg::GenericOp>(producer);
  if (!generic || !packsFactors(product))
    return false;
  AffineMap read = product.getMatchingIndexingMap(operand);
  SmallVector<AffineMap> through = readsThrough(operand, generic);
  SmallVector<int64_t> ranges = product.getStaticLoopRanges();
  SmallVector<unsigned> terms;
  product.getReductionDims(terms);
  return llvm::any_of(through, [](AffineMap map) { return map.getNumResults() > 0; }) && llvm::any_of(terms, [&](unsigned loop) {
    return ranges[loop] != 1 && read.isFunctionOfDim(loop) &&
           llvm::none_of(through, [&](AffineMap map) { return map.isFunctionOfDim(loop); });
  });
}

bool fusion::mayJoinReader(OpOperand *operand) {
  auto reader = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  Operation *producer = operand->get().getDefiningOp();
  bool isReduction = reader && reader.getNumReductionLoops() > 0;
  if (costOf(producer) > littleWork)
    for (Operation *around = operand->getOwner()->getParentOp(); around != producer->getParentOp();
         around = around->getParentOp())
      if (!around || isa<LoopLikeOpInterface>(around))
        return false;
  if (reader && reader.getNumLoops() > 0 && costOf(producer) > muchWork && readsPerElement(operand) > 1 &&
      (isReduction ? !(packsFactors(reader) && packsOnce(operand)) : !readsInOneRun(operand)))
    return false;
  if (isReduction && costOf(producer) > muchWork &&
      (reader->getNumResults() > 1 || isOfSingleElements(reader) || readsShortRows(operand, producer)))
    return false;
  if (reader && !isReduction && (gathersForMany(operand, producer) || worksOnShortRows(operand, producer)))
    return false;
  // Parts of complex elements are not read in vectors by a reader that repeats them: they are made once.
  if (reader && readsPerElement(operand) > 1 && readsComplex(producer))
    return false;
  if (reader && !isReduction && transposesInSeveralWays(operand, producer))
    return false;
  // Complex elements are transposed in tiles where nothing is computed of them.
  if (reader && !isReduction && isa<ComplexType>(getElementTypeOrSelf(operand->get())) &&
      ((isMove(producer) && transposes(producer) && !isMove(reader)) ||
       (!isMove(producer) && readsComplex(producer) && readsApart(operand) && isMove(reader))))
    return false;
  // Nor are they by one that transposes them: their parts are read in a row, and transposed in tiles.
  if (reader && !isReduction && readsComplex(producer) && readsApart(operand) &&
      reader.getMatchingIndexingMap(operand).isPermutation() && !isa<ComplexType>(getElementTypeOrSelf(operand->get())))
    return false;
  // Rows are gathered as such, and transposed in tiles.
  if (reader && !isReduction && gathersRows(producer) && readsApart(operand) && reader.getMatchingIndexingMap(operand).isPermutation())
    return false;
  // A reduction of complex elements is not computed in vectors, which gather them elsewhere.
  if (isReduction && computesIndices(producer) && isa<ComplexType>(getElementTypeOrSelf(operand->get())))
    return false;
  if (isReduction && (partsNeighbours(operand, producer) || partsRows(operand, producer) || partsColumns(operand, producer) ||
                      partsLoops(operand, producer) || repeatsTerms(operand, producer)))
    return false;
  if (isReduction && readsPerElement(operand) > 1)
    return !computesIndices(producer) && (isProduct(reader) ? !gathersBatches(operand, producer)
                                                            : !(transposes(producer) || widens(producer)));
  return true;
}
