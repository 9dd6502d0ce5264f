//! A program with its inputs and the checks it has to pass, as text: what workers are sent and findings are kept as.

use fastrand::Rng;
use xla_compiler::host::number::{Number, push};
use xla_runtime::{Array, TensorType};
use xla_scalar::{Element, Kind};

/// How an array is filled.
#[derive(Clone, Debug, PartialEq)]
pub enum Fill {
    /// Any value of the type, corner values included.
    Any,
    /// Numbers of ordinary magnitude.
    Moderate,
    /// Integers of at most this magnitude.
    Exact(f64),
    /// Integers between two numbers, both included.
    Range(i64, i64),
    /// Different integers from 0 on, in random order.
    Permutation,
    /// Square matrices that are symmetric (Hermitian), with a dominant diagonal.
    Definite,
}

impl Fill {
    fn text(&self) -> String {
        match self {
            Self::Any => "any".to_string(),
            Self::Moderate => "moderate".to_string(),
            Self::Exact(bound) => format!("exact {bound}"),
            Self::Range(low, high) => format!("range {low} {high}"),
            Self::Permutation => "permutation".to_string(),
            Self::Definite => "definite".to_string(),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        Some(match words.as_slice() {
            ["any"] => Self::Any,
            ["moderate"] => Self::Moderate,
            ["exact", bound] => Self::Exact(bound.parse().ok()?),
            ["range", low, high] => Self::Range(low.parse().ok()?, high.parse().ok()?),
            ["permutation"] => Self::Permutation,
            ["definite"] => Self::Definite,
            _ => return None,
        })
    }
}

/// An argument of `main`.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    pub ty: TensorType,
    pub fill: Fill,
    pub seed: u64,
}

/// Integers that an integer type holds.
pub fn range(element: Element) -> (i128, i128) {
    let bits = element.bits();
    match element.kind() {
        Kind::Pred => (0, 1),
        _ if element.is_signed() => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
        _ => (0, (1 << bits) - 1),
    }
}

impl Input {
    /// The array, the same on each call.
    pub fn array(&self) -> Array {
        self.array_of(0)
    }

    /// The array of one of several replicas.
    pub fn array_of(&self, replica: usize) -> Array {
        array(&self.ty, &self.fill, self.seed.wrapping_add(replica as u64))
    }
}

/// An array of type `ty` filled from `seed`.
pub fn array(ty: &TensorType, fill: &Fill, seed: u64) -> Array {
    let mut rng = Rng::with_seed(seed);
    let size = ty.size().expect("types of programs are small");
    let mut bytes = Vec::new();
    let mut order: Vec<usize> = (0..size).collect();
    rng.shuffle(&mut order);
    for &place in &order {
        let number = match fill {
            Fill::Permutation => Number::Int(place as i128),
            _ => element(&mut rng, ty.element, fill),
        };
        push(ty.element, number, &mut bytes).expect("a number of the type");
    }
    if *fill == Fill::Definite {
        bytes.clear();
        definite(&mut rng, ty, &mut bytes);
    }
    Array::new(ty.clone(), &bytes).expect("as many elements as the type has")
}

fn element(rng: &mut Rng, element: Element, fill: &Fill) -> Number {
    match element.kind() {
        Kind::Complex => {
            let mut part = || match self::element(rng, element.real_part(), fill) {
                Number::Float(x) => x,
                _ => 0.0,
            };
            Number::Complex(part(), part())
        }
        Kind::Pred => Number::Bool(rng.bool()),
        Kind::Int => Number::Int(integer(rng, element, fill)),
        Kind::Float => Number::Float(float(rng, element, fill)),
    }
}

fn integer(rng: &mut Rng, element: Element, fill: &Fill) -> i128 {
    let (min, max) = range(element);
    let value = match *fill {
        Fill::Exact(bound) => rng.i128(-(bound as i128)..=bound as i128),
        Fill::Range(low, high) => rng.i128(i128::from(low)..=i128::from(high)),
        _ => match rng.u8(0..4) {
            0 => [min, min + 1, -1, 0, 1, 2, max - 1, max][rng.usize(0..8)],
            1 => rng.i128(min..=max),
            _ => rng.i128(-9..=9),
        },
    };
    value.clamp(min, max)
}

fn float(rng: &mut Rng, element: Element, fill: &Fill) -> f64 {
    let unsigned = !element.is_signed();
    let value = match *fill {
        Fill::Exact(bound) => rng.i64(-(bound as i64)..=bound as i64) as f64,
        Fill::Range(low, high) => rng.i64(low..=high) as f64,
        Fill::Any if rng.u8(0..5) == 0 => {
            let tiny = match element {
                Element::F64 => f64::MIN_POSITIVE,
                Element::F16 => 6.103515625e-5,
                _ => f64::from(f32::MIN_POSITIVE),
            };
            let corners = [0.0, 1.0, 0.5, 1.5, 2.5, f64::INFINITY, f64::NAN, tiny, tiny / 4.0, 65504.0, 3.0e38, 1e-7];
            let value = corners[rng.usize(0..corners.len())];
            if rng.bool() { -value } else { value }
        }
        _ if rng.u8(0..3) == 0 => (rng.f64() * 16.0 - 8.0).exp() * if rng.bool() { 1.0 } else { -1.0 },
        _ => rng.f64() * 8.0 - 4.0,
    };
    if unsigned { value.abs() } else { value }
}

fn definite(rng: &mut Rng, ty: &TensorType, bytes: &mut Vec<u8>) {
    let n = ty.shape.last().copied().unwrap_or(0);
    let count = ty.size().unwrap_or(0).checked_div(n * n).unwrap_or(0);
    for _ in 0..count {
        let numbers: Vec<(f64, f64)> = (0..n * n).map(|_| (rng.i8(-3..=3).into(), rng.i8(-3..=3).into())).collect();
        for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
            let (re, im) = numbers[i.min(j) * n + i.max(j)];
            let (re, im) = if i == j { (4.0 * n as f64 + 1.0, 0.0) } else { (re, if i < j { im } else { -im }) };
            let number = if ty.element.is_complex() { Number::Complex(re, im) } else { Number::Float(re) };
            push(ty.element, number, bytes).expect("a number of the type");
        }
    }
}

/// The literal of `array` in a `dense` attribute.
pub fn literal(array: &Array) -> String {
    let ty = array.ty();
    let size = ty.size().unwrap_or(0);
    if size == 0 {
        return String::new();
    }
    let width = ty.element.storage_bytes();
    let mut all = array.bytes().chunks_exact(width);
    let first = scalar(ty.element, &array.bytes()[..width]);
    if all.all(|element| element == &array.bytes()[..width]) {
        return first;
    }
    let mut texts = array.bytes().chunks_exact(width).map(|bytes| scalar(ty.element, bytes));
    nested(&ty.shape, &mut texts)
}

fn nested(shape: &[usize], texts: &mut dyn Iterator<Item = String>) -> String {
    match shape.split_first() {
        None => texts.next().unwrap_or_default(),
        Some((&n, inner)) => {
            let parts: Vec<_> = (0..n).map(|_| nested(inner, texts)).collect();
            format!("[{}]", parts.join(", "))
        }
    }
}

/// One element, given as its bytes, exactly: floats as their bits.
fn scalar(element: Element, bytes: &[u8]) -> String {
    if element.is_complex() {
        let (re, im) = bytes.split_at(bytes.len() / 2);
        return format!("({}, {})", scalar(element.real_part(), re), scalar(element.real_part(), im));
    }
    let mut wide = [0u8; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    let bits = u128::from_le_bytes(wide);
    match element.kind() {
        Kind::Pred => (bits != 0).to_string(),
        Kind::Float => format!("0x{bits:0width$X}", width = usize::from(element.bits() as u16).div_ceil(4)),
        _ => {
            let width = 8 * bytes.len();
            let signed = ((bits << (128 - width)) as i128) >> (128 - width);
            if element.is_signed() { signed.to_string() } else { bits.to_string() }
        }
    }
}

/// What a worker checks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// The program.
    pub text: String,
    /// Another program that has to compute the same.
    pub variant: Option<String>,
    pub inputs: Vec<Input>,
    /// Whether every order of evaluation gives the same bits.
    pub exact: bool,
    /// Processes that run it together.
    pub replicas: usize,
    /// Whether LLVM optimizes the code.
    pub optimized: bool,
    /// The checks, by their names.
    pub checks: Vec<String>,
    /// If the program computes what several others compute, these.
    pub parts: Vec<Part>,
}

/// A program that another one contains. Its arguments and results are a range of the other's, behind the part before.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Part {
    pub text: String,
    pub arguments: usize,
    pub results: usize,
}

const VARIANT: &str = "// ---- variant\n";
const PART: &str = "// ---- part: ";

impl Case {
    /// As text, a program with comments in front.
    pub fn to_text(&self) -> String {
        let mut out = format!(
            "// exact: {}\n// replicas: {}\n// optimized: {}\n// checks: {}\n",
            self.exact,
            self.replicas,
            self.optimized,
            self.checks.join(" ")
        );
        for input in &self.inputs {
            out += &format!("// input: {} | {} | {}\n", input.ty, input.fill.text(), input.seed);
        }
        out += &self.text;
        if let Some(variant) = &self.variant {
            out += VARIANT;
            out += variant;
        }
        for part in &self.parts {
            out += &format!("{PART}{} {}\n{}", part.arguments, part.results, part.text);
        }
        out
    }

    /// Reads what [`Case::to_text`] wrote.
    pub fn parse(text: &str) -> Option<Self> {
        let mut case = Self { optimized: true, ..Self::default() };
        let mut parts = text.split(PART);
        let text = parts.next()?;
        for part in parts {
            let (counts, text) = part.split_once('\n')?;
            let (arguments, results) = counts.split_once(' ')?;
            let (arguments, results) = (arguments.parse().ok()?, results.parse().ok()?);
            case.parts.push(Part { text: text.to_string(), arguments, results });
        }
        let (text, variant) = match text.split_once(VARIANT) {
            Some((text, variant)) => (text, Some(variant.to_string())),
            None => (text, None),
        };
        let header: Vec<&str> = text.split_inclusive('\n').take_while(|line| line.starts_with("//")).collect();
        let length: usize = header.iter().map(|line| line.len()).sum();
        (case.text, case.variant) = (text[length..].to_string(), variant);
        let entries = header.iter().filter_map(|line| line.trim_end().strip_prefix("// ")?.split_once(": "));
        for (key, value) in entries {
            match key {
                "exact" => case.exact = value == "true",
                "optimized" => case.optimized = value == "true",
                "replicas" => case.replicas = value.parse().ok()?,
                "checks" => case.checks = value.split_whitespace().map(str::to_string).collect(),
                "input" => {
                    let mut parts = value.split(" | ");
                    let ty = TensorType::from_mlir(parts.next()?)?;
                    let fill = Fill::parse(parts.next()?)?;
                    case.inputs.push(Input { ty, fill, seed: parts.next()?.parse().ok()? });
                }
                _ => {}
            }
        }
        Some(case)
    }
}

/// The largest integer up to which a float type holds all of them; infinity for other types.
pub fn exact_limit(element: Element) -> f64 {
    match element.real_part() {
        Element::F64 => 2f64.powi(53),
        Element::F32 => 2f64.powi(24),
        Element::F16 => 2048.0,
        Element::BF16 => 256.0,
        Element::F8E4M3FN | Element::F8E4M3 | Element::F8E4M3FNUZ | Element::F8E4M3B11FNUZ => 16.0,
        Element::F8E5M2 | Element::F8E5M2FNUZ => 8.0,
        Element::F8E3M4 => 15.0,
        other if other.is_float() => 4.0,
        _ => f64::INFINITY,
    }
}

/// The largest magnitude that values of `element` have in an exact program.
pub fn largest(element: Element) -> f64 {
    if element.is_float() || element.is_complex() {
        exact_limit(element)
    } else {
        let (min, max) = range(element);
        max.max(-min) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cases_survive_being_written() {
        let input = |ty, fill| Input { ty: TensorType::from_mlir(ty).expect("a type"), fill, seed: 7 };
        let case = Case {
            text: "module {\n}\n".to_string(),
            variant: Some("module {}\n".to_string()),
            inputs: vec![input("tensor<2x3xf32>", Fill::Exact(3.0)), input("tensor<i1>", Fill::Range(-2, 5))],
            exact: true,
            replicas: 2,
            optimized: false,
            checks: vec!["threads".to_string(), "variant".to_string()],
            parts: vec![Part { text: "module {}\n".to_string(), arguments: 1, results: 2 }, Part::default()],
        };
        let read = Case::parse(&case.to_text()).expect("a case");
        assert_eq!(read, case);
    }

    #[test]
    fn inputs_are_what_they_are_to_be() {
        let ty = TensorType::new(Element::S32, &[50]);
        assert_eq!(array(&ty, &Fill::Any, 3), array(&ty, &Fill::Any, 3));
        assert_ne!(array(&ty, &Fill::Any, 3), array(&ty, &Fill::Any, 4));
        let mut order: Vec<i32> = array(&ty, &Fill::Permutation, 1).view().elements().to_vec();
        order.sort_unstable();
        assert_eq!(order, (0..50).collect::<Vec<_>>());
        let numbers = array(&ty, &Fill::Range(-2, 5), 1);
        assert!(numbers.view().elements::<i32>().iter().all(|n| (-2..=5).contains(n)));
    }

    #[test]
    fn literals_are_exact() {
        let text =
            |element, bytes: &[u8]| literal(&Array::new(TensorType::new(element, &[2]), bytes).expect("an array"));
        assert_eq!(text(Element::S8, &[255, 1]), "[-1, 1]");
        assert_eq!(text(Element::U8, &[255, 255]), "255");
        assert_eq!(text(Element::Pred, &[1, 0]), "[true, false]");
        assert_eq!(text(Element::BF16, &[0x80, 0x3f, 0, 0]), "[0x3F80, 0x0000]");
    }
}
