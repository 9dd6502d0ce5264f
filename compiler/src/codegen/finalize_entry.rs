//! The pass xla-finalize-entry: the program's C entry point, what fails
//! ends the run, and kernels are handed to threads.
//!
//! ```mlir
//! llvm.func @xla_main(%context: !llvm.ptr, %inputs: !llvm.ptr, %outputs: !llvm.ptr, %arena: !llvm.ptr)
//! ```
//! `inputs` and `outputs` are arrays of pointers to dense buffers. The module says what the buffers hold:
//! `xla.inputs`, `xla.outputs`, `xla.arena_bytes`.

use crate::attributes::{ARENA_BYTES, INPUT_COUNT, PARALLEL, SHARES};
use melior::ir::{BlockLike, RegionLike, ValueLike};
use std::collections::{HashMap, HashSet};
use xla_dialect::diagnostics::{Severity, emit};
use xla_dialect::ir::{
    Attribute, Block, Builder, Op, OpExt, Type, Value, block_args, block_ops, i64_attribute, ops_after, string_value,
    symbol_value,
};
use xla_dialect::passes::{Failed, Pass, PassOption};

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-finalize-entry",
    description: "Give the program its C entry point xla_main and hand large kernels to threads",
    op: "builtin.module",
    options: &[PassOption { name: "entry", description: "the function that xla_main runs", default: "main" }],
    dialects: &["llvm"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let Some(body) = module.body(0) else { return Ok(()) };
    let entry = options.first().copied().unwrap_or("main");
    let functions: Vec<_> = block_ops(body).into_iter().filter(|op| op.name_str() == "llvm.func").collect();
    let name = |op: &Op<'c>| op.attr("sym_name").and_then(string_value);
    let named: HashMap<&str, Op<'c>> = functions.iter().filter_map(|op| Some((name(op)?, *op))).collect();
    let Some(&main) = named.get(entry) else {
        emit(module.loc(), Severity::Error, &format!("there is no function @{entry} to run"), &[]);
        return Err(Failed);
    };
    let mut parts = HashSet::new();
    for function in &functions {
        let mut arrays = HashMap::new();
        if function.body(0).is_some() {
            function.set_attr("linkage", xla_dialect::ir::parse_attribute(module.ctx(), "#llvm.linkage<internal>"));
        }
        let Some(context) = function.body(0).map(block_args).and_then(|args| args.first().copied()) else { continue };
        // From the last on: what follows a call is moved, and is little while what precedes the others stays.
        let calls = function.walk_ops().into_iter().rev().filter(|op| op.name_str() == "llvm.call");
        for (turn, call) in calls.enumerate() {
            let callee = call.attr("callee").and_then(symbol_value);
            if callee == Some(CUSTOM_CALL) {
                return_unless_zero(call)?;
            }
            let callee = callee.and_then(|callee| named.get(callee));
            if let Some(callee) = callee.filter(|callee| callee.attr(PARALLEL).is_some()) {
                run_in_parts(*function, context, call, *callee, &mut parts, &mut arrays, turn)?;
            }
        }
    }
    emit_entry(module, main, entry)
}

/// Fills a function, given its arguments.
type FunctionBody<'c, 'f> = &'f dyn Fn(&Llvm<'c>, &[Value<'c>]);

/// Calls and declares in LLVM's dialect.
struct Llvm<'c> {
    at: Builder<'c>,
}

impl<'c> Llvm<'c> {
    fn pointer(&self) -> Type<'c> {
        self.at.ty("!llvm.ptr")
    }

    fn constant(&self, value: i64) -> Value<'c> {
        let value = i64_attribute(self.at.context, value);
        self.at.value("llvm.mlir.constant", &[], self.at.ty("i64"), &[("value", value)])
    }

    /// The address of slot `i` in an array of pointers.
    fn slot(&self, array: Value<'c>, i: usize) -> Value<'c> {
        let attributes = [
            ("rawConstantIndices", self.at.attr(&format!("array<i32: {i}>"))),
            ("elem_type", melior::ir::attribute::TypeAttribute::new(self.pointer()).into()),
        ];
        self.at.value("llvm.getelementptr", &[array], self.pointer(), &attributes)
    }

    fn load(&self, array: Value<'c>, i: usize) -> Value<'c> {
        self.at.value("llvm.load", &[self.slot(array, i)], self.pointer(), &[])
    }

    fn call(&self, name: &str, arguments: &[Value<'c>]) {
        let attributes = [
            ("callee", self.at.attr(&format!("@{name}"))),
            ("operandSegmentSizes", self.at.attr(&format!("array<i32: {}, 0>", arguments.len()))),
            ("op_bundle_sizes", self.at.attr("array<i32>")),
        ];
        self.at.create("llvm.call", arguments, &[], &attributes, Vec::new());
    }

    /// A function of the given argument types, without result.
    fn function(&self, name: &str, arguments: &[&str], internal: bool, body: Option<FunctionBody<'c, '_>>) -> Op<'c> {
        let types: Vec<_> = arguments.iter().map(|text| self.at.ty(text)).collect();
        let region = match body {
            None => melior::ir::Region::new(),
            Some(body) => self.at.region(&types, |builder, values| {
                body(&Llvm { at: *builder }, values);
                builder.create("llvm.return", &[], &[], &[], Vec::new());
            }),
        };
        let ty = self.at.ty(&format!("!llvm.func<void ({})>", arguments.join(", ").replace("!llvm.ptr", "ptr")));
        let linkage = if internal { "#llvm.linkage<internal>" } else { "#llvm.linkage<external>" };
        let attributes: [(&str, Attribute<'c>); 3] = [
            ("sym_name", self.at.attr(&format!("\"{name}\""))),
            ("function_type", melior::ir::attribute::TypeAttribute::new(ty).into()),
            ("linkage", self.at.attr(linkage)),
        ];
        self.at.create("llvm.func", &[], &[], &attributes, vec![region])
    }
}

const CUSTOM_CALL: &str = "xla_rt_custom_call";

/// ```mlir
/// %status = llvm.call @xla_rt_custom_call(…) : … -> i32
/// // is followed by
/// %failed = llvm.icmp "ne" %status, %zero : i32
/// llvm.cond_br %failed, ^return, ^rest
/// ```
fn return_unless_zero<'c>(call: Op<'c>) -> Result<(), Failed> {
    let (Some(block), Some(function)) = (call.parent_block(), call.parent_op()) else { return Err(Failed) };
    let region = function.region_list()[0];
    let (context, location) = (call.ctx(), call.loc());
    let [rest, end] = [(); 2].map(|()| {
        let block = region.append_block(melior::ir::Block::new(&[]));
        // SAFETY: the block belongs to the function's region.
        unsafe { Block::from_raw(block.to_raw()) }
    });
    for op in ops_after(call) {
        // SAFETY: the op is taken out of its block and given to another of the same function.
        unsafe {
            mlir_sys::mlirOperationRemoveFromParent(op.to_raw());
            mlir_sys::mlirBlockAppendOwnedOperation(rest.to_raw(), op.to_raw());
        }
    }
    Builder::at_end(context, end, location).create("llvm.return", &[], &[], &[], Vec::new());
    let at = Builder::at_end(context, block, location);
    let status = call.output(0);
    let zero = melior::ir::attribute::IntegerAttribute::new(status.r#type(), 0).into();
    let zero = at.value("llvm.mlir.constant", &[], status.r#type(), &[("value", zero)]);
    let unequal = i64_attribute(context, 1);
    let failed = at.value("llvm.icmp", &[status, zero], at.ty("i1"), &[("predicate", unequal)]);
    let branch = melior::ir::operation::OperationBuilder::new("llvm.cond_br", location)
        .add_operands(&[failed])
        .add_attributes(&[(
            melior::ir::Identifier::new(context, "operandSegmentSizes"),
            at.attr("array<i32: 1, 0, 0>"),
        )])
        .add_successors(&[&end, &rest])
        .build()
        .map_err(|_| Failed)?;
    block.append_operation(branch);
    Ok(())
}

const PARALLEL_FOR: &str = "xla_rt_parallel_for";

/// Arrays of one length that the calls of a function take turns with. One for each call is much stack; and the time that
/// LLVM takes to allocate registers is the square of how often a value is used, if it is the same for thousands of calls.
const ARRAYS: usize = 64;

/// ```mlir
/// llvm.call @kernel(%a, %b, %begin, %end)
/// // becomes
/// llvm.call @xla_rt_parallel_for(%context, @kernel_part, %addresses, %end, %grain, %shares)
/// ```
///
/// `parts` are the functions that take addresses, of kernels that other calls run; `arrays` are those that hold the
/// addresses, which the next of [`ARRAYS`] calls may use when this one, the `turn`-th, has returned.
fn run_in_parts<'c>(
    function: Op<'c>,
    context: Value<'c>,
    call: Op<'c>,
    kernel: Op<'c>,
    parts: &mut HashSet<String>,
    arrays: &mut HashMap<(usize, usize), Value<'c>>,
    turn: usize,
) -> Result<(), Failed> {
    let (Some(at), Some(there), Some(entry)) = (Builder::before(call), Builder::before(function), function.body(0))
    else {
        return Err(Failed);
    };
    let name = kernel.attr("sym_name").and_then(string_value).unwrap_or_default().to_string();
    let part = format!("{name}_part");
    let grain = kernel.int(PARALLEL).unwrap_or(1);
    let shares = i64::from(kernel.attr(SHARES).is_some());
    let operands = call.ins();
    let pointers = operands.len() - 2;
    let top = Llvm { at: there };
    if parts.is_empty() {
        top.function(PARALLEL_FOR, &["!llvm.ptr", "!llvm.ptr", "!llvm.ptr", "i64", "i64", "i64"], false, None);
    }
    if parts.insert(part.clone()) {
        top.function(
            &part,
            &["!llvm.ptr", "i64", "i64"],
            true,
            Some(&|llvm: &Llvm<'c>, arguments: &[Value<'c>]| {
                let mut all: Vec<_> = (0..pointers).map(|i| llvm.load(arguments[0], i)).collect();
                all.extend([arguments[1], arguments[2]]);
                llvm.call(&name, &all);
            }),
        );
    }
    let array = *arrays.entry((pointers, turn % ARRAYS)).or_insert_with(|| {
        let start = Llvm { at: Builder::at_start(at.context, entry, call.loc()) };
        let element = [("elem_type", melior::ir::attribute::TypeAttribute::new(start.pointer()).into())];
        let count = start.constant(pointers as i64);
        start.at.value("llvm.alloca", &[count], start.pointer(), &element)
    });
    let llvm = Llvm { at };
    for (i, pointer) in operands[..pointers].iter().enumerate() {
        llvm.at.create("llvm.store", &[*pointer, llvm.slot(array, i)], &[], &[], Vec::new());
    }
    let address = [("global_name", llvm.at.attr(&format!("@{part}")))];
    let part = llvm.at.value("llvm.mlir.addressof", &[], llvm.pointer(), &address);
    llvm.call(
        PARALLEL_FOR,
        &[context, part, array, operands[pointers + 1], llvm.constant(grain), llvm.constant(shares)],
    );
    call.erase();
    Ok(())
}

fn emit_entry<'c>(module: Op<'c>, main: Op<'c>, entry: &str) -> Result<(), Failed> {
    let Some(there) = Builder::before(main) else { return Err(Failed) };
    let count = main.body(0).map(|body| block_args(body).len()).unwrap_or_default();
    let inputs = main.int(INPUT_COUNT).unwrap_or_default() as usize;
    let arena = main.int(ARENA_BYTES).unwrap_or_default();
    module.set_attr(ARENA_BYTES, i64_attribute(module.ctx(), arena));
    let arguments = ["!llvm.ptr"; 4];
    Llvm { at: there }.function(
        "xla_main",
        &arguments,
        false,
        Some(&|llvm: &Llvm<'c>, arguments: &[Value<'c>]| {
            let mut all = vec![arguments[0]];
            all.extend((0..inputs).map(|i| llvm.load(arguments[1], i)));
            all.extend((0..count - inputs - 2).map(|i| llvm.load(arguments[2], i)));
            all.push(arguments[3]);
            debug_assert!(all.iter().all(|value| value.r#type().to_string() == "!llvm.ptr"));
            llvm.call(entry, &all);
        }),
    );
    Ok(())
}
