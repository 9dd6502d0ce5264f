// Sizes that types leave open are taken from what defines a value; what follows from the operands only at run time is
// asserted.
// RUN: xla-opt %s --stablehlo-legalize-to-xla --xla-expand-client-ops --xla-legalize-to-linalg --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @equal(
// CHECK-SAME: %[[A:.*]]: tensor<?x4xf32>, %[[B:.*]]: tensor<?x4xf32>
// CHECK-DAG: %[[ROWS:.*]] = tensor.dim %[[A]], %c0
// CHECK-DAG: %[[OTHERS:.*]] = tensor.dim %[[B]], %c0
// CHECK: %[[SAME:.*]] = arith.cmpi eq, %[[OTHERS]], %[[ROWS]]
// CHECK: cf.assert %[[SAME]], "'xla.add' op expects dimension 0 of its operand to be as large as dimension 0 of the result"
// CHECK: %[[INIT:.*]] = tensor.empty(%[[ROWS]]) : tensor<?x4xf32>
// CHECK: linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<?x4xf32>, tensor<?x4xf32>) outs(%[[INIT]]
// CHECK-NOT: cf.assert
// CHECK: math.absf
func.func @equal(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.add %a, %b : tensor<?x4xf32>
  %1 = stablehlo.abs %0 : tensor<?x4xf32>
  %2 = stablehlo.multiply %1, %0 : tensor<?x4xf32>
  return %2 : tensor<?x4xf32>
}

// The operands of xla's ops expand where they are of size 1.
// CHECK-LABEL: func.func @expanding(
// CHECK: cf.assert {{.*}} "'xla.add' op expects dimension 0 of its operand to be of size 1 or as large as dimension 0 of the result"
// CHECK: %[[AT:.*]] = arith.select %{{.*}}, %c0, %{{.*}} : index
// CHECK: tensor.extract %arg0[%[[AT]]] : tensor<?xf32>
func.func @expanding(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = xla.add %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// The arrays that a computation is mapped over have equal sizes, and none expands.
// CHECK-LABEL: func.func @mapped(
// CHECK: cf.assert {{.*}} "'xla.add' op expects dimension 0 of its operand to be as large as dimension 0 of the result"
// CHECK-NOT: arith.select
// CHECK: linalg.generic
func.func @mapped(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Nothing is asked at run time where types say it.
// CHECK-LABEL: func.func @known(
// CHECK-NOT: cf.assert
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<?x4xf32>, tensor<4xf32>) outs(%{{.*}} : tensor<?x4xf32>)
func.func @known(%a: tensor<?x4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %0 = xla.mul %a, %b, broadcast_dimensions = [1] : (tensor<?x4xf32>, tensor<4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @reshapes(
// CHECK-SAME: %[[X:.*]]: tensor<?x4x6xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK: tensor.collapse_shape %[[X]] {{\[}}[0], [1, 2]] : tensor<?x4x6xf32> into tensor<?x24xf32>
// CHECK: %[[N3:.*]] = arith.muli %[[N]], %c3
// CHECK: tensor.expand_shape %{{.*}} output_shape [%[[N3]], 8] : tensor<?xf32> into tensor<?x8xf32>
func.func @reshapes(%x: tensor<?x4x6xf32>) -> (tensor<?x24xf32>, tensor<?x8xf32>) {
  %0 = xla.reshape %x : (tensor<?x4x6xf32>) -> tensor<?x24xf32>
  %1 = xla.reshape %x : (tensor<?x4x6xf32>) -> tensor<?x8xf32>
  return %0, %1 : tensor<?x24xf32>, tensor<?x8xf32>
}

// The shape operand is not computed when its elements are known.
// CHECK-LABEL: func.func @dynamic_iota(
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32>
// CHECK-NOT: cf.assert
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK: linalg.generic
// CHECK: linalg.index 0
func.func @dynamic_iota(%x: tensor<?x4xf32>) -> tensor<?xi32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.reshape %0 : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %2 : tensor<?xi32>
}

// CHECK-LABEL: func.func @slices(
// CHECK: cf.assert {{.*}} "'xla.slice' op expects, in dimension 0, a limit that is at most the operand's size"
// CHECK: tensor.extract_slice %{{.*}}[1, 0] [2, 2] [2, 2] : tensor<?x4xf32> to tensor<2x2xf32>
func.func @slices(%x: tensor<?x4xf32>) -> tensor<2x2xf32> {
  %0 = xla.slice %x [1:5:2, 0:3:2] : (tensor<?x4xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// A size with a bound is a size like any other; the bound limits the size that is set.
// CHECK-LABEL: func.func @bounded(
// CHECK: %[[MIN:.*]] = arith.minsi %{{.*}}, %c10
// CHECK: tensor.extract_slice %{{.*}}[0] [%[[MIN]]] [1] : tensor<10xf32> to tensor<?xf32>
func.func @bounded(%x: tensor<10xf32>, %n: tensor<i32>) -> tensor<f32> {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.set_dimension_size %x, %n, dim = 0 : (tensor<10xf32>, tensor<i32>) -> tensor<?xf32, #xla.bounds<10>>
  %1 = xla.reduce(%0 init: %zero) applies xla.add across dimensions = [0] : (tensor<?xf32, #xla.bounds<10>>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: func.func @assertion(
// CHECK: cf.assert %{{.*}}, "at least one row"
func.func @assertion(%holds: tensor<i1>) {
  stablehlo.custom_call @shape_assertion(%holds) {error_message = "at least one row", has_side_effect = true} : (tensor<i1>) -> ()
  return
}

// CHECK-LABEL: func.func @einsum(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x4xf32>, %[[Y:.*]]: tensor<?x?xf32>
// CHECK-DAG: %[[A:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[B:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[C:.*]] = tensor.dim %[[Y]], %c0
// CHECK-DAG: %[[D:.*]] = tensor.dim %[[Y]], %c1
// CHECK-DAG: %[[SAME:.*]] = arith.cmpi eq, %{{.*}}, %c4
// CHECK: cf.assert %[[SAME]], "'xla.dot_general' op expects contracting dimensions of the same size: 2 of the left operand, 0 of the right one"
// CHECK: %[[CAST:.*]] = tensor.cast %[[Y]] : tensor<?x?xf32> to tensor<4x?xf32>
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[CAST]] : tensor<?x?x4xf32>, tensor<4x?xf32>) outs(%{{.*}} : tensor<?x?x?xf32>)
func.func @einsum(%x: tensor<?x?x4xf32>, %y: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %0 = "stablehlo.einsum"(%x, %y) <{einsum_config = "ijk,kn->ijn"}> : (tensor<?x?x4xf32>, tensor<?x?xf32>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// The type of the result states more than those of the operands.
// CHECK-LABEL: func.func @einsum_stated(
// CHECK-SAME: %[[X:.*]]: tensor<?x?xf32>
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[X]], %c1
// CHECK-DAG: %[[SAME:.*]] = arith.cmpi eq, %[[N]], %c2
// CHECK: cf.assert %[[SAME]], "'xla.transpose' op expects dimension 0 of its result to be of size 2"
func.func @einsum_stated(%x: tensor<?x?xf32>) -> tensor<2x?xf32> {
  %0 = "stablehlo.unary_einsum"(%x) <{einsum_config = "ab->ba"}> : (tensor<?x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @index_select(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x?x?xf32>, %[[I:.*]]: tensor<?x?xi32>
// CHECK: cf.assert %{{.*}}, "'stablehlo.torch_index_select' op expects dimension 0 of its operand to be as large as dimension 0 of its indices"
// CHECK: linalg.generic {{.*}} ins(%[[I]] : tensor<?x?xi32>) outs(%{{.*}} : tensor<?x?x?x?xf32>)
// CHECK: tensor.extract %[[X]]
func.func @index_select(%x: tensor<?x?x?x?xf32>, %i: tensor<?x?xi32>) -> tensor<?x?x?x?xf32> {
  %0 = "stablehlo.torch_index_select"(%x, %i) <{dim = 2 : i64, batch_dims = 1 : i64}> : (tensor<?x?x?x?xf32>, tensor<?x?xi32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}

// The place of an element, which its random words follow from, is that of an array of these sizes.
// CHECK-LABEL: func.func @rng(
// CHECK: %[[ROWS:.*]] = tensor.extract %arg2[%c0] : tensor<2xindex>
// CHECK: %[[COLUMNS:.*]] = tensor.extract %arg2[%c1] : tensor<2xindex>
// CHECK: %[[INIT:.*]] = tensor.empty(%{{.*}}, %[[N:.*]]) : tensor<?x?xf32>
// CHECK: %[[KEY:.*]] = xla.custom_call "xla.runtime.random_key"()
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]} ins(%[[KEY]], %arg0, %arg1 : tensor<i64>, tensor<f32>, tensor<f32>) outs(%[[INIT]] : tensor<?x?xf32>)
// CHECK: %[[STRIDE:.*]] = arith.index_cast %[[N]] : index to i64
// CHECK: arith.muli %{{.*}}, %[[STRIDE]] : i64
func.func @rng(%a: tensor<f32>, %b: tensor<f32>, %shape: tensor<2xindex>) -> tensor<?x?xf32> {
  %0 = stablehlo.rng %a, %b, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// StableHLO's dot multiplies a vector by a matrix, too.
// CHECK-LABEL: func.func @row(
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]} ins(%arg0, %arg1 : tensor<3xf32>, tensor<3x?xf32>) outs(%{{.*}} : tensor<?xf32>)
func.func @row(%x: tensor<3xf32>, %y: tensor<3x?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.dot %x, %y : (tensor<3xf32>, tensor<3x?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @dynamic_broadcast(
// CHECK-SAME: %[[X:.*]]: tensor<?xf32>, %[[SHAPE:.*]]: tensor<2xi32>
// CHECK: tensor.extract %[[SHAPE]][%c0] : tensor<2xi32>
// CHECK: linalg.generic {{.*}}outs(%{{.*}} : tensor<?x?xf32>)
func.func @dynamic_broadcast(%x: tensor<?xf32>, %shape: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %shape, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @dynamic_conv(
// CHECK-SAME: %{{.*}}: tensor<1x1x?xf32>, %{{.*}}: tensor<1x1x2xf32>, %[[PADDING:.*]]: tensor<1x2xi32>
// CHECK: tensor.extract %[[PADDING]][%c0, %c0]
// CHECK: tensor.extract %[[PADDING]][%c0, %c1]
// CHECK-NOT: stablehlo.dynamic_conv
// CHECK: math.fma
func.func @dynamic_conv(%x: tensor<1x1x?xf32>, %k: tensor<1x1x2xf32>, %pad: tensor<1x2xi32>) -> tensor<1x1x?xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %k, %pad) <{batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>}> : (tensor<1x1x?xf32>, tensor<1x1x2xf32>, tensor<1x2xi32>) -> tensor<1x1x?xf32>
  return %0 : tensor<1x1x?xf32>
}

// An open size is the number of elements by the sizes that the result states; a number that they need not divide is checked.
// CHECK-LABEL: func.func @divided(
// CHECK-SAME: %[[X:.*]]: tensor<?x3xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[COUNT:.*]] = arith.muli %[[N]], %c3
// CHECK: %[[PAIRS:.*]] = arith.floordivsi %[[COUNT]], %c2
// CHECK: %[[COVERED:.*]] = arith.muli %[[PAIRS]], %c2
// CHECK: %[[EQUAL:.*]] = arith.cmpi eq, %[[COUNT]], %[[COVERED]]
// CHECK: cf.assert %[[EQUAL]], "'xla.reshape' op expects its operand to have as many elements as its result"
// CHECK: tensor.expand_shape %{{.*}} output_shape [%[[PAIRS]], 2] : tensor<?xf32> into tensor<?x2xf32>
func.func @divided(%x: tensor<?x3xf32>) -> tensor<?x2xf32> {
  %0 = xla.reshape %x : (tensor<?x3xf32>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// Two open sizes stay where they are, and sizes are grouped between them.
// CHECK-LABEL: func.func @between(
// CHECK: tensor.collapse_shape %arg0 {{\[}}[0], [1], [2, 3], [4]] : tensor<?x2x1x3x?xf32> into tensor<?x2x3x?xf32>
func.func @between(%x: tensor<?x2x1x3x?xf32>) -> tensor<?x2x3x?xf32> {
  %0 = xla.reshape %x : (tensor<?x2x1x3x?xf32>) -> tensor<?x2x3x?xf32>
  return %0 : tensor<?x2x3x?xf32>
}

// An operand of one element expands to the other's size.
// CHECK-LABEL: func.func @one(
// CHECK-SAME: %[[X:.*]]: tensor<1xf32>, %[[Y:.*]]: tensor<?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[Y]], %c0
// CHECK: tensor.empty(%[[N]]) : tensor<?xf32>
func.func @one(%x: tensor<1xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = xla.add %x, %y : (tensor<1xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Operands of open sizes keep their order of dimensions, whatever order is the fastest for sizes that are known.
// CHECK-LABEL: func.func @strided(
// CHECK: ins(%arg0, %arg1 : tensor<2x32x?x?xf32>, tensor<64x32x3x3xf32>)
func.func @strided(%x: tensor<2x32x?x?xf32>, %w: tensor<64x32x3x3xf32>) -> tensor<2x64x13x13xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [2, 2]}
      {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
    : (tensor<2x32x?x?xf32>, tensor<64x32x3x3xf32>) -> tensor<2x64x13x13xf32>
  return %0 : tensor<2x64x13x13xf32>
}
