// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xi32>, %y2: tensor<4xi32>, %x3: tensor<4xcomplex<f32>>, %y3: tensor<4xcomplex<f32>>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.pow %arg0, %arg1 : tensor<4xf32>
  %0 = xla.pow %x0, %y0 : tensor<4xf32>
  // CHECK: xla.pow %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.pow %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.pow %arg4, %arg5 : tensor<4xi32>
  %2 = xla.pow %x2, %y2 : tensor<4xi32>
  // CHECK: xla.pow %arg6, %arg7 : tensor<4xcomplex<f32>>
  %3 = xla.pow %x3, %y3 : tensor<4xcomplex<f32>>
  // CHECK: xla.pow %arg8, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %4 = xla.pow %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.pow %arg9, %arg8 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %5 = xla.pow %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[8.000000e+00, 3.000000e+00]> : tensor<2xf32>
func.func @literal() -> (tensor<2xf32>) {
  %a = xla.constant dense<[2.0, 9.0]> : tensor<2xf32>
  %b = xla.constant dense<[3.0, 0.5]> : tensor<2xf32>
  %0 = xla.pow %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CANON-LABEL: func.func @integer(
// CANON: xla.constant dense<[1024, -27]> : tensor<2xi32>
func.func @integer() -> (tensor<2xi32>) {
  %a = xla.constant dense<[2, -3]> : tensor<2xi32>
  %b = xla.constant dense<[10, 3]> : tensor<2xi32>
  %0 = xla.pow %a, %b : tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CANON-LABEL: func.func @of_one(
// CANON: xla.constant dense<1> : tensor<2xi32>
// CANON-NOT: xla.pow
func.func @of_one(%x: tensor<2xi32>) -> tensor<2xi32> {
  %one = xla.constant dense<1> : tensor<2xi32>
  %0 = xla.pow %one, %x : tensor<2xi32>
  return %0 : tensor<2xi32>
}
