// Products that the matrix tiles of AMX compute: rows, columns and depths that are no multiples of a tile's, transposed operands,
// several blocks of the depth, a batch, a convolution, and what is fused into them.
func.func @main(%a: tensor<40x70xbf16>, %b: tensor<70x50xbf16>, %c: tensor<530x128xbf16>, %d: tensor<130x530xbf16>,
                %image: tensor<2x14x14x32xbf16>, %kernel: tensor<3x3x32x48xbf16>,
                %e: tensor<33x600xi8>, %f: tensor<31x600xi8>, %g: tensor<163x65xi8>, %h: tensor<163x64xui8>,
                %i: tensor<3x50x129xui8>, %j: tensor<3x17x129xi8>, %k: tensor<2000x64xui8>, %l: tensor<14x2000xui8>, %bias: tensor<14xi32>)
    -> (tensor<40x50xf32>, tensor<128x130xbf16>, tensor<2x12x12x48xf32>, tensor<33x31xi32>, tensor<65x64xi32>, tensor<3x50x17xi32>,
        tensor<64x14xi32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<40x70xbf16>, tensor<70x50xbf16>) -> tensor<40x50xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [0] x [1] : (tensor<530x128xbf16>, tensor<130x530xbf16>) -> tensor<128x130xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<128x130xf32>
  %positive = stablehlo.maximum %1, %zero : tensor<128x130xf32>
  %2 = stablehlo.convert %positive : (tensor<128x130xf32>) -> tensor<128x130xbf16>
  %3 = stablehlo.convolution(%image, %kernel) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f],
      window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
      : (tensor<2x14x14x32xbf16>, tensor<3x3x32x48xbf16>) -> tensor<2x12x12x48xf32>
  %4 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [1] : (tensor<33x600xi8>, tensor<31x600xi8>) -> tensor<33x31xi32>
  %5 = stablehlo.dot_general %g, %h, contracting_dims = [0] x [0] : (tensor<163x65xi8>, tensor<163x64xui8>) -> tensor<65x64xi32>
  %6 = stablehlo.dot_general %i, %j, batching_dims = [0] x [0], contracting_dims = [2] x [2]
      : (tensor<3x50x129xui8>, tensor<3x17x129xi8>) -> tensor<3x50x17xi32>
  %7 = stablehlo.dot_general %k, %l, contracting_dims = [0] x [1] : (tensor<2000x64xui8>, tensor<14x2000xui8>) -> tensor<64x14xi32>
  %rows = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<14xi32>) -> tensor<64x14xi32>
  %8 = stablehlo.add %7, %rows : tensor<64x14xi32>
  return %0, %2, %3, %4, %5, %6, %8
      : tensor<40x50xf32>, tensor<128x130xbf16>, tensor<2x12x12x48xf32>, tensor<33x31xi32>, tensor<65x64xi32>, tensor<3x50x17xi32>, tensor<64x14xi32>
}
