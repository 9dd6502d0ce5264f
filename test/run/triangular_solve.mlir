// RUN: xla-run %s
//
// triangular_solve: all sides, triangles, diagonals and transpositions; batches; complex numbers; what is not read is NaN.
// The first system is that of the StableHLO specification, the others come from NumPy.

func.func @main() {
  // the specification's
  %a0 = xla.constant dense<[[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %b0 = xla.constant dense<[[2.0, 0.0, 0.0], [4.0, 8.0, 0.0], [6.0, 10.0, 12.0]]> : tensor<3x3xf32>
  %e0_0 = xla.constant dense<[[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]]> : tensor<3x3xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %b0_ = xla.optimization_barrier %b0 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %run0 = xla.triangular_solve %a0_, %b0_, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  xla.custom_call "check.expect_almost_eq"(%run0, %e0_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
  %fold0 = xla.triangular_solve %a0, %b0, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  xla.custom_call "check.expect_almost_eq"(%fold0, %e0_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()

  // left, lower, ones on the diagonal, NO_TRANSPOSE: complex64
  %a1 = xla.constant dense<[[[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-2.0, 3.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-1.5, -3.0), (2.5, 1.0), (0x7FC00000, 0x7FC00000)]], [[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-1.0, -3.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(2.0, 0.0), (3.0, -1.5), (0x7FC00000, 0x7FC00000)]]]> : tensor<2x3x3xcomplex<f32>>
  %b1 = xla.constant dense<[[[(-0.5, 2.0), (0.5, -1.5)], [(3.5, -2.5), (-2.5, -3.0)], [(-0.5, -0.5), (2.5, 0.0)]], [[(3.5, 2.0), (-2.0, -1.0)], [(4.0, 0.0), (3.5, 1.0)], [(-2.0, 2.0), (0.0, 0.0)]]]> : tensor<2x3x2xcomplex<f32>>
  %e1_0 = xla.constant dense<[[[(-0.5, 2.0), (0.5, -1.5)], [(8.5, 3.0), (-6.0, -7.5)], [(-25.5, -15.0), (15.25, 24.0)]], [[(3.5, 2.0), (-2.0, -1.0)], [(1.5, 12.5), (4.5, -6.0)], [(-32.25, -37.25), (-0.5, 26.75)]]]> : tensor<2x3x2xcomplex<f32>>
  %a1_ = xla.optimization_barrier %a1 : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %b1_ = xla.optimization_barrier %b1 : (tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %run1 = xla.triangular_solve %a1_, %b1_, left_side = true, lower = true, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run1, %e1_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> ()
  %fold1 = xla.triangular_solve %a1, %b1, left_side = true, lower = true, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold1, %e1_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> ()

  // left, lower, ones on the diagonal, TRANSPOSE: float32
  %a2 = xla.constant dense<[[[0x7FC00000, 0x7FC00000, 0x7FC00000], [3.0, 0x7FC00000, 0x7FC00000], [-3.5, 3.0, 0x7FC00000]], [[0x7FC00000, 0x7FC00000, 0x7FC00000], [-3.0, 0x7FC00000, 0x7FC00000], [-3.0, -1.5, 0x7FC00000]]]> : tensor<2x3x3xf32>
  %b2 = xla.constant dense<[[[-2.5, -0.5], [-3.0, 1.0], [4.0, -1.0]], [[-0.5, 1.5], [3.5, -2.5], [-3.0, -1.0]]]> : tensor<2x3x2xf32>
  %e2_0 = xla.constant dense<[[[56.5, -16.0], [-15.0, 4.0], [4.0, -1.0]], [[-12.5, -13.5], [-1.0, -4.0], [-3.0, -1.0]]]> : tensor<2x3x2xf32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %b2_ = xla.optimization_barrier %b2 : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %run2 = xla.triangular_solve %a2_, %b2_, left_side = true, lower = true, unit_diagonal = true, transpose_a = TRANSPOSE : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  xla.custom_call "check.expect_almost_eq"(%run2, %e2_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
  %fold2 = xla.triangular_solve %a2, %b2, left_side = true, lower = true, unit_diagonal = true, transpose_a = TRANSPOSE : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  xla.custom_call "check.expect_almost_eq"(%fold2, %e2_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()

  // left, lower, ones on the diagonal, ADJOINT: complex128
  %a3 = xla.constant dense<[[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(-0.5, -2.5), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(-2.5, 2.0), (4.0, -1.0), (0x7FF8000000000000, 0x7FF8000000000000)]], [[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(3.5, 1.0), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(4.0, 0.0), (1.0, -3.5), (0x7FF8000000000000, 0x7FF8000000000000)]]]> : tensor<2x3x3xcomplex<f64>>
  %b3 = xla.constant dense<[[[(0.5, -1.0), (-1.0, -2.0)], [(2.0, 1.5), (4.0, -2.0)], [(3.5, -4.0), (-1.0, 4.0)]], [[(1.0, 2.0), (-1.5, 4.0)], [(-3.5, 3.0), (2.5, 1.0)], [(-1.0, 4.0), (-0.5, -2.0)]]]> : tensor<2x3x2xcomplex<f64>>
  %e3_0 = xla.constant dense<[[[(44.25, 43.0), (-48.0, -32.5)], [(-16.0, 14.0), (12.0, -17.0)], [(3.5, -4.0), (-1.0, 4.0)]], [[(-37.75, -11.25), (9.75, -8.625)], [(11.5, 2.5), (-4.0, 4.75)], [(-1.0, 4.0), (-0.5, -2.0)]]]> : tensor<2x3x2xcomplex<f64>>
  %a3_ = xla.optimization_barrier %a3 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %b3_ = xla.optimization_barrier %b3 : (tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %run3 = xla.triangular_solve %a3_, %b3_, left_side = true, lower = true, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run3, %e3_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> ()
  %fold3 = xla.triangular_solve %a3, %b3, left_side = true, lower = true, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold3, %e3_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> ()

  // left, lower, NO_TRANSPOSE: float64
  %a4 = xla.constant dense<[[[2.0, 0x7FF8000000000000, 0x7FF8000000000000], [-2.5, 2.0, 0x7FF8000000000000], [4.0, 0.5, 2.0]], [[4.0, 0x7FF8000000000000, 0x7FF8000000000000], [0.5, 4.0, 0x7FF8000000000000], [-3.0, 1.5, 4.0]]]> : tensor<2x3x3xf64>
  %b4 = xla.constant dense<[[[-1.0, -4.0], [0.5, -3.5], [2.5, -2.5]], [[2.5, 4.0], [0.0, 2.0], [-1.0, 3.0]]]> : tensor<2x3x2xf64>
  %e4_0 = xla.constant dense<[[[-0.5, -2.0], [-0.375, -4.25], [2.34375, 3.8125]], [[0.625, 1.0], [-0.078125, 0.375], [0.248046875, 1.359375]]]> : tensor<2x3x2xf64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %b4_ = xla.optimization_barrier %b4 : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %run4 = xla.triangular_solve %a4_, %b4_, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  xla.custom_call "check.expect_almost_eq"(%run4, %e4_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> ()
  %fold4 = xla.triangular_solve %a4, %b4, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  xla.custom_call "check.expect_almost_eq"(%fold4, %e4_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> ()

  // left, lower, TRANSPOSE: complex64
  %a5 = xla.constant dense<[[[(2.0, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(1.5, -3.0), (2.0, 0.0), (0x7FC00000, 0x7FC00000)], [(-0.5, 4.0), (-0.5, -0.5), (2.0, 0.0)]], [[(4.0, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(0.0, -4.0), (4.0, 0.0), (0x7FC00000, 0x7FC00000)], [(-2.0, 0.5), (2.0, 2.5), (4.0, 0.0)]]]> : tensor<2x3x3xcomplex<f32>>
  %b5 = xla.constant dense<[[[(-3.0, 0.5), (-2.5, -3.0)], [(-3.0, -1.0), (-3.5, 2.0)], [(-4.0, -2.0), (-1.0, 0.5)]], [[(-0.5, 1.0), (-3.0, -0.5)], [(3.0, 4.0), (0.5, 3.5)], [(2.5, 1.0), (0.5, 3.0)]]]> : tensor<2x3x2xcomplex<f32>>
  %e5_0 = xla.constant dense<[[[(-0.8125, 2.3125), (-0.828125, -4.046875)], [(-1.75, -1.25), (-1.9375, 0.9375)], [(-2.0, -1.0), (-0.5, 0.25)]], [[(-0.265625, 0.890625), (-1.015625, 0.765625)], [(0.59375, 0.484375), (0.53125, 0.421875)], [(0.625, 0.25), (0.125, 0.75)]]]> : tensor<2x3x2xcomplex<f32>>
  %a5_ = xla.optimization_barrier %a5 : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %b5_ = xla.optimization_barrier %b5 : (tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %run5 = xla.triangular_solve %a5_, %b5_, left_side = true, lower = true, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run5, %e5_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> ()
  %fold5 = xla.triangular_solve %a5, %b5, left_side = true, lower = true, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold5, %e5_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> ()

  // left, lower, ADJOINT: float32
  %a6 = xla.constant dense<[[[2.0, 0x7FC00000, 0x7FC00000], [-3.0, 2.0, 0x7FC00000], [-1.0, -3.0, 2.0]], [[4.0, 0x7FC00000, 0x7FC00000], [0.5, 4.0, 0x7FC00000], [0.5, -1.5, 4.0]]]> : tensor<2x3x3xf32>
  %b6 = xla.constant dense<[[[1.5, -4.0], [2.5, -3.0], [0.5, 2.0]], [[-2.0, -1.0], [3.5, -2.0], [-3.0, 4.0]]]> : tensor<2x3x2xf32>
  %e6_0 = xla.constant dense<[[[3.3125, -1.5], [1.625, 0.0], [0.25, 1.0]], [[-0.48046875, -0.359375], [0.59375, -0.125], [-0.75, 1.0]]]> : tensor<2x3x2xf32>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %b6_ = xla.optimization_barrier %b6 : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %run6 = xla.triangular_solve %a6_, %b6_, left_side = true, lower = true, unit_diagonal = false, transpose_a = ADJOINT : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  xla.custom_call "check.expect_almost_eq"(%run6, %e6_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
  %fold6 = xla.triangular_solve %a6, %b6, left_side = true, lower = true, unit_diagonal = false, transpose_a = ADJOINT : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  xla.custom_call "check.expect_almost_eq"(%fold6, %e6_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()

  // left, upper, ones on the diagonal, NO_TRANSPOSE: complex128
  %a7 = xla.constant dense<[[[(0x7FF8000000000000, 0x7FF8000000000000), (-2.0, 2.5), (3.5, 2.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (4.0, 3.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]], [[(0x7FF8000000000000, 0x7FF8000000000000), (0.5, -1.5), (2.0, -1.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (-1.5, -1.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]]> : tensor<2x3x3xcomplex<f64>>
  %b7 = xla.constant dense<[[[(-2.0, 1.0), (-2.0, -1.5)], [(-2.0, 3.0), (-4.0, 0.5)], [(0.5, 1.5), (-2.0, -1.0)]], [[(1.0, -0.5), (2.5, 3.5)], [(-1.5, 0.5), (-4.0, -2.5)], [(0.5, -3.5), (-3.0, 0.5)]]]> : tensor<2x3x2xcomplex<f64>>
  %e7_0 = xla.constant dense<[[[(-10.125, -17.875), (32.75, 27.75)], [(1.25, -4.75), (0.5, 11.5)], [(0.5, 1.5), (-2.0, -1.0)]], [[(8.5, 13.25), (19.625, -11.625)], [(2.75, -4.25), (-9.0, -4.75)], [(0.5, -3.5), (-3.0, 0.5)]]]> : tensor<2x3x2xcomplex<f64>>
  %a7_ = xla.optimization_barrier %a7 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %b7_ = xla.optimization_barrier %b7 : (tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %run7 = xla.triangular_solve %a7_, %b7_, left_side = true, lower = false, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run7, %e7_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> ()
  %fold7 = xla.triangular_solve %a7, %b7, left_side = true, lower = false, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold7, %e7_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> ()

  // left, upper, ones on the diagonal, TRANSPOSE: float64
  %a8 = xla.constant dense<[[[0x7FF8000000000000, 2.5, -4.0], [0x7FF8000000000000, 0x7FF8000000000000, 3.0], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]], [[0x7FF8000000000000, 4.0, 1.5], [0x7FF8000000000000, 0x7FF8000000000000, 3.5], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]]> : tensor<2x3x3xf64>
  %b8 = xla.constant dense<[[[-1.5, 2.0], [-1.5, -3.5], [3.5, -1.5]], [[3.5, -2.0], [1.5, 2.0], [1.0, -1.0]]]> : tensor<2x3x2xf64>
  %e8_0 = xla.constant dense<[[[-1.5, 2.0], [2.25, -8.5], [-9.25, 32.0]], [[3.5, -2.0], [-12.5, 10.0], [39.5, -33.0]]]> : tensor<2x3x2xf64>
  %a8_ = xla.optimization_barrier %a8 : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %b8_ = xla.optimization_barrier %b8 : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %run8 = xla.triangular_solve %a8_, %b8_, left_side = true, lower = false, unit_diagonal = true, transpose_a = TRANSPOSE : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  xla.custom_call "check.expect_almost_eq"(%run8, %e8_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> ()
  %fold8 = xla.triangular_solve %a8, %b8, left_side = true, lower = false, unit_diagonal = true, transpose_a = TRANSPOSE : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  xla.custom_call "check.expect_almost_eq"(%fold8, %e8_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> ()

  // left, upper, ones on the diagonal, ADJOINT: complex64
  %a9 = xla.constant dense<[[[(0x7FC00000, 0x7FC00000), (-3.5, -1.0), (-1.0, -2.5)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (-1.5, 0.0)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]], [[(0x7FC00000, 0x7FC00000), (3.0, -1.0), (1.5, -0.5)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (4.0, -2.5)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]]]> : tensor<2x3x3xcomplex<f32>>
  %b9 = xla.constant dense<[[[(1.5, -3.5), (0.0, -3.0)], [(-2.5, 1.5), (-0.5, -1.5)], [(3.0, 1.5), (1.5, 4.0)]], [[(-4.0, -1.5), (-1.5, 4.0)], [(1.0, 0.5), (1.0, 4.0)], [(-4.0, 2.5), (2.0, -4.0)]]]> : tensor<2x3x2xcomplex<f32>>
  %e9_0 = xla.constant dense<[[[(1.5, -3.5), (1.1102230246251565e-16, -3.0)], [(-0.75, -12.25), (-3.5, -12.0)], [(-5.375, -24.125), (-11.25, -17.0)]], [[(-4.0, -1.5), (-1.5, 4.0)], [(11.5, 9.0), (9.5, -6.5)], [(-22.25, -58.0), (-48.0, -7.0)]]]> : tensor<2x3x2xcomplex<f32>>
  %a9_ = xla.optimization_barrier %a9 : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %b9_ = xla.optimization_barrier %b9 : (tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  %run9 = xla.triangular_solve %a9_, %b9_, left_side = true, lower = false, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run9, %e9_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> ()
  %fold9 = xla.triangular_solve %a9, %b9, left_side = true, lower = false, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x3x3xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> tensor<2x3x2xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold9, %e9_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>) -> ()

  // left, upper, NO_TRANSPOSE: float32
  %a10 = xla.constant dense<[[[2.0, 3.0, 2.5], [0x7FC00000, 2.0, 3.5], [0x7FC00000, 0x7FC00000, 2.0]], [[4.0, 2.5, 2.0], [0x7FC00000, 4.0, -0.5], [0x7FC00000, 0x7FC00000, 4.0]]]> : tensor<2x3x3xf32>
  %b10 = xla.constant dense<[[[4.0, -2.5], [1.5, -3.5], [4.0, 3.5]], [[0.5, 2.0], [0.5, -2.5], [-0.5, 2.5]]]> : tensor<2x3x2xf32>
  %e10_0 = xla.constant dense<[[[3.625, 3.78125], [-2.75, -4.8125], [2.0, 1.75]], [[0.119140625, 0.529296875], [0.109375, -0.546875], [-0.125, 0.625]]]> : tensor<2x3x2xf32>
  %a10_ = xla.optimization_barrier %a10 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %b10_ = xla.optimization_barrier %b10 : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %run10 = xla.triangular_solve %a10_, %b10_, left_side = true, lower = false, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  xla.custom_call "check.expect_almost_eq"(%run10, %e10_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()
  %fold10 = xla.triangular_solve %a10, %b10, left_side = true, lower = false, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf32>, tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  xla.custom_call "check.expect_almost_eq"(%fold10, %e10_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf32>, tensor<2x3x2xf32>) -> ()

  // left, upper, TRANSPOSE: complex128
  %a11 = xla.constant dense<[[[(2.0, 0.0), (-1.5, 3.0), (2.0, 1.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (2.0, 0.0), (-1.0, -3.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (2.0, 0.0)]], [[(4.0, 0.0), (-2.0, 0.5), (-3.5, 0.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (4.0, 0.0), (0.5, -3.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (4.0, 0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  %b11 = xla.constant dense<[[[(-1.0, 0.5), (-1.0, 2.5)], [(4.0, -0.5), (0.0, -1.0)], [(-1.0, 0.5), (3.5, 0.5)]], [[(1.0, 0.5), (-2.5, -1.0)], [(3.0, -2.5), (2.0, 3.0)], [(-3.0, 3.0), (0.0, 3.5)]]]> : tensor<2x3x2xcomplex<f64>>
  %e11_0 = xla.constant dense<[[[(-0.5, 0.2500000000000003), (-0.5, 1.25)], [(2.0000000000000004, 0.6875000000000002), (1.5, 1.1875)], [(0.15625, 3.7187500000000004), (2.15625, 2.21875)]], [[(0.25, 0.125), (-0.625, -0.25)], [(0.890625, -0.59375), (0.15625, 0.703125)], [(-0.123046875, 1.712890625), (-1.181640625, 0.705078125)]]]> : tensor<2x3x2xcomplex<f64>>
  %a11_ = xla.optimization_barrier %a11 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %b11_ = xla.optimization_barrier %b11 : (tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  %run11 = xla.triangular_solve %a11_, %b11_, left_side = true, lower = false, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run11, %e11_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> ()
  %fold11 = xla.triangular_solve %a11, %b11, left_side = true, lower = false, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x3x3xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> tensor<2x3x2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold11, %e11_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>) -> ()

  // left, upper, ADJOINT: float64
  %a12 = xla.constant dense<[[[2.0, 1.0, -1.5], [0x7FF8000000000000, 2.0, 2.0], [0x7FF8000000000000, 0x7FF8000000000000, 2.0]], [[4.0, -1.0, -2.0], [0x7FF8000000000000, 4.0, -3.0], [0x7FF8000000000000, 0x7FF8000000000000, 4.0]]]> : tensor<2x3x3xf64>
  %b12 = xla.constant dense<[[[-2.5, -2.5], [4.0, 2.5], [2.0, -1.5]], [[-4.0, 1.5], [3.0, -2.5], [-3.5, -1.5]]]> : tensor<2x3x2xf64>
  %e12_0 = xla.constant dense<[[[-1.25, -1.25], [2.625, 1.875], [-2.5625, -3.5625]], [[-1.0, 0.375], [0.5, -0.53125], [-1.0, -0.5859375]]]> : tensor<2x3x2xf64>
  %a12_ = xla.optimization_barrier %a12 : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %b12_ = xla.optimization_barrier %b12 : (tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %run12 = xla.triangular_solve %a12_, %b12_, left_side = true, lower = false, unit_diagonal = false, transpose_a = ADJOINT : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  xla.custom_call "check.expect_almost_eq"(%run12, %e12_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> ()
  %fold12 = xla.triangular_solve %a12, %b12, left_side = true, lower = false, unit_diagonal = false, transpose_a = ADJOINT : (tensor<2x3x3xf64>, tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  xla.custom_call "check.expect_almost_eq"(%fold12, %e12_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x3x2xf64>, tensor<2x3x2xf64>) -> ()

  // right, lower, ones on the diagonal, NO_TRANSPOSE: complex64
  %a13 = xla.constant dense<[[[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-2.0, -1.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(2.0, 0.0), (2.5, 3.5), (0x7FC00000, 0x7FC00000)]], [[(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-2.5, -1.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-1.5, 1.0), (-2.5, 0.5), (0x7FC00000, 0x7FC00000)]]]> : tensor<2x3x3xcomplex<f32>>
  %b13 = xla.constant dense<[[[(-2.0, 4.0), (-4.0, -2.5), (-3.0, -2.5)], [(-3.5, 2.0), (1.0, 3.0), (0.0, -3.0)]], [[(-1.0, 0.5), (3.0, -2.5), (-1.0, 0.5)], [(-0.5, -2.0), (-4.0, -1.5), (-4.0, 1.0)]]]> : tensor<2x2x3xcomplex<f32>>
  %e13_0 = xla.constant dense<[[[(-20.75, 32.25), (-5.25, 14.25), (-3.0, -2.5)], [(-33.0, 19.5), (-9.5, 10.5), (0.0, -3.0)]], [[(0.625, 1.125), (0.75, -0.75), (-1.0, 0.5)], [(-42.25, -2.5), (-13.5, 3.0), (-4.0, 1.0)]]]> : tensor<2x2x3xcomplex<f32>>
  %a13_ = xla.optimization_barrier %a13 : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %b13_ = xla.optimization_barrier %b13 : (tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %run13 = xla.triangular_solve %a13_, %b13_, left_side = false, lower = true, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run13, %e13_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> ()
  %fold13 = xla.triangular_solve %a13, %b13, left_side = false, lower = true, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold13, %e13_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> ()

  // right, lower, ones on the diagonal, TRANSPOSE: float32
  %a14 = xla.constant dense<[[[0x7FC00000, 0x7FC00000, 0x7FC00000], [-2.5, 0x7FC00000, 0x7FC00000], [-2.0, 0.5, 0x7FC00000]], [[0x7FC00000, 0x7FC00000, 0x7FC00000], [2.5, 0x7FC00000, 0x7FC00000], [-2.5, 0.0, 0x7FC00000]]]> : tensor<2x3x3xf32>
  %b14 = xla.constant dense<[[[2.0, -3.5, -3.5], [0.0, -3.5, 2.5]], [[0.0, 4.0, -2.5], [0.0, 3.5, -1.5]]]> : tensor<2x2x3xf32>
  %e14_0 = xla.constant dense<[[[2.0, 1.5, -0.25], [-1.77635686587003e-16, -3.5, 4.25]], [[0.0, 4.0, -2.5], [0.0, 3.5, -1.5]]]> : tensor<2x2x3xf32>
  %a14_ = xla.optimization_barrier %a14 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %b14_ = xla.optimization_barrier %b14 : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %run14 = xla.triangular_solve %a14_, %b14_, left_side = false, lower = true, unit_diagonal = true, transpose_a = TRANSPOSE : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  xla.custom_call "check.expect_almost_eq"(%run14, %e14_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()
  %fold14 = xla.triangular_solve %a14, %b14, left_side = false, lower = true, unit_diagonal = true, transpose_a = TRANSPOSE : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  xla.custom_call "check.expect_almost_eq"(%fold14, %e14_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()

  // right, lower, ones on the diagonal, ADJOINT: complex128
  %a15 = xla.constant dense<[[[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(-1.0, -0.5), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(1.5, -4.0), (0.0, -2.5), (0x7FF8000000000000, 0x7FF8000000000000)]], [[(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(-4.0, 0.0), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(-1.0, 1.0), (-2.0, 3.5), (0x7FF8000000000000, 0x7FF8000000000000)]]]> : tensor<2x3x3xcomplex<f64>>
  %b15 = xla.constant dense<[[[(3.5, -4.0), (3.5, 4.0), (-4.0, 0.5)], [(-3.0, -1.0), (0.5, -1.0), (2.5, -2.0)]], [[(3.0, 2.0), (2.5, 2.0), (3.5, -1.0)], [(-2.0, -3.0), (3.0, -1.5), (-1.5, 0.0)]]]> : tensor<2x2x3xcomplex<f64>>
  %e15_0 = xla.constant dense<[[[(3.5, -4.0), (5.0, -1.7499999999999998), (-29.625, -20.0)], [(-2.9999999999999996, -0.9999999999999997), (-2.999999999999999, -0.4999999999999999), (1.7500000000000009, 18.999999999999996)]], [[(3.0000000000000004, 2.0), (14.500000000000002, 10.0), (-1.5, 74.75)], [(-2.0, -3.0000000000000004), (-5.0, -13.500000000000002), (36.75, -49.5)]]]> : tensor<2x2x3xcomplex<f64>>
  %a15_ = xla.optimization_barrier %a15 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %b15_ = xla.optimization_barrier %b15 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %run15 = xla.triangular_solve %a15_, %b15_, left_side = false, lower = true, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run15, %e15_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> ()
  %fold15 = xla.triangular_solve %a15, %b15, left_side = false, lower = true, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold15, %e15_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> ()

  // right, lower, NO_TRANSPOSE: float64
  %a16 = xla.constant dense<[[[2.0, 0x7FF8000000000000, 0x7FF8000000000000], [0.5, 2.0, 0x7FF8000000000000], [-0.5, 1.0, 2.0]], [[4.0, 0x7FF8000000000000, 0x7FF8000000000000], [2.0, 4.0, 0x7FF8000000000000], [3.5, 3.0, 4.0]]]> : tensor<2x3x3xf64>
  %b16 = xla.constant dense<[[[3.5, 2.0, 2.5], [-0.5, -1.0, -2.0]], [[-3.5, 1.5, 4.0], [4.0, -1.0, 2.5]]]> : tensor<2x2x3xf64>
  %e16_0 = xla.constant dense<[[[1.96875, 0.375, 1.25], [-0.5, 0.0, -1.0]], [[-1.5625, -0.375, 1.0], [0.8125, -0.71875, 0.625]]]> : tensor<2x2x3xf64>
  %a16_ = xla.optimization_barrier %a16 : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %b16_ = xla.optimization_barrier %b16 : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %run16 = xla.triangular_solve %a16_, %b16_, left_side = false, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  xla.custom_call "check.expect_almost_eq"(%run16, %e16_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> ()
  %fold16 = xla.triangular_solve %a16, %b16, left_side = false, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  xla.custom_call "check.expect_almost_eq"(%fold16, %e16_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> ()

  // right, lower, TRANSPOSE: complex64
  %a17 = xla.constant dense<[[[(2.0, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-2.5, 4.0), (2.0, 0.0), (0x7FC00000, 0x7FC00000)], [(1.5, 0.5), (1.5, -3.5), (2.0, 0.0)]], [[(4.0, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(3.5, 4.0), (4.0, 0.0), (0x7FC00000, 0x7FC00000)], [(-0.5, -4.0), (-2.5, -3.0), (4.0, 0.0)]]]> : tensor<2x3x3xcomplex<f32>>
  %b17 = xla.constant dense<[[[(-2.5, 0.5), (3.0, -1.0), (4.0, 3.5)], [(-1.5, -1.5), (1.5, -4.0), (-1.5, -1.0)]], [[(3.5, 0.0), (2.5, -3.0), (0.0, -2.5)], [(-1.5, -3.5), (-3.0, 4.0), (2.0, 3.0)]]]> : tensor<2x2x3xcomplex<f32>>
  %e17_0 = xla.constant dense<[[[(-1.25, 0.25), (0.4375, 2.3125), (-1.375, 0.90625)], [(-0.75, -0.75), (-1.6875, -1.4375), (3.40625, -1.625)]], [[(0.875, 0.0), (-0.140625, -1.625), (1.240234375, -0.87109375)], [(-0.375, -0.875), (-1.296875, 2.140625), (-1.087890625, 0.630859375)]]]> : tensor<2x2x3xcomplex<f32>>
  %a17_ = xla.optimization_barrier %a17 : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %b17_ = xla.optimization_barrier %b17 : (tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %run17 = xla.triangular_solve %a17_, %b17_, left_side = false, lower = true, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run17, %e17_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> ()
  %fold17 = xla.triangular_solve %a17, %b17, left_side = false, lower = true, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold17, %e17_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> ()

  // right, lower, ADJOINT: float32
  %a18 = xla.constant dense<[[[2.0, 0x7FC00000, 0x7FC00000], [-0.5, 2.0, 0x7FC00000], [2.0, 3.0, 2.0]], [[4.0, 0x7FC00000, 0x7FC00000], [1.5, 4.0, 0x7FC00000], [-3.5, -1.5, 4.0]]]> : tensor<2x3x3xf32>
  %b18 = xla.constant dense<[[[4.0, 2.0, 0.0], [1.5, -3.5, -2.5]], [[1.5, 3.0, 1.5], [2.5, -1.0, -1.5]]]> : tensor<2x2x3xf32>
  %e18_0 = xla.constant dense<[[[2.0, 1.5, -4.25], [0.75, -1.5625, 0.34375]], [[0.375, 0.609375, 0.931640625], [0.625, -0.484375, -0.009765625]]]> : tensor<2x2x3xf32>
  %a18_ = xla.optimization_barrier %a18 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %b18_ = xla.optimization_barrier %b18 : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %run18 = xla.triangular_solve %a18_, %b18_, left_side = false, lower = true, unit_diagonal = false, transpose_a = ADJOINT : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  xla.custom_call "check.expect_almost_eq"(%run18, %e18_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()
  %fold18 = xla.triangular_solve %a18, %b18, left_side = false, lower = true, unit_diagonal = false, transpose_a = ADJOINT : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  xla.custom_call "check.expect_almost_eq"(%fold18, %e18_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()

  // right, upper, ones on the diagonal, NO_TRANSPOSE: complex128
  %a19 = xla.constant dense<[[[(0x7FF8000000000000, 0x7FF8000000000000), (-1.5, 2.0), (-2.5, -1.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (-0.5, 1.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]], [[(0x7FF8000000000000, 0x7FF8000000000000), (1.0, 0.0), (1.0, 3.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (1.5, -3.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)]]]> : tensor<2x3x3xcomplex<f64>>
  %b19 = xla.constant dense<[[[(-2.0, -3.0), (-2.0, 2.5), (-2.5, 1.5)], [(1.5, 1.0), (-2.0, -1.5), (3.5, 2.5)]], [[(-2.0, -2.5), (-4.0, -1.0), (-2.0, -2.5)], [(2.5, -0.5), (-2.5, -1.0), (-2.0, 3.5)]]]> : tensor<2x2x3xcomplex<f64>>
  %e19_0 = xla.constant dense<[[[(-1.9999999999999991, -3.0), (-11.0, 1.9999999999999984), (-6.499999999999999, 3.0000000000000027)], [(1.5, 1.0000000000000002), (2.2500000000000004, -3.0000000000000004), (3.874999999999999, 3.4999999999999982)]], [[(-2.0, -2.5), (-2.0000000000000004, 1.5000000000000002), (-10.25, -1.2500000000000024)], [(2.5, -0.5000000000000003), (-5.000000000000002, -0.5000000000000007), (2.7500000000000044, -19.000000000000004)]]]> : tensor<2x2x3xcomplex<f64>>
  %a19_ = xla.optimization_barrier %a19 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %b19_ = xla.optimization_barrier %b19 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %run19 = xla.triangular_solve %a19_, %b19_, left_side = false, lower = false, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run19, %e19_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> ()
  %fold19 = xla.triangular_solve %a19, %b19, left_side = false, lower = false, unit_diagonal = true, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold19, %e19_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> ()

  // right, upper, ones on the diagonal, TRANSPOSE: float64
  %a20 = xla.constant dense<[[[0x7FF8000000000000, -3.5, -2.5], [0x7FF8000000000000, 0x7FF8000000000000, 4.0], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]], [[0x7FF8000000000000, -4.0, 4.0], [0x7FF8000000000000, 0x7FF8000000000000, -3.0], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000]]]> : tensor<2x3x3xf64>
  %b20 = xla.constant dense<[[[-3.0, -4.0, 0.5], [-4.0, -2.0, -1.5]], [[4.0, 3.5, -1.0], [2.5, 3.5, -1.0]]]> : tensor<2x2x3xf64>
  %e20_0 = xla.constant dense<[[[-22.75, -6.0, 0.5], [6.25, 4.0, -1.5]], [[10.0, 0.5, -1.0], [8.5, 0.5, -1.0]]]> : tensor<2x2x3xf64>
  %a20_ = xla.optimization_barrier %a20 : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %b20_ = xla.optimization_barrier %b20 : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %run20 = xla.triangular_solve %a20_, %b20_, left_side = false, lower = false, unit_diagonal = true, transpose_a = TRANSPOSE : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  xla.custom_call "check.expect_almost_eq"(%run20, %e20_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> ()
  %fold20 = xla.triangular_solve %a20, %b20, left_side = false, lower = false, unit_diagonal = true, transpose_a = TRANSPOSE : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  xla.custom_call "check.expect_almost_eq"(%fold20, %e20_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> ()

  // right, upper, ones on the diagonal, ADJOINT: complex64
  %a21 = xla.constant dense<[[[(0x7FC00000, 0x7FC00000), (3.0, -1.0), (1.0, -0.5)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (-1.5, -0.5)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]], [[(0x7FC00000, 0x7FC00000), (1.5, -3.0), (2.5, -3.5)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (2.5, -1.5)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)]]]> : tensor<2x3x3xcomplex<f32>>
  %b21 = xla.constant dense<[[[(-2.5, -1.5), (3.0, 3.5), (2.5, 0.5)], [(4.0, 0.0), (3.0, -2.0), (3.0, -3.5)]], [[(0.5, -3.5), (-4.0, 3.5), (2.0, -4.0)], [(0.0, 4.0), (2.5, -4.0), (1.0, 0.0)]]]> : tensor<2x2x3xcomplex<f32>>
  %e21_0 = xla.constant dense<[[[(-22.75, -19.25), (7.0, 3.0), (2.5, 0.5)], [(-26.75, 22.5), (5.75, -8.75), (3.0, -3.5)]], [[(35.5, 28.75), (-15.0, 10.5), (2.0, -4.0)], [(-19.0, 8.75), (0.0, -5.5), (1.0, 0.0)]]]> : tensor<2x2x3xcomplex<f32>>
  %a21_ = xla.optimization_barrier %a21 : (tensor<2x3x3xcomplex<f32>>) -> tensor<2x3x3xcomplex<f32>>
  %b21_ = xla.optimization_barrier %b21 : (tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  %run21 = xla.triangular_solve %a21_, %b21_, left_side = false, lower = false, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run21, %e21_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> ()
  %fold21 = xla.triangular_solve %a21, %b21, left_side = false, lower = false, unit_diagonal = true, transpose_a = ADJOINT : (tensor<2x3x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> tensor<2x2x3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold21, %e21_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f32>>, tensor<2x2x3xcomplex<f32>>) -> ()

  // right, upper, NO_TRANSPOSE: float32
  %a22 = xla.constant dense<[[[2.0, -4.0, 3.5], [0x7FC00000, 2.0, 2.0], [0x7FC00000, 0x7FC00000, 2.0]], [[4.0, -2.0, -0.5], [0x7FC00000, 4.0, 0.5], [0x7FC00000, 0x7FC00000, 4.0]]]> : tensor<2x3x3xf32>
  %b22 = xla.constant dense<[[[2.0, -1.5, -3.5], [-4.0, -0.5, -3.0]], [[-3.0, 2.5, 3.0], [1.0, -3.5, -2.5]]]> : tensor<2x2x3xf32>
  %e22_0 = xla.constant dense<[[[1.0, 1.25, -4.75], [-2.0, -4.25, 6.25]], [[-0.75, 0.25, 0.625], [0.25, -0.75, -0.5]]]> : tensor<2x2x3xf32>
  %a22_ = xla.optimization_barrier %a22 : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  %b22_ = xla.optimization_barrier %b22 : (tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %run22 = xla.triangular_solve %a22_, %b22_, left_side = false, lower = false, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  xla.custom_call "check.expect_almost_eq"(%run22, %e22_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()
  %fold22 = xla.triangular_solve %a22, %b22, left_side = false, lower = false, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x3x3xf32>, tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  xla.custom_call "check.expect_almost_eq"(%fold22, %e22_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> ()

  // right, upper, TRANSPOSE: complex128
  %a23 = xla.constant dense<[[[(2.0, 0.0), (1.5, 3.5), (-2.0, 2.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (2.0, 0.0), (1.5, 3.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (2.0, 0.0)]], [[(4.0, 0.0), (-3.0, 3.5), (0.0, -2.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (4.0, 0.0), (1.0, 0.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (4.0, 0.0)]]]> : tensor<2x3x3xcomplex<f64>>
  %b23 = xla.constant dense<[[[(-3.5, -4.0), (0.0, -1.0), (-3.0, -3.5)], [(-2.0, 2.0), (-2.0, 1.0), (-2.0, 3.0)]], [[(3.0, 1.5), (2.0, -3.0), (3.5, 3.5)], [(3.0, -2.5), (-2.5, 4.0), (3.0, 1.5)]]]> : tensor<2x2x3xcomplex<f64>>
  %e23_0 = xla.constant dense<[[[(2.03125, -1.0625), (-1.9375, 3.4375), (-1.5, -1.75)], [(0.0625, -1.25), (2.375, 1.125), (-1.0, 1.5)]], [[(-0.447265625, -0.228515625), (0.390625, -1.078125), (0.875, 0.875)], [(0.65234375, 1.123046875), (-0.765625, 0.8125), (0.75, 0.375)]]]> : tensor<2x2x3xcomplex<f64>>
  %a23_ = xla.optimization_barrier %a23 : (tensor<2x3x3xcomplex<f64>>) -> tensor<2x3x3xcomplex<f64>>
  %b23_ = xla.optimization_barrier %b23 : (tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  %run23 = xla.triangular_solve %a23_, %b23_, left_side = false, lower = false, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run23, %e23_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> ()
  %fold23 = xla.triangular_solve %a23, %b23, left_side = false, lower = false, unit_diagonal = false, transpose_a = TRANSPOSE : (tensor<2x3x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> tensor<2x2x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold23, %e23_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xcomplex<f64>>, tensor<2x2x3xcomplex<f64>>) -> ()

  // right, upper, ADJOINT: float64
  %a24 = xla.constant dense<[[[2.0, -2.0, -2.0], [0x7FF8000000000000, 2.0, -1.0], [0x7FF8000000000000, 0x7FF8000000000000, 2.0]], [[4.0, 3.0, -4.0], [0x7FF8000000000000, 4.0, -2.5], [0x7FF8000000000000, 0x7FF8000000000000, 4.0]]]> : tensor<2x3x3xf64>
  %b24 = xla.constant dense<[[[-1.5, -3.0, 0.5], [0.0, -0.5, 1.5]], [[-3.0, -1.5, 2.0], [3.5, -4.0, 3.0]]]> : tensor<2x2x3xf64>
  %e24_0 = xla.constant dense<[[[-1.875, -1.375, 0.25], [0.875, 0.125, 0.75]], [[-0.203125, -0.0625, 0.5], [2.0234375, -0.53125, 0.75]]]> : tensor<2x2x3xf64>
  %a24_ = xla.optimization_barrier %a24 : (tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %b24_ = xla.optimization_barrier %b24 : (tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %run24 = xla.triangular_solve %a24_, %b24_, left_side = false, lower = false, unit_diagonal = false, transpose_a = ADJOINT : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  xla.custom_call "check.expect_almost_eq"(%run24, %e24_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> ()
  %fold24 = xla.triangular_solve %a24, %b24, left_side = false, lower = false, unit_diagonal = false, transpose_a = ADJOINT : (tensor<2x3x3xf64>, tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  xla.custom_call "check.expect_almost_eq"(%fold24, %e24_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3xf64>, tensor<2x2x3xf64>) -> ()

  // no right-hand sides
  %a25 = xla.constant dense<[[1.0, 0.0], [0.0, 1.0]]> : tensor<2x2xf32>
  %b25 = xla.constant dense<> : tensor<2x0xf32>
  %e25_0 = xla.constant dense<> : tensor<2x0xf32>
  %a25_ = xla.optimization_barrier %a25 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %b25_ = xla.optimization_barrier %b25 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %run25 = xla.triangular_solve %a25_, %b25_, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x2xf32>, tensor<2x0xf32>) -> tensor<2x0xf32>
  xla.custom_call "check.expect_almost_eq"(%run25, %e25_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x0xf32>, tensor<2x0xf32>) -> ()
  %fold25 = xla.triangular_solve %a25, %b25, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<2x2xf32>, tensor<2x0xf32>) -> tensor<2x0xf32>
  xla.custom_call "check.expect_almost_eq"(%fold25, %e25_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x0xf32>, tensor<2x0xf32>) -> ()

  // no unknowns
  %a26 = xla.constant dense<> : tensor<0x0xf32>
  %b26 = xla.constant dense<> : tensor<0x2xf32>
  %e26_0 = xla.constant dense<> : tensor<0x2xf32>
  %a26_ = xla.optimization_barrier %a26 : (tensor<0x0xf32>) -> tensor<0x0xf32>
  %b26_ = xla.optimization_barrier %b26 : (tensor<0x2xf32>) -> tensor<0x2xf32>
  %run26 = xla.triangular_solve %a26_, %b26_, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<0x0xf32>, tensor<0x2xf32>) -> tensor<0x2xf32>
  xla.custom_call "check.expect_almost_eq"(%run26, %e26_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
  %fold26 = xla.triangular_solve %a26, %b26, left_side = true, lower = true, unit_diagonal = false, transpose_a = NO_TRANSPOSE : (tensor<0x0xf32>, tensor<0x2xf32>) -> tensor<0x2xf32>
  xla.custom_call "check.expect_almost_eq"(%fold26, %e26_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
  return
}
