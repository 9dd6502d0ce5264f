//! Values as people type them: `3`, `[1, 2.5]`, `2x2xf32=[[1, 2], [3, 4]]`, `4xbf16=0`, `[(1, -2)]`.

use super::number::{Number, push};
use crate::import::refine::Argument;
use xla_runtime::{Array, TensorType};

/// The value that `text` means as an input of type `expected`.
///
/// A value may carry its type before a `=`; then it must be the expected one, and a single number stands for all
/// elements.
///
/// # Errors
/// If it means no such value: what is wrong, and where.
pub fn parse(text: &str, expected: &TensorType) -> Result<Array, String> {
    let (ty, value) = typed(text)?;
    if let Some(ty) = &ty
        && ty != expected
    {
        return Err(format!("{ty} is given"));
    }
    let parser = Parser::of(value)?;
    let size = expected.size().unwrap_or(usize::MAX);
    let is_splat = ty.is_some() && parser.leaf == Some(0);
    // `[]` determines neither the sizes of outer dimensions nor those of inner ones; several lists are as many as there are.
    let fits = parser.shape == [0] || expected.shape.starts_with(&parser.shape);
    let is_empty = parser.numbers.is_empty() && size == 0 && fits;
    if !is_splat && !is_empty && parser.shape != expected.shape {
        let found: Vec<_> = parser.shape.iter().map(ToString::to_string).collect();
        let found = if found.is_empty() { "a single number".to_string() } else { format!("shape {}", found.join("x")) };
        return Err(format!("{found} is given"));
    }
    let mut bytes = Vec::new();
    for number in &parser.numbers {
        push(expected.element, *number, &mut bytes)?;
    }
    if is_splat {
        let mut array = Array::scratch(expected.clone()).map_err(|error| error.to_string())?;
        array.bytes_mut().chunks_exact_mut(bytes.len()).for_each(|element| element.copy_from_slice(&bytes));
        return Ok(array);
    }
    Array::new(expected.clone(), &bytes).map_err(|error| error.to_string())
}

/// What `text` says of itself, before the type it has to have is known.
pub fn argument(text: &str) -> Argument {
    let shape = |sizes: &[usize]| Argument::Shape(sizes.iter().map(|&size| size as i64).collect());
    let Ok((ty, value)) = typed(text) else { return Argument::Unknown };
    let parser = Parser::of(value).ok();
    let numbers = parser.as_ref().map(|parser| parser.numbers.as_slice()).unwrap_or_default();
    match (ty.map(|ty| ty.shape).or(parser.as_ref().map(|parser| parser.shape.clone())), numbers) {
        (Some(sizes), [Number::Int(value)]) if sizes.is_empty() => {
            i64::try_from(*value).map_or(Argument::Unknown, Argument::Value)
        }
        (Some(sizes), _) => shape(&sizes),
        (None, _) => Argument::Unknown,
    }
}

/// The type in front of a `=`, and the value.
fn typed(text: &str) -> Result<(Option<TensorType>, &str), String> {
    let Some((ty, value)) = text.split_once('=') else { return Ok((None, text)) };
    let bare = ty.trim().strip_prefix("tensor<").and_then(|ty| ty.strip_suffix('>')).unwrap_or(ty.trim());
    let parsed = TensorType::from_dimensions(bare).ok_or_else(|| format!("`{ty}` is not a type such as 2x3xf32"))?;
    if let Some(size) = parsed.shape.iter().find(|size| i64::try_from(**size).is_err()) {
        return Err(format!("`{ty}` has a dimension of size {size}, and none is larger than {}", i64::MAX));
    }
    Ok((Some(parsed), value))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    /// Sizes found so far; the first list at each depth sets them.
    shape: Vec<usize>,
    /// The depth at which numbers stand.
    leaf: Option<usize>,
    numbers: Vec<Number>,
}

impl<'a> Parser<'a> {
    /// What `text`, all of it, means.
    fn of(text: &'a str) -> Result<Self, String> {
        let mut parser = Self { text, at: 0, shape: Vec::new(), leaf: None, numbers: Vec::new() };
        parser.value(0)?;
        parser.space();
        if parser.at < text.len() {
            return Err(format!("nothing is expected after `{}`", &text[..parser.at]));
        }
        Ok(parser)
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn eat(&mut self, c: char) -> bool {
        self.space();
        let found = self.rest().starts_with(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    fn value(&mut self, depth: usize) -> Result<(), String> {
        // No tensor has more dimensions, and the parser recurses.
        if depth > 64 {
            return Err("brackets nest too deep".to_string());
        }
        if !self.eat('[') {
            if *self.leaf.get_or_insert(depth) != depth {
                return Err("the lists nest unevenly".to_string());
            }
            let number = self.number()?;
            self.numbers.push(number);
            return Ok(());
        }
        if self.leaf.is_some_and(|leaf| leaf <= depth) {
            return Err("the lists nest unevenly".to_string());
        }
        let is_first = self.shape.len() == depth;
        if is_first {
            self.shape.push(0);
        }
        let mut count = 0;
        if !self.eat(']') {
            loop {
                self.value(depth + 1)?;
                count += 1;
                if self.eat(']') {
                    break;
                }
                if !self.eat(',') {
                    return Err(format!("`,` or `]` is expected before `{}`", excerpt(self.rest())));
                }
            }
        }
        if is_first {
            self.shape[depth] = count;
        } else if self.shape.get(depth) != Some(&count) {
            return Err("the lists are of different lengths".to_string());
        }
        Ok(())
    }

    fn number(&mut self) -> Result<Number, String> {
        if self.eat('(') {
            let re = self.real()?;
            if !self.eat(',') {
                return Err("a complex number is written (real, imaginary)".to_string());
            }
            let im = self.real()?;
            if !self.eat(')') {
                return Err("a complex number is written (real, imaginary)".to_string());
            }
            let part = |number| match number {
                Number::Int(x) => Ok(x as f64),
                Number::Float(x) => Ok(x),
                _ => Err("a complex number is made of two real ones".to_string()),
            };
            return Ok(Number::Complex(part(re)?, part(im)?));
        }
        self.real()
    }

    fn real(&mut self) -> Result<Number, String> {
        self.space();
        let end = self.rest().find([',', ']', ')', '[', '(', ' ']).unwrap_or(self.rest().len());
        let word = &self.text[self.at..self.at + end];
        self.at += end;
        let number = match word {
            "true" => Some(Number::Bool(true)),
            "false" => Some(Number::Bool(false)),
            _ => word.parse().map(Number::Int).ok().or_else(|| word.parse().map(Number::Float).ok()),
        };
        number.ok_or_else(|| match word {
            "" => "a number is missing".to_string(),
            _ => format!("`{}` is not a number", excerpt(word)),
        })
    }
}

fn excerpt(text: &str) -> String {
    text.chars().take(20).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::display;

    fn read(text: &str, ty: &str) -> Result<String, String> {
        let ty = TensorType::from_dimensions(ty).expect("a type");
        parse(text, &ty).map(|array| {
            display::text(array.view()).split_once(' ').map(|(_, v)| v.replace('\n', "")).unwrap_or_default()
        })
    }

    #[test]
    fn values_are_read() {
        assert_eq!(read("3", "f32").as_deref(), Ok("3.0"));
        assert_eq!(read("-1.5e3", "bf16").as_deref(), Ok("-1504.0"));
        assert_eq!(read(" [ 1, 2 ,3]", "3xi4").as_deref(), Ok("[1, 2, 3]"));
        assert_eq!(read("2x2xf32=[[1,2],[3,4]]", "2x2xf32").as_deref(), Ok("[[1.0, 2.0], [3.0, 4.0]]"));
        assert_eq!(read("tensor<2xi1>=[true,0]", "2xi1").as_deref(), Ok("[true, false]"));
        assert_eq!(read("3xf32=inf", "3xf32").as_deref(), Ok("[inf, inf, inf]"));
        assert_eq!(read("[(1,-2), 3]", "2xcomplex<f32>").as_deref(), Ok("[(1.0, -2.0), (3.0, 0.0)]"));
        assert_eq!(read("18446744073709551615", "ui64").as_deref(), Ok("18446744073709551615"));
        assert_eq!(read("[]", "0x3xf32").as_deref(), Ok("[]"));
    }

    #[test]
    fn values_tell_their_shapes() {
        let told = |text: &str| argument(text).to_string();
        assert_eq!(told("[[1, 2, 3], [4, 5, 6]]"), "[2,3]");
        assert_eq!(told("4x0xf32=[]"), "[4,0]");
        assert_eq!(told("3xf32=1"), "[3]");
        assert_eq!(told("-7"), "-7");
        assert_eq!(told("i32=7"), "7");
        assert_eq!(told("1.5"), "[]");
        assert_eq!(told("[1, [2]]"), "_");
        assert_eq!(told("x=1"), "_");
    }

    #[test]
    fn mistakes_are_told() {
        let error = |text, ty| read(text, ty).expect_err("a mistake");
        assert_eq!(error("[1,2]", "3xf32"), "shape 2 is given");
        assert_eq!(error("1", "3xf32"), "a single number is given");
        assert_eq!(error("2xf32=1", "3xf32"), "tensor<2xf32> is given");
        assert_eq!(error("[[1,2],[3]]", "2x2xf32"), "the lists are of different lengths");
        assert_eq!(error("[[1],2]", "2x1xf32"), "the lists nest unevenly");
        assert_eq!(error("[1,[2]]", "2x1xf32"), "the lists nest unevenly");
        assert_eq!(error("[1,x]", "2xf32"), "`x` is not a number");
        assert_eq!(error("[1,]", "2xf32"), "a number is missing");
        assert_eq!(error("[1 2]", "2xf32"), "`,` or `]` is expected before `2]`");
        assert_eq!(error("1 2", "f32"), "nothing is expected after `1 `");
        assert_eq!(error("1.5", "i32"), "1.5 is not a value of i32");
        assert_eq!(error("300", "i8"), "300 is not a value of i8");
        assert_eq!(
            error("9223372036854775808x0xf32=[]", "0xf32"),
            "`9223372036854775808x0xf32` has a dimension of size 9223372036854775808, and none is larger than \
             9223372036854775807"
        );
        assert_eq!(error("foo=1", "i8"), "`foo` is not a type such as 2x3xf32");
        assert_eq!(error(&"[".repeat(1000), "1xf32"), "brackets nest too deep");
    }
}
