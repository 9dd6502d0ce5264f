//! Types taken apart and put together with other leaves.

use melior::ir::TypeLike;
use melior::ir::attribute::{AttributeLike, TypeAttribute};
use melior::ir::r#type::{FunctionType, TupleType};
use mlir_sys::*;
use xla_dialect::ir::{Context, Op, OpExt, Type};
use xla_dialect::ops::tuple;

/// `ty` with `leaf` applied to what it is made of: the elements of tuples, the arguments and results of functions.
pub fn map_type<'c>(context: &'c Context, ty: Type<'c>, leaf: &impl Fn(Type<'c>) -> Type<'c>) -> Type<'c> {
    if let Some(elements) = tuple::elements(ty) {
        let elements: Vec<Type> = elements.into_iter().map(|element| map_type(context, element, leaf)).collect();
        return TupleType::new(context, &elements).into();
    }
    // SAFETY: the kind is checked first; indices are below the counts.
    unsafe {
        let raw = ty.to_raw();
        if mlirTypeIsAFunction(raw) {
            let inputs: Vec<Type> = (0..mlirFunctionTypeGetNumInputs(raw))
                .map(|i| map_type(context, Type::from_raw(mlirFunctionTypeGetInput(raw, i)), leaf))
                .collect();
            let results: Vec<Type> = (0..mlirFunctionTypeGetNumResults(raw))
                .map(|i| map_type(context, Type::from_raw(mlirFunctionTypeGetResult(raw, i)), leaf))
                .collect();
            return FunctionType::new(context, &inputs, &results).into();
        }
    }
    leaf(ty)
}

/// Changes the type that an op such as `func.func` states to have.
pub fn map_signature<'c>(op: Op<'c>, leaf: &impl Fn(Type<'c>) -> Type<'c>) {
    let Some(attribute) = op.attr("function_type") else { return };
    let raw = attribute.to_raw();
    // SAFETY: the kind is checked before the type is read.
    let ty = unsafe {
        if !mlirAttributeIsAType(raw) {
            return;
        }
        Type::from_raw(mlirTypeAttrGetValue(raw))
    };
    let new = map_type(op.ctx(), ty, leaf);
    if new != ty {
        op.set_attr("function_type", TypeAttribute::new(new).into());
    }
}
