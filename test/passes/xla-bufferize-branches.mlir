// RUN: env XLA_MLIR_CHECK=1 xla-opt --xla-bufferize %s | FileCheck %s
//
// What a branch returns as it came stays where it is, if nothing needs it later.
#same = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @kept
// CHECK: scf.if
// CHECK-NEXT: linalg.generic {{.*}} ins(%[[X:.*]], %[[X]] : memref<8xf32>, memref<8xf32>) outs(%[[X]] : memref<8xf32>)
// CHECK: } else {
// CHECK-NEXT: }
func.func @kept(%a: tensor<8xf32>, %p: tensor<i8>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %zero = arith.constant 0 : i8
  %i = tensor.extract %p[] : tensor<i8>
  %c = arith.cmpi ne, %i, %zero : i8
  %r = scf.if %c -> tensor<8xf32> {
    %y = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]} ins(%x, %x : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%in: f32, %other: f32, %out: f32):
      %s = arith.mulf %in, %other : f32
      linalg.yield %s : f32
    } -> tensor<8xf32>
    scf.yield %y : tensor<8xf32>
  } else {
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Two results that change places in a branch are parked first.
// CHECK-LABEL: func.func @exchanged
// CHECK: scf.if
// CHECK: memref.copy %[[X:.*]], %[[A:.*]] :
// CHECK: memref.copy %[[Y:.*]], %[[B:.*]] :
// CHECK: memref.copy %[[A]], %[[Y]] :
// CHECK: memref.copy %[[B]], %{{.*}} :
// CHECK-NEXT: }
// CHECK-NOT: else
func.func @exchanged(%a: tensor<8xf32>, %p: tensor<i8>) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.mulf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %zero = arith.constant 0 : i8
  %i = tensor.extract %p[] : tensor<i8>
  %c = arith.cmpi ne, %i, %zero : i8
  %r:2 = scf.if %c -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %y, %x : tensor<8xf32>, tensor<8xf32>
  } else {
    scf.yield %x, %y : tensor<8xf32>, tensor<8xf32>
  }
  %f = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]} ins(%r#0, %r#1 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %s = arith.subf %in, %other : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %g = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]} ins(%r#0, %r#1 : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %s = arith.divf %in, %other : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %f, %g : tensor<8xf32>, tensor<8xf32>
}

// The tensor that is not chosen is overwritten by the one that is.
// CHECK-LABEL: func.func @chosen
// CHECK: scf.if
// CHECK-NEXT: } else {
// CHECK-NEXT: memref.copy %arg2, %[[OUT:.*]] :
// CHECK: linalg.generic {{.*}} ins(%[[OUT]], %[[OUT]] :
func.func @chosen(%a: tensor<8xf32>, %b: tensor<8xf32>, %p: tensor<i8>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %x = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = arith.addf %in, %in : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %zero = arith.constant 0 : i8
  %i = tensor.extract %p[] : tensor<i8>
  %c = arith.cmpi ne, %i, %zero : i8
  %r = arith.select %c, %x, %b : tensor<8xf32>
  %y = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel"]} ins(%r, %r : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %s = arith.mulf %in, %other : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %y : tensor<8xf32>
}
