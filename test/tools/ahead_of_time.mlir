// Code for others to link, and what their languages are told of it.
// RUN: xla-translate --xla-to-object --name=layer --target=x86-64-v3 --c-header=%t.h --cpp-header=%t.hpp --rust-module=%t.rs %s -o %t.o
// RUN: FileCheck %s --check-prefix=C --input-file=%t.h
// RUN: FileCheck %s --check-prefix=CPP --input-file=%t.hpp
// RUN: FileCheck %s --check-prefix=RUST --input-file=%t.rs
// RUN: nm --defined-only --extern-only %t.o | FileCheck %s --check-prefix=SYMBOLS
// RUN: xla-translate --xla-to-static-library --name=layer %s -o %t.a
// RUN: nm --print-armap %t.a | FileCheck %s --check-prefix=ARCHIVE
// RUN: xla-translate --xla-to-object --entry=plain --name=plain --c-header=%t.plain.h %s -o %t.plain.o
// RUN: FileCheck %s --check-prefix=PLAIN --input-file=%t.plain.h
// RUN: nm --extern-only %t.plain.o | FileCheck %s --check-prefix=PLAIN_SYMBOLS
// RUN: xla-translate --xla-to-shared-library --name=layer %s -o %t.so
// RUN: nm --dynamic --defined-only --extern-only %t.so | FileCheck %s --check-prefix=SYMBOLS
// RUN: not xla-translate --xla-to-object --name=2nd %s 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not xla-translate --xla-to-shared-library --linker=no-such-linker %s 2>&1 | FileCheck %s --check-prefix=LINKER
// RUN: rm -f %t.none.h && expect-exit 2 xla-translate --xla-to-shared-library --linker=false --c-header=%t.none.h %s -o %t.none.so 2> %t.err
// RUN: test ! -e %t.none.h

// C: layer, compiled from ahead_of_time.mlir for x86_64-{{.*}} x86-64-v3 -O2
// C: It needs a context. It is linked with the runtime library
// C: Inputs:
// C-NEXT: x: tensor<3x4xf32>, 12 floats
// C-NEXT: params_w: tensor<2xbf16>, 2 uint16_ts, params['w']
// C-NEXT: float_: tensor<i1>, 1 uint8_t, float
// C-NEXT: x_size_1: the size of dimension 1 of x, at most 4
// C: int32_t layer(void *context, const void *const *inputs, void *const *outputs, void *arena);
// C: void *layer_create(int32_t threads, uint64_t seed);
// C: static inline int32_t layer_call(void *context, const float *x, const uint16_t *params_w, const uint8_t *float_,
// C-SAME: int32_t x_size_1, float *result_y, float *result1, int32_t *result_y_size_1, void *arena)
// C-NEXT: const void *const inputs[] = {x, params_w, float_, &x_size_1};
// C-NEXT: void *const outputs[] = {result_y, result1, result_y_size_1};

// A program that needs neither context nor runtime library has the same functions.
// PLAIN: It does not use its context, which may be null. It is linked with nothing else but the C library and its libm.
// PLAIN: int32_t plain(void *context, const void *const *inputs, void *const *outputs, void *arena);
// PLAIN: void *plain_create(int32_t threads, uint64_t seed);
// PLAIN: void plain_destroy(void *context);
// PLAIN: const char *plain_error(void *context);

// PLAIN_SYMBOLS-COUNT-4: {{[0-9a-f]+}} T plain{{(_create|_destroy|_error)?$}}
// PLAIN_SYMBOLS-NOT: {{.}}

// CPP: class layer_program {
// CPP: explicit layer_program(int threads = 1, std::uint64_t seed = 0)
// CPP: void operator()(std::span<const float, 12> x, std::span<const uint16_t, 2> params_w, std::span<const uint8_t, 1> float_,
// CPP-SAME: std::int32_t x_size_1, std::span<float, 12> result_y, std::span<float, 6> result1, std::int32_t &result_y_size_1)

// RUST: use xla_runtime as _;
// RUST: pub fn run(&mut self, x: &[f32; 12], params_w: &[u16; 2], float_: &[u8; 1], x_size_1: i32,
// RUST-SAME: result_y: &mut [f32; 12], result1: &mut [f32; 6], result_y_size_1: &mut i32) -> Result<(), String>
// RUST: pub fn layer(x: &[f32; 12], params_w: &[u16; 2], float_: &[u8; 1], x_size_1: i32) -> Result<(Box<[f32; 12]>, Box<[f32; 6]>, i32), String>

// SYMBOLS-COUNT-4: {{[0-9a-f]+}} T layer{{(_create|_destroy|_error)?$}}
// SYMBOLS-NOT: {{.}}

// ARCHIVE: layer in layer.o

// NAME: `2nd` is no identifier, or one that C, C++, Rust or the generated code uses: choose another name
// LINKER: cannot run the linker `no-such-linker`

func.func @main(%x: tensor<3x?xf32, #xla.bounds<?, 4>> loc("x"), %w: tensor<2xbf16> {jax.arg_info = "params['w']"},
                %flag: tensor<i1> loc("float"))
    -> (tensor<3x?xf32, #xla.bounds<?, 4>> {jax.result_info = "result['y']"}, tensor<3xcomplex<f32>>) {
  %0 = xla.add %x, %x : tensor<3x?xf32, #xla.bounds<?, 4>>
  %1 = xla.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  // No literal, of which the transform would be one.
  %part = xla.optimization_barrier %1 : (tensor<3xf32>) -> tensor<3xf32>
  %2 = xla.complex %part, %part : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xcomplex<f32>>
  %3 = xla.fft %2, type = FFT, length = [3] : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return %0, %3 : tensor<3x?xf32, #xla.bounds<?, 4>>, tensor<3xcomplex<f32>>
}

func.func @plain(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = xla.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
