// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4xf32>, %y: tensor<4xf32>, %a: tensor<4xf64>, %s: tensor<f64>) {
  // CHECK: xla.complex %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %0 = xla.complex %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  // CHECK: xla.complex %arg2, %arg3 : (tensor<4xf64>, tensor<f64>) -> tensor<4xcomplex<f64>>
  %1 = xla.complex %a, %s : (tensor<4xf64>, tensor<f64>) -> tensor<4xcomplex<f64>>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[(1.000000e+00,2.000000e+00), (-0.000000e+00,3.000000e+00)]> : tensor<2xcomplex<f32>>
func.func @literal() -> (tensor<2xcomplex<f32>>) {
  %a = xla.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %b = xla.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %0 = xla.complex %a, %b : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  return %0 : tensor<2xcomplex<f32>>
}

// CANON-LABEL: func.func @of_parts(
// CANON: return %arg0
func.func @of_parts(%z: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
  %0 = xla.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = xla.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = xla.complex %0, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return %2 : tensor<4xcomplex<f32>>
}

// CANON-LABEL: func.func @of_swapped_parts(
// CANON: xla.complex
func.func @of_swapped_parts(%z: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>) {
  %0 = xla.real %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %1 = xla.imag %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = xla.complex %1, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  return %2 : tensor<4xcomplex<f32>>
}
