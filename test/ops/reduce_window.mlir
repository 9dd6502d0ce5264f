// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --xla-expand-client-ops | FileCheck %s --check-prefix=EXPAND

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x6xf32>, %i: tensor<4x6xi32>, %zero: tensor<f32>, %none: tensor<i32>) {
  // CHECK: xla.reduce_window(%arg0 init: %arg2) applies xla.max window = {size = [2, 3], stride = [2, 3]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  %0 = xla.reduce_window(%x init: %zero) applies xla.max window = {size = [2, 3], stride = [2, 3]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<2x2xf32>
  // CHECK: xla.reduce_window(%arg0 init: %arg2) applies xla.add window = {size = [2, 3], pad = same} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  %1 = xla.reduce_window(%x init: %zero) applies xla.add window = {size = [2, 3], pad = same} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x6xf32>
  // CHECK: xla.reduce_window(%arg0 init: %arg2) applies xla.add window = {size = [2, 3], pad = valid} : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x4xf32>
  %2 = xla.reduce_window(%x init: %zero) applies xla.add window = {size = [2, 3], pad = valid} : (tensor<4x6xf32>, tensor<f32>) -> tensor<3x4xf32>
  // CHECK: xla.reduce_window(%arg0 init: %arg2) applies xla.add window = {size = [2, 2], stride = [2, 1], pad = {{\[\[}}1, 0], [0, -2{{\]\]}}, lhs_dilate = [2, 1], rhs_dilate = [1, 2]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x2xf32>
  %3 = xla.reduce_window(%x init: %zero) applies xla.add window = {size = [2, 2], stride = [2, 1], pad = [[1, 0], [0, -2]], lhs_dilate = [2, 1], rhs_dilate = [1, 2]} : (tensor<4x6xf32>, tensor<f32>) -> tensor<4x2xf32>
  // CHECK: xla.reduce_window(%arg0 init: %arg2), (%arg1 init: %arg3) window = {size = [4, 6]} : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x1xf32>, tensor<1x1xi32>)
  // CHECK: reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)
  // CHECK: xla.select
  %4:2 = xla.reduce_window(%x init: %zero), (%i init: %none) window = {size = [4, 6]} : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<1x1xf32>, tensor<1x1xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %ge = xla.ge %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = xla.select %ge, %b, %a : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %ge, %k, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  return
}

// The documents' kSame: one element on both sides.
// EXPAND-LABEL: func.func @same_in_numbers
// EXPAND: pad = {{\[\[}}1, 1{{\]\]}}
func.func @same_in_numbers(%x: tensor<5xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = xla.reduce_window(%x init: %i) applies xla.min window = {size = [3], stride = [2], pad = same} : (tensor<5xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// EXPAND-LABEL: func.func @odd_padding_goes_behind
// EXPAND: pad = {{\[\[}}1, 2{{\]\]}}
func.func @odd_padding_goes_behind(%x: tensor<7xf32>, %i: tensor<f32>) -> tensor<7xf32> {
  %0 = xla.reduce_window(%x init: %i) applies xla.min window = {size = [4], pad = same} : (tensor<7xf32>, tensor<f32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// EXPAND-LABEL: func.func @valid_in_numbers
// EXPAND: pad = {{\[\[}}0, 0{{\]\]}}
func.func @valid_in_numbers(%x: tensor<5xf32>, %i: tensor<f32>) -> tensor<2xf32> {
  %0 = xla.reduce_window(%x init: %i) applies xla.min window = {size = [3], stride = [2], pad = valid} : (tensor<5xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
