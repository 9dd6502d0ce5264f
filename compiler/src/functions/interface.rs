//! The signature of a function that is compiled, as memory.

use crate::entry;
use crate::import::refine::Argument;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{DYNAMIC, Op, Tensor, Type, memref_type};
use xla_dialect::ods::func;
use xla_dialect::passes::Failed;

/// Rows up to which there is code for every number of them.
pub const FEW_ROWS: i64 = 16;

/// An argument or a result: a dense row-major array, of which the leading size may be open.
#[derive(Clone, Debug)]
pub struct Buffer<'c> {
    /// Its type.
    pub tensor: Tensor<'c>,
    /// Bytes of an element.
    element_bytes: i64,
}

impl<'c> Buffer<'c> {
    fn of(ty: Type<'c>) -> Result<Self, String> {
        let tensor = Tensor::of(ty).ok_or_else(|| format!("type {ty}, and is no ranked tensor"))?;
        if tensor.encoding.is_some() {
            return Err(format!("type {ty}, and its encoding would be lost in a memref"));
        }
        let element = tensor.xla_element().ok_or_else(|| format!("type {ty}, and its elements are none of XLA's"))?;
        if element.is_integer() && !element.is_pred() && element.bits() < 8 {
            return Err(format!(
                "type {ty}, and elements of less than a byte are laid out otherwise by other compilers"
            ));
        }
        if tensor.shape.iter().skip(1).any(|size| *size == DYNAMIC) {
            return Err(format!("type {ty}, and only the leading size may be open"));
        }
        Ok(Self { tensor, element_bytes: element.storage_bytes() as i64 })
    }

    /// Whether its leading size is open.
    pub fn has_rows(&self) -> bool {
        self.tensor.shape.first() == Some(&DYNAMIC)
    }

    /// Bytes of a row, where it has rows.
    pub fn row_bytes(&self) -> i64 {
        self.tensor.shape[1..].iter().product::<i64>() * self.element_bytes
    }

    /// The type of its memory.
    pub fn memref(&self) -> Type<'c> {
        memref_type(&self.tensor.shape, self.tensor.element)
    }
}

/// A function and its signature.
pub struct Interface<'c> {
    /// The function.
    pub function: Op<'c>,
    /// Its arguments.
    pub arguments: Vec<Buffer<'c>>,
    /// Its results.
    pub results: Vec<Buffer<'c>>,
}

impl<'c> Interface<'c> {
    /// That of `function`.
    pub fn of(function: Op<'c>) -> Result<Self, Failed> {
        let ty = func::Func::cast(function).function_type();
        let ty = melior::ir::r#type::FunctionType::try_from(ty).unwrap_or_else(|error| panic!("{error}"));
        let buffers = |what: &str, count: usize, get: &dyn Fn(usize) -> Type<'c>| {
            let each = (0..count).map(|i| {
                Buffer::of(get(i)).map_err(|reason| unsupported(function, format!("{what} {i} has {reason}")))
            });
            each.collect::<Result<Vec<_>, Failed>>()
        };
        let arguments = buffers("argument", ty.input_count(), &|i| ty.input(i).unwrap_or_else(|e| panic!("{e}")))?;
        let results = buffers("result", ty.result_count(), &|i| ty.result(i).unwrap_or_else(|e| panic!("{e}")))?;
        let found = Self { function, arguments, results };
        let is_open = |buffer: &Buffer<'c>| buffer.has_rows();
        if found.arguments.iter().any(is_open) != found.results.iter().any(is_open)
            || found.has_rows() && !found.results.iter().all(is_open)
        {
            let reason =
                "if the leading size of an argument is open, so is that of each result, and the other way round";
            return Err(unsupported(function, reason));
        }
        Ok(found)
    }

    /// The function's name.
    pub fn name(&self) -> &'c str {
        entry::name(self.function)
    }

    /// Whether the leading sizes of some arguments are open: all of them are the same number of rows.
    pub fn has_rows(&self) -> bool {
        self.arguments.iter().any(Buffer::has_rows)
    }

    /// What is known of the arguments of a call with `rows` rows.
    pub fn with_rows(&self, rows: i64) -> Vec<Argument> {
        let known = |buffer: &Buffer<'c>| {
            if !buffer.has_rows() {
                return Argument::Unknown;
            }
            let mut shape = buffer.tensor.shape.clone();
            shape[0] = rows;
            Argument::Shape(shape)
        };
        self.arguments.iter().map(known).collect()
    }

    /// The numbers of rows that code is generated for, from the largest to 1: all of a few, and powers of two, the largest
    /// of which takes long in comparison with what a call costs.
    pub fn row_blocks(&self) -> Vec<i64> {
        /// Bytes of the largest block.
        const BLOCK_BYTES: i64 = 64 << 10;
        /// The rows of the largest block, whatever their bytes are.
        const LARGEST: (i64, i64) = (64, 1 << 14);
        let row = self.arguments.iter().chain(&self.results).filter(|buffer| buffer.has_rows()).map(Buffer::row_bytes);
        let largest = (BLOCK_BYTES / row.max().unwrap_or(1).max(1)).clamp(LARGEST.0, LARGEST.1);
        let mut blocks = vec![1 << largest.ilog2()];
        while let Some(last) = blocks.last().copied().filter(|last| *last > 2 * FEW_ROWS) {
            // Rows that large blocks leave over are many enough for medium ones.
            blocks.push(if last > LARGEST.0 { (last / 4).max(LARGEST.0) } else { last / 2 });
        }
        blocks.extend((1..=FEW_ROWS).rev());
        blocks
    }
}
