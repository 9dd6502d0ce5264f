// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xcomplex<f32>>) {
  // CHECK: xla.real %arg0 : tensor<2xf32>
  %0 = xla.real %x0 : tensor<2xf32>
  // CHECK: xla.real %arg1 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %1 = xla.real %x1 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[1.000000e+00, -0.000000e+00]> : tensor<2xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<2xf32>) {
  %c = xla.constant dense<[(1.0, 2.0), (-0.0, 3.0)]> : tensor<2xcomplex<f32>>
  %0 = xla.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CANON-LABEL: func.func @of_complex(
// CANON: return %arg0
func.func @of_complex(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.complex %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %1 = xla.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CANON-LABEL: func.func @of_real(
// CANON: return %arg0
func.func @of_real(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.real %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
