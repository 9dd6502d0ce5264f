//! Emits xla-scalar's primitives as MLIR ops.

use super::avx512;
use super::element_types::ElementTypes;
use super::tensor::machine_type;
use crate::runtime_call::{call, module_of};
use melior::ir::attribute::AttributeLike;
use melior::ir::{TypeLike, ValueLike};
use mlir_sys::mlirFloatAttrDoubleGet;
use xla_dialect::ir::{
    Attribute, Builder, Op, OpExt, Type, Value, defining_op, element_type, float_value, shape_of, type_of,
};
use xla_dialect::ods::{arith, complex, math, scf, vector};
use xla_dialect::ops::literal::is_splat;
use xla_scalar::Builder as _;
use xla_scalar::{BinOp, Cast, CmpF, CmpI, Element, Machine, MathFn, UnOp, Val, expand};

/// Builds primitives at an insertion point, on scalars or on vectors.
pub struct Emitter<'c> {
    /// The insertion point.
    pub builder: Builder<'c>,
    /// The shape of the vectors that are computed; None for scalars.
    vector: Option<Vec<i64>>,
    /// Whether math functions are expanded immediately instead of kept as `math` ops.
    expand: bool,
    /// Whether the target has AVX-512.
    avx512: bool,
    /// The types of elements in memory.
    pub(super) types: ElementTypes,
    /// The module that the code will be part of, where the insertion point is not in it yet.
    module: Option<Op<'c>>,
}

impl<'c> Emitter<'c> {
    /// Emits scalar code that keeps math functions symbolic.
    pub fn scalar(builder: Builder<'c>, types: ElementTypes) -> Self {
        Self { builder, vector: None, expand: false, avx512: false, types, module: None }
    }

    /// Emits the expansion of math functions on values of the type `like`, for a target that has AVX-512 or not.
    pub fn expanding(builder: Builder<'c>, like: Type<'c>, avx512: bool) -> Self {
        let vector = like.is_vector().then(|| shape_of(like));
        Self { builder, vector, expand: true, avx512, types: ElementTypes::Storage, module: None }
    }

    /// `machine`, or a vector of it with the shape of the values computed on.
    fn ty(&self, machine: Machine) -> Type<'c> {
        self.shaped(machine_type(self.builder.context, machine))
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
            unsafe { Attribute::from_raw(mlir_sys::mlirDenseElementsAttrSplatGet(ty.to_raw(), value.to_raw())) }
        } else {
            value
        };
        arith::constant(&self.builder, value)
    }

    /// `y` and `x` for `math.atan2`, whose folder in MLIR gives NaN for two zeros: instead of zero, x is then 1 of the same sign, for
    /// which the function is the same.
    fn beside_origin(&mut self, t: Machine, args: &[Value<'c>]) -> Vec<Value<'c>> {
        let [y, x] = [args[0], args[1]];
        let (zero, one) = (self.float(t, 0.0), self.float(t, 1.0));
        let [y_is_zero, x_is_zero] = [y, x].map(|value| self.cmpf(CmpF::Oeq, value, zero));
        let both = self.binary(BinOp::AndI, y_is_zero, x_is_zero);
        let one = self.binary(BinOp::CopySign, one, x);
        vec![y, self.select(both, one, x)]
    }
}

impl<'c> xla_scalar::Builder for Emitter<'c> {
    type V = Value<'c>;

    fn int(&mut self, t: Machine, value: i64) -> Value<'c> {
        let ty = machine_type(self.builder.context, t);
        let attribute = melior::ir::attribute::IntegerAttribute::new(ty, value).into();
        self.constant(t, attribute)
    }

    fn float(&mut self, t: Machine, value: f64) -> Value<'c> {
        let ty = machine_type(self.builder.context, t);
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
        math::fma(&self.builder, a, b, c)
    }

    fn cmpf(&mut self, p: CmpF, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        use arith::CmpFPredicate as P;
        let predicate = match p {
            CmpF::Oeq => P::Oeq,
            CmpF::Ogt => P::Ogt,
            CmpF::Oge => P::Oge,
            CmpF::Olt => P::Olt,
            CmpF::Ole => P::Ole,
            CmpF::One => P::One,
            CmpF::Ord => P::Ord,
            CmpF::Ueq => P::Ueq,
            CmpF::Ugt => P::Ugt,
            CmpF::Uge => P::Uge,
            CmpF::Ult => P::Ult,
            CmpF::Ule => P::Ule,
            CmpF::Une => P::Une,
            CmpF::Uno => P::Uno,
        };
        arith::cmpf(&self.builder, predicate, a, b)
    }

    fn cmpi(&mut self, p: CmpI, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        use arith::CmpIPredicate as P;
        let predicate = match p {
            CmpI::Eq => P::Eq,
            CmpI::Ne => P::Ne,
            CmpI::Slt => P::Slt,
            CmpI::Sle => P::Sle,
            CmpI::Sgt => P::Sgt,
            CmpI::Sge => P::Sge,
            CmpI::Ult => P::Ult,
            CmpI::Ule => P::Ule,
            CmpI::Ugt => P::Ugt,
            CmpI::Uge => P::Uge,
        };
        arith::cmpi(&self.builder, predicate, a, b)
    }

    fn select(&mut self, c: Value<'c>, a: Value<'c>, b: Value<'c>) -> Value<'c> {
        arith::select(&self.builder, c, a, b)
    }

    fn cast(&mut self, op: Cast, a: Value<'c>, to: Machine) -> Value<'c> {
        self.builder.value(op.mlir_name(), &[a], self.ty(to), &[])
    }

    fn math(&mut self, f: MathFn, t: Machine, args: &[Value<'c>]) -> Value<'c> {
        match f.mlir_name() {
            Some(name) if !self.expand => {
                let args = if f == MathFn::Atan2 { self.beside_origin(t, args) } else { args.to_vec() };
                self.builder.value(name, &args, args[0].r#type(), &[])
            }
            _ => expand(self, f, t, args),
        }
    }

    fn scale(&mut self, v: Value<'c>, n: Value<'c>) -> Option<Value<'c>> {
        if self.avx512 { avx512::scale(&self.builder, v, n) } else { None }
    }

    fn decode(&mut self, e: Element, stored: Value<'c>) -> Option<Value<'c>> {
        Some(self.decoded(e, stored))
    }

    fn encode(&mut self, e: Element, v: Value<'c>) -> Option<Value<'c>> {
        Some(self.encoded(e, v))
    }

    fn encode_exact(&mut self, e: Element, v: Value<'c>) -> Option<Value<'c>> {
        (e != Element::BF16 || self.types.differs(e)).then(|| self.encoded(e, v))
    }

    fn known(&self, v: Value<'c>) -> Option<f64> {
        let mut maker = defining_op(v)?;
        if maker.name_str() == "vector.broadcast" {
            maker = defining_op(maker.input(0))?;
        }
        let value = arith::Constant::of(maker)?.value();
        if let Some(number) = float_value(value) {
            return Some(number);
        }
        let (is_splat, value) = (is_splat(value), value.to_raw());
        // SAFETY: each reader gets the kind of attribute that it reads, of an element type that is checked.
        unsafe {
            let element = element_type(v.r#type());
            if is_splat && element.is_f32() {
                Some(f64::from(mlir_sys::mlirDenseElementsAttrGetFloatSplatValue(value)))
            } else if is_splat && element.is_f64() {
                Some(mlir_sys::mlirDenseElementsAttrGetDoubleSplatValue(value))
            } else {
                None
            }
        }
    }

    fn power(&mut self, _: Machine, base: Value<'c>, exponent: Value<'c>) -> Value<'c> {
        math::ipowi(&self.builder, base, exponent)
    }

    fn rarely(
        &mut self,
        condition: Value<'c>,
        usual: Value<'c>,
        rare: impl FnOnce(&mut Self) -> Value<'c>,
    ) -> Value<'c> {
        let is_any = match &self.vector {
            None => condition,
            Some(shape) => any_lane(&self.builder, condition, shape),
        };
        let module = self.module.or_else(|| module_of(&self.builder));
        let then = self.builder.region(&[], |builder, _| {
            let mut inner = Self { builder: *builder, vector: self.vector.clone(), module, ..*self };
            let value = rare(&mut inner);
            scf::yield_(builder, &[value]);
        });
        let otherwise = self.builder.region(&[], |builder, _| {
            scf::yield_(builder, &[usual]);
        });
        scf::if_(&self.builder, is_any, then, otherwise).output(0)
    }

    fn fmod(&mut self, x: Value<'c>, y: Value<'c>) -> Value<'c> {
        let module = self.module.or_else(|| module_of(&self.builder)).expect("code is in a module");
        let builder = &self.builder;
        let library = |x: Value<'c>, y: Value<'c>| call(module, builder, "xla_rt_fmod", &[x, y], &[x.r#type()])[0];
        let Some(shape) = &self.vector else { return library(x, y) };
        // A library function takes one number: extract the elements of the vectors, and insert the results.
        let (original, lanes) = (x.r#type(), shape.iter().product::<i64>());
        let flat = Type::vector(&[lanes as u64], element_type(original));
        let [x, y] = [x, y].map(|value| vector::shape_cast(builder, value, flat));
        let mut result = x;
        for lane in 0..lanes {
            let [x, y] = [x, y].map(|value| vector::extract(builder, value, &[], &[lane]));
            result = vector::insert(builder, library(x, y), result, &[], &[lane]);
        }
        vector::shape_cast(builder, result, original)
    }
}

/// Whether one of `flags`, a vector of this shape, is set.
pub fn any_lane<'c>(builder: &Builder<'c>, flags: Value<'c>, shape: &[i64]) -> Value<'c> {
    let flat = Type::vector(&[shape.iter().product::<i64>() as u64], element_type(flags.r#type()));
    let flags = vector::shape_cast(builder, flags, flat);
    vector::reduction(builder, vector::CombiningKind::Or, flags, None, element_type(flat))
}

/// The compute form of a scalar in storage form; a complex one becomes two values.
pub fn load_form<'c>(emitter: &Emitter<'c>, element: Element, stored: Value<'c>) -> Val<Value<'c>> {
    if !element.is_complex() {
        return Val::Real(stored);
    }
    Val::Complex(complex::re(&emitter.builder, stored), complex::im(&emitter.builder, stored))
}

/// The reverse of [`load_form`].
pub fn store_form<'c>(emitter: &Emitter<'c>, element: Element, value: Val<Value<'c>>) -> Value<'c> {
    match value {
        Val::Real(value) => value,
        Val::Complex(re, im) => {
            let ty = type_of(emitter.builder.context, element);
            complex::create(&emitter.builder, re, im, ty)
        }
    }
}
