// RUN: xla-run %s
//
// select between tuples: by one predicate, as a whole.

func.func @main() {
  %true = xla.constant dense<true> : tensor<i1>
  %p = xla.optimization_barrier %true : (tensor<i1>) -> tensor<i1>
  %not_p = xla.not %p : tensor<i1>
  %a = xla.constant dense<[1, 2]> : tensor<2xi32>
  %b = xla.constant dense<[3, 4]> : tensor<2xi32>
  %x = xla.constant dense<0x7FC00000> : tensor<f32>
  %y = xla.constant dense<1.5> : tensor<f32>
  %xs = xla.tuple %x : (tensor<f32>) -> tuple<tensor<f32>>
  %ys = xla.tuple %y : (tensor<f32>) -> tuple<tensor<f32>>
  %t = xla.tuple %a, %ys : (tensor<2xi32>, tuple<tensor<f32>>) -> tuple<tensor<2xi32>, tuple<tensor<f32>>>
  %u = xla.tuple %b, %xs : (tensor<2xi32>, tuple<tensor<f32>>) -> tuple<tensor<2xi32>, tuple<tensor<f32>>>
  %0 = xla.select %p, %t, %u : (tensor<i1>, tuple<tensor<2xi32>, tuple<tensor<f32>>>, tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tuple<tensor<2xi32>, tuple<tensor<f32>>>
  %1 = xla.get_tuple_element %0[0] : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%1, %a) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  %2 = xla.get_tuple_element %0[1] : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tuple<tensor<f32>>
  %3 = xla.get_tuple_element %2[0] : (tuple<tensor<f32>>) -> tensor<f32>
  xla.custom_call "check.expect_eq"(%3, %y) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  %4 = xla.select %not_p, %t, %u : (tensor<i1>, tuple<tensor<2xi32>, tuple<tensor<f32>>>, tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tuple<tensor<2xi32>, tuple<tensor<f32>>>
  %5 = xla.get_tuple_element %4[0] : (tuple<tensor<2xi32>, tuple<tensor<f32>>>) -> tensor<2xi32>
  xla.custom_call "check.expect_eq"(%5, %b) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
