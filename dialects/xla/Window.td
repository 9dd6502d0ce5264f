// Ops that move a window over an array.
#ifndef XLA_WINDOW_TD
#define XLA_WINDOW_TD

include "xla/XlaBase.td"

// Pairs of low and high padding, one a dimension, or the name of a kind of padding: same or valid.
def Xla_Padding : AnyAttrOf<[I64ElementsAttr, StrAttr]>;

def Xla_ReduceWindowOp : Xla_Op<"reduce_window", [RecursiveMemoryEffects, RustInfer, SameVariadicOperandSize,
                                                  RecursivelySpeculatable,
                                                  SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "combines the elements of each window; several operands are reduced together";
  let description = [{
    `lhs_dilate` is the dilation of the base area, `rhs_dilate` that of the window. Padding `same` is what gives the
    result the operand's shape when the stride is 1; `valid`, the default, is none. Padding and the holes of a
    dilated base hold the initial value.

    ```mlir
    %0 = xla.reduce_window(%x init: %lowest) applies xla.max window = {size = [2, 3], stride = [2, 3]}
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
    %1 = xla.reduce_window(%x init: %zero) window = {size = [1, 3], pad = [[0, 0], [2, -1]]}
      : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x5xf32>
     reducer(%a: tensor<f32>, %b: tensor<f32>) {
      …
    }
    ```
  }];
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, Variadic<Xla_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations, OptionalAttr<Xla_Padding>:$padding);
  let results = (outs Variadic<Xla_Tensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
}

def Xla_SelectAndScatterOp : Xla_Op<"select_and_scatter", [RecursiveMemoryEffects, RustInfer, RecursivelySpeculatable,
                                                           SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "selects an element of each window, and combines the source's element into the result there";
  let description = [{
    `select` gives whether its first argument, which stands in front of the second in the window, is selected.
    `scatter` combines what is in the result already, at first the initial value, with the source's element. Padding
    is never selected.

    ```mlir
    %0 = xla.select_and_scatter %x, %source, %zero, window = {size = [2, 3], stride = [2, 3], pad = same}
      : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
    select(%a: tensor<f32>, %b: tensor<f32>) {
      …
    } scatter(%a: tensor<f32>, %b: tensor<f32>) {
      …
    }
    ```
  }];
  let arguments = (ins Xla_Tensor:$operand, Xla_Tensor:$source, Xla_Tensor:$init_value,
                       DenseI64ArrayAttr:$window_dimensions, OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<Xla_Padding>:$padding);
  let results = (outs Xla_Tensor:$result);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let assemblyFormat = [{
    $operand `,` $source `,` $init_value `,`
      `window` `=` `{` custom<PlainWindow>($window_dimensions, $window_strides, $padding) `}` attr-dict
      `:` functional-type(operands, results) `select` custom<Computation>($select)
      `scatter` custom<Computation>($scatter)
  }];
}

// `dims` says which dimension of each array is which, in the order batch, feature, spatial dimensions (of the
// kernel: output feature, input feature, spatial dimensions); without it they are in this order.
defvar Xla_ConvArguments = (ins
  Xla_Tensor:$lhs, Xla_Tensor:$rhs,
  DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$lhs_dimensions,
  DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$rhs_dimensions,
  DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$result_dimensions,
  OptionalAttr<DenseI64ArrayAttr>:$window_strides,
  DefaultValuedAttr<I64Attr, "1">:$feature_group_count, DefaultValuedAttr<I64Attr, "1">:$batch_group_count);

def Xla_ConvOp : Xla_Op<"conv", [Pure]> {
  let summary = "convolution with padding of a kind: same or valid";
  let description = [{
    ```mlir
    %0 = xla.conv %x, %kernel, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], padding = same
      : (tensor<1x28x28x3xf32>, tensor<5x5x3x8xf32>) -> tensor<1x28x28x8xf32>
    ```
  }];
  let arguments = !con(Xla_ConvArguments, (ins StrAttr:$padding));
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` (`dims` `=` $lhs_dimensions^ `x` $rhs_dimensions `->` $result_dimensions `,`)?
      (`stride` `=` $window_strides^ `,`)? `padding` `=` custom<PaddingKind>($padding) attr-dict
      `:` functional-type(operands, results)
  }];
}

def Xla_ConvWithGeneralPaddingOp : Xla_Op<"conv_with_general_padding", [Pure]> {
  let summary = "convolution with strides, padding, dilations, reversal and groups";
  let description = [{
    The element type of the result, which may be wider than the operands', is the type that is accumulated in.

    ```mlir
    %0 = xla.conv_with_general_padding %x, %kernel, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2],
      window = {stride = [2, 1], pad = [[0, 1], [2, 2]], lhs_dilate = [1, 2], rhs_dilate = [1, 1]}
      : (tensor<1x28x28x3xf32>, tensor<5x5x3x8xf32>) -> tensor<1x13x55x8xf32>
    ```
  }];
  let arguments = !con(Xla_ConvArguments, (ins
    OptionalAttr<I64ElementsAttr>:$padding, OptionalAttr<DenseI64ArrayAttr>:$lhs_dilation,
    OptionalAttr<DenseI64ArrayAttr>:$rhs_dilation, OptionalAttr<DenseBoolArrayAttr>:$window_reversal));
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` (`dims` `=` $lhs_dimensions^ `x` $rhs_dimensions `->` $result_dimensions `,`)?
      `window` `=` `{` custom<Window>($window_strides, $padding, $lhs_dilation, $rhs_dilation, $window_reversal) `}`
      attr-dict `:` functional-type(operands, results)
  }];
}

#endif // XLA_WINDOW_TD
