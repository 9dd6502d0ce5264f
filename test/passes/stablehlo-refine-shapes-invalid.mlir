// RUN: xla-opt %s --split-input-file --stablehlo-refine-shapes='arguments=[2,3]' --verify-diagnostics

func.func @main(%x: tensor<?x3xf32>) {
  %four = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %1 = stablehlo.compare GE, %0, %four, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  // expected-error @+1 {{'stablehlo.custom_call' op finds that at least 4 rows are needed, not 2 [shape-assertion]}}
  stablehlo.custom_call @shape_assertion(%1, %0) {error_message = "at least 4 rows are needed, not {0}", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// -----

// expected-error @+1 {{argument 0 is tensor<?x4xf32>, not of shape [2, 3]}}
func.func @main(%x: tensor<?x4xf32>) {
  return
}

// -----

func.func @main(%x: tensor<?x3xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{'stablehlo.reduce' op is of type tensor<2xf32> for these arguments, not tensor<4xf32> [refine-shape]}}
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @main(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-error @+1 {{unsupported: stablehlo.while: its state changes its shape, from tensor<2x3xf32> to tensor<3x3xf32>}}
  %0 = stablehlo.while(%s = %x) : tensor<?x3xf32>
  cond {
    %1 = stablehlo.constant dense<true> : tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = stablehlo.pad %s, %zero, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
    stablehlo.return %2 : tensor<?x3xf32>
  }
  return %0 : tensor<?x3xf32>
}

// -----

func.func @main(%x: tensor<?x3xf32>, %p: tensor<i1>) -> tensor<?x3xf32> {
  // expected-error @+1 {{unsupported: stablehlo.if: its branches give different shapes, tensor<2x3xf32> and tensor<4x3xf32>}}
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<?x3xf32>
  }, {
    %1 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
    stablehlo.return %1 : tensor<?x3xf32>
  }) : (tensor<i1>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

func.func @main(%x: tensor<?x3xf32>) {
  call @forever(%x) : (tensor<?x3xf32>) -> ()
  return
}
func.func private @forever(%x: tensor<?x3xf32>) {
  // expected-error @+1 {{unsupported: func.call: @forever calls itself}}
  call @forever(%x) : (tensor<?x3xf32>) -> ()
  return
}

// -----

func.func @main(%x: tensor<?x3xf32>, %y: tensor<?xf32>) -> tensor<1xindex> {
  // expected-error @+1 {{unsupported: shape.shape_of: what it computes is known only at run time}}
  %0 = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  return %0 : tensor<1xindex>
}
