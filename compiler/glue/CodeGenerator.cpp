// LLVM's passes and code generator of one target machine, set up once for many modules: the C API sets up all analyses and some
// hundred passes in each call, which takes longer than a small function does.
#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include "mlir-c/Support.h"
#include "mlir/CAPI/Support.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Pass.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::PatternMatch;

// Whether this thread's compilation was cancelled or is out of time.
extern "C" bool xla_rs_stopped();

namespace {
// Of a compilation that is stopped it leaves out all that may be left out, so that it ends soon.
class Gate : public OptPassGate {
public:
  bool isEnabled() const override { return true; }
  bool shouldRunPass(StringRef, StringRef) const override { return !xla_rs_stopped(); }
};
Gate gate;

// Passes for what no kernel has (garbage collection, exceptions, bundles, sanitizers, probes, debug values, mitigations), which still
// cost each function the look for it and its analyses; and those that make no loop faster on x86, where a scaled index costs nothing,
// though they take a fifth of the code generator's time.
bool isLeftOut(StringRef pass) {
  static const StringSet<> leftOut = {
      "Analyze Machine Code For Garbage Collection",
      "Canonicalize Freeze Instructions in Loops",
      "Constant Hoisting",
      "Contiguously Lay Out Funclets",
      "Exception handling preparation",
      "Expand IR instructions",
      "Expand memcmp() to load/stores",
      "Fixup Statepoint Caller Saved",
      "Implement the 'patchable-function' attribute",
      "Insert KCFI indirect call checks",
      "Insert XRay ops",
      "Insert fentry calls",
      "Instrument function entry/exit with calls to e.g. mcount() (post inlining)",
      "Live DEBUG_VALUE analysis",
      "Loop Strength Reduction",
      "Lower Garbage Collection Instructions",
      "Machine InstCombiner",
      "Machine Late Instructions Cleanup Pass",
      "Machine Sanitizer Binary Metadata",
      "Merge contiguous icmps into a memcmp",
      "ObjC ARC contraction",
      "Partially inline calls to library functions",
      "Post RA top-down list latency scheduler",
      "Prepare callbr",
      "Pseudo Probe Inserter",
      "Register Allocation Pass Scoring",
      "Remove Loads Into Fake Uses",
      "Remove Redundant DEBUG_VALUE analysis",
      "Replace intrinsics with calls to vector library",
      "Safe Stack instrumentation pass",
      "Shadow Stack GC Lowering",
      "Shrink Wrapping analysis",
      "Stack Frame Layout Analysis",
      "StackMap Liveness Analysis",
      "Unpack machine instruction bundles",
      "X86 Domain Reassignment Pass",
      "X86 Indirect Branch Tracking",
      "X86 Indirect Thunks",
      "X86 Load Value Injection (LVI) Load Hardening",
      "X86 Load Value Injection (LVI) Ret-Hardening",
      "X86 Return Thunks",
      "X86 Speculative Execution Side Effect Suppression",
      "X86 insert wait instruction",
      "X86 speculative load hardening",
  };
  return leftOut.contains(pass);
}

// Takes the code generator's passes but those that are left out on x86.
class CodeGeneratorPasses : public legacy::PassManager {
public:
  explicit CodeGeneratorPasses(bool isX86) : isX86(isX86) {}
  void add(Pass *pass) override {
    if (isX86 && isLeftOut(pass->getPassName()))
      delete pass;
    else
      legacy::PassManager::add(pass);
  }

private:
  bool isX86;
};

#if LLVM_VERSION_MAJOR < 23
// Whether a choice between vectors reads `value`.
bool isChosen(const Value &value) {
  return any_of(value.users(), [](const User *user) {
    if (isa<BitCastInst>(user))
      return isChosen(*user);
    return isa<SelectInst>(user) || match(user, m_CombineOr(m_Intrinsic<Intrinsic::minimum>(), m_Intrinsic<Intrinsic::maximum>()));
  });
}

// Fences the merges of two vectors' bits that a choice between vectors reads. x86's code generator makes one masked vpternlog of
// both, with a wrong table where a constant comes from memory (llvm/llvm-project#157929, mended in LLVM 23).
void fenceMerges(Module &module) {
  SmallVector<Instruction *> merges;
  for (Function &function : module)
    for (Instruction &op : instructions(function))
      if (isa<VectorType>(op.getType()) && is_contained({32u, 64u}, op.getType()->getScalarSizeInBits()) &&
          (op.getOpcode() == Instruction::Or || match(&op, m_Intrinsic<Intrinsic::copysign>())) && isChosen(op))
        merges.push_back(&op);
  for (Instruction *merge : merges) {
    IRBuilder<> builder(merge->getNextNode());
    auto *type = cast<VectorType>(merge->getType());
    Type *element = type->getScalarSizeInBits() == 32 ? builder.getFloatTy() : builder.getDoubleTy();
    Value *floats = builder.CreateBitCast(merge, VectorType::get(element, type->getElementCount()));
    Value *fence = builder.CreateIntrinsic(Intrinsic::arithmetic_fence, {floats->getType()}, {floats});
    Value *fenced = builder.CreateBitCast(fence, type);
    merge->replaceUsesWithIf(fenced, [&](Use &use) { return use.getUser() != floats && use.getUser() != fence; });
  }
}
#else
void fenceMerges(Module &) {}
#endif

// Whether x86 computes `op`, of single 16-bit floats, in 32 bits, of which the result is the same once it is rounded.
bool isComputedWider(const User *op) {
  if (isa<FPExtInst, FCmpInst>(op))
    return true;
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(op))
    return is_contained({Intrinsic::maximum, Intrinsic::minimum, Intrinsic::maxnum, Intrinsic::minnum, Intrinsic::sqrt},
                        intrinsic->getIntrinsicID());
  return is_contained({Instruction::FAdd, Instruction::FSub, Instruction::FMul, Instruction::FDiv},
                      cast<Instruction>(op)->getOpcode());
}

// Reads single 16-bit floats that are computed with by way of general registers. x86's code generator reads them into the lowest part of a
// vector register of which it keeps the rest: each waits for what was computed in that register before.
void readHalvesApart(Module &module) {
  SmallVector<Instruction *> halves;
  for (Function &function : module)
    for (Instruction &op : instructions(function))
      if (op.getType()->isHalfTy() && (isa<LoadInst>(op) || match(&op, m_BitCast(m_Load(m_Value())))))
        halves.push_back(&op);
  for (Instruction *half : halves) {
    SmallSetVector<User *, 4> users;
    for (User *user : half->users())
      if (isComputedWider(user))
        users.insert(user);
    if (users.empty())
      continue;
    IRBuilder<> builder(half->getNextNode());
    Value *bits = half->getOperand(0); // of what is read as an integer already
    if (auto *load = dyn_cast<LoadInst>(half))
      bits = builder.CreateAlignedLoad(builder.getInt16Ty(), load->getPointerOperand(), load->getAlign());
    bits = builder.CreateZExt(bits, builder.getInt64Ty());
    Value *vector = builder.CreateBitCast(bits, FixedVectorType::get(builder.getHalfTy(), 4));
    vector = builder.CreateFPExt(vector, FixedVectorType::get(builder.getFloatTy(), 4));
    Value *single = builder.CreateExtractElement(vector, uint64_t{0});
    for (User *user : users) {
      auto *op = cast<Instruction>(user);
      builder.SetInsertPoint(op);
      auto operand = [&](unsigned i) {
        return op->getOperand(i) == half ? single : builder.CreateFPExt(op->getOperand(i), builder.getFloatTy());
      };
      Value *result;
      if (isa<FPExtInst>(op))
        result = builder.CreateFPExt(single, op->getType());
      else if (auto *comparison = dyn_cast<FCmpInst>(op))
        result = builder.CreateFCmpFMF(comparison->getPredicate(), operand(0), operand(1), comparison);
      else if (auto *binary = dyn_cast<BinaryOperator>(op))
        result = builder.CreateBinOpFMF(binary->getOpcode(), operand(0), operand(1), binary);
      else {
        SmallVector<Value *> operands;
        for (unsigned i = 0, n = cast<IntrinsicInst>(op)->arg_size(); i < n; ++i)
          operands.push_back(operand(i));
        result = builder.CreateIntrinsic(cast<IntrinsicInst>(op)->getIntrinsicID(), {builder.getFloatTy()}, operands, op);
      }
      op->replaceAllUsesWith(op->getType()->isHalfTy() ? builder.CreateFPTrunc(result, op->getType()) : result);
      op->eraseFromParent();
    }
  }
}

class CodeGenerator {
public:
  CodeGenerator(TargetMachine &machine, bool isX86)
      : machine(machine), isX86(isX86), builder(&machine, {}, {}, &callbacks), stream(code),
        objectPasses(isX86) {
    callbacks.registerShouldRunOptionalPassCallback([](StringRef, Any) { return !xla_rs_stopped(); });
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, graphs, modules);
    hasObjects = !machine.addPassesToEmitFile(objectPasses, stream, nullptr, CodeGenFileType::ObjectFile);
  }

  bool addStep(StringRef passes) {
    steps.emplace_back();
    return !errorToBool(builder.parsePassPipeline(steps.back(), passes));
  }

  void run(size_t step, Function &function) {
    steps[step].run(function, functions);
    modules.clear();
    graphs.clear();
    functions.clear();
    loops.clear();
  }

  bool emit(Module &module, CodeGenFileType kind) {
    module.getContext().setOptPassGate(gate);
    if (isX86) {
      fenceMerges(module);
      if (machine.getMCSubtargetInfo()->checkFeatures("+f16c,-avx512fp16"))
        readHalvesApart(module);
    }
    code.clear();
    if (kind == CodeGenFileType::ObjectFile) {
      if (hasObjects)
        objectPasses.run(module);
      return hasObjects;
    }
    CodeGeneratorPasses passes(isX86);
    if (machine.addPassesToEmitFile(passes, stream, nullptr, kind))
      return false;
    passes.run(module);
    return true;
  }

  StringRef text() const { return StringRef(code.data(), code.size()); }

private:
  TargetMachine &machine;
  bool isX86;
  PassInstrumentationCallbacks callbacks;
  PassBuilder builder;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager graphs;
  ModuleAnalysisManager modules;
  std::vector<FunctionPassManager> steps;
  SmallVector<char, 0> code;
  raw_svector_ostream stream; // to `code`
  CodeGeneratorPasses objectPasses;
  bool hasObjects;
};
} // namespace

extern "C" {
// The code generator of `machine`, which must outlive it, and the passes of `n` steps. Null if a pass is unknown.
CodeGenerator *xla_code_generator_create(LLVMTargetMachineRef machine, bool isX86, const MlirStringRef *steps, size_t n) {
  auto generator = std::make_unique<CodeGenerator>(*reinterpret_cast<TargetMachine *>(machine), isX86);
  bool isKnown = all_of(ArrayRef(steps, n), [&](MlirStringRef step) { return generator->addStep(unwrap(step)); });
  return isKnown ? generator.release() : nullptr;
}

void xla_code_generator_dispose(CodeGenerator *generator) { delete generator; }

// Runs the passes of a step on a function.
void xla_code_generator_run(CodeGenerator *generator, size_t step, LLVMValueRef function) {
  generator->run(step, *unwrap<Function>(function));
}

// The assembly text or object file of `module`, which is changed; it lives until the next one. Null if the target has none.
MlirStringRef xla_code_generator_emit(CodeGenerator *generator, LLVMModuleRef module, bool isAssembly) {
  auto kind = isAssembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  return generator->emit(*unwrap(module), kind) ? wrap(generator->text()) : MlirStringRef{nullptr, 0};
}
}
