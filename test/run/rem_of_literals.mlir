// RUN: xla-run %s
//
// Remainders by divisors that the compiler knows are those by divisors that it does not.

func.func @main() {
  %x = xla.constant dense<[0.0, -0.0, 1.0, -1.0, 5.5, -7.25, 1.0e-45, -1.5e-42, 1.1754944e-38, 8388609.0, 16777217.0, 3.0e38, -3.4028235e38]> : tensor<13xf32>
  %d0 = xla.constant dense<1.0> : tensor<13xf32>
  %u0 = xla.optimization_barrier %d0 : (tensor<13xf32>) -> tensor<13xf32>
  %a0 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k0 = xla.rem %a0, %d0 : tensor<13xf32>
  %e0 = xla.rem %a0, %u0 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k0, %e0) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d1 = xla.constant dense<2.0> : tensor<13xf32>
  %u1 = xla.optimization_barrier %d1 : (tensor<13xf32>) -> tensor<13xf32>
  %a1 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k1 = xla.rem %a1, %d1 : tensor<13xf32>
  %e1 = xla.rem %a1, %u1 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k1, %e1) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d2 = xla.constant dense<-4.0> : tensor<13xf32>
  %u2 = xla.optimization_barrier %d2 : (tensor<13xf32>) -> tensor<13xf32>
  %a2 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k2 = xla.rem %a2, %d2 : tensor<13xf32>
  %e2 = xla.rem %a2, %u2 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k2, %e2) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d3 = xla.constant dense<0.5> : tensor<13xf32>
  %u3 = xla.optimization_barrier %d3 : (tensor<13xf32>) -> tensor<13xf32>
  %a3 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k3 = xla.rem %a3, %d3 : tensor<13xf32>
  %e3 = xla.rem %a3, %u3 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k3, %e3) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d4 = xla.constant dense<3.0> : tensor<13xf32>
  %u4 = xla.optimization_barrier %d4 : (tensor<13xf32>) -> tensor<13xf32>
  %a4 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k4 = xla.rem %a4, %d4 : tensor<13xf32>
  %e4 = xla.rem %a4, %u4 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k4, %e4) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d5 = xla.constant dense<6.2831855> : tensor<13xf32>
  %u5 = xla.optimization_barrier %d5 : (tensor<13xf32>) -> tensor<13xf32>
  %a5 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k5 = xla.rem %a5, %d5 : tensor<13xf32>
  %e5 = xla.rem %a5, %u5 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k5, %e5) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d6 = xla.constant dense<-1.0e10> : tensor<13xf32>
  %u6 = xla.optimization_barrier %d6 : (tensor<13xf32>) -> tensor<13xf32>
  %a6 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k6 = xla.rem %a6, %d6 : tensor<13xf32>
  %e6 = xla.rem %a6, %u6 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k6, %e6) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d7 = xla.constant dense<1.7014118e38> : tensor<13xf32>
  %u7 = xla.optimization_barrier %d7 : (tensor<13xf32>) -> tensor<13xf32>
  %a7 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k7 = xla.rem %a7, %d7 : tensor<13xf32>
  %e7 = xla.rem %a7, %u7 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k7, %e7) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d8 = xla.constant dense<3.4028235e38> : tensor<13xf32>
  %u8 = xla.optimization_barrier %d8 : (tensor<13xf32>) -> tensor<13xf32>
  %a8 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k8 = xla.rem %a8, %d8 : tensor<13xf32>
  %e8 = xla.rem %a8, %u8 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k8, %e8) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  %d9 = xla.constant dense<0x7F800000> : tensor<13xf32>
  %u9 = xla.optimization_barrier %d9 : (tensor<13xf32>) -> tensor<13xf32>
  %a9 = xla.optimization_barrier %x : (tensor<13xf32>) -> tensor<13xf32>
  %k9 = xla.rem %a9, %d9 : tensor<13xf32>
  %e9 = xla.rem %a9, %u9 : tensor<13xf32>
  xla.custom_call "check.expect_eq"(%k9, %e9) {has_side_effect = true} : (tensor<13xf32>, tensor<13xf32>) -> ()
  return
}
