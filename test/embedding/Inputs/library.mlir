// Calls the runtime library: a factorization, a sort, an FFT and random numbers.
func.func @main(%a: tensor<2x2xf32> loc("a"), %keys: tensor<5xi32> loc("keys"))
    -> (tensor<2x2xf32>, tensor<5xi32>, tensor<2x2xcomplex<f32>>, tensor<4xf32>) {
  %l = stablehlo.cholesky %a, lower = true : tensor<2x2xf32>
  %s = "stablehlo.sort"(%keys) <{dimension = 0 : i64}> ({
  ^bb0(%p: tensor<i32>, %q: tensor<i32>):
    %less = stablehlo.compare LT, %p, %q : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<5xi32>) -> tensor<5xi32>
  %c = stablehlo.convert %a : (tensor<2x2xf32>) -> tensor<2x2xcomplex<f32>>
  %f = stablehlo.fft %c, type = FFT, length = [2] : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %low = stablehlo.constant dense<0.0> : tensor<f32>
  %high = stablehlo.constant dense<1.0> : tensor<f32>
  %shape = stablehlo.constant dense<[4]> : tensor<1xi64>
  %r = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %l, %s, %f, %r : tensor<2x2xf32>, tensor<5xi32>, tensor<2x2xcomplex<f32>>, tensor<4xf32>
}
