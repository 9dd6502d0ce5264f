// Options that are true or false are given as those of MLIR's passes are, and no value of an option is silently another.
// RUN: expect-exit 77 xla-opt %s --allow-unregistered-dialect --xla-legalize-to-linalg=full 2>&1 | FileCheck %s --check-prefix=FULL
// RUN: expect-exit 77 xla-opt %s --allow-unregistered-dialect --pass-pipeline='builtin.module(xla-legalize-to-linalg{full=1 storage-types=false})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FULL
// RUN: xla-opt %s --allow-unregistered-dialect --xla-legalize-to-linalg=full=0 | FileCheck %s --check-prefix=PARTIAL
// RUN: expect-exit 2 xla-opt %s --allow-unregistered-dialect --xla-legalize-to-linalg=full=maybe 2>&1 | FileCheck %s --check-prefix=MAYBE
// RUN: expect-exit 2 xla-opt %s --allow-unregistered-dialect --xla-compile-functions=calling-convention=stdcall 2>&1 | FileCheck %s --check-prefix=CONVENTION
// RUN: expect-exit 2 xla-opt %s --allow-unregistered-dialect --xla-convert-calls-to-llvm=threads=many 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: expect-exit 2 xla-opt %s --allow-unregistered-dialect --xla-lower-kernels=machine=l5=1 2>&1 | FileCheck %s --check-prefix=MACHINE
// RUN: expect-exit 2 xla-opt %s --allow-unregistered-dialect --stablehlo-refine-shapes='arguments=[2' 2>&1 | FileCheck %s --check-prefix=ARGUMENTS
// RUN: expect-exit 2 xla-translate %s 2>&1 | FileCheck %s --check-prefix=TRANSLATION
// RUN: expect-exit 2 xla-translate --xla-to-asm --xla-to-object %s 2>&1 | FileCheck %s --check-prefix=TRANSLATION

// FULL: unsupported: foreign.op: it has no lowering to linalg, and the option full is set
// PARTIAL: foreign.op
// MAYBE: option full of xla-legalize-to-linalg: `maybe` is neither true nor false
// CONVENTION: option calling-convention of xla-compile-functions: `stdcall` is no calling convention: it is memref or bare-pointer
// THREADS: option threads of xla-convert-calls-to-llvm: `many` is no number of threads: it is between 1 and 1024
// MACHINE: option machine of xla-lower-kernels: a machine model has no `l5`
// ARGUMENTS: option arguments of stablehlo-refine-shapes: `[2` is no shape such as [2,3], nor a number
// TRANSLATION: xla-translate: name one translation, such as --xla-to-object; --help lists them
// TRANSLATION-NOT: {{.}}

func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "foreign.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
