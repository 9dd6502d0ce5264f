// RUN: xla-run %s --xla-keep-barriers
//
// Scatters whose windows have elements apart in memory, and so many that they are brought together, against those of windows that lie
// together: inside of the operand, partly and wholly outside.

func.func @main() {
  %n0 = stablehlo.iota dim = 0 : tensor<600xi32>
  %p0 = stablehlo.constant dense<7> : tensor<600xi32>
  %q0 = stablehlo.constant dense<13> : tensor<600xi32>
  %a0 = stablehlo.multiply %n0, %p0 : tensor<600xi32>
  %r0 = stablehlo.remainder %a0, %q0 : tensor<600xi32>
  %s0 = stablehlo.reshape %r0 : (tensor<600xi32>) -> tensor<5x40x3xi32>
  %u0 = stablehlo.optimization_barrier %s0 : tensor<5x40x3xi32>
  %v0 = stablehlo.transpose %u0, dims = [2, 0, 1] : (tensor<5x40x3xi32>) -> tensor<3x5x40xi32>
  %w0 = stablehlo.optimization_barrier %v0 : tensor<3x5x40xi32>
  %c0 = stablehlo.constant dense<6> : tensor<5x6x40xi32>
  %o0 = stablehlo.optimization_barrier %c0 : tensor<5x6x40xi32>
  %d0 = stablehlo.constant dense<[[1, 0], [4, 3], [1, -2]]> : tensor<3x2xi32>
  %i0 = stablehlo.optimization_barrier %d0 : tensor<3x2xi32>
  %x0 = "stablehlo.scatter"(%o0, %i0, %u0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %t = stablehlo.multiply %old, %new : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<5x6x40xi32>, tensor<3x2xi32>, tensor<5x40x3xi32>) -> tensor<5x6x40xi32>
  %y0 = "stablehlo.scatter"(%o0, %i0, %w0) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1, 2], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<i32>, %new: tensor<i32>):
    %t = stablehlo.multiply %old, %new : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<5x6x40xi32>, tensor<3x2xi32>, tensor<3x5x40xi32>) -> tensor<5x6x40xi32>
  stablehlo.custom_call @check.expect_eq(%x0, %y0) {has_side_effect = true} : (tensor<5x6x40xi32>, tensor<5x6x40xi32>) -> ()
  %n1 = stablehlo.iota dim = 0 : tensor<116xbf16>
  %p1 = stablehlo.constant dense<7.0> : tensor<116xbf16>
  %q1 = stablehlo.constant dense<13.0> : tensor<116xbf16>
  %a1 = stablehlo.multiply %n1, %p1 : tensor<116xbf16>
  %r1 = stablehlo.remainder %a1, %q1 : tensor<116xbf16>
  %s1 = stablehlo.reshape %r1 : (tensor<116xbf16>) -> tensor<29x4xbf16>
  %u1 = stablehlo.optimization_barrier %s1 : tensor<29x4xbf16>
  %v1 = stablehlo.transpose %u1, dims = [1, 0] : (tensor<29x4xbf16>) -> tensor<4x29xbf16>
  %w1 = stablehlo.optimization_barrier %v1 : tensor<4x29xbf16>
  %c1 = stablehlo.constant dense<6.0> : tensor<46x8xbf16>
  %o1 = stablehlo.optimization_barrier %c1 : tensor<46x8xbf16>
  %d1 = stablehlo.constant dense<[[3, 2], [3, 20], [9, 0], [0, -3]]> : tensor<4x2xi32>
  %i1 = stablehlo.optimization_barrier %d1 : tensor<4x2xi32>
  %x1 = "stablehlo.scatter"(%o1, %i1, %u1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
    %t = stablehlo.minimum %old, %new : tensor<bf16>
    stablehlo.return %t : tensor<bf16>
  }) : (tensor<46x8xbf16>, tensor<4x2xi32>, tensor<29x4xbf16>) -> tensor<46x8xbf16>
  %y1 = "stablehlo.scatter"(%o1, %i1, %w1) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
    %t = stablehlo.minimum %old, %new : tensor<bf16>
    stablehlo.return %t : tensor<bf16>
  }) : (tensor<46x8xbf16>, tensor<4x2xi32>, tensor<4x29xbf16>) -> tensor<46x8xbf16>
  stablehlo.custom_call @check.expect_eq(%x1, %y1) {has_side_effect = true} : (tensor<46x8xbf16>, tensor<46x8xbf16>) -> ()
  %n2 = stablehlo.iota dim = 0 : tensor<120xbf16>
  %p2 = stablehlo.constant dense<7.0> : tensor<120xbf16>
  %q2 = stablehlo.constant dense<13.0> : tensor<120xbf16>
  %a2 = stablehlo.multiply %n2, %p2 : tensor<120xbf16>
  %r2 = stablehlo.remainder %a2, %q2 : tensor<120xbf16>
  %s2 = stablehlo.reshape %r2 : (tensor<120xbf16>) -> tensor<20x2x3xbf16>
  %u2 = stablehlo.optimization_barrier %s2 : tensor<20x2x3xbf16>
  %v2 = stablehlo.transpose %u2, dims = [1, 2, 0] : (tensor<20x2x3xbf16>) -> tensor<2x3x20xbf16>
  %w2 = stablehlo.optimization_barrier %v2 : tensor<2x3x20xbf16>
  %c2 = stablehlo.constant dense<6.0> : tensor<64xbf16>
  %o2 = stablehlo.optimization_barrier %c2 : tensor<64xbf16>
  %d2 = stablehlo.constant dense<[[[0], [7], [50]], [[-3], [64], [7]]]> : tensor<2x3x1xi32>
  %i2 = stablehlo.optimization_barrier %d2 : tensor<2x3x1xi32>
  %x2 = "stablehlo.scatter"(%o2, %i2, %u2) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>
  }> ({
  ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
    %t = stablehlo.add %old, %new : tensor<bf16>
    stablehlo.return %t : tensor<bf16>
  }) : (tensor<64xbf16>, tensor<2x3x1xi32>, tensor<20x2x3xbf16>) -> tensor<64xbf16>
  %y2 = "stablehlo.scatter"(%o2, %i2, %w2) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>
  }> ({
  ^bb0(%old: tensor<bf16>, %new: tensor<bf16>):
    %t = stablehlo.add %old, %new : tensor<bf16>
    stablehlo.return %t : tensor<bf16>
  }) : (tensor<64xbf16>, tensor<2x3x1xi32>, tensor<2x3x20xbf16>) -> tensor<64xbf16>
  stablehlo.custom_call @check.expect_eq(%x2, %y2) {has_side_effect = true} : (tensor<64xbf16>, tensor<64xbf16>) -> ()
  %n3 = stablehlo.iota dim = 0 : tensor<102xf16>
  %p3 = stablehlo.constant dense<7.0> : tensor<102xf16>
  %q3 = stablehlo.constant dense<13.0> : tensor<102xf16>
  %a3 = stablehlo.multiply %n3, %p3 : tensor<102xf16>
  %r3 = stablehlo.remainder %a3, %q3 : tensor<102xf16>
  %s3 = stablehlo.reshape %r3 : (tensor<102xf16>) -> tensor<2x17x3xf16>
  %u3 = stablehlo.optimization_barrier %s3 : tensor<2x17x3xf16>
  %v3 = stablehlo.transpose %u3, dims = [2, 0, 1] : (tensor<2x17x3xf16>) -> tensor<3x2x17xf16>
  %w3 = stablehlo.optimization_barrier %v3 : tensor<3x2x17xf16>
  %c3 = stablehlo.constant dense<6.0> : tensor<6x17xf16>
  %o3 = stablehlo.optimization_barrier %c3 : tensor<6x17xf16>
  %d3 = stablehlo.constant dense<[[0], [3], [5]]> : tensor<3x1xi32>
  %i3 = stablehlo.optimization_barrier %d3 : tensor<3x1xi32>
  %x3 = "stablehlo.scatter"(%o3, %i3, %u3) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f16>, %new: tensor<f16>):
    %t = stablehlo.maximum %old, %new : tensor<f16>
    stablehlo.return %t : tensor<f16>
  }) : (tensor<6x17xf16>, tensor<3x1xi32>, tensor<2x17x3xf16>) -> tensor<6x17xf16>
  %y3 = "stablehlo.scatter"(%o3, %i3, %w3) <{
    scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
  }> ({
  ^bb0(%old: tensor<f16>, %new: tensor<f16>):
    %t = stablehlo.maximum %old, %new : tensor<f16>
    stablehlo.return %t : tensor<f16>
  }) : (tensor<6x17xf16>, tensor<3x1xi32>, tensor<3x2x17xf16>) -> tensor<6x17xf16>
  stablehlo.custom_call @check.expect_eq(%x3, %y3) {has_side_effect = true} : (tensor<6x17xf16>, tensor<6x17xf16>) -> ()
  return
}
