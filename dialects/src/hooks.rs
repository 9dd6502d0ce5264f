//! What the C++ glue calls: each hook finds the op's meaning by its name. No panic crosses into C++.

use crate::diagnostics::{Severity, Violation, emit};
use crate::ffi::{
    FoldCallback, NULL_OPERATION, ReportCallback, SizesCallback, TypesCallback, XlaArguments, XlaLayout, slice_of,
    str_of, string_ref,
};
use crate::ir::{Attribute, Builder, Location, Op, OpExt, Region, Type, Value, context_at};
use crate::layout;
use crate::limits::stopped;
use crate::ops::{self, Arguments, Folded};
use crate::sizes;
use melior::ir::{TypeLike, ValueLike, attribute::AttributeLike};
use mlir_sys::*;
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};

const SUCCESS: MlirLogicalResult = MlirLogicalResult { value: 1 };
const FAILURE: MlirLogicalResult = MlirLogicalResult { value: 0 };

/// Runs `f`; a panic becomes `bad` and an error that asks for a report.
pub(crate) fn guard<R>(location: Option<Location<'_>>, bad: R, f: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(f)).unwrap_or_else(|payload| {
        let text = payload
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| payload.downcast_ref::<&str>().copied())
            .unwrap_or("panic");
        if let Some(location) = location {
            emit(location, Severity::Error, &format!("internal error, please report: {text}"), &[]);
        }
        bad
    })
}

fn result(outcome: Result<(), Violation<'_>>, location: Location<'_>, name: &str) -> MlirLogicalResult {
    match outcome {
        Ok(()) => SUCCESS,
        Err(violation) => {
            violation.emit(location, name);
            FAILURE
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_verify(op: MlirOperation) -> MlirLogicalResult {
    // SAFETY: the glue passes the op being verified, which outlives the call.
    let op = unsafe { Op::from_raw(op) };
    guard(Some(op.loc()), FAILURE, || result(ops::verify(op), op.loc(), op.name_str()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_compatible_types(
    _op: MlirStringRef,
    n_inferred: isize,
    inferred: *const MlirType,
    n_declared: isize,
    declared: *const MlirType,
) -> bool {
    // SAFETY: the glue passes two arrays of the lengths given.
    let (inferred, declared) = unsafe { (slice_of(inferred, n_inferred), slice_of(declared, n_declared)) };
    let mut pairs = inferred.iter().zip(declared).map(|(a, b)| {
        // SAFETY: both are valid types of one context.
        unsafe { (Type::from_raw(*a), Type::from_raw(*b)) }
    });
    inferred.len() == declared.len() && guard(None, false, || pairs.all(|(a, b)| layout::compatible(a, b)))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_infer(
    arguments: *const XlaArguments,
    callback: TypesCallback,
    user_data: *mut c_void,
) -> MlirLogicalResult {
    // SAFETY: the glue passes valid handles and arrays that outlive the call.
    let (name, location, arguments) = unsafe {
        let XlaArguments { op, location, n_operands, operands, attributes, n_regions, regions } = *arguments;
        let name = str_of(op);
        let location = Location::from_raw(location);
        let arguments = Arguments::new(
            name,
            location,
            slice_of(operands, n_operands).iter().map(|v| Value::from_raw(*v)).collect(),
            Attribute::from_raw(attributes),
            slice_of(regions, n_regions).iter().map(|r| Region::from_raw(*r)).collect(),
        );
        (name, location, arguments)
    };
    guard(Some(location), FAILURE, || {
        let Some(infer) = ops::meaning(name).and_then(|meaning| meaning.infer) else {
            emit(location, Severity::Error, &format!("internal error, please report: no inference of {name}"), &[]);
            return FAILURE;
        };
        match infer(&arguments) {
            Ok(types) => {
                let types: Vec<MlirType> = types.iter().map(|ty| ty.to_raw()).collect();
                // SAFETY: the callback copies the array.
                unsafe { callback(types.len() as isize, types.as_ptr(), user_data) };
                SUCCESS
            }
            Err(violation) => result(Err(violation), location, name),
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_fold(
    op: MlirOperation,
    n: isize,
    operands: *const MlirAttribute,
    callback: FoldCallback,
    user_data: *mut c_void,
) -> MlirLogicalResult {
    // SAFETY: the glue passes the op being folded and one attribute, perhaps null, an operand.
    let (op, operands): (_, Vec<Option<Attribute>>) = unsafe {
        let operands = slice_of(operands, n);
        (Op::from_raw(op), operands.iter().map(|a| (!a.ptr.is_null()).then(|| Attribute::from_raw(*a))).collect())
    };
    guard(Some(op.loc()), FAILURE, || {
        let Some(results) = ops::fold(op, &operands) else { return FAILURE };
        for folded in results {
            // SAFETY: the callback takes a pointer of the kind it is told.
            unsafe {
                match folded {
                    Folded::Constant(attribute) => callback(true, attribute.to_raw().ptr, user_data),
                    Folded::Value(value) => callback(false, value.to_raw().ptr, user_data),
                }
            }
        }
        SUCCESS
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_sizes(op: MlirOperation, callback: SizesCallback, user_data: *mut c_void) -> bool {
    // SAFETY: the glue passes an op that outlives the call.
    let op = unsafe { Op::from_raw(op) };
    let mut known = false;
    guard(Some(op.loc()), (), || {
        sizes::compute(op, &mut |computation| {
            let ops: Vec<MlirOperation> = computation.ops.iter().map(|op| op.to_raw()).collect();
            let captured: Vec<MlirValue> = computation.captured.iter().map(|value| value.to_raw()).collect();
            let null = MlirValue { ptr: std::ptr::null() };
            let sizes: Vec<MlirValue> =
                computation.sizes.iter().map(|size| size.map_or(null, |size| size.to_raw())).collect();
            // SAFETY: the callback clones the ops and keeps none of the arrays.
            unsafe {
                callback(
                    computation.block.to_raw(),
                    captured.len() as isize,
                    captured.as_ptr(),
                    ops.len() as isize,
                    ops.as_ptr(),
                    sizes.len() as isize,
                    sizes.as_ptr(),
                    user_data,
                );
            }
            known = true;
        });
    });
    known
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_materialize_constant(
    value: MlirAttribute,
    ty: MlirType,
    location: MlirLocation,
) -> MlirOperation {
    // SAFETY: valid handles from the folder; the op is created detached and given to the caller.
    unsafe {
        if !mlirAttributeIsAElements(value) || !mlirTypeIsARankedTensor(ty) {
            return NULL_OPERATION;
        }
        let location = Location::from_raw(location);
        guard(Some(location), NULL_OPERATION, || {
            let context = context_at(mlirLocationGetContext(location.to_raw()));
            melior::ir::operation::OperationBuilder::new("xla.constant", location)
                .add_attributes(&[(melior::ir::Identifier::new(context, "value"), Attribute::from_raw(value))])
                .add_results(&[Type::from_raw(ty)])
                .build()
                .map_or(NULL_OPERATION, |op| op.into_raw())
        })
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_canonicalization_patterns(context: MlirContext, dialect: MlirStringRef, set: *mut c_void) {
    // SAFETY: the dialect's name outlives the call.
    let dialect = unsafe { str_of(dialect) };
    for pattern in ops::patterns() {
        let name = format!("{dialect}.{}", pattern.kind.mnemonic());
        let callbacks = MlirRewritePatternCallbacks { construct: None, destruct: None, matchAndRewrite: Some(rewrite) };
        // SAFETY: the pattern table is 'static; the set takes ownership of the pattern.
        unsafe {
            let created = mlirOpRewritePatternCreate(
                string_ref(&name),
                1,
                context,
                callbacks,
                std::ptr::from_ref(pattern).cast_mut().cast(),
                0,
                std::ptr::null_mut(),
            );
            mlirRewritePatternSetAdd(MlirRewritePatternSet { ptr: set }, created);
        }
    }
}

/// The one place where a rewrite pattern meets MLIR's rewriter.
unsafe extern "C" fn rewrite(
    _pattern: MlirRewritePattern,
    op: MlirOperation,
    rewriter: MlirPatternRewriter,
    user_data: *mut c_void,
) -> MlirLogicalResult {
    // SAFETY: `user_data` is the &'static Pattern given at creation; the op is alive.
    let (op, pattern) = unsafe { (Op::from_raw(op), &*user_data.cast::<ops::Pattern>()) };
    guard(Some(op.loc()), FAILURE, || {
        if stopped().is_some() {
            return FAILURE;
        }
        // New ops are inserted in front of `op` without telling the driver, which is sound for the greedy driver:
        // it revisits users of the replaced results, and the replacement goes through the rewriter.
        let Some(builder) = Builder::before(op) else { return FAILURE };
        let Some(values) = ops::rewrite(pattern, op, &builder) else { return FAILURE };
        let raw: Vec<MlirValue> = values.iter().map(|value| value.to_raw()).collect();
        // SAFETY: one value a result, alive and dominating.
        unsafe {
            mlirRewriterBaseReplaceOpWithValues(
                mlirPatternRewriterAsBase(rewriter),
                op.to_raw(),
                raw.len() as isize,
                raw.as_ptr(),
            );
        }
        SUCCESS
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_verify_layout(
    layout: *const XlaLayout,
    report: ReportCallback,
    user_data: *mut c_void,
) -> MlirLogicalResult {
    // SAFETY: the glue passes arrays of the lengths given and valid handles.
    let checked = unsafe {
        let XlaLayout { n_minor_to_major, minor_to_major, n_padded, padded, padding_value, rank, shape, element_type } =
            *layout;
        let padding = (!padding_value.ptr.is_null()).then(|| Attribute::from_raw(padding_value));
        let shape = slice_of(shape, rank);
        let element = Type::from_raw(element_type);
        guard(None, Err("internal error, please report".to_string()), || {
            layout::verify(
                slice_of(minor_to_major, n_minor_to_major),
                slice_of(padded, n_padded),
                padding,
                shape,
                element,
            )
        })
    };
    match checked {
        Ok(()) => SUCCESS,
        Err(message) => {
            // SAFETY: the callback copies the text.
            unsafe { report(string_ref(&message), user_data) };
            FAILURE
        }
    }
}

#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rs_accumulates(op: MlirOperation) -> bool {
    // SAFETY: the glue passes a linalg op, which outlives the call.
    let op = unsafe { Op::from_raw(op) };
    guard(Some(op.loc()), true, || crate::accumulation::accumulates(op))
}
