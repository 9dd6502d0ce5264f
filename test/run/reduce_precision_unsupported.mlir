// RUN: expect-exit 77 xla-run %s --random 1 2>&1 | FileCheck %s

// CHECK: reduce_precision_unsupported.mlir:[[#@LINE+2]]:8: error: unsupported: xla.reduce_precision: f8E5M2FNUZ has no infinity to round to
func.func @main(%x: tensor<3xf8E5M2FNUZ>) -> tensor<3xf8E5M2FNUZ> {
  %0 = stablehlo.reduce_precision %x, format = e3m1 : tensor<3xf8E5M2FNUZ>
  return %0 : tensor<3xf8E5M2FNUZ>
}
