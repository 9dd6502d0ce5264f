// RUN: xla-run %s --entry specified
// RUN: xla-run %s --entry compatible --xla-cpu-compat
//
// A window of a scatter that is partly outside, and the padding of a reduce_window whose initial value is not neutral:
// by the specification, and as XLA:CPU has them.

// Windows of two at -1, 1 and 3 of four elements.
func.func private @scatter() -> tensor<4xi32> {
  %zeros = xla.constant dense<0> : tensor<4xi32>
  %at = xla.constant dense<[[-1], [1], [3]]> : tensor<3x1xi32>
  %new = xla.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %r = xla.scatter (%zeros) at %at, (%new), update_window_dims = [1], inserted_window_dims = [], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<4xi32>, tensor<3x1xi32>, tensor<3x2xi32>) -> tensor<4xi32> (%old: tensor<i32>, %update: tensor<i32>) {
    %s = xla.add %old, %update : tensor<i32>
    xla.return %s : tensor<i32>
  }
  return %r : tensor<4xi32>
}

// Sums of two from 100, with one element of padding in front; and as many as there are elements, a running sum.
func.func private @windows() -> (tensor<3xf32>, tensor<3xf32>) {
  %x = xla.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %init = xla.constant dense<100.0> : tensor<f32>
  %x_ = xla.optimization_barrier %x : (tensor<3xf32>) -> tensor<3xf32>
  %two = xla.reduce_window(%x_ init: %init) applies xla.add window = {size = [2], pad = [[1, 0]]} : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %running = xla.reduce_window(%x_ init: %init) applies xla.add window = {size = [3], pad = [[2, 0]]} : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  return %two, %running : tensor<3xf32>, tensor<3xf32>
}

// Where the initial value is neutral there is no difference.
func.func private @neutral() {
  %x = xla.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %x_ = xla.optimization_barrier %x : (tensor<3xf32>) -> tensor<3xf32>
  %two = xla.reduce_window(%x_ init: %zero) applies xla.add window = {size = [2], pad = [[1, 0]]} : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %e = xla.constant dense<[1.0, 3.0, 5.0]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%two, %e) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return
}

func.func @specified() {
  %s = func.call @scatter() : () -> tensor<4xi32>
  %se = xla.constant dense<[2, 3, 4, 5]> : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%s, %se) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %w:2 = func.call @windows() : () -> (tensor<3xf32>, tensor<3xf32>)
  %we = xla.constant dense<[201.0, 103.0, 105.0]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%w#0, %we) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %re = xla.constant dense<[301.0, 203.0, 106.0]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%w#1, %re) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  func.call @neutral() : () -> ()
  return
}

func.func @compatible() {
  %s = func.call @scatter() : () -> tensor<4xi32>
  %se = xla.constant dense<[0, 3, 4, 0]> : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%s, %se) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  %w:2 = func.call @windows() : () -> (tensor<3xf32>, tensor<3xf32>)
  %we = xla.constant dense<[101.0, 103.0, 105.0]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%w#0, %we) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %re = xla.constant dense<[101.0, 103.0, 106.0]> : tensor<3xf32>
  xla.custom_call "check.expect_eq"(%w#1, %re) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  func.call @neutral() : () -> ()
  return
}
