#ifndef XLA_GLUE_Stablehlo_DIALECT_H
#define XLA_GLUE_Stablehlo_DIALECT_H

#include "Hooks.h"
#include "Interfaces.h"
#include "Syntax.h"

#include "StablehloDialect.h.inc"
#include "StablehloEnums.h.inc"
#define GET_TYPEDEF_CLASSES
#include "StablehloTypes.h.inc"
#define GET_ATTRDEF_CLASSES
#include "StablehloAttrs.h.inc"

namespace xla::stablehlo {
// custom<Precision>($precision_config): , precision = [HIGH, DEFAULT]
mlir::ParseResult parsePrecision(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision);
void printPrecision(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::ArrayAttr precision);

// custom<PrecisionAndAlgorithm>($precision_config, $algorithm): the same, then , algorithm = <…>
mlir::ParseResult parsePrecisionAndAlgorithm(mlir::OpAsmParser &parser, mlir::ArrayAttr &precision,
                                             DotAlgorithmAttr &algorithm);
void printPrecisionAndAlgorithm(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::ArrayAttr precision,
                                DotAlgorithmAttr algorithm);

// custom<DotDimensions>($dot_dimension_numbers): batching_dims = [0] x [0], contracting_dims = [2] x [1]
mlir::ParseResult parseDotDimensions(mlir::OpAsmParser &parser, DotDimensionNumbersAttr &dimensions);
void printDotDimensions(mlir::OpAsmPrinter &printer, mlir::Operation *, DotDimensionNumbersAttr dimensions);

// custom<ConvolutionDimensions>($dimension_numbers): [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]
mlir::ParseResult parseConvolutionDimensions(mlir::AsmParser &parser, ConvDimensionNumbersAttr &dimensions);
void printConvolutionDimensions(mlir::AsmPrinter &printer, mlir::Operation *, ConvDimensionNumbersAttr dimensions);
} // namespace xla::stablehlo

#define GET_OP_CLASSES
#include "StablehloOps.h.inc"

#endif // XLA_GLUE_Stablehlo_DIALECT_H
