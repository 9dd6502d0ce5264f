// The seam between ODS-generated classes and Rust. Every function named xla_rs_* is defined in src/hooks.rs.
#ifndef XLA_GLUE_HOOKS_H
#define XLA_GLUE_HOOKS_H

#include "mlir-c/IR.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

extern "C" {
typedef void (*XlaTypesCallback)(intptr_t n, const MlirType *types, void *userData);
typedef void (*XlaSizesCallback)(MlirBlock block, intptr_t nCaptured, const MlirValue *captured, intptr_t nOps,
                                 const MlirOperation *ops, intptr_t nSizes, const MlirValue *sizes, void *userData);
typedef void (*XlaFoldCallback)(bool isAttribute, const void *attributeOrValue, void *userData);

// An op that is to be made, whose result types are asked for.
typedef struct XlaArguments {
  MlirStringRef op;
  MlirLocation location;
  intptr_t nOperands;
  const MlirValue *operands;
  MlirAttribute attributes;
  intptr_t nRegions;
  const MlirRegion *regions;
} XlaArguments;

// A layout, and the type that it is of.
typedef struct XlaLayout {
  intptr_t nMinorToMajor;
  const int64_t *minorToMajor;
  intptr_t nPadded;
  const int64_t *padded;
  MlirAttribute paddingValue;
  intptr_t rank;
  const int64_t *shape;
  MlirType elementType;
} XlaLayout;

MlirLogicalResult xla_rs_verify(MlirOperation op);
bool xla_rs_compatible_types(MlirStringRef op, intptr_t nInferred, const MlirType *inferred,
                             intptr_t nDeclared, const MlirType *declared);
MlirLogicalResult xla_rs_infer(const XlaArguments *arguments, XlaTypesCallback callback, void *userData);
MlirLogicalResult xla_rs_fold(MlirOperation op, intptr_t n, const MlirAttribute *operands,
                              XlaFoldCallback callback, void *userData);
// Calls `callback`, unless no size is known, with the ops that compute the dynamic sizes of the results of `op` from the
// arguments of a block, which stand for its operands, and these sizes, null where one is not known.
bool xla_rs_sizes(MlirOperation op, XlaSizesCallback callback, void *userData);
MlirOperation xla_rs_materialize_constant(MlirAttribute value, MlirType type, MlirLocation location);
void xla_rs_canonicalization_patterns(MlirContext context, MlirStringRef dialect, void *patternSet);
MlirLogicalResult xla_rs_verify_layout(const XlaLayout *layout, void (*report)(MlirStringRef message, void *userData),
                                       void *userData);
bool xla_rs_accumulates(MlirOperation linalgOp);
}

namespace xla {
bool compatibleTypes(llvm::StringRef op, mlir::TypeRange inferred, mlir::TypeRange declared);
llvm::LogicalResult inferTypesOf(llvm::StringRef op, mlir::MLIRContext *context,
                                 std::optional<mlir::Location> location, mlir::ValueRange operands,
                                 mlir::DictionaryAttr attributes, mlir::RegionRange regions,
                                 llvm::SmallVectorImpl<mlir::Type> &results);
llvm::LogicalResult foldOp(mlir::Operation *op, llvm::ArrayRef<mlir::Attribute> operands,
                           llvm::SmallVectorImpl<mlir::OpFoldResult> &results);

template <typename Op>
llvm::LogicalResult inferTypes(mlir::MLIRContext *context, std::optional<mlir::Location> location,
                               mlir::ValueRange operands, mlir::DictionaryAttr attributes,
                               mlir::OpaqueProperties properties, mlir::RegionRange regions,
                               llvm::SmallVectorImpl<mlir::Type> &results) {
  // Inherent attributes arrive as properties: give Rust one dictionary, whatever they are stored as.
  if constexpr (!std::is_same_v<typename Op::Properties, mlir::EmptyProperties>)
    if (properties)
      if (auto dictionary = llvm::dyn_cast_or_null<mlir::DictionaryAttr>(
              Op::getPropertiesAsAttr(context, *properties.as<typename Op::Properties *>())))
        attributes = dictionary;
  return inferTypesOf(Op::getOperationName(), context, location, operands, attributes, regions, results);
}

template <typename Concrete>
struct RustVerify : mlir::OpTrait::TraitBase<Concrete, RustVerify> {
  static llvm::LogicalResult verifyRegionTrait(mlir::Operation *op) { return unwrap(xla_rs_verify(wrap(op))); }
};
template <typename Concrete>
struct RustInfer : mlir::OpTrait::TraitBase<Concrete, RustInfer> {};
template <typename Concrete>
struct RustFold : mlir::OpTrait::TraitBase<Concrete, RustFold> {
  static llvm::LogicalResult foldTrait(mlir::Operation *op, llvm::ArrayRef<mlir::Attribute> operands,
                                       llvm::SmallVectorImpl<mlir::OpFoldResult> &results) {
    return foldOp(op, operands, results);
  }
};
} // namespace xla

#endif // XLA_GLUE_HOOKS_H
