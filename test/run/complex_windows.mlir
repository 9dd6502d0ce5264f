// RUN: xla-run %s --xla-keep-barriers
// RUN: xla-opt %s --xla-legalize-to-linalg | FileCheck %s
//
// Windows of complex numbers with few output features, whose vectors are along rows, against those of their parts. All sums are of
// small integers, and exact.

func.func @main() {
  // groups of one output feature, positions in front of the batch
  //
  // CHECK-LABEL: func.func @main
  // CHECK: -> tensor<5x15x2x40xf32>
  %v1 = xla.iota dim = 0 : tensor<1800xf32>
  %v2 = xla.constant dense<5.0> : tensor<1800xf32>
  %v3 = xla.mul %v1, %v2 : tensor<1800xf32>
  %v4 = xla.constant dense<7.0> : tensor<1800xf32>
  %v5 = xla.rem %v3, %v4 : tensor<1800xf32>
  %v6 = xla.constant dense<3.0> : tensor<1800xf32>
  %v7 = xla.sub %v5, %v6 : tensor<1800xf32>
  %v8 = xla.optimization_barrier %v7 : (tensor<1800xf32>) -> tensor<1800xf32>
  %v9 = xla.reshape %v8 : (tensor<1800xf32>) -> tensor<24x5x15xf32>
  %v10 = xla.iota dim = 0 : tensor<1800xf32>
  %v11 = xla.constant dense<3.0> : tensor<1800xf32>
  %v12 = xla.mul %v10, %v11 : tensor<1800xf32>
  %v13 = xla.constant dense<11.0> : tensor<1800xf32>
  %v14 = xla.rem %v12, %v13 : tensor<1800xf32>
  %v15 = xla.constant dense<5.0> : tensor<1800xf32>
  %v16 = xla.sub %v14, %v15 : tensor<1800xf32>
  %v17 = xla.optimization_barrier %v16 : (tensor<1800xf32>) -> tensor<1800xf32>
  %v18 = xla.reshape %v17 : (tensor<1800xf32>) -> tensor<24x5x15xf32>
  %v19 = xla.iota dim = 0 : tensor<255xf32>
  %v20 = xla.constant dense<7.0> : tensor<255xf32>
  %v21 = xla.mul %v19, %v20 : tensor<255xf32>
  %v22 = xla.constant dense<9.0> : tensor<255xf32>
  %v23 = xla.rem %v21, %v22 : tensor<255xf32>
  %v24 = xla.constant dense<4.0> : tensor<255xf32>
  %v25 = xla.sub %v23, %v24 : tensor<255xf32>
  %v26 = xla.optimization_barrier %v25 : (tensor<255xf32>) -> tensor<255xf32>
  %v27 = xla.reshape %v26 : (tensor<255xf32>) -> tensor<17x5x3xf32>
  %v28 = xla.iota dim = 0 : tensor<255xf32>
  %v29 = xla.constant dense<4.0> : tensor<255xf32>
  %v30 = xla.mul %v28, %v29 : tensor<255xf32>
  %v31 = xla.constant dense<13.0> : tensor<255xf32>
  %v32 = xla.rem %v30, %v31 : tensor<255xf32>
  %v33 = xla.constant dense<6.0> : tensor<255xf32>
  %v34 = xla.sub %v32, %v33 : tensor<255xf32>
  %v35 = xla.optimization_barrier %v34 : (tensor<255xf32>) -> tensor<255xf32>
  %v36 = xla.reshape %v35 : (tensor<255xf32>) -> tensor<17x5x3xf32>
  %v37 = xla.complex %v9, %v18 : (tensor<24x5x15xf32>, tensor<24x5x15xf32>) -> tensor<24x5x15xcomplex<f32>>
  %v38 = xla.complex %v27, %v36 : (tensor<17x5x3xf32>, tensor<17x5x3xf32>) -> tensor<17x5x3xcomplex<f32>>
  %v39 = xla.conv_with_general_padding %v37, %v38, dims = [1, 2, 0] x [2, 1, 0] -> [1, 2, 0], window = {pad = [[8, 8]]} {feature_group_count = 3 : i64} : (tensor<24x5x15xcomplex<f32>>, tensor<17x5x3xcomplex<f32>>) -> tensor<24x5x3xcomplex<f32>>
  %v41 = xla.conv_with_general_padding %v9, %v27, dims = [1, 2, 0] x [2, 1, 0] -> [1, 2, 0], window = {pad = [[8, 8]]} {feature_group_count = 3 : i64} : (tensor<24x5x15xf32>, tensor<17x5x3xf32>) -> tensor<24x5x3xf32>
  %v42 = xla.conv_with_general_padding %v18, %v36, dims = [1, 2, 0] x [2, 1, 0] -> [1, 2, 0], window = {pad = [[8, 8]]} {feature_group_count = 3 : i64} : (tensor<24x5x15xf32>, tensor<17x5x3xf32>) -> tensor<24x5x3xf32>
  %v40 = xla.sub %v41, %v42 : tensor<24x5x3xf32>
  %v44 = xla.conv_with_general_padding %v9, %v36, dims = [1, 2, 0] x [2, 1, 0] -> [1, 2, 0], window = {pad = [[8, 8]]} {feature_group_count = 3 : i64} : (tensor<24x5x15xf32>, tensor<17x5x3xf32>) -> tensor<24x5x3xf32>
  %v45 = xla.conv_with_general_padding %v18, %v27, dims = [1, 2, 0] x [2, 1, 0] -> [1, 2, 0], window = {pad = [[8, 8]]} {feature_group_count = 3 : i64} : (tensor<24x5x15xf32>, tensor<17x5x3xf32>) -> tensor<24x5x3xf32>
  %v43 = xla.add %v44, %v45 : tensor<24x5x3xf32>
  %v46 = xla.complex %v40, %v43 : (tensor<24x5x3xf32>, tensor<24x5x3xf32>) -> tensor<24x5x3xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v39, %v46) {has_side_effect = true} : (tensor<24x5x3xcomplex<f32>>, tensor<24x5x3xcomplex<f32>>) -> ()
  // strided windows, rows along the batch
  %v47 = xla.iota dim = 0 : tensor<817xf64>
  %v48 = xla.constant dense<5.0> : tensor<817xf64>
  %v49 = xla.mul %v47, %v48 : tensor<817xf64>
  %v50 = xla.constant dense<7.0> : tensor<817xf64>
  %v51 = xla.rem %v49, %v50 : tensor<817xf64>
  %v52 = xla.constant dense<3.0> : tensor<817xf64>
  %v53 = xla.sub %v51, %v52 : tensor<817xf64>
  %v54 = xla.optimization_barrier %v53 : (tensor<817xf64>) -> tensor<817xf64>
  %v55 = xla.reshape %v54 : (tensor<817xf64>) -> tensor<19x1x43xf64>
  %v56 = xla.iota dim = 0 : tensor<817xf64>
  %v57 = xla.constant dense<3.0> : tensor<817xf64>
  %v58 = xla.mul %v56, %v57 : tensor<817xf64>
  %v59 = xla.constant dense<11.0> : tensor<817xf64>
  %v60 = xla.rem %v58, %v59 : tensor<817xf64>
  %v61 = xla.constant dense<5.0> : tensor<817xf64>
  %v62 = xla.sub %v60, %v61 : tensor<817xf64>
  %v63 = xla.optimization_barrier %v62 : (tensor<817xf64>) -> tensor<817xf64>
  %v64 = xla.reshape %v63 : (tensor<817xf64>) -> tensor<19x1x43xf64>
  %v65 = xla.iota dim = 0 : tensor<9xf64>
  %v66 = xla.constant dense<7.0> : tensor<9xf64>
  %v67 = xla.mul %v65, %v66 : tensor<9xf64>
  %v68 = xla.constant dense<9.0> : tensor<9xf64>
  %v69 = xla.rem %v67, %v68 : tensor<9xf64>
  %v70 = xla.constant dense<4.0> : tensor<9xf64>
  %v71 = xla.sub %v69, %v70 : tensor<9xf64>
  %v72 = xla.optimization_barrier %v71 : (tensor<9xf64>) -> tensor<9xf64>
  %v73 = xla.reshape %v72 : (tensor<9xf64>) -> tensor<1x1x9xf64>
  %v74 = xla.iota dim = 0 : tensor<9xf64>
  %v75 = xla.constant dense<4.0> : tensor<9xf64>
  %v76 = xla.mul %v74, %v75 : tensor<9xf64>
  %v77 = xla.constant dense<13.0> : tensor<9xf64>
  %v78 = xla.rem %v76, %v77 : tensor<9xf64>
  %v79 = xla.constant dense<6.0> : tensor<9xf64>
  %v80 = xla.sub %v78, %v79 : tensor<9xf64>
  %v81 = xla.optimization_barrier %v80 : (tensor<9xf64>) -> tensor<9xf64>
  %v82 = xla.reshape %v81 : (tensor<9xf64>) -> tensor<1x1x9xf64>
  %v83 = xla.complex %v55, %v64 : (tensor<19x1x43xf64>, tensor<19x1x43xf64>) -> tensor<19x1x43xcomplex<f64>>
  %v84 = xla.complex %v73, %v82 : (tensor<1x1x9xf64>, tensor<1x1x9xf64>) -> tensor<1x1x9xcomplex<f64>>
  %v85 = xla.conv_with_general_padding %v83, %v84, dims = [0, 1, 2] x [0, 1, 2] -> [0, 1, 2], window = {stride = [2]} : (tensor<19x1x43xcomplex<f64>>, tensor<1x1x9xcomplex<f64>>) -> tensor<19x1x18xcomplex<f64>>
  %v87 = xla.conv_with_general_padding %v55, %v73, dims = [0, 1, 2] x [0, 1, 2] -> [0, 1, 2], window = {stride = [2]} : (tensor<19x1x43xf64>, tensor<1x1x9xf64>) -> tensor<19x1x18xf64>
  %v88 = xla.conv_with_general_padding %v64, %v82, dims = [0, 1, 2] x [0, 1, 2] -> [0, 1, 2], window = {stride = [2]} : (tensor<19x1x43xf64>, tensor<1x1x9xf64>) -> tensor<19x1x18xf64>
  %v86 = xla.sub %v87, %v88 : tensor<19x1x18xf64>
  %v90 = xla.conv_with_general_padding %v55, %v82, dims = [0, 1, 2] x [0, 1, 2] -> [0, 1, 2], window = {stride = [2]} : (tensor<19x1x43xf64>, tensor<1x1x9xf64>) -> tensor<19x1x18xf64>
  %v91 = xla.conv_with_general_padding %v64, %v73, dims = [0, 1, 2] x [0, 1, 2] -> [0, 1, 2], window = {stride = [2]} : (tensor<19x1x43xf64>, tensor<1x1x9xf64>) -> tensor<19x1x18xf64>
  %v89 = xla.add %v90, %v91 : tensor<19x1x18xf64>
  %v92 = xla.complex %v86, %v89 : (tensor<19x1x18xf64>, tensor<19x1x18xf64>) -> tensor<19x1x18xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%v85, %v92) {has_side_effect = true} : (tensor<19x1x18xcomplex<f64>>, tensor<19x1x18xcomplex<f64>>) -> ()
  // two spatial dimensions, three output features
  %v93 = xla.iota dim = 0 : tensor<792xf32>
  %v94 = xla.constant dense<5.0> : tensor<792xf32>
  %v95 = xla.mul %v93, %v94 : tensor<792xf32>
  %v96 = xla.constant dense<7.0> : tensor<792xf32>
  %v97 = xla.rem %v95, %v96 : tensor<792xf32>
  %v98 = xla.constant dense<3.0> : tensor<792xf32>
  %v99 = xla.sub %v97, %v98 : tensor<792xf32>
  %v100 = xla.optimization_barrier %v99 : (tensor<792xf32>) -> tensor<792xf32>
  %v101 = xla.reshape %v100 : (tensor<792xf32>) -> tensor<2x9x11x4xf32>
  %v102 = xla.iota dim = 0 : tensor<792xf32>
  %v103 = xla.constant dense<3.0> : tensor<792xf32>
  %v104 = xla.mul %v102, %v103 : tensor<792xf32>
  %v105 = xla.constant dense<11.0> : tensor<792xf32>
  %v106 = xla.rem %v104, %v105 : tensor<792xf32>
  %v107 = xla.constant dense<5.0> : tensor<792xf32>
  %v108 = xla.sub %v106, %v107 : tensor<792xf32>
  %v109 = xla.optimization_barrier %v108 : (tensor<792xf32>) -> tensor<792xf32>
  %v110 = xla.reshape %v109 : (tensor<792xf32>) -> tensor<2x9x11x4xf32>
  %v111 = xla.iota dim = 0 : tensor<108xf32>
  %v112 = xla.constant dense<7.0> : tensor<108xf32>
  %v113 = xla.mul %v111, %v112 : tensor<108xf32>
  %v114 = xla.constant dense<9.0> : tensor<108xf32>
  %v115 = xla.rem %v113, %v114 : tensor<108xf32>
  %v116 = xla.constant dense<4.0> : tensor<108xf32>
  %v117 = xla.sub %v115, %v116 : tensor<108xf32>
  %v118 = xla.optimization_barrier %v117 : (tensor<108xf32>) -> tensor<108xf32>
  %v119 = xla.reshape %v118 : (tensor<108xf32>) -> tensor<3x3x4x3xf32>
  %v120 = xla.iota dim = 0 : tensor<108xf32>
  %v121 = xla.constant dense<4.0> : tensor<108xf32>
  %v122 = xla.mul %v120, %v121 : tensor<108xf32>
  %v123 = xla.constant dense<13.0> : tensor<108xf32>
  %v124 = xla.rem %v122, %v123 : tensor<108xf32>
  %v125 = xla.constant dense<6.0> : tensor<108xf32>
  %v126 = xla.sub %v124, %v125 : tensor<108xf32>
  %v127 = xla.optimization_barrier %v126 : (tensor<108xf32>) -> tensor<108xf32>
  %v128 = xla.reshape %v127 : (tensor<108xf32>) -> tensor<3x3x4x3xf32>
  %v129 = xla.complex %v101, %v110 : (tensor<2x9x11x4xf32>, tensor<2x9x11x4xf32>) -> tensor<2x9x11x4xcomplex<f32>>
  %v130 = xla.complex %v119, %v128 : (tensor<3x3x4x3xf32>, tensor<3x3x4x3xf32>) -> tensor<3x3x4x3xcomplex<f32>>
  %v131 = xla.conv_with_general_padding %v129, %v130, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [1, 1]]} : (tensor<2x9x11x4xcomplex<f32>>, tensor<3x3x4x3xcomplex<f32>>) -> tensor<2x9x11x3xcomplex<f32>>
  %v133 = xla.conv_with_general_padding %v101, %v119, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [1, 1]]} : (tensor<2x9x11x4xf32>, tensor<3x3x4x3xf32>) -> tensor<2x9x11x3xf32>
  %v134 = xla.conv_with_general_padding %v110, %v128, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [1, 1]]} : (tensor<2x9x11x4xf32>, tensor<3x3x4x3xf32>) -> tensor<2x9x11x3xf32>
  %v132 = xla.sub %v133, %v134 : tensor<2x9x11x3xf32>
  %v136 = xla.conv_with_general_padding %v101, %v128, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [1, 1]]} : (tensor<2x9x11x4xf32>, tensor<3x3x4x3xf32>) -> tensor<2x9x11x3xf32>
  %v137 = xla.conv_with_general_padding %v110, %v119, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [1, 1]]} : (tensor<2x9x11x4xf32>, tensor<3x3x4x3xf32>) -> tensor<2x9x11x3xf32>
  %v135 = xla.add %v136, %v137 : tensor<2x9x11x3xf32>
  %v138 = xla.complex %v132, %v135 : (tensor<2x9x11x3xf32>, tensor<2x9x11x3xf32>) -> tensor<2x9x11x3xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v131, %v138) {has_side_effect = true} : (tensor<2x9x11x3xcomplex<f32>>, tensor<2x9x11x3xcomplex<f32>>) -> ()
  // dilated and reversed windows, features in front
  %v139 = xla.iota dim = 0 : tensor<102xf64>
  %v140 = xla.constant dense<5.0> : tensor<102xf64>
  %v141 = xla.mul %v139, %v140 : tensor<102xf64>
  %v142 = xla.constant dense<7.0> : tensor<102xf64>
  %v143 = xla.rem %v141, %v142 : tensor<102xf64>
  %v144 = xla.constant dense<3.0> : tensor<102xf64>
  %v145 = xla.sub %v143, %v144 : tensor<102xf64>
  %v146 = xla.optimization_barrier %v145 : (tensor<102xf64>) -> tensor<102xf64>
  %v147 = xla.reshape %v146 : (tensor<102xf64>) -> tensor<3x2x17xf64>
  %v148 = xla.iota dim = 0 : tensor<102xf64>
  %v149 = xla.constant dense<3.0> : tensor<102xf64>
  %v150 = xla.mul %v148, %v149 : tensor<102xf64>
  %v151 = xla.constant dense<11.0> : tensor<102xf64>
  %v152 = xla.rem %v150, %v151 : tensor<102xf64>
  %v153 = xla.constant dense<5.0> : tensor<102xf64>
  %v154 = xla.sub %v152, %v153 : tensor<102xf64>
  %v155 = xla.optimization_barrier %v154 : (tensor<102xf64>) -> tensor<102xf64>
  %v156 = xla.reshape %v155 : (tensor<102xf64>) -> tensor<3x2x17xf64>
  %v157 = xla.iota dim = 0 : tensor<8xf64>
  %v158 = xla.constant dense<7.0> : tensor<8xf64>
  %v159 = xla.mul %v157, %v158 : tensor<8xf64>
  %v160 = xla.constant dense<9.0> : tensor<8xf64>
  %v161 = xla.rem %v159, %v160 : tensor<8xf64>
  %v162 = xla.constant dense<4.0> : tensor<8xf64>
  %v163 = xla.sub %v161, %v162 : tensor<8xf64>
  %v164 = xla.optimization_barrier %v163 : (tensor<8xf64>) -> tensor<8xf64>
  %v165 = xla.reshape %v164 : (tensor<8xf64>) -> tensor<1x2x4xf64>
  %v166 = xla.iota dim = 0 : tensor<8xf64>
  %v167 = xla.constant dense<4.0> : tensor<8xf64>
  %v168 = xla.mul %v166, %v167 : tensor<8xf64>
  %v169 = xla.constant dense<13.0> : tensor<8xf64>
  %v170 = xla.rem %v168, %v169 : tensor<8xf64>
  %v171 = xla.constant dense<6.0> : tensor<8xf64>
  %v172 = xla.sub %v170, %v171 : tensor<8xf64>
  %v173 = xla.optimization_barrier %v172 : (tensor<8xf64>) -> tensor<8xf64>
  %v174 = xla.reshape %v173 : (tensor<8xf64>) -> tensor<1x2x4xf64>
  %v175 = xla.complex %v147, %v156 : (tensor<3x2x17xf64>, tensor<3x2x17xf64>) -> tensor<3x2x17xcomplex<f64>>
  %v176 = xla.complex %v165, %v174 : (tensor<1x2x4xf64>, tensor<1x2x4xf64>) -> tensor<1x2x4xcomplex<f64>>
  %v177 = xla.conv_with_general_padding %v175, %v176, dims = [0, 1, 2] x [0, 1, 2] -> [1, 0, 2], window = {pad = [[3, 3]], rhs_dilate = [3], reverse = [true]} : (tensor<3x2x17xcomplex<f64>>, tensor<1x2x4xcomplex<f64>>) -> tensor<1x3x14xcomplex<f64>>
  %v179 = xla.conv_with_general_padding %v147, %v165, dims = [0, 1, 2] x [0, 1, 2] -> [1, 0, 2], window = {pad = [[3, 3]], rhs_dilate = [3], reverse = [true]} : (tensor<3x2x17xf64>, tensor<1x2x4xf64>) -> tensor<1x3x14xf64>
  %v180 = xla.conv_with_general_padding %v156, %v174, dims = [0, 1, 2] x [0, 1, 2] -> [1, 0, 2], window = {pad = [[3, 3]], rhs_dilate = [3], reverse = [true]} : (tensor<3x2x17xf64>, tensor<1x2x4xf64>) -> tensor<1x3x14xf64>
  %v178 = xla.sub %v179, %v180 : tensor<1x3x14xf64>
  %v182 = xla.conv_with_general_padding %v147, %v174, dims = [0, 1, 2] x [0, 1, 2] -> [1, 0, 2], window = {pad = [[3, 3]], rhs_dilate = [3], reverse = [true]} : (tensor<3x2x17xf64>, tensor<1x2x4xf64>) -> tensor<1x3x14xf64>
  %v183 = xla.conv_with_general_padding %v156, %v165, dims = [0, 1, 2] x [0, 1, 2] -> [1, 0, 2], window = {pad = [[3, 3]], rhs_dilate = [3], reverse = [true]} : (tensor<3x2x17xf64>, tensor<1x2x4xf64>) -> tensor<1x3x14xf64>
  %v181 = xla.add %v182, %v183 : tensor<1x3x14xf64>
  %v184 = xla.complex %v178, %v181 : (tensor<1x3x14xf64>, tensor<1x3x14xf64>) -> tensor<1x3x14xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%v177, %v184) {has_side_effect = true} : (tensor<1x3x14xcomplex<f64>>, tensor<1x3x14xcomplex<f64>>) -> ()
  return
}
