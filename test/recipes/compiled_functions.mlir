// Two functions become native code here, and what calls them, in a loop of scf and with ops of linalg, is upstream's: its
// bufferization decides where results are and frees them, and mlir-runner needs no library of ours. The numbers are those
// that the interpreter gives for the same computation in the xla dialect.
//
// RUN: cat %S/Inputs/network.mlir %s | xla-opt --xla-compile-functions \
// RUN:   | mlir-opt --one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops' \
// RUN:     --buffer-deallocation-pipeline --convert-linalg-to-loops --convert-scf-to-cf --expand-strided-metadata \
// RUN:     --lower-affine --convert-arith-to-llvm --finalize-memref-to-llvm --convert-func-to-llvm --convert-cf-to-llvm \
// RUN:     --reconcile-unrealized-casts > %t.llvm.mlir
// RUN: mlir-runner %t.llvm.mlir -O3 -e run --entry-point-result=void \
// RUN:   --shared-libs=$(llvm-config --libdir)/libmlir_runner_utils.so,$(llvm-config --libdir)/libmlir_c_runner_utils.so > %t.runner
// RUN: cat %S/Inputs/network.mlir %S/Inputs/network_main.mlir | xla-run - --entry main --interpret > %t.interpreter
// RUN: FileCheck %s < %t.runner
// RUN: for file in %t.runner %t.interpreter; do sed 's/.*data =//; s/.*tensor<[^>]*>//' $file | tr -s '[], \n' '\n\n\n\n' \
// RUN:   | grep . | xargs printf '%%.4f\n' > $file.numbers; done
// RUN: wc -l < %t.runner.numbers | FileCheck %s --check-prefix=COUNT
// RUN: diff %t.runner.numbers %t.interpreter.numbers

// CHECK: rank = 2 offset = 0 sizes = [4, 16] strides = [16, 1]
// COUNT: 64
func.func private @printMemrefF32(tensor<*xf32>)

#row = affine_map<(i, j) -> (i, j)>

func.func @run() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %three = arith.constant 3 : index
  %eighth = arith.constant 0.125 : f32
  %x = tensor.generate {
  ^bb0(%i: index, %j: index):
    %difference = arith.subi %i, %j : index
    %word = arith.index_cast %difference : index to i32
    %float = arith.sitofp %word : i32 to f32
    %element = arith.mulf %float, %eighth : f32
    tensor.yield %element : f32
  } : tensor<4x16xf32>
  %w = tensor.generate {
  ^bb0(%i: index, %j: index):
    %seven = arith.constant 7 : index
    %four = arith.constant 4 : index
    %product = arith.muli %i, %j : index
    %remainder = arith.remui %product, %seven : index
    %difference = arith.subi %remainder, %four : index
    %word = arith.index_cast %difference : index to i32
    %float = arith.sitofp %word : i32 to f32
    %element = arith.mulf %float, %eighth : f32
    tensor.yield %element : f32
  } : tensor<16x16xf32>
  %b = tensor.generate {
  ^bb0(%i: index):
    %word = arith.index_cast %i : index to i32
    %float = arith.sitofp %word : i32 to f32
    %element = arith.mulf %float, %eighth : f32
    tensor.yield %element : f32
  } : tensor<16xf32>
  %y = scf.for %layer = %zero to %three step %one iter_args(%input = %x) -> tensor<4x16xf32> {
    %0 = func.call @dense(%input, %w, %b) : (tensor<4x16xf32>, tensor<16x16xf32>, tensor<16xf32>) -> tensor<4x16xf32>
    %1 = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x16xf32>) outs(%0 : tensor<4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %2 = arith.addf %in, %out : f32
      linalg.yield %2 : f32
    } -> tensor<4x16xf32>
    scf.yield %1 : tensor<4x16xf32>
  }
  %p = call @softmax(%y) : (tensor<4x16xf32>) -> tensor<4x16xf32>
  %printed = tensor.cast %p : tensor<4x16xf32> to tensor<*xf32>
  call @printMemrefF32(%printed) : (tensor<*xf32>) -> ()
  return
}
