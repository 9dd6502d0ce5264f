// RUN: xla-opt %s --xla-to-linalg | FileCheck %s

// The types of functions stay, also where more is known of them, and so do calls.
// CHECK-LABEL: func.func @sum(
// CHECK-SAME: %{{.*}}: tensor<?xf32>, %{{.*}}: tensor<4xf32>) -> tensor<?xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%{{.*}}, %arg1 : tensor<4xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<4xf32>)
// CHECK-LABEL: func.func @caller(
// CHECK: %[[SUM:.*]] = call @sum(%{{.*}}, %{{.*}}) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
// CHECK: return %[[SUM]] : tensor<?xf32>
func.func @sum(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @caller(%x: tensor<?xf32>, %y: tensor<4xf32>) -> tensor<?xf32> {
  %0 = func.call @sum(%x, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
