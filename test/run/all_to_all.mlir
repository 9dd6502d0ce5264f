// RUN: xla-run %s --replicas 4
//
// all_to_all: the document's example, f32[4,16] on 4 replicas to f32[16,4]. Replica r holds 1000 r + 16 i + j.

func.func @main() {
  %rows = xla.iota dim = 0 : tensor<4x16xf32>
  %columns = xla.iota dim = 1 : tensor<4x16xf32>
  %sixteen = xla.constant dense<16.0> : tensor<f32>
  %thousand = xla.constant dense<1000.0> : tensor<f32>
  %id = xla.replica_id : tensor<ui32>
  %r = xla.convert %id : (tensor<ui32>) -> tensor<f32>
  %base = xla.mul %r, %thousand : tensor<f32>
  %scaled = xla.mul %rows, %sixteen : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %within = xla.add %scaled, %columns : tensor<4x16xf32>
  %x = xla.add %within, %base : (tensor<4x16xf32>, tensor<f32>) -> tensor<4x16xf32>
  %0 = xla.all_to_all %x split_dim = 1, concat_dim = 0, split_count = 4 : (tensor<4x16xf32>) -> tensor<16x4xf32>

  // Row 4 s + i, column j is what replica s has in row i, column 4 r + j.
  %row = xla.iota dim = 0 : tensor<16x4xf32>
  %j = xla.iota dim = 1 : tensor<16x4xf32>
  %four = xla.constant dense<4.0> : tensor<f32>
  %quotient = xla.div %row, %four : (tensor<16x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  %s = xla.floor %quotient : tensor<16x4xf32>
  %i = xla.rem %row, %four : (tensor<16x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  %t0 = xla.mul %s, %thousand : (tensor<16x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  %t1 = xla.mul %i, %sixteen : (tensor<16x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  %t2 = xla.mul %r, %four : tensor<f32>
  %t3 = xla.add %t0, %t1 : tensor<16x4xf32>
  %t4 = xla.add %t3, %j : tensor<16x4xf32>
  %expected = xla.add %t4, %t2 : (tensor<16x4xf32>, tensor<f32>) -> tensor<16x4xf32>
  xla.custom_call "check.expect_eq"(%0, %expected) {has_side_effect = true} : (tensor<16x4xf32>, tensor<16x4xf32>) -> ()

  // Of several operands, each of its own type: each is split, and each result is what came of one.
  %y = xla.convert %x : (tensor<4x16xf32>) -> tensor<4x16xi32>
  %z = xla.slice %x [0:4, 0:8] : (tensor<4x16xf32>) -> tensor<4x8xf32>
  %1:3 = xla.all_to_all %x, %y, %z split_dim = 1, concat_dim = 0, split_count = 4
    : (tensor<4x16xf32>, tensor<4x16xi32>, tensor<4x8xf32>) -> (tensor<16x4xf32>, tensor<16x4xi32>, tensor<16x2xf32>)
  %expected_y = xla.convert %expected : (tensor<16x4xf32>) -> tensor<16x4xi32>
  %z0 = xla.all_to_all %z split_dim = 1, concat_dim = 0, split_count = 4 : (tensor<4x8xf32>) -> tensor<16x2xf32>
  xla.custom_call "check.expect_eq"(%1#0, %expected) {has_side_effect = true} : (tensor<16x4xf32>, tensor<16x4xf32>) -> ()
  xla.custom_call "check.expect_eq"(%1#1, %expected_y) {has_side_effect = true} : (tensor<16x4xi32>, tensor<16x4xi32>) -> ()
  xla.custom_call "check.expect_eq"(%1#2, %z0) {has_side_effect = true} : (tensor<16x2xf32>, tensor<16x2xf32>) -> ()
  return
}
