// RUN: xla-run %s --xla-keep-barriers
//
// Products of complex numbers against those of their parts: batches, transposed factors, no columns, several contracted
// dimensions, other element types, and a convolution. All sums are of small integers, and exact.

func.func @main() {
  // rows and columns, with remainders
  %v1 = xla.iota dim = 0 : tensor<437xf32>
  %v2 = xla.constant dense<5.0> : tensor<437xf32>
  %v3 = xla.mul %v1, %v2 : tensor<437xf32>
  %v4 = xla.constant dense<7.0> : tensor<437xf32>
  %v5 = xla.rem %v3, %v4 : tensor<437xf32>
  %v6 = xla.constant dense<3.0> : tensor<437xf32>
  %v7 = xla.sub %v5, %v6 : tensor<437xf32>
  %v8 = xla.optimization_barrier %v7 : (tensor<437xf32>) -> tensor<437xf32>
  %v9 = xla.reshape %v8 : (tensor<437xf32>) -> tensor<19x23xf32>
  %v10 = xla.iota dim = 0 : tensor<437xf32>
  %v11 = xla.constant dense<3.0> : tensor<437xf32>
  %v12 = xla.mul %v10, %v11 : tensor<437xf32>
  %v13 = xla.constant dense<11.0> : tensor<437xf32>
  %v14 = xla.rem %v12, %v13 : tensor<437xf32>
  %v15 = xla.constant dense<5.0> : tensor<437xf32>
  %v16 = xla.sub %v14, %v15 : tensor<437xf32>
  %v17 = xla.optimization_barrier %v16 : (tensor<437xf32>) -> tensor<437xf32>
  %v18 = xla.reshape %v17 : (tensor<437xf32>) -> tensor<19x23xf32>
  %v19 = xla.iota dim = 0 : tensor<851xf32>
  %v20 = xla.constant dense<7.0> : tensor<851xf32>
  %v21 = xla.mul %v19, %v20 : tensor<851xf32>
  %v22 = xla.constant dense<9.0> : tensor<851xf32>
  %v23 = xla.rem %v21, %v22 : tensor<851xf32>
  %v24 = xla.constant dense<4.0> : tensor<851xf32>
  %v25 = xla.sub %v23, %v24 : tensor<851xf32>
  %v26 = xla.optimization_barrier %v25 : (tensor<851xf32>) -> tensor<851xf32>
  %v27 = xla.reshape %v26 : (tensor<851xf32>) -> tensor<23x37xf32>
  %v28 = xla.iota dim = 0 : tensor<851xf32>
  %v29 = xla.constant dense<4.0> : tensor<851xf32>
  %v30 = xla.mul %v28, %v29 : tensor<851xf32>
  %v31 = xla.constant dense<13.0> : tensor<851xf32>
  %v32 = xla.rem %v30, %v31 : tensor<851xf32>
  %v33 = xla.constant dense<6.0> : tensor<851xf32>
  %v34 = xla.sub %v32, %v33 : tensor<851xf32>
  %v35 = xla.optimization_barrier %v34 : (tensor<851xf32>) -> tensor<851xf32>
  %v36 = xla.reshape %v35 : (tensor<851xf32>) -> tensor<23x37xf32>
  %v37 = xla.complex %v9, %v18 : (tensor<19x23xf32>, tensor<19x23xf32>) -> tensor<19x23xcomplex<f32>>
  %v38 = xla.complex %v27, %v36 : (tensor<23x37xf32>, tensor<23x37xf32>) -> tensor<23x37xcomplex<f32>>
  %v39 = xla.dot_general %v37, %v38, contracting_dims = [1] x [0] : (tensor<19x23xcomplex<f32>>, tensor<23x37xcomplex<f32>>) -> tensor<19x37xcomplex<f32>>
  %v40 = xla.dot_general %v9, %v27, contracting_dims = [1] x [0] : (tensor<19x23xf32>, tensor<23x37xf32>) -> tensor<19x37xf32>
  %v41 = xla.dot_general %v18, %v36, contracting_dims = [1] x [0] : (tensor<19x23xf32>, tensor<23x37xf32>) -> tensor<19x37xf32>
  %v42 = xla.dot_general %v9, %v36, contracting_dims = [1] x [0] : (tensor<19x23xf32>, tensor<23x37xf32>) -> tensor<19x37xf32>
  %v43 = xla.dot_general %v18, %v27, contracting_dims = [1] x [0] : (tensor<19x23xf32>, tensor<23x37xf32>) -> tensor<19x37xf32>
  %v44 = xla.sub %v40, %v41 : tensor<19x37xf32>
  %v45 = xla.add %v42, %v43 : tensor<19x37xf32>
  %v46 = xla.complex %v44, %v45 : (tensor<19x37xf32>, tensor<19x37xf32>) -> tensor<19x37xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v39, %v46) {has_side_effect = true} : (tensor<19x37xcomplex<f32>>, tensor<19x37xcomplex<f32>>) -> ()
  // both transposed, of f64
  %v47 = xla.iota dim = 0 : tensor<437xf64>
  %v48 = xla.constant dense<5.0> : tensor<437xf64>
  %v49 = xla.mul %v47, %v48 : tensor<437xf64>
  %v50 = xla.constant dense<7.0> : tensor<437xf64>
  %v51 = xla.rem %v49, %v50 : tensor<437xf64>
  %v52 = xla.constant dense<3.0> : tensor<437xf64>
  %v53 = xla.sub %v51, %v52 : tensor<437xf64>
  %v54 = xla.optimization_barrier %v53 : (tensor<437xf64>) -> tensor<437xf64>
  %v55 = xla.reshape %v54 : (tensor<437xf64>) -> tensor<23x19xf64>
  %v56 = xla.iota dim = 0 : tensor<437xf64>
  %v57 = xla.constant dense<3.0> : tensor<437xf64>
  %v58 = xla.mul %v56, %v57 : tensor<437xf64>
  %v59 = xla.constant dense<11.0> : tensor<437xf64>
  %v60 = xla.rem %v58, %v59 : tensor<437xf64>
  %v61 = xla.constant dense<5.0> : tensor<437xf64>
  %v62 = xla.sub %v60, %v61 : tensor<437xf64>
  %v63 = xla.optimization_barrier %v62 : (tensor<437xf64>) -> tensor<437xf64>
  %v64 = xla.reshape %v63 : (tensor<437xf64>) -> tensor<23x19xf64>
  %v65 = xla.iota dim = 0 : tensor<851xf64>
  %v66 = xla.constant dense<7.0> : tensor<851xf64>
  %v67 = xla.mul %v65, %v66 : tensor<851xf64>
  %v68 = xla.constant dense<9.0> : tensor<851xf64>
  %v69 = xla.rem %v67, %v68 : tensor<851xf64>
  %v70 = xla.constant dense<4.0> : tensor<851xf64>
  %v71 = xla.sub %v69, %v70 : tensor<851xf64>
  %v72 = xla.optimization_barrier %v71 : (tensor<851xf64>) -> tensor<851xf64>
  %v73 = xla.reshape %v72 : (tensor<851xf64>) -> tensor<37x23xf64>
  %v74 = xla.iota dim = 0 : tensor<851xf64>
  %v75 = xla.constant dense<4.0> : tensor<851xf64>
  %v76 = xla.mul %v74, %v75 : tensor<851xf64>
  %v77 = xla.constant dense<13.0> : tensor<851xf64>
  %v78 = xla.rem %v76, %v77 : tensor<851xf64>
  %v79 = xla.constant dense<6.0> : tensor<851xf64>
  %v80 = xla.sub %v78, %v79 : tensor<851xf64>
  %v81 = xla.optimization_barrier %v80 : (tensor<851xf64>) -> tensor<851xf64>
  %v82 = xla.reshape %v81 : (tensor<851xf64>) -> tensor<37x23xf64>
  %v83 = xla.complex %v55, %v64 : (tensor<23x19xf64>, tensor<23x19xf64>) -> tensor<23x19xcomplex<f64>>
  %v84 = xla.complex %v73, %v82 : (tensor<37x23xf64>, tensor<37x23xf64>) -> tensor<37x23xcomplex<f64>>
  %v85 = xla.dot_general %v83, %v84, contracting_dims = [0] x [1] : (tensor<23x19xcomplex<f64>>, tensor<37x23xcomplex<f64>>) -> tensor<19x37xcomplex<f64>>
  %v86 = xla.dot_general %v55, %v73, contracting_dims = [0] x [1] : (tensor<23x19xf64>, tensor<37x23xf64>) -> tensor<19x37xf64>
  %v87 = xla.dot_general %v64, %v82, contracting_dims = [0] x [1] : (tensor<23x19xf64>, tensor<37x23xf64>) -> tensor<19x37xf64>
  %v88 = xla.dot_general %v55, %v82, contracting_dims = [0] x [1] : (tensor<23x19xf64>, tensor<37x23xf64>) -> tensor<19x37xf64>
  %v89 = xla.dot_general %v64, %v73, contracting_dims = [0] x [1] : (tensor<23x19xf64>, tensor<37x23xf64>) -> tensor<19x37xf64>
  %v90 = xla.sub %v86, %v87 : tensor<19x37xf64>
  %v91 = xla.add %v88, %v89 : tensor<19x37xf64>
  %v92 = xla.complex %v90, %v91 : (tensor<19x37xf64>, tensor<19x37xf64>) -> tensor<19x37xcomplex<f64>>
  xla.custom_call "check.expect_eq"(%v85, %v92) {has_side_effect = true} : (tensor<19x37xcomplex<f64>>, tensor<19x37xcomplex<f64>>) -> ()
  // a batch
  %v93 = xla.iota dim = 0 : tensor<432xf32>
  %v94 = xla.constant dense<5.0> : tensor<432xf32>
  %v95 = xla.mul %v93, %v94 : tensor<432xf32>
  %v96 = xla.constant dense<7.0> : tensor<432xf32>
  %v97 = xla.rem %v95, %v96 : tensor<432xf32>
  %v98 = xla.constant dense<3.0> : tensor<432xf32>
  %v99 = xla.sub %v97, %v98 : tensor<432xf32>
  %v100 = xla.optimization_barrier %v99 : (tensor<432xf32>) -> tensor<432xf32>
  %v101 = xla.reshape %v100 : (tensor<432xf32>) -> tensor<3x9x16xf32>
  %v102 = xla.iota dim = 0 : tensor<432xf32>
  %v103 = xla.constant dense<3.0> : tensor<432xf32>
  %v104 = xla.mul %v102, %v103 : tensor<432xf32>
  %v105 = xla.constant dense<11.0> : tensor<432xf32>
  %v106 = xla.rem %v104, %v105 : tensor<432xf32>
  %v107 = xla.constant dense<5.0> : tensor<432xf32>
  %v108 = xla.sub %v106, %v107 : tensor<432xf32>
  %v109 = xla.optimization_barrier %v108 : (tensor<432xf32>) -> tensor<432xf32>
  %v110 = xla.reshape %v109 : (tensor<432xf32>) -> tensor<3x9x16xf32>
  %v111 = xla.iota dim = 0 : tensor<960xf32>
  %v112 = xla.constant dense<7.0> : tensor<960xf32>
  %v113 = xla.mul %v111, %v112 : tensor<960xf32>
  %v114 = xla.constant dense<9.0> : tensor<960xf32>
  %v115 = xla.rem %v113, %v114 : tensor<960xf32>
  %v116 = xla.constant dense<4.0> : tensor<960xf32>
  %v117 = xla.sub %v115, %v116 : tensor<960xf32>
  %v118 = xla.optimization_barrier %v117 : (tensor<960xf32>) -> tensor<960xf32>
  %v119 = xla.reshape %v118 : (tensor<960xf32>) -> tensor<3x16x20xf32>
  %v120 = xla.iota dim = 0 : tensor<960xf32>
  %v121 = xla.constant dense<4.0> : tensor<960xf32>
  %v122 = xla.mul %v120, %v121 : tensor<960xf32>
  %v123 = xla.constant dense<13.0> : tensor<960xf32>
  %v124 = xla.rem %v122, %v123 : tensor<960xf32>
  %v125 = xla.constant dense<6.0> : tensor<960xf32>
  %v126 = xla.sub %v124, %v125 : tensor<960xf32>
  %v127 = xla.optimization_barrier %v126 : (tensor<960xf32>) -> tensor<960xf32>
  %v128 = xla.reshape %v127 : (tensor<960xf32>) -> tensor<3x16x20xf32>
  %v129 = xla.complex %v101, %v110 : (tensor<3x9x16xf32>, tensor<3x9x16xf32>) -> tensor<3x9x16xcomplex<f32>>
  %v130 = xla.complex %v119, %v128 : (tensor<3x16x20xf32>, tensor<3x16x20xf32>) -> tensor<3x16x20xcomplex<f32>>
  %v131 = xla.dot_general %v129, %v130, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<3x9x16xcomplex<f32>>, tensor<3x16x20xcomplex<f32>>) -> tensor<3x9x20xcomplex<f32>>
  %v132 = xla.dot_general %v101, %v119, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<3x9x16xf32>, tensor<3x16x20xf32>) -> tensor<3x9x20xf32>
  %v133 = xla.dot_general %v110, %v128, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<3x9x16xf32>, tensor<3x16x20xf32>) -> tensor<3x9x20xf32>
  %v134 = xla.dot_general %v101, %v128, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<3x9x16xf32>, tensor<3x16x20xf32>) -> tensor<3x9x20xf32>
  %v135 = xla.dot_general %v110, %v119, contracting_dims = [2] x [1], batching_dims = [0] x [0] : (tensor<3x9x16xf32>, tensor<3x16x20xf32>) -> tensor<3x9x20xf32>
  %v136 = xla.sub %v132, %v133 : tensor<3x9x20xf32>
  %v137 = xla.add %v134, %v135 : tensor<3x9x20xf32>
  %v138 = xla.complex %v136, %v137 : (tensor<3x9x20xf32>, tensor<3x9x20xf32>) -> tensor<3x9x20xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v131, %v138) {has_side_effect = true} : (tensor<3x9x20xcomplex<f32>>, tensor<3x9x20xcomplex<f32>>) -> ()
  // a batch inside, and contracted dimensions in another order
  %v139 = xla.iota dim = 0 : tensor<504xf32>
  %v140 = xla.constant dense<5.0> : tensor<504xf32>
  %v141 = xla.mul %v139, %v140 : tensor<504xf32>
  %v142 = xla.constant dense<7.0> : tensor<504xf32>
  %v143 = xla.rem %v141, %v142 : tensor<504xf32>
  %v144 = xla.constant dense<3.0> : tensor<504xf32>
  %v145 = xla.sub %v143, %v144 : tensor<504xf32>
  %v146 = xla.optimization_barrier %v145 : (tensor<504xf32>) -> tensor<504xf32>
  %v147 = xla.reshape %v146 : (tensor<504xf32>) -> tensor<4x7x3x6xf32>
  %v148 = xla.iota dim = 0 : tensor<504xf32>
  %v149 = xla.constant dense<3.0> : tensor<504xf32>
  %v150 = xla.mul %v148, %v149 : tensor<504xf32>
  %v151 = xla.constant dense<11.0> : tensor<504xf32>
  %v152 = xla.rem %v150, %v151 : tensor<504xf32>
  %v153 = xla.constant dense<5.0> : tensor<504xf32>
  %v154 = xla.sub %v152, %v153 : tensor<504xf32>
  %v155 = xla.optimization_barrier %v154 : (tensor<504xf32>) -> tensor<504xf32>
  %v156 = xla.reshape %v155 : (tensor<504xf32>) -> tensor<4x7x3x6xf32>
  %v157 = xla.iota dim = 0 : tensor<720xf32>
  %v158 = xla.constant dense<7.0> : tensor<720xf32>
  %v159 = xla.mul %v157, %v158 : tensor<720xf32>
  %v160 = xla.constant dense<9.0> : tensor<720xf32>
  %v161 = xla.rem %v159, %v160 : tensor<720xf32>
  %v162 = xla.constant dense<4.0> : tensor<720xf32>
  %v163 = xla.sub %v161, %v162 : tensor<720xf32>
  %v164 = xla.optimization_barrier %v163 : (tensor<720xf32>) -> tensor<720xf32>
  %v165 = xla.reshape %v164 : (tensor<720xf32>) -> tensor<10x6x4x3xf32>
  %v166 = xla.iota dim = 0 : tensor<720xf32>
  %v167 = xla.constant dense<4.0> : tensor<720xf32>
  %v168 = xla.mul %v166, %v167 : tensor<720xf32>
  %v169 = xla.constant dense<13.0> : tensor<720xf32>
  %v170 = xla.rem %v168, %v169 : tensor<720xf32>
  %v171 = xla.constant dense<6.0> : tensor<720xf32>
  %v172 = xla.sub %v170, %v171 : tensor<720xf32>
  %v173 = xla.optimization_barrier %v172 : (tensor<720xf32>) -> tensor<720xf32>
  %v174 = xla.reshape %v173 : (tensor<720xf32>) -> tensor<10x6x4x3xf32>
  %v175 = xla.complex %v147, %v156 : (tensor<4x7x3x6xf32>, tensor<4x7x3x6xf32>) -> tensor<4x7x3x6xcomplex<f32>>
  %v176 = xla.complex %v165, %v174 : (tensor<10x6x4x3xf32>, tensor<10x6x4x3xf32>) -> tensor<10x6x4x3xcomplex<f32>>
  %v177 = xla.dot_general %v175, %v176, contracting_dims = [0, 3] x [2, 1], batching_dims = [2] x [3] : (tensor<4x7x3x6xcomplex<f32>>, tensor<10x6x4x3xcomplex<f32>>) -> tensor<3x7x10xcomplex<f32>>
  %v178 = xla.dot_general %v147, %v165, contracting_dims = [0, 3] x [2, 1], batching_dims = [2] x [3] : (tensor<4x7x3x6xf32>, tensor<10x6x4x3xf32>) -> tensor<3x7x10xf32>
  %v179 = xla.dot_general %v156, %v174, contracting_dims = [0, 3] x [2, 1], batching_dims = [2] x [3] : (tensor<4x7x3x6xf32>, tensor<10x6x4x3xf32>) -> tensor<3x7x10xf32>
  %v180 = xla.dot_general %v147, %v174, contracting_dims = [0, 3] x [2, 1], batching_dims = [2] x [3] : (tensor<4x7x3x6xf32>, tensor<10x6x4x3xf32>) -> tensor<3x7x10xf32>
  %v181 = xla.dot_general %v156, %v165, contracting_dims = [0, 3] x [2, 1], batching_dims = [2] x [3] : (tensor<4x7x3x6xf32>, tensor<10x6x4x3xf32>) -> tensor<3x7x10xf32>
  %v182 = xla.sub %v178, %v179 : tensor<3x7x10xf32>
  %v183 = xla.add %v180, %v181 : tensor<3x7x10xf32>
  %v184 = xla.complex %v182, %v183 : (tensor<3x7x10xf32>, tensor<3x7x10xf32>) -> tensor<3x7x10xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v177, %v184) {has_side_effect = true} : (tensor<3x7x10xcomplex<f32>>, tensor<3x7x10xcomplex<f32>>) -> ()
  // no columns
  %v185 = xla.iota dim = 0 : tensor<1320xf32>
  %v186 = xla.constant dense<5.0> : tensor<1320xf32>
  %v187 = xla.mul %v185, %v186 : tensor<1320xf32>
  %v188 = xla.constant dense<7.0> : tensor<1320xf32>
  %v189 = xla.rem %v187, %v188 : tensor<1320xf32>
  %v190 = xla.constant dense<3.0> : tensor<1320xf32>
  %v191 = xla.sub %v189, %v190 : tensor<1320xf32>
  %v192 = xla.optimization_barrier %v191 : (tensor<1320xf32>) -> tensor<1320xf32>
  %v193 = xla.reshape %v192 : (tensor<1320xf32>) -> tensor<40x33xf32>
  %v194 = xla.iota dim = 0 : tensor<1320xf32>
  %v195 = xla.constant dense<3.0> : tensor<1320xf32>
  %v196 = xla.mul %v194, %v195 : tensor<1320xf32>
  %v197 = xla.constant dense<11.0> : tensor<1320xf32>
  %v198 = xla.rem %v196, %v197 : tensor<1320xf32>
  %v199 = xla.constant dense<5.0> : tensor<1320xf32>
  %v200 = xla.sub %v198, %v199 : tensor<1320xf32>
  %v201 = xla.optimization_barrier %v200 : (tensor<1320xf32>) -> tensor<1320xf32>
  %v202 = xla.reshape %v201 : (tensor<1320xf32>) -> tensor<40x33xf32>
  %v203 = xla.iota dim = 0 : tensor<33xf32>
  %v204 = xla.constant dense<7.0> : tensor<33xf32>
  %v205 = xla.mul %v203, %v204 : tensor<33xf32>
  %v206 = xla.constant dense<9.0> : tensor<33xf32>
  %v207 = xla.rem %v205, %v206 : tensor<33xf32>
  %v208 = xla.constant dense<4.0> : tensor<33xf32>
  %v209 = xla.sub %v207, %v208 : tensor<33xf32>
  %v210 = xla.optimization_barrier %v209 : (tensor<33xf32>) -> tensor<33xf32>
  %v211 = xla.reshape %v210 : (tensor<33xf32>) -> tensor<33xf32>
  %v212 = xla.iota dim = 0 : tensor<33xf32>
  %v213 = xla.constant dense<4.0> : tensor<33xf32>
  %v214 = xla.mul %v212, %v213 : tensor<33xf32>
  %v215 = xla.constant dense<13.0> : tensor<33xf32>
  %v216 = xla.rem %v214, %v215 : tensor<33xf32>
  %v217 = xla.constant dense<6.0> : tensor<33xf32>
  %v218 = xla.sub %v216, %v217 : tensor<33xf32>
  %v219 = xla.optimization_barrier %v218 : (tensor<33xf32>) -> tensor<33xf32>
  %v220 = xla.reshape %v219 : (tensor<33xf32>) -> tensor<33xf32>
  %v221 = xla.complex %v193, %v202 : (tensor<40x33xf32>, tensor<40x33xf32>) -> tensor<40x33xcomplex<f32>>
  %v222 = xla.complex %v211, %v220 : (tensor<33xf32>, tensor<33xf32>) -> tensor<33xcomplex<f32>>
  %v223 = xla.dot_general %v221, %v222, contracting_dims = [1] x [0] : (tensor<40x33xcomplex<f32>>, tensor<33xcomplex<f32>>) -> tensor<40xcomplex<f32>>
  %v224 = xla.dot_general %v193, %v211, contracting_dims = [1] x [0] : (tensor<40x33xf32>, tensor<33xf32>) -> tensor<40xf32>
  %v225 = xla.dot_general %v202, %v220, contracting_dims = [1] x [0] : (tensor<40x33xf32>, tensor<33xf32>) -> tensor<40xf32>
  %v226 = xla.dot_general %v193, %v220, contracting_dims = [1] x [0] : (tensor<40x33xf32>, tensor<33xf32>) -> tensor<40xf32>
  %v227 = xla.dot_general %v202, %v211, contracting_dims = [1] x [0] : (tensor<40x33xf32>, tensor<33xf32>) -> tensor<40xf32>
  %v228 = xla.sub %v224, %v225 : tensor<40xf32>
  %v229 = xla.add %v226, %v227 : tensor<40xf32>
  %v230 = xla.complex %v228, %v229 : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v223, %v230) {has_side_effect = true} : (tensor<40xcomplex<f32>>, tensor<40xcomplex<f32>>) -> ()
  // no rows
  %v231 = xla.iota dim = 0 : tensor<33xf32>
  %v232 = xla.constant dense<5.0> : tensor<33xf32>
  %v233 = xla.mul %v231, %v232 : tensor<33xf32>
  %v234 = xla.constant dense<7.0> : tensor<33xf32>
  %v235 = xla.rem %v233, %v234 : tensor<33xf32>
  %v236 = xla.constant dense<3.0> : tensor<33xf32>
  %v237 = xla.sub %v235, %v236 : tensor<33xf32>
  %v238 = xla.optimization_barrier %v237 : (tensor<33xf32>) -> tensor<33xf32>
  %v239 = xla.reshape %v238 : (tensor<33xf32>) -> tensor<33xf32>
  %v240 = xla.iota dim = 0 : tensor<33xf32>
  %v241 = xla.constant dense<3.0> : tensor<33xf32>
  %v242 = xla.mul %v240, %v241 : tensor<33xf32>
  %v243 = xla.constant dense<11.0> : tensor<33xf32>
  %v244 = xla.rem %v242, %v243 : tensor<33xf32>
  %v245 = xla.constant dense<5.0> : tensor<33xf32>
  %v246 = xla.sub %v244, %v245 : tensor<33xf32>
  %v247 = xla.optimization_barrier %v246 : (tensor<33xf32>) -> tensor<33xf32>
  %v248 = xla.reshape %v247 : (tensor<33xf32>) -> tensor<33xf32>
  %v249 = xla.iota dim = 0 : tensor<1320xf32>
  %v250 = xla.constant dense<7.0> : tensor<1320xf32>
  %v251 = xla.mul %v249, %v250 : tensor<1320xf32>
  %v252 = xla.constant dense<9.0> : tensor<1320xf32>
  %v253 = xla.rem %v251, %v252 : tensor<1320xf32>
  %v254 = xla.constant dense<4.0> : tensor<1320xf32>
  %v255 = xla.sub %v253, %v254 : tensor<1320xf32>
  %v256 = xla.optimization_barrier %v255 : (tensor<1320xf32>) -> tensor<1320xf32>
  %v257 = xla.reshape %v256 : (tensor<1320xf32>) -> tensor<33x40xf32>
  %v258 = xla.iota dim = 0 : tensor<1320xf32>
  %v259 = xla.constant dense<4.0> : tensor<1320xf32>
  %v260 = xla.mul %v258, %v259 : tensor<1320xf32>
  %v261 = xla.constant dense<13.0> : tensor<1320xf32>
  %v262 = xla.rem %v260, %v261 : tensor<1320xf32>
  %v263 = xla.constant dense<6.0> : tensor<1320xf32>
  %v264 = xla.sub %v262, %v263 : tensor<1320xf32>
  %v265 = xla.optimization_barrier %v264 : (tensor<1320xf32>) -> tensor<1320xf32>
  %v266 = xla.reshape %v265 : (tensor<1320xf32>) -> tensor<33x40xf32>
  %v267 = xla.complex %v239, %v248 : (tensor<33xf32>, tensor<33xf32>) -> tensor<33xcomplex<f32>>
  %v268 = xla.complex %v257, %v266 : (tensor<33x40xf32>, tensor<33x40xf32>) -> tensor<33x40xcomplex<f32>>
  %v269 = xla.dot_general %v267, %v268, contracting_dims = [0] x [0] : (tensor<33xcomplex<f32>>, tensor<33x40xcomplex<f32>>) -> tensor<40xcomplex<f32>>
  %v270 = xla.dot_general %v239, %v257, contracting_dims = [0] x [0] : (tensor<33xf32>, tensor<33x40xf32>) -> tensor<40xf32>
  %v271 = xla.dot_general %v248, %v266, contracting_dims = [0] x [0] : (tensor<33xf32>, tensor<33x40xf32>) -> tensor<40xf32>
  %v272 = xla.dot_general %v239, %v266, contracting_dims = [0] x [0] : (tensor<33xf32>, tensor<33x40xf32>) -> tensor<40xf32>
  %v273 = xla.dot_general %v248, %v257, contracting_dims = [0] x [0] : (tensor<33xf32>, tensor<33x40xf32>) -> tensor<40xf32>
  %v274 = xla.sub %v270, %v271 : tensor<40xf32>
  %v275 = xla.add %v272, %v273 : tensor<40xf32>
  %v276 = xla.complex %v274, %v275 : (tensor<40xf32>, tensor<40xf32>) -> tensor<40xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v269, %v276) {has_side_effect = true} : (tensor<40xcomplex<f32>>, tensor<40xcomplex<f32>>) -> ()
  // a number
  %v277 = xla.iota dim = 0 : tensor<700xf32>
  %v278 = xla.constant dense<5.0> : tensor<700xf32>
  %v279 = xla.mul %v277, %v278 : tensor<700xf32>
  %v280 = xla.constant dense<7.0> : tensor<700xf32>
  %v281 = xla.rem %v279, %v280 : tensor<700xf32>
  %v282 = xla.constant dense<3.0> : tensor<700xf32>
  %v283 = xla.sub %v281, %v282 : tensor<700xf32>
  %v284 = xla.optimization_barrier %v283 : (tensor<700xf32>) -> tensor<700xf32>
  %v285 = xla.reshape %v284 : (tensor<700xf32>) -> tensor<700xf32>
  %v286 = xla.iota dim = 0 : tensor<700xf32>
  %v287 = xla.constant dense<3.0> : tensor<700xf32>
  %v288 = xla.mul %v286, %v287 : tensor<700xf32>
  %v289 = xla.constant dense<11.0> : tensor<700xf32>
  %v290 = xla.rem %v288, %v289 : tensor<700xf32>
  %v291 = xla.constant dense<5.0> : tensor<700xf32>
  %v292 = xla.sub %v290, %v291 : tensor<700xf32>
  %v293 = xla.optimization_barrier %v292 : (tensor<700xf32>) -> tensor<700xf32>
  %v294 = xla.reshape %v293 : (tensor<700xf32>) -> tensor<700xf32>
  %v295 = xla.iota dim = 0 : tensor<700xf32>
  %v296 = xla.constant dense<7.0> : tensor<700xf32>
  %v297 = xla.mul %v295, %v296 : tensor<700xf32>
  %v298 = xla.constant dense<9.0> : tensor<700xf32>
  %v299 = xla.rem %v297, %v298 : tensor<700xf32>
  %v300 = xla.constant dense<4.0> : tensor<700xf32>
  %v301 = xla.sub %v299, %v300 : tensor<700xf32>
  %v302 = xla.optimization_barrier %v301 : (tensor<700xf32>) -> tensor<700xf32>
  %v303 = xla.reshape %v302 : (tensor<700xf32>) -> tensor<700xf32>
  %v304 = xla.iota dim = 0 : tensor<700xf32>
  %v305 = xla.constant dense<4.0> : tensor<700xf32>
  %v306 = xla.mul %v304, %v305 : tensor<700xf32>
  %v307 = xla.constant dense<13.0> : tensor<700xf32>
  %v308 = xla.rem %v306, %v307 : tensor<700xf32>
  %v309 = xla.constant dense<6.0> : tensor<700xf32>
  %v310 = xla.sub %v308, %v309 : tensor<700xf32>
  %v311 = xla.optimization_barrier %v310 : (tensor<700xf32>) -> tensor<700xf32>
  %v312 = xla.reshape %v311 : (tensor<700xf32>) -> tensor<700xf32>
  %v313 = xla.complex %v285, %v294 : (tensor<700xf32>, tensor<700xf32>) -> tensor<700xcomplex<f32>>
  %v314 = xla.complex %v303, %v312 : (tensor<700xf32>, tensor<700xf32>) -> tensor<700xcomplex<f32>>
  %v315 = xla.dot_general %v313, %v314, contracting_dims = [0] x [0] : (tensor<700xcomplex<f32>>, tensor<700xcomplex<f32>>) -> tensor<complex<f32>>
  %v316 = xla.dot_general %v285, %v303, contracting_dims = [0] x [0] : (tensor<700xf32>, tensor<700xf32>) -> tensor<f32>
  %v317 = xla.dot_general %v294, %v312, contracting_dims = [0] x [0] : (tensor<700xf32>, tensor<700xf32>) -> tensor<f32>
  %v318 = xla.dot_general %v285, %v312, contracting_dims = [0] x [0] : (tensor<700xf32>, tensor<700xf32>) -> tensor<f32>
  %v319 = xla.dot_general %v294, %v303, contracting_dims = [0] x [0] : (tensor<700xf32>, tensor<700xf32>) -> tensor<f32>
  %v320 = xla.sub %v316, %v317 : tensor<f32>
  %v321 = xla.add %v318, %v319 : tensor<f32>
  %v322 = xla.complex %v320, %v321 : (tensor<f32>, tensor<f32>) -> tensor<complex<f32>>
  xla.custom_call "check.expect_eq"(%v315, %v322) {has_side_effect = true} : (tensor<complex<f32>>, tensor<complex<f32>>) -> ()
  // few: as it is
  %v323 = xla.iota dim = 0 : tensor<6xf32>
  %v324 = xla.constant dense<5.0> : tensor<6xf32>
  %v325 = xla.mul %v323, %v324 : tensor<6xf32>
  %v326 = xla.constant dense<7.0> : tensor<6xf32>
  %v327 = xla.rem %v325, %v326 : tensor<6xf32>
  %v328 = xla.constant dense<3.0> : tensor<6xf32>
  %v329 = xla.sub %v327, %v328 : tensor<6xf32>
  %v330 = xla.optimization_barrier %v329 : (tensor<6xf32>) -> tensor<6xf32>
  %v331 = xla.reshape %v330 : (tensor<6xf32>) -> tensor<2x3xf32>
  %v332 = xla.iota dim = 0 : tensor<6xf32>
  %v333 = xla.constant dense<3.0> : tensor<6xf32>
  %v334 = xla.mul %v332, %v333 : tensor<6xf32>
  %v335 = xla.constant dense<11.0> : tensor<6xf32>
  %v336 = xla.rem %v334, %v335 : tensor<6xf32>
  %v337 = xla.constant dense<5.0> : tensor<6xf32>
  %v338 = xla.sub %v336, %v337 : tensor<6xf32>
  %v339 = xla.optimization_barrier %v338 : (tensor<6xf32>) -> tensor<6xf32>
  %v340 = xla.reshape %v339 : (tensor<6xf32>) -> tensor<2x3xf32>
  %v341 = xla.iota dim = 0 : tensor<12xf32>
  %v342 = xla.constant dense<7.0> : tensor<12xf32>
  %v343 = xla.mul %v341, %v342 : tensor<12xf32>
  %v344 = xla.constant dense<9.0> : tensor<12xf32>
  %v345 = xla.rem %v343, %v344 : tensor<12xf32>
  %v346 = xla.constant dense<4.0> : tensor<12xf32>
  %v347 = xla.sub %v345, %v346 : tensor<12xf32>
  %v348 = xla.optimization_barrier %v347 : (tensor<12xf32>) -> tensor<12xf32>
  %v349 = xla.reshape %v348 : (tensor<12xf32>) -> tensor<3x4xf32>
  %v350 = xla.iota dim = 0 : tensor<12xf32>
  %v351 = xla.constant dense<4.0> : tensor<12xf32>
  %v352 = xla.mul %v350, %v351 : tensor<12xf32>
  %v353 = xla.constant dense<13.0> : tensor<12xf32>
  %v354 = xla.rem %v352, %v353 : tensor<12xf32>
  %v355 = xla.constant dense<6.0> : tensor<12xf32>
  %v356 = xla.sub %v354, %v355 : tensor<12xf32>
  %v357 = xla.optimization_barrier %v356 : (tensor<12xf32>) -> tensor<12xf32>
  %v358 = xla.reshape %v357 : (tensor<12xf32>) -> tensor<3x4xf32>
  %v359 = xla.complex %v331, %v340 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xcomplex<f32>>
  %v360 = xla.complex %v349, %v358 : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xcomplex<f32>>
  %v361 = xla.dot_general %v359, %v360, contracting_dims = [1] x [0] : (tensor<2x3xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>
  %v362 = xla.dot_general %v331, %v349, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %v363 = xla.dot_general %v340, %v358, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %v364 = xla.dot_general %v331, %v358, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %v365 = xla.dot_general %v340, %v349, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %v366 = xla.sub %v362, %v363 : tensor<2x4xf32>
  %v367 = xla.add %v364, %v365 : tensor<2x4xf32>
  %v368 = xla.complex %v366, %v367 : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v361, %v368) {has_side_effect = true} : (tensor<2x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>) -> ()
  // a convolution
  %v369 = xla.iota dim = 0 : tensor<420xf32>
  %v370 = xla.constant dense<5.0> : tensor<420xf32>
  %v371 = xla.mul %v369, %v370 : tensor<420xf32>
  %v372 = xla.constant dense<7.0> : tensor<420xf32>
  %v373 = xla.rem %v371, %v372 : tensor<420xf32>
  %v374 = xla.constant dense<3.0> : tensor<420xf32>
  %v375 = xla.sub %v373, %v374 : tensor<420xf32>
  %v376 = xla.optimization_barrier %v375 : (tensor<420xf32>) -> tensor<420xf32>
  %v377 = xla.reshape %v376 : (tensor<420xf32>) -> tensor<2x6x7x5xf32>
  %v378 = xla.iota dim = 0 : tensor<420xf32>
  %v379 = xla.constant dense<3.0> : tensor<420xf32>
  %v380 = xla.mul %v378, %v379 : tensor<420xf32>
  %v381 = xla.constant dense<11.0> : tensor<420xf32>
  %v382 = xla.rem %v380, %v381 : tensor<420xf32>
  %v383 = xla.constant dense<5.0> : tensor<420xf32>
  %v384 = xla.sub %v382, %v383 : tensor<420xf32>
  %v385 = xla.optimization_barrier %v384 : (tensor<420xf32>) -> tensor<420xf32>
  %v386 = xla.reshape %v385 : (tensor<420xf32>) -> tensor<2x6x7x5xf32>
  %v387 = xla.iota dim = 0 : tensor<360xf32>
  %v388 = xla.constant dense<7.0> : tensor<360xf32>
  %v389 = xla.mul %v387, %v388 : tensor<360xf32>
  %v390 = xla.constant dense<9.0> : tensor<360xf32>
  %v391 = xla.rem %v389, %v390 : tensor<360xf32>
  %v392 = xla.constant dense<4.0> : tensor<360xf32>
  %v393 = xla.sub %v391, %v392 : tensor<360xf32>
  %v394 = xla.optimization_barrier %v393 : (tensor<360xf32>) -> tensor<360xf32>
  %v395 = xla.reshape %v394 : (tensor<360xf32>) -> tensor<3x3x5x8xf32>
  %v396 = xla.iota dim = 0 : tensor<360xf32>
  %v397 = xla.constant dense<4.0> : tensor<360xf32>
  %v398 = xla.mul %v396, %v397 : tensor<360xf32>
  %v399 = xla.constant dense<13.0> : tensor<360xf32>
  %v400 = xla.rem %v398, %v399 : tensor<360xf32>
  %v401 = xla.constant dense<6.0> : tensor<360xf32>
  %v402 = xla.sub %v400, %v401 : tensor<360xf32>
  %v403 = xla.optimization_barrier %v402 : (tensor<360xf32>) -> tensor<360xf32>
  %v404 = xla.reshape %v403 : (tensor<360xf32>) -> tensor<3x3x5x8xf32>
  %v405 = xla.complex %v377, %v386 : (tensor<2x6x7x5xf32>, tensor<2x6x7x5xf32>) -> tensor<2x6x7x5xcomplex<f32>>
  %v406 = xla.complex %v395, %v404 : (tensor<3x3x5x8xf32>, tensor<3x3x5x8xf32>) -> tensor<3x3x5x8xcomplex<f32>>
  %v407 = xla.conv_with_general_padding %v405, %v406, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [0, 2]]} : (tensor<2x6x7x5xcomplex<f32>>, tensor<3x3x5x8xcomplex<f32>>) -> tensor<2x6x7x8xcomplex<f32>>
  %v408 = xla.conv_with_general_padding %v377, %v395, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [0, 2]]} : (tensor<2x6x7x5xf32>, tensor<3x3x5x8xf32>) -> tensor<2x6x7x8xf32>
  %v409 = xla.conv_with_general_padding %v386, %v404, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [0, 2]]} : (tensor<2x6x7x5xf32>, tensor<3x3x5x8xf32>) -> tensor<2x6x7x8xf32>
  %v410 = xla.conv_with_general_padding %v377, %v404, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [0, 2]]} : (tensor<2x6x7x5xf32>, tensor<3x3x5x8xf32>) -> tensor<2x6x7x8xf32>
  %v411 = xla.conv_with_general_padding %v386, %v395, dims = [0, 3, 1, 2] x [3, 2, 0, 1] -> [0, 3, 1, 2], window = {pad = [[1, 1], [0, 2]]} : (tensor<2x6x7x5xf32>, tensor<3x3x5x8xf32>) -> tensor<2x6x7x8xf32>
  %v412 = xla.sub %v408, %v409 : tensor<2x6x7x8xf32>
  %v413 = xla.add %v410, %v411 : tensor<2x6x7x8xf32>
  %v414 = xla.complex %v412, %v413 : (tensor<2x6x7x8xf32>, tensor<2x6x7x8xf32>) -> tensor<2x6x7x8xcomplex<f32>>
  xla.custom_call "check.expect_eq"(%v407, %v414) {has_side_effect = true} : (tensor<2x6x7x8xcomplex<f32>>, tensor<2x6x7x8xcomplex<f32>>) -> ()
  return
}
