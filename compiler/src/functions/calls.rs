//! The pass xla-convert-calls-to-llvm: what is left of calls of the runtime library after a module has been lowered to linalg and
//! bufferized by upstream's passes.
//!
//! ```mlir
//! xla.custom_call "xla.runtime.fft"(%x, %y) {xla.site = 0 : i64} : (memref<8xcomplex<f32>>, memref<8xcomplex<f32>>) -> ()
//! // becomes
//! %context = llvm.call @xla_rt_function_context(…) : … -> !llvm.ptr
//! %status = llvm.call @xla_rt_custom_call(%context, %site, %inputs, %outputs) : (!llvm.ptr, i64, !llvm.ptr, !llvm.ptr) -> i32
//! ```
//! where `%inputs` and `%outputs` are arrays of the addresses of memrefs. A call that fails ends the process.

use super::context::ContextSource;
use super::link::Linker;
use super::native::{call, constant};
use crate::attributes::{CUSTOM_CALLS, SITE};
use crate::codegen::CUSTOM_CALL;
use crate::execute::sites;
use crate::parse::OwnedModule;
use crate::runtime_call::address_array;
use crate::verified;
use melior::ir::{TypeLike, ValueLike};
use mlir_sys::{mlirModuleCreateEmpty, mlirModuleGetOperation};
use xla_dialect::diagnostics::{error, unsupported};
use xla_dialect::ir::{Block, Builder, Op, OpExt, OwnedRegion, llvm_function_type, pointer_type};
use xla_dialect::ods::{builtin, llvm, xla};
use xla_dialect::passes::{Failed, Pass, PassOption};
use xla_runtime::call::RESERVED;

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-convert-calls-to-llvm",
    description: "Turn calls of the runtime library on memrefs into calls of functions of libxla_runtime",
    op: "builtin.module",
    options: &[
        PassOption::text("threads", "as for xla-compile-functions", "1").checked(|text| super::threads(text).map(drop))
    ],
    dialects: &["arith", "llvm", "memref"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let threads = super::threads(options.first().copied().unwrap_or_default());
    let threads = threads.map_err(|reason| error(module.loc(), &reason))?;
    let calls: Vec<_> = module.walk_ops().into_iter().filter(|op| xla::CustomCall::of(*op).is_some()).collect();
    if calls.is_empty() {
        return Ok(());
    }
    let sites = sites(module).map_err(|reason| error(module.loc(), &reason.to_string()))?;
    // SAFETY: the module is new, and ours.
    let (own, added) = unsafe {
        let own = OwnedModule(mlirModuleCreateEmpty(module.loc().to_raw()));
        let added: Op<'c> = Op::from_raw(mlirModuleGetOperation(own.0));
        (own, added)
    };
    let builder = Builder::at_end(module.ctx(), verified::body(added, 0), module.loc());
    let (pointer, word, status) = (pointer_type(module.ctx()), builder.integer(64), builder.integer(32));
    let source = ContextSource::add(&builder, "xla_runtime", &sites, threads)?;
    let ty = llvm_function_type(module.ctx(), &[pointer, word, pointer, pointer], Some(status));
    llvm::func(&builder, CUSTOM_CALL, ty, OwnedRegion::new());
    let source = source.renamed(&Linker::of(module).link(added, str::to_string)?);
    drop(own);
    for op in calls {
        let number = op.int(SITE);
        let site = number.and_then(|number| sites.get(usize::try_from(number).ok()?));
        let (Some(number), Some(site)) = (number, site) else {
            return Err(unsupported(op, "it is not a call that xla-legalize-to-linalg has left"));
        };
        if site.target.starts_with(RESERVED) {
            return Err(unsupported(op, "it is about other processes or the host, of which this module knows nothing"));
        }
        let memrefs = op.ins();
        if memrefs.len() != site.operands.len() + site.results.len()
            || !memrefs.iter().all(|value| value.r#type().is_mem_ref())
        {
            return Err(unsupported(op, "its operands and results are not in memory: bufferize the module before"));
        }
        let at = verified::before(op);
        let context = source.get(&at);
        let (inputs, outputs) = memrefs.split_at(site.operands.len());
        let entry = entry_of(op);
        let [inputs, outputs] = [inputs, outputs].map(|memrefs| address_array(entry, memrefs, &at));
        call(&at, CUSTOM_CALL, &[context, constant(&at, number), inputs, outputs], Some(status));
        op.erase();
    }
    module.remove_attr(CUSTOM_CALLS);
    Ok(())
}

/// The first block of the function that `op` is in: the outermost op that is no module.
fn entry_of<'c>(op: Op<'c>) -> Block<'c> {
    let mut function = op;
    while let Some(parent) = function.parent_op().filter(|parent| builtin::Module::of(*parent).is_none()) {
        function = parent;
    }
    verified::body(function, 0)
}
