func.func @main() -> tensor<4x16xf32> {
  %i = xla.iota dim = 0 : tensor<4x16xf32>
  %j = xla.iota dim = 1 : tensor<4x16xf32>
  %four = xla.constant dense<4.0> : tensor<f32>
  %eighth = xla.constant dense<0.125> : tensor<f32>
  %ij = xla.sub %i, %j : tensor<4x16xf32>
  %x = xla.mul %ij, %eighth : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %k = xla.iota dim = 0 : tensor<16x16xf32>
  %l = xla.iota dim = 1 : tensor<16x16xf32>
  %kl = xla.mul %k, %l : tensor<16x16xf32>
  %seven = xla.constant dense<7.0> : tensor<f32>
  %r = xla.rem %kl, %seven : (tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  %w0 = xla.sub %r, %four : (tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  %w = xla.mul %w0, %eighth : (tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
  %b0 = xla.iota dim = 0 : tensor<16xf32>
  %b = xla.mul %b0, %eighth : (tensor<16xf32>, tensor<f32>) -> tensor<16xf32>
  %y0 = func.call @dense(%x, %w, %b) : (tensor<4x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %y1 = xla.add %y0, %x : tensor<4x16xf32>
  %y2 = func.call @dense(%y1, %w, %b) : (tensor<4x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %y3 = xla.add %y2, %x : tensor<4x16xf32>
  %y4 = func.call @dense(%y3, %w, %b) : (tensor<4x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
  %y5 = xla.add %y4, %x : tensor<4x16xf32>
  %y = func.call @softmax(%y5) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  return %y : tensor<4x16xf32>
}
