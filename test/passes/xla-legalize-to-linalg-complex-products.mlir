// RUN: xla-opt %s --xla-legalize-to-linalg=storage-types=true --canonicalize --cse | FileCheck %s
// RUN: xla-opt %s --xla-legalize-to-linalg | FileCheck %s --check-prefix=NATURAL
// RUN: xla-run %s --entry matrices --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=KERNELS
//
// Products of complex numbers are products of real ones: of the factors as memory has them, where the columns are neighbours and the
// sums are long, or else of arrays of their parts.

// KERNELS: kernel 0: a product that reads its operands without packing
// KERNELS: kernel 1: vectors
// KERNELS-NOT: kernel 2

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d4, d0)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d4, d2, d3)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d4, d0, d1)>
// CHECK-DAG: #[[RE:.*]] = affine_map<(d0, d1) -> (0, d0, d1)>
// CHECK-DAG: #[[IM:.*]] = affine_map<(d0, d1) -> (1, d0, d1)>

// CHECK-LABEL: func.func @matrices(
// CHECK-DAG: %[[X:.*]] = builtin.unrealized_conversion_cast %arg0 : tensor<40x50xcomplex<f32>> to tensor<40x50x2xf32>
// CHECK-DAG: %[[Y:.*]] = builtin.unrealized_conversion_cast %arg1 : tensor<50x60xcomplex<f32>> to tensor<50x60x2xf32>
// CHECK: %[[P:.*]] = linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs(%{{.*}} : tensor<2x40x60x2xf32>)
// CHECK: %[[BOTH:.*]] = builtin.unrealized_conversion_cast %[[P]] : tensor<2x40x60x2xf32> to tensor<2x40x60xcomplex<f32>>
// CHECK: linalg.generic {indexing_maps = [#[[RE]], #[[IM]], {{.*}} ins(%[[BOTH]], %[[BOTH]] : {{.*}}) outs(%{{.*}} : tensor<40x60xcomplex<f32>>)
// CHECK: arith.subf
// CHECK: arith.addf
// CHECK: complex.create
// NATURAL-LABEL: func.func @matrices(
// NATURAL-NOT: unrealized_conversion_cast
// NATURAL: return
func.func @matrices(%x: tensor<40x50xcomplex<f32>>, %y: tensor<50x60xcomplex<f32>>) -> tensor<40x60xcomplex<f32>> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x50xcomplex<f32>>, tensor<50x60xcomplex<f32>>) -> tensor<40x60xcomplex<f32>>
  return %0 : tensor<40x60xcomplex<f32>>
}

// Rows that are neighbours make one loop with their parts, and columns that are apart are transposed.
// CHECK-LABEL: func.func @transposed(
// CHECK-DAG: %[[X:.*]] = builtin.unrealized_conversion_cast %arg0 : {{.*}} to tensor<50x40x2xf64>
// CHECK-DAG: %[[T:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<60x50xcomplex<f64>>) outs(%{{.*}} : tensor<50x60xcomplex<f64>>)
// CHECK: %[[Y:.*]] = builtin.unrealized_conversion_cast %[[T]] : {{.*}} to tensor<50x60x2xf64>
// CHECK: linalg.generic {indexing_maps = [#[[ROWS]], #[[B]], #[[C]]], {{.*}} ins(%[[X]], %[[Y]] : {{.*}}) outs(%{{.*}} : tensor<40x2x60x2xf64>)
func.func @transposed(%x: tensor<50x40xcomplex<f64>>, %y: tensor<60x50xcomplex<f64>>) -> tensor<40x60xcomplex<f64>> {
  %0 = xla.dot_general %x, %y, contracting_dims = [0] x [1] : (tensor<50x40xcomplex<f64>>, tensor<60x50xcomplex<f64>>) -> tensor<40x60xcomplex<f64>>
  return %0 : tensor<40x60xcomplex<f64>>
}

// Of short sums, both products would take more memory than the parts.
// CHECK-LABEL: func.func @short(
// CHECK-NOT: unrealized_conversion_cast
// CHECK: return
func.func @short(%x: tensor<40x8xcomplex<f32>>, %y: tensor<8x60xcomplex<f32>>) -> tensor<40x60xcomplex<f32>> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<40x8xcomplex<f32>>, tensor<8x60xcomplex<f32>>) -> tensor<40x60xcomplex<f32>>
  return %0 : tensor<40x60xcomplex<f32>>
}
