//! What a caller passes: arrays with names that are identifiers in each language.

use super::identifier::identifier;
use super::library::Library;
use std::collections::HashSet;
use std::fmt::Write;
use xla_runtime::TensorType;
use xla_scalar::{Element, Machine as Storage};

/// A buffer that goes in or out.
pub(super) struct Parameter {
    /// An identifier.
    pub name: String,
    /// What the program calls it; empty where it does not.
    pub title: String,
    /// Its type in the program; the largest there can be.
    pub ty: TensorType,
    /// The numbers in the buffer, and how many.
    pub storage: Number,
    pub count: usize,
    /// What else there is to know of the buffer: its layout.
    pub note: String,
}

/// A dynamic size of an array, which is a buffer of one `int32_t`.
pub(super) struct Size {
    /// An identifier.
    pub name: String,
    /// The array.
    pub of: String,
    /// The dimension.
    pub dimension: usize,
    /// The largest that it can be.
    pub bound: usize,
}

/// What goes in, or what comes out: arrays, and then sizes.
pub(super) struct Side {
    pub arrays: Vec<Parameter>,
    pub sizes: Vec<Size>,
}

pub(super) struct Interface {
    pub inputs: Side,
    pub outputs: Side,
}

/// What a buffer is made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    storage: Storage,
    signed: bool,
}

impl Number {
    /// Complex numbers are two, narrow ones their bits.
    fn of(element: Element) -> Self {
        Self { storage: element.storage(), signed: element.is_integer() && element.is_signed() }
    }

    pub fn in_c(self) -> String {
        match self.storage {
            Storage::F32 => "float".to_string(),
            Storage::F64 => "double".to_string(),
            integer => format!("{}int{}_t", if self.signed { "" } else { "u" }, integer.bytes() * 8),
        }
    }

    pub fn in_rust(self) -> String {
        match self.storage {
            Storage::F32 | Storage::F64 => self.storage.mlir_name().to_string(),
            integer => format!("{}{}", if self.signed { 'i' } else { 'u' }, integer.bytes() * 8),
        }
    }
}

impl Interface {
    pub fn of(library: &Library) -> Self {
        let signature = &library.program.signature;
        let mut taken: HashSet<String> = library.symbols().into_iter().collect();
        taken.insert(format!("{}_call", library.name));
        let mut side = |types: &[TensorType], forms: &[crate::execute::Form], titles: &[String], otherwise: &str| {
            let mut side = Side { arrays: Vec::new(), sizes: Vec::new() };
            for (i, ((ty, form), title)) in types.iter().zip(forms).zip(titles).enumerate() {
                let name = identifier(title, &format!("{otherwise}{i}"), &mut taken);
                let buffer = form.buffer(ty);
                let count = buffer.size().unwrap_or(0) * ty.element.components();
                let mut note = String::new();
                if form.is_laid_out() {
                    let _ = write!(note, "minor to major {:?}", form.layout.minor_to_major);
                }
                side.sizes.extend(form.dynamic.iter().map(|&dimension| Size {
                    name: identifier(&format!("{name}_size_{dimension}"), "size", &mut taken),
                    of: name.clone(),
                    dimension,
                    bound: ty.shape[dimension],
                }));
                let (title, ty, storage) = (title.clone(), ty.clone(), Number::of(ty.element));
                side.arrays.push(Parameter { name, title, ty, storage, count, note });
            }
            side
        };
        let inputs = side(&signature.inputs, &signature.input_forms, &signature.input_names, "arg");
        let outputs = side(&signature.outputs, &signature.output_forms, &signature.output_names, "result");
        Self { inputs, outputs }
    }

    /// What each array is, a line each, behind `margin`.
    pub fn description(&self, margin: &str) -> String {
        let mut text = String::new();
        for (what, side) in [("Inputs", &self.inputs), ("Outputs", &self.outputs)] {
            let _ = writeln!(text, "{margin} {what}:{}", if side.arrays.is_empty() { " none" } else { "" });
            for array in &side.arrays {
                let count = match array.count {
                    1 => format!("1 {}", array.storage.in_c()),
                    count => format!("{count} {}s", array.storage.in_c()),
                };
                let _ = write!(text, "{margin}   {}: {}, {count}", array.name, array.ty);
                for extra in [&array.note, &one_line(&array.title)] {
                    if !extra.is_empty() && *extra != array.name {
                        let _ = write!(text, ", {extra}");
                    }
                }
                text.push('\n');
            }
            for Size { name, of, dimension, bound } in &side.sizes {
                let _ = writeln!(text, "{margin}   {name}: the size of dimension {dimension} of {of}, at most {bound}");
            }
        }
        text
    }
}

/// A title must not end the comment that it stands in.
fn one_line(title: &str) -> String {
    title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().replace("*/", "* /")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_stays_in_its_comment() {
        assert_eq!(one_line("a*/\nb"), "a* / b");
    }
}
