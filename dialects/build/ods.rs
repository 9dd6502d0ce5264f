//! Writes Rust for the ops that ODS declares: for each dialect an enum of its ops, a view of each op with typed
//! accessors, and typed functions that build it.
//!
//! The records come from `llvm-tblgen --dump-json`; `model` reads them, `emit` writes the Rust, which `src/ods.rs`
//! includes and describes.

mod emit;
mod model;

use model::{EnumDef, Enums, OpDef, Records};
use std::{collections::BTreeMap, fs, path::Path};

/// A dialect to write Rust for.
struct Dialect {
    /// The Rust module, which has the dialect's name in MLIR.
    module: &'static str,
    /// The ODS file, below MLIR's include directory or below this crate.
    file: &'static str,
    /// The mnemonics of the ops; all ops, if none are named. An op that is not listed costs one word here.
    ops: &'static [&'static str],
}

impl Dialect {
    const fn whole(module: &'static str, file: &'static str) -> Self {
        Self { module, file, ops: &[] }
    }

    const fn part(module: &'static str, file: &'static str, ops: &'static [&'static str]) -> Self {
        Self { module, file, ops }
    }
}

const DIALECTS: &[Dialect] = &[
    Dialect::part("affine", "mlir/Dialect/Affine/IR/AffineOps.td", &["apply"]),
    Dialect::whole("arith", "mlir/Dialect/Arith/IR/ArithOps.td"),
    Dialect::part("bufferization", "mlir/Dialect/Bufferization/IR/BufferizationOps.td", &["to_buffer", "to_tensor"]),
    Dialect::part("builtin", "mlir/IR/BuiltinOps.td", &["module", "unrealized_conversion_cast"]),
    Dialect::part("cf", "mlir/Dialect/ControlFlow/IR/ControlFlowOps.td", &["assert", "br", "cond_br"]),
    Dialect::part("complex", "mlir/Dialect/Complex/IR/ComplexOps.td", &["constant", "create", "im", "re"]),
    Dialect::whole("func", "mlir/Dialect/Func/IR/FuncOps.td"),
    Dialect::part("linalg", "mlir/Dialect/Linalg/IR/LinalgStructuredOps.td", &["generic"]),
    Dialect::part("linalg", "mlir/Dialect/Linalg/IR/LinalgOps.td", &["index", "yield"]),
    Dialect::part(
        "llvm",
        "mlir/Dialect/LLVMIR/LLVMOps.td",
        &[
            "alloca",
            "br",
            "call",
            "call_intrinsic",
            "cond_br",
            "fence",
            "func",
            "getelementptr",
            "icmp",
            "inttoptr",
            "load",
            "mlir.addressof",
            "mlir.constant",
            "mlir.global",
            "ptrtoint",
            "return",
            "store",
        ],
    ),
    Dialect::whole("math", "mlir/Dialect/Math/IR/MathOps.td"),
    Dialect::part(
        "memref",
        "mlir/Dialect/MemRef/IR/MemRefOps.td",
        &[
            "alloc",
            "alloca",
            "cast",
            "copy",
            "dim",
            "extract_aligned_pointer_as_index",
            "get_global",
            "global",
            "load",
            "prefetch",
            "reinterpret_cast",
            "store",
            "subview",
            "view",
        ],
    ),
    Dialect::part(
        "scf",
        "mlir/Dialect/SCF/IR/SCFOps.td",
        &["condition", "execute_region", "for", "if", "index_switch", "parallel", "reduce", "while", "yield"],
    ),
    Dialect::part(
        "shape",
        "mlir/Dialect/Shape/IR/ShapeOps.td",
        &[
            "add",
            "assuming",
            "assuming_yield",
            "broadcast",
            "concat",
            "const_shape",
            "const_size",
            "cstr_broadcastable",
            "dim",
            "div",
            "from_extents",
            "get_extent",
            "index_to_size",
            "max",
            "min",
            "mul",
            "num_elements",
            "rank",
            "shape_of",
            "size_to_index",
            "to_extent_tensor",
            "value_as_shape",
        ],
    ),
    Dialect::part(
        "tensor",
        "mlir/Dialect/Tensor/IR/TensorOps.td",
        &[
            "cast",
            "collapse_shape",
            "dim",
            "empty",
            "expand_shape",
            "extract",
            "extract_slice",
            "from_elements",
            "insert",
            "insert_slice",
            "reshape",
            "splat",
        ],
    ),
    Dialect::part(
        "vector",
        "mlir/Dialect/Vector/IR/VectorOps.td",
        &[
            "bitcast",
            "broadcast",
            "constant_mask",
            "create_mask",
            "deinterleave",
            "extract",
            "extract_strided_slice",
            "from_elements",
            "gather",
            "insert",
            "insert_strided_slice",
            "interleave",
            "load",
            "maskedload",
            "maskedstore",
            "reduction",
            "scatter",
            "shape_cast",
            "shuffle",
            "step",
            "store",
            "transfer_read",
            "transfer_write",
            "transpose",
        ],
    ),
    Dialect::whole("xla", "xla/Xla.td"),
    Dialect::whole("stablehlo", "stablehlo/Stablehlo.td"),
    Dialect::whole("chlo", "chlo/Chlo.td"),
    Dialect::whole("sdy", "sdy/Sdy.td"),
    Dialect::whole("interpreter", "interpreter/Interpreter.td"),
];

/// The C++ headers that declare the enums of [`DIALECTS`].
const HEADERS: &[&str] = &[
    "mlir/CAPI/IR.h",
    "mlir/Dialect/Arith/IR/Arith.h",
    "mlir/Dialect/LLVMIR/LLVMDialect.h",
    "mlir/Dialect/Linalg/IR/Linalg.h",
    "mlir/Dialect/Vector/IR/VectorOps.h",
    "ChloDialect.h",
    "StablehloDialect.h",
    "XlaDialect.h",
];

/// What is written to a module of Rust.
#[derive(Default)]
struct Module {
    ops: Vec<OpDef>,
    enums: Vec<EnumDef>,
}

/// Writes `ods.rs` and `OdsEnums.cpp` to `out`.
///
/// # Errors
/// If `llvm-tblgen` fails, or a record is not what this understands.
pub fn write(prefix: &Path, root: &Path, out: &Path) -> Result<(), String> {
    let mut modules: BTreeMap<&str, Module> = BTreeMap::new();
    let mut enums = Enums::new();
    for dialect in DIALECTS {
        let records = Records::read(prefix, root, dialect.file)?;
        let module = modules.entry(dialect.module).or_default();
        for record in records.ops(dialect)? {
            module.ops.push(OpDef::of(&records, record, &mut enums)?);
        }
    }
    for ((module, _), definition) in enums {
        modules.get_mut(module.as_str()).ok_or("an enum of no dialect")?.enums.push(definition);
    }
    let mut cpp: String = HEADERS.iter().map(|header| format!("#include \"{header}\"\n")).collect();
    for module in modules.values_mut() {
        module.ops.sort_by(|a, b| a.mnemonic.cmp(&b.mnemonic));
        module.enums.iter().for_each(|definition| emit::enum_cpp(definition, &mut cpp));
    }
    for (file, text) in [("ods.rs", emit::modules(&modules)), ("OdsEnums.cpp", cpp)] {
        let path = out.join(file);
        // Written only when it differs, so that what is unchanged is not compiled again.
        if fs::read_to_string(&path).ok().as_deref() != Some(&text) {
            fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}
