// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// StableHLO ops, by the rules of their own: what is refused, and why.

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.exponential' op has atol = 1.000000e+00, but only the mode TOLERANCE has tolerances [result-accuracy]}}
  %0 = "stablehlo.exponential"(%x) <{result_accuracy = #stablehlo.result_accuracy<atol = 1.0, rtol = 0.0, ulps = 4, mode = #stablehlo.result_accuracy_mode<HIGHEST>>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.tanh' op has ulps = 4, but only the mode TOLERANCE has tolerances [result-accuracy]}}
  %0 = "stablehlo.tanh"(%x) <{result_accuracy = #stablehlo.result_accuracy<ulps = 4, mode = #stablehlo.result_accuracy_mode<DEFAULT>>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op states 3 precisions; there is one for each of the two operands [dot-precision]}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op states an algorithm, which decides the precision, and a precision other than DEFAULT [dot-algorithm-precision]}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has lhs_component_count = 0; it must be positive [dot-algorithm-counts]}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 0, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op has num_primitive_operations = -1; it must be positive [dot-algorithm-counts]}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = -1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op states an algorithm that no hardware has: i8 x f32 in f32, 1 and 1 components, 1 products [dot-algorithm-known]}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = i8, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op states an algorithm that no hardware has: f32 x f32 in f32, 1 and 1 components, 1 products [dot-algorithm-known]}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, algorithm = #stablehlo.dot_algorithm<lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<5x4xf32>}}
func.func @f(%x: tensor<2x3xf32>, %y: tensor<5x4xf32>) {
  // expected-error@+1 {{'stablehlo.dot_general' op pairs contracting dimension 1 of size 3 on the left with dimension 0 of size 5 [dot-contracting-sizes]}}
  %0 = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2x3xf32>, tensor<5x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op has a backend_config that is no dictionary, as API version 4 has it [custom-call-config]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", backend_config = "text", api_version = 4 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op has a backend_config that is no string, as API version 3 has it [custom-call-config]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", backend_config = {key = 1 : i32}, api_version = 3 : i32}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op gives layouts of its operands or of its results only; it must be both or neither [custom-call-layouts]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", operand_layouts = [dense<[0]> : tensor<1xindex>]}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op gives 0 layouts to 1 operands [custom-call-layouts]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", operand_layouts = [], result_layouts = [dense<[0]> : tensor<1xindex>]}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op gives the layout [1] to tensor<4xf32>; it must be a permutation of its 1 dimensions [custom-call-layouts]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", operand_layouts = [dense<[1]> : tensor<1xindex>], result_layouts = [dense<[0]> : tensor<1xindex>]}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @f(%x: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.custom_call' op gives a layout of 1 dimensions to !stablehlo.token; it must be a permutation of its 0 dimensions [custom-call-layouts]}}
  "stablehlo.custom_call"(%x) <{call_target_name = "g", operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = []}> : (!stablehlo.token) -> ()
  return
}

// -----

func.func @f(%x: tuple<tensor<1xf32>, tensor<2x3xf32>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op gives a layout to tuple<tensor<1xf32>, tensor<2x3xf32>>; a tuple has none of its own [custom-call-layouts]}}
  "stablehlo.custom_call"(%x) <{call_target_name = "g", operand_layouts = [dense<[0]> : tensor<1xindex>], result_layouts = []}> : (tuple<tensor<1xf32>, tensor<2x3xf32>>) -> ()
  return
}

// -----

func.func @f(%x: tuple<tensor<1xf32>, tensor<2x3xf32>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op aliases operand 1 of 1 [custom-call-alias]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 1, operand_tuple_indices = [1]>]}> : (tuple<tensor<1xf32>, tensor<2x3xf32>>) -> tuple<tensor<2x3xf32>>
  return
}

// -----

func.func @f(%x: tuple<tensor<1xf32>, tensor<2x3xf32>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op aliases a part that is not there: #stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = [1]> [custom-call-alias]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [1], operand_index = 0, operand_tuple_indices = [1]>]}> : (tuple<tensor<1xf32>, tensor<2x3xf32>>) -> tuple<tensor<2x3xf32>>
  return
}

// -----

func.func @f(%x: tuple<tensor<1xf32>, tensor<2x3xf32>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op aliases a part that is not there: #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [2]> [custom-call-alias]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [2]>]}> : (tuple<tensor<1xf32>, tensor<2x3xf32>>) -> tuple<tensor<2x3xf32>>
  return
}

// -----

func.func @f(%x: tuple<tensor<1xf32>, tensor<2x3xf32>>) {
  // expected-error@+1 {{'stablehlo.custom_call' op aliases an operand of type tensor<1xf32> with an output of type tensor<2x3xf32> [custom-call-alias]}}
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "g", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = [0]>]}> : (tuple<tensor<1xf32>, tensor<2x3xf32>>) -> tuple<tensor<2x3xf32>>
  return
}

// -----

func.func @f(%x: tensor<?xf32>) {
  // expected-error@+1 {{'stablehlo.reshape' op has a result of type tensor<?x1xf32>; it must be static or have one bounded dimension [static-result]}}
  %0 = stablehlo.reshape %x : (tensor<?xf32>) -> tensor<?x1xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.compare' op compares by SIGNED, which elements of type f32 do not have [compare-type]}}
  %0 = stablehlo.compare EQ, %x, %x, SIGNED : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xi32>}}
func.func @f(%x: tensor<4xi32>) {
  // expected-error@+1 {{'stablehlo.compare' op compares by TOTALORDER, which elements of type i32 do not have [compare-type]}}
  %0 = stablehlo.compare LT, %x, %x, TOTALORDER : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op accumulates elements of type f32 in the type f16, which is no wider [reduce-accumulator]}}
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    %1 = stablehlo.add %a, %b : tensor<f16>
    stablehlo.return %1 : tensor<f16>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f16>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<i32>}}
func.func @f(%x: tensor<f32>, %i: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.if' op chooses by a tensor<i32>; it must be a tensor<i1> [conditional-index]}}
  %0 = "stablehlo.if"(%i) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<i1>}}
func.func @f(%x: tensor<f32>, %i: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.case' op chooses by a tensor<i1>; it must be a tensor<i32> [conditional-index]}}
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return
}

// -----

func.func private @g()
func.func @f() {
  // expected-error@+1 {{'stablehlo.composite' op is named "foo.%"; it must be the name of an op in a namespace, such as "my.op" [composite-name]}}
  stablehlo.composite "foo.%" {decomposition = @g} : () -> ()
  return
}

// -----

// expected-note@+1 {{it is declared here}}
func.func private @g() -> tensor<f64>
func.func @f() {
  // expected-error@+1 {{'stablehlo.composite' op expects (tensor<f32>) of @g, which gives (tensor<f64>) [call-results]}}
  %0 = stablehlo.composite "my.op" {decomposition = @g} : () -> tensor<f32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op has indices of type tensor<2xf32>; they must be integers [index-select-indices]}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<2xi1>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op has indices of type tensor<2xi1>; they must be integers [index-select-indices]}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4xf32>, tensor<2xi1>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %i: tensor<2xcomplex<f32>>) {
  // expected-error@+1 {{'stablehlo.torch_index_select' op has indices of type tensor<2xcomplex<f32>>; they must be integers [index-select-indices]}}
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4xf32>, tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.custom_call' op gives a layout of 4611686018427387904 dimensions to tensor<4xf32>; it must be a permutation of its 1 dimensions [custom-call-layouts]}}
  "stablehlo.custom_call"(%x) <{call_target_name = "g", operand_layouts = [dense<0> : tensor<4611686018427387904xindex>], result_layouts = []}> : (tensor<4xf32>) -> ()
  return
}
