//! The table of ops: each row evaluates on the element types that it supports, and ill-typed calls are errors.

mod common;

use common::{op, raw, values};
use xla_scalar::{Element as E, Error, Op, eval, infer, supported};

#[test]
fn select_moves_bits() {
    let nan = f32::from_bits(0x7fa1_2345);
    let args = [vec![1, 0], common::bytes(&[nan, nan]), common::bytes(&[1.0f32, 2.0])];
    let out = raw("select", &[E::Pred, E::F32, E::F32], E::F32, &[&args[0], &args[1], &args[2]]);
    let out: Vec<u32> = values(&out);
    assert_eq!(out, [0x7fa1_2345, 2f32.to_bits()]);
}

#[test]
fn ill_typed_calls_are_errors() {
    let e = |r: Result<Vec<u8>, Error>| r.expect_err("must not type");
    assert_eq!(
        e(eval(Op::Floor, &[E::S32], E::S32, &[&[0; 4]])),
        Error::Unsupported { op: Op::Floor, element: E::S32 }
    );
    assert_eq!(e(eval(Op::Add, &[E::S32], E::S32, &[&[0; 4]])), Error::Arity { op: Op::Add, expected: 2, found: 1 });
    assert_eq!(
        e(eval(Op::Add, &[E::S32, E::U32], E::S32, &[&[0; 4], &[0; 4]])),
        Error::Mixed { op: Op::Add, first: E::S32, other: E::U32 }
    );
    assert_eq!(
        e(eval(Op::Add, &[E::S32; 2], E::U32, &[&[0; 4], &[0; 4]])),
        Error::Result { op: Op::Add, found: E::U32 }
    );
    assert_eq!(e(eval(Op::Add, &[E::S32; 2], E::S32, &[&[0; 4], &[0; 8]])), Error::Length { op: Op::Add });
    assert_eq!(
        e(eval(Op::Select, &[E::S32; 3], E::S32, &[&[0; 4], &[0; 4], &[0; 4]])),
        Error::Unsupported { op: Op::Select, element: E::S32 }
    );
    assert_eq!(infer(Op::Complex, &[E::F32; 2], E::F32), Ok(E::C64));
    assert!(!supported(Op::Complex, E::F16));
    assert_eq!(eval(Op::Add, &[E::S32; 2], E::S32, &[&[], &[]]), Ok(vec![]));
}

/// Every row evaluates on every element type it says it supports, and only on those.
#[test]
fn the_table_is_complete() {
    for &operation in Op::ALL {
        assert_eq!(op(operation.mnemonic()), operation);
        for &e in E::ALL {
            let mut operands = vec![e; operation.arity()];
            operands[..operation.leading_operand()].fill(E::Pred);
            let inferred = infer(operation, &operands, e);
            assert_eq!(inferred.is_ok(), supported(operation, e), "{operation} {e}");
            let Ok(result) = inferred else { continue };
            let args: Vec<Vec<u8>> = operands.iter().map(|o| vec![1; 3 * o.storage_bytes()]).collect();
            let args: Vec<&[u8]> = args.iter().map(Vec::as_slice).collect();
            let out = eval(operation, &operands, result, &args);
            let length = out.unwrap_or_else(|e| panic!("{e}")).len();
            assert_eq!(length, 3 * result.storage_bytes(), "{operation} {e}");
        }
    }
}
