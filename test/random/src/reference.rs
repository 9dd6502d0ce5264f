//! What the interpreter computes, and how much of it is rounding.

use crate::case::Case;
use crate::check::PATIENCE;
use crate::compare::{difference, index_of};
use xla_compiler::Source;
use xla_compiler::execute::Runtime;
use xla_compiler::host::number::{Number, Numbers};
use xla_compiler::interpret::{Arithmetic, Options, Program, arguments, interpret_replicas};
use xla_runtime::Array;
use xla_scalar::Element;

/// Operations on elements that one evaluation may take.
const MOST_STEPS: u64 = 5_000_000;

/// How often rounding is varied at first, and where that leaves a difference unexplained.
const VARIATIONS: u64 = 3;
const MORE_VARIATIONS: u64 = 60;

/// Ops whose results are exact to some roundings of their largest element.
const COARSE: [&str; 3] = ["stablehlo.fft", "stablehlo.cholesky", "stablehlo.triangular_solve"];

/// What the interpreter computes of a case. Of its parts those are evaluated again, one by one, that rounding may have changed.
pub struct Reference<'a> {
    case: &'a Case,
    runtime: &'a Runtime,
    whole: Evaluation<'a>,
    parts: Vec<Option<Evaluation<'a>>>,
}

impl<'a> Reference<'a> {
    /// Evaluates the program. If that cannot be, why.
    pub fn new(case: &'a Case, inputs: Vec<Vec<Array>>, runtime: &'a Runtime) -> Result<Self, String> {
        let steps = MOST_STEPS * case.parts.len().max(1) as u64;
        let whole = Evaluation::new(&case.text, inputs, runtime, steps)?;
        Ok(Self { case, runtime, whole, parts: case.parts.iter().map(|_| None).collect() })
    }

    /// What `actual` has that rounding does not explain.
    pub fn unexplained(&mut self, actual: &[Array]) -> Option<String> {
        if self.case.exact {
            let mut each = actual.iter().zip(&self.whole.results).enumerate();
            return each.find_map(|(i, (a, e))| Some(format!("result {i}: {}", difference(a, e, true)?)));
        }
        // What needs no tolerance needs no other evaluations.
        let first = self.whole.difference(actual)?;
        if self.parts.is_empty() {
            return self.whole.unexplained(actual);
        }
        let replicas = self.whole.inputs.len();
        let width = actual.len() / replicas;
        let (mut argument, mut result) = (0, 0);
        for i in 0..self.parts.len() {
            let part = &self.case.parts[i];
            let of = |all: &[Array]| -> Vec<Array> {
                (0..replicas).flat_map(|replica| all[replica * width + result..][..part.results].to_vec()).collect()
            };
            let (found, expected) = (of(actual), of(&self.whole.results));
            let inputs =
                || self.whole.inputs.iter().map(|inputs| inputs[argument..][..part.arguments].to_vec()).collect();
            if first_difference(&found, &expected, &[], self.whole.is_coarse).is_some() {
                if self.parts[i].is_none() {
                    // As many steps as all of them may take together: one alone may be most of the work.
                    let steps = self.whole.most_steps;
                    self.parts[i] = Evaluation::new(&part.text, inputs(), self.runtime, steps).ok();
                }
                let Some(evaluation) = &mut self.parts[i] else { return Some(first) };
                if let Some(difference) = evaluation.unexplained(&found) {
                    return Some(format!("part {i}, {difference}"));
                }
            }
            (argument, result) = (argument + part.arguments, result + part.results);
        }
        None
    }
}

/// Results of the interpreter on one program.
struct Evaluation<'a> {
    source: Source,
    program: Program,
    runtime: &'a Runtime,
    inputs: Vec<Vec<Array>>,
    most_steps: u64,
    /// What rounds relative to the largest element makes small ones mean nothing.
    is_coarse: bool,
    /// Rounded as compiled code rounds.
    results: Vec<Array>,
    /// Computed in f64, and with rounding varied, where compiled code rounds otherwise; never for exact programs.
    others: Vec<Vec<Array>>,
}

impl<'a> Evaluation<'a> {
    fn new(text: &str, inputs: Vec<Vec<Array>>, runtime: &'a Runtime, most_steps: u64) -> Result<Self, String> {
        let source = Source::new("program.mlir", text);
        let program = Program::import(&source, None, &arguments(&inputs[0])).map_err(|error| error.to_string())?;
        let is_coarse = COARSE.iter().any(|op| text.contains(op));
        let (results, others) = (Vec::new(), Vec::new());
        let mut evaluation = Self { source, program, runtime, inputs, most_steps, is_coarse, results, others };
        evaluation.results = evaluation.evaluated(Arithmetic::Exact)?;
        Ok(evaluation)
    }

    fn evaluated(&self, arithmetic: Arithmetic) -> Result<Vec<Array>, String> {
        let options = Options { arithmetic, max_steps: Some(self.most_steps), ..Options::default() };
        if let [inputs] = self.inputs.as_slice() {
            return self.program.run(self.runtime, inputs, &options).map_err(|error| error.to_string());
        }
        let results = interpret_replicas(&self.source, self.inputs.to_vec(), &options, PATIENCE);
        results.map(|results| results.into_iter().flatten().collect()).map_err(|error| error.to_string())
    }

    fn vary(&mut self, count: u64) -> Result<(), String> {
        let first = self.others.len() as u64;
        for seed in first..first + count {
            self.others.push(self.evaluated(Arithmetic::Perturbed { seed })?);
        }
        Ok(())
    }

    /// What `actual` has that rounding does not explain.
    fn unexplained(&mut self, actual: &[Array]) -> Option<String> {
        let mut first = self.difference(actual)?;
        if self.others.is_empty() {
            let wide = self.evaluated(Arithmetic::Wide).ok()?;
            self.others.push(wide);
            self.vary(VARIATIONS).ok()?;
            first = self.difference(actual)?;
        }
        if self.others.len() as u64 <= VARIATIONS + 1 {
            // Where it varies by jumps, few variations may have missed them.
            if self.vary(MORE_VARIATIONS).is_err() {
                return None;
            }
            return self.difference(actual);
        }
        Some(first)
    }

    fn difference(&self, actual: &[Array]) -> Option<String> {
        first_difference(actual, &self.results, &self.others, self.is_coarse)
    }
}

/// The first result that is further from what is expected than `others` are.
fn first_difference(found: &[Array], expected: &[Array], others: &[Vec<Array>], is_coarse: bool) -> Option<String> {
    found.iter().zip(expected).enumerate().find_map(|(i, (found, expected))| {
        let others: Vec<&Array> = others.iter().filter_map(|results| results.get(i)).collect();
        Some(format!("result {i}: {}", far(found, expected, &others, is_coarse)?))
    })
}

/// The distance between numbers of a type at `x`.
fn step(element: Element, x: f64) -> f64 {
    let (mantissa, least) = match element.real_part() {
        Element::F64 => (52, -1074),
        Element::F32 => (23, -149),
        Element::BF16 => (7, -133),
        Element::F16 => (10, -24),
        Element::F8E5M2 | Element::F8E5M2FNUZ => (2, -17),
        Element::F8E3M4 => (4, -6),
        _ => (3, -10),
    };
    let exponent = if x == 0.0 { least } else { x.abs().log2().floor() as i32 - mantissa };
    2f64.powi(exponent.max(least))
}

/// The first element that is further from what is expected than it varies. Where the program `is_coarse`, an eighth of the
/// elements has to be far off.
fn far(found: &Array, expected: &Array, others: &[&Array], is_coarse: bool) -> Option<String> {
    let ty = expected.ty();
    if found.ty() != ty {
        return Some(format!("{}, expected {ty}", found.ty()));
    }
    if found.bytes() == expected.bytes() {
        return None;
    }
    let (f, e) = (Numbers::of(found.view()).ok()?, Numbers::of(expected.view()).ok()?);
    let others: Vec<Numbers> = others.iter().filter_map(|other| Numbers::of(other.view()).ok()).collect();
    let size = |number| parts(number).into_iter().filter(|x| x.is_finite()).fold(0f64, |most, x| most.max(x.abs()));
    let largest = (0..ty.size().unwrap_or(0)).map(|i| size(e.get(i))).fold(0.0, f64::max);
    let mut differing = Vec::new();
    for i in 0..ty.size().unwrap_or(0) {
        let varied: Vec<Number> = others.iter().map(|other| other.get(i)).collect();
        let is_close = is_coarse && is_roughly(f.get(i), e.get(i), largest);
        if !is_close && !is_near(ty.element, f.get(i), e.get(i), &varied) {
            differing.push(i);
        }
    }
    if is_coarse && 8 * differing.len() <= ty.size().unwrap_or(0) {
        return None;
    }
    let &i = differing.first()?;
    let text = |number: Number| number.text(ty.element);
    let varied: Vec<String> = others.iter().take(4).map(|other| format!("{:?}", other.get(i))).collect();
    Some(format!(
        "{} of {} elements of {ty} differ, first at {:?}: {} instead of {}, which varies as {}",
        differing.len(),
        ty.size().unwrap_or(0),
        index_of(i, &ty.shape),
        text(f.get(i)),
        text(e.get(i)),
        varied.join(", ")
    ))
}

fn parts(number: Number) -> Vec<f64> {
    match number {
        Number::Float(x) => vec![x],
        Number::Complex(x, y) => vec![x, y],
        _ => Vec::new(),
    }
}

/// Whether numbers are the same to a thousandth of the largest; integers, and what is not finite, are not compared.
fn is_roughly(found: Number, expected: Number, largest: f64) -> bool {
    let (f, e) = (parts(found), parts(expected));
    let is_compared = !e.is_empty() && f.iter().chain(&e).all(|x| x.is_finite());
    !is_compared || f.iter().zip(&e).all(|(x, y)| (x - y).abs() <= 1e-3 * largest)
}

fn is_near(element: Element, found: Number, expected: Number, varied: &[Number]) -> bool {
    let (f, e) = (parts(found), parts(expected));
    if e.is_empty() {
        // What rounding decides is not compared.
        return found == expected || varied.iter().any(|other| *other != expected);
    }
    let v: Vec<Vec<f64>> = varied.iter().map(|&other| parts(other)).collect();
    let bounded = |x: f64| x.is_finite();
    let is_finite = e.iter().all(|&x| bounded(x)) && v.iter().flatten().all(|&x| bounded(x));
    if !is_finite {
        // Either all agree on what is no number, or it is not compared.
        let same = |x: f64, y: f64| (x.is_nan() && y.is_nan()) || x == y;
        let agree =
            v.iter().all(|other| other.iter().zip(&e).all(|(&x, &y)| same(x, y) || (x.is_finite() && y.is_finite())));
        let each = f.iter().zip(&e).all(|(&x, &y)| same(x, y) || (x.is_finite() && y.is_finite()));
        return !agree || each;
    }
    let mut distances: Vec<f64> = v.iter().flat_map(|other| other.iter().zip(&e).map(|(x, y)| (x - y).abs())).collect();
    distances.retain(|&distance| distance > 0.0);
    distances.sort_by(f64::total_cmp);
    let spread = distances.last().copied().unwrap_or_default();
    // What varies by orders of magnitude, as a tangent of noise does, seldom shows how far it can go.
    let tail = distances.get(distances.len() / 2).map_or(1.0, |median| (spread / median).max(1.0));
    let magnitude = e.iter().fold(0f64, |most, x| most.max(x.abs()));
    let tolerance = 8.0 * spread * tail + 4.0 * step(element, magnitude);
    f.iter().zip(&e).all(|(x, y)| (x - y).abs() <= tolerance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use xla_runtime::TensorType;

    #[test]
    fn rounding_is_told_from_faults() {
        let near = |found: f64, expected: f64, varied: &[f64]| {
            let varied: Vec<Number> = varied.iter().map(|&x| Number::Float(x)).collect();
            is_near(Element::F32, Number::Float(found), Number::Float(expected), &varied)
        };
        assert!(near(1.0 + 1e-7, 1.0, &[1.0, 1.0]));
        assert!(!near(1.0 + 1e-5, 1.0, &[1.0, 1.0]));
        assert!(near(1.0 + 1e-5, 1.0, &[1.0 + 1e-5, 1.0]));
        assert!(!near(f64::NAN, 1.0, &[1.0, 1.0]));
        assert!(near(f64::INFINITY, f64::INFINITY, &[f64::INFINITY]));
        assert!(!near(f64::NEG_INFINITY, f64::INFINITY, &[f64::INFINITY]));
        assert!(near(f64::NAN, f64::NAN, &[f64::NAN]));
        assert!(near(1000.0, 1.0, &[1.1, 2.0, -50.0]));
        assert!(!near(1000.0, 1.0, &[1.1, 2.0, -2.0]));
    }

    #[test]
    fn sums_in_other_words_may_overflow_in_any_order() {
        let text = "func.func @main(%x: tensor<4xf32>) -> tensor<f32> {
          %zero = stablehlo.constant dense<0.0> : tensor<f32>
          %0 = stablehlo.reduce(%x init: %zero) across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
           reducer(%a: tensor<f32>, %b: tensor<f32>) {
            %minus = stablehlo.negate %b : tensor<f32>
            %sum = stablehlo.subtract %a, %minus : tensor<f32>
            stablehlo.return %sum : tensor<f32>
          }
          return %0 : tensor<f32>
        }";
        let runtime = Runtime::new(1);
        // Two partial sums may overflow to infinities that are NaN together; the sums in the order of the elements are infinite.
        let may_be_nan = |text: &str| {
            let bytes: Vec<u8> = [3e38f32, 3e38, -3e38, -3e38].iter().flat_map(|x| x.to_le_bytes()).collect();
            let input = Array::new(TensorType::new(Element::F32, &[4]), &bytes).expect("four elements");
            let mut evaluation = Evaluation::new(text, vec![vec![input]], &runtime, 100).expect("it is computed");
            evaluation.vary(MORE_VARIATIONS).expect("it is computed again");
            let is_nan = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]).is_nan();
            evaluation.others.iter().any(|results| is_nan(results[0].bytes()))
        };
        assert!(may_be_nan(text));
        assert!(!may_be_nan(&text.replace("%a, %minus", "%a, %b")));
    }

    #[test]
    fn integers_are_equal_unless_rounding_decides_them() {
        let near =
            |found, varied: i128| is_near(Element::S32, Number::Int(found), Number::Int(3), &[Number::Int(varied)]);
        assert!(near(3, 3));
        assert!(!near(4, 3));
        assert!(near(4, 4));
    }
}
