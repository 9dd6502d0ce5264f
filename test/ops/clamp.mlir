// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%a: tensor<4xf32>, %x: tensor<4xf32>, %b: tensor<4xf32>, %s: tensor<f32>) {
  // CHECK: xla.clamp %arg0, %arg1, %arg2 : tensor<4xf32>
  %0 = xla.clamp %a, %x, %b : tensor<4xf32>
  // CHECK: xla.clamp %arg3, %arg1, %arg2 : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = xla.clamp %s, %x, %b : (tensor<f32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// The document's example.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[0, 5, 6]>
func.func @literal() -> (tensor<3xi32>) {
  %a = xla.constant dense<0> : tensor<i32>
  %x = xla.constant dense<[-1, 5, 9]> : tensor<3xi32>
  %b = xla.constant dense<6> : tensor<i32>
  %0 = xla.clamp %a, %x, %b : (tensor<i32>, tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// min(max(min, x), max) is max.
// CANON-LABEL: func.func @min_above_max(
// CANON: xla.constant dense<3>
func.func @min_above_max() -> (tensor<2xi32>) {
  %a = xla.constant dense<7> : tensor<i32>
  %x = xla.constant dense<[1, 9]> : tensor<2xi32>
  %b = xla.constant dense<3> : tensor<i32>
  %0 = xla.clamp %a, %x, %b : (tensor<i32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
