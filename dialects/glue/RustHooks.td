// Traits that hand an op's meaning to Rust. No C++ and no TableGen here knows what an op means:
// each hook passes the op's name to dialects/src/hooks.rs, which looks up its meaning.
#ifndef XLA_RUST_HOOKS_TD
#define XLA_RUST_HOOKS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

// verifyRegionTrait -> Rust: runs after the ops inside were verified, so that an error names the inner op first.
def RustVerify : NativeOpTrait<"RustVerify"> { let cppNamespace = "::xla"; }

// foldTrait -> Rust
def RustFold : NativeOpTrait<"RustFold"> { let cppNamespace = "::xla"; }

// InferTypeOpInterface, implemented by one Rust function for all ops. RustVerify compares the inferred types with the
// declared ones and reports a mismatch in one error. refineReturnTypes accepts any types, because MLIR's verifier would
// otherwise report two more errors for the same mismatch.
def RustInferMethods : NativeOpTrait<"RustInfer", [], [{
    static ::llvm::LogicalResult refineReturnTypes(::mlir::MLIRContext *, ::std::optional<::mlir::Location>,
        ::mlir::ValueRange, ::mlir::DictionaryAttr, ::mlir::OpaqueProperties, ::mlir::RegionRange,
        ::llvm::SmallVectorImpl<::mlir::Type> &) {
      return ::llvm::success();
    }
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred, ::mlir::TypeRange declared) {
      return ::xla::compatibleTypes(getOperationName(), inferred, declared);
    }
  }], [{
    ::llvm::LogicalResult $cppClass::inferReturnTypes(::mlir::MLIRContext *context,
        ::std::optional<::mlir::Location> location, ::mlir::ValueRange operands,
        ::mlir::DictionaryAttr attributes, ::mlir::OpaqueProperties properties,
        ::mlir::RegionRange regions,
        ::llvm::SmallVectorImpl<::mlir::Type> &results) {
      return ::xla::inferTypes<$cppClass>(context, location, operands, attributes, properties, regions, results);
    }
  }]> { let cppNamespace = "::xla"; }
def RustInfer : TraitList<[DeclareOpInterfaceMethods<InferTypeOpInterface>, RustInferMethods]>;

#endif // XLA_RUST_HOOKS_TD
