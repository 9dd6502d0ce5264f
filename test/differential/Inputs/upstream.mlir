// Functions for upstream.py: it compares those that both can run, and says why of the others.
func.func @rows(%x: tensor<?x4xf32>, %y: tensor<4x?xbf16>) -> tensor<?x?xf32> {
  %0 = stablehlo.convert %y : (tensor<4x?xbf16>) -> tensor<4x?xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

func.func @unsigned(%x: tensor<5xui8>, %p: tensor<5xi1>, %z: tensor<5xcomplex<f64>>) -> (tensor<5xui8>, tensor<5xcomplex<f64>>) {
  %c = arith.constant dense<2> : tensor<5xi8>
  %0 = stablehlo.bitcast_convert %c : (tensor<5xi8>) -> tensor<5xui8>
  %1 = stablehlo.divide %x, %0 : tensor<5xui8>
  %2 = stablehlo.select %p, %1, %x : tensor<5xi1>, tensor<5xui8>
  %3 = stablehlo.multiply %z, %z : tensor<5xcomplex<f64>>
  return %2, %3 : tensor<5xui8>, tensor<5xcomplex<f64>>
}

// The sizes are those that the elements of the operand say.
func.func @shape(%x: tensor<2xi32>) -> tensor<?x?xi32> {
  %0 = stablehlo.dynamic_iota %x, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
  return %0 : tensor<?x?xi32>
}

func.func @drawn(%x: tensor<f32>, %y: tensor<f32>) -> tensor<4xf32> {
  %shape = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %x, %y, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @called(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

func.func @refused(%x: tensor<?x4xcomplex<f32>>) -> tensor<?x4xcomplex<f32>> {
  %0 = stablehlo.fft %x, type = FFT, length = [4] : (tensor<?x4xcomplex<f32>>) -> tensor<?x4xcomplex<f32>>
  return %0 : tensor<?x4xcomplex<f32>>
}

// No two arrays of these sizes fit together.
func.func @rejected(%x: tensor<?x3xf32>, %y: tensor<2x?xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.add %x, %y : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  %1 = stablehlo.reshape %x : (tensor<?x3xf32>) -> tensor<7xf32>
  return %0 : tensor<2x3xf32>
}

func.func @skipped(%x: tuple<tensor<f32>>) -> tuple<tensor<f32>> {
  return %x : tuple<tensor<f32>>
}
