// Passes of upstream's ask our ops for the sizes of their results: these are computed from operands, by the rules that the lowering
// to linalg has. Ops that are not used otherwise are gone then.
//
// RUN: xla-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse | FileCheck %s
// RUN: xla-opt %s --resolve-shaped-type-result-dims --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @same(
// CHECK-SAME: %[[A:.*]]: tensor<?x4xf32>, %{{.*}}: tensor<?x4xf32>
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[D:.*]] = tensor.dim %[[A]], %[[ZERO]]
// CHECK-NEXT: return %[[D]]
func.func @same(%a: tensor<?x4xf32>, %b: tensor<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = stablehlo.add %a, %b : tensor<?x4xf32>
  %d = tensor.dim %0, %c0 : tensor<?x4xf32>
  return %d : index
}

// The ops of a chain are asked one by one. Unsigned elements are no obstacle.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[A:.*]]: tensor<?x3xui8>, %[[B:.*]]: tensor<?x3xui8>
// CHECK: %[[M:.*]] = tensor.dim %[[A]], %c0
// CHECK: %[[N:.*]] = tensor.dim %[[B]], %c0
// CHECK: %[[SUM:.*]] = arith.addi %[[M]], %[[N]] : index
// CHECK: %[[PADDED:.*]] = arith.addi %[[SUM]], %c3
// CHECK-NEXT: %[[COUNT:.*]] = arith.maxsi %[[PADDED]], %c0 : index
// CHECK-NEXT: return %[[COUNT]]
func.func @chain(%a: tensor<?x3xui8>, %b: tensor<?x3xui8>, %p: tensor<ui8>) -> index {
  %c1 = arith.constant 1 : index
  %0 = xla.concatenate %a, %b, dim = 0 : (tensor<?x3xui8>, tensor<?x3xui8>) -> tensor<?x3xui8>
  %1 = xla.transpose %0, dims = [1, 0] : (tensor<?x3xui8>) -> tensor<3x?xui8>
  %2 = xla.pad %1, %p, low = [0, 1], high = [0, 2], interior = [0, 0] : (tensor<3x?xui8>, tensor<ui8>) -> tensor<3x?xui8>
  %d = tensor.dim %2, %c1 : tensor<3x?xui8>
  return %d : index
}

// An op of chlo, whose operands expand.
// CHECK-LABEL: func.func @expanding(
// CHECK: %[[M:.*]] = tensor.dim %{{.*}}, %c0
// CHECK: %[[ONE:.*]] = arith.cmpi eq, %[[M]], %c1
// CHECK: %[[N:.*]] = tensor.dim %{{.*}}, %c0
// CHECK: %[[D:.*]] = arith.select %[[ONE]], %[[N]], %[[M]] : index
// CHECK-NEXT: return %[[D]]
func.func @expanding(%a: tensor<?xf32>, %b: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %d : index
}

// Sizes that are elements of an operand.
// CHECK-LABEL: func.func @stated(
// CHECK-SAME: %{{.*}}: tensor<?x4xf32>, %[[S:.*]]: tensor<2xi32>
// CHECK: %[[E:.*]] = tensor.extract %[[S]][%c1] : tensor<2xi32>
// CHECK: %[[D:.*]] = arith.index_cast %[[E]] : i32 to index
// CHECK-NEXT: return %[[D]]
func.func @stated(%a: tensor<?x4xf32>, %s: tensor<2xi32>) -> index {
  %c1 = arith.constant 1 : index
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %d = tensor.dim %0, %c1 : tensor<?x?xf32>
  return %d : index
}

// A reduction, and a product of two results. What the op computes is left out, and so is what it checks at run time.
// CHECK-LABEL: func.func @contracted(
// CHECK-SAME: %[[X:.*]]: tensor<?x?x4xf32>, %[[Y:.*]]: tensor<?x?xf32>
// CHECK-NOT: cf.assert
// CHECK-NOT: xla
// CHECK: %[[M:.*]] = tensor.dim %[[X]], %c1
// CHECK: %[[N:.*]] = tensor.dim %[[Y]], %c1
// CHECK: return %[[M]], %[[N]]
func.func @contracted(%x: tensor<?x?x4xf32>, %y: tensor<?x?xf32>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [2] : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
  %1 = xla.dot_general %0, %y, contracting_dims = [0] x [0] : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %m = tensor.dim %1, %c0 : tensor<?x?xf32>
  %n = tensor.dim %1, %c1 : tensor<?x?xf32>
  return %m, %n : index, index
}

// Where nothing is known, the question stays, and nobody is told of an error.
// CHECK-LABEL: func.func @unknown(
// CHECK: %[[R:.*]] = xla.while
// CHECK: %[[C:.*]] = stablehlo.custom_call @f
// CHECK: %[[D:.*]] = tensor.dim %[[R]], %c0
// CHECK: %[[E:.*]] = tensor.dim %[[C]], %c0
// CHECK: return %[[D]], %[[E]]
func.func @unknown(%x: tensor<?xf32>, %c: tensor<i1>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %0 = xla.while(%i = %x) : tensor<?xf32>
  cond {
    xla.return %c : tensor<i1>
  } do {
    %2 = xla.concatenate %i, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    xla.return %2 : tensor<?xf32>
  }
  %1 = stablehlo.custom_call @f(%x) {has_side_effect = true} : (tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  %e = tensor.dim %1, %c0 : tensor<?xf32>
  return %d, %e : index, index
}

// The sizes of a conditional are selected among those of its branches, which are computed in front of it.
// CHECK-LABEL: func.func @conditional(
// CHECK-SAME: %[[P:.*]]: tensor<i1>, %[[X:.*]]: tensor<?x4xf32>, %[[Y:.*]]: tensor<?x4xf32>
// CHECK-NOT: stablehlo
// CHECK-DAG: %[[C:.*]] = tensor.extract %[[P]][]
// CHECK-DAG: %[[M:.*]] = tensor.dim %[[X]], %c0
// CHECK-DAG: %[[N:.*]] = tensor.dim %[[Y]], %c0
// CHECK-DAG: %[[BOTH:.*]] = arith.addi %[[M]], %[[N]]
// CHECK: %[[D:.*]] = arith.select %[[C]], %[[BOTH]], %[[N]] : index
// CHECK-NEXT: return %[[D]]
func.func @conditional(%p: tensor<i1>, %x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
    stablehlo.return %1 : tensor<?x4xf32>
  }, {
    %2 = stablehlo.abs %y : tensor<?x4xf32>
    stablehlo.return %2 : tensor<?x4xf32>
  }) : (tensor<i1>) -> tensor<?x4xf32>
  %d = tensor.dim %0, %c0 : tensor<?x4xf32>
  return %d : index
}

// CHECK-LABEL: func.func @cases(
// CHECK-SAME: %[[I:.*]]: tensor<i32>, %[[X:.*]]: tensor<?xf32>, %[[Y:.*]]: tensor<?xf32>
// CHECK-NOT: stablehlo
// CHECK: arith.cmpi eq
// CHECK: %[[D:.*]] = arith.select
// CHECK-NEXT: return %[[D]]
func.func @cases(%i: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %x : tensor<?xf32>
  }, {
    %1 = "stablehlo.case"(%i) ({
      stablehlo.return %y : tensor<?xf32>
    }) : (tensor<i32>) -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }) : (tensor<i32>) -> tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %d : index
}

// A size that depends on what only one of the branches may compute is not known.
// CHECK-LABEL: func.func @divided(
// CHECK: %[[R:.*]] = "stablehlo.if"
// CHECK: tensor.dim %[[R]]
func.func @divided(%p: tensor<i1>, %x: tensor<?xf32>, %n: tensor<1xi32>, %m: tensor<1xi32>) -> index {
  %c0 = arith.constant 0 : index
  %0 = "stablehlo.if"(%p) ({
    %1 = stablehlo.divide %n, %m : tensor<1xi32>
    %2 = stablehlo.dynamic_iota %1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
    stablehlo.return %2 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  return %d : index
}
