//! The symbols of the larger module, to which compiled code is added.

use crate::entry;
use melior::dialect::llvm::attributes::{self, Linkage};
use std::collections::HashMap;
use xla_dialect::diagnostics::unsupported;
use xla_dialect::ir::{
    Op, OpExt, block_ops, move_to_end, string_attribute, string_ref, symbol_attribute, symbol_value,
};
use xla_dialect::ods::llvm;
use xla_dialect::passes::Failed;

/// The attributes by which ops of the llvm dialect refer to symbols.
const REFERENCES: [&str; 2] = ["callee", "global_name"];

/// The symbols of a module.
pub struct Linker<'c> {
    /// The module.
    pub module: Op<'c>,
    symbols: HashMap<String, Op<'c>>,
}

impl<'c> Linker<'c> {
    /// Those of `module`.
    pub fn of(module: Op<'c>) -> Self {
        let ops = module.body(0).map(block_ops).unwrap_or_default();
        let symbols = ops.into_iter().map(|op| (entry::name(op).to_string(), op));
        Self { module, symbols: symbols.filter(|(name, _)| !name.is_empty()).collect() }
    }

    /// The name `wanted`, or one like it that no symbol has.
    pub fn unique(&self, wanted: &str) -> String {
        let further = (0..).map(|i| format!("{wanted}_{i}"));
        let mut names = std::iter::once(wanted.to_string()).chain(further);
        names.find(|name| !self.symbols.contains_key(name)).unwrap_or_default()
    }

    /// Moves the functions and globals of `from` to the end of the module. Those that are defined get names of their own,
    /// like those that `name` gives for theirs; those that are declared keep theirs. Gives the new names.
    pub fn link(&mut self, from: Op<'c>, name: impl Fn(&str) -> String) -> Result<HashMap<String, String>, Failed> {
        let Some(to) = self.module.body(0) else { return Ok(HashMap::new()) };
        let mut names = HashMap::new();
        for op in from.body(0).map(block_ops).unwrap_or_default() {
            let old = entry::name(op).to_string();
            if is_declared(op) {
                match self.symbols.get(&old) {
                    Some(there) if there.attr("function_type") == op.attr("function_type") => op.erase(),
                    Some(there) => {
                        let reason = format!("compiled code calls another function of the name @{old}");
                        return Err(unsupported(*there, reason));
                    }
                    None => {
                        move_to_end(op, to);
                        self.symbols.insert(old, op);
                    }
                }
                continue;
            }
            let new = self.unique(&name(&old));
            op.set_attr("sym_name", string_attribute(op.ctx(), &new));
            move_to_end(op, to);
            self.symbols.insert(new.clone(), op);
            names.insert(old, new);
        }
        for op in names.values().flat_map(|name| self.symbols[name].walk_ops()) {
            for reference in REFERENCES {
                let symbol = op.attr(reference).and_then(symbol_value);
                if let Some(new) = symbol.and_then(|symbol| names.get(symbol)) {
                    op.set_attr(reference, symbol_attribute(op.ctx(), new));
                }
            }
        }
        Ok(names)
    }

    /// The op that defines or declares `name`.
    pub fn get(&self, name: &str) -> Option<Op<'c>> {
        self.symbols.get(name).copied()
    }

    /// Hides the function `name` of the llvm dialect from other modules.
    pub fn make_internal(&self, name: &str) {
        if let Some(op) = self.get(name) {
            op.set_attr("linkage", attributes::linkage(op.ctx(), Linkage::Internal));
        }
    }

    /// Gives `function` the name `new`, where it is defined and where it is used.
    pub fn rename(&mut self, function: Op<'c>, new: &str) {
        let old = entry::name(function).to_string();
        // SAFETY: the names and the module outlive the call.
        unsafe {
            mlir_sys::mlirSymbolTableReplaceAllSymbolUses(string_ref(&old), string_ref(new), self.module.to_raw())
        };
        function.set_attr("sym_name", string_attribute(function.ctx(), new));
        self.symbols.remove(&old);
        self.symbols.insert(new.to_string(), function);
    }

    /// Records that `new` has taken the place of `old`.
    pub fn replaced(&mut self, old: Op<'c>, new: Op<'c>) {
        self.symbols.insert(entry::name(old).to_string(), new);
    }
}

/// Whether `op` only declares a function.
fn is_declared(op: Op<'_>) -> bool {
    llvm::LLVMFunc::of(op).is_some() && op.body(0).is_none()
}
