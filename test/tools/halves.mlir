// RUN: xla-translate --xla-to-asm --target x86-64-v4 %s | FileCheck %s
// RUN: xla-translate --xla-to-asm --target x86-64-v3 %s | FileCheck %s
// RUN: xla-translate --xla-to-asm --target x86-64-v2 %s | FileCheck %s --check-prefix=INTEGERS
// RUN: xla-run %s --random 1 --interpret -o %t.npz
// RUN: xla-run %s --random 1 --expect %t.npz --rtol 0 --atol 0

// Single 16-bit floats are read by way of general registers, for what reads them into a part of a vector register waits for the rest of it.
// Processors that do not convert them compute with their bits.
// CHECK-NOT: vpinsrw
// CHECK: movzwl
// CHECK: vcvtph2ps
// CHECK-NOT: vpinsrw
// INTEGERS-NOT: cvtph2ps
func.func @main(%x: tensor<9xf16>, %i: tensor<50x1xi8>, %u: tensor<50xf16>) -> (tensor<9xf16>, tensor<9xf16>, tensor<9xf16>) {
  %three = xla.constant dense<3> : tensor<50x1xi8>
  %j = xla.and %i, %three : tensor<50x1xi8>
  %0 = xla.scatter(%x) at %j, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<9xf16>, tensor<50x1xi8>, tensor<50xf16>) -> tensor<9xf16> (%a: tensor<f16>, %b: tensor<f16>) {
    %s = xla.add %a, %b : tensor<f16>
    xla.return %s : tensor<f16>
  }
  %1 = xla.scatter(%x) at %j, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<9xf16>, tensor<50x1xi8>, tensor<50xf16>) -> tensor<9xf16> (%a: tensor<f16>, %b: tensor<f16>) {
    %s = xla.max %a, %b : tensor<f16>
    xla.return %s : tensor<f16>
  }
  %2 = xla.scatter(%x) at %j, (%u), update_window_dims = [], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<9xf16>, tensor<50x1xi8>, tensor<50xf16>) -> tensor<9xf16> (%a: tensor<f16>, %b: tensor<f16>) {
    %q = xla.div %a, %b : tensor<f16>
    %less = xla.lt %b, %q : (tensor<f16>, tensor<f16>) -> tensor<i1>
    %root = xla.sqrt %q : tensor<f16>
    %s = xla.select %less, %root, %b : (tensor<i1>, tensor<f16>, tensor<f16>) -> tensor<f16>
    xla.return %s : tensor<f16>
  }
  return %0, %1, %2 : tensor<9xf16>, tensor<9xf16>, tensor<9xf16>
}
