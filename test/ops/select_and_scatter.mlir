// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --xla-expand-client-ops | FileCheck %s --check-prefix=EXPAND
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
// EXPAND-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %zero: tensor<f32>) {
  // CHECK: xla.select_and_scatter %arg0, %arg1, %arg2, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  // CHECK-SAME: select (%arg3: tensor<f32>, %arg4: tensor<f32>)
  // CHECK: xla.ge %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  // CHECK: scatter (%arg3: tensor<f32>, %arg4: tensor<f32>)
  // CHECK: xla.add %arg3, %arg4 : tensor<f32>
  // EXPAND: pad = {{\[\[}}0, 1], [0, 0{{\]\]}}
  %0 = xla.select_and_scatter %x, %s, %zero, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}

// CANON-LABEL: func.func @of_nothing(
// CANON: %[[R:.*]] = xla.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
// CANON-NEXT: return %[[R]]
func.func @of_nothing(%x: tensor<4x6xf32>, %s: tensor<0x3xf32>, %init: tensor<f32>) -> tensor<4x6xf32> {
  %0 = xla.select_and_scatter %x, %s, %init, window = {size = [5, 2], stride = [2, 2]} : (tensor<4x6xf32>, tensor<0x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return %0 : tensor<4x6xf32>
}
