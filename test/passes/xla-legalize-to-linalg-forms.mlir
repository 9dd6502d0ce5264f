// RUN: xla-opt %s --split-input-file --xla-legalize-to-linalg | FileCheck %s
//
// Forms that keep ops fast: what their loops are, and what they are not.

// A product of complex numbers is one of real numbers of twice the depth and twice the columns.
// CHECK-LABEL: func.func @complex_product
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<8x16xcomplex<f32>>) outs(%{{.*}} : tensor<8x2x16xf32>)
// CHECK: } -> tensor<8x2x16xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<16x24xcomplex<f32>>) outs(%{{.*}} : tensor<2x16x2x24xf32>)
// CHECK: } -> tensor<2x16x2x24xf32>
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<8x2x16xf32>, tensor<2x16x2x24xf32>) outs(%{{.*}} : tensor<8x2x24xf32>)
// CHECK-NEXT: ^bb0
// CHECK-NEXT: math.fma %{{.*}} : f32
// CHECK-NEXT: linalg.yield
// CHECK: complex.create %in, %in_0 : complex<f32>
// CHECK: } -> tensor<8x24xcomplex<f32>>
func.func @complex_product(%x: tensor<8x16xcomplex<f32>>, %y: tensor<16x24xcomplex<f32>>) -> tensor<8x24xcomplex<f32>> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x16xcomplex<f32>>, tensor<16x24xcomplex<f32>>) -> tensor<8x24xcomplex<f32>>
  return %0 : tensor<8x24xcomplex<f32>>
}

// -----

// A left factor that is much smaller has the parts of the result, and columns stay along the depth.
// CHECK-LABEL: func.func @few_complex_rows
// CHECK: } -> tensor<3x2x2x90xf32>
// CHECK: } -> tensor<150x2x90xf32>
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]
// CHECK-SAME: ins(%{{.*}}, %{{.*}} : tensor<3x2x2x90xf32>, tensor<150x2x90xf32>) outs(%{{.*}} : tensor<3x2x150xf32>)
func.func @few_complex_rows(%x: tensor<3x90xcomplex<f32>>, %y: tensor<150x90xcomplex<f32>>) -> tensor<3x150xcomplex<f32>> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [1] : (tensor<3x90xcomplex<f32>>, tensor<150x90xcomplex<f32>>) -> tensor<3x150xcomplex<f32>>
  return %0 : tensor<3x150xcomplex<f32>>
}

// -----

// A large factor is read as it lies: columns along the depth, or rows across it.
// CHECK-LABEL: func.func @complex_product_of_transposed
// CHECK: } -> tensor<2x512x48xf32>
// CHECK: } -> tensor<65x2x2x512xf32>
func.func @complex_product_of_transposed(%x: tensor<512x48xcomplex<f32>>, %y: tensor<65x512xcomplex<f32>>) -> tensor<48x65xcomplex<f32>> {
  %0 = xla.dot_general %x, %y, contracting_dims = [0] x [1] : (tensor<512x48xcomplex<f32>>, tensor<65x512xcomplex<f32>>) -> tensor<48x65xcomplex<f32>>
  return %0 : tensor<48x65xcomplex<f32>>
}

// -----

// An input is transposed where the result has the batch, or positions, side by side, and the input features, if it is read often.
// CHECK-LABEL: func.func @convolution_of_transposed
// CHECK: ins(%arg0 : tensor<64x8x131xf32>) outs(%{{.*}} : tensor<8x131x64xf32>)
// CHECK: reduction
// CHECK: ins(%arg1 : tensor<64x40x131xf32>) outs(%{{.*}} : tensor<64x131x40xf32>)
// CHECK: reduction
// CHECK-NOT: ins(%arg0 : tensor<64x8x131xf32>)
// CHECK: return
func.func @convolution_of_transposed(%x: tensor<64x8x131xf32>, %y: tensor<64x40x131xf32>, %k: tensor<3x1x64xf32>, %l: tensor<3x131x16xf32>, %one: tensor<1x1x8xf32>)
    -> (tensor<129x64x64xf32>, tensor<64x16x38xf32>, tensor<131x8x64xf32>) {
  %0 = xla.conv_with_general_padding %x, %k, dims = [0, 1, 2] x [2, 1, 0] -> [2, 1, 0], window = {pad = [[0, 0]]} {feature_group_count = 8 : i64} : (tensor<64x8x131xf32>, tensor<3x1x64xf32>) -> tensor<129x64x64xf32>
  %1 = xla.conv_with_general_padding %y, %l, dims = [0, 2, 1] x [2, 1, 0] -> [0, 1, 2], window = {pad = [[0, 0]]} : (tensor<64x40x131xf32>, tensor<3x131x16xf32>) -> tensor<64x16x38xf32>
  %2 = xla.conv_with_general_padding %x, %one, dims = [0, 1, 2] x [2, 1, 0] -> [2, 1, 0], window = {pad = [[0, 0]]} {feature_group_count = 8 : i64} : (tensor<64x8x131xf32>, tensor<1x1x8xf32>) -> tensor<131x8x64xf32>
  return %0, %1, %2 : tensor<129x64x64xf32>, tensor<64x16x38xf32>, tensor<131x8x64xf32>
}

// -----

// Rows of narrow floats with terms between them are brought together, so that the other factor is converted once.
// CHECK-LABEL: func.func @parted_rows
// CHECK: ins(%arg0 : tensor<87x160x28xf16>) outs(%{{.*}} : tensor<87x28x160xf16>)
// CHECK: reduction
func.func @parted_rows(%x: tensor<87x160x28xf16>, %y: tensor<160x64xf16>) -> tensor<87x28x64xf16> {
  %0 = xla.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<87x160x28xf16>, tensor<160x64xf16>) -> tensor<87x28x64xf16>
  return %0 : tensor<87x28x64xf16>
}

// -----

// The dimensions that are summed over lie in the order of their loops, in both factors.
// CHECK-LABEL: func.func @contracted_twice
// CHECK: } -> tensor<8x2x4x16xf32>
// CHECK: } -> tensor<2x4x16x2x24xf32>
// CHECK: iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]
func.func @contracted_twice(%x: tensor<8x16x4xcomplex<f32>>, %y: tensor<4x24x16xcomplex<f32>>) -> tensor<8x24xcomplex<f32>> {
  %0 = xla.dot_general %x, %y, contracting_dims = [2, 1] x [0, 2] : (tensor<8x16x4xcomplex<f32>>, tensor<4x24x16xcomplex<f32>>) -> tensor<8x24xcomplex<f32>>
  return %0 : tensor<8x24xcomplex<f32>>
}

// -----

// Without elements there is but padding, whose products with integers are 0.
// CHECK-LABEL: func.func @convolution_of_padding
// CHECK-NOT: reduction
// CHECK: return
func.func @convolution_of_padding(%x: tensor<1x0x6x4xi32>, %k: tensor<2x2x4x8xi32>) -> tensor<1x3x5x8xi32> {
  %0 = xla.conv_with_general_padding %x, %k, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[2, 2], [0, 0]]} : (tensor<1x0x6x4xi32>, tensor<2x2x4x8xi32>) -> tensor<1x3x5x8xi32>
  return %0 : tensor<1x3x5x8xi32>
}

// -----

// A convolution of a dilated operand is one of the operand itself for each phase, with the part of the window that meets
// it: no zeros are multiplied.
// CHECK-LABEL: func.func @transposed_convolution
// CHECK: math.fma
// CHECK: %[[PHASE:.*]] = tensor.insert_slice %{{.*}} into %{{.*}}[0, 0, 0, 0] [1, 6, 6, 8] [1, 2, 2, 1] : tensor<1x6x6x8xf32> into tensor<1x12x12x8xf32>
// CHECK: math.fma
// CHECK: %[[PHASE2:.*]] = tensor.insert_slice %{{.*}} into %[[PHASE]][0, 0, 1, 0] [1, 6, 6, 8] [1, 2, 2, 1] : tensor<1x6x6x8xf32> into tensor<1x12x12x8xf32>
// CHECK: math.fma
// CHECK: %[[PHASE3:.*]] = tensor.insert_slice %{{.*}} into %[[PHASE2]][0, 1, 0, 0] [1, 6, 6, 8] [1, 2, 2, 1] : tensor<1x6x6x8xf32> into tensor<1x12x12x8xf32>
// CHECK: math.fma
// CHECK: tensor.insert_slice %{{.*}} into %[[PHASE3]][0, 1, 1, 0] [1, 6, 6, 8] [1, 2, 2, 1] : tensor<1x6x6x8xf32> into tensor<1x12x12x8xf32>
// CHECK-NOT: math.fma
func.func @transposed_convolution(%x: tensor<1x6x6x4xf32>, %k: tensor<4x4x4x8xf32>) -> tensor<1x12x12x8xf32> {
  %0 = xla.conv_with_general_padding %x, %k, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[2, 2], [2, 2]], lhs_dilate = [2, 2]} : (tensor<1x6x6x4xf32>, tensor<4x4x4x8xf32>) -> tensor<1x12x12x8xf32>
  return %0 : tensor<1x12x12x8xf32>
}

// -----

// Running results are computed in one pass, also where the initial value is neutral because the computation keeps the
// other operand.
// CHECK-LABEL: func.func @running_maximum
// CHECK: scf.for
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @running_maximum(%x: tensor<20x50xf32>) -> tensor<20x50xf32> {
  %init = xla.constant dense<0xFF800000> : tensor<f32>
  %0 = xla.reduce_window(%x init: %init) applies xla.max window = {size = [20, 1], pad = [[19, 0], [0, 0]]} : (tensor<20x50xf32>, tensor<f32>) -> tensor<20x50xf32>
  return %0 : tensor<20x50xf32>
}

// -----

// Whether a row is inside is known before the loop over its elements, which has no condition.
// CHECK-LABEL: func.func @rows
// CHECK: %[[FITS:.*]] = arith.cmpi ult, %{{.*}}, %c50 : index
// CHECK: %[[ONCE:.*]] = arith.select %[[FITS]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[ONCE]]
// CHECK: scf.for
// CHECK-NOT: arith.select
// CHECK: tensor.insert %{{.*}} into %{{.*}}[%{{.*}}, %{{.*}}] : tensor<50x8xf32>
func.func @rows(%x: tensor<50x8xf32>, %i: tensor<20x1xi32>, %u: tensor<20x8xf32>) -> tensor<50x8xf32> {
  %0 = xla.scatter (%x) at %i, (%u), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<50x8xf32>, tensor<20x1xi32>, tensor<20x8xf32>) -> tensor<50x8xf32> (%a: tensor<f32>, %b: tensor<f32>) {
    %s = xla.add %a, %b : tensor<f32>
    xla.return %s : tensor<f32>
  }
  return %0 : tensor<50x8xf32>
}

// -----

// Of a sort whose readers take slices, the longest slice is selected.
// CHECK: xla.custom_calls = [{{.*}}first = 7 : i64
// CHECK-LABEL: func.func @first
func.func @first(%x: tensor<3x100xf32>) -> (tensor<3x5xf32>, tensor<2x7xi32>) {
  %places = xla.iota dim = 1 : tensor<3x100xi32>
  %s:2 = xla.sort(%x, %places) dim = 1, is_stable = true : (tensor<3x100xf32>, tensor<3x100xi32>) -> (tensor<3x100xf32>, tensor<3x100xi32>) comparator {
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>):
    %before = xla.gt %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %0 = xla.slice %s#0 [0:3, 0:5] : (tensor<3x100xf32>) -> tensor<3x5xf32>
  %1 = xla.slice %s#1 [1:3, 0:7] : (tensor<3x100xi32>) -> tensor<2x7xi32>
  return %0, %1 : tensor<3x5xf32>, tensor<2x7xi32>
}

// -----

// The elements of a window of updates that lie apart are brought together first, if they are many.
// CHECK-LABEL: func.func @windows_apart
// CHECK: linalg.generic {{.*}} ins(%arg2 : tensor<40x3xf32>) outs(%{{.*}} : tensor<3x40xf32>)
// CHECK: scf.for
// CHECK: tensor.extract %{{.*}} : tensor<3x40xf32>
func.func @windows_apart(%x: tensor<6x40xf32>, %i: tensor<3x1xi32>, %y: tensor<40x3xf32>) -> tensor<6x40xf32> {
  %0 = xla.scatter (%x) at %i, (%y), update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<6x40xf32>, tensor<3x1xi32>, tensor<40x3xf32>) -> tensor<6x40xf32> (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  return %0 : tensor<6x40xf32>
}

// -----

// CHECK-LABEL: func.func @few_apart
// CHECK: tensor.extract %arg2[%{{.*}}, %{{.*}}] : tensor<2x3xf32>
func.func @few_apart(%x: tensor<6x2xf32>, %i: tensor<3x1xi32>, %y: tensor<2x3xf32>) -> tensor<6x2xf32> {
  %0 = xla.scatter (%x) at %i, (%y), update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1 : (tensor<6x2xf32>, tensor<3x1xi32>, tensor<2x3xf32>) -> tensor<6x2xf32> (%a: tensor<f32>, %b: tensor<f32>) {
    %sum = xla.add %a, %b : tensor<f32>
    xla.return %sum : tensor<f32>
  }
  return %0 : tensor<6x2xf32>
}
