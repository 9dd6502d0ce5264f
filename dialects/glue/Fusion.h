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

// What is not computed again where its reader reads elements repeatedly in vectors: a function of the math dialect is more
// than that.
constexpr int64_t muchWork = 15;

// Whether a value is a tensor of more than a scalar.
bool isArray(mlir::Value value);

// Whether a body computes with the indices of its loops: it gathers, slices at run time, or compares indices.
bool computesIndices(mlir::Operation *op);

// How many iterations of its reader's loops read an element of an operand. 1 where sizes are not known.
int64_t readsPerElement(mlir::OpOperand *operand);

// Whether an op of one result reads apart in an input what lies side by side in the result.
bool transposes(mlir::Operation *op);

// Whether an index is a multiple or a quotient: neighbours are not read in one vector.
bool hasSteps(mlir::AffineMap map);

// What an operand is computed by becomes part of its reader unless that costs more than the memory that it saves.
//
// A reduction that reads its operand repeatedly is a product of matrices, a convolution or a window. Its loads must
// be of neighbours to be computed in vectors, and what packs the operands of a product can compute elementwise ops on
// the way, but no addresses. An operand computed at indices is therefore made once, in an array of its own: that is
// one store and one load of each element, while the fused product would be scalar code in all iterations.
//
// What is much work is not done again where its reader reads elements repeatedly in vectors or in a window, nor in each
// iteration of a loop that its reader is in and it is not, nor for single elements or short rows. An operand is not transposed or
// converted to a wider type again and again in a window. What packs the factors of a product does either once.
bool mayJoinReader(mlir::OpOperand *operand);

// What extracts single elements of what an op computes, or of what is put together, finds or computes them itself.
void populateExtractionPatterns(mlir::RewritePatternSet &patterns);
} // namespace fusion

#endif // XLA_GLUE_FUSION_H
