// Interfaces of attributes.
#ifndef XLA_INTERFACES_TD
#define XLA_INTERFACES_TD

include "mlir/IR/OpBase.td"

def NamedDimensionsInterface : AttrInterface<"NamedDimensions"> {
  let cppNamespace = "::xla";
  let description = "An attribute made of dimension numbers, each under a name: how Rust reads it.";
  let methods = [InterfaceMethod<"calls `visit` with each name and its numbers", "void", "visitDimensions",
    (ins "::llvm::function_ref<void(::llvm::StringRef, ::llvm::ArrayRef<int64_t>)>":$visit)>];
}

def NamedDimensions : DeclareAttrInterfaceMethods<NamedDimensionsInterface>;

#endif // XLA_INTERFACES_TD
