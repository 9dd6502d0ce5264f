//! All ops, and which values they can make.

use super::{
    Generator, Profile, collectives, control, dynamic, elementwise, indexing, linear, reductions, shape, windows,
};
use crate::model::Value;
use xla_runtime::TensorType;
use xla_scalar::Element;

/// What an op is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    Elementwise,
    /// Elementwise, of functions of floats that are rounded.
    Rounded,
    Shape,
    Linear,
    Windows,
    Indexing,
    Control,
    Reductions,
    /// Ops that take shapes as operands.
    Dynamic,
    /// Ops of several replicas.
    Replicas,
}

/// One op.
pub struct Op {
    pub name: &'static str,
    pub family: Family,
    /// Whether it can make a value of this type.
    pub can: fn(&TensorType) -> bool,
    /// Makes one.
    pub make: fn(&mut Generator, &Op, &TensorType) -> Option<Value>,
}

impl Op {
    pub fn is_elementwise(&self) -> bool {
        matches!(self.family, Family::Elementwise | Family::Rounded) || self.name == "stablehlo.constant"
    }

    /// Whether results of this element type depend on rounding even where operands are small integers.
    pub fn is_inexact_on(&self, element: Element) -> bool {
        let rounds = element.is_float() || element.is_complex();
        rounds && (self.family == Family::Rounded || INEXACT.contains(&self.name))
    }

    /// How often it is taken.
    pub fn weight(&self, profile: Profile) -> u32 {
        use Family::*;
        let (home, other) = match (profile, self.family) {
            (Profile::Replicas, Replicas) => (12, 0),
            (_, Replicas) => (0, 0),
            (Profile::Dynamic, Dynamic | Shape) => (8, 0),
            (Profile::Mixed | Profile::Exact, Dynamic) => (1, 0),
            (_, Dynamic) => (0, 1),
            (Profile::Mixed | Profile::Exact | Profile::Narrow, Elementwise) => (2, 0),
            (Profile::Mixed | Profile::Exact | Profile::Narrow, Rounded) => (2, 0),
            (Profile::Mixed | Profile::Exact | Profile::Narrow, _) => (5, 0),
            (Profile::Elementwise, Elementwise | Rounded)
            | (Profile::Shape, Shape)
            | (Profile::Linear, Linear)
            | (Profile::Windows, Windows)
            | (Profile::Indexing, Indexing)
            | (Profile::Control, Control)
            | (Profile::Reductions, Reductions) => (12, 0),
            (_, Elementwise | Rounded) => (0, 1),
            _ => (0, 2),
        };
        let factor = if matches!(profile, Profile::Linear | Profile::Windows | Profile::Control) { 2 } else { 1 };
        home * factor + other
    }
}

/// Ops outside of the rounded functions that round floats.
const INEXACT: [&str; 7] = [
    "stablehlo.divide",
    "stablehlo.power",
    "stablehlo.batch_norm_training",
    "stablehlo.batch_norm_inference",
    "stablehlo.batch_norm_grad",
    "stablehlo.cholesky",
    "stablehlo.triangular_solve",
];

fn any(_: &TensorType) -> bool {
    true
}

fn float(ty: &TensorType) -> bool {
    ty.element.is_float()
}

/// Floats that have infinities to overflow to.
fn ieee(ty: &TensorType) -> bool {
    xla_scalar::supports_reduce_precision(ty.element)
}

fn float_or_complex(ty: &TensorType) -> bool {
    float(ty) || ty.element.is_complex()
}

fn integer(ty: &TensorType) -> bool {
    ty.element.is_integer()
}

fn bits(ty: &TensorType) -> bool {
    integer(ty) || ty.element.is_pred()
}

fn number(ty: &TensorType) -> bool {
    !ty.element.is_pred()
}

fn signed(ty: &TensorType) -> bool {
    number(ty) && ty.element.is_signed()
}

fn ordered(ty: &TensorType) -> bool {
    !ty.element.is_complex()
}

fn real(ty: &TensorType) -> bool {
    integer(ty) || float(ty)
}

fn boolean(ty: &TensorType) -> bool {
    ty.element.is_pred()
}

fn ranked(ty: &TensorType) -> bool {
    !ty.shape.is_empty()
}

fn library_float(ty: &TensorType) -> bool {
    use Element::*;
    matches!(ty.element, F16 | BF16 | F32 | F64 | C64 | C128)
}

fn normalised(ty: &TensorType) -> bool {
    use Element::*;
    matches!(ty.element, F16 | BF16 | F32 | F64) && ranked(ty)
}

fn part(ty: &TensorType) -> bool {
    matches!(ty.element, Element::F32 | Element::F64)
}

macro_rules! ops {
    ($($prefix:literal $family:ident { $($name:literal $can:ident $make:expr;)* })*) => {
        /// The table.
        pub static OPS: &[Op] = &[$($(
            Op { name: concat!($prefix, $name), family: Family::$family, can: $can, make: $make },
        )*)*];
    };
}

ops! {
    "stablehlo." Elementwise {
        "abs" signed elementwise::abs;
        "add" any elementwise::binary;
        "and" bits elementwise::binary;
        "bitcast_convert" number elementwise::bitcast_convert;
        "ceil" float elementwise::unary;
        "clamp" ordered elementwise::clamp;
        "compare" boolean elementwise::compare;
        "complex" complex elementwise::complex;
        "convert" any elementwise::convert;
        "count_leading_zeros" integer elementwise::unary;
        "divide" number elementwise::binary;
        "floor" float elementwise::unary;
        "imag" part elementwise::part;
        "is_finite" boolean elementwise::is_finite;
        "maximum" ordered elementwise::binary;
        "minimum" ordered elementwise::binary;
        "multiply" any elementwise::binary;
        "negate" number elementwise::unary;
        "not" bits elementwise::unary;
        "or" bits elementwise::binary;
        "popcnt" integer elementwise::unary;
        "power" number elementwise::binary;
        "real" part elementwise::part;
        "reduce_precision" ieee elementwise::reduce_precision;
        "remainder" real elementwise::binary;
        "round_nearest_afz" float elementwise::unary;
        "round_nearest_even" float elementwise::unary;
        "select" any elementwise::select;
        "shift_left" integer elementwise::binary;
        "shift_right_arithmetic" integer elementwise::binary;
        "shift_right_logical" integer elementwise::binary;
        "sign" signed elementwise::unary;
        "subtract" number elementwise::binary;
        "xor" bits elementwise::binary;
    }
    "stablehlo." Rounded {
        "atan2" float elementwise::binary;
        "cbrt" float elementwise::unary;
        "cosine" float_or_complex elementwise::unary;
        "exponential" float_or_complex elementwise::unary;
        "exponential_minus_one" float_or_complex elementwise::unary;
        "log" float_or_complex elementwise::unary;
        "log_plus_one" float_or_complex elementwise::unary;
        "logistic" float_or_complex elementwise::unary;
        "rsqrt" float_or_complex elementwise::unary;
        "sine" float_or_complex elementwise::unary;
        "sqrt" float_or_complex elementwise::unary;
        "tan" float_or_complex elementwise::unary;
        "tanh" float_or_complex elementwise::unary;
    }
    "stablehlo." Shape {
        "broadcast_in_dim" any shape::broadcast_in_dim;
        "concatenate" ranked shape::concatenate;
        "constant" any shape::constant;
        "get_dimension_size" index shape::get_dimension_size;
        "iota" counted shape::iota;
        "pad" any shape::pad;
        "reshape" any shape::reshape;
        "reverse" any shape::reverse;
        "slice" any shape::slice;
        "transpose" any shape::transpose;
    }
    "stablehlo." Linear {
        "cholesky" square linear::cholesky;
        "convolution" image linear::convolution;
        "dot_general" any linear::dot_general;
        "fft" library_part linear::fft;
        "triangular_solve" matrix linear::triangular_solve;
    }
    "stablehlo." Windows {
        "reduce_window" any windows::reduce_window;
        "select_and_scatter" ordered_number windows::select_and_scatter;
    }
    "stablehlo." Indexing {
        "dynamic_slice" any indexing::dynamic_slice;
        "dynamic_update_slice" any indexing::dynamic_update_slice;
        "gather" any indexing::gather;
        "scatter" ranked indexing::scatter;
    }
    "stablehlo." Control {
        "case" any control::case;
        "get_tuple_element" any control::get_tuple_element;
        "if" any control::branch;
        "optimization_barrier" any control::optimization_barrier;
        "while" any control::while_loop;
        "call" any control::call;
    }
    "stablehlo." Reductions {
        "batch_norm_grad" normalised reductions::batch_norm_grad;
        "batch_norm_inference" normalised reductions::batch_norm_inference;
        "batch_norm_training" normalised reductions::batch_norm_training;
        "map" any reductions::map;
        "reduce" any reductions::reduce;
        "rng_bit_generator" random_bits reductions::rng_bit_generator;
        "sort" ranked reductions::sort;
    }
    "stablehlo." Dynamic {
        "dynamic_broadcast_in_dim" any dynamic::dynamic_broadcast_in_dim;
        "dynamic_conv" image linear::convolution;
        "dynamic_gather" any indexing::gather;
        "dynamic_iota" counted dynamic::dynamic_iota;
        "dynamic_pad" any dynamic::dynamic_pad;
        "dynamic_reshape" any dynamic::dynamic_reshape;
        "real_dynamic_slice" any dynamic::real_dynamic_slice;
    }
    "stablehlo." Replicas {
        "all_gather" ranked collectives::all_gather;
        "all_reduce" any collectives::all_reduce;
        "all_to_all" ranked collectives::all_to_all;
        "collective_broadcast" any collectives::collective_broadcast;
        "collective_permute" any collectives::collective_permute;
        "partition_id" number_of_replica collectives::replica_id;
        "reduce_scatter" ranked collectives::reduce_scatter;
        "replica_id" number_of_replica collectives::replica_id;
    }
    "chlo." Rounded {
        "acos" library_real elementwise::unary;
        "acosh" library_real elementwise::unary;
        "asin" library_real elementwise::unary;
        "asinh" library_real elementwise::unary;
        "atan" library_real elementwise::unary;
        "atanh" library_real elementwise::unary;
        "bessel_i1e" library_real elementwise::unary;
        "cosh" library_real elementwise::unary;
        "digamma" library_real elementwise::unary;
        "erf" library_real elementwise::unary;
        "erf_inv" library_real elementwise::unary;
        "erfc" library_real elementwise::unary;
        "lgamma" library_real elementwise::unary;
        "sinh" library_real elementwise::unary;
        "square" library_real elementwise::unary;
    }
}

fn library_real(ty: &TensorType) -> bool {
    use Element::*;
    matches!(ty.element, F16 | BF16 | F32 | F64)
}

fn number_of_replica(ty: &TensorType) -> bool {
    ty.element == Element::U32 && ty.shape.is_empty()
}

fn complex(ty: &TensorType) -> bool {
    ty.element.is_complex()
}

fn index(ty: &TensorType) -> bool {
    ty.element == Element::S32 && ty.shape.is_empty()
}

fn counted(ty: &TensorType) -> bool {
    ranked(ty) && number(ty)
}

fn square(ty: &TensorType) -> bool {
    library_float(ty) && matches!(ty.shape.as_slice(), [.., a, b] if a == b && *a <= 40)
}

fn matrix(ty: &TensorType) -> bool {
    library_float(ty) && matches!(ty.shape.as_slice(), [.., a, b] if *a <= 40 && *b <= 40)
}

fn image(ty: &TensorType) -> bool {
    number(ty) && (2..=5).contains(&ty.shape.len())
}

fn library_part(ty: &TensorType) -> bool {
    ranked(ty) && matches!(ty.element, Element::F32 | Element::F64 | Element::C64 | Element::C128)
}

fn ordered_number(ty: &TensorType) -> bool {
    ranked(ty) && real(ty)
}

fn random_bits(ty: &TensorType) -> bool {
    matches!(ty.element, Element::U8 | Element::U16 | Element::U32 | Element::U64)
}
