// RUN: xla-run %s > %t.first
// RUN: xla-run %s --seed 0 --threads 1 | cmp - %t.first
// RUN: xla-run %s --seed 1 > %t.second
// RUN: not cmp %t.first %t.second
//
// The seed alone decides the numbers that a program draws.

func.func @main() -> (tensor<1000xf32>, tensor<7xi32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %one = xla.constant dense<1.0> : tensor<f32>
  %0 = xla.rng_normal %zero, %one : (tensor<f32>, tensor<f32>) -> tensor<1000xf32>
  %low = xla.constant dense<-1000> : tensor<i32>
  %high = xla.constant dense<1000> : tensor<i32>
  %1 = xla.rng_uniform %low, %high : (tensor<i32>, tensor<i32>) -> tensor<7xi32>
  return %0, %1 : tensor<1000xf32>, tensor<7xi32>
}
