// BufferizableOpInterface for the calls of the runtime that a lowered module still holds:
//
//   %y = xla.custom_call "f"(%x) : (tensor<4xf32>) -> tensor<4xf32>
//   // becomes
//   %y = memref.alloc() : memref<4xf32>
//   xla.custom_call "f"(%x, %y) : (memref<4xf32>, memref<4xf32>) -> ()
//
// Buffers are dense and row-major, which is how the runtime takes them: another is copied.
#include "XlaDialect.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

using namespace mlir;
using namespace mlir::bufferization;

namespace {
FailureOr<Value> denseBuffer(RewriterBase &rewriter, Location location, Value tensor,
                             const BufferizationOptions &options, const BufferizationState &state) {
  FailureOr<Value> buffer = getBuffer(rewriter, tensor, options, state);
  if (failed(buffer))
    return failure();
  auto type = dyn_cast<MemRefType>(buffer->getType());
  if (!type || type.getLayout().isIdentity())
    return buffer;
  auto dense = MemRefType::get(type.getShape(), type.getElementType(), MemRefLayoutAttrInterface(), type.getMemorySpace());
  FailureOr<Value> copy = options.createAlloc(rewriter, location, dense, {});
  if (failed(copy) || failed(options.createMemCpy(rewriter, location, *buffer, *copy)))
    return failure();
  return copy;
}

struct CallInterface : BufferizableOpInterface::ExternalModel<CallInterface, xla::CustomCallOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &, const AnalysisState &) const { return true; }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &, const AnalysisState &) const { return false; }
  AliasingValueList getAliasingValues(Operation *, OpOperand &, const AnalysisState &) const { return {}; }
  bool bufferizesToAllocation(Operation *, Value) const { return true; }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter, const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto isArray = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.hasStaticShape();
    };
    if (!llvm::all_of(op->getOperandTypes(), isArray) || !llvm::all_of(op->getResultTypes(), isArray))
      return op->emitOpError("cannot be bufferized: its operands and results must be arrays of known sizes");
    if (op->hasAttr("xla.waits"))
      return op->emitOpError("cannot be bufferized: the exchange that it waits for goes on in buffers of its own");
    SmallVector<Value> buffers, results;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = denseBuffer(rewriter, op->getLoc(), operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    for (Type type : op->getResultTypes()) {
      auto tensor = cast<RankedTensorType>(type);
      auto dense = MemRefType::get(tensor.getShape(), tensor.getElementType());
      FailureOr<Value> buffer = options.createAlloc(rewriter, op->getLoc(), dense, {});
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
      results.push_back(*buffer);
    }
    OperationState call(op->getLoc(), op->getName(), buffers, {}, op->getAttrs());
    rewriter.create(call);
    replaceOpWithBufferizedValues(rewriter, op, results);
    return success();
  }
};
} // namespace

// A function may do anything. The arrays in memory are named, so that passes which deallocate know that it uses them.
void xla::CustomCallOp::getEffects(SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
  for (OpOperand &operand : (*this)->getOpOperands())
    if (isa<BaseMemRefType>(operand.get().getType())) {
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    }
}

void xla::attachBufferization(MLIRContext *context) { CustomCallOp::attachInterface<CallInterface>(*context); }
