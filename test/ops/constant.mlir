// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s

// CHECK-LABEL: func.func @round_trip
func.func @round_trip() {
  // CHECK: xla.constant dense<[1.000000e+00, -0.000000e+00]> : tensor<2xf32>
  %0 = xla.constant dense<[1.000000e+00, -0.000000e+00]> : tensor<2xf32>
  // CHECK: xla.constant dense<true> : tensor<i1>
  %1 = xla.constant dense<true> : tensor<i1>
  // CHECK: xla.constant dense<-8> : tensor<3xi4>
  %2 = xla.constant dense<-8> : tensor<3xi4>
  // CHECK: xla.constant dense<(1.000000e+00,2.000000e+00)> : tensor<3xcomplex<f32>>
  %3 = xla.constant dense<(1.000000e+00,2.000000e+00)> : tensor<3xcomplex<f32>>
  // CHECK: xla.constant dense<1.500000e+00> : tensor<3xf8E4M3FN>
  %4 = xla.constant dense<1.500000e+00> : tensor<3xf8E4M3FN>
  // CHECK: xla.constant dense<255> : tensor<ui8>
  %5 = xla.constant dense<255> : tensor<ui8>
  return
}

// CHECK-LABEL: func.func @hex
// CHECK: xla.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 4.000000e+00]> : tensor<5xf32>
// CHECK: xla.constant dense_resource<weights> : tensor<2xf32>
func.func @hex() {
  %0 = xla.constant dense<"0x0000803F00000040000040400000804000008040"> : tensor<5xf32>
  %1 = xla.constant dense_resource<weights> : tensor<2xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
