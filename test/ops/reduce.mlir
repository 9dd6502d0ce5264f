// RUN: xla-opt %s | xla-opt | FileCheck %s
// RUN: xla-opt %s --emit-bytecode | xla-opt | FileCheck %s
// RUN: xla-opt %s --canonicalize | FileCheck %s --check-prefix=CANON

// CHECK-LABEL: func.func @round_trip
func.func @round_trip(%x: tensor<4x3xf32>, %i: tensor<4x3xi32>, %zero: tensor<f32>, %none: tensor<i32>) {
  // CHECK: xla.reduce(%arg0 init: %arg2) applies xla.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [1] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: xla.reduce(%arg0 init: %arg2) applies xla.max across dimensions = [] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  %1 = xla.reduce(%x init: %zero) applies xla.max across dimensions = [] : (tensor<4x3xf32>, tensor<f32>) -> tensor<4x3xf32>
  // CHECK: xla.reduce(%arg0 init: %arg2), (%arg1 init: %arg3) across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
  // CHECK: xla.select
  %2:2 = xla.reduce(%x init: %zero), (%i init: %none) across dimensions = [0, 1] : (tensor<4x3xf32>, tensor<4x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %ge = xla.ge %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = xla.select %ge, %b, %a : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %ge, %k, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  return
}

// The document's array: the rows 1 2 3 and 4 5 6, four times.
// CANON-LABEL: func.func @literal(
// CANON-DAG: xla.constant dense<{{\[\[}}4, 8, 12], [16, 20, 24{{\]\]}}> : tensor<2x3xi32>
// CANON-DAG: xla.constant dense<{{\[\[}}6, 15], [6, 15], [6, 15], [6, 15{{\]\]}}> : tensor<4x2xi32>
// CANON-DAG: xla.constant dense<[20, 28, 36]> : tensor<3xi32>
// CANON-DAG: xla.constant dense<84> : tensor<i32>
// CANON-NOT: xla.reduce
func.func @literal() -> (tensor<2x3xi32>, tensor<4x2xi32>, tensor<3xi32>, tensor<i32>) {
  %x = xla.constant dense<[[[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]], [[1, 2, 3], [4, 5, 6]]]> : tensor<4x2x3xi32>
  %zero = xla.constant dense<0> : tensor<i32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  %1 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<4x2xi32>
  %2 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [1, 0] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<3xi32>
  %3 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0, 1, 2] : (tensor<4x2x3xi32>, tensor<i32>) -> tensor<i32>
  return %0, %1, %2, %3 : tensor<2x3xi32>, tensor<4x2xi32>, tensor<3xi32>, tensor<i32>
}

// CANON-LABEL: func.func @maximum_and_its_index(
// CANON-DAG: %[[M:.*]] = xla.constant dense<7.000000e+00> : tensor<f32>
// CANON-DAG: %[[I:.*]] = xla.constant dense<2> : tensor<i32>
// CANON: return %[[M]], %[[I]]
func.func @maximum_and_its_index() -> (tensor<f32>, tensor<i32>) {
  %x = xla.constant dense<[1.0, 5.0, 7.0, -2.0]> : tensor<4xf32>
  %i = xla.constant dense<[0, 1, 2, 3]> : tensor<4xi32>
  %lowest = xla.constant dense<0xFF800000> : tensor<f32>
  %none = xla.constant dense<-1> : tensor<i32>
  %0:2 = xla.reduce(%x init: %lowest), (%i init: %none) across dimensions = [0] : (tensor<4xf32>, tensor<4xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %ge = xla.ge %b, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = xla.select %ge, %b, %a : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %ge, %k, %j : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// Without dimensions each element is combined with the initial value.
// CANON-LABEL: func.func @no_dimensions(
// CANON: xla.constant dense<[11, 12]> : tensor<2xi32>
func.func @no_dimensions() -> tensor<2xi32> {
  %x = xla.constant dense<[1, 2]> : tensor<2xi32>
  %ten = xla.constant dense<10> : tensor<i32>
  %0 = xla.reduce(%x init: %ten) applies xla.add across dimensions = [] : (tensor<2xi32>, tensor<i32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}

// CANON-LABEL: func.func @no_elements(
// CANON: %[[Y:.*]] = xla.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<3xf32>
// CANON: return %[[Y]]
func.func @no_elements(%x: tensor<0x3xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = xla.reduce(%x init: %i) applies xla.add across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A body with a literal in it, which canonicalization moves out.
// CANON-LABEL: func.func @literal_in_body(
// CANON: xla.constant dense<12> : tensor<i32>
// CANON-NOT: xla.reduce
func.func @literal_in_body() -> tensor<i32> {
  %x = xla.constant dense<[1, 2, 3]> : tensor<3xi32>
  %zero = xla.constant dense<0> : tensor<i32>
  %0 = xla.reduce(%x init: %zero) across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>
   reducer(%a: tensor<i32>, %b: tensor<i32>) {
    %two = xla.constant dense<2> : tensor<i32>
    %c = xla.mul %b, %two : tensor<i32>
    %d = xla.add %a, %c : tensor<i32>
    xla.return %d : tensor<i32>
  }
  return %0 : tensor<i32>
}

// A result that nothing uses, and that no other one depends on, is not computed.
// CANON-LABEL: func.func @unused(
// CANON: %[[R:.*]] = xla.reduce(%arg1 init: %arg3) applies xla.add across dimensions = [1] : (tensor<4x6xi32>, tensor<i32>) -> tensor<4xi32>
// CANON-NEXT: return %[[R]]
func.func @unused(%x: tensor<4x6xf32>, %i: tensor<4x6xi32>, %zero: tensor<f32>, %none: tensor<i32>) -> tensor<4xi32> {
  %0:2 = xla.reduce(%x init: %zero), (%i init: %none) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %max = xla.max %a, %b : tensor<f32>
    %sum = xla.add %j, %k : tensor<i32>
    xla.return %max, %sum : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<4xi32>
}

// The second result is chosen by the first.
// CANON-LABEL: func.func @unused_that_decides(
// CANON: xla.reduce(%arg0 init: %arg2), (%arg1 init: %arg3)
func.func @unused_that_decides(%x: tensor<4x6xf32>, %i: tensor<4x6xi32>, %zero: tensor<f32>, %none: tensor<i32>) -> tensor<4xi32> {
  %0:2 = xla.reduce(%x init: %zero), (%i init: %none) across dimensions = [1] : (tensor<4x6xf32>, tensor<4x6xi32>, tensor<f32>, tensor<i32>) -> (tensor<4xf32>, tensor<4xi32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%j: tensor<i32>, %k: tensor<i32>) {
    %ge = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = xla.select %ge, %a, %b : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
    %w = xla.select %ge, %j, %k : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    xla.return %v, %w : tensor<f32>, tensor<i32>
  }
  return %0#1 : tensor<4xi32>
}

// Without elements, the places that dimensions would have for them are not visited: here there are 277 million.
// CANON-LABEL: func.func @literal_without_elements(
// CANON-NEXT: %[[C:.*]] = xla.constant dense<> : tensor<0xf32>
// CANON-NEXT: return %[[C]]
func.func @literal_without_elements() -> tensor<0xf32> {
  %x = xla.constant dense<> : tensor<129x129x0x129x129xf32>
  %zero = xla.constant dense<0.0> : tensor<f32>
  %0 = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0, 1, 3, 4] : (tensor<129x129x0x129x129xf32>, tensor<f32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// Elements of several widths are combined by several ops; those of one width may share what they read.
// CANON-LABEL: func.func @widths(
// CANON: %[[A:.*]] = xla.reduce(%arg0 init: %arg3)
// CANON: %[[B:.*]]:2 = xla.reduce(%arg1 init: %arg4), (%arg2 init: %arg4)
// CANON: return %[[A]], %[[B]]#0, %[[B]]#1
func.func @widths(%x: tensor<4x6xi64>, %y: tensor<4x6xi8>, %z: tensor<4x6xi8>, %a: tensor<i64>, %b: tensor<i8>) -> (tensor<4xi64>, tensor<4xi8>, tensor<4xi8>) {
  %0:3 = xla.reduce(%x init: %a), (%y init: %b), (%z init: %b) across dimensions = [1] : (tensor<4x6xi64>, tensor<4x6xi8>, tensor<4x6xi8>, tensor<i64>, tensor<i8>, tensor<i8>) -> (tensor<4xi64>, tensor<4xi8>, tensor<4xi8>)
   reducer(%c: tensor<i64>, %d: tensor<i64>) (%e: tensor<i8>, %f: tensor<i8>) (%g: tensor<i8>, %h: tensor<i8>) {
    %1 = xla.add %c, %d : tensor<i64>
    %2 = xla.max %e, %f : tensor<i8>
    %3 = xla.add %g, %e : tensor<i8>
    %4 = xla.add %3, %h : tensor<i8>
    xla.return %1, %2, %4 : tensor<i64>, tensor<i8>, tensor<i8>
  }
  return %0#0, %0#1, %0#2 : tensor<4xi64>, tensor<4xi8>, tensor<4xi8>
}
