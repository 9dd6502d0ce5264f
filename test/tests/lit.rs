//! The tests that are files, each a case named by its path: those under `test/`, and the examples. Programs that run
//! are also interpreted.

use libtest_mimic::{Arguments, Trial};
use std::{path::PathBuf, process::exit, sync::Arc};
use xla_test::{Environment, Outcome, Variant, execute, find};

/// Tests whose programs are not interpreted, and why.
const NOT_INTERPRETED: [(&str, &str); 4] = [
    ("test/run/elements_apart.mlir", "it is compared with the interpreter"),
    ("test/run/reduce_window_narrow.mlir", "it is compared with the interpreter"),
    ("test/run/reduce_precision_unsupported.mlir", "the interpreter computes what the compiler does not support"),
    ("test/run/xla_cpu_compat.mlir", "the interpreter follows the documents, and not XLA:CPU where that differs"),
];

fn main() {
    let arguments = Arguments::from_args();
    let trials = collect().unwrap_or_else(|message| {
        eprintln!("{message}");
        exit(2)
    });
    libtest_mimic::run(&arguments, trials).exit()
}

fn collect() -> Result<Vec<Trial>, String> {
    let environment = Arc::new(Environment::new()?);
    let root = &environment.root;
    let mut trials = Vec::new();
    for directory in ["test", "examples"] {
        for file in find(&root.join(directory)).map_err(|e| format!("{directory}: {e}"))? {
            let file = file.strip_prefix(root).map_err(|e| e.to_string())?.to_owned();
            if file.starts_with("test/run") || directory == "examples" {
                trials.push(trial(Arc::clone(&environment), file.clone(), Variant::Interpreted));
            }
            trials.push(trial(Arc::clone(&environment), file, Variant::AsStated));
        }
    }
    Ok(trials)
}

fn trial(environment: Arc<Environment>, file: PathBuf, variant: Variant) -> Trial {
    let name = file.display().to_string();
    let reason = NOT_INTERPRETED.iter().find(|(file, _)| *file == name).map(|(_, reason)| (*reason).to_owned());
    let (name, left_out) = match variant {
        Variant::AsStated => (name, None),
        Variant::Interpreted => (format!("{name} --interpret"), reason),
    };
    Trial::ignorable_test(name, move || {
        match left_out.map_or_else(|| execute(&environment, &file, variant), Outcome::LeftOut) {
            Outcome::Passed => Ok(libtest_mimic::Completion::Completed),
            Outcome::LeftOut(why) => Ok(libtest_mimic::Completion::ignored_with(why)),
            Outcome::Failed(what) => Err(what.into()),
        }
    })
}
