// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK-LABEL: func @while
func.func @while(%n: tensor<i32>, %x: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  // CHECK:      %{{.*}}:2 = stablehlo.while(%[[I:iterArg]] = %arg0, %[[X:iterArg_.*]] = %arg1) : tensor<i32>, tensor<f32>
  // CHECK-NEXT: cond {
  // CHECK:        stablehlo.compare GT, %[[I]], %{{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // CHECK:      } do {
  // CHECK:        %[[NEXT:.*]] = stablehlo.subtract %[[I]], %{{.*}} : tensor<i32>
  // CHECK:        %[[TWICE:.*]] = stablehlo.add %[[X]], %[[X]] : tensor<f32>
  // CHECK:        stablehlo.return %[[NEXT]], %[[TWICE]] : tensor<i32>, tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %n, %a = %x) : tensor<i32>, tensor<f32>
   cond {
    %1 = stablehlo.compare GT, %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    %2 = stablehlo.add %a, %a : tensor<f32>
    stablehlo.return %1, %2 : tensor<i32>, tensor<f32>
  }
  return %0#0, %0#1 : tensor<i32>, tensor<f32>
}

// CHECK-LABEL: func @branches
func.func @branches(%p: tensor<i1>, %i: tensor<i32>, %x: tensor<f32>) {
  // CHECK: "stablehlo.if"(%arg0) ({
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    %2 = stablehlo.negate %x : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  // CHECK: "stablehlo.case"(%arg1) ({
  %1 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func @tuples
func.func @tuples(%x: tensor<f32>, %i: tensor<i32>) {
  // CHECK: stablehlo.tuple %arg0, %arg1 : tuple<tensor<f32>, tensor<i32>>
  %0 = stablehlo.tuple %x, %i : tuple<tensor<f32>, tensor<i32>>
  // CHECK: stablehlo.get_tuple_element %{{.*}}[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  %1 = stablehlo.get_tuple_element %0[1] : (tuple<tensor<f32>, tensor<i32>>) -> tensor<i32>
  // CHECK: stablehlo.tuple  : tuple<>
  %2 = stablehlo.tuple : tuple<>
  // CHECK: %{{.*}}:2 = stablehlo.optimization_barrier %arg0, %arg1 : tensor<f32>, tensor<i32>
  %3:2 = stablehlo.optimization_barrier %x, %i : tensor<f32>, tensor<i32>
  // CHECK: stablehlo.optimization_barrier()
  stablehlo.optimization_barrier()
  return
}

// CHECK-LABEL: func @custom_call
func.func @custom_call(%x: tensor<f32>) {
  // CHECK: stablehlo.custom_call @target(%arg0) : (tensor<f32>) -> tensor<f32>
  %0 = stablehlo.custom_call @target(%x) {api_version = 1 : i32, has_side_effect = false} : (tensor<f32>) -> tensor<f32>
  // CHECK: stablehlo.custom_call @"a.target, quoted"(%arg0) {api_version = 4 : i32, backend_config = {n = 1 : i64}, has_side_effect = true, tolerance = 1.000000e-03 : f64} : (tensor<f32>) -> ()
  stablehlo.custom_call @"a.target, quoted"(%x) {backend_config = {n = 1 : i64}, has_side_effect = true, api_version = 4 : i32, tolerance = 1.0e-3} : (tensor<f32>) -> ()
  // CHECK:      stablehlo.custom_call @aliases(%arg0) {
  // CHECK-SAME:   called_computations = [@f], operand_layouts = [dense<> : tensor<0xindex>],
  // CHECK-SAME:   output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]
  %1 = stablehlo.custom_call @aliases(%x) {
    called_computations = [@f], operand_layouts = [dense<> : tensor<0xindex>], result_layouts = [dense<> : tensor<0xindex>],
    output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]
  } : (tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func @composite
func.func @composite(%x: tensor<f32>) -> tensor<f32> {
  // CHECK: stablehlo.composite "a.name" %arg0 {composite_attributes = {n = 1 : i64}, decomposition = @f, version = 2 : i32} : (tensor<f32>) -> tensor<f32>
  %0 = stablehlo.composite "a.name" %x {composite_attributes = {n = 1 : i64}, decomposition = @f, version = 2 : i32} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// CHECK-LABEL: func @tokens
func.func @tokens(%t: !stablehlo.token, %x: tensor<2xf32>) -> !stablehlo.token {
  // CHECK: stablehlo.create_token : !stablehlo.token
  %0 = stablehlo.create_token : !stablehlo.token
  // CHECK: stablehlo.after_all %{{.*}}, %arg0 : !stablehlo.token
  %1 = stablehlo.after_all %0, %t : !stablehlo.token
  // CHECK: "stablehlo.infeed"(%{{.*}}) <{infeed_config = "", layout = {{\[}}[0]]}>
  %2:2 = "stablehlo.infeed"(%1) <{infeed_config = "", layout = [[0]]}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  // CHECK: "stablehlo.outfeed"(%{{.*}}, %{{.*}}) <{outfeed_config = ""}>
  %3 = "stablehlo.outfeed"(%2#0, %2#1) <{outfeed_config = ""}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.send"(%arg1, %{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}>
  %4 = "stablehlo.send"(%x, %3) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: "stablehlo.recv"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}>
  %5:2 = "stablehlo.recv"(%4) <{channel_handle = #stablehlo.channel_handle<handle = 6, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<2xf32>, !stablehlo.token)
  return %5#1 : !stablehlo.token
}
