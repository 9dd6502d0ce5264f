// RUN: xla-opt %s | xla-opt | FileCheck %s
//
// The ops by which StableHLO's test programs run several processes.

// CHECK-LABEL: @main
func.func @main(%x: tensor<2xf32>, %t: !stablehlo.token) {
  // CHECK: %{{.*}}:3 = "interpreter.run_parallel"(%arg0, %arg1, %arg0) <{infeed = [@queue], programs = {{\[\[@double, @keep\]\]}}}> : (tensor<2xf32>, !stablehlo.token, tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token, tensor<2xf32>)
  %0:3 = "interpreter.run_parallel"(%x, %t, %x) <{infeed = [@queue], programs = [[@double, @keep]]}> : (tensor<2xf32>, !stablehlo.token, tensor<2xf32>) -> (tensor<2xf32>, !stablehlo.token, tensor<2xf32>)
  // CHECK: %[[PROBED:.*]] = interpreter.probe %{{.*}}#0, probe_id = "first" : tensor<2xf32>
  %1 = interpreter.probe %0#0, probe_id = "first" : tensor<2xf32>
  // CHECK: interpreter.print %[[PROBED]] : tensor<2xf32>
  interpreter.print %1 : tensor<2xf32>
  return
}

func.func @double(%x: tensor<2xf32>, %t: !stablehlo.token) -> (tensor<2xf32>, !stablehlo.token) {
  %0 = stablehlo.add %x, %x : tensor<2xf32>
  return %0, %t : tensor<2xf32>, !stablehlo.token
}

func.func @keep(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

func.func @queue() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
