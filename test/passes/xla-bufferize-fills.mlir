// Arrays of one constant are filled. Products that begin with the same zeros have zeros of their own, in a loop too.
//
// RUN: xla-opt --xla-bufferize %s | FileCheck %s
#row = affine_map<(d0, d1, d2) -> (d0, d2)>
#column = affine_map<(d0, d1, d2) -> (d2, d1)>
#result = affine_map<(d0, d1, d2) -> (d0, d1)>
#each = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @twice
// CHECK-NOT: memref.copy
// CHECK: linalg.yield %cst
// CHECK-NOT: memref.copy
// CHECK: linalg.yield %cst
// CHECK-NOT: memref.copy
func.func @twice(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.generic {indexing_maps = [#each], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  } -> tensor<8x8xf32>
  %once = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %next = math.fma %x, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<8x8xf32>
  %twice = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%once, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %next = math.fma %x, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<8x8xf32>
  return %twice : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK: scf.while
// CHECK: linalg.yield %cst
// CHECK: math.fma
func.func @loop(%a: tensor<8x8xf32>, %n: i32) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.generic {indexing_maps = [#each], iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<8x8xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  } -> tensor<8x8xf32>
  %i, %r = scf.while (%left = %n, %x = %a) : (i32, tensor<8x8xf32>) -> (i32, tensor<8x8xf32>) {
    %more = arith.cmpi sgt, %left, %one : i32
    scf.condition(%more) %left, %x : i32, tensor<8x8xf32>
  } do {
  ^bb0(%left: i32, %x: tensor<8x8xf32>):
    %product = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%x, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) {
    ^bb0(%p: f32, %q: f32, %sum: f32):
      %next = math.fma %p, %q, %sum : f32
      linalg.yield %next : f32
    } -> tensor<8x8xf32>
    %fewer = arith.subi %left, %one : i32
    scf.yield %fewer, %product : i32, tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}

// What a part is put into is filled, not copied.
// CHECK-LABEL: func.func @around_a_part
// CHECK-NOT: memref.get_global
// CHECK: linalg.yield %cst
// CHECK-NOT: memref.get_global
// CHECK: memref.copy
// CHECK: return
func.func @around_a_part(%a: tensor<8x8xf32>, %at: index) -> tensor<99x99xf32> {
  %ones = arith.constant dense<1.0> : tensor<99x99xf32>
  %0 = tensor.insert_slice %a into %ones[%at, %at] [8, 8] [1, 1] : tensor<8x8xf32> into tensor<99x99xf32>
  return %0 : tensor<99x99xf32>
}

// Behind another shape, too.
// CHECK-LABEL: func.func @shapes
// CHECK-NOT: memref.copy
// CHECK: linalg.yield %cst
// CHECK: math.fma
// CHECK-NOT: memref.copy
// CHECK: linalg.yield %cst
// CHECK: math.fma
// CHECK-NOT: memref.copy
// CHECK: return
func.func @shapes(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<64xf32>
  %flat = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%empty : tensor<64xf32>) {
  ^bb0(%out: f32):
    linalg.yield %zero : f32
  } -> tensor<64xf32>
  %zeros = tensor.expand_shape %flat [[0, 1]] output_shape [8, 8] : tensor<64xf32> into tensor<8x8xf32>
  %once = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %next = math.fma %x, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<8x8xf32>
  %twice = linalg.generic {indexing_maps = [#row, #column, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%once, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zeros : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %next = math.fma %x, %y, %sum : f32
    linalg.yield %next : f32
  } -> tensor<8x8xf32>
  return %twice : tensor<8x8xf32>
}
