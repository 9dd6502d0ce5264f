//! Emits xla-scalar's primitives as MLIR ops.

use super::avx512;
use crate::runtime_call::call;
use melior::ir::{TypeLike, ValueLike};
use mlir_sys::mlirFloatAttrDoubleGet;
use xla_dialect::ir::{Attribute, Builder, Type, Value, element_type, i64_attribute, shape_of};
use xla_scalar::{BinOp, Cast, CmpF, CmpI, Element, Machine, MathFn, UnOp, Val, expand};

/// Builds primitives at an insertion point, on scalars or on vectors.
pub struct Emitter<'c> {
    /// Where ops go.
    pub builder: Builder<'c>,
    /// The shape of the vectors computed on; none for scalars.
    vector: Option<Vec<i64>>,
    /// Whether math functions are expanded at once instead of kept as `math` ops.
    expand: bool,
    /// Whether the target has AVX-512.
    avx512: bool,
}

impl<'c> Emitter<'c> {
    /// Emits scalar code that keeps math functions symbolic.
    pub fn scalar(builder: Builder<'c>) -> Self {
        Self { builder, vector: None, expand: false, avx512: false }
    }

    /// Emits the expansion of math functions on values of the type `like`, for a target that has AVX-512 or not.
    pub fn expanding(builder: Builder<'c>, like: Type<'c>, avx512: bool) -> Self {
        Self { builder, vector: like.is_vector().then(|| shape_of(like)), expand: true, avx512 }
    }

    /// `machine`, or a vector of it with the shape of the values computed on.
    fn ty(&self, machine: Machine) -> Type<'c> {
        self.shaped(self.builder.ty(machine.mlir_name()))
    }

    fn shaped(&self, scalar: Type<'c>) -> Type<'c> {
        match &self.vector {
            None => scalar,
            Some(shape) => Type::vector(&shape.iter().map(|&n| n as u64).collect::<Vec<_>>(), scalar),
        }
    }

    fn constant(&mut self, machine: Machine, value: Attribute<'c>) -> Value<'c> {
        let ty = self.ty(machine);
        let value = if self.vector.is_some() {
            // SAFETY: the type is a vector with static shape, and the element has its element type.
            unsafe {
                Attribute::from_raw(mlir_sys::mlirDenseElementsAttrSplatGet(
                    ty.to_raw(),
                    melior::ir::attribute::AttributeLike::to_raw(&value),
                ))
            }
        } else {
            value
        };
        self.builder.value("arith.constant", &[], ty, &[("value", value)])
    }
}

impl<'c> xla_scalar::Builder for Emitter<'c> {
    type V = Value<'c>;

    fn int(&mut self, t: Machine, value: i64) -> Value<'c> {
        let ty = self.builder.ty(t.mlir_name());
        let attribute = melior::ir::attribute::IntegerAttribute::new(ty, value).into();
        self.constant(t, attribute)
    }

    fn float(&mut self, t: Machine, value: f64) -> Value<'c> {
        let ty = self.builder.ty(t.mlir_name());
        // SAFETY: `t` is F32 or F64, whose attribute takes a double.
        let attribute =
            unsafe { Attribute::from_raw(mlirFloatAttrDoubleGet(self.builder.context.to_raw(), ty.to_raw(), value)) };
        self.constant(t, attribute)
    }

    fn unary(&mut self, op: UnOp, a: Value<'c>) -> Value<'c> {
        self.builder.value(op.mlir_name(), &[a], a.r#type(), &[])
    }

    fn binary(&mut self, op: BinOp, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        self.builder.value(op.mlir_name(), &[a, b], a.r#type(), &[])
    }

    fn fma(&mut self, a: Value<'c>, b: Value<'c>, c: Value<'c>) -> Value<'c> {
        self.builder.value("math.fma", &[a, b, c], a.r#type(), &[])
    }

    fn cmpf(&mut self, p: CmpF, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        // The order of arith's enum, which begins with AlwaysFalse.
        let predicate = match p {
            CmpF::Oeq => 1,
            CmpF::Ogt => 2,
            CmpF::Oge => 3,
            CmpF::Olt => 4,
            CmpF::Ole => 5,
            CmpF::One => 6,
            CmpF::Ord => 7,
            CmpF::Ueq => 8,
            CmpF::Ugt => 9,
            CmpF::Uge => 10,
            CmpF::Ult => 11,
            CmpF::Ule => 12,
            CmpF::Une => 13,
            CmpF::Uno => 14,
        };
        let predicate = i64_attribute(self.builder.context, predicate);
        self.builder.value("arith.cmpf", &[a, b], self.ty(Machine::I1), &[("predicate", predicate)])
    }

    fn cmpi(&mut self, p: CmpI, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        let predicate = match p {
            CmpI::Eq => 0,
            CmpI::Ne => 1,
            CmpI::Slt => 2,
            CmpI::Sle => 3,
            CmpI::Sgt => 4,
            CmpI::Sge => 5,
            CmpI::Ult => 6,
            CmpI::Ule => 7,
            CmpI::Ugt => 8,
            CmpI::Uge => 9,
        };
        let predicate = i64_attribute(self.builder.context, predicate);
        self.builder.value("arith.cmpi", &[a, b], self.ty(Machine::I1), &[("predicate", predicate)])
    }

    fn select(&mut self, c: Value<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        self.builder.value("arith.select", &[c, a, b], a.r#type(), &[])
    }

    fn cast(&mut self, op: Cast, a: Value<'c>, to: Machine) -> Value<'c> {
        self.builder.value(op.mlir_name(), &[a], self.ty(to), &[])
    }

    fn math(&mut self, f: MathFn, t: Machine, args: &[Value<'c>]) -> Value<'c> {
        match f.mlir_name() {
            Some(name) if !self.expand => self.builder.value(name, args, args[0].r#type(), &[]),
            _ => expand(self, f, t, args),
        }
    }

    fn scale(&mut self, v: Value<'c>, n: Value<'c>) -> Option<Value<'c>> {
        if self.avx512 { avx512::scale(&self.builder, v, n) } else { None }
    }

    fn libm(&mut self, f: MathFn, args: &[Value<'c>]) -> Value<'c> {
        let name = format!("xla_rt_{}", f.libm_name().unwrap_or("none"));
        let Some(shape) = self.vector.clone() else {
            return call(&self.builder, &name, args, &[args[0].r#type()])[0];
        };
        // A library function takes one number: take the vector apart and put it together again.
        let flat = Type::vector(&[shape.iter().product::<i64>() as u64], element_type(args[0].r#type()));
        let flatten = |value: &Value<'c>| self.builder.value("vector.shape_cast", &[*value], flat, &[]);
        let args: Vec<_> = args.iter().map(flatten).collect();
        let mut result = args[0];
        for lane in 0..shape.iter().product::<i64>() {
            let position = [("static_position", xla_dialect::ir::i64_array(self.builder.context, &[lane]))];
            let lanes: Vec<_> = args
                .iter()
                .map(|arg| self.builder.value("vector.extract", &[*arg], element_type(flat), &position))
                .collect();
            let value = call(&self.builder, &name, &lanes, &[element_type(flat)])[0];
            result = self.builder.value("vector.insert", &[value, result], flat, &position);
        }
        let original = self.ty(Machine::F64);
        self.builder.value("vector.shape_cast", &[result], original, &[])
    }
}

/// The value of a scalar in memory, taken apart if it is complex.
pub fn load_form<'c>(emitter: &Emitter<'c>, element: Element, stored: Value<'c>) -> Val<Value<'c>> {
    if !element.is_complex() {
        return Val::Real(stored);
    }
    let part = emitter.builder.ty(element.real_part().mlir_name());
    Val::Complex(
        emitter.builder.value("complex.re", &[stored], part, &[]),
        emitter.builder.value("complex.im", &[stored], part, &[]),
    )
}

/// The reverse of [`load_form`].
pub fn store_form<'c>(emitter: &Emitter<'c>, element: Element, value: Val<Value<'c>>) -> Value<'c> {
    match value {
        Val::Real(value) => value,
        Val::Complex(re, im) => {
            let ty = emitter.builder.ty(element.mlir_name());
            emitter.builder.value("complex.create", &[re, im], ty, &[])
        }
    }
}
