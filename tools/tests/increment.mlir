// A lowered program: out = in + 1 for tensor<4xf32>, then a check that out is [2, 3, 4, 5].
module attributes {
  xla.arena_bytes = 0 : i64,
  xla.inputs = [tensor<4xf32>],
  xla.outputs = [tensor<4xf32>],
  xla.custom_calls = [{target = "check.expect_eq", operands = [tensor<4xf32>, tensor<4xf32>], results = [],
                       attributes = {}, location = "increment.mlir:9:1"}]
} {
  llvm.func @xla_rt_custom_call(!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> i32
  llvm.mlir.global internal constant @expected(dense<[2.0, 3.0, 4.0, 5.0]> : tensor<4xf32>) : !llvm.array<4 x f32>
  llvm.func @xla_main(%context: !llvm.ptr, %inputs: !llvm.ptr, %outputs: !llvm.ptr, %arena: !llvm.ptr) {
    %two = llvm.mlir.constant(2 : i64) : i64
    %site = llvm.mlir.constant(0 : i64) : i64
    %ones = llvm.mlir.constant(dense<1.0> : vector<4xf32>) : vector<4xf32>
    %in = llvm.load %inputs : !llvm.ptr -> !llvm.ptr
    %out = llvm.load %outputs : !llvm.ptr -> !llvm.ptr
    %x = llvm.load %in {alignment = 4 : i64} : !llvm.ptr -> vector<4xf32>
    %y = llvm.fadd %x, %ones : vector<4xf32>
    llvm.store %y, %out {alignment = 4 : i64} : vector<4xf32>, !llvm.ptr
    %operands = llvm.alloca %two x !llvm.ptr : (i64) -> !llvm.ptr
    %slot = llvm.getelementptr %operands[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %expected = llvm.mlir.addressof @expected : !llvm.ptr
    llvm.store %out, %operands : !llvm.ptr, !llvm.ptr
    llvm.store %expected, %slot : !llvm.ptr, !llvm.ptr
    %status = llvm.call @xla_rt_custom_call(%context, %site, %operands, %outputs) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> i32
    llvm.return
  }
}
