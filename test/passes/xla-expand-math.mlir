// RUN: xla-opt %s --xla-expand-math=features=avx512dq | FileCheck %s
// RUN: xla-opt %s --xla-expand-math | FileCheck %s --check-prefix=PLAIN
// RUN: xla-opt %s --xla-expand-math=features=f16c | FileCheck %s --check-prefix=HALF

// Registers are ordered by the instruction that knows -0 from +0; NaN is put in.
// CHECK-LABEL: @largest
// CHECK-COUNT-2: llvm.call_intrinsic "llvm.x86.avx512.mask.range.ps.512"
// CHECK: %[[SUM:.*]] = arith.addf %arg0, %arg1 : vector<32xf32>
// CHECK: %[[NAN:.*]] = arith.cmpf uno, %arg0, %arg1 : vector<32xf32>
// CHECK: arith.select %[[NAN]], %[[SUM]], %{{.*}} : vector<32xi1>, vector<32xf32>
// PLAIN-LABEL: @largest
// PLAIN: arith.maximumf
func.func @largest(%a: vector<32xf32>, %b: vector<32xf32>) -> vector<32xf32> {
  %0 = arith.maximumf %a, %b : vector<32xf32>
  return %0 : vector<32xf32>
}

// Narrower vectors take narrower registers, and what fills none is the first part of one. So is a scalar
// in a function of vectors.
// CHECK-LABEL: @least
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.range.pd.512"
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.range.pd.256"
// CHECK: %[[ALL:.*]] = vector.broadcast %arg2 : f64 to vector<2xf64>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.range.pd.128"(%[[ALL]]
// CHECK: vector.extract %{{.*}}[0] : f64 from vector<2xf64>
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.range.ps.128"
// CHECK: vector.extract_strided_slice %{{.*}} : vector<4xf32> to vector<2xf32>
func.func @least(%a: vector<8xf64>, %b: vector<4xf64>, %c: f64, %d: vector<2xf32>) -> (vector<8xf64>, vector<4xf64>, f64, vector<2xf32>) {
  %0 = arith.minimumf %a, %a : vector<8xf64>
  %1 = arith.minimumf %b, %b : vector<4xf64>
  %2 = arith.minimumf %c, %c : f64
  %3 = arith.minimumf %d, %d : vector<2xf32>
  return %0, %1, %2, %3 : vector<8xf64>, vector<4xf64>, f64, vector<2xf32>
}

// LLVM makes vectors of scalars, in a function that has none.
// CHECK-LABEL: @scalars
// CHECK: arith.maximumf %{{.*}} : f32
func.func @scalars(%a: f32, %b: f32) -> f32 {
  %0 = arith.maximumf %a, %b : f32
  return %0 : f32
}

// Powers of integers take a step for each bit of the largest exponent.
// CHECK-LABEL: @powers
// CHECK: scf.while (%{{.*}} = %{{.*}}, %{{.*}} = %arg0, %{{.*}} = %arg1)
// CHECK: arith.cmpi ne, %{{.*}} : vector<4xi32>
// CHECK: vector.reduction <or>, %{{.*}} : vector<4xi1>
// CHECK: arith.muli
// CHECK: arith.shrui
// CHECK-NOT: math.ipowi
// CHECK: return
func.func @powers(%x: vector<4xi32>, %y: vector<4xi32>, %z: i64) -> (vector<4xi32>, i64) {
  %0 = math.ipowi %x, %y : vector<4xi32>
  %1 = math.ipowi %z, %z : i64
  return %0, %1 : vector<4xi32>, i64
}

// A literal's squares are literals, up to one that is 1 or 0.
// CHECK-LABEL: @powers_of_literals
// CHECK-NOT: scf.while
// CHECK: %[[ODD:.*]] = arith.andi %arg0, %cst{{.*}} : vector<4xi8>
// CHECK: %[[IS_ODD:.*]] = arith.cmpi ne, %[[ODD]]
// CHECK: arith.select %[[IS_ODD]]
// CHECK: return
func.func @powers_of_literals(%y: vector<4xi8>, %z: i8) -> (vector<4xi8>, i8) {
  %minus = arith.constant dense<-1> : vector<4xi8>
  %six = arith.constant 6 : i8
  %0 = math.ipowi %minus, %y : vector<4xi8>
  %1 = math.ipowi %six, %z : i8
  return %0, %1 : vector<4xi8>, i8
}

// Of a literal that has many squares, or no number of bits that is known here, they are computed.
// CHECK-LABEL: @powers_of_other_literals
// CHECK-COUNT-3: scf.while
// CHECK-NOT: scf.while
// CHECK: return
func.func @powers_of_other_literals(%y: vector<4xi32>, %i: index, %w: i128, %p: i1) -> (vector<4xi32>, index, i128, i1) {
  %seven = arith.constant dense<7> : vector<4xi32>
  %three = arith.constant 3 : index
  %wide = arith.constant 3 : i128
  %true = arith.constant true
  %0 = math.ipowi %seven, %y : vector<4xi32>
  %1 = math.ipowi %three, %i : index
  %2 = math.ipowi %wide, %w : i128
  %3 = math.ipowi %true, %p : i1
  return %0, %1, %2, %3 : vector<4xi32>, index, i128, i1
}

// The power of two comes in one step instead of two.
// CHECK-LABEL: @exponential
// CHECK-NOT: arith.shli
// CHECK: llvm.call_intrinsic "llvm.x86.avx512.mask.scalef.ps.512"(%{{.*}}, %{{.*}}, %{{.*}}, %c-1_i16, %c4_i32) : (vector<16xf32>, vector<16xf32>, vector<16xf32>, i16, i32) -> vector<16xf32>
// CHECK: return
// PLAIN-LABEL: @exponential
// PLAIN-COUNT-2: arith.shli
// PLAIN-NOT: llvm.call_intrinsic
func.func @exponential(%x: vector<16xf32>) -> vector<16xf32> {
  %0 = math.exp %x : vector<16xf32>
  return %0 : vector<16xf32>
}

// The remainder by a power of two needs no long division, and the one by another known divisor few steps of it, where a quotient is
// long at all.
// PLAIN-LABEL: @remainders
// PLAIN: %[[QUOTIENT:.*]] = arith.divf %arg0, %{{.*}} : vector<8xf32>
// PLAIN: %[[WHOLE:.*]] = math.trunc %[[QUOTIENT]]
// PLAIN-NEXT: arith.negf %[[WHOLE]]
// PLAIN-NEXT: math.fma
// PLAIN: %[[LONG:.*]] = vector.reduction <or>
// PLAIN-NEXT: scf.if %[[LONG]]
// PLAIN-COUNT-3: math.roundeven
// PLAIN-NOT: math.roundeven
// PLAIN: } else {
// PLAIN: return
func.func @remainders(%x: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) {
  %two = arith.constant dense<2.0> : vector<8xf32>
  %scalar = arith.constant 6.2831853 : f32
  %pi = vector.broadcast %scalar : f32 to vector<8xf32>
  %0 = arith.remf %x, %two : vector<8xf32>
  %1 = arith.remf %x, %pi : vector<8xf32>
  return %0, %1 : vector<8xf32>, vector<8xf32>
}

// F16 is converted by the target's instructions, or by integer arithmetic.
// PLAIN-LABEL: @half
// PLAIN-NOT: arith.extf
// PLAIN-NOT: arith.truncf
// PLAIN: return
// HALF-LABEL: @half
// HALF: arith.extf %arg0 : vector<8xf16> to vector<8xf32>
// HALF-NEXT: arith.truncf %{{.*}} : vector<8xf32> to vector<8xf16>
func.func @half(%x: vector<8xf16>) -> vector<8xf16> {
  %0 = arith.extf %x : vector<8xf16> to vector<8xf32>
  %1 = arith.truncf %0 : vector<8xf32> to vector<8xf16>
  return %1 : vector<8xf16>
}

// Integers are divided as floats, unless the divisor is known or the integers are too wide.
// PLAIN-LABEL: @divisions
// PLAIN: arith.uitofp %arg1 : vector<8xi16> to vector<8xf32>
// PLAIN: arith.divf {{.*}} : vector<8xf32>
// PLAIN: arith.fptoui {{.*}} : vector<8xf32> to vector<8xi16>
// PLAIN: arith.divf {{.*}} : vector<8xf64>
// PLAIN: %[[QUOTIENT:.*]] = arith.fptosi {{.*}} : vector<8xf64> to vector<8xi32>
// PLAIN: %[[WHOLE:.*]] = arith.muli %[[QUOTIENT]], %arg3
// PLAIN: arith.subi %arg2, %[[WHOLE]]
// PLAIN: arith.divsi %arg2, %{{.*}} : vector<8xi32>
// PLAIN: arith.divsi {{.*}} : vector<8xi64>
func.func @divisions(%a: vector<8xi16>, %b: vector<8xi16>, %x: vector<8xi32>, %y: vector<8xi32>, %z: vector<8xi64>) -> (vector<8xi16>, vector<8xi32>, vector<8xi32>, vector<8xi64>) {
  %three = arith.constant dense<3> : vector<8xi32>
  %0 = arith.divui %a, %b : vector<8xi16>
  %1 = arith.remsi %x, %y : vector<8xi32>
  %2 = arith.divsi %x, %three : vector<8xi32>
  %3 = arith.divsi %z, %z : vector<8xi64>
  return %0, %1, %2, %3 : vector<8xi16>, vector<8xi32>, vector<8xi32>, vector<8xi64>
}
