/* The functions that custom_call.mlir calls: `out` is the result's address, or an array of the results' addresses. */

/* The documents' example: f32[2], f32[2,3] -> f32[3,3]. */
void myfunc(void *out, void **in) {
  float(*x) = in[0], (*y)[3] = in[1], (*z)[3] = out;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      z[i][j] = x[(i + 1) % 2] + y[(i + 1) % 2][j];
}

/* i32[3] -> (i32[3], f64[]) */
void triple_and_sum(void *out, void **in) {
  int *x = in[0], *tripled = ((void **)out)[0];
  double *sum = ((void **)out)[1];
  *sum = 0;
  for (int i = 0; i < 3; ++i) {
    tripled[i] = 3 * x[i];
    *sum += x[i];
  }
}

/* () -> i32[] */
void seven(void *out, void **in) {
  (void)in;
  *(int *)out = 7;
}

/* (i32[], (f32[2], (f32[2]))) -> ((f32[2]), f32[2]): each times the first operand, the other way round */
void swapped(void *out, void **in) {
  int by = *(int *)in[0];
  void **outer = in[1], **inner = outer[1], **results = out;
  float *x = outer[0], *y = inner[0], *first = ((void **)results[0])[0], *second = results[1];
  for (int i = 0; i < 2; ++i) {
    first[i] = by * y[i];
    second[i] = by * x[i];
  }
}
