// RUN: xla-opt %s --split-input-file --allow-unregistered-dialect --xla-legalize-to-linalg --mlir-print-debuginfo | FileCheck %s
// RUN: xla-opt %s --split-input-file --allow-unregistered-dialect --xla-legalize-to-linalg \
// RUN:   | mlir-opt --split-input-file --allow-unregistered-dialect --canonicalize -o /dev/null

// Types that other passes know are kept; small floats are computed with as f32.
// CHECK-LABEL: func.func @natural(
// CHECK-SAME: %[[P:.*]]: tensor<4xi1> {{.*}}, %[[B:.*]]: tensor<4xbf16> {{.*}}, %[[F:.*]]: tensor<4xf8E4M3FN> {{.*}}, %[[N:.*]]: tensor<4xi4>
// CHECK: arith.xori %{{.*}}, %{{.*}} : i1
// CHECK: linalg.generic {{.*}} ins(%[[B]] : tensor<4xbf16>)
// CHECK: %[[WIDE:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK: %[[EXP:.*]] = math.exp %[[WIDE]] : f32
// CHECK: %[[NARROW:.*]] = arith.truncf %[[EXP]] : f32 to bf16
// CHECK: linalg.yield %[[NARROW]] : bf16
// CHECK: arith.extf %{{.*}} : f8E4M3FN to f32
// CHECK: arith.truncf %{{.*}} : f32 to f8E4M3FN
// CHECK: arith.extsi %{{.*}} : i4 to i8
// CHECK: arith.trunci %{{.*}} : i8 to i4
// CHECK: return %{{.*}} : tensor<4xi1>, tensor<4xbf16>, tensor<4xf8E4M3FN>, tensor<4xi4>
func.func @natural(%p: tensor<4xi1>, %b: tensor<4xbf16>, %f: tensor<4xf8E4M3FN>, %n: tensor<4xi4>)
    -> (tensor<4xi1>, tensor<4xbf16>, tensor<4xf8E4M3FN>, tensor<4xi4>) {
  %0 = xla.not %p : tensor<4xi1>
  %1 = xla.exp %b : tensor<4xbf16>
  %2 = xla.neg %f : tensor<4xf8E4M3FN>
  %3 = xla.add %n, %n : tensor<4xi4>
  return %0, %1, %2, %3 : tensor<4xi1>, tensor<4xbf16>, tensor<4xf8E4M3FN>, tensor<4xi4>
}

// -----

// A format that arith rounds to in another way goes through its bits.
// CHECK-LABEL: func.func @bits(
// CHECK: arith.bitcast %{{.*}} : f8E8M0FNU to i8
// CHECK-NOT: arith.truncf
// CHECK: arith.bitcast %{{.*}} : i8 to f8E8M0FNU
func.func @bits(%x: tensor<4xf8E8M0FNU>) -> tensor<4xf8E8M0FNU> {
  %0 = xla.mul %x, %x : tensor<4xf8E8M0FNU>
  return %0 : tensor<4xf8E8M0FNU>
}

// -----

// Literals keep their attributes; unsigned ones become signless.
// CHECK-LABEL: func.func @literals(
// CHECK: arith.constant dense<[true, false]> : tensor<2xi1>
// CHECK: arith.constant dense<[1.000000e+00, 0x7FC1]> : tensor<2xbf16>
// CHECK: arith.constant dense<[1, -1]> : tensor<2xi32>
func.func @literals() -> (tensor<2xi1>, tensor<2xbf16>, tensor<2xui32>) {
  %0 = xla.constant dense<[true, false]> : tensor<2xi1>
  %1 = xla.constant dense<[1.0, 0x7FC1]> : tensor<2xbf16>
  %2 = xla.constant dense<[1, 4294967295]> : tensor<2xui32>
  return %0, %1, %2 : tensor<2xi1>, tensor<2xbf16>, tensor<2xui32>
}

// -----

// Between two of our ops there is no cast, and a value has one cast for each direction.
// CHECK-LABEL: func.func @unsigned(
// CHECK-SAME: %[[X:.*]]: tensor<4xui32>
// CHECK: %[[IN:.*]] = builtin.unrealized_conversion_cast %[[X]] : tensor<4xui32> to tensor<4xi32>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[IN]], %[[IN]] : tensor<4xi32>, tensor<4xi32>)
// CHECK: %[[OUT:.*]] = builtin.unrealized_conversion_cast %[[SUM]] : tensor<4xi32> to tensor<4xui32>
// CHECK-NEXT: %[[GIVEN:.*]]:2 = "foreign.op"(%[[OUT]], %[[OUT]]) {keep = @me} : (tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, f32) loc(#[[LOC:.*]])
// CHECK: %[[BACK:.*]] = builtin.unrealized_conversion_cast %[[GIVEN]]#0 : tensor<4xui32> to tensor<4xi32>
// CHECK: linalg.generic {{.*}} ins(%[[BACK]], %[[SUM]] : tensor<4xi32>, tensor<4xi32>)
// CHECK-NOT: xla.
// CHECK: #[[LOC]] = loc("elsewhere":3:4)
func.func @unsigned(%x: tensor<4xui32>) -> tensor<4xui32> {
  %0 = xla.add %x, %x : tensor<4xui32>
  %1:2 = "foreign.op"(%0, %0) {keep = @me} : (tensor<4xui32>, tensor<4xui32>) -> (tensor<4xui32>, f32) loc("elsewhere":3:4)
  %2 = xla.mul %1#0, %0 : tensor<4xui32>
  return %2 : tensor<4xui32>
}

// -----

// Ops are lowered where they are: in loops, in several blocks, in regions and functions of unknown dialects.
// CHECK-LABEL: memref.global "private" constant @table
// CHECK: func.func @nested(%{{.*}}: memref<4xf32> {{.*}}, %[[N:.*]]: index
// CHECK: %[[LOOP:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %{{.*}}) -> (tensor<4xf32>)
// CHECK: %[[NEXT:.*]] = linalg.generic {{.*}} ins(%[[ACC]], %[[ACC]] :
// CHECK: "foreign.region"() ({
// CHECK: %[[INNER:.*]] = linalg.generic {{.*}} ins(%[[NEXT]] :
// CHECK: "foreign.yield"(%[[INNER]]) : (tensor<4xf32>) -> ()
// CHECK: scf.yield %[[NEXT]]
// CHECK: return %[[LOOP]]
memref.global "private" constant @table : memref<4xf32> = dense<1.0>
func.func @nested(%m: memref<4xf32>, %n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %x) -> (tensor<4xf32>) {
    %1 = xla.add %acc, %acc : tensor<4xf32>
    "foreign.region"() ({
      %2 = xla.neg %1 : tensor<4xf32>
      "foreign.yield"(%2) : (tensor<4xf32>) -> ()
    }) : () -> ()
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func @blocks(
// CHECK: %[[SUM:.*]] = linalg.generic
// CHECK: cf.cond_br %{{.*}}, ^bb1(%[[SUM]] : tensor<4xf32>), ^bb2
// CHECK: ^bb1(%[[Y:.*]]: tensor<4xf32>
// CHECK: %[[PRODUCT:.*]] = linalg.generic {{.*}} ins(%[[Y]], %[[SUM]] :
// CHECK: cf.br ^bb2
func.func @blocks(%x: tensor<4xf32>, %c: i1) {
  %0 = xla.add %x, %x : tensor<4xf32>
  cf.cond_br %c, ^bb1(%0 : tensor<4xf32>), ^bb2
^bb1(%y: tensor<4xf32>):
  %1 = xla.mul %y, %0 : tensor<4xf32>
  "foreign.sink"(%1) : (tensor<4xf32>) -> ()
  cf.br ^bb2
^bb2:
  return
}
// CHECK-LABEL: "foreign.module"() ({
// CHECK: "foreign.func"() <{{.*}}> ({
// CHECK: ^bb0(%[[X:.*]]: tensor<4xf32>
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[X]] :
// CHECK: "foreign.return"(%[[R]])
"foreign.module"() ({
  "foreign.func"() <{name = "f"}> ({
  ^bb0(%x: tensor<4xf32>):
    %0 = xla.neg %x : tensor<4xf32>
    "foreign.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) : () -> ()

// -----

// In a graph, and in blocks out of order, a value may be used before it is defined.
// CHECK-LABEL: "foreign.graph"() ({
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} ins(%[[OTHER:[0-9]+]], %[[OTHER]] :
// CHECK: %[[OTHER]] = "foreign.op"(%[[PRODUCT:[0-9]+]]) :
// CHECK: %[[PRODUCT]] = linalg.generic {{.*}} ins(%[[SUM]], %[[LAST:[0-9]+]] :
// CHECK: %[[LAST]] = linalg.generic {{.*}} ins(%[[SUM]], %[[PRODUCT]] :
"foreign.graph"() ({
  %0 = xla.add %1, %1 : tensor<4xf32>
  %1 = "foreign.op"(%2) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = xla.mul %0, %3 : tensor<4xf32>
  %3 = xla.mul %0, %2 : tensor<4xf32>
}) : () -> ()
// CHECK-LABEL: func.func @order(
// CHECK: ^bb1:
// CHECK: linalg.generic {{.*}} ins(%[[LATER:[0-9]+]] : tensor<4xf32>)
// CHECK: ^bb2:
// CHECK: %[[LATER]] = linalg.generic
func.func @order(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.br ^bb2
^bb1:
  %0 = xla.neg %1 : tensor<4xf32>
  return %0 : tensor<4xf32>
^bb2:
  %1 = xla.add %x, %x : tensor<4xf32>
  cf.cond_br %c, ^bb1, ^bb2
}

// -----

// Foreign ops in the regions of ours move along.
// CHECK-LABEL: func.func @while(
// CHECK-SAME: %[[X:.*]]: tensor<ui32>
// CHECK: %[[INIT:.*]] = builtin.unrealized_conversion_cast %[[X]]
// CHECK: %[[LAST:.*]] = scf.while (%[[I:.*]] = %[[INIT]]) : (tensor<i32>) -> tensor<i32>
// CHECK: %[[SEEN:.*]] = builtin.unrealized_conversion_cast %[[I]] : tensor<i32> to tensor<ui32>
// CHECK: %[[HOLDS:.*]] = "foreign.holds"(%[[SEEN]]) : (tensor<ui32>) -> tensor<i1>
// CHECK: %[[BIT:.*]] = tensor.extract %[[HOLDS]][] : tensor<i1>
// CHECK: scf.condition(%[[BIT]]) %[[I]] : tensor<i32>
// CHECK: ^bb0(%[[J:.*]]: tensor<i32>
// CHECK: "foreign.region"() ({
// CHECK: linalg.generic {{.*}} ins(%[[J]], %[[J]] : tensor<i32>, tensor<i32>)
// CHECK: }) : () -> ()
// CHECK: scf.yield
// CHECK: %[[OUT:.*]] = builtin.unrealized_conversion_cast %[[LAST]] : tensor<i32> to tensor<ui32>
// CHECK: return %[[OUT]] : tensor<ui32>
func.func @while(%x: tensor<ui32>) -> tensor<ui32> {
  %0 = xla.while(%i = %x) : tensor<ui32>
  cond {
    %c = "foreign.holds"(%i) : (tensor<ui32>) -> tensor<i1>
    xla.return %c : tensor<i1>
  } do {
    "foreign.region"() ({
      %1 = xla.add %i, %i : tensor<ui32>
      "foreign.sink"(%1) : (tensor<ui32>) -> ()
    }) : () -> ()
    %2 = xla.mul %i, %i : tensor<ui32>
    xla.return %2 : tensor<ui32>
  }
  return %0 : tensor<ui32>
}

// -----

// What a computation on scalars has from outside crosses the border, too.
// CHECK-LABEL: func.func @captured(
// CHECK-SAME: %{{.*}}: tensor<4xui8> {{.*}}, %[[BY:.*]]: tensor<ui8>
// CHECK: %[[IN:.*]] = builtin.unrealized_conversion_cast %[[BY]] : tensor<ui8> to tensor<i8>
// CHECK: tensor.extract %[[IN]][] : tensor<i8>
func.func @captured(%x: tensor<4xui8>, %by: tensor<ui8>) -> tensor<ui8> {
  %zero = xla.constant dense<0> : tensor<ui8>
  %0 = xla.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xui8>, tensor<ui8>) -> tensor<ui8>
  reducer(%a: tensor<ui8>, %b: tensor<ui8>) {
    %1 = xla.mul %a, %by : tensor<ui8>
    %2 = xla.add %1, %b : tensor<ui8>
    xla.return %2 : tensor<ui8>
  }
  return %0 : tensor<ui8>
}

// -----

// Ops that become linalg ops keep the encodings of other dialects.
#csr = #sparse_tensor.encoding<{map = (i, j) -> (i : dense, j : compressed)}>
// CHECK-LABEL: func.func @sparse(
// CHECK: %[[E:.*]] = tensor.empty() : tensor<4x4xf32, #sparse{{[0-9]*}}>
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x4xf32, #sparse{{[0-9]*}}>) outs(%[[E]] : tensor<4x4xf32, #sparse{{[0-9]*}}>)
func.func @sparse(%x: tensor<4x4xf32, #csr>) -> tensor<4x4xf32, #csr> {
  %0 = xla.abs %x : tensor<4x4xf32, #csr>
  return %0 : tensor<4x4xf32, #csr>
}

// CHECK-LABEL: func.func @sparse_transpose(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x2xf32, #sparse{{[0-9]*}}>) outs(%{{.*}} : tensor<2x4xf32, #sparse{{[0-9]*}}>)
func.func @sparse_transpose(%x: tensor<4x2xf32, #csr>) -> tensor<2x4xf32, #csr> {
  %0 = xla.transpose %x, dims = [1, 0] : (tensor<4x2xf32, #csr>) -> tensor<2x4xf32, #csr>
  return %0 : tensor<2x4xf32, #csr>
}

// A narrow sum is computed in f32 first.
// CHECK-LABEL: func.func @sparse_dot(
// CHECK: linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x2xbf16, #sparse{{[0-9]*}}>, tensor<2x3xbf16>) outs(%{{.*}} : tensor<4x3xf32, #sparse{{[0-9]*}}>)
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x3xf32, #sparse{{[0-9]*}}>) outs(%{{.*}} : tensor<4x3xbf16, #sparse{{[0-9]*}}>)
func.func @sparse_dot(%x: tensor<4x2xbf16, #csr>, %y: tensor<2x3xbf16>) -> tensor<4x3xbf16, #csr> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x2xbf16, #csr>, tensor<2x3xbf16>) -> tensor<4x3xbf16, #csr>
  return %0 : tensor<4x3xbf16, #csr>
}

// CHECK-LABEL: func.func @sparse_reduce(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x2xi32, #sparse{{[0-9]*}}>) outs(%{{.*}} : tensor<4xi32>)
func.func @sparse_reduce(%x: tensor<4x2xi32, #csr>, %init: tensor<i32>) -> tensor<4xi32> {
  %0 = xla.reduce(%x init: %init) applies xla.add across dimensions = [1] : (tensor<4x2xi32, #csr>, tensor<i32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @sparse_broadcast(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x2xf32, #sparse{{[0-9]*}}>) outs(%{{.*}} : tensor<3x4x2xf32>)
func.func @sparse_broadcast(%x: tensor<4x2xf32, #csr>) -> tensor<3x4x2xf32> {
  %0 = xla.broadcast_in_dim %x, dims = [1, 2] : (tensor<4x2xf32, #csr>) -> tensor<3x4x2xf32>
  return %0 : tensor<3x4x2xf32>
}

// CHECK-LABEL: func.func @sparse_reshape(
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<4x1x2xf32> into tensor<4x2xf32, #sparse{{[0-9]*}}>
func.func @sparse_reshape(%x: tensor<4x1x2xf32>) -> tensor<4x2xf32, #csr> {
  %0 = xla.reshape %x : (tensor<4x1x2xf32>) -> tensor<4x2xf32, #csr>
  return %0 : tensor<4x2xf32, #csr>
}

// -----

// In a graph, what the last op defines is converted behind it.
// CHECK-LABEL: func.func @graph
// CHECK: linalg.generic {{.*}} ins(%[[CAST:.*]], %[[CAST]] : tensor<4xi32>, tensor<4xi32>)
// CHECK: %[[LAST:.*]] = "foreign.make"() : () -> tensor<4xui32>
// CHECK-NEXT: %[[CAST]] = builtin.unrealized_conversion_cast %[[LAST]] : tensor<4xui32> to tensor<4xi32>
// CHECK-NEXT: }) : () -> ()
func.func @graph() {
  "foreign.graph"() ({
    %0 = xla.add %1, %1 : tensor<4xui32>
    "foreign.write"(%0) : (tensor<4xui32>) -> ()
    %1 = "foreign.make"() : () -> tensor<4xui32>
  }) : () -> ()
  return
}
