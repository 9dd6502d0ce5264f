// RUN: xla-opt %s --split-input-file --xla-hoist-invariants | FileCheck %s
// RUN: xla-opt %s --split-input-file --pass-pipeline='builtin.module(xla-hoist-invariants,func.func(xla-fuse-elementwise))' | FileCheck %s --check-prefix=FUSED

#same = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>

// The exponential, and what it is of, are computed once; the sum of the state and a number stays. Fusion does not move the
// exponential back.
// CHECK-LABEL: func.func @function(
// CHECK: %[[EACH:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%arg1 : tensor<64xf32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: arith.mulf
// CHECK: %[[EACH2:.*]] = linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%[[EACH]] : tensor<64xf32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK: math.exp
// CHECK: scf.for
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%{{.*}}, %[[EACH2]] : tensor<64xf32>, tensor<64xf32>) outs(%{{.*}} : tensor<64xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.addf
// FUSED-LABEL: func.func @function(
// FUSED: math.exp
// FUSED: scf.for
// FUSED-NOT: math.exp
// FUSED: return
func.func @function(%x: tensor<64xf32>, %k: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<64xf32> {
    %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%k : tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%a: f32, %out: f32):
      %t = arith.mulf %a, %a : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    %1 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%0 : tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%a: f32, %out: f32):
      %t = math.exp %a : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    %2 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]} ins(%s, %1 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %t = arith.addf %a, %b : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

#same = affine_map<(i) -> (i)>

// Little work stays, and so does what depends on the iteration, by an operand or in the body.
// CHECK-LABEL: func.func @stays(
// CHECK-NOT: linalg.generic
// CHECK: scf.for
// CHECK: arith.mulf
// CHECK: math.exp
// CHECK: math.log
func.func @stays(%x: tensor<64xf32>, %k: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<64xf32> {
    %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%k : tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%a: f32, %out: f32):
      %t = arith.mulf %a, %a : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    %1 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]} ins(%s, %0 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %t = math.exp %a : f32
      %u = arith.addf %t, %b : f32
      linalg.yield %u : f32
    } -> tensor<64xf32>
    %2 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%k : tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%a: f32, %out: f32):
      %at = tensor.extract %1[%i] : tensor<64xf32>
      %t = math.log %at : f32
      %u = arith.addf %t, %a : f32
      linalg.yield %u : f32
    } -> tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

#rows = affine_map<(i, j) -> (i, j)>
#sums = affine_map<(i, j) -> (i)>

// A reduction leaves both loops, with the array that it adds to.
// CHECK-LABEL: func.func @reduction(
// CHECK: tensor.empty
// CHECK: linalg.generic
// CHECK: linalg.generic
// CHECK-SAME: iterator_types = ["parallel", "reduction"]} ins(%arg1 : tensor<8x64xf32>) outs(%{{.*}} : tensor<8xf32>)
// CHECK: scf.for
// CHECK: scf.for
// CHECK-NOT: reduction
func.func @reduction(%x: tensor<8xf32>, %m: tensor<8x64xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<8xf32> {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%t = %s) -> tensor<8xf32> {
      %e = tensor.empty() : tensor<8xf32>
      %f = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<8xf32>) {
      ^bb0(%out: f32):
        linalg.yield %zero : f32
      } -> tensor<8xf32>
      %0 = linalg.generic {indexing_maps = [#rows, #sums], iterator_types = ["parallel", "reduction"]} ins(%m : tensor<8x64xf32>) outs(%f : tensor<8xf32>) {
      ^bb0(%a: f32, %out: f32):
        %u = arith.addf %out, %a : f32
        linalg.yield %u : f32
      } -> tensor<8xf32>
      %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%t, %0 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
      ^bb0(%a: f32, %b: f32, %out: f32):
        %u = arith.mulf %a, %b : f32
        linalg.yield %u : f32
      } -> tensor<8xf32>
      scf.yield %1 : tensor<8xf32>
    }
    scf.yield %q : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// Parts of one array that do not change are put together once.
// CHECK-LABEL: func.func @together(
// CHECK: %[[PART:.*]] = tensor.insert_slice %arg1 into %{{.*}}[0] [32] [1] : tensor<32xf32> into tensor<64xf32>
// CHECK: tensor.insert_slice %arg2 into %[[PART]][32] [32] [1] : tensor<32xf32> into tensor<64xf32>
// CHECK: scf.for
// CHECK-NOT: insert_slice
func.func @together(%x: tensor<64xf32>, %a: tensor<32xf32>, %b: tensor<32xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> tensor<64xf32> {
    %0 = tensor.insert_slice %a into %e[0] [32] [1] : tensor<32xf32> into tensor<64xf32>
    %1 = tensor.insert_slice %b into %0[32] [32] [1] : tensor<32xf32> into tensor<64xf32>
    %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s, %1 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) {
    ^bb0(%u: f32, %v: f32, %out: f32):
      %t = arith.addf %u, %v : f32
      linalg.yield %t : f32
    } -> tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// A sort of what the loop does not change leaves an xla.while, with what it is computed from. A sort of the state stays, and so does one
// of random numbers, which are others in each iteration.
// CHECK-LABEL: func.func @library(
// CHECK: %[[MINUS:.*]] = xla.neg %arg1
// CHECK: %[[SORTED:.*]] = xla.sort(%[[MINUS]])
// CHECK: xla.while
// CHECK: xla.rng_uniform
// CHECK: xla.sort
// CHECK: xla.sort
// CHECK: xla.add %{{.*}}, %[[SORTED]]
func.func @library(%n: tensor<i32>, %k: tensor<64xf32>, %x: tensor<64xf32>) -> tensor<64xf32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %one = xla.constant dense<1> : tensor<i32>
  %r:2 = xla.while(%i = %n, %s = %x) : tensor<i32>, tensor<64xf32>
  cond {
    %0 = xla.gt %i, %one : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %0 : tensor<i1>
  } do {
    %j = xla.sub %i, %one : tensor<i32>
    %minus = xla.neg %k : tensor<64xf32>
    %sorted = xla.sort(%minus) dim = 0 : (tensor<64xf32>) -> tensor<64xf32> comparator {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %0 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      xla.return %0 : tensor<i1>
    }
    %random = xla.rng_uniform %zero, %zero : (tensor<f32>, tensor<f32>) -> tensor<64xf32>
    %shuffled = xla.sort(%random) dim = 0 : (tensor<64xf32>) -> tensor<64xf32> comparator {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %0 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      xla.return %0 : tensor<i1>
    }
    %state = xla.sort(%s) dim = 0 : (tensor<64xf32>) -> tensor<64xf32> comparator {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %0 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      xla.return %0 : tensor<i1>
    }
    %sum = xla.add %state, %sorted : tensor<64xf32>
    %all = xla.add %sum, %shuffled : tensor<64xf32>
    xla.return %j, %all : tensor<i32>, tensor<64xf32>
  }
  return %r#1 : tensor<64xf32>
}
