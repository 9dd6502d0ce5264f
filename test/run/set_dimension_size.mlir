// RUN: xla-run %s
//
// xla.set_dimension_size and what later ops make of a size that only running tells; the first numbers are those of
// XLA's document. Padding holds what would be seen: NaN, or large numbers.

func.func private @check(%actual: tensor<f32>, %expected: tensor<f32>) {
  xla.custom_call "check.expect_eq"(%actual, %expected) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return
}

func.func private @document(%v: tensor<10xf32>, %five: tensor<i32>, %six: tensor<i32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %one = xla.constant dense<1.0> : tensor<f32>
  %v5 = xla.set_dimension_size %v, %five, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<10>>
  %v6 = xla.set_dimension_size %v, %six, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<10>>
  %sum5 = xla.reduce(%v5 init: %zero) applies xla.add across dimensions = [0] : (tensor<?xf32, #xla.bounds<10>>, tensor<f32>) -> tensor<f32>
  %product5 = xla.reduce(%v5 init: %one) applies xla.mul across dimensions = [0] : (tensor<?xf32, #xla.bounds<10>>, tensor<f32>) -> tensor<f32>
  %sum6 = xla.reduce(%v6 init: %zero) applies xla.add across dimensions = [0] : (tensor<?xf32, #xla.bounds<10>>, tensor<f32>) -> tensor<f32>
  %c15 = xla.constant dense<15.0> : tensor<f32>
  %c120 = xla.constant dense<120.0> : tensor<f32>
  %c21 = xla.constant dense<21.0> : tensor<f32>
  xla.call @check(%sum5, %c15) : (tensor<f32>, tensor<f32>) -> ()
  xla.call @check(%product5, %c120) : (tensor<f32>, tensor<f32>) -> ()
  xla.call @check(%sum6, %c21) : (tensor<f32>, tensor<f32>) -> ()
  return
}

// Rows 0 and 1 of 4 count, and columns 0 to 2 of 5.
func.func private @ops(%two: tensor<i32>, %three: tensor<i32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %full = xla.constant dense<[[1.0, 2.0, 3.0, 0x7FC00000, 1000.0], [4.0, 5.0, 6.0, 0x7FC00000, 1000.0],
                              [1000.0, 1000.0, 1000.0, 0x7FC00000, 1000.0], [0x7F800000, 1000.0, 1000.0, 1000.0, 1000.0]]> : tensor<4x5xf32>
  %rows = xla.set_dimension_size %full, %two, dim = 0 : (tensor<4x5xf32>, tensor<i32>) -> tensor<?x5xf32, #xla.bounds<4, ?>>
  %x = xla.set_dimension_size %rows, %three, dim = 1 : (tensor<?x5xf32, #xla.bounds<4, ?>>, tensor<i32>) -> tensor<?x?xf32, #xla.bounds<4, 5>>

  // elementwise, with a scalar, with itself, and a transpose: sizes stay with their dimensions
  %half = xla.constant dense<0.5> : tensor<f32>
  %0 = xla.mul %x, %half : (tensor<?x?xf32, #xla.bounds<4, 5>>, tensor<f32>) -> tensor<?x?xf32, #xla.bounds<4, 5>>
  %1 = xla.add %0, %0 : tensor<?x?xf32, #xla.bounds<4, 5>>
  %t = xla.transpose %1, dims = [1, 0] : (tensor<?x?xf32, #xla.bounds<4, 5>>) -> tensor<?x?xf32, #xla.bounds<5, 4>>
  %tn = xla.get_dimension_size %t, dim = 0 : (tensor<?x?xf32, #xla.bounds<5, 4>>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%tn, %three) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %sum = xla.reduce(%t init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x?xf32, #xla.bounds<5, 4>>, tensor<f32>) -> tensor<f32>
  %c21 = xla.constant dense<21.0> : tensor<f32>
  xla.call @check(%sum, %c21) : (tensor<f32>, tensor<f32>) -> ()

  // one dimension reduced: the other keeps its size
  %columns = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<?x?xf32, #xla.bounds<4, 5>>, tensor<f32>) -> tensor<?xf32, #xla.bounds<5>>
  %total = xla.reduce(%columns init: %zero) applies xla.max across dimensions = [0] : (tensor<?xf32, #xla.bounds<5>>, tensor<f32>) -> tensor<f32>
  %c9 = xla.constant dense<9.0> : tensor<f32>
  xla.call @check(%total, %c9) : (tensor<f32>, tensor<f32>) -> ()

  // x times its transpose, contracted over the columns: 14 + 32 + 32 + 77
  %p = xla.dot %x, %t : (tensor<?x?xf32, #xla.bounds<4, 5>>, tensor<?x?xf32, #xla.bounds<5, 4>>) -> tensor<?x?xf32, #xla.bounds<4, 4>>
  %products = xla.reduce(%p init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x?xf32, #xla.bounds<4, 4>>, tensor<f32>) -> tensor<f32>
  %c155 = xla.constant dense<155.0> : tensor<f32>
  xla.call @check(%products, %c155) : (tensor<f32>, tensor<f32>) -> ()

  // padding comes behind what counts: 1 row in front, 2 behind, one between
  %seven = xla.constant dense<7.0> : tensor<f32>
  %padded = xla.pad %x, %seven, low = [1, 0], high = [2, 0], interior = [1, 0] : (tensor<?x?xf32, #xla.bounds<4, 5>>, tensor<f32>) -> tensor<?x?xf32, #xla.bounds<10, 5>>
  %padded_rows = xla.get_dimension_size %padded, dim = 0 : (tensor<?x?xf32, #xla.bounds<10, 5>>) -> tensor<i32>
  %i6 = xla.constant dense<6> : tensor<i32>
  xla.custom_call "check.expect_eq"(%padded_rows, %i6) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %padded_sum = xla.reduce(%padded init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x?xf32, #xla.bounds<10, 5>>, tensor<f32>) -> tensor<f32>
  %c105 = xla.constant dense<105.0> : tensor<f32>
  xla.call @check(%padded_sum, %c105) : (tensor<f32>, tensor<f32>) -> ()

  // joined where the first ends: rows 1 2 1 2, of which the first and every second after it
  %joined = xla.concatenate %x, %x, dim = 0 : (tensor<?x?xf32, #xla.bounds<4, 5>>, tensor<?x?xf32, #xla.bounds<4, 5>>) -> tensor<?x?xf32, #xla.bounds<8, 5>>
  %firsts = xla.slice %joined [0:8:2, 0:5] : (tensor<?x?xf32, #xla.bounds<8, 5>>) -> tensor<?x?xf32, #xla.bounds<4, 5>>
  %firsts_sum = xla.reduce(%firsts init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x?xf32, #xla.bounds<4, 5>>, tensor<f32>) -> tensor<f32>
  %c12 = xla.constant dense<12.0> : tensor<f32>
  xla.call @check(%firsts_sum, %c12) : (tensor<f32>, tensor<f32>) -> ()
  %tail = xla.slice %joined [1:8, 2:5] : (tensor<?x?xf32, #xla.bounds<8, 5>>) -> tensor<?x?xf32, #xla.bounds<7, 3>>
  %tail_sum = xla.reduce(%tail init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x?xf32, #xla.bounds<7, 3>>, tensor<f32>) -> tensor<f32>
  %c15 = xla.constant dense<15.0> : tensor<f32>
  xla.call @check(%tail_sum, %c15) : (tensor<f32>, tensor<f32>) -> ()

  // reversed, the last row that counts is the first: 4 5 6 1 2 3, whose first row is 4 + 5 + 6
  %reversed = xla.rev %x, dims = [0] : tensor<?x?xf32, #xla.bounds<4, 5>>
  %first = xla.slice %reversed [0:1, 0:5] : (tensor<?x?xf32, #xla.bounds<4, 5>>) -> tensor<?x?xf32, #xla.bounds<1, 5>>
  %first_sum = xla.reduce(%first init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x?xf32, #xla.bounds<1, 5>>, tensor<f32>) -> tensor<f32>
  xla.call @check(%first_sum, %c15) : (tensor<f32>, tensor<f32>) -> ()

  // sorted along the size, downwards: what is beyond it stays behind, so that the first column is 3 and 6
  %sorted = xla.sort(%x) dim = 1 : (tensor<?x?xf32, #xla.bounds<4, 5>>) -> tensor<?x?xf32, #xla.bounds<4, 5>> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %gt = xla.gt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %gt : tensor<i1>
  }
  %largest = xla.slice %sorted [0:4, 0:1] : (tensor<?x?xf32, #xla.bounds<4, 5>>) -> tensor<?x?xf32, #xla.bounds<4, 1>>
  %largest_sum = xla.reduce(%largest init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<?x?xf32, #xla.bounds<4, 1>>, tensor<f32>) -> tensor<f32>
  xla.call @check(%largest_sum, %c9) : (tensor<f32>, tensor<f32>) -> ()

  // as many elements as indices count: 20 and 30
  %table = xla.constant dense<[10.0, 20.0, 30.0]> : tensor<3xf32>
  %all = xla.constant dense<[1, 2, 0, 0]> : tensor<4xi32>
  %indices = xla.set_dimension_size %all, %two, dim = 0 : (tensor<4xi32>, tensor<i32>) -> tensor<?xi32, #xla.bounds<4>>
  %found = xla.gather %table at %indices, offset_dims = [], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1] : (tensor<3xf32>, tensor<?xi32, #xla.bounds<4>>) -> tensor<?xf32, #xla.bounds<4>>
  %found_sum = xla.reduce(%found init: %zero) applies xla.add across dimensions = [0] : (tensor<?xf32, #xla.bounds<4>>, tensor<f32>) -> tensor<f32>
  %c50 = xla.constant dense<50.0> : tensor<f32>
  xla.call @check(%found_sum, %c50) : (tensor<f32>, tensor<f32>) -> ()

  // a dynamic dimension merges with static ones behind it
  %merged = xla.reshape %rows : (tensor<?x5xf32, #xla.bounds<4, ?>>) -> tensor<?xf32, #xla.bounds<20>>
  %count = xla.get_dimension_size %merged, dim = 0 : (tensor<?xf32, #xla.bounds<20>>) -> tensor<i32>
  %i10 = xla.constant dense<10> : tensor<i32>
  xla.custom_call "check.expect_eq"(%count, %i10) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %split = xla.reshape %rows : (tensor<?x5xf32, #xla.bounds<4, ?>>) -> tensor<1x?x5x1xf32, #xla.bounds<?, 4, ?, ?>>
  %split_rows = xla.get_dimension_size %split, dim = 1 : (tensor<1x?x5x1xf32, #xla.bounds<?, 4, ?, ?>>) -> tensor<i32>
  xla.custom_call "check.expect_eq"(%split_rows, %two) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // sizes beyond the bounds are the bounds
  %minus = xla.neg %two : tensor<i32>
  %none = xla.set_dimension_size %full, %minus, dim = 0 : (tensor<4x5xf32>, tensor<i32>) -> tensor<?x5xf32, #xla.bounds<4, ?>>
  %none_rows = xla.get_dimension_size %none, dim = 0 : (tensor<?x5xf32, #xla.bounds<4, ?>>) -> tensor<i32>
  %i0 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%none_rows, %i0) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %nothing = xla.reduce(%none init: %seven) applies xla.min across dimensions = [0, 1] : (tensor<?x5xf32, #xla.bounds<4, ?>>, tensor<f32>) -> tensor<f32>
  xla.call @check(%nothing, %seven) : (tensor<f32>, tensor<f32>) -> ()
  return
}

// Sizes as the state of a loop, and by a branch: 4, then 3, 2, 1 elements of 1 2 3 4 5 added up: 10 + 6 + 3 + 1.
func.func private @control(%n: tensor<i32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %v = xla.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %start = xla.set_dimension_size %v, %n, dim = 0 : (tensor<5xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<5>>
  %loop:2 = xla.while(%x = %start, %sum = %zero) : tensor<?xf32, #xla.bounds<5>>, tensor<f32>
  cond {
    %i0 = xla.constant dense<0> : tensor<i32>
    %size = xla.get_dimension_size %x, dim = 0 : (tensor<?xf32, #xla.bounds<5>>) -> tensor<i32>
    %more = xla.gt %size, %i0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %more : tensor<i1>
  } do {
    %i1 = xla.constant dense<1> : tensor<i32>
    %size = xla.get_dimension_size %x, dim = 0 : (tensor<?xf32, #xla.bounds<5>>) -> tensor<i32>
    %part = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<?xf32, #xla.bounds<5>>, tensor<f32>) -> tensor<f32>
    %next = xla.add %sum, %part : tensor<f32>
    %less = xla.sub %size, %i1 : tensor<i32>
    %shorter = xla.set_dimension_size %x, %less, dim = 0 : (tensor<?xf32, #xla.bounds<5>>, tensor<i32>) -> tensor<?xf32, #xla.bounds<5>>
    xla.return %shorter, %next : tensor<?xf32, #xla.bounds<5>>, tensor<f32>
  }
  %c20 = xla.constant dense<20.0> : tensor<f32>
  xla.call @check(%loop#1, %c20) : (tensor<f32>, tensor<f32>) -> ()

  %i3 = xla.constant dense<3> : tensor<i32>
  %many = xla.gt %n, %i3 : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %chosen = xla.conditional %many : tensor<i1> -> tensor<?xf32, #xla.bounds<5>> then(%a = %start : tensor<?xf32, #xla.bounds<5>>) {
    %1 = xla.neg %a : tensor<?xf32, #xla.bounds<5>>
    xla.return %1 : tensor<?xf32, #xla.bounds<5>>
  } else(%b = %start : tensor<?xf32, #xla.bounds<5>>) {
    %1 = xla.set_dimension_size %v, %i3, dim = 0 : (tensor<5xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<5>>
    xla.return %1 : tensor<?xf32, #xla.bounds<5>>
  }
  %chosen_sum = xla.reduce(%chosen init: %zero) applies xla.add across dimensions = [0] : (tensor<?xf32, #xla.bounds<5>>, tensor<f32>) -> tensor<f32>
  %expected = xla.constant dense<-10.0> : tensor<f32>
  xla.call @check(%chosen_sum, %expected) : (tensor<f32>, tensor<f32>) -> ()
  return
}

func.func @main() {
  %v = xla.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0]> : tensor<10xf32>
  %two = xla.constant dense<2> : tensor<i32>
  %three = xla.constant dense<3> : tensor<i32>
  %four = xla.constant dense<4> : tensor<i32>
  %five = xla.constant dense<5> : tensor<i32>
  %six = xla.constant dense<6> : tensor<i32>
  xla.call @document(%v, %five, %six) : (tensor<10xf32>, tensor<i32>, tensor<i32>) -> ()
  xla.call @ops(%two, %three) : (tensor<i32>, tensor<i32>) -> ()
  xla.call @control(%four) : (tensor<i32>) -> ()
  %0:7 = xla.optimization_barrier %v, %two, %three, %four, %five, %six, %six : (tensor<10xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> (tensor<10xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>)
  xla.call @document(%0#0, %0#4, %0#5) : (tensor<10xf32>, tensor<i32>, tensor<i32>) -> ()
  xla.call @ops(%0#1, %0#2) : (tensor<i32>, tensor<i32>) -> ()
  xla.call @control(%0#3) : (tensor<i32>) -> ()
  return
}
