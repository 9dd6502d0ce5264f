// RUN: xla-run %s
//
// pow: a base that is a literal, in integers; exponents that the compiler cannot see.

func.func @main() {
  %x = xla.constant dense<[-3, -2, -1, 0, 1, 2, 3, 7, 8, 9, 31, 100, 127]> : tensor<13xi8>
  %y = xla.optimization_barrier %x : (tensor<13xi8>) -> tensor<13xi8>
  %b_m1 = xla.constant dense<-1> : tensor<13xi8>
  %r_m1 = xla.pow %b_m1, %y : tensor<13xi8>
  %e_m1 = xla.constant dense<[-1, 1, -1, 1, -1, 1, -1, -1, 1, -1, -1, 1, -1]> : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%r_m1, %e_m1) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %b_0 = xla.constant dense<0> : tensor<13xi8>
  %r_0 = xla.pow %b_0, %y : tensor<13xi8>
  %e_0 = xla.constant dense<[0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%r_0, %e_0) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %b_1 = xla.constant dense<1> : tensor<13xi8>
  %r_1 = xla.pow %b_1, %y : tensor<13xi8>
  %e_1 = xla.constant dense<[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]> : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%r_1, %e_1) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %b_2 = xla.constant dense<2> : tensor<13xi8>
  %r_2 = xla.pow %b_2, %y : tensor<13xi8>
  %e_2 = xla.constant dense<[0, 0, 0, 1, 2, 4, 8, -128, 0, 0, 0, 0, 0]> : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%r_2, %e_2) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %b_3 = xla.constant dense<3> : tensor<13xi8>
  %r_3 = xla.pow %b_3, %y : tensor<13xi8>
  %e_3 = xla.constant dense<[0, 0, 0, 1, 3, 9, 27, -117, -95, -29, 43, -47, -85]> : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%r_3, %e_3) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %b_6 = xla.constant dense<6> : tensor<13xi8>
  %r_6 = xla.pow %b_6, %y : tensor<13xi8>
  %e_6 = xla.constant dense<[0, 0, 0, 1, 6, 36, -40, -128, 0, 0, 0, 0, 0]> : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%r_6, %e_6) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %b_m7 = xla.constant dense<-7> : tensor<13xi8>
  %r_m7 = xla.pow %b_m7, %y : tensor<13xi8>
  %e_m7 = xla.constant dense<[0, 0, 0, 1, -7, 49, -87, 9, -63, -71, 73, 97, 73]> : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%r_m7, %e_m7) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %b_m128 = xla.constant dense<-128> : tensor<13xi8>
  %r_m128 = xla.pow %b_m128, %y : tensor<13xi8>
  %e_m128 = xla.constant dense<[0, 0, 0, 1, -128, 0, 0, 0, 0, 0, 0, 0, 0]> : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%r_m128, %e_m128) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %u = xla.constant dense<[0, 1, 2, 3, 7, 8, 64, 128, 255]> : tensor<9xui8>
  %v = xla.optimization_barrier %u : (tensor<9xui8>) -> tensor<9xui8>
  %ub_3 = xla.constant dense<3> : tensor<9xui8>
  %ur_3 = xla.pow %ub_3, %v : tensor<9xui8>
  %ue_3 = xla.constant dense<[1, 3, 9, 27, 139, 161, 1, 1, 171]> : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%ur_3, %ue_3) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  %ub_6 = xla.constant dense<6> : tensor<9xui8>
  %ur_6 = xla.pow %ub_6, %v : tensor<9xui8>
  %ue_6 = xla.constant dense<[1, 6, 36, 216, 128, 0, 0, 0, 0]> : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%ur_6, %ue_6) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  %ub_255 = xla.constant dense<255> : tensor<9xui8>
  %ur_255 = xla.pow %ub_255, %v : tensor<9xui8>
  %ue_255 = xla.constant dense<[1, 255, 1, 255, 255, 1, 1, 1, 255]> : tensor<9xui8>
  xla.custom_call "check.expect_eq"(%ur_255, %ue_255) {has_side_effect = true} : (tensor<9xui8>, tensor<9xui8>) -> ()
  return
}
