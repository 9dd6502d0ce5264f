// RUN: expect-exit 77 xla-run %s --entry legacy --random 1 2>&1 | FileCheck %s --check-prefix LEGACY
// RUN: expect-exit 77 xla-run %s --entry unknown --random 1 2>&1 | FileCheck %s --check-prefix UNKNOWN
// RUN: expect-exit 77 xla-run %s --entry order --random 1 2>&1 | FileCheck %s --check-prefix ORDER
// RUN: not xla-run %s --entry types --random 1 2>&1 | FileCheck %s --check-prefix TYPES
// RUN: not xla-run %s --entry sizes --random 1 2>&1 | FileCheck %s --check-prefix SIZES
// RUN: not xla-run %s --entry thin --random 1 2>&1 | FileCheck %s --check-prefix THIN
// RUN: not xla-run %s --entry whole --random 1 2>&1 | FileCheck %s --check-prefix WHOLE
// RUN: not xla-run %s --entry parameter --random 1 2>&1 | FileCheck %s --check-prefix PARAMETER
//
// A call that is not one of LAPACK's as JAX makes them is refused before anything runs.

// LEGACY: lapack_invalid.mlir:[[#@LINE+2]]:{{.*}}unsupported: custom_call @lapack_sgetrf: the interface of JAX before 0.4.34
func.func @legacy(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = xla.custom_call "lapack_sgetrf"(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// UNKNOWN: unsupported: custom_call @lapack_sgels_ffi: no such routine of LAPACK is known here
func.func @unknown(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = xla.custom_call "lapack_sgels_ffi"(%x) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// ORDER: unsupported: custom_call @lapack_cgees_ffi: its parameter sort is Int(83)
func.func @order(%x: tensor<2x2xcomplex<f32>>) -> tensor<i32> {
  %0:5 = xla.custom_call "lapack_cgees_ffi"(%x) {backend_config = {mode = 86 : ui8, sort = 83 : ui8}} : (tensor<2x2xcomplex<f32>>) -> (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>, tensor<2xcomplex<f32>>, tensor<i32>, tensor<i32>)
  return %0#4 : tensor<i32>
}

// TYPES: custom call @lapack_dgeqrf_ffi: operand 0 is a tensor<2x2xf32>, which the routine does not take
func.func @types(%x: tensor<2x2xf32>) -> tensor<2xf32> {
  %0:2 = xla.custom_call "lapack_dgeqrf_ffi"(%x) {backend_config = {}} : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2xf32>)
  return %0#1 : tensor<2xf32>
}

// SIZES: custom call @lapack_strsm_ffi: the sizes of its operands, its results and its parameters disagree
func.func @sizes(%a: tensor<2x2xf32>, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = xla.custom_call "lapack_strsm_ffi"(%a, %b) {backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<2x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// PARAMETER: custom call @lapack_spotrf_ffi: its parameter uplo is missing
func.func @parameter(%a: tensor<2x2xf32>) -> tensor<i32> {
  %0:2 = xla.custom_call "lapack_spotrf_ffi"(%a) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<i32>)
  return %0#1 : tensor<i32>
}

// THIN: custom call @lapack_dgesdd_ffi: the sizes of its operands, its results and its parameters disagree
func.func @thin(%a: tensor<3x4xf64>) -> tensor<i32> {
  %0:5 = xla.custom_call "lapack_dgesdd_ffi"(%a) {backend_config = {mode = 83 : ui8}} : (tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<4x4xf64>, tensor<i32>)
  return %0#4 : tensor<i32>
}

// WHOLE: custom call @lapack_dgesdd_ffi: the sizes of its operands, its results and its parameters disagree
func.func @whole(%a: tensor<3x4xf64>) -> tensor<i32> {
  %0:5 = xla.custom_call "lapack_dgesdd_ffi"(%a) {backend_config = {mode = 65 : ui8}} : (tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x4xf64>, tensor<i32>)
  return %0#4 : tensor<i32>
}
