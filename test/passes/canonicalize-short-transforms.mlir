// RUN: xla-opt %s --canonicalize | FileCheck %s

// Many short transforms are products with the roots of unity.
// CHECK-LABEL: @transforms
// CHECK-DAG: %[[ROOTS:.*]] = xla.constant dense<{{\[\[}}(1.000000e+00,-0.000000e+00), (1.000000e+00,-0.000000e+00)], [(1.000000e+00,-0.000000e+00), (-1.000000e+00,-0.000000e+00)]]> : tensor<2x2xcomplex<f32>>
// CHECK-DAG: %[[HALVES:.*]] = xla.constant dense<{{\[\[}}(5.000000e-01,0.000000e+00), (5.000000e-01,0.000000e+00)], [(5.000000e-01,0.000000e+00), (-5.000000e-01,0.000000e+00)]]> : tensor<2x2xcomplex<f32>>
// CHECK: %[[A:.*]] = xla.dot_general %arg0, %[[ROOTS]], contracting_dims = [1] x [0]
// CHECK: %[[B:.*]] = xla.dot_general %arg0, %[[HALVES]], contracting_dims = [1] x [0]
// CHECK: return %[[A]], %[[B]]
func.func @transforms(%x: tensor<256x2xcomplex<f32>>) -> (tensor<256x2xcomplex<f32>>, tensor<256x2xcomplex<f32>>) {
  %0 = xla.fft %x, type = FFT, length = [2] : (tensor<256x2xcomplex<f32>>) -> tensor<256x2xcomplex<f32>>
  %1 = xla.fft %x, type = IFFT, length = [2] : (tensor<256x2xcomplex<f32>>) -> tensor<256x2xcomplex<f32>>
  return %0, %1 : tensor<256x2xcomplex<f32>>, tensor<256x2xcomplex<f32>>
}

// The parts of real ones are products of their own; a spectrum's first number and that in the middle have no imaginary part.
// CHECK-LABEL: @real
// CHECK-DAG: %[[COS:.*]] = xla.constant dense<{{\[\[}}1.000000e+00, 1.000000e+00, 1.000000e+00], [1.000000e+00, 0.000000e+00, -1.000000e+00], [1.000000e+00, -1.000000e+00, 1.000000e+00], [1.000000e+00, 0.000000e+00, -1.000000e+00]]> : tensor<4x3xf32>
// CHECK: %[[RE:.*]] = xla.dot_general %arg0, %[[COS]]
// CHECK: %[[IM:.*]] = xla.dot_general %arg0
// CHECK: xla.complex %[[RE]], %[[IM]]
// CHECK: %[[PART:.*]] = xla.slice %arg1 [0:256, 1:2] : (tensor<256x3xcomplex<f32>>) -> tensor<256x1xcomplex<f32>>
// CHECK: %[[INSIDE:.*]] = xla.imag %[[PART]]
// CHECK: xla.mul %{{.*}}, %{{.*}} : tensor<256x4xf32>
// CHECK: xla.add
func.func @real(%x: tensor<256x4xf32>, %y: tensor<256x3xcomplex<f32>>) -> (tensor<256x3xcomplex<f32>>, tensor<256x4xf32>) {
  %0 = xla.fft %x, type = RFFT, length = [4] : (tensor<256x4xf32>) -> tensor<256x3xcomplex<f32>>
  %1 = xla.fft %y, type = IRFFT, length = [4] : (tensor<256x3xcomplex<f32>>) -> tensor<256x4xf32>
  return %0, %1 : tensor<256x3xcomplex<f32>>, tensor<256x4xf32>
}

// CHECK-LABEL: @few_and_long
// CHECK-COUNT-2: xla.fft
func.func @few_and_long(%x: tensor<4x2xcomplex<f32>>, %y: tensor<256x9xcomplex<f32>>) -> (tensor<4x2xcomplex<f32>>, tensor<256x9xcomplex<f32>>) {
  %0 = xla.fft %x, type = FFT, length = [2] : (tensor<4x2xcomplex<f32>>) -> tensor<4x2xcomplex<f32>>
  %1 = xla.fft %y, type = FFT, length = [9] : (tensor<256x9xcomplex<f32>>) -> tensor<256x9xcomplex<f32>>
  return %0, %1 : tensor<4x2xcomplex<f32>>, tensor<256x9xcomplex<f32>>
}

// A product is faster longer for real numbers, and for lengths with other prime factors than 2 and 3.
// CHECK-LABEL: @longer
// CHECK-NOT: xla.fft
// CHECK: return
func.func @longer(%x: tensor<64x64xf32>, %y: tensor<64x10xcomplex<f32>>) -> (tensor<64x33xcomplex<f32>>, tensor<64x10xcomplex<f32>>) {
  %0 = xla.fft %x, type = RFFT, length = [64] : (tensor<64x64xf32>) -> tensor<64x33xcomplex<f32>>
  %1 = xla.fft %y, type = FFT, length = [10] : (tensor<64x10xcomplex<f32>>) -> tensor<64x10xcomplex<f32>>
  return %0, %1 : tensor<64x33xcomplex<f32>>, tensor<64x10xcomplex<f32>>
}

// The last of several dimensions is transformed by a product, and the others behind it.
// CHECK-LABEL: @last_dimension
// CHECK: %[[ROWS:.*]] = xla.dot_general
// CHECK: %[[T:.*]] = xla.transpose %[[ROWS]]
// CHECK: %[[COLUMNS:.*]] = xla.fft %[[T]], type = FFT, length = [12]
// CHECK: xla.transpose %[[COLUMNS]]
func.func @last_dimension(%x: tensor<64x12x5xcomplex<f32>>) -> tensor<64x12x5xcomplex<f32>> {
  %0 = xla.fft %x, type = FFT, length = [12, 5] : (tensor<64x12x5xcomplex<f32>>) -> tensor<64x12x5xcomplex<f32>>
  return %0 : tensor<64x12x5xcomplex<f32>>
}

// One element is its own transform: what is real along it is the real part, or has no imaginary one.
// CHECK-LABEL: @one_element
// CHECK-DAG: %[[X:.*]] = xla.reshape %arg0 : (tensor<3x16x1xcomplex<f32>>) -> tensor<3x16xcomplex<f32>>
// CHECK-DAG: %[[T:.*]] = xla.fft %[[X]], type = IFFT, length = [16]
// CHECK-DAG: %[[RE:.*]] = xla.real %[[T]]
// CHECK-DAG: %[[R:.*]] = xla.reshape %[[RE]] : (tensor<3x16xf32>) -> tensor<3x16x1xf32>
// CHECK-DAG: %[[C:.*]] = xla.complex %arg1
// CHECK: return %[[R]], %[[C]]
func.func @one_element(%x: tensor<3x16x1xcomplex<f32>>, %y: tensor<4x1xf32>) -> (tensor<3x16x1xf32>, tensor<4x1xcomplex<f32>>) {
  %0 = xla.fft %x, type = IRFFT, length = [16, 1] : (tensor<3x16x1xcomplex<f32>>) -> tensor<3x16x1xf32>
  %1 = xla.fft %y, type = RFFT, length = [1] : (tensor<4x1xf32>) -> tensor<4x1xcomplex<f32>>
  return %0, %1 : tensor<3x16x1xf32>, tensor<4x1xcomplex<f32>>
}

// CHECK-LABEL: @no_element
// CHECK: xla.fft
func.func @no_element(%x: tensor<512x0xcomplex<f32>>) -> tensor<512x0xcomplex<f32>> {
  %0 = xla.fft %x, type = FFT, length = [0] : (tensor<512x0xcomplex<f32>>) -> tensor<512x0xcomplex<f32>>
  return %0 : tensor<512x0xcomplex<f32>>
}
