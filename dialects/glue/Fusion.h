// What decides which linalg ops become one, and the patterns of the pass that are in a file of their own.
#ifndef XLA_GLUE_FUSION_H
#define XLA_GLUE_FUSION_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

namespace fusion {
// What a body costs to copy and to compile, in arithmetic ops: a function of the math dialect becomes a polynomial, and a division takes
// as long as one.
int64_t costOf(mlir::Operation *op);

// What a body costs that is less than to store its result and load it again.
constexpr int64_t littleWork = 8;

// Whether a value is a tensor of more than a scalar.
bool isArray(mlir::Value value);

// What extracts single elements of what an op computes, or of what is put together, finds or computes them itself.
void populateExtractionPatterns(mlir::RewritePatternSet &patterns);
} // namespace fusion

#endif // XLA_GLUE_FUSION_H
