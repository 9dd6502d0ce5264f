// RUN: xla-opt %s --xla-legalize-to-linalg | FileCheck %s
// RUN: xla-run %s --entry products --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// RUN: xla-run %s --entry outer --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=OUTER
//
// Reductions whose arrays lie so that no vector could be read of them are computed of transposed ones.

// Rows of three elements: the positions along the second dimension are the last ones of what is reduced, and of its result, which is
// transposed back. The elements of a window are combined in the order of the window.
// CHECK-LABEL: func.func @windows(
// CHECK: %[[MOVED:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<40x50x4xf32>) outs(%{{.*}} : tensor<40x4x50xf32>)
// CHECK: %[[BEST:.*]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%[[MOVED]], %{{.*}} : tensor<40x4x50xf32>, tensor<3x3x2xi8>) outs(%{{.*}} : tensor<38x3x48xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[BEST]] : tensor<38x3x48xf32>) outs(%{{.*}} : tensor<38x48x3xf32>)
func.func @windows(%x: tensor<40x50x4xf32>) -> tensor<38x48x3xf32> {
  %low = xla.constant dense<0xFF800000> : tensor<f32>
  %0 = xla.reduce_window(%x init: %low) applies xla.max window = {size = [3, 3, 2]} : (tensor<40x50x4xf32>, tensor<f32>) -> tensor<38x48x3xf32>
  return %0 : tensor<38x48x3xf32>
}

// Windows that read each element about once are not worth it.
// CHECK-LABEL: func.func @apart(
// CHECK-NOT: tensor<40x4x50xf32>
// CHECK: return
func.func @apart(%x: tensor<40x50x4xf32>) -> tensor<20x25x2xf32> {
  %low = xla.constant dense<0xFF800000> : tensor<f32>
  %0 = xla.reduce_window(%x init: %low) applies xla.max window = {size = [2, 2, 2], stride = [2, 2, 2]} : (tensor<40x50x4xf32>, tensor<f32>) -> tensor<20x25x2xf32>
  return %0 : tensor<20x25x2xf32>
}

// Of a row times a column for each of a batch, neighbours in one operand are along the batch, in the other along the sum.
// PRODUCTS: remark: kernel 0: tiles of
// PRODUCTS: remark: kernel 1: vectors of {{[0-9]+}} elements along the loop in front of the reduction
func.func @products(%a: tensor<300x301xf32>, %b: tensor<301x300xf32>) -> tensor<300xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [1], contracting_dims = [1] x [0] : (tensor<300x301xf32>, tensor<301x300xf32>) -> tensor<300xf32>
  return %0 : tensor<300xf32>
}

// A product with many rows and columns is packed, whichever way its operands lie.
// OUTER: remark: kernel 0: a product of packed blocks
func.func @outer(%a: tensor<700x64xf32>, %b: tensor<1100x64xf32>) -> tensor<700x1100xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<700x64xf32>, tensor<1100x64xf32>) -> tensor<700x1100xf32>
  return %0 : tensor<700x1100xf32>
}
