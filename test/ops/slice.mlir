// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<10x8xf32>, %s: tensor<f32>) {
  // CHECK: xla.slice %arg0 [2:4, 0:8:3] : (tensor<10x8xf32>) -> tensor<2x3xf32>
  %0 = xla.slice %x [2:4, 0:8:3] : (tensor<10x8xf32>) -> tensor<2x3xf32>
  // CHECK: xla.slice %arg0 [3:3, 0:8] : (tensor<10x8xf32>) -> tensor<0x8xf32>
  %1 = xla.slice %x [3:3, 0:8] : (tensor<10x8xf32>) -> tensor<0x8xf32>
  // CHECK: xla.slice %arg1 [] : (tensor<f32>) -> tensor<f32>
  %2 = xla.slice %s [] : (tensor<f32>) -> tensor<f32>
  return
}

// The document's example.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<{{\[\[}}7, 8], [10, 11{{\]\]}}>
func.func @literal() -> (tensor<2x2xi32>) {
  %c = xla.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %0 = xla.slice %c [2:4, 1:3] : (tensor<4x3xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}

// CANON-LABEL: func.func @strided_literal(
// CANON: xla.constant dense<[1, 4]>
func.func @strided_literal() -> (tensor<2xi32>) {
  %c = xla.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %0 = xla.slice %c [1:5:3] : (tensor<5xi32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CANON-LABEL: func.func @empty_literal(
// CANON: xla.constant dense<> : tensor<0xi32>
func.func @empty_literal() -> (tensor<0xi32>) {
  %c = xla.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %0 = xla.slice %c [5:5] : (tensor<5xi32>) -> tensor<0xi32>
  return %0 : tensor<0xi32>
}

// CANON-LABEL: func.func @whole(
// CANON: return %arg0
func.func @whole(%x: tensor<2x3xi32>) -> (tensor<2x3xi32>) {
  %0 = xla.slice %x [0:2, 0:3] : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// Elements 1, 3, 5 of 2, 5, 8, 11, 14, 17.
// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.slice %arg0 [5:18:6]
// CANON: return %[[Y]]
func.func @twice(%x: tensor<20xf32>) -> (tensor<3xf32>) {
  %0 = xla.slice %x [2:20:3] : (tensor<20xf32>) -> tensor<6xf32>
  %1 = xla.slice %0 [1:6:2] : (tensor<6xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CANON-LABEL: func.func @of_concatenate(
// CANON: %[[Y:.*]] = xla.slice %arg1 [1:5:2]
// CANON: return %[[Y]]
func.func @of_concatenate(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<2xf32>) {
  %0 = xla.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
  %1 = xla.slice %0 [5:9:2] : (tensor<10xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CANON-LABEL: func.func @across_concatenate(
// CANON: %[[X:.*]] = xla.slice %arg0 [1:4:2] : (tensor<4xf32>) -> tensor<2xf32>
// CANON: %[[Z:.*]] = xla.slice %arg2 [0:4:2] : (tensor<5xf32>) -> tensor<2xf32>
// CANON: xla.concatenate %[[X]], %[[Z]], dim = 0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
func.func @across_concatenate(%x: tensor<4xf32>, %y: tensor<1xf32>, %z: tensor<5xf32>) -> (tensor<4xf32>) {
  %0 = xla.concatenate %x, %y, %z, dim = 0 : (tensor<4xf32>, tensor<1xf32>, tensor<5xf32>) -> tensor<10xf32>
  %1 = xla.slice %0 [1:9:2] : (tensor<10xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// What is joined for another op, too, is read there.
// CANON-LABEL: func.func @of_shared_concatenate(
// CANON: %[[ALL:.*]] = xla.concatenate
// CANON: xla.slice %[[ALL]] [3:9]
func.func @of_shared_concatenate(%x: tensor<4xf32>, %y: tensor<6xf32>) -> (tensor<6xf32>, tensor<10xf32>) {
  %0 = xla.concatenate %x, %y, dim = 0 : (tensor<4xf32>, tensor<6xf32>) -> tensor<10xf32>
  %1 = xla.slice %0 [3:9] : (tensor<10xf32>) -> tensor<6xf32>
  return %1, %0 : tensor<6xf32>, tensor<10xf32>
}

// CANON-LABEL: func.func @of_transpose(
// CANON: %[[X:.*]] = xla.slice %arg0 [2:6, 0:5:2] : (tensor<8x5xf32>) -> tensor<4x3xf32>
// CANON: xla.transpose %[[X]], dims = [1, 0] : (tensor<4x3xf32>) -> tensor<3x4xf32>
func.func @of_transpose(%x: tensor<8x5xf32>) -> tensor<3x4xf32> {
  %0 = xla.transpose %x, dims = [1, 0] : (tensor<8x5xf32>) -> tensor<5x8xf32>
  %1 = xla.slice %0 [0:5:2, 2:6] : (tensor<5x8xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// CANON-LABEL: func.func @of_elementwise(
// CANON: %[[PART:.*]] = xla.slice %arg0 [2:6]
// CANON: xla.pow %[[PART]], %arg1 : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
func.func @of_elementwise(%x: tensor<8xf32>, %s: tensor<f32>) -> tensor<4xf32> {
  %0 = xla.pow %x, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %1 = xla.slice %0 [2:6] : (tensor<8xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A slice of padding and of what is padded.
// CANON-LABEL: func.func @of_pad(
// CANON: %[[PART:.*]] = xla.slice %arg0 [0:4, 0:3:2] : (tensor<6x4xf32>) -> tensor<4x2xf32>
// CANON: xla.pad %[[PART]], %arg1, low = [1, 0], high = [0, 1]{{.*}} : (tensor<4x2xf32>, tensor<f32>) -> tensor<5x3xf32>
// CANON: %[[ONLY:.*]] = xla.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<5x1xf32>
func.func @of_pad(%x: tensor<6x4xf32>, %v: tensor<f32>) -> (tensor<5x3xf32>, tensor<5x1xf32>) {
  %0 = xla.pad %x, %v, low = [2, 1], high = [0, 2], interior = [0, 0] : (tensor<6x4xf32>, tensor<f32>) -> tensor<8x7xf32>
  %1 = xla.slice %0 [1:6, 1:7:2] : (tensor<8x7xf32>) -> tensor<5x3xf32>
  %2 = xla.slice %0 [1:6, 6:7] : (tensor<8x7xf32>) -> tensor<5x1xf32>
  return %1, %2 : tensor<5x3xf32>, tensor<5x1xf32>
}

// An argument is read in the shape that is sliced, where all of some dimensions would be copied for few elements.
// CANON-LABEL: func.func @of_reshaped_argument(
// CANON: %[[SHAPED:.*]] = xla.reshape %arg0
// CANON: xla.slice %[[SHAPED]] [2:111:12, 0:198:6, 0:23:3]
func.func @of_reshaped_argument(%x: tensor<603x37x23xi32>) -> tensor<10x33x8xi32> {
  %0 = xla.reshape %x : (tensor<603x37x23xi32>) -> tensor<111x201x23xi32>
  %1 = xla.slice %0 [2:111:12, 0:198:6, 0:23:3] : (tensor<111x201x23xi32>) -> tensor<10x33x8xi32>
  return %1 : tensor<10x33x8xi32>
}

// What is sliced of a reshape is sliced before it: a dimension that it keeps, and of those that it divides or merges the part that has
// the elements.
// CANON-LABEL: func.func @of_reshape(
// CANON: %[[PART:.*]] = xla.slice %arg0 [1:6:2, 3:6:2, 0:13:3] : (tensor<10x6x15xf32>) -> tensor<3x2x5xf32>
// CANON: xla.reshape %[[PART]] : (tensor<3x2x5xf32>) -> tensor<3x1x2x5xf32>
// CANON: %[[MERGED:.*]] = xla.slice %arg0 [0:1, 2:4, 0:15] : (tensor<10x6x15xf32>) -> tensor<1x2x15xf32>
// CANON: xla.reshape %[[MERGED]] : (tensor<1x2x15xf32>) -> tensor<2x15xf32>
func.func @of_reshape(%x: tensor<10x6x15xf32>) -> (tensor<3x1x2x5xf32>, tensor<2x15xf32>) {
  %0 = xla.reshape %x : (tensor<10x6x15xf32>) -> tensor<10x2x3x15xf32>
  %1 = xla.slice %0 [1:7:2, 1:2, 0:3:2, 0:15:3] : (tensor<10x2x3x15xf32>) -> tensor<3x1x2x5xf32>
  %2 = xla.reshape %x : (tensor<10x6x15xf32>) -> tensor<60x15xf32>
  %3 = xla.slice %2 [2:4, 0:15] : (tensor<60x15xf32>) -> tensor<2x15xf32>
  return %1, %3 : tensor<3x1x2x5xf32>, tensor<2x15xf32>
}
