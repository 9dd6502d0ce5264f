//! The pass xla-compile-functions: functions of a larger module go down the whole code generation, and come back as
//! functions that the rest of the module calls.
//!
//! ```mlir
//! func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {xla.compile} { … }
//! // becomes
//! func.func @f(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
//!   %a = bufferization.to_buffer %x read_only : tensor<4x8xf32> to memref<4x8xf32>
//!   %r = memref.alloc() : memref<4x8xf32>
//!   llvm.call @f_native(…) : (!llvm.ptr, !llvm.ptr) -> ()   // the addresses of %a and %r
//!   %y = bufferization.to_tensor %r restrict writable : memref<4x8xf32> to tensor<4x8xf32>
//!   return %y : tensor<4x8xf32>
//! }
//! llvm.func internal @f_native(%x: !llvm.ptr, %y: !llvm.ptr) { … }
//! ```
//! The function keeps its signature on tensors, so that upstream's bufferization and conversions decide how it is called
//! and who frees its results.

mod boundary;
mod calls;
mod context;
mod interface;
mod link;
mod native;
mod outline;
mod rows;
mod selection;

use crate::attributes::COMPILE;
use crate::entry;
use crate::machine::MachineModel;
use interface::Interface;
use link::Linker;
use native::Version;
use outline::{Apart, Outlined};
use std::str::FromStr;
use xla_dialect::diagnostics::error;
use xla_dialect::ir::{Op, OpExt};
use xla_dialect::passes::{Failed, Pass, PassOption};

/// The passes.
pub static PASSES: &[Pass] = &[PASS, calls::PASS];

/// See the module's documentation.
const PASS: Pass = Pass {
    name: "xla-compile-functions",
    description: "Compile the functions that have the attribute xla.compile to the llvm dialect, inside of a larger module",
    op: "builtin.module",
    options: &[
        PassOption::flag("all", "compile every function whose ops are all of xla or StableHLO"),
        PassOption::text(
            "calling-convention",
            "memref: the function keeps its name and its signature on tensors, which upstream's passes make one \
                          on memrefs; bare-pointer: its name is that of a C function of the addresses of the arguments and \
                          the results",
            "memref",
        )
        .checked(|text| Convention::parse(text).map(drop)),
        PassOption::text("features", "as for xla-lower-kernels", ""),
        PassOption::text("machine", "as for xla-lower-kernels", "").checked(|text| MachineModel::from_str(text).map(drop)),
        PassOption::text(
            "threads",
            "how many threads a function uses, the caller's included; more than one are libxla_runtime's",
            "1",
        )
        .checked(|text| threads(text).map(drop)),
    ],
    dialects: &[
        "affine",
        "arith",
        "bufferization",
        "cf",
        "complex",
        "func",
        "linalg",
        "llvm",
        "math",
        "memref",
        "scf",
        "shape",
        "stablehlo",
        "tensor",
        "vector",
        "xla",
    ],
    run,
};

/// By what name a compiled function is called, and with what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Convention {
    /// The function's name is that of a function on tensors.
    Memref,
    /// The function's name is that of a C function.
    BarePointer,
}

/// The most threads that a function may be told to use.
const MOST_THREADS: i32 = 1024;

/// The number of threads that an option states.
fn threads(text: &str) -> Result<i32, String> {
    let count = if text.is_empty() { Some(1) } else { text.parse().ok() };
    let count = count.filter(|count| (1..=MOST_THREADS).contains(count));
    count.ok_or_else(|| format!("`{text}` is no number of threads: it is between 1 and {MOST_THREADS}"))
}

/// The options.
struct Request<'a> {
    all: bool,
    convention: Convention,
    features: &'a str,
    machine: &'a str,
    threads: i32,
}

impl Convention {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "memref" | "" => Ok(Self::Memref),
            "bare-pointer" => Ok(Self::BarePointer),
            other => Err(format!("`{other}` is no calling convention: it is memref or bare-pointer")),
        }
    }
}

impl<'a> Request<'a> {
    fn parse(options: &[&'a str]) -> Result<Self, String> {
        let option = |i: usize| options.get(i).copied().unwrap_or_default();
        let (convention, threads) = (Convention::parse(option(1))?, threads(option(4))?);
        Ok(Self { all: option(0) == "true", convention, features: option(2), machine: option(3), threads })
    }
}

fn run<'c>(module: Op<'c>, options: &[&str]) -> Result<(), Failed> {
    let request = Request::parse(options).map_err(|reason| error(module.loc(), &reason))?;
    let selected = selection::selected(module, request.all)?;
    let mut interfaces = Vec::new();
    for function in selected {
        // It is taken out before the body of any is replaced: one may call another.
        interfaces.push((Interface::of(function)?, Outlined::of(module, function)));
    }
    let mut linker = Linker::of(module);
    for (interface, outlined) in interfaces {
        compile(&mut linker, &interface, &outlined, &request)?;
    }
    Ok(())
}

/// Compiles one function, and replaces it.
fn compile<'c>(
    linker: &mut Linker<'c>,
    interface: &Interface<'c>,
    outlined: &Outlined<'c>,
    request: &Request<'_>,
) -> Result<(), Failed> {
    interface.function.remove_attr(COMPILE);
    // What is wrong with the text, a pass says.
    let vector_bits = request.machine.parse::<MachineModel>().unwrap_or_default().vector_bits;
    let link = |linker: &mut Linker<'c>, version: &Apart<'c>, rows, base: &str| {
        native::refuse_exchanges(outlined, version)?;
        Version::link(linker, version, (rows, vector_bits, request.threads), base)
    };
    let mut versions = Vec::new();
    if interface.has_rows() {
        rows::check(outlined, &outlined.open_form()?)?;
        for rows in interface.row_blocks() {
            let version = outlined.compiled(&interface.with_rows(rows), request)?;
            let base = format!("{}_{rows}_rows", interface.name());
            versions.push(link(linker, &version, Some(rows), &base)?);
        }
    } else {
        let version = outlined.compiled(&[], request)?;
        versions.push(link(linker, &version, None, &format!("{}_code", interface.name()))?);
    }
    let function = interface.function;
    match request.convention {
        Convention::Memref => {
            let name =
                native::emit(linker, interface, (&versions, request.threads), &format!("{}_native", interface.name()))?;
            linker.make_internal(&name);
            boundary::replace(linker, interface, &name);
        }
        Convention::BarePointer => {
            let (name, boundary) =
                (interface.name().to_string(), linker.unique(&format!("{}_on_tensors", interface.name())));
            linker.rename(function, &boundary);
            let native = native::emit(linker, interface, (&versions, request.threads), &name)?;
            if !entry::is_public(function) {
                linker.make_internal(&native);
            }
            boundary::replace(linker, interface, &native);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conventions_have_names() {
        let parse = |convention| Request::parse(&["false", convention, "", ""]).map(|request| request.convention);
        assert_eq!(parse("memref"), Ok(Convention::Memref));
        assert_eq!(parse("bare-pointer"), Ok(Convention::BarePointer));
        assert!(parse("stdcall").is_err());
        let threads = |count| Request::parse(&["false", "memref", "", "", count]).map(|request| request.threads);
        assert_eq!((threads("1"), threads("8")), (Ok(1), Ok(8)));
        assert!(["0", "-1", "many", "2000"].into_iter().all(|count| threads(count).is_err()));
    }
}
