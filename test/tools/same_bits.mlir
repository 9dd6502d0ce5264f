// A hundred runs on two threads give the same bits: sums of columns, of rows and of everything, a product, rows that are
// normalized, a sort, running sums, rows that are added to others.
//
// RUN: rm -rf %t && mkdir %t
// RUN: for i in $(seq 100); do \
// RUN:   xla-run %s --random 3 --threads 2 --cache %t/kept --output %t/$i.npz; cmp %t/1.npz %t/$i.npz; done

func.func @main(%x: tensor<256x1024xf32>, %w: tensor<1024x256xf32>, %i: tensor<256xi32>, %long: tensor<65536xf32>)
    -> (tensor<1024xf32>, tensor<f32>, tensor<256x256xf32>, tensor<256x1024xf32>, tensor<65536xf32>, tensor<65536xf32>,
        tensor<10x1024xf32>) {
  %zero = xla.constant dense<0.0> : tensor<f32>
  %columns = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0] : (tensor<256x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %all = xla.reduce(%x init: %zero) applies xla.add across dimensions = [0, 1] : (tensor<256x1024xf32>, tensor<f32>) -> tensor<f32>
  %product = xla.dot %x, %w : (tensor<256x1024xf32>, tensor<1024x256xf32>) -> tensor<256x256xf32>
  %exp = xla.exp %x : tensor<256x1024xf32>
  %rows = xla.reduce(%exp init: %zero) applies xla.add across dimensions = [1] : (tensor<256x1024xf32>, tensor<f32>) -> tensor<256xf32>
  %normal = xla.div %exp, %rows, broadcast_dimensions = [0] : (tensor<256x1024xf32>, tensor<256xf32>) -> tensor<256x1024xf32>
  %sorted = xla.sort(%long) dim = 0 : (tensor<65536xf32>) -> tensor<65536xf32> comparator {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %before = xla.lt %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    xla.return %before : tensor<i1>
  }
  %running = xla.reduce_window(%long init: %zero) applies xla.add window = {size = [65536], pad = [[65535, 0]]} : (tensor<65536xf32>, tensor<f32>) -> tensor<65536xf32>
  %none = xla.constant dense<0.0> : tensor<10x1024xf32>
  %added = xla.scatter (%none) at %i, (%x), update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1
    : (tensor<10x1024xf32>, tensor<256xi32>, tensor<256x1024xf32>) -> tensor<10x1024xf32> (%o: tensor<f32>, %n: tensor<f32>) {
    %s = xla.add %o, %n : tensor<f32>
    xla.return %s : tensor<f32>
  }
  return %columns, %all, %product, %normal, %sorted, %running, %added : tensor<1024xf32>, tensor<f32>, tensor<256x256xf32>, tensor<256x1024xf32>, tensor<65536xf32>, tensor<65536xf32>, tensor<10x1024xf32>
}
