//! Names for parameters that are identifiers in C, C++ and Rust.

use std::collections::HashSet;

/// Names that a parameter cannot have in one of the languages, or that the functions use themselves.
const TAKEN: &str = "context inputs outputs arena threads seed self status program run result \
    alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept \
    const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double \
    dynamic_cast else enum explicit export extern false float for friend goto if inline int long mutable namespace new \
    noexcept not not_eq nullptr operator or or_eq private protected public register reinterpret_cast requires restrict return \
    short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef \
    typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq \
    abstract as async await become box crate dyn final fn gen impl in let loop macro match mod move mut override priv pub ref \
    super trait type typeof unsafe unsized use where yield _";

/// Whether `name` is usable in C, C++ and Rust, and not used by the generated code.
pub(super) fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !TAKEN.split_whitespace().any(|taken| taken == name)
}

/// An identifier like `title` that none in `taken` is: `params['w']` becomes `params_w`.
pub(super) fn identifier(title: &str, otherwise: &str, taken: &mut HashSet<String>) -> String {
    let mut name = String::new();
    for c in title.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c);
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    name.truncate(name.trim_end_matches('_').len());
    name.truncate(60);
    if name.is_empty() {
        name = otherwise.to_string();
    }
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, 'x');
    }
    if !is_identifier(&name) {
        name.push('_');
    }
    let mut unique = name.clone();
    let mut number = 2;
    while !taken.insert(unique.clone()) {
        unique = format!("{name}_{number}");
        number += 1;
    }
    unique
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_identifiers_that_differ() {
        let mut taken = HashSet::new();
        let all = ["params['w']", "params[\"w\"]", "", "2nd", "float", "mut", "*/", "größe"];
        let found = all.map(|title| identifier(title, "arg0", &mut taken));
        assert_eq!(found, ["params_w", "params_w_2", "arg0", "x2nd", "float_", "mut_", "arg0_2", "gr_e"]);
        assert!(found.iter().all(|name| is_identifier(name)));
        assert!(!is_identifier("1") && !is_identifier("a-b") && !is_identifier("") && !is_identifier("class"));
    }
}
