// RUN: xla-opt %s --xla-resolve-layouts --verify-diagnostics

// expected-error @+1 {{unsupported: func.func: a layout inside of tuple<tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>>}}
func.func @main(%x: tuple<tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1]>>>) {
  return
}
