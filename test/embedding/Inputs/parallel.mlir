// Loops that several threads share: of a product of matrices, of rows, of columns, and over all elements.
func.func @main(%x: tensor<1024x512xf32>, %w: tensor<512x256xf32>) -> (tensor<1024x256xf32>, tensor<256xf32>, tensor<f32>, tensor<512x1024xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1024x512xf32>, tensor<512x256xf32>) -> tensor<1024x256xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.exponential %0 : tensor<1024x256xf32>
  %rows = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<1024x256xf32>, tensor<f32>) -> tensor<1024xf32>
  %2 = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<1024xf32>) -> tensor<1024x256xf32>
  %3 = stablehlo.divide %1, %2 : tensor<1024x256xf32>
  %columns = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<1024x256xf32>, tensor<f32>) -> tensor<256xf32>
  %all = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<1024x512xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.transpose %x, dims = [1, 0] : (tensor<1024x512xf32>) -> tensor<512x1024xf32>
  %5 = stablehlo.tanh %4 : tensor<512x1024xf32>
  return %3, %columns, %all, %5 : tensor<1024x256xf32>, tensor<256xf32>, tensor<f32>, tensor<512x1024xf32>
}
