// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --xla-legalize-to-linalg | FileCheck %s --check-prefix=LINALG
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x3xf32>, %i: tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) {
  // CHECK: xla.sort(%arg0, %arg1) dim = -2, is_stable = true : (tensor<4x3xf32>, tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) comparator {
  // CHECK-NEXT: ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
  %0:2 = xla.sort(%x, %i) dim = -2, is_stable = true : (tensor<4x3xf32>, tensor<4x3xi32>) -> (tensor<4x3xf32>, tensor<4x3xi32>) comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return %0#0, %0#1 : tensor<4x3xf32>, tensor<4x3xi32>
}

// Slices of one element, and none, are sorted.
// CANON-LABEL: func.func @sorted
// CANON-SAME: %[[X:.*]]: tensor<4x1xf32>, %[[Y:.*]]: tensor<0x9xi32>
// CANON-NEXT: return %[[X]], %[[Y]]
func.func @sorted(%x: tensor<4x1xf32>, %y: tensor<0x9xi32>) -> (tensor<4x1xf32>, tensor<0x9xi32>) {
  %0 = xla.sort(%x) dim = 1 : (tensor<4x1xf32>) -> tensor<4x1xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.gt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  %2 = xla.sort(%y) dim = 1 : (tensor<0x9xi32>) -> tensor<0x9xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = xla.gt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return %0, %2 : tensor<4x1xf32>, tensor<0x9xi32>
}

// A comparator that compares one key as usual needs no code of its own: JAX's, which holds all zeros, and all NaNs, for
// equal, or a plain comparison, whichever way round it is written.
// LINALG-LABEL: func.func @by_key
// LINALG-COUNT-3: xla.custom_call "xla.runtime.sort"
// LINALG: return
func.func @by_key(%x: tensor<20xf32>, %i: tensor<20xi32>) -> (tensor<20xf32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %nan = xla.constant dense<0x7FC00000> : tensor<f32>
  %0:2 = xla.sort(%x, %i) dim = 0 : (tensor<20xf32>, tensor<20xi32>) -> (tensor<20xf32>, tensor<20xi32>) comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = xla.eq %a, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = xla.select %1, %zero, %a : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = xla.ne %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = xla.select %3, %nan, %2 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %5 = xla.eq %b, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = xla.select %5, %zero, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %7 = xla.ne %b, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = xla.select %7, %nan, %6 : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %9 = xla.lt_total_order %4, %8 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %9 : tensor<i1>
  }
  %10 = xla.sort(%i) dim = 0 : (tensor<20xi32>) -> tensor<20xi32> comparator {
  ^bb0(%c: tensor<i32>, %d: tensor<i32>):
    %1 = xla.gt %d, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  %11:2 = xla.sort(%i, %x) dim = 0 : (tensor<20xi32>, tensor<20xf32>) -> (tensor<20xi32>, tensor<20xf32>) comparator {
  ^bb0(%c: tensor<i32>, %d: tensor<i32>, %a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return %0#0, %0#1, %10, %11#0 : tensor<20xf32>, tensor<20xi32>, tensor<20xi32>, tensor<20xi32>
}

// Others do: two keys, elements of two places in different operands, what is no strict order.
// LINALG-LABEL: func.func @by_more
// LINALG-NOT: xla.custom_call
// LINALG: return
func.func @by_more(%x: tensor<20xi32>, %i: tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>, tensor<20xi32>) {
  %0:2 = xla.sort(%x, %i) dim = 0 : (tensor<20xi32>, tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>) comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = xla.lt %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = xla.lt %c, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %3 = xla.or %1, %2 : tensor<i1>
    xla.return %3 : tensor<i1>
  }
  %4:2 = xla.sort(%x, %i) dim = 0 : (tensor<20xi32>, tensor<20xi32>) -> (tensor<20xi32>, tensor<20xi32>) comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %c: tensor<i32>, %d: tensor<i32>):
    %1 = xla.lt %a, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  %5 = xla.sort(%x) dim = 0 : (tensor<20xi32>) -> tensor<20xi32> comparator {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = xla.le %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  }
  return %0#0, %4#0, %5 : tensor<20xi32>, tensor<20xi32>, tensor<20xi32>
}
