//! The context by which code of a larger module calls the runtime library: libxla_runtime makes it at the first call.
//!
//! ```mlir
//! llvm.mlir.global internal @f_context(0 : i64) : i64                                   // its address, from the first call on
//! llvm.mlir.global internal constant @f_calls("…") : !llvm.array<200 x i8>              // where calls stand
//! llvm.func @xla_rt_function_context(!llvm.ptr, i32, !llvm.ptr, i64) -> !llvm.ptr
//! ```

use super::native::{call, constant};
use melior::dialect::llvm::attributes::{self, Linkage};
use melior::dialect::llvm::r#type::array;
use mlir_sys::mlirStringAttrGet;
use std::collections::HashMap;
use xla_dialect::diagnostics::error;
use xla_dialect::ir::{
    Attribute, Builder, OpExt, OwnedRegion, Type, Value, i32_attribute, i64_attribute, llvm_function_type,
    pointer_type, string_ref,
};
use xla_dialect::ods::llvm;
use xla_dialect::passes::Failed;
use xla_runtime::Site;
use xla_runtime::ahead_of_time::encode;

/// The function of the runtime library that gives a context.
const FUNCTION: &str = "xla_rt_function_context";

/// A context that is made at run time.
pub struct ContextSource {
    /// The names of the globals: of its address, and of the list of calls.
    globals: [String; 2],
    list_bytes: i64,
    threads: i32,
}

impl ContextSource {
    /// Adds the globals of one for `threads` and calls at `sites` to the module of `builder`. Their names begin with `base`.
    pub fn add<'c>(builder: &Builder<'c>, base: &str, sites: &[Site], threads: i32) -> Result<Self, Failed> {
        let list = if sites.is_empty() { Ok(Vec::new()) } else { encode(sites) };
        let list = list.map_err(|reason| error(builder.location, &reason))?;
        let globals = ["context", "calls"].map(|what| format!("{base}_{what}"));
        let (context, pointer, word) = (builder.context, pointer_type(builder.context), builder.integer(64));
        let add = |name: &str, ty: Type<'c>, value: Attribute<'c>, is_constant: bool| {
            let options = llvm::GlobalOptions { value: Some(value), constant: is_constant, ..Default::default() };
            let linkage = attributes::linkage(context, Linkage::Internal);
            llvm::mlir_global_with(builder, ty, name, linkage, OwnedRegion::new(), options);
        };
        add(&globals[0], word, i64_attribute(context, 0), false);
        // SAFETY: the context and the bytes outlive the call.
        let bytes = unsafe { Attribute::from_raw(mlirStringAttrGet(context.to_raw(), string_ref(&list))) };
        add(&globals[1], array(builder.integer(8), list.len() as u32), bytes, true);
        let arguments = [pointer, builder.integer(32), pointer, word];
        llvm::func(builder, FUNCTION, llvm_function_type(context, &arguments, Some(pointer)), OwnedRegion::new());
        Ok(Self { globals, list_bytes: list.len() as i64, threads })
    }

    /// The same, where the globals have got other names.
    pub fn renamed(self, names: &HashMap<String, String>) -> Self {
        Self { globals: self.globals.map(|name| names.get(&name).cloned().unwrap_or(name)), ..self }
    }

    /// The context's address.
    pub fn get<'c>(&self, builder: &Builder<'c>) -> Value<'c> {
        let pointer = pointer_type(builder.context);
        let [slot, list] = self.globals.each_ref().map(|name| llvm::mlir_addressof(builder, name, pointer));
        let threads = i32_attribute(builder.context, self.threads);
        let threads = llvm::mlir_constant(builder, threads, builder.integer(32));
        let operands = [slot, threads, list, constant(builder, self.list_bytes)];
        call(builder, FUNCTION, &operands, Some(pointer)).output(0)
    }
}
