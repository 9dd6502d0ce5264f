// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --mlir-print-op-generic | xla-opt | FileCheck %s

// CHECK-LABEL: func @unary
func.func @unary(%x: tensor<2xf32>, %i: tensor<2xi32>, %c: tensor<2xcomplex<f32>>) {
  // CHECK: stablehlo.abs %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %0 = stablehlo.abs %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.cbrt %arg0 : tensor<2xf32>
  %1 = stablehlo.cbrt %x : tensor<2xf32>
  // CHECK: stablehlo.ceil %arg0 : tensor<2xf32>
  %2 = stablehlo.ceil %x : tensor<2xf32>
  // CHECK: stablehlo.convert %arg0 : (tensor<2xf32>) -> tensor<2xi32>
  %3 = stablehlo.convert %x : (tensor<2xf32>) -> tensor<2xi32>
  // CHECK: stablehlo.cosine %arg0 : tensor<2xf32>
  %4 = stablehlo.cosine %x : tensor<2xf32>
  // CHECK: stablehlo.count_leading_zeros %arg1 : tensor<2xi32>
  %5 = stablehlo.count_leading_zeros %i : tensor<2xi32>
  // CHECK: stablehlo.exponential %arg0 : tensor<2xf32>
  %6 = stablehlo.exponential %x : tensor<2xf32>
  // CHECK: stablehlo.exponential_minus_one %arg0 : tensor<2xf32>
  %7 = stablehlo.exponential_minus_one %x : tensor<2xf32>
  // CHECK: stablehlo.floor %arg0 : tensor<2xf32>
  %8 = stablehlo.floor %x : tensor<2xf32>
  // CHECK: stablehlo.imag %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %9 = stablehlo.imag %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.is_finite %arg0 : (tensor<2xf32>) -> tensor<2xi1>
  %10 = stablehlo.is_finite %x : (tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.log %arg0 : tensor<2xf32>
  %11 = stablehlo.log %x : tensor<2xf32>
  // CHECK: stablehlo.log_plus_one %arg0 : tensor<2xf32>
  %12 = stablehlo.log_plus_one %x : tensor<2xf32>
  // CHECK: stablehlo.logistic %arg0 : tensor<2xf32>
  %13 = stablehlo.logistic %x : tensor<2xf32>
  // CHECK: stablehlo.negate %arg0 : tensor<2xf32>
  %14 = stablehlo.negate %x : tensor<2xf32>
  // CHECK: stablehlo.not %arg1 : tensor<2xi32>
  %15 = stablehlo.not %i : tensor<2xi32>
  // CHECK: stablehlo.popcnt %arg1 : tensor<2xi32>
  %16 = stablehlo.popcnt %i : tensor<2xi32>
  // CHECK: stablehlo.real %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  %17 = stablehlo.real %c : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
  // CHECK: stablehlo.round_nearest_afz %arg0 : tensor<2xf32>
  %18 = stablehlo.round_nearest_afz %x : tensor<2xf32>
  // CHECK: stablehlo.round_nearest_even %arg0 : tensor<2xf32>
  %19 = stablehlo.round_nearest_even %x : tensor<2xf32>
  // CHECK: stablehlo.rsqrt %arg0 : tensor<2xf32>
  %20 = stablehlo.rsqrt %x : tensor<2xf32>
  // CHECK: stablehlo.sign %arg0 : tensor<2xf32>
  %21 = stablehlo.sign %x : tensor<2xf32>
  // CHECK: stablehlo.sine %arg0 : tensor<2xf32>
  %22 = stablehlo.sine %x : tensor<2xf32>
  // CHECK: stablehlo.sqrt %arg0 : tensor<2xf32>
  %23 = stablehlo.sqrt %x : tensor<2xf32>
  // CHECK: stablehlo.tan %arg0 : tensor<2xf32>
  %24 = stablehlo.tan %x : tensor<2xf32>
  // CHECK: stablehlo.tanh %arg0 : tensor<2xf32>
  %25 = stablehlo.tanh %x : tensor<2xf32>
  // CHECK: stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2xf32>
  %26 = stablehlo.reduce_precision %x, format = e5m10 : tensor<2xf32>
  // CHECK: stablehlo.bitcast_convert %arg0 : (tensor<2xf32>) -> tensor<2xui32>
  %27 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2xui32>
  return
}

// CHECK-LABEL: func @accuracy
func.func @accuracy(%x: tensor<2xf32>) {
  // CHECK: stablehlo.exponential %arg0 {result_accuracy = #stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
  %0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<atol = 1.0e-5, ulps = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
  // CHECK: stablehlo.log %arg0 {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  %1 = stablehlo.log %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<HIGHEST>>} : tensor<2xf32>
  return
}

// CHECK-LABEL: func @binary
func.func @binary(%x: tensor<2xf32>, %i: tensor<2xi32>, %p: tensor<2xi1>) {
  // CHECK: stablehlo.add %arg0, %arg0 : tensor<2xf32>
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  // CHECK: stablehlo.and %arg2, %arg2 : tensor<2xi1>
  %1 = stablehlo.and %p, %p : tensor<2xi1>
  // CHECK: stablehlo.atan2 %arg0, %arg0 : tensor<2xf32>
  %2 = stablehlo.atan2 %x, %x : tensor<2xf32>
  // CHECK: stablehlo.divide %arg0, %arg0 : tensor<2xf32>
  %3 = stablehlo.divide %x, %x : tensor<2xf32>
  // CHECK: stablehlo.maximum %arg0, %arg0 : tensor<2xf32>
  %4 = stablehlo.maximum %x, %x : tensor<2xf32>
  // CHECK: stablehlo.minimum %arg0, %arg0 : tensor<2xf32>
  %5 = stablehlo.minimum %x, %x : tensor<2xf32>
  // CHECK: stablehlo.multiply %arg0, %arg0 : tensor<2xf32>
  %6 = stablehlo.multiply %x, %x : tensor<2xf32>
  // CHECK: stablehlo.or %arg1, %arg1 : tensor<2xi32>
  %7 = stablehlo.or %i, %i : tensor<2xi32>
  // CHECK: stablehlo.power %arg0, %arg0 : tensor<2xf32>
  %8 = stablehlo.power %x, %x : tensor<2xf32>
  // CHECK: stablehlo.remainder %arg0, %arg0 : tensor<2xf32>
  %9 = stablehlo.remainder %x, %x : tensor<2xf32>
  // CHECK: stablehlo.shift_left %arg1, %arg1 : tensor<2xi32>
  %10 = stablehlo.shift_left %i, %i : tensor<2xi32>
  // CHECK: stablehlo.shift_right_arithmetic %arg1, %arg1 : tensor<2xi32>
  %11 = stablehlo.shift_right_arithmetic %i, %i : tensor<2xi32>
  // CHECK: stablehlo.shift_right_logical %arg1, %arg1 : tensor<2xi32>
  %12 = stablehlo.shift_right_logical %i, %i : tensor<2xi32>
  // CHECK: stablehlo.subtract %arg0, %arg0 : tensor<2xf32>
  %13 = stablehlo.subtract %x, %x : tensor<2xf32>
  // CHECK: stablehlo.xor %arg1, %arg1 : tensor<2xi32>
  %14 = stablehlo.xor %i, %i : tensor<2xi32>
  // CHECK: stablehlo.complex %arg0, %arg0 : tensor<2xcomplex<f32>>
  %15 = stablehlo.complex %x, %x : tensor<2xcomplex<f32>>
  return
}

// CHECK-LABEL: func @choices
func.func @choices(%x: tensor<2xf32>, %i: tensor<2xi32>, %p: tensor<2xi1>, %s: tensor<f32>, %q: tensor<i1>) {
  // CHECK: stablehlo.compare  LT, %arg0, %arg0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %0 = stablehlo.compare LT, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.compare  EQ, %arg0, %arg0,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %1 = stablehlo.compare  EQ, %x, %x,  TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: stablehlo.compare  GE, %arg1, %arg1,  SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %2 = stablehlo.compare GE, %i, %i, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  // CHECK: stablehlo.select %arg2, %arg0, %arg0 : tensor<2xi1>, tensor<2xf32>
  %3 = stablehlo.select %p, %x, %x : tensor<2xi1>, tensor<2xf32>
  // CHECK: stablehlo.select %arg4, %arg0, %arg0 : tensor<i1>, tensor<2xf32>
  %4 = stablehlo.select %q, %x, %x : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.clamp %arg0, %arg0, %arg0 : tensor<2xf32>
  %5 = stablehlo.clamp %x, %x, %x : tensor<2xf32>
  // CHECK: stablehlo.clamp %arg3, %arg0, %arg3 : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %6 = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: func @quantized
func.func @quantized(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: stablehlo.uniform_quantize %arg0 : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %0 = stablehlo.uniform_quantize %x : (tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:3>>
  // CHECK: stablehlo.uniform_dequantize %{{.*}} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<2xf32>
  %1 = stablehlo.uniform_dequantize %0 : (tensor<2x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
