// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%a: tensor<10xf32>, %b: tensor<f32>, %cc: tensor<10x2xf16>, %d: tensor<4x2xi4>) {
  // CHECK: xla.bitcast_convert %arg0 : (tensor<10xf32>) -> tensor<10x2xf16>
  %0 = xla.bitcast_convert %a : (tensor<10xf32>) -> tensor<10x2xf16>
  // CHECK: xla.bitcast_convert %arg1 : (tensor<f32>) -> tensor<2xf16>
  %1 = xla.bitcast_convert %b : (tensor<f32>) -> tensor<2xf16>
  // CHECK: xla.bitcast_convert %arg2 : (tensor<10x2xf16>) -> tensor<10xf32>
  %2 = xla.bitcast_convert %cc : (tensor<10x2xf16>) -> tensor<10xf32>
  // CHECK: xla.bitcast_convert %arg3 : (tensor<4x2xi4>) -> tensor<4xui8>
  %3 = xla.bitcast_convert %d : (tensor<4x2xi4>) -> tensor<4xui8>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: xla.constant dense<[1065353216, 2147483648]> : tensor<2xui32>
func.func @literal() -> (tensor<2xui32>) {
  %c = xla.constant dense<[1.0, -0.0]> : tensor<2xf32>
  %0 = xla.bitcast_convert %c : (tensor<2xf32>) -> tensor<2xui32>
  return %0 : tensor<2xui32>
}

// CANON-LABEL: func.func @narrower(
// CANON: xla.constant dense<{{\[\[}}1, 0], [2, 1{{\]\]}}> : tensor<2x2xui16>
func.func @narrower() -> (tensor<2x2xui16>) {
  %c = xla.constant dense<[1, 65538]> : tensor<2xui32>
  %0 = xla.bitcast_convert %c : (tensor<2xui32>) -> tensor<2x2xui16>
  return %0 : tensor<2x2xui16>
}

// CANON-LABEL: func.func @wider(
// CANON: xla.constant dense<16777217> : tensor<1xui32>
func.func @wider() -> (tensor<1xui32>) {
  %c = xla.constant dense<[[1, 0, 0, 1]]> : tensor<1x4xui8>
  %0 = xla.bitcast_convert %c : (tensor<1x4xui8>) -> tensor<1xui32>
  return %0 : tensor<1xui32>
}

// CANON-LABEL: func.func @there_and_back(
// CANON: return %arg0
func.func @there_and_back(%x: tensor<4xf32>) -> (tensor<4xf32>) {
  %0 = xla.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %1 = xla.bitcast_convert %0 : (tensor<4xi32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CANON-LABEL: func.func @twice(
// CANON: %[[Y:.*]] = xla.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4x2xi16>
// CANON: return %[[Y]]
func.func @twice(%x: tensor<4xf32>) -> (tensor<4x2xi16>) {
  %0 = xla.bitcast_convert %x : (tensor<4xf32>) -> tensor<4xi32>
  %1 = xla.bitcast_convert %0 : (tensor<4xi32>) -> tensor<4x2xi16>
  return %1 : tensor<4x2xi16>
}
