// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// The ops by which StableHLO's test programs run several processes: what is refused, and why.

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op has no programs; there must be one at least [run-parallel-grid]}}
  "interpreter.run_parallel"() <{programs = []}> : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op has no programs; there must be one at least [run-parallel-grid]}}
  "interpreter.run_parallel"() <{programs = [[]]}> : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op has 1 programs in replica 1, but 2 in replica 0 [run-parallel-grid]}}
  "interpreter.run_parallel"() <{programs = [[@f, @f], [@f]]}> : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op names @missing, but there is no such function [run-parallel-program]}}
  "interpreter.run_parallel"() <{programs = [[@missing]]}> : () -> ()
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op has 1 operands, but its programs have 2 together [run-parallel-values]}}
  %0:2 = "interpreter.run_parallel"(%x) <{programs = [[@one, @one]]}> : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
func.func @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op has 1 results, but its programs have 2 together [run-parallel-values]}}
  %0 = "interpreter.run_parallel"(%x, %x) <{programs = [[@one], [@one]]}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op has an empty infeed; it must be left out or name a function [run-parallel-infeed]}}
  %0 = "interpreter.run_parallel"(%x) <{infeed = [], programs = [[@one]]}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op names @missing, but there is no such function [run-parallel-infeed]}}
  %0 = "interpreter.run_parallel"(%x) <{infeed = [@missing], programs = [[@one]]}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op feeds @queue, which gives (); it must give one tensor [run-parallel-infeed]}}
  %0 = "interpreter.run_parallel"(%x) <{infeed = [@queue], programs = [[@one]]}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// expected-note@+1 {{it is declared here}}
func.func @queue() {
  return
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{'interpreter.run_parallel' op feeds @queue, which gives (!stablehlo.token); it must give one tensor [run-parallel-infeed]}}
  %0 = "interpreter.run_parallel"(%x) <{infeed = [@queue], programs = [[@one]]}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
func.func @one(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
// expected-note@+1 {{it is declared here}}
func.func @queue() -> !stablehlo.token {
  %0 = stablehlo.create_token : !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error@+1 {{operand, result}}
  %0 = "interpreter.probe"(%x) <{probe_id = "first"}> : (tensor<2xf32>) -> tensor<2xi32>
  return
}
