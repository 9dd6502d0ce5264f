// RUN: xla-run %s
//
// batch_norm_grad: features in any dimension, any rank, sizes of 0, a constant feature, f64 and bf16.
// Each case runs on values the compiler cannot see and on constants that it may fold. The numbers are those of the
// documents' formulas in f64.

func.func @main() {
  // features in the last dimension
  %x0_0 = xla.constant dense<[[[[-0.06400000303983688, -1.0190000534057617, -0.10599999874830246], [0.0430000014603138, 1.3380000591278076, 0.10599999874830246]], [[-1.8420000076293945, -0.8429999947547913, 1.2289999723434448], [1.1139999628067017, 1.215000033378601, 0.8650000095367432]], [[-1.184999942779541, -0.9789999723434448, -0.621999979019165], [-1.0540000200271606, 0.2919999957084656, -0.8899999856948853]]], [[[0.9710000157356262, -1.8279999494552612, 0.6909999847412109], [-1.0329999923706055, 1.309999942779541, 1.569000005722046]], [[0.22699999809265137, -1.8630000352859497, -1.7480000257492065], [0.9810000061988831, -0.9959999918937683, 0.10999999940395355]], [[1.2649999856948853, 1.2510000467300415, 1.9739999771118164], [0.5149999856948853, -0.5709999799728394, 0.1080000028014183]]]]> : tensor<2x3x2x3xf32>
  %h0_0 = xla.optimization_barrier %x0_0 : (tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  %x0_1 = xla.constant dense<[-0.12300000339746475, -0.4729999899864197, 2.0]> : tensor<3xf32>
  %h0_1 = xla.optimization_barrier %x0_1 : (tensor<3xf32>) -> tensor<3xf32>
  %x0_2 = xla.constant dense<[-0.005166666582226753, -0.22441667318344116, 0.27383333444595337]> : tensor<3xf32>
  %h0_2 = xla.optimization_barrier %x0_2 : (tensor<3xf32>) -> tensor<3xf32>
  %x0_3 = xla.constant dense<[1.0036662817001343, 1.4055284261703491, 1.0396243333816528]> : tensor<3xf32>
  %h0_3 = xla.optimization_barrier %x0_3 : (tensor<3xf32>) -> tensor<3xf32>
  %x0_4 = xla.constant dense<[[[[1.5329999923706055, -0.460999995470047, 1.8179999589920044], [1.937999963760376, -0.11100000143051147, 0.3840000033378601]], [[-0.07800000160932541, 0.18700000643730164, 1.1319999694824219], [0.9380000233650208, -1.715999960899353, -1.9850000143051147]], [[0.4269999861717224, -0.8379999995231628, 1.1269999742507935], [-1.8839999437332153, -0.9629999995231628, 0.3400000035762787]]], [[[1.0160000324249268, -0.460999995470047, 0.06800000369548798], [-0.5370000004768372, -0.8119999766349792, -0.5080000162124634]], [[0.8090000152587891, 0.4560000002384186, -1.61899995803833], [0.4050000011920929, 1.4539999961853027, -0.41499999165534973]], [[1.2940000295639038, 0.9430000185966492, -0.04800000041723251], [-1.6649999618530273, 0.19699999690055847, -0.8140000104904175]]]]> : tensor<2x3x2x3xf32>
  %h0_4 = xla.optimization_barrier %x0_4 : (tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  %e0_0 = xla.constant dense<[[[[-0.14855128526687622, 0.17539195716381073, 3.6798505783081055], [-0.19217658042907715, -0.14857882261276245, 0.8513262271881104]], [[-0.05178777128458023, -0.09681724011898041, 2.227450370788574], [-0.008666878566145897, 0.5011638402938843, -3.8543591499328613]], [[-0.07646352052688599, 0.3226214647293091, 2.3666248321533203], [0.21456484496593475, 0.27304884791374207, 0.8452238440513611]]], [[[-0.026356015354394913, 0.23867744207382202, 0.1847015768289566], [0.05046112835407257, 0.13319075107574463, -1.0152541399002075]], [[-0.04318762570619583, -0.1243109330534935, -2.926482677459717], [0.049189914017915726, -0.5901650190353394, -0.7154935002326965]], [[-0.04378150403499603, -0.5621390342712402, -0.14598685503005981], [0.27675530314445496, -0.12208322435617447, -1.4976011514663696]]]]> : tensor<2x3x2x3xf32>
  %e0_1 = xla.constant dense<[5.563924312591553, -2.7914137840270996, 0.5025264620780945]> : tensor<3xf32>
  %e0_2 = xla.constant dense<[4.196000099182129, -2.125, -0.5200001001358032]> : tensor<3xf32>
  %run0:3 = xla.batch_norm_grad %h0_0, %h0_1, %h0_2, %h0_3, %h0_4, epsilon = 0.001, feature = 3 : (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x2x3xf32>) -> (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  xla.custom_call "check.expect_almost_eq"(%run0#0, %e0_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x3x2x3xf32>, tensor<2x3x2x3xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run0#1, %e0_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run0#2, %e0_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold0:3 = xla.batch_norm_grad %x0_0, %x0_1, %x0_2, %x0_3, %x0_4, epsilon = 0.001, feature = 3 : (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x2x3xf32>) -> (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold0#0, %e0_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x3x2x3xf32>, tensor<2x3x2x3xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold0#1, %e0_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold0#2, %e0_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // features in front
  %x1_0 = xla.constant dense<[[1.9210000038146973, 1.3940000534057617, 0.1889999955892563, 0.7870000004768372, 1.1540000438690186], [1.7319999933242798, 0.7009999752044678, -0.32499998807907104, -1.319000005722046, 1.2519999742507935]]> : tensor<2x5xf32>
  %h1_0 = xla.optimization_barrier %x1_0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %x1_1 = xla.constant dense<[-1.590999960899353, -1.8320000171661377]> : tensor<2xf32>
  %h1_1 = xla.optimization_barrier %x1_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x1_2 = xla.constant dense<[1.0889999866485596, 0.4081999957561493]> : tensor<2xf32>
  %h1_2 = xla.optimization_barrier %x1_2 : (tensor<2xf32>) -> tensor<2xf32>
  %x1_3 = xla.constant dense<[0.33813560009002686, 1.214195728302002]> : tensor<2xf32>
  %h1_3 = xla.optimization_barrier %x1_3 : (tensor<2xf32>) -> tensor<2xf32>
  %x1_4 = xla.constant dense<[[1.1360000371932983, 0.9390000104904175, -0.42899999022483826, 1.3669999837875366, 1.5950000286102295], [-0.3630000054836273, -1.8669999837875366, -1.4320000410079956, -0.26600000262260437, -1.003000020980835]]> : tensor<2x5xf32>
  %h1_4 = xla.optimization_barrier %x1_4 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %e1_0 = xla.constant dense<[[1.108315348625183, 0.571307361125946, 1.817582368850708, -1.813153624534607, -1.684051275253296], [-1.1622774600982666, 1.4295598268508911, 0.8103665709495544, -1.0223469734191895, -0.0553019642829895]]> : tensor<2x5xf32>
  %e1_1 = xla.constant dense<[2.217663288116455, -0.3291211426258087]> : tensor<2xf32>
  %e1_2 = xla.constant dense<[4.6080002784729, -4.931000232696533]> : tensor<2xf32>
  %run1:3 = xla.batch_norm_grad %h1_0, %h1_1, %h1_2, %h1_3, %h1_4, epsilon = 0.01, feature = 0 : (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%run1#0, %e1_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x5xf32>, tensor<2x5xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run1#1, %e1_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run1#2, %e1_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold1:3 = xla.batch_norm_grad %x1_0, %x1_1, %x1_2, %x1_3, %x1_4, epsilon = 0.01, feature = 0 : (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2x5xf32>) -> (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold1#0, %e1_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x5xf32>, tensor<2x5xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold1#1, %e1_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold1#2, %e1_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // features in the middle
  %x2_0 = xla.constant dense<[[[-1.5479999780654907, -0.42500001192092896, -0.19499999284744263, 0.7279999852180481], [1.2569999694824219, 0.3409999907016754, 1.9630000591278076, -1.0709999799728394]], [[0.032999999821186066, -0.6639999747276306, -0.4690000116825104, -1.61899995803833], [0.2070000022649765, 0.5550000071525574, -1.3109999895095825, -1.5410000085830688]], [[-1.628999948501587, -0.11699999868869781, 1.6360000371932983, -1.878000020980835], [-1.8580000400543213, 1.2450000047683716, -0.6930000185966492, 0.0949999988079071]]]> : tensor<3x2x4xf32>
  %h2_0 = xla.optimization_barrier %x2_0 : (tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %x2_1 = xla.constant dense<[0.9950000047683716, -0.8970000147819519]> : tensor<2xf32>
  %h2_1 = xla.optimization_barrier %x2_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x2_2 = xla.constant dense<[-0.5122500061988831, -0.06758332997560501]> : tensor<2xf32>
  %h2_2 = xla.optimization_barrier %x2_2 : (tensor<2xf32>) -> tensor<2xf32>
  %x2_3 = xla.constant dense<[1.0124962329864502, 1.3814724683761597]> : tensor<2xf32>
  %h2_3 = xla.optimization_barrier %x2_3 : (tensor<2xf32>) -> tensor<2xf32>
  %x2_4 = xla.constant dense<[[[1.9119999408721924, -0.46000000834465027, -0.05400000140070915, 1.9190000295639038], [0.18199999630451202, -1.180999994277954, -0.9549999833106995, 1.350000023841858]], [[-0.48399999737739563, -0.6489999890327454, -1.9550000429153442, -1.9259999990463257], [-1.4620000123977661, -0.8510000109672546, 1.9390000104904175, 0.10999999940395355]], [[-1.8320000171661377, 0.09200000017881393, -0.8130000233650208, 1.5329999923706055], [1.9520000219345093, 0.1720000058412552, 1.0130000114440918, -0.5849999785423279]]]> : tensor<3x2x4xf32>
  %h2_4 = xla.optimization_barrier %x2_4 : (tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %e2_0 = xla.constant dense<[[[2.152740478515625, -0.2341674566268921, 0.1583922654390335, 2.0734527111053467], [-0.7041012048721313, 0.8006541132926941, -0.19503262639045715, -0.41354691982269287]], [[-0.27523523569107056, -0.4119136929512024, -1.7100883722305298, -1.6378685235977173], [1.0830411911010742, 0.44027990102767944, -0.7410755157470703, 0.7709978818893433]], [[-1.5445845127105713, 0.29973745346069336, -0.6611189246177673, 1.790653944015503], [-0.4733543395996094, -0.6903814673423767, -0.3483116924762726, 0.47083061933517456]]]> : tensor<3x2x4xf32>
  %e2_1 = xla.constant dense<[0.46296393871307373, -9.38724422454834]> : tensor<2xf32>
  %e2_2 = xla.constant dense<[-2.7170000076293945, 1.6840001344680786]> : tensor<2xf32>
  %run2:3 = xla.batch_norm_grad %h2_0, %h2_1, %h2_2, %h2_3, %h2_4, epsilon = 0.001, feature = 1 : (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2x4xf32>) -> (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%run2#0, %e2_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run2#1, %e2_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run2#2, %e2_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold2:3 = xla.batch_norm_grad %x2_0, %x2_1, %x2_2, %x2_3, %x2_4, epsilon = 0.001, feature = 1 : (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2x4xf32>) -> (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold2#0, %e2_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold2#1, %e2_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold2#2, %e2_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // a vector is one element a feature
  %x3_0 = xla.constant dense<[-1.2419999837875366, 0.6269999742507935, -1.715000033378601, 0.03200000151991844]> : tensor<4xf32>
  %h3_0 = xla.optimization_barrier %x3_0 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_1 = xla.constant dense<[1.2630000114440918, -1.25600004196167, 0.9070000052452087, -1.1109999418258667]> : tensor<4xf32>
  %h3_1 = xla.optimization_barrier %x3_1 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_2 = xla.constant dense<[-1.2419999837875366, 0.6269999742507935, -1.715000033378601, 0.03200000151991844]> : tensor<4xf32>
  %h3_2 = xla.optimization_barrier %x3_2 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_3 = xla.constant dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf32>
  %h3_3 = xla.optimization_barrier %x3_3 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_4 = xla.constant dense<[0.8429999947547913, -1.121999979019165, -0.18000000715255737, -0.4690000116825104]> : tensor<4xf32>
  %h3_4 = xla.optimization_barrier %x3_4 : (tensor<4xf32>) -> tensor<4xf32>
  %e3_0 = xla.constant dense<[0.0, -0.0, 0.0, -0.0]> : tensor<4xf32>
  %e3_1 = xla.constant dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf32>
  %e3_2 = xla.constant dense<[0.8429999947547913, -1.121999979019165, -0.18000000715255737, -0.4690000116825104]> : tensor<4xf32>
  %run3:3 = xla.batch_norm_grad %h3_0, %h3_1, %h3_2, %h3_3, %h3_4, epsilon = 0.5, feature = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  xla.custom_call "check.expect_almost_eq"(%run3#0, %e3_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run3#1, %e3_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run3#2, %e3_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %fold3:3 = xla.batch_norm_grad %x3_0, %x3_1, %x3_2, %x3_3, %x3_4, epsilon = 0.5, feature = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold3#0, %e3_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold3#1, %e3_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold3#2, %e3_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()

  // more features than a vector has lanes
  %x4_0 = xla.constant dense<[[-1.7269999980926514, 0.5099999904632568, -1.6979999542236328, 0.5170000195503235, -0.04500000178813934, 1.3669999837875366, -0.21199999749660492, -1.7389999628067017, -0.6420000195503235, 0.8069999814033508, -1.6519999504089355, -1.2580000162124634, -1.5750000476837158, 1.1720000505447388, -0.9369999766349792, -1.4320000410079956, 0.6060000061988831, -0.953000009059906, 0.3440000116825104, 1.0920000076293945], [0.5239999890327454, 1.2569999694824219, -1.0369999408721924, 0.9380000233650208, 0.4189999997615814, -0.4050000011920929, 0.5809999704360962, 0.5580000281333923, -1.3969999551773071, -0.9549999833106995, 0.19699999690055847, -1.1710000038146973, -0.2029999941587448, -0.4959999918937683, 0.16500000655651093, -1.312999963760376, 0.47600001096725464, 0.9079999923706055, -0.04500000178813934, -0.6840000152587891], [-1.215000033378601, 1.4049999713897705, 1.7769999504089355, 1.1130000352859497, -0.7210000157356262, 1.2599999904632568, -0.35499998927116394, -1.1299999952316284, -0.19699999690055847, -1.9539999961853027, -1.6339999437332153, 0.25600001215934753, 1.7450000047683716, 1.8589999675750732, 0.7070000171661377, -0.8809999823570251, -1.9980000257492065, 1.2869999408721924, -1.8339999914169312, 1.0509999990463257], [0.9629999995231628, -1.5950000286102295, 0.9559999704360962, 0.06400000303983688, -0.8159999847412109, 1.2039999961853027, -0.9959999918937683, 0.5720000267028809, -1.465000033378601, 1.6720000505447388, 0.8830000162124634, -0.25600001215934753, -1.555999994277954, 1.9830000400543213, -0.09000000357627869, 1.684000015258789, 1.9299999475479126, 0.33399999141693115, -0.21699999272823334, -0.8970000147819519]]> : tensor<4x20xf32>
  %h4_0 = xla.optimization_barrier %x4_0 : (tensor<4x20xf32>) -> tensor<4x20xf32>
  %x4_1 = xla.constant dense<[-0.11699999868869781, -0.3580000102519989, -1.4910000562667847, -1.2359999418258667, 1.315999984741211, 1.559999942779541, -0.09300000220537186, 1.9700000286102295, 0.4620000123977661, -0.7789999842643738, 0.9139999747276306, 0.7799999713897705, 1.0729999542236328, 1.9429999589920044, -0.7929999828338623, -1.2960000038146973, 0.3319999873638153, -0.6809999942779541, 0.36399999260902405, 1.2710000276565552]> : tensor<20xf32>
  %h4_1 = xla.optimization_barrier %x4_1 : (tensor<20xf32>) -> tensor<20xf32>
  %x4_2 = xla.constant dense<[-0.36375001072883606, 0.3942500054836273, -0.0005000000237487257, 0.6579999923706055, -0.29074999690055847, 0.8565000295639038, -0.24549999833106995, -0.4347499907016754, -0.9252499938011169, -0.10750000178813934, -0.5515000224113464, -0.6072499752044678, -0.3972499966621399, 1.1295000314712524, -0.038750000298023224, -0.4855000078678131, 0.2535000145435333, 0.39399999380111694, -0.43799999356269836, 0.1404999941587448]> : tensor<20xf32>
  %h4_2 = xla.optimization_barrier %x4_2 : (tensor<20xf32>) -> tensor<20xf32>
  %x4_3 = xla.constant dense<[1.2828606367111206, 1.4341167211532593, 2.007559299468994, 0.1645354926586151, 0.2562851905822754, 0.5338902473449707, 0.31486624479293823, 1.0458847284317017, 0.2811141908168793, 2.032687187194824, 1.250237226486206, 0.40246668457984924, 1.839191198348999, 0.9761722683906555, 0.35178419947624207, 1.6109422445297241, 2.0134167671203613, 0.7199134826660156, 0.6909074783325195, 0.8726422786712646]> : tensor<20xf32>
  %h4_3 = xla.optimization_barrier %x4_3 : (tensor<20xf32>) -> tensor<20xf32>
  %x4_4 = xla.constant dense<[[-0.8899999856948853, 0.3569999933242798, 1.4210000038146973, 1.2309999465942383, -1.6430000066757202, -0.6769999861717224, -0.38499999046325684, 0.414000004529953, -0.20499999821186066, -0.5899999737739563, -0.3630000054836273, 0.5189999938011169, -1.7389999628067017, -0.18700000643730164, 1.6619999408721924, 0.4309999942779541, 0.9679999947547913, 1.1380000114440918, 1.6150000095367432, -1.6979999542236328], [-1.7269999980926514, -1.350000023841858, -0.7749999761581421, -1.7719999551773071, 0.5, 1.0720000267028809, 1.0829999446868896, -0.15700000524520874, -0.2720000147819519, -0.8930000066757202, 1.8289999961853027, 1.2300000190734863, 1.2829999923706055, 0.06400000303983688, -1.7039999961853027, -1.5800000429153442, -1.659999966621399, 1.7949999570846558, -1.6100000143051147, 0.14100000262260437], [0.8159999847412109, 1.284999966621399, 0.0949999988079071, 0.6039999723434448, -0.4169999957084656, 1.3350000381469727, -1.6069999933242798, -1.3229999542236328, -0.7300000190734863, 0.4560000002384186, -0.7229999899864197, -1.6670000553131104, 1.4630000591278076, -1.6050000190734863, -1.0219999551773071, 1.694000005722046, 0.9660000205039978, 0.4909999966621399, 0.8370000123977661, -0.8040000200271606], [0.8019999861717224, -0.6000000238418579, -0.47999998927116394, 0.5009999871253967, -0.11999999731779099, 1.6449999809265137, -0.8899999856948853, -1.0889999866485596, 0.9290000200271606, -1.8450000286102295, -1.2699999809265137, 1.0140000581741333, -1.8700000047683716, -1.5800000429153442, 0.8309999704360962, -0.46299999952316284, -1.8459999561309814, -1.4240000247955322, 0.9079999923706055, -0.5680000185966492]]> : tensor<4x20xf32>
  %h4_4 = xla.optimization_barrier %x4_4 : (tensor<4x20xf32>) -> tensor<4x20xf32>
  %e4_0 = xla.constant dense<[[0.06475234031677246, -0.12144763767719269, -1.004177451133728, -2.86332106590271, -3.2929482460021973, -2.9447057247161865, -0.003141233464702964, 1.3112735748291016, 0.0923481211066246, -0.30990365147590637, -0.05792054906487465, -0.7459045052528381, -0.24322210252285004, 1.3141984939575195, -0.04900231584906578, -0.30290666222572327, 0.37257689237594604, -0.4793602526187897, 0.5570145845413208, -0.6191530823707581], [0.15342403948307037, 0.4419093728065491, 1.1417406797409058, 4.921878337860107, 2.0405921936035156, -0.2521613538265228, -0.06678669899702072, 1.1332056522369385, -0.5262391567230225, 0.31799548864364624, 1.5130106210708618, 0.26713141798973083, 1.026881456375122, -0.39959532022476196, 1.687412977218628, 1.7352734804153442, -0.2621533274650574, -1.0510098934173584, -0.8750091195106506, 0.5860124826431274], [-0.11089666932821274, -0.3349877893924713, -0.47332876920700073, -2.852172374725342, 0.21772201359272003, 1.284220576286316, 0.16674113273620605, -1.7888447046279907, -0.03405895456671715, -0.15674491226673126, -0.35422053933143616, -0.9949317574501038, -0.4213044047355652, -0.5639115571975708, -0.5794049501419067, -1.6597458124160767, -0.02838738076388836, -0.014229727908968925, 0.10030744224786758, 0.5666103363037109], [-0.1072797104716301, 0.014526036567986012, 0.335765540599823, 0.7936147451400757, 1.0346341133117676, 1.9126462936401367, -0.09681320190429688, -0.6556345224380493, 0.4679499864578247, 0.1486530601978302, -1.1008695363998413, 1.4737046957015991, -0.36235490441322327, -0.35069167613983154, -1.0590057373046875, 0.22737903892993927, -0.08203618228435516, 1.5445998907089233, 0.21768705546855927, -0.5334697365760803]]> : tensor<4x20xf32>
  %e4_1 = xla.constant dense<[0.04375850781798363, 1.1427509784698486, -1.3400145769119263, -1.702069640159607, 0.381584107875824, -0.8034690022468567, 3.071268081665039, -0.8525983095169067, -1.812691330909729, -2.7403340339660645, 0.6520014405250549, -3.328171491622925, 5.601253509521484, -2.6619150638580322, -4.452897071838379, -0.6103757619857788, -3.732750177383423, -0.10170356929302216, -0.40584278106689453, -2.0056347846984863]> : tensor<20xf32>
  %e4_2 = xla.constant dense<[-0.9990000128746033, -0.3080000877380371, 0.26100003719329834, 0.5639999508857727, -1.6799999475479126, 3.375, -1.7990000247955322, -2.1549999713897705, -0.27799999713897705, -2.871999979019165, -0.5269999504089355, 1.0959999561309814, -0.8629999160766602, -3.308000087738037, -0.2330000400543213, 0.08199995756149292, -1.5719999074935913, 2.0, 1.75, -2.928999900817871]> : tensor<20xf32>
  %run4:3 = xla.batch_norm_grad %h4_0, %h4_1, %h4_2, %h4_3, %h4_4, epsilon = 0.001, feature = 1 : (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<4x20xf32>) -> (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>)
  xla.custom_call "check.expect_almost_eq"(%run4#0, %e4_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4x20xf32>, tensor<4x20xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run4#1, %e4_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<20xf32>, tensor<20xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run4#2, %e4_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<20xf32>, tensor<20xf32>) -> ()
  %fold4:3 = xla.batch_norm_grad %x4_0, %x4_1, %x4_2, %x4_3, %x4_4, epsilon = 0.001, feature = 1 : (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<4x20xf32>) -> (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold4#0, %e4_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4x20xf32>, tensor<4x20xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold4#1, %e4_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<20xf32>, tensor<20xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold4#2, %e4_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<20xf32>, tensor<20xf32>) -> ()

  // a constant feature: epsilon alone keeps it finite
  %x5_0 = xla.constant dense<[[1.5, 1.6030000448226929], [1.5, 0.8880000114440918], [1.5, 0.6309999823570251]]> : tensor<3x2xf32>
  %h5_0 = xla.optimization_barrier %x5_0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %x5_1 = xla.constant dense<[1.6979999542236328, 1.371000051498413]> : tensor<2xf32>
  %h5_1 = xla.optimization_barrier %x5_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x5_2 = xla.constant dense<[1.5, 1.0406666994094849]> : tensor<2xf32>
  %h5_2 = xla.optimization_barrier %x5_2 : (tensor<2xf32>) -> tensor<2xf32>
  %x5_3 = xla.constant dense<[0.0, 0.16911755502223969]> : tensor<2xf32>
  %h5_3 = xla.optimization_barrier %x5_3 : (tensor<2xf32>) -> tensor<2xf32>
  %x5_4 = xla.constant dense<[[-0.05900000035762787, 1.6990000009536743], [1.6009999513626099, -0.36000001430511475], [0.1340000033378601, -0.3540000021457672]]> : tensor<3x2xf32>
  %h5_4 = xla.optimization_barrier %x5_4 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %e5_0 = xla.constant dense<[[-2.0975959300994873, 1.808402180671692], [3.5397636890411377, -1.1606134176254272], [-1.44216787815094, -0.6477886438369751]]> : tensor<3x2xf32>
  %e5_1 = xla.constant dense<[0.0, 1.7846757173538208]> : tensor<2xf32>
  %e5_2 = xla.constant dense<[1.6759999990463257, 0.9850000143051147]> : tensor<2xf32>
  %run5:3 = xla.batch_norm_grad %h5_0, %h5_1, %h5_2, %h5_3, %h5_4, epsilon = 0.25, feature = 1 : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%run5#0, %e5_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run5#1, %e5_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run5#2, %e5_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold5:3 = xla.batch_norm_grad %x5_0, %x5_1, %x5_2, %x5_3, %x5_4, epsilon = 0.25, feature = 1 : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold5#0, %e5_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold5#1, %e5_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold5#2, %e5_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // f64
  %x6_0 = xla.constant dense<[[-1.229, 1.669], [1.507, -1.537], [-1.244, 1.202]]> : tensor<3x2xf64>
  %h6_0 = xla.optimization_barrier %x6_0 : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %x6_1 = xla.constant dense<[-1.834, -0.917]> : tensor<2xf64>
  %h6_1 = xla.optimization_barrier %x6_1 : (tensor<2xf64>) -> tensor<2xf64>
  %x6_2 = xla.constant dense<[-0.32200000000000006, 0.4446666666666667]> : tensor<2xf64>
  %h6_2 = xla.optimization_barrier %x6_2 : (tensor<2xf64>) -> tensor<2xf64>
  %x6_3 = xla.constant dense<[1.672658, 1.9998495555555555]> : tensor<2xf64>
  %h6_3 = xla.optimization_barrier %x6_3 : (tensor<2xf64>) -> tensor<2xf64>
  %x6_4 = xla.constant dense<[[0.142, 0.534], [1.445, -0.907], [-0.836, -1.431]]> : tensor<3x2xf64>
  %h6_4 = xla.optimization_barrier %x6_4 : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %e6_0 = xla.constant dense<[[-0.6876389335751742, -0.5552004919997958], [0.0027379751078364873, -0.09450003008260786], [0.6849009584673377, 0.6497005220824035]]> : tensor<3x2xf64>
  %e6_1 = xla.constant dense<[2.539154872413822, 0.9667078370255499]> : tensor<2xf64>
  %e6_2 = xla.constant dense<[0.751, -1.804]> : tensor<2xf64>
  %run6:3 = xla.batch_norm_grad %h6_0, %h6_1, %h6_2, %h6_3, %h6_4, epsilon = 0.001, feature = 1 : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  xla.custom_call "check.expect_almost_eq"(%run6#0, %e6_0) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<3x2xf64>, tensor<3x2xf64>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run6#1, %e6_1) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run6#2, %e6_2) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %fold6:3 = xla.batch_norm_grad %x6_0, %x6_1, %x6_2, %x6_3, %x6_4, epsilon = 0.001, feature = 1 : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  xla.custom_call "check.expect_almost_eq"(%fold6#0, %e6_0) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<3x2xf64>, tensor<3x2xf64>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold6#1, %e6_1) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold6#2, %e6_2) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()

  // no element: the features alone are left
  %x7_0 = xla.constant dense<> : tensor<0x2xf32>
  %h7_0 = xla.optimization_barrier %x7_0 : (tensor<0x2xf32>) -> tensor<0x2xf32>
  %x7_1 = xla.constant dense<[-0.8759999871253967, 0.8059999942779541]> : tensor<2xf32>
  %h7_1 = xla.optimization_barrier %x7_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x7_2 = xla.constant dense<[-0.5009999871253967, 0.4390000104904175]> : tensor<2xf32>
  %h7_2 = xla.optimization_barrier %x7_2 : (tensor<2xf32>) -> tensor<2xf32>
  %x7_3 = xla.constant dense<[1.5019999742507935, 1.3980000019073486]> : tensor<2xf32>
  %h7_3 = xla.optimization_barrier %x7_3 : (tensor<2xf32>) -> tensor<2xf32>
  %x7_4 = xla.constant dense<> : tensor<0x2xf32>
  %h7_4 = xla.optimization_barrier %x7_4 : (tensor<0x2xf32>) -> tensor<0x2xf32>
  %e7_0 = xla.constant dense<> : tensor<0x2xf32>
  %e7_1 = xla.constant dense<[0.0, 0.0]> : tensor<2xf32>
  %e7_2 = xla.constant dense<[0.0, 0.0]> : tensor<2xf32>
  %run7:3 = xla.batch_norm_grad %h7_0, %h7_1, %h7_2, %h7_3, %h7_4, epsilon = 0.001, feature = 1 : (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<0x2xf32>) -> (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%run7#0, %e7_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run7#1, %e7_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run7#2, %e7_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold7:3 = xla.batch_norm_grad %x7_0, %x7_1, %x7_2, %x7_3, %x7_4, epsilon = 0.001, feature = 1 : (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<0x2xf32>) -> (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold7#0, %e7_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold7#1, %e7_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold7#2, %e7_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // no feature
  %x8_0 = xla.constant dense<> : tensor<3x0xf32>
  %h8_0 = xla.optimization_barrier %x8_0 : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %x8_1 = xla.constant dense<> : tensor<0xf32>
  %h8_1 = xla.optimization_barrier %x8_1 : (tensor<0xf32>) -> tensor<0xf32>
  %x8_2 = xla.constant dense<> : tensor<0xf32>
  %h8_2 = xla.optimization_barrier %x8_2 : (tensor<0xf32>) -> tensor<0xf32>
  %x8_3 = xla.constant dense<> : tensor<0xf32>
  %h8_3 = xla.optimization_barrier %x8_3 : (tensor<0xf32>) -> tensor<0xf32>
  %x8_4 = xla.constant dense<> : tensor<3x0xf32>
  %h8_4 = xla.optimization_barrier %x8_4 : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %e8_0 = xla.constant dense<> : tensor<3x0xf32>
  %e8_1 = xla.constant dense<> : tensor<0xf32>
  %e8_2 = xla.constant dense<> : tensor<0xf32>
  %run8:3 = xla.batch_norm_grad %h8_0, %h8_1, %h8_2, %h8_3, %h8_4, epsilon = 0.001, feature = 1 : (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>)
  xla.custom_call "check.expect_almost_eq"(%run8#0, %e8_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x0xf32>, tensor<3x0xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run8#1, %e8_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0xf32>, tensor<0xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run8#2, %e8_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0xf32>, tensor<0xf32>) -> ()
  %fold8:3 = xla.batch_norm_grad %x8_0, %x8_1, %x8_2, %x8_3, %x8_4, epsilon = 0.001, feature = 1 : (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<3x0xf32>) -> (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold8#0, %e8_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x0xf32>, tensor<3x0xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold8#1, %e8_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0xf32>, tensor<0xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold8#2, %e8_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0xf32>, tensor<0xf32>) -> ()
  return
}
