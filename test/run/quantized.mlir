// RUN: xla-run %s
//
// Quantized values: conversions, ops that compute with the numbers and ops that move what is stored.
// Each case runs on values the compiler cannot see and on constants that it may fold.

// the specification's examples: quantized along a dimension, and again
func.func private @case0(%a0: tensor<2xf32>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32:0, {0.10000000149011612:-30, 0.5:-20}>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<2x!quant.uniform<i8:f32:0, {0.10000000149011612:-30, 0.5:-20}>>) -> tensor<2xi8>
  %1 = stablehlo.uniform_quantize %0 : (tensor<2x!quant.uniform<i8:f32:0, {0.10000000149011612:-30, 0.5:-20}>>) -> tensor<2x!quant.uniform<i8:f32:0, {0.10000000149011612:-20, 0.20000000298023224:-30}>>
  %r1 = stablehlo.bitcast_convert %1 : (tensor<2x!quant.uniform<i8:f32:0, {0.10000000149011612:-20, 0.20000000298023224:-30}>>) -> tensor<2xi8>
  %r2 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<i8:f32:0, {0.10000000149011612:-30, 0.5:-20}>>) -> tensor<2xf32>
  return %r0, %r1, %r2 : tensor<2xi8>, tensor<2xi8>, tensor<2xf32>
}

// i8: ties to even, infinities to the bounds, NaN to 0
func.func private @case1(%a0: tensor<15xf32>) -> (tensor<15xi8>, tensor<15xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<15xf32>) -> tensor<15x!quant.uniform<i8:f32, 0.5:3>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<15x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<15xi8>
  %r1 = stablehlo.uniform_dequantize %0 : (tensor<15x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<15xf32>
  return %r0, %r1 : tensor<15xi8>, tensor<15xf32>
}

// u8: ties to even, infinities to the bounds, NaN to 0
func.func private @case2(%a0: tensor<15xf32>) -> (tensor<15xui8>, tensor<15xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<15xf32>) -> tensor<15x!quant.uniform<u8:f32, 0.5:128>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<15x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<15xui8>
  %r1 = stablehlo.uniform_dequantize %0 : (tensor<15x!quant.uniform<u8:f32, 0.5:128>>) -> tensor<15xf32>
  return %r0, %r1 : tensor<15xui8>, tensor<15xf32>
}

// i8<-100:100>: ties to even, infinities to the bounds, NaN to 0
func.func private @case3(%a0: tensor<15xf32>) -> (tensor<15xi8>, tensor<15xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<15xf32>) -> tensor<15x!quant.uniform<i8<-100:100>:f32, 0.5:3>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<15x!quant.uniform<i8<-100:100>:f32, 0.5:3>>) -> tensor<15xi8>
  %r1 = stablehlo.uniform_dequantize %0 : (tensor<15x!quant.uniform<i8<-100:100>:f32, 0.5:3>>) -> tensor<15xf32>
  return %r0, %r1 : tensor<15xi8>, tensor<15xf32>
}

// i4: ties to even, infinities to the bounds, NaN to 0
func.func private @case4(%a0: tensor<15xf32>) -> (tensor<15xi4>, tensor<15xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<15xf32>) -> tensor<15x!quant.uniform<i4:f32, 2.0:-1>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<15x!quant.uniform<i4:f32, 2.0:-1>>) -> tensor<15xi4>
  %r1 = stablehlo.uniform_dequantize %0 : (tensor<15x!quant.uniform<i4:f32, 2.0:-1>>) -> tensor<15xf32>
  return %r0, %r1 : tensor<15xi4>, tensor<15xf32>
}

// u4<1:15>: ties to even, infinities to the bounds, NaN to 0
func.func private @case5(%a0: tensor<15xf32>) -> (tensor<15xui4>, tensor<15xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<15xf32>) -> tensor<15x!quant.uniform<u4<1:15>:f32, 4.0:7>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<15x!quant.uniform<u4<1:15>:f32, 4.0:7>>) -> tensor<15xui4>
  %r1 = stablehlo.uniform_dequantize %0 : (tensor<15x!quant.uniform<u4<1:15>:f32, 4.0:7>>) -> tensor<15xf32>
  return %r0, %r1 : tensor<15xui4>, tensor<15xf32>
}

// i16: ties to even, infinities to the bounds, NaN to 0
func.func private @case6(%a0: tensor<15xf32>) -> (tensor<15xi16>, tensor<15xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<15xf32>) -> tensor<15x!quant.uniform<i16:f32, 0.0010000000474974513:-5>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<15x!quant.uniform<i16:f32, 0.0010000000474974513:-5>>) -> tensor<15xi16>
  %r1 = stablehlo.uniform_dequantize %0 : (tensor<15x!quant.uniform<i16:f32, 0.0010000000474974513:-5>>) -> tensor<15xf32>
  return %r0, %r1 : tensor<15xi16>, tensor<15xf32>
}

// i32: ties to even, infinities to the bounds, NaN to 0
func.func private @case7(%a0: tensor<15xf32>) -> (tensor<15xi32>, tensor<15xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<15xf32>) -> tensor<15x!quant.uniform<i32:f32, 9.999999747378752e-06:0>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<15x!quant.uniform<i32:f32, 9.999999747378752e-06:0>>) -> tensor<15xi32>
  %r1 = stablehlo.uniform_dequantize %0 : (tensor<15x!quant.uniform<i32:f32, 9.999999747378752e-06:0>>) -> tensor<15xf32>
  return %r0, %r1 : tensor<15xi32>, tensor<15xf32>
}

// u2: ties to even, infinities to the bounds, NaN to 0
func.func private @case8(%a0: tensor<15xf32>) -> (tensor<15xui2>, tensor<15xf32>) {
  %0 = stablehlo.uniform_quantize %a0 : (tensor<15xf32>) -> tensor<15x!quant.uniform<u2:f32, 8.0:2>>
  %r0 = stablehlo.bitcast_convert %0 : (tensor<15x!quant.uniform<u2:f32, 8.0:2>>) -> tensor<15xui2>
  %r1 = stablehlo.uniform_dequantize %0 : (tensor<15x!quant.uniform<u2:f32, 8.0:2>>) -> tensor<15xf32>
  return %r0, %r1 : tensor<15xui2>, tensor<15xf32>
}

// add: of the numbers, whatever their scales
func.func private @case9(%a0: tensor<2x3xi8>, %a1: tensor<2x3xi8>) -> (tensor<2x3xi8>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %a1 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>
  %2 = stablehlo.add %0, %1 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>
  %r0 = stablehlo.bitcast_convert %2 : (tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// subtract: of the numbers, whatever their scales
func.func private @case10(%a0: tensor<2x3xi8>, %a1: tensor<2x3xi8>) -> (tensor<2x3xi8>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %a1 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>
  %2 = stablehlo.subtract %0, %1 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>
  %r0 = stablehlo.bitcast_convert %2 : (tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// multiply: of the numbers, whatever their scales
func.func private @case11(%a0: tensor<2x3xi8>, %a1: tensor<2x3xi8>) -> (tensor<2x3xi8>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %a1 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>
  %2 = stablehlo.multiply %0, %1 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>
  %r0 = stablehlo.bitcast_convert %2 : (tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// maximum: of the numbers, whatever their scales
func.func private @case12(%a0: tensor<2x3xi8>, %a1: tensor<2x3xi8>) -> (tensor<2x3xi8>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %a1 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>
  %2 = stablehlo.maximum %0, %1 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>
  %r0 = stablehlo.bitcast_convert %2 : (tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>) -> tensor<2x3xi8>
  return %r0 : tensor<2x3xi8>
}

// negate and abs saturate
func.func private @case13(%a0: tensor<1x3xi8>) -> (tensor<1x3xi8>, tensor<1x3xi8>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<1x3xi8>) -> tensor<1x3x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.negate %0 : tensor<1x3x!quant.uniform<i8:f32, 0.5:3>>
  %r0 = stablehlo.bitcast_convert %1 : (tensor<1x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x3xi8>
  %2 = stablehlo.abs %0 : tensor<1x3x!quant.uniform<i8:f32, 0.5:3>>
  %r1 = stablehlo.bitcast_convert %2 : (tensor<1x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<1x3xi8>
  return %r0, %r1 : tensor<1x3xi8>, tensor<1x3xi8>
}

// compare and select look at the numbers
func.func private @case14(%a0: tensor<2x3xi1>, %a1: tensor<2x3xi8>, %a2: tensor<2x3xi8>) -> (tensor<2x3xi1>, tensor<2x3xi8>) {
  %0 = stablehlo.bitcast_convert %a1 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %a2 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>
  %r0 = stablehlo.compare LT, %0, %1 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>) -> tensor<2x3xi1>
  %2 = stablehlo.select %a0, %0, %1 : (tensor<2x3xi1>, tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x!quant.uniform<i8:f32, 0.25:-7>>) -> tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>
  %r1 = stablehlo.bitcast_convert %2 : (tensor<2x3x!quant.uniform<i8:f32, 1.5:2>>) -> tensor<2x3xi8>
  return %r0, %r1 : tensor<2x3xi1>, tensor<2x3xi8>
}

// dot_general: products of quantized matrices, also by column
func.func private @case15(%a0: tensor<2x3xi8>, %a1: tensor<3x2xi8>) -> (tensor<2x2xi32>, tensor<2x2xi32>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.bitcast_convert %a1 : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32, 0.125:0>>
  %2 = stablehlo.bitcast_convert %a1 : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.125:0, 0.5:0}>>
  %3 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x2x!quant.uniform<i8:f32, 0.125:0>>) -> tensor<2x2x!quant.uniform<i32:f32, 0.0625:0>>
  %r0 = stablehlo.bitcast_convert %3 : (tensor<2x2x!quant.uniform<i32:f32, 0.0625:0>>) -> tensor<2x2xi32>
  %4 = stablehlo.dot_general %0, %2, contracting_dims = [1] x [0] : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<3x2x!quant.uniform<i8:f32:1, {0.125:0, 0.5:0}>>) -> tensor<2x2x!quant.uniform<i32:f32:1, {0.0625:0, 0.25:0}>>
  %r1 = stablehlo.bitcast_convert %4 : (tensor<2x2x!quant.uniform<i32:f32:1, {0.0625:0, 0.25:0}>>) -> tensor<2x2xi32>
  return %r0, %r1 : tensor<2x2xi32>, tensor<2x2xi32>
}

// dot_general of floats by quantized weights
func.func private @case16(%a0: tensor<2x3xf32>, %a1: tensor<3x2xi8>) -> (tensor<2x2xf32>) {
  %0 = stablehlo.bitcast_convert %a1 : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.125:0, 0.5:0}>>
  %r0 = stablehlo.dot_general %a0, %0, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2x!quant.uniform<i8:f32:1, {0.125:0, 0.5:0}>>) -> tensor<2x2xf32>
  return %r0 : tensor<2x2xf32>
}

// a reducer adds quantized numbers one by one
func.func private @case17(%a0: tensor<5xi8>) -> (tensor<i8>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<5xi8>) -> tensor<5x!quant.uniform<i8:f32, 0.5:3>>
  %1 = stablehlo.constant() <{value = dense<3> : tensor<i8>}> : () -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = [0] : (tensor<5x!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<!quant.uniform<i8:f32, 0.5:3>>
  %r0 = stablehlo.bitcast_convert %2 : (tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i8>
  return %r0 : tensor<i8>
}

// sort and map compute inside
func.func private @case18(%a0: tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<4xi8>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %1 = "stablehlo.sort"(%0) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 0.5:3>>, %y: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %p = stablehlo.compare GT, %x, %y : (tensor<!quant.uniform<i8:f32, 0.5:3>>, tensor<!quant.uniform<i8:f32, 0.5:3>>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %r0 = stablehlo.bitcast_convert %1 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  %2 = "stablehlo.map"(%0) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<!quant.uniform<i8:f32, 0.5:3>>):
    %n = stablehlo.negate %x : tensor<!quant.uniform<i8:f32, 0.5:3>>
    stablehlo.return %n : tensor<!quant.uniform<i8:f32, 0.5:3>>
  }) : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  %r1 = stablehlo.bitcast_convert %2 : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4xi8>
  return %r0, %r1 : tensor<4xi8>, tensor<4xi8>
}

// movement leaves what is stored as it is
func.func private @case19(%a0: tensor<3x2xi8>, %a1: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<3x2x2xi8>, tensor<4x3xi8>) {
  %0 = stablehlo.bitcast_convert %a0 : (tensor<3x2xi8>) -> tensor<3x2x!quant.uniform<i8:f32:1, {0.125:0, 0.5:0}>>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2x!quant.uniform<i8:f32:1, {0.125:0, 0.5:0}>>) -> tensor<2x3x!quant.uniform<i8:f32:0, {0.125:0, 0.5:0}>>
  %r0 = stablehlo.bitcast_convert %1 : (tensor<2x3x!quant.uniform<i8:f32:0, {0.125:0, 0.5:0}>>) -> tensor<2x3xi8>
  %2 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<3x2x!quant.uniform<i8:f32:1, {0.125:0, 0.5:0}>>) -> tensor<3x2x2x!quant.uniform<i8:f32:2, {0.125:0, 0.5:0}>>
  %r1 = stablehlo.bitcast_convert %2 : (tensor<3x2x2x!quant.uniform<i8:f32:2, {0.125:0, 0.5:0}>>) -> tensor<3x2x2xi8>
  %3 = stablehlo.bitcast_convert %a1 : (tensor<2x3xi8>) -> tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %4 = stablehlo.reverse %3, dims = [1] : tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>, tensor<2x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x3x!quant.uniform<i8:f32, 0.5:3>>
  %r2 = stablehlo.bitcast_convert %5 : (tensor<4x3x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x3xi8>
  return %r0, %r1, %r2 : tensor<2x3xi8>, tensor<3x2x2xi8>, tensor<4x3xi8>
}

func.func @main() {
  // the specification's examples: quantized along a dimension, and again
  %case0a0 = stablehlo.constant dense<[4.0, 15.0]> : tensor<2xf32>
  %case0e0 = stablehlo.constant dense<[10, 10]> : tensor<2xi8>
  %case0e1 = stablehlo.constant dense<[20, 45]> : tensor<2xi8>
  %case0e2 = stablehlo.constant dense<[4.0, 15.0]> : tensor<2xf32>
  %case0b0 = stablehlo.optimization_barrier %case0a0 : tensor<2xf32>
  %case0run:3 = func.call @case0(%case0b0) : (tensor<2xf32>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xf32>)
  stablehlo.custom_call @check.expect_eq(%case0run#0, %case0e0) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case0run#1, %case0e1) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case0run#2, %case0e2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %case0fold:3 = func.call @case0(%case0a0) : (tensor<2xf32>) -> (tensor<2xi8>, tensor<2xi8>, tensor<2xf32>)
  stablehlo.custom_call @check.expect_eq(%case0fold#0, %case0e0) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case0fold#1, %case0e1) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case0fold#2, %case0e2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // i8: ties to even, infinities to the bounds, NaN to 0
  %case1a0 = stablehlo.constant dense<[0xFF800000, -1000000000.0, -65.5999984741211, -1.25, -0.75, -0.25, -0.0, 0.25, 0.75, 1.25, 61.900001525878906, 62.099998474121094, 1000000000.0, 0x7F800000, 0x7FC00000]> : tensor<15xf32>
  %case1e0 = stablehlo.constant dense<[-128, -128, -128, 0, 2, 2, 3, 4, 4, 6, 127, 127, 127, 127, 0]> : tensor<15xi8>
  %case1e1 = stablehlo.constant dense<[-65.5, -65.5, -65.5, -1.5, -0.5, -0.5, 0.0, 0.5, 0.5, 1.5, 62.0, 62.0, 62.0, 62.0, -1.5]> : tensor<15xf32>
  %case1b0 = stablehlo.optimization_barrier %case1a0 : tensor<15xf32>
  %case1run:2 = func.call @case1(%case1b0) : (tensor<15xf32>) -> (tensor<15xi8>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case1run#0, %case1e0) {has_side_effect = true} : (tensor<15xi8>, tensor<15xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case1run#1, %case1e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()
  %case1fold:2 = func.call @case1(%case1a0) : (tensor<15xf32>) -> (tensor<15xi8>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case1fold#0, %case1e0) {has_side_effect = true} : (tensor<15xi8>, tensor<15xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case1fold#1, %case1e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()

  // u8: ties to even, infinities to the bounds, NaN to 0
  %case2a0 = stablehlo.constant dense<[0xFF800000, -1000000000.0, -65.5999984741211, -1.25, -0.75, -0.25, -0.0, 0.25, 0.75, 1.25, 61.900001525878906, 62.099998474121094, 1000000000.0, 0x7F800000, 0x7FC00000]> : tensor<15xf32>
  %case2e0 = stablehlo.constant dense<[0, 0, 0, 126, 126, 128, 128, 128, 130, 130, 252, 252, 255, 255, 0]> : tensor<15xui8>
  %case2e1 = stablehlo.constant dense<[-64.0, -64.0, -64.0, -1.0, -1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 62.0, 62.0, 63.5, 63.5, -64.0]> : tensor<15xf32>
  %case2b0 = stablehlo.optimization_barrier %case2a0 : tensor<15xf32>
  %case2run:2 = func.call @case2(%case2b0) : (tensor<15xf32>) -> (tensor<15xui8>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case2run#0, %case2e0) {has_side_effect = true} : (tensor<15xui8>, tensor<15xui8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case2run#1, %case2e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()
  %case2fold:2 = func.call @case2(%case2a0) : (tensor<15xf32>) -> (tensor<15xui8>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case2fold#0, %case2e0) {has_side_effect = true} : (tensor<15xui8>, tensor<15xui8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case2fold#1, %case2e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()

  // i8<-100:100>: ties to even, infinities to the bounds, NaN to 0
  %case3a0 = stablehlo.constant dense<[0xFF800000, -1000000000.0, -65.5999984741211, -1.25, -0.75, -0.25, -0.0, 0.25, 0.75, 1.25, 61.900001525878906, 62.099998474121094, 1000000000.0, 0x7F800000, 0x7FC00000]> : tensor<15xf32>
  %case3e0 = stablehlo.constant dense<[-100, -100, -100, 0, 2, 2, 3, 4, 4, 6, 100, 100, 100, 100, 0]> : tensor<15xi8>
  %case3e1 = stablehlo.constant dense<[-51.5, -51.5, -51.5, -1.5, -0.5, -0.5, 0.0, 0.5, 0.5, 1.5, 48.5, 48.5, 48.5, 48.5, -1.5]> : tensor<15xf32>
  %case3b0 = stablehlo.optimization_barrier %case3a0 : tensor<15xf32>
  %case3run:2 = func.call @case3(%case3b0) : (tensor<15xf32>) -> (tensor<15xi8>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case3run#0, %case3e0) {has_side_effect = true} : (tensor<15xi8>, tensor<15xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case3run#1, %case3e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()
  %case3fold:2 = func.call @case3(%case3a0) : (tensor<15xf32>) -> (tensor<15xi8>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case3fold#0, %case3e0) {has_side_effect = true} : (tensor<15xi8>, tensor<15xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case3fold#1, %case3e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()

  // i4: ties to even, infinities to the bounds, NaN to 0
  %case4a0 = stablehlo.constant dense<[0xFF800000, -1000000000.0, -65.5999984741211, -1.25, -0.75, -0.25, -0.0, 0.25, 0.75, 1.25, 61.900001525878906, 62.099998474121094, 1000000000.0, 0x7F800000, 0x7FC00000]> : tensor<15xf32>
  %case4e0 = stablehlo.constant dense<[-8, -8, -8, -2, -1, -1, -1, -1, -1, 0, 7, 7, 7, 7, 0]> : tensor<15xi4>
  %case4e1 = stablehlo.constant dense<[-14.0, -14.0, -14.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.0, 16.0, 16.0, 16.0, 16.0, 2.0]> : tensor<15xf32>
  %case4b0 = stablehlo.optimization_barrier %case4a0 : tensor<15xf32>
  %case4run:2 = func.call @case4(%case4b0) : (tensor<15xf32>) -> (tensor<15xi4>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case4run#0, %case4e0) {has_side_effect = true} : (tensor<15xi4>, tensor<15xi4>) -> ()
  stablehlo.custom_call @check.expect_eq(%case4run#1, %case4e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()
  %case4fold:2 = func.call @case4(%case4a0) : (tensor<15xf32>) -> (tensor<15xi4>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case4fold#0, %case4e0) {has_side_effect = true} : (tensor<15xi4>, tensor<15xi4>) -> ()
  stablehlo.custom_call @check.expect_eq(%case4fold#1, %case4e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()

  // u4<1:15>: ties to even, infinities to the bounds, NaN to 0
  %case5a0 = stablehlo.constant dense<[0xFF800000, -1000000000.0, -65.5999984741211, -1.25, -0.75, -0.25, -0.0, 0.25, 0.75, 1.25, 61.900001525878906, 62.099998474121094, 1000000000.0, 0x7F800000, 0x7FC00000]> : tensor<15xf32>
  %case5e0 = stablehlo.constant dense<[1, 1, 1, 7, 7, 7, 7, 7, 7, 7, 15, 15, 15, 15, 0]> : tensor<15xui4>
  %case5e1 = stablehlo.constant dense<[-24.0, -24.0, -24.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 32.0, 32.0, 32.0, 32.0, -28.0]> : tensor<15xf32>
  %case5b0 = stablehlo.optimization_barrier %case5a0 : tensor<15xf32>
  %case5run:2 = func.call @case5(%case5b0) : (tensor<15xf32>) -> (tensor<15xui4>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case5run#0, %case5e0) {has_side_effect = true} : (tensor<15xui4>, tensor<15xui4>) -> ()
  stablehlo.custom_call @check.expect_eq(%case5run#1, %case5e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()
  %case5fold:2 = func.call @case5(%case5a0) : (tensor<15xf32>) -> (tensor<15xui4>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case5fold#0, %case5e0) {has_side_effect = true} : (tensor<15xui4>, tensor<15xui4>) -> ()
  stablehlo.custom_call @check.expect_eq(%case5fold#1, %case5e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()

  // i16: ties to even, infinities to the bounds, NaN to 0
  %case6a0 = stablehlo.constant dense<[0xFF800000, -1000000000.0, -65.5999984741211, -1.25, -0.75, -0.25, -0.0, 0.25, 0.75, 1.25, 61.900001525878906, 62.099998474121094, 1000000000.0, 0x7F800000, 0x7FC00000]> : tensor<15xf32>
  %case6e0 = stablehlo.constant dense<[-32768, -32768, -32768, -1255, -755, -255, -5, 245, 745, 1245, 32767, 32767, 32767, 32767, 0]> : tensor<15xi16>
  %case6e1 = stablehlo.constant dense<[-32.76300048828125, -32.76300048828125, -32.76300048828125, -1.25, -0.7500000596046448, -0.25, 0.0, 0.25, 0.7500000596046448, 1.25, 32.772003173828125, 32.772003173828125, 32.772003173828125, 32.772003173828125, 0.005000000353902578]> : tensor<15xf32>
  %case6b0 = stablehlo.optimization_barrier %case6a0 : tensor<15xf32>
  %case6run:2 = func.call @case6(%case6b0) : (tensor<15xf32>) -> (tensor<15xi16>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case6run#0, %case6e0) {has_side_effect = true} : (tensor<15xi16>, tensor<15xi16>) -> ()
  stablehlo.custom_call @check.expect_eq(%case6run#1, %case6e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()
  %case6fold:2 = func.call @case6(%case6a0) : (tensor<15xf32>) -> (tensor<15xi16>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case6fold#0, %case6e0) {has_side_effect = true} : (tensor<15xi16>, tensor<15xi16>) -> ()
  stablehlo.custom_call @check.expect_eq(%case6fold#1, %case6e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()

  // i32: ties to even, infinities to the bounds, NaN to 0
  %case7a0 = stablehlo.constant dense<[0xFF800000, -1000000000.0, -65.5999984741211, -1.25, -0.75, -0.25, -0.0, 0.25, 0.75, 1.25, 61.900001525878906, 62.099998474121094, 1000000000.0, 0x7F800000, 0x7FC00000]> : tensor<15xf32>
  %case7e0 = stablehlo.constant dense<[-2147483648, -2147483648, -6560000, -125000, -75000, -25000, 0, 25000, 75000, 125000, 6190000, 6210000, 2147483647, 2147483647, 0]> : tensor<15xi32>
  %case7e1 = stablehlo.constant dense<[-21474.8359375, -21474.8359375, -65.5999984741211, -1.25, -0.75, -0.25, 0.0, 0.25, 0.75, 1.25, 61.89999771118164, 62.099998474121094, 21474.8359375, 21474.8359375, 0.0]> : tensor<15xf32>
  %case7b0 = stablehlo.optimization_barrier %case7a0 : tensor<15xf32>
  %case7run:2 = func.call @case7(%case7b0) : (tensor<15xf32>) -> (tensor<15xi32>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case7run#0, %case7e0) {has_side_effect = true} : (tensor<15xi32>, tensor<15xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%case7run#1, %case7e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()
  %case7fold:2 = func.call @case7(%case7a0) : (tensor<15xf32>) -> (tensor<15xi32>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case7fold#0, %case7e0) {has_side_effect = true} : (tensor<15xi32>, tensor<15xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%case7fold#1, %case7e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()

  // u2: ties to even, infinities to the bounds, NaN to 0
  %case8a0 = stablehlo.constant dense<[0xFF800000, -1000000000.0, -65.5999984741211, -1.25, -0.75, -0.25, -0.0, 0.25, 0.75, 1.25, 61.900001525878906, 62.099998474121094, 1000000000.0, 0x7F800000, 0x7FC00000]> : tensor<15xf32>
  %case8e0 = stablehlo.constant dense<[0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 0]> : tensor<15xui2>
  %case8e1 = stablehlo.constant dense<[-16.0, -16.0, -16.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 8.0, 8.0, 8.0, 8.0, -16.0]> : tensor<15xf32>
  %case8b0 = stablehlo.optimization_barrier %case8a0 : tensor<15xf32>
  %case8run:2 = func.call @case8(%case8b0) : (tensor<15xf32>) -> (tensor<15xui2>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case8run#0, %case8e0) {has_side_effect = true} : (tensor<15xui2>, tensor<15xui2>) -> ()
  stablehlo.custom_call @check.expect_eq(%case8run#1, %case8e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()
  %case8fold:2 = func.call @case8(%case8a0) : (tensor<15xf32>) -> (tensor<15xui2>, tensor<15xf32>)
  stablehlo.custom_call @check.expect_eq(%case8fold#0, %case8e0) {has_side_effect = true} : (tensor<15xui2>, tensor<15xui2>) -> ()
  stablehlo.custom_call @check.expect_eq(%case8fold#1, %case8e1) {has_side_effect = true} : (tensor<15xf32>, tensor<15xf32>) -> ()

  // add: of the numbers, whatever their scales
  %case9a0 = stablehlo.constant dense<[[79, -107, -83], [-68, -82, 77]]> : tensor<2x3xi8>
  %case9a1 = stablehlo.constant dense<[[94, 21, -118], [-104, -43, -18]]> : tensor<2x3xi8>
  %case9e0 = stablehlo.constant dense<[[44, -30, -45], [-38, -32, 25]]> : tensor<2x3xi8>
  %case9b0 = stablehlo.optimization_barrier %case9a0 : tensor<2x3xi8>
  %case9b1 = stablehlo.optimization_barrier %case9a1 : tensor<2x3xi8>
  %case9run = func.call @case9(%case9b0, %case9b1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case9run, %case9e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  %case9fold = func.call @case9(%case9a0, %case9a1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case9fold, %case9e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()

  // subtract: of the numbers, whatever their scales
  %case10a0 = stablehlo.constant dense<[[79, -107, -83], [-68, -82, 77]]> : tensor<2x3xi8>
  %case10a1 = stablehlo.constant dense<[[94, 21, -118], [-104, -43, -18]]> : tensor<2x3xi8>
  %case10e0 = stablehlo.constant dense<[[10, -39, -8], [-6, -20, 28]]> : tensor<2x3xi8>
  %case10b0 = stablehlo.optimization_barrier %case10a0 : tensor<2x3xi8>
  %case10b1 = stablehlo.optimization_barrier %case10a1 : tensor<2x3xi8>
  %case10run = func.call @case10(%case10b0, %case10b1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case10run, %case10e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  %case10fold = func.call @case10(%case10a0, %case10a1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case10fold, %case10e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()

  // multiply: of the numbers, whatever their scales
  %case11a0 = stablehlo.constant dense<[[79, -107, -83], [-68, -82, 77]]> : tensor<2x3xi8>
  %case11a1 = stablehlo.constant dense<[[94, 21, -118], [-104, -43, -18]]> : tensor<2x3xi8>
  %case11e0 = stablehlo.constant dense<[[127, -128, 127], [127, 127, -66]]> : tensor<2x3xi8>
  %case11b0 = stablehlo.optimization_barrier %case11a0 : tensor<2x3xi8>
  %case11b1 = stablehlo.optimization_barrier %case11a1 : tensor<2x3xi8>
  %case11run = func.call @case11(%case11b0, %case11b1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case11run, %case11e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  %case11fold = func.call @case11(%case11a0, %case11a1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case11fold, %case11e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()

  // maximum: of the numbers, whatever their scales
  %case12a0 = stablehlo.constant dense<[[79, -107, -83], [-68, -82, 77]]> : tensor<2x3xi8>
  %case12a1 = stablehlo.constant dense<[[94, 21, -118], [-104, -43, -18]]> : tensor<2x3xi8>
  %case12e0 = stablehlo.constant dense<[[27, 7, -16], [-14, -4, 27]]> : tensor<2x3xi8>
  %case12b0 = stablehlo.optimization_barrier %case12a0 : tensor<2x3xi8>
  %case12b1 = stablehlo.optimization_barrier %case12a1 : tensor<2x3xi8>
  %case12run = func.call @case12(%case12b0, %case12b1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case12run, %case12e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  %case12fold = func.call @case12(%case12a0, %case12a1) : (tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case12fold, %case12e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()

  // negate and abs saturate
  %case13a0 = stablehlo.constant dense<[[-128, 127, 3]]> : tensor<1x3xi8>
  %case13e0 = stablehlo.constant dense<[[127, -121, 3]]> : tensor<1x3xi8>
  %case13e1 = stablehlo.constant dense<[[127, 127, 3]]> : tensor<1x3xi8>
  %case13b0 = stablehlo.optimization_barrier %case13a0 : tensor<1x3xi8>
  %case13run:2 = func.call @case13(%case13b0) : (tensor<1x3xi8>) -> (tensor<1x3xi8>, tensor<1x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case13run#0, %case13e0) {has_side_effect = true} : (tensor<1x3xi8>, tensor<1x3xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case13run#1, %case13e1) {has_side_effect = true} : (tensor<1x3xi8>, tensor<1x3xi8>) -> ()
  %case13fold:2 = func.call @case13(%case13a0) : (tensor<1x3xi8>) -> (tensor<1x3xi8>, tensor<1x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case13fold#0, %case13e0) {has_side_effect = true} : (tensor<1x3xi8>, tensor<1x3xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case13fold#1, %case13e1) {has_side_effect = true} : (tensor<1x3xi8>, tensor<1x3xi8>) -> ()

  // compare and select look at the numbers
  %case14a0 = stablehlo.constant dense<[[true, false, false], [false, true, true]]> : tensor<2x3xi1>
  %case14a1 = stablehlo.constant dense<[[79, -107, -83], [-68, -82, 77]]> : tensor<2x3xi8>
  %case14a2 = stablehlo.constant dense<[[94, 21, -118], [-104, -43, -18]]> : tensor<2x3xi8>
  %case14e0 = stablehlo.constant dense<[[false, true, true], [true, true, false]]> : tensor<2x3xi1>
  %case14e1 = stablehlo.constant dense<[[27, 7, -16], [-14, -26, 27]]> : tensor<2x3xi8>
  %case14b0 = stablehlo.optimization_barrier %case14a0 : tensor<2x3xi1>
  %case14b1 = stablehlo.optimization_barrier %case14a1 : tensor<2x3xi8>
  %case14b2 = stablehlo.optimization_barrier %case14a2 : tensor<2x3xi8>
  %case14run:2 = func.call @case14(%case14b0, %case14b1, %case14b2) : (tensor<2x3xi1>, tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi1>, tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case14run#0, %case14e0) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
  stablehlo.custom_call @check.expect_eq(%case14run#1, %case14e1) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  %case14fold:2 = func.call @case14(%case14a0, %case14a1, %case14a2) : (tensor<2x3xi1>, tensor<2x3xi8>, tensor<2x3xi8>) -> (tensor<2x3xi1>, tensor<2x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case14fold#0, %case14e0) {has_side_effect = true} : (tensor<2x3xi1>, tensor<2x3xi1>) -> ()
  stablehlo.custom_call @check.expect_eq(%case14fold#1, %case14e1) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()

  // dot_general: products of quantized matrices, also by column
  %case15a0 = stablehlo.constant dense<[[79, -107, -83], [-68, -82, 77]]> : tensor<2x3xi8>
  %case15a1 = stablehlo.constant dense<[[-120, -99], [-13, -28], [99, 4]]> : tensor<3x2xi8>
  %case15e0 = stablehlo.constant dense<[[-16204, -4788], [16951, 9705]]> : tensor<2x2xi32>
  %case15e1 = stablehlo.constant dense<[[-16204, -4788], [16951, 9705]]> : tensor<2x2xi32>
  %case15b0 = stablehlo.optimization_barrier %case15a0 : tensor<2x3xi8>
  %case15b1 = stablehlo.optimization_barrier %case15a1 : tensor<3x2xi8>
  %case15run:2 = func.call @case15(%case15b0, %case15b1) : (tensor<2x3xi8>, tensor<3x2xi8>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  stablehlo.custom_call @check.expect_eq(%case15run#0, %case15e0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%case15run#1, %case15e1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %case15fold:2 = func.call @case15(%case15a0, %case15a1) : (tensor<2x3xi8>, tensor<3x2xi8>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
  stablehlo.custom_call @check.expect_eq(%case15fold#0, %case15e0) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  stablehlo.custom_call @check.expect_eq(%case15fold#1, %case15e1) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()

  // dot_general of floats by quantized weights
  %case16a0 = stablehlo.constant dense<[[-1.0, -1.0, 3.0], [1.0, -6.0, 4.0]]> : tensor<2x3xf32>
  %case16a1 = stablehlo.constant dense<[[-120, -99], [-13, -28], [99, 4]]> : tensor<3x2xi8>
  %case16e0 = stablehlo.constant dense<[[53.75, 69.5], [44.25, 42.5]]> : tensor<2x2xf32>
  %case16b0 = stablehlo.optimization_barrier %case16a0 : tensor<2x3xf32>
  %case16b1 = stablehlo.optimization_barrier %case16a1 : tensor<3x2xi8>
  %case16run = func.call @case16(%case16b0, %case16b1) : (tensor<2x3xf32>, tensor<3x2xi8>) -> (tensor<2x2xf32>)
  stablehlo.custom_call @check.expect_eq(%case16run, %case16e0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %case16fold = func.call @case16(%case16a0, %case16a1) : (tensor<2x3xf32>, tensor<3x2xi8>) -> (tensor<2x2xf32>)
  stablehlo.custom_call @check.expect_eq(%case16fold, %case16e0) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()

  // a reducer adds quantized numbers one by one
  %case17a0 = stablehlo.constant dense<[1, 2, 3, 127, 127]> : tensor<5xi8>
  %case17e0 = stablehlo.constant dense<127> : tensor<i8>
  %case17b0 = stablehlo.optimization_barrier %case17a0 : tensor<5xi8>
  %case17run = func.call @case17(%case17b0) : (tensor<5xi8>) -> (tensor<i8>)
  stablehlo.custom_call @check.expect_eq(%case17run, %case17e0) {has_side_effect = true} : (tensor<i8>, tensor<i8>) -> ()
  %case17fold = func.call @case17(%case17a0) : (tensor<5xi8>) -> (tensor<i8>)
  stablehlo.custom_call @check.expect_eq(%case17fold, %case17e0) {has_side_effect = true} : (tensor<i8>, tensor<i8>) -> ()

  // sort and map compute inside
  %case18a0 = stablehlo.constant dense<[3, -128, 127, 0]> : tensor<4xi8>
  %case18e0 = stablehlo.constant dense<[127, 3, 0, -128]> : tensor<4xi8>
  %case18e1 = stablehlo.constant dense<[3, 127, -121, 6]> : tensor<4xi8>
  %case18b0 = stablehlo.optimization_barrier %case18a0 : tensor<4xi8>
  %case18run:2 = func.call @case18(%case18b0) : (tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>)
  stablehlo.custom_call @check.expect_eq(%case18run#0, %case18e0) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case18run#1, %case18e1) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  %case18fold:2 = func.call @case18(%case18a0) : (tensor<4xi8>) -> (tensor<4xi8>, tensor<4xi8>)
  stablehlo.custom_call @check.expect_eq(%case18fold#0, %case18e0) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case18fold#1, %case18e1) {has_side_effect = true} : (tensor<4xi8>, tensor<4xi8>) -> ()

  // movement leaves what is stored as it is
  %case19a0 = stablehlo.constant dense<[[-120, -99], [-13, -28], [99, 4]]> : tensor<3x2xi8>
  %case19a1 = stablehlo.constant dense<[[79, -107, -83], [-68, -82, 77]]> : tensor<2x3xi8>
  %case19e0 = stablehlo.constant dense<[[-120, -13, 99], [-99, -28, 4]]> : tensor<2x3xi8>
  %case19e1 = stablehlo.constant dense<[[[-120, -99], [-120, -99]], [[-13, -28], [-13, -28]], [[99, 4], [99, 4]]]> : tensor<3x2x2xi8>
  %case19e2 = stablehlo.constant dense<[[79, -107, -83], [-68, -82, 77], [-83, -107, 79], [77, -82, -68]]> : tensor<4x3xi8>
  %case19b0 = stablehlo.optimization_barrier %case19a0 : tensor<3x2xi8>
  %case19b1 = stablehlo.optimization_barrier %case19a1 : tensor<2x3xi8>
  %case19run:3 = func.call @case19(%case19b0, %case19b1) : (tensor<3x2xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<3x2x2xi8>, tensor<4x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case19run#0, %case19e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case19run#1, %case19e1) {has_side_effect = true} : (tensor<3x2x2xi8>, tensor<3x2x2xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case19run#2, %case19e2) {has_side_effect = true} : (tensor<4x3xi8>, tensor<4x3xi8>) -> ()
  %case19fold:3 = func.call @case19(%case19a0, %case19a1) : (tensor<3x2xi8>, tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<3x2x2xi8>, tensor<4x3xi8>)
  stablehlo.custom_call @check.expect_eq(%case19fold#0, %case19e0) {has_side_effect = true} : (tensor<2x3xi8>, tensor<2x3xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case19fold#1, %case19e1) {has_side_effect = true} : (tensor<3x2x2xi8>, tensor<3x2x2xi8>) -> ()
  stablehlo.custom_call @check.expect_eq(%case19fold#2, %case19e2) {has_side_effect = true} : (tensor<4x3xi8>, tensor<4x3xi8>) -> ()
  return
}
