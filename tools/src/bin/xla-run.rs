//! Compiles a program to machine code and runs it.

use clap::Parser;
use xla_tools::run::{RunArguments, run};

fn main() {
    std::process::exit(run(&RunArguments::parse()))
}
