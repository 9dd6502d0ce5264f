// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// fft: what is refused, and why.

func.func @f(%x: tensor<1x2x3x4xcomplex<f32>>) {
  // expected-error@+1 {{'xla.fft' op transforms 4 dimensions; it must be one to three [fft-axes]}}
  %0 = xla.fft %x, type = FFT, length = [1, 2, 3, 4] : (tensor<1x2x3x4xcomplex<f32>>) -> tensor<1x2x3x4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'xla.fft' op transforms 0 dimensions; it must be one to three [fft-axes]}}
  %0 = xla.fft %x, type = FFT, length = [] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4xcomplex<f32>>}}
func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'xla.fft' op transforms 2 dimensions of an operand of rank 1 [fft-rank]}}
  %0 = xla.fft %x, type = FFT, length = [1, 4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return
}

// -----

func.func @f(%x: tensor<4xcomplex<f32>>) {
  // expected-error@+1 {{'xla.fft' op has the negative length [-6] [fft-length]}}
  %0 = xla.fft %x, type = IRFFT, length = [-6] : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<3x9xf32>}}
func.func @f(%x: tensor<3x9xf32>) {
  // expected-error@+1 {{'xla.fft' op RFFT of length [9, 9] takes [9, 9] in the last dimensions, not [3, 9] [fft-length]}}
  %0 = xla.fft %x, type = RFFT, length = [9, 9] : (tensor<3x9xf32>) -> tensor<3x5xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<9xcomplex<f32>>}}
func.func @f(%x: tensor<9xcomplex<f32>>) {
  // expected-error@+1 {{'xla.fft' op IRFFT of length [9] takes [5] in the last dimensions, not [9] [fft-length]}}
  %0 = xla.fft %x, type = IRFFT, length = [9] : (tensor<9xcomplex<f32>>) -> tensor<9xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<8xf16>}}
func.func @f(%x: tensor<8xf16>) {
  // expected-error@+1 {{'xla.fft' op RFFT takes elements of type f32 or f64, not f16 [fft-element-type]}}
  %0 = xla.fft %x, type = RFFT, length = [8] : (tensor<8xf16>) -> tensor<5xcomplex<f32>>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<8xf32>}}
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{'xla.fft' op IFFT takes elements of type complex<f32> or complex<f64>, not f32 [fft-element-type]}}
  %0 = xla.fft %x, type = IFFT, length = [8] : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<8xf32>}}
func.func @f(%x: tensor<8xf32>) {
  // expected-error@+1 {{'xla.fft' op has a result of type tensor<8xcomplex<f32>>; it must be tensor<5xcomplex<f32>> [result-type]}}
  %0 = xla.fft %x, type = RFFT, length = [8] : (tensor<8xf32>) -> tensor<8xcomplex<f32>>
  return
}
