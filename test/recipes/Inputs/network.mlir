func.func private @dense(%x: tensor<4x16xf32>, %w: tensor<16x16xf32>, %b: tensor<16xf32>) -> tensor<4x16xf32> attributes {xla.compile} {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
  %1 = xla.add %0, %b, broadcast_dimensions = [1] : (tensor<4x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %2 = stablehlo.tanh %1 : tensor<4x16xf32>
  return %2 : tensor<4x16xf32>
}
func.func private @softmax(%x: tensor<4x16xf32>) -> tensor<4x16xf32> attributes {xla.compile} {
  %least = xla.constant dense<0xFF800000> : tensor<f32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %m = xla.reduce(%x init: %least) applies xla.max across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %d = xla.sub %x, %m, broadcast_dimensions = [0] : (tensor<4x16xf32>, tensor<4xf32>) -> tensor<4x16xf32>
  %e = xla.exp %d : tensor<4x16xf32>
  %s = xla.reduce(%e init: %zero) applies xla.add across dimensions = [1] : (tensor<4x16xf32>, tensor<f32>) -> tensor<4xf32>
  %y = xla.div %e, %s, broadcast_dimensions = [0] : (tensor<4x16xf32>, tensor<4xf32>) -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}
