func.func @main(%a: tensor<128x1024xbf16>, %b: tensor<1024x128xbf16>, %c: tensor<64x256xi8>, %d: tensor<256x64xui8>)
    -> (tensor<128x128xf32>, tensor<64x64xi32>) {
  %x = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<128x1024xbf16>, tensor<1024x128xbf16>) -> tensor<128x128xf32>
  %y = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<64x256xi8>, tensor<256x64xui8>) -> tensor<64x64xi32>
  return %x, %y : tensor<128x128xf32>, tensor<64x64xi32>
}
