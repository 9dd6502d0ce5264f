// RUN: xla-run %s --entry parted_by_terms --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=BETWEEN
// RUN: xla-run %s --entry counted_twice --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=COUNTED
// RUN: xla-run %s --entry short_rows_at_an_index --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=INDEX
// RUN: xla-run %s --entry parts --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=PARTS
// RUN: xla-run %s --entry parts_of_a_factor --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=FACTOR
// RUN: xla-run %s --entry transposed_complex --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=COMPLEX
// RUN: xla-run %s --entry transposed_in_two_ways --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=WAYS
// RUN: xla-run %s --entry parted_rows --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: xla-run %s --entry transposed_terms --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=TERMS
// RUN: xla-run %s --entry short_rows --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=SHORT
// RUN: xla-run %s --entry few_columns --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: xla-run %s --entry transposed_short_rows --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=TRANSPOSED
// RUN: xla-opt %s --pass-pipeline='builtin.module(xla-select-entry{entry=reduced_short_rows},symbol-dce,xla-to-linalg,xla-bufferize,xla-lower-kernels{explain=true})' -o %t 2>&1 | FileCheck %s --check-prefix=REDUCED
// RUN: xla-run %s --entry repeated_column --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=COLUMN
// RUN: xla-run %s --entry repeated_short_rows --random 1 --xla-explain-fusion 2>&1 | FileCheck %s --check-prefix=REPEATED
//
// What is read so that it can be computed in vectors.

// The parts of complex numbers are taken once, not where they are repeated.
// PARTS: remark: fused kernel 0: 2 parallel loops
// PARTS: remark: fused kernel 1: 3 parallel loops
// PARTS-NOT: single elements
func.func @parts(%x: tensor<4x16xcomplex<f32>>) -> tensor<4x300x16xf32> {
  %0 = stablehlo.imag %x : (tensor<4x16xcomplex<f32>>) -> tensor<4x16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 2] : (tensor<4x16xf32>) -> tensor<4x300x16xf32>
  return %1 : tensor<4x300x16xf32>
}

// Nor where a product reads them repeatedly.
// FACTOR: remark: kernel 0: vectors of {{[0-9]+}} elements along the innermost loop
// FACTOR-NOT: single elements
func.func @parts_of_a_factor(%x: tensor<96x480xf32>, %y: tensor<480xcomplex<f32>>) -> tensor<96xf32> {
  %0 = stablehlo.real %y : (tensor<480xcomplex<f32>>) -> tensor<480xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<96x480xf32>, tensor<480xf32>) -> tensor<96xf32>
  return %1 : tensor<96xf32>
}

// Complex elements are transposed before something is computed of them.
// COMPLEX: remark: kernel {{[0-9]}}: tiles of 8 x 8 elements, transposed in registers
func.func @transposed_complex(%x: tensor<40x512xcomplex<f32>>) -> tensor<512x40xcomplex<f32>> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<40x512xcomplex<f32>>) -> tensor<512x40xcomplex<f32>>
  %1 = stablehlo.multiply %0, %0 : tensor<512x40xcomplex<f32>>
  return %1 : tensor<512x40xcomplex<f32>>
}

// What is transposed in different ways is transposed in different kernels.
// WAYS: remark: fused kernel 1
// WAYS-NOT: single elements
func.func @transposed_in_two_ways(%x: tensor<40x3x32x31xf64>, %y: tensor<40x32x31x3xf64>) -> tensor<31x40x3x32xf64> {
  %0 = stablehlo.transpose %y, dims = [0, 3, 1, 2] : (tensor<40x32x31x3xf64>) -> tensor<40x3x32x31xf64>
  %1 = stablehlo.multiply %x, %0 : tensor<40x3x32x31xf64>
  %2 = stablehlo.transpose %1, dims = [3, 0, 1, 2] : (tensor<40x3x32x31xf64>) -> tensor<31x40x3x32xf64>
  return %2 : tensor<31x40x3x32xf64>
}

// What is repeated along short rows is computed before all elements are reduced as one row.
// ROWS: remark: kernel 1: vectors of {{[0-9]+}} elements along the reduction
// ROWS-NOT: single elements
func.func @parted_rows(%x: tensor<128x9x3xf32>, %y: tensor<9x3xf32>, %z: tensor<128x3xf32>) -> tensor<f32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %y, dims = [1, 2] : (tensor<9x3xf32>) -> tensor<128x9x3xf32>
  %1 = stablehlo.broadcast_in_dim %z, dims = [0, 2] : (tensor<128x3xf32>) -> tensor<128x9x3xf32>
  %2 = stablehlo.multiply %x, %0 : tensor<128x9x3xf32>
  %3 = stablehlo.multiply %2, %1 : tensor<128x9x3xf32>
  %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<128x9x3xf32>, tensor<f32>) -> tensor<f32>
  return %4 : tensor<f32>
}

// Terms that are transposed are not read in a reduction along rows of others.
// TERMS: remark: kernel 0: tiles of {{[0-9]+}} x {{[0-9]+}} elements, transposed in registers
// TERMS-NOT: single elements
func.func @transposed_terms(%x: tensor<6x31x8x64xi32>, %y: tensor<31x64x6x8xi32>) -> tensor<64xi32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.transpose %y, dims = [2, 0, 3, 1] : (tensor<31x64x6x8xi32>) -> tensor<6x31x8x64xi32>
  %1 = stablehlo.subtract %x, %0 : tensor<6x31x8x64xi32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<6x31x8x64xi32>, tensor<i32>) -> tensor<64xi32>
  return %2 : tensor<64xi32>
}

// Rows of a few elements are reduced beside each other.
// SHORT: remark: kernel {{[0-9]}}: vectors of {{[0-9]+}} elements along the loop in front of the reduction
func.func @short_rows(%x: tensor<2000x4xf32>) -> tensor<2000xf32> {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<2000x4xf32>, tensor<f32>) -> tensor<2000xf32>
  return %0 : tensor<2000xf32>
}

// A function of what a product reads as single elements is computed before, in vectors.
// FEW: note: is not in it: the kernel would be too large or repeat its work, or reads its elements in an order of its own
// FEW: vectors of {{[0-9]+}} elements along the innermost loop
// FEW: single elements, 4473 operations
func.func @few_columns(%x: tensor<497x3x3xf32>, %y: tensor<3x3x497xf32>) -> tensor<3xf32> {
  %0 = stablehlo.tanh %x : tensor<497x3x3xf32>
  %1 = stablehlo.dot_general %0, %y, batching_dims = [2] x [0], contracting_dims = [0, 1] x [2, 1] : (tensor<497x3x3xf32>, tensor<3x3x497xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// A function is computed in vectors of all elements, not of the short rows that a transposition makes of them.
// TRANSPOSED: remark: fused kernel 1
// TRANSPOSED: remark: kernel 1: vectors of {{[0-9]+}} elements along the innermost loop
func.func @transposed_short_rows(%x: tensor<7x12x200x7xf32>) -> tensor<200x12x7x7xf32> {
  %0 = stablehlo.transpose %x, dims = [2, 1, 3, 0] : (tensor<7x12x200x7xf32>) -> tensor<200x12x7x7xf32>
  %1 = stablehlo.logistic %0 : tensor<200x12x7x7xf32>
  return %1 : tensor<200x12x7x7xf32>
}

// Nor of the short rows that a reduction reads, on a machine with masks.
// REDUCED: remark: kernel 0: vectors of 16 elements along the innermost loop
// REDUCED: remark: kernel 1: vectors of 12 elements along the reduction, the terms of 6 results in turn
func.func @reduced_short_rows(%x: tensor<13x256x6xf32>) -> tensor<13x6xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.tanh %x : tensor<13x256x6xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<13x256x6xf32>, tensor<f32>) -> tensor<13x6xf32>
  return %1 : tensor<13x6xf32>
}

// What is repeated along short rows is one element for each of them.
// REPEATED: remark: fused kernel 0
// REPEATED-NOT: remark: fused kernel 1
func.func @repeated_short_rows(%x: tensor<200x240xf32>, %y: tensor<200x240x3xf32>) -> tensor<200x240x3xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0, 1] : (tensor<200x240xf32>) -> tensor<200x240x3xf32>
  %1 = stablehlo.multiply %0, %y : tensor<200x240x3xf32>
  %2 = stablehlo.logistic %1 : tensor<200x240x3xf32>
  return %2 : tensor<200x240x3xf32>
}

// A column that is repeated as rows is brought together once.
// COLUMN: remark: kernel 0: single elements, 0 operations: elements lie 512 apart along the innermost loop
// COLUMN: remark: kernel 1: vectors of {{[0-9]+}} elements along the innermost loop
func.func @repeated_column(%x: tensor<520x512xi32>) -> tensor<256x520xi32> {
  %0 = stablehlo.slice %x [0:520, 7:8] : (tensor<520x512xi32>) -> tensor<520x1xi32>
  %1 = stablehlo.reshape %0 : (tensor<520x1xi32>) -> tensor<520xi32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<520xi32>) -> tensor<256x520xi32>
  return %2 : tensor<256x520xi32>
}

// What only counts is computed where it is read, however often.
// COUNTED: remark: fused kernel 0
// COUNTED-NOT: remark: fused kernel 1
func.func @counted_twice(%x: tensor<40x50x60xf32>) -> tensor<60x50xf32> {
  %0 = stablehlo.iota dim = 2 : tensor<60x2x50xi32>
  %1 = "stablehlo.gather"(%x, %0) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], operand_batching_dims = [2], start_indices_batching_dims = [0], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1, 1>}> : (tensor<40x50x60xf32>, tensor<60x2x50xi32>) -> tensor<60x50xf32>
  return %1 : tensor<60x50xf32>
}

// Rows at an index known at run time are read in vectors along them, if they are short, too: elements of other rows are apart.
// INDEX: remark: kernel 0: vectors of {{8|4}} elements along the innermost loop
func.func @short_rows_at_an_index(%x: tensor<4000x3x6xf16>, %i: tensor<i32>) -> tensor<4000x2x5xf16> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.dynamic_slice %x, %zero, %i, %i, sizes = [4000, 2, 5] : (tensor<4000x3x6xf16>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4000x2x5xf16>
  return %0 : tensor<4000x2x5xf16>
}

// Nor is what brings rows of narrow floats together, which a product would convert a factor again and again without.
// BETWEEN: remark: kernel 0: tiles of {{[0-9]+}} x {{[0-9]+}} elements, transposed in registers
// BETWEEN: remark: kernel 1: a product of packed blocks, in tiles of registers
func.func @parted_by_terms(%x: tensor<87x160x28xf16>, %y: tensor<160x64xf16>) -> tensor<87x28x64xf16> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<87x160x28xf16>, tensor<160x64xf16>) -> tensor<87x28x64xf16>
  return %0 : tensor<87x28x64xf16>
}
