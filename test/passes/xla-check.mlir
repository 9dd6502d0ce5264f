// RUN: xla-opt %s --split-input-file --verify-diagnostics --xla-check

// What has nothing to add up adds to its output once for each element.
func.func @sums(%x: tensor<4x8xf32>, %start: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x8xf32>) outs(%start : tensor<4xf32>) {
  ^bb0(%a: f32, %out: f32):
    %s = arith.addf %out, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @fused_into_a_broadcast(%x: tensor<2xi32>, %start: tensor<2xi32>, %into: tensor<3x2xi32>) -> (tensor<2xi32>, tensor<3x2xi32>) {
  // expected-error @+1 {{linalg.generic adds to output 0 in each iteration of loop 0, which is parallel}}
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2xi32>) outs(%start, %into : tensor<2xi32>, tensor<3x2xi32>) {
  ^bb0(%a: i32, %sum: i32, %out: i32):
    %s = arith.addi %sum, %a : i32
    linalg.yield %s, %s : i32, i32
  } -> (tensor<2xi32>, tensor<3x2xi32>)
  return %0#0, %0#1 : tensor<2xi32>, tensor<3x2xi32>
}

// -----

// A modulus hides from MLIR's verifier that the index goes beyond the operand.
func.func @too_far(%x: tensor<4xi32>, %into: tensor<6xi32>) -> tensor<6xi32> {
  // expected-error @+1 {{linalg.generic reads 0 to 5 of dimension 0 of operand 0, whose size is 4}}
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0 mod 4)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi32>) outs(%into : tensor<6xi32>) {
  ^bb0(%a: i32, %out: i32):
    linalg.yield %a : i32
  } -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// -----

// Twelve elements in vectors of eight and one by one, as kernels are written.
func.func private @inside(%m: memref<12xf32>, %begin: index, %end: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %mask = arith.constant -8 : index
  %length = arith.subi %end, %begin : index
  %whole = arith.andi %length, %mask : index
  %middle = arith.addi %begin, %whole : index
  scf.for %i = %begin to %middle step %c8 {
    %v = vector.load %m[%i] : memref<12xf32>, vector<8xf32>
    vector.store %v, %m[%i] : memref<12xf32>, vector<8xf32>
  }
  scf.for %i = %middle to %end step %c1 {
    %s = memref.load %m[%i] : memref<12xf32>
    memref.store %s, %m[%i] : memref<12xf32>
  }
  %tail = vector.constant_mask [4] : vector<8xi1>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %v = vector.maskedload %m[%c8], %tail, %zero : memref<12xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
func.func @calls(%m: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  call @inside(%m, %c0, %c12) : (memref<12xf32>, index, index) -> ()
  return
}

// -----

func.func private @one_too_many(%m: memref<12xf32>, %begin: index, %end: index) {
  %c4 = arith.constant 4 : index
  scf.for %i = %begin to %end step %c4 {
    // expected-error @+1 {{vector.load touches 12 to 15 of a dimension whose size is 12}}
    %v = vector.load %m[%i] : memref<12xf32>, vector<4xf32>
  }
  return
}
func.func @calls(%m: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c13 = arith.constant 13 : index
  call @one_too_many(%m, %c0, %c13) : (memref<12xf32>, index, index) -> ()
  return
}

// -----

// One lane more than there are elements; an index in front of the first; a row that is strided.
func.func @ends(%m: memref<12xf32>) {
  %c8 = arith.constant 8 : index
  %less = arith.constant -1 : index
  %tail = vector.constant_mask [5] : vector<8xi1>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  // expected-error @+1 {{vector.maskedload touches 8 to 12 of a dimension whose size is 12}}
  %v = vector.maskedload %m[%c8], %tail, %zero : memref<12xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  // expected-error @+1 {{memref.load touches -1 to -1 of a dimension whose size is 12}}
  %s = memref.load %m[%less] : memref<12xf32>
  // expected-error @+1 {{memref.reinterpret_cast of elements 9 to 12 of 12}}
  %part = memref.reinterpret_cast %m to offset: [9], sizes: [4], strides: [1] : memref<12xf32> to memref<4xf32, strided<[1], offset: 9>>
  return
}

// -----

// An index from memory is judged by what it is clamped to.
func.func @clamped(%table: memref<4xf32>, %indices: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %least = arith.constant 0 : i32
  %most = arith.constant 4 : i32
  %stored = memref.load %indices[%c0] : memref<1xi32>
  %below = arith.minsi %stored, %most : i32
  %clamped = arith.maxsi %below, %least : i32
  %at = arith.index_cast %clamped : i32 to index
  // expected-error @+1 {{memref.load touches 0 to 4 of a dimension whose size is 4}}
  %s = memref.load %table[%at] : memref<4xf32>
  return
}

// -----

func.func @view(%arena: memref<128xi8>) {
  %c96 = arith.constant 96 : index
  // expected-error @+1 {{memref.view of bytes 96 to 160 of 128}}
  %v = memref.view %arena[%c96][] : memref<128xi8> to memref<16xf32>
  return
}

// -----

// In its first iteration alone a loop goes too far.
func.func @downwards(%m: memref<12xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  scf.for %i = %c0 to %c4 step %c1 {
    %at = arith.subi %c12, %i : index
    // expected-error @+1 {{memref.load touches 12 to 12 of a dimension whose size is 12}}
    %s = memref.load %m[%at] : memref<12xf32>
  }
  return
}

// -----

// Nothing is known of the index or of the lanes, or it is inside.
func.func @inside(%m: memref<4xf32>, %i: index, %lanes: vector<8xi1>) {
  %s = memref.load %m[%i] : memref<4xf32>
  %three = arith.constant 3 : i32
  %at = arith.index_castui %three : i32 to index
  %t = memref.load %m[%at] : memref<4xf32>
  %zero = arith.constant dense<0.0> : vector<8xf32>
  %v = vector.maskedload %m[%at], %lanes, %zero : memref<4xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}

// -----

// A negative number is large without its sign.
func.func @unsigned_least(%m: memref<4xf32>, %i: index) {
  %c4 = arith.constant 4 : index
  %at = arith.minui %i, %c4 : index
  // expected-error @+1 {{memref.load touches 0 to 4 of a dimension whose size is 4}}
  %s = memref.load %m[%at] : memref<4xf32>
  return
}

// -----

func.func @shifted(%m: memref<12xf32>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c24 = arith.constant 24 : index
  %c2 = arith.constant 2 : index
  %left = arith.shli %c3, %c2 : index
  // expected-error @+1 {{memref.load touches 12 to 12 of a dimension whose size is 12}}
  %s = memref.load %m[%left] : memref<12xf32>
  %right = arith.shrui %c24, %c1 : index
  // expected-error @+1 {{memref.load touches 12 to 12 of a dimension whose size is 12}}
  %t = memref.load %m[%right] : memref<12xf32>
  return
}

// -----

// The whole range is a multiple of eight, its halves are not.
func.func private @halves(%m: memref<24xf32>, %begin: index, %end: index) attributes {xla.parallel} {
  %c8 = arith.constant 8 : index
  scf.for %i = %begin to %end step %c8 {
    // expected-error @+1 {{vector.load touches 20 to 27 of a dimension whose size is 24}}
    %v = vector.load %m[%i] : memref<24xf32>, vector<8xf32>
  }
  return
}
func.func @calls(%m: memref<24xf32>) {
  %c0 = arith.constant 0 : index
  %c24 = arith.constant 24 : index
  call @halves(%m, %c0, %c24) : (memref<24xf32>, index, index) -> ()
  return
}
