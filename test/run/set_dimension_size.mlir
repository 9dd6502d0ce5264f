// RUN: expect-exit 77 xla-run %s 2>&1 | FileCheck %s
//
// xla.set_dimension_size: sizes that only running tells.
// CHECK: sizes of tensor<?xf32, #xla.bounds<10>> are known only at run time

func.func @main() -> tensor<i32> {
  %x = xla.constant dense<1.0> : tensor<10xf32>
  %n = xla.constant dense<5> : tensor<i32>
  %0 = xla.set_dimension_size %x, %n, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<10>>
  %1 = xla.get_dimension_size %0, dim = 0 : (tensor<?xf32, #xla.bounds<10>>) -> tensor<i32>
  return %1 : tensor<i32>
}
