//! A function in a module of its own, with the functions that it calls, and what passes make of it.

use super::Request;
use super::selection::symbols;
use crate::attributes::{COMPILE, EQUAL_SIZES, PARTITIONS, REPLICAS, SCHEDULES};
use crate::compile::run_nested;
use crate::diagnostics::Position;
use crate::entry;
use crate::import::refine::Argument;
use crate::inline::Functions;
use crate::parse::OwnedModule;
use crate::pipeline;
use mlir_sys::{
    mlirBlockAppendOwnedOperation, mlirModuleCreateEmpty, mlirModuleFromOperation, mlirModuleGetBody,
    mlirModuleGetOperation, mlirOperationClone,
};
use std::collections::HashSet;
use std::marker::PhantomData;
use xla_dialect::diagnostics::{error, unsupported};
use xla_dialect::ir::{Attribute, Op, OpExt, Tensor};
use xla_dialect::ods::{Kind, func};
use xla_dialect::passes::Failed;

/// A module that is not part of another.
pub struct Apart<'c> {
    module: OwnedModule,
    /// The function's name.
    pub entry: &'c str,
    context: PhantomData<Op<'c>>,
}

impl<'c> Apart<'c> {
    /// The module.
    pub fn op(&self) -> Op<'c> {
        // SAFETY: the module lives as long as this, and its context for `'c`.
        unsafe { Op::from_raw(mlirModuleGetOperation(self.module.0)) }
    }

    /// The function.
    pub fn function(&self) -> Op<'c> {
        let found = entry::selected(self.op());
        found.unwrap_or_else(|| panic!("@{} is not in its module", self.entry))
    }

    fn copy(&self) -> Self {
        // SAFETY: the copy is ours, and of a module.
        let module = unsafe { OwnedModule(mlirModuleFromOperation(mlirOperationClone(self.op().to_raw()))) };
        Self { module, entry: self.entry, context: PhantomData }
    }

    fn run(&self, passes: &str) -> Result<(), Failed> {
        run_nested(self.module.0, passes)
            .then_some(())
            // The passes have said more.
            .ok_or_else(|| error(self.op().loc(), &format!("@{} is not compiled", self.entry)))
    }
}

/// A function that is to be compiled, as it was in its module.
pub struct Outlined<'c>(Apart<'c>);

impl<'c> Outlined<'c> {
    /// Copies `function` of `module`.
    pub fn of(module: Op<'c>, function: Op<'c>) -> Self {
        let name = entry::name(function);
        let functions = Functions::of(module);
        // SAFETY: the module is new, and ours.
        let own = unsafe { OwnedModule(mlirModuleCreateEmpty(function.loc().to_raw())) };
        let mut copied = HashSet::from([name.to_string()]);
        let mut open = vec![function];
        while let Some(function) = open.pop() {
            // SAFETY: the copy is detached, and then the block's.
            let copy = unsafe {
                let copy = Op::from_raw(mlirOperationClone(function.to_raw()));
                mlirBlockAppendOwnedOperation(mlirModuleGetBody(own.0), copy.to_raw());
                copy
            };
            copy.remove_attr(COMPILE);
            let called = symbols(function).into_iter().filter(|symbol| copied.insert(symbol.clone()));
            open.extend(called.filter_map(|symbol| functions.get(&symbol)));
        }
        let own = Apart { module: own, entry: name, context: PhantomData };
        for name in [REPLICAS, PARTITIONS, SCHEDULES] {
            module.attr(name).into_iter().for_each(|value| own.op().set_attr(name, value));
        }
        Self(own)
    }

    /// The op that `lowered` was made of, as far as its location says.
    pub fn origin(&self, lowered: Op<'c>) -> Option<Op<'c>> {
        let position = Position::of(lowered.loc())?;
        let mut ops = self.0.op().walk_ops().into_iter().filter(|op| func::Func::of(*op).is_none());
        ops.find(|op| Position::of(op.loc()).as_ref() == Some(&position))
    }

    /// Reports that the op that `lowered` was made of is not supported.
    pub fn unsupported(&self, lowered: Op<'c>, reason: impl Into<String>) -> Failed {
        unsupported(self.origin(lowered).unwrap_or(lowered), reason)
    }

    /// The function in the llvm dialect, its arguments being what is `known` of them.
    pub fn compiled(&self, known: &[Argument], request: &Request<'_>) -> Result<Apart<'c>, Failed> {
        let made = self.0.copy();
        made.select()?;
        made.run(&pipeline::function(made.entry, known, (request.features, request.machine)).to_string())?;
        Ok(made)
    }

    /// The function as linalg on tensors whose leading sizes are open, in one function. Sizes that are open are the same
    /// number of rows, which [`super::rows::check`] shows of each in turn.
    pub fn open_form(&self) -> Result<Apart<'c>, Failed> {
        let made = self.0.copy();
        made.select()?;
        let [import, lowering] = pipeline::open_function(made.entry);
        made.run(&import.to_string())?;
        let is_open = |ty| Tensor::of(ty).is_some_and(|tensor| !tensor.is_static());
        for op in made.op().walk_ops().into_iter().filter(|op| matches!(Kind::of(*op), Some(Kind::Xla(_)))) {
            if op.outs().iter().any(|result| is_open(melior::ir::ValueLike::r#type(result))) {
                op.set_attr(EQUAL_SIZES, Attribute::unit(op.ctx()));
            }
        }
        made.run(&lowering.to_string())?;
        Ok(made)
    }
}

impl Apart<'_> {
    fn select(&self) -> Result<(), Failed> {
        let selected = entry::select(self.op(), Some(self.entry));
        selected.map(|_| ()).map_err(|(location, reason)| error(location, &reason))
    }
}
