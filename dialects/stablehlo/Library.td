// Ops that numerical libraries offer: transforms, factorizations, random numbers, batch normalization.
#ifndef STABLEHLO_LIBRARY_TD
#define STABLEHLO_LIBRARY_TD

include "stablehlo/Attributes.td"

def Stablehlo_FftOp : Stablehlo_Op<"fft", [Pure]> {
  let summary = "discrete Fourier transform of the last dimensions";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_FftTypeAttr:$fft_type, DenseI64ArrayAttr:$fft_length);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `type` `=` $fft_type `,` `length` `=` $fft_length attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_CholeskyOp : Stablehlo_Op<"cholesky", [Pure]> {
  let summary = "Cholesky factor of a batch of matrices";
  let arguments = (ins Stablehlo_Tensor:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $a (`,` `lower` `=` $lower^)? attr-dict `:` custom<SameOperandsAndResultType>(type($a), type($result))
  }];
}

def Stablehlo_TriangularSolveOp : Stablehlo_Op<"triangular_solve", [Pure]> {
  let summary = "solutions of systems of linear equations with triangular matrices";
  let arguments = (ins Stablehlo_Tensor:$a, Stablehlo_Tensor:$b, BoolAttr:$left_side, BoolAttr:$lower,
                       BoolAttr:$unit_diagonal, Stablehlo_TransposeAttr:$transpose_a);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_RngOp : Stablehlo_Op<"rng"> {
  let summary = "random numbers of a distribution";
  let arguments = (ins Stablehlo_Tensor:$a, Stablehlo_Tensor:$b, Stablehlo_Tensor:$shape,
                       Stablehlo_RngDistributionAttr:$rng_distribution);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $shape `,` `distribution` `=` $rng_distribution attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_RngBitGeneratorOp : Stablehlo_Op<"rng_bit_generator", [Pure]> {
  let summary = "random bits, and the generator's next state";
  let arguments = (ins Stablehlo_RngAlgorithmAttr:$rng_algorithm, Stablehlo_Tensor:$initial_state);
  let results = (outs Stablehlo_Tensor:$output_state, Stablehlo_Tensor:$output);
  let assemblyFormat = [{
    $initial_state `,` `algorithm` `=` $rng_algorithm attr-dict `:` functional-type(operands, results)
  }];
}

def Stablehlo_BatchNormTrainingOp : Stablehlo_Op<"batch_norm_training", [Pure]> {
  let summary = "normalization by the batch's own mean and variance, which it also gives";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$scale, Stablehlo_Tensor:$offset, F32Attr:$epsilon,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$feature_index);
  let results = (outs Stablehlo_Tensor:$output, Stablehlo_Tensor:$batch_mean, Stablehlo_Tensor:$batch_var);
}

def Stablehlo_BatchNormInferenceOp : Stablehlo_Op<"batch_norm_inference", [Pure]> {
  let summary = "normalization by a given mean and variance";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$scale, Stablehlo_Tensor:$offset,
                       Stablehlo_Tensor:$mean, Stablehlo_Tensor:$variance, F32Attr:$epsilon,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$feature_index);
  let results = (outs Stablehlo_Tensor:$result);
}

def Stablehlo_BatchNormGradOp : Stablehlo_Op<"batch_norm_grad", [Pure]> {
  let summary = "gradients of batch_norm_training";
  let arguments = (ins Stablehlo_Tensor:$operand, Stablehlo_Tensor:$scale, Stablehlo_Tensor:$mean,
                       Stablehlo_Tensor:$variance, Stablehlo_Tensor:$grad_output, F32Attr:$epsilon,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$feature_index);
  let results = (outs Stablehlo_Tensor:$grad_operand, Stablehlo_Tensor:$grad_scale, Stablehlo_Tensor:$grad_offset);
}

#endif // STABLEHLO_LIBRARY_TD
