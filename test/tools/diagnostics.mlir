// RUN: xla-opt %s --verify-diagnostics --split-input-file > /dev/null

// expected-note @below {{operand 0 is defined here with type tensor<2xf32>}}
// expected-note @below {{operand 1 is defined here with type tensor<3xf32>}}
func.func @shapes(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @below {{xla.add}}
  %0 = "xla.add"(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @fine(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = xla.add %x, %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}
