/* The functions that the rows of custom_call call. The first operand says how many elements, or bytes, there are. */

#include <stdint.h>

/* (i64[], f64[], f64[n], f64[n]) -> f64[n]: a x + y */
void scaled_sum(void *out, void **in) {
  int64_t n = *(int64_t *)in[0];
  double a = *(double *)in[1], *x = in[2], *y = in[3], *sum = out;
  for (int64_t i = 0; i < n; ++i)
    sum[i] = a * x[i] + y[i];
}

/* (i64[], any) -> (u8[n], u8[n]): the bytes from the last to the first, and their complements */
void reversed_bytes(void *out, void **in) {
  int64_t n = *(int64_t *)in[0];
  uint8_t *bytes = in[1], **results = out;
  for (int64_t i = 0; i < n; ++i) {
    results[0][i] = bytes[n - 1 - i];
    results[1][i] = ~bytes[n - 1 - i];
  }
}

/* (i64[], (i32[n], (i32[n]))) -> ((i32[n]), i32[n]): the difference and the sum */
void nested(void *out, void **in) {
  int64_t n = *(int64_t *)in[0];
  void **outer = in[1], **inner = outer[1], **results = out;
  int32_t *x = outer[0], *y = inner[0], *difference = ((void **)results[0])[0], *sum = results[1];
  for (int64_t i = 0; i < n; ++i) {
    difference[i] = x[i] - y[i];
    sum[i] = x[i] + y[i];
  }
}
