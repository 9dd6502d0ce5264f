// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x0: tensor<2xf32>, %x1: tensor<2xbf16>, %x2: tensor<2xf64>, %x3: tensor<2xcomplex<f32>>) {
  // CHECK: xla.cbrt %arg0 : tensor<2xf32>
  %0 = xla.cbrt %x0 : tensor<2xf32>
  // CHECK: xla.cbrt %arg1 : tensor<2xbf16>
  %1 = xla.cbrt %x1 : tensor<2xbf16>
  // CHECK: xla.cbrt %arg2 : tensor<2xf64>
  %2 = xla.cbrt %x2 : tensor<2xf64>
  // CHECK: xla.cbrt %arg3 : tensor<2xcomplex<f32>>
  %3 = xla.cbrt %x3 : tensor<2xcomplex<f32>>
  return
}

// CANON-LABEL: func.func @literal(
// CANON: %[[C:.*]] = xla.constant dense<[-2.000000e+00, -0.000000e+00]> : tensor<2xf32>
// CANON: return %[[C]]
func.func @literal() -> (tensor<2xf32>) {
  %c = xla.constant dense<[-8.0, -0.0]> : tensor<2xf32>
  %0 = xla.cbrt %c : tensor<2xf32>
  return %0 : tensor<2xf32>
}
