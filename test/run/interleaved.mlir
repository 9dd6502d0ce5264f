// RUN: xla-run %s --xla-keep-barriers
// RUN: xla-run %s --xla-keep-barriers --threads 2
//
// Kernels whose innermost loop has two or three iterations, as over the channels of an image: neighbours of the loop around
// it are computed in vectors, with and without a remainder. Each result is compared with a formula of the number of the element.

func.func @main() {
  // scaled by pixel: 5x37x3, f32
  %v1 = xla.iota dim = 0 : tensor<555xi32>
  %v2 = xla.constant dense<11> : tensor<555xi32>
  %v3 = xla.rem %v1, %v2 : tensor<555xi32>
  %v4 = xla.convert %v3 : (tensor<555xi32>) -> tensor<555xf32>
  %v5 = xla.reshape %v4 : (tensor<555xf32>) -> tensor<5x37x3xf32>
  %v6 = xla.optimization_barrier %v5 : (tensor<5x37x3xf32>) -> tensor<5x37x3xf32>
  %v7 = xla.iota dim = 0 : tensor<185xi32>
  %v8 = xla.constant dense<5> : tensor<185xi32>
  %v9 = xla.rem %v7, %v8 : tensor<185xi32>
  %v10 = xla.convert %v9 : (tensor<185xi32>) -> tensor<185xf32>
  %v11 = xla.reshape %v10 : (tensor<185xf32>) -> tensor<5x37xf32>
  %v12 = xla.optimization_barrier %v11 : (tensor<5x37xf32>) -> tensor<5x37xf32>
  %v13 = xla.iota dim = 0 : tensor<3xi32>
  %v14 = xla.constant dense<1> : tensor<3xi32>
  %v15 = xla.add %v13, %v14 : tensor<3xi32>
  %v16 = xla.convert %v15 : (tensor<3xi32>) -> tensor<3xf32>
  %v17 = xla.optimization_barrier %v16 : (tensor<3xf32>) -> tensor<3xf32>
  %v18 = xla.broadcast_in_dim %v12, dims = [0, 1] : (tensor<5x37xf32>) -> tensor<5x37x3xf32>
  %v19 = xla.mul %v6, %v18 : tensor<5x37x3xf32>
  %v20 = xla.broadcast_in_dim %v17, dims = [2] : (tensor<3xf32>) -> tensor<5x37x3xf32>
  %v21 = xla.add %v19, %v20 : tensor<5x37x3xf32>
  %v22 = xla.iota dim = 0 : tensor<555xi32>
  %v23 = xla.constant dense<3> : tensor<555xi32>
  %v24 = xla.div %v22, %v23 : tensor<555xi32>
  %v25 = xla.constant dense<3> : tensor<555xi32>
  %v26 = xla.rem %v22, %v25 : tensor<555xi32>
  %v27 = xla.constant dense<11> : tensor<555xi32>
  %v28 = xla.rem %v22, %v27 : tensor<555xi32>
  %v29 = xla.constant dense<5> : tensor<555xi32>
  %v30 = xla.rem %v24, %v29 : tensor<555xi32>
  %v31 = xla.mul %v28, %v30 : tensor<555xi32>
  %v32 = xla.add %v31, %v26 : tensor<555xi32>
  %v33 = xla.constant dense<1> : tensor<555xi32>
  %v34 = xla.add %v32, %v33 : tensor<555xi32>
  %v35 = xla.optimization_barrier %v34 : (tensor<555xi32>) -> tensor<555xi32>
  %v36 = xla.convert %v35 : (tensor<555xi32>) -> tensor<555xf32>
  %v37 = xla.reshape %v36 : (tensor<555xf32>) -> tensor<5x37x3xf32>
  xla.custom_call "check.expect_eq"(%v21, %v37) {has_side_effect = true} : (tensor<5x37x3xf32>, tensor<5x37x3xf32>) -> ()
  // scaled by pixel: 3x32x3, f32
  %v38 = xla.iota dim = 0 : tensor<288xi32>
  %v39 = xla.constant dense<11> : tensor<288xi32>
  %v40 = xla.rem %v38, %v39 : tensor<288xi32>
  %v41 = xla.convert %v40 : (tensor<288xi32>) -> tensor<288xf32>
  %v42 = xla.reshape %v41 : (tensor<288xf32>) -> tensor<3x32x3xf32>
  %v43 = xla.optimization_barrier %v42 : (tensor<3x32x3xf32>) -> tensor<3x32x3xf32>
  %v44 = xla.iota dim = 0 : tensor<96xi32>
  %v45 = xla.constant dense<5> : tensor<96xi32>
  %v46 = xla.rem %v44, %v45 : tensor<96xi32>
  %v47 = xla.convert %v46 : (tensor<96xi32>) -> tensor<96xf32>
  %v48 = xla.reshape %v47 : (tensor<96xf32>) -> tensor<3x32xf32>
  %v49 = xla.optimization_barrier %v48 : (tensor<3x32xf32>) -> tensor<3x32xf32>
  %v50 = xla.iota dim = 0 : tensor<3xi32>
  %v51 = xla.constant dense<1> : tensor<3xi32>
  %v52 = xla.add %v50, %v51 : tensor<3xi32>
  %v53 = xla.convert %v52 : (tensor<3xi32>) -> tensor<3xf32>
  %v54 = xla.optimization_barrier %v53 : (tensor<3xf32>) -> tensor<3xf32>
  %v55 = xla.broadcast_in_dim %v49, dims = [0, 1] : (tensor<3x32xf32>) -> tensor<3x32x3xf32>
  %v56 = xla.mul %v43, %v55 : tensor<3x32x3xf32>
  %v57 = xla.broadcast_in_dim %v54, dims = [2] : (tensor<3xf32>) -> tensor<3x32x3xf32>
  %v58 = xla.add %v56, %v57 : tensor<3x32x3xf32>
  %v59 = xla.iota dim = 0 : tensor<288xi32>
  %v60 = xla.constant dense<3> : tensor<288xi32>
  %v61 = xla.div %v59, %v60 : tensor<288xi32>
  %v62 = xla.constant dense<3> : tensor<288xi32>
  %v63 = xla.rem %v59, %v62 : tensor<288xi32>
  %v64 = xla.constant dense<11> : tensor<288xi32>
  %v65 = xla.rem %v59, %v64 : tensor<288xi32>
  %v66 = xla.constant dense<5> : tensor<288xi32>
  %v67 = xla.rem %v61, %v66 : tensor<288xi32>
  %v68 = xla.mul %v65, %v67 : tensor<288xi32>
  %v69 = xla.add %v68, %v63 : tensor<288xi32>
  %v70 = xla.constant dense<1> : tensor<288xi32>
  %v71 = xla.add %v69, %v70 : tensor<288xi32>
  %v72 = xla.optimization_barrier %v71 : (tensor<288xi32>) -> tensor<288xi32>
  %v73 = xla.convert %v72 : (tensor<288xi32>) -> tensor<288xf32>
  %v74 = xla.reshape %v73 : (tensor<288xf32>) -> tensor<3x32x3xf32>
  xla.custom_call "check.expect_eq"(%v58, %v74) {has_side_effect = true} : (tensor<3x32x3xf32>, tensor<3x32x3xf32>) -> ()
  // two channels: 4x21x2, f64
  %v75 = xla.iota dim = 0 : tensor<168xi32>
  %v76 = xla.constant dense<11> : tensor<168xi32>
  %v77 = xla.rem %v75, %v76 : tensor<168xi32>
  %v78 = xla.convert %v77 : (tensor<168xi32>) -> tensor<168xf64>
  %v79 = xla.reshape %v78 : (tensor<168xf64>) -> tensor<4x21x2xf64>
  %v80 = xla.optimization_barrier %v79 : (tensor<4x21x2xf64>) -> tensor<4x21x2xf64>
  %v81 = xla.iota dim = 0 : tensor<84xi32>
  %v82 = xla.constant dense<5> : tensor<84xi32>
  %v83 = xla.rem %v81, %v82 : tensor<84xi32>
  %v84 = xla.convert %v83 : (tensor<84xi32>) -> tensor<84xf64>
  %v85 = xla.reshape %v84 : (tensor<84xf64>) -> tensor<4x21xf64>
  %v86 = xla.optimization_barrier %v85 : (tensor<4x21xf64>) -> tensor<4x21xf64>
  %v87 = xla.iota dim = 0 : tensor<2xi32>
  %v88 = xla.constant dense<1> : tensor<2xi32>
  %v89 = xla.add %v87, %v88 : tensor<2xi32>
  %v90 = xla.convert %v89 : (tensor<2xi32>) -> tensor<2xf64>
  %v91 = xla.optimization_barrier %v90 : (tensor<2xf64>) -> tensor<2xf64>
  %v92 = xla.broadcast_in_dim %v86, dims = [0, 1] : (tensor<4x21xf64>) -> tensor<4x21x2xf64>
  %v93 = xla.mul %v80, %v92 : tensor<4x21x2xf64>
  %v94 = xla.broadcast_in_dim %v91, dims = [2] : (tensor<2xf64>) -> tensor<4x21x2xf64>
  %v95 = xla.add %v93, %v94 : tensor<4x21x2xf64>
  %v96 = xla.iota dim = 0 : tensor<168xi32>
  %v97 = xla.constant dense<2> : tensor<168xi32>
  %v98 = xla.div %v96, %v97 : tensor<168xi32>
  %v99 = xla.constant dense<2> : tensor<168xi32>
  %v100 = xla.rem %v96, %v99 : tensor<168xi32>
  %v101 = xla.constant dense<11> : tensor<168xi32>
  %v102 = xla.rem %v96, %v101 : tensor<168xi32>
  %v103 = xla.constant dense<5> : tensor<168xi32>
  %v104 = xla.rem %v98, %v103 : tensor<168xi32>
  %v105 = xla.mul %v102, %v104 : tensor<168xi32>
  %v106 = xla.add %v105, %v100 : tensor<168xi32>
  %v107 = xla.constant dense<1> : tensor<168xi32>
  %v108 = xla.add %v106, %v107 : tensor<168xi32>
  %v109 = xla.optimization_barrier %v108 : (tensor<168xi32>) -> tensor<168xi32>
  %v110 = xla.convert %v109 : (tensor<168xi32>) -> tensor<168xf64>
  %v111 = xla.reshape %v110 : (tensor<168xf64>) -> tensor<4x21x2xf64>
  xla.custom_call "check.expect_eq"(%v95, %v111) {has_side_effect = true} : (tensor<4x21x2xf64>, tensor<4x21x2xf64>) -> ()
  // narrow elements: 3x70x3, i8
  %v112 = xla.iota dim = 0 : tensor<630xi32>
  %v113 = xla.constant dense<11> : tensor<630xi32>
  %v114 = xla.rem %v112, %v113 : tensor<630xi32>
  %v115 = xla.convert %v114 : (tensor<630xi32>) -> tensor<630xi8>
  %v116 = xla.reshape %v115 : (tensor<630xi8>) -> tensor<3x70x3xi8>
  %v117 = xla.optimization_barrier %v116 : (tensor<3x70x3xi8>) -> tensor<3x70x3xi8>
  %v118 = xla.iota dim = 0 : tensor<210xi32>
  %v119 = xla.constant dense<5> : tensor<210xi32>
  %v120 = xla.rem %v118, %v119 : tensor<210xi32>
  %v121 = xla.convert %v120 : (tensor<210xi32>) -> tensor<210xi8>
  %v122 = xla.reshape %v121 : (tensor<210xi8>) -> tensor<3x70xi8>
  %v123 = xla.optimization_barrier %v122 : (tensor<3x70xi8>) -> tensor<3x70xi8>
  %v124 = xla.iota dim = 0 : tensor<3xi32>
  %v125 = xla.constant dense<1> : tensor<3xi32>
  %v126 = xla.add %v124, %v125 : tensor<3xi32>
  %v127 = xla.convert %v126 : (tensor<3xi32>) -> tensor<3xi8>
  %v128 = xla.optimization_barrier %v127 : (tensor<3xi8>) -> tensor<3xi8>
  %v129 = xla.broadcast_in_dim %v123, dims = [0, 1] : (tensor<3x70xi8>) -> tensor<3x70x3xi8>
  %v130 = xla.mul %v117, %v129 : tensor<3x70x3xi8>
  %v131 = xla.broadcast_in_dim %v128, dims = [2] : (tensor<3xi8>) -> tensor<3x70x3xi8>
  %v132 = xla.add %v130, %v131 : tensor<3x70x3xi8>
  %v133 = xla.iota dim = 0 : tensor<630xi32>
  %v134 = xla.constant dense<3> : tensor<630xi32>
  %v135 = xla.div %v133, %v134 : tensor<630xi32>
  %v136 = xla.constant dense<3> : tensor<630xi32>
  %v137 = xla.rem %v133, %v136 : tensor<630xi32>
  %v138 = xla.constant dense<11> : tensor<630xi32>
  %v139 = xla.rem %v133, %v138 : tensor<630xi32>
  %v140 = xla.constant dense<5> : tensor<630xi32>
  %v141 = xla.rem %v135, %v140 : tensor<630xi32>
  %v142 = xla.mul %v139, %v141 : tensor<630xi32>
  %v143 = xla.add %v142, %v137 : tensor<630xi32>
  %v144 = xla.constant dense<1> : tensor<630xi32>
  %v145 = xla.add %v143, %v144 : tensor<630xi32>
  %v146 = xla.optimization_barrier %v145 : (tensor<630xi32>) -> tensor<630xi32>
  %v147 = xla.convert %v146 : (tensor<630xi32>) -> tensor<630xi8>
  %v148 = xla.reshape %v147 : (tensor<630xi8>) -> tensor<3x70x3xi8>
  xla.custom_call "check.expect_eq"(%v132, %v148) {has_side_effect = true} : (tensor<3x70x3xi8>, tensor<3x70x3xi8>) -> ()
  // half precision: 2x45x3, bf16
  %v149 = xla.iota dim = 0 : tensor<270xi32>
  %v150 = xla.constant dense<11> : tensor<270xi32>
  %v151 = xla.rem %v149, %v150 : tensor<270xi32>
  %v152 = xla.convert %v151 : (tensor<270xi32>) -> tensor<270xbf16>
  %v153 = xla.reshape %v152 : (tensor<270xbf16>) -> tensor<2x45x3xbf16>
  %v154 = xla.optimization_barrier %v153 : (tensor<2x45x3xbf16>) -> tensor<2x45x3xbf16>
  %v155 = xla.iota dim = 0 : tensor<90xi32>
  %v156 = xla.constant dense<5> : tensor<90xi32>
  %v157 = xla.rem %v155, %v156 : tensor<90xi32>
  %v158 = xla.convert %v157 : (tensor<90xi32>) -> tensor<90xbf16>
  %v159 = xla.reshape %v158 : (tensor<90xbf16>) -> tensor<2x45xbf16>
  %v160 = xla.optimization_barrier %v159 : (tensor<2x45xbf16>) -> tensor<2x45xbf16>
  %v161 = xla.iota dim = 0 : tensor<3xi32>
  %v162 = xla.constant dense<1> : tensor<3xi32>
  %v163 = xla.add %v161, %v162 : tensor<3xi32>
  %v164 = xla.convert %v163 : (tensor<3xi32>) -> tensor<3xbf16>
  %v165 = xla.optimization_barrier %v164 : (tensor<3xbf16>) -> tensor<3xbf16>
  %v166 = xla.broadcast_in_dim %v160, dims = [0, 1] : (tensor<2x45xbf16>) -> tensor<2x45x3xbf16>
  %v167 = xla.mul %v154, %v166 : tensor<2x45x3xbf16>
  %v168 = xla.broadcast_in_dim %v165, dims = [2] : (tensor<3xbf16>) -> tensor<2x45x3xbf16>
  %v169 = xla.add %v167, %v168 : tensor<2x45x3xbf16>
  %v170 = xla.iota dim = 0 : tensor<270xi32>
  %v171 = xla.constant dense<3> : tensor<270xi32>
  %v172 = xla.div %v170, %v171 : tensor<270xi32>
  %v173 = xla.constant dense<3> : tensor<270xi32>
  %v174 = xla.rem %v170, %v173 : tensor<270xi32>
  %v175 = xla.constant dense<11> : tensor<270xi32>
  %v176 = xla.rem %v170, %v175 : tensor<270xi32>
  %v177 = xla.constant dense<5> : tensor<270xi32>
  %v178 = xla.rem %v172, %v177 : tensor<270xi32>
  %v179 = xla.mul %v176, %v178 : tensor<270xi32>
  %v180 = xla.add %v179, %v174 : tensor<270xi32>
  %v181 = xla.constant dense<1> : tensor<270xi32>
  %v182 = xla.add %v180, %v181 : tensor<270xi32>
  %v183 = xla.optimization_barrier %v182 : (tensor<270xi32>) -> tensor<270xi32>
  %v184 = xla.convert %v183 : (tensor<270xi32>) -> tensor<270xbf16>
  %v185 = xla.reshape %v184 : (tensor<270xbf16>) -> tensor<2x45x3xbf16>
  xla.custom_call "check.expect_eq"(%v169, %v185) {has_side_effect = true} : (tensor<2x45x3xbf16>, tensor<2x45x3xbf16>) -> ()
  // on threads: 300x200x3, f32
  %v186 = xla.iota dim = 0 : tensor<180000xi32>
  %v187 = xla.constant dense<11> : tensor<180000xi32>
  %v188 = xla.rem %v186, %v187 : tensor<180000xi32>
  %v189 = xla.convert %v188 : (tensor<180000xi32>) -> tensor<180000xf32>
  %v190 = xla.reshape %v189 : (tensor<180000xf32>) -> tensor<300x200x3xf32>
  %v191 = xla.optimization_barrier %v190 : (tensor<300x200x3xf32>) -> tensor<300x200x3xf32>
  %v192 = xla.iota dim = 0 : tensor<60000xi32>
  %v193 = xla.constant dense<5> : tensor<60000xi32>
  %v194 = xla.rem %v192, %v193 : tensor<60000xi32>
  %v195 = xla.convert %v194 : (tensor<60000xi32>) -> tensor<60000xf32>
  %v196 = xla.reshape %v195 : (tensor<60000xf32>) -> tensor<300x200xf32>
  %v197 = xla.optimization_barrier %v196 : (tensor<300x200xf32>) -> tensor<300x200xf32>
  %v198 = xla.iota dim = 0 : tensor<3xi32>
  %v199 = xla.constant dense<1> : tensor<3xi32>
  %v200 = xla.add %v198, %v199 : tensor<3xi32>
  %v201 = xla.convert %v200 : (tensor<3xi32>) -> tensor<3xf32>
  %v202 = xla.optimization_barrier %v201 : (tensor<3xf32>) -> tensor<3xf32>
  %v203 = xla.broadcast_in_dim %v197, dims = [0, 1] : (tensor<300x200xf32>) -> tensor<300x200x3xf32>
  %v204 = xla.mul %v191, %v203 : tensor<300x200x3xf32>
  %v205 = xla.broadcast_in_dim %v202, dims = [2] : (tensor<3xf32>) -> tensor<300x200x3xf32>
  %v206 = xla.add %v204, %v205 : tensor<300x200x3xf32>
  %v207 = xla.iota dim = 0 : tensor<180000xi32>
  %v208 = xla.constant dense<3> : tensor<180000xi32>
  %v209 = xla.div %v207, %v208 : tensor<180000xi32>
  %v210 = xla.constant dense<3> : tensor<180000xi32>
  %v211 = xla.rem %v207, %v210 : tensor<180000xi32>
  %v212 = xla.constant dense<11> : tensor<180000xi32>
  %v213 = xla.rem %v207, %v212 : tensor<180000xi32>
  %v214 = xla.constant dense<5> : tensor<180000xi32>
  %v215 = xla.rem %v209, %v214 : tensor<180000xi32>
  %v216 = xla.mul %v213, %v215 : tensor<180000xi32>
  %v217 = xla.add %v216, %v211 : tensor<180000xi32>
  %v218 = xla.constant dense<1> : tensor<180000xi32>
  %v219 = xla.add %v217, %v218 : tensor<180000xi32>
  %v220 = xla.optimization_barrier %v219 : (tensor<180000xi32>) -> tensor<180000xi32>
  %v221 = xla.convert %v220 : (tensor<180000xi32>) -> tensor<180000xf32>
  %v222 = xla.reshape %v221 : (tensor<180000xf32>) -> tensor<300x200x3xf32>
  xla.custom_call "check.expect_eq"(%v206, %v222) {has_side_effect = true} : (tensor<300x200x3xf32>, tensor<300x200x3xf32>) -> ()
  // planes: 3x37x3, f32
  %v223 = xla.iota dim = 0 : tensor<333xi32>
  %v224 = xla.constant dense<13> : tensor<333xi32>
  %v225 = xla.rem %v223, %v224 : tensor<333xi32>
  %v226 = xla.convert %v225 : (tensor<333xi32>) -> tensor<333xf32>
  %v227 = xla.reshape %v226 : (tensor<333xf32>) -> tensor<3x3x37xf32>
  %v228 = xla.optimization_barrier %v227 : (tensor<3x3x37xf32>) -> tensor<3x3x37xf32>
  %v229 = xla.transpose %v228, dims = [1, 2, 0] : (tensor<3x3x37xf32>) -> tensor<3x37x3xf32>
  %v230 = xla.iota dim = 0 : tensor<333xi32>
  %v231 = xla.constant dense<3> : tensor<333xi32>
  %v232 = xla.div %v230, %v231 : tensor<333xi32>
  %v233 = xla.constant dense<3> : tensor<333xi32>
  %v234 = xla.rem %v230, %v233 : tensor<333xi32>
  %v235 = xla.constant dense<111> : tensor<333xi32>
  %v236 = xla.mul %v234, %v235 : tensor<333xi32>
  %v237 = xla.add %v236, %v232 : tensor<333xi32>
  %v238 = xla.constant dense<13> : tensor<333xi32>
  %v239 = xla.rem %v237, %v238 : tensor<333xi32>
  %v240 = xla.optimization_barrier %v239 : (tensor<333xi32>) -> tensor<333xi32>
  %v241 = xla.convert %v240 : (tensor<333xi32>) -> tensor<333xf32>
  %v242 = xla.reshape %v241 : (tensor<333xf32>) -> tensor<3x37x3xf32>
  xla.custom_call "check.expect_eq"(%v229, %v242) {has_side_effect = true} : (tensor<3x37x3xf32>, tensor<3x37x3xf32>) -> ()
  // planes: 2x40x2, i16
  %v243 = xla.iota dim = 0 : tensor<160xi32>
  %v244 = xla.constant dense<13> : tensor<160xi32>
  %v245 = xla.rem %v243, %v244 : tensor<160xi32>
  %v246 = xla.convert %v245 : (tensor<160xi32>) -> tensor<160xi16>
  %v247 = xla.reshape %v246 : (tensor<160xi16>) -> tensor<2x2x40xi16>
  %v248 = xla.optimization_barrier %v247 : (tensor<2x2x40xi16>) -> tensor<2x2x40xi16>
  %v249 = xla.transpose %v248, dims = [1, 2, 0] : (tensor<2x2x40xi16>) -> tensor<2x40x2xi16>
  %v250 = xla.iota dim = 0 : tensor<160xi32>
  %v251 = xla.constant dense<2> : tensor<160xi32>
  %v252 = xla.div %v250, %v251 : tensor<160xi32>
  %v253 = xla.constant dense<2> : tensor<160xi32>
  %v254 = xla.rem %v250, %v253 : tensor<160xi32>
  %v255 = xla.constant dense<80> : tensor<160xi32>
  %v256 = xla.mul %v254, %v255 : tensor<160xi32>
  %v257 = xla.add %v256, %v252 : tensor<160xi32>
  %v258 = xla.constant dense<13> : tensor<160xi32>
  %v259 = xla.rem %v257, %v258 : tensor<160xi32>
  %v260 = xla.optimization_barrier %v259 : (tensor<160xi32>) -> tensor<160xi32>
  %v261 = xla.convert %v260 : (tensor<160xi32>) -> tensor<160xi16>
  %v262 = xla.reshape %v261 : (tensor<160xi16>) -> tensor<2x40x2xi16>
  xla.custom_call "check.expect_eq"(%v249, %v262) {has_side_effect = true} : (tensor<2x40x2xi16>, tensor<2x40x2xi16>) -> ()
  // rows of a table: 67x3, f32
  %v263 = xla.iota dim = 0 : tensor<150xi32>
  %v264 = xla.convert %v263 : (tensor<150xi32>) -> tensor<150xf32>
  %v265 = xla.reshape %v264 : (tensor<150xf32>) -> tensor<50x3xf32>
  %v266 = xla.optimization_barrier %v265 : (tensor<50x3xf32>) -> tensor<50x3xf32>
  %v267 = xla.iota dim = 0 : tensor<67xi32>
  %v268 = xla.constant dense<7> : tensor<67xi32>
  %v269 = xla.mul %v267, %v268 : tensor<67xi32>
  %v270 = xla.constant dense<50> : tensor<67xi32>
  %v271 = xla.rem %v269, %v270 : tensor<67xi32>
  %v272 = xla.optimization_barrier %v271 : (tensor<67xi32>) -> tensor<67xi32>
  %v273 = xla.constant dense<3> : tensor<67xi32>
  %v274 = xla.rem %v267, %v273 : tensor<67xi32>
  %v275 = xla.convert %v274 : (tensor<67xi32>) -> tensor<67xf32>
  %v276 = xla.optimization_barrier %v275 : (tensor<67xf32>) -> tensor<67xf32>
  %v277 = xla.gather %v266 at %v272, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<50x3xf32>, tensor<67xi32>) -> tensor<67x3xf32>
  %v278 = xla.iota dim = 0 : tensor<67x3xi32>
  %v279 = xla.iota dim = 1 : tensor<67x3xi32>
  %v280 = xla.add %v278, %v279 : tensor<67x3xi32>
  %v281 = xla.convert %v280 : (tensor<67x3xi32>) -> tensor<67x3xf32>
  %v282 = xla.broadcast_in_dim %v276, dims = [0] : (tensor<67xf32>) -> tensor<67x3xf32>
  %v283 = xla.mul %v277, %v282 : tensor<67x3xf32>
  %v284 = xla.add %v283, %v281 : tensor<67x3xf32>
  %v285 = xla.iota dim = 0 : tensor<201xi32>
  %v286 = xla.constant dense<3> : tensor<201xi32>
  %v287 = xla.div %v285, %v286 : tensor<201xi32>
  %v288 = xla.constant dense<3> : tensor<201xi32>
  %v289 = xla.rem %v285, %v288 : tensor<201xi32>
  %v290 = xla.constant dense<7> : tensor<201xi32>
  %v291 = xla.mul %v287, %v290 : tensor<201xi32>
  %v292 = xla.constant dense<50> : tensor<201xi32>
  %v293 = xla.rem %v291, %v292 : tensor<201xi32>
  %v294 = xla.constant dense<3> : tensor<201xi32>
  %v295 = xla.mul %v293, %v294 : tensor<201xi32>
  %v296 = xla.add %v295, %v289 : tensor<201xi32>
  %v297 = xla.constant dense<3> : tensor<201xi32>
  %v298 = xla.rem %v287, %v297 : tensor<201xi32>
  %v299 = xla.mul %v296, %v298 : tensor<201xi32>
  %v300 = xla.add %v299, %v287 : tensor<201xi32>
  %v301 = xla.add %v300, %v289 : tensor<201xi32>
  %v302 = xla.optimization_barrier %v301 : (tensor<201xi32>) -> tensor<201xi32>
  %v303 = xla.convert %v302 : (tensor<201xi32>) -> tensor<201xf32>
  %v304 = xla.reshape %v303 : (tensor<201xf32>) -> tensor<67x3xf32>
  xla.custom_call "check.expect_eq"(%v284, %v304) {has_side_effect = true} : (tensor<67x3xf32>, tensor<67x3xf32>) -> ()
  // rows of a table: 33x2, i32
  %v305 = xla.iota dim = 0 : tensor<100xi32>
  %v306 = xla.reshape %v305 : (tensor<100xi32>) -> tensor<50x2xi32>
  %v307 = xla.optimization_barrier %v306 : (tensor<50x2xi32>) -> tensor<50x2xi32>
  %v308 = xla.iota dim = 0 : tensor<33xi32>
  %v309 = xla.constant dense<7> : tensor<33xi32>
  %v310 = xla.mul %v308, %v309 : tensor<33xi32>
  %v311 = xla.constant dense<50> : tensor<33xi32>
  %v312 = xla.rem %v310, %v311 : tensor<33xi32>
  %v313 = xla.optimization_barrier %v312 : (tensor<33xi32>) -> tensor<33xi32>
  %v314 = xla.constant dense<3> : tensor<33xi32>
  %v315 = xla.rem %v308, %v314 : tensor<33xi32>
  %v316 = xla.optimization_barrier %v315 : (tensor<33xi32>) -> tensor<33xi32>
  %v317 = xla.gather %v307 at %v313, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 2] : (tensor<50x2xi32>, tensor<33xi32>) -> tensor<33x2xi32>
  %v318 = xla.iota dim = 0 : tensor<33x2xi32>
  %v319 = xla.iota dim = 1 : tensor<33x2xi32>
  %v320 = xla.add %v318, %v319 : tensor<33x2xi32>
  %v321 = xla.broadcast_in_dim %v316, dims = [0] : (tensor<33xi32>) -> tensor<33x2xi32>
  %v322 = xla.mul %v317, %v321 : tensor<33x2xi32>
  %v323 = xla.add %v322, %v320 : tensor<33x2xi32>
  %v324 = xla.iota dim = 0 : tensor<66xi32>
  %v325 = xla.constant dense<2> : tensor<66xi32>
  %v326 = xla.div %v324, %v325 : tensor<66xi32>
  %v327 = xla.constant dense<2> : tensor<66xi32>
  %v328 = xla.rem %v324, %v327 : tensor<66xi32>
  %v329 = xla.constant dense<7> : tensor<66xi32>
  %v330 = xla.mul %v326, %v329 : tensor<66xi32>
  %v331 = xla.constant dense<50> : tensor<66xi32>
  %v332 = xla.rem %v330, %v331 : tensor<66xi32>
  %v333 = xla.constant dense<2> : tensor<66xi32>
  %v334 = xla.mul %v332, %v333 : tensor<66xi32>
  %v335 = xla.add %v334, %v328 : tensor<66xi32>
  %v336 = xla.constant dense<3> : tensor<66xi32>
  %v337 = xla.rem %v326, %v336 : tensor<66xi32>
  %v338 = xla.mul %v335, %v337 : tensor<66xi32>
  %v339 = xla.add %v338, %v326 : tensor<66xi32>
  %v340 = xla.add %v339, %v328 : tensor<66xi32>
  %v341 = xla.optimization_barrier %v340 : (tensor<66xi32>) -> tensor<66xi32>
  %v342 = xla.reshape %v341 : (tensor<66xi32>) -> tensor<33x2xi32>
  xla.custom_call "check.expect_eq"(%v323, %v342) {has_side_effect = true} : (tensor<33x2xi32>, tensor<33x2xi32>) -> ()
  // on threads: 60000x3, f32
  %v343 = xla.iota dim = 0 : tensor<150xi32>
  %v344 = xla.convert %v343 : (tensor<150xi32>) -> tensor<150xf32>
  %v345 = xla.reshape %v344 : (tensor<150xf32>) -> tensor<50x3xf32>
  %v346 = xla.optimization_barrier %v345 : (tensor<50x3xf32>) -> tensor<50x3xf32>
  %v347 = xla.iota dim = 0 : tensor<60000xi32>
  %v348 = xla.constant dense<7> : tensor<60000xi32>
  %v349 = xla.mul %v347, %v348 : tensor<60000xi32>
  %v350 = xla.constant dense<50> : tensor<60000xi32>
  %v351 = xla.rem %v349, %v350 : tensor<60000xi32>
  %v352 = xla.optimization_barrier %v351 : (tensor<60000xi32>) -> tensor<60000xi32>
  %v353 = xla.constant dense<3> : tensor<60000xi32>
  %v354 = xla.rem %v347, %v353 : tensor<60000xi32>
  %v355 = xla.convert %v354 : (tensor<60000xi32>) -> tensor<60000xf32>
  %v356 = xla.optimization_barrier %v355 : (tensor<60000xf32>) -> tensor<60000xf32>
  %v357 = xla.gather %v346 at %v352, offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1, slice_sizes = [1, 3] : (tensor<50x3xf32>, tensor<60000xi32>) -> tensor<60000x3xf32>
  %v358 = xla.iota dim = 0 : tensor<60000x3xi32>
  %v359 = xla.iota dim = 1 : tensor<60000x3xi32>
  %v360 = xla.add %v358, %v359 : tensor<60000x3xi32>
  %v361 = xla.convert %v360 : (tensor<60000x3xi32>) -> tensor<60000x3xf32>
  %v362 = xla.broadcast_in_dim %v356, dims = [0] : (tensor<60000xf32>) -> tensor<60000x3xf32>
  %v363 = xla.mul %v357, %v362 : tensor<60000x3xf32>
  %v364 = xla.add %v363, %v361 : tensor<60000x3xf32>
  %v365 = xla.iota dim = 0 : tensor<180000xi32>
  %v366 = xla.constant dense<3> : tensor<180000xi32>
  %v367 = xla.div %v365, %v366 : tensor<180000xi32>
  %v368 = xla.constant dense<3> : tensor<180000xi32>
  %v369 = xla.rem %v365, %v368 : tensor<180000xi32>
  %v370 = xla.constant dense<7> : tensor<180000xi32>
  %v371 = xla.mul %v367, %v370 : tensor<180000xi32>
  %v372 = xla.constant dense<50> : tensor<180000xi32>
  %v373 = xla.rem %v371, %v372 : tensor<180000xi32>
  %v374 = xla.constant dense<3> : tensor<180000xi32>
  %v375 = xla.mul %v373, %v374 : tensor<180000xi32>
  %v376 = xla.add %v375, %v369 : tensor<180000xi32>
  %v377 = xla.constant dense<3> : tensor<180000xi32>
  %v378 = xla.rem %v367, %v377 : tensor<180000xi32>
  %v379 = xla.mul %v376, %v378 : tensor<180000xi32>
  %v380 = xla.add %v379, %v367 : tensor<180000xi32>
  %v381 = xla.add %v380, %v369 : tensor<180000xi32>
  %v382 = xla.optimization_barrier %v381 : (tensor<180000xi32>) -> tensor<180000xi32>
  %v383 = xla.convert %v382 : (tensor<180000xi32>) -> tensor<180000xf32>
  %v384 = xla.reshape %v383 : (tensor<180000xf32>) -> tensor<60000x3xf32>
  xla.custom_call "check.expect_eq"(%v364, %v384) {has_side_effect = true} : (tensor<60000x3xf32>, tensor<60000x3xf32>) -> ()
  return
}
