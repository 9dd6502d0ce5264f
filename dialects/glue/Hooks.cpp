#include "Hooks.h"
#include "mlir/IR/Diagnostics.h"
#include <atomic>

using namespace mlir;

namespace xla {
bool compatibleTypes(StringRef op, TypeRange inferred, TypeRange declared) {
  SmallVector<MlirType> a, b;
  for (Type type : inferred)
    a.push_back(wrap(type));
  for (Type type : declared)
    b.push_back(wrap(type));
  return xla_rs_compatible_types(wrap(op), a.size(), a.data(), b.size(), b.data());
}

LogicalResult inferTypesOf(StringRef op, MLIRContext *context, std::optional<Location> location, ValueRange operands,
                           DictionaryAttr attributes, RegionRange regions, SmallVectorImpl<Type> &results) {
  SmallVector<MlirValue> values;
  for (Value value : operands)
    values.push_back(wrap(value));
  SmallVector<MlirRegion> wrappedRegions;
  for (Region *region : regions)
    wrappedRegions.push_back(wrap(region));
  if (!attributes)
    attributes = DictionaryAttr::get(context);
  auto collect = [](intptr_t n, const MlirType *types, void *userData) {
    auto *out = static_cast<SmallVectorImpl<Type> *>(userData);
    for (intptr_t i = 0; i < n; ++i)
      out->push_back(unwrap(types[i]));
  };
  XlaArguments arguments{wrap(op),
                         wrap(location.value_or(UnknownLoc::get(context))),
                         static_cast<intptr_t>(values.size()),
                         values.data(),
                         wrap(Attribute(attributes)),
                         static_cast<intptr_t>(wrappedRegions.size()),
                         wrappedRegions.data()};
  return unwrap(xla_rs_infer(&arguments, collect, &results));
}

LogicalResult foldOp(Operation *op, ArrayRef<Attribute> operands, SmallVectorImpl<OpFoldResult> &results) {
  SmallVector<MlirAttribute> attributes;
  for (Attribute attribute : operands)
    attributes.push_back(wrap(attribute));
  auto collect = [](bool isAttribute, const void *pointer, void *userData) {
    auto *out = static_cast<SmallVectorImpl<OpFoldResult> *>(userData);
    if (isAttribute)
      out->push_back(unwrap(MlirAttribute{pointer}));
    else
      out->push_back(unwrap(MlirValue{pointer}));
  };
  return unwrap(xla_rs_fold(wrap(op), attributes.size(), attributes.data(), collect, &results));
}
} // namespace xla

static std::atomic<intptr_t> unsupportedCount{0};

extern "C" {
// severity: 0 error, 1 warning, 2 remark. mlir-c can emit errors only, without notes.
void xla_emit_diagnostic(MlirLocation location, int32_t severity, MlirStringRef message, intptr_t nNotes,
                         const MlirLocation *noteLocations, const MlirStringRef *notes) {
  if (unwrap(message).contains("unsupported: "))
    ++unsupportedCount;
  Location loc = unwrap(location);
  InFlightDiagnostic diagnostic = severity == 0 ? emitError(loc) : severity == 1 ? emitWarning(loc) : emitRemark(loc);
  diagnostic << unwrap(message);
  for (intptr_t i = 0; i < nNotes; ++i)
    diagnostic.attachNote(unwrap(noteLocations[i])) << unwrap(notes[i]);
}

// How many "unsupported:" diagnostics this process has emitted; the tools turn it into their exit code.
intptr_t xla_unsupported_count() { return unsupportedCount; }
}
