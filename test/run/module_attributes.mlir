// RUN: xla-run %s 3xf32=1 | FileCheck %s
//
// Attributes of a module that LLVM's translation would read are not part of a program, whatever they say.
// CHECK: result 0: tensor<3xf32> [2.0, 2.0, 2.0]

module attributes {llvm.target_triple = -1 : i64, llvm.dependent_libraries = 1 : i64, llvm.module_asm = ["a"], omp.version = 1 : i64, nvvm.target = 1 : i64,
                   xla.input_names = 1 : i64, xla.output_names = -1 : i64, xla.custom_calls = 1 : i64} {
  func.func @main(%x: tensor<3xf32>) -> tensor<3xf32> {
    %0 = xla.add %x, %x : tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}
