// Upstream's flags work, and its passes mix with ours.
//
// RUN: xla-opt %s --pass-pipeline='builtin.module(stablehlo-legalize-to-xla,canonicalize,xla-expand-client-ops,func.func(cse),symbol-dce)' | FileCheck %s
// RUN: xla-opt %s --canonicalize --mlir-timing 2>&1 | FileCheck %s --check-prefix=TIMING
// TIMING: Canonicalizer
// RUN: rm -rf %t.tree
// RUN: xla-opt %s --xla-to-linalg --mlir-print-ir-tree-dir=%t.tree --mlir-print-ir-after-all > /dev/null
// RUN: test -n "$(find %t.tree -name '*.mlir')"
// RUN: xla-opt --help > %t.help
// RUN: FileCheck %s --check-prefix=HELP < %t.help
// HELP: --stablehlo-legalize-to-xla {{ *}}- {{ *[A-Z]}}
// HELP: --xla-legalize-to-linalg {{ *}}- {{ *[A-Z]}}
// RUN: expect-exit 2 xla-opt %s --pass-pipeline='builtin.module(no-such-pass)' 2>&1 | FileCheck %s --check-prefix=NO-PASS
// NO-PASS: no-such-pass
// RUN: xla-opt %s --emit-bytecode -o %t.mlirbc
// RUN: xla-opt %t.mlirbc | FileCheck %s --check-prefix=BYTECODE
// BYTECODE: xla.add

// CHECK-LABEL: func.func @f
// CHECK: xla.broadcast_in_dim
// CHECK-NEXT: xla.add
// CHECK-NOT: @unused
func.func @f(%x: tensor<2x3xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = xla.add %x, %y, broadcast_dimensions = [1] : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func private @unused(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
