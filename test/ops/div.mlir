// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<4xf32>, %y0: tensor<4xf32>, %x1: tensor<4xbf16>, %y1: tensor<4xbf16>, %x2: tensor<4xi8>, %y2: tensor<4xi8>, %x3: tensor<4xui32>, %y3: tensor<4xui32>, %x4: tensor<4xcomplex<f32>>, %y4: tensor<4xcomplex<f32>>, %m: tensor<2x4xf32>, %s: tensor<f32>) {
  // CHECK: xla.div %arg0, %arg1 : tensor<4xf32>
  %0 = xla.div %x0, %y0 : tensor<4xf32>
  // CHECK: xla.div %arg2, %arg3 : tensor<4xbf16>
  %1 = xla.div %x1, %y1 : tensor<4xbf16>
  // CHECK: xla.div %arg4, %arg5 : tensor<4xi8>
  %2 = xla.div %x2, %y2 : tensor<4xi8>
  // CHECK: xla.div %arg6, %arg7 : tensor<4xui32>
  %3 = xla.div %x3, %y3 : tensor<4xui32>
  // CHECK: xla.div %arg8, %arg9 : tensor<4xcomplex<f32>>
  %4 = xla.div %x4, %y4 : tensor<4xcomplex<f32>>
  // CHECK: xla.div %arg10, %arg1, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %5 = xla.div %m, %y0, broadcast_dimensions = [1] : (tensor<2x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  // CHECK: xla.div %arg11, %arg10 : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %6 = xla.div %s, %m : (tensor<f32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[0xFF800000, 2.500000e-01]> : tensor<2xf32>
func.func @literal() -> (tensor<2xf32>) {
  %a = xla.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %b = xla.constant dense<[-0.0, 4.0]> : tensor<2xf32>
  %0 = xla.div %a, %b : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// Quotients truncate; x / 0 and INT_MIN / -1 do not trap.
// CANON-LABEL: func.func @integer(
// CANON: xla.constant dense<[3, -3, -1, -2147483648]> : tensor<4xi32>
func.func @integer() -> (tensor<4xi32>) {
  %a = xla.constant dense<[7, -7, 7, -2147483648]> : tensor<4xi32>
  %b = xla.constant dense<[2, 2, 0, -1]> : tensor<4xi32>
  %0 = xla.div %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @one(
// CANON: return %arg0
func.func @one(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %c = xla.constant dense<1> : tensor<4xi32>
  %0 = xla.div %x, %c : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CANON-LABEL: func.func @one_float(
// CANON: return %arg0
func.func @one_float(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %c = xla.constant dense<1.0> : tensor<4xf32>
  %0 = xla.div %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// 0 / 0 is not 1.
// CANON-LABEL: func.func @of_itself(
// CANON: %[[IS_ZERO:.*]] = xla.eq %arg0
// CANON: xla.select %[[IS_ZERO]]
func.func @of_itself(%x: tensor<4xi32>) -> (tensor<4xi32>) {
  %0 = xla.div %x, %x : tensor<4xi32>
  return %0 : tensor<4xi32>
}
