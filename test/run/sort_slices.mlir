// RUN: xla-run %s --xla-keep-barriers
//
// A sort of which few elements are read: the first ones, which it may look for alone, and others, which it must not take for them.

func.func @main() {
  // 0 to 63, mixed
  %iota = xla.iota dim = 0 : tensor<64xi32>
  %factor = xla.constant dense<37> : tensor<64xi32>
  %size = xla.constant dense<64> : tensor<64xi32>
  %product = xla.mul %iota, %factor : tensor<64xi32>
  %mixed = xla.rem %product, %size : tensor<64xi32>

  // the first ones
  %x0 = xla.optimization_barrier %mixed : (tensor<64xi32>) -> tensor<64xi32>
  %sorted0 = xla.sort(%x0) dim = 0 : (tensor<64xi32>) -> tensor<64xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %less : tensor<i1>
  }
  %part0_0 = xla.slice %sorted0 [0:3] : (tensor<64xi32>) -> tensor<3xi32>
  %e0_0 = xla.constant dense<[0, 1, 2]> : tensor<3xi32>
  xla.custom_call "check.expect_eq"(%part0_0, %e0_0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // not from the first one on
  %x1 = xla.optimization_barrier %mixed : (tensor<64xi32>) -> tensor<64xi32>
  %sorted1 = xla.sort(%x1) dim = 0 : (tensor<64xi32>) -> tensor<64xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %less : tensor<i1>
  }
  %part1_0 = xla.slice %sorted1 [1:4] : (tensor<64xi32>) -> tensor<3xi32>
  %e1_0 = xla.constant dense<[1, 2, 3]> : tensor<3xi32>
  xla.custom_call "check.expect_eq"(%part1_0, %e1_0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // with others between them
  %x2 = xla.optimization_barrier %mixed : (tensor<64xi32>) -> tensor<64xi32>
  %sorted2 = xla.sort(%x2) dim = 0 : (tensor<64xi32>) -> tensor<64xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %less : tensor<i1>
  }
  %part2_0 = xla.slice %sorted2 [0:60:20] : (tensor<64xi32>) -> tensor<3xi32>
  %e2_0 = xla.constant dense<[0, 20, 40]> : tensor<3xi32>
  xla.custom_call "check.expect_eq"(%part2_0, %e2_0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // two parts, of which the longer counts
  %x3 = xla.optimization_barrier %mixed : (tensor<64xi32>) -> tensor<64xi32>
  %sorted3 = xla.sort(%x3) dim = 0 : (tensor<64xi32>) -> tensor<64xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %less : tensor<i1>
  }
  %part3_0 = xla.slice %sorted3 [0:2] : (tensor<64xi32>) -> tensor<2xi32>
  %e3_0 = xla.constant dense<[0, 1]> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%part3_0, %e3_0) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %part3_1 = xla.slice %sorted3 [0:5] : (tensor<64xi32>) -> tensor<5xi32>
  %e3_1 = xla.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  xla.custom_call "check.expect_eq"(%part3_1, %e3_1) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()

  // the last ones
  %x4 = xla.optimization_barrier %mixed : (tensor<64xi32>) -> tensor<64xi32>
  %sorted4 = xla.sort(%x4) dim = 0 : (tensor<64xi32>) -> tensor<64xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %less : tensor<i1>
  }
  %part4_0 = xla.slice %sorted4 [61:64] : (tensor<64xi32>) -> tensor<3xi32>
  %e4_0 = xla.constant dense<[61, 62, 63]> : tensor<3xi32>
  xla.custom_call "check.expect_eq"(%part4_0, %e4_0) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()

  // too many to look for
  %x5 = xla.optimization_barrier %mixed : (tensor<64xi32>) -> tensor<64xi32>
  %sorted5 = xla.sort(%x5) dim = 0 : (tensor<64xi32>) -> tensor<64xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %less = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %less : tensor<i1>
  }
  %part5_0 = xla.slice %sorted5 [0:9] : (tensor<64xi32>) -> tensor<9xi32>
  %e5_0 = xla.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8]> : tensor<9xi32>
  xla.custom_call "check.expect_eq"(%part5_0, %e5_0) {has_side_effect = true} : (tensor<9xi32>, tensor<9xi32>) -> ()
  return
}
