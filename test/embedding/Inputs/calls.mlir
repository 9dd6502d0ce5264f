func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.cholesky %x, lower = true : tensor<4x4xf32>
  %1 = stablehlo.add %0, %x : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
