//! What StableHLO calls the ops of the xla dialect.
//!
//! Inference and verification of a StableHLO op find the op's meaning by this table, and so does the
//! legalization.

/// StableHLO's name and ours, where one op is one op.
const NAMES: &[(&str, &str)] = &[
    ("abs", "abs"),
    ("add", "add"),
    ("and", "and"),
    ("atan2", "atan2"),
    ("batch_norm_grad", "batch_norm_grad"),
    ("batch_norm_inference", "batch_norm_inference"),
    ("batch_norm_training", "batch_norm_training"),
    ("bitcast_convert", "bitcast_convert"),
    ("broadcast", "broadcast"),
    ("broadcast_in_dim", "broadcast_in_dim"),
    ("case", "conditional"),
    ("cbrt", "cbrt"),
    ("ceil", "ceil"),
    ("cholesky", "cholesky"),
    ("clamp", "clamp"),
    ("complex", "complex"),
    ("concatenate", "concatenate"),
    ("constant", "constant"),
    ("convert", "convert"),
    ("convolution", "conv_with_general_padding"),
    ("cosine", "cos"),
    ("count_leading_zeros", "count_leading_zeros"),
    ("custom_call", "custom_call"),
    ("divide", "div"),
    ("dot", "dot"),
    ("dot_general", "dot_general"),
    ("dynamic_slice", "dynamic_slice"),
    ("dynamic_update_slice", "dynamic_update_slice"),
    ("exponential", "exp"),
    ("exponential_minus_one", "exponential_minus_one"),
    ("fft", "fft"),
    ("floor", "floor"),
    ("gather", "gather"),
    ("get_dimension_size", "get_dimension_size"),
    ("get_tuple_element", "get_tuple_element"),
    ("if", "conditional"),
    ("imag", "imag"),
    ("iota", "iota"),
    ("is_finite", "is_finite"),
    ("log", "log"),
    ("log_plus_one", "log_plus_one"),
    ("logistic", "logistic"),
    ("map", "map"),
    ("maximum", "max"),
    ("minimum", "min"),
    ("multiply", "mul"),
    ("negate", "neg"),
    ("not", "not"),
    ("optimization_barrier", "optimization_barrier"),
    ("or", "or"),
    ("pad", "pad"),
    ("popcnt", "population_count"),
    ("power", "pow"),
    ("real", "real"),
    ("reduce", "reduce"),
    ("reduce_precision", "reduce_precision"),
    ("reduce_window", "reduce_window"),
    ("remainder", "rem"),
    ("reshape", "reshape"),
    ("return", "return"),
    ("reverse", "rev"),
    ("rng_bit_generator", "rng_bit_generator"),
    ("round_nearest_afz", "round"),
    ("round_nearest_even", "round_nearest_even"),
    ("rsqrt", "rsqrt"),
    ("scatter", "scatter"),
    ("select", "select"),
    ("select_and_scatter", "select_and_scatter"),
    ("set_dimension_size", "set_dimension_size"),
    ("shift_left", "shift_left"),
    ("shift_right_arithmetic", "shift_right_arithmetic"),
    ("shift_right_logical", "shift_right_logical"),
    ("sign", "sign"),
    ("sine", "sin"),
    ("slice", "slice"),
    ("sort", "sort"),
    ("sqrt", "sqrt"),
    ("subtract", "sub"),
    ("tan", "tan"),
    ("tanh", "tanh"),
    ("transpose", "transpose"),
    ("triangular_solve", "triangular_solve"),
    ("tuple", "tuple"),
    ("while", "while"),
    ("xor", "xor"),
];

/// The xla op that `stablehlo.<name>` is. `compare` is not here: see [`comparison`].
pub fn xla_mnemonic(name: &str) -> Option<&'static str> {
    let row = NAMES.binary_search_by_key(&name, |(stablehlo, _)| stablehlo).ok()?;
    Some(NAMES[row].1)
}

/// What StableHLO calls the op `xla.<mnemonic>`; nothing if it has no such op.
pub fn stablehlo_names(mnemonic: &str) -> Vec<&'static str> {
    let directions = ["EQ", "NE", "GE", "GT", "LE", "LT"];
    let compares = |total| directions.iter().any(|direction| comparison(direction, total) == Some(mnemonic));
    if compares(false) || compares(true) {
        return vec!["compare"];
    }
    NAMES.iter().filter(|(_, xla)| *xla == mnemonic).map(|(stablehlo, _)| *stablehlo).collect()
}

/// The xla op for a comparison in `direction` (`EQ`, `NE`, `GE`, `GT`, `LE`, `LT`), in the total order of floats
/// or not.
pub fn comparison(direction: &str, total_order: bool) -> Option<&'static str> {
    Some(match (direction, total_order) {
        ("EQ", false) => "eq",
        ("NE", false) => "ne",
        ("GE", false) => "ge",
        ("GT", false) => "gt",
        ("LE", false) => "le",
        ("LT", false) => "lt",
        ("EQ", true) => "eq_total_order",
        ("NE", true) => "ne_total_order",
        ("GE", true) => "ge_total_order",
        ("GT", true) => "gt_total_order",
        ("LE", true) => "le_total_order",
        ("LT", true) => "lt_total_order",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_is_sorted() {
        assert!(NAMES.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn names_are_those_of_ops() {
        for (stablehlo, xla) in NAMES {
            assert!(crate::ods::stablehlo::Kind::from_mnemonic(stablehlo).is_some(), "{stablehlo}");
            assert!(crate::ods::xla::Kind::from_mnemonic(xla).is_some(), "{xla}");
        }
        assert_eq!(xla_mnemonic("maximum"), Some("max"));
        assert_eq!(xla_mnemonic("maximal"), None);
        assert_eq!(stablehlo_names("conditional"), ["case", "if"]);
        assert_eq!(stablehlo_names("lt_total_order"), ["compare"]);
        assert!(stablehlo_names("zeta").is_empty());
        assert_eq!(comparison("LE", true), Some("le_total_order"));
    }
}
