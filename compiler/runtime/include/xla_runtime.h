/* What programs that were compiled ahead of time call of the runtime library, and what a caller may call itself.
 *
 * The headers that `xla-translate --c-header` writes declare the functions of a program: use those. This header is for who
 * links `xla-translate --xla-to-object` by hand:
 *
 *     const void *inputs[] = {x, y};
 *     void *outputs[] = {z};
 *     void *arena = aligned_alloc(64, arena_bytes);
 *     int failed = xla_main(NULL, inputs, outputs, arena);
 *
 * Buffers are dense and row-major. An arena belongs to one run at a time.
 */
#ifndef XLA_RUNTIME_H
#define XLA_RUNTIME_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The program, where no other name was asked for; 0 if all went well. A null context means one thread, and makes a program
 * fail that makes custom calls or calls the library's functions: `xla_main_create` makes one for it. */
int32_t xla_main(void *context, const void *const *inputs, void *const *outputs, void *arena);

/* A context with this many threads, the caller's included, for a program that makes no custom calls; null if it cannot be
 * made. One run at a time. */
void *xla_rt_context_create(int32_t threads);
void xla_rt_context_destroy(void *context);

/* What a program's own functions call: its list of custom calls is `length` bytes at `sites`. */
void *xla_rt_program_create(int32_t threads, uint64_t seed, const uint8_t *sites, size_t length);
int32_t xla_rt_program_run(void *program, void (*entry)(void *, const void *const *, void *const *, void *),
                           const void *const *inputs, void *const *outputs, void *arena);
const char *xla_rt_program_error(void *program);
void xla_rt_program_destroy(void *program);

/* What compiled functions of a larger module call (xla-compile-functions): their context, which the first call makes. A call that
 * fails in it ends the process, with a message on standard error. */
void *xla_rt_function_context(void **slot, int32_t threads, const uint8_t *sites, size_t length);

#ifdef __cplusplus
}
#endif

#endif /* XLA_RUNTIME_H */
