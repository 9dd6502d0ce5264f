// Products in matrix tiles are those in vectors: rows, columns and depths that are no multiples of a tile's, transposed operands,
// several blocks of rows and of the depth, two threads.
//
// RUN: xla-run %s --xla-keep-barriers --random 1 --threads 1 --xla-schedule %S/Inputs/matrix-tiles.toml --print-after xla-lower-kernels 2>&1 \
// RUN:   | FileCheck %s
// RUN: xla-run %s --xla-keep-barriers --random 2 --threads 2 --xla-schedule %S/Inputs/matrix-tiles.toml | FileCheck %s --check-prefix=RIGHT
//
// CHECK-DAG: xla.schedules = {"m 40, n 50, k 70: {{.*}}matrix_tiles = true
// CHECK-DAG: xla.schedules = {"m 33, n 31, k 600: {{.*}}matrix_tiles = true
// CHECK-DAG: xla.schedules = {"m 128, n 130, k 530: {{.*}}matrix_tiles = true
// CHECK-DAG: xla.schedules = {"m 5, n 40, k 600: {{.*}}matrix_tiles = true
// CHECK-DAG: xla.schedules = {"m 65, n 64, k 163: {{.*}}matrix_tiles = true
// CHECK-DAG: xla.schedules = {"m 200, n 17, k 129: {{.*}}matrix_tiles = true
// CHECK-DAG: xla.schedules = {"m 64, n 14, k 2000: {{.*}}matrix_tiles = true
// CHECK: checks: 7
// RIGHT: checks: 7

func.func @main(%a0: tensor<40x70xi8>, %b0: tensor<70x50xi8>, %a1: tensor<33x600xi8>, %b1: tensor<31x600xi8>, %a2: tensor<530x128xi8>, %b2: tensor<530x130xi8>,
    %a3: tensor<5x600xi8>, %b3: tensor<600x40xi8>, %a4: tensor<163x65xi8>, %b4: tensor<163x64xi8>, %a5: tensor<200x129xi8>, %b5: tensor<17x129xi8>, %a6: tensor<2000x64xi8>, %b6: tensor<14x2000xi8>) {
  %a0_narrow = stablehlo.convert %a0 : (tensor<40x70xi8>) -> tensor<40x70xbf16>
  %b0_narrow = stablehlo.convert %b0 : (tensor<70x50xi8>) -> tensor<70x50xbf16>
  %x0, %y0 = stablehlo.optimization_barrier %a0_narrow, %b0_narrow : tensor<40x70xbf16>, tensor<70x50xbf16>
  %found0 = stablehlo.dot_general %x0, %y0, contracting_dims = [1] x [0] : (tensor<40x70xbf16>, tensor<70x50xbf16>) -> tensor<40x50xf32>
  %a0_wide = stablehlo.convert %x0 : (tensor<40x70xbf16>) -> tensor<40x70xf32>
  %b0_wide = stablehlo.convert %y0 : (tensor<70x50xbf16>) -> tensor<70x50xf32>
  %u0, %v0 = stablehlo.optimization_barrier %a0_wide, %b0_wide : tensor<40x70xf32>, tensor<70x50xf32>
  %expected0 = stablehlo.dot_general %u0, %v0, contracting_dims = [1] x [0] : (tensor<40x70xf32>, tensor<70x50xf32>) -> tensor<40x50xf32>
  stablehlo.custom_call @check.expect_eq(%found0, %expected0) {has_side_effect = true} : (tensor<40x50xf32>, tensor<40x50xf32>) -> ()
  %a1_narrow = stablehlo.convert %a1 : (tensor<33x600xi8>) -> tensor<33x600xbf16>
  %b1_narrow = stablehlo.convert %b1 : (tensor<31x600xi8>) -> tensor<31x600xbf16>
  %x1, %y1 = stablehlo.optimization_barrier %a1_narrow, %b1_narrow : tensor<33x600xbf16>, tensor<31x600xbf16>
  %found1 = stablehlo.dot_general %x1, %y1, contracting_dims = [1] x [1] : (tensor<33x600xbf16>, tensor<31x600xbf16>) -> tensor<33x31xf32>
  %a1_wide = stablehlo.convert %x1 : (tensor<33x600xbf16>) -> tensor<33x600xf32>
  %b1_wide = stablehlo.convert %y1 : (tensor<31x600xbf16>) -> tensor<31x600xf32>
  %u1, %v1 = stablehlo.optimization_barrier %a1_wide, %b1_wide : tensor<33x600xf32>, tensor<31x600xf32>
  %expected1 = stablehlo.dot_general %u1, %v1, contracting_dims = [1] x [1] : (tensor<33x600xf32>, tensor<31x600xf32>) -> tensor<33x31xf32>
  stablehlo.custom_call @check.expect_eq(%found1, %expected1) {has_side_effect = true} : (tensor<33x31xf32>, tensor<33x31xf32>) -> ()
  %a2_narrow = stablehlo.convert %a2 : (tensor<530x128xi8>) -> tensor<530x128xbf16>
  %b2_narrow = stablehlo.convert %b2 : (tensor<530x130xi8>) -> tensor<530x130xbf16>
  %x2, %y2 = stablehlo.optimization_barrier %a2_narrow, %b2_narrow : tensor<530x128xbf16>, tensor<530x130xbf16>
  %found2 = stablehlo.dot_general %x2, %y2, contracting_dims = [0] x [0] : (tensor<530x128xbf16>, tensor<530x130xbf16>) -> tensor<128x130xf32>
  %a2_wide = stablehlo.convert %x2 : (tensor<530x128xbf16>) -> tensor<530x128xf32>
  %b2_wide = stablehlo.convert %y2 : (tensor<530x130xbf16>) -> tensor<530x130xf32>
  %u2, %v2 = stablehlo.optimization_barrier %a2_wide, %b2_wide : tensor<530x128xf32>, tensor<530x130xf32>
  %expected2 = stablehlo.dot_general %u2, %v2, contracting_dims = [0] x [0] : (tensor<530x128xf32>, tensor<530x130xf32>) -> tensor<128x130xf32>
  stablehlo.custom_call @check.expect_eq(%found2, %expected2) {has_side_effect = true} : (tensor<128x130xf32>, tensor<128x130xf32>) -> ()
  %a3_narrow = stablehlo.convert %a3 : (tensor<5x600xi8>) -> tensor<5x600xi8>
  %b3_narrow = stablehlo.convert %b3 : (tensor<600x40xi8>) -> tensor<600x40xi8>
  %x3, %y3 = stablehlo.optimization_barrier %a3_narrow, %b3_narrow : tensor<5x600xi8>, tensor<600x40xi8>
  %found3 = stablehlo.dot_general %x3, %y3, contracting_dims = [1] x [0] : (tensor<5x600xi8>, tensor<600x40xi8>) -> tensor<5x40xi32>
  %a3_wide = stablehlo.convert %x3 : (tensor<5x600xi8>) -> tensor<5x600xi32>
  %b3_wide = stablehlo.convert %y3 : (tensor<600x40xi8>) -> tensor<600x40xi32>
  %u3, %v3 = stablehlo.optimization_barrier %a3_wide, %b3_wide : tensor<5x600xi32>, tensor<600x40xi32>
  %expected3 = stablehlo.dot_general %u3, %v3, contracting_dims = [1] x [0] : (tensor<5x600xi32>, tensor<600x40xi32>) -> tensor<5x40xi32>
  stablehlo.custom_call @check.expect_eq(%found3, %expected3) {has_side_effect = true} : (tensor<5x40xi32>, tensor<5x40xi32>) -> ()
  %a4_narrow = stablehlo.convert %a4 : (tensor<163x65xi8>) -> tensor<163x65xi8>
  %b4_narrow = stablehlo.convert %b4 : (tensor<163x64xi8>) -> tensor<163x64xui8>
  %x4, %y4 = stablehlo.optimization_barrier %a4_narrow, %b4_narrow : tensor<163x65xi8>, tensor<163x64xui8>
  %found4 = stablehlo.dot_general %x4, %y4, contracting_dims = [0] x [0] : (tensor<163x65xi8>, tensor<163x64xui8>) -> tensor<65x64xi32>
  %a4_wide = stablehlo.convert %x4 : (tensor<163x65xi8>) -> tensor<163x65xi32>
  %b4_wide = stablehlo.convert %y4 : (tensor<163x64xui8>) -> tensor<163x64xi32>
  %u4, %v4 = stablehlo.optimization_barrier %a4_wide, %b4_wide : tensor<163x65xi32>, tensor<163x64xi32>
  %expected4 = stablehlo.dot_general %u4, %v4, contracting_dims = [0] x [0] : (tensor<163x65xi32>, tensor<163x64xi32>) -> tensor<65x64xi32>
  stablehlo.custom_call @check.expect_eq(%found4, %expected4) {has_side_effect = true} : (tensor<65x64xi32>, tensor<65x64xi32>) -> ()
  %a5_narrow = stablehlo.convert %a5 : (tensor<200x129xi8>) -> tensor<200x129xui8>
  %b5_narrow = stablehlo.convert %b5 : (tensor<17x129xi8>) -> tensor<17x129xi8>
  %x5, %y5 = stablehlo.optimization_barrier %a5_narrow, %b5_narrow : tensor<200x129xui8>, tensor<17x129xi8>
  %found5 = stablehlo.dot_general %x5, %y5, contracting_dims = [1] x [1] : (tensor<200x129xui8>, tensor<17x129xi8>) -> tensor<200x17xi32>
  %a5_wide = stablehlo.convert %x5 : (tensor<200x129xui8>) -> tensor<200x129xi32>
  %b5_wide = stablehlo.convert %y5 : (tensor<17x129xi8>) -> tensor<17x129xi32>
  %u5, %v5 = stablehlo.optimization_barrier %a5_wide, %b5_wide : tensor<200x129xi32>, tensor<17x129xi32>
  %expected5 = stablehlo.dot_general %u5, %v5, contracting_dims = [1] x [1] : (tensor<200x129xi32>, tensor<17x129xi32>) -> tensor<200x17xi32>
  stablehlo.custom_call @check.expect_eq(%found5, %expected5) {has_side_effect = true} : (tensor<200x17xi32>, tensor<200x17xi32>) -> ()
  %a6_narrow = stablehlo.convert %a6 : (tensor<2000x64xi8>) -> tensor<2000x64xui8>
  %b6_narrow = stablehlo.convert %b6 : (tensor<14x2000xi8>) -> tensor<14x2000xui8>
  %x6, %y6 = stablehlo.optimization_barrier %a6_narrow, %b6_narrow : tensor<2000x64xui8>, tensor<14x2000xui8>
  %found6 = stablehlo.dot_general %x6, %y6, contracting_dims = [0] x [1] : (tensor<2000x64xui8>, tensor<14x2000xui8>) -> tensor<64x14xi32>
  %a6_wide = stablehlo.convert %x6 : (tensor<2000x64xui8>) -> tensor<2000x64xi32>
  %b6_wide = stablehlo.convert %y6 : (tensor<14x2000xui8>) -> tensor<14x2000xi32>
  %u6, %v6 = stablehlo.optimization_barrier %a6_wide, %b6_wide : tensor<2000x64xi32>, tensor<14x2000xi32>
  %expected6 = stablehlo.dot_general %u6, %v6, contracting_dims = [0] x [1] : (tensor<2000x64xi32>, tensor<14x2000xi32>) -> tensor<64x14xi32>
  stablehlo.custom_call @check.expect_eq(%found6, %expected6) {has_side_effect = true} : (tensor<64x14xi32>, tensor<64x14xi32>) -> ()
  return
}
