// RUN: xla-run %s --xla-keep-barriers
//
// Convolutions of a dilated operand, which are computed phase by phase, against those of the operand with zeros between
// its elements. All sums are of small integers, and exact.

func.func @main() {
  // a transposed convolution of stride 2
  %v1 = xla.iota dim = 0 : tensor<480xf32>
  %v2 = xla.constant dense<5.0> : tensor<480xf32>
  %v3 = xla.mul %v1, %v2 : tensor<480xf32>
  %v4 = xla.constant dense<7.0> : tensor<480xf32>
  %v5 = xla.rem %v3, %v4 : tensor<480xf32>
  %v6 = xla.constant dense<3.0> : tensor<480xf32>
  %v7 = xla.sub %v5, %v6 : tensor<480xf32>
  %v8 = xla.optimization_barrier %v7 : (tensor<480xf32>) -> tensor<480xf32>
  %v9 = xla.reshape %v8 : (tensor<480xf32>) -> tensor<2x6x5x8xf32>
  %v10 = xla.iota dim = 0 : tensor<2048xf32>
  %v11 = xla.constant dense<3.0> : tensor<2048xf32>
  %v12 = xla.mul %v10, %v11 : tensor<2048xf32>
  %v13 = xla.constant dense<11.0> : tensor<2048xf32>
  %v14 = xla.rem %v12, %v13 : tensor<2048xf32>
  %v15 = xla.constant dense<5.0> : tensor<2048xf32>
  %v16 = xla.sub %v14, %v15 : tensor<2048xf32>
  %v17 = xla.optimization_barrier %v16 : (tensor<2048xf32>) -> tensor<2048xf32>
  %v18 = xla.reshape %v17 : (tensor<2048xf32>) -> tensor<4x4x8x16xf32>
  %v19 = xla.constant dense<0.0> : tensor<f32>
  %v20 = xla.pad %v9, %v19, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 1, 1, 0] : (tensor<2x6x5x8xf32>, tensor<f32>) -> tensor<2x11x9x8xf32>
  %v21 = xla.optimization_barrier %v20 : (tensor<2x11x9x8xf32>) -> tensor<2x11x9x8xf32>
  %v22 = xla.conv_with_general_padding %v9, %v18, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[2, 2], [2, 2]], lhs_dilate = [2, 2]} : (tensor<2x6x5x8xf32>, tensor<4x4x8x16xf32>) -> tensor<2x12x10x16xf32>
  %v23 = xla.conv_with_general_padding %v21, %v18, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[2, 2], [2, 2]]} : (tensor<2x11x9x8xf32>, tensor<4x4x8x16xf32>) -> tensor<2x12x10x16xf32>
  xla.custom_call "check.expect_eq"(%v22, %v23) {has_side_effect = true} : (tensor<2x12x10x16xf32>, tensor<2x12x10x16xf32>) -> ()
  // a gradient: reversed, odd sizes, different dilations
  %v24 = xla.iota dim = 0 : tensor<280xf32>
  %v25 = xla.constant dense<5.0> : tensor<280xf32>
  %v26 = xla.mul %v24, %v25 : tensor<280xf32>
  %v27 = xla.constant dense<7.0> : tensor<280xf32>
  %v28 = xla.rem %v26, %v27 : tensor<280xf32>
  %v29 = xla.constant dense<3.0> : tensor<280xf32>
  %v30 = xla.sub %v28, %v29 : tensor<280xf32>
  %v31 = xla.optimization_barrier %v30 : (tensor<280xf32>) -> tensor<280xf32>
  %v32 = xla.reshape %v31 : (tensor<280xf32>) -> tensor<2x5x4x7xf32>
  %v33 = xla.iota dim = 0 : tensor<945xf32>
  %v34 = xla.constant dense<3.0> : tensor<945xf32>
  %v35 = xla.mul %v33, %v34 : tensor<945xf32>
  %v36 = xla.constant dense<11.0> : tensor<945xf32>
  %v37 = xla.rem %v35, %v36 : tensor<945xf32>
  %v38 = xla.constant dense<5.0> : tensor<945xf32>
  %v39 = xla.sub %v37, %v38 : tensor<945xf32>
  %v40 = xla.optimization_barrier %v39 : (tensor<945xf32>) -> tensor<945xf32>
  %v41 = xla.reshape %v40 : (tensor<945xf32>) -> tensor<3x5x7x9xf32>
  %v42 = xla.constant dense<0.0> : tensor<f32>
  %v43 = xla.pad %v32, %v42, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 1, 2, 0] : (tensor<2x5x4x7xf32>, tensor<f32>) -> tensor<2x9x10x7xf32>
  %v44 = xla.optimization_barrier %v43 : (tensor<2x9x10x7xf32>) -> tensor<2x9x10x7xf32>
  %v45 = xla.conv_with_general_padding %v32, %v41, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 2], [3, 1]], lhs_dilate = [2, 3], reverse = [true, true]} : (tensor<2x5x4x7xf32>, tensor<3x5x7x9xf32>) -> tensor<2x10x10x9xf32>
  %v46 = xla.conv_with_general_padding %v44, %v41, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 2], [3, 1]], reverse = [true, true]} : (tensor<2x9x10x7xf32>, tensor<3x5x7x9xf32>) -> tensor<2x10x10x9xf32>
  xla.custom_call "check.expect_eq"(%v45, %v46) {has_side_effect = true} : (tensor<2x10x10x9xf32>, tensor<2x10x10x9xf32>) -> ()
  // one dilated dimension, reversed in the other
  %v47 = xla.iota dim = 0 : tensor<168xf32>
  %v48 = xla.constant dense<5.0> : tensor<168xf32>
  %v49 = xla.mul %v47, %v48 : tensor<168xf32>
  %v50 = xla.constant dense<7.0> : tensor<168xf32>
  %v51 = xla.rem %v49, %v50 : tensor<168xf32>
  %v52 = xla.constant dense<3.0> : tensor<168xf32>
  %v53 = xla.sub %v51, %v52 : tensor<168xf32>
  %v54 = xla.optimization_barrier %v53 : (tensor<168xf32>) -> tensor<168xf32>
  %v55 = xla.reshape %v54 : (tensor<168xf32>) -> tensor<1x7x6x4xf32>
  %v56 = xla.iota dim = 0 : tensor<120xf32>
  %v57 = xla.constant dense<3.0> : tensor<120xf32>
  %v58 = xla.mul %v56, %v57 : tensor<120xf32>
  %v59 = xla.constant dense<11.0> : tensor<120xf32>
  %v60 = xla.rem %v58, %v59 : tensor<120xf32>
  %v61 = xla.constant dense<5.0> : tensor<120xf32>
  %v62 = xla.sub %v60, %v61 : tensor<120xf32>
  %v63 = xla.optimization_barrier %v62 : (tensor<120xf32>) -> tensor<120xf32>
  %v64 = xla.reshape %v63 : (tensor<120xf32>) -> tensor<3x2x4x5xf32>
  %v65 = xla.constant dense<0.0> : tensor<f32>
  %v66 = xla.pad %v55, %v65, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 2, 0] : (tensor<1x7x6x4xf32>, tensor<f32>) -> tensor<1x7x16x4xf32>
  %v67 = xla.optimization_barrier %v66 : (tensor<1x7x16x4xf32>) -> tensor<1x7x16x4xf32>
  %v68 = xla.conv_with_general_padding %v55, %v64, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[0, 1], [2, 2]], lhs_dilate = [1, 3], reverse = [true, false]} : (tensor<1x7x6x4xf32>, tensor<3x2x4x5xf32>) -> tensor<1x6x19x5xf32>
  %v69 = xla.conv_with_general_padding %v67, %v64, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[0, 1], [2, 2]], reverse = [true, false]} : (tensor<1x7x16x4xf32>, tensor<3x2x4x5xf32>) -> tensor<1x6x19x5xf32>
  xla.custom_call "check.expect_eq"(%v68, %v69) {has_side_effect = true} : (tensor<1x6x19x5xf32>, tensor<1x6x19x5xf32>) -> ()
  // a window with fewer elements than there are phases
  %v70 = xla.iota dim = 0 : tensor<60xf32>
  %v71 = xla.constant dense<5.0> : tensor<60xf32>
  %v72 = xla.mul %v70, %v71 : tensor<60xf32>
  %v73 = xla.constant dense<7.0> : tensor<60xf32>
  %v74 = xla.rem %v72, %v73 : tensor<60xf32>
  %v75 = xla.constant dense<3.0> : tensor<60xf32>
  %v76 = xla.sub %v74, %v75 : tensor<60xf32>
  %v77 = xla.optimization_barrier %v76 : (tensor<60xf32>) -> tensor<60xf32>
  %v78 = xla.reshape %v77 : (tensor<60xf32>) -> tensor<1x4x5x3xf32>
  %v79 = xla.iota dim = 0 : tensor<24xf32>
  %v80 = xla.constant dense<3.0> : tensor<24xf32>
  %v81 = xla.mul %v79, %v80 : tensor<24xf32>
  %v82 = xla.constant dense<11.0> : tensor<24xf32>
  %v83 = xla.rem %v81, %v82 : tensor<24xf32>
  %v84 = xla.constant dense<5.0> : tensor<24xf32>
  %v85 = xla.sub %v83, %v84 : tensor<24xf32>
  %v86 = xla.optimization_barrier %v85 : (tensor<24xf32>) -> tensor<24xf32>
  %v87 = xla.reshape %v86 : (tensor<24xf32>) -> tensor<2x1x3x4xf32>
  %v88 = xla.constant dense<0.0> : tensor<f32>
  %v89 = xla.pad %v78, %v88, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 2, 1, 0] : (tensor<1x4x5x3xf32>, tensor<f32>) -> tensor<1x10x9x3xf32>
  %v90 = xla.optimization_barrier %v89 : (tensor<1x10x9x3xf32>) -> tensor<1x10x9x3xf32>
  %v91 = xla.conv_with_general_padding %v78, %v87, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 0], [0, 3]], lhs_dilate = [3, 2]} : (tensor<1x4x5x3xf32>, tensor<2x1x3x4xf32>) -> tensor<1x10x12x4xf32>
  %v92 = xla.conv_with_general_padding %v90, %v87, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 0], [0, 3]]} : (tensor<1x10x9x3xf32>, tensor<2x1x3x4xf32>) -> tensor<1x10x12x4xf32>
  xla.custom_call "check.expect_eq"(%v91, %v92) {has_side_effect = true} : (tensor<1x10x12x4xf32>, tensor<1x10x12x4xf32>) -> ()
  // cropped
  %v93 = xla.iota dim = 0 : tensor<108xf32>
  %v94 = xla.constant dense<5.0> : tensor<108xf32>
  %v95 = xla.mul %v93, %v94 : tensor<108xf32>
  %v96 = xla.constant dense<7.0> : tensor<108xf32>
  %v97 = xla.rem %v95, %v96 : tensor<108xf32>
  %v98 = xla.constant dense<3.0> : tensor<108xf32>
  %v99 = xla.sub %v97, %v98 : tensor<108xf32>
  %v100 = xla.optimization_barrier %v99 : (tensor<108xf32>) -> tensor<108xf32>
  %v101 = xla.reshape %v100 : (tensor<108xf32>) -> tensor<2x9x6xf32>
  %v102 = xla.iota dim = 0 : tensor<240xf32>
  %v103 = xla.constant dense<3.0> : tensor<240xf32>
  %v104 = xla.mul %v102, %v103 : tensor<240xf32>
  %v105 = xla.constant dense<11.0> : tensor<240xf32>
  %v106 = xla.rem %v104, %v105 : tensor<240xf32>
  %v107 = xla.constant dense<5.0> : tensor<240xf32>
  %v108 = xla.sub %v106, %v107 : tensor<240xf32>
  %v109 = xla.optimization_barrier %v108 : (tensor<240xf32>) -> tensor<240xf32>
  %v110 = xla.reshape %v109 : (tensor<240xf32>) -> tensor<5x6x8xf32>
  %v111 = xla.constant dense<0.0> : tensor<f32>
  %v112 = xla.pad %v101, %v111, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 1, 0] : (tensor<2x9x6xf32>, tensor<f32>) -> tensor<2x17x6xf32>
  %v113 = xla.optimization_barrier %v112 : (tensor<2x17x6xf32>) -> tensor<2x17x6xf32>
  %v114 = xla.conv_with_general_padding %v101, %v110, dims = [0, 2, 1] x [2, 1, 0] -> [0, 2, 1], window = {pad = [[-3, -2]], lhs_dilate = [2]} : (tensor<2x9x6xf32>, tensor<5x6x8xf32>) -> tensor<2x8x8xf32>
  %v115 = xla.conv_with_general_padding %v113, %v110, dims = [0, 2, 1] x [2, 1, 0] -> [0, 2, 1], window = {pad = [[-3, -2]]} : (tensor<2x17x6xf32>, tensor<5x6x8xf32>) -> tensor<2x8x8xf32>
  xla.custom_call "check.expect_eq"(%v114, %v115) {has_side_effect = true} : (tensor<2x8x8xf32>, tensor<2x8x8xf32>) -> ()
  // fewer positions than phases
  %v116 = xla.iota dim = 0 : tensor<6xf32>
  %v117 = xla.constant dense<5.0> : tensor<6xf32>
  %v118 = xla.mul %v116, %v117 : tensor<6xf32>
  %v119 = xla.constant dense<7.0> : tensor<6xf32>
  %v120 = xla.rem %v118, %v119 : tensor<6xf32>
  %v121 = xla.constant dense<3.0> : tensor<6xf32>
  %v122 = xla.sub %v120, %v121 : tensor<6xf32>
  %v123 = xla.optimization_barrier %v122 : (tensor<6xf32>) -> tensor<6xf32>
  %v124 = xla.reshape %v123 : (tensor<6xf32>) -> tensor<1x2x3xf32>
  %v125 = xla.iota dim = 0 : tensor<72xf32>
  %v126 = xla.constant dense<3.0> : tensor<72xf32>
  %v127 = xla.mul %v125, %v126 : tensor<72xf32>
  %v128 = xla.constant dense<11.0> : tensor<72xf32>
  %v129 = xla.rem %v127, %v128 : tensor<72xf32>
  %v130 = xla.constant dense<5.0> : tensor<72xf32>
  %v131 = xla.sub %v129, %v130 : tensor<72xf32>
  %v132 = xla.optimization_barrier %v131 : (tensor<72xf32>) -> tensor<72xf32>
  %v133 = xla.reshape %v132 : (tensor<72xf32>) -> tensor<6x3x4xf32>
  %v134 = xla.constant dense<0.0> : tensor<f32>
  %v135 = xla.pad %v124, %v134, low = [0, 0, 0], high = [0, 0, 0], interior = [0, 3, 0] : (tensor<1x2x3xf32>, tensor<f32>) -> tensor<1x5x3xf32>
  %v136 = xla.optimization_barrier %v135 : (tensor<1x5x3xf32>) -> tensor<1x5x3xf32>
  %v137 = xla.conv_with_general_padding %v124, %v133, dims = [0, 2, 1] x [2, 1, 0] -> [0, 2, 1], window = {pad = [[1, 2]], lhs_dilate = [4]} : (tensor<1x2x3xf32>, tensor<6x3x4xf32>) -> tensor<1x3x4xf32>
  %v138 = xla.conv_with_general_padding %v136, %v133, dims = [0, 2, 1] x [2, 1, 0] -> [0, 2, 1], window = {pad = [[1, 2]]} : (tensor<1x5x3xf32>, tensor<6x3x4xf32>) -> tensor<1x3x4xf32>
  xla.custom_call "check.expect_eq"(%v137, %v138) {has_side_effect = true} : (tensor<1x3x4xf32>, tensor<1x3x4xf32>) -> ()
  // groups of features
  %v139 = xla.iota dim = 0 : tensor<300xf32>
  %v140 = xla.constant dense<5.0> : tensor<300xf32>
  %v141 = xla.mul %v139, %v140 : tensor<300xf32>
  %v142 = xla.constant dense<7.0> : tensor<300xf32>
  %v143 = xla.rem %v141, %v142 : tensor<300xf32>
  %v144 = xla.constant dense<3.0> : tensor<300xf32>
  %v145 = xla.sub %v143, %v144 : tensor<300xf32>
  %v146 = xla.optimization_barrier %v145 : (tensor<300xf32>) -> tensor<300xf32>
  %v147 = xla.reshape %v146 : (tensor<300xf32>) -> tensor<2x5x5x6xf32>
  %v148 = xla.iota dim = 0 : tensor<216xf32>
  %v149 = xla.constant dense<3.0> : tensor<216xf32>
  %v150 = xla.mul %v148, %v149 : tensor<216xf32>
  %v151 = xla.constant dense<11.0> : tensor<216xf32>
  %v152 = xla.rem %v150, %v151 : tensor<216xf32>
  %v153 = xla.constant dense<5.0> : tensor<216xf32>
  %v154 = xla.sub %v152, %v153 : tensor<216xf32>
  %v155 = xla.optimization_barrier %v154 : (tensor<216xf32>) -> tensor<216xf32>
  %v156 = xla.reshape %v155 : (tensor<216xf32>) -> tensor<3x3x3x8xf32>
  %v157 = xla.constant dense<0.0> : tensor<f32>
  %v158 = xla.pad %v147, %v157, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 1, 1, 0] : (tensor<2x5x5x6xf32>, tensor<f32>) -> tensor<2x9x9x6xf32>
  %v159 = xla.optimization_barrier %v158 : (tensor<2x9x9x6xf32>) -> tensor<2x9x9x6xf32>
  %v160 = xla.conv_with_general_padding %v147, %v156, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [2, 1]], lhs_dilate = [2, 2]} {feature_group_count = 2 : i64} : (tensor<2x5x5x6xf32>, tensor<3x3x3x8xf32>) -> tensor<2x9x10x8xf32>
  %v161 = xla.conv_with_general_padding %v159, %v156, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [2, 1]]} {feature_group_count = 2 : i64} : (tensor<2x9x9x6xf32>, tensor<3x3x3x8xf32>) -> tensor<2x9x10x8xf32>
  xla.custom_call "check.expect_eq"(%v160, %v161) {has_side_effect = true} : (tensor<2x9x10x8xf32>, tensor<2x9x10x8xf32>) -> ()
  // groups of the batch
  %v162 = xla.iota dim = 0 : tensor<300xf32>
  %v163 = xla.constant dense<5.0> : tensor<300xf32>
  %v164 = xla.mul %v162, %v163 : tensor<300xf32>
  %v165 = xla.constant dense<7.0> : tensor<300xf32>
  %v166 = xla.rem %v164, %v165 : tensor<300xf32>
  %v167 = xla.constant dense<3.0> : tensor<300xf32>
  %v168 = xla.sub %v166, %v167 : tensor<300xf32>
  %v169 = xla.optimization_barrier %v168 : (tensor<300xf32>) -> tensor<300xf32>
  %v170 = xla.reshape %v169 : (tensor<300xf32>) -> tensor<4x5x5x3xf32>
  %v171 = xla.iota dim = 0 : tensor<216xf32>
  %v172 = xla.constant dense<3.0> : tensor<216xf32>
  %v173 = xla.mul %v171, %v172 : tensor<216xf32>
  %v174 = xla.constant dense<11.0> : tensor<216xf32>
  %v175 = xla.rem %v173, %v174 : tensor<216xf32>
  %v176 = xla.constant dense<5.0> : tensor<216xf32>
  %v177 = xla.sub %v175, %v176 : tensor<216xf32>
  %v178 = xla.optimization_barrier %v177 : (tensor<216xf32>) -> tensor<216xf32>
  %v179 = xla.reshape %v178 : (tensor<216xf32>) -> tensor<3x3x3x8xf32>
  %v180 = xla.constant dense<0.0> : tensor<f32>
  %v181 = xla.pad %v170, %v180, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 1, 1, 0] : (tensor<4x5x5x3xf32>, tensor<f32>) -> tensor<4x9x9x3xf32>
  %v182 = xla.optimization_barrier %v181 : (tensor<4x9x9x3xf32>) -> tensor<4x9x9x3xf32>
  %v183 = xla.conv_with_general_padding %v170, %v179, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [2, 1]], lhs_dilate = [2, 2]} {batch_group_count = 2 : i64} : (tensor<4x5x5x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x9x10x8xf32>
  %v184 = xla.conv_with_general_padding %v182, %v179, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [2, 1]]} {batch_group_count = 2 : i64} : (tensor<4x9x9x3xf32>, tensor<3x3x3x8xf32>) -> tensor<2x9x10x8xf32>
  xla.custom_call "check.expect_eq"(%v183, %v184) {has_side_effect = true} : (tensor<2x9x10x8xf32>, tensor<2x9x10x8xf32>) -> ()
  // a stride, and a dilated window: not by phases
  %v185 = xla.iota dim = 0 : tensor<75xf32>
  %v186 = xla.constant dense<5.0> : tensor<75xf32>
  %v187 = xla.mul %v185, %v186 : tensor<75xf32>
  %v188 = xla.constant dense<7.0> : tensor<75xf32>
  %v189 = xla.rem %v187, %v188 : tensor<75xf32>
  %v190 = xla.constant dense<3.0> : tensor<75xf32>
  %v191 = xla.sub %v189, %v190 : tensor<75xf32>
  %v192 = xla.optimization_barrier %v191 : (tensor<75xf32>) -> tensor<75xf32>
  %v193 = xla.reshape %v192 : (tensor<75xf32>) -> tensor<1x5x5x3xf32>
  %v194 = xla.iota dim = 0 : tensor<108xf32>
  %v195 = xla.constant dense<3.0> : tensor<108xf32>
  %v196 = xla.mul %v194, %v195 : tensor<108xf32>
  %v197 = xla.constant dense<11.0> : tensor<108xf32>
  %v198 = xla.rem %v196, %v197 : tensor<108xf32>
  %v199 = xla.constant dense<5.0> : tensor<108xf32>
  %v200 = xla.sub %v198, %v199 : tensor<108xf32>
  %v201 = xla.optimization_barrier %v200 : (tensor<108xf32>) -> tensor<108xf32>
  %v202 = xla.reshape %v201 : (tensor<108xf32>) -> tensor<3x3x3x4xf32>
  %v203 = xla.constant dense<0.0> : tensor<f32>
  %v204 = xla.pad %v193, %v203, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 1, 1, 0] : (tensor<1x5x5x3xf32>, tensor<f32>) -> tensor<1x9x9x3xf32>
  %v205 = xla.optimization_barrier %v204 : (tensor<1x9x9x3xf32>) -> tensor<1x9x9x3xf32>
  %v206 = xla.conv_with_general_padding %v193, %v202, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {stride = [1, 2], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [2, 1]} : (tensor<1x5x5x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x5x4xf32>
  %v207 = xla.conv_with_general_padding %v205, %v202, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {stride = [1, 2], pad = [[2, 1], [2, 1]], rhs_dilate = [2, 1]} : (tensor<1x9x9x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x5x4xf32>
  xla.custom_call "check.expect_eq"(%v206, %v207) {has_side_effect = true} : (tensor<1x8x5x4xf32>, tensor<1x8x5x4xf32>) -> ()
  return
}
