// RUN: xla-run %s | FileCheck %s

// Elements that lie apart, computed from their indices and written one by one: halves of 64-bit numbers.
// CHECK: tensor<4x2x2xi32> {{\[\[\[0, 0\],}}
// CHECK-NEXT: [0, 0]],
// CHECK-NEXT: {{\[\[1, 0\],}}
// CHECK-NEXT: [1, 0]],
// CHECK-NEXT: {{\[\[2, 0\],}}
// CHECK-NEXT: [2, 0]],
// CHECK-NEXT: {{\[\[3, 0\],}}
// CHECK-NEXT: [3, 0]]]
func.func @main() -> tensor<4x2x2xi32> {
  %0 = stablehlo.iota dim = 0 : tensor<4x2xi64>
  %1 = stablehlo.bitcast_convert %0 : (tensor<4x2xi64>) -> tensor<4x2x2xi32>
  return %1 : tensor<4x2x2xi32>
}
