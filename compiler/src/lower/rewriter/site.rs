//! Calls of functions outside of the program, and their descriptions for the runtime.

use super::state::Lowering;
use crate::attributes::SITE;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::attribute::AttributeLike;
use xla_dialect::ir::{Attribute, Builder, Op, OpExt, Tensor, Type, Value, i64_attribute};
use xla_dialect::ods::xla;
use xla_dialect::ops::tuple;

/// The description of a call for the runtime.
#[derive(Clone)]
pub struct Site<'c, 's> {
    /// The name of the function.
    pub target: &'s str,
    /// The xla types of the operands.
    pub operands: Vec<Type<'c>>,
    /// The xla types of the results.
    pub results: Vec<Type<'c>>,
    /// A dictionary for the function.
    pub attributes: Attribute<'c>,
}

impl<'c> Site<'c, '_> {
    /// The description as an attribute of the module.
    pub fn attribute(&self, builder: &Builder<'c>) -> Attribute<'c> {
        let array = |types: &[Type<'c>]| {
            let tensors = types.iter().flat_map(|ty| tensors_of(*ty));
            list(builder, tensors.map(|ty| melior::ir::attribute::TypeAttribute::new(ty).into()).collect())
        };
        let mut entries = vec![
            ("target", quoted(builder, self.target)),
            ("operands", array(&self.operands)),
            ("results", array(&self.results)),
            ("attributes", self.attributes),
            ("location", quoted(builder, &builder.location.to_string())),
        ];
        for (name, types) in [("operand_structure", &self.operands), ("result_structure", &self.results)] {
            if types.iter().any(|ty| tuple::elements(*ty).is_some()) {
                entries.push((name, structure(builder, types)));
            }
        }
        dictionary(builder, &entries)
    }
}

/// Records `site` and calls it with `inputs`, for results of the storage types `types`.
pub fn call_at<'c>(
    lowering: &mut Lowering<'c>,
    builder: &Builder<'c>,
    site: &Site<'c, '_>,
    inputs: &[Value<'c>],
    types: &[Type<'c>],
    attributes: &[(&str, Attribute<'c>)],
) -> Op<'c> {
    let number = i64_attribute(builder.context, lowering.sites.len() as i64);
    lowering.sites.push(site.attribute(builder));
    let call = xla::custom_call(builder, inputs, site.target, types);
    call.set_attr(SITE, number);
    attributes.iter().for_each(|(name, value)| call.set_attr(name, *value));
    call
}

/// The structure of types: a list for each tuple, and a unit attribute for each array.
fn structure<'c>(builder: &Builder<'c>, types: &[Type<'c>]) -> Attribute<'c> {
    let one = |ty: &Type<'c>| match tuple::elements(*ty) {
        Some(elements) => Some(structure(builder, &elements)),
        None => Tensor::of(*ty).map(|_| Attribute::unit(builder.context)),
    };
    list(builder, types.iter().filter_map(one).collect())
}

fn list<'c>(builder: &Builder<'c>, attributes: Vec<Attribute<'c>>) -> Attribute<'c> {
    ArrayAttribute::new(builder.context, &attributes).into()
}

/// The tensor types in `ty`.
fn tensors_of(ty: Type<'_>) -> Vec<Type<'_>> {
    match tuple::elements(ty) {
        Some(elements) => elements.into_iter().flat_map(tensors_of).collect(),
        None => Tensor::of(ty).map(|tensor| tensor.ty()).into_iter().collect(),
    }
}

/// A string attribute.
pub fn quoted<'c>(builder: &Builder<'c>, text: &str) -> Attribute<'c> {
    melior::ir::attribute::StringAttribute::new(builder.context, text).into()
}

/// A dictionary attribute.
pub fn dictionary<'c>(builder: &Builder<'c>, entries: &[(&str, Attribute<'c>)]) -> Attribute<'c> {
    let named: Vec<_> = entries
        .iter()
        .map(|(name, value)| mlir_sys::MlirNamedAttribute {
            name: melior::ir::Identifier::new(builder.context, name).to_raw(),
            attribute: value.to_raw(),
        })
        .collect();
    // SAFETY: the array outlives the call.
    unsafe {
        Attribute::from_raw(mlir_sys::mlirDictionaryAttrGet(
            builder.context.to_raw(),
            named.len() as isize,
            named.as_ptr(),
        ))
    }
}
