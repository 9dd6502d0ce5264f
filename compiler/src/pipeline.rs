//! The named pipelines, top to bottom: each is text in the syntax of `--pass-pipeline`.

use xla_dialect::passes::register_pipeline;

/// Input dialects become xla; functions that were specialised to shapes are not kept.
pub const IMPORT: &str = "stablehlo-refine-shapes,symbol-dce,stablehlo-legalize-quantized,stablehlo-legalize-to-xla";

/// One function, simplified, of core ops only, on arrays of static size and default layout.
pub const SIMPLIFY: &str = "xla-resolve-layouts,xla-resolve-dynamic-sizes,xla-expand-client-ops,xla-inline-calls,symbol-dce,inline,symbol-dce,canonicalize,\
     xla-unroll-loops,canonicalize,cse,xla-split-reductions";

/// xla becomes linalg on tensors, fused.
pub const TO_LINALG: &str = "xla-legalize-to-linalg,canonicalize,cse,func.func(xla-fuse-elementwise),canonicalize,cse";

/// The first pass of [`TO_KERNELS`].
pub const AFTER_FUSION: &str = "xla-bufferize";

/// linalg on tensors becomes loops and vectors in memory; kernels that are the same are one.
pub const TO_KERNELS: &str = "xla-bufferize,xla-lower-kernels,duplicate-function-elimination,canonicalize,cse,\
     xla-expand-math,cse";

/// Loops and vectors become LLVM's dialect.
pub const TO_LLVM: &str = "xla-convert-to-llvm,reconcile-unrealized-casts";

/// The way from an input dialect to xla, for the function `entry`, of whose arguments is known what `arguments` says, in
/// the notation of `stablehlo-refine-shapes`.
pub fn importing(entry: &str, arguments: &str) -> String {
    let options = if arguments.is_empty() { String::new() } else { format!(" arguments={arguments}") };
    let import = IMPORT.replacen("refine-shapes", &format!("refine-shapes{{entry={entry}{options}}}"), 1);
    format!("{import},xla-select-entry{{entry={entry}}}")
}

/// The way from there to the llvm dialect, for a target with `features`; `xla_cpu_compat` is that of `Options`.
pub fn lowering(entry: &str, features: &str, xla_cpu_compat: bool) -> String {
    const LEGALIZE: &str = "xla-legalize-to-linalg";
    let linalg = TO_LINALG.replacen(LEGALIZE, &format!("{LEGALIZE}{{xla-cpu-compat={xla_cpu_compat}}}"), 1);
    let kernels = ["xla-lower-kernels", "xla-expand-math"].into_iter().fold(TO_KERNELS.to_string(), |passes, pass| {
        passes.replacen(pass, &format!("{pass}{{features={features}}}"), 1)
    });
    [SIMPLIFY, &linalg, &kernels, TO_LLVM, &format!("xla-finalize-entry{{entry={entry}}}")].join(",")
}

/// The passes of a pipeline, one by one: those with options or on the functions in it are one each.
pub fn passes(pipeline: &str) -> Vec<&str> {
    let (mut all, mut start, mut depth) = (Vec::new(), 0, 0);
    for (i, c) in pipeline.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' | '}' | ']' => depth -= 1,
            ',' if depth == 0 => {
                all.push(&pipeline[start..i]);
                start = i + 1;
            }
            _ => {}
        }
    }
    all.push(&pipeline[start..]);
    all
}

/// Whether programs are compiled without `pass`, too, and only run slower.
pub fn is_optional(pass: &str) -> bool {
    const OPTIONAL: [&str; 8] = [
        "canonicalize",
        "cse",
        "duplicate-function-elimination",
        "func.func(xla-fuse-elementwise)",
        "inline",
        "symbol-dce",
        "xla-split-reductions",
        "xla-unroll-loops",
    ];
    OPTIONAL.contains(&pass)
}

/// The stage, or the part of it, whose first pass is `pass`.
pub(crate) fn begun_by(pass: &str) -> Option<&'static str> {
    const PHASES: [(&str, &str); 5] = [
        (IMPORT, "import"),
        (SIMPLIFY, "simplify"),
        (TO_LINALG, "to linalg"),
        (TO_KERNELS, "to kernels"),
        (TO_LLVM, "to the llvm dialect"),
    ];
    PHASES.iter().find(|(stage, _)| stage.split(',').next() == Some(pass)).map(|(_, name)| *name)
}

/// Registers the pipelines under their flags.
pub fn register() {
    let join = |stages: &[&str]| stages.join(",");
    register_pipeline(
        "xla-to-linalg",
        "xla or StableHLO to fused linalg on tensors",
        &join(&[IMPORT, SIMPLIFY, TO_LINALG]),
    );
    register_pipeline(
        "xla-to-kernels",
        "xla or StableHLO to kernels of loops and vectors on planned memory",
        &join(&[IMPORT, SIMPLIFY, TO_LINALG, TO_KERNELS]),
    );
    register_pipeline(
        "xla-to-llvm",
        "xla or StableHLO to LLVM's dialect, with the entry point xla_main",
        &join(&[&importing("main", ""), &lowering("main", "", false)]),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pipelines_fall_into_passes() {
        assert_eq!(passes("a,b{c=1,d=[2,3]},func.func(e,f),g"), ["a", "b{c=1,d=[2,3]}", "func.func(e,f)", "g"]);
        let all = lowering("main", "+a,+b", false);
        assert_eq!(passes(&all).join(","), all);
        assert!(passes(&all).contains(&"func.func(xla-fuse-elementwise)"));
    }
}
