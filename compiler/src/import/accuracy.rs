//! How exact functions are, for programs that ask for an accuracy (`result_accuracy`).
//!
//! The errors are the measured ones of docs/accuracy.md, in units of the last place.

use xla_dialect::ir::{Attribute, Element};

/// A function, by its op of StableHLO.
struct Function {
    op: &'static str,
    /// The largest errors of an f32 and of an f64.
    errors: (f64, f64),
    /// Whether no result is larger than 1.
    bounded: bool,
}

const FUNCTIONS: &[Function] = &[
    Function { op: "cbrt", errors: (0.5, 0.72), bounded: false },
    Function { op: "cosine", errors: (0.873, 0.78), bounded: true },
    Function { op: "exponential", errors: (0.891, 0.96), bounded: false },
    Function { op: "exponential_minus_one", errors: (1.522, 1.75), bounded: false },
    Function { op: "log", errors: (0.882, 0.85), bounded: false },
    Function { op: "log_plus_one", errors: (0.946, 0.76), bounded: false },
    Function { op: "logistic", errors: (1.480, 2.12), bounded: true },
    Function { op: "rsqrt", errors: (0.5, 1.49), bounded: false },
    Function { op: "sine", errors: (0.873, 0.74), bounded: true },
    Function { op: "sqrt", errors: (0.5, 0.5), bounded: false },
    Function { op: "tan", errors: (0.5, 0.87), bounded: false },
    Function { op: "tanh", errors: (1.362, 2.39), bounded: true },
];

/// What a program asks for: an error below any of these is small enough.
#[derive(Debug, PartialEq)]
struct Tolerance {
    absolute: f64,
    relative: f64,
    ulps: f64,
}

impl Tolerance {
    fn of(text: &str) -> Option<Self> {
        let number = |name: &str| match text.split_once(&format!("{name} = ")) {
            Some((_, rest)) => rest.split([',', '>']).next()?.trim().parse::<f64>().ok(),
            None => Some(0.0),
        };
        Some(Self { absolute: number("atol")?, relative: number("rtol")?, ulps: number("ulps")? })
    }

    /// Whether it allows `error` units in the last place, which are `epsilon` times a result or less.
    fn allows(&self, error: f64, epsilon: f64, bounded: bool) -> bool {
        self.ulps >= error || self.relative >= error * epsilon || (bounded && self.absolute >= error * epsilon)
    }
}

/// The largest error of `function` on results of `element`, and the distance of 1 to the next such number.
fn error(function: &Function, element: Element) -> Option<(f64, f64)> {
    let (single, double) = function.errors;
    // Narrow floats are rounded once more, after f32.
    let narrow = |bits: i32| Some((0.5 + single * 2f64.powi(bits - 23), 2f64.powi(-bits)));
    match element {
        Element::F32 => Some((single, 2f64.powi(-23))),
        Element::F64 => Some((double, 2f64.powi(-52))),
        Element::F16 => narrow(10),
        Element::BF16 => narrow(7),
        _ => None,
    }
}

/// Why the StableHLO op of this mnemonic, with results of `element`, is not as exact as `asked`.
pub(super) fn check(mnemonic: &str, element: Option<Element>, asked: Attribute<'_>) -> Result<(), String> {
    let text = asked.to_string();
    // DEFAULT leaves the accuracy to us, and HIGHEST asks for the most exact code that there is: there is one.
    if ["DEFAULT", "HIGHEST"].iter().any(|mode| text.contains(&format!("result_accuracy_mode<{mode}>"))) {
        return Ok(());
    }
    let ours = FUNCTIONS.iter().find(|function| function.op == mnemonic);
    let measured = ours.and_then(|ours| Some((error(ours, element?)?, ours.bounded)));
    match (Tolerance::of(&text), measured) {
        (Some(tolerance), Some(((error, epsilon), bounded))) if tolerance.allows(error, epsilon, bounded) => Ok(()),
        (_, Some(((error, _), _))) => {
            Err(format!("the program asks for {text}; results may be {error:.3} units in the last place off"))
        }
        _ => Err(format!("the program asks for {text}; how exact results of this type are has not been measured")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_of_the_tolerances_is_enough() {
        let of = |text: &str| Tolerance::of(text).expect("numbers");
        let text = "#stablehlo.result_accuracy<atol = 1.000000e-05, ulps = 2, mode = #m<TOLERANCE>>";
        assert_eq!(of(text), Tolerance { absolute: 1e-5, relative: 0.0, ulps: 2.0 });
        assert!(of("ulps = 2,").allows(1.5, 1e-7, false));
        assert!(!of("ulps = 1,").allows(1.5, 1e-7, false));
        assert!(of("rtol = 1.6e-07,").allows(1.5, 1e-7, false));
        assert!(!of("rtol = 1.4e-07,").allows(1.5, 1e-7, true));
        assert!(of("atol = 1.6e-07,").allows(1.5, 1e-7, true));
        assert!(!of("atol = 1.0,").allows(1.5, 1e-7, false), "a result may be large");
    }
}
