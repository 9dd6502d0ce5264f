// RUN: xla-run %s
//
// dynamic_update_slice: starts are clamped so that the update fits; the operand stays as it is.

func.func @main() {
  // the documents' example in one dimension
  %c0 = xla.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %v1 = xla.optimization_barrier %c0 : (tensor<5xf32>) -> tensor<5xf32>
  %c2 = xla.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %v3 = xla.optimization_barrier %c2 : (tensor<2xf32>) -> tensor<2xf32>
  %c4 = xla.constant dense<2> : tensor<i32>
  %v5 = xla.optimization_barrier %c4 : (tensor<i32>) -> tensor<i32>
  %r6 = xla.dynamic_update_slice %v1, %v3 at [%v5] : (tensor<5xf32>, tensor<2xf32>, tensor<i32>) -> tensor<5xf32>
  %c7 = xla.constant dense<[0.0, 1.0, 5.0, 6.0, 4.0]> : tensor<5xf32>
  xla.custom_call "check.expect_eq"(%r6, %c7) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %c8 = xla.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  xla.custom_call "check.expect_eq"(%v1, %c8) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  // and in two
  %c9 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v10 = xla.optimization_barrier %c9 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c11 = xla.constant dense<[[12.0, 13.0], [14.0, 15.0], [16.0, 17.0]]> : tensor<3x2xf32>
  %v12 = xla.optimization_barrier %c11 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %c13 = xla.constant dense<1> : tensor<i32>
  %v14 = xla.optimization_barrier %c13 : (tensor<i32>) -> tensor<i32>
  %c15 = xla.constant dense<1> : tensor<i32>
  %v16 = xla.optimization_barrier %c15 : (tensor<i32>) -> tensor<i32>
  %r17 = xla.dynamic_update_slice %v10, %v12 at [%v14, %v16] : (tensor<4x3xf32>, tensor<3x2xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %c18 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 12.0, 13.0], [6.0, 14.0, 15.0], [9.0, 16.0, 17.0]]> : tensor<4x3xf32>
  xla.custom_call "check.expect_eq"(%r17, %c18) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  %c19 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  xla.custom_call "check.expect_eq"(%v10, %c19) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  // too far: clamped
  %c20 = xla.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  %v21 = xla.optimization_barrier %c20 : (tensor<4x3xi32>) -> tensor<4x3xi32>
  %c22 = xla.constant dense<[[-1, -1, -1], [-1, -1, -1]]> : tensor<2x3xi32>
  %v23 = xla.optimization_barrier %c22 : (tensor<2x3xi32>) -> tensor<2x3xi32>
  %c24 = xla.constant dense<4611686018427387904> : tensor<i64>
  %v25 = xla.optimization_barrier %c24 : (tensor<i64>) -> tensor<i64>
  %c26 = xla.constant dense<-7> : tensor<i64>
  %v27 = xla.optimization_barrier %c26 : (tensor<i64>) -> tensor<i64>
  %r28 = xla.dynamic_update_slice %v21, %v23 at [%v25, %v27] : (tensor<4x3xi32>, tensor<2x3xi32>, tensor<i64>, tensor<i64>) -> tensor<4x3xi32>
  %c29 = xla.constant dense<[[0, 1, 2], [3, 4, 5], [-1, -1, -1], [-1, -1, -1]]> : tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%r28, %c29) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  %c30 = xla.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xi32>
  xla.custom_call "check.expect_eq"(%v21, %c30) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
  // 64 bits without sign
  %c31 = xla.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xui8>
  %v32 = xla.optimization_barrier %c31 : (tensor<4x3xui8>) -> tensor<4x3xui8>
  %c33 = xla.constant dense<[[99]]> : tensor<1x1xui8>
  %v34 = xla.optimization_barrier %c33 : (tensor<1x1xui8>) -> tensor<1x1xui8>
  %c35 = xla.constant dense<18446744073709551615> : tensor<ui64>
  %v36 = xla.optimization_barrier %c35 : (tensor<ui64>) -> tensor<ui64>
  %c37 = xla.constant dense<1> : tensor<ui64>
  %v38 = xla.optimization_barrier %c37 : (tensor<ui64>) -> tensor<ui64>
  %r39 = xla.dynamic_update_slice %v32, %v34 at [%v36, %v38] : (tensor<4x3xui8>, tensor<1x1xui8>, tensor<ui64>, tensor<ui64>) -> tensor<4x3xui8>
  %c40 = xla.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 99, 11]]> : tensor<4x3xui8>
  xla.custom_call "check.expect_eq"(%r39, %c40) {has_side_effect = true} : (tensor<4x3xui8>, tensor<4x3xui8>) -> ()
  %c41 = xla.constant dense<[[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]> : tensor<4x3xui8>
  xla.custom_call "check.expect_eq"(%v32, %c41) {has_side_effect = true} : (tensor<4x3xui8>, tensor<4x3xui8>) -> ()
  // rows in the middle
  %c42 = xla.constant dense<[[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]> : tensor<2x3x4xf32>
  %v43 = xla.optimization_barrier %c42 : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %c44 = xla.constant dense<[[[-0.0, -1.0, -2.0, -3.0]], [[-4.0, -5.0, -6.0, -7.0]]]> : tensor<2x1x4xf32>
  %v45 = xla.optimization_barrier %c44 : (tensor<2x1x4xf32>) -> tensor<2x1x4xf32>
  %c46 = xla.constant dense<0> : tensor<i32>
  %v47 = xla.optimization_barrier %c46 : (tensor<i32>) -> tensor<i32>
  %c48 = xla.constant dense<-1> : tensor<i32>
  %v49 = xla.optimization_barrier %c48 : (tensor<i32>) -> tensor<i32>
  %c50 = xla.constant dense<0> : tensor<i32>
  %v51 = xla.optimization_barrier %c50 : (tensor<i32>) -> tensor<i32>
  %r52 = xla.dynamic_update_slice %v43, %v45 at [%v47, %v49, %v51] : (tensor<2x3x4xf32>, tensor<2x1x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x4xf32>
  %c53 = xla.constant dense<[[[-0.0, -1.0, -2.0, -3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[-4.0, -5.0, -6.0, -7.0], [16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]> : tensor<2x3x4xf32>
  xla.custom_call "check.expect_eq"(%r52, %c53) {has_side_effect = true} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
  %c54 = xla.constant dense<[[[0.0, 1.0, 2.0, 3.0], [4.0, 5.0, 6.0, 7.0], [8.0, 9.0, 10.0, 11.0]], [[12.0, 13.0, 14.0, 15.0], [16.0, 17.0, 18.0, 19.0], [20.0, 21.0, 22.0, 23.0]]]> : tensor<2x3x4xf32>
  xla.custom_call "check.expect_eq"(%v43, %c54) {has_side_effect = true} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
  // nothing
  %c55 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v56 = xla.optimization_barrier %c55 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c57 = xla.constant dense<> : tensor<0x3xf32>
  %v58 = xla.optimization_barrier %c57 : (tensor<0x3xf32>) -> tensor<0x3xf32>
  %c59 = xla.constant dense<1> : tensor<i32>
  %v60 = xla.optimization_barrier %c59 : (tensor<i32>) -> tensor<i32>
  %c61 = xla.constant dense<0> : tensor<i32>
  %v62 = xla.optimization_barrier %c61 : (tensor<i32>) -> tensor<i32>
  %r63 = xla.dynamic_update_slice %v56, %v58 at [%v60, %v62] : (tensor<4x3xf32>, tensor<0x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %c64 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  xla.custom_call "check.expect_eq"(%r63, %c64) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  %c65 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  xla.custom_call "check.expect_eq"(%v56, %c65) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  // everything
  %c66 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %v67 = xla.optimization_barrier %c66 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c68 = xla.constant dense<[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf32>
  %v69 = xla.optimization_barrier %c68 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %c70 = xla.constant dense<1> : tensor<i32>
  %v71 = xla.optimization_barrier %c70 : (tensor<i32>) -> tensor<i32>
  %c72 = xla.constant dense<1> : tensor<i32>
  %v73 = xla.optimization_barrier %c72 : (tensor<i32>) -> tensor<i32>
  %r74 = xla.dynamic_update_slice %v67, %v69 at [%v71, %v73] : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %c75 = xla.constant dense<[[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]> : tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%r74, %c75) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  %c76 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  xla.custom_call "check.expect_eq"(%v67, %c76) {has_side_effect = true} : (tensor<2x3xf32>, tensor<2x3xf32>) -> ()
  return
}
