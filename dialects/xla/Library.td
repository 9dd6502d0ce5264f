// Algorithms: transforms, factorizations, sorting, random numbers.
#ifndef XLA_LIBRARY_TD
#define XLA_LIBRARY_TD

include "xla/XlaBase.td"

// An enum whose attribute is written #xla<mnemonic CASE>.
class Xla_Enum<string name, list<I32EnumAttrCase> cases> : I32EnumAttr<name, "", cases> {
  let cppNamespace = "::xla";
  let genSpecializedAttr = 0;
}
class Xla_EnumAttr<EnumInfo info, string mnemonic> : EnumAttr<Xla_Dialect, info, mnemonic>;

def Xla_FftType : Xla_Enum<"FftType", [
  I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>, I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def Xla_FftTypeAttr : Xla_EnumAttr<Xla_FftType, "fft_type">;

def Xla_Transpose : Xla_Enum<"Transpose", [
  I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>, I32EnumAttrCase<"ADJOINT", 3>]>;
def Xla_TransposeAttr : Xla_EnumAttr<Xla_Transpose, "transpose">;

def Xla_RngAlgorithm : Xla_Enum<"RngAlgorithm", [
  I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>, I32EnumAttrCase<"PHILOX", 2>]>;
def Xla_RngAlgorithmAttr : Xla_EnumAttr<Xla_RngAlgorithm, "rng_algorithm">;

def Xla_FftOp : Xla_Op<"fft", [Pure, RustInfer]> {
  let summary = "discrete Fourier transform of the last one to three dimensions";
  let description = [{
    `fft_length` has the sizes of the transformed dimensions in the time domain. `RFFT` and `IRFFT` keep only the
    first half of the spectrum's last dimension, `fft_length[-1] / 2 + 1` numbers; of the first, and of the one in
    the middle of an even length, `IRFFT` reads the real part alone. The inverse transforms divide by the number of
    elements.

    ```mlir
    %0 = xla.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<5xcomplex<f32>>
    ```
  }];
  let arguments = (ins Xla_Tensor:$operand, Xla_FftTypeAttr:$fft_type, DenseI64ArrayAttr:$fft_length);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_CholeskyOp : Xla_Op<"cholesky", [Pure, RustInfer]> {
  let summary = "Cholesky factor of Hermitian positive definite matrices";
  let description = [{
    With `lower`, the lower triangular l with `a = l * adjoint(l)`; without, the upper triangular u with
    `a = adjoint(u) * u`. Of each matrix only that triangle is read, and of its diagonal only the real part. The
    other triangle of the result is zero. The factor of a matrix that is not positive definite is NaN throughout
    its triangle.

    ```mlir
    %0 = xla.cholesky %a, lower = true : tensor<5x3x3xf32>
    ```
  }];
  let arguments = (ins Xla_Tensor:$a, DefaultValuedAttr<BoolAttr, "false">:$lower);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))
  }];
}

def Xla_TriangularSolveOp : Xla_Op<"triangular_solve", [Pure, RustInfer]> {
  let summary = "solves op(a) * x = b, or x * op(a) = b, for triangular matrices";
  let description = [{
    op is the identity, the transposition or the adjoint, by `transpose_a`. Only the triangle of `a` that `lower`
    names is read, and with `unit_diagonal` not its diagonal, which counts as ones.

    ```mlir
    %0 = xla.triangular_solve %a, %b, left_side = true, lower = true, unit_diagonal = false,
      transpose_a = NO_TRANSPOSE : (tensor<4x4xf32>, tensor<4x2xf32>) -> tensor<4x2xf32>
    ```
  }];
  let arguments = (ins Xla_Tensor:$a, Xla_Tensor:$b, BoolAttr:$left_side, BoolAttr:$lower, BoolAttr:$unit_diagonal,
                       Xla_TransposeAttr:$transpose_a);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` `left_side` `=` $left_side `,` `lower` `=` $lower `,` `unit_diagonal` `=` $unit_diagonal `,`
      `transpose_a` `=` $transpose_a attr-dict `:` functional-type(operands, results)
  }];
}

// Two evaluations give different numbers: not Pure.
let summary = "random numbers, uniform in [a, b)" in def Xla_RngUniformOp : Xla_Op<"rng_uniform"> {
  let description = [{
    Where `b <= a`, or either is NaN, every number is `a`. See docs/random.md for how they are drawn.
  }];
  let arguments = (ins Xla_Tensor:$a, Xla_Tensor:$b);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

let summary = "random numbers of the normal distribution with mean mu and standard deviation sigma" in
def Xla_RngNormalOp : Xla_Op<"rng_normal"> {
  let description = [{
    See docs/random.md for how they are drawn.
  }];
  let arguments = (ins Xla_Tensor:$mu, Xla_Tensor:$sigma);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

def Xla_RngBitGeneratorOp : Xla_Op<"rng_bit_generator", [Pure]> {
  let summary = "random bits, a function of the state, and the next state";
  let description = [{
    `THREE_FRY` takes a state of two numbers, `PHILOX` of two or three, and both give the bits that XLA gives.
    `DEFAULT` is `PHILOX`.

    ```mlir
    %state, %bits = xla.rng_bit_generator %0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
    ```
  }];
  let arguments = (ins Xla_RngAlgorithmAttr:$rng_algorithm, Xla_Tensor:$initial_state);
  let results = (outs Xla_Tensor:$output_state, Xla_Tensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)
  }];
}

class Xla_ComputationOp<string mnemonic> :
    Xla_Op<mnemonic, [RecursiveMemoryEffects, RecursivelySpeculatable, RustInfer,
                      SingleBlockImplicitTerminator<"ReturnOp">]>;

def Xla_MapOp : Xla_ComputationOp<"map"> {
  let summary = "applies a computation to the elements of all operands at each index";
  let description = [{
    ```mlir
    %0 = xla.map(%x, %y) dims = [0] : (tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32> computation {
    ^bb0(%a: tensor<f32>, %n: tensor<i32>):
      …
    }
    ```
  }];
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, DenseI64ArrayAttr:$dimensions);
  let results = (outs Xla_Tensor:$result);
  let regions = (region SizedRegion<1>:$computation);
  let assemblyFormat = [{
    `(` $inputs `)` `dims` `=` $dimensions attr-dict `:` functional-type(operands, results) `computation` $computation
  }];
}

def Xla_SortOp : Xla_ComputationOp<"sort"> {
  let summary = "sorts slices along a dimension, moving several operands together";
  let description = [{
    The comparator takes a pair of elements of each operand and says whether the first ones come before the second
    ones. A negative dimension counts from the end. The order of elements of which neither comes before the other
    stays, with `is_stable` or without. A comparator that is no order gives some permutation of the elements.

    ```mlir
    %0:2 = xla.sort(%keys, %values) dim = 0, is_stable = true
      : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) comparator {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
      %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      xla.return %1 : tensor<i1>
    }
    ```
  }];
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, DefaultValuedAttr<I64Attr, "-1">:$dimension,
                       DefaultValuedAttr<BoolAttr, "false">:$is_stable);
  let results = (outs Variadic<Xla_Tensor>:$results);
  let regions = (region SizedRegion<1>:$comparator);
  let assemblyFormat = [{
    `(` $inputs `)` `dim` `=` $dimension (`,` `is_stable` `=` $is_stable^)? attr-dict
      `:` functional-type(operands, results) `comparator` $comparator
  }];
}

#endif // XLA_LIBRARY_TD
