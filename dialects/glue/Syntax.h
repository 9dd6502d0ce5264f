// Assembly directives shared by the dialects. They know spelling, never meaning.
#ifndef XLA_GLUE_SYNTAX_H
#define XLA_GLUE_SYNTAX_H

#include "Interfaces.h"
#include "mlir/IR/BuiltinTypeInterfaces.h"
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

// custom<VariadicSameOperandsAndResultType>(ref($operands), type($operands), type($result)): the same for a list.
mlir::ParseResult
parseVariadicSameOperandsAndResultType(mlir::OpAsmParser &parser,
                                       llvm::ArrayRef<mlir::OpAsmParser::UnresolvedOperand> operands,
                                       llvm::SmallVectorImpl<mlir::Type> &types, mlir::Type &result);
void printVariadicSameOperandsAndResultType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OperandRange,
                                            mlir::TypeRange types, mlir::Type result);

// custom<ComplexType>(type($real), type($imag), type($result)): the complex type when the parts' type follows from it.
mlir::ParseResult parseComplexType(mlir::OpAsmParser &parser, mlir::Type &real, mlir::Type &imag, mlir::Type &result);
void printComplexType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type real, mlir::Type imag,
                      mlir::Type result);

// custom<SelectType>(type($pred), type($on_true), type($on_false), type($result)): pred, result when both sides have
// the result's type.
mlir::ParseResult parseSelectType(mlir::OpAsmParser &parser, mlir::Type &pred, mlir::Type &onTrue,
                                  mlir::Type &onFalse, mlir::Type &result);
void printSelectType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Type pred, mlir::Type onTrue,
                     mlir::Type onFalse, mlir::Type result);

// custom<TupleType>(type($elements), type($result)): the tuple's type says its elements'.
mlir::ParseResult parseTupleType(mlir::OpAsmParser &parser, llvm::SmallVectorImpl<mlir::Type> &elements,
                                 mlir::Type &result);
void printTupleType(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange, mlir::Type result);

// custom<SameTypes>(type($operands), type($results)): results have the operands' types.
mlir::ParseResult parseSameTypes(mlir::OpAsmParser &parser, llvm::SmallVectorImpl<mlir::Type> &operands,
                                 llvm::SmallVectorImpl<mlir::Type> &results);
void printSameTypes(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::TypeRange operands, mlir::TypeRange);

// custom<OperandsThenComma>($operands): a comma after each operand, the last one included.
mlir::ParseResult parseOperandsThenComma(mlir::OpAsmParser &parser,
                                         llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand> &operands);
void printOperandsThenComma(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::OperandRange operands);

// custom<SliceRanges>($start, $limit, $strides): [0:4:2, 1:3]
mlir::ParseResult parseSliceRanges(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &start,
                                   mlir::DenseI64ArrayAttr &limit, mlir::DenseI64ArrayAttr &strides);
void printSliceRanges(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr start,
                      mlir::DenseI64ArrayAttr limit, mlir::DenseI64ArrayAttr strides);

// custom<FloatFormat>($exponent_bits, $mantissa_bits): e8m10
mlir::ParseResult parseFloatFormat(mlir::OpAsmParser &parser, mlir::IntegerAttr &exponent,
                                   mlir::IntegerAttr &mantissa);
void printFloatFormat(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::IntegerAttr exponent,
                      mlir::IntegerAttr mantissa);

// custom<SymbolText>($name): a string written as a symbol, @name or @"any text".
mlir::ParseResult parseSymbolText(mlir::OpAsmParser &parser, mlir::StringAttr &name);
void printSymbolText(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::StringAttr name);

// What stands between the braces of `window = {…}`.
struct WindowFields {
  mlir::DenseI64ArrayAttr size, stride;
  // Pairs of low and high, or the name of a kind of padding.
  mlir::Attribute pad;
  mlir::DenseI64ArrayAttr lhsDilate, rhsDilate;
  mlir::DenseBoolArrayAttr reverse;
  // Whether padding may be given by its kind, same or valid.
  bool kinds = false;
};
mlir::ParseResult parseWindowFields(mlir::OpAsmParser &parser, llvm::ArrayRef<llvm::StringRef> keys,
                                    WindowFields &window);
void printWindowFields(mlir::OpAsmPrinter &printer, const WindowFields &window);

// custom<Window>($strides, $padding, $lhs_dilation, $rhs_dilation, $reversal):
// stride = [2, 1], pad = [[0, 1], [2, 2]], lhs_dilate = [1, 2], rhs_dilate = [1, 1], reverse = [true, false]
mlir::ParseResult parseWindow(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &strides,
                              mlir::DenseIntElementsAttr &padding, mlir::DenseI64ArrayAttr &lhsDilation,
                              mlir::DenseI64ArrayAttr &rhsDilation, mlir::DenseBoolArrayAttr &reversal);
void printWindow(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr strides,
                 mlir::DenseIntElementsAttr padding, mlir::DenseI64ArrayAttr lhsDilation,
                 mlir::DenseI64ArrayAttr rhsDilation, mlir::DenseBoolArrayAttr reversal);

// custom<PlainWindow>($dimensions, $strides, $padding): size = [2, 3], stride = [2, 1], pad = same
mlir::ParseResult parsePlainWindow(mlir::OpAsmParser &parser, mlir::DenseI64ArrayAttr &size,
                                   mlir::DenseI64ArrayAttr &strides, mlir::Attribute &padding);
void printPlainWindow(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::DenseI64ArrayAttr size,
                      mlir::DenseI64ArrayAttr strides, mlir::Attribute padding);

// custom<PaddingKind>($padding): same
mlir::ParseResult parsePaddingKind(mlir::OpAsmParser &parser, mlir::StringAttr &kind);
void printPaddingKind(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::StringAttr kind);

// [0, 1], with ? for a size that is unknown.
llvm::FailureOr<llvm::SmallVector<int64_t>> parseDimensionList(mlir::AsmParser &parser);
void printDimensionList(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> dimensions);
mlir::ParseResult parseSizeOrQuestion(mlir::AsmParser &parser, int64_t &size);
void printSizeOrQuestion(mlir::AsmPrinter &printer, int64_t size);

// `<8, ?>`: bounds of dynamic dimensions, `?` for the others.
mlir::ParseResult parseBounds(mlir::AsmParser &parser, llvm::SmallVectorImpl<int64_t> &bounds);
void printBounds(mlir::AsmPrinter &printer, llvm::ArrayRef<int64_t> bounds);
mlir::LogicalResult verifyBounds(llvm::ArrayRef<int64_t> bounds, llvm::ArrayRef<int64_t> shape,
                                 llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

llvm::FailureOr<llvm::APFloat> parseDouble(mlir::AsmParser &parser);

template <typename Attribute>
llvm::FailureOr<Attribute> parseWholeAttribute(mlir::AsmParser &parser) {
  Attribute attribute;
  if (parser.parseAttribute(attribute))
    return mlir::failure();
  return attribute;
}

// [b, 0, 1, f]: where the dimensions named by a letter of `labels` are, and where spatial dimensions 0, 1, … are.
// The printer fails, printing nothing, unless the positions are a permutation.
mlir::ParseResult parseLabelledDimensions(mlir::AsmParser &parser, llvm::StringRef labels,
                                          llvm::ArrayRef<int64_t *> labelled, llvm::SmallVectorImpl<int64_t> &spatial);
mlir::ParseResult printLabelledDimensions(llvm::raw_ostream &os, llvm::StringRef labels,
                                          llvm::ArrayRef<int64_t> labelled, llvm::ArrayRef<int64_t> spatial);

// key = 1, other = [2, 3] up to and with `>`, in any order, each at most once; fields left out keep their value.
struct DimensionField {
  llvm::StringRef name;
  int64_t *single;
  llvm::SmallVector<int64_t> *list;
};
mlir::ParseResult parseDimensionFields(mlir::AsmParser &parser, llvm::ArrayRef<DimensionField> fields);

// <key = 1, other = [2, 3]>, without fields that are empty or zero; `singles` are those that are no lists.
void printDimensionFields(mlir::AsmPrinter &printer, NamedDimensions dimensions,
                          llvm::ArrayRef<llvm::StringRef> singles);

// custom<Computation>($body): (%a: tensor<f32>, %b: tensor<f32>) { … }
mlir::ParseResult parseComputation(mlir::OpAsmParser &parser, mlir::Region &body);
void printComputation(mlir::OpAsmPrinter &printer, mlir::Operation *, mlir::Region &body);

// Whole ops with regions. They serve every dialect that has such an op: the combiner of a compact reduction and the
// terminator are looked up in the dialect of the op itself.
//
//   (%x init: %zero) applies xla.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
//   (%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
//     reducer(%a: tensor<f32>, %b: tensor<f32>) { … }
mlir::ParseResult parseReduce(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printReduce(mlir::OpAsmPrinter &printer, mlir::Operation *op);
mlir::ParseResult parseReduceWindow(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printReduceWindow(mlir::OpAsmPrinter &printer, mlir::Operation *op);

//   (%a = %x, %b = %y) : tensor<i32>, tensor<f32> cond { … } do { … }
mlir::ParseResult parseWhile(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printWhile(mlir::OpAsmPrinter &printer, mlir::Operation *op);

//   %pred : tensor<i1> -> tensor<f32> then { … } else { … }
//   %index : tensor<i32> -> tensor<f32> case(%a = %x : tensor<f32>) { … } case(%b = %y : tensor<4xf32>) { … }
mlir::ParseResult parseConditional(mlir::OpAsmParser &parser, mlir::OperationState &result);
void printConditional(mlir::OpAsmPrinter &printer, mlir::Operation *op);

// dense<"0x…"> : tensor<…xi1> with a byte an element, as newer versions of MLIR write it; MLIR 22 packs eight of them
// into a byte. Takes nothing, and leaves `value` null, where anything else is written.
mlir::ParseResult parseUnpackedBooleans(mlir::OpAsmParser &parser, mlir::ElementsAttr &value);

void nameArguments(mlir::Region &region, llvm::StringRef name, llvm::function_ref<void(mlir::Value, llvm::StringRef)> set);
// c for integers, cst for anything else.
void nameConstant(mlir::Value result, llvm::function_ref<void(mlir::Value, llvm::StringRef)> set);
} // namespace xla

#endif // XLA_GLUE_SYNTAX_H
