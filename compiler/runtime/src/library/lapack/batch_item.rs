//! One matrix of a batch: the sizes of a routine's operands and results, and access to their elements.

use crate::array::{Plain, TensorType};
use crate::call::Site;
use crate::library::matrix::{Matrix, Number};
use crate::library::parallel::Parts;
use std::collections::BTreeMap;
use xla_scalar::Element;

/// The sizes that the letters of a signature stand for (see [`super::Routine::signatures`]), and the number of matrices.
#[derive(Debug)]
pub(super) struct Sizes {
    letters: BTreeMap<char, usize>,
    /// The number of matrices.
    pub batch: usize,
}

impl Sizes {
    /// The sizes of the call at `site` of a routine with this signature for `element`.
    ///
    /// # Errors
    /// If a type does not match the signature.
    pub fn of(site: &Site, signature: &str, element: Element) -> Result<Self, String> {
        let (operands, results) = signature.split_once(" -> ").unwrap_or((signature, ""));
        let sides = [("operand", &site.operands, operands), ("result", &site.results, results)];
        let mut sizes = Self { letters: BTreeMap::new(), batch: 1 };
        let mut batch: Option<&[usize]> = None;
        for (side, types, patterns) in sides {
            let patterns: Vec<_> = patterns.split(' ').filter_map(|pattern| pattern.split_once('[')).collect();
            if types.len() != patterns.len() {
                return Err(format!("it has {} {side}s, not {}", types.len(), patterns.len()));
            }
            for (number, (ty, (kind, dimensions))) in types.iter().zip(patterns).enumerate() {
                let dimensions: Vec<char> = dimensions.chars().filter(|letter| letter.is_alphabetic()).collect();
                let outer = sizes.matches(ty, expected(kind, element), &dimensions, batch);
                let outer =
                    outer.ok_or_else(|| format!("{side} {number} is a {ty}, which the routine does not take"))?;
                batch = Some(outer);
            }
        }
        sizes.batch = batch.unwrap_or_default().iter().product();
        Ok(sizes)
    }

    /// The dimensions of the batch, if `ty` has this element type and these inner dimensions.
    fn matches<'t>(
        &mut self,
        ty: &'t TensorType,
        element: Element,
        dimensions: &[char],
        batch: Option<&[usize]>,
    ) -> Option<&'t [usize]> {
        let (outer, inner) = ty.shape.split_at_checked(ty.shape.len().checked_sub(dimensions.len())?)?;
        let inner = dimensions.iter().zip(inner).all(|(letter, size)| self.unify(*letter, *size));
        (inner && ty.element == element && batch.is_none_or(|batch| batch == outer)).then_some(outer)
    }

    fn unify(&mut self, letter: char, size: usize) -> bool {
        match letter {
            'k' | 'p' => size == self.get(letter),
            _ => *self.letters.entry(letter).or_insert(size) == size,
        }
    }

    /// The size of this letter, which for `k` and `p` follows from `m` and `n`; 0 if the signature does not have it.
    pub fn get(&self, letter: char) -> usize {
        match letter {
            'k' => self.get('m').min(self.get('n')),
            'p' => self.get('n').saturating_sub(1),
            _ => self.letters.get(&letter).copied().unwrap_or(0),
        }
    }

    /// The approximate number of operations for one matrix.
    pub fn operations(&self) -> usize {
        let mut sizes: Vec<usize> = self.letters.values().copied().collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        let (largest, second) = match sizes[..] {
            [] => (1, 1),
            // A square matrix has one letter for its two dimensions.
            [size] => (size, size),
            [largest, second, ..] => (largest, second),
        };
        largest.saturating_mul(second).saturating_mul(second)
    }
}

fn expected(kind: &str, element: Element) -> Element {
    match (kind, element) {
        ("i", _) => Element::S32,
        ("r", Element::C64) => Element::F32,
        ("r", Element::C128) => Element::F64,
        ("c", Element::F32) => Element::C64,
        ("c", Element::F64) => Element::C128,
        _ => element,
    }
}

/// The operands and results for one matrix.
pub(super) struct BatchItem<'a> {
    /// The index of the matrix in the batch.
    pub number: usize,
    pub sizes: &'a Sizes,
    pub inputs: &'a [&'a [u8]],
    pub outputs: &'a [Parts<u8>],
}

impl BatchItem<'_> {
    /// The size of this letter.
    pub fn size(&self, letter: char) -> usize {
        self.sizes.get(letter)
    }

    /// The elements of an operand.
    pub fn vector<T: Plain>(&self, operand: usize) -> Vec<T> {
        let bytes = self.inputs[operand];
        let length = bytes.len() / self.sizes.batch;
        let bytes = &bytes[self.number * length..(self.number + 1) * length];
        // SAFETY: any bytes are a `T`, which is plain, and the vector has room for as many.
        unsafe {
            let count = length / size_of::<T>();
            let mut elements = Vec::<T>::with_capacity(count);
            std::ptr::copy_nonoverlapping(bytes.as_ptr(), elements.as_mut_ptr().cast(), count * size_of::<T>());
            elements.set_len(count);
            elements
        }
    }

    /// An operand as a matrix.
    pub fn matrix<T: Number>(&self, operand: usize, rows: usize, columns: usize) -> Matrix<T> {
        let elements = self.vector::<T>(operand);
        Matrix::from_fn(rows, columns, |row, column| elements[row * columns + column])
    }

    /// Writes a result.
    pub fn put<T: Plain>(&mut self, result: usize, elements: &[T]) {
        let length = size_of_val(elements);
        let begin = self.number * length;
        assert_eq!(
            length * self.sizes.batch,
            self.outputs[result].len(),
            "result {result} of another size than its type"
        );
        // SAFETY: all matrices have results of this length, so that each part is written by one iteration alone; plain
        // elements are bytes.
        unsafe {
            let bytes = self.outputs[result].get(begin, begin + length);
            std::ptr::copy_nonoverlapping(elements.as_ptr().cast(), bytes.as_mut_ptr(), length);
        }
    }

    /// Writes a matrix in row-major order ([`Matrix`] is column-major).
    pub fn put_matrix<T: Number>(&mut self, result: usize, matrix: &Matrix<T>) {
        let (rows, columns) = (matrix.rows, matrix.columns);
        let transposed = Matrix::from_fn(columns, rows, |row, column| matrix[(column, row)]);
        self.put(result, transposed.elements());
    }
}
