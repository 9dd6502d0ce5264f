#!/usr/bin/env python3
"""Plants faults into the compiler, one at a time, and sees whether random programs find them; see docs/testing.md.

    ./x test --mutants [--programs N] [--seconds N] [--within N] [--seed N] [--resume] [--check] [NAME ...]

The faults are in faults.toml. All of them are compiled into one copy of the sources, target/mutants/tree, where an
environment variable switches one on, so that the compiler is built once. The programs are those of `./x test --random`;
a line for each fault says after how many of them it was found. A fault that they meet too seldom names a `test`, a program
for `xla-run` that has to fail with the fault and pass without it. Exit code 1: a fault was not found, or has no place.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time
import tomllib

ROOT = pathlib.Path(__file__).resolve().parents[2]
FAULTS = pathlib.Path(__file__).with_name("faults.toml")
WORK = ROOT / "target/mutants"
# What has been found so far, by which sources.
FOUND = WORK / "found.json"
# Where faults are planted.
SOURCES = ("compiler/src",)

# In each crate that has a fault, what says which one is switched on.
SWITCH = """
#[doc(hidden)]
#[allow(missing_docs)]
pub fn planted_fault(number: u32) -> bool {
    static PLANTED: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let planted = || std::env::var("XLA_PLANTED_FAULT").ok().and_then(|text| text.parse().ok()).unwrap_or(u32::MAX);
    *PLANTED.get_or_init(planted) == number
}
"""


def read_faults():
    """The faults by their names, each with its number."""
    faults = tomllib.loads(FAULTS.read_text())
    for number, fault in enumerate(faults.values()):
        fault["number"] = number
    return faults


def pattern(code):
    """What finds `code` however it is wrapped: white space counts only between two words."""
    tokens = re.findall(r"\w+|[^\w\s]", code)
    parts = []
    for before, token in zip([""] + tokens, tokens):
        parts.append(r"\s+" if before.isidentifier() and token.isidentifier() else r"\s*")
        parts.append(rf"\b{token}\b" if token[0].isalnum() or token[0] == "_" else re.escape(token))
    return re.compile("".join(parts[1:]))


def extent_of(function, text):
    """The start and the end of each function of that name, whose body ends at a brace as far to the left as it begins."""
    start = re.compile(rf"^([ ]*)(?:pub(?:\([a-z]+\))? )?fn {function}\b", re.MULTILINE)
    for found in start.finditer(text):
        end = text.find(f"\n{found[1]}}}\n", found.end())
        yield found.start(), len(text) if end < 0 else end


def places(fault, texts):
    """Where in `texts`, by file, the code stands that the fault replaces."""
    code = pattern(fault["old"])
    for file, text in texts.items():
        spans = extent_of(fault["function"], text) if "function" in fault else [(0, len(text))]
        for start, end in spans:
            yield from ((file, found.span()) for found in code.finditer(text, start, end))


def crate_root(file):
    """The lib.rs of the crate that `file` belongs to."""
    for folder in pathlib.PurePath(file).parents:
        if (ROOT / folder / "Cargo.toml").exists() and (ROOT / folder / "src/lib.rs").exists():
            return str(folder / "src/lib.rs")
    sys.exit(f"{file}: it belongs to no crate")


def stands_at(file, texts, at):
    """The file and the line of position `at` in it."""
    return f"{file}:{texts[file].count(chr(10), 0, at) + 1}"


def planted(faults):
    """The files that change, with their new texts, and by name the faults that have no place, with why."""
    files = (path for folder in SOURCES for path in (ROOT / folder).rglob("*.rs"))
    texts = {str(path.relative_to(ROOT)): path.read_text() for path in sorted(files)}
    changes, stale = {}, {}
    for name, fault in faults.items():
        found = list(places(fault, texts))
        if len(found) != 1:
            where = ", ".join(stands_at(file, texts, at) for file, (at, _) in found)
            stale[name] = f"its `old` stands at {where}" if found else "its `old` stands nowhere"
            continue
        file, span = found[0]
        if any(start < span[1] and span[0] < end for start, end, _ in changes.get(file, [])):
            stale[name] = f"its `old` at {stands_at(file, texts, span[0])} is also another fault's"
            continue
        new = fault["new"].replace("FAULT", f"crate::planted_fault({fault['number']})").strip()
        changes.setdefault(file, []).append((*span, new))
    written = {}
    for file, edits in changes.items():
        text = texts[file]
        for start, end, new in sorted(edits, reverse=True):
            text = text[:start] + new + text[end:]
        written[file] = text
    for root in {crate_root(file) for file in changes}:
        written[root] = written.get(root, texts[root]) + SWITCH
    return written, stale


def plant(changes):
    """Writes the copy of the sources. A file that stays as it was keeps its time, so that little is built again."""
    tree = WORK / "tree"
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    files = {file for file in listed.stdout.decode().split("\0") if file and (ROOT / file).is_file()}
    for file in files:
        content = changes[file].encode() if file in changes else (ROOT / file).read_bytes()
        copy = tree / file
        if not copy.exists() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
    for copy in tree.rglob("*.rs"):
        file = copy.relative_to(tree)
        if str(file) not in files and file.parts[0] != "target":
            copy.unlink()
    return tree


def version(tree):
    """What names the sources of the compiler and of the programs that look for faults."""
    digest = hashlib.sha256()
    for file in sorted(tree.rglob("*")):
        if file.suffix in (".rs", ".cpp", ".h", ".td", ".toml", ".lock") and "docs" not in file.relative_to(tree).parts:
            digest.update(f"{file.relative_to(tree)}\0".encode() + file.read_bytes())
    return digest.hexdigest()


def found_before(sources):
    """By name of fault, what found it in runs of the same sources."""
    kept = json.loads(FOUND.read_text()) if FOUND.exists() else {}
    return kept.get("found", {}) if kept.get("sources") == sources else {}


def build(tree):
    """Builds random-programs and the tools from the copy. Returns the folder that they are in."""
    packages = ["--package", "xla-random", "--package", "xla-tools"]
    command = ["cargo", "build", "--release", *packages, "--target-dir", str(WORK / "build")]
    # What is planted is not always written as clippy and rustc want it.
    subprocess.run(command, cwd=tree, check=True, env={**os.environ, "RUSTFLAGS": "-Awarnings"})
    return WORK / "build/release"


def found_by(binary, number, options):
    """The last line of a run with the fault, which says what found it; none if nothing did."""
    folder = WORK / "runs" / str(number)
    command = [
        str(binary), "--programs", str(options.programs), "--seed", str(options.seed), "--first", "--xla", "0",
        "--folder", str(folder), "--jobs", str(options.jobs),
    ]  # fmt: skip
    if options.seconds:
        command += ["--seconds", str(options.seconds)]
    planted = {**os.environ, "XLA_PLANTED_FAULT": str(number)}
    ran = subprocess.run(command, cwd=ROOT, env=planted, capture_output=True, text=True)
    lines = ran.stderr.strip().splitlines()
    if ran.returncode not in (0, 1) or not lines:
        sys.exit(f"{' '.join(command)}\n{ran.stdout}{ran.stderr}")
    programs = next((line.split()[0] for line in reversed(lines) if " programs in " in line), "?")
    return programs, lines[-1].removeprefix("found: ") if ran.returncode else None


def found_by_test(tool, test, number):
    """Why `test` fails with the fault; none if it passes."""

    def run(fault):
        planted = {**os.environ, "XLA_PLANTED_FAULT": str(fault)}
        return subprocess.run([str(tool), test], cwd=ROOT, env=planted, capture_output=True, text=True)

    if (sound := run("none")).returncode:
        sys.exit(f"{test} fails without a fault:\n{sound.stdout}{sound.stderr}")
    faulty = run(number)
    lines = faulty.stderr.strip().splitlines()
    return (lines[0] if lines else f"exit code {faulty.returncode}") if faulty.returncode else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="the faults to plant [default: all]")
    parser.add_argument("--programs", type=int, default=10_000, help="random programs for each fault, at most")
    parser.add_argument("--seconds", type=int, help="seconds for each fault, at most")
    parser.add_argument("--within", type=int, help="seconds after which no further fault is planted")
    parser.add_argument("--resume", action="store_true", help="leave out what earlier runs of the same sources have found")
    parser.add_argument("--seed", type=int, default=1, help="the first program's seed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes that run programs")
    parser.add_argument("--check", action="store_true", help="only see whether each fault can still be planted")
    options = parser.parse_args()
    faults = read_faults()
    if unknown := set(options.names) - set(faults):
        sys.exit(f"no such fault: {', '.join(sorted(unknown))}")
    changes, stale = planted(faults)
    for name, why in stale.items():
        print(f"{name:36} is stale: {why}", flush=True)
    if options.check:
        print(f"{len(faults) - len(stale)} of {len(faults)} faults can be planted")
        sys.exit(1 if stale else 0)
    began = time.monotonic()
    tree = plant(changes)
    sources = version(tree)
    results = found_before(sources)
    tools = build(tree)
    names = [name for name in options.names or faults if name not in stale]
    missed = 0
    for i, name in enumerate(names):
        start = time.monotonic()
        if options.resume and name in results:
            print(f"{name:36} before    {results[name]}", flush=True)
            continue
        if options.within and start - began > options.within:
            print(f"{len(names) - i} faults are left for the next run")
            names = names[:i]
            break
        fault = faults[name]
        if "test" in fault:
            by, found = fault["test"], found_by_test(tools / "xla-run", fault["test"], fault["number"])
        else:
            programs, found = found_by(tools / "random-programs", fault["number"], options)
            by = f"program {programs}" if found else f"{programs} programs"
        missed += found is None
        result = f"by {by}: {found}" if found else f"not by {by}: {fault['about']}"
        print(f"{name:36} {time.monotonic() - start:6.1f} s  {result}", flush=True)
        if found:
            results[name] = result
            FOUND.write_text(json.dumps({"sources": sources, "found": results}, indent=1))
    print(f"{len(names) - missed} of {len(names)} faults found")
    sys.exit(1 if missed or stale else 0)


if __name__ == "__main__":
    main()
