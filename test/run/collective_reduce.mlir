// RUN: xla-run %s --replicas 3
//
// collective_reduce in groups of different sizes: each root has the result of its own group, all others zeros.

func.func @main() {
  %all = xla.constant dense<[[1.0, 2.0], [4.0, 8.0], [16.0, 32.0]]> : tensor<3x2xf32>
  %sums = xla.constant dense<[[0.0, 0.0], [5.0, 10.0], [16.0, 32.0]]> : tensor<3x2xf32>
  %id = xla.replica_id : tensor<ui32>
  %zero = xla.constant dense<0> : tensor<ui32>
  %row = xla.dynamic_slice %all at [%id, %zero], sizes = [1, 2] : (tensor<3x2xf32>, tensor<ui32>, tensor<ui32>) -> tensor<1x2xf32>
  %expected = xla.dynamic_slice %sums at [%id, %zero], sizes = [1, 2] : (tensor<3x2xf32>, tensor<ui32>, tensor<ui32>) -> tensor<1x2xf32>
  %0 = xla.collective_reduce %row {replica_groups = [[2], [1, 0]]} : (tensor<1x2xf32>) -> tensor<1x2xf32>
    (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  xla.custom_call "check.expect_eq"(%0, %expected) {has_side_effect = true} : (tensor<1x2xf32>, tensor<1x2xf32>) -> ()
  return
}
