// A lowered program: out = fmod(in, 3) + the custom call's answer, in parallel; in and out are tensor<1000xf64>.
module attributes {
  xla.arena_bytes = 8 : i64,
  xla.inputs = [tensor<1000xf64>],
  xla.outputs = [tensor<1000xf64>],
  xla.custom_calls = [{target = "answer", operands = [tensor<1000xf64>], results = [tensor<f64>],
                       attributes = {scale = 2.0 : f64, name = "x", dims = array<i64: 1, 2>, on = true, n = 3 : i32},
                       location = "scale.mlir:1:1"}]
} {
  llvm.func @xla_rt_parallel_for(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64)
  llvm.func @xla_rt_custom_call(!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> i32
  llvm.func @xla_rt_fmod(f64, f64) -> f64

  llvm.func internal @body(%in: !llvm.ptr, %out: !llvm.ptr, %added_at: !llvm.ptr, %begin: i64, %end: i64, %one: i64) {
    %added = llvm.load %added_at : !llvm.ptr -> f64
    llvm.br ^loop(%begin : i64)
  ^loop(%i: i64):
    %more = llvm.icmp "slt" %i, %end : i64
    llvm.cond_br %more, ^step, ^done
  ^step:
    %from = llvm.getelementptr %in[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    %x = llvm.load %from : !llvm.ptr -> f64
    %divisor = llvm.mlir.constant(3.0 : f64) : f64
    %e = llvm.call @xla_rt_fmod(%x, %divisor) : (f64, f64) -> f64
    %y = llvm.fadd %e, %added : f64
    %to = llvm.getelementptr %out[%i] : (!llvm.ptr, i64) -> !llvm.ptr, f64
    llvm.store %y, %to : f64, !llvm.ptr
    %next = llvm.add %i, %one : i64
    llvm.br ^loop(%next : i64)
  ^done:
    llvm.return
  }

  llvm.func @xla_main(%context: !llvm.ptr, %inputs: !llvm.ptr, %outputs: !llvm.ptr, %arena: !llvm.ptr) {
    %three = llvm.mlir.constant(3 : i64) : i64
    %four = llvm.mlir.constant(4 : i64) : i64
    %shares = llvm.mlir.constant(0 : i64) : i64
    %one = llvm.mlir.constant(1 : i64) : i64
    %site = llvm.mlir.constant(0 : i64) : i64
    %n = llvm.mlir.constant(1000 : i64) : i64
    %grain = llvm.mlir.constant(16 : i64) : i64
    %results = llvm.alloca %one x !llvm.ptr : (i64) -> !llvm.ptr
    llvm.store %arena, %results : !llvm.ptr, !llvm.ptr
    %status = llvm.call @xla_rt_custom_call(%context, %site, %inputs, %results) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> i32
    %zero = llvm.mlir.constant(0 : i32) : i32
    %ok = llvm.icmp "eq" %status, %zero : i32
    llvm.cond_br %ok, ^go, ^stop
  ^go:
    %data = llvm.alloca %four x !llvm.ptr : (i64) -> !llvm.ptr
    %in = llvm.load %inputs : !llvm.ptr -> !llvm.ptr
    %out = llvm.load %outputs : !llvm.ptr -> !llvm.ptr
    %out_slot = llvm.getelementptr %data[1] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    %sum_slot = llvm.getelementptr %data[2] : (!llvm.ptr) -> !llvm.ptr, !llvm.ptr
    llvm.store %in, %data : !llvm.ptr, !llvm.ptr
    llvm.store %out, %out_slot : !llvm.ptr, !llvm.ptr
    llvm.store %arena, %sum_slot : !llvm.ptr, !llvm.ptr
    %one_slot = llvm.getelementptr %data[3] : (!llvm.ptr) -> !llvm.ptr, i64
    llvm.store %one, %one_slot : i64, !llvm.ptr
    %body = llvm.mlir.addressof @body : !llvm.ptr
    // Three addresses, and one word behind the range.
    llvm.call @xla_rt_parallel_for(%context, %body, %data, %three, %one, %n, %grain, %shares)
      : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64, i64, i64) -> ()
    llvm.br ^stop
  ^stop:
    llvm.return
  }
}
