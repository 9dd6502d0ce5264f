// Ops that compute each element of the result from the elements at the same index of the operands.
#ifndef STABLEHLO_ELEMENTWISE_TD
#define STABLEHLO_ELEMENTWISE_TD

include "stablehlo/Attributes.td"

class Stablehlo_UnaryOp<string mnemonic> : Stablehlo_Op<mnemonic, [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))";
}

// A unary function that may be asked for an accuracy.
class Stablehlo_TranscendentalOp<string mnemonic> : Stablehlo_UnaryOp<mnemonic> {
  let arguments = (ins Stablehlo_Tensor:$operand, OptionalAttr<Stablehlo_ResultAccuracyAttr>:$result_accuracy);
}

class Stablehlo_BinaryOp<string mnemonic, list<Trait> traits = []> :
    Stablehlo_Op<mnemonic, !listconcat([Pure, SameOperandsAndResultShape], traits)> {
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
}

let summary = "absolute value; of a complex operand, its real magnitude" in
def Stablehlo_AbsOp : Stablehlo_UnaryOp<"abs">;
let summary = "cube root" in def Stablehlo_CbrtOp : Stablehlo_TranscendentalOp<"cbrt">;
let summary = "smallest integer not less than the operand" in def Stablehlo_CeilOp : Stablehlo_UnaryOp<"ceil">;
let summary = "value conversion to another element type" in def Stablehlo_ConvertOp : Stablehlo_UnaryOp<"convert">;
let summary = "cosine of an angle in radians" in def Stablehlo_CosineOp : Stablehlo_TranscendentalOp<"cosine">;
let summary = "number of leading zero bits" in
def Stablehlo_CountLeadingZerosOp : Stablehlo_UnaryOp<"count_leading_zeros">;
let summary = "natural exponential" in def Stablehlo_ExponentialOp : Stablehlo_TranscendentalOp<"exponential">;
let summary = "exp(x) - 1, accurate near zero" in
def Stablehlo_ExponentialMinusOneOp : Stablehlo_TranscendentalOp<"exponential_minus_one">;
let summary = "largest integer not greater than the operand" in def Stablehlo_FloorOp : Stablehlo_UnaryOp<"floor">;
let summary = "imaginary part; zero of a real operand" in def Stablehlo_ImagOp : Stablehlo_UnaryOp<"imag">;
let summary = "natural logarithm" in def Stablehlo_LogOp : Stablehlo_TranscendentalOp<"log">;
let summary = "log(1 + x), accurate near zero" in
def Stablehlo_LogPlusOneOp : Stablehlo_TranscendentalOp<"log_plus_one">;
let summary = "1 / (1 + exp(-x))" in def Stablehlo_LogisticOp : Stablehlo_TranscendentalOp<"logistic">;
let summary = "negation" in def Stablehlo_NegateOp : Stablehlo_UnaryOp<"negate">;
let summary = "logical not of booleans, bitwise not of integers" in def Stablehlo_NotOp : Stablehlo_UnaryOp<"not">;
let summary = "number of one bits" in def Stablehlo_PopcntOp : Stablehlo_UnaryOp<"popcnt">;
let summary = "real part; a real operand itself" in def Stablehlo_RealOp : Stablehlo_UnaryOp<"real">;
let summary = "nearest integer, ties away from zero" in
def Stablehlo_RoundNearestAfzOp : Stablehlo_UnaryOp<"round_nearest_afz">;
let summary = "nearest integer, ties to even" in
def Stablehlo_RoundNearestEvenOp : Stablehlo_UnaryOp<"round_nearest_even">;
let summary = "1 / sqrt(x)" in def Stablehlo_RsqrtOp : Stablehlo_TranscendentalOp<"rsqrt">;
let summary = "-1, -0, +0 or 1; NaN of NaN; x / |x| of complex" in def Stablehlo_SignOp : Stablehlo_UnaryOp<"sign">;
let summary = "sine of an angle in radians" in def Stablehlo_SineOp : Stablehlo_TranscendentalOp<"sine">;
let summary = "square root" in def Stablehlo_SqrtOp : Stablehlo_TranscendentalOp<"sqrt">;
let summary = "tangent of an angle in radians" in def Stablehlo_TanOp : Stablehlo_TranscendentalOp<"tan">;
let summary = "hyperbolic tangent" in def Stablehlo_TanhOp : Stablehlo_TranscendentalOp<"tanh">;
let summary = "quantizes floats, or changes the quantization" in
def Stablehlo_UniformQuantizeOp : Stablehlo_UnaryOp<"uniform_quantize">;
let summary = "the floats that quantized values stand for" in
def Stablehlo_UniformDequantizeOp : Stablehlo_UnaryOp<"uniform_dequantize">;

let summary = "whether neither infinite nor NaN" in
def Stablehlo_IsFiniteOp : Stablehlo_Op<"is_finite", [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins Stablehlo_Tensor:$x);
  let results = (outs Stablehlo_Tensor:$y);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

// Commutative ops are those that upstream prints a compact reduce of.
let summary = "sum; of booleans, or" in def Stablehlo_AddOp : Stablehlo_BinaryOp<"add", [Commutative]>;
let summary = "logical and of booleans, bitwise and of integers" in
def Stablehlo_AndOp : Stablehlo_BinaryOp<"and", [Commutative]>;
let summary = "angle of the point (rhs, lhs) in radians" in def Stablehlo_Atan2Op : Stablehlo_BinaryOp<"atan2">;
let summary = "quotient; integers truncate" in def Stablehlo_DivideOp : Stablehlo_BinaryOp<"divide">;
let summary = "maximum; NaN propagates" in def Stablehlo_MaximumOp : Stablehlo_BinaryOp<"maximum", [Commutative]>;
let summary = "minimum; NaN propagates" in def Stablehlo_MinimumOp : Stablehlo_BinaryOp<"minimum", [Commutative]>;
let summary = "product; of booleans, and" in def Stablehlo_MultiplyOp : Stablehlo_BinaryOp<"multiply", [Commutative]>;
let summary = "logical or of booleans, bitwise or of integers" in
def Stablehlo_OrOp : Stablehlo_BinaryOp<"or", [Commutative]>;
let summary = "lhs to the power of rhs" in def Stablehlo_PowerOp : Stablehlo_BinaryOp<"power">;
let summary = "remainder with the dividend's sign" in def Stablehlo_RemainderOp : Stablehlo_BinaryOp<"remainder">;
let summary = "shift left; past the width, zero" in def Stablehlo_ShiftLeftOp : Stablehlo_BinaryOp<"shift_left">;
let summary = "shift right copying the sign" in
def Stablehlo_ShiftRightArithmeticOp : Stablehlo_BinaryOp<"shift_right_arithmetic">;
let summary = "shift right filling zeros" in
def Stablehlo_ShiftRightLogicalOp : Stablehlo_BinaryOp<"shift_right_logical">;
let summary = "difference" in def Stablehlo_SubtractOp : Stablehlo_BinaryOp<"subtract">;
let summary = "logical or bitwise exclusive or" in def Stablehlo_XorOp : Stablehlo_BinaryOp<"xor", [Commutative]>;

let summary = "complex number from real and imaginary parts" in
def Stablehlo_ComplexOp : Stablehlo_Op<"complex", [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` custom<ComplexType>(type($lhs), type($rhs), type($result))";
}

let summary = "comparison; float, total order, signed or unsigned" in
def Stablehlo_CompareOp : Stablehlo_Op<"compare", [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       Stablehlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Stablehlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:` functional-type(operands, results)
  }];
}

let summary = "elements of on_true where pred holds, else of on_false; pred may be a scalar" in
def Stablehlo_SelectOp : Stablehlo_Op<"select", [Pure]> {
  let arguments = (ins Stablehlo_Tensor:$pred, Stablehlo_Tensor:$on_true, Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    operands attr-dict `:` custom<SelectType>(type($pred), type($on_true), type($on_false), type($result))
  }];
}

let summary = "min(max(min, operand), max); min and max may be scalars" in
def Stablehlo_ClampOp : Stablehlo_Op<"clamp", [Pure]> {
  let arguments = (ins Stablehlo_Tensor:$min, Stablehlo_Tensor:$operand, Stablehlo_Tensor:$max);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict
      `:` custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))
  }];
}

let summary = "reinterpretation of the bits as another element type" in
def Stablehlo_BitcastConvertOp : Stablehlo_Op<"bitcast_convert", [Pure]> {
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = "operands attr-dict `:` functional-type(operands, results)";
}

let summary = "rounding to a float format of fewer bits, written e8m10, and back" in
def Stablehlo_ReducePrecisionOp : Stablehlo_Op<"reduce_precision", [Pure, SameOperandsAndResultShape]> {
  let arguments = (ins Stablehlo_Tensor:$operand, ConfinedAttr<I32Attr, [IntPositive]>:$exponent_bits,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$mantissa_bits);
  let results = (outs Stablehlo_Tensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict
      `:` custom<SameOperandsAndResultType>(type($operand), type($output))
  }];
}

#endif // STABLEHLO_ELEMENTWISE_TD
