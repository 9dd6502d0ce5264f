// Assembly directives shared by the dialects. They know spelling, never meaning.
#ifndef XLA_GLUE_SYNTAX_H
#define XLA_GLUE_SYNTAX_H

#include "mlir/IR/OpImplementation.h"

namespace xla {
mlir::ParseResult parseOneOrFunctionType(mlir::OpAsmParser &parser, llvm::ArrayRef<mlir::Type *> operands,
                                         mlir::Type &result);
void printOneOrFunctionType(mlir::OpAsmPrinter &printer, llvm::ArrayRef<mlir::Type> operands, mlir::Type result);

// custom<SameOperandsAndResultType>(type($a), …, type($result)): one type when all agree, else (a, …) -> result.
template <typename... Types>
mlir::ParseResult parseSameOperandsAndResultType(mlir::OpAsmParser &parser, Types &...types) {
  llvm::SmallVector<mlir::Type *> all{&types...};
  mlir::Type *result = all.pop_back_val();
  return parseOneOrFunctionType(parser, all, *result);
}
template <typename... Types>
void printSameOperandsAndResultType(mlir::OpAsmPrinter &printer, mlir::Operation *, Types... types) {
  llvm::SmallVector<mlir::Type> all{types...};
  mlir::Type result = all.pop_back_val();
  printOneOrFunctionType(printer, all, result);
}

// custom<SliceRanges>($start, $limit, $strides): [0:4:2, 1:3]
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &start,
                                   mlir::DenseI64ArrayAttr &limit, mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr start,
                      mlir::DenseI64ArrayAttr limit, mlir::DenseI64ArrayAttr strides);
} // namespace xla

#endif // XLA_GLUE_SYNTAX_H
