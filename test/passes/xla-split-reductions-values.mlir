// RUN: xla-run %s --entry histogram --random 3 --interpret -o %t.histogram.npy
// RUN: xla-run %s --entry histogram --random 3 --threads 1 --expect %t.histogram.npy --rtol 0 --atol 0
// RUN: xla-run %s --entry histogram --random 3 --threads 2 --expect %t.histogram.npy --rtol 0 --atol 0
// RUN: xla-run %s --entry segment_max --random 3 --interpret -o %t.segment_max.npy
// RUN: xla-run %s --entry segment_max --random 3 --threads 3 --expect %t.segment_max.npy --rtol 0 --atol 0
//
// Scatters of many updates into few elements, in parts that threads share. Some indices are outside.

func.func @histogram(%x: tensor<7xi32>, %indices: tensor<300000x1xi32>, %updates: tensor<300000xi32>) -> tensor<7xi32> {
  %0 = "xla.scatter"(%x, %indices, %updates) <{inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64>, index_vector_dim = 1 : i64}> ({
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    %1 = xla.add %a, %b : tensor<i32>
    xla.return %1 : tensor<i32>
  }) : (tensor<7xi32>, tensor<300000x1xi32>, tensor<300000xi32>) -> tensor<7xi32>
  return %0 : tensor<7xi32>
}

func.func @segment_max(%x: tensor<9x8xf32>, %indices: tensor<40000xui8>, %updates: tensor<40000x8xf32>) -> tensor<9x8xf32> {
  %0 = "xla.scatter"(%x, %indices, %updates) <{inserted_window_dims = array<i64: 0>, scatter_dims_to_operand_dims = array<i64: 0>, update_window_dims = array<i64: 1>, index_vector_dim = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = xla.max %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }) : (tensor<9x8xf32>, tensor<40000xui8>, tensor<40000x8xf32>) -> tensor<9x8xf32>
  return %0 : tensor<9x8xf32>
}
