// RUN: expect-exit 77 xla-run %s --random 1 2>&1 | FileCheck %s
// RUN: xla-run %s --entry default_layout | FileCheck %s --check-prefix=DEFAULT

// A buffer in another order than the one compiled for would be read as something else: refused, not ignored.
// CHECK: layout_unsupported.mlir:[[#@LINE+3]]:{{[0-9]+}}: error: unsupported: func.func: tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>: only row-major layouts
// CHECK-NOT: result 0
// DEFAULT: [2.0, 4.0]
func.func @main(%a: tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>) -> tensor<2x3xf32> {
  %0 = xla.add %a, %a : (tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>, tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @default_layout() -> tensor<2xf32> {
  %0 = xla.constant dense<[1.0, 2.0]> : tensor<2xf32, #xla.layout<minor_to_major = [0]>>
  %1 = xla.add %0, %0 : (tensor<2xf32, #xla.layout<minor_to_major = [0]>>, tensor<2xf32, #xla.layout<minor_to_major = [0]>>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
