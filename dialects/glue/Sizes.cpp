// ReifyRankedShapedTypeOpInterface for all ops of the xla, stablehlo and chlo dialects: Rust gives the ops that compute the
// sizes of an op's results from its operands, and they are cloned to where the sizes are asked for.
#include "Sizes.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;

namespace {
struct Sizes {
  Operation *op;
  OpBuilder &builder;
  SmallVector<Value> open; // of each dynamic dimension of the results, in order; null where it is not known
};

void cloneSizes(MlirBlock block, intptr_t nCaptured, const MlirValue *captured, intptr_t nOps, const MlirOperation *ops,
                intptr_t nValues, const MlirValue *values, void *userData) {
  auto &sizes = *static_cast<Sizes *>(userData);
  IRMapping mapping;
  SmallVector<Value> given(sizes.op->getOperands());
  for (MlirValue value : ArrayRef(captured, nCaptured))
    given.push_back(unwrap(value));
  mapping.map(unwrap(block)->getArguments(), given);
  for (MlirOperation op : ArrayRef(ops, nOps))
    sizes.builder.clone(*unwrap(op), mapping);
  for (MlirValue value : ArrayRef(values, nValues))
    sizes.open.push_back(value.ptr ? mapping.lookup(unwrap(value)) : Value());
}

struct Reify : ReifyRankedShapedTypeOpInterface::FallbackModel<Reify> {
  LogicalResult reifyResultShapes(Operation *op, OpBuilder &builder, ReifiedRankedShapedTypeDims &dims) const {
    Sizes sizes{op, builder, {}};
    auto isOpen = [](Type type) { return isa<RankedTensorType>(type) && !cast<RankedTensorType>(type).hasStaticShape(); };
    if (llvm::any_of(op->getResultTypes(), isOpen) && !xla_rs_sizes(wrap(op), cloneSizes, &sizes))
      return failure();
    const Value *next = sizes.open.begin();
    for (Type type : op->getResultTypes()) {
      auto &shape = dims.emplace_back();
      if (auto tensor = dyn_cast<RankedTensorType>(type))
        for (int64_t size : tensor.getShape())
          shape.push_back(ShapedType::isDynamic(size) ? OpFoldResult(*next++)
                                                      : OpFoldResult(builder.getIndexAttr(size)));
    }
    return success();
  }

  FailureOr<SmallVector<OpFoldResult>> reifyShapeOfResult(Operation *op, OpBuilder &builder, int result) const {
    ReifiedRankedShapedTypeDims dims;
    if (failed(reifyResultShapes(op, builder, dims)) || result < 0 || result >= static_cast<int>(dims.size()))
      return failure();
    return dims[result];
  }

  FailureOr<OpFoldResult> reifyDimOfResult(Operation *op, OpBuilder &builder, int result, int dim) const {
    FailureOr<SmallVector<OpFoldResult>> shape = reifyShapeOfResult(op, builder, result);
    if (failed(shape) || dim < 0 || dim >= static_cast<int>(shape->size()) || !(*shape)[dim])
      return failure();
    return (*shape)[dim];
  }
};
} // namespace

void *xla::sizesInterface(TypeID interface) {
  static Reify reify;
  return interface == TypeID::get<ReifyRankedShapedTypeOpInterface>()
             ? static_cast<ReifyRankedShapedTypeOpInterface::Concept *>(&reify)
             : nullptr;
}

void xla::loadDialectsOfSizes(Dialect &dialect) {
  for (StringRef name : {"arith", "cf", "complex", "func", "linalg", "math", "scf", "tensor", "xla"})
    if (name != dialect.getNamespace())
      dialect.getContext()->getOrLoadDialect(name);
}
