//! Elementwise ops: broadcasting, result types, folding. What each op computes stands in `xla-scalar`.

use super::Meaning;

/// The meaning of the elementwise op `mnemonic`.
pub fn meaning(_mnemonic: &str) -> Option<Meaning> {
    None
}
