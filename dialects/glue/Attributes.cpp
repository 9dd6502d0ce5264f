// Types and attributes of our dialects, which mlir-c knows nothing of, for src/ir.
#include "StablehloDialect.h"
#include "XlaDialect.h"
#include "mlir/CAPI/IR.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;

static void borrow(ArrayRef<int64_t> numbers, intptr_t *n, const int64_t **data) {
  *n = numbers.size();
  *data = numbers.data();
}

// A type or attribute cannot be made before its dialect is loaded; the parser loads it as well.
template <typename OwnDialect>
static MLIRContext *loaded(MlirContext context) {
  unwrap(context)->getOrLoadDialect<OwnDialect>();
  return unwrap(context);
}

extern "C" {
MlirType xla_token_type(MlirContext context) { return wrap(xla::TokenType::get(loaded<xla::XlaDialect>(context))); }

MlirType xla_matrix_tile_type(MlirContext context) {
  return wrap(LLVM::LLVMX86AMXType::get(loaded<LLVM::LLVMDialect>(context)));
}

bool xla_is_token(MlirType type) { return isa<xla::TokenType>(unwrap(type)); }

bool xla_is_stablehlo_token(MlirType type) { return isa<xla::stablehlo::TokenType>(unwrap(type)); }

MlirAttribute xla_bounds_get(MlirContext context, bool stablehlo, intptr_t n, const int64_t *bounds) {
  ArrayRef<int64_t> numbers(bounds, n);
  if (stablehlo)
    return wrap(Attribute(xla::stablehlo::BoundsAttr::get(loaded<xla::stablehlo::StablehloDialect>(context), numbers)));
  return wrap(Attribute(xla::BoundsAttr::get(loaded<xla::XlaDialect>(context), numbers)));
}

// Borrows the numbers of the attribute; false if it is no bounds.
bool xla_bounds_of(MlirAttribute attribute, bool *stablehlo, intptr_t *n, const int64_t **bounds) {
  auto theirs = dyn_cast<xla::stablehlo::BoundsAttr>(unwrap(attribute));
  auto ours = dyn_cast<xla::BoundsAttr>(unwrap(attribute));
  if (!theirs && !ours)
    return false;
  *stablehlo = static_cast<bool>(theirs);
  borrow(theirs ? theirs.getBounds() : ours.getBounds(), n, bounds);
  return true;
}

// Borrows the parts of the attribute, of which the padding value may be null; false if it is no layout.
bool xla_layout_of(MlirAttribute attribute, intptr_t *nOrder, const int64_t **order, intptr_t *nPadded,
                   const int64_t **padded, MlirAttribute *value) {
  auto layout = dyn_cast<xla::LayoutAttr>(unwrap(attribute));
  if (!layout)
    return false;
  borrow(layout.getMinorToMajor(), nOrder, order);
  borrow(layout.getPaddedDimensions(), nPadded, padded);
  *value = wrap(Attribute(layout.getPaddingValue()));
  return true;
}

// The type that the algorithm of a dot accumulates in; null if the attribute is none.
MlirType xla_accumulation_type(MlirAttribute attribute) {
  auto algorithm = dyn_cast<xla::stablehlo::DotAlgorithmAttr>(unwrap(attribute));
  return wrap(algorithm ? algorithm.getAccumulationType() : Type());
}

// The parts of an accuracy that is asked for; false if the attribute is none.
bool xla_result_accuracy_of(MlirAttribute attribute, double *atol, double *rtol, int64_t *ulps, bool *isTolerance) {
  auto accuracy = dyn_cast<xla::stablehlo::ResultAccuracyAttr>(unwrap(attribute));
  if (!accuracy)
    return false;
  *atol = accuracy.getAtol().convertToDouble();
  *rtol = accuracy.getRtol().convertToDouble();
  *ulps = accuracy.getUlps();
  *isTolerance = accuracy.getMode().getValue() == xla::stablehlo::ResultAccuracyMode::TOLERANCE;
  return true;
}
}
