// Loops, vectors and memory become the llvm dialect in one pass: MLIR has a pass for each dialect, and each of them walks the module.
#include "ToLlvmOps.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/Pattern.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Dialect/Vector/Transforms/LoweringPatterns.h"
#include "mlir/Dialect/Vector/Transforms/VectorRewritePatterns.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace {
// What has no form of LLVM's becomes what has one: vectors of several dimensions, masks, views of memory, affine maps.
void populateExpansionPatterns(RewritePatternSet &patterns) {
  vector::populateVectorToVectorCanonicalizationPatterns(patterns);
  vector::populateVectorBitCastLoweringPatterns(patterns);
  vector::populateVectorBroadcastLoweringPatterns(patterns);
  vector::populateVectorContractLoweringPatterns(patterns, vector::VectorContractLowering::Dot);
  vector::populateVectorMaskOpLoweringPatterns(patterns);
  vector::populateVectorShapeCastLoweringPatterns(patterns);
  vector::populateVectorInterleaveLoweringPatterns(patterns);
  vector::populateVectorTransposeLoweringPatterns(patterns, vector::VectorTransposeLowering::EltWise);
  vector::populateVectorTransferLoweringPatterns(patterns, /*maxTransferRank=*/1);
  vector::populateVectorMaskMaterializationPatterns(patterns, /*force32BitVectorIndices=*/true);
  vector::populateVectorInsertExtractStridedSliceTransforms(patterns);
  vector::populateVectorStepLoweringPatterns(patterns);
  vector::populateVectorRankReducingFMAPattern(patterns);
  vector::populateVectorGatherLoweringPatterns(patterns);
  memref::populateExpandStridedMetadataPatterns(patterns);
  populateAffineToStdConversionPatterns(patterns);
  populateAffineToVectorConversionPatterns(patterns);
  arith::populateCeilFloorDivExpandOpsPatterns(patterns);
}

// A loop with its test at the end, behind one test of the whole where it may have no iteration: what LLVM makes of a loop whose test
// comes first, as upstream's pattern has it.
class TestLast : public OpRewritePattern<scf::ForOp> {
public:
  explicit TestLast(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(scf::ForOp loop, PatternRewriter &rewriter) const override {
    Location location = loop.getLoc();
    Block *before = rewriter.getInsertionBlock();
    Block *after = rewriter.splitBlock(before, rewriter.getInsertionPoint());
    SmallVector<Location> locations(loop.getNumResults(), location);
    SmallVector<Value> results(after->addArguments(loop.getResultTypes(), locations));
    Block *first = &loop.getRegion().front(), *last = &loop.getRegion().back();
    Operation *yield = last->getTerminator();
    rewriter.inlineRegionBefore(loop.getRegion(), after);
    auto predicate = loop.getUnsignedCmp() ? LLVM::ICmpPredicate::ult : LLVM::ICmpPredicate::slt;
    auto isBelow = [&](Value index) {
      return LLVM::ICmpOp::create(rewriter, location, predicate, index, loop.getUpperBound()).getResult();
    };

    rewriter.setInsertionPointToEnd(before);
    SmallVector<Value> initial{loop.getLowerBound()};
    llvm::append_range(initial, loop.getInitArgs());
    if (loop.getStaticTripCount().value_or(APInt(1, 0)).isZero())
      cf::CondBranchOp::create(rewriter, location, isBelow(loop.getLowerBound()), first, initial, after, loop.getInitArgs());
    else
      cf::BranchOp::create(rewriter, location, first, initial);

    rewriter.setInsertionPointToEnd(last);
    Value index = LLVM::AddOp::create(rewriter, location, first->getArgument(0), loop.getStep());
    SmallVector<Value> next{index};
    llvm::append_range(next, yield->getOperands());
    auto latch = cf::CondBranchOp::create(rewriter, location, isBelow(index), first, next, after, yield->getOperands());
    latch->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    rewriter.eraseOp(yield);
    rewriter.replaceOp(loop, results);
    return success();
  }
};

// What the pass makes of a context, for all modules in it.
struct Conversions {
  explicit Conversions(MLIRContext *context) : converter(context, options(context)) {
    RewritePatternSet expanding(context);
    populateExpansionPatterns(expanding);
    expansions = std::move(expanding);

    RewritePatternSet patterns(context);
    populateSCFToControlFlowConversionPatterns(patterns);
    patterns.add<TestLast>(context);
    cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
    cf::populateAssertToLLVMConversionPattern(converter, patterns, /*abortOnFailure=*/true, &symbols);
    arith::populateArithToLLVMConversionPatterns(converter, patterns);
    index::populateIndexToLLVMConversionPatterns(converter, patterns);
    populateMathToLLVMConversionPatterns(converter, patterns);
    populateComplexToLLVMConversionPatterns(converter, patterns);
    populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns, &symbols);
    populateFuncToLLVMConversionPatterns(converter, patterns, &symbols);
    populateVectorToLLVMConversionPatterns(converter, patterns, /*reassociateFPReductions=*/false,
                                           /*force32BitVectorIndices=*/true);
    conversions = std::move(patterns);
  }

  static LowerToLLVMOptions options(MLIRContext *context) {
    LowerToLLVMOptions options(context);
    options.useBarePtrCallConv = true;
    return options;
  }

  LLVMTypeConverter converter;
  SymbolTableCollection symbols; // of the module that the pass is on
  FrozenRewritePatternSet expansions, conversions;
};

class ConvertToLlvm : public PassWrapper<ConvertToLlvm, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ConvertToLlvm)
  StringRef getArgument() const override { return "xla-convert-to-llvm"; }
  StringRef getDescription() const override {
    return "Convert functions, loops, vectors and memory to the llvm dialect, with bare pointers for memrefs";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, arith::ArithDialect, cf::ControlFlowDialect, LLVM::LLVMDialect,
                    memref::MemRefDialect, scf::SCFDialect, vector::VectorDialect>();
  }
  LogicalResult initialize(MLIRContext *context) override {
    made = std::make_shared<Conversions>(context);
    return success();
  }
  void runOnOperation() override {
    expand();
    xla::convertSimpleOps(getOperation(), made->converter);
    LLVMConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *op) {
      return isa<ModuleOp, UnrealizedConversionCastOp>(op);
    });
    made->symbols.invalidateSymbolTable(getOperation());
    ConversionConfig config;
    config.foldingMode = DialectConversionFoldingMode::Never; // what folds has been folded
    if (failed(applyFullConversion(getOperation(), target, made->conversions, config)))
      signalPassFailure();
    made->symbols.invalidateSymbolTable(getOperation());
    reconcile();
    annotateLoops();
    dropDescriptors();
    freezeDivisors();
  }

private:
  std::shared_ptr<Conversions> made;

  // Rewrites the ops that have no form of LLVM's; the others, nearly all, are not even looked at.
  void expand() {
    const auto &patterns = made->expansions.getOpSpecificNativePatterns();
    SmallVector<Operation *> ops;
    getOperation()->walk([&](Operation *op) {
      if (patterns.contains(op->getName()))
        ops.push_back(op);
    });
    auto config = GreedyRewriteConfig()
                      .setScope(&getOperation().getBodyRegion())
                      .setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
                      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
    // Not converging is no failure: what is left is reported by the conversion.
    (void)applyOpPatternsGreedily(ops, made->expansions, config);
  }

  void reconcile() {
    SmallVector<UnrealizedConversionCastOp> casts;
    getOperation()->walk([&](UnrealizedConversionCastOp op) { casts.push_back(op); });
    reconcileUnrealizedCasts(casts);
  }

  // Upstream's patterns of branches leave what loops say about themselves beside the attribute that is translated.
  void annotateLoops() {
    getOperation()->walk([](LLVM::CondBrOp latch) {
      if (auto annotation = dyn_cast_or_null<LLVM::LoopAnnotationAttr>(latch->removeDiscardableAttr("llvm.loop_annotation")))
        latch.setLoopAnnotationAttr(annotation);
    });
  }

  // Reads pointers, offsets and sizes where they are, not from the descriptors of memory that they were put into, and erases what is then
  // unused: half of the ops of a kernel, each of which LLVM's passes would visit.
  void dropDescriptors() {
    getOperation()->walk([](LLVM::ExtractValueOp op) {
      Attribute unknown;
      auto value = dyn_cast_if_present<Value>(op.fold(LLVM::ExtractValueOp::FoldAdaptor(unknown, op)));
      if (value && value != op.getResult())
        op.replaceAllUsesWith(value);
    });
    getOperation()->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }

  // A divisor that is guarded, such as the lanes of `select(in_range, 5 << n, 1)`, is divided by before the guard where LLVM's selection of
  // instructions knows that it is not 0 unless it is poison; a processor's shift by too much does give 0, and the division traps. Of what is
  // frozen nothing is known.
  void freezeDivisors() {
    getOperation()->walk([](Operation *op) {
      if (!isa<LLVM::UDivOp, LLVM::SDivOp, LLVM::URemOp, LLVM::SRemOp>(op) || !isa<VectorType>(op->getResult(0).getType()))
        return;
      OpOperand &divisor = op->getOpOperand(1);
      if (divisor.get().getDefiningOp<LLVM::ConstantOp>())
        return;
      OpBuilder builder(op);
      divisor.set(LLVM::FreezeOp::create(builder, op->getLoc(), divisor.get()));
    });
  }
};
} // namespace

extern "C" void xla_register_conversion_pass() { PassRegistration<ConvertToLlvm>(); }
