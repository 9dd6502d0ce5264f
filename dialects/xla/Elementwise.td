// Ops that compute each element of the result from the elements at the same index of the operands.
#ifndef XLA_ELEMENTWISE_TD
#define XLA_ELEMENTWISE_TD

include "xla/XlaBase.td"

class Xla_UnaryOp<string mnemonic> : Xla_Op<mnemonic, [Pure, RustInfer]> {
  let arguments = (ins Xla_Tensor:$operand);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

class Xla_BinaryOp<string mnemonic, list<Trait> traits = []> :
    Xla_Op<mnemonic, !listconcat([Pure, RustInfer], traits)> {
  let arguments = (ins Xla_Tensor:$lhs, Xla_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs (`,` `broadcast_dimensions` `=` $broadcast_dimensions^)? attr-dict
      `:` custom<SameOperandsAndResultType>(type($lhs), type($rhs), type($result))
  }];
}

let summary = "absolute value; of a complex operand, its real magnitude" in def Xla_AbsOp : Xla_UnaryOp<"abs">;
let summary = "inverse cosine" in def Xla_AcosOp : Xla_UnaryOp<"acos">;
let summary = "inverse hyperbolic cosine" in def Xla_AcoshOp : Xla_UnaryOp<"acosh">;
let summary = "inverse sine" in def Xla_AsinOp : Xla_UnaryOp<"asin">;
let summary = "inverse hyperbolic sine" in def Xla_AsinhOp : Xla_UnaryOp<"asinh">;
let summary = "inverse tangent" in def Xla_AtanOp : Xla_UnaryOp<"atan">;
let summary = "inverse hyperbolic tangent" in def Xla_AtanhOp : Xla_UnaryOp<"atanh">;
let summary = "modified Bessel function of order 1, times exp(-|x|)" in def Xla_BesselI1eOp : Xla_UnaryOp<"bessel_i1e">;
let summary = "cube root" in def Xla_CbrtOp : Xla_UnaryOp<"cbrt">;
let summary = "smallest integer not less than the operand" in def Xla_CeilOp : Xla_UnaryOp<"ceil">;
let summary = "cosine of an angle in radians" in def Xla_CosOp : Xla_UnaryOp<"cos">;
let summary = "hyperbolic cosine" in def Xla_CoshOp : Xla_UnaryOp<"cosh">;
let summary = "number of leading zero bits" in def Xla_CountLeadingZerosOp : Xla_UnaryOp<"count_leading_zeros">;
let summary = "derivative of lgamma" in def Xla_DigammaOp : Xla_UnaryOp<"digamma">;
let summary = "error function" in def Xla_ErfOp : Xla_UnaryOp<"erf">;
let summary = "inverse of erf" in def Xla_ErfInvOp : Xla_UnaryOp<"erf_inv">;
let summary = "1 - erf(x), accurate where erf is near 1" in def Xla_ErfcOp : Xla_UnaryOp<"erfc">;
let summary = "natural exponential" in def Xla_ExpOp : Xla_UnaryOp<"exp">;
let summary = "exp(x) - 1, accurate near zero" in def Xla_ExponentialMinusOneOp : Xla_UnaryOp<"exponential_minus_one">;
let summary = "largest integer not greater than the operand" in def Xla_FloorOp : Xla_UnaryOp<"floor">;
let summary = "imaginary part; zero of a real operand" in def Xla_ImagOp : Xla_UnaryOp<"imag">;
let summary = "whether neither infinite nor NaN" in def Xla_IsFiniteOp : Xla_UnaryOp<"is_finite">;
let summary = "logarithm of the magnitude of the gamma function" in def Xla_LgammaOp : Xla_UnaryOp<"lgamma">;
let summary = "natural logarithm" in def Xla_LogOp : Xla_UnaryOp<"log">;
let summary = "log(1 + x), accurate near zero" in def Xla_LogPlusOneOp : Xla_UnaryOp<"log_plus_one">;
let summary = "1 / (1 + exp(-x))" in def Xla_LogisticOp : Xla_UnaryOp<"logistic">;
let summary = "negation" in def Xla_NegOp : Xla_UnaryOp<"neg">;
let summary = "logical not of PRED, bitwise not of integers" in def Xla_NotOp : Xla_UnaryOp<"not">;
let summary = "number of one bits" in def Xla_PopulationCountOp : Xla_UnaryOp<"population_count">;
let summary = "real part; a real operand itself" in def Xla_RealOp : Xla_UnaryOp<"real">;
let summary = "nearest integer, ties away from zero" in def Xla_RoundOp : Xla_UnaryOp<"round">;
let summary = "nearest integer, ties to even" in def Xla_RoundNearestEvenOp : Xla_UnaryOp<"round_nearest_even">;
let summary = "1 / sqrt(x)" in def Xla_RsqrtOp : Xla_UnaryOp<"rsqrt">;
let summary = "-1, -0, +0 or 1; NaN of NaN; x / |x| of complex" in def Xla_SignOp : Xla_UnaryOp<"sign">;
let summary = "sine of an angle in radians" in def Xla_SinOp : Xla_UnaryOp<"sin">;
let summary = "hyperbolic sine" in def Xla_SinhOp : Xla_UnaryOp<"sinh">;
let summary = "square root" in def Xla_SqrtOp : Xla_UnaryOp<"sqrt">;
let summary = "tangent of an angle in radians" in def Xla_TanOp : Xla_UnaryOp<"tan">;
let summary = "hyperbolic tangent" in def Xla_TanhOp : Xla_UnaryOp<"tanh">;

let summary = "sum; PRED: or" in def Xla_AddOp : Xla_BinaryOp<"add", [Commutative]>;
let summary = "logical and of PRED, bitwise and of integers" in def Xla_AndOp : Xla_BinaryOp<"and", [Commutative]>;
let summary = "angle of the point (rhs, lhs) in radians" in def Xla_Atan2Op : Xla_BinaryOp<"atan2">;
let summary = "complex number from real and imaginary parts" in def Xla_ComplexOp : Xla_BinaryOp<"complex">;
let summary = "quotient; integers truncate, and never trap" in def Xla_DivOp : Xla_BinaryOp<"div">;
let summary = "maximum; NaN propagates, +0 is above -0" in def Xla_MaxOp : Xla_BinaryOp<"max", [Commutative]>;
let summary = "minimum; NaN propagates, -0 is below +0" in def Xla_MinOp : Xla_BinaryOp<"min", [Commutative]>;
let summary = "product; PRED: and" in def Xla_MulOp : Xla_BinaryOp<"mul", [Commutative]>;
let summary = "upper half of the product in twice the width" in def Xla_MulhiOp : Xla_BinaryOp<"mulhi", [Commutative]>;
let summary = "neighbour of lhs in the direction of rhs" in def Xla_NextAfterOp : Xla_BinaryOp<"next_after">;
let summary = "logical or of PRED, bitwise or of integers" in def Xla_OrOp : Xla_BinaryOp<"or", [Commutative]>;
let summary = "lhs-th derivative of digamma at rhs" in def Xla_PolygammaOp : Xla_BinaryOp<"polygamma">;
let summary = "lhs to the power of rhs" in def Xla_PowOp : Xla_BinaryOp<"pow">;
let summary = "remainder with the dividend's sign" in def Xla_RemOp : Xla_BinaryOp<"rem">;
let summary = "shift left; past the width, zero" in def Xla_ShiftLeftOp : Xla_BinaryOp<"shift_left">;
let summary = "shift right copying the sign" in def Xla_ShiftRightArithmeticOp : Xla_BinaryOp<"shift_right_arithmetic">;
let summary = "shift right filling zeros" in def Xla_ShiftRightLogicalOp : Xla_BinaryOp<"shift_right_logical">;
let summary = "difference" in def Xla_SubOp : Xla_BinaryOp<"sub">;
let summary = "logical or bitwise exclusive or" in def Xla_XorOp : Xla_BinaryOp<"xor", [Commutative]>;
let summary = "Hurwitz zeta function: sum of (rhs + n)^-lhs" in def Xla_ZetaOp : Xla_BinaryOp<"zeta">;

let summary = "equal; false with a NaN" in def Xla_EqOp : Xla_BinaryOp<"eq", [Commutative]>;
let summary = "not equal; true with a NaN" in def Xla_NeOp : Xla_BinaryOp<"ne", [Commutative]>;
let summary = "greater or equal" in def Xla_GeOp : Xla_BinaryOp<"ge">;
let summary = "greater" in def Xla_GtOp : Xla_BinaryOp<"gt">;
let summary = "less or equal" in def Xla_LeOp : Xla_BinaryOp<"le">;
let summary = "less" in def Xla_LtOp : Xla_BinaryOp<"lt">;

// -NaN < -Inf < -Finite < -0 < +0 < +Finite < +Inf < +NaN
let summary = "equal in total order" in def Xla_EqTotalOrderOp : Xla_BinaryOp<"eq_total_order", [Commutative]>;
let summary = "not equal in total order" in def Xla_NeTotalOrderOp : Xla_BinaryOp<"ne_total_order", [Commutative]>;
let summary = "greater or equal in total order" in def Xla_GeTotalOrderOp : Xla_BinaryOp<"ge_total_order">;
let summary = "greater in total order" in def Xla_GtTotalOrderOp : Xla_BinaryOp<"gt_total_order">;
let summary = "less or equal in total order" in def Xla_LeTotalOrderOp : Xla_BinaryOp<"le_total_order">;
let summary = "less in total order" in def Xla_LtTotalOrderOp : Xla_BinaryOp<"lt_total_order">;

let summary = "elements of on_true where pred holds, else of on_false; pred may be a scalar, and is one between tuples" in
def Xla_SelectOp : Xla_Op<"select", [Pure, RustInfer]> {
  let arguments = (ins Xla_Tensor:$pred, Xla_TensorOrTuple:$on_true, Xla_TensorOrTuple:$on_false);
  let results = (outs Xla_TensorOrTuple:$result);
  let assemblyFormat = [{
    operands attr-dict `:` functional-type(operands, results)
  }];
}

let summary = "min(max(min, operand), max); min and max may be scalars" in
def Xla_ClampOp : Xla_Op<"clamp", [Pure, RustInfer]> {
  let arguments = (ins Xla_Tensor:$min, Xla_Tensor:$operand, Xla_Tensor:$max);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict
      `:` custom<SameOperandsAndResultType>(type($min), type($operand), type($max), type($result))
  }];
}

let summary = "rounding to a float format of fewer bits, written e8m10, and back" in
def Xla_ReducePrecisionOp : Xla_Op<"reduce_precision", [Pure, RustInfer]> {
  let arguments = (ins Xla_Tensor:$operand, I32Attr:$exponent_bits, I32Attr:$mantissa_bits);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = [{
    $operand `,` `format` `=` custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict
      `:` custom<SameOperandsAndResultType>(type($operand), type($result))
  }];
}

// The result's element type says what is converted to: no inference.
class Xla_ConversionOp<string mnemonic> : Xla_Op<mnemonic, [Pure]> {
  let arguments = (ins Xla_Tensor:$operand);
  let results = (outs Xla_Tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` functional-type(operands, results)";
}

let summary = "value conversion to another element type" in def Xla_ConvertOp : Xla_ConversionOp<"convert">;
let summary = "reinterpretation of the bits as another element type" in
def Xla_BitcastConvertOp : Xla_ConversionOp<"bitcast_convert">;

#endif // XLA_ELEMENTWISE_TD
