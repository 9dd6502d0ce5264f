// RUN: xla-opt %s --stablehlo-legalize-to-xla | FileCheck %s

// Names that differ between the dialects; the others are the same.
// CHECK-LABEL: func @names
func.func @names(%x: tensor<2xf32>, %i: tensor<2xi32>) {
  // CHECK: xla.cos %arg0 : tensor<2xf32>
  %0 = stablehlo.cosine %x : tensor<2xf32>
  // CHECK: xla.exp %arg0 : tensor<2xf32>
  %1 = stablehlo.exponential %x : tensor<2xf32>
  // CHECK: xla.neg %arg0 : tensor<2xf32>
  %2 = stablehlo.negate %x : tensor<2xf32>
  // CHECK: xla.population_count %arg1 : tensor<2xi32>
  %3 = stablehlo.popcnt %i : tensor<2xi32>
  // CHECK: xla.round %arg0 : tensor<2xf32>
  %4 = stablehlo.round_nearest_afz %x : tensor<2xf32>
  // CHECK: xla.sin %arg0 : tensor<2xf32>
  %5 = stablehlo.sine %x : tensor<2xf32>
  // CHECK: xla.div %arg0, %arg0 : tensor<2xf32>
  %6 = stablehlo.divide %x, %x : tensor<2xf32>
  // CHECK: xla.max %arg0, %arg0 : tensor<2xf32>
  %7 = stablehlo.maximum %x, %x : tensor<2xf32>
  // CHECK: xla.min %arg0, %arg0 : tensor<2xf32>
  %8 = stablehlo.minimum %x, %x : tensor<2xf32>
  // CHECK: xla.mul %arg0, %arg0 : tensor<2xf32>
  %9 = stablehlo.multiply %x, %x : tensor<2xf32>
  // CHECK: xla.pow %arg0, %arg0 : tensor<2xf32>
  %10 = stablehlo.power %x, %x : tensor<2xf32>
  // CHECK: xla.rem %arg0, %arg0 : tensor<2xf32>
  %11 = stablehlo.remainder %x, %x : tensor<2xf32>
  // CHECK: xla.sub %arg0, %arg0 : tensor<2xf32>
  %12 = stablehlo.subtract %x, %x : tensor<2xf32>
  // CHECK: xla.reduce_precision %arg0, format = e5m10 : tensor<2xf32>
  %13 = stablehlo.reduce_precision %x, format = e5m10 : tensor<2xf32>
  // CHECK: xla.rev %arg0, dims = [0] : tensor<2xf32>
  %14 = stablehlo.reverse %x, dims = [0] : tensor<2xf32>
  return
}

// What is compared by and in which direction selects the op.
// CHECK-LABEL: func @compare
func.func @compare(%x: tensor<2xf32>, %i: tensor<2xi32>) {
  // CHECK: xla.eq %arg0, %arg0 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %0 = stablehlo.compare EQ, %x, %x, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: xla.ne %
  %1 = stablehlo.compare NE, %i, %i, SIGNED : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  // CHECK: xla.ge %
  %2 = stablehlo.compare GE, %i, %i : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  // CHECK: xla.gt_total_order %
  %3 = stablehlo.compare GT, %x, %x, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: xla.le_total_order %
  %4 = stablehlo.compare LE, %x, %x, TOTALORDER : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  // CHECK: xla.lt %
  %5 = stablehlo.compare LT, %x, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// What asks for precision, and notes for others, are left behind.
// CHECK-LABEL: func @dropped
func.func @dropped(%x: tensor<2xf32>) {
  // CHECK: xla.exp %arg0 : tensor<2xf32>
  %0 = stablehlo.exponential %x {result_accuracy = #stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>} : tensor<2xf32>
  // CHECK: xla.add %arg0, %arg0 {kept = 1 : i64} : tensor<2xf32>
  %1 = stablehlo.add %x, %x {kept = 1 : i64, mhlo.frontend_attributes = {a = "b"}, mhlo.sharding = "{replicated}"} : tensor<2xf32>
  return
}
