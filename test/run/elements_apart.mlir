// RUN: xla-run %s --random 1 --interpret -o %t.npz
// RUN: xla-run %s --random 1 --expect %t.npz --rtol 0 --atol 0

// Elements that vectors read and write do not lie side by side: 2 to 9 apart, in reverse order, at the end of an array; of one
// to sixteen bytes; read through all of a vector's memory, by gathers, and one after the other. Integers and maxima leave
// nothing to rounding.
func.func @main(%bytes: tensor<6x131xi8>, %halves: tensor<6x131xf16>, %words: tensor<5x37x4xi32>, %wide: tensor<4x150xi64>,
                %numbers: tensor<40x67xcomplex<f32>>)
    -> (tensor<5x65xi8>, tensor<6x43xf16>, tensor<4x35x3xi32>, tensor<4x65xi64>, tensor<4x16xi64>, tensor<6x65xi8>, tensor<6x14xf16>,
        tensor<13x67xcomplex<f32>>, tensor<40x33xcomplex<f32>>, tensor<6x130xi8>, tensor<6x262xi8>, tensor<6x391xf16>, tensor<5x37x25xi32>, tensor<4x299xi64>,
        tensor<40x134xcomplex<f32>>, tensor<6x1048xi8>) {
  %i8 = xla.constant dense<-128> : tensor<i8>
  %f16 = xla.constant dense<0xFC00> : tensor<f16>
  %i32 = xla.constant dense<7> : tensor<i32>
  %i64 = xla.constant dense<-1> : tensor<i64>
  %complex = xla.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
  %0 = xla.reduce_window(%bytes init: %i8) applies xla.max window = {size = [2, 3], stride = [1, 2]} : (tensor<6x131xi8>, tensor<i8>) -> tensor<5x65xi8>
  %1 = xla.reduce_window(%halves init: %f16) applies xla.max window = {size = [1, 5], stride = [1, 3]} : (tensor<6x131xf16>, tensor<f16>) -> tensor<6x43xf16>
  %2 = xla.reduce_window(%words init: %i32) applies xla.add window = {size = [2, 3, 2]} : (tensor<5x37x4xi32>, tensor<i32>) -> tensor<4x35x3xi32>
  %3 = xla.reduce_window(%wide init: %i64) applies xla.xor window = {size = [1, 22], stride = [1, 2]} : (tensor<4x150xi64>, tensor<i64>) -> tensor<4x65xi64>
  %4 = xla.reduce_window(%wide init: %i64) applies xla.min window = {size = [1, 8], stride = [1, 9]} : (tensor<4x150xi64>, tensor<i64>) -> tensor<4x16xi64>
  %5 = xla.slice %bytes [0:6, 1:131:2] : (tensor<6x131xi8>) -> tensor<6x65xi8>
  %6 = xla.not %5 : tensor<6x65xi8>
  %7 = xla.slice %halves [0:6, 0:131:10] : (tensor<6x131xf16>) -> tensor<6x14xf16>
  %8 = xla.neg %7 : tensor<6x14xf16>
  %9 = xla.abs %8 : tensor<6x14xf16>
  %10 = xla.reduce_window(%numbers init: %complex) applies xla.add window = {size = [2, 1], stride = [3, 1]} : (tensor<40x67xcomplex<f32>>, tensor<complex<f32>>) -> tensor<13x67xcomplex<f32>>
  %11 = xla.reduce_window(%numbers init: %complex) applies xla.add window = {size = [1, 2], stride = [1, 2]} : (tensor<40x67xcomplex<f32>>, tensor<complex<f32>>) -> tensor<40x33xcomplex<f32>>
  %12 = xla.rev %bytes, dims = [1] : tensor<6x131xi8>
  %13 = xla.reduce_window(%12 init: %i8) applies xla.max window = {size = [1, 2]} : (tensor<6x131xi8>, tensor<i8>) -> tensor<6x130xi8>
  %none = xla.constant dense<5> : tensor<i8>
  %14 = xla.pad %bytes, %none, low = [0, 1], high = [0, 0], interior = [0, 1] : (tensor<6x131xi8>, tensor<i8>) -> tensor<6x262xi8>
  %15 = xla.pad %halves, %f16, low = [0, 0], high = [0, 0], interior = [0, 2] : (tensor<6x131xf16>, tensor<f16>) -> tensor<6x391xf16>
  %16 = xla.pad %words, %i32, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 0, 7] : (tensor<5x37x4xi32>, tensor<i32>) -> tensor<5x37x25xi32>
  %17 = xla.pad %wide, %i64, low = [0, 0], high = [0, 0], interior = [0, 1] : (tensor<4x150xi64>, tensor<i64>) -> tensor<4x299xi64>
  %18 = xla.pad %numbers, %complex, low = [0, 0], high = [0, 1], interior = [0, 1] : (tensor<40x67xcomplex<f32>>, tensor<complex<f32>>) -> tensor<40x134xcomplex<f32>>
  %19 = xla.pad %bytes, %none, low = [0, 7], high = [0, 0], interior = [0, 7] : (tensor<6x131xi8>, tensor<i8>) -> tensor<6x1048xi8>
  return %0, %1, %2, %3, %4, %6, %9, %10, %11, %13, %14, %15, %16, %17, %18, %19 : tensor<5x65xi8>, tensor<6x43xf16>, tensor<4x35x3xi32>, tensor<4x65xi64>, tensor<4x16xi64>,
    tensor<6x65xi8>, tensor<6x14xf16>, tensor<13x67xcomplex<f32>>, tensor<40x33xcomplex<f32>>, tensor<6x130xi8>, tensor<6x262xi8>, tensor<6x391xf16>, tensor<5x37x25xi32>, tensor<4x299xi64>,
    tensor<40x134xcomplex<f32>>, tensor<6x1048xi8>
}
