// RUN: xla-run %s
//
// What JAX calls of LAPACK: packed forms, pivots, signs and info as LAPACK has them. The numbers come from SciPy.

func.func @main() {
  // LU factors of a batch; the second matrix is singular, and its last pivot is zero
  %a0_0 = xla.constant dense<[[[12.0, -4.0, -3.0], [-2.0, -2.0, 3.0], [3.0, 1.0, 1.0]], [[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [0.0, 1.0, 1.0]]]> : tensor<2x3x3xf64>
  %r0:3 = xla.custom_call "lapack_dgetrf_ffi"(%a0_0) {api_version = 4 : i32, backend_config = {}} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xi32>, tensor<2xi32>)
  %e0_0 = xla.constant dense<[[[12.0, -4.0, -3.0], [-0.16666666666666666, -2.6666666666666665, 2.5], [0.25, -0.75, 3.625]], [[2.0, 4.0, 6.0], [0.0, 1.0, 1.0], [0.5, 0.0, 0.0]]]> : tensor<2x3x3xf64>
  xla.custom_call "check.expect_almost_eq"(%r0#0, %e0_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2x3x3xf64>, tensor<2x3x3xf64>) -> ()
  %e0_1 = xla.constant dense<[[1, 2, 3], [2, 3, 3]]> : tensor<2x3xi32>
  xla.custom_call "check.expect_eq"(%r0#1, %e0_1) {has_side_effect = true} : (tensor<2x3xi32>, tensor<2x3xi32>) -> ()
  %e0_2 = xla.constant dense<[0, 3]> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%r0#2, %e0_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // |re| + |im| selects pivots: of 7 and 5.5 the first, although 5 is the smaller absolute value
  %a1_0 = xla.constant dense<[[(3.0, 4.0), (1.0, 0.0)], [(5.5, 0.0), (0.0, 2.0)], [(1.0, 0.0), (0.0, 1.0)]]> : tensor<3x2xcomplex<f64>>
  %r1:3 = xla.custom_call "lapack_zgetrf_ffi"(%a1_0) {api_version = 4 : i32, backend_config = {}} : (tensor<3x2xcomplex<f64>>) -> (tensor<3x2xcomplex<f64>>, tensor<2xi32>, tensor<i32>)
  %e1_0 = xla.constant dense<[[(3.0, 4.0), (1.0, 0.0)], [(0.6599999999999999, -0.88), (-0.6599999999999999, 2.88)], [(0.12, -0.16), (0.39175257731958757, -0.04810996563573882)]]> : tensor<3x2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%r1#0, %e1_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3x2xcomplex<f64>>, tensor<3x2xcomplex<f64>>) -> ()
  %e1_1 = xla.constant dense<[1, 2]> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%r1#1, %e1_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %e1_2 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%r1#2, %e1_2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // packed reflectors and R with LAPACK's signs
  %a2_0 = xla.constant dense<[[-4.0, -3.0, 0.0], [-1.0, 3.0, 0.0], [-1.0, -1.0, 1.0], [1.0, -3.0, 2.0]]> : tensor<4x3xf64>
  %r2:2 = xla.custom_call "lapack_dgeqrf_ffi"(%a2_0) {api_version = 4 : i32, backend_config = {}} : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<3xf64>)
  %e2_0 = xla.constant dense<[[4.358898943540674, 1.6059101370939315, 0.22941573387056174], [0.11963298118022453, -5.041929455236254, 1.4614288276047114], [0.11963298118022453, -0.05224996450182485, -1.6767809048586373], [-0.11963298118022453, -0.4132480112172661, 0.5248404873651357]]> : tensor<4x3xf64>
  xla.custom_call "check.expect_almost_eq"(%r2#0, %e2_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<4x3xf64>, tensor<4x3xf64>) -> ()
  %e2_1 = xla.constant dense<[1.9176629354822468, 1.704297589301033, 1.568064746730488]> : tensor<3xf64>
  xla.custom_call "check.expect_almost_eq"(%r2#1, %e2_1) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()

  // their product
  %a3_0 = xla.constant dense<[[4.358898943540674, 1.6059101370939315, 0.22941573387056174], [0.11963298118022453, -5.041929455236254, 1.4614288276047114], [0.11963298118022453, -0.05224996450182485, -1.6767809048586373], [-0.11963298118022453, -0.4132480112172661, 0.5248404873651357]]> : tensor<4x3xf64>
  %a3_1 = xla.constant dense<[1.9176629354822468, 1.704297589301033, 1.568064746730488]> : tensor<3xf64>
  %r3 = xla.custom_call "lapack_dorgqr_ffi"(%a3_0, %a3_1) {api_version = 4 : i32, backend_config = {}} : (tensor<4x3xf64>, tensor<3xf64>) -> tensor<4x3xf64>
  %e3_0 = xla.constant dense<[[-0.9176629354822468, 0.3027245428609759, 0.13829120864813504], [-0.22941573387056174, -0.6680817497621538, -0.6136672383760993], [-0.22941573387056174, 0.12526532808040386, -0.5185920324305063], [0.22941573387056174, 0.6680817497621537, -0.5790944362140654]]> : tensor<4x3xf64>
  xla.custom_call "check.expect_almost_eq"(%r3, %e3_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<4x3xf64>, tensor<4x3xf64>) -> ()

  // and what it is multiplied with
  %a4_0 = xla.constant dense<[[4.358898943540674, 1.6059101370939315, 0.22941573387056174], [0.11963298118022453, -5.041929455236254, 1.4614288276047114], [0.11963298118022453, -0.05224996450182485, -1.6767809048586373], [-0.11963298118022453, -0.4132480112172661, 0.5248404873651357]]> : tensor<4x3xf64>
  %a4_1 = xla.constant dense<[1.9176629354822468, 1.704297589301033, 1.568064746730488]> : tensor<3xf64>
  %a4_2 = xla.constant dense<[[2.0, 4.0], [3.0, -2.0], [-2.0, 1.0], [1.0, 2.0]]> : tensor<4x2xf64>
  %r4 = xla.custom_call "lapack_dormqr_ffi"(%a4_0, %a4_1, %a4_2) {api_version = 4 : i32, backend_config = {left = true, transpose = true}} : (tensor<4x3xf64>, tensor<3xf64>, tensor<4x2xf64>) -> tensor<4x2xf64>
  %e4_0 = xla.constant dense<[[-1.8353258709644935, -2.982404540317301], [-0.9812450699631632, 4.008490498572922], [-1.1063296691850801, 0.10371840648610087], [3.5277148018401707, 0.1628176062387772]]> : tensor<4x2xf64>
  xla.custom_call "check.expect_almost_eq"(%r4, %e4_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<4x2xf64>, tensor<4x2xf64>) -> ()

  // a wide complex matrix: R has a real diagonal
  %a5_0 = xla.constant dense<[[(3.0, 4.0), (-2.0, -2.0), (4.0, -3.0)], [(-4.0, -2.0), (-4.0, -4.0), (4.0, 4.0)]]> : tensor<2x3xcomplex<f64>>
  %r5:2 = xla.custom_call "lapack_zgeqrf_ffi"(%a5_0) {api_version = 4 : i32, backend_config = {}} : (tensor<2x3xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<2xcomplex<f64>>)
  %e5_0 = xla.constant dense<[[(-6.708203932499369, 0.0), (-1.4907119849998602, -1.4907119849998598), (3.5777087639996648, 4.919349550499537)], [(-0.4247904357316766, -0.030988044664595704), (5.962847939999439, 0.0), (-3.577708763999663, 2.6832815729997477)]]> : tensor<2x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%r5#0, %e5_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> ()
  %e5_1 = xla.constant dense<[(1.4472135954999579, 0.5962847939999439), (1.704455132902359, 0.7097485228780119)]> : tensor<2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%r5#1, %e5_1) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> ()

  // columns in the order of what is left of them
  %a6_0 = xla.constant dense<[[1.0, 5.0, -4.0], [0.0, -15.0, 4.0], [0.0, -20.0, -4.0], [2.0, 0.0, -2.0]]> : tensor<4x3xf64>
  %a6_1 = xla.constant dense<[0, 0, 0]> : tensor<3xi32>
  %r6:3 = xla.custom_call "lapack_dgeqp3_ffi"(%a6_0, %a6_1) {api_version = 4 : i32, backend_config = {}} : (tensor<4x3xf64>, tensor<3xi32>) -> (tensor<4x3xf64>, tensor<3xi32>, tensor<3xf64>)
  %e6_0 = xla.constant dense<[[-25.495097567963924, -4.440892098500626e-16, -0.19611613513818393], [-0.4918823416311342, -7.211102550927977, 1.1094003924504583], [-0.6558431221748456, -0.7165381131914346, -1.9315199276138026], [0.0, -0.21636654571790198, 0.8056163748401363]]> : tensor<4x3xf64>
  xla.custom_call "check.expect_almost_eq"(%r6#0, %e6_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<4x3xf64>, tensor<4x3xf64>) -> ()
  %e6_1 = xla.constant dense<[2, 3, 1]> : tensor<3xi32>
  xla.custom_call "check.expect_eq"(%r6#1, %e6_1) {has_side_effect = true} : (tensor<3xi32>, tensor<3xi32>) -> ()
  %e6_2 = xla.constant dense<[1.196116135138184, 1.281852964802714, 1.2128432262126676]> : tensor<3xf64>
  xla.custom_call "check.expect_almost_eq"(%r6#2, %e6_2) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()

  // Cholesky's factor in the lower triangle, the upper one as it was; no factor of the second matrix
  %a7_0 = xla.constant dense<[[[22.0, 2.0, 5.0], [2.0, 18.0, 8.0], [5.0, 8.0, 27.0]], [[-22.0, -2.0, -5.0], [-2.0, -18.0, -8.0], [-5.0, -8.0, -27.0]]]> : tensor<2x3x3xf64>
  %r7:2 = xla.custom_call "lapack_dpotrf_ffi"(%a7_0) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2xi32>)
  %e7_1 = xla.constant dense<[0, 1]> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%r7#1, %e7_1) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // one alone
  %a8_0 = xla.constant dense<[[22.0, 2.0, 5.0], [2.0, 18.0, 8.0], [5.0, 8.0, 27.0]]> : tensor<3x3xf64>
  %r8:2 = xla.custom_call "lapack_dpotrf_ffi"(%a8_0) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<i32>)
  %e8_0 = xla.constant dense<[[4.69041575982343, 2.0, 5.0], [0.42640143271122083, 4.221158824088691, 8.0], [1.066003581778052, 1.7875315428538845, 4.76113088949871]]> : tensor<3x3xf64>
  xla.custom_call "check.expect_almost_eq"(%r8#0, %e8_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3x3xf64>, tensor<3x3xf64>) -> ()
  %e8_1 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%r8#1, %e8_1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // X op(A) = B, of the upper triangle's adjoint
  %a9_0 = xla.constant dense<[[(7.0, -1.0), (-2.0, 3.0), (-2.0, 3.0)], [(0.0, 1.0), (8.0, -4.0), (-2.0, 2.0)], [(2.0, -2.0), (1.0, 3.0), (3.0, 4.0)]]> : tensor<3x3xcomplex<f64>>
  %a9_1 = xla.constant dense<[[(-1.0, -4.0), (4.0, 1.0), (2.0, 3.0)], [(-2.0, 1.0), (3.0, -1.0), (-1.0, 4.0)]]> : tensor<2x3xcomplex<f64>>
  %r9 = xla.custom_call "lapack_ztrsm_ffi"(%a9_0, %a9_1) {api_version = 4 : i32, backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}} : (tensor<3x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> tensor<2x3xcomplex<f64>>
  %e9_0 = xla.constant dense<[[(-0.485, -0.2549999999999999), (0.31000000000000005, 0.08000000000000004), (-0.24, 0.6799999999999999)], [(-0.556, -0.08199999999999998), (-0.010000000000000009, -0.23), (-0.76, 0.31999999999999995)]]> : tensor<2x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%r9, %e9_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2x3xcomplex<f64>>, tensor<2x3xcomplex<f64>>) -> ()

  // eigenvalues in ascending order
  %a10_0 = xla.constant dense<[[[0.0, -4.0, -5.0], [-4.0, 4.0, 4.0], [-5.0, 4.0, 6.0]], [[-6.0, -1.0, -3.0], [-1.0, -2.0, 0.0], [-3.0, 0.0, 8.0]]]> : tensor<2x3x3xf64>
  %r10:3 = xla.custom_call "lapack_dsyevd_ffi"(%a10_0) {api_version = 4 : i32, backend_config = {mode = 78 : ui8, uplo = 85 : ui8}} : (tensor<2x3x3xf64>) -> (tensor<2x3x3xf64>, tensor<2x3xf64>, tensor<2xi32>)
  %e10_1 = xla.constant dense<[[-3.300959063423864, 0.8778755587132147, 12.423083504710647], [-6.815163011065099, -1.804439681056925, 8.61960269212203]]> : tensor<2x3xf64>
  xla.custom_call "check.expect_almost_eq"(%r10#1, %e10_1) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2x3xf64>, tensor<2x3xf64>) -> ()
  %e10_2 = xla.constant dense<[0, 0]> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%r10#2, %e10_2) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()

  // a tridiagonal form
  %a11_0 = xla.constant dense<[[(-6.0, 0.0), (-1.0, 7.0), (-1.0, -1.0)], [(-1.0, -7.0), (4.0, 0.0), (-5.0, 6.0)], [(-1.0, 1.0), (-5.0, -6.0), (2.0, 0.0)]]> : tensor<3x3xcomplex<f64>>
  %r11:5 = xla.custom_call "lapack_zhetrd_ffi"(%a11_0) {api_version = 4 : i32, backend_config = {uplo = 76 : ui8}} : (tensor<3x3xcomplex<f64>>) -> (tensor<3x3xcomplex<f64>>, tensor<3xf64>, tensor<2xf64>, tensor<2xcomplex<f64>>, tensor<i32>)
  %e11_0 = xla.constant dense<[[(-6.0, 0.0), (-1.0, 7.0), (-1.0, -1.0)], [(7.211102550927979, 0.0), (6.92307692307692, 0.0), (-5.0, 6.0)], [(0.010402676618849513, -0.13065465078264082), (6.8271126734236125, 0.0), (-0.9230769230769225, 0.0)]]> : tensor<3x3xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%r11#0, %e11_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3x3xcomplex<f64>>, tensor<3x3xcomplex<f64>>) -> ()
  %e11_1 = xla.constant dense<[-6.0, 6.92307692307692, -0.9230769230769225]> : tensor<3xf64>
  xla.custom_call "check.expect_almost_eq"(%r11#1, %e11_1) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %e11_2 = xla.constant dense<[7.211102550927979, 6.8271126734236125]> : tensor<2xf64>
  xla.custom_call "check.expect_almost_eq"(%r11#2, %e11_2) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %e11_3 = xla.constant dense<[(1.1386750490563073, 0.9707253433941508), (1.677075739226901, -0.7359133395654313)]> : tensor<2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%r11#3, %e11_3) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2xcomplex<f64>>, tensor<2xcomplex<f64>>) -> ()
  %e11_4 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%r11#4, %e11_4) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // singular values in descending order
  %a12_0 = xla.constant dense<[[4.0, 4.0, 1.0, 4.0], [1.0, 0.0, 4.0, 1.0], [3.0, -1.0, 3.0, 4.0]]> : tensor<3x4xf64>
  %r12:5 = xla.custom_call "lapack_dgesdd_ffi"(%a12_0) {api_version = 4 : i32, backend_config = {mode = 83 : ui8}} : (tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3xf64>, tensor<3x3xf64>, tensor<3x4xf64>, tensor<i32>)
  %e12_1 = xla.constant dense<[8.803768249947387, 4.437328979132385, 2.191751840918642]> : tensor<3xf64>
  xla.custom_call "check.expect_almost_eq"(%r12#1, %e12_1) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %e12_4 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%r12#4, %e12_4) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // the Hessenberg form
  %a13_0 = xla.constant dense<[[-4.0, 0.0, -1.0, -4.0], [-4.0, -2.0, -3.0, 2.0], [-3.0, 1.0, 3.0, 0.0], [-3.0, -4.0, -2.0, -1.0]]> : tensor<4x4xf64>
  %r13:3 = xla.custom_call "lapack_dgehrd_ffi"(%a13_0) {api_version = 4 : i32, backend_config = {high = 4 : i32, low = 1 : i32}} : (tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<3xf64>, tensor<i32>)
  %e13_0 = xla.constant dense<[[-4.0, 2.5724787771376323, -1.9179754305475765, -2.5891549179205775], [5.8309518948453, -2.352941176470588, -1.5473559164043338, -1.9201574276244215], [0.3051586491408834, 4.6233572786397925, 2.2106506058514075, 0.6654089579908091], [0.3051586491408834, -0.36748958489046524, -3.1075599151443867, 0.1422905706191826]]> : tensor<4x4xf64>
  xla.custom_call "check.expect_almost_eq"(%r13#0, %e13_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<4x4xf64>, tensor<4x4xf64>) -> ()
  %e13_1 = xla.constant dense<[1.6859943405700353, 1.7620390957752547, 0.0]> : tensor<3xf64>
  xla.custom_call "check.expect_almost_eq"(%r13#1, %e13_1) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %e13_2 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%r13#2, %e13_2) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // a block of conjugate eigenvalues, in standard form already
  %a14_0 = xla.constant dense<[[0.0, 1.0, 2.0], [-1.0, 0.0, 3.0], [0.0, 0.0, 5.0]]> : tensor<3x3xf64>
  %r14:6 = xla.custom_call "lapack_dgees_ffi"(%a14_0) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<3x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<i32>, tensor<i32>)
  %e14_0 = xla.constant dense<[[0.0, 1.0, 2.0], [-1.0, 0.0, 3.0], [0.0, 0.0, 5.0]]> : tensor<3x3xf64>
  xla.custom_call "check.expect_almost_eq"(%r14#0, %e14_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3x3xf64>, tensor<3x3xf64>) -> ()
  %e14_1 = xla.constant dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<3x3xf64>
  xla.custom_call "check.expect_almost_eq"(%r14#1, %e14_1) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3x3xf64>, tensor<3x3xf64>) -> ()
  %e14_2 = xla.constant dense<[0.0, 0.0, 5.0]> : tensor<3xf64>
  xla.custom_call "check.expect_almost_eq"(%r14#2, %e14_2) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %e14_3 = xla.constant dense<[1.0, -1.0, 0.0]> : tensor<3xf64>
  xla.custom_call "check.expect_almost_eq"(%r14#3, %e14_3) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %e14_5 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%r14#5, %e14_5) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // conjugate eigenvectors of length one
  %a15_0 = xla.constant dense<[[2.0, 1.0], [-1.0, 2.0]]> : tensor<2x2xf64>
  %r15:5 = xla.custom_call "lapack_dgeev_ffi"(%a15_0) {api_version = 4 : i32, backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<2x2xf64>) -> (tensor<2xf64>, tensor<2xf64>, tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>, tensor<i32>)
  %e15_0 = xla.constant dense<[2.0, 2.0]> : tensor<2xf64>
  xla.custom_call "check.expect_almost_eq"(%r15#0, %e15_0) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %e15_1 = xla.constant dense<[1.0, -1.0]> : tensor<2xf64>
  xla.custom_call "check.expect_almost_eq"(%r15#1, %e15_1) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %e15_3 = xla.constant dense<[[(0.7071067811865475, 0.0), (0.7071067811865475, 0.0)], [(0.0, 0.7071067811865475), (-0.0, -0.7071067811865475)]]> : tensor<2x2xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%r15#3, %e15_3) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> ()
  %e15_4 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%r15#4, %e15_4) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // tridiagonal equations
  %a16_0 = xla.constant dense<[9.0, 4.0, 2.0, 8.0]> : tensor<4xf64>
  %a16_1 = xla.constant dense<[1.0, 1.0, 3.0, 5.0]> : tensor<4xf64>
  %a16_2 = xla.constant dense<[2.0, 1.0, 1.0, 9.0]> : tensor<4xf64>
  %a16_3 = xla.constant dense<[[0.0, -2.0], [3.0, 1.0], [4.0, 4.0], [2.0, -4.0]]> : tensor<4x2xf64>
  %r16:5 = xla.custom_call "lapack_dgtsv_ffi"(%a16_0, %a16_1, %a16_2, %a16_3) {api_version = 4 : i32, backend_config = {}} : (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4x2xf64>, tensor<i32>)
  %e16_3 = xla.constant dense<[[0.10169491525423724, -0.6779661016949154], [-0.05084745762711851, -0.6610169491525415], [2.6440677966101696, 4.372881355932203], [-3.830508474576271, -7.796610169491525]]> : tensor<4x2xf64>
  xla.custom_call "check.expect_almost_eq"(%r16#3, %e16_3) {has_side_effect = true, tolerance = 1.0e-10 : f64} : (tensor<4x2xf64>, tensor<4x2xf64>) -> ()
  %e16_4 = xla.constant dense<0> : tensor<i32>
  xla.custom_call "check.expect_eq"(%r16#4, %e16_4) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // a first pivot of 0 is exchanged with what is below it
  %b0 = xla.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf64>
  %b1 = xla.constant dense<[0.0, 2.0, 1.0]> : tensor<3xf64>
  %b2 = xla.constant dense<[3.0, 1.0, 0.0]> : tensor<3xf64>
  %b3 = xla.constant dense<[[6.0], [8.0], [5.0]]> : tensor<3x1xf64>
  %solved:5 = xla.custom_call "lapack_dgtsv_ffi"(%b0, %b1, %b2, %b3) {api_version = 4 : i32, backend_config = {}} : (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x1xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3x1xf64>, tensor<i32>)
  %solution = xla.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf64>
  xla.custom_call "check.expect_almost_eq"(%solved#3, %solution) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<3x1xf64>, tensor<3x1xf64>) -> ()
  xla.custom_call "check.expect_eq"(%solved#4, %e16_4) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()

  // columns that are asked for come first, in their order, and the others by their length
  %lengths = xla.constant dense<[[1.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, 3.0, 0.0], [0.0, 0.0, 0.0, 4.0]]> : tensor<4x4xf64>
  %asked = xla.constant dense<[0, 1, 1, 0]> : tensor<4xi32>
  %pivoted:3 = xla.custom_call "lapack_dgeqp3_ffi"(%lengths, %asked) {api_version = 4 : i32, backend_config = {}} : (tensor<4x4xf64>, tensor<4xi32>) -> (tensor<4x4xf64>, tensor<4xi32>, tensor<4xf64>)
  %order = xla.constant dense<[2, 3, 4, 1]> : tensor<4xi32>
  xla.custom_call "check.expect_eq"(%pivoted#1, %order) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()

  // of what is not finite there are no singular values, and info says so
  %nan = xla.constant dense<[[1.0, 0x7FF8000000000000], [2.0, 1.0]]> : tensor<2x2xf64>
  %svd:5 = xla.custom_call "lapack_dgesvd_ffi"(%nan) {api_version = 4 : i32, backend_config = {mode = 78 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>, tensor<2x2xf64>, tensor<i32>)
  %minus_four = xla.constant dense<-4> : tensor<i32>
  xla.custom_call "check.expect_eq"(%svd#4, %minus_four) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  %quiet = xla.constant dense<0x7FF8000000000000> : tensor<2xf64>
  xla.custom_call "check.expect_almost_eq"(%svd#1, %quiet) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()

  // more columns than are factorized one by one: what is below and above the diagonal of L U, both of which are exact
  %row = xla.iota dim = 0 : tensor<40x40xf64>
  %column = xla.iota dim = 1 : tensor<40x40xf64>
  %sum = xla.add %row, %column : tensor<40x40xf64>
  %three = xla.constant dense<3.0> : tensor<f64>
  %half = xla.constant dense<0.5> : tensor<f64>
  %unit = xla.constant dense<1.0> : tensor<40x40xf64>
  %naught = xla.constant dense<0.0> : tensor<40x40xf64>
  %turns = xla.rem %sum, %three : (tensor<40x40xf64>, tensor<f64>) -> tensor<40x40xf64>
  %halves = xla.mul %turns, %half : (tensor<40x40xf64>, tensor<f64>) -> tensor<40x40xf64>
  %small = xla.sub %halves, %half : (tensor<40x40xf64>, tensor<f64>) -> tensor<40x40xf64>
  %is_below = xla.gt %row, %column : (tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xi1>
  %is_diagonal = xla.eq %row, %column : (tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xi1>
  %above = xla.select %is_below, %naught, %small : (tensor<40x40xi1>, tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xf64>
  %upper = xla.select %is_diagonal, %unit, %above : (tensor<40x40xi1>, tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xf64>
  %strict = xla.select %is_below, %small, %naught : (tensor<40x40xi1>, tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xf64>
  %lower = xla.select %is_diagonal, %unit, %strict : (tensor<40x40xi1>, tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xf64>
  %both = xla.select %is_below, %lower, %upper : (tensor<40x40xi1>, tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xf64>
  %product = xla.dot %lower, %upper : (tensor<40x40xf64>, tensor<40x40xf64>) -> tensor<40x40xf64>
  %blocks:3 = xla.custom_call "lapack_dgetrf_ffi"(%product) {api_version = 4 : i32, backend_config = {}} : (tensor<40x40xf64>) -> (tensor<40x40xf64>, tensor<40xi32>, tensor<i32>)
  xla.custom_call "check.expect_eq"(%blocks#0, %both) {has_side_effect = true} : (tensor<40x40xf64>, tensor<40x40xf64>) -> ()
  %from_one = xla.constant dense<1> : tensor<40xi32>
  %count = xla.iota dim = 0 : tensor<40xi32>
  %unmoved = xla.add %count, %from_one : tensor<40xi32>
  xla.custom_call "check.expect_eq"(%blocks#1, %unmoved) {has_side_effect = true} : (tensor<40xi32>, tensor<40xi32>) -> ()

  // real eigenvalues that are nearly equal beside the element above them: the two square roots of 1e-17
  %nearly = xla.constant dense<[[0.0, 1.0], [1.0e-17, 0.0]]> : tensor<2x2xf64>
  %schur:6 = xla.custom_call "lapack_dgees_ffi"(%nearly) {api_version = 4 : i32, backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<i32>, tensor<i32>)
  %roots = xla.constant dense<[[3.1622776601683794e-9, 1.0], [0.0, -3.1622776601683794e-9]]> : tensor<2x2xf64>
  xla.custom_call "check.expect_almost_eq"(%schur#0, %roots) {has_side_effect = true, tolerance = 1.0e-16 : f64} : (tensor<2x2xf64>, tensor<2x2xf64>) -> ()
  %parts = xla.constant dense<[3.1622776601683794e-9, -3.1622776601683794e-9]> : tensor<2xf64>
  xla.custom_call "check.expect_almost_eq"(%schur#2, %parts) {has_side_effect = true, tolerance = 1.0e-16 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()

  // matrices without elements
  %none = xla.constant dense<0.0> : tensor<2x0x3xf64>
  %lu:3 = xla.custom_call "lapack_dgetrf_ffi"(%none) {api_version = 4 : i32, backend_config = {}} : (tensor<2x0x3xf64>) -> (tensor<2x0x3xf64>, tensor<2x0xi32>, tensor<2xi32>)
  %found = xla.constant dense<0> : tensor<2xi32>
  xla.custom_call "check.expect_eq"(%lu#2, %found) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
