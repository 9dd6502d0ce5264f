// A compiled function in an object file that C calls: by the addresses of arrays, and by memref descriptors.
//
// RUN: xla-opt %s --xla-compile-functions=calling-convention=bare-pointer > %t.pointer.mlir
// RUN: xla-opt %s --xla-compile-functions > %t.memref.mlir
// RUN: for kind in pointer memref; do \
// RUN:   mlir-opt %t.$kind.mlir --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:     --expand-strided-metadata --convert-arith-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --reconcile-unrealized-casts \
// RUN:   | mlir-translate --mlir-to-llvmir | opt -O2 | llc -relocation-model=pic -filetype=obj -o %t.$kind.o; done
// RUN: cc -DBARE_POINTER %S/Inputs/call_layer.c %t.pointer.o -o %t.pointer && %t.pointer | FileCheck %s
// RUN: cc %S/Inputs/call_layer.c %t.memref.o -o %t.memref && %t.memref | FileCheck %s
// Nothing but the function is visible.
// RUN: nm --defined-only -g %t.pointer.o | FileCheck %s --check-prefix=SYMBOLS

// CHECK: all right
// SYMBOLS-NOT: kernel
// SYMBOLS: T layer
// SYMBOLS-NOT: kernel
func.func @layer(%x: tensor<?x4xf32>) -> tensor<?x4xf32> attributes {xla.compile, llvm.emit_c_interface} {
  %two = xla.constant dense<2.0> : tensor<f32>
  %bias = xla.constant dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>
  %0 = xla.mul %x, %two : (tensor<?x4xf32>, tensor<f32>) -> tensor<?x4xf32>
  %1 = xla.add %0, %bias, broadcast_dimensions = [1] : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
