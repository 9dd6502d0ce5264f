module @layer {
  func.func public @main(%x: tensor<2x3xf32> {jax.arg_info = "x"}, %w: tensor<3x2xf32> {jax.arg_info = "params['w']"})
      -> (tensor<2x2xf32> {jax.result_info = "result['y']"}) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
}
