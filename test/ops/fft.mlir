// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<2x8xf32>, %y: tensor<2x5xcomplex<f32>>, %z: tensor<?x3x4xcomplex<f64>>) {
  // CHECK: xla.fft %arg0, type =  RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  %0 = xla.fft %x, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  // Half spectra of eight and of nine numbers have one size: the length tells.
  // CHECK: xla.fft %arg1, type =  IRFFT, length = [2, 8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
  %1 = xla.fft %y, type = IRFFT, length = [2, 8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
  // CHECK: xla.fft %arg1, type =  IRFFT, length = [9] : (tensor<2x5xcomplex<f32>>) -> tensor<2x9xf32>
  %2 = xla.fft %y, type = IRFFT, length = [9] : (tensor<2x5xcomplex<f32>>) -> tensor<2x9xf32>
  // CHECK: xla.fft %arg2, type =  FFT, length = [3, 4] : (tensor<?x3x4xcomplex<f64>>) -> tensor<?x3x4xcomplex<f64>>
  %3 = xla.fft %z, type = FFT, length = [3, 4] : (tensor<?x3x4xcomplex<f64>>) -> tensor<?x3x4xcomplex<f64>>
  // CHECK: xla.fft %arg2, type =  IFFT, length = [2, 3, 4] : (tensor<?x3x4xcomplex<f64>>) -> tensor<?x3x4xcomplex<f64>>
  %4 = xla.fft %z, type = IFFT, length = [2, 3, 4] : (tensor<?x3x4xcomplex<f64>>) -> tensor<?x3x4xcomplex<f64>>
  return
}
