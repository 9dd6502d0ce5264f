#ifndef XLA_GLUE_Sdy_DIALECT_H
#define XLA_GLUE_Sdy_DIALECT_H

#include "Syntax.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace xla::sdy {
// custom<Notes>($notes, "\"mesh\""): what stands in brackets, kept as the text of #sdy.mesh<…>.
mlir::ParseResult parseNotes(mlir::OpAsmParser &parser, mlir::OpaqueAttr &notes, llvm::StringRef mnemonic);
void printNotes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OpaqueAttr notes, llvm::StringRef mnemonic);

// custom<Shardings>($notes): a list in brackets, kept as the text of #sdy.sharding_per_value<[…]>.
mlir::ParseResult parseShardings(mlir::OpAsmParser &parser, mlir::OpaqueAttr &notes);
void printShardings(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OpaqueAttr notes);

// custom<Axes>($notes): a list in braces, kept as the text of #sdy<manual_axes{…}>.
mlir::ParseResult parseAxes(mlir::OpAsmParser &parser, mlir::OpaqueAttr &notes);
void printAxes(mlir::OpAsmPrinter &printer, mlir::Operation *op, mlir::OpaqueAttr notes);
} // namespace xla::sdy

#include "SdyDialect.h.inc"
#define GET_OP_CLASSES
#include "SdyOps.h.inc"

#endif // XLA_GLUE_Sdy_DIALECT_H
