// RUN: xla-run %s
//
// cholesky: both triangles, batches, complex numbers; only one triangle is read; a matrix that is not positive definite.
// The first matrix is that of the StableHLO specification, the others come from NumPy.

func.func @main() {
  // lower
  %a0 = xla.constant dense<[[1.0, 2.0, 3.0], [2.0, 20.0, 26.0], [3.0, 26.0, 70.0]]> : tensor<3x3xf32>
  %e0_0 = xla.constant dense<[[1.0, 0.0, 0.0], [2.0, 4.0, 0.0], [3.0, 5.0, 6.0]]> : tensor<3x3xf32>
  %a0_ = xla.optimization_barrier %a0 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %run0 = xla.cholesky %a0_, lower = true : tensor<3x3xf32>
  xla.custom_call "check.expect_almost_eq"(%run0, %e0_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
  %fold0 = xla.cholesky %a0, lower = true : tensor<3x3xf32>
  xla.custom_call "check.expect_almost_eq"(%fold0, %e0_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()

  // upper
  %a1 = xla.constant dense<[[1.0, 2.0, 3.0], [2.0, 20.0, 26.0], [3.0, 26.0, 70.0]]> : tensor<3x3xf32>
  %e1_0 = xla.constant dense<[[1.0, 2.0, 3.0], [0.0, 4.0, 5.0], [0.0, 0.0, 6.0]]> : tensor<3x3xf32>
  %a1_ = xla.optimization_barrier %a1 : (tensor<3x3xf32>) -> tensor<3x3xf32>
  %run1 = xla.cholesky %a1_ : tensor<3x3xf32>
  xla.custom_call "check.expect_almost_eq"(%run1, %e1_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()
  %fold1 = xla.cholesky %a1 : tensor<3x3xf32>
  xla.custom_call "check.expect_almost_eq"(%fold1, %e1_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x3xf32>, tensor<3x3xf32>) -> ()

  // float32: the upper triangle is not read
  %a2 = xla.constant dense<[[[56.0, 0x7FC00000, 0x7FC00000, 0x7FC00000], [9.0, 21.0, 0x7FC00000, 0x7FC00000], [34.0, 10.5, 28.5, 0x7FC00000], [-9.0, -16.75, -14.5, 50.25]], [[27.25, 0x7FC00000, 0x7FC00000, 0x7FC00000], [21.5, 37.25, 0x7FC00000, 0x7FC00000], [4.5, -0.75, 18.25, 0x7FC00000], [-10.0, -14.0, 9.5, 27.5]]]> : tensor<2x4x4xf32>
  %e2_0 = xla.constant dense<[[[7.4833149909973145, 0.0, 0.0, 0.0], [1.2026755809783936, 4.421942234039307, 0.0, 0.0], [4.543441295623779, 1.1388014554977417, 2.56130313873291, 0.0], [-1.2026755809783936, -3.4608259201049805, -1.9890345335006714, 5.733236312866211]], [[5.220153331756592, 0.0, 0.0, 0.0], [4.118652820587158, 4.504075527191162, 0.0, 0.0], [0.8620436787605286, -0.9547927379608154, 4.073727130889893, 0.0], [-1.9156525135040283, -1.356569528579712, 2.4194388389587402, 4.017002582550049]]]> : tensor<2x4x4xf32>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %run2 = xla.cholesky %a2_, lower = true : tensor<2x4x4xf32>
  xla.custom_call "check.expect_almost_eq"(%run2, %e2_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> ()
  %fold2 = xla.cholesky %a2, lower = true : tensor<2x4x4xf32>
  xla.custom_call "check.expect_almost_eq"(%fold2, %e2_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> ()

  // float32: the lower triangle is not read
  %a3 = xla.constant dense<[[[56.0, 9.0, 34.0, -9.0], [0x7FC00000, 21.0, 10.5, -16.75], [0x7FC00000, 0x7FC00000, 28.5, -14.5], [0x7FC00000, 0x7FC00000, 0x7FC00000, 50.25]], [[27.25, 21.5, 4.5, -10.0], [0x7FC00000, 37.25, -0.75, -14.0], [0x7FC00000, 0x7FC00000, 18.25, 9.5], [0x7FC00000, 0x7FC00000, 0x7FC00000, 27.5]]]> : tensor<2x4x4xf32>
  %e3_0 = xla.constant dense<[[[7.4833149909973145, 1.2026755809783936, 4.543441295623779, -1.2026755809783936], [0.0, 4.421942234039307, 1.1388014554977417, -3.4608259201049805], [0.0, 0.0, 2.56130313873291, -1.9890345335006714], [0.0, 0.0, 0.0, 5.733236312866211]], [[5.220153331756592, 4.118652820587158, 0.8620436787605286, -1.9156525135040283], [0.0, 4.504075527191162, -0.9547927379608154, -1.356569528579712], [0.0, 0.0, 4.073727130889893, 2.4194388389587402], [0.0, 0.0, 0.0, 4.017002582550049]]]> : tensor<2x4x4xf32>
  %a3_ = xla.optimization_barrier %a3 : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %run3 = xla.cholesky %a3_ : tensor<2x4x4xf32>
  xla.custom_call "check.expect_almost_eq"(%run3, %e3_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> ()
  %fold3 = xla.cholesky %a3 : tensor<2x4x4xf32>
  xla.custom_call "check.expect_almost_eq"(%fold3, %e3_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> ()

  // float64: the upper triangle is not read
  %a4 = xla.constant dense<[[[19.75, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [7.25, 36.5, 0x7FF8000000000000, 0x7FF8000000000000], [10.75, 6.5, 28.25, 0x7FF8000000000000], [4.0, 19.0, 15.5, 34.0]], [[29.75, 0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000], [14.0, 21.5, 0x7FF8000000000000, 0x7FF8000000000000], [-4.5, 7.5, 39.75, 0x7FF8000000000000], [3.75, -3.0, -14.75, 31.5]]]> : tensor<2x4x4xf64>
  %e4_0 = xla.constant dense<[[[4.444097208657794, 0.0, 0.0, 0.0], [1.6313774563427348, 5.81709614798799, 0.0, 0.0], [2.4189389869909514, 0.43901586004173815, 4.712324187897837, 0.0], [0.9000703207408192, 3.0138139586508426, 2.546444642726656, 4.197906445109463]], [[5.454356057317857, 0.0, 0.0, 0.0], [2.566755791678992, 3.86157541760903, 0.0, 0.0], [-0.8250286473253902, 2.4906018965644035, 5.732907632599904, 0.0], [0.6875238727711585, -1.2338761689401632, -1.9378785591417964, 5.074395255999458]]]> : tensor<2x4x4xf64>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %run4 = xla.cholesky %a4_, lower = true : tensor<2x4x4xf64>
  xla.custom_call "check.expect_almost_eq"(%run4, %e4_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> ()
  %fold4 = xla.cholesky %a4, lower = true : tensor<2x4x4xf64>
  xla.custom_call "check.expect_almost_eq"(%fold4, %e4_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> ()

  // float64: the lower triangle is not read
  %a5 = xla.constant dense<[[[19.75, 7.25, 10.75, 4.0], [0x7FF8000000000000, 36.5, 6.5, 19.0], [0x7FF8000000000000, 0x7FF8000000000000, 28.25, 15.5], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 34.0]], [[29.75, 14.0, -4.5, 3.75], [0x7FF8000000000000, 21.5, 7.5, -3.0], [0x7FF8000000000000, 0x7FF8000000000000, 39.75, -14.75], [0x7FF8000000000000, 0x7FF8000000000000, 0x7FF8000000000000, 31.5]]]> : tensor<2x4x4xf64>
  %e5_0 = xla.constant dense<[[[4.444097208657794, 1.6313774563427348, 2.4189389869909514, 0.9000703207408192], [0.0, 5.81709614798799, 0.43901586004173815, 3.0138139586508426], [0.0, 0.0, 4.712324187897837, 2.546444642726656], [0.0, 0.0, 0.0, 4.197906445109463]], [[5.454356057317857, 2.566755791678992, -0.8250286473253902, 0.6875238727711585], [0.0, 3.86157541760903, 2.4906018965644035, -1.2338761689401632], [0.0, 0.0, 5.732907632599904, -1.9378785591417964], [0.0, 0.0, 0.0, 5.074395255999458]]]> : tensor<2x4x4xf64>
  %a5_ = xla.optimization_barrier %a5 : (tensor<2x4x4xf64>) -> tensor<2x4x4xf64>
  %run5 = xla.cholesky %a5_ : tensor<2x4x4xf64>
  xla.custom_call "check.expect_almost_eq"(%run5, %e5_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> ()
  %fold5 = xla.cholesky %a5 : tensor<2x4x4xf64>
  xla.custom_call "check.expect_almost_eq"(%fold5, %e5_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> ()

  // complex64: the upper triangle is not read
  %a6 = xla.constant dense<[[[(70.25, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-36.0, 26.0), (56.5, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(15.75, -38.25), (-19.5, 24.25), (61.0, 0.0), (0x7FC00000, 0x7FC00000)], [(-16.5, 0.0), (1.0, 2.0), (-4.0, -15.75), (47.25, 0.0)]], [[(34.0, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(-11.5, -6.0), (76.5, 0.0), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000)], [(4.75, -11.0), (-29.75, -12.25), (71.25, 0.0), (0x7FC00000, 0x7FC00000)], [(-10.5, 5.75), (20.75, -34.0), (34.25, -8.75), (84.25, 0.0)]]]> : tensor<2x4x4xcomplex<f32>>
  %e6_0 = xla.constant dense<[[[(8.381526947021484, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(-4.295159816741943, 3.102059841156006), (5.331868648529053, 0.0), (0.0, 0.0), (0.0, 0.0)], [(1.8791325092315674, -4.563607215881348), (0.5115951299667358, 1.9651192426681519), (5.702536582946777, 0.0), (0.0, 0.0)], [(-1.968614935874939, 0.0), (-1.3982932567596436, -0.7702292799949646), (0.33813732862472534, -1.5992499589920044), (6.17690372467041, 0.0)]], [[(5.830951690673828, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(-1.972233772277832, -1.028991460800171), (8.458809852600098, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.8146182894706726, -1.8864843845367432), (-3.5565946102142334, -1.987138032913208), (7.101372241973877, 0.0), (0.0, 0.0)], [(-1.8007351160049438, 0.986116886138916), (2.153167486190796, -3.570502758026123), (5.370802402496338, -3.257641077041626), (4.815865993499756, 0.0)]]]> : tensor<2x4x4xcomplex<f32>>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %run6 = xla.cholesky %a6_, lower = true : tensor<2x4x4xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run6, %e6_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> ()
  %fold6 = xla.cholesky %a6, lower = true : tensor<2x4x4xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold6, %e6_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> ()

  // complex64: the lower triangle is not read
  %a7 = xla.constant dense<[[[(70.25, 0.0), (-36.0, -26.0), (15.75, 38.25), (-16.5, 0.0)], [(0x7FC00000, 0x7FC00000), (56.5, 0.0), (-19.5, -24.25), (1.0, -2.0)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (61.0, 0.0), (-4.0, 15.75)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (47.25, 0.0)]], [[(34.0, 0.0), (-11.5, 6.0), (4.75, 11.0), (-10.5, -5.75)], [(0x7FC00000, 0x7FC00000), (76.5, 0.0), (-29.75, 12.25), (20.75, 34.0)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (71.25, 0.0), (34.25, 8.75)], [(0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0x7FC00000), (84.25, 0.0)]]]> : tensor<2x4x4xcomplex<f32>>
  %e7_0 = xla.constant dense<[[[(8.381526947021484, -0.0), (-4.295159816741943, -3.102059841156006), (1.8791325092315674, 4.563607215881348), (-1.968614935874939, -0.0)], [(0.0, -0.0), (5.331868648529053, -0.0), (0.5115951299667358, -1.9651192426681519), (-1.3982932567596436, 0.7702292799949646)], [(0.0, -0.0), (0.0, -0.0), (5.702536582946777, -0.0), (0.33813732862472534, 1.5992499589920044)], [(0.0, -0.0), (0.0, -0.0), (0.0, -0.0), (6.17690372467041, -0.0)]], [[(5.830951690673828, -0.0), (-1.972233772277832, 1.028991460800171), (0.8146182894706726, 1.8864843845367432), (-1.8007351160049438, -0.986116886138916)], [(0.0, -0.0), (8.458809852600098, -0.0), (-3.5565946102142334, 1.987138032913208), (2.153167486190796, 3.570502758026123)], [(0.0, -0.0), (0.0, -0.0), (7.101372241973877, -0.0), (5.370802402496338, 3.257641077041626)], [(0.0, -0.0), (0.0, -0.0), (0.0, -0.0), (4.815865993499756, -0.0)]]]> : tensor<2x4x4xcomplex<f32>>
  %a7_ = xla.optimization_barrier %a7 : (tensor<2x4x4xcomplex<f32>>) -> tensor<2x4x4xcomplex<f32>>
  %run7 = xla.cholesky %a7_ : tensor<2x4x4xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run7, %e7_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> ()
  %fold7 = xla.cholesky %a7 : tensor<2x4x4xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold7, %e7_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> ()

  // complex128: the upper triangle is not read
  %a8 = xla.constant dense<[[[(42.5, 0.0), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(-7.25, 8.5), (59.0, 0.0), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(2.25, 5.75), (-12.5, -10.0), (32.5, 0.0), (0x7FF8000000000000, 0x7FF8000000000000)], [(25.5, -8.75), (-29.25, 16.25), (2.5, -2.0), (50.25, 0.0)]], [[(66.25, 0.0), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(-2.5, -26.25), (66.5, 0.0), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000)], [(5.75, -6.75), (22.0, -23.25), (50.75, 0.0), (0x7FF8000000000000, 0x7FF8000000000000)], [(-1.75, -41.5), (30.5, 12.5), (15.25, 20.0), (63.0, 0.0)]]]> : tensor<2x4x4xcomplex<f64>>
  %e8_0 = xla.constant dense<[[[(6.519202405202649, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(-1.112099233828687, 1.3038404810405295), (7.4875386672869775, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.3451342449813167, 0.882009737174476), (-1.7717673403875829, -1.144450536796192), (5.21095141378553, 0.0), (0.0, 0.0)], [(3.911521443121589, -1.342188730482898), (-3.091803732666149, 2.6520534749200233), (-0.020915436620994547, 1.9479117461367212), (3.572267323476023, 0.0)]], [[(8.139410298049853, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)], [(-0.3071475584169756, -3.2250493633782438), (7.483629933470259, 0.0), (0.0, 0.0), (0.0, 0.0)], [(0.7064393843590439, -0.8292984077258341), (2.6113601292316417, -3.4452557244460906), (5.556457398001046, 0.0), (0.0, 0.0)], [(-0.21500329089188291, -5.098649469721795), (1.869489293579785, 1.5537057008341775), (2.0956857451068287, 2.390378242404743), (4.576324798590164, 0.0)]]]> : tensor<2x4x4xcomplex<f64>>
  %a8_ = xla.optimization_barrier %a8 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %run8 = xla.cholesky %a8_, lower = true : tensor<2x4x4xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run8, %e8_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> ()
  %fold8 = xla.cholesky %a8, lower = true : tensor<2x4x4xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold8, %e8_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> ()

  // complex128: the lower triangle is not read
  %a9 = xla.constant dense<[[[(42.5, 0.0), (-7.25, -8.5), (2.25, -5.75), (25.5, 8.75)], [(0x7FF8000000000000, 0x7FF8000000000000), (59.0, 0.0), (-12.5, 10.0), (-29.25, -16.25)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (32.5, 0.0), (2.5, 2.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (50.25, 0.0)]], [[(66.25, 0.0), (-2.5, 26.25), (5.75, 6.75), (-1.75, 41.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (66.5, 0.0), (22.0, 23.25), (30.5, -12.5)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (50.75, 0.0), (15.25, -20.0)], [(0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (0x7FF8000000000000, 0x7FF8000000000000), (63.0, 0.0)]]]> : tensor<2x4x4xcomplex<f64>>
  %e9_0 = xla.constant dense<[[[(6.519202405202649, -0.0), (-1.112099233828687, -1.3038404810405295), (0.3451342449813167, -0.882009737174476), (3.911521443121589, 1.342188730482898)], [(0.0, -0.0), (7.4875386672869775, -0.0), (-1.7717673403875829, 1.144450536796192), (-3.091803732666149, -2.6520534749200233)], [(0.0, -0.0), (0.0, -0.0), (5.21095141378553, -0.0), (-0.020915436620994547, -1.9479117461367212)], [(0.0, -0.0), (0.0, -0.0), (0.0, -0.0), (3.572267323476023, -0.0)]], [[(8.139410298049853, -0.0), (-0.3071475584169756, 3.2250493633782438), (0.7064393843590439, 0.8292984077258341), (-0.21500329089188291, 5.098649469721795)], [(0.0, -0.0), (7.483629933470259, -0.0), (2.6113601292316417, 3.4452557244460906), (1.869489293579785, -1.5537057008341775)], [(0.0, -0.0), (0.0, -0.0), (5.556457398001046, -0.0), (2.0956857451068287, -2.390378242404743)], [(0.0, -0.0), (0.0, -0.0), (0.0, -0.0), (4.576324798590164, -0.0)]]]> : tensor<2x4x4xcomplex<f64>>
  %a9_ = xla.optimization_barrier %a9 : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
  %run9 = xla.cholesky %a9_ : tensor<2x4x4xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run9, %e9_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> ()
  %fold9 = xla.cholesky %a9 : tensor<2x4x4xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold9, %e9_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> ()

  // no matrices
  %a10 = xla.constant dense<> : tensor<0x3x3xf32>
  %e10_0 = xla.constant dense<> : tensor<0x3x3xf32>
  %a10_ = xla.optimization_barrier %a10 : (tensor<0x3x3xf32>) -> tensor<0x3x3xf32>
  %run10 = xla.cholesky %a10_, lower = true : tensor<0x3x3xf32>
  xla.custom_call "check.expect_almost_eq"(%run10, %e10_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<0x3x3xf32>, tensor<0x3x3xf32>) -> ()
  %fold10 = xla.cholesky %a10, lower = true : tensor<0x3x3xf32>
  xla.custom_call "check.expect_almost_eq"(%fold10, %e10_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<0x3x3xf32>, tensor<0x3x3xf32>) -> ()

  // matrices of no elements
  %a11 = xla.constant dense<> : tensor<2x0x0xf32>
  %e11_0 = xla.constant dense<> : tensor<2x0x0xf32>
  %a11_ = xla.optimization_barrier %a11 : (tensor<2x0x0xf32>) -> tensor<2x0x0xf32>
  %run11 = xla.cholesky %a11_, lower = true : tensor<2x0x0xf32>
  xla.custom_call "check.expect_almost_eq"(%run11, %e11_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x0x0xf32>, tensor<2x0x0xf32>) -> ()
  %fold11 = xla.cholesky %a11, lower = true : tensor<2x0x0xf32>
  xla.custom_call "check.expect_almost_eq"(%fold11, %e11_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x0x0xf32>, tensor<2x0x0xf32>) -> ()

  // one number
  %a12 = xla.constant dense<[[9.0]]> : tensor<1x1xf32>
  %e12_0 = xla.constant dense<[[3.0]]> : tensor<1x1xf32>
  %a12_ = xla.optimization_barrier %a12 : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %run12 = xla.cholesky %a12_, lower = true : tensor<1x1xf32>
  xla.custom_call "check.expect_almost_eq"(%run12, %e12_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  %fold12 = xla.cholesky %a12, lower = true : tensor<1x1xf32>
  xla.custom_call "check.expect_almost_eq"(%fold12, %e12_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()

  // not positive definite: NaN in the triangle, zero outside; the other matrix of the batch is factored
  %bad = xla.constant dense<[[[1.0, 2.0], [2.0, 1.0]], [[4.0, 2.0], [2.0, 5.0]]]> : tensor<2x2x2xf32>
  %bad_ = xla.optimization_barrier %bad : (tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %factor = xla.cholesky %bad_, lower = true : tensor<2x2x2xf32>
  %number = xla.eq %factor, %factor : (tensor<2x2x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xi1>
  %numbers = xla.constant dense<[[[false, true], [false, false]], [[true, true], [true, true]]]> : tensor<2x2x2xi1>
  xla.custom_call "check.expect_eq"(%number, %numbers) {has_side_effect = true} : (tensor<2x2x2xi1>, tensor<2x2x2xi1>) -> ()

  // complex64: the diagonal of a factor is real, to the last bit
  %hermitian_c = xla.constant dense<[[(9.0, 0.0), (1.0, -1.0)], [(1.0, 1.0), (9.0, 0.0)]]> : tensor<2x2xcomplex<f32>>
  %hidden_c = xla.optimization_barrier %hermitian_c : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %factor_c = xla.cholesky %hidden_c : tensor<2x2xcomplex<f32>>
  %last_c = xla.slice %factor_c [1:2, 1:2] : (tensor<2x2xcomplex<f32>>) -> tensor<1x1xcomplex<f32>>
  %imaginary = xla.imag %last_c : (tensor<1x1xcomplex<f32>>) -> tensor<1x1xf32>
  %none = xla.constant dense<0.0> : tensor<1x1xf32>
  xla.custom_call "check.expect_eq"(%imaginary, %none) {has_side_effect = true} : (tensor<1x1xf32>, tensor<1x1xf32>) -> ()
  return
}
