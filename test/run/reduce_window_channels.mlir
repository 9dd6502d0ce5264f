// RUN: xla-run %s
//
// Sums over windows of many channels: the sum of a linear function over a window is a multiple of that in its middle.

func.func @main() {
  %row = xla.iota dim = 1 : tensor<1x5x9x37xf32>
  %column = xla.iota dim = 2 : tensor<1x5x9x37xf32>
  %channel = xla.iota dim = 3 : tensor<1x5x9x37xf32>
  %thousand = xla.constant dense<1000.0> : tensor<f32>
  %hundred = xla.constant dense<100.0> : tensor<f32>
  %0 = xla.mul %row, %thousand : (tensor<1x5x9x37xf32>, tensor<f32>) -> tensor<1x5x9x37xf32>
  %1 = xla.mul %column, %hundred : (tensor<1x5x9x37xf32>, tensor<f32>) -> tensor<1x5x9x37xf32>
  %2 = xla.add %0, %1 : tensor<1x5x9x37xf32>
  %x = xla.add %2, %channel : tensor<1x5x9x37xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %nine = xla.constant dense<9.0> : tensor<f32>

  %sums = xla.reduce_window(%x init: %zero) applies xla.add window = {size = [1, 3, 3, 1]} : (tensor<1x5x9x37xf32>, tensor<f32>) -> tensor<1x3x7x37xf32>
  %middle = xla.slice %x [0:1, 1:4, 1:8, 0:37] : (tensor<1x5x9x37xf32>) -> tensor<1x3x7x37xf32>
  %expected = xla.mul %middle, %nine : (tensor<1x3x7x37xf32>, tensor<f32>) -> tensor<1x3x7x37xf32>
  xla.custom_call "check.expect_eq"(%sums, %expected) {has_side_effect = true} : (tensor<1x3x7x37xf32>, tensor<1x3x7x37xf32>) -> ()
  return
}
