// What cannot be called from a larger module is refused where it is.
//
// RUN: xla-opt %s --split-input-file --verify-diagnostics --xla-convert-calls-to-llvm

module attributes {xla.custom_calls = [{attributes = {lower = true}, location = "a.mlir:1:1", operands = [tensor<2x2xf32>],
                                        results = [tensor<2x2xf32>], target = "xla.runtime.cholesky"}]} {
  func.func @tensors(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
    // expected-error @+1 {{unsupported: xla.custom_call: its operands and results are not in memory: bufferize the module before}}
    %0 = xla.custom_call "xla.runtime.cholesky"(%x) {xla.site = 0 : i64} : (tensor<2x2xf32>) -> tensor<2x2xf32>
    return %0 : tensor<2x2xf32>
  }
}

// -----

func.func @unknown(%x: memref<2x2xf32>) {
  // expected-error @+1 {{unsupported: xla.custom_call: it is not a call that xla-legalize-to-linalg has left}}
  xla.custom_call "f"(%x) : (memref<2x2xf32>) -> ()
  return
}

// -----

module attributes {xla.custom_calls = [{attributes = {}, location = "a.mlir:1:1", operands = [], results = [tensor<i32>],
                                        target = "xla_rt.place"}]} {
  func.func @place(%y: memref<i32>) {
    // expected-error @+1 {{unsupported: xla.custom_call: it is about other processes or the host}}
    xla.custom_call "xla_rt.place"(%y) {xla.site = 0 : i64} : (memref<i32>) -> ()
    return
  }
}

// -----

// expected-error @+1 {{an array is expected}}
module attributes {xla.custom_calls = 1 : i64} {
  func.func @f(%x: memref<2x2xf32>) {
    xla.custom_call "f"(%x) {xla.site = 0 : i64} : (memref<2x2xf32>) -> ()
    return
  }
}
