//! The pass xla-finalize-entry: adds the program's C entry point, returns where a call of the runtime fails, and
//! hands kernels to threads.
//!
//! ```mlir
//! llvm.func @xla_main(%context: !llvm.ptr, %inputs: !llvm.ptr, %outputs: !llvm.ptr, %arena: !llvm.ptr)
//! ```
//! `inputs` and `outputs` are arrays of pointers to dense buffers. The module says what the buffers hold:
//! `xla.inputs`, `xla.outputs`, `xla.arena_bytes`.

use crate::attributes::{ARENA_BYTES, INPUT_COUNT, PARALLEL, SHARES};
use crate::execute::ENTRY;
use crate::verified;
use melior::dialect::llvm::attributes::{self, Linkage};
use melior::dialect::llvm::r#type;
use melior::ir::attribute::ArrayAttribute;
use melior::ir::{BlockLike, RegionLike, ValueLike};
use std::collections::{HashMap, HashSet};
use xla_dialect::diagnostics::error;
use xla_dialect::ir::{
    Attribute, Block, Builder, Op, OpExt, Type, Value, block_args, block_ops, blocks, dictionary_attribute,
    i64_attribute, integer_type, move_to_end, ops_after, pointer_type, replace_uses, string_value, symbol_value,
};
use xla_dialect::ods::llvm;
use xla_dialect::passes::{Failed, Pass, PassOption};
use xla_runtime::kernel::MOST_WORDS;

/// See the module's documentation.
pub const PASS: Pass = Pass {
    name: "xla-finalize-entry",
    description: "Give the program its C entry point xla_main and hand large kernels to threads",
    op: "builtin.module",
    options: &[PassOption::text("entry", "the function that xla_main runs", "main")],
    dialects: &["llvm"],
    run,
};

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let Some(body) = module.body(0) else { return Ok(()) };
    let entry = options.first().copied().unwrap_or("main");
    let functions: Vec<_> = block_ops(body).into_iter().filter(|op| llvm::LLVMFunc::of(*op).is_some()).collect();
    let Some(&main) = functions.iter().find(|op| op.attr("sym_name").and_then(string_value) == Some(entry)) else {
        return Err(error(module.loc(), &format!("there is no function @{entry} to run")));
    };
    for function in functions.iter().filter(|function| function.body(0).is_some()) {
        function.set_attr("linkage", attributes::linkage(module.ctx(), Linkage::Internal));
    }
    hand_to_threads(&functions);
    tell_buffers_apart(main);
    emit_entry(module, main, &functions);
    Ok(())
}

/// Makes calls of large kernels among `functions`, which are those of a module, calls of the runtime, which runs them on its
/// threads, and returns where a call of the runtime fails.
pub(crate) fn hand_to_threads<'c>(functions: &[Op<'c>]) {
    let name = |op: &Op<'c>| op.attr("sym_name").and_then(string_value);
    let named: HashMap<&str, Op<'c>> = functions.iter().filter_map(|op| Some((name(op)?, *op))).collect();
    let mut program = Program::default();
    for function in functions {
        let Some(context) = function.body(0).map(block_args).and_then(|args| args.first().copied()) else { continue };
        let mut sharing =
            Sharing { function: *function, context, program: &mut program, arrays: HashMap::new(), given: 0 };
        // From the last on: what follows a call is moved, and is little while what precedes the others stays.
        let calls = function.walk_ops().into_iter().rev().filter(|op| llvm::Call::of(*op).is_some());
        for call in calls {
            let callee = call.attr("callee").and_then(symbol_value);
            if callee == Some(CUSTOM_CALL) {
                return_unless_zero(*function, call);
            }
            let callee = callee.and_then(|callee| named.get(callee));
            if let Some(callee) = callee.filter(|callee| callee.attr(PARALLEL).is_some()) {
                sharing.run_in_parts(call, *callee);
            }
        }
    }
}

/// Says that the program's inputs, outputs and arena are apart, as it says of the buffers of kernels: loops outside of
/// kernels, such as those of a scatter, load and store them as well.
pub(crate) fn tell_buffers_apart(main: Op<'_>) {
    let arguments = main.body(0).map(block_args).unwrap_or_default();
    let noalias = dictionary_attribute(main.ctx(), &[("llvm.noalias", Attribute::unit(main.ctx()))]);
    let is_pointer = |value: &Value<'_>| value.r#type() == pointer_type(main.ctx());
    if arguments.iter().all(is_pointer) {
        main.set_attr("arg_attrs", ArrayAttribute::new(main.ctx(), &vec![noalias; arguments.len()]).into());
    }
}

/// Fills a function, given its arguments.
type FunctionBody<'c, 'f> = &'f dyn Fn(&Llvm<'c>, &[Value<'c>]);

/// Calls and declares in LLVM's dialect.
struct Llvm<'c> {
    at: Builder<'c>,
}

impl<'c> Llvm<'c> {
    fn pointer(&self) -> Type<'c> {
        pointer_type(self.at.context)
    }

    fn word(&self) -> Type<'c> {
        integer_type(self.at.context, 64)
    }

    fn constant(&self, value: i64) -> Value<'c> {
        let value = i64_attribute(self.at.context, value);
        llvm::mlir_constant(&self.at, value, self.word())
    }

    /// The address of slot `i` in an array of pointers.
    fn slot(&self, array: Value<'c>, i: usize) -> Value<'c> {
        llvm::getelementptr(&self.at, array, &[], &[i as i32], self.pointer(), self.pointer())
    }

    fn load(&self, array: Value<'c>, i: usize) -> Value<'c> {
        llvm::load(&self.at, self.slot(array, i), self.pointer())
    }

    fn call(&self, name: &str, arguments: &[Value<'c>]) {
        let options = llvm::CallOptions { callee: Some(name), ..Default::default() };
        llvm::call_with(&self.at, arguments, &[], &[], None, options);
    }

    /// A function of the given argument types, without result.
    fn function(
        &self,
        name: &str,
        arguments: &[Type<'c>],
        linkage: Linkage,
        body: Option<FunctionBody<'c, '_>>,
    ) -> Op<'c> {
        let context = self.at.context;
        let region = match body {
            None => melior::ir::Region::new(),
            Some(body) => self.at.region(arguments, |builder, values| {
                body(&Llvm { at: *builder }, values);
                llvm::return_(builder, None);
            }),
        };
        let ty = r#type::function(r#type::void(context), arguments, false);
        let options =
            llvm::LLVMFuncOptions { linkage: Some(attributes::linkage(context, linkage)), ..Default::default() };
        llvm::func_with(&self.at, name, ty, region, options)
    }
}

pub(crate) const CUSTOM_CALL: &str = "xla_rt_custom_call";

/// Makes `function` return where `call` gives a status that is not 0.
///
/// ```mlir
/// %status = llvm.call @xla_rt_custom_call(…) : … -> i32
/// // is followed by
/// %failed = llvm.icmp "ne" %status, %zero : i32
/// llvm.cond_br %failed, ^return, ^rest
/// ```
fn return_unless_zero<'c>(function: Op<'c>, call: Op<'c>) {
    let block = verified::before(call).block();
    let region = function.region_list()[0];
    let (context, location) = (call.ctx(), call.loc());
    let [rest, end] = [(); 2].map(|()| {
        let block = region.append_block(melior::ir::Block::new(&[]));
        // SAFETY: the block belongs to the function's region.
        unsafe { Block::from_raw(block.to_raw()) }
    });
    ops_after(call).into_iter().for_each(|op| move_to_end(op, rest));
    llvm::return_(&Builder::at_end(context, end, location), None);
    let at = Builder::at_end(context, block, location);
    let status = call.output(0);
    let zero = melior::ir::attribute::IntegerAttribute::new(status.r#type(), 0).into();
    let zero = llvm::mlir_constant(&at, zero, status.r#type());
    let failed = llvm::icmp(&at, llvm::ICmpPredicate::Ne, status, zero);
    llvm::cond_br(&at, failed, &[], &[], end, rest);
}

pub(crate) const PARALLEL_FOR: &str = "xla_rt_parallel_for";

/// How many arrays of addresses and offsets of one length a function has for its calls. With one for each call the stack would grow
/// with the program; with one for all, LLVM's register allocation takes time that grows with the square of the number
/// of calls.
const ARRAYS: usize = 64;

/// What functions of a program that hand kernels to threads share.
#[derive(Default)]
struct Program {
    /// Whether the runtime's function is declared.
    calls_threads: bool,
    /// The names of the functions that exist already and call a kernel of many words.
    parts: HashSet<String>,
}

/// The calls of a function that hand kernels to threads.
struct Sharing<'c, 'a> {
    /// The function that calls.
    function: Op<'c>,
    /// Its argument for the runtime.
    context: Value<'c>,
    /// What the program has for all of its functions.
    program: &'a mut Program,
    /// The arrays, by their length and a number below [`ARRAYS`].
    arrays: HashMap<(usize, usize), Value<'c>>,
    /// How many of them calls have been given.
    given: usize,
}

impl<'c> Sharing<'c, '_> {
    /// ```mlir
    /// llvm.call @kernel(%a, %b, %begin, %end, %offset)
    /// // becomes
    /// llvm.call @xla_rt_parallel_for(%context, @kernel, %words, %addresses, %offsets, %end, %grain, %shares)
    /// ```
    /// where `%words` are `%addresses` addresses, and behind them `%offsets` offsets.
    fn run_in_parts(&mut self, call: Op<'c>, kernel: Op<'c>) {
        let grain = verified::int(kernel, PARALLEL);
        let shares = i64::from(kernel.attr(SHARES).is_some());
        let operands = call.ins();
        let llvm = Llvm { at: verified::before(call) };
        let addresses = operands.iter().take_while(|operand| operand.r#type() == llvm.pointer()).count();
        let (addresses, others) = operands.split_at(addresses);
        let (end, offsets) = (others[1], &others[2..]);
        let mut counts = [addresses.len(), offsets.len()];
        let mut words = self.array_of(&llvm, &[addresses, offsets].concat());
        let mut name = verified::string(kernel, "sym_name").to_string();
        if operands.len() > MOST_WORDS {
            (name, words) = (self.part_of(&name, counts), self.array_of(&llvm, &[words]));
            counts = [1, 0];
        }
        if !std::mem::replace(&mut self.program.calls_threads, true) {
            let (pointer, word) = (llvm.pointer(), llvm.word());
            let types = [pointer, pointer, pointer, word, word, word, word, word];
            let top = Llvm { at: verified::before(self.function) };
            top.function(PARALLEL_FOR, &types, Linkage::External, None);
        }
        let kernel = llvm::mlir_addressof(&llvm.at, &name, llvm.pointer());
        let [addresses, offsets] = counts.map(|count| llvm.constant(count as i64));
        let sizes = [addresses, offsets, end, llvm.constant(grain), llvm.constant(shares)];
        llvm.call(PARALLEL_FOR, &[&[self.context, kernel, words], &sizes[..]].concat());
        call.erase();
    }

    /// The name of the function that calls `kernel`, which takes more words than the runtime calls functions with, given an array of its
    /// addresses and offsets.
    fn part_of(&mut self, kernel: &str, [addresses, offsets]: [usize; 2]) -> String {
        let part = format!("{kernel}_part");
        let top = Llvm { at: verified::before(self.function) };
        let (pointer, word) = (top.pointer(), top.word());
        if self.program.parts.insert(part.clone()) {
            let body = |llvm: &Llvm<'c>, arguments: &[Value<'c>]| {
                let mut all: Vec<_> = (0..addresses).map(|i| llvm.load(arguments[0], i)).collect();
                all.extend([arguments[1], arguments[2]]);
                let slots = (addresses..addresses + offsets).map(|i| llvm.slot(arguments[0], i));
                all.extend(slots.map(|slot| llvm::load(&llvm.at, slot, word)));
                llvm.call(kernel, &all);
            };
            top.function(&part, &[pointer, word, word], Linkage::Internal, Some(&body));
        }
        part
    }

    /// An array that holds `words`.
    fn array_of(&mut self, llvm: &Llvm<'c>, words: &[Value<'c>]) -> Value<'c> {
        let array = self.next_array(words.len());
        for (i, word) in words.iter().enumerate() {
            llvm::store(&llvm.at, *word, llvm.slot(array, i));
        }
        array
    }

    /// An array for `length` words, which no call uses that has not returned.
    fn next_array(&mut self, length: usize) -> Value<'c> {
        let number = self.given % ARRAYS;
        self.given += 1;
        let (entry, context) = (verified::body(self.function, 0), self.function.ctx());
        *self.arrays.entry((length, number)).or_insert_with(|| {
            let start = Llvm { at: Builder::at_start(context, entry, self.function.loc()) };
            let count = start.constant(length as i64);
            llvm::alloca(&start.at, count, start.pointer(), start.pointer())
        })
    }
}

/// Adds the entry point, which does what `main` does: it calls it, or has its ops if it is one block, and not called. The arrays of a
/// function with loops are known to be apart where they are its arguments alone.
fn emit_entry<'c>(module: Op<'c>, main: Op<'c>, functions: &[Op<'c>]) {
    let body = verified::body(main, 0);
    let parameters = block_args(body);
    let name = verified::string(main, "sym_name");
    let inputs = main.int(INPUT_COUNT).unwrap_or_default() as usize;
    let arena = main.int(ARENA_BYTES).unwrap_or_default();
    module.set_attr(ARENA_BYTES, i64_attribute(module.ctx(), arena));
    let is_call = |op: Op<'c>| llvm::Call::of(op).is_some() && op.attr("callee").and_then(symbol_value) == Some(name);
    let is_moved =
        blocks(main.region_list()[0]).len() == 1 && !functions.iter().flat_map(|f| f.walk_ops()).any(is_call);
    let top = Llvm { at: verified::before(main) };
    top.function(
        ENTRY,
        &[top.pointer(); 4],
        Linkage::External,
        Some(&|llvm: &Llvm<'c>, arguments: &[Value<'c>]| {
            let mut all = vec![arguments[0]];
            all.extend((0..inputs).map(|i| llvm.load(arguments[1], i)));
            all.extend((0..parameters.len() - inputs - 2).map(|i| llvm.load(arguments[2], i)));
            all.push(arguments[3]);
            debug_assert!(all.iter().all(|value| value.r#type() == llvm.pointer()));
            if is_moved {
                parameters.iter().zip(&all).for_each(|(parameter, value)| replace_uses(*parameter, *value));
                let ops = block_ops(body);
                ops[..ops.len() - 1].iter().for_each(|op| move_to_end(*op, llvm.at.block()));
            } else {
                llvm.call(name, &all);
            }
        }),
    );
    if is_moved {
        main.erase();
    }
}
