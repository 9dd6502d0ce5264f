// RUN: xla-opt %s --canonicalize | FileCheck %s
// RUN: xla-run %s --entry kept --random 1 --interpret -o %t.npz
// RUN: xla-run %s --entry kept --random 1 --expect %t.npz
//
// What the ops before it say about the integers that an array can hold decides a comparison, and the sign that shifts all bits out.

// CHECK-LABEL: @decided
// CHECK-DAG: %[[FALSE:.*]] = xla.constant dense<false> : tensor<8xi1>
// CHECK-DAG: %[[TRUE:.*]] = xla.constant dense<true> : tensor<8xi1>
// CHECK-DAG: %[[ZERO:.*]] = xla.constant dense<0> : tensor<8xi64>
// CHECK-DAG: %[[ONES:.*]] = xla.constant dense<-1> : tensor<8xi64>
// CHECK: return %[[ZERO]], %[[ONES]], %[[TRUE]], %[[FALSE]]
func.func @decided(%x: tensor<8xf32>, %y: tensor<8xui8>) -> (tensor<8xi64>, tensor<8xi64>, tensor<8xi1>, tensor<8xi1>) {
  %all = xla.constant dense<-5> : tensor<8xi64>
  %c = xla.constant dense<-1000> : tensor<8xi64>
  %d = xla.constant dense<300> : tensor<8xi32>
  %0 = xla.is_finite %x : (tensor<8xf32>) -> tensor<8xi1>
  %1 = xla.convert %0 : (tensor<8xi1>) -> tensor<8xi64>
  %2 = xla.shift_right_arithmetic %1, %all : tensor<8xi64>
  %3 = xla.add %1, %c : tensor<8xi64>
  %4 = xla.shift_right_arithmetic %3, %all : tensor<8xi64>
  %5 = xla.convert %y : (tensor<8xui8>) -> tensor<8xi32>
  %6 = xla.lt %5, %d : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  %7 = xla.eq %5, %d : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
  return %2, %4, %6, %7 : tensor<8xi64>, tensor<8xi64>, tensor<8xi1>, tensor<8xi1>
}

// Sums that may wrap around, signs that are not known, equal ends, and a shift that leaves bits.
// CHECK-LABEL: @kept
// CHECK: xla.gt
// CHECK: xla.shift_right_arithmetic
// CHECK: xla.le
// CHECK: xla.shift_right_arithmetic
func.func @kept(%y: tensor<256xui8>, %z: tensor<256xi32>) -> (tensor<256xi1>, tensor<256xi32>, tensor<256xi1>, tensor<256xi32>) {
  %a = xla.constant dense<100> : tensor<256xi8>
  %low = xla.constant dense<-100> : tensor<256xi8>
  %one = xla.constant dense<1> : tensor<256xi8>
  %all = xla.constant dense<32> : tensor<256xi32>
  %few = xla.constant dense<30> : tensor<256xi32>
  %zero = xla.constant dense<0> : tensor<256xi32>
  %0 = xla.convert %y : (tensor<256xui8>) -> tensor<256xi8>
  %1 = xla.and %0, %one : tensor<256xi8>
  %2 = xla.add %1, %a : tensor<256xi8>
  %3 = xla.add %2, %a : tensor<256xi8>
  %4 = xla.gt %3, %low : (tensor<256xi8>, tensor<256xi8>) -> tensor<256xi1>
  %5 = xla.shift_right_arithmetic %z, %all : tensor<256xi32>
  %6 = xla.convert %y : (tensor<256xui8>) -> tensor<256xi32>
  %7 = xla.le %6, %zero : (tensor<256xi32>, tensor<256xi32>) -> tensor<256xi1>
  %8 = xla.neg %6 : tensor<256xi32>
  %9 = xla.shift_right_arithmetic %8, %few : tensor<256xi32>
  return %4, %5, %7, %9 : tensor<256xi1>, tensor<256xi32>, tensor<256xi1>, tensor<256xi32>
}
