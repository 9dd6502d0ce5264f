#include "ToLlvmOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace {
// `type` with integers for indices.
Type withoutIndex(Type type) {
  Type integer = IntegerType::get(type.getContext(), 64);
  if (isa<IndexType>(type))
    return integer;
  if (auto vector = dyn_cast<VectorType>(type); vector && isa<IndexType>(vector.getElementType()))
    return VectorType::get(vector.getShape(), integer, vector.getScalableDims());
  return type;
}

// The type of a function with integers for indices.
FunctionType withoutIndex(FunctionType type) {
  auto each = [](TypeRange types) { return llvm::map_to_vector(types, [](Type type) { return withoutIndex(type); }); };
  return FunctionType::get(type.getContext(), each(type.getInputs()), each(type.getResults()));
}

// The value of a literal with integers for indices.
TypedAttr withoutIndex(TypedAttr value) {
  Type type = withoutIndex(value.getType());
  if (type == value.getType())
    return value;
  if (auto integer = dyn_cast<IntegerAttr>(value))
    return IntegerAttr::get(type, integer.getValue());
  if (auto elements = dyn_cast<DenseIntElementsAttr>(value))
    return cast<TypedAttr>(elements.bitcast(cast<VectorType>(type).getElementType()));
  return value;
}

class SimpleOps {
public:
  SimpleOps(ModuleOp module, const LLVMTypeConverter &converter) : module(module), converter(converter) {}

  void run() {
    module->walk([](Operation *op) {
      retype(op->getResults());
      for (Region &region : op->getRegions())
        for (Block &block : region)
          retype(block.getArguments());
      if (auto function = dyn_cast<func::FuncOp>(op))
        function.setFunctionType(withoutIndex(function.getFunctionType()));
      else if (auto constant = dyn_cast<arith::ConstantOp>(op))
        constant.setValueAttr(withoutIndex(constant.getValue()));
    });
    module->walk([this](Operation *op) {
      builder.setInsertionPoint(op);
      if (isSimple(op))
        convert(op);
    });
  }

private:
  template <typename Range>
  static void retype(Range values) {
    for (Value value : values)
      if (Type type = withoutIndex(value.getType()); type != value.getType())
        value.setType(type);
  }

  bool isLlvms(Type type) { return converter.convertType(type) == type; }

  // Whether all results and operands but memory have a type of LLVM's.
  bool isSimple(Operation *op) {
    return llvm::all_of(op->getResultTypes(), [&](Type type) { return isLlvms(type); }) &&
           llvm::all_of(op->getOperandTypes(), [&](Type type) { return isa<MemRefType>(type) || isLlvms(type); });
  }

  void convert(Operation *op) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](arith::ConstantOp constant) {
          replace(op, LLVM::ConstantOp::create(builder, op->getLoc(), constant.getType(), constant.getValue()));
        })
        .Case([&](arith::AddIOp add) { wrapping<LLVM::AddOp>(add); })
        .Case([&](arith::SubIOp sub) { wrapping<LLVM::SubOp>(sub); })
        .Case([&](arith::MulIOp mul) { wrapping<LLVM::MulOp>(mul); })
        .Case([&](arith::ShLIOp shift) { wrapping<LLVM::ShlOp>(shift); })
        .Case([&](arith::ShRUIOp shift) { exact<LLVM::LShrOp>(shift); })
        .Case([&](arith::ShRSIOp shift) { exact<LLVM::AShrOp>(shift); })
        .Case([&](arith::AndIOp) { same<LLVM::AndOp>(op); })
        .Case([&](arith::OrIOp) { same<LLVM::OrOp>(op); })
        .Case([&](arith::XOrIOp) { same<LLVM::XOrOp>(op); })
        .Case([&](arith::MinSIOp) { same<LLVM::SMinOp>(op); })
        .Case([&](arith::MaxSIOp) { same<LLVM::SMaxOp>(op); })
        .Case([&](arith::AddFOp add) { precise<LLVM::FAddOp>(add); })
        .Case([&](arith::SubFOp sub) { precise<LLVM::FSubOp>(sub); })
        .Case([&](arith::MulFOp mul) { precise<LLVM::FMulOp>(mul); })
        .Case([&](arith::DivFOp div) { precise<LLVM::FDivOp>(div); })
        .Case([&](math::FmaOp fma) { precise<LLVM::FMAOp>(fma); })
        .Case([&](arith::SelectOp) { same<LLVM::SelectOp>(op); })
        .Case([&](arith::BitcastOp) { same<LLVM::BitcastOp>(op); })
        .Case([&](arith::ExtSIOp) { same<LLVM::SExtOp>(op); })
        .Case([&](arith::ExtUIOp) { same<LLVM::ZExtOp>(op); })
        .Case([&](arith::SIToFPOp) { same<LLVM::SIToFPOp>(op); })
        .Case([&](arith::CmpIOp compare) {
          auto predicate = static_cast<LLVM::ICmpPredicate>(compare.getPredicate());
          replace(op, LLVM::ICmpOp::create(builder, op->getLoc(), predicate, compare.getLhs(), compare.getRhs()));
        })
        .Case([&](arith::CmpFOp compare) {
          auto predicate = static_cast<LLVM::FCmpPredicate>(compare.getPredicate());
          if (compare.getFastmath() == arith::FastMathFlags::none)
            replace(op, LLVM::FCmpOp::create(builder, op->getLoc(), predicate, compare.getLhs(), compare.getRhs()));
        })
        .Case([&](vector::BroadcastOp broadcast) { splat(broadcast); })
        .Case([&](vector::ShuffleOp shuffle) {
          if (shuffle.getV1VectorType() != shuffle.getV2VectorType())
            return;
          auto mask = llvm::to_vector_of<int32_t>(shuffle.getMask());
          replace(op, LLVM::ShuffleVectorOp::create(builder, op->getLoc(), shuffle.getV1(), shuffle.getV2(), mask));
        })
        .Case([&](vector::LoadOp load) { access(load, load.getBase(), load.getResult().getType()); })
        .Case([&](vector::StoreOp store) { access(store, store.getBase(), store.getValueToStore().getType()); })
        .Case([&](memref::LoadOp load) { access(load, load.getMemref(), load.getResult().getType()); })
        .Case([&](memref::StoreOp store) { access(store, store.getMemref(), store.getValueToStore().getType()); });
  }

  static void replace(Operation *op, Operation *converted) {
    op->replaceAllUsesWith(converted);
    op->erase();
  }

  // Takes an op of LLVM's with the same operands, where nothing is known of them.
  template <typename To>
  void same(Operation *op) {
    replace(op, To::create(builder, op->getLoc(), op->getResultTypes(), op->getOperands()));
  }
  template <typename To, typename From>
  void wrapping(From op) {
    if (op.getOverflowFlags() == arith::IntegerOverflowFlags::none)
      same<To>(op);
  }
  template <typename To, typename From>
  void exact(From op) {
    if (!op.getIsExact())
      same<To>(op);
  }
  template <typename To, typename From>
  void precise(From op) {
    if (op.getFastmath() == arith::FastMathFlags::none)
      same<To>(op);
  }

  // A number as all elements of a vector.
  void splat(vector::BroadcastOp op) {
    VectorType type = op.getResultVectorType();
    if (isa<VectorType>(op.getSourceType()) || type.isScalable())
      return;
    Location location = op.getLoc();
    Value poison = LLVM::PoisonOp::create(builder, location, type);
    Value zero = LLVM::ConstantOp::create(builder, location, builder.getI64IntegerAttr(0));
    Value first = LLVM::InsertElementOp::create(builder, location, poison, op.getSource(), zero);
    SmallVector<int32_t> lanes(type.getNumElements(), 0);
    replace(op, LLVM::ShuffleVectorOp::create(builder, location, first, poison, lanes));
  }

  // A load or store of what has type `type`, which is aligned as its elements are.
  template <typename OpTy>
  void access(OpTy op, TypedValue<MemRefType> memref, Type type) {
    MemRefType memory = memref.getType();
    Type element = memory.getElementType();
    unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
    if (memory.getRank() != 1 || !memory.getLayout().isIdentity() || memory.getMemorySpace() || element != getElementTypeOrSelf(type) ||
        bits % 8 != 0 || bits < 8 || bits > 64 || op.getAlignment())
      return;
    constexpr bool isSingle = std::is_same_v<OpTy, memref::LoadOp> || std::is_same_v<OpTy, memref::StoreOp>;
    Value at = address(op, pointer(memref), op.getIndices()[0], element, bits / 8, isSingle);
    if constexpr (std::is_same_v<OpTy, vector::LoadOp> || std::is_same_v<OpTy, memref::LoadOp>)
      replace(op, LLVM::LoadOp::create(builder, op.getLoc(), type, at, bits / 8, /*isVolatile=*/false, op.getNontemporal()));
    else
      replace(op, LLVM::StoreOp::create(builder, op.getLoc(), op->getOperand(0), at, bits / 8, /*isVolatile=*/false,
                                        op.getNontemporal()));
  }

  // The address of an element. Those that differ by literals are computed from one of them, as LLVM's passes would, op by op.
  Value address(Operation *op, Value pointer, Value index, Type element, uint64_t bytes, bool isSingle) {
    uint64_t sum = 0; // wraps around, as addresses do
    APInt literal;
    Value first = index;
    for (auto add = first.getDefiningOp<LLVM::AddOp>(); add && matchPattern(add.getRhs(), m_ConstantInt(&literal));
         add = first.getDefiningOp<LLVM::AddOp>()) {
      first = add.getLhs();
      sum += literal.getZExtValue() * bytes;
    }
    Location location = op->getLoc();
    auto distance = static_cast<int64_t>(sum);
    if (distance != static_cast<int32_t>(distance))
      std::tie(first, distance) = std::make_pair(index, 0);
    auto flags = LLVM::GEPNoWrapFlags::none;
    // An element that is accessed alone is in its array, and upstream's pattern says so.
    if (distance == 0 && isSingle)
      flags = LLVM::GEPNoWrapFlags::inbounds | LLVM::GEPNoWrapFlags::nuw;
    Value &start = starts[{op->getBlock(), pointer, first, element}];
    if (!start)
      start = LLVM::GEPOp::create(builder, location, pointer.getType(), element, pointer, ValueRange(first), flags);
    if (distance == 0)
      return start;
    LLVM::GEPArg step = static_cast<int32_t>(distance);
    return LLVM::GEPOp::create(builder, location, pointer.getType(), builder.getI8Type(), start, step);
  }

  // The address of the first element of `memref`.
  Value pointer(TypedValue<MemRefType> memref) {
    Value &pointer = pointers[memref];
    if (!pointer) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointAfterValue(memref);
      Type descriptor = converter.convertType(memref.getType());
      auto cast = UnrealizedConversionCastOp::create(builder, memref.getLoc(), descriptor, memref);
      pointer = LLVM::ExtractValueOp::create(builder, memref.getLoc(), cast.getResult(0), /*position=*/1);
    }
    return pointer;
  }

  ModuleOp module;
  const LLVMTypeConverter &converter;
  OpBuilder builder{module.getContext()};
  DenseMap<Value, Value> pointers; // of the memory that is read and written
  DenseMap<std::tuple<Block *, Value, Value, Type>, Value> starts; // the addresses of elements, by block, pointer, index and element type
};
} // namespace

void xla::convertSimpleOps(ModuleOp module, const LLVMTypeConverter &converter) { SimpleOps(module, converter).run(); }
