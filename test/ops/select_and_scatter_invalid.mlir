// RUN: xla-opt %s --split-input-file --verify-diagnostics
//
// select_and_scatter: what is refused, and why.

// expected-note@+2 {{operand 0 is defined here with type tensor<4x6xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<2x2xf32>}}
func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x2xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op has a source of shape [2, 2], but the window has [2, 3] positions on the operand [select-and-scatter-source]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}

// -----

// expected-note@+1 {{operand 2 is defined here with type tensor<1xf32>}}
func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<1xf32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op the initial value's rank is 1; it must be a scalar [select-and-scatter-init]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<1xf32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}

// -----

// expected-note@+2 {{operand 0 is defined here with type tensor<4x6xf32>}}
// expected-note@+1 {{operand 1 is defined here with type tensor<2x3xf64>}}
func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf64>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op selects elements of type f32 but is given elements of type f64 to scatter [select-and-scatter-types]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf64>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x6xf32>}}
func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op window_strides has 1 entries, but the window moves in 2 dimensions [window-count]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2]} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}

// -----

// expected-note@+1 {{operand 0 is defined here with type tensor<4x6xf32>}}
func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op window_dimensions = [3, 0] must be positive [window-positive]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 0]} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+2 {{'xla.select_and_scatter' op its select takes (tensor<f64>, tensor<f64>) but is given (tensor<f32>, tensor<f32>) [select-and-scatter-select-arguments]}}
  // expected-note@+2 {{the select's arguments are declared here}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f64>, %b: tensor<f64>) {
    %1 = xla.ge %a, %b : (tensor<f64>, tensor<f64>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op its select returns (tensor<f32>) but must return (tensor<i1>) [select-and-scatter-select-result]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    // expected-note@+1 {{the select returns here}}
    xla.return %1 : tensor<f32>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op its scatter takes (tensor<f64>, tensor<f64>) but is given (tensor<f32>, tensor<f32>) [select-and-scatter-scatter-arguments]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  // expected-note@+1 {{the scatter's arguments are declared here}}
  } scatter(%a: tensor<f64>, %b: tensor<f64>) {
    %1 = xla.add %a, %b : tensor<f64>
    xla.return %1 : tensor<f64>
  }
  return
}

// -----

func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op its scatter returns (tensor<i1>) but must return (tensor<f32>) [select-and-scatter-scatter-result]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x6xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // expected-note@+1 {{the scatter returns here}}
    xla.return %1 : tensor<i1>
  }
  return
}

// -----

// expected-note@+3 {{operand 0 is defined here with type tensor<4x6xf32>}}
// expected-note@+2 {{operand 1 is defined here with type tensor<2x3xf32>}}
// expected-note@+1 {{operand 2 is defined here with type tensor<f32>}}
func.func @f(%x: tensor<4x6xf32>, %s: tensor<2x3xf32>, %i: tensor<f32>) {
  // expected-error@+1 {{'xla.select_and_scatter' op has a result of type tensor<4x5xf32>; it must be tensor<4x6xf32> [result-type]}}
  %0 = xla.select_and_scatter %x, %s, %i, window = {size = [3, 2], stride = [2, 2], pad = same} : (tensor<4x6xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x5xf32>
  select(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.ge %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %1 : tensor<i1>
  } scatter(%a: tensor<f32>, %b: tensor<f32>) {
    %1 = xla.add %a, %b : tensor<f32>
    xla.return %1 : tensor<f32>
  }
  return
}
