//! A slow interpreter of the `xla` dialect: what a program means, op by op, in loops over elements.
//!
//! It shares with the compiler the meaning of scalars ([`xla_scalar`]) and the runtime's communication, and nothing
//! of the lowering: it is there to be compared with, and to be read.
//!
//! | file | ops |
//! |---|---|
//! | `elementwise` | all of [`xla_scalar::Op`], `reduce_precision` |
//! | `shape` | constants, broadcasts, reshapes, slices, concatenations, padding, sizes |
//! | `contraction` | `dot`, `dot_general`, convolutions |
//! | `reduce`, `window` | `reduce`, `map`; `reduce_window`, `select_and_scatter` |
//! | `indexing` | `gather`, `scatter`, `dynamic_slice`, `dynamic_update_slice` |
//! | `control` | loops, branches, calls, tuples, custom calls |
//! | `batch_norm`, `library`, `sort`, `random`, `collective` | those |
//!
//! A program is imported once, as closures over the attributes of its ops ([`Program`]), and evaluated any number of
//! times, without MLIR.
//!
//! ```
//! use xla_compiler::Source;
//! use xla_compiler::execute::{Array, TensorType};
//! use xla_compiler::interpret::{Options, interpret};
//! use xla_scalar::Element;
//!
//! let text = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
//!   %0 = stablehlo.add %x, %x : tensor<2xf32>
//!   return %0 : tensor<2xf32>
//! }";
//! let bytes: Vec<u8> = [1.5f32, -2.0].iter().flat_map(|x| x.to_le_bytes()).collect();
//! let x = Array::new(TensorType::new(Element::F32, &[2]), &bytes)?;
//! let sums = interpret(&Source::new("twice.mlir", text), &[x], &Options::default())?;
//! assert_eq!(sums[0].bytes()[..4], 3f32.to_le_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch_norm;
mod collective;
mod computation;
mod contraction;
mod control;
mod declared;
mod elementwise;
mod import;
mod indexing;
mod library;
mod machine;
mod program;
mod random;
mod reduce;
mod shape;
mod single;
mod sort;
mod value;
mod window;

pub use program::Program;
pub(crate) use single::Evaluator;

use crate::compile::CompileError;
use crate::execute::{Array, CustomCalls, Process, Replicas, RunError, Runtime};
use crate::import::refine::Argument;
use crate::source::Source;
use std::sync::Arc;
use std::time::Duration;

/// What floats are computed in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arithmetic {
    /// Each op rounds to its type, as compiled code does.
    #[default]
    Exact,
    /// All floats are f64, and all complex numbers of f64; integers are exact in their type. Outputs have these types.
    Wide,
    /// As `Exact`, but each floating result of an op that rounds is multiplied by `1 + u * eps`, where eps is the
    /// distance from 1 to the next number of its type, and u is uniform in [-1, 1], and NaNs have random signs: how
    /// much results differ shows how much of them is rounding.
    Perturbed {
        /// Decides the u.
        seed: u64,
    },
}

/// How to evaluate.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The function to evaluate; if none is named, `main`, or the only function there is.
    pub entry: Option<String>,
    /// What floats are computed in.
    pub arithmetic: Arithmetic,
    /// How many operations on elements there may be; any number, if none is given.
    pub max_steps: Option<u64>,
    /// How many bytes its values may take at the same time; what memory there is, if no number is given.
    pub max_memory: Option<u64>,
}

/// Why there is no result.
#[derive(Debug, thiserror::Error)]
pub enum InterpretError {
    /// The program is not valid, or has what the interpreter does not know.
    #[error(transparent)]
    Program(#[from] CompileError),
    /// Its evaluation failed: the inputs are not those of the program, a custom call failed, or it took too many steps or too
    /// much memory.
    #[error(transparent)]
    Run(#[from] RunError),
}

/// Evaluates a program on `inputs`, row-major and as large as they are.
///
/// # Errors
/// If the program is not valid or not supported, or evaluating it fails; also if it wants to communicate with other
/// processes, for which there is [`interpret_replicas`].
pub fn interpret(source: &Source, inputs: &[Array], options: &Options) -> Result<Vec<Array>, InterpretError> {
    let program = Program::import(source, options.entry.as_deref(), &arguments(inputs))?;
    if program.communicates() && program.grid().processes() > 1 {
        let reason = format!("it communicates with {} others", program.grid().processes() - 1);
        return Err(RunError::Process { name: "the only process".to_string(), reason }.into());
    }
    let runtime = Runtime::for_process(1, CustomCalls::new(), &Process::alone());
    Ok(program.run(&runtime, inputs, options)?)
}

/// As [`interpret`], for all processes of the program's grid, replica by replica, which run as threads:
/// `inputs[process]` gives `outputs[process]`. None waits for others longer than `timeout`.
///
/// # Errors
/// As for [`interpret`].
pub fn interpret_replicas(
    source: &Source,
    inputs: Vec<Vec<Array>>,
    options: &Options,
    timeout: Duration,
) -> Result<Vec<Vec<Array>>, InterpretError> {
    let mut known = inputs.first().map(|inputs| arguments(inputs)).unwrap_or_default();
    for (i, argument) in known.iter_mut().enumerate() {
        // A number is known only if it is the same everywhere.
        let is_same = inputs.windows(2).all(|pair| pair[0].get(i) == pair[1].get(i));
        if !is_same && matches!(argument, Argument::Value(_)) {
            *argument = Argument::Unknown;
        }
    }
    let program = Arc::new(Program::import(source, options.entry.as_deref(), &known)?);
    let replicas = Replicas::new(program.grid(), timeout);
    let options = options.clone();
    Ok(replicas
        .run_each(1, &CustomCalls::new(), inputs, move |runtime, inputs| program.run(runtime, inputs, &options))?)
}

/// What the inputs say of a program's arguments, whose sizes it may leave open: shapes, and the integers among them.
pub fn arguments(inputs: &[Array]) -> Vec<Argument> {
    let argument = |input: &Array| match input.ty() {
        ty if ty.shape.is_empty() && ty.element.is_integer() => {
            Argument::Value(value::Tensor::from(input).integers()[0])
        }
        ty => Argument::Shape(ty.shape.iter().map(|&size| size as i64).collect()),
    };
    inputs.iter().map(argument).collect()
}
