// RUN: xla-run %s
//
// Rows and columns of a slice of a reshaped vector: the position in the vector is `32 * (j mod 16) + 2 * i`, which MLIR
// simplifies to a division where the vector is an iota.

func.func @main() {
  %vector = stablehlo.iota dim = 0 : tensor<512xui16>
  %twos = stablehlo.constant dense<2> : tensor<512xui16>
  %exponents = stablehlo.optimization_barrier %twos : tensor<512xui16>
  %square = stablehlo.power %vector, %exponents : tensor<512xui16>
  %rows = stablehlo.reshape %square : (tensor<512xui16>) -> tensor<16x32xui16>
  %part = stablehlo.slice %rows [0:15, 0:29:2] : (tensor<16x32xui16>) -> tensor<15x15xui16>
  %columns = stablehlo.transpose %part, dims = [1, 0] : (tensor<15x15xui16>) -> tensor<15x15xui16>
  %ones = stablehlo.constant dense<1> : tensor<15x15xui16>
  %divisors = stablehlo.optimization_barrier %ones : tensor<15x15xui16>
  %quotients = stablehlo.divide %columns, %divisors : tensor<15x15xui16>
  %i = stablehlo.iota dim = 0 : tensor<15x15xui16>
  %j = stablehlo.iota dim = 1 : tensor<15x15xui16>
  %two = stablehlo.constant dense<2> : tensor<15x15xui16>
  %width = stablehlo.constant dense<32> : tensor<15x15xui16>
  %skipped = stablehlo.multiply %i, %two : tensor<15x15xui16>
  %before = stablehlo.multiply %j, %width : tensor<15x15xui16>
  %position = stablehlo.add %before, %skipped : tensor<15x15xui16>
  %want = stablehlo.multiply %position, %position : tensor<15x15xui16>
  stablehlo.custom_call @check.expect_eq(%quotients, %want) : (tensor<15x15xui16>, tensor<15x15xui16>) -> ()
  return
}
