//! What mutation begins from: the programs of `test/` and `examples/`, and what is made of them.

use fastrand::Rng;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use xla_compiler::execute::{Array, TensorType};
use xla_compiler::host::npy;
use xla_compiler::host::random::Random;
use xla_compiler::{Entry, Source, bytecode, with_module};
use xla_scalar::Element;

/// Pieces of programs that are longer take too long each.
const LONGEST_PROGRAM: usize = 8 << 10;

/// Where a target begins, and the words that it knows.
pub struct Corpus {
    /// Whole inputs, at least one.
    pub inputs: Vec<Vec<u8>>,
    /// Words to put in.
    pub words: Vec<Vec<u8>>,
}

/// The corpus of the target called `name`; `root` is the project's folder.
pub fn of(name: &str, root: &Path) -> Corpus {
    let texts = |lines: &[&str]| lines.iter().map(|line| line.as_bytes().to_vec()).collect::<Vec<_>>();
    let (inputs, words) = match name {
        "text" | "parse" => {
            let programs = programs(root);
            let words = words(&programs);
            (programs, words)
        }
        "bytecode" => (bytecodes(root), Vec::new()),
        "attribute" => {
            let programs = programs(root);
            let mut inputs = attributes(&programs);
            inputs.extend(texts(&ATTRIBUTES));
            (inputs, words(&programs))
        }
        "pipeline" => {
            (texts(&PIPELINES), texts(&PIPELINES.join(",").split([',', '{', '}', '(', ')']).collect::<Vec<_>>()))
        }
        "npy" => (files(root, "npy").into_iter().chain(arrays().map(|(_, bytes)| bytes)).collect(), texts(&NPY_WORDS)),
        "npz" => (archives(), texts(&NPY_WORDS)),
        "literal" => {
            (texts(&LITERALS), texts(&["[", "]", "(", ",", "=", "nan", "-inf", "true", "0x7f", "1e400", "x", "bf16"]))
        }
        "command" => {
            let inputs: Vec<_> = COMMANDS.iter().map(|line| line.replace(' ', "\n")).collect();
            let words = COMMANDS.join(" ").split(' ').map(|word| word.as_bytes().to_vec()).collect();
            (inputs.into_iter().map(String::into_bytes).collect(), words)
        }
        "cache" => (entries(), texts(&["xla.inputs", "xla.arena_bytes", "tensor<2xf32>", "i64", "module"])),
        "schedule" => {
            (texts(&SCHEDULES), texts(&["tile_rows", "block_rows", "block_depth", "split", "\"rows\"", "[[", "inf"]))
        }
        _ => (vec![Vec::new()], Vec::new()),
    };
    let inputs = if inputs.is_empty() { vec![Vec::new()] } else { inputs };
    Corpus { inputs, words }
}

impl Corpus {
    /// An input made from the corpus.
    pub fn input(&self, rng: &mut Rng) -> Vec<u8> {
        let mut input = self.inputs[rng.usize(0..self.inputs.len())].clone();
        let other = &self.inputs[rng.usize(0..self.inputs.len())];
        super::mutate::mutate(&mut input, other, &self.words, rng);
        input
    }
}

/// The files of the project's tests and examples that end in `extension`.
fn files(root: &Path, extension: &str) -> Vec<Vec<u8>> {
    let mut folders: Vec<PathBuf> = ["test", "examples"].iter().map(|folder| root.join(folder)).collect();
    let mut found = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found.iter().filter_map(|path| std::fs::read(path).ok()).collect()
}

/// The pieces of all test programs, each a module or function of its own.
fn programs(root: &Path) -> Vec<Vec<u8>> {
    let mut pieces = Vec::new();
    for text in files(root, "mlir") {
        let text = String::from_utf8_lossy(&text).into_owned();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//") || line.starts_with("// -----"));
        let code = code.collect::<Vec<_>>().join("\n");
        for piece in code.split("// -----") {
            // Functions are independent of each other, unless they call; then both stay as they are.
            let functions: Vec<&str> = piece.split("\nfunc.func ").collect();
            if piece.contains("call") || piece.contains("module") || functions.len() < 2 {
                pieces.push(piece.to_string());
            } else {
                let starts = functions.iter().enumerate();
                pieces
                    .extend(starts.map(|(i, function)| format!("{}{function}", if i > 0 { "func.func " } else { "" })));
            }
        }
    }
    let fits = |piece: &String| !piece.trim().is_empty() && piece.len() <= LONGEST_PROGRAM;
    pieces.into_iter().filter(fits).map(String::into_bytes).collect()
}

/// The names in `programs`.
fn words(programs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"_.$%@#!".contains(&byte);
    let all = programs.iter().flat_map(|text| text.split(move |byte| !is_part(*byte)));
    all.filter(|word| word.len() > 1).map(<[u8]>::to_vec).collect::<BTreeSet<_>>().into_iter().collect()
}

/// What stands between `<` and `>`, or behind `=`, in `programs`.
fn attributes(programs: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let mut all = BTreeSet::new();
    for program in programs {
        let text = String::from_utf8_lossy(program);
        for (at, _) in text.match_indices(['#', '!']) {
            let end = text[at..].find('>').map_or(text.len(), |end| at + end + 1);
            all.insert(text[at..end].as_bytes().to_vec());
        }
        for (at, _) in text.match_indices(" = ") {
            let line = text[at + 3..].lines().next().unwrap_or_default();
            all.insert(line.split(['}', '>']).next().unwrap_or_default().as_bytes().to_vec());
        }
    }
    all.into_iter().collect()
}

fn bytecodes(root: &Path) -> Vec<Vec<u8>> {
    let made = programs(root).into_iter().filter(|text| text.len() < 2000).step_by(7);
    made.filter_map(|text| with_module(&Source::new("corpus.mlir", text), "", |module| Ok(bytecode(module))).ok())
        .collect()
}

/// Small arrays of every element type, as files.
fn arrays() -> impl Iterator<Item = (Array, Vec<u8>)> {
    let mut random = Random::new(1);
    let types = Element::ALL
        .iter()
        .flat_map(|&element| [&[][..], &[3], &[2, 0], &[2, 3, 2]].map(|shape| TensorType::new(element, shape)));
    types.collect::<Vec<_>>().into_iter().filter_map(move |ty| {
        let array = random.array(&ty).ok()?;
        let mut bytes = Vec::new();
        npy::write_to(&mut bytes, array.view()).ok()?;
        Some((array, bytes))
    })
}

fn archives() -> Vec<Vec<u8>> {
    let arrays: Vec<Array> = arrays().map(|(array, _)| array).collect();
    let archive = |arrays: &[Array]| {
        let named: Vec<_> = arrays.iter().enumerate().map(|(i, array)| (format!("arr_{i}"), array.view())).collect();
        let path = std::env::temp_dir().join(format!("xla-fuzz-{}.npz", std::process::id()));
        npy::write_npz(&path, &named).ok()?;
        let bytes = std::fs::read(&path).ok();
        let _ = std::fs::remove_file(path);
        bytes
    };
    arrays.chunks(5).filter_map(archive).collect()
}

fn entries() -> Vec<Vec<u8>> {
    let descriptions = [
        "module attributes {xla.arena_bytes = 64 : i64, xla.inputs = [tensor<2xf32>], xla.outputs = [tensor<2xf32>]} {}",
        "module attributes {mhlo.num_replicas = 2 : i32, xla.arena_bytes = 0 : i64, xla.inputs = [tensor<2x?xui8, #xla.bounds<?, 3>>], \
         xla.outputs = [tensor<2x3xf32, #xla.layout<[0, 1]>>], xla.custom_calls = [{target = \"f\", operands = [tensor<f32>], \
         results = [], attributes = {a = 1 : i64, b = [1.0, true]}, location = \"loc(\\22a\\22:1:2)\"}]} {}",
    ];
    let entry =
        |description: &&str| Entry { description: description.to_string(), objects: vec![vec![0x7f, 0x45], vec![]] };
    descriptions.iter().map(|description| entry(description).encode()).collect()
}

const ATTRIBUTES: [&str; 12] = [
    "\"{devices=[2,1,4]<=[4,2]T(1,0) last_tile_dims={replicated}}\"",
    "#sdy.sharding<@mesh, [{\"x\", ?}, {\"y\":(2)4}p1], replicated={\"z\"}>",
    "#sdy.sharding_per_value<[<@mesh, [{\"x\"}, {}]>, <@mesh, []>]>",
    "#sdy.mesh<[\"x\"=2, \"y\"=4], device_ids=[0, 2, 1, 3]>",
    "#stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2]>",
    "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>",
    "#xla.layout<[1, 0], padded = [4, 8]>",
    "#stablehlo.bounds<?, 3>",
    "dense<[[1, 2], [3, 4]]> : tensor<2x2xi4>",
    "dense<\"0x0102030405060708\"> : tensor<2xi32>",
    "tensor<2x!quant.uniform<i8:f32, 3.0e-1:4>>",
    "array<i64: 1, 2, 3>",
];
const PIPELINES: [&str; 5] = [
    "stablehlo-refine-shapes{entry=main arguments=[2,3],_,5},stablehlo-legalize-to-xla",
    "builtin.module(canonicalize,cse,xla-expand-client-ops)",
    "func.func(canonicalize{max-iterations=2 region-simplify=disabled})",
    "xla-select-entry{entry=main},xla-resolve-layouts,xla-resolve-dynamic-sizes,xla-inline-calls",
    "xla-to-linalg,xla-lower-kernels{features=avx2,avx512f},xla-finalize-entry{entry=main}",
];
const NPY_WORDS: [&str; 12] = [
    "'descr'",
    "'fortran_order'",
    "'shape'",
    "True",
    "False",
    "'<f4'",
    "'>c16'",
    "'|b1'",
    "(3,)",
    "()",
    "(18446744073709551615, 0)",
    "'<U7'",
];
const LITERALS: [&str; 12] = [
    "3",
    "-0.0",
    "[1, 2.5]",
    "2x2xf32=[[1, 2], [3, 4]]",
    "4xbf16=0",
    "[(1, -2)]",
    "nan",
    "[true, false]",
    "0xi1=[]",
    "[[], []]",
    "0x7fc00000",
    "2x0x3xcomplex<f32>=[[], []]",
];
const COMMANDS: [&str; 6] = [
    "xla-run a.mlir -1.5 x.npy --expect y.npy z.npy --bench --threads 2",
    "xla-run mlp.mlir --random 42 --output y.{}.npy --rtol 1e-6 --atol nan",
    "xla-run - --replicas 4 --partitions 2 --backend mpi --timeout 0.5 --infeed - --outfeed out",
    "xla-run a --max-memory 10G --max-compile-seconds 3 --cache c --xla-schedule s.toml",
    "xla-run a --print-after cse --print-after-all --dump-dir d --xla-timing --xla-memory --entry f",
    "xla-run --help --version --load l.so --seed 18446744073709551616",
];
const SCHEDULES: [&str; 3] = [
    "[\"m 1024, n 1024, k 1024: f32 * f32 -> f32\"]\nblock_depth = 256\ntile_rows = 6\nsplit = \"rows\"\n",
    "[a]\nblock_rows = 65536\n[b]\nsplit = \"columns\"\n",
    "a = { tile_rows = 14, block_depth = 1 }\n\"b\\\"c\" = {}\n",
];
