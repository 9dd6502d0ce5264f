//! The header for C.

use super::interface::{Interface, Side};
use super::library::Library;
use xla_runtime::memory::ALIGNMENT;

impl Library {
    /// A header for C: the functions, the arena's size, and a function `name_call` that has a parameter for each array.
    pub fn c_header(&self) -> String {
        text(self, &Interface::of(self))
    }
}

/// Declarations of the program's functions, for C and C++.
pub(super) fn declarations(library: &Library) -> String {
    let Library { name, .. } = library;
    format!(
        "/* Runs the program; 0 if all went well. Inputs and outputs are the addresses of the arrays above, in this order,\n \
         * sizes behind arrays; an output overlaps no other array. Runs at the same time have an arena each, and a context\n \
         * each. */\n\
         int32_t {name}(void *context, const void *const *inputs, void *const *outputs, void *arena);\n\
         /* A context with this many threads, the caller's included, and a seed for random numbers; null if there is no\n \
         * memory for one. */\n\
         void *{name}_create(int32_t threads, uint64_t seed);\n\
         void {name}_destroy(void *context);\n\
         /* Why the last run failed; empty if it did not. It lives until the next run. */\n\
         const char *{name}_error(void *context);\n"
    )
}

/// What the program is, as the lines of a comment behind `margin`.
pub(super) fn introduction(library: &Library, interface: &Interface, margin: &str) -> String {
    let file = library.source.rsplit(['/', '\\']).next().unwrap_or_default().replace("*/", "");
    let version = env!("CARGO_PKG_VERSION");
    let lines = [
        format!("{}, compiled from {file} for {}, by xla-mlir {version}. Generated: do not edit.", library.name, library.target),
        String::new(),
        "Arrays are dense and row-major where nothing else is said, aligned for their numbers, and no output overlaps".into(),
        "another array. Complex numbers are pairs; booleans are 0 or 1; numbers of less than 8 bits take one byte each;".into(),
        "f16, bf16 and narrower floats are their bits.".into(),
        format!("{} {}", library.on_contexts(), library.links_with()),
        String::new(),
    ];
    let lines: String = lines.iter().map(|line| format!("{margin} {line}").trim_end().to_string() + "\n").collect();
    lines + &interface.description(margin)
}

/// Parameters in C, the arrays and then the sizes.
fn parameters(side: &Side, constant: bool) -> Vec<String> {
    let (qualifier, size) = if constant { ("const ", "int32_t ") } else { ("", "int32_t *") };
    let arrays = side.arrays.iter().map(|array| format!("{qualifier}{} *{}", array.storage.in_c(), array.name));
    arrays.chain(side.sizes.iter().map(|one| format!("{size}{}", one.name))).collect()
}

fn addresses(side: &Side, constant: bool) -> String {
    let size = |name: &String| if constant { format!("&{name}") } else { name.clone() };
    let all: Vec<String> = side
        .arrays
        .iter()
        .map(|array| array.name.clone())
        .chain(side.sizes.iter().map(|one| size(&one.name)))
        .collect();
    // An array in C has an element.
    if all.is_empty() { "0".to_string() } else { all.join(", ") }
}

fn text(library: &Library, interface: &Interface) -> String {
    let (name, upper) = (&library.name, library.name.to_uppercase());
    let mut all = vec!["void *context".to_string()];
    all.extend(parameters(&interface.inputs, true));
    all.extend(parameters(&interface.outputs, false));
    all.push("void *arena".to_string());
    format!(
        "/*\n{introduction} */\n\
         #ifndef {upper}_H\n#define {upper}_H\n\n#include <stdint.h>\n\n\
         #ifdef __cplusplus\nextern \"C\" {{\n#endif\n\n\
         /* Scratch memory that a run needs: bytes, and their alignment. */\n\
         #define {upper}_ARENA_BYTES {arena}\n#define {upper}_ARENA_ALIGNMENT {ALIGNMENT}\n\n\
         {declarations}\n\
         static inline int32_t {name}_call({parameters}) {{\n\
         \x20 const void *const inputs[] = {{{inputs}}};\n\
         \x20 void *const outputs[] = {{{outputs}}};\n\
         \x20 return {name}(context, inputs, outputs, arena);\n}}\n\n\
         #ifdef __cplusplus\n}}\n#endif\n\n#endif /* {upper}_H */\n",
        introduction = introduction(library, interface, " *"),
        arena = library.program.arena_bytes,
        declarations = declarations(library),
        parameters = all.join(", "),
        inputs = addresses(&interface.inputs, true),
        outputs = addresses(&interface.outputs, false),
    )
}
