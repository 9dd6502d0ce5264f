//! Arrays as people read them: `tensor<2x2xf32> [[1.0, 2.0], [3.0, 4.0]]`.

use super::number::Numbers;
use std::fmt::Write;
use xla_runtime::View;

/// Arrays with more elements are summarised.
const SUMMARISE_FROM: usize = 1000;
/// How many elements a summary shows at either end of a dimension, at most.
const EDGE: usize = 3;
/// How many elements, or empty brackets, a summary shows in all: of many dimensions, the ends are shorter.
const SHOWN: usize = 10_000;

/// The text of an array; of a large one, its corners.
pub fn text(view: View<'_>) -> String {
    let ty = view.ty();
    let mut out = format!("{ty} ");
    match Numbers::of(view) {
        Ok(numbers) => {
            let size = ty.size().unwrap_or(0);
            // Without elements there are brackets, too.
            let brackets = ty.shape.iter().fold(1usize, |count, &n| count.saturating_mul(n.max(1)));
            let shown =
                |edge: usize| ty.shape.iter().fold(1usize, |count, &n| count.saturating_mul(n.min(2 * edge).max(1)));
            let summary = || (1..=EDGE).rev().find(|&edge| shown(edge) <= SHOWN).unwrap_or(0);
            let edge = if size.max(brackets) > SUMMARISE_FROM { summary() } else { usize::MAX / 2 };
            let printer = Printer { numbers: &numbers, view, edge };
            printer.dimension(0, 0, size, &mut out);
        }
        Err(error) => {
            let _ = write!(out, "<{error}>");
        }
    }
    out
}

struct Printer<'a> {
    numbers: &'a Numbers,
    view: View<'a>,
    edge: usize,
}

impl Printer<'_> {
    /// The elements of dimension `axis` on, which start at `offset` and are `size` many.
    fn dimension(&self, axis: usize, offset: usize, size: usize, out: &mut String) {
        let shape = &self.view.ty().shape;
        let Some(&n) = shape.get(axis) else {
            out.push_str(&self.numbers.get(offset).text(self.view.ty().element));
            return;
        };
        out.push('[');
        let inner = size.checked_div(n).unwrap_or(0);
        // Rows stand below each other as soon as there are several.
        let separator = if axis + 1 < shape.len() { format!(",\n{}", " ".repeat(axis + 1)) } else { ", ".to_string() };
        let mut first = true;
        let mut i = 0;
        while i < n {
            if !first {
                out.push_str(&separator);
            }
            first = false;
            if i == self.edge && n > 2 * self.edge {
                out.push_str("...");
                i = n - self.edge;
                continue;
            }
            self.dimension(axis + 1, offset + i * inner, inner, out);
            i += 1;
        }
        out.push(']');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use xla_runtime::{Array, TensorType};
    use xla_scalar::Element;

    fn shown(element: Element, shape: &[usize], bytes: &[u8]) -> String {
        let array = Array::new(TensorType::new(element, shape), bytes).expect("the bytes of the shape");
        text(array.view())
    }

    #[test]
    fn small_arrays_are_shown_whole() {
        assert_eq!(shown(Element::S8, &[], &[255]), "tensor<i8> -1");
        assert_eq!(shown(Element::S8, &[2, 2], &[1, 2, 3, 4]), "tensor<2x2xi8> [[1, 2],\n [3, 4]]");
        assert_eq!(shown(Element::Pred, &[2], &[1, 0]), "tensor<2xi1> [true, false]");
        assert_eq!(shown(Element::F32, &[0, 3], &[]), "tensor<0x3xf32> []");
        assert_eq!(shown(Element::F32, &[2, 0], &[]), "tensor<2x0xf32> [[],\n []]");
        assert_eq!(shown(Element::F8E4M3FN, &[1], &[0x38]), "tensor<1xf8E4M3FN> [1.0]");
    }

    #[test]
    fn large_arrays_are_summarised() {
        let bytes: Vec<u8> = (0..2000u32).map(|i| (i % 100) as u8).collect();
        assert_eq!(shown(Element::U8, &[2000], &bytes), "tensor<2000xui8> [0, 1, 2, ..., 97, 98, 99]");
        let text = shown(Element::U8, &[20, 100], &bytes);
        assert_eq!(text.lines().count(), 7);
        assert_eq!(text.lines().next(), Some("tensor<20x100xui8> [[0, 1, 2, ..., 97, 98, 99],"));
        assert_eq!(shown(Element::U8, &[5, 400], &bytes).lines().count(), 5);
        let many = [[20; 9].as_slice(), &[0]].concat();
        assert_eq!(shown(Element::U8, &many, &[]).matches("[]").count(), 1 << 9);
        assert!(shown(Element::U8, &[[9; 60].as_slice(), &[0]].concat(), &[]).ends_with("> [...]"));
    }
}
