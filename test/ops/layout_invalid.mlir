// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// #xla.layout: what is refused, and why.

// expected-error@+1 {{minor_to_major has 1 entries but the array has 2 dimensions [layout-minor-to-major]}}
func.func private @f(tensor<2x3xf32, #xla.layout<minor_to_major = [0]>>)

// -----

// expected-error@+1 {{minor_to_major must be a permutation of 0 to 1 [layout-minor-to-major]}}
func.func private @f(tensor<2x3xf32, #xla.layout<minor_to_major = [0, 0]>>)

// -----

// expected-error@+1 {{minor_to_major must be a permutation of 0 to 1 [layout-minor-to-major]}}
func.func private @f(tensor<2x3xf32, #xla.layout<minor_to_major = [0, 2]>>)

// -----

// expected-error@+1 {{minor_to_major must be a permutation of 0 to 1 [layout-minor-to-major]}}
func.func private @f(tensor<2x3xf32, #xla.layout<minor_to_major = [-1, 0]>>)

// -----

// expected-error@+1 {{padded_dimensions has 1 entries but the array has 2 dimensions [layout-padded-dimensions]}}
func.func private @f(tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3]>>)

// -----

// expected-error@+1 {{padded_dimensions pads dimension 1 of size 3 to 2, which is smaller [layout-padded-dimensions]}}
func.func private @f(tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 2]>>)

// -----

// expected-error@+1 {{padding_value is given without padded_dimensions [layout-padding-value]}}
func.func private @f(tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padding_value = 0.0 : f32>>)

// -----

// expected-error@+1 {{padding_value has type f64 but the elements are f32 [layout-padding-value]}}
func.func private @f(tensor<2x3xf32, #xla.layout<minor_to_major = [0, 1], padded_dimensions = [3, 5], padding_value = 0.0 : f64>>)
