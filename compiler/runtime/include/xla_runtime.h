/* What an ahead-of-time compiled program and its caller need: link the object file of
 * `xla-translate --xla-to-object` with libxla_runtime.a.
 *
 *     void *context = xla_rt_context_create(2);
 *     const void *inputs[] = {x, y};
 *     void *outputs[] = {z};
 *     void *arena = aligned_alloc(64, arena_bytes);
 *     xla_main(context, inputs, outputs, arena);
 *     xla_rt_context_destroy(context);
 *
 * Buffers are dense and row-major. An arena belongs to one run at a time; its size, and the types of inputs and
 * outputs, are attributes of the lowered module: xla.arena_bytes, xla.inputs, xla.outputs.
 */
#ifndef XLA_RUNTIME_H
#define XLA_RUNTIME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The program. A null context means one thread and no custom calls. */
void xla_main(void *context, const void *const *inputs, void *const *outputs, void *arena);

/* A context with this many threads, the caller's included; null if it cannot be made. One run at a time. */
void *xla_rt_context_create(int32_t threads);
void xla_rt_context_destroy(void *context);

#ifdef __cplusplus
}
#endif

#endif /* XLA_RUNTIME_H */
