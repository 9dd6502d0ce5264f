func.func private @printMemrefF32(tensor<*xf32>)

#elements = affine_map<(i, j) -> (i, j)>
#scalar = affine_map<(i, j) -> ()>

func.func private @compare(%rows: index) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %x = tensor.generate %rows {
  ^bb0(%i: index, %j: index):
    %three = arith.constant 3 : index
    %modulus = arith.constant 101 : index
    %scale = arith.constant 0.02 : f32
    %product = arith.muli %i, %three : index
    %sum = arith.addi %product, %j : index
    %remainder = arith.remui %sum, %modulus : index
    %word = arith.index_cast %remainder : index to i32
    %float = arith.sitofp %word : i32 to f32
    %element = arith.mulf %float, %scale : f32
    tensor.yield %element : f32
  } : tensor<?x96xf32>
  %w = tensor.generate {
  ^bb0(%i: index, %j: index):
    %five = arith.constant 5 : index
    %modulus = arith.constant 13 : index
    %six = arith.constant 6 : index
    %scale = arith.constant 0.05 : f32
    %product = arith.muli %i, %five : index
    %sum = arith.addi %product, %j : index
    %remainder = arith.remui %sum, %modulus : index
    %difference = arith.subi %remainder, %six : index
    %word = arith.index_cast %difference : index to i32
    %float = arith.sitofp %word : i32 to f32
    %element = arith.mulf %float, %scale : f32
    tensor.yield %element : f32
  } : tensor<96x128xf32>
  %b = arith.constant dense<0.25> : tensor<128xf32>
  %y = call @network(%x, %w, %b) : (tensor<?x96xf32>, tensor<96x128xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %z = call @network_in_loops(%x, %w, %b) : (tensor<?x96xf32>, tensor<96x128xf32>, tensor<128xf32>) -> tensor<?x128xf32>
  %empty = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %equal, %different = linalg.generic {indexing_maps = [#elements, #elements, #scalar, #scalar], iterator_types = ["reduction", "reduction"]} ins(%y, %z : tensor<?x128xf32>, tensor<?x128xf32>) outs(%none, %none : tensor<f32>, tensor<f32>) {
  ^bb0(%a: f32, %c: f32, %equal: f32, %different: f32):
    %tolerance = arith.constant 1.0e-5 : f32
    %difference = arith.subf %a, %c : f32
    %magnitude = math.absf %difference : f32
    %allowed = arith.mulf %tolerance, %c : f32
    %is_equal = arith.cmpf ole, %magnitude, %allowed : f32
    %more = arith.addf %equal, %one : f32
    %more_different = arith.addf %different, %one : f32
    %0 = arith.select %is_equal, %more, %equal : f32
    %1 = arith.select %is_equal, %different, %more_different : f32
    linalg.yield %0, %1 : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  %number = tensor.extract %equal[] : tensor<f32>
  %wrong = tensor.extract %different[] : tensor<f32>
  %both = tensor.from_elements %number, %wrong : tensor<2xf32>
  %printed = tensor.cast %both : tensor<2xf32> to tensor<*xf32>
  call @printMemrefF32(%printed) : (tensor<*xf32>) -> ()
  return
}

func.func @run() {
  %0 = arith.constant 0 : index
  %1 = arith.constant 1 : index
  %7 = arith.constant 7 : index
  %9 = arith.constant 9 : index
  %18 = arith.constant 18 : index
  %35 = arith.constant 35 : index
  %65 = arith.constant 65 : index
  %1000 = arith.constant 1000 : index
  call @compare(%0) : (index) -> ()
  call @compare(%1) : (index) -> ()
  call @compare(%7) : (index) -> ()
  call @compare(%9) : (index) -> ()
  call @compare(%18) : (index) -> ()
  call @compare(%35) : (index) -> ()
  call @compare(%65) : (index) -> ()
  call @compare(%1000) : (index) -> ()
  return
}
