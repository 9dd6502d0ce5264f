//! The header for C++.

use super::header::{declarations, introduction};
use super::interface::{Interface, Side};
use super::library::Library;
use xla_runtime::memory::ALIGNMENT;

impl Library {
    /// A header for C++20: a class `name_program` that owns context and arena.
    pub fn cpp_header(&self) -> String {
        text(self, &Interface::of(self))
    }
}

fn parameters(side: &Side, constant: bool) -> Vec<String> {
    let (qualifier, size) = if constant { ("const ", "std::int32_t ") } else { ("", "std::int32_t &") };
    let arrays = side
        .arrays
        .iter()
        .map(|array| format!("std::span<{qualifier}{}, {}> {}", array.storage.in_c(), array.count, array.name));
    arrays.chain(side.sizes.iter().map(|one| format!("{size}{}", one.name))).collect()
}

fn addresses(side: &Side) -> String {
    let arrays = side.arrays.iter().map(|array| format!("{}.data()", array.name));
    let all: Vec<_> = arrays.chain(side.sizes.iter().map(|one| format!("&{}", one.name))).collect();
    if all.is_empty() { "nullptr".to_string() } else { all.join(", ") }
}

fn text(library: &Library, interface: &Interface) -> String {
    let name = &library.name;
    let mut all = parameters(&interface.inputs, true);
    all.extend(parameters(&interface.outputs, false));
    format!(
        "//\n{introduction}\
         #ifndef {upper}_HPP\n#define {upper}_HPP\n\n\
         #include <cstddef>\n#include <cstdint>\n#include <memory>\n#include <new>\n#include <span>\n#include <stdexcept>\n\n\
         extern \"C\" {{\n{declarations}}}\n\n\
         // The program with a context and an arena of its own, for one thread at a time.\n\
         class {name}_program {{\npublic:\n\
         \x20 explicit {name}_program(int threads = 1, std::uint64_t seed = 0) : context({name}_create(threads, seed)) {{\n\
         \x20   if (!context)\n      throw std::bad_alloc();\n  }}\n\
         \x20 {name}_program(const {name}_program &) = delete;\n\
         \x20 {name}_program &operator=(const {name}_program &) = delete;\n\
         \x20 ~{name}_program() {{ {name}_destroy(context); }}\n\n\
         \x20 // Throws std::runtime_error if the run fails.\n\
         \x20 void operator()({parameters}) {{\n\
         \x20   const void *const inputs[] = {{{inputs}}};\n\
         \x20   void *const outputs[] = {{{outputs}}};\n\
         \x20   if ({name}(context, inputs, outputs, arena.get()))\n      throw std::runtime_error({name}_error(context));\n  }}\n\n\
         private:\n\
         \x20 struct Free {{\n\
         \x20   void operator()(void *memory) const {{ ::operator delete(memory, std::align_val_t({ALIGNMENT})); }}\n  }};\n\
         \x20 void *context;\n\
         \x20 std::unique_ptr<void, Free> arena{{::operator new({arena}, std::align_val_t({ALIGNMENT}))}};\n}};\n\n\
         #endif // {upper}_HPP\n",
        introduction = introduction(library, interface, "//"),
        upper = name.to_uppercase(),
        declarations = declarations(library),
        parameters = all.join(", "),
        inputs = addresses(&interface.inputs),
        outputs = addresses(&interface.outputs),
        arena = library.program.arena_bytes,
    )
}
