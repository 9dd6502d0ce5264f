// Traits that hand an op's meaning to Rust. No C++ and no TableGen here knows what an op means:
// each hook passes the op's name along and src/hooks.rs looks it up.
#ifndef XLA_RUST_HOOKS_TD
#define XLA_RUST_HOOKS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/InferTypeOpInterface.td"

// verifyRegionTrait -> Rust: runs after the ops inside were verified, so that an error names the inner op first.
def RustVerify : NativeOpTrait<"RustVerify"> { let cppNamespace = "::xla"; }

// foldTrait -> Rust
def RustFold : NativeOpTrait<"RustFold"> { let cppNamespace = "::xla"; }

// InferTypeOpInterface, implemented by one Rust function for all ops. RustVerify compares the inferred types with the
// declared ones and says in one error what is wrong; refineReturnTypes, which MLIR's verifier would do the same by
// with two further errors, therefore accepts any.
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
