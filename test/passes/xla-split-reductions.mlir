// RUN: xla-opt %s --xla-split-reductions | FileCheck %s

// The first dimension of more than one is divided, and the identity begins each part.
// CHECK-LABEL: @sum
// CHECK: %[[PARTS:.*]] = xla.reshape %{{.*}} : (tensor<1x600x1000xf32>) -> tensor<60x10x1000xf32>
// CHECK: %[[ZERO:.*]] = xla.constant dense<-0.000000e+00> : tensor<f32>
// CHECK: %[[SUMS:.*]] = xla.reduce{{.*}}%[[PARTS]]{{.*}}%[[ZERO]]
// CHECK: tensor<60xf32>
// CHECK: xla.reduce{{.*}}%[[SUMS]]{{.*}}%arg1
func.func @sum(%x: tensor<1x600x1000xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = xla.reduce(%x init: %init) applies xla.add across dimensions = [0, 1, 2] : (tensor<1x600x1000xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: @least
// CHECK: dense<127> : tensor<i8>
// CHECK: tensor<64xi8>
func.func @least(%x: tensor<262144xi8>, %init: tensor<i8>) -> tensor<i8> {
  %0 = xla.reduce(%x init: %init) applies xla.min across dimensions = [0] : (tensor<262144xi8>, tensor<i8>) -> tensor<i8>
  return %0 : tensor<i8>
}

// What is small, has no parts of equal size, keeps sums in a wider type, is not reduced to one number, or
// not by one op stays whole.
// CHECK-NOT: xla.reshape
func.func @whole(%small: tensor<1000xf32>, %prime: tensor<524287xf32>, %narrow: tensor<262144xbf16>, %rows: tensor<512x1024xf32>,
                 %init: tensor<f32>, %init16: tensor<bf16>) -> (tensor<f32>, tensor<f32>, tensor<bf16>, tensor<512xf32>, tensor<f32>) {
  %0 = xla.reduce(%small init: %init) applies xla.add across dimensions = [0] : (tensor<1000xf32>, tensor<f32>) -> tensor<f32>
  %1 = xla.reduce(%prime init: %init) applies xla.add across dimensions = [0] : (tensor<524287xf32>, tensor<f32>) -> tensor<f32>
  %2 = xla.reduce(%narrow init: %init16) applies xla.add across dimensions = [0] : (tensor<262144xbf16>, tensor<bf16>) -> tensor<bf16>
  %3 = xla.reduce(%rows init: %init) applies xla.add across dimensions = [1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<512xf32>
  %4 = xla.reduce(%rows init: %init) across dimensions = [0, 1] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<f32>
   reducer(%a: tensor<f32>, %b: tensor<f32>) {
    %5 = xla.add %a, %b : tensor<f32>
    %6 = xla.neg %5 : tensor<f32>
    xla.return %6 : tensor<f32>
  }
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<bf16>, tensor<512xf32>, tensor<f32>
}

// Sums of complex numbers that lie side by side are made in as many sums as a vector has elements, those of products, too;
// products likewise.
// CHECK-LABEL: @complex
// CHECK: %[[LANES:.*]] = xla.reshape %arg0 : (tensor<3x800xcomplex<f32>>) -> tensor<3x100x8xcomplex<f32>>
// CHECK: %[[SUMS:.*]] = xla.reduce(%[[LANES]]{{.*}} across dimensions = [1]{{.*}} -> tensor<3x8xcomplex<f32>>
// CHECK: %[[ROWS:.*]] = xla.reduce(%[[SUMS]] init: %arg3){{.*}} across dimensions = [1]{{.*}} -> tensor<3xcomplex<f32>>
// CHECK: %[[PRODUCTS:.*]] = xla.mul %arg1, %arg2 : tensor<800xcomplex<f32>>
// CHECK: xla.reshape %[[PRODUCTS]] : (tensor<800xcomplex<f32>>) -> tensor<100x8xcomplex<f32>>
// CHECK: xla.reduce({{.*}} applies xla.mul across dimensions = [0] : (tensor<100x8xcomplex<f32>>
// CHECK: return %[[ROWS]]
func.func @complex(%x: tensor<3x800xcomplex<f32>>, %a: tensor<800xcomplex<f32>>, %b: tensor<800xcomplex<f32>>,
                   %init: tensor<complex<f32>>) -> (tensor<3xcomplex<f32>>, tensor<complex<f32>>, tensor<complex<f32>>) {
  %0 = xla.reduce(%x init: %init) applies xla.add across dimensions = [1] : (tensor<3x800xcomplex<f32>>, tensor<complex<f32>>) -> tensor<3xcomplex<f32>>
  %1 = xla.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<800xcomplex<f32>>, tensor<800xcomplex<f32>>) -> tensor<complex<f32>>
  %2 = xla.reduce(%a init: %init) applies xla.mul across dimensions = [0] : (tensor<800xcomplex<f32>>, tensor<complex<f32>>) -> tensor<complex<f32>>
  return %0, %1, %2 : tensor<3xcomplex<f32>>, tensor<complex<f32>>, tensor<complex<f32>>
}
