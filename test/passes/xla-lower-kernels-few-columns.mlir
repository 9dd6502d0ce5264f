// RUN: xla-run %s --entry few_columns --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: xla-run %s --entry small --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: xla-run %s --entry strided --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=STRIDED
// RUN: xla-run %s --entry few_positions --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=STRIDED
// RUN: xla-run %s --entry narrow --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=STRIDED
// RUN: xla-run %s --entry groups --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=STRIDED
// RUN: xla-run %s --entry narrow_groups --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=STRIDED
// RUN: xla-run %s --entry complex_groups --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=STRIDED
// RUN: xla-run %s --entry six_columns --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=TOGETHER
// RUN: xla-run %s --entry apart --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=APART
// RUN: xla-run %s --entry computed --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=STRIDED
// RUN: xla-run %s --entry large --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=PACKED
// RUN: xla-run %s --entry half_a_vector --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=TOGETHER
//
// How products are computed whose last dimension does not fill vectors.

// The few columns are transposed first.
// FEW: remark: kernel 1: vectors of {{[0-9]+}} elements along the reduction
func.func @few_columns(%a: tensor<400x500xf32>, %b: tensor<500x2xf32>) -> tensor<400x2xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<400x500xf32>, tensor<500x2xf32>) -> tensor<400x2xf32>
  return %0 : tensor<400x2xf32>
}

// SMALL: remark: kernel 0: vectors of 4 elements along the loop in front of the reduction
func.func @small(%a: tensor<2000x4x4xf32>, %b: tensor<2000x4x4xf32>) -> tensor<2000x4x4xf32> {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2000x4x4xf32>, tensor<2000x4x4xf32>) -> tensor<2000x4x4xf32>
  return %0 : tensor<2000x4x4xf32>
}

// Elements along the width, the last dimension, lie two apart, or there are three of them: the sums are made along the features.
// STRIDED: a product that reads its operands without packing
func.func @strided(%x: tensor<2x32x28x28xf32>, %w: tensor<64x32x3x3xf32>) -> tensor<2x64x13x13xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x32x28x28xf32>, tensor<64x32x3x3xf32>) -> tensor<2x64x13x13xf32>
  return %0 : tensor<2x64x13x13xf32>
}

func.func @few_positions(%x: tensor<16x32x10x10xf32>, %w: tensor<16x64x8x8xf32>) -> tensor<32x64x3x3xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<16x32x10x10xf32>, tensor<16x64x8x8xf32>) -> tensor<32x64x3x3xf32>
  return %0 : tensor<32x64x3x3xf32>
}

// Vectors are along the width, and the narrow operands are converted before they are read again and again.
func.func @narrow(%x: tensor<2x16x20x20xbf16>, %w: tensor<32x16x3x3xbf16>) -> tensor<2x32x18x18xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x16x20x20xbf16>, tensor<32x16x3x3xbf16>) -> tensor<2x32x18x18xbf16>
  return %0 : tensor<2x32x18x18xbf16>
}

// The sums of a group are along its features, too, if there are few positions or the features are last.
func.func @groups(%x: tensor<8x64x9x5xf32>, %w: tensor<128x16x3x3xf32>) -> tensor<8x128x7x3xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64}
    : (tensor<8x64x9x5xf32>, tensor<128x16x3x3xf32>) -> tensor<8x128x7x3xf32>
  return %0 : tensor<8x128x7x3xf32>
}

func.func @narrow_groups(%x: tensor<2x20x20x32xbf16>, %w: tensor<3x3x8x64xbf16>) -> tensor<2x18x18x64xbf16> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64}
    : (tensor<2x20x20x32xbf16>, tensor<3x3x8x64xbf16>) -> tensor<2x18x18x64xbf16>
  return %0 : tensor<2x18x18x64xbf16>
}

func.func @complex_groups(%x: tensor<2x20x20x32xcomplex<f32>>, %w: tensor<3x3x8x64xcomplex<f32>>) -> tensor<2x18x18x64xcomplex<f32>> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64}
    : (tensor<2x20x20x32xcomplex<f32>>, tensor<3x3x8x64xcomplex<f32>>) -> tensor<2x18x18x64xcomplex<f32>>
  return %0 : tensor<2x18x18x64xcomplex<f32>>
}

// A third of a vector, or half of it: to pack the rows for one panel of columns takes longer than to multiply them.
func.func @half_a_vector(%a: tensor<1000x100xf32>, %b: tensor<100x6xf32>) -> tensor<1000x6xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1000x100xf32>, tensor<100x6xf32>) -> tensor<1000x6xf32>
  return %0 : tensor<1000x6xf32>
}

// A row is read once for all columns.
// TOGETHER: remark: kernel {{[0-9]+}}: vectors of {{[0-9]+}} elements along the reduction, of 6 results together
func.func @six_columns(%a: tensor<200x300xf32>, %b: tensor<6x300xf32>) -> tensor<200x6xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<200x300xf32>, tensor<6x300xf32>) -> tensor<200x6xf32>
  return %0 : tensor<200x6xf32>
}

// Columns that are apart are transposed, and neither factor is packed.
// APART: remark: kernel 0: tiles of {{[0-9]+}} x {{[0-9]+}} elements, transposed in registers
// APART: remark: kernel 1: a product that reads its operands without packing
func.func @apart(%a: tensor<200x300xf32>, %b: tensor<48x300xf32>) -> tensor<200x48xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<200x300xf32>, tensor<48x300xf32>) -> tensor<200x48xf32>
  return %0 : tensor<200x48xf32>
}

func.func @computed(%a: tensor<200x300xf32>, %b: tensor<300x48xf32>) -> tensor<200x48xf32> {
  %0 = stablehlo.exponential %a : tensor<200x300xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<200x300xf32>, tensor<300x48xf32>) -> tensor<200x48xf32>
  return %1 : tensor<200x48xf32>
}

// PACKED: remark: kernel 0: a product of packed blocks
func.func @large(%a: tensor<600x600xf32>, %b: tensor<600x600xf32>) -> tensor<600x600xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [1] : (tensor<600x600xf32>, tensor<600x600xf32>) -> tensor<600x600xf32>
  return %0 : tensor<600x600xf32>
}
