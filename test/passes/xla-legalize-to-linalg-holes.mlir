// RUN: xla-opt %s --xla-legalize-to-linalg | FileCheck %s
// RUN: xla-opt %s --xla-legalize-to-linalg=xla-cpu-compat=true | FileCheck %s --check-prefix=COMPAT
//
// What is between the elements of a dilated operand is not stored where it may be combined before the elements, or is all that
// a window meets. XLA:CPU combines none of it.

// The even positions meet two elements of three, the odd ones one.
// CHECK-LABEL: @integers
// CHECK-NOT: tensor<15xi32>
// CHECK: %[[ONE:.*]] = linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%arg1, %{{.*}} : tensor<i32>, tensor<1xi8>)
// CHECK-NOT: tensor<15xi32>
// CHECK: linalg.generic {{.*}} ins(%[[ONE]] : tensor<i32>) outs(%{{.*}} : tensor<7xi32>)
// CHECK-NOT: tensor<15xi32>
// CHECK: %[[TWO:.*]] = linalg.generic {{.*}}iterator_types = ["reduction"]} ins(%arg1, %{{.*}} : tensor<i32>, tensor<2xi8>)
// CHECK-NOT: tensor<15xi32>
// CHECK: return
// COMPAT-LABEL: @integers
// COMPAT: tensor<15xi32>
func.func @integers(%x: tensor<8xi32>, %init: tensor<i32>) -> tensor<13xi32> {
  %0 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [3], lhs_dilate = [2]} : (tensor<8xi32>, tensor<i32>) -> tensor<13xi32>
  return %0 : tensor<13xi32>
}

// Sums of floats depend on their order: only windows that meet all elements or none.
// CHECK-LABEL: @floats
// CHECK: tensor<15xf32>
// CHECK-LABEL: @all_or_none
// CHECK-NOT: tensor<15xf32>
// CHECK: iterator_types = ["reduction"]} ins(%arg1, %{{.*}} : tensor<f32>, tensor<3xi8>)
// CHECK-NOT: tensor<15xf32>
// CHECK: return
func.func @floats(%x: tensor<8xf32>, %init: tensor<f32>) -> tensor<13xf32> {
  %0 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [3], lhs_dilate = [2]} : (tensor<8xf32>, tensor<f32>) -> tensor<13xf32>
  return %0 : tensor<13xf32>
}
func.func @all_or_none(%x: tensor<8xf32>, %init: tensor<f32>) -> tensor<11xf32> {
  %0 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [3], lhs_dilate = [2], rhs_dilate = [2]} : (tensor<8xf32>, tensor<f32>) -> tensor<11xf32>
  return %0 : tensor<11xf32>
}
