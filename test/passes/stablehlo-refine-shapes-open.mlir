// RUN: xla-opt %s --stablehlo-refine-shapes | FileCheck %s
// RUN: xla-opt %s --stablehlo-refine-shapes='entry=main arguments=_,_' | FileCheck %s
// RUN: xla-opt %s --stablehlo-refine-shapes='entry=other arguments=[5]' | FileCheck %s --check-prefix=OTHER
// RUN: expect-exit 2 xla-opt %s --stablehlo-refine-shapes='arguments=[5' 2>&1 | FileCheck %s --check-prefix=SYNTAX
// SYNTAX: `[5` is no shape such as [2,3], nor a number

// What nobody knows stays open, and what follows all the same is static.
// CHECK-LABEL: func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<i32>) -> (tensor<?xf32>, tensor<2xf32>)
// CHECK: stablehlo.dynamic_iota
// CHECK: stablehlo.iota dim = 0 : tensor<2xf32>
// OTHER-LABEL: func.func @main(%arg0: tensor<?xf32>, %arg1: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>)
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_iota %0, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %two = stablehlo.constant dense<2> : tensor<1xi32>
  %2 = stablehlo.dynamic_iota %two, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %1, %2 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @other(%arg0: tensor<?xf32>)
// OTHER-LABEL: func.func @other(%arg0: tensor<5xf32>) -> tensor<5xf32>
func.func @other(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.negate %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
