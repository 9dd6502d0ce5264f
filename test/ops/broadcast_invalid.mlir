// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// broadcast: what is refused, and why.

func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.broadcast' op broadcast_sizes = [2, -1] has the negative size -1 [broadcast-sizes-nonnegative]}}
  %0 = xla.broadcast %x, sizes = [2, -1] : (tensor<4xf32>) -> tensor<2x1x4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xf32>}}
func.func @f(%x: tensor<4xf32>) {
  // expected-error@+1 {{'xla.broadcast' op has a result of type tensor<4x2xf32>; it must be tensor<2x4xf32> [result-type]}}
  %0 = xla.broadcast %x, sizes = [2] : (tensor<4xf32>) -> tensor<4x2xf32>
  return
}
