//! How exact functions are, for programs that ask for an accuracy (`result_accuracy`).
//!
//! The errors are at least the measured ones of docs/accuracy.md, in units of the last place.

use xla_dialect::ir::{Attribute, Element, ResultAccuracy, result_accuracy};
use xla_dialect::ods::stablehlo::Kind;

/// A function, by its op of StableHLO.
struct Function {
    op: Kind,
    /// The largest errors of an f32 and of an f64.
    errors: (f64, f64),
    /// Whether no result is larger than 1.
    bounded: bool,
}

const FUNCTIONS: &[Function] = &[
    Function { op: Kind::Cbrt, errors: (0.5, 0.789), bounded: false },
    Function { op: Kind::Cosine, errors: (0.873, 0.78), bounded: true },
    Function { op: Kind::Exponential, errors: (0.891, 0.982), bounded: false },
    Function { op: Kind::ExponentialMinusOne, errors: (1.522, 1.814), bounded: false },
    Function { op: Kind::Log, errors: (0.882, 0.867), bounded: false },
    Function { op: Kind::LogPlusOne, errors: (0.946, 0.843), bounded: false },
    Function { op: Kind::Logistic, errors: (1.480, 2.411), bounded: true },
    Function { op: Kind::Rsqrt, errors: (0.5, 1.500), bounded: false },
    Function { op: Kind::Sine, errors: (0.873, 0.757), bounded: true },
    Function { op: Kind::Sqrt, errors: (0.5, 0.5), bounded: false },
    Function { op: Kind::Tan, errors: (0.5, 0.928), bounded: false },
    Function { op: Kind::Tanh, errors: (1.362, 2.579), bounded: true },
];

/// Whether `asked` allows `error` units in the last place, which are `epsilon` times a result or less.
fn allows(asked: &ResultAccuracy, error: f64, epsilon: f64, bounded: bool) -> bool {
    asked.ulps as f64 >= error || asked.relative >= error * epsilon || (bounded && asked.absolute >= error * epsilon)
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

/// Why a StableHLO op, with results of `element`, is not as exact as `asked`.
pub(super) fn check(op: Kind, element: Option<Element>, asked: Attribute<'_>) -> Result<(), String> {
    // DEFAULT leaves the accuracy to us, and HIGHEST asks for the most exact code that there is: there is one.
    let Some(tolerance) = result_accuracy(asked).filter(|accuracy| accuracy.is_tolerance) else { return Ok(()) };
    let ours = FUNCTIONS.iter().find(|function| function.op == op);
    match ours.and_then(|ours| Some((error(ours, element?)?, ours.bounded))) {
        Some(((error, epsilon), bounded)) if allows(&tolerance, error, epsilon, bounded) => Ok(()),
        Some(((error, _), _)) => {
            Err(format!("the program asks for {asked}; results may be {error:.3} units in the last place off"))
        }
        None => Err(format!("the program asks for {asked}; how exact results of this type are has not been measured")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_of_the_tolerances_is_enough() {
        let asked = |absolute, relative, ulps| ResultAccuracy { absolute, relative, ulps, is_tolerance: true };
        assert!(allows(&asked(0.0, 0.0, 2), 1.5, 1e-7, false));
        assert!(!allows(&asked(0.0, 0.0, 1), 1.5, 1e-7, false));
        assert!(allows(&asked(0.0, 1.6e-7, 0), 1.5, 1e-7, false));
        assert!(!allows(&asked(0.0, 1.4e-7, 0), 1.5, 1e-7, true));
        assert!(allows(&asked(1.6e-7, 0.0, 0), 1.5, 1e-7, true));
        assert!(!allows(&asked(1.0, 0.0, 0), 1.5, 1e-7, false), "a result may be large");
    }
}
