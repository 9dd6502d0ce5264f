// RUN: xla-run %s
//
// batch_norm_training: features in any dimension, any rank, sizes of 0, a constant feature, f64 and bf16.
// Each case runs on values the compiler cannot see and on constants that it may fold. The numbers are those of the
// documents' formulas in f64.

func.func @main() {
  // features in the last dimension
  %x0_0 = xla.constant dense<[[[[0.2070000022649765, -0.8960000276565552, -1.628000020980835], [0.7670000195503235, 0.7799999713897705, -1.7389999628067017]], [[0.29499998688697815, 1.4019999504089355, 1.0520000457763672], [-0.7799999713897705, -1.9600000381469727, -1.0529999732971191]], [[-1.434999942779541, -0.49300000071525574, -0.09600000083446503], [-0.11500000208616257, -1.4040000438690186, -0.6570000052452087]]], [[[-1.0980000495910645, 1.4049999713897705, 1.184999942779541], [1.75600004196167, -0.4129999876022339, 1.222000002861023]], [[-1.2280000448226929, -0.5889999866485596, -0.46299999952316284], [-0.8140000104904175, -1.190999984741211, 1.6679999828338623]], [[-0.20800000429153442, 0.8479999899864197, -1.1460000276565552], [0.7850000262260437, 0.781000018119812, 1.6130000352859497]]]]> : tensor<2x3x2x3xf32>
  %h0_0 = xla.optimization_barrier %x0_0 : (tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  %x0_1 = xla.constant dense<[-0.921999990940094, 1.7899999618530273, 1.4019999504089355]> : tensor<3xf32>
  %h0_1 = xla.optimization_barrier %x0_1 : (tensor<3xf32>) -> tensor<3xf32>
  %x0_2 = xla.constant dense<[-1.38100004196167, -0.382999986410141, -0.4869999885559082]> : tensor<3xf32>
  %h0_2 = xla.optimization_barrier %x0_2 : (tensor<3xf32>) -> tensor<3xf32>
  %e0_0 = xla.constant dense<[[[[-1.742985486984253, -1.610062837600708, -2.3388125896453857], [-2.301933765411377, 1.1253269910812378, -2.4653444290161133]], [[-1.8308202028274536, 2.1404895782470703, 0.7161937355995178], [-0.7578394412994385, -3.3466110229492188, -1.6833540201187134]], [[-0.10406971722841263, -0.9523288011550903, -0.5924432873725891], [-1.4215903282165527, -2.439166784286499, -1.2319427728652954]]], [[[-0.44043663144111633, 2.145385980606079, 0.8678039908409119], [-3.289076089859009, -0.8217612504959106, 0.909981369972229]], [[-0.3106808066368103, -1.109009861946106, -1.0107967853546143], [-0.723903238773346, -2.0915305614471436, 1.418389081954956]], [[-1.3287650346755981, 1.2363094091415405, -1.789367437362671], [-2.319899797439575, 1.126959204673767, 1.3556931018829346]]]]> : tensor<2x3x2x3xf32>
  %e0_1 = xla.constant dense<[-0.15566666424274445, -0.14416667819023132, -0.003499998478218913]> : tensor<3xf32>
  %e0_2 = xla.constant dense<[0.8522863984107971, 1.2018615007400513, 1.5116602182388306]> : tensor<3xf32>
  %run0:3 = xla.batch_norm_training %h0_0, %h0_1, %h0_2, epsilon = 0.001, feature = 3 : (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  xla.custom_call "check.expect_almost_eq"(%run0#0, %e0_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x3x2x3xf32>, tensor<2x3x2x3xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run0#1, %e0_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run0#2, %e0_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %fold0:3 = xla.batch_norm_training %x0_0, %x0_1, %x0_2, epsilon = 0.001, feature = 3 : (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold0#0, %e0_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x3x2x3xf32>, tensor<2x3x2x3xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold0#1, %e0_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold0#2, %e0_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3xf32>, tensor<3xf32>) -> ()

  // features in front
  %x1_0 = xla.constant dense<[[1.9930000305175781, 0.7160000205039978, -1.4229999780654907, -0.04399999976158142, 1.0529999732971191], [-1.7699999809265137, 0.9480000138282776, 0.699999988079071, 1.0169999599456787, -1.3849999904632568]]> : tensor<2x5xf32>
  %h1_0 = xla.optimization_barrier %x1_0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %x1_1 = xla.constant dense<[1.7979999780654907, -0.4449999928474426]> : tensor<2xf32>
  %h1_1 = xla.optimization_barrier %x1_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x1_2 = xla.constant dense<[0.652999997138977, -1.0219999551773071]> : tensor<2xf32>
  %h1_2 = xla.optimization_barrier %x1_2 : (tensor<2xf32>) -> tensor<2xf32>
  %e1_0 = xla.constant dense<[[3.050564765930176, 1.0546780824661255, -2.288471221923828, -0.1331636607646942, 1.5813920497894287], [-0.41352349519729614, -1.402661681175232, -1.3124091625213623, -1.4277722835540771, -0.5536332130432129]]> : tensor<2x5xf32>
  %e1_1 = xla.constant dense<[0.45900002121925354, -0.09800000488758087]> : tensor<2xf32>
  %e1_2 = xla.constant dense<[1.3133947849273682, 1.4852195978164673]> : tensor<2xf32>
  %run1:3 = xla.batch_norm_training %h1_0, %h1_1, %h1_2, epsilon = 0.01, feature = 0 : (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%run1#0, %e1_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x5xf32>, tensor<2x5xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run1#1, %e1_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run1#2, %e1_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold1:3 = xla.batch_norm_training %x1_0, %x1_1, %x1_2, epsilon = 0.01, feature = 0 : (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold1#0, %e1_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x5xf32>, tensor<2x5xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold1#1, %e1_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold1#2, %e1_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // features in the middle
  %x2_0 = xla.constant dense<[[[-1.8530000448226929, -1.7740000486373901, 0.2840000092983246, 1.6030000448226929], [0.7049999833106995, -1.7970000505447388, -1.9229999780654907, 1.9329999685287476]], [[-0.3059999942779541, 1.5549999475479126, 1.0260000228881836, 0.9300000071525574], [1.3480000495910645, -0.49799999594688416, -0.7720000147819519, -1.7869999408721924]], [[1.9259999990463257, -1.6419999599456787, 1.4700000286102295, -1.6950000524520874], [0.42500001192092896, 1.5169999599456787, 0.2849999964237213, 0.34200000762939453]]]> : tensor<3x2x4xf32>
  %h2_0 = xla.optimization_barrier %x2_0 : (tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %x2_1 = xla.constant dense<[0.09600000083446503, -1.6269999742507935]> : tensor<2xf32>
  %h2_1 = xla.optimization_barrier %x2_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x2_2 = xla.constant dense<[1.8530000448226929, 0.7680000066757202]> : tensor<2xf32>
  %h2_2 = xla.optimization_barrier %x2_2 : (tensor<2xf32>) -> tensor<2xf32>
  %e2_0 = xla.constant dense<[[[1.7210928201675415, 1.726355791091919, 1.8634593486785889, 1.9513309001922607], [-0.15064838528633118, 3.026211738586426, 3.186197519302368, -1.7098746299743652]], [[1.8241536617279053, 1.948133111000061, 1.9128912687301636, 1.9064958095550537], [-0.967083752155304, 1.376834750175476, 1.7247402667999268, 3.013514280319214]], [[1.9728491306304932, 1.735149621963501, 1.9424704313278198, 1.7316187620162964], [0.20487549901008606, -1.181667685508728, 0.38263747096061707, 0.3102629482746124]]]> : tensor<3x2x4xf32>
  %e2_1 = xla.constant dense<[0.12700000405311584, -0.01850000023841858]> : tensor<2xf32>
  %e2_2 = xla.constant dense<[2.075516939163208, 1.6409257650375366]> : tensor<2xf32>
  %run2:3 = xla.batch_norm_training %h2_0, %h2_1, %h2_2, epsilon = 0.001, feature = 1 : (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%run2#0, %e2_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run2#1, %e2_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run2#2, %e2_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold2:3 = xla.batch_norm_training %x2_0, %x2_1, %x2_2, epsilon = 0.001, feature = 1 : (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold2#0, %e2_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold2#1, %e2_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold2#2, %e2_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // a vector is one element a feature
  %x3_0 = xla.constant dense<[1.7710000276565552, 1.4270000457763672, -1.0850000381469727, 1.0700000524520874]> : tensor<4xf32>
  %h3_0 = xla.optimization_barrier %x3_0 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_1 = xla.constant dense<[0.1679999977350235, -1.1549999713897705, 0.3070000112056732, 1.8980000019073486]> : tensor<4xf32>
  %h3_1 = xla.optimization_barrier %x3_1 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_2 = xla.constant dense<[-1.8700000047683716, 0.6600000262260437, -0.33799999952316284, -0.014000000432133675]> : tensor<4xf32>
  %h3_2 = xla.optimization_barrier %x3_2 : (tensor<4xf32>) -> tensor<4xf32>
  %e3_0 = xla.constant dense<[-1.8700000047683716, 0.6600000262260437, -0.33799999952316284, -0.014000000432133675]> : tensor<4xf32>
  %e3_1 = xla.constant dense<[1.7710000276565552, 1.4270000457763672, -1.0850000381469727, 1.0700000524520874]> : tensor<4xf32>
  %e3_2 = xla.constant dense<[0.0, 0.0, 0.0, 0.0]> : tensor<4xf32>
  %run3:3 = xla.batch_norm_training %h3_0, %h3_1, %h3_2, epsilon = 0.5, feature = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  xla.custom_call "check.expect_almost_eq"(%run3#0, %e3_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run3#1, %e3_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run3#2, %e3_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %fold3:3 = xla.batch_norm_training %x3_0, %x3_1, %x3_2, epsilon = 0.5, feature = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold3#0, %e3_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold3#1, %e3_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold3#2, %e3_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()

  // more features than a vector has lanes
  %x4_0 = xla.constant dense<[[0.7409999966621399, -1.2079999446868896, -1.8140000104904175, -1.4019999504089355, -0.43700000643730164, 0.6019999980926514, -0.06700000166893005, 1.1740000247955322, -0.925000011920929, -1.5399999618530273, 0.35600000619888306, 0.8550000190734863, -0.06800000369548798, -1.7760000228881836, -0.2280000001192093, 0.7870000004768372, -0.5559999942779541, 1.3569999933242798, -1.0670000314712524, 0.6909999847412109], [-0.40400001406669617, -1.5720000267028809, -0.9520000219345093, -1.4570000171661377, 0.19200000166893005, 1.3910000324249268, 1.0110000371932983, 0.5329999923706055, -1.8220000267028809, 0.44600000977516174, 1.0989999771118164, -0.7329999804496765, -0.13199999928474426, -0.21899999678134918, -0.03500000014901161, -1.6369999647140503, 0.05900000035762787, -0.9269999861717224, 0.1850000023841858, -1.7089999914169312], [-0.781000018119812, -1.5750000476837158, 1.0260000228881836, 1.746000051498413, 0.8640000224113464, -0.4339999854564667, -0.26100000739097595, 0.41600000858306885, -1.1640000343322754, -1.9140000343322754, 1.4160000085830688, -0.07800000160932541, 0.8730000257492065, -0.1770000010728836, -0.9449999928474426, -1.8660000562667847, 0.4090000092983246, 0.12399999797344208, -1.965999960899353, -1.440000057220459], [1.753000020980835, 0.8610000014305115, -1.1150000095367432, -0.5049999952316284, 0.6539999842643738, 1.3550000190734863, -1.5119999647140503, 0.6290000081062317, 0.2849999964237213, 0.828000009059906, -1.6089999675750732, -0.4970000088214874, 0.5950000286102295, -0.8920000195503235, 0.21400000154972076, -0.3009999990463257, 0.17599999904632568, 1.3600000143051147, 1.0069999694824219, -1.6019999980926514]]> : tensor<4x20xf32>
  %h4_0 = xla.optimization_barrier %x4_0 : (tensor<4x20xf32>) -> tensor<4x20xf32>
  %x4_1 = xla.constant dense<[0.6650000214576721, -1.8209999799728394, -0.6880000233650208, 0.9139999747276306, 1.093999981880188, 1.9509999752044678, -0.921999990940094, 0.09000000357627869, 0.6050000190734863, 1.1519999504089355, 1.50600004196167, -0.7260000109672546, -1.3530000448226929, -1.0369999408721924, 1.0429999828338623, -1.7339999675750732, -1.0230000019073486, 1.3450000286102295, 1.8320000171661377, -0.22300000488758087]> : tensor<20xf32>
  %h4_1 = xla.optimization_barrier %x4_1 : (tensor<20xf32>) -> tensor<20xf32>
  %x4_2 = xla.constant dense<[1.0920000076293945, -0.45100000500679016, -0.9169999957084656, 0.26499998569488525, -1.5299999713897705, -0.1289999932050705, 0.6499999761581421, 1.8240000009536743, 1.5440000295639038, -1.1440000534057617, -0.29499998688697815, -1.7799999713897705, -1.7869999408721924, 1.9639999866485596, -1.2879999876022339, -0.5849999785423279, 0.8920000195503235, -1.121000051498413, -0.34599998593330383, -1.5449999570846558]> : tensor<20xf32>
  %h4_2 = xla.optimization_barrier %x4_2 : (tensor<20xf32>) -> tensor<20xf32>
  %e4_0 = xla.constant dense<[[1.368150234222412, 0.15032869577407837, -0.20004993677139282, -0.43728014826774597, -3.1817333698272705, -0.4615742564201355, 0.5057206749916077, 1.973656415939331, 1.5293302536010742, -2.1012465953826904, -0.24314647912979126, -2.937950372695923, -0.5761216282844543, 3.577198028564453, -1.2385892868041992, -3.0771114826202393, 2.5432052612304688, 0.11527591198682785, -1.3201028108596802, -1.9292383193969727], [0.6039400100708008, 0.8046896457672119, -0.7617504000663757, -0.47600239515304565, -1.8061089515686035, 1.6127424240112305, -0.603249728679657, 1.7762700319290161, 0.8180457949638367, -0.1906016767024994, 0.7081413269042969, -1.0388280153274536, -0.37483277916908264, 1.0903174877166748, -0.7734054327011108, 0.8423552513122559, 0.7863000631332397, -3.09890079498291, 0.6899124383926392, -1.388692021369934], [0.3523179292678833, 0.810082733631134, -2.050663948059082, 1.7790385484695435, -0.33644354343414307, -3.185265064239502, 0.7052941918373108, 1.7402417659759521, 1.339812994003296, -2.4610559940338135, 1.1140071153640747, -1.8221561908721924, -3.5356969833374023, 1.0232340097427368, -2.966759204864502, 1.2126350402832031, -0.2135646790266037, -1.6198729276657104, -2.7633965015411377, -1.4492782354354858], [2.0435919761657715, -3.569101095199585, -0.6555355787277222, 0.194243922829628, -0.7957140803337097, 1.5180968046188354, 1.992234706878662, 1.805831789970398, 2.4888110160827637, 0.17690403759479523, -2.7590019702911377, -1.3210653066635132, -2.661348342895508, 2.165250539779663, -0.17324598133563995, -1.3178788423538208, 0.4520595669746399, 0.11949771642684937, 2.009587049484253, -1.41279137134552]]> : tensor<4x20xf32>
  %e4_1 = xla.constant dense<[0.32725000381469727, -0.8734999895095825, -0.7137500047683716, -0.40449997782707214, 0.31825000047683716, 0.7285000085830688, -0.2072499841451645, 0.6880000233650208, -0.9065000414848328, -0.5450000166893005, 0.31550002098083496, -0.1132499948143959, 0.31700000166893005, -0.7660000324249268, -0.2485000044107437, -0.7542499899864197, 0.02200000360608101, 0.47850000858306885, -0.46025002002716064, -1.0149999856948853]> : tensor<20xf32>
  %e4_2 = xla.constant dense<[0.9917241930961609, 1.0250962972640991, 1.1137611865997314, 1.6843782663345337, 0.24922819435596466, 0.5497042536735535, 0.8022661805152893, 0.08442150801420212, 0.5811152458190918, 1.4328490495681763, 1.3825782537460327, 0.36752620339393616, 0.18406151235103607, 0.42052650451660156, 0.18625524640083313, 1.1490306854248047, 0.12723450362682343, 0.9124762415885925, 1.301149606704712, 0.9793164730072021]> : tensor<20xf32>
  %run4:3 = xla.batch_norm_training %h4_0, %h4_1, %h4_2, epsilon = 0.001, feature = 1 : (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>) -> (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>)
  xla.custom_call "check.expect_almost_eq"(%run4#0, %e4_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4x20xf32>, tensor<4x20xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run4#1, %e4_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<20xf32>, tensor<20xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run4#2, %e4_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<20xf32>, tensor<20xf32>) -> ()
  %fold4:3 = xla.batch_norm_training %x4_0, %x4_1, %x4_2, epsilon = 0.001, feature = 1 : (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>) -> (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold4#0, %e4_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4x20xf32>, tensor<4x20xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold4#1, %e4_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<20xf32>, tensor<20xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold4#2, %e4_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<20xf32>, tensor<20xf32>) -> ()

  // a constant feature: epsilon alone keeps it finite
  %x5_0 = xla.constant dense<[[1.5, -0.640999972820282], [1.5, -0.8069999814033508], [1.5, -0.2460000067949295]]> : tensor<3x2xf32>
  %h5_0 = xla.optimization_barrier %x5_0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %x5_1 = xla.constant dense<[-0.8050000071525574, -0.8299999833106995]> : tensor<2xf32>
  %h5_1 = xla.optimization_barrier %x5_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x5_2 = xla.constant dense<[-0.6129999756813049, -0.12399999797344208]> : tensor<2xf32>
  %h5_2 = xla.optimization_barrier %x5_2 : (tensor<2xf32>) -> tensor<2xf32>
  %e5_0 = xla.constant dense<[[-0.6129999756813049, -0.009348096325993538], [-0.6129999756813049, 0.23998229205608368], [-0.6129999756813049, -0.6026341915130615]]> : tensor<3x2xf32>
  %e5_1 = xla.constant dense<[1.5, -0.5646666288375854]> : tensor<2xf32>
  %e5_2 = xla.constant dense<[0.0, 0.0553668849170208]> : tensor<2xf32>
  %run5:3 = xla.batch_norm_training %h5_0, %h5_1, %h5_2, epsilon = 0.25, feature = 1 : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%run5#0, %e5_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run5#1, %e5_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run5#2, %e5_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %fold5:3 = xla.batch_norm_training %x5_0, %x5_1, %x5_2, epsilon = 0.25, feature = 1 : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold5#0, %e5_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold5#1, %e5_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold5#2, %e5_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2xf32>, tensor<2xf32>) -> ()

  // f64
  %x6_0 = xla.constant dense<[[-0.559, 0.712], [-0.624, -1.619], [-1.73, -0.559]]> : tensor<3x2xf64>
  %h6_0 = xla.optimization_barrier %x6_0 : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %x6_1 = xla.constant dense<[1.898, -0.305]> : tensor<2xf64>
  %h6_1 = xla.optimization_barrier %x6_1 : (tensor<2xf64>) -> tensor<2xf64>
  %x6_2 = xla.constant dense<[-0.432, -1.856]> : tensor<2xf64>
  %h6_2 = xla.optimization_barrier %x6_2 : (tensor<2xf64>) -> tensor<2xf64>
  %e6_0 = xla.constant dense<[[1.020732654707473, -2.2400823704077593], [0.7915393960764399, -1.494416624638337], [-3.108272050783912, -1.8335010049539042]]> : tensor<3x2xf64>
  %e6_1 = xla.constant dense<[-0.9710000000000001, -0.48866666666666675]> : tensor<2xf64>
  %e6_2 = xla.constant dense<[0.28874466666666665, 0.9080668888888889]> : tensor<2xf64>
  %run6:3 = xla.batch_norm_training %h6_0, %h6_1, %h6_2, epsilon = 0.001, feature = 1 : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  xla.custom_call "check.expect_almost_eq"(%run6#0, %e6_0) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<3x2xf64>, tensor<3x2xf64>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run6#1, %e6_1) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run6#2, %e6_2) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %fold6:3 = xla.batch_norm_training %x6_0, %x6_1, %x6_2, epsilon = 0.001, feature = 1 : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>)
  xla.custom_call "check.expect_almost_eq"(%fold6#0, %e6_0) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<3x2xf64>, tensor<3x2xf64>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold6#1, %e6_1) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold6#2, %e6_2) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<2xf64>, tensor<2xf64>) -> ()

  // no feature
  %x7_0 = xla.constant dense<> : tensor<3x0xf32>
  %h7_0 = xla.optimization_barrier %x7_0 : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %x7_1 = xla.constant dense<> : tensor<0xf32>
  %h7_1 = xla.optimization_barrier %x7_1 : (tensor<0xf32>) -> tensor<0xf32>
  %x7_2 = xla.constant dense<> : tensor<0xf32>
  %h7_2 = xla.optimization_barrier %x7_2 : (tensor<0xf32>) -> tensor<0xf32>
  %e7_0 = xla.constant dense<> : tensor<3x0xf32>
  %e7_1 = xla.constant dense<> : tensor<0xf32>
  %e7_2 = xla.constant dense<> : tensor<0xf32>
  %run7:3 = xla.batch_norm_training %h7_0, %h7_1, %h7_2, epsilon = 0.001, feature = 1 : (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>)
  xla.custom_call "check.expect_almost_eq"(%run7#0, %e7_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x0xf32>, tensor<3x0xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run7#1, %e7_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0xf32>, tensor<0xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%run7#2, %e7_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0xf32>, tensor<0xf32>) -> ()
  %fold7:3 = xla.batch_norm_training %x7_0, %x7_1, %x7_2, epsilon = 0.001, feature = 1 : (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>) -> (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>)
  xla.custom_call "check.expect_almost_eq"(%fold7#0, %e7_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x0xf32>, tensor<3x0xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold7#1, %e7_1) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0xf32>, tensor<0xf32>) -> ()
  xla.custom_call "check.expect_almost_eq"(%fold7#2, %e7_2) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0xf32>, tensor<0xf32>) -> ()
  return
}
