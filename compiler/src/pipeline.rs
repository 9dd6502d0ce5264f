//! The pipelines, from the input dialects to LLVM's: values that print in the syntax of `--pass-pipeline`.

use crate::import::refine::Argument;
use crate::options::Options;
use std::fmt;
use xla_dialect::passes::register_pipeline;

/// A pass in a pipeline, with its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pass: &'static str,
    options: Vec<(&'static str, String)>,
    /// The op that the pass runs on, if it is not the module.
    anchor: Option<&'static str>,
    optional: bool,
}

impl Step {
    /// A pass on the module that no program is compiled without.
    fn needed(pass: &'static str) -> Self {
        Self { pass, options: Vec::new(), anchor: None, optional: false }
    }

    /// A pass on the module that makes programs faster.
    fn optional(pass: &'static str) -> Self {
        Self { optional: true, ..Self::needed(pass) }
    }

    /// Canonicalization of ops, without the search of their regions for blocks that are alike: regions have one block.
    fn canonicalize() -> Self {
        Self::optional("canonicalize").option("region-simplify", "disabled")
    }

    fn on(self, anchor: &'static str) -> Self {
        Self { anchor: Some(anchor), ..self }
    }

    fn option(mut self, name: &'static str, value: impl fmt::Display) -> Self {
        self.options.push((name, value.to_string()));
        self
    }

    /// Whether programs are compiled without the pass, too, and only run slower.
    pub fn is_optional(&self) -> bool {
        self.optional
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(anchor) = self.anchor {
            write!(f, "{anchor}(")?;
        }
        f.write_str(self.pass)?;
        if !self.options.is_empty() {
            let options: Vec<String> = self.options.iter().map(|(name, value)| format!("{name}={value}")).collect();
            write!(f, "{{{}}}", options.join(" "))?;
        }
        f.write_str(if self.anchor.is_some() { ")" } else { "" })
    }
}

/// A part of the way, as `--timing` prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Input dialects become xla; functions that were specialized to shapes are not kept.
    Import,
    /// One function, simplified, of core ops only, on arrays of static size and default layout.
    Simplify,
    /// xla becomes linalg on tensors, fused.
    ToLinalg,
    /// linalg on tensors becomes loops and vectors in memory; kernels that are the same are one.
    ToKernels,
    /// Loops and vectors become LLVM's dialect.
    ToLlvm,
}

impl Stage {
    const ALL: [Stage; 5] = [Stage::Import, Stage::Simplify, Stage::ToLinalg, Stage::ToKernels, Stage::ToLlvm];

    fn name(self) -> &'static str {
        match self {
            Stage::Import => "import",
            Stage::Simplify => "simplify",
            Stage::ToLinalg => "to linalg",
            Stage::ToKernels => "to kernels",
            Stage::ToLlvm => "to the llvm dialect",
        }
    }

    fn steps(self) -> Vec<Step> {
        let (needed, optional, canonicalize) = (Step::needed, Step::optional, Step::canonicalize);
        match self {
            Stage::Import => vec![
                needed("stablehlo-refine-shapes"),
                optional("symbol-dce"),
                needed("stablehlo-legalize-quantized"),
                needed("stablehlo-legalize-to-xla").option("full", true),
            ],
            Stage::Simplify => vec![
                needed("xla-resolve-layouts"),
                needed("xla-resolve-dynamic-sizes"),
                needed("xla-expand-client-ops"),
                needed("xla-inline-calls"),
                optional("symbol-dce"),
                optional("inline").option("default-pipeline", ""),
                optional("symbol-dce"),
                canonicalize(),
                // What is straight code may be known.
                optional("xla-unroll-loops"),
                optional("xla-fold-constants"),
                canonicalize(),
                optional("cse"),
                optional("xla-hoist-invariants"),
                optional("xla-split-reductions"),
            ],
            Stage::ToLinalg => vec![
                needed("xla-legalize-to-linalg").option("storage-types", true).option("full", true),
                canonicalize(),
                optional("cse"),
                optional("xla-hoist-invariants"),
                optional("xla-fuse-elementwise").on("func.func"),
                canonicalize(),
                optional("cse"),
            ],
            Stage::ToKernels => vec![
                needed("xla-bufferize"),
                needed("xla-lower-kernels"),
                optional("cse"),
                needed("xla-expand-math"),
                optional("cse"),
            ],
            Stage::ToLlvm => vec![needed("xla-convert-to-llvm")],
        }
    }
}

/// Passes in the order in which they run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pipeline {
    /// The passes.
    pub steps: Vec<Step>,
}

impl fmt::Display for Pipeline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, step) in self.steps.iter().enumerate() {
            write!(f, "{}{step}", if i > 0 { "," } else { "" })?;
        }
        Ok(())
    }
}

impl Pipeline {
    fn of(stages: &[Stage]) -> Self {
        Self { steps: stages.iter().flat_map(|stage| stage.steps()).collect() }
    }

    /// The passes of this pipeline, then those of `next`.
    pub fn then(mut self, next: Pipeline) -> Self {
        self.steps.extend(next.steps);
        self
    }

    /// The passes of this pipeline but `pass`.
    pub fn without(mut self, pass: &str) -> Self {
        self.steps.retain(|step| step.pass != pass);
        self
    }

    /// Gives each `pass` in the pipeline the option `name`.
    fn with(mut self, pass: &str, name: &'static str, value: &dyn fmt::Display) -> Self {
        for step in self.steps.iter_mut().filter(|step| step.pass == pass) {
            step.options.push((name, value.to_string()));
        }
        self
    }

    /// Puts `step` before the pass `before`.
    fn with_step_before(mut self, before: &str, step: Step) -> Self {
        let at = self.steps.iter().position(|step| step.pass == before).unwrap_or(self.steps.len());
        self.steps.insert(at, step);
        self
    }
}

/// From an input dialect to xla, whatever the program is.
pub fn import() -> Pipeline {
    Pipeline::of(&[Stage::Import])
}

/// From an input dialect to xla, for the function `entry`, of whose arguments is known what `options` say.
pub fn importing(entry: &str, options: &Options) -> Pipeline {
    let arguments: Vec<String> = options.arguments.iter().map(ToString::to_string).collect();
    // What the entry does not call is dropped before any of it is refused.
    let mut pipeline = Pipeline { steps: vec![Step::optional("symbol-dce")] }.then(selecting(import(), entry));
    if !arguments.is_empty() {
        pipeline = pipeline.with("stablehlo-refine-shapes", "arguments", &arguments.join(","));
    }
    pipeline
}

/// `import` for the function `entry`, which becomes the program.
fn selecting(import: Pipeline, entry: &str) -> Pipeline {
    import
        .with("stablehlo-refine-shapes", "entry", &entry)
        .then(Pipeline { steps: vec![Step::needed("xla-select-entry").option("entry", entry)] })
}

/// Simplifies a program in the xla dialect: the first passes of [`lowering`], after which it is in that dialect still.
pub fn simplification() -> Pipeline {
    Pipeline::of(&[Stage::Simplify])
}

/// From the xla dialect to LLVM's, for the function `entry`.
pub fn lowering(entry: &str, options: &Options) -> Pipeline {
    let pipeline = to_llvm(entry, &options.target.instruction_sets(), options.xla_cpu_compat);
    let pipeline = pipeline.with("xla-legalize-to-linalg", "keep-barriers", &options.keep_barriers).with(
        "xla-lower-kernels",
        "machine",
        &options.target.machine,
    );
    if options.explain_fusion {
        let pipeline = pipeline.with("xla-lower-kernels", "explain", &true);
        return pipeline.with_step_before("xla-bufferize", Step::needed("xla-explain-fusion"));
    }
    pipeline
}

/// From the xla dialect to LLVM's, for the function `entry` and a target with `features`.
fn to_llvm(entry: &str, features: &str, xla_cpu_compat: bool) -> Pipeline {
    Pipeline::of(&[Stage::Simplify, Stage::ToLinalg, Stage::ToKernels, Stage::ToLlvm])
        .with("xla-fold-constants", "xla-cpu-compat", &xla_cpu_compat)
        .with("xla-legalize-to-linalg", "xla-cpu-compat", &xla_cpu_compat)
        .with("xla-lower-kernels", "features", &features)
        .with("xla-expand-math", "features", &features)
        .then(Pipeline { steps: vec![Step::needed("xla-finalize-entry").option("entry", entry)] })
}

/// From an input dialect to LLVM's, for the function `entry` of a larger module, of whose arguments is known what
/// `arguments` say, and a target with these features and of this model.
pub(crate) fn function(entry: &str, arguments: &[Argument], (features, machine): (&str, &str)) -> Pipeline {
    let options = Options { arguments: arguments.to_vec(), ..Options::default() };
    let lowering = to_llvm(entry, features, false).with("xla-lower-kernels", "machine", &machine);
    importing(entry, &options).then(lowering.without("xla-finalize-entry"))
}

/// From an input dialect to linalg, for the function `entry` of open sizes, into which its calls are inlined: as far as
/// the xla dialect, and from there on.
pub(crate) fn open_function(entry: &str) -> [Pipeline; 2] {
    let (needed, optional) = (Step::needed, Step::optional);
    let import = vec![
        optional("symbol-dce"),
        needed("stablehlo-refine-shapes").option("entry", entry),
        optional("symbol-dce"),
        needed("stablehlo-legalize-quantized"),
        needed("stablehlo-legalize-to-xla"),
        needed("xla-inline-calls"),
        optional("symbol-dce"),
    ];
    let lowering = vec![
        needed("xla-resolve-layouts"),
        needed("xla-expand-client-ops"),
        optional("canonicalize"),
        needed("xla-legalize-to-linalg").option("full", true),
        optional("canonicalize"),
        optional("cse"),
    ];
    [import, lowering].map(|steps| Pipeline { steps })
}

/// From an input dialect to linalg as a stage of other compilers: no function is dropped, inlined or rebuilt.
fn partial() -> Pipeline {
    let (needed, optional) = (Step::needed, Step::optional);
    Pipeline {
        steps: vec![
            needed("stablehlo-legalize-quantized"),
            needed("stablehlo-legalize-to-xla"),
            needed("xla-resolve-layouts"),
            needed("xla-expand-client-ops"),
            optional("canonicalize"),
            optional("cse"),
            needed("xla-legalize-to-linalg"),
            optional("canonicalize"),
            optional("cse"),
            optional("xla-fuse-elementwise").on("func.func"),
            optional("canonicalize"),
            optional("cse"),
        ],
    }
}

/// The stage that begins with `pass`.
pub(crate) fn begun_by(pass: &str) -> Option<&'static str> {
    Stage::ALL.into_iter().find(|stage| stage.steps()[0].pass == pass).map(Stage::name)
}

/// Registers the pipelines under their flags.
pub fn register() {
    let register = |name, description, pipeline: Pipeline| register_pipeline(name, description, &pipeline.to_string());
    register(
        "xla-to-linalg",
        "xla and StableHLO ops, wherever they are, to fused linalg on tensors; ops of other dialects stay",
        partial(),
    );
    register(
        "xla-to-kernels",
        "xla or StableHLO to kernels of loops and vectors on planned memory",
        Pipeline::of(&[Stage::Import, Stage::Simplify, Stage::ToLinalg, Stage::ToKernels]),
    );
    register(
        "xla-to-llvm",
        "xla or StableHLO to LLVM's dialect, with the entry point xla_main",
        selecting(import(), "main").then(to_llvm("main", "", false)),
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::refine::Argument;

    #[test]
    fn pipelines_print_as_mlir_reads_them() {
        let options = Options { xla_cpu_compat: true, explain_fusion: true, ..Options::default() };
        let text = lowering("f", &options).to_string();
        let features = options.target.instruction_sets();
        for part in [
            "xla-resolve-layouts,xla-resolve-dynamic-sizes,",
            ",xla-legalize-to-linalg{storage-types=true full=true xla-cpu-compat=true keep-barriers=false},canonicalize{region-simplify=disabled},",
            ",canonicalize{region-simplify=disabled},cse,xla-explain-fusion,xla-bufferize,",
            &format!(",xla-lower-kernels{{features={features} machine={} explain=true}},", options.target.machine),
            ",xla-finalize-entry{entry=f}",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn what_is_known_of_arguments_is_an_option_of_the_import() {
        let arguments = vec![Argument::Shape(vec![2, 3]), Argument::Unknown];
        let options = Options { arguments, ..Options::default() };
        assert_eq!(
            importing("main", &options).to_string(),
            "symbol-dce,stablehlo-refine-shapes{entry=main arguments=[2,3],_},symbol-dce,\
             stablehlo-legalize-quantized,stablehlo-legalize-to-xla{full=true},xla-select-entry{entry=main}"
        );
    }
}
