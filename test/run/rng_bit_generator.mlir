// RUN: xla-run %s
//
// rng_bit_generator: Threefry and Philox, states of two and three numbers, counters that carry, elements of 8 to 64 bits,
// shapes of odd sizes. The expected bits were computed by XLA:CPU and by a model of the generators in Python; the first are
// those of the StableHLO specification.

func.func @main() {
  // the specification's
  %a0 = xla.constant dense<[1, 2]> : tensor<2xui64>
  %e0_0 = xla.constant dense<[1, 6]> : tensor<2xui64>
  %e0_1 = xla.constant dense<[[9236835810183407956, 16087790271692313299], [18212823393184779219, 2658481902456610144]]> : tensor<2x2xui64>
  %a0_ = xla.optimization_barrier %a0 : (tensor<2xui64>) -> tensor<2xui64>
  %run0:2 = xla.rng_bit_generator %a0_, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  xla.custom_call "check.expect_eq"(%run0#0, %e0_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run0#1, %e0_1) {has_side_effect = true} : (tensor<2x2xui64>, tensor<2x2xui64>) -> ()
  %fold0:2 = xla.rng_bit_generator %a0, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x2xui64>)
  xla.custom_call "check.expect_eq"(%fold0#0, %e0_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold0#1, %e0_1) {has_side_effect = true} : (tensor<2x2xui64>, tensor<2x2xui64>) -> ()

  // THREE_FRY: a counter that wraps
  %a1 = xla.constant dense<[12345678901234567890, 18446744073709551614]> : tensor<2xui64>
  %e1_0 = xla.constant dense<[12345678901234567890, 3]> : tensor<2xui64>
  %e1_1 = xla.constant dense<[9434045130646423097, 4679624038769016729, 7904060990904923349, 14387637878518584879, 8767845496956777700]> : tensor<5xui64>
  %a1_ = xla.optimization_barrier %a1 : (tensor<2xui64>) -> tensor<2xui64>
  %run1:2 = xla.rng_bit_generator %a1_, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  xla.custom_call "check.expect_eq"(%run1#0, %e1_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run1#1, %e1_1) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()
  %fold1:2 = xla.rng_bit_generator %a1, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui64>)
  xla.custom_call "check.expect_eq"(%fold1#0, %e1_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold1#1, %e1_1) {has_side_effect = true} : (tensor<5xui64>, tensor<5xui64>) -> ()

  // THREE_FRY: 32 bits, an odd size
  %a2 = xla.constant dense<[3, 5]> : tensor<2xui64>
  %e2_0 = xla.constant dense<[3, 8]> : tensor<2xui64>
  %e2_1 = xla.constant dense<[1109507171, 3604763515, 3802093305, 3166652467, 849634428]> : tensor<5xui32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2xui64>) -> tensor<2xui64>
  %run2:2 = xla.rng_bit_generator %a2_, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  xla.custom_call "check.expect_eq"(%run2#0, %e2_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run2#1, %e2_1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
  %fold2:2 = xla.rng_bit_generator %a2, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5xui32>)
  xla.custom_call "check.expect_eq"(%fold2#0, %e2_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold2#1, %e2_1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()

  // THREE_FRY: 32 bits, the even dimension is halved
  %a3 = xla.constant dense<[3, 5]> : tensor<2xui64>
  %e3_0 = xla.constant dense<[3, 11]> : tensor<2xui64>
  %e3_1 = xla.constant dense<[[1109507171, 3604763515, 3802093305, 3166652467], [849634428, 1054234490, 4095841382, 1951865270], [2263954335, 1016631374, 167328752, 1424749559]]> : tensor<3x4xui32>
  %a3_ = xla.optimization_barrier %a3 : (tensor<2xui64>) -> tensor<2xui64>
  %run3:2 = xla.rng_bit_generator %a3_, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  xla.custom_call "check.expect_eq"(%run3#0, %e3_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run3#1, %e3_1) {has_side_effect = true} : (tensor<3x4xui32>, tensor<3x4xui32>) -> ()
  %fold3:2 = xla.rng_bit_generator %a3, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x4xui32>)
  xla.custom_call "check.expect_eq"(%fold3#0, %e3_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold3#1, %e3_1) {has_side_effect = true} : (tensor<3x4xui32>, tensor<3x4xui32>) -> ()

  // THREE_FRY: 32 bits, the largest dimension is halved
  %a4 = xla.constant dense<[3, 5]> : tensor<2xui64>
  %e4_0 = xla.constant dense<[3, 14]> : tensor<2xui64>
  %e4_1 = xla.constant dense<[[[1109507171], [3604763515], [3802093305], [3166652467], [849634428]], [[4095841382], [1951865270], [2263954335], [1016631374], [167328752]], [[446042894], [2274340253], [114450230], [2450569984], [4257800847]]]> : tensor<3x5x1xui32>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2xui64>) -> tensor<2xui64>
  %run4:2 = xla.rng_bit_generator %a4_, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x1xui32>)
  xla.custom_call "check.expect_eq"(%run4#0, %e4_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run4#1, %e4_1) {has_side_effect = true} : (tensor<3x5x1xui32>, tensor<3x5x1xui32>) -> ()
  %fold4:2 = xla.rng_bit_generator %a4, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5x1xui32>)
  xla.custom_call "check.expect_eq"(%fold4#0, %e4_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold4#1, %e4_1) {has_side_effect = true} : (tensor<3x5x1xui32>, tensor<3x5x1xui32>) -> ()

  // THREE_FRY: 16 bits
  %a5 = xla.constant dense<[3, 5]> : tensor<2xui64>
  %e5_0 = xla.constant dense<[3, 8]> : tensor<2xui64>
  %e5_1 = xla.constant dense<[[48227, 22265, 25724], [21371, 18483, 22394]]> : tensor<2x3xui16>
  %a5_ = xla.optimization_barrier %a5 : (tensor<2xui64>) -> tensor<2xui64>
  %run5:2 = xla.rng_bit_generator %a5_, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui16>)
  xla.custom_call "check.expect_eq"(%run5#0, %e5_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run5#1, %e5_1) {has_side_effect = true} : (tensor<2x3xui16>, tensor<2x3xui16>) -> ()
  %fold5:2 = xla.rng_bit_generator %a5, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui16>)
  xla.custom_call "check.expect_eq"(%fold5#0, %e5_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold5#1, %e5_1) {has_side_effect = true} : (tensor<2x3xui16>, tensor<2x3xui16>) -> ()

  // THREE_FRY: a scalar of 8 bits
  %a6 = xla.constant dense<[3, 5]> : tensor<2xui64>
  %e6_0 = xla.constant dense<[3, 6]> : tensor<2xui64>
  %e6_1 = xla.constant dense<99> : tensor<ui8>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2xui64>) -> tensor<2xui64>
  %run6:2 = xla.rng_bit_generator %a6_, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  xla.custom_call "check.expect_eq"(%run6#0, %e6_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run6#1, %e6_1) {has_side_effect = true} : (tensor<ui8>, tensor<ui8>) -> ()
  %fold6:2 = xla.rng_bit_generator %a6, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  xla.custom_call "check.expect_eq"(%fold6#0, %e6_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold6#1, %e6_1) {has_side_effect = true} : (tensor<ui8>, tensor<ui8>) -> ()

  // THREE_FRY: nothing
  %a7 = xla.constant dense<[3, 5]> : tensor<2xui64>
  %e7_0 = xla.constant dense<[3, 5]> : tensor<2xui64>
  %e7_1 = xla.constant dense<> : tensor<3x0xui32>
  %a7_ = xla.optimization_barrier %a7 : (tensor<2xui64>) -> tensor<2xui64>
  %run7:2 = xla.rng_bit_generator %a7_, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x0xui32>)
  xla.custom_call "check.expect_eq"(%run7#0, %e7_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run7#1, %e7_1) {has_side_effect = true} : (tensor<3x0xui32>, tensor<3x0xui32>) -> ()
  %fold7:2 = xla.rng_bit_generator %a7, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x0xui32>)
  xla.custom_call "check.expect_eq"(%fold7#0, %e7_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold7#1, %e7_1) {has_side_effect = true} : (tensor<3x0xui32>, tensor<3x0xui32>) -> ()

  // PHILOX: 64 bits, an odd size
  %a8 = xla.constant dense<[7, 9]> : tensor<2xui64>
  %e8_0 = xla.constant dense<[7, 11]> : tensor<2xui64>
  %e8_1 = xla.constant dense<[16603597155184054554, 16134980256878943355, 18422141051084485941]> : tensor<3xui64>
  %a8_ = xla.optimization_barrier %a8 : (tensor<2xui64>) -> tensor<2xui64>
  %run8:2 = xla.rng_bit_generator %a8_, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  xla.custom_call "check.expect_eq"(%run8#0, %e8_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run8#1, %e8_1) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  %fold8:2 = xla.rng_bit_generator %a8, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3xui64>)
  xla.custom_call "check.expect_eq"(%fold8#0, %e8_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold8#1, %e8_1) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()

  // PHILOX: 32 bits
  %a9 = xla.constant dense<[7, 9]> : tensor<2xui64>
  %e9_0 = xla.constant dense<[7, 12]> : tensor<2xui64>
  %e9_1 = xla.constant dense<[[2624491802, 3865826212, 2369117307], [3756717838, 1745368373, 4289238958], [1409454377, 3549910865, 1668513021]]> : tensor<3x3xui32>
  %a9_ = xla.optimization_barrier %a9 : (tensor<2xui64>) -> tensor<2xui64>
  %run9:2 = xla.rng_bit_generator %a9_, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  xla.custom_call "check.expect_eq"(%run9#0, %e9_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run9#1, %e9_1) {has_side_effect = true} : (tensor<3x3xui32>, tensor<3x3xui32>) -> ()
  %fold9:2 = xla.rng_bit_generator %a9, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x3xui32>)
  xla.custom_call "check.expect_eq"(%fold9#0, %e9_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold9#1, %e9_1) {has_side_effect = true} : (tensor<3x3xui32>, tensor<3x3xui32>) -> ()

  // PHILOX: three numbers, a counter that carries
  %a10 = xla.constant dense<[7, 18446744073709551614, 41]> : tensor<3xui64>
  %e10_0 = xla.constant dense<[7, 2, 42]> : tensor<3xui64>
  %e10_1 = xla.constant dense<[1238639662, 3175899746, 3090648181, 1170611353, 894607676, 461829238, 1579443294, 209792646, 652300395, 1378687557, 738232112, 95864221, 3311035179]> : tensor<13xui32>
  %a10_ = xla.optimization_barrier %a10 : (tensor<3xui64>) -> tensor<3xui64>
  %run10:2 = xla.rng_bit_generator %a10_, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<13xui32>)
  xla.custom_call "check.expect_eq"(%run10#0, %e10_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run10#1, %e10_1) {has_side_effect = true} : (tensor<13xui32>, tensor<13xui32>) -> ()
  %fold10:2 = xla.rng_bit_generator %a10, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<13xui32>)
  xla.custom_call "check.expect_eq"(%fold10#0, %e10_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold10#1, %e10_1) {has_side_effect = true} : (tensor<13xui32>, tensor<13xui32>) -> ()

  // PHILOX: three numbers, 64 bits
  %a11 = xla.constant dense<[7, 18446744073709551614, 18446744073709551615]> : tensor<3xui64>
  %e11_0 = xla.constant dense<[7, 2, 0]> : tensor<3xui64>
  %e11_1 = xla.constant dense<[[2214995286103804506, 15311286659358546760, 10913456355386337111, 9767073175520677127], [13837866057460644397, 1580108719113026114, 14670401102720962203, 17669291110527860587]]> : tensor<2x4xui64>
  %a11_ = xla.optimization_barrier %a11 : (tensor<3xui64>) -> tensor<3xui64>
  %run11:2 = xla.rng_bit_generator %a11_, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x4xui64>)
  xla.custom_call "check.expect_eq"(%run11#0, %e11_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run11#1, %e11_1) {has_side_effect = true} : (tensor<2x4xui64>, tensor<2x4xui64>) -> ()
  %fold11:2 = xla.rng_bit_generator %a11, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x4xui64>)
  xla.custom_call "check.expect_eq"(%fold11#0, %e11_0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold11#1, %e11_1) {has_side_effect = true} : (tensor<2x4xui64>, tensor<2x4xui64>) -> ()

  // PHILOX: 8 bits
  %a12 = xla.constant dense<[7, 9]> : tensor<2xui64>
  %e12_0 = xla.constant dense<[7, 11]> : tensor<2xui64>
  %e12_1 = xla.constant dense<[26, 164, 123, 14, 53, 174]> : tensor<6xui8>
  %a12_ = xla.optimization_barrier %a12 : (tensor<2xui64>) -> tensor<2xui64>
  %run12:2 = xla.rng_bit_generator %a12_, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>)
  xla.custom_call "check.expect_eq"(%run12#0, %e12_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run12#1, %e12_1) {has_side_effect = true} : (tensor<6xui8>, tensor<6xui8>) -> ()
  %fold12:2 = xla.rng_bit_generator %a12, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6xui8>)
  xla.custom_call "check.expect_eq"(%fold12#0, %e12_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold12#1, %e12_1) {has_side_effect = true} : (tensor<6xui8>, tensor<6xui8>) -> ()

  // PHILOX: a scalar of 16 bits
  %a13 = xla.constant dense<[7, 9]> : tensor<2xui64>
  %e13_0 = xla.constant dense<[7, 10]> : tensor<2xui64>
  %e13_1 = xla.constant dense<37146> : tensor<ui16>
  %a13_ = xla.optimization_barrier %a13 : (tensor<2xui64>) -> tensor<2xui64>
  %run13:2 = xla.rng_bit_generator %a13_, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  xla.custom_call "check.expect_eq"(%run13#0, %e13_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run13#1, %e13_1) {has_side_effect = true} : (tensor<ui16>, tensor<ui16>) -> ()
  %fold13:2 = xla.rng_bit_generator %a13, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  xla.custom_call "check.expect_eq"(%fold13#0, %e13_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold13#1, %e13_1) {has_side_effect = true} : (tensor<ui16>, tensor<ui16>) -> ()

  // PHILOX: nothing
  %a14 = xla.constant dense<[7, 9]> : tensor<2xui64>
  %e14_0 = xla.constant dense<[7, 9]> : tensor<2xui64>
  %e14_1 = xla.constant dense<> : tensor<0xui32>
  %a14_ = xla.optimization_barrier %a14 : (tensor<2xui64>) -> tensor<2xui64>
  %run14:2 = xla.rng_bit_generator %a14_, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui32>)
  xla.custom_call "check.expect_eq"(%run14#0, %e14_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run14#1, %e14_1) {has_side_effect = true} : (tensor<0xui32>, tensor<0xui32>) -> ()
  %fold14:2 = xla.rng_bit_generator %a14, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<0xui32>)
  xla.custom_call "check.expect_eq"(%fold14#0, %e14_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold14#1, %e14_1) {has_side_effect = true} : (tensor<0xui32>, tensor<0xui32>) -> ()

  // DEFAULT is PHILOX
  %a15 = xla.constant dense<[7, 9]> : tensor<2xui64>
  %e15_0 = xla.constant dense<[7, 11]> : tensor<2xui64>
  %e15_1 = xla.constant dense<[[2624491802, 3865826212, 2369117307], [3756717838, 1745368373, 4289238958]]> : tensor<2x3xui32>
  %a15_ = xla.optimization_barrier %a15 : (tensor<2xui64>) -> tensor<2xui64>
  %run15:2 = xla.rng_bit_generator %a15_, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  xla.custom_call "check.expect_eq"(%run15#0, %e15_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%run15#1, %e15_1) {has_side_effect = true} : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
  %fold15:2 = xla.rng_bit_generator %a15, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui32>)
  xla.custom_call "check.expect_eq"(%fold15#0, %e15_0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  xla.custom_call "check.expect_eq"(%fold15#1, %e15_1) {has_side_effect = true} : (tensor<2x3xui32>, tensor<2x3xui32>) -> ()
  return
}
