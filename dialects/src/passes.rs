//! Passes and pipelines in Rust, registered with MLIR under a name.

pub use crate::diagnostics::Failed;
use crate::ffi::{self, slice_of, str_of, string_ref};
use crate::hooks::guard;
use crate::ir::{Op, OpExt};
use crate::limits;
use mlir_sys::{MlirOperation, MlirStringRef};
use std::ffi::c_void;

/// An option of a pass, given as `{name=value}`.
#[derive(Clone, Copy)]
pub struct PassOption {
    /// The name.
    pub name: &'static str,
    /// One sentence for `--help`.
    pub description: &'static str,
    /// The value when it is not given.
    pub default: &'static str,
    /// Whether it is true or false.
    pub is_flag: bool,
    /// What is wrong with a value, if anything: an error of the pipeline, before anything runs.
    pub check: Check,
}

/// Says what is wrong with the value of an option.
pub type Check = fn(&str) -> Result<(), String>;

impl PassOption {
    /// An option whose value is any text.
    pub const fn text(name: &'static str, description: &'static str, default: &'static str) -> Self {
        Self { name, description, default, is_flag: false, check: |_| Ok(()) }
    }

    /// An option that is true or false, and true where only its name is given. The pass gets `true` or `false`.
    pub const fn flag(name: &'static str, description: &'static str) -> Self {
        Self { name, description, default: "false", is_flag: true, check: |value| boolean(value).map(drop) }
    }

    /// The same option, whose value `check` reads.
    pub const fn checked(self, check: Check) -> Self {
        Self { check, ..self }
    }
}

/// What MLIR's own options that are true or false take.
fn boolean(value: &str) -> Result<&'static str, String> {
    match value {
        "" | "true" | "TRUE" | "True" | "1" => Ok("true"),
        "false" | "FALSE" | "False" | "0" => Ok("false"),
        other => Err(format!("`{other}` is neither true nor false")),
    }
}

/// A pass.
pub struct Pass {
    /// The pass argument (`--name`).
    pub name: &'static str,
    /// One sentence for `--help`.
    pub description: &'static str,
    /// The op it runs on; empty for any.
    pub op: &'static str,
    /// Its options.
    pub options: &'static [PassOption],
    /// Dialects whose ops it creates.
    pub dialects: &'static [&'static str],
    /// The function that runs the pass; option values come in the order of `options`.
    pub run: for<'c> fn(Op<'c>, &[&str]) -> Result<(), Failed>,
}

unsafe extern "C" fn run(
    op: MlirOperation,
    values: *const MlirStringRef,
    n_values: isize,
    user_data: *mut c_void,
) -> bool {
    // SAFETY: `user_data` is the &'static Pass given at registration; the op and the texts outlive the call.
    let (op, pass, values) = unsafe {
        let pass = &*user_data.cast::<Pass>();
        let values = slice_of(values, n_values).iter().map(|value| str_of(*value)).zip(pass.options);
        let values = values.map(|(value, option)| match boolean(value) {
            Ok(value) if option.is_flag => value,
            _ => value,
        });
        (Op::from_raw(op), pass, values.collect::<Vec<&str>>())
    };
    limits::begin_pass();
    // The caller that set the limits reports the error.
    limits::stopped().is_none() && guard(Some(op.loc()), false, || (pass.run)(op, &values).is_ok())
}

unsafe extern "C" fn check(
    option: isize,
    value: MlirStringRef,
    report: unsafe extern "C" fn(MlirStringRef, *mut c_void),
    report_data: *mut c_void,
    user_data: *mut c_void,
) {
    // SAFETY: as for `run`; the callback may be called with its own data.
    unsafe {
        let (pass, value) = (&*user_data.cast::<Pass>(), str_of(value));
        if let Some(Err(reason)) = pass.options.get(option as usize).map(|option| (option.check)(value)) {
            report(string_ref(&reason), report_data);
        }
    }
}

/// Whether a pass of this name is registered.
pub fn is_registered(name: &str) -> bool {
    // SAFETY: the text outlives the call.
    unsafe { ffi::xla_has_pass(string_ref(name)) }
}

/// Registers `pass` with MLIR.
pub fn register(pass: &'static Pass) {
    let options: Vec<_> = pass
        .options
        .iter()
        .map(|option| ffi::XlaPassOption {
            name: string_ref(option.name),
            description: string_ref(option.description),
            default_value: string_ref(option.default),
            is_flag: option.is_flag,
        })
        .collect();
    let dialects: Vec<_> = pass.dialects.iter().map(string_ref).collect();
    let raw = ffi::XlaPass {
        name: string_ref(pass.name),
        description: string_ref(pass.description),
        op: string_ref(pass.op),
        options: options.as_ptr(),
        n_options: options.len() as isize,
        dialects: dialects.as_ptr(),
        n_dialects: dialects.len() as isize,
        check,
        run,
        user_data: std::ptr::from_ref(pass).cast_mut().cast(),
    };
    // SAFETY: the glue copies everything but `user_data`, which is 'static.
    unsafe { ffi::xla_register_pass(&raw) }
}

/// Registers a named pipeline: `passes` in the syntax of `--pass-pipeline`, without the anchor op.
pub fn register_pipeline(name: &str, description: &str, passes: &str) {
    // SAFETY: the glue copies the texts.
    unsafe { ffi::xla_register_pipeline(string_ref(name), string_ref(description), string_ref(passes)) }
}
