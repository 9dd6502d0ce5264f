// RUN: xla-run %s --xla-keep-barriers
//
// The first elements of a sort of which slices alone are read, which are selected, against those of one that is read whole.

func.func @main() {
  // the largest, with their places
  %v1 = xla.iota dim = 0 : tensor<3000xi32>
  %v2 = xla.constant dense<7919> : tensor<3000xi32>
  %v3 = xla.mul %v1, %v2 : tensor<3000xi32>
  %v4 = xla.constant dense<97> : tensor<3000xi32>
  %v5 = xla.rem %v3, %v4 : tensor<3000xi32>
  %v6 = xla.convert %v5 : (tensor<3000xi32>) -> tensor<3000xf32>
  %v7 = xla.reshape %v6 : (tensor<3000xf32>) -> tensor<3x1000xf32>
  %v8 = xla.iota dim = 1 : tensor<3x1000xi32>
  %v9 = xla.optimization_barrier %v7 : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  %s10:2 = xla.sort(%v9, %v8) dim = 1, is_stable = true : (tensor<3x1000xf32>, tensor<3x1000xi32>) -> (tensor<3x1000xf32>, tensor<3x1000xi32>) comparator {
  ^bb0(%p0: tensor<f32>, %q0: tensor<f32>, %p1: tensor<i32>, %q1: tensor<i32>):
    %before = xla.gt %p0, %q0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %v11 = xla.optimization_barrier %s10#0 : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  %v12 = xla.slice %v11 [0:3, 0:5] : (tensor<3x1000xf32>) -> tensor<3x5xf32>
  %v13 = xla.optimization_barrier %s10#1 : (tensor<3x1000xi32>) -> tensor<3x1000xi32>
  %v14 = xla.slice %v13 [0:3, 0:5] : (tensor<3x1000xi32>) -> tensor<3x5xi32>
  %v15 = xla.optimization_barrier %v7 : (tensor<3x1000xf32>) -> tensor<3x1000xf32>
  %s16:2 = xla.sort(%v15, %v8) dim = 1, is_stable = true : (tensor<3x1000xf32>, tensor<3x1000xi32>) -> (tensor<3x1000xf32>, tensor<3x1000xi32>) comparator {
  ^bb0(%p0: tensor<f32>, %q0: tensor<f32>, %p1: tensor<i32>, %q1: tensor<i32>):
    %before = xla.gt %p0, %q0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %v17 = xla.slice %s16#0 [0:3, 0:5] : (tensor<3x1000xf32>) -> tensor<3x5xf32>
  %v18 = xla.slice %s16#1 [0:3, 0:5] : (tensor<3x1000xi32>) -> tensor<3x5xi32>
  xla.custom_call "check.expect_eq"(%v12, %v17) {has_side_effect = true} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
  xla.custom_call "check.expect_eq"(%v14, %v18) {has_side_effect = true} : (tensor<3x5xi32>, tensor<3x5xi32>) -> ()
  // along the first dimension, all equal to others
  %v19 = xla.iota dim = 0 : tensor<2400xi32>
  %v20 = xla.constant dense<7919> : tensor<2400xi32>
  %v21 = xla.mul %v19, %v20 : tensor<2400xi32>
  %v22 = xla.constant dense<97> : tensor<2400xi32>
  %v23 = xla.rem %v21, %v22 : tensor<2400xi32>
  %v24 = xla.reshape %v23 : (tensor<2400xi32>) -> tensor<800x3xi32>
  %v25 = xla.iota dim = 0 : tensor<800x3xi32>
  %v26 = xla.optimization_barrier %v24 : (tensor<800x3xi32>) -> tensor<800x3xi32>
  %s27:2 = xla.sort(%v26, %v25) dim = 0, is_stable = true : (tensor<800x3xi32>, tensor<800x3xi32>) -> (tensor<800x3xi32>, tensor<800x3xi32>) comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>, %p1: tensor<i32>, %q1: tensor<i32>):
    %before = xla.lt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %v28 = xla.optimization_barrier %s27#0 : (tensor<800x3xi32>) -> tensor<800x3xi32>
  %v29 = xla.slice %v28 [0:100, 0:3] : (tensor<800x3xi32>) -> tensor<100x3xi32>
  %v30 = xla.optimization_barrier %s27#1 : (tensor<800x3xi32>) -> tensor<800x3xi32>
  %v31 = xla.slice %v30 [0:100, 0:3] : (tensor<800x3xi32>) -> tensor<100x3xi32>
  %v32 = xla.optimization_barrier %v24 : (tensor<800x3xi32>) -> tensor<800x3xi32>
  %s33:2 = xla.sort(%v32, %v25) dim = 0, is_stable = true : (tensor<800x3xi32>, tensor<800x3xi32>) -> (tensor<800x3xi32>, tensor<800x3xi32>) comparator {
  ^bb0(%p0: tensor<i32>, %q0: tensor<i32>, %p1: tensor<i32>, %q1: tensor<i32>):
    %before = xla.lt %p0, %q0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %v34 = xla.slice %s33#0 [0:100, 0:3] : (tensor<800x3xi32>) -> tensor<100x3xi32>
  %v35 = xla.slice %s33#1 [0:100, 0:3] : (tensor<800x3xi32>) -> tensor<100x3xi32>
  xla.custom_call "check.expect_eq"(%v29, %v34) {has_side_effect = true} : (tensor<100x3xi32>, tensor<100x3xi32>) -> ()
  xla.custom_call "check.expect_eq"(%v31, %v35) {has_side_effect = true} : (tensor<100x3xi32>, tensor<100x3xi32>) -> ()
  // alone, of bytes
  %v36 = xla.iota dim = 0 : tensor<8192xi32>
  %v37 = xla.constant dense<7919> : tensor<8192xi32>
  %v38 = xla.mul %v36, %v37 : tensor<8192xi32>
  %v39 = xla.constant dense<97> : tensor<8192xi32>
  %v40 = xla.rem %v38, %v39 : tensor<8192xi32>
  %v41 = xla.convert %v40 : (tensor<8192xi32>) -> tensor<8192xi8>
  %v42 = xla.reshape %v41 : (tensor<8192xi8>) -> tensor<2x4096xi8>
  %v43 = xla.iota dim = 1 : tensor<2x4096xi32>
  %v44 = xla.optimization_barrier %v42 : (tensor<2x4096xi8>) -> tensor<2x4096xi8>
  %s45 = xla.sort(%v44) dim = 1 : (tensor<2x4096xi8>) -> tensor<2x4096xi8> comparator {
  ^bb0(%p0: tensor<i8>, %q0: tensor<i8>):
    %before = xla.gt %p0, %q0 : (tensor<i8>, tensor<i8>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %v46 = xla.optimization_barrier %s45 : (tensor<2x4096xi8>) -> tensor<2x4096xi8>
  %v47 = xla.slice %v46 [0:2, 0:7] : (tensor<2x4096xi8>) -> tensor<2x7xi8>
  %v48 = xla.optimization_barrier %v42 : (tensor<2x4096xi8>) -> tensor<2x4096xi8>
  %s49 = xla.sort(%v48) dim = 1 : (tensor<2x4096xi8>) -> tensor<2x4096xi8> comparator {
  ^bb0(%p0: tensor<i8>, %q0: tensor<i8>):
    %before = xla.gt %p0, %q0 : (tensor<i8>, tensor<i8>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %v50 = xla.slice %s49 [0:2, 0:7] : (tensor<2x4096xi8>) -> tensor<2x7xi8>
  xla.custom_call "check.expect_eq"(%v47, %v50) {has_side_effect = true} : (tensor<2x7xi8>, tensor<2x7xi8>) -> ()
  // alone, of doubles
  %v51 = xla.iota dim = 0 : tensor<3000xi32>
  %v52 = xla.constant dense<7919> : tensor<3000xi32>
  %v53 = xla.mul %v51, %v52 : tensor<3000xi32>
  %v54 = xla.constant dense<97> : tensor<3000xi32>
  %v55 = xla.rem %v53, %v54 : tensor<3000xi32>
  %v56 = xla.convert %v55 : (tensor<3000xi32>) -> tensor<3000xf64>
  %v57 = xla.reshape %v56 : (tensor<3000xf64>) -> tensor<1x3000xf64>
  %v58 = xla.iota dim = 1 : tensor<1x3000xi32>
  %v59 = xla.optimization_barrier %v57 : (tensor<1x3000xf64>) -> tensor<1x3000xf64>
  %s60 = xla.sort(%v59) dim = 1 : (tensor<1x3000xf64>) -> tensor<1x3000xf64> comparator {
  ^bb0(%p0: tensor<f64>, %q0: tensor<f64>):
    %before = xla.lt %p0, %q0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %v61 = xla.optimization_barrier %s60 : (tensor<1x3000xf64>) -> tensor<1x3000xf64>
  %v62 = xla.slice %v61 [0:1, 0:300] : (tensor<1x3000xf64>) -> tensor<1x300xf64>
  %v63 = xla.optimization_barrier %v57 : (tensor<1x3000xf64>) -> tensor<1x3000xf64>
  %s64 = xla.sort(%v63) dim = 1 : (tensor<1x3000xf64>) -> tensor<1x3000xf64> comparator {
  ^bb0(%p0: tensor<f64>, %q0: tensor<f64>):
    %before = xla.lt %p0, %q0 : (tensor<f64>, tensor<f64>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %v65 = xla.slice %s64 [0:1, 0:300] : (tensor<1x3000xf64>) -> tensor<1x300xf64>
  xla.custom_call "check.expect_eq"(%v62, %v65) {has_side_effect = true} : (tensor<1x300xf64>, tensor<1x300xf64>) -> ()
  return
}
