include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/OpBase.td"

def Toy_Dialect : Dialect {
  let name = "toy";
  let cppNamespace = "toy";
}

class Toy_Op<string mnemonic> : Op<Toy_Dialect, mnemonic, [Pure, SameOperandsAndResultType]> {
  let results = (outs TensorOf<[F32]>:$result);
}

def Toy_ScaleOp : Toy_Op<"scale"> {
  let arguments = (ins TensorOf<[F32]>:$input, F32Attr:$by);
  let assemblyFormat = "$input `by` $by attr-dict `:` type($result)";
}

def Toy_SquareOp : Toy_Op<"square"> {
  let arguments = (ins TensorOf<[F32]>:$input);
  let assemblyFormat = "$input attr-dict `:` type($result)";
}

def Toy_AddOp : Toy_Op<"add"> {
  let arguments = (ins TensorOf<[F32]>:$lhs, TensorOf<[F32]>:$rhs);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($result)";
}
