// RUN: xla-run %s
//
// mulhi: the extremes and random factors, against Python's integers.
// Each case runs on values the compiler cannot see and on constants that it may fold.

func.func @main() {
  // upper halves, i8
  %a0 = xla.constant dense<[-128, -128, 127, -128, 127, 0, -1, -1, -128, -7, 61, -95, 112]> : tensor<13xi8>
  %b0 = xla.constant dense<[-128, 127, 127, 1, 2, 127, -1, 1, -1, -62, 114, -122, 4]> : tensor<13xi8>
  %e0 = xla.constant dense<[64, -64, 63, -1, 0, 0, 0, -1, 0, 1, 27, 45, 1]> : tensor<13xi8>
  %a0_ = xla.optimization_barrier %a0 : (tensor<13xi8>) -> tensor<13xi8>
  %b0_ = xla.optimization_barrier %b0 : (tensor<13xi8>) -> tensor<13xi8>
  %run0 = xla.mulhi %a0_, %b0_ : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%run0, %e0) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()
  %fold0 = xla.mulhi %a0, %b0 : tensor<13xi8>
  xla.custom_call "check.expect_eq"(%fold0, %e0) {has_side_effect = true} : (tensor<13xi8>, tensor<13xi8>) -> ()

  // upper halves, ui8
  %a1 = xla.constant dense<[0, 0, 255, 0, 255, 0, 119, 240, 203, 118]> : tensor<10xui8>
  %b1 = xla.constant dense<[0, 255, 255, 1, 2, 255, 98, 243, 77, 77]> : tensor<10xui8>
  %e1 = xla.constant dense<[0, 0, 254, 0, 1, 0, 45, 227, 61, 35]> : tensor<10xui8>
  %a1_ = xla.optimization_barrier %a1 : (tensor<10xui8>) -> tensor<10xui8>
  %b1_ = xla.optimization_barrier %b1 : (tensor<10xui8>) -> tensor<10xui8>
  %run1 = xla.mulhi %a1_, %b1_ : tensor<10xui8>
  xla.custom_call "check.expect_eq"(%run1, %e1) {has_side_effect = true} : (tensor<10xui8>, tensor<10xui8>) -> ()
  %fold1 = xla.mulhi %a1, %b1 : tensor<10xui8>
  xla.custom_call "check.expect_eq"(%fold1, %e1) {has_side_effect = true} : (tensor<10xui8>, tensor<10xui8>) -> ()

  // upper halves, i4
  %a2 = xla.constant dense<[-8, -8, 7, -8, 7, 0, -1, -1, -8, 4, -6, -7, -8]> : tensor<13xi4>
  %b2 = xla.constant dense<[-8, 7, 7, 1, 2, 7, -1, 1, -1, -8, -3, 1, 0]> : tensor<13xi4>
  %e2 = xla.constant dense<[4, -4, 3, -1, 0, 0, 0, -1, 0, -2, 1, -1, 0]> : tensor<13xi4>
  %a2_ = xla.optimization_barrier %a2 : (tensor<13xi4>) -> tensor<13xi4>
  %b2_ = xla.optimization_barrier %b2 : (tensor<13xi4>) -> tensor<13xi4>
  %run2 = xla.mulhi %a2_, %b2_ : tensor<13xi4>
  xla.custom_call "check.expect_eq"(%run2, %e2) {has_side_effect = true} : (tensor<13xi4>, tensor<13xi4>) -> ()
  %fold2 = xla.mulhi %a2, %b2 : tensor<13xi4>
  xla.custom_call "check.expect_eq"(%fold2, %e2) {has_side_effect = true} : (tensor<13xi4>, tensor<13xi4>) -> ()

  // upper halves, i16
  %a3 = xla.constant dense<[-32768, -32768, 32767, -32768, 32767, 0, -1, -1, -32768, 29196, 23191, 25509, 15141]> : tensor<13xi16>
  %b3 = xla.constant dense<[-32768, 32767, 32767, 1, 2, 32767, -1, 1, -1, 18036, 19000, -15185, -19995]> : tensor<13xi16>
  %e3 = xla.constant dense<[16384, -16384, 16383, -1, 0, 0, 0, -1, 0, 8034, 6723, -5911, -4620]> : tensor<13xi16>
  %a3_ = xla.optimization_barrier %a3 : (tensor<13xi16>) -> tensor<13xi16>
  %b3_ = xla.optimization_barrier %b3 : (tensor<13xi16>) -> tensor<13xi16>
  %run3 = xla.mulhi %a3_, %b3_ : tensor<13xi16>
  xla.custom_call "check.expect_eq"(%run3, %e3) {has_side_effect = true} : (tensor<13xi16>, tensor<13xi16>) -> ()
  %fold3 = xla.mulhi %a3, %b3 : tensor<13xi16>
  xla.custom_call "check.expect_eq"(%fold3, %e3) {has_side_effect = true} : (tensor<13xi16>, tensor<13xi16>) -> ()

  // upper halves, ui16
  %a4 = xla.constant dense<[0, 0, 65535, 0, 65535, 0, 4703, 64865, 33814, 39456]> : tensor<10xui16>
  %b4 = xla.constant dense<[0, 65535, 65535, 1, 2, 65535, 17821, 28440, 57168, 55200]> : tensor<10xui16>
  %e4 = xla.constant dense<[0, 0, 65534, 0, 1, 0, 1278, 28148, 29496, 33233]> : tensor<10xui16>
  %a4_ = xla.optimization_barrier %a4 : (tensor<10xui16>) -> tensor<10xui16>
  %b4_ = xla.optimization_barrier %b4 : (tensor<10xui16>) -> tensor<10xui16>
  %run4 = xla.mulhi %a4_, %b4_ : tensor<10xui16>
  xla.custom_call "check.expect_eq"(%run4, %e4) {has_side_effect = true} : (tensor<10xui16>, tensor<10xui16>) -> ()
  %fold4 = xla.mulhi %a4, %b4 : tensor<10xui16>
  xla.custom_call "check.expect_eq"(%fold4, %e4) {has_side_effect = true} : (tensor<10xui16>, tensor<10xui16>) -> ()

  // upper halves, i32
  %a5 = xla.constant dense<[-2147483648, -2147483648, 2147483647, -2147483648, 2147483647, 0, -1, -1, -2147483648, 365390516, 1736033392, 1530728784, 296814478]> : tensor<13xi32>
  %b5 = xla.constant dense<[-2147483648, 2147483647, 2147483647, 1, 2, 2147483647, -1, 1, -1, 361858708, 1842307337, 1548926410, 315819066]> : tensor<13xi32>
  %e5 = xla.constant dense<[1073741824, -1073741824, 1073741823, -1, 0, 0, 0, -1, 0, 30784807, 744663890, 552038252, 21825467]> : tensor<13xi32>
  %a5_ = xla.optimization_barrier %a5 : (tensor<13xi32>) -> tensor<13xi32>
  %b5_ = xla.optimization_barrier %b5 : (tensor<13xi32>) -> tensor<13xi32>
  %run5 = xla.mulhi %a5_, %b5_ : tensor<13xi32>
  xla.custom_call "check.expect_eq"(%run5, %e5) {has_side_effect = true} : (tensor<13xi32>, tensor<13xi32>) -> ()
  %fold5 = xla.mulhi %a5, %b5 : tensor<13xi32>
  xla.custom_call "check.expect_eq"(%fold5, %e5) {has_side_effect = true} : (tensor<13xi32>, tensor<13xi32>) -> ()

  // upper halves, ui32
  %a6 = xla.constant dense<[0, 0, 4294967295, 0, 4294967295, 0, 1223882989, 4251184475, 3438530739, 1262253303]> : tensor<10xui32>
  %b6 = xla.constant dense<[0, 4294967295, 4294967295, 1, 2, 4294967295, 272561090, 380182329, 647532367, 3301936022]> : tensor<10xui32>
  %e6 = xla.constant dense<[0, 0, 4294967294, 0, 1, 0, 77668317, 376306757, 518411385, 970410101]> : tensor<10xui32>
  %a6_ = xla.optimization_barrier %a6 : (tensor<10xui32>) -> tensor<10xui32>
  %b6_ = xla.optimization_barrier %b6 : (tensor<10xui32>) -> tensor<10xui32>
  %run6 = xla.mulhi %a6_, %b6_ : tensor<10xui32>
  xla.custom_call "check.expect_eq"(%run6, %e6) {has_side_effect = true} : (tensor<10xui32>, tensor<10xui32>) -> ()
  %fold6 = xla.mulhi %a6, %b6 : tensor<10xui32>
  xla.custom_call "check.expect_eq"(%fold6, %e6) {has_side_effect = true} : (tensor<10xui32>, tensor<10xui32>) -> ()

  // upper halves, i64
  %a7 = xla.constant dense<[-9223372036854775808, -9223372036854775808, 9223372036854775807, -9223372036854775808, 9223372036854775807, 0, -1, -1, -9223372036854775808, -7029736337285732127, -8559052346924054464, 656301435248053809, -2254390598681699702]> : tensor<13xi64>
  %b7 = xla.constant dense<[-9223372036854775808, 9223372036854775807, 9223372036854775807, 1, 2, 9223372036854775807, -1, 1, -1, 99988278663535685, -7803513053435526859, -3434220749949367817, 3977512539530875262]> : tensor<13xi64>
  %e7 = xla.constant dense<[4611686018427387904, -4611686018427387904, 4611686018427387903, -1, 0, 0, 0, -1, 0, -38103810245054287, 3620729839768875611, -122183296854140861, -486094827327096092]> : tensor<13xi64>
  %a7_ = xla.optimization_barrier %a7 : (tensor<13xi64>) -> tensor<13xi64>
  %b7_ = xla.optimization_barrier %b7 : (tensor<13xi64>) -> tensor<13xi64>
  %run7 = xla.mulhi %a7_, %b7_ : tensor<13xi64>
  xla.custom_call "check.expect_eq"(%run7, %e7) {has_side_effect = true} : (tensor<13xi64>, tensor<13xi64>) -> ()
  %fold7 = xla.mulhi %a7, %b7 : tensor<13xi64>
  xla.custom_call "check.expect_eq"(%fold7, %e7) {has_side_effect = true} : (tensor<13xi64>, tensor<13xi64>) -> ()

  // upper halves, ui64
  %a8 = xla.constant dense<[0, 0, 18446744073709551615, 0, 18446744073709551615, 0, 5554072340489978731, 14543347799378813099, 11661672578742092900, 16921910337268441788]> : tensor<10xui64>
  %b8 = xla.constant dense<[0, 18446744073709551615, 18446744073709551615, 1, 2, 18446744073709551615, 10116756464431330641, 10698469848713390463, 8600802424054841245, 13040930291472826723]> : tensor<10xui64>
  %e8 = xla.constant dense<[0, 0, 18446744073709551614, 0, 1, 0, 3046022486681134141, 8434635798561157889, 5437259897085408411, 11962948703851888179]> : tensor<10xui64>
  %a8_ = xla.optimization_barrier %a8 : (tensor<10xui64>) -> tensor<10xui64>
  %b8_ = xla.optimization_barrier %b8 : (tensor<10xui64>) -> tensor<10xui64>
  %run8 = xla.mulhi %a8_, %b8_ : tensor<10xui64>
  xla.custom_call "check.expect_eq"(%run8, %e8) {has_side_effect = true} : (tensor<10xui64>, tensor<10xui64>) -> ()
  %fold8 = xla.mulhi %a8, %b8 : tensor<10xui64>
  xla.custom_call "check.expect_eq"(%fold8, %e8) {has_side_effect = true} : (tensor<10xui64>, tensor<10xui64>) -> ()
  return
}
