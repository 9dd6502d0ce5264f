// Batch normalization: its training and inference, and the gradients of training.
#ifndef XLA_NORMALIZATION_TD
#define XLA_NORMALIZATION_TD

include "xla/XlaBase.td"

def Xla_BatchNormTrainingOp : Xla_Op<"batch_norm_training", [Pure, RustInfer]> {
  let summary = "normalization by the mean and variance of each feature, which it also gives";
  let arguments = (ins Xla_Tensor:$operand, Xla_Tensor:$scale, Xla_Tensor:$offset, F32Attr:$epsilon,
                       I64Attr:$feature_index);
  let results = (outs Xla_Tensor:$output, Xla_Tensor:$batch_mean, Xla_Tensor:$batch_var);
  let assemblyFormat = [{
    $operand `,` $scale `,` $offset `,` `epsilon` `=` $epsilon `,` `feature` `=` $feature_index attr-dict
      `:` functional-type(operands, results)
  }];
}

def Xla_BatchNormInferenceOp : Xla_Op<"batch_norm_inference", [Pure, RustInfer]> {
  let summary = "normalization by a given mean and variance of each feature";
  let arguments = (ins Xla_Tensor:$operand, Xla_Tensor:$scale, Xla_Tensor:$offset, Xla_Tensor:$mean,
                       Xla_Tensor:$variance, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $scale `,` $offset `,` $mean `,` $variance `,` `epsilon` `=` $epsilon `,` `feature` `=` $feature_index attr-dict
      `:` functional-type(operands, results)
  }];
}

def Xla_BatchNormGradOp : Xla_Op<"batch_norm_grad", [Pure, RustInfer]> {
  let summary = "gradients of batch_norm_training by its operand, scale and offset";
  let arguments = (ins Xla_Tensor:$operand, Xla_Tensor:$scale, Xla_Tensor:$mean, Xla_Tensor:$variance,
                       Xla_Tensor:$grad_output, F32Attr:$epsilon, I64Attr:$feature_index);
  let results = (outs Xla_Tensor:$grad_operand, Xla_Tensor:$grad_scale, Xla_Tensor:$grad_offset);
  let assemblyFormat = [{
    $operand `,` $scale `,` $mean `,` $variance `,` $grad_output `,` `epsilon` `=` $epsilon `,` `feature` `=` $feature_index attr-dict
      `:` functional-type(operands, results)
  }];
}

#endif // XLA_NORMALIZATION_TD
