// RUN: xla-run %s
//
// dynamic_slice: starts are clamped so that the slice fits, whatever their type.

func.func @main() {
  // in bounds
  %c0 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v1 = xla.optimization_barrier %c0 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c2 = xla.constant dense<1> : tensor<i32>
  %v3 = xla.optimization_barrier %c2 : (tensor<i32>) -> tensor<i32>
  %c4 = xla.constant dense<1> : tensor<i32>
  %v5 = xla.optimization_barrier %c4 : (tensor<i32>) -> tensor<i32>
  %r6 = xla.dynamic_slice %v1 at [%v3, %v5], sizes = [2, 2] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %c7 = xla.constant dense<[[4.0, 5.0], [7.0, 8.0]]> : tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%r6, %c7) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  // too far: clamped
  %c8 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v9 = xla.optimization_barrier %c8 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c10 = xla.constant dense<3> : tensor<i32>
  %v11 = xla.optimization_barrier %c10 : (tensor<i32>) -> tensor<i32>
  %c12 = xla.constant dense<2> : tensor<i32>
  %v13 = xla.optimization_barrier %c12 : (tensor<i32>) -> tensor<i32>
  %r14 = xla.dynamic_slice %v9 at [%v11, %v13], sizes = [2, 2] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  %c15 = xla.constant dense<[[7.0, 8.0], [10.0, 11.0]]> : tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%r14, %c15) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  // negative
  %c16 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v17 = xla.optimization_barrier %c16 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c18 = xla.constant dense<-5> : tensor<i64>
  %v19 = xla.optimization_barrier %c18 : (tensor<i64>) -> tensor<i64>
  %c20 = xla.constant dense<-9223372036854775808> : tensor<i64>
  %v21 = xla.optimization_barrier %c20 : (tensor<i64>) -> tensor<i64>
  %r22 = xla.dynamic_slice %v17 at [%v19, %v21], sizes = [2, 2] : (tensor<4x3xf32>, tensor<i64>, tensor<i64>) -> tensor<2x2xf32>
  %c23 = xla.constant dense<[[0.0, 1.0], [3.0, 4.0]]> : tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%r22, %c23) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  // unsigned
  %c24 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v25 = xla.optimization_barrier %c24 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c26 = xla.constant dense<255> : tensor<ui8>
  %v27 = xla.optimization_barrier %c26 : (tensor<ui8>) -> tensor<ui8>
  %c28 = xla.constant dense<2> : tensor<ui8>
  %v29 = xla.optimization_barrier %c28 : (tensor<ui8>) -> tensor<ui8>
  %r30 = xla.dynamic_slice %v25 at [%v27, %v29], sizes = [3, 1] : (tensor<4x3xf32>, tensor<ui8>, tensor<ui8>) -> tensor<3x1xf32>
  %c31 = xla.constant dense<[[5.0], [8.0], [11.0]]> : tensor<3x1xf32>
  xla.custom_call "check.expect_eq"(%r30, %c31) {has_side_effect = true} : (tensor<3x1xf32>, tensor<3x1xf32>) -> ()
  // 64 bits without sign
  %c32 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v33 = xla.optimization_barrier %c32 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c34 = xla.constant dense<18446744073709551615> : tensor<ui64>
  %v35 = xla.optimization_barrier %c34 : (tensor<ui64>) -> tensor<ui64>
  %c36 = xla.constant dense<9223372036854775808> : tensor<ui64>
  %v37 = xla.optimization_barrier %c36 : (tensor<ui64>) -> tensor<ui64>
  %r38 = xla.dynamic_slice %v33 at [%v35, %v37], sizes = [1, 3] : (tensor<4x3xf32>, tensor<ui64>, tensor<ui64>) -> tensor<1x3xf32>
  %c39 = xla.constant dense<[[9.0, 10.0, 11.0]]> : tensor<1x3xf32>
  xla.custom_call "check.expect_eq"(%r38, %c39) {has_side_effect = true} : (tensor<1x3xf32>, tensor<1x3xf32>) -> ()
  // nothing at all
  %c40 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v41 = xla.optimization_barrier %c40 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c42 = xla.constant dense<9> : tensor<i32>
  %v43 = xla.optimization_barrier %c42 : (tensor<i32>) -> tensor<i32>
  %c44 = xla.constant dense<0> : tensor<i32>
  %v45 = xla.optimization_barrier %c44 : (tensor<i32>) -> tensor<i32>
  %r46 = xla.dynamic_slice %v41 at [%v43, %v45], sizes = [0, 3] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<0x3xf32>
  %c47 = xla.constant dense<> : tensor<0x3xf32>
  xla.custom_call "check.expect_eq"(%r46, %c47) {has_side_effect = true} : (tensor<0x3xf32>, tensor<0x3xf32>) -> ()
  // everything
  %c48 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v49 = xla.optimization_barrier %c48 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c50 = xla.constant dense<1> : tensor<i32>
  %v51 = xla.optimization_barrier %c50 : (tensor<i32>) -> tensor<i32>
  %c52 = xla.constant dense<1> : tensor<i32>
  %v53 = xla.optimization_barrier %c52 : (tensor<i32>) -> tensor<i32>
  %r54 = xla.dynamic_slice %v49 at [%v51, %v53], sizes = [4, 3] : (tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<4x3xf32>
  %c55 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  xla.custom_call "check.expect_eq"(%r54, %c55) {has_side_effect = true} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
  // the documents' examples: five elements from 2 on, and a 2x2 part from [1, 1] on
  %c56 = xla.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %v57 = xla.optimization_barrier %c56 : (tensor<5xf32>) -> tensor<5xf32>
  %c58 = xla.constant dense<[2]> : tensor<1xi32>
  %v59 = xla.optimization_barrier %c58 : (tensor<1xi32>) -> tensor<1xi32>
  %r60 = xla.dynamic_slice %v57 at [%v59], sizes = [2] : (tensor<5xf32>, tensor<1xi32>) -> tensor<2xf32>
  %c61 = xla.constant dense<[2.0, 3.0]> : tensor<2xf32>
  xla.custom_call "check.expect_eq"(%r60, %c61) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %c62 = xla.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 8.0], [9.0, 10.0, 11.0]]> : tensor<4x3xf32>
  %v63 = xla.optimization_barrier %c62 : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %c64 = xla.constant dense<[2, 1]> : tensor<2xi32>
  %v65 = xla.optimization_barrier %c64 : (tensor<2xi32>) -> tensor<2xi32>
  %r66 = xla.dynamic_slice %v63 at [%v65], sizes = [2, 2] : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  %c67 = xla.constant dense<[[7.0, 8.0], [10.0, 11.0]]> : tensor<2x2xf32>
  xla.custom_call "check.expect_eq"(%r66, %c67) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return
}
