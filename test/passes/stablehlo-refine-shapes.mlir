// RUN: xla-opt %s --split-input-file --stablehlo-refine-shapes='arguments=[2,3],4' --symbol-dce | FileCheck %s

// A shape follows through calls, of which each copy has its own, and through arithmetic on sizes.
// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> (tensor<6xf32>, tensor<2x4xf32>)
// CHECK: %[[FLAT:.*]] = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
// CHECK: %[[WIDE:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<2xf32>) -> tensor<2x4xf32>
// CHECK: return %[[FLAT]], %[[WIDE]]
// CHECK-NOT: func.func
func.func @main(%x: tensor<?x3xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %flat = call @flatten(%rows, %x) : (tensor<i32>, tensor<?x3xf32>) -> tensor<?xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sums = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  %0 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %wide = stablehlo.dynamic_broadcast_in_dim %sums, %2, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %flat, %wide : tensor<?xf32>, tensor<?x?xf32>
}

func.func private @flatten(%rows: tensor<i32>, %x: tensor<?x3xf32>) -> tensor<?xf32> {
  %three = stablehlo.constant dense<3> : tensor<i32>
  %n = stablehlo.multiply %rows, %three : tensor<i32>
  %shape = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %x, %shape : (tensor<?x3xf32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Loops keep the shape of their state, and branches agree on one.
// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
// CHECK: stablehlo.while(%{{.*}} = %arg0, %{{.*}} = %{{.*}}) : tensor<2x3xf32>, tensor<i32>
// CHECK: "stablehlo.if"
// CHECK: (tensor<i1>) -> tensor<2x3xf32>
func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0:2 = stablehlo.while(%s = %x, %i = %n) : tensor<?x?xf32>, tensor<i32>
  cond {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare GT, %i, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.subtract %i, %one : tensor<i32>
    %2 = stablehlo.add %s, %s : tensor<?x?xf32>
    stablehlo.return %2, %1 : tensor<?x?xf32>, tensor<i32>
  }
  %p = stablehlo.constant dense<true> : tensor<i1>
  %3 = "stablehlo.if"(%p) ({
    %4 = stablehlo.negate %0#0 : tensor<?x?xf32>
    stablehlo.return %4 : tensor<?x?xf32>
  }, {
    stablehlo.return %x : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  return %0#0, %3 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Each op whose shape is an operand, also where only the result's type tells it.
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>, %i: tensor<2xi32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1> : tensor<2xi32>
  %two = stablehlo.constant dense<2> : tensor<2xi32>
  // CHECK: %[[PAD:.*]] = stablehlo.pad %arg0, %{{.*}}, low = [1, 1], high = [2, 2], interior = [1, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<6x8xf32>
  %0 = stablehlo.dynamic_pad %x, %zero, %one, %two, %one : (tensor<?x?xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.slice %{{.*}} [1:2, 1:2] : (tensor<6x8xf32>) -> tensor<1x1xf32>
  %1 = stablehlo.real_dynamic_slice %0, %one, %two, %one : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: %[[WINDOW:.*]] = stablehlo.dynamic_slice %[[PAD]], %{{.*}}, %{{.*}}, sizes = [2, 2] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.slice %[[WINDOW]] [0:2:2, 0:2:2] : (tensor<2x2xf32>) -> tensor<1x1xf32>
  %end = stablehlo.add %i, %two : tensor<2xi32>
  %2 = stablehlo.real_dynamic_slice %0, %i, %end, %two : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.dynamic_slice %[[PAD]], %{{.*}}, %{{.*}}, sizes = [4, 3] : (tensor<6x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %3 = stablehlo.real_dynamic_slice %0, %i, %i, %one : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<4x3xf32>
  // CHECK: stablehlo.iota dim = 1 : tensor<2x4xf32>
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %4 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %6 = stablehlo.concatenate %4, %5, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %7 = stablehlo.dynamic_iota %6, dim = 1 : (tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK: stablehlo.iota dim = 0 : tensor<7xi32>
  %8 = stablehlo.convert %i : (tensor<2xi32>) -> tensor<2xi32>
  %9 = stablehlo.slice %8 [0:1] : (tensor<2xi32>) -> tensor<1xi32>
  %10 = stablehlo.dynamic_iota %9, dim = 0 : (tensor<1xi32>) -> tensor<7xi32>
  return %7 : tensor<?x?xf32>
}

// -----

// What JAX calls of its own: assertions that hold are gone.
// CHECK-LABEL: func.func @main
// CHECK-NOT: custom_call
// CHECK: return %arg0 : tensor<2x3xf32>
func.func @main(%x: tensor<?x3xf32>, %n: tensor<i32>) -> tensor<?x3xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %1 = stablehlo.compare LT, %0, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%1, %0) {api_version = 2 : i32, error_message = "{0} is too large", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  %shape = stablehlo.constant dense<[2, 3]> : tensor<2xi64>
  %2 = stablehlo.custom_call @stablehlo.shape_refinement_operand_wrapper(%x, %shape) {indices_of_shape_operands = dense<1> : tensor<1xi64>} : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
  return %2 : tensor<?x3xf32>
}

// -----

// Shapes as upstream's dialects compute them.
// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>) -> tensor<6xf32>
// CHECK-NOT: shape.
// CHECK: stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %shape = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = tensor.extract %shape[%zero] : tensor<2xindex>
  %columns = tensor.dim %x, %one : tensor<?x?xf32>
  %count = arith.muli %rows, %columns : index
  %flat = tensor.from_elements %count : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %x, %flat : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHLO aligns trailing dimensions.
// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>, %arg2: tensor<3xf32>) -> tensor<2x3xf32>
// CHECK: chlo.broadcast_add %arg0, %arg2 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>, %y: tensor<3xf32>) -> tensor<?x?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?x?xf32>, tensor<3xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A window's positions, with padding that is computed.
// CHECK-LABEL: func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<i32>, %arg2: tensor<3x4x2xf32>) -> tensor<2x3x2xf32>
// CHECK: stablehlo.convolution(%{{.*}}, %arg2) dim_numbers = [b, f, 0]x[i, o, 0]->[b, 0, f], window = {stride = [2], pad = {{\[\[}}1, 2]], rhs_dilate = [2]}
// CHECK-SAME: (tensor<2x3x4xf32>, tensor<3x4x2xf32>) -> tensor<2x3x4xf32>
func.func @main(%x: tensor<?x3xf32>, %n: tensor<i32>, %w: tensor<3x4x2xf32>) -> tensor<?x?x2xf32> {
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %0 = stablehlo.reshape %rows : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.constant dense<[3, 4]> : tensor<2xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<2xi32>) -> tensor<3xi32>
  %images = stablehlo.dynamic_broadcast_in_dim %x, %2, dims = [0, 1] : (tensor<?x3xf32>, tensor<3xi32>) -> tensor<?x3x?xf32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %3 = stablehlo.concatenate %one, %0, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %pad = stablehlo.reshape %3 : (tensor<2xi32>) -> tensor<1x2xi32>
  %4 = "stablehlo.dynamic_conv"(%images, %w, %pad) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[i, o, 0]->[b, 0, f]>, feature_group_count = 1 : i64, rhs_dilation = array<i64: 2>, window_strides = array<i64: 2>}> : (tensor<?x3x?xf32>, tensor<3x4x2xf32>, tensor<1x2xi32>) -> tensor<?x?x4xf32>
  %5 = stablehlo.slice %4 [0:2, 0:3, 0:2] : (tensor<?x?x4xf32>) -> tensor<2x3x2xf32>
  %6 = stablehlo.abs %5 : (tensor<2x3x2xf32>) -> tensor<?x?x2xf32>
  return %6 : tensor<?x?x2xf32>
}

// -----

// The operand of fewer dimensions may be either.
// CHECK-LABEL: func.func @main
// CHECK: chlo.broadcast_subtract %arg1, %arg0 {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK: chlo.broadcast_subtract %arg0, %arg1 {broadcast_dimensions = array<i64: 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
func.func @main(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %0 = chlo.broadcast_subtract %y, %x {broadcast_dimensions = array<i64: 1>} : (tensor<3xf32>, tensor<?x3xf32>) -> tensor<?x?xf32>
  %1 = chlo.broadcast_subtract %x, %y {broadcast_dimensions = array<i64: 1>} : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// An op of another dialect takes its place.
// CHECK-LABEL: func.func @main
// CHECK: %[[VALUES:.*]], %[[INDICES:.*]] = chlo.top_k(%arg0, k = 3) : tensor<4x16xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
// CHECK: return %[[VALUES]], %[[INDICES]]
func.func @main(%x: tensor<4x16xf32>) -> (tensor<4x?xf32>, tensor<4x?xi32>) {
  %k = stablehlo.constant dense<3> : tensor<ui64>
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%x, %k) : (tensor<4x16xf32>, tensor<ui64>) -> (tensor<4x?xf32>, tensor<4x?xi32>)
  return %0#0, %0#1 : tensor<4x?xf32>, tensor<4x?xi32>
}

// -----

// A window that does not fit has no position.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, 0, f]x[i, 0, o]->[b, 0, f], window = {stride = [2]}
// CHECK-SAME: : (tensor<1x2x3xf32>, tensor<3x3x4xf32>) -> tensor<1x0x4xf32>
func.func @main(%n: tensor<?x3xf32>, %i: tensor<i32>, %x: tensor<1x2x3xf32>, %w: tensor<3x3x4xf32>) -> tensor<1x?x4xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[i, 0, o]->[b, 0, f], window = {stride = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x2x3xf32>, tensor<3x3x4xf32>) -> tensor<1x?x4xf32>
  return %0 : tensor<1x?x4xf32>
}

// -----

// The one element of an array of rank 0.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.iota dim = 0 : tensor<2xf32>
func.func @main(%x: tensor<?x3xf32>) -> tensor<?xf32> {
  %rows = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %0 = tensor.extract %rows[] : tensor<i32>
  %1 = tensor.from_elements %0 : tensor<1xi32>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// Collective ops keep sizes, or scale one by the number of processes in a group.
// CHECK-LABEL: func.func @main
// CHECK: "stablehlo.all_gather"{{.*}} -> tensor<2x6xf32>
// CHECK: "stablehlo.reduce_scatter"
// CHECK: (tensor<2x6xf32>) -> tensor<1x6xf32>
// CHECK: "stablehlo.all_to_all"{{.*}} -> tensor<2x3xf32>
// CHECK: "stablehlo.collective_permute"{{.*}} -> tensor<2x3xf32>
// CHECK: "stablehlo.all_reduce"
// CHECK: (tensor<2x3xf32>) -> tensor<2x3xf32>
func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x3xf32>) -> tensor<?x?xf32>
  %1 = "stablehlo.reduce_scatter"(%0) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = "stablehlo.all_to_all"(%1) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %3 = "stablehlo.collective_permute"(%2) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = "stablehlo.all_reduce"(%3) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x?xf32>) -> tensor<?x3xf32>
  return %4 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @main
// CHECK: stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3x4xui8>
// CHECK: stablehlo.bitcast_convert %{{.*}} : (tensor<2x3x4xui8>) -> tensor<2x3xi32>
func.func @main(%x: tensor<?x3xf32>) -> tensor<?x?xi32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?x3xf32>) -> tensor<?x3x4xui8>
  %1 = stablehlo.bitcast_convert %0 : (tensor<?x3x4xui8>) -> tensor<?x?xi32>
  return %1 : tensor<?x?xi32>
}

// -----

// Ops of xla are refined, too.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: -> (tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3x4xf64>)
// CHECK: xla.dot_general {{.*}} -> tensor<2x4xf32>
// CHECK: xla.bitcast_convert {{.*}} : (tensor<2x3xf64>) -> tensor<2x3x2xf32>
// CHECK: xla.bitcast_convert {{.*}} : (tensor<2x3x2xf32>) -> tensor<2x3xf64>
// CHECK: xla.conv_with_general_padding {{.*}} -> tensor<2x3x4xf32>
func.func @main(%x: tensor<?x3xf32>, %i: tensor<i32>, %w: tensor<3x4xf32>, %k: tensor<1x2x4xf32>)
    -> (tensor<?x4xf32>, tensor<?x3xf32>, tensor<?x3x4xf64>) {
  %0 = xla.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x4xf32>) -> tensor<?x4xf32>
  %1 = xla.convert %x : (tensor<?x3xf32>) -> tensor<?x3xf64>
  %2 = xla.bitcast_convert %1 : (tensor<?x3xf64>) -> tensor<?x3x2xf32>
  %3 = xla.bitcast_convert %2 : (tensor<?x3x2xf32>) -> tensor<?x3xf64>
  %4 = xla.convert %3 : (tensor<?x3xf64>) -> tensor<?x3xf32>
  %5 = xla.conv_with_general_padding %2, %k, dims = [0, 2, 1] x [2, 1, 0] -> [0, 2, 1], window = {} : (tensor<?x3x2xf32>, tensor<1x2x4xf32>) -> tensor<?x3x4xf32>
  %6 = xla.convert %5 : (tensor<?x3x4xf32>) -> tensor<?x3x4xf64>
  return %0, %4, %6 : tensor<?x4xf32>, tensor<?x3xf32>, tensor<?x3x4xf64>
}
