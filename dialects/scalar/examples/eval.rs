//! Evaluates an operation on little-endian elements: all of the first operand, then all of the second.
//!
//! ```text
//! cargo run --release --example eval -- lgamma f64 < operands > results
//! ```

use std::io::{Read, Write};
use xla_scalar::{Element, Op, eval, infer};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(op), Some(element)) = (args.next(), args.next()) else { return Err("eval OP ELEMENT".into()) };
    let op = Op::from_mnemonic(&op).ok_or("no such operation")?;
    let element = Element::from_mlir_name(&element).ok_or("no such element type")?;
    let mut bytes = Vec::new();
    std::io::stdin().read_to_end(&mut bytes)?;
    let operands: Vec<&[u8]> = bytes.chunks_exact(bytes.len() / op.arity()).collect();
    let elements = vec![element; op.arity()];
    let result = eval(op, &elements, infer(op, &elements, element)?, &operands)?;
    std::io::stdout().write_all(&result)?;
    Ok(())
}
