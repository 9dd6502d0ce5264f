// That step on 4 devices, each with a quarter of the batch, whose gradients are added up by all_reduce.
// Results, the same on all devices: the loss before the step, and the parameters after it.
//
// RUN: xla-run %s %S/x_batch.npy %S/labels_batch.npy %S/untrained_w1.npy %S/untrained_b1.npy \
// RUN:   %S/untrained_w2.npy %S/untrained_b2.npy %S/untrained_w3.npy %S/untrained_b3.npy \
// RUN:   --rtol 1e-5 --atol 1e-6 --expect %S/data_parallel.loss.npy %S/data_parallel.w1.npy \
// RUN:   %S/data_parallel.b1.npy %S/data_parallel.w2.npy %S/data_parallel.b2.npy %S/data_parallel.w3.npy \
// RUN:   %S/data_parallel.b3.npy

module @jit_train_step_on_4_devices attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["batch"=4]> {stablehlo.mesh = {axes = [{name = "batch", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<64x64xf32>, %arg1: tensor<64xi32>, %arg2: tensor<64x128xf32>, %arg3: tensor<128xf32>, %arg4: tensor<128x64xf32>, %arg5: tensor<64xf32>, %arg6: tensor<64x10xf32>, %arg7: tensor<10xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<64x128xf32> {jax.result_info = "result[1]"}, tensor<128xf32> {jax.result_info = "result[2]"}, tensor<128x64xf32> {jax.result_info = "result[3]"}, tensor<64xf32> {jax.result_info = "result[4]"}, tensor<64x10xf32> {jax.result_info = "result[5]"}, tensor<10xf32> {jax.result_info = "result[6]"}) {
    %0:7 = sdy.manual_computation(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) in_shardings=[<@mesh, [{"batch"}, {}]>, <@mesh, [{"batch"}]>, <@mesh, [{}, {}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}]>] out_shardings=[<@mesh, []>, <@mesh, [{}, {}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}]>, <@mesh, [{}, {}]>, <@mesh, [{}]>] manual_axes={"batch"} (%arg8: tensor<16x64xf32>, %arg9: tensor<16xi32>, %arg10: tensor<64x128xf32>, %arg11: tensor<128xf32>, %arg12: tensor<128x64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64x10xf32>, %arg15: tensor<10xf32>) {
      %1 = func.call @_one_hot(%arg9) : (tensor<16xi32>) -> tensor<16x10xf32>
      %2 = stablehlo.dot_general %arg8, %arg10, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x128xf32>) -> tensor<16x128xf32>
      %3 = stablehlo.broadcast_in_dim %arg11, dims = [1] : (tensor<128xf32>) -> tensor<1x128xf32>
      %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x128xf32>) -> tensor<16x128xf32>
      %5 = stablehlo.add %2, %4 : tensor<16x128xf32>
      %6 = func.call @relu(%5) : (tensor<16x128xf32>) -> tensor<16x128xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x128xf32>
      %8 = stablehlo.compare GT, %5, %7, FLOAT : (tensor<16x128xf32>, tensor<16x128xf32>) -> tensor<16x128xi1>
      %9 = stablehlo.dot_general %6, %arg12, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x128xf32>, tensor<128x64xf32>) -> tensor<16x64xf32>
      %10 = stablehlo.broadcast_in_dim %arg13, dims = [1] : (tensor<64xf32>) -> tensor<1x64xf32>
      %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1] : (tensor<1x64xf32>) -> tensor<16x64xf32>
      %12 = stablehlo.add %9, %11 : tensor<16x64xf32>
      %13 = func.call @relu_0(%12) : (tensor<16x64xf32>) -> tensor<16x64xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %15 = stablehlo.compare GT, %12, %14, FLOAT : (tensor<16x64xf32>, tensor<16x64xf32>) -> tensor<16x64xi1>
      %16 = stablehlo.dot_general %13, %arg14, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<64x10xf32>) -> tensor<16x10xf32>
      %17 = stablehlo.broadcast_in_dim %arg15, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
      %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<16x10xf32>
      %19 = stablehlo.add %16, %18 : tensor<16x10xf32>
      %20:3 = func.call @log_softmax(%19) : (tensor<16x10xf32>) -> (tensor<16x10xf32>, tensor<16x10xf32>, tensor<16x1xf32>)
      %21 = stablehlo.multiply %1, %20#0 : tensor<16x10xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.reduce(%21 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<16xf32>
      %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %23 = stablehlo.reduce(%22 init: %cst_2) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
      %cst_3 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
      %24 = stablehlo.divide %23, %cst_3 : tensor<f32>
      %25 = stablehlo.negate %24 : tensor<f32>
      %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
      %26 = stablehlo.negate %cst_4 : tensor<f32>
      %cst_5 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
      %27 = stablehlo.divide %26, %cst_5 : tensor<f32>
      %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<16xf32>
      %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<16xf32>) -> tensor<16x10xf32>
      %30 = stablehlo.multiply %1, %29 : tensor<16x10xf32>
      %31 = func.call @log_softmax_1(%20#1, %20#2, %30) : (tensor<16x10xf32>, tensor<16x1xf32>, tensor<16x10xf32>) -> tensor<16x10xf32>
      %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %32 = stablehlo.reduce(%31 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<16x10xf32>, tensor<f32>) -> tensor<10xf32>
      %33 = stablehlo.reshape %32 : (tensor<10xf32>) -> tensor<1x10xf32>
      %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %34 = stablehlo.reduce(%33 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
      %35 = stablehlo.dot_general %31, %13, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x10xf32>, tensor<16x64xf32>) -> tensor<10x64xf32>
      %36 = stablehlo.transpose %35, dims = [1, 0] : (tensor<10x64xf32>) -> tensor<64x10xf32>
      %37 = stablehlo.dot_general %31, %arg14, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x10xf32>, tensor<64x10xf32>) -> tensor<16x64xf32>
      %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %38 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
      %39 = stablehlo.select %15, %37, %38 : tensor<16x64xi1>, tensor<16x64xf32>
      %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %40 = stablehlo.reduce(%39 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<16x64xf32>, tensor<f32>) -> tensor<64xf32>
      %41 = stablehlo.reshape %40 : (tensor<64xf32>) -> tensor<1x64xf32>
      %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %42 = stablehlo.reduce(%41 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<1x64xf32>, tensor<f32>) -> tensor<64xf32>
      %43 = stablehlo.dot_general %39, %6, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<16x128xf32>) -> tensor<64x128xf32>
      %44 = stablehlo.transpose %43, dims = [1, 0] : (tensor<64x128xf32>) -> tensor<128x64xf32>
      %45 = stablehlo.dot_general %39, %arg12, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<16x64xf32>, tensor<128x64xf32>) -> tensor<16x128xf32>
      %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %46 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<16x128xf32>
      %47 = stablehlo.select %8, %45, %46 : tensor<16x128xi1>, tensor<16x128xf32>
      %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %48 = stablehlo.reduce(%47 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<16x128xf32>, tensor<f32>) -> tensor<128xf32>
      %49 = stablehlo.reshape %48 : (tensor<128xf32>) -> tensor<1x128xf32>
      %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %50 = stablehlo.reduce(%49 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x128xf32>, tensor<f32>) -> tensor<128xf32>
      %51 = stablehlo.dot_general %47, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<16x128xf32>, tensor<16x64xf32>) -> tensor<128x64xf32>
      %52 = stablehlo.transpose %51, dims = [1, 0] : (tensor<128x64xf32>) -> tensor<64x128xf32>
      %53 = "stablehlo.all_reduce"(%52) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %79 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %79 : tensor<f32>
      }) : (tensor<64x128xf32>) -> tensor<64x128xf32>
      %54 = "stablehlo.all_reduce"(%50) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %79 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %79 : tensor<f32>
      }) : (tensor<128xf32>) -> tensor<128xf32>
      %55 = "stablehlo.all_reduce"(%44) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %79 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %79 : tensor<f32>
      }) : (tensor<128x64xf32>) -> tensor<128x64xf32>
      %56 = "stablehlo.all_reduce"(%42) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %79 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %79 : tensor<f32>
      }) : (tensor<64xf32>) -> tensor<64xf32>
      %57 = "stablehlo.all_reduce"(%36) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %79 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %79 : tensor<f32>
      }) : (tensor<64x10xf32>) -> tensor<64x10xf32>
      %58 = "stablehlo.all_reduce"(%34) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %79 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %79 : tensor<f32>
      }) : (tensor<10xf32>) -> tensor<10xf32>
      %59 = "stablehlo.all_reduce"(%25) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
      ^bb0(%arg16: tensor<f32>, %arg17: tensor<f32>):
        %79 = stablehlo.add %arg16, %arg17 : tensor<f32>
        stablehlo.return %79 : tensor<f32>
      }) : (tensor<f32>) -> tensor<f32>
      %cst_14 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
      %60 = stablehlo.divide %59, %cst_14 : tensor<f32>
      %cst_15 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
      %61 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<64x128xf32>
      %62 = stablehlo.multiply %61, %53 : tensor<64x128xf32>
      %63 = stablehlo.subtract %arg10, %62 : tensor<64x128xf32>
      %cst_16 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
      %64 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<128xf32>
      %65 = stablehlo.multiply %64, %54 : tensor<128xf32>
      %66 = stablehlo.subtract %arg11, %65 : tensor<128xf32>
      %cst_17 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
      %67 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<128x64xf32>
      %68 = stablehlo.multiply %67, %55 : tensor<128x64xf32>
      %69 = stablehlo.subtract %arg12, %68 : tensor<128x64xf32>
      %cst_18 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
      %70 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<64xf32>
      %71 = stablehlo.multiply %70, %56 : tensor<64xf32>
      %72 = stablehlo.subtract %arg13, %71 : tensor<64xf32>
      %cst_19 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
      %73 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
      %74 = stablehlo.multiply %73, %57 : tensor<64x10xf32>
      %75 = stablehlo.subtract %arg14, %74 : tensor<64x10xf32>
      %cst_20 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
      %76 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<10xf32>
      %77 = stablehlo.multiply %76, %58 : tensor<10xf32>
      %78 = stablehlo.subtract %arg15, %77 : tensor<10xf32>
      sdy.return %60, %63, %66, %69, %72, %75, %78 : tensor<f32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<64xf32>, tensor<64x10xf32>, tensor<10xf32>
    } : (tensor<64x64xf32>, tensor<64xi32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<64xf32>, tensor<64x10xf32>, tensor<10xf32>) -> (tensor<f32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<64xf32>, tensor<64x10xf32>, tensor<10xf32>)
    return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5, %0#6 : tensor<f32>, tensor<64x128xf32>, tensor<128xf32>, tensor<128x64xf32>, tensor<64xf32>, tensor<64x10xf32>, tensor<10xf32>
  }
  func.func private @_one_hot(%arg0: tensor<16xi32>) -> tensor<16x10xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<16xi32>) -> tensor<16x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x10xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<16x1xi32>) -> tensor<16x10xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<16x10xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<16x10xi32>, tensor<16x10xi32>) -> tensor<16x10xi1>
    %5 = stablehlo.convert %4 : (tensor<16x10xi1>) -> tensor<16x10xf32>
    return %5 : tensor<16x10xf32>
  }
  func.func private @relu(%arg0: tensor<16x128xf32>) -> tensor<16x128xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x128xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x128xf32>
    return %1 : tensor<16x128xf32>
  }
  func.func private @relu_0(%arg0: tensor<16x64xf32>) -> tensor<16x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<16x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<16x64xf32>
    return %1 : tensor<16x64xf32>
  }
  func.func private @log_softmax(%arg0: tensor<16x10xf32>) -> (tensor<16x10xf32>, tensor<16x10xf32>, tensor<16x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<16xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<16xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<16x10xf32>
    %6 = stablehlo.exponential %5 : tensor<16x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<16xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<16xf32>) -> tensor<16x1xf32>
    %9 = stablehlo.log %8 : tensor<16x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<16x1xf32>) -> tensor<16x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<16x10xf32>
    return %11, %6, %8 : tensor<16x10xf32>, tensor<16x10xf32>, tensor<16x1xf32>
  }
  func.func private @log_softmax_1(%arg0: tensor<16x10xf32>, %arg1: tensor<16x1xf32>, %arg2: tensor<16x10xf32>) -> tensor<16x10xf32> {
    %0 = stablehlo.negate %arg2 : tensor<16x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<16x10xf32>, tensor<f32>) -> tensor<16xf32>
    %2 = stablehlo.reshape %1 : (tensor<16xf32>) -> tensor<16x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<16x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<16x1xf32>, tensor<f32>) -> tensor<16xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<16xf32>) -> tensor<16x10xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<16x10xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<16x10xf32>
    return %7 : tensor<16x10xf32>
  }
}
