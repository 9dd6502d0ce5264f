//! The tests that are files, each a case named by its path: those under `test/`, and the examples.

use libtest_mimic::{Arguments, Trial};
use std::{path::PathBuf, process::exit, sync::Arc};
use xla_test::{Environment, Outcome, execute, find};

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
            trials.push(trial(Arc::clone(&environment), file));
        }
    }
    Ok(trials)
}

fn trial(environment: Arc<Environment>, file: PathBuf) -> Trial {
    let name = file.display().to_string();
    Trial::ignorable_test(name, move || match execute(&environment, &file) {
        Outcome::Passed => Ok(libtest_mimic::Completion::Completed),
        Outcome::LeftOut(why) => Ok(libtest_mimic::Completion::ignored_with(why)),
        Outcome::Failed(what) => Err(what.into()),
    })
}
