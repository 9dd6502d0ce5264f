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

// Padding is not selected: what meets it at each position is no part of the window.
// CANON-LABEL: func.func @of_padding(
// CANON: window = {size = [1, 6], stride = [1, 2], pad = {{\[\[}}0, 0], [2, 2]]}
func.func @of_padding(%x: tensor<1x4xf32>, %s: tensor<1x2xf32>, %init: tensor<f32>) -> tensor<1x4xf32> {
  %0 = xla.select_and_scatter %x, %s, %init, window = {size = [3, 9], stride = [2, 2], pad = [[1, 1], [4, 4]]} : (tensor<1x4xf32>, tensor<1x2xf32>, tensor<f32>) -> tensor<1x4xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return %0 : tensor<1x4xf32>
}

// Of equal elements each window selects the first, unless the comparison is strict, which selects the last; padding in front of
// them would make it another.
// CANON-LABEL: func.func @of_equal_elements(
// CANON-DAG: %[[INIT:.*]] = xla.broadcast_in_dim %arg1, dims = [] : (tensor<i32>) -> tensor<3xi32>
// CANON-DAG: %[[SUM:.*]] = xla.add %{{.*}}, %{{.*}} : tensor<3xi32>
// CANON-DAG: xla.pad %[[SUM]], %arg1, low = [0], high = [2], interior = [2]
// CANON-DAG: xla.pad %{{.*}}, %arg1, low = [1], high = [1], interior = [2]
// CANON: xla.select_and_scatter
func.func @of_equal_elements(%s: tensor<3xi32>, %init: tensor<i32>, %t: tensor<4xi32>) -> (tensor<9xi32>, tensor<9xi32>, tensor<9xi32>) {
  %x = xla.constant dense<7> : tensor<9xi32>
  %0 = xla.select_and_scatter %x, %s, %init, window = {size = [2], stride = [3]} : (tensor<9xi32>, tensor<3xi32>, tensor<i32>) -> tensor<9xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %1 = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %1 = xla.add %a, %b : tensor<i32>
    xla.return %1 : tensor<i32>
  }
  %2 = xla.select_and_scatter %x, %s, %init, window = {size = [2], stride = [3]} : (tensor<9xi32>, tensor<3xi32>, tensor<i32>) -> tensor<9xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %1 = xla.gt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %1 = xla.add %a, %b : tensor<i32>
    xla.return %1 : tensor<i32>
  }
  %3 = xla.select_and_scatter %x, %t, %init, window = {size = [2], stride = [3], pad = [[1, 1]]} : (tensor<9xi32>, tensor<4xi32>, tensor<i32>) -> tensor<9xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %1 = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %1 = xla.add %a, %b : tensor<i32>
    xla.return %1 : tensor<i32>
  }
  return %0, %2, %3 : tensor<9xi32>, tensor<9xi32>, tensor<9xi32>
}
