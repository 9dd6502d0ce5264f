// RUN: xla-run %s --xla-keep-barriers
// RUN: xla-opt %s --xla-legalize-to-linalg | FileCheck %s
//
// A slice of few of many random bits, each of which a block is computed for, against a slice of all of them.

func.func @main() {
  // elements of ui64
  //
  // CHECK-LABEL: func.func @main
  // CHECK: outs({{.*}} : tensor<40x33xi64>)
  %state0 = xla.constant dense<[81985529216486895, 18446744073709551609]> : tensor<2xui64>
  %few_state0 = xla.optimization_barrier %state0 : (tensor<2xui64>) -> tensor<2xui64>
  %few0:2 = xla.rng_bit_generator %few_state0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<40x33xui64>)
  %all_state0 = xla.optimization_barrier %state0 : (tensor<2xui64>) -> tensor<2xui64>
  %all0:2 = xla.rng_bit_generator %all_state0, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<40x33xui64>)
  %made0 = xla.optimization_barrier %all0#1 : (tensor<40x33xui64>) -> tensor<40x33xui64>
  %got0 = xla.slice %few0#1 [3:31:4, 1:33:3] : (tensor<40x33xui64>) -> tensor<7x11xui64>
  %want0 = xla.slice %made0 [3:31:4, 1:33:3] : (tensor<40x33xui64>) -> tensor<7x11xui64>
  xla.custom_call "check.expect_eq"(%got0, %want0) {has_side_effect = true} : (tensor<7x11xui64>, tensor<7x11xui64>) -> ()
  xla.custom_call "check.expect_eq"(%few0#0, %all0#0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  // elements of ui32
  %state1 = xla.constant dense<[81985529216486895, 18446744073709551609, 5]> : tensor<3xui64>
  %few_state1 = xla.optimization_barrier %state1 : (tensor<3xui64>) -> tensor<3xui64>
  %few1:2 = xla.rng_bit_generator %few_state1, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<57x129xui32>)
  %all_state1 = xla.optimization_barrier %state1 : (tensor<3xui64>) -> tensor<3xui64>
  %all1:2 = xla.rng_bit_generator %all_state1, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<57x129xui32>)
  %made1 = xla.optimization_barrier %all1#1 : (tensor<57x129xui32>) -> tensor<57x129xui32>
  %got1 = xla.slice %few1#1 [2:40:7, 5:128] : (tensor<57x129xui32>) -> tensor<6x123xui32>
  %want1 = xla.slice %made1 [2:40:7, 5:128] : (tensor<57x129xui32>) -> tensor<6x123xui32>
  xla.custom_call "check.expect_eq"(%got1, %want1) {has_side_effect = true} : (tensor<6x123xui32>, tensor<6x123xui32>) -> ()
  xla.custom_call "check.expect_eq"(%few1#0, %all1#0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  // elements of ui16
  %state2 = xla.constant dense<[81985529216486895, 18446744073709551609, 5]> : tensor<3xui64>
  %few_state2 = xla.optimization_barrier %state2 : (tensor<3xui64>) -> tensor<3xui64>
  %few2:2 = xla.rng_bit_generator %few_state2, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6x5x90x9xui16>)
  %all_state2 = xla.optimization_barrier %state2 : (tensor<3xui64>) -> tensor<3xui64>
  %all2:2 = xla.rng_bit_generator %all_state2, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<6x5x90x9xui16>)
  %made2 = xla.optimization_barrier %all2#1 : (tensor<6x5x90x9xui16>) -> tensor<6x5x90x9xui16>
  %got2 = xla.slice %few2#1 [1:6:2, 0:5, 7:90:11, 4:5] : (tensor<6x5x90x9xui16>) -> tensor<3x5x8x1xui16>
  %want2 = xla.slice %made2 [1:6:2, 0:5, 7:90:11, 4:5] : (tensor<6x5x90x9xui16>) -> tensor<3x5x8x1xui16>
  xla.custom_call "check.expect_eq"(%got2, %want2) {has_side_effect = true} : (tensor<3x5x8x1xui16>, tensor<3x5x8x1xui16>) -> ()
  xla.custom_call "check.expect_eq"(%few2#0, %all2#0) {has_side_effect = true} : (tensor<3xui64>, tensor<3xui64>) -> ()
  // elements of ui8
  %state3 = xla.constant dense<[81985529216486895, 18446744073709551609]> : tensor<2xui64>
  %few_state3 = xla.optimization_barrier %state3 : (tensor<2xui64>) -> tensor<2xui64>
  %few3:2 = xla.rng_bit_generator %few_state3, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4001xui8>)
  %all_state3 = xla.optimization_barrier %state3 : (tensor<2xui64>) -> tensor<2xui64>
  %all3:2 = xla.rng_bit_generator %all_state3, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4001xui8>)
  %made3 = xla.optimization_barrier %all3#1 : (tensor<4001xui8>) -> tensor<4001xui8>
  %got3 = xla.slice %few3#1 [1000:1400] : (tensor<4001xui8>) -> tensor<400xui8>
  %want3 = xla.slice %made3 [1000:1400] : (tensor<4001xui8>) -> tensor<400xui8>
  xla.custom_call "check.expect_eq"(%got3, %want3) {has_side_effect = true} : (tensor<400xui8>, tensor<400xui8>) -> ()
  xla.custom_call "check.expect_eq"(%few3#0, %all3#0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  // elements of ui32, by Threefry
  %state4 = xla.constant dense<[81985529216486895, 18446744073709551609]> : tensor<2xui64>
  %few_state4 = xla.optimization_barrier %state4 : (tensor<2xui64>) -> tensor<2xui64>
  %few4:2 = xla.rng_bit_generator %few_state4, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<57x129xui32>)
  %all_state4 = xla.optimization_barrier %state4 : (tensor<2xui64>) -> tensor<2xui64>
  %all4:2 = xla.rng_bit_generator %all_state4, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<57x129xui32>)
  %made4 = xla.optimization_barrier %all4#1 : (tensor<57x129xui32>) -> tensor<57x129xui32>
  %got4 = xla.slice %few4#1 [2:40:7, 5:128] : (tensor<57x129xui32>) -> tensor<6x123xui32>
  %want4 = xla.slice %made4 [2:40:7, 5:128] : (tensor<57x129xui32>) -> tensor<6x123xui32>
  xla.custom_call "check.expect_eq"(%got4, %want4) {has_side_effect = true} : (tensor<6x123xui32>, tensor<6x123xui32>) -> ()
  xla.custom_call "check.expect_eq"(%few4#0, %all4#0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  // elements of ui16, by Threefry
  %state5 = xla.constant dense<[81985529216486895, 18446744073709551609]> : tensor<2xui64>
  %few_state5 = xla.optimization_barrier %state5 : (tensor<2xui64>) -> tensor<2xui64>
  %few5:2 = xla.rng_bit_generator %few_state5, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6x5x90x9xui16>)
  %all_state5 = xla.optimization_barrier %state5 : (tensor<2xui64>) -> tensor<2xui64>
  %all5:2 = xla.rng_bit_generator %all_state5, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<6x5x90x9xui16>)
  %made5 = xla.optimization_barrier %all5#1 : (tensor<6x5x90x9xui16>) -> tensor<6x5x90x9xui16>
  %got5 = xla.slice %few5#1 [1:6:2, 0:5, 7:90:11, 4:5] : (tensor<6x5x90x9xui16>) -> tensor<3x5x8x1xui16>
  %want5 = xla.slice %made5 [1:6:2, 0:5, 7:90:11, 4:5] : (tensor<6x5x90x9xui16>) -> tensor<3x5x8x1xui16>
  xla.custom_call "check.expect_eq"(%got5, %want5) {has_side_effect = true} : (tensor<3x5x8x1xui16>, tensor<3x5x8x1xui16>) -> ()
  xla.custom_call "check.expect_eq"(%few5#0, %all5#0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  // elements of ui8, by Threefry
  %state6 = xla.constant dense<[81985529216486895, 18446744073709551609]> : tensor<2xui64>
  %few_state6 = xla.optimization_barrier %state6 : (tensor<2xui64>) -> tensor<2xui64>
  %few6:2 = xla.rng_bit_generator %few_state6, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4001xui8>)
  %all_state6 = xla.optimization_barrier %state6 : (tensor<2xui64>) -> tensor<2xui64>
  %all6:2 = xla.rng_bit_generator %all_state6, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4001xui8>)
  %made6 = xla.optimization_barrier %all6#1 : (tensor<4001xui8>) -> tensor<4001xui8>
  %got6 = xla.slice %few6#1 [1000:1400] : (tensor<4001xui8>) -> tensor<400xui8>
  %want6 = xla.slice %made6 [1000:1400] : (tensor<4001xui8>) -> tensor<400xui8>
  xla.custom_call "check.expect_eq"(%got6, %want6) {has_side_effect = true} : (tensor<400xui8>, tensor<400xui8>) -> ()
  xla.custom_call "check.expect_eq"(%few6#0, %all6#0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  // elements of ui8, by Threefry
  %state7 = xla.constant dense<[81985529216486895, 18446744073709551609]> : tensor<2xui64>
  %few_state7 = xla.optimization_barrier %state7 : (tensor<2xui64>) -> tensor<2xui64>
  %few7:2 = xla.rng_bit_generator %few_state7, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x12x31xui8>)
  %all_state7 = xla.optimization_barrier %state7 : (tensor<2xui64>) -> tensor<2xui64>
  %all7:2 = xla.rng_bit_generator %all_state7, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<5x12x31xui8>)
  %made7 = xla.optimization_barrier %all7#1 : (tensor<5x12x31xui8>) -> tensor<5x12x31xui8>
  %got7 = xla.slice %few7#1 [1:5, 3:12:2, 0:31:4] : (tensor<5x12x31xui8>) -> tensor<4x5x8xui8>
  %want7 = xla.slice %made7 [1:5, 3:12:2, 0:31:4] : (tensor<5x12x31xui8>) -> tensor<4x5x8xui8>
  xla.custom_call "check.expect_eq"(%got7, %want7) {has_side_effect = true} : (tensor<4x5x8xui8>, tensor<4x5x8xui8>) -> ()
  xla.custom_call "check.expect_eq"(%few7#0, %all7#0) {has_side_effect = true} : (tensor<2xui64>, tensor<2xui64>) -> ()
  return
}
