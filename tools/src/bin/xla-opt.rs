//! Runs passes over xla, StableHLO and MLIR files.
fn main() {
    let _ = xla_dialect::context();
}
