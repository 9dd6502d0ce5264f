// Ops that read or write at indices known only at run time.
#ifndef XLA_INDEXING_TD
#define XLA_INDEXING_TD

include "xla/XlaBase.td"

def Xla_DynamicSliceOp : Xla_Op<"dynamic_slice", [Pure, RustInfer]> {
  let summary = "a slice at start indices that are operands, clamped so that it fits";
  let description = [{
    There is one scalar start index a dimension; or all of them are one array of rank 1.

    ```mlir
    %0 = xla.dynamic_slice %x at [%i, %j], sizes = [2, 2]
      : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
    %1 = xla.dynamic_slice %x at [%ij], sizes = [2, 2] : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<2x2xf32>
    ```
  }];
  let arguments = (ins Xla_Tensor:$operand, Variadic<Xla_Tensor>:$start_indices, DenseI64ArrayAttr:$slice_sizes);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `at` ` ` `[` $start_indices `]` `,` `sizes` `=` $slice_sizes attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_DynamicUpdateSliceOp : Xla_Op<"dynamic_update_slice", [Pure, RustInfer]> {
  let summary = "the operand with a slice replaced, at start indices clamped so that it fits";
  let description = [{
    Start indices are those of `dynamic_slice`.

    ```mlir
    %0 = xla.dynamic_update_slice %x, %update at [%i, %j]
      : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
    ```
  }];
  let arguments = (ins Xla_Tensor:$operand, Xla_Tensor:$update, Variadic<Xla_Tensor>:$start_indices);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` $update `at` ` ` `[` $start_indices `]` attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_GatherOp : Xla_Op<"gather", [Pure, RustInfer]> {
  let summary = "slices of the operand at an array of indices";
  let description = [{
    Result dimensions in `offset_dims` run inside of a slice, the others over the array of indices. A slice has size
    1 or 0, and the result no dimension, where the operand's dimension is in `collapsed_slice_dims` or a batching
    one. Component k of an index is the start along dimension `start_index_map[k]`, clamped so that the slice fits.

    ```mlir
    // Rows of a matrix.
    %0 = xla.gather %x at %i, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0],
      index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<8x3xf32>, tensor<5xi32>) -> tensor<5x3xf32>
    ```
  }];
  let arguments = (ins Xla_Tensor:$operand, Xla_Tensor:$start_indices,
                       DenseI64ArrayAttr:$offset_dims, DenseI64ArrayAttr:$collapsed_slice_dims,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$operand_batching_dims,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$start_indices_batching_dims,
                       DenseI64ArrayAttr:$start_index_map, I64Attr:$index_vector_dim, DenseI64ArrayAttr:$slice_sizes,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `at` $start_indices `,` `offset_dims` `=` $offset_dims
      `,` `collapsed_slice_dims` `=` $collapsed_slice_dims
      `,` `start_index_map` `=` $start_index_map `,` `index_vector_dim` `=` $index_vector_dim
      `,` `slice_sizes` `=` $slice_sizes
      (`,` `batching_dims` `=` $operand_batching_dims^ `x` $start_indices_batching_dims)? attr-dict `:` functional-type(operands, results)
  }];
}

def Xla_ScatterOp : Xla_Op<"scatter", [RecursiveMemoryEffects, RustInfer, SameVariadicOperandSize,
                                       RecursivelySpeculatable, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "the operands with slices combined into them at an array of indices";
  let description = [{
    The reverse of `gather`, with other names: update dimensions in `update_window_dims` run inside of a slice, the
    others over the array of indices. The computation takes the present elements of all operands, then the updates,
    and gives the new elements. Updates out of bounds are dropped one by one; updates of one element happen in any order.

    ```mlir
    %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1
      : (tensor<8x3xf32>, tensor<5xi32>, tensor<5x3xf32>) -> tensor<8x3xf32>
      (%old: tensor<f32>, %new: tensor<f32>) {
      %sum = xla.add %old, %new : tensor<f32>
      xla.return %sum : tensor<f32>
    }
    ```
  }];
  let arguments = (ins Variadic<Xla_Tensor>:$inputs, Xla_Tensor:$scatter_indices, Variadic<Xla_Tensor>:$updates,
                       DenseI64ArrayAttr:$update_window_dims, DenseI64ArrayAttr:$inserted_window_dims,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$input_batching_dims,
                       DefaultValuedAttr<DenseI64ArrayAttr, "{}">:$scatter_indices_batching_dims,
                       DenseI64ArrayAttr:$scatter_dims_to_operand_dims, I64Attr:$index_vector_dim,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
                       DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<Xla_Tensor>:$results);
  let regions = (region SizedRegion<1>:$update_computation);
  let assemblyFormat = [{
    ` ` `(` $inputs `)` `at` $scatter_indices `,` `(` $updates `)` `,` `update_window_dims` `=` $update_window_dims
      `,` `inserted_window_dims` `=` $inserted_window_dims
      `,` `scatter_dims_to_operand_dims` `=` $scatter_dims_to_operand_dims
      `,` `index_vector_dim` `=` $index_vector_dim
      (`,` `batching_dims` `=` $input_batching_dims^ `x` $scatter_indices_batching_dims)? attr-dict
      `:` functional-type(operands, results)
      custom<Computation>($update_computation)
  }];
}

#endif // XLA_INDEXING_TD
