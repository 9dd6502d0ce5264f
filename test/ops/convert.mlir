// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%f32i32: tensor<2xf32>, %i1f32: tensor<2xi1>, %complexf32f32: tensor<2xcomplex<f32>>, %f64bf16: tensor<2xf64>) {
  // CHECK: xla.convert %arg0 : (tensor<2xf32>) -> tensor<2xi32>
  %0 = xla.convert %f32i32 : (tensor<2xf32>) -> tensor<2xi32>
  // CHECK: xla.convert %arg1 : (tensor<2xi1>) -> tensor<2xf32>
  %1 = xla.convert %i1f32 : (tensor<2xi1>) -> tensor<2xf32>
  // CHECK: xla.convert %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %2 = xla.convert %complexf32f32 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: xla.convert %arg3 : (tensor<2xf64>) -> tensor<2xbf16>
  %3 = xla.convert %f64bf16 : (tensor<2xf64>) -> tensor<2xbf16>
  return
}

// NaN is not 0.
// CANON-LABEL: func.func @to_pred(
// CANON: xla.constant dense<[true, false, true]> : tensor<3xi1>
func.func @to_pred() -> (tensor<3xi1>) {
  %c = xla.constant dense<[1.5, 0.0, 0x7FC00000]> : tensor<3xf32>
  %0 = xla.convert %c : (tensor<3xf32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[65535, 3]> : tensor<2xui16>
// CANON: return %[[C]]
func.func @literal() -> (tensor<2xui16>) {
  %c = xla.constant dense<[-1, 3]> : tensor<2xi8>
  %0 = xla.convert %c : (tensor<2xi8>) -> tensor<2xui16>
  return %0 : tensor<2xui16>
}

// CANON-LABEL: func.func @same_type(
// CANON: return %arg0
func.func @same_type(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.convert %x : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CANON-LABEL: func.func @through_wider(
// CANON: return %arg0
func.func @through_wider(%x: tensor<4xbf16>) -> (tensor<4xbf16>) {
  %0 = xla.convert %x : (tensor<4xbf16>) -> tensor<4xf32>
  %1 = xla.convert %0 : (tensor<4xf32>) -> tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// CANON-LABEL: func.func @through_wider_to_other(
// CANON: %[[Y:.*]] = xla.convert %arg0 : (tensor<4xi8>) -> tensor<4xf32>
// CANON: return %[[Y]]
func.func @through_wider_to_other(%x: tensor<4xi8>) -> (tensor<4xf32>) {
  %0 = xla.convert %x : (tensor<4xi8>) -> tensor<4xi32>
  %1 = xla.convert %0 : (tensor<4xi32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// f64 to bf16 rounds twice through f32: both stay.
// CANON-LABEL: func.func @through_narrower(
// CANON: xla.convert
// CANON: xla.convert
func.func @through_narrower(%x: tensor<4xf64>) -> (tensor<4xbf16>) {
  %0 = xla.convert %x : (tensor<4xf64>) -> tensor<4xf32>
  %1 = xla.convert %0 : (tensor<4xf32>) -> tensor<4xbf16>
  return %1 : tensor<4xbf16>
}

// CANON-LABEL: func.func @pred_through_float(
// CANON: %[[Y:.*]] = xla.convert %arg0 : (tensor<4xi1>) -> tensor<4xi32>
// CANON: return %[[Y]]
func.func @pred_through_float(%x: tensor<4xi1>) -> (tensor<4xi32>) {
  %0 = xla.convert %x : (tensor<4xi1>) -> tensor<4xbf16>
  %1 = xla.convert %0 : (tensor<4xbf16>) -> tensor<4xi32>
  return %1 : tensor<4xi32>
}
