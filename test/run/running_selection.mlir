// RUN: xla-run %s --xla-keep-barriers
//
// Running maxima with their numbers, along the last dimension and another one: of equal ones the first number stays, and NaN stays.

func.func @main() {
  %x = xla.constant dense<[[1.0, 3.0, 3.0, 2.0], [0x7FC00000, 5.0, -1.0, 0x7F800000]]> : tensor<2x4xf32>
  %i = xla.iota dim = 1 : tensor<2x4xi32>
  %both:2 = xla.optimization_barrier %x, %i : (tensor<2x4xf32>, tensor<2x4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
  %least = xla.constant dense<0xFF800000> : tensor<f32>
  %none = xla.constant dense<-1> : tensor<i32>
  %0:2 = xla.reduce_window(%both#0 init: %least), (%both#1 init: %none) window = {size = [1, 4], pad = [[0, 0], [3, 0]]} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %greater = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = xla.ne %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %stays = xla.or %greater, %nan : tensor<i1>
    %v = xla.select %stays, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %stays, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  %numbers = xla.constant dense<[[0, 1, 1, 1], [0, 0, 0, 0]]> : tensor<2x4xi32>
  xla.custom_call "check.expect_eq"(%0#1, %numbers) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()

  %t = xla.transpose %both#0, dims = [1, 0] : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %u = xla.transpose %both#1, dims = [1, 0] : (tensor<2x4xi32>) -> tensor<4x2xi32>
  %1:2 = xla.reduce_window(%t init: %least), (%u init: %none) window = {size = [4, 1], pad = [[3, 0], [0, 0]]} : (tensor<4x2xf32>, tensor<4x2xi32>, tensor<f32>, tensor<i32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %greater = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = xla.ne %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %stays = xla.or %greater, %nan : tensor<i1>
    %v = xla.select %stays, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %stays, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  %back = xla.transpose %1#1, dims = [1, 0] : (tensor<4x2xi32>) -> tensor<2x4xi32>
  xla.custom_call "check.expect_eq"(%back, %numbers) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()

  // From the end: of equal ones the least number, of those that are NaN the first, and where the initial value is NaN its number.
  %nan = xla.constant dense<0x7FC00000> : tensor<f32>
  %inits:2 = xla.optimization_barrier %least, %nan : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  %y = xla.constant dense<[[1.0, 3.0, 3.0, 2.0], [5.0, 0x7FC00000, 0x7FC00000, 7.0]]> : tensor<2x4xf32>
  %2:2 = xla.reduce_window(%y init: %inits#0), (%both#1 init: %none) window = {size = [1, 4], pad = [[0, 0], [0, 3]]} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %greater = xla.gt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %isnan = xla.ne %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %stays = xla.or %greater, %isnan : tensor<i1>
    %same = xla.eq %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = xla.lt %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %earlier = xla.and %same, %before : tensor<i1>
    %first = xla.or %stays, %earlier : tensor<i1>
    %v = xla.select %stays, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %first, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  %behind = xla.constant dense<[[1, 1, 2, 3], [1, 1, 2, 3]]> : tensor<2x4xi32>
  xla.custom_call "check.expect_eq"(%2#1, %behind) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  %3:2 = xla.reduce_window(%y init: %inits#1), (%both#1 init: %none) window = {size = [1, 4], pad = [[0, 0], [0, 3]]} : (tensor<2x4xf32>, tensor<2x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<2x4xf32>, tensor<2x4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %greater = xla.gt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %isnan = xla.ne %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %stays = xla.or %greater, %isnan : tensor<i1>
    %same = xla.eq %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = xla.lt %j, %k : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %earlier = xla.and %same, %before : tensor<i1>
    %first = xla.or %stays, %earlier : tensor<i1>
    %v = xla.select %stays, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %first, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  %no_numbers = xla.constant dense<-1> : tensor<2x4xi32>
  xla.custom_call "check.expect_eq"(%3#1, %no_numbers) {has_side_effect = true} : (tensor<2x4xi32>, tensor<2x4xi32>) -> ()
  return
}
