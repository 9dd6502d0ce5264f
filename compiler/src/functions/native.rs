//! The function of compiled code that the rest of the module calls, by the addresses of arrays.
//!
//! ```mlir
//! llvm.func @f_native(%x: !llvm.ptr, %y: !llvm.ptr)                    // arguments, results
//! llvm.func @f_native(%rows: i64, %x: !llvm.ptr, %y: !llvm.ptr)        // where leading sizes are open
//! ```
//! It gives the compiled code its temporary memory, from the stack or the heap. Where leading sizes are open, it calls code
//! for blocks of rows:
//!
//! ```text
//! for blocks of 64 and of 32 rows: call the block's code as often as it fits into the rows that are left, unless that
//!   leaves one to three rows over: then once less
//! up to 35 rows are left: divide them into parts of up to 16 rows, as equal as possible, and call the code for each
//! ```
//! A product of matrices of one to three rows is not computed in tiles, and takes longer than one of four: there are none,
//! unless they are all rows. One of some more takes as long as it takes to read the other matrix, which is why there is
//! code for each number of them.

use super::context::ContextSource;
use super::interface::{Buffer, FEW_ROWS, Interface};
use super::link::Linker;
use super::outline::{Apart, Outlined};
use crate::attributes::ARENA_BYTES;
use crate::codegen::{CUSTOM_CALL, LEAST_ROWS, PARALLEL_FOR, hand_to_threads, tell_buffers_apart};
use crate::compile::run_nested;
use crate::entry;
use crate::execute::sites;
use crate::parse::OwnedModule;
use crate::scf::{add, for_loop, index};
use mlir_sys::{mlirModuleCreateEmpty, mlirModuleGetOperation};
use xla_dialect::diagnostics::error;
use xla_dialect::ir::{
    Builder, Op, OpExt, OwnedRegion, Type, Value, array_attribute, block_ops, defining_op, function_type,
    i64_attribute, llvm_function_type, pointer_type, string_attribute, symbol_value,
};
use xla_dialect::ods::arith::CmpIPredicate::{Ne, Ult};
use xla_dialect::ods::{arith, func, llvm, scf};
use xla_dialect::passes::Failed;
use xla_runtime::Site;
use xla_runtime::call::RESERVED;

/// Compiled code, in the larger module: a function of a context, the arguments, the results and the arena.
pub struct Version {
    /// The function's name.
    name: String,
    /// Bytes of the arena.
    arena_bytes: i64,
    /// The rows that it computes, if leading sizes are open.
    rows: Option<i64>,
    /// Whether it calls what needs a context.
    has_context: bool,
    /// Where its custom calls stand.
    sites: Vec<Site>,
}

/// Bytes of an arena up to which it is on the stack.
const STACK_BYTES: i64 = 16 << 10;
/// What the arena is aligned to.
const ALIGNMENT: i64 = 64;

impl Version {
    /// Adds `compiled`, which computes `rows` if leading sizes are open, in vectors of `vector_bits` and on `threads`, to the
    /// larger module. Names of what it defines begin with `base` there.
    pub fn link<'c>(
        linker: &mut Linker<'c>,
        compiled: &Apart<'c>,
        (rows, vector_bits, threads): (Option<i64>, i64, i32),
        base: &str,
    ) -> Result<Self, Failed> {
        let module = compiled.op();
        let sites = sites_of(module)?;
        let functions: Vec<_> = module.body(0).map(block_ops).unwrap_or_default();
        let functions: Vec<_> = functions.into_iter().filter(|op| llvm::LLVMFunc::of(*op).is_some()).collect();
        if threads > 1 {
            hand_to_threads(&functions);
        }
        let has_context = calls(module).any(|(_, name)| name == CUSTOM_CALL || name == PARALLEL_FOR);
        for function in functions.into_iter().filter(|op| op.body(0).is_some()) {
            keep_vectors(function, vector_bits);
            if entry::name(function) == compiled.entry {
                tell_buffers_apart(function);
            }
        }
        let names = linker.link(module, |old| match old.strip_prefix(compiled.entry) {
            Some(rest) => format!("{base}{rest}"),
            None => format!("{base}_{}", old.trim_start_matches('_')),
        })?;
        names
            .values()
            .filter(|name| linker.get(name).is_some_and(|op| llvm::LLVMFunc::of(op).is_some()))
            .for_each(|name| linker.make_internal(name));
        let name = names.get(compiled.entry).cloned().unwrap_or_default();
        let arena_bytes = linker.get(&name).and_then(|function| function.int(ARENA_BYTES)).unwrap_or_default();
        Ok(Self { name, arena_bytes, rows, has_context, sites })
    }
}

/// The calls in `module`, and what they call.
fn calls<'c>(module: Op<'c>) -> impl Iterator<Item = (Op<'c>, &'c str)> {
    let calls = module.walk_ops().into_iter().filter(|op| llvm::Call::of(*op).is_some());
    calls.filter_map(|op| Some((op, op.attr("callee").and_then(symbol_value)?)))
}

/// Where custom calls of `module` stand.
fn sites_of(module: Op<'_>) -> Result<Vec<Site>, Failed> {
    sites(module).map_err(|reason| error(module.loc(), &reason.to_string()))
}

/// Refuses calls that are about other processes, or queues of the host: a function has neither.
pub fn refuse_exchanges<'c>(outlined: &Outlined<'c>, compiled: &Apart<'c>) -> Result<(), Failed> {
    let (module, name) = (compiled.op(), compiled.entry);
    let sites = sites_of(module)?;
    for (call, _) in calls(module).filter(|(_, callee)| *callee == CUSTOM_CALL) {
        let number = defining_op(call.input(1)).and_then(|op| op.int("value"));
        let site = number.and_then(|number| sites.get(usize::try_from(number).ok()?));
        if site.is_none_or(|site| site.target.starts_with(RESERVED)) {
            let reason =
                format!("@{name} is about other processes or the host here, of which a function knows nothing");
            return Err(outlined.unsupported(call, reason));
        }
    }
    Ok(())
}

/// LLVM prefers 256 bits on many processors that have 512. The widths that code generation has chosen are better.
fn keep_vectors(function: Op<'_>, bits: i64) {
    let context = function.ctx();
    let pair = ["prefer-vector-width", &bits.to_string()].map(|text| string_attribute(context, text));
    let attributes = array_attribute(context, &[array_attribute(context, &pair)]);
    function.set_attr("passthrough", attributes);
}

/// Adds the function `name`, or one of a similar name, that runs `versions` on `threads`. Gives its name.
pub fn emit<'c>(
    linker: &mut Linker<'c>,
    interface: &Interface<'c>,
    (versions, threads): (&[Version], i32),
    name: &str,
) -> Result<String, Failed> {
    let (location, context) = (interface.function.loc(), interface.function.ctx());
    // SAFETY: the module is new, and ours.
    let (own, module) = unsafe {
        let own = OwnedModule(mlirModuleCreateEmpty(location.to_raw()));
        let module: Op<'c> = Op::from_raw(mlirModuleGetOperation(own.0));
        (own, module)
    };
    let Some(body) = module.body(0) else { return Ok(String::new()) };
    let builder = Builder::at_end(context, body, location);
    let (pointer, word) = (pointer_type(context), builder.integer(64));
    let arrays = interface.arguments.len() + interface.results.len();
    let declare = |name: &str, arguments: &[Type<'c>], result: Option<Type<'c>>| {
        llvm::func(&builder, name, llvm_function_type(context, arguments, result), OwnedRegion::new());
    };
    versions.iter().for_each(|version| declare(&version.name, &vec![pointer; arrays + 2], None));
    let arena_bytes = versions.iter().map(|version| version.arena_bytes).max().unwrap_or_default();
    let on_heap = arena_bytes > STACK_BYTES;
    if on_heap {
        declare("aligned_alloc", &[word, word], Some(pointer));
        declare("free", &[pointer], None);
    }
    // Open rows are proven to be apart from each other on linalg, so that no library's function works on them: one version at
    // most has calls.
    let sites: Vec<Site> = versions.iter().flat_map(|version| version.sites.clone()).collect();
    let has_context = versions.iter().any(|version| version.has_context);
    let source = has_context.then(|| ContextSource::add(&builder, name, &sites, threads)).transpose()?;
    let mut arguments = vec![pointer; arrays];
    if interface.has_rows() {
        arguments.insert(0, word);
    }
    let region = builder.region(&arguments, |builder, values| {
        let null = llvm::inttoptr(builder, constant(builder, 0), pointer);
        let arena = match arena_bytes {
            0 => null,
            bytes if on_heap => {
                let bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
                let operands = [constant(builder, ALIGNMENT), constant(builder, bytes)];
                call(builder, "aligned_alloc", &operands, Some(pointer)).output(0)
            }
            bytes => {
                let options = llvm::AllocaOptions { alignment: Some(ALIGNMENT), ..Default::default() };
                llvm::alloca_with(builder, constant(builder, bytes), builder.integer(8), pointer, options)
            }
        };
        let (rows, arrays) = values.split_at(usize::from(interface.has_rows()));
        let context = source.as_ref().map_or(null, |source| source.get(builder));
        let calls = Calls { interface, arrays, context, arena };
        match rows {
            [rows] => calls.blocks(builder, versions, arith::index_cast(builder, *rows, builder.index())),
            _ => versions.iter().for_each(|version| calls.call(builder, version, None)),
        }
        if on_heap {
            call(builder, "free", &[arena], None);
        }
        func::return_(builder, &[]);
    });
    func::func(&builder, name, function_type(context, &arguments, &[]), region);
    if !run_nested(own.0, "xla-convert-to-llvm") {
        return Err(error(location, &format!("@{} gets no function to call it by", interface.name())));
    }
    let names = linker.link(module, str::to_string)?;
    Ok(names.get(name).cloned().unwrap_or_default())
}

/// The calls of compiled code.
struct Calls<'c, 'i> {
    interface: &'i Interface<'c>,
    /// The addresses of arguments and results.
    arrays: &'i [Value<'c>],
    context: Value<'c>,
    arena: Value<'c>,
}

impl<'c> Calls<'c, '_> {
    /// Computes all `rows`.
    fn blocks(&self, builder: &Builder<'c>, versions: &[Version], rows: Value<'c>) {
        let mut done = index(builder, 0);
        for version in versions.iter().filter(|version| version.rows > Some(FEW_ROWS)) {
            let [zero, size, least] = [0, version.rows.unwrap_or(1), LEAST_ROWS].map(|number| index(builder, number));
            let left = arith::subi(builder, rows, done);
            let over = arith::remui(builder, left, size);
            let [some, few] = [(Ne, over, zero), (Ult, over, least)].map(|(is, a, b)| arith::cmpi(builder, is, a, b));
            let (whole, one_less) =
                (arith::subi(builder, left, over), arith::subi(builder, left, add(builder, over, size)));
            let too_few = arith::andi(builder, some, few);
            // Where none fits, that is below zero.
            let fitting = arith::maxsi(builder, arith::select(builder, too_few, one_less, whole), zero);
            let end = add(builder, done, fitting);
            for_loop(builder, done, end, version.rows.unwrap_or(1), &[], |builder, first, _| {
                self.call(builder, version, Some(first));
                Vec::new()
            });
            done = end;
        }
        let parts = |left: i64| {
            builder.region(&[], |builder, _| {
                let count = (left + FEW_ROWS - 1) / FEW_ROWS;
                let mut first = 0;
                for part in 0..count {
                    let rows = left / count + i64::from(part < left % count);
                    let at = add(builder, done, index(builder, first));
                    let version = versions.iter().find(|version| version.rows == Some(rows));
                    version.into_iter().for_each(|version| self.call(builder, version, Some(at)));
                    first += rows;
                }
                scf::yield_(builder, &[]);
            })
        };
        let left = arith::subi(builder, rows, done);
        let cases: Vec<i64> = (1..2 * FEW_ROWS + LEAST_ROWS).collect();
        let regions = cases.iter().map(|left| parts(*left)).collect();
        scf::index_switch(builder, left, &cases, parts(0), regions, &[]);
    }

    /// Calls `version`, for the rows from `first` on.
    fn call(&self, builder: &Builder<'c>, version: &Version, first: Option<Value<'c>>) {
        let buffers = self.interface.arguments.iter().chain(&self.interface.results);
        let mut operands = vec![self.context];
        operands.extend(buffers.zip(self.arrays).map(|(buffer, array)| self.address(builder, buffer, *array, first)));
        operands.push(self.arena);
        call(builder, &version.name, &operands, None);
    }

    /// The address of row `first` of an array.
    fn address(
        &self,
        builder: &Builder<'c>,
        buffer: &Buffer<'c>,
        array: Value<'c>,
        first: Option<Value<'c>>,
    ) -> Value<'c> {
        let Some(first) = first.filter(|_| buffer.has_rows()) else { return array };
        let offset = arith::muli(builder, first, index(builder, buffer.row_bytes()));
        let offset = arith::index_cast(builder, offset, builder.integer(64));
        llvm::getelementptr(builder, array, &[offset], &[i32::MIN], builder.integer(8), array_type(builder))
    }
}

fn array_type<'c>(builder: &Builder<'c>) -> Type<'c> {
    pointer_type(builder.context)
}

/// A word.
pub fn constant<'c>(builder: &Builder<'c>, value: i64) -> Value<'c> {
    llvm::mlir_constant(builder, i64_attribute(builder.context, value), builder.integer(64))
}

/// Calls `name`, of the llvm dialect.
pub fn call<'c>(builder: &Builder<'c>, name: &str, operands: &[Value<'c>], result: Option<Type<'c>>) -> Op<'c> {
    let options = llvm::CallOptions { callee: Some(name), ..Default::default() };
    llvm::call_with(builder, operands, &[], &[], result, options)
}
