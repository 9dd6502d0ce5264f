// RUN: xla-run %s
//
// fft: the four kinds, one to three dimensions, lengths that are even, odd, prime, one and zero; every element type.
// The expected numbers are NumPy's.

func.func @main() {
  // FFT of complex64: four
  %a0 = xla.constant dense<[(0.0, -4.0), (0.0, -3.0), (2.0, 2.5), (4.0, 4.0)]> : tensor<4xcomplex<f32>>
  %e0_0 = xla.constant dense<[(6.0, -0.5), (-9.0, -2.5), (-2.0, -2.5), (5.0, -10.5)]> : tensor<4xcomplex<f32>>
  %a0_ = xla.optimization_barrier %a0 : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %run0 = xla.fft %a0_, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run0, %e0_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  %fold0 = xla.fft %a0, type = FFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold0, %e0_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()

  // IFFT of complex64: four
  %a1 = xla.constant dense<[(0.0, -4.0), (0.0, -3.0), (2.0, 2.5), (4.0, 4.0)]> : tensor<4xcomplex<f32>>
  %e1_0 = xla.constant dense<[(1.5, -0.125), (1.25, -2.625), (-0.5, -0.625), (-2.25, -0.625)]> : tensor<4xcomplex<f32>>
  %a1_ = xla.optimization_barrier %a1 : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %run1 = xla.fft %a1_, type = IFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run1, %e1_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()
  %fold1 = xla.fft %a1, type = IFFT, length = [4] : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold1, %e1_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> ()

  // FFT of complex64: a prime length, two rows
  %a2 = xla.constant dense<[[(-2.0, 3.0), (-1.5, 0.5), (3.0, 2.5), (-0.5, -1.5), (-2.0, -0.5), (3.0, 2.5), (-2.0, -3.0)], [(-1.0, -1.5), (1.0, -3.0), (0.5, -0.5), (-3.5, 4.0), (-4.0, -3.0), (3.0, -1.0), (2.0, -1.0)]]> : tensor<2x7xcomplex<f32>>
  %e2_0 = xla.constant dense<[[(-2.0, 3.5), (-0.9623913168907166, 1.0888671875), (-3.991635322570801, -1.5102382898330688), (5.994297504425049, 7.1355791091918945), (4.9069671630859375, 10.494246482849121), (-12.379793167114258, -2.8808047771453857), (-5.567444324493408, 3.1723499298095703)], [(-2.0, -6.0), (8.809900283813477, -1.5589373111724854), (-17.13674545288086, 1.6461611986160278), (5.714026927947998, -1.0620391368865967), (-5.41759729385376, 2.9542787075042725), (-1.8575092554092407, 1.083892583847046), (4.887925624847412, -7.563355922698975)]]> : tensor<2x7xcomplex<f32>>
  %a2_ = xla.optimization_barrier %a2 : (tensor<2x7xcomplex<f32>>) -> tensor<2x7xcomplex<f32>>
  %run2 = xla.fft %a2_, type = FFT, length = [7] : (tensor<2x7xcomplex<f32>>) -> tensor<2x7xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run2, %e2_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x7xcomplex<f32>>, tensor<2x7xcomplex<f32>>) -> ()
  %fold2 = xla.fft %a2, type = FFT, length = [7] : (tensor<2x7xcomplex<f32>>) -> tensor<2x7xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold2, %e2_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x7xcomplex<f32>>, tensor<2x7xcomplex<f32>>) -> ()

  // IFFT of complex64: a prime length, two rows
  %a3 = xla.constant dense<[[(-2.0, 3.0), (-1.5, 0.5), (3.0, 2.5), (-0.5, -1.5), (-2.0, -0.5), (3.0, 2.5), (-2.0, -3.0)], [(-1.0, -1.5), (1.0, -3.0), (0.5, -0.5), (-3.5, 4.0), (-4.0, -3.0), (3.0, -1.0), (2.0, -1.0)]]> : tensor<2x7xcomplex<f32>>
  %e3_0 = xla.constant dense<[[(-0.2857142984867096, 0.5), (-0.7953491806983948, 0.4531928598880768), (-1.7685420513153076, -0.41154351830482483), (0.7009953260421753, 1.499178171157837), (0.8563281893730164, 1.0193685293197632), (-0.5702336430549622, -0.21574831008911133), (-0.13748446106910706, 0.1555524617433548)], [(-0.2857142984867096, -0.8571429252624512), (0.6982751488685608, -1.0804795026779175), (-0.2653585374355316, 0.15484178066253662), (-0.7739425301551819, 0.42203983664512634), (0.8162896037101746, -0.15171988308429718), (-2.448106527328491, 0.23516589403152466), (1.2585572004318237, -0.22270533442497253)]]> : tensor<2x7xcomplex<f32>>
  %a3_ = xla.optimization_barrier %a3 : (tensor<2x7xcomplex<f32>>) -> tensor<2x7xcomplex<f32>>
  %run3 = xla.fft %a3_, type = IFFT, length = [7] : (tensor<2x7xcomplex<f32>>) -> tensor<2x7xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run3, %e3_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x7xcomplex<f32>>, tensor<2x7xcomplex<f32>>) -> ()
  %fold3 = xla.fft %a3, type = IFFT, length = [7] : (tensor<2x7xcomplex<f32>>) -> tensor<2x7xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold3, %e3_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x7xcomplex<f32>>, tensor<2x7xcomplex<f32>>) -> ()

  // RFFT of float32: even
  %a4 = xla.constant dense<[[3.5, -2.5, 0.0, -2.0, -4.0, 2.0, -3.5, -2.0], [0.0, 0.0, -3.5, 4.0, 2.0, 4.0, -3.5, 2.0]]> : tensor<2x8xf32>
  %e4_0 = xla.constant dense<[[(-8.5, 0.0), (4.318019390106201, -0.31801947951316833), (3.0, -3.5), (10.68198013305664, 6.681980609893799), (0.5, 0.0)], [(5.0, 0.0), (-6.242640495300293, 1.4142135381698608), (9.0, 2.0), (2.242640733718872, 1.4142135381698608), (-15.0, 0.0)]]> : tensor<2x5xcomplex<f32>>
  %a4_ = xla.optimization_barrier %a4 : (tensor<2x8xf32>) -> tensor<2x8xf32>
  %run4 = xla.fft %a4_, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run4, %e4_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>) -> ()
  %fold4 = xla.fft %a4, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold4, %e4_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>) -> ()

  // IRFFT of complex64: even, with imaginary parts that no real spectrum has
  %a5 = xla.constant dense<[[(-2.0, -2.0), (0.5, -3.5), (3.5, -0.5), (-2.0, 1.0), (2.0, -0.5)], [(-3.0, 2.5), (-1.5, -1.0), (4.0, 1.0), (-0.5, 2.5), (0.0, 3.5)]]> : tensor<2x5xcomplex<f32>>
  %e5_0 = xla.constant dense<[[0.5, 0.5088834762573242, 0.25, -0.625, 1.25, -1.2588834762573242, -2.0, -0.625], [0.125, -1.066941738128662, -0.5, -0.2133883386850357, 1.125, -0.1830582618713379, -2.25, -0.036611661314964294]]> : tensor<2x8xf32>
  %a5_ = xla.optimization_barrier %a5 : (tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
  %run5 = xla.fft %a5_, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
  xla.custom_call "check.expect_almost_eq"(%run5, %e5_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x8xf32>, tensor<2x8xf32>) -> ()
  %fold5 = xla.fft %a5, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
  xla.custom_call "check.expect_almost_eq"(%fold5, %e5_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x8xf32>, tensor<2x8xf32>) -> ()

  // RFFT of float32: odd
  %a6 = xla.constant dense<[[-0.5, -4.0, 2.0, 0.0, 3.0, -0.5, -1.0, -3.5, -0.5], [1.0, 2.5, 3.0, -2.5, 1.0, 2.5, -2.0, -1.5, 3.0]]> : tensor<2x9xf32>
  %e6_0 = xla.constant dense<[[(-5.0, 0.0), (-6.056903839111328, -5.2297821044921875), (2.5432331562042236, 4.6814985275268555), (0.25, 4.763139724731445), (3.5136706829071045, 7.313204288482666)], [(7.0, 0.0), (4.434792518615723, -3.164198160171509), (5.476681709289551, -2.443880796432495), (-8.75, 5.629165172576904), (-0.16147412359714508, 2.019355297088623)]]> : tensor<2x5xcomplex<f32>>
  %a6_ = xla.optimization_barrier %a6 : (tensor<2x9xf32>) -> tensor<2x9xf32>
  %run6 = xla.fft %a6_, type = RFFT, length = [9] : (tensor<2x9xf32>) -> tensor<2x5xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run6, %e6_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>) -> ()
  %fold6 = xla.fft %a6, type = RFFT, length = [9] : (tensor<2x9xf32>) -> tensor<2x5xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold6, %e6_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>) -> ()

  // IRFFT of complex64: odd, with imaginary parts that no real spectrum has
  %a7 = xla.constant dense<[[(0.5, -3.5), (0.0, 1.5), (1.5, 2.0), (0.0, 2.5), (4.0, 3.0)], [(2.0, -2.5), (-4.0, 0.5), (-3.0, 2.5), (0.5, -1.0), (2.5, -2.5)]]> : tensor<2x5xcomplex<f32>>
  %e7_0 = xla.constant dense<[[1.2777777910232544, -2.082937479019165, 0.8526251316070557, -1.036680817604065, 0.8123476505279541, 0.11816774308681488, -0.07443036139011383, -0.006118986289948225, 0.6392493844032288], [-0.6666666865348816, -1.3881536722183228, 0.21536611020565033, 1.6993587017059326, 0.5521606206893921, 0.6232872009277344, -0.032692063599824905, 1.9133431911468506, -0.9160035252571106]]> : tensor<2x9xf32>
  %a7_ = xla.optimization_barrier %a7 : (tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
  %run7 = xla.fft %a7_, type = IRFFT, length = [9] : (tensor<2x5xcomplex<f32>>) -> tensor<2x9xf32>
  xla.custom_call "check.expect_almost_eq"(%run7, %e7_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x9xf32>, tensor<2x9xf32>) -> ()
  %fold7 = xla.fft %a7, type = IRFFT, length = [9] : (tensor<2x5xcomplex<f32>>) -> tensor<2x9xf32>
  xla.custom_call "check.expect_almost_eq"(%fold7, %e7_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x9xf32>, tensor<2x9xf32>) -> ()

  // RFFT of float32: one
  %a8 = xla.constant dense<[[0.0], [-3.5]]> : tensor<2x1xf32>
  %e8_0 = xla.constant dense<[[(0.0, 0.0)], [(-3.5, 0.0)]]> : tensor<2x1xcomplex<f32>>
  %a8_ = xla.optimization_barrier %a8 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %run8 = xla.fft %a8_, type = RFFT, length = [1] : (tensor<2x1xf32>) -> tensor<2x1xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run8, %e8_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x1xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> ()
  %fold8 = xla.fft %a8, type = RFFT, length = [1] : (tensor<2x1xf32>) -> tensor<2x1xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold8, %e8_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x1xcomplex<f32>>, tensor<2x1xcomplex<f32>>) -> ()

  // IRFFT of complex64: one, with imaginary parts that no real spectrum has
  %a9 = xla.constant dense<[[(-2.5, 1.5)], [(3.0, 3.0)]]> : tensor<2x1xcomplex<f32>>
  %e9_0 = xla.constant dense<[[-2.5], [3.0]]> : tensor<2x1xf32>
  %a9_ = xla.optimization_barrier %a9 : (tensor<2x1xcomplex<f32>>) -> tensor<2x1xcomplex<f32>>
  %run9 = xla.fft %a9_, type = IRFFT, length = [1] : (tensor<2x1xcomplex<f32>>) -> tensor<2x1xf32>
  xla.custom_call "check.expect_almost_eq"(%run9, %e9_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x1xf32>, tensor<2x1xf32>) -> ()
  %fold9 = xla.fft %a9, type = IRFFT, length = [1] : (tensor<2x1xcomplex<f32>>) -> tensor<2x1xf32>
  xla.custom_call "check.expect_almost_eq"(%fold9, %e9_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x1xf32>, tensor<2x1xf32>) -> ()

  // FFT of complex128: four
  %a10 = xla.constant dense<[(3.0, 1.0), (3.0, -2.0), (-1.5, 3.5), (0.0, -4.0)]> : tensor<4xcomplex<f64>>
  %e10_0 = xla.constant dense<[(4.5, -1.5), (6.5, -5.5), (-1.5, 10.5), (2.5, 0.5)]> : tensor<4xcomplex<f64>>
  %a10_ = xla.optimization_barrier %a10 : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %run10 = xla.fft %a10_, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run10, %e10_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> ()
  %fold10 = xla.fft %a10, type = FFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold10, %e10_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> ()

  // IFFT of complex128: four
  %a11 = xla.constant dense<[(3.0, 1.0), (3.0, -2.0), (-1.5, 3.5), (0.0, -4.0)]> : tensor<4xcomplex<f64>>
  %e11_0 = xla.constant dense<[(1.125, -0.375), (0.625, 0.125), (-0.375, 2.625), (1.625, -1.375)]> : tensor<4xcomplex<f64>>
  %a11_ = xla.optimization_barrier %a11 : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  %run11 = xla.fft %a11_, type = IFFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run11, %e11_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> ()
  %fold11 = xla.fft %a11, type = IFFT, length = [4] : (tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold11, %e11_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>) -> ()

  // FFT of complex128: a prime length, two rows
  %a12 = xla.constant dense<[[(3.0, 4.0), (1.0, 4.0), (-2.0, 3.5), (2.0, -3.0), (-0.5, -4.0), (3.0, 0.0), (4.0, -1.5)], [(-2.0, 3.5), (-0.5, 2.5), (-2.5, -0.5), (1.5, 0.5), (1.0, 1.0), (3.0, 3.5), (2.5, -4.0)]]> : tensor<2x7xcomplex<f64>>
  %e12_0 = xla.constant dense<[[(10.5, 3.0), (12.68967935881183, 17.222107971635978), (4.983340112724656, -1.3641782384326322), (-0.5902576498975453, 0.44261269900168543), (-1.840014227278123, 10.532264649885754), (-1.1400177825164373, -6.784065732688141), (-3.602729811844381, 4.951258650597355)], [(3.0, 6.5), (-2.1514519152606177, 8.036405288334668), (7.126680329669096, 2.995448412648231), (1.4136111082790777, 2.902255414182956), (-9.506601447811592, 9.87402719880776), (-9.800283924103105, 1.1367705873823983), (-4.081954150772859, -6.944906901356012)]]> : tensor<2x7xcomplex<f64>>
  %a12_ = xla.optimization_barrier %a12 : (tensor<2x7xcomplex<f64>>) -> tensor<2x7xcomplex<f64>>
  %run12 = xla.fft %a12_, type = FFT, length = [7] : (tensor<2x7xcomplex<f64>>) -> tensor<2x7xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run12, %e12_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x7xcomplex<f64>>, tensor<2x7xcomplex<f64>>) -> ()
  %fold12 = xla.fft %a12, type = FFT, length = [7] : (tensor<2x7xcomplex<f64>>) -> tensor<2x7xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold12, %e12_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x7xcomplex<f64>>, tensor<2x7xcomplex<f64>>) -> ()

  // IFFT of complex128: a prime length, two rows
  %a13 = xla.constant dense<[[(3.0, 4.0), (1.0, 4.0), (-2.0, 3.5), (2.0, -3.0), (-0.5, -4.0), (3.0, 0.0), (4.0, -1.5)], [(-2.0, 3.5), (-0.5, 2.5), (-2.5, -0.5), (1.5, 0.5), (1.0, 1.0), (3.0, 3.5), (2.5, -4.0)]]> : tensor<2x7xcomplex<f64>>
  %e13_0 = xla.constant dense<[[(1.5, 0.42857142857142855), (-0.5146756874063402, 0.7073226643710506), (-0.16285968321663388, -0.9691522475268772), (-0.2628591753254461, 1.5046092356979648), (-0.08432252141393504, 0.06323038557166934), (0.7119057303892365, -0.194882605490376), (1.8128113369731185, 2.4603011388051397)], [(0.42857142857142855, 0.9285714285714285), (-0.5831363072532655, -0.992129557336573), (-1.400040560586158, 0.16239579819748548), (-1.3580859211159417, 1.410575314115394), (0.20194444403986822, 0.41460791631185084), (1.018097189952728, 0.4279212018068901), (-0.3073502736086597, 1.148057898333524)]]> : tensor<2x7xcomplex<f64>>
  %a13_ = xla.optimization_barrier %a13 : (tensor<2x7xcomplex<f64>>) -> tensor<2x7xcomplex<f64>>
  %run13 = xla.fft %a13_, type = IFFT, length = [7] : (tensor<2x7xcomplex<f64>>) -> tensor<2x7xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run13, %e13_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x7xcomplex<f64>>, tensor<2x7xcomplex<f64>>) -> ()
  %fold13 = xla.fft %a13, type = IFFT, length = [7] : (tensor<2x7xcomplex<f64>>) -> tensor<2x7xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold13, %e13_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x7xcomplex<f64>>, tensor<2x7xcomplex<f64>>) -> ()

  // RFFT of float64: even
  %a14 = xla.constant dense<[[0.0, 1.5, -0.5, 3.5, 4.0, 3.0, -0.5, 3.5], [-3.5, 1.5, -2.0, -2.0, 1.5, 2.5, 3.5, -2.5]]> : tensor<2x8xf64>
  %e14_0 = xla.constant dense<[[(14.5, 0.0), (-5.060660171779821, 1.0606601717798214), (5.0, 2.5), (-2.939339828220179, 1.0606601717798214), (-8.5, 0.0)], [(-1.0, 0.0), (-6.060660171779821, 5.853553390593274), (-3.5, -8.5), (-3.939339828220179, -5.146446609406726), (0.0, 0.0)]]> : tensor<2x5xcomplex<f64>>
  %a14_ = xla.optimization_barrier %a14 : (tensor<2x8xf64>) -> tensor<2x8xf64>
  %run14 = xla.fft %a14_, type = RFFT, length = [8] : (tensor<2x8xf64>) -> tensor<2x5xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run14, %e14_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>) -> ()
  %fold14 = xla.fft %a14, type = RFFT, length = [8] : (tensor<2x8xf64>) -> tensor<2x5xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold14, %e14_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>) -> ()

  // IRFFT of complex128: even, with imaginary parts that no real spectrum has
  %a15 = xla.constant dense<[[(3.0, 2.0), (3.0, -1.5), (-1.5, -4.0), (-3.5, 1.5), (2.5, 2.0)], [(3.0, -2.5), (-0.5, 0.5), (-3.0, -1.0), (-3.0, 0.0), (-1.0, -4.0)]]> : tensor<2x5xcomplex<f64>>
  %e15_0 = xla.constant dense<[[0.1875, 2.2115485194281397, 1.8125, -2.08654851942814, 0.4375, -0.08654851942813968, 0.3125, 0.2115485194281399], [-1.375, 1.1035533905932737, 0.875, -0.2803300858899107, 0.375, 0.39644660940672627, 1.125, 0.7803300858899107]]> : tensor<2x8xf64>
  %a15_ = xla.optimization_barrier %a15 : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
  %run15 = xla.fft %a15_, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f64>>) -> tensor<2x8xf64>
  xla.custom_call "check.expect_almost_eq"(%run15, %e15_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x8xf64>, tensor<2x8xf64>) -> ()
  %fold15 = xla.fft %a15, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f64>>) -> tensor<2x8xf64>
  xla.custom_call "check.expect_almost_eq"(%fold15, %e15_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x8xf64>, tensor<2x8xf64>) -> ()

  // RFFT of float64: odd
  %a16 = xla.constant dense<[[1.0, -2.0, 0.5, -0.5, 1.0, -3.5, -1.0, 1.0, 2.5], [-1.0, -4.0, 2.0, 0.0, 1.5, -3.0, -0.5, 3.5, 3.0]]> : tensor<2x9xf64>
  %e16_0 = xla.constant dense<[[(-1.0, 0.0), (4.742726040024655, 1.412844773237802), (-1.4878259501428424, 7.928201905699417), (-0.25, -0.4330127018922193), (1.995099910118187, 5.216319026784957)], [(1.5, 0.0), (0.8485594652280022, 4.004621550466358), (-7.241024256667893, 10.732241431555606), (-3.0, 0.8660254037844386), (4.142464791439891, 5.4285817754125905)]]> : tensor<2x5xcomplex<f64>>
  %a16_ = xla.optimization_barrier %a16 : (tensor<2x9xf64>) -> tensor<2x9xf64>
  %run16 = xla.fft %a16_, type = RFFT, length = [9] : (tensor<2x9xf64>) -> tensor<2x5xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run16, %e16_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>) -> ()
  %fold16 = xla.fft %a16, type = RFFT, length = [9] : (tensor<2x9xf64>) -> tensor<2x5xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold16, %e16_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>) -> ()

  // IRFFT of complex128: odd, with imaginary parts that no real spectrum has
  %a17 = xla.constant dense<[[(-1.5, 2.0), (1.0, 4.0), (-3.5, -3.5), (2.5, -2.0), (-2.0, -3.0)], [(-1.5, -2.0), (4.0, -1.5), (0.5, -3.5), (3.0, 3.5), (-2.5, -2.0)]]> : tensor<2x5xcomplex<f64>>
  %e17_0 = xla.constant dense<[[-0.611111111111111, 0.8158775549331095, -1.4382423739684074, 0.022863485104450316, -2.401856485713222, -0.2506521929695295, 1.7549142926733274, 1.4073461358260309, -0.7991393047746478], [0.9444444444444444, 1.1809318526116637, 0.10654024833509584, 0.2777777777777778, -2.843844343096845, 0.15056936276285895, 0.2777777777777778, -1.857813451678508, 0.2636163310657353]]> : tensor<2x9xf64>
  %a17_ = xla.optimization_barrier %a17 : (tensor<2x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
  %run17 = xla.fft %a17_, type = IRFFT, length = [9] : (tensor<2x5xcomplex<f64>>) -> tensor<2x9xf64>
  xla.custom_call "check.expect_almost_eq"(%run17, %e17_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x9xf64>, tensor<2x9xf64>) -> ()
  %fold17 = xla.fft %a17, type = IRFFT, length = [9] : (tensor<2x5xcomplex<f64>>) -> tensor<2x9xf64>
  xla.custom_call "check.expect_almost_eq"(%fold17, %e17_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x9xf64>, tensor<2x9xf64>) -> ()

  // RFFT of float64: one
  %a18 = xla.constant dense<[[3.5], [2.0]]> : tensor<2x1xf64>
  %e18_0 = xla.constant dense<[[(3.5, 0.0)], [(2.0, 0.0)]]> : tensor<2x1xcomplex<f64>>
  %a18_ = xla.optimization_barrier %a18 : (tensor<2x1xf64>) -> tensor<2x1xf64>
  %run18 = xla.fft %a18_, type = RFFT, length = [1] : (tensor<2x1xf64>) -> tensor<2x1xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%run18, %e18_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x1xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> ()
  %fold18 = xla.fft %a18, type = RFFT, length = [1] : (tensor<2x1xf64>) -> tensor<2x1xcomplex<f64>>
  xla.custom_call "check.expect_almost_eq"(%fold18, %e18_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x1xcomplex<f64>>, tensor<2x1xcomplex<f64>>) -> ()

  // IRFFT of complex128: one, with imaginary parts that no real spectrum has
  %a19 = xla.constant dense<[[(-3.0, 2.5)], [(1.5, -3.0)]]> : tensor<2x1xcomplex<f64>>
  %e19_0 = xla.constant dense<[[-3.0], [1.5]]> : tensor<2x1xf64>
  %a19_ = xla.optimization_barrier %a19 : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xcomplex<f64>>
  %run19 = xla.fft %a19_, type = IRFFT, length = [1] : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xf64>
  xla.custom_call "check.expect_almost_eq"(%run19, %e19_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x1xf64>, tensor<2x1xf64>) -> ()
  %fold19 = xla.fft %a19, type = IRFFT, length = [1] : (tensor<2x1xcomplex<f64>>) -> tensor<2x1xf64>
  xla.custom_call "check.expect_almost_eq"(%fold19, %e19_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x1xf64>, tensor<2x1xf64>) -> ()

  // two dimensions, more columns than are transformed together
  %a20 = xla.constant dense<[[(-3.0, 4.0), (-1.0, -1.5), (-3.5, 3.5), (-0.5, 2.5), (0.0, 2.5), (1.5, 0.0), (0.5, 3.5), (-0.5, -3.0), (-2.5, -3.5), (0.5, 4.0), (-0.5, 0.0), (3.0, -1.0), (1.5, 2.0), (2.0, -1.5), (0.5, 1.0), (-1.0, 3.0), (-2.0, 2.5), (-0.5, -3.0), (0.5, 4.0), (-1.0, 2.0)], [(-3.0, 1.5), (-3.5, -2.5), (-4.0, 3.5), (-2.5, -1.0), (-1.0, 4.0), (-2.0, -2.5), (-2.5, -3.5), (-1.5, 3.0), (2.0, 0.5), (-1.5, -1.0), (3.5, 4.0), (0.5, 4.0), (-3.0, -4.0), (4.0, 1.0), (3.0, 2.5), (2.5, 1.5), (-3.0, 1.0), (2.5, 0.0), (1.5, 0.5), (2.0, -1.5)], [(2.0, -3.0), (1.0, -1.0), (-1.5, 1.5), (3.5, 3.5), (4.0, 4.0), (1.5, -2.5), (-1.0, -4.0), (0.0, 4.0), (0.5, 1.5), (-3.5, 2.0), (-3.5, 2.5), (0.0, -1.0), (0.5, 3.0), (-2.5, 1.0), (-2.0, 1.0), (-3.0, -1.0), (3.5, -1.5), (0.0, -1.0), (-2.0, 2.0), (2.5, 0.0)]]> : tensor<3x20xcomplex<f32>>
  %e20_0 = xla.constant dense<[[(-12.0, 43.0), (-6.959965705871582, 11.75422477722168), (5.371484756469727, 4.61496114730835), (6.046455383300781, 2.4780259132385254), (-25.294641494750977, 11.946868896484375), (-16.0, -2.0), (9.84138298034668, -6.573751449584961), (7.724055290222168, -5.8772125244140625), (-20.082551956176758, -7.471932888031006), (-9.449864387512207, 28.338459014892578), (-17.0, 30.0), (-11.717988967895508, 22.14627456665039), (7.992382526397705, 9.753085136413574), (-13.907341003417969, -24.257057189941406), (5.429128170013428, 19.500802993774414), (31.0, -13.0), (24.384811401367188, -19.728023529052734), (-13.682828903198242, -46.33562469482422), (-23.64199447631836, 4.9579877853393555), (-8.052520751953125, -13.247087478637695)], [(-3.0, 15.196152687072754), (13.13506031036377, 45.59525680541992), (6.256803035736084, -11.251551628112793), (-9.939273834228516, 6.266459941864014), (35.472999572753906, 1.6833155155181885), (-14.16025447845459, 19.94486427307129), (-34.199363708496094, -19.192785263061523), (17.730131149291992, 25.491790771484375), (0.796679675579071, -19.226730346679688), (39.45515441894531, 11.880146980285645), (-2.803847551345825, 18.928203582763672), (4.250383377075195, 0.8650897145271301), (-4.814569473266602, -13.447491645812988), (-9.51948356628418, 15.577168464660645), (36.37794494628906, -5.96536111831665), (-12.5, 26.016660690307617), (-1.6490304470062256, 32.224246978759766), (11.801050186157227, -2.7105915546417236), (-10.476092338562012, -1.2685070037841797), (-34.272003173828125, 34.99620819091797)], [(-3.0, 4.803847789764404), (-42.75960159301758, -13.836234092712402), (-6.891268730163574, -9.79617977142334), (-2.21608567237854, 20.114784240722656), (-30.865882873535156, 19.976232528686523), (3.1602540016174316, -38.944862365722656), (-31.583053588867188, -0.7995928525924683), (16.62278938293457, -11.81730842590332), (0.9538735747337341, 9.059449195861816), (-19.493730545043945, -13.347371101379395), (-13.196152687072754, 5.071796894073486), (6.887181758880615, 18.8903751373291), (-11.762221336364746, 2.0843963623046875), (-10.248573303222656, 37.41078567504883), (7.342164516448975, -23.239822387695312), (-12.5, -19.016660690307617), (-2.1318485736846924, 15.146581649780273), (6.130126953125, -6.569157600402832), (9.17286491394043, 10.013799667358398), (8.436877250671387, 3.192603349685669)]]> : tensor<3x20xcomplex<f32>>
  %a20_ = xla.optimization_barrier %a20 : (tensor<3x20xcomplex<f32>>) -> tensor<3x20xcomplex<f32>>
  %run20 = xla.fft %a20_, type = FFT, length = [3, 20] : (tensor<3x20xcomplex<f32>>) -> tensor<3x20xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run20, %e20_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x20xcomplex<f32>>, tensor<3x20xcomplex<f32>>) -> ()
  %fold20 = xla.fft %a20, type = FFT, length = [3, 20] : (tensor<3x20xcomplex<f32>>) -> tensor<3x20xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold20, %e20_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x20xcomplex<f32>>, tensor<3x20xcomplex<f32>>) -> ()

  // three dimensions of four
  %a21 = xla.constant dense<[[[[(-4.0, -2.5), (-4.0, 3.0)], [(-2.5, -2.5), (0.0, 1.0)], [(1.0, -2.0), (4.0, 2.5)]], [[(2.5, 2.0), (-2.0, 1.0)], [(0.0, -0.5), (2.0, -1.0)], [(3.5, 4.0), (-0.5, 2.0)]]], [[[(2.0, -1.0), (-2.5, -4.0)], [(-0.5, -3.0), (3.5, -0.5)], [(-1.0, -0.5), (-4.0, -1.0)]], [[(2.5, 4.0), (-1.5, 0.0)], [(-0.5, 2.5), (4.0, -3.0)], [(-1.0, -1.0), (-2.0, -2.5)]]]]> : tensor<2x2x3x2xcomplex<f32>>
  %e21_0 = xla.constant dense<[[[[(0.0, 0.5833333134651184), (0.0833333432674408, -0.8333333134651184)], [(-0.25189656019210815, -0.46760135889053345), (0.5569177269935608, -0.5427616238594055)], [(-1.6231034994125366, 0.759268045425415), (0.4847489595413208, 0.2510949373245239)]], [[(-0.9166666865348816, -0.6666666865348816), (-1.0, -1.4166667461395264)], [(-1.0010950565338135, -0.4482637643814087), (-0.24292194843292236, 0.3649304211139679)], [(-0.2072383165359497, 0.4899304211139679), (0.11792194843292236, -0.5732637643814087)]]], [[[(-0.0833333432674408, -0.8333333730697632), (0.3333333432674408, 1.0)], [(0.03199790418148041, 1.3381140232086182), (0.8236645460128784, -0.5271098017692566)], [(0.17633545398712158, -0.7547807097434998), (0.9680021405220032, 1.2771098613739014)]], [[(-0.3333333432674408, -0.8333333730697632), (0.2500000298023224, -0.8333333730697632)], [(0.3400105834007263, -0.6000801920890808), (0.4426814317703247, 0.18341350555419922)], [(-0.3816772699356079, -0.8165865540504456), (-0.5676814913749695, 0.3999198079109192)]]]]> : tensor<2x2x3x2xcomplex<f32>>
  %a21_ = xla.optimization_barrier %a21 : (tensor<2x2x3x2xcomplex<f32>>) -> tensor<2x2x3x2xcomplex<f32>>
  %run21 = xla.fft %a21_, type = IFFT, length = [2, 3, 2] : (tensor<2x2x3x2xcomplex<f32>>) -> tensor<2x2x3x2xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run21, %e21_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3x2xcomplex<f32>>, tensor<2x2x3x2xcomplex<f32>>) -> ()
  %fold21 = xla.fft %a21, type = IFFT, length = [2, 3, 2] : (tensor<2x2x3x2xcomplex<f32>>) -> tensor<2x2x3x2xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold21, %e21_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x2x3x2xcomplex<f32>>, tensor<2x2x3x2xcomplex<f32>>) -> ()

  // RFFT: real innermost dimension first
  %a22 = xla.constant dense<[[[-3.0, 0.5, -3.0, -1.0, 1.5], [2.5, 0.5, 1.0, -1.5, 3.0]], [[-2.5, 2.0, -3.5, 1.0, -2.0], [-2.0, -1.5, 2.5, 2.5, -2.0]], [[0.5, -3.5, 3.5, 4.0, -1.0], [0.5, 0.5, 2.5, -3.5, 0.0]]]> : tensor<3x2x5xf32>
  %e22_0 = xla.constant dense<[[[(-1.5, 0.0), (-8.258610725402832, 0.06937849521636963), (-0.9913895130157471, 2.0143704414367676)], [(-11.5, 0.0), (-4.904508113861084, 7.208558559417725), (-4.345492362976074, -15.916946411132812)]], [[(1.5, 7.794228553771973), (11.126276016235352, 6.344332695007324), (-20.559690475463867, 8.975899696350098)], [(-10.0, 6.928203105926514), (-8.617423057556152, -14.828402519226074), (-7.540767669677734, 10.886550903320312)]], [[(1.5, -7.794228553771973), (11.652844429016113, 2.690703868865967), (2.5305709838867188, -3.3919413089752197)], [(-10.0, -6.928203105926514), (4.126033306121826, 11.275190353393555), (-4.217843055725098, -10.453901290893555)]]]> : tensor<3x2x3xcomplex<f32>>
  %a22_ = xla.optimization_barrier %a22 : (tensor<3x2x5xf32>) -> tensor<3x2x5xf32>
  %run22 = xla.fft %a22_, type = RFFT, length = [3, 2, 5] : (tensor<3x2x5xf32>) -> tensor<3x2x3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run22, %e22_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x2x3xcomplex<f32>>, tensor<3x2x3xcomplex<f32>>) -> ()
  %fold22 = xla.fft %a22, type = RFFT, length = [3, 2, 5] : (tensor<3x2x5xf32>) -> tensor<3x2x3xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold22, %e22_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x2x3xcomplex<f32>>, tensor<3x2x3xcomplex<f32>>) -> ()

  // IRFFT: real innermost dimension last
  %a23 = xla.constant dense<[[[(3.0, 2.0), (1.0, -3.0), (0.5, 1.5)], [(-4.0, 2.0), (3.5, 4.0), (-2.5, -2.0)]], [[(-1.5, -0.5), (1.5, -3.0), (-0.5, -4.0)], [(0.5, -4.0), (1.0, -0.5), (-3.0, -3.0)]], [[(-4.0, 2.0), (4.0, -2.5), (2.5, 1.0)], [(-3.0, 0.5), (1.5, -1.5), (0.0, -0.5)]]]> : tensor<3x2x3xcomplex<f32>>
  %e23_0 = xla.constant dense<[[[0.33333340287208557, 0.8057419657707214, -1.225103735923767, -0.8468648791313171, -0.5671067833900452], [0.7000000476837158, 0.221155047416687, 0.936240017414093, -0.3938896656036377, -0.7968387007713318]], [[0.6395511031150818, -0.0065462710335850716, 0.1619463413953781, 0.6407861113548279, 0.0746256485581398], [0.2232050895690918, 0.3415515422821045, 0.9058353304862976, -0.05348210409283638, -0.2891182601451874]], [[-0.5728844404220581, -0.42890626192092896, -0.1012275442481041, -0.532980740070343, 1.1256359815597534], [-0.12320506572723389, 0.41740426421165466, 0.9364824295043945, 0.24865154922008514, 0.22600875794887543]]]> : tensor<3x2x5xf32>
  %a23_ = xla.optimization_barrier %a23 : (tensor<3x2x3xcomplex<f32>>) -> tensor<3x2x3xcomplex<f32>>
  %run23 = xla.fft %a23_, type = IRFFT, length = [3, 2, 5] : (tensor<3x2x3xcomplex<f32>>) -> tensor<3x2x5xf32>
  xla.custom_call "check.expect_almost_eq"(%run23, %e23_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x2x5xf32>, tensor<3x2x5xf32>) -> ()
  %fold23 = xla.fft %a23, type = IRFFT, length = [3, 2, 5] : (tensor<3x2x3xcomplex<f32>>) -> tensor<3x2x5xf32>
  xla.custom_call "check.expect_almost_eq"(%fold23, %e23_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<3x2x5xf32>, tensor<3x2x5xf32>) -> ()

  // no elements
  %a24 = xla.constant dense<> : tensor<2x0xcomplex<f32>>
  %e24_0 = xla.constant dense<> : tensor<2x0xcomplex<f32>>
  %a24_ = xla.optimization_barrier %a24 : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xcomplex<f32>>
  %run24 = xla.fft %a24_, type = FFT, length = [0] : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run24, %e24_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x0xcomplex<f32>>, tensor<2x0xcomplex<f32>>) -> ()
  %fold24 = xla.fft %a24, type = FFT, length = [0] : (tensor<2x0xcomplex<f32>>) -> tensor<2x0xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold24, %e24_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x0xcomplex<f32>>, tensor<2x0xcomplex<f32>>) -> ()

  // RFFT of no elements
  %a25 = xla.constant dense<> : tensor<2x0xf32>
  %e25_0 = xla.constant dense<> : tensor<2x0xcomplex<f32>>
  %a25_ = xla.optimization_barrier %a25 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %run25 = xla.fft %a25_, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%run25, %e25_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x0xcomplex<f32>>, tensor<2x0xcomplex<f32>>) -> ()
  %fold25 = xla.fft %a25, type = RFFT, length = [0] : (tensor<2x0xf32>) -> tensor<2x0xcomplex<f32>>
  xla.custom_call "check.expect_almost_eq"(%fold25, %e25_0) {has_side_effect = true, tolerance = 1.0e-5 : f64} : (tensor<2x0xcomplex<f32>>, tensor<2x0xcomplex<f32>>) -> ()
  return
}
