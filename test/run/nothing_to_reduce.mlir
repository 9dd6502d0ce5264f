// RUN: xla-run %s
//
// Ops that would add to their output where there is nothing to add up, each read by an op with more loops: a broadcast, a
// product, a reduction and a window. Each element is computed once.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  %x_const = xla.constant dense<[1, 2]> : tensor<2xi32>
  %x_hidden = xla.optimization_barrier %x_const : (tensor<2xi32>) -> tensor<2xi32>
  %m_const = xla.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %m_hidden = xla.optimization_barrier %m_const : (tensor<2x2xi32>) -> tensor<2x2xi32>
  %five_const = xla.constant dense<5> : tensor<i32>
  %five_hidden = xla.optimization_barrier %five_const : (tensor<i32>) -> tensor<i32>

  %e_broadcast = xla.constant dense<[[[5, 5], [10, 10]], [[5, 5], [10, 10]], [[5, 5], [10, 10]]]> : tensor<3x2x2xi32>
  %e_dot = xla.constant dense<[25, 55]> : tensor<2xi32>
  %e_reduce = xla.constant dense<[[10, 20], [10, 20], [10, 20]]> : tensor<3x2xi32>
  %e_window = xla.constant dense<[15, 20, 20]> : tensor<3xi32>
  %zero = xla.constant dense<0> : tensor<i32>

  // dot in broadcast
  %dot_in_broadcast_hidden = xla.dot_general %five_hidden, %x_hidden, contracting_dims = [] x [] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %dot_in_broadcast_hidden_result = xla.broadcast_in_dim %dot_in_broadcast_hidden, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  xla.custom_call "check.expect_eq"(%dot_in_broadcast_hidden_result, %e_broadcast) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()
  %dot_in_broadcast_const = xla.dot_general %five_const, %x_const, contracting_dims = [] x [] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %dot_in_broadcast_const_result = xla.broadcast_in_dim %dot_in_broadcast_const, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  xla.custom_call "check.expect_eq"(%dot_in_broadcast_const_result, %e_broadcast) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()

  // dot in dot
  %dot_in_dot_hidden = xla.dot_general %five_hidden, %x_hidden, contracting_dims = [] x [] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %dot_in_dot_hidden_result = xla.dot %m_hidden, %dot_in_dot_hidden : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%dot_in_dot_hidden_result, %e_dot) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %dot_in_dot_const = xla.dot_general %five_const, %x_const, contracting_dims = [] x [] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %dot_in_dot_const_result = xla.dot %m_const, %dot_in_dot_const : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%dot_in_dot_const_result, %e_dot) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // dot in reduce
  %dot_in_reduce_hidden = xla.dot_general %five_hidden, %x_hidden, contracting_dims = [] x [] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %dot_in_reduce_hidden_result_many = xla.broadcast_in_dim %dot_in_reduce_hidden, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  %dot_in_reduce_hidden_result = xla.reduce(%dot_in_reduce_hidden_result_many init: %zero) applies xla.add across dimensions = [2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%dot_in_reduce_hidden_result, %e_reduce) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  %dot_in_reduce_const = xla.dot_general %five_const, %x_const, contracting_dims = [] x [] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %dot_in_reduce_const_result_many = xla.broadcast_in_dim %dot_in_reduce_const, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  %dot_in_reduce_const_result = xla.reduce(%dot_in_reduce_const_result_many init: %zero) applies xla.add across dimensions = [2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%dot_in_reduce_const_result, %e_reduce) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()

  // dot in window
  %dot_in_window_hidden = xla.dot_general %five_hidden, %x_hidden, contracting_dims = [] x [] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %dot_in_window_hidden_result = xla.reduce_window(%dot_in_window_hidden init: %five_hidden) applies xla.add window = {size = [2], pad = [[1, 1]]} : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%dot_in_window_hidden_result, %e_window) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %dot_in_window_const = xla.dot_general %five_const, %x_const, contracting_dims = [] x [] : (tensor<i32>, tensor<2xi32>) -> tensor<2xi32>
  %dot_in_window_const_result = xla.reduce_window(%dot_in_window_const init: %five_const) applies xla.add window = {size = [2], pad = [[1, 1]]} : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%dot_in_window_const_result, %e_window) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // reduce in broadcast
  %reduce_in_broadcast_hidden = xla.reduce(%x_hidden init: %five_hidden) applies xla.mul across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %reduce_in_broadcast_hidden_result = xla.broadcast_in_dim %reduce_in_broadcast_hidden, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  xla.custom_call "check.expect_eq"(%reduce_in_broadcast_hidden_result, %e_broadcast) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()
  %reduce_in_broadcast_const = xla.reduce(%x_const init: %five_const) applies xla.mul across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %reduce_in_broadcast_const_result = xla.broadcast_in_dim %reduce_in_broadcast_const, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  xla.custom_call "check.expect_eq"(%reduce_in_broadcast_const_result, %e_broadcast) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()

  // reduce in dot
  %reduce_in_dot_hidden = xla.reduce(%x_hidden init: %five_hidden) applies xla.mul across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %reduce_in_dot_hidden_result = xla.dot %m_hidden, %reduce_in_dot_hidden : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%reduce_in_dot_hidden_result, %e_dot) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %reduce_in_dot_const = xla.reduce(%x_const init: %five_const) applies xla.mul across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %reduce_in_dot_const_result = xla.dot %m_const, %reduce_in_dot_const : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%reduce_in_dot_const_result, %e_dot) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // reduce in reduce
  %reduce_in_reduce_hidden = xla.reduce(%x_hidden init: %five_hidden) applies xla.mul across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %reduce_in_reduce_hidden_result_many = xla.broadcast_in_dim %reduce_in_reduce_hidden, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  %reduce_in_reduce_hidden_result = xla.reduce(%reduce_in_reduce_hidden_result_many init: %zero) applies xla.add across dimensions = [2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%reduce_in_reduce_hidden_result, %e_reduce) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  %reduce_in_reduce_const = xla.reduce(%x_const init: %five_const) applies xla.mul across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %reduce_in_reduce_const_result_many = xla.broadcast_in_dim %reduce_in_reduce_const, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  %reduce_in_reduce_const_result = xla.reduce(%reduce_in_reduce_const_result_many init: %zero) applies xla.add across dimensions = [2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%reduce_in_reduce_const_result, %e_reduce) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()

  // reduce in window
  %reduce_in_window_hidden = xla.reduce(%x_hidden init: %five_hidden) applies xla.mul across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %reduce_in_window_hidden_result = xla.reduce_window(%reduce_in_window_hidden init: %five_hidden) applies xla.add window = {size = [2], pad = [[1, 1]]} : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%reduce_in_window_hidden_result, %e_window) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %reduce_in_window_const = xla.reduce(%x_const init: %five_const) applies xla.mul across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %reduce_in_window_const_result = xla.reduce_window(%reduce_in_window_const init: %five_const) applies xla.add window = {size = [2], pad = [[1, 1]]} : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%reduce_in_window_const_result, %e_window) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // window in broadcast
  %window_in_broadcast_hidden = xla.reduce_window(%x_hidden init: %five_hidden) applies xla.mul window = {size = [1]} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %window_in_broadcast_hidden_result = xla.broadcast_in_dim %window_in_broadcast_hidden, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  xla.custom_call "check.expect_eq"(%window_in_broadcast_hidden_result, %e_broadcast) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()
  %window_in_broadcast_const = xla.reduce_window(%x_const init: %five_const) applies xla.mul window = {size = [1]} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %window_in_broadcast_const_result = xla.broadcast_in_dim %window_in_broadcast_const, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  xla.custom_call "check.expect_eq"(%window_in_broadcast_const_result, %e_broadcast) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()

  // window in dot
  %window_in_dot_hidden = xla.reduce_window(%x_hidden init: %five_hidden) applies xla.mul window = {size = [1]} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %window_in_dot_hidden_result = xla.dot %m_hidden, %window_in_dot_hidden : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%window_in_dot_hidden_result, %e_dot) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %window_in_dot_const = xla.reduce_window(%x_const init: %five_const) applies xla.mul window = {size = [1]} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %window_in_dot_const_result = xla.dot %m_const, %window_in_dot_const : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%window_in_dot_const_result, %e_dot) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // window in reduce
  %window_in_reduce_hidden = xla.reduce_window(%x_hidden init: %five_hidden) applies xla.mul window = {size = [1]} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %window_in_reduce_hidden_result_many = xla.broadcast_in_dim %window_in_reduce_hidden, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  %window_in_reduce_hidden_result = xla.reduce(%window_in_reduce_hidden_result_many init: %zero) applies xla.add across dimensions = [2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%window_in_reduce_hidden_result, %e_reduce) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  %window_in_reduce_const = xla.reduce_window(%x_const init: %five_const) applies xla.mul window = {size = [1]} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %window_in_reduce_const_result_many = xla.broadcast_in_dim %window_in_reduce_const, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  %window_in_reduce_const_result = xla.reduce(%window_in_reduce_const_result_many init: %zero) applies xla.add across dimensions = [2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%window_in_reduce_const_result, %e_reduce) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()

  // window in window
  %window_in_window_hidden = xla.reduce_window(%x_hidden init: %five_hidden) applies xla.mul window = {size = [1]} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %window_in_window_hidden_result = xla.reduce_window(%window_in_window_hidden init: %five_hidden) applies xla.add window = {size = [2], pad = [[1, 1]]} : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%window_in_window_hidden_result, %e_window) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %window_in_window_const = xla.reduce_window(%x_const init: %five_const) applies xla.mul window = {size = [1]} : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  %window_in_window_const_result = xla.reduce_window(%window_in_window_const init: %five_const) applies xla.add window = {size = [2], pad = [[1, 1]]} : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%window_in_window_const_result, %e_window) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // scatter in broadcast
  %scatter_in_broadcast_hidden = xla.select_and_scatter %x_hidden, %x_hidden, %five_hidden, window = {size = [1]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.mul %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %scatter_in_broadcast_hidden_result = xla.broadcast_in_dim %scatter_in_broadcast_hidden, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  xla.custom_call "check.expect_eq"(%scatter_in_broadcast_hidden_result, %e_broadcast) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()
  %scatter_in_broadcast_const = xla.select_and_scatter %x_const, %x_const, %five_const, window = {size = [1]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.mul %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %scatter_in_broadcast_const_result = xla.broadcast_in_dim %scatter_in_broadcast_const, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  xla.custom_call "check.expect_eq"(%scatter_in_broadcast_const_result, %e_broadcast) {has_side_effect = true} : (tensor<3x2x2xi32>, tensor<3x2x2xi32>) -> ()

  // scatter in dot
  %scatter_in_dot_hidden = xla.select_and_scatter %x_hidden, %x_hidden, %five_hidden, window = {size = [1]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.mul %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %scatter_in_dot_hidden_result = xla.dot %m_hidden, %scatter_in_dot_hidden : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%scatter_in_dot_hidden_result, %e_dot) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %scatter_in_dot_const = xla.select_and_scatter %x_const, %x_const, %five_const, window = {size = [1]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.mul %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %scatter_in_dot_const_result = xla.dot %m_const, %scatter_in_dot_const : (tensor<2x2xi32>, tensor<2xi32>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%scatter_in_dot_const_result, %e_dot) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // scatter in reduce
  %scatter_in_reduce_hidden = xla.select_and_scatter %x_hidden, %x_hidden, %five_hidden, window = {size = [1]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.mul %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %scatter_in_reduce_hidden_result_many = xla.broadcast_in_dim %scatter_in_reduce_hidden, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  %scatter_in_reduce_hidden_result = xla.reduce(%scatter_in_reduce_hidden_result_many init: %zero) applies xla.add across dimensions = [2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%scatter_in_reduce_hidden_result, %e_reduce) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  %scatter_in_reduce_const = xla.select_and_scatter %x_const, %x_const, %five_const, window = {size = [1]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.mul %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %scatter_in_reduce_const_result_many = xla.broadcast_in_dim %scatter_in_reduce_const, dims = [1] : (tensor<2xi32>) -> tensor<3x2x2xi32>
  %scatter_in_reduce_const_result = xla.reduce(%scatter_in_reduce_const_result_many init: %zero) applies xla.add across dimensions = [2] : (tensor<3x2x2xi32>, tensor<i32>) -> tensor<3x2xi32>
  xla.custom_call "check.expect_eq"(%scatter_in_reduce_const_result, %e_reduce) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()

  // scatter in window
  %scatter_in_window_hidden = xla.select_and_scatter %x_hidden, %x_hidden, %five_hidden, window = {size = [1]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.mul %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %scatter_in_window_hidden_result = xla.reduce_window(%scatter_in_window_hidden init: %five_hidden) applies xla.add window = {size = [2], pad = [[1, 1]]} : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%scatter_in_window_hidden_result, %e_window) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %scatter_in_window_const = xla.select_and_scatter %x_const, %x_const, %five_const, window = {size = [1]} : (tensor<2xi32>, tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  select(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.ge %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %s : tensor<i1>
  } scatter(%a: tensor<i32>, %b: tensor<i32>) {
    %s = xla.mul %a, %b : tensor<i32>
    xla.return %s : tensor<i32>
  }
  %scatter_in_window_const_result = xla.reduce_window(%scatter_in_window_const init: %five_const) applies xla.add window = {size = [2], pad = [[1, 1]]} : (tensor<2xi32>, tensor<i32>) -> tensor<3xi32>
  xla.custom_call "check.expect_eq"(%scatter_in_window_const_result, %e_window) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  return
}
