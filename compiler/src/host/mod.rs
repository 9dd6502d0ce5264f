//! Values on the host: NumPy's files, literals, printing, comparing, and the checks of conformance suites.

pub mod checks;
pub mod compare;
pub mod display;
pub mod literal;
pub mod npy;
pub mod number;
pub mod random;
