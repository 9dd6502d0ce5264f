// Functions that are marked go down the whole code generation, and the others stay.
//
// RUN: xla-opt %s --allow-unregistered-dialect --xla-compile-functions | FileCheck %s
// RUN: xla-opt %s --allow-unregistered-dialect --xla-compile-functions=calling-convention=bare-pointer | FileCheck %s --check-prefix=POINTER
// RUN: xla-opt %s --allow-unregistered-dialect --xla-compile-functions=all=true | FileCheck %s --check-prefix=ALL

// The function keeps its place, its signature and its other attributes, and calls compiled code on addresses.
// CHECK-LABEL: func.func @square(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32> {test.argument}) -> tensor<4x8xf32> attributes {llvm.emit_c_interface}
// CHECK-NOT: xla
// CHECK: %[[A:.*]] = bufferization.to_buffer %[[X]] read_only : tensor<4x8xf32> to memref<4x8xf32>
// CHECK: %[[R:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4x8xf32>
// CHECK: %[[A_INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[A]]
// CHECK: %[[A_WORD:.*]] = arith.index_cast %[[A_INDEX]] : index to i64
// CHECK: %[[A_POINTER:.*]] = llvm.inttoptr %[[A_WORD]] : i64 to !llvm.ptr
// CHECK: %[[R_INDEX:.*]] = memref.extract_aligned_pointer_as_index %[[R]]
// CHECK: %[[R_WORD:.*]] = arith.index_cast %[[R_INDEX]] : index to i64
// CHECK: %[[R_POINTER:.*]] = llvm.inttoptr %[[R_WORD]] : i64 to !llvm.ptr
// CHECK: llvm.call @square_native(%[[A_POINTER]], %[[R_POINTER]]) : (!llvm.ptr, !llvm.ptr) -> ()
// CHECK: %[[Y:.*]] = bufferization.to_tensor %[[R]] restrict writable : memref<4x8xf32> to tensor<4x8xf32>
// CHECK: return %[[Y]] : tensor<4x8xf32>

// What is not marked stays, foreign ops included, and so do functions that a compiled one calls.
// CHECK-LABEL: func.func private @twice
// CHECK: xla.add
// CHECK-LABEL: func.func @caller
// CHECK: %[[CALLED:.*]] = call @square(%{{.*}}) : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: "foreign.op"(%[[CALLED]])

// Names that the module has are not taken.
// CHECK: func.func private @square_code_kernel_0()
// CHECK: llvm.func internal @square_code_kernel_0_0(
// CHECK: llvm.func internal @square_code(
// CHECK: llvm.call @square_code_kernel_0_0(
// CHECK: llvm.func internal @square_native(%[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr)
// CHECK-NOT: llvm.call @aligned_alloc
// CHECK: llvm.call @square_code(%{{.*}}, %[[IN]], %[[OUT]], %{{.*}}) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> ()

// The C function has the name, and is visible; calls on tensors go to another one.
// POINTER-LABEL: func.func @square_on_tensors(
// POINTER: llvm.call @square(
// POINTER-LABEL: func.func @caller
// POINTER: call @square_on_tensors(
// POINTER: llvm.func @square(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr) {

// The private function is only called by one that is compiled; the callers of others have foreign ops.
// ALL: llvm.call @square_native(
// ALL-LABEL: func.func private @twice
// ALL: xla.add
// ALL-LABEL: func.func @caller
// ALL: "foreign.op"
// ALL-LABEL: func.func @unmarked
// ALL: llvm.call @unmarked_native(
module {
  func.func @square(%x: tensor<4x8xf32> {test.argument}) -> tensor<4x8xf32> attributes {xla.compile, llvm.emit_c_interface} {
    %0 = func.call @twice(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.multiply %0, %0 : tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func private @twice(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = xla.add %x, %x : tensor<4x8xf32>
    return %0 : tensor<4x8xf32>
  }
  func.func @caller(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
    %0 = call @square(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "foreign.op"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    return %1 : tensor<4x8xf32>
  }
  func.func @unmarked(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.negate %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @square_code_kernel_0()
}
