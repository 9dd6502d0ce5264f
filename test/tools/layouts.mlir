// Layouts say how buffers lie in memory, never what is computed. The array of XLA's document, a b c / d e f with
// dimension 0 minor, is a d b e c f in memory; padded to 3 x 5 it is a d 0 b e 0 c f 0 0 0 0 0 0 0. With a = 1 to f = 6:
//
// RUN: expect-exit 2 xla-run %s '[[1, 2, 3], [4, 5, 6]]' --buffers --entry copy 2>&1 | FileCheck %s --check-prefix=KIND
// KIND: input 0 is tensor<6xf32>
// RUN: xla-run %s '[1, 4, 2, 5, 3, 6]' --buffers --entry copy | FileCheck %s --check-prefix=MEMORY
// MEMORY: result 0: tensor<6xf32> [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]
// MEMORY: result 1: tensor<2x3xf32> {{\[}}[1.0, 2.0, 3.0],
// MEMORY-NEXT: [4.0, 5.0, 6.0]]
// MEMORY: result 2: tensor<15xf32> [1.0, 4.0, 0.0, 2.0, 5.0, 0.0, 3.0, 6.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
// MEMORY: result 3: tensor<15xf32> [1.0, 4.0, 9.0, 2.0, 5.0, 9.0, 3.0, 6.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0, 9.0]
//
// Nobody sees it in values.
// RUN: xla-run %s '[[1, 2, 3], [4, 5, 6]]' --entry copy | FileCheck %s --check-prefix=VALUES
// VALUES-COUNT-4: tensor<2x3xf32> {{\[}}[1.0, 2.0, 3.0],
//
// Padding is not read: here it holds 100.
// RUN: xla-run %s '[1, 4, 100, 2, 5, 100, 3, 6, 100, 100, 100, 100, 100, 100, 100]' --buffers --entry sum | FileCheck %s --check-prefix=SUM
// RUN: xla-run %s '[[1, 2, 3], [4, 5, 6]]' --entry sum | FileCheck %s --check-prefix=SUM
// SUM: result 0: tensor<f32> 21.0

#columns = #xla.layout<minor_to_major = [0, 1]>
#rows = #xla.layout<minor_to_major = [1, 0]>
#padded = #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5]>
#nines = #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5], padding_value = 9.0 : f32>

func.func @copy(%x: tensor<2x3xf32, #columns>) -> (tensor<2x3xf32, #columns>, tensor<2x3xf32, #rows>, tensor<2x3xf32, #padded>, tensor<2x3xf32, #nines>) {
  %0 = xla.abs %x : (tensor<2x3xf32, #columns>) -> tensor<2x3xf32, #columns>
  %1 = xla.abs %x : (tensor<2x3xf32, #columns>) -> tensor<2x3xf32, #rows>
  %2 = xla.abs %x : (tensor<2x3xf32, #columns>) -> tensor<2x3xf32, #padded>
  %3 = xla.abs %x : (tensor<2x3xf32, #columns>) -> tensor<2x3xf32, #nines>
  return %0, %1, %2, %3 : tensor<2x3xf32, #columns>, tensor<2x3xf32, #rows>, tensor<2x3xf32, #padded>, tensor<2x3xf32, #nines>
}

func.func @sum(%x: tensor<2x3xf32, #padded>) -> tensor<f32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<2x3xf32, #padded>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
