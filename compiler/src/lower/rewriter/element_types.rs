//! The types that the elements of XLA's arrays have in the lowered program.

use super::emit::Emitter;
use melior::ir::ValueLike;
use xla_dialect::ir::{Context, Element, Type, Value, defining_op, integer_type, machine_type, type_of};
use xla_dialect::ods::arith;
use xla_scalar::{Builder as _, Machine, decode_storage, encode_storage};

/// How a lowering represents elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementTypes {
    /// In the types that other passes expect: `i1`, `i4` and `bf16` are kept; unsigned integers become signless ones.
    Natural,
    /// In xla-scalar's storage form: no type is narrower than a byte, and floats narrower than f32 are integers of their bits.
    Storage,
}

impl ElementTypes {
    /// The type of an element.
    pub fn of(self, context: &Context, element: Element) -> Type<'_> {
        match self {
            _ if element.is_complex() => type_of(context, element),
            ElementTypes::Storage => machine_type(context, element.storage()),
            ElementTypes::Natural if element.is_integer() => integer_type(context, element.bits()),
            ElementTypes::Natural => type_of(context, element),
        }
    }

    /// Whether a component of `element` has another type than its storage form.
    pub(super) fn differs(self, element: Element) -> bool {
        self == ElementTypes::Natural && (element.is_narrow_float() || element.bits() < element.storage().bits())
    }
}

/// Whether `arith.truncf` to the format rounds as XLA does: to `f8E8M0FNU` XLA rounds ties up.
fn has_casts(element: Element) -> bool {
    element.is_narrow_float() && element != Element::F8E8M0FNU
}

/// A component in memory has the type that [`ElementTypes::of`] gives.
impl<'c> Emitter<'c> {
    /// From memory to compute form.
    pub fn decoded(&mut self, element: Element, stored: Value<'c>) -> Value<'c> {
        match element {
            // Most processors convert f16: code generation decides.
            Element::F16 if self.types == ElementTypes::Storage => {
                let half = self.builder.element(element);
                let value = arith::bitcast(&self.builder, stored, half);
                arith::extf(&self.builder, value, self.builder.machine(Machine::F32))
            }
            _ if !self.types.differs(element) => decode_storage(self, element, stored),
            Element::Pred => stored,
            _ if has_casts(element) => arith::extf(&self.builder, stored, self.builder.machine(Machine::F32)),
            _ => {
                let stored = self.storage_form(element, stored);
                decode_storage(self, element, stored)
            }
        }
    }

    /// From compute form to memory.
    pub(super) fn encoded(&mut self, element: Element, value: Value<'c>) -> Value<'c> {
        match element {
            Element::F16 if self.types == ElementTypes::Storage => {
                let half = self.builder.element(element);
                // What was only moved keeps the bits of a signalling NaN.
                let moved =
                    defining_op(value).and_then(arith::ExtF::of).map(|op| op.in_()).filter(|v| v.r#type() == half);
                let value = moved.unwrap_or_else(|| arith::truncf(&self.builder, value, half));
                arith::bitcast(&self.builder, value, self.builder.machine(element.storage()))
            }
            _ if !self.types.differs(element) => encode_storage(self, element, value),
            Element::Pred => value,
            _ if has_casts(element) => arith::truncf(&self.builder, value, self.builder.element(element)),
            _ => {
                let stored = encode_storage(self, element, value);
                self.memory_form(element, stored)
            }
        }
    }

    /// From memory to xla-scalar's storage form, which bits are taken from.
    pub fn storage_form(&mut self, element: Element, value: Value<'c>) -> Value<'c> {
        if !self.types.differs(element) {
            return value;
        }
        let bits = self.builder.integer(element.bits());
        let value = if element.is_float() { arith::bitcast(&self.builder, value, bits) } else { value };
        match element.storage() {
            storage if storage.bits() == element.bits() => value,
            storage if element.is_integer() && element.is_signed() => self.extsi(value, storage),
            storage => self.extui(value, storage),
        }
    }

    /// The reverse of [`Self::storage_form`].
    pub fn memory_form(&mut self, element: Element, stored: Value<'c>) -> Value<'c> {
        if !self.types.differs(element) {
            return stored;
        }
        let bits = self.builder.integer(element.bits());
        let is_wider = element.storage().bits() > element.bits();
        let value = if is_wider { arith::trunci(&self.builder, stored, bits) } else { stored };
        if element.is_float() { arith::bitcast(&self.builder, value, self.builder.element(element)) } else { value }
    }
}
