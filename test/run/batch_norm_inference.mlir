// RUN: xla-run %s
//
// batch_norm_inference: features in any dimension, any rank, sizes of 0, a constant feature, f64 and bf16.
// Each case runs on values the compiler cannot see and on constants that it may fold. The numbers are those of the
// documents' formulas in f64.

func.func @main() {
  // features in the last dimension
  %x0_0 = xla.constant dense<[[[[-0.03700000047683716, -1.8960000276565552, -1.0789999961853027], [-1.2139999866485596, -0.6520000100135803, -1.3730000257492065]], [[-1.253999948501587, -1.9739999771118164, -0.09000000357627869], [-0.9509999752044678, 1.3320000171661377, 1.097000002861023]], [[-0.17100000381469727, 1.593000054359436, -0.7049999833106995], [-1.7519999742507935, 1.4119999408721924, 1.8270000219345093]]], [[[-1.840999960899353, -0.4320000112056732, -1.8980000019073486], [0.6200000047683716, 1.2829999923706055, -1.6360000371932983]], [[0.9039999842643738, 0.12700000405311584, -1.3530000448226929], [-1.0169999599456787, -1.1480000019073486, -1.1770000457763672]], [[0.15299999713897705, -1.7719999551773071, 1.625], [-0.5040000081062317, -0.38600000739097595, 0.953000009059906]]]]> : tensor<2x3x2x3xf32>
  %h0_0 = xla.optimization_barrier %x0_0 : (tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  %x0_1 = xla.constant dense<[-1.7059999704360962, -1.1660000085830688, 0.7269999980926514]> : tensor<3xf32>
  %h0_1 = xla.optimization_barrier %x0_1 : (tensor<3xf32>) -> tensor<3xf32>
  %x0_2 = xla.constant dense<[0.6399999856948853, -0.08100000023841858, 0.890999972820282]> : tensor<3xf32>
  %h0_2 = xla.optimization_barrier %x0_2 : (tensor<3xf32>) -> tensor<3xf32>
  %x0_3 = xla.constant dense<[0.5090000033378601, 0.8169999718666077, 1.3480000495910645]> : tensor<3xf32>
  %h0_3 = xla.optimization_barrier %x0_3 : (tensor<3xf32>) -> tensor<3xf32>
  %x0_4 = xla.constant dense<[1.5770000219345093, 1.781000018119812, 1.152999997138977]> : tensor<3xf32>
  %h0_4 = xla.optimization_barrier %x0_4 : (tensor<3xf32>) -> tensor<3xf32>
  %e0_0 = xla.constant dense<[[[[1.381511926651001, 2.288706064224243, -0.7514845728874207], [2.9799726009368896, 1.202117681503296, -0.950450599193573]], [[3.0342957973480225, 2.3568363189697266, -0.08217382431030273], [2.6227974891662598, -0.5308336615562439, 0.7211344242095947]], [[1.5634948015213013, -0.7588076591491699, -0.4983781576156616], [3.7106199264526367, -0.6007106900215149, 1.215165615081787]]], [[[3.831489086151123, 1.0099557638168335, -1.3057469129562378], [0.48925304412841797, -0.4880339503288269, -1.1284371614456177]], [[0.10355821251869202, 0.5216897130012512, -0.9369154572486877], [2.712430715560913, 1.6353554725646973, -0.817806601524353]], [[1.1234766244888306, 2.180396556854248, 1.0784610509872437], [2.015735626220703, 0.969776451587677, 0.6236817240715027]]]]> : tensor<2x3x2x3xf32>
  %run0 = xla.batch_norm_inference %h0_0, %h0_1, %h0_2, %h0_3, %h0_4, epsilon = 0.001, feature = 3 : (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x2x3xf32>
  xla.custom_call "check.expect_almost_eq"(%run0, %e0_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x3x2x3xf32>, tensor<2x3x2x3xf32>) -> ()
  %fold0 = xla.batch_norm_inference %x0_0, %x0_1, %x0_2, %x0_3, %x0_4, epsilon = 0.001, feature = 3 : (tensor<2x3x2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x2x3xf32>
  xla.custom_call "check.expect_almost_eq"(%fold0, %e0_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x3x2x3xf32>, tensor<2x3x2x3xf32>) -> ()

  // features in front
  %x1_0 = xla.constant dense<[[1.2760000228881836, 0.9509999752044678, -1.9609999656677246, 0.09799999743700027, 1.6180000305175781], [-0.2240000069141388, -0.5320000052452087, -0.5529999732971191, 1.2719999551773071, -0.5910000205039978]]> : tensor<2x5xf32>
  %h1_0 = xla.optimization_barrier %x1_0 : (tensor<2x5xf32>) -> tensor<2x5xf32>
  %x1_1 = xla.constant dense<[-1.1649999618530273, 0.7480000257492065]> : tensor<2xf32>
  %h1_1 = xla.optimization_barrier %x1_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x1_2 = xla.constant dense<[1.940999984741211, 0.4580000042915344]> : tensor<2xf32>
  %h1_2 = xla.optimization_barrier %x1_2 : (tensor<2xf32>) -> tensor<2xf32>
  %x1_3 = xla.constant dense<[-1.8739999532699585, -1.5959999561309814]> : tensor<2xf32>
  %h1_3 = xla.optimization_barrier %x1_3 : (tensor<2xf32>) -> tensor<2xf32>
  %x1_4 = xla.constant dense<[0.9580000042915344, 1.593000054359436]> : tensor<2xf32>
  %h1_4 = xla.optimization_barrier %x1_4 : (tensor<2xf32>) -> tensor<2xf32>
  %e1_0 = xla.constant dense<[[-1.7889137268066406, -1.4040812253952026, 2.0440165996551514, -0.39404433965682983, -2.193875789642334], [1.2685670852661133, 1.086603045463562, 1.0741963386535645, 2.1523923873901367, 1.0517462491989136]]> : tensor<2x5xf32>
  %run1 = xla.batch_norm_inference %h1_0, %h1_1, %h1_2, %h1_3, %h1_4, epsilon = 0.01, feature = 0 : (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x5xf32>
  xla.custom_call "check.expect_almost_eq"(%run1, %e1_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x5xf32>, tensor<2x5xf32>) -> ()
  %fold1 = xla.batch_norm_inference %x1_0, %x1_1, %x1_2, %x1_3, %x1_4, epsilon = 0.01, feature = 0 : (tensor<2x5xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x5xf32>
  xla.custom_call "check.expect_almost_eq"(%fold1, %e1_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<2x5xf32>, tensor<2x5xf32>) -> ()

  // features in the middle
  %x2_0 = xla.constant dense<[[[1.6230000257492065, 1.0540000200271606, -1.5740000009536743, 0.7200000286102295], [1.1200000047683716, -0.16699999570846558, -1.1230000257492065, 0.09200000017881393]], [[-0.21400000154972076, -0.6029999852180481, -1.934000015258789, -0.949999988079071], [0.9819999933242798, -0.7289999723434448, 0.6320000290870667, -0.328000009059906]], [[-1.1160000562667847, 0.9580000042915344, 1.694000005722046, 0.8899999856948853], [0.9729999899864197, -0.39500001072883606, 1.4809999465942383, 1.9220000505447388]]]> : tensor<3x2x4xf32>
  %h2_0 = xla.optimization_barrier %x2_0 : (tensor<3x2x4xf32>) -> tensor<3x2x4xf32>
  %x2_1 = xla.constant dense<[0.3889999985694885, 0.9129999876022339]> : tensor<2xf32>
  %h2_1 = xla.optimization_barrier %x2_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x2_2 = xla.constant dense<[-1.5720000267028809, -1.7519999742507935]> : tensor<2xf32>
  %h2_2 = xla.optimization_barrier %x2_2 : (tensor<2xf32>) -> tensor<2xf32>
  %x2_3 = xla.constant dense<[0.6629999876022339, -0.574999988079071]> : tensor<2xf32>
  %h2_3 = xla.optimization_barrier %x2_3 : (tensor<2xf32>) -> tensor<2xf32>
  %x2_4 = xla.constant dense<[0.9340000152587891, 1.4010000228881836]> : tensor<2xf32>
  %h2_4 = xla.optimization_barrier %x2_4 : (tensor<2xf32>) -> tensor<2xf32>
  %e2_0 = xla.constant dense<[[[-1.1857975721359253, -1.4147030115127563, -2.4719321727752686, -1.5490692853927612], [-0.4450274407863617, -1.437401294708252, -2.1745493412017822, -1.2376928329467773]], [[-1.9248120784759521, -2.0813045501708984, -2.616758108139038, -2.220900535583496], [-0.5514358282089233, -1.8707455396652222, -0.8213121294975281, -1.561544418334961]], [[-2.2876813411712646, -1.453323245048523, -1.1572346687316895, -1.4806792736053467], [-0.5583755373954773, -1.6132065057754517, -0.1666693240404129, 0.1733749508857727]]]> : tensor<3x2x4xf32>
  %run2 = xla.batch_norm_inference %h2_0, %h2_1, %h2_2, %h2_3, %h2_4, epsilon = 0.001, feature = 1 : (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x4xf32>
  xla.custom_call "check.expect_almost_eq"(%run2, %e2_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> ()
  %fold2 = xla.batch_norm_inference %x2_0, %x2_1, %x2_2, %x2_3, %x2_4, epsilon = 0.001, feature = 1 : (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x4xf32>
  xla.custom_call "check.expect_almost_eq"(%fold2, %e2_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2x4xf32>, tensor<3x2x4xf32>) -> ()

  // a vector is one element a feature
  %x3_0 = xla.constant dense<[-1.8489999771118164, 0.257999986410141, 0.7870000004768372, 0.9509999752044678]> : tensor<4xf32>
  %h3_0 = xla.optimization_barrier %x3_0 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_1 = xla.constant dense<[-1.9179999828338623, -1.7269999980926514, 1.1859999895095825, 1.5149999856948853]> : tensor<4xf32>
  %h3_1 = xla.optimization_barrier %x3_1 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_2 = xla.constant dense<[1.559000015258789, 0.1860000044107437, -0.6759999990463257, 1.2740000486373901]> : tensor<4xf32>
  %h3_2 = xla.optimization_barrier %x3_2 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_3 = xla.constant dense<[-0.5360000133514404, 1.7580000162124634, 0.03799999877810478, -1.937999963760376]> : tensor<4xf32>
  %h3_3 = xla.optimization_barrier %x3_3 : (tensor<4xf32>) -> tensor<4xf32>
  %x3_4 = xla.constant dense<[0.5350000262260437, 1.847000002861023, 0.9769999980926514, 0.7829999923706055]> : tensor<4xf32>
  %h3_4 = xla.optimization_barrier %x3_4 : (tensor<4xf32>) -> tensor<4xf32>
  %e3_0 = xla.constant dense<[4.034387111663818, 1.876935601234436, 0.05493079125881195, 5.138086318969727]> : tensor<4xf32>
  %run3 = xla.batch_norm_inference %h3_0, %h3_1, %h3_2, %h3_3, %h3_4, epsilon = 0.5, feature = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  xla.custom_call "check.expect_almost_eq"(%run3, %e3_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %fold3 = xla.batch_norm_inference %x3_0, %x3_1, %x3_2, %x3_3, %x3_4, epsilon = 0.5, feature = 0 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  xla.custom_call "check.expect_almost_eq"(%fold3, %e3_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()

  // more features than a vector has lanes
  %x4_0 = xla.constant dense<[[-1.7430000305175781, -0.6759999990463257, 1.777999997138977, -1.9730000495910645, 1.187999963760376, -0.46299999952316284, 1.1059999465942383, 1.3799999952316284, 1.628000020980835, -1.2419999837875366, 0.8600000143051147, -1.409999966621399, -1.1469999551773071, -1.1299999952316284, 1.8969999551773071, 1.5770000219345093, 0.9959999918937683, -1.2050000429153442, -1.5010000467300415, 1.031000018119812], [0.1509999930858612, 1.312999963760376, 0.7599999904632568, -0.5950000286102295, 0.1589999943971634, 1.2239999771118164, -0.1679999977350235, -1.8739999532699585, -0.3050000071525574, 0.9639999866485596, 0.32199999690055847, 1.2990000247955322, 0.9409999847412109, 0.4309999942779541, 0.906000018119812, -1.0429999828338623, -1.2979999780654907, -1.5210000276565552, -0.29100000858306885, -0.3190000057220459], [-0.9419999718666077, 1.1970000267028809, -1.128999948501587, -1.7869999408721924, -0.1899999976158142, -0.5210000276565552, -1.8910000324249268, -0.19900000095367432, -0.17000000178813934, 1.5700000524520874, 0.5920000076293945, -1.031000018119812, 1.8329999446868896, 1.3849999904632568, 1.5889999866485596, -0.45100000500679016, -1.0789999961853027, 1.4500000476837158, 1.2389999628067017, 0.628000020980835], [-1.6369999647140503, -0.33899998664855957, -1.5299999713897705, 1.7929999828338623, -0.972000002861023, 1.4800000190734863, 0.9909999966621399, 0.18400000035762787, 0.8939999938011169, -0.8610000014305115, -1.7929999828338623, 1.2940000295639038, -0.35100001096725464, -1.8459999561309814, -0.32899999618530273, 0.796999990940094, 1.121999979019165, 1.1859999895095825, -1.222000002861023, -1.9210000038146973]]> : tensor<4x20xf32>
  %h4_0 = xla.optimization_barrier %x4_0 : (tensor<4x20xf32>) -> tensor<4x20xf32>
  %x4_1 = xla.constant dense<[1.6360000371932983, -0.0689999982714653, -1.069000005722046, -1.4980000257492065, 1.378999948501587, -1.6480000019073486, 1.312000036239624, 0.7860000133514404, -1.1950000524520874, 1.559000015258789, 1.6540000438690186, -1.6299999952316284, -0.03400000184774399, 0.014000000432133675, -0.33500000834465027, 1.8459999561309814, -0.2240000069141388, 0.7319999933242798, 1.6480000019073486, 1.5420000553131104]> : tensor<20xf32>
  %h4_1 = xla.optimization_barrier %x4_1 : (tensor<20xf32>) -> tensor<20xf32>
  %x4_2 = xla.constant dense<[0.39500001072883606, 1.7929999828338623, -0.21199999749660492, 0.9819999933242798, -1.7300000190734863, -0.42800000309944153, -0.7080000042915344, 0.31299999356269836, -1.7549999952316284, -1.503999948501587, 0.14300000667572021, 1.8630000352859497, 1.7039999961853027, 0.17900000512599945, -1.156000018119812, 0.8690000176429749, -0.8209999799728394, -1.121999979019165, -0.024000000208616257, -1.7259999513626099]> : tensor<20xf32>
  %h4_2 = xla.optimization_barrier %x4_2 : (tensor<20xf32>) -> tensor<20xf32>
  %x4_3 = xla.constant dense<[-1.5169999599456787, 1.128000020980835, -0.8309999704360962, -1.565000057220459, -0.03400000184774399, -1.187999963760376, 1.9700000286102295, -0.04399999976158142, 0.6809999942779541, 1.5740000009536743, -0.061000000685453415, 0.8040000200271606, -0.22100000083446503, 1.3450000286102295, -0.006000000052154064, -0.2409999966621399, 1.6649999618530273, -0.22200000286102295, -0.7239999771118164, 1.503000020980835]> : tensor<20xf32>
  %h4_3 = xla.optimization_barrier %x4_3 : (tensor<20xf32>) -> tensor<20xf32>
  %x4_4 = xla.constant dense<[1.3860000371932983, 1.49399995803833, 1.2120000123977661, 1.2029999494552612, 1.7730000019073486, 0.6370000243186951, 1.9199999570846558, 1.406999945640564, 1.6100000143051147, 1.9980000257492065, 1.6360000371932983, 0.5450000166893005, 1.718999981880188, 1.6820000410079956, 1.9140000343322754, 0.8930000066757202, 1.7289999723434448, 1.652999997138977, 1.4149999618530273, 1.6670000553131104]> : tensor<20xf32>
  %h4_4 = xla.optimization_barrier %x4_4 : (tensor<20xf32>) -> tensor<20xf32>
  %e4_0 = xla.constant dense<[[0.08105495572090149, 1.8948040008544922, -2.7443363666534424, 1.5390045642852783, -0.4648016095161438, -1.9238389730453491, -1.525869369506836, 1.256259560585022, -2.6466002464294434, -4.609076976776123, 1.3336135149002075, 6.746923923492432, 1.728006362915039, 0.15229079127311707, -1.6166799068450928, 4.418415069580078, -0.7070665955543518, -1.6814957857131958, -1.1000851392745972, -2.2895445823669434], [2.712080478668213, 1.7825599908828735, -1.7562495470046997, -0.34225109219551086, -1.530177354812622, -5.404501438140869, -2.7318480014801025, -0.8991945385932922, -0.82668137550354, -2.176619529724121, 0.6381193995475769, 0.7710658311843872, 1.6738754510879517, 0.16913647949695587, -1.3767777681350708, -0.6968035697937012, -0.3163890838623047, -1.861354112625122, 0.5756715536117554, -3.9013779163360596], [1.193753719329834, 1.7891061305999756, 0.07724345475435257, 1.2850759029388428, -1.8915146589279175, -1.8041718006134033, -4.362853527069092, 0.21032777428627014, -0.9537838101387024, -1.5084104537963867, 0.9871591925621033, 5.910877227783203, 1.6507505178451538, 0.17943166196346283, -1.5421189069747925, 0.4590015411376953, -0.3536856770515442, -0.17034481465816498, 2.694603443145752, -2.7707066535949707], [0.22830356657505035, 1.875786304473877, 0.46646037697792053, -3.6023659706115723, -2.7011590003967285, -5.932687759399414, -1.634729266166687, 0.4640275239944458, -1.9555394649505615, -4.188965320587158, -2.0960254669189453, 0.7820954322814941, 1.7073701620101929, 0.14456400275230408, -1.077807903289795, 2.895563840866089, -0.7285248637199402, -0.32060617208480835, -0.7136916518211365, -5.8140869140625]]> : tensor<4x20xf32>
  %run4 = xla.batch_norm_inference %h4_0, %h4_1, %h4_2, %h4_3, %h4_4, epsilon = 0.001, feature = 1 : (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32>) -> tensor<4x20xf32>
  xla.custom_call "check.expect_almost_eq"(%run4, %e4_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4x20xf32>, tensor<4x20xf32>) -> ()
  %fold4 = xla.batch_norm_inference %x4_0, %x4_1, %x4_2, %x4_3, %x4_4, epsilon = 0.001, feature = 1 : (tensor<4x20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32>, tensor<20xf32>) -> tensor<4x20xf32>
  xla.custom_call "check.expect_almost_eq"(%fold4, %e4_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<4x20xf32>, tensor<4x20xf32>) -> ()

  // a constant feature: epsilon alone keeps it finite
  %x5_0 = xla.constant dense<[[1.5, -0.18799999356269836], [1.5, 1.7380000352859497], [1.5, -1.7710000276565552]]> : tensor<3x2xf32>
  %h5_0 = xla.optimization_barrier %x5_0 : (tensor<3x2xf32>) -> tensor<3x2xf32>
  %x5_1 = xla.constant dense<[1.340000033378601, 0.9800000190734863]> : tensor<2xf32>
  %h5_1 = xla.optimization_barrier %x5_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x5_2 = xla.constant dense<[1.2860000133514404, 1.1749999523162842]> : tensor<2xf32>
  %h5_2 = xla.optimization_barrier %x5_2 : (tensor<2xf32>) -> tensor<2xf32>
  %x5_3 = xla.constant dense<[0.746999979019165, 0.2930000126361847]> : tensor<2xf32>
  %h5_3 = xla.optimization_barrier %x5_3 : (tensor<2xf32>) -> tensor<2xf32>
  %x5_4 = xla.constant dense<[0.7080000042915344, 1.2970000505447388]> : tensor<2xf32>
  %h5_4 = xla.optimization_barrier %x5_4 : (tensor<2xf32>) -> tensor<2xf32>
  %e5_0 = xla.constant dense<[[2.316901206970215, 0.7960115075111389], [2.316901206970215, 2.3135411739349365], [2.316901206970215, -0.4512624442577362]]> : tensor<3x2xf32>
  %run5 = xla.batch_norm_inference %h5_0, %h5_1, %h5_2, %h5_3, %h5_4, epsilon = 0.25, feature = 1 : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  xla.custom_call "check.expect_almost_eq"(%run5, %e5_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  %fold5 = xla.batch_norm_inference %x5_0, %x5_1, %x5_2, %x5_3, %x5_4, epsilon = 0.25, feature = 1 : (tensor<3x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  xla.custom_call "check.expect_almost_eq"(%fold5, %e5_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()

  // f64
  %x6_0 = xla.constant dense<[[1.417, 1.846], [-1.248, 0.765], [-0.74, 0.389]]> : tensor<3x2xf64>
  %h6_0 = xla.optimization_barrier %x6_0 : (tensor<3x2xf64>) -> tensor<3x2xf64>
  %x6_1 = xla.constant dense<[-0.657, -1.172]> : tensor<2xf64>
  %h6_1 = xla.optimization_barrier %x6_1 : (tensor<2xf64>) -> tensor<2xf64>
  %x6_2 = xla.constant dense<[0.388, -0.555]> : tensor<2xf64>
  %h6_2 = xla.optimization_barrier %x6_2 : (tensor<2xf64>) -> tensor<2xf64>
  %x6_3 = xla.constant dense<[-0.325, 1.517]> : tensor<2xf64>
  %h6_3 = xla.optimization_barrier %x6_3 : (tensor<2xf64>) -> tensor<2xf64>
  %x6_4 = xla.constant dense<[1.467, 0.872]> : tensor<2xf64>
  %h6_4 = xla.optimization_barrier %x6_4 : (tensor<2xf64>) -> tensor<2xf64>
  %e6_0 = xla.constant dense<[[-0.5566055489183962, -0.9676828182971191], [0.8884999550239263, 0.3882750132505569], [0.6130351910454273, 0.8599125198758356]]> : tensor<3x2xf64>
  %run6 = xla.batch_norm_inference %h6_0, %h6_1, %h6_2, %h6_3, %h6_4, epsilon = 0.001, feature = 1 : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  xla.custom_call "check.expect_almost_eq"(%run6, %e6_0) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<3x2xf64>, tensor<3x2xf64>) -> ()
  %fold6 = xla.batch_norm_inference %x6_0, %x6_1, %x6_2, %x6_3, %x6_4, epsilon = 0.001, feature = 1 : (tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<3x2xf64>
  xla.custom_call "check.expect_almost_eq"(%fold6, %e6_0) {has_side_effect = true, tolerance = 1.0e-12 : f64} : (tensor<3x2xf64>, tensor<3x2xf64>) -> ()

  // no element: the features alone are left
  %x7_0 = xla.constant dense<> : tensor<0x2xf32>
  %h7_0 = xla.optimization_barrier %x7_0 : (tensor<0x2xf32>) -> tensor<0x2xf32>
  %x7_1 = xla.constant dense<[-0.9120000004768372, 0.14499999582767487]> : tensor<2xf32>
  %h7_1 = xla.optimization_barrier %x7_1 : (tensor<2xf32>) -> tensor<2xf32>
  %x7_2 = xla.constant dense<[-1.694000005722046, 1.3029999732971191]> : tensor<2xf32>
  %h7_2 = xla.optimization_barrier %x7_2 : (tensor<2xf32>) -> tensor<2xf32>
  %x7_3 = xla.constant dense<[0.9490000009536743, -1.6959999799728394]> : tensor<2xf32>
  %h7_3 = xla.optimization_barrier %x7_3 : (tensor<2xf32>) -> tensor<2xf32>
  %x7_4 = xla.constant dense<[0.6259999871253967, 0.5920000076293945]> : tensor<2xf32>
  %h7_4 = xla.optimization_barrier %x7_4 : (tensor<2xf32>) -> tensor<2xf32>
  %e7_0 = xla.constant dense<> : tensor<0x2xf32>
  %run7 = xla.batch_norm_inference %h7_0, %h7_1, %h7_2, %h7_3, %h7_4, epsilon = 0.001, feature = 1 : (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<0x2xf32>
  xla.custom_call "check.expect_almost_eq"(%run7, %e7_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()
  %fold7 = xla.batch_norm_inference %x7_0, %x7_1, %x7_2, %x7_3, %x7_4, epsilon = 0.001, feature = 1 : (tensor<0x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<0x2xf32>
  xla.custom_call "check.expect_almost_eq"(%fold7, %e7_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<0x2xf32>, tensor<0x2xf32>) -> ()

  // no feature
  %x8_0 = xla.constant dense<> : tensor<3x0xf32>
  %h8_0 = xla.optimization_barrier %x8_0 : (tensor<3x0xf32>) -> tensor<3x0xf32>
  %x8_1 = xla.constant dense<> : tensor<0xf32>
  %h8_1 = xla.optimization_barrier %x8_1 : (tensor<0xf32>) -> tensor<0xf32>
  %x8_2 = xla.constant dense<> : tensor<0xf32>
  %h8_2 = xla.optimization_barrier %x8_2 : (tensor<0xf32>) -> tensor<0xf32>
  %x8_3 = xla.constant dense<> : tensor<0xf32>
  %h8_3 = xla.optimization_barrier %x8_3 : (tensor<0xf32>) -> tensor<0xf32>
  %x8_4 = xla.constant dense<> : tensor<0xf32>
  %h8_4 = xla.optimization_barrier %x8_4 : (tensor<0xf32>) -> tensor<0xf32>
  %e8_0 = xla.constant dense<> : tensor<3x0xf32>
  %run8 = xla.batch_norm_inference %h8_0, %h8_1, %h8_2, %h8_3, %h8_4, epsilon = 0.001, feature = 1 : (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<3x0xf32>
  xla.custom_call "check.expect_almost_eq"(%run8, %e8_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x0xf32>, tensor<3x0xf32>) -> ()
  %fold8 = xla.batch_norm_inference %x8_0, %x8_1, %x8_2, %x8_3, %x8_4, epsilon = 0.001, feature = 1 : (tensor<3x0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xf32>) -> tensor<3x0xf32>
  xla.custom_call "check.expect_almost_eq"(%fold8, %e8_0) {has_side_effect = true, tolerance = 1.0e-05 : f64} : (tensor<3x0xf32>, tensor<3x0xf32>) -> ()
  return
}
