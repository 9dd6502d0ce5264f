//! The IR that docs/tour.md shows is what the tools print. `BLESS=1 ./x test tour_shows` writes it anew.
//!
//! A comment before a fenced block says where it comes from: `<!-- tour: source -->` is the program, and
//! `<!-- tour: COMMAND -->` what the shell command makes of it.

use std::{
    env, fs,
    io::Write,
    ops::Range,
    process::{Command, Stdio},
};
use xla_test::Environment;

const MARK: &str = "<!-- tour: ";

struct Block {
    command: String,
    lines: Range<usize>,
}

#[test]
fn tour_shows_what_the_tools_print() {
    let environment = Environment::new().expect("tools");
    let path = environment.root.join("docs/tour.md");
    let text = fs::read_to_string(&path).expect("docs/tour.md");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let blocks = blocks(&lines);
    let source = blocks.iter().find(|block| block.command == "source").expect("a block marked as the source");
    let source = lines[source.lines.clone()].join("\n") + "\n";
    let mut stale = Vec::new();
    let mut checked = 0;
    // From the last to the first, so that replacing one leaves the lines of the others in place.
    for block in blocks.iter().rev().filter(|block| block.command != "source") {
        let printed = feed(environment.shell(&block.command), &source);
        let shown = lines[block.lines.clone()].join("\n");
        checked += 1;
        if printed.trim_end() != shown.trim_end() {
            stale.push(format!("{}\nprints\n{}", block.command, printed.trim_end()));
            lines.splice(block.lines.clone(), printed.trim_end().lines().map(str::to_owned));
        }
    }
    assert!(checked >= 4, "only {checked} stages are shown");
    if env::var_os("BLESS").is_some() {
        fs::write(&path, lines.join("\n") + "\n").expect("docs/tour.md");
    } else {
        stale.reverse();
        assert!(
            stale.is_empty(),
            "docs/tour.md is stale; BLESS=1 ./x test tour_shows mends it\n{}",
            stale.join("\n\n")
        );
    }
}

fn blocks(lines: &[String]) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let Some(command) = line.strip_prefix(MARK).and_then(|rest| rest.strip_suffix(" -->")) else { continue };
        assert!(lines.get(at + 1).is_some_and(|next| next.starts_with("```")), "line {}: no block follows", at + 2);
        let length = lines[at + 2..].iter().position(|line| line == "```").expect("the block ends");
        blocks.push(Block { command: command.to_owned(), lines: at + 2..at + 2 + length });
    }
    blocks
}

fn feed(mut command: Command, input: &str) -> String {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("bash");
    // The command may end without reading everything.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("bash");
    assert!(output.status.success(), "{command:?} fails: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}
