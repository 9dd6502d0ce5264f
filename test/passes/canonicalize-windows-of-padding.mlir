// RUN: xla-opt %s --canonicalize | FileCheck %s
//
// A window over what is padded with its neutral initial value pads by itself.

// CHECK-LABEL: @sum
// CHECK-NOT: xla.pad
// CHECK: xla.reduce_window(%arg0 init: %{{.*}}) {{.*}}pad = {{\[\[}}0, 3], [2, 1]], lhs_dilate = [1, 2]
func.func @sum(%x: tensor<8x5xf32>) -> tensor<10x11xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.pad %x, %zero, low = [0, 1], high = [2, 1], interior = [0, 1] : (tensor<8x5xf32>, tensor<f32>) -> tensor<10x11xf32>
  %1 = xla.reduce_window(%0 init: %zero) applies xla.add window = {size = [2, 2], pad = [[0, 1], [1, 0]]} : (tensor<10x11xf32>, tensor<f32>) -> tensor<10x11xf32>
  return %1 : tensor<10x11xf32>
}

// CHECK-LABEL: @largest
// CHECK-NOT: xla.pad
// CHECK: pad = {{\[\[}}1, 1]]
func.func @largest(%x: tensor<8xf32>) -> tensor<9xf32> {
  %least = xla.constant dense<0xFF800000> : tensor<f32>
  %0 = xla.pad %x, %least, low = [1], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
  %1 = xla.reduce_window(%0 init: %least) applies xla.max window = {size = [2]} : (tensor<10xf32>, tensor<f32>) -> tensor<9xf32>
  return %1 : tensor<9xf32>
}

// Not where the initial value is not neutral, is another, or others read what is padded. What is cropped is a slice.
// CHECK-LABEL: @whole
// CHECK-COUNT-2: xla.pad
// CHECK: %[[PART:.*]] = xla.slice %arg0 [0:7]
// CHECK: xla.reduce_window(%[[PART]] {{.*}}pad = {{\[\[}}1, 0]]
// CHECK: xla.pad
func.func @whole(%x: tensor<8xf32>) -> (tensor<9xf32>, tensor<9xf32>, tensor<7xf32>, tensor<9xf32>, tensor<10xf32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %one = xla.constant dense<1.0> : tensor<f32>
  %0 = xla.pad %x, %one, low = [1], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
  %1 = xla.reduce_window(%0 init: %one) applies xla.add window = {size = [2]} : (tensor<10xf32>, tensor<f32>) -> tensor<9xf32>
  %2 = xla.pad %x, %one, low = [2], high = [0], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
  %3 = xla.reduce_window(%2 init: %zero) applies xla.add window = {size = [2]} : (tensor<10xf32>, tensor<f32>) -> tensor<9xf32>
  %4 = xla.pad %x, %zero, low = [1], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %5 = xla.reduce_window(%4 init: %zero) applies xla.add window = {size = [2]} : (tensor<8xf32>, tensor<f32>) -> tensor<7xf32>
  %6 = xla.pad %x, %zero, low = [1], high = [1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<10xf32>
  %7 = xla.reduce_window(%6 init: %zero) applies xla.add window = {size = [2]} : (tensor<10xf32>, tensor<f32>) -> tensor<9xf32>
  return %1, %3, %5, %7, %6 : tensor<9xf32>, tensor<9xf32>, tensor<7xf32>, tensor<9xf32>, tensor<10xf32>
}

// A window that meets no hole between elements moves over elements without holes.
// CHECK-LABEL: @holes_that_are_not_met
// CHECK: xla.reduce_window(%arg0 init: %arg1) applies xla.add window = {size = [1, 3], stride = [1, 2], pad = {{\[\[}}0, 0], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} : (tensor<8x5xi32>, tensor<i32>) -> tensor<8x3xi32>
// CHECK: xla.reduce_window(%arg0 init: %arg1) {{.*}}lhs_dilate = [1, 2]
func.func @holes_that_are_not_met(%x: tensor<8x5xi32>, %init: tensor<i32>) -> (tensor<8x3xi32>, tensor<8x4xi32>) {
  %0 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [1, 3], stride = [2, 4], pad = [[0, 0], [2, 2]], lhs_dilate = [2, 2], rhs_dilate = [1, 2]} : (tensor<8x5xi32>, tensor<i32>) -> tensor<8x3xi32>
  %1 = xla.reduce_window(%x init: %init) applies xla.add window = {size = [1, 3], stride = [1, 3], pad = [[0, 0], [2, 1]], lhs_dilate = [1, 2], rhs_dilate = [1, 1]} : (tensor<8x5xi32>, tensor<i32>) -> tensor<8x4xi32>
  return %0, %1 : tensor<8x3xi32>, tensor<8x4xi32>
}

// A window without what meets padding or holes at all its positions, where the initial value is neutral, or may repeat. XLA:CPU skips others.
// CHECK-LABEL: @windows_that_reach_outside
// CHECK: %[[SUM:.*]] = xla.reduce_window(%arg0 init: %{{.*}}) applies xla.add window = {size = [2, 3], stride = [1, 2], pad = {{\[\[}}0, 0], [1, 1]]
// CHECK: %[[PRODUCT:.*]] = xla.reduce_window(%arg0 init: %arg1) applies xla.mul window = {size = [4, 2], stride = [1, 2], pad = {{\[\[}}2, 0], [0, 1]], lhs_dilate = [1, 2]
// CHECK: %[[LEAST:.*]] = xla.reduce_window(%arg0 init: %arg1) applies xla.min window = {size = [2, 3], stride = [1, 2], pad = {{\[\[}}0, 0], [1, 1]]
// CHECK: return %[[SUM]], %[[PRODUCT]], %[[LEAST]]
func.func @windows_that_reach_outside(%x: tensor<2x5xf32>, %init: tensor<f32>) -> (tensor<1x3xf32>, tensor<1x5xf32>, tensor<1x3xf32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce_window(%x init: %zero) applies xla.add window = {size = [7, 3], stride = [1, 2], pad = [[2, 3], [1, 1]]} : (tensor<2x5xf32>, tensor<f32>) -> tensor<1x3xf32>
  %1 = xla.reduce_window(%x init: %init) applies xla.mul window = {size = [4, 2], stride = [1, 2], pad = [[2, 0], [0, 1]], lhs_dilate = [1, 2]} : (tensor<2x5xf32>, tensor<f32>) -> tensor<1x5xf32>
  %2 = xla.reduce_window(%x init: %init) applies xla.min window = {size = [7, 3], stride = [1, 2], pad = [[2, 3], [1, 1]]} : (tensor<2x5xf32>, tensor<f32>) -> tensor<1x3xf32>
  return %0, %1, %2 : tensor<1x3xf32>, tensor<1x5xf32>, tensor<1x3xf32>
}

// An input of which windows meet no element has windows of zeros alone: the products of an output feature are the same at all positions.
// CHECK-LABEL: @convolutions_of_nothing
// CHECK: %[[PRODUCTS:.*]] = xla.mul %arg1, %{{.*}} : tensor<4x2x3xf32>
// CHECK: %[[SUMS:.*]] = xla.reduce(%[[PRODUCTS]] init: %{{.*}}) applies xla.add across dimensions = [1, 2]
// CHECK: %[[RESULT:.*]] = xla.broadcast_in_dim %[[SUMS]], dims = [1] : (tensor<4xf32>) -> tensor<1x4x5xf32>
// CHECK: return %[[RESULT]]
func.func @convolutions_of_nothing(%x: tensor<1x2x0xf32>, %k: tensor<4x2x3xf32>) -> tensor<1x4x5xf32> {
  %0 = xla.conv_with_general_padding %x, %k, window = {stride = [1], pad = [[3, 4]]} : (tensor<1x2x0xf32>, tensor<4x2x3xf32>) -> tensor<1x4x5xf32>
  return %0 : tensor<1x4x5xf32>
}

// CHECK-LABEL: @convolutions_of_padding
// CHECK: xla.mul %arg1, %{{.*}} : tensor<4x2x3x1xf32>
// CHECK-NOT: xla.conv_with_general_padding
// CHECK: return
func.func @convolutions_of_padding(%x: tensor<1x2x5x1xf32>, %k: tensor<4x2x3x1xf32>) -> tensor<1x4x5x2xf32> {
  %0 = xla.conv_with_general_padding %x, %k, window = {stride = [1, 2], pad = [[1, 1], [1, 2]]} : (tensor<1x2x5x1xf32>, tensor<4x2x3x1xf32>) -> tensor<1x4x5x2xf32>
  return %0 : tensor<1x4x5x2xf32>
}

// CHECK-LABEL: @narrow
// CHECK: xla.mul %arg1, %{{.*}} : tensor<4x2x3xf8E4M3FN>
// CHECK-NOT: xla.conv_with_general_padding
func.func @narrow(%x: tensor<1x2x0xf8E4M3FN>, %k: tensor<4x2x3xf8E4M3FN>) -> tensor<1x4x5xf8E4M3FN> {
  %0 = xla.conv_with_general_padding %x, %k, window = {stride = [1], pad = [[3, 4]]} : (tensor<1x2x0xf8E4M3FN>, tensor<4x2x3xf8E4M3FN>) -> tensor<1x4x5xf8E4M3FN>
  return %0 : tensor<1x4x5xf8E4M3FN>
}

// A kernel without what meets padding or holes at all its positions; a reversed one loses the other end. A float times 0 may be NaN, and
// is added once for each output feature.
// CHECK-LABEL: @kernels_that_reach_outside
// CHECK: %[[LAST:.*]] = xla.slice %arg1 [0:1, 0:1, 4:5]
// CHECK: %[[FIRST:.*]] = xla.slice %arg1 [0:1, 0:1, 0:1]
// CHECK: %[[PART:.*]] = xla.slice %arg2 [0:1, 0:1, 4:5]
// CHECK: %[[SUMS:.*]] = xla.conv_with_general_padding %arg3, %[[PART]]
// CHECK: %[[ZEROS:.*]] = xla.mul %arg2, %[[ZERO:.*]] : tensor<1x1x5xf32>
// CHECK: xla.select %{{.*}}, %[[ZERO]], %[[ZEROS]]
// CHECK: xla.add %[[SUMS]], %{{.*}} : tensor<1x1x1xf32>
func.func @kernels_that_reach_outside(%x: tensor<1x1x1xi32>, %k: tensor<1x1x5xi32>, %f: tensor<1x1x5xf32>, %y: tensor<1x1x1xf32>) -> (tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xf32>) {
  %0 = xla.conv_with_general_padding %x, %k, window = {pad = [[4, 0]]} : (tensor<1x1x1xi32>, tensor<1x1x5xi32>) -> tensor<1x1x1xi32>
  %1 = xla.conv_with_general_padding %x, %k, window = {pad = [[4, 0]], reverse = [true]} : (tensor<1x1x1xi32>, tensor<1x1x5xi32>) -> tensor<1x1x1xi32>
  %2 = xla.conv_with_general_padding %y, %f, window = {pad = [[4, 0]]} : (tensor<1x1x1xf32>, tensor<1x1x5xf32>) -> tensor<1x1x1xf32>
  return %0, %1, %2 : tensor<1x1x1xi32>, tensor<1x1x1xi32>, tensor<1x1x1xf32>
}

// Where the input has holes, every other element of the kernel meets them.
// CHECK-LABEL: @kernel_of_holes
// CHECK: xla.slice %arg1 {{.*}}0:3:2
// CHECK: -> tensor<4x3x2xi8>
func.func @kernel_of_holes(%x: tensor<2x3x8xi8>, %k: tensor<4x3x3xi8>) -> tensor<2x4x7xi32> {
  %0 = xla.conv_with_general_padding %x, %k, window = {stride = [2], lhs_dilate = [2]} : (tensor<2x3x8xi8>, tensor<4x3x3xi8>) -> tensor<2x4x7xi32>
  return %0 : tensor<2x4x7xi32>
}
