//! The module for Rust.

use super::header::introduction;
use super::interface::{Interface, Side};
use super::library::Library;
use crate::execute::RuntimeUse;
use xla_runtime::memory::ALIGNMENT;

impl Library {
    /// A module for Rust: a type `Program` that owns context and arena, and a function that makes one call.
    pub fn rust_module(&self) -> String {
        text(self, &Interface::of(self))
    }
}

fn parameters(side: &Side, constant: bool) -> Vec<String> {
    let (reference, size) = if constant { ("&", "i32") } else { ("&mut ", "&mut i32") };
    let arrays = side
        .arrays
        .iter()
        .map(|array| format!("{}: {reference}[{}; {}]", array.name, array.storage.in_rust(), array.count));
    arrays.chain(side.sizes.iter().map(|one| format!("{}: {size}", one.name))).collect()
}

fn addresses(side: &Side, constant: bool) -> String {
    let (pointer, reference) = if constant { ("as_ptr", "ref") } else { ("as_mut_ptr", "mut") };
    let size = |name: &str| if constant { format!("&{name}") } else { name.to_string() };
    let arrays = side.arrays.iter().map(|array| format!("{}.{pointer}().cast()", array.name));
    let sizes = side.sizes.iter().map(|one| format!("std::ptr::from_{reference}({}).cast()", size(&one.name)));
    arrays.chain(sizes).collect::<Vec<_>>().join(", ")
}

/// The function that makes one call and returns what comes out.
fn function(library: &Library, interface: &Interface) -> String {
    let outputs = &interface.outputs;
    let arrays = outputs.arrays.iter().map(|array| format!("Box<[{}; {}]>", array.storage.in_rust(), array.count));
    let types: Vec<_> = arrays.chain(outputs.sizes.iter().map(|_| "i32".to_string())).collect();
    let names = outputs.arrays.iter().map(|array| &array.name).chain(outputs.sizes.iter().map(|one| &one.name));
    let names: Vec<_> = names.map(String::as_str).collect();
    let parenthesized = |all: &[String]| match all {
        [one] => one.clone(),
        all => format!("({})", all.join(", ")),
    };
    let made: String = outputs
        .arrays
        .iter()
        .map(|array| {
            let (name, number, count) = (&array.name, array.storage.in_rust(), array.count);
            // By way of a vector, for the stack may be too small.
            let value = format!("vec![0{number}; {count}].try_into().map_err(|_| \"no array\".to_string())?");
            format!("    let mut {name}: Box<[{number}; {count}]> = {value};\n")
        })
        .chain(outputs.sizes.iter().map(|one| format!("    let mut {}: i32 = 0;\n", one.name)))
        .collect();
    let inputs = &interface.inputs;
    let inputs =
        inputs.arrays.iter().map(|array| array.name.clone()).chain(inputs.sizes.iter().map(|one| one.name.clone()));
    let arguments: Vec<_> = inputs.chain(names.iter().map(|name| format!("&mut {name}"))).collect();
    format!(
        "/// Runs the program once, on this thread.\n///\n/// # Errors\n/// If the run fails.\n\
         #[allow(clippy::too_many_arguments, clippy::type_complexity)]\n\
         pub fn {name}({parameters}) -> Result<{results}, String> {{\n{made}\
         \x20   Program::new(1, 0)?.run({arguments})?;\n    Ok({returned})\n}}\n",
        name = library.name,
        parameters = parameters(&interface.inputs, true).join(", "),
        results = parenthesized(&types),
        arguments = arguments.join(", "),
        returned = parenthesized(&names.iter().map(|name| (*name).to_string()).collect::<Vec<_>>()),
    )
}

fn text(library: &Library, interface: &Interface) -> String {
    let name = &library.name;
    let runtime = if library.uses == RuntimeUse::None {
        ""
    } else {
        "// The program calls its functions: the crate that includes this file depends on xla-runtime.\nuse xla_runtime as _;\n\n"
    };
    let mut all = vec!["&mut self".to_string()];
    all.extend(parameters(&interface.inputs, true));
    all.extend(parameters(&interface.outputs, false));
    format!(
        "{introduction}{runtime}\
         /// Bytes of scratch memory that a run needs.\npub const ARENA_BYTES: usize = {arena};\n\n\
         mod functions {{\n    use std::ffi::{{c_char, c_void}};\n\n    unsafe extern \"C\" {{\n\
         \x20       pub fn {name}(context: *mut c_void, inputs: *const *const c_void, outputs: *const *mut c_void, arena: *mut c_void) -> i32;\n\
         \x20       pub fn {name}_create(threads: i32, seed: u64) -> *mut c_void;\n\
         \x20       pub fn {name}_destroy(context: *mut c_void);\n\
         \x20       pub fn {name}_error(context: *mut c_void) -> *const c_char;\n    }}\n}}\n\n\
         #[derive(Clone, Copy)]\n#[repr(align({ALIGNMENT}))]\n#[allow(dead_code)]\nstruct Line([u8; {ALIGNMENT}]);\n\n\
         /// The program with a context and an arena of its own.\n\
         pub struct Program {{\n    context: *mut std::ffi::c_void,\n    arena: Vec<Line>,\n}}\n\n\
         // SAFETY: a context may go from thread to thread.\nunsafe impl Send for Program {{}}\n\n\
         impl Program {{\n\
         \x20   /// With `threads` threads, the caller's included, and a seed for the random numbers that it draws.\n\
         \x20   ///\n    /// # Errors\n    /// If there is no memory for a context.\n\
         \x20   pub fn new(threads: i32, seed: u64) -> Result<Self, String> {{\n\
         \x20       // SAFETY: it may be called at any time.\n\
         \x20       let context = unsafe {{ functions::{name}_create(threads, seed) }};\n\
         \x20       if context.is_null() {{\n            return Err(\"there is no memory for a context\".to_string());\n        }}\n\
         \x20       Ok(Self {{ context, arena: vec![Line([0; {ALIGNMENT}]); ARENA_BYTES.div_ceil({ALIGNMENT})] }})\n    }}\n\n\
         \x20   /// Runs the program.\n    ///\n    /// # Errors\n    /// If the run fails.\n\
         \x20   #[allow(clippy::too_many_arguments)]\n\
         \x20   pub fn run({parameters}) -> Result<(), String> {{\n\
         \x20       let inputs: [*const std::ffi::c_void; {n_inputs}] = [{inputs}];\n\
         \x20       let outputs: [*mut std::ffi::c_void; {n_outputs}] = [{outputs}];\n\
         \x20       // SAFETY: the types of the parameters are the program's, and each output is borrowed by it alone.\n\
         \x20       let status = unsafe {{\n\
         \x20           functions::{name}(self.context, inputs.as_ptr(), outputs.as_ptr(), self.arena.as_mut_ptr().cast())\n        }};\n\
         \x20       if status != 0 {{\n\
         \x20           // SAFETY: the context is alive, and so is its message until the next run.\n\
         \x20           let message = unsafe {{ std::ffi::CStr::from_ptr(functions::{name}_error(self.context)) }};\n\
         \x20           return Err(message.to_string_lossy().into_owned());\n        }}\n\
         \x20       Ok(())\n    }}\n}}\n\n\
         impl Drop for Program {{\n    fn drop(&mut self) {{\n\
         \x20       // SAFETY: the context is ours and not used again.\n\
         \x20       unsafe {{ functions::{name}_destroy(self.context) }}\n    }}\n}}\n\n{function}",
        introduction = introduction(library, interface, "//"),
        arena = library.program.arena_bytes,
        parameters = all.join(", "),
        n_inputs = interface.inputs.arrays.len() + interface.inputs.sizes.len(),
        n_outputs = interface.outputs.arrays.len() + interface.outputs.sizes.len(),
        inputs = addresses(&interface.inputs, true),
        outputs = addresses(&interface.outputs, false),
        function = function(library, interface),
    )
}
