// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xi8>, %y1: tensor<4xi8>, %x2: tensor<4xui32>, %y2: tensor<4xui32>, %x3: tensor<4xi1>, %y3: tensor<4xi1>, %x4: tensor<4xcomplex<f32>>, %y4: tensor<4xcomplex<f32>>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.lt %arg0, %arg1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %0 = xla.lt %x0, %y0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  // CHECK: xla.lt %arg2, %arg3 : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %1 = xla.lt %x1, %y1 : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  // CHECK: xla.lt %arg4, %arg5 : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  %2 = xla.lt %x2, %y2 : (tensor<4xui32>, tensor<4xui32>) -> tensor<4xi1>
  // CHECK: xla.lt %arg6, %arg7 : tensor<4xi1>
  %3 = xla.lt %x3, %y3 : tensor<4xi1>
  // CHECK: xla.lt %arg8, %arg9 : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %4 = xla.lt %x4, %y4 : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  // CHECK: xla.lt %arg10, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xi1>
  %5 = xla.lt %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xi1>
  // CHECK: xla.lt %arg11, %arg10 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  %6 = xla.lt %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xi1>
  return
}

// -0 equals +0, a NaN nothing.
// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[false, false, false, true]> : tensor<4xi1>
func.func @literal() -> (tensor<4xi1>) {
  %a = xla.constant dense<[1.0, -0.0, 0x7FC00000, 2.0]> : tensor<4xf32>
  %b = xla.constant dense<[1.0, 0.0, 0x7FC00000, 3.0]> : tensor<4xf32>
  %0 = xla.lt %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CANON-LABEL: func.func @of_itself(
// CANON: %[[C:.*]] = xla.constant dense<false> : tensor<4xi1>
// CANON: return %[[C]]
func.func @of_itself(%x: tensor<4xi32>) -> (tensor<4xi1>) {
  %0 = xla.lt %x, %x : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// NaN is not less than itself, either.
// CANON-LABEL: func.func @of_itself_float(
// CANON: %[[C:.*]] = xla.constant dense<false> : tensor<4xi1>
// CANON: return %[[C]]
func.func @of_itself_float(%x: tensor<4xf32>) -> (tensor<4xi1>) {
  %0 = xla.lt %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
