// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xbf16>, %x2: tensor<2xf64>, %x3: tensor<2xcomplex<f32>>) {
  // CHECK: xla.log_plus_one %arg0 : tensor<2xf32>
  %0 = xla.log_plus_one %x0 : tensor<2xf32>
  // CHECK: xla.log_plus_one %arg1 : tensor<2xbf16>
  %1 = xla.log_plus_one %x1 : tensor<2xbf16>
  // CHECK: xla.log_plus_one %arg2 : tensor<2xf64>
  %2 = xla.log_plus_one %x2 : tensor<2xf64>
  // CHECK: xla.log_plus_one %arg3 : tensor<2xcomplex<f32>>
  %3 = xla.log_plus_one %x3 : tensor<2xcomplex<f32>>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[0.000000e+00, -0.000000e+00, 0xFF800000]> : tensor<3xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<3xf32>) {
  %c = xla.constant dense<[0.0, -0.0, -1.0]> : tensor<3xf32>
  %0 = xla.log_plus_one %c : tensor<3xf32>
  return %0 : tensor<3xf32>
}
