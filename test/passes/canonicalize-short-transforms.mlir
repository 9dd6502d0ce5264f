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
// CHECK: xla.dot_general %[[INSIDE]]
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
