func.func @f(%x: tensor<4x?xf32>) -> tensor<4x?xf32> attributes {xla.compile} {
  %0 = xla.add %x, %x : tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
