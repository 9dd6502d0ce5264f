// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --xla-expand-client-ops | FileCheck %s --check-prefix=EXPAND

// CHECK-LABEL: func.func @round_trip
// EXPAND-LABEL: func.func @round_trip
// EXPAND-NOT: xla.batch_norm
func.func @round_trip(%x: tensor<4x3x2xf32>, %scale: tensor<3xf32>, %offset: tensor<3xf32>, %mean: tensor<3xf32>, %variance: tensor<3xf32>) {
  // CHECK: xla.batch_norm_inference %arg0, %arg1, %arg2, %arg3, %arg4, epsilon = 1.000000e-03, feature = 1 : (tensor<4x3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3x2xf32>
  %0 = xla.batch_norm_inference %x, %scale, %offset, %mean, %variance, epsilon = 1.000000e-03, feature = 1 : (tensor<4x3x2xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<4x3x2xf32>
  return
}

// Narrow floats are computed in f32.
// CHECK-LABEL: func.func @narrow
// EXPAND-LABEL: func.func @narrow
// EXPAND: xla.convert %arg0 : (tensor<0x2xbf16>) -> tensor<0x2xf32>
// EXPAND: xla.convert %{{.*}} : (tensor<0x2xf32>) -> tensor<0x2xbf16>
func.func @narrow(%x: tensor<0x2xbf16>, %scale: tensor<2xbf16>, %offset: tensor<2xbf16>, %mean: tensor<2xbf16>, %variance: tensor<2xbf16>) {
  // CHECK: xla.batch_norm_inference %arg0, %arg1, %arg2, %arg3, %arg4, epsilon = 1.000000e-03, feature = 1 : (tensor<0x2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>) -> tensor<0x2xbf16>
  %0 = xla.batch_norm_inference %x, %scale, %offset, %mean, %variance, epsilon = 1.000000e-03, feature = 1 : (tensor<0x2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>, tensor<2xbf16>) -> tensor<0x2xbf16>
  return
}
