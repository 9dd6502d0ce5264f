// RUN: xla-run %s
//
// Bytes as elements of four bits, the low ones first, and back: those with a sign are extended by it, the others by zeros.

func.func @main() {
  %x = xla.constant dense<[33, -9]> : tensor<2xi8>
  %h = xla.optimization_barrier %x : (tensor<2xi8>) -> tensor<2xi8>
  %signed_expected = xla.constant dense<[[1, 2], [7, -1]]> : tensor<2x2xi4>
  %unsigned_expected = xla.constant dense<[[1, 2], [7, 15]]> : tensor<2x2xui4>
  %wide_expected = xla.constant dense<[[1, 2], [7, -1]]> : tensor<2x2xi32>
  %wide_unsigned_expected = xla.constant dense<[[1, 2], [7, 15]]> : tensor<2x2xi32>

  %run_signed = xla.bitcast_convert %h : (tensor<2xi8>) -> tensor<2x2xi4>
  xla.custom_call "check.expect_eq"(%run_signed, %signed_expected) {has_side_effect = true} : (tensor<2x2xi4>, tensor<2x2xi4>) -> ()
  %run_wide = xla.convert %run_signed : (tensor<2x2xi4>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%run_wide, %wide_expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %run_unsigned = xla.bitcast_convert %h : (tensor<2xi8>) -> tensor<2x2xui4>
  xla.custom_call "check.expect_eq"(%run_unsigned, %unsigned_expected) {has_side_effect = true} : (tensor<2x2xui4>, tensor<2x2xui4>) -> ()
  %run_wide_unsigned = xla.convert %run_unsigned : (tensor<2x2xui4>) -> tensor<2x2xi32>
  xla.custom_call "check.expect_eq"(%run_wide_unsigned, %wide_unsigned_expected) {has_side_effect = true} : (tensor<2x2xi32>, tensor<2x2xi32>) -> ()
  %run_back = xla.bitcast_convert %run_signed : (tensor<2x2xi4>) -> tensor<2xi8>
  xla.custom_call "check.expect_eq"(%run_back, %x) {has_side_effect = true} : (tensor<2xi8>, tensor<2xi8>) -> ()

  %fold_signed = xla.bitcast_convert %x : (tensor<2xi8>) -> tensor<2x2xi4>
  xla.custom_call "check.expect_eq"(%fold_signed, %signed_expected) {has_side_effect = true} : (tensor<2x2xi4>, tensor<2x2xi4>) -> ()
  %fold_unsigned = xla.bitcast_convert %x : (tensor<2xi8>) -> tensor<2x2xui4>
  xla.custom_call "check.expect_eq"(%fold_unsigned, %unsigned_expected) {has_side_effect = true} : (tensor<2x2xui4>, tensor<2x2xui4>) -> ()
  return
}
