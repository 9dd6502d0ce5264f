// RUN: xla-run %s
//
// Windows over rows of a few elements, many of them: they are computed of transposed arrays.
func.func @main() {
  %flat = stablehlo.iota dim = 0 : tensor<8000xf32>
  %literal = stablehlo.reshape %flat : (tensor<8000xf32>) -> tensor<40x50x4xf32>
  %x = stablehlo.optimization_barrier %literal : tensor<40x50x4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>

  // The last element of each window is the greatest.
  %max = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 3, 3, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<40x50x4xf32>, tensor<f32>) -> tensor<38x48x3xf32>
  %last = stablehlo.slice %x [2:40, 2:50, 1:4] : (tensor<40x50x4xf32>) -> tensor<38x48x3xf32>
  stablehlo.custom_call @check.expect_eq(%max, %last) {has_side_effect = true} : (tensor<38x48x3xf32>, tensor<38x48x3xf32>) -> ()

  // Strides along the dimension that becomes the last one.
  %strided = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 5, 3, 2>, window_strides = array<i64: 1, 2, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<40x50x4xf32>, tensor<f32>) -> tensor<36x24x3xf32>
  %every = stablehlo.slice %x [4:40, 2:49:2, 1:4] : (tensor<40x50x4xf32>) -> tensor<36x24x3xf32>
  stablehlo.custom_call @check.expect_eq(%strided, %every) {has_side_effect = true} : (tensor<36x24x3xf32>, tensor<36x24x3xf32>) -> ()

  // What is subtracted from the first element of a window shows the order of the others.
  %first = "stablehlo.reduce_window"(%x, %zero) <{window_dimensions = array<i64: 3, 3, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %0 = stablehlo.multiply %a, %half : tensor<f32>
    %1 = stablehlo.add %0, %b : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<40x50x4xf32>, tensor<f32>) -> tensor<38x48x3xf32>
  %one = stablehlo.slice %first [0:1, 0:1, 0:1] : (tensor<38x48x3xf32>) -> tensor<1x1x1xf32>
  %expected = stablehlo.constant dense<[[[808.699890]]]> : tensor<1x1x1xf32>
  stablehlo.custom_call @check.expect_almost_eq(%one, %expected) {has_side_effect = true} : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> ()

  // Each window selects its last element, and so gives its number to it.
  %source = stablehlo.slice %x [0:38, 0:48, 0:3] : (tensor<40x50x4xf32>) -> tensor<38x48x3xf32>
  %scattered = "stablehlo.select_and_scatter"(%x, %source, %zero) <{window_dimensions = array<i64: 3, 3, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %0 : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<40x50x4xf32>, tensor<38x48x3xf32>, tensor<f32>) -> tensor<40x50x4xf32>
  %moved = stablehlo.pad %source, %zero, low = [2, 2, 1], high = [0, 0, 0], interior = [0, 0, 0] : (tensor<38x48x3xf32>, tensor<f32>) -> tensor<40x50x4xf32>
  stablehlo.custom_call @check.expect_eq(%scattered, %moved) {has_side_effect = true} : (tensor<40x50x4xf32>, tensor<40x50x4xf32>) -> ()
  return
}
