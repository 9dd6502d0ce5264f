//! How much memory a run of a program takes.

use std::fmt;

/// Bytes that a program takes while it runs, beside what a library that it calls takes for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The buffers of the inputs.
    pub inputs: usize,
    /// The buffers of the outputs.
    pub outputs: usize,
    /// What is neither: values whose live ranges do not overlap share it. Concurrent runs have one each.
    pub arena: usize,
    /// Code, and the arrays that are constants of the program.
    pub code: usize,
}

impl Memory {
    /// All of it.
    pub fn peak(&self) -> usize {
        [self.outputs, self.arena, self.code].into_iter().fold(self.inputs, usize::saturating_add)
    }
}

/// A table: bytes, and what they are for.
impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = [
            (self.peak(), "all"),
            (self.inputs, "  inputs"),
            (self.outputs, "  outputs"),
            (self.arena, "  arena"),
            (self.code, "  code and constants"),
        ];
        rows.into_iter().try_for_each(|(bytes, what)| writeln!(f, "{bytes:>14} bytes  {what}"))
    }
}
