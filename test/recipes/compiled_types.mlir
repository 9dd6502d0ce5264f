// Arrays of each kind of element, without elements, and without results, cross between compiled functions and upstream's
// code.
//
// RUN: xla-opt %s --xla-compile-functions \
// RUN:   | mlir-opt --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' \
// RUN:     --buffer-deallocation-pipeline --convert-linalg-to-loops --convert-scf-to-cf --expand-strided-metadata \
// RUN:     --lower-affine --convert-complex-to-llvm --convert-arith-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm \
// RUN:     --convert-cf-to-llvm --reconcile-unrealized-casts > %t.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir -O2 -e run --entry-point-result=void \
// RUN:   --shared-libs=$(llvm-config --libdir)/libmlir_runner_utils.so,$(llvm-config --libdir)/libmlir_c_runner_utils.so \
// RUN:   | FileCheck %s

// 100 where the flag is negated, and the square of a bf16.
// CHECK: [1, 102.25, 4, 9, 100.062]
// Bytes doubled, and 1000 times the number negated.
// CHECK: [-998, 2004, -2800, 4254, -4996]
// The square of the imaginary unit.
// CHECK: [-1, -1, -1, -1, -1]
// CHECK: [0, 1, 2]
func.func private @types(%p: tensor<5xi1>, %u: tensor<5xi8>, %h: tensor<5xbf16>, %c: tensor<5xcomplex<f32>>, %l: tensor<5xi64>) -> (tensor<5xi1>, tensor<5xi8>, tensor<5xbf16>, tensor<5xcomplex<f32>>, tensor<5xi64>) attributes {xla.compile} {
  %0 = stablehlo.not %p : tensor<5xi1>
  %1 = stablehlo.add %u, %u : tensor<5xi8>
  %2 = stablehlo.multiply %h, %h : tensor<5xbf16>
  %3 = stablehlo.multiply %c, %c : tensor<5xcomplex<f32>>
  %4 = stablehlo.negate %l : tensor<5xi64>
  return %0, %1, %2, %3, %4 : tensor<5xi1>, tensor<5xi8>, tensor<5xbf16>, tensor<5xcomplex<f32>>, tensor<5xi64>
}
func.func private @nothing(%e: tensor<0x4xf32>) -> (tensor<0x4xf32>, tensor<3xf32>) attributes {xla.compile} {
  %0 = stablehlo.negate %e : tensor<0x4xf32>
  %i = xla.iota dim = 0 : tensor<3xf32>
  return %0, %i : tensor<0x4xf32>, tensor<3xf32>
}
func.func private @same(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) attributes {xla.compile} {
  return %x, %x : tensor<3xf32>, tensor<3xf32>
}
func.func private @effect(%x: tensor<3xf32>) attributes {xla.compile} {
  return
}
func.func private @printMemrefF32(tensor<*xf32>)
func.func private @show(%x: tensor<5xf32>) {
  %0 = tensor.cast %x : tensor<5xf32> to tensor<*xf32>
  call @printMemrefF32(%0) : (tensor<*xf32>) -> ()
  return
}
#id = affine_map<(i) -> (i)>
func.func @run() {
  %p = arith.constant dense<[true, false, true, true, false]> : tensor<5xi1>
  %u = arith.constant dense<[1, 2, 100, 127, 130]> : tensor<5xi8>
  %h = arith.constant dense<[1.0, 1.5, -2.0, 3.0, 0.25]> : tensor<5xbf16>
  %c = complex.constant [0.0 : f32, 1.0 : f32] : complex<f32>
  %cs = tensor.from_elements %c, %c, %c, %c, %c : tensor<5xcomplex<f32>>
  %l = arith.constant dense<[1, -2, 3, -4, 5]> : tensor<5xi64>
  %r:5 = call @types(%p, %u, %h, %cs, %l) : (tensor<5xi1>, tensor<5xi8>, tensor<5xbf16>, tensor<5xcomplex<f32>>, tensor<5xi64>) -> (tensor<5xi1>, tensor<5xi8>, tensor<5xbf16>, tensor<5xcomplex<f32>>, tensor<5xi64>)
  %e = tensor.empty() : tensor<5xf32>
  %a = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%r#0, %r#2 : tensor<5xi1>, tensor<5xbf16>) outs(%e : tensor<5xf32>) {
  ^bb0(%b: i1, %f: bf16, %o: f32):
    %x = arith.extf %f : bf16 to f32
    %y = arith.uitofp %b : i1 to f32
    %hundred = arith.constant 100.0 : f32
    %z = arith.mulf %y, %hundred : f32
    %w = arith.addf %x, %z : f32
    linalg.yield %w : f32
  } -> tensor<5xf32>
  call @show(%a) : (tensor<5xf32>) -> ()
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%r#1, %r#4 : tensor<5xi8>, tensor<5xi64>) outs(%e : tensor<5xf32>) {
  ^bb0(%b: i8, %f: i64, %o: f32):
    %x = arith.sitofp %f : i64 to f32
    %y = arith.uitofp %b : i8 to f32
    %thousand = arith.constant 1000.0 : f32
    %z = arith.mulf %x, %thousand : f32
    %w = arith.addf %y, %z : f32
    linalg.yield %w : f32
  } -> tensor<5xf32>
  call @show(%g) : (tensor<5xf32>) -> ()
  %d = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%r#3 : tensor<5xcomplex<f32>>) outs(%e : tensor<5xf32>) {
  ^bb0(%q: complex<f32>, %o: f32):
    %x = complex.re %q : complex<f32>
    linalg.yield %x : f32
  } -> tensor<5xf32>
  call @show(%d) : (tensor<5xf32>) -> ()
  %z = tensor.empty() : tensor<0x4xf32>
  %n:2 = call @nothing(%z) : (tensor<0x4xf32>) -> (tensor<0x4xf32>, tensor<3xf32>)
  %s:2 = call @same(%n#1) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  call @effect(%s#0) : (tensor<3xf32>) -> ()
  %s1 = tensor.cast %s#1 : tensor<3xf32> to tensor<*xf32>
  call @printMemrefF32(%s1) : (tensor<*xf32>) -> ()
  return
}
