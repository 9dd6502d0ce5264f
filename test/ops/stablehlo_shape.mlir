// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK-LABEL: func @constants
func.func @constants() {
  // CHECK: %c = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  %0 = stablehlo.constant dense<[1, -2]> : tensor<2xi32>
  // CHECK: %cst = stablehlo.constant {note = "n"} dense<0x7FC00000> : tensor<3xf32>
  %1 = stablehlo.constant {note = "n"} dense<0x7FC00000> : tensor<3xf32>
  // CHECK: stablehlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
  %2 = stablehlo.constant dense<"0x0000803F00000040"> : tensor<2xf32>
  // CHECK: stablehlo.constant dense_resource<weights> : tensor<2xf32>
  %3 = stablehlo.constant dense_resource<weights> : tensor<2xf32>
  // CHECK: stablehlo.constant() <{value = dense<7> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 2.000000e+00>>
  %4 = stablehlo.constant() <{value = dense<7> : tensor<2xi8>}> : () -> tensor<2x!quant.uniform<i8:f32, 2.0>>
  // CHECK: stablehlo.constant dense<[(1.000000e+00,2.000000e+00), (3.000000e+00,4.000000e+00)]> : tensor<2xcomplex<f32>>
  %5 = stablehlo.constant dense<[(1.0, 2.0), (3.0, 4.0)]> : tensor<2xcomplex<f32>>
  return
}

// Newer versions of MLIR write a byte for each boolean, ours packs eight of them into one.
// CHECK-LABEL: func @booleans
func.func @booleans() {
  // CHECK: stablehlo.constant dense<{{\[\[}}false, true, true], [true, false, true]]> : tensor<2x3xi1>
  %0 = stablehlo.constant dense<"0x000101010001"> : tensor<2x3xi1>
  // CHECK: stablehlo.constant dense<{{\[\[}}false, true, true], [true, false, true]]> : tensor<2x3xi1>
  %1 = stablehlo.constant dense<"0x2E"> : tensor<2x3xi1>
  // CHECK: stablehlo.constant dense<true> : tensor<1xi1>
  %2 = stablehlo.constant dense<"0xFF"> : tensor<1xi1>
  // CHECK: stablehlo.constant dense<true> : tensor<i1>
  %3 = stablehlo.constant dense<true> : tensor<i1>
  return
}

// CHECK-LABEL: func @movement
func.func @movement(%x: tensor<2x3xf32>, %v: tensor<3xf32>, %s: tensor<f32>) {
  // CHECK: stablehlo.iota dim = 1 : tensor<2x3xi32>
  %0 = stablehlo.iota dim = 1 : tensor<2x3xi32>
  // CHECK: stablehlo.broadcast %arg1, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.broadcast %v, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<3xf32>
  %3 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<3xf32>
  // CHECK: stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  %4 = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %5 = stablehlo.transpose %x, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: stablehlo.slice %arg0 [0:2, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  %6 = stablehlo.slice %x [0:2:1, 0:3:2] : (tensor<2x3xf32>) -> tensor<2x2xf32>
  // CHECK: stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %7 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: stablehlo.pad %arg1, %arg2, low = [1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  %8 = stablehlo.pad %v, %s, low = [1], high = [-1], interior = [2] : (tensor<3xf32>, tensor<f32>) -> tensor<7xf32>
  // CHECK: stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
  %9 = stablehlo.reverse %x, dims = [0, 1] : tensor<2x3xf32>
  return
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
