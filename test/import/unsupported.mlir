// RUN: xla-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --stablehlo-legalize-to-xla=full=true

// Every op that has no lowering is named, each once, before anything is changed.
func.func @no_lowering(%x: tensor<4xf32>, %a: tensor<3x3xf32>, %i: tensor<2xi32>, %z: tensor<4xcomplex<f32>>, %none: tensor<0xf32>) {
  // expected-error @+1 {{unsupported: stablehlo.torch_index_select: dim and batch_dims are no dimensions of its operands}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<2xf32>
  %1 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<2xf32>
  // expected-error @+1 {{unsupported: stablehlo.torch_index_select: it gives sizes [3] where its operands make them [2]}}
  %6 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4xf32>, tensor<2xi32>) -> tensor<3xf32>
  // expected-error @+1 {{unsupported: stablehlo.torch_index_select: it selects in dimension 0, which has no elements}}
  %8 = "stablehlo.torch_index_select"(%none, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<0xf32>, tensor<2xi32>) -> tensor<2xf32>
  // expected-error @+1 {{unsupported: stablehlo.einsum: config "ii,jk->ik": "ii" names two dimensions alike, which would take a diagonal}}
  %2 = "stablehlo.einsum"(%a, %a) <{einsum_config = "ii,jk->ik"}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // expected-error @+1 {{unsupported: stablehlo.einsum: config "ij,jk->ik": a dimension of the result has size 2 where operands have 3}}
  %7 = "stablehlo.einsum"(%a, %a) <{einsum_config = "ij,jk->ik"}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<2x3xf32>
  // expected-error @+1 {{unsupported: stablehlo.unary_einsum: config "ijk->j": "ijk" names 3 of 2 dimensions}}
  %5 = "stablehlo.unary_einsum"(%a) <{einsum_config = "ijk->j"}> : (tensor<3x3xf32>) -> tensor<3xf32>
  // expected-error @+1 {{unsupported: stablehlo.unary_einsum: config "i->i": "i" names 1 of 2 dimensions}}
  %9 = "stablehlo.unary_einsum"(%a) <{einsum_config = "i->i"}> : (tensor<3x3xf32>) -> tensor<3xf32>
  // expected-error @+1 {{unsupported: chlo._asin_acos_kernel: no lowering yet}}
  %3 = chlo._asin_acos_kernel %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  // expected-error @+1 {{unsupported: chlo.bessel_i1e: no lowering for complex<f32> yet}}
  %4 = chlo.bessel_i1e %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @inside(%n: tensor<i32>, %x: tensor<4xi32>) {
  %0 = stablehlo.while(%i = %n) : tensor<i32>
   cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // expected-error @+1 {{unsupported: stablehlo.torch_index_select: dim and batch_dims are no dimensions of its operands}}
    %1 = "stablehlo.torch_index_select"(%x, %i) <{dim = 1 : i64, batch_dims = 0 : i64}> : (tensor<4xi32>, tensor<i32>) -> tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  return
}

// -----

// Only what an op of ours uses is refused.
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "foreign.op"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  // expected-error @+1 {{unsupported: stablehlo.abs: sizes of tensor<?xf32> are known only at run time. State the shapes of the entry's arguments: stablehlo-refine-shapes{arguments=[2,3],_}, or xlaMlirOptionsSetArgumentShape in C; xla-run takes those of its inputs}}
  %1 = stablehlo.abs %0 : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

func.func @quantized(%x: tensor<4x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error @+1 {{unsupported: stablehlo.abs: quantized values have to be legalized first, by stablehlo-legalize-quantized}}
  %0 = stablehlo.abs %x : tensor<4x!quant.uniform<i8:f32, 0.5>>
  return
}

// -----

func.func @accuracy(%x: tensor<4xf32>) {
  // expected-error @+1 {{unsupported: stablehlo.tanh: the program asks for #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>; results may be 1.362 units in the last place off}}
  %0 = stablehlo.tanh %x {result_accuracy = #stablehlo.result_accuracy<ulps = 1, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<4xf32>
  return
}

// -----

func.func @wide_accumulation(%x: tensor<4xf32>) {
  // expected-error @+1 {{unsupported: stablehlo.dot_general: no lowering yet that accumulates in f64 for a result of f32}}
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0], algorithm = <lhs_precision_type = f64, rhs_precision_type = f64, accumulation_type = f64, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return
}

// -----

func.func @replicas() {
  // expected-error @+1 {{unsupported: interpreter.run_parallel: an infeed that several programs share}}
  "interpreter.run_parallel"() <{infeed = [@queue], programs = [[@nothing, @nothing]]}> : () -> ()
  return
}
func.func @nothing() {
  return
}
func.func @queue() -> tensor<f32> {
  %0 = stablehlo.constant dense<0.0> : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @wide_integers(%x: tensor<2x3xi1056>) {
  // expected-error @+1 {{unsupported: stablehlo.unary_einsum: elements of type i1056, which xla does not have}}
  %0 = stablehlo.unary_einsum %x, config = "ij->i" : (tensor<2x3xi1056>) -> tensor<2xi1056>
  return
}

// -----

func.func @selected_indices(%x: tensor<3xindex>, %i: tensor<2xi32>) {
  // expected-error @+1 {{unsupported: stablehlo.torch_index_select: elements of type index, which xla does not have}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<3xindex>, tensor<2xi32>) -> tensor<2xindex>
  return
}
