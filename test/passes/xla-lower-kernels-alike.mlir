// RUN: xla-opt %s --split-input-file --xla-lower-kernels | FileCheck %s

// One function for ops that compute the same of other memory, wherever they begin in it.
// CHECK: func.func private @main_kernel_0(
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @main(
// CHECK: call @main_kernel_0(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c0{{(_[0-9]+)?}})
// CHECK: call @main_kernel_0(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %c64{{(_[0-9]+)?}})
#whole = affine_map<(i) -> (i)>
#first = affine_map<(i) -> (0, i)>
#second = affine_map<(i) -> (1, i)>
func.func @main(%a: memref<2x64xf32>, %b: memref<64xf32>, %c: memref<2x64xf32>, %d: memref<64xf32>) {
  %one = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [#first, #whole], iterator_types = ["parallel"]}
      ins(%a : memref<2x64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.addf %x, %one : f32
    linalg.yield %0 : f32
  }
  %again = arith.constant 1.0 : f32
  linalg.generic {indexing_maps = [#second, #whole], iterator_types = ["parallel"]}
      ins(%c : memref<2x64xf32>) outs(%d : memref<64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.addf %x, %again : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Other literals, operands in another order, a result that is an operand, and results of another type are not the same.
// CHECK-COUNT-5: func.func private
// CHECK-LABEL: func.func @main(
// CHECK: call @main_kernel_0(
// CHECK: call @main_kernel_1(
// CHECK: call @main_kernel_2(
// CHECK: call @main_kernel_3(
// CHECK: call @main_kernel_4(
#whole = affine_map<(i) -> (i)>
func.func @main(%a: memref<64xf32>, %b: memref<64xf32>, %c: memref<64xf32>, %d: memref<64xf32>, %e: memref<64xf32>,
                %f: memref<64xf32>, %g: memref<64xf32>, %h: memref<64xi32>, %i: memref<64xi32>) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel"]}
      ins(%a : memref<64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.subf %x, %one : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel"]}
      ins(%c : memref<64xf32>) outs(%d : memref<64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.subf %x, %two : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel"]}
      ins(%e : memref<64xf32>) outs(%f : memref<64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.subf %one, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel"]}
      ins(%g : memref<64xf32>) outs(%g : memref<64xf32>) {
  ^bb0(%x: f32, %old: f32):
    %0 = arith.subf %x, %one : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#whole, #whole], iterator_types = ["parallel"]}
      ins(%h : memref<64xi32>) outs(%i : memref<64xi32>) {
  ^bb0(%x: i32, %old: i32):
    %0 = arith.subi %x, %x : i32
    linalg.yield %0 : i32
  }
  return
}
