//! The runner itself: tests fail when they should.

use std::{fs, time::Duration};
use xla_test::{Environment, Outcome, Variant, execute};

/// Runs a file of this text.
fn outcome(name: &str, text: &str) -> Outcome {
    let mut environment = Environment::new().expect("tools");
    environment.timeout = Duration::from_secs(2);
    let file = environment.scratch.join(name);
    fs::write(environment.root.join(&file), text).expect("a scratch file");
    execute(&environment, &file, Variant::AsStated)
}

fn message(outcome: Outcome) -> String {
    match outcome {
        Outcome::Failed(message) => message,
        other => panic!("it should have failed, but {other:?}"),
    }
}

#[test]
fn a_file_that_checks_passes() {
    let text = "// RUN: xla-opt %s | FileCheck %s\n// CHECK: @f\nfunc.func private @f()\n";
    assert_eq!(outcome("passes.mlir", text), Outcome::Passed);
}

#[test]
fn a_failing_check_says_how_to_repeat_it() {
    let text = "// RUN: xla-opt %s | FileCheck %s\n// CHECK: @g\nfunc.func private @f()\n";
    let message = message(outcome("fails.mlir", text));
    assert!(message.contains("./x test") && message.contains("xla-opt target/lit/fails.mlir"), "{message}");
}

#[test]
fn the_first_command_of_a_pipe_counts() {
    message(outcome("pipe.mlir", "// RUN: false | cat\n"));
}

#[test]
fn an_earlier_line_counts() {
    message(outcome("lines.mlir", "// RUN: false\n// RUN: true\n"));
}

#[test]
fn a_file_without_a_run_line_fails() {
    assert!(message(outcome("nothing.mlir", "// CHECK: @f\n")).contains("no RUN line"));
}

#[test]
fn what_never_ends_fails() {
    assert!(message(outcome("endless.mlir", "// RUN: sleep 100\n")).contains("timed out"));
}

#[test]
fn expect_exit_tells_codes_apart() {
    assert_eq!(outcome("exit.mlir", "// RUN: expect-exit 3 bash -c 'exit 3'\n"), Outcome::Passed);
    message(outcome("other-exit.mlir", "// RUN: expect-exit 3 bash -c 'exit 4'\n"));
}

#[test]
fn an_expected_failure_that_passes_fails() {
    assert_eq!(outcome("xfail.mlir", "// XFAIL: *\n// RUN: false\n"), Outcome::Passed);
    assert!(message(outcome("xpass.mlir", "// XFAIL: *\n// RUN: true\n")).contains("XFAIL"));
}

#[test]
fn a_missing_feature_leaves_the_test_out() {
    assert!(matches!(
        outcome("requires.mlir", "// REQUIRES: a-quantum-computer\n// RUN: false\n"),
        Outcome::LeftOut(_)
    ));
}
