//! The decisions for kernels on different machines: stated for three of them, so that a change of the cost model shows.

use super::contraction::{Choices, ContractionPlan, Operands, SharedLoop};
use super::groups::groups;
use super::member::{Member, Plan};
use super::nest::{ColumnPlan, NestPlan, Strategy};
use super::overrides::Schedules;
use super::register_tile::prefetch_distance;
use crate::machine::MachineModel;
use xla_dialect::ir::{Op, OpExt, block_ops};

/// A laptop with AVX2 and four cores, a server with AVX-512, AMX and 64 cores, and a board with NEON and four cores.
fn machines() -> [(&'static str, MachineModel); 3] {
    let server = MachineModel { l2: 2 << 20, l3: 96 << 20, cores: 64, ..MachineModel::named("x86-64-v4") };
    [
        ("laptop", MachineModel::named("x86-64-v3")),
        ("server", server.with_features("avx512bf16,avx512vnni,amx-tile,amx-bf16,amx-int8")),
        ("board", MachineModel::named("aarch64")),
    ]
}

/// A linalg op: the types of its inputs and of its output, with their index maps, its iterators, and its body.
struct Kernel<'t> {
    inputs: &'t [(&'t str, &'t str)],
    output: (&'t str, &'t str),
    iterators: &'t str,
    arguments: &'t str,
    body: &'t str,
}

impl Kernel<'_> {
    /// A function that runs it.
    fn program(&self) -> String {
        let all = || self.inputs.iter().chain([&self.output]);
        let parameters: Vec<_> = all().enumerate().map(|(i, (ty, _))| format!("%m{i}: memref<{ty}>")).collect();
        let maps: Vec<_> = all().map(|(_, map)| format!("affine_map<{map}>")).collect();
        let names: Vec<_> = (0..self.inputs.len()).map(|i| format!("%m{i}")).collect();
        let types: Vec<_> = self.inputs.iter().map(|(ty, _)| format!("memref<{ty}>")).collect();
        format!(
            "func.func @main({}) {{\nlinalg.generic {{indexing_maps = [{}], iterator_types = [{}]}} ins({} : {}) \
             outs(%m{} : memref<{}>) {{\n^bb0({}):\n{}\n}}\nreturn\n}}",
            parameters.join(", "),
            maps.join(", "),
            self.iterators,
            names.join(", "),
            types.join(", "),
            self.inputs.len(),
            self.output.0,
            self.arguments,
            self.body
        )
    }

    /// What is decided of it.
    fn decisions(&self, machine: &MachineModel) -> String {
        let (context, text) = (xla_dialect::context(), self.program());
        let module = melior::ir::Module::parse(&context, &text).unwrap_or_else(|| panic!("{text}"));
        // SAFETY: the module outlives its use here.
        let module: Op<'_> = unsafe { Op::from_raw(mlir_sys::mlirModuleGetOperation(module.to_raw())) };
        let function = block_ops(module.body(0).expect("a module has a body"))[0];
        let choices = Choices { machine, schedules: &Schedules::default() };
        let groups = groups(function, choices).expect("the op is a kernel");
        describe(&groups[0].members[0])
    }
}

fn describe(member: &Member<'_>) -> String {
    match &member.plan {
        Plan::Contraction(plan) => describe_contraction(plan),
        Plan::Nest(plan) => describe_nest(plan),
    }
}

fn describe_contraction(plan: &ContractionPlan<'_>) -> String {
    let shared = match plan.shared {
        SharedLoop::Outer(_) => "batches",
        SharedLoop::Rows => "rows",
        SharedLoop::Columns => "columns",
    };
    let columns = plan.tile_columns();
    let operands = match &plan.operands {
        Operands::Packed(blocks) => {
            format!("tile {}x{columns}, block {}x{}", blocks.a.tile, blocks.rows, blocks.depth)
        }
        Operands::Direct(direct) => format!("direct, tile {:?}x{columns}", direct.tile),
    };
    format!("{:?}, {operands}, threads share {shared}", plan.dot)
}

fn describe_nest(plan: &NestPlan) -> String {
    let strategy = match &plan.strategy {
        Strategy::Elements { vectors } => format!("elements, vectors: {vectors}"),
        Strategy::Tiles(tiles) => format!("tiles of {}", tiles.size),
        Strategy::Rows(_) => "rows".to_string(),
        Strategy::Columns(ColumnPlan { row_tile, .. }) => format!("columns, {row_tile} in cache"),
        Strategy::Interleaved => "interleaved".to_string(),
    };
    format!("{strategy}, {} lanes{}", plan.lanes, if plan.streams { ", past the caches" } else { "" })
}

/// The decisions for `kernel` on each machine.
fn on_each(kernel: &Kernel<'_>) -> [String; 3] {
    machines().map(|(name, machine)| format!("{name}: {}", kernel.decisions(&machine)))
}

const PRODUCT: &str = "\"parallel\", \"parallel\", \"reduction\"";

#[test]
fn products_of_matrices() {
    let kernel = Kernel {
        inputs: &[("1024x1024xf32", "(m, n, k) -> (m, k)"), ("1024x1024xf32", "(m, n, k) -> (k, n)")],
        output: ("1024x1024xf32", "(m, n, k) -> (m, n)"),
        iterators: PRODUCT,
        arguments: "%a: f32, %b: f32, %c: f32",
        body: "%s = math.fma %a, %b, %c : f32\nlinalg.yield %s : f32",
    };
    assert_eq!(
        on_each(&kernel),
        [
            "laptop: Floats, tile 6x16, block 90x512, threads share rows",
            "server: Floats, tile 13x32, block 520x512, threads share rows",
            "board: Floats, tile 13x8, block 182x512, threads share columns",
        ]
    );
}

#[test]
fn products_of_bytes() {
    let kernel = Kernel {
        inputs: &[("256x2048xi8", "(m, n, k) -> (m, k)"), ("2048x256xi8", "(m, n, k) -> (k, n)")],
        output: ("256x256xi32", "(m, n, k) -> (m, n)"),
        iterators: PRODUCT,
        arguments: "%a: i8, %b: i8, %c: i32",
        body: "%x = arith.extsi %a : i8 to i32\n%y = arith.extsi %b : i8 to i32\n%p = arith.muli %x, %y : i32\n\
               %s = arith.addi %c, %p : i32\nlinalg.yield %s : i32",
    };
    assert_eq!(
        on_each(&kernel),
        [
            "laptop: Integers, tile 6x16, block 90x512, threads share rows",
            "server: Matrix(Bytes { signed: [true, true] }), tile 32x32, block 256x1024, threads share rows",
            "board: Integers, tile 13x8, block 130x512, threads share rows",
        ]
    );
}

#[test]
fn small_products_are_direct() {
    let kernel = Kernel {
        inputs: &[("64x64xf32", "(m, n, k) -> (m, k)"), ("64x64xf32", "(m, n, k) -> (k, n)")],
        output: ("64x64xf32", "(m, n, k) -> (m, n)"),
        iterators: PRODUCT,
        arguments: "%a: f32, %b: f32, %c: f32",
        body: "%s = math.fma %a, %b, %c : f32\nlinalg.yield %s : f32",
    };
    assert_eq!(
        on_each(&kernel),
        [
            "laptop: Floats, direct, tile [4]x16, threads share rows",
            "server: Floats, direct, tile [8]x32, threads share rows",
            "board: Floats, direct, tile [8]x8, threads share rows",
        ]
    );
}

#[test]
fn reductions_and_transpositions() {
    let nest = |input: (&str, &str), output: (&str, &str), iterators: &str, body: &str| {
        let inputs = [input];
        let arguments = "%x: f32, %r: f32";
        on_each(&Kernel { inputs: &inputs, output, iterators, arguments, body })
    };
    let sum = "%s = arith.addf %x, %r : f32\nlinalg.yield %s : f32";
    assert_eq!(
        nest(("512x4096xf32", "(i, j) -> (i, j)"), ("512xf32", "(i, j) -> (i)"), "\"parallel\", \"reduction\"", sum),
        ["laptop: rows, 8 lanes", "server: rows, 16 lanes", "board: rows, 4 lanes"]
    );
    assert_eq!(
        nest(("512x4096xf32", "(i, j) -> (j, i)"), ("4096xf32", "(i, j) -> (i)"), "\"parallel\", \"reduction\"", sum),
        [
            "laptop: columns, 4096 in cache, 8 lanes",
            "server: columns, 32768 in cache, 16 lanes",
            "board: columns, 8192 in cache, 4 lanes",
        ]
    );
    let copy = "linalg.yield %x : f32";
    assert_eq!(
        nest(
            ("2048x2048xf32", "(i, j) -> (j, i)"),
            ("2048x2048xf32", "(i, j) -> (i, j)"),
            "\"parallel\", \"parallel\"",
            copy
        ),
        [
            "laptop: tiles of 8, 8 lanes, past the caches",
            "server: tiles of 16, 16 lanes",
            "board: tiles of 4, 4 lanes, past the caches",
        ]
    );
    // Rows of six are tiles with the rows that follow them.
    assert_eq!(
        nest(
            ("512x512x6xf32", "(i, j, k) -> (k, j, i)"),
            ("6x512x512xf32", "(i, j, k) -> (i, j, k)"),
            "\"parallel\", \"parallel\", \"parallel\"",
            copy
        ),
        [
            "laptop: tiles of 8, 8 lanes, past the caches",
            "server: tiles of 16, 16 lanes",
            "board: tiles of 4, 4 lanes, past the caches",
        ]
    );
}

#[test]
fn the_machine_that_decisions_were_measured_on() {
    // Today's numbers for a core with AVX-512 and 1 MiB of second-level cache, each of which was the best of several.
    let machine = MachineModel::default();
    assert_eq!((machine.vector_bits, machine.l1, machine.l2, machine.cores), (512, 48 << 10, 1 << 20, 2));
    assert_eq!(prefetch_distance(&machine), 24);
    assert_eq!(super::register_tile::most_rows(&machine, 2), 14);
    assert_eq!(super::register_tile::most_rows(&MachineModel::named("x86-64-v3"), 2), 6);
}

#[test]
fn complex_rows_that_share_sets_of_a_cache() {
    let body = "
        %ar = complex.re %a : complex<f32>
        %ai = complex.im %a : complex<f32>
        %br = complex.re %b : complex<f32>
        %bi = complex.im %b : complex<f32>
        %cr = complex.re %c : complex<f32>
        %ci = complex.im %c : complex<f32>
        %minus = arith.negf %ai : f32
        %r0 = math.fma %ar, %br, %cr : f32
        %i0 = math.fma %ar, %bi, %ci : f32
        %r1 = math.fma %minus, %bi, %r0 : f32
        %i1 = math.fma %ai, %br, %i0 : f32
        %s = complex.create %r1, %i1 : complex<f32>
        linalg.yield %s : complex<f32>";
    let lanes = |columns: i64| {
        let (matrix, vector) = (format!("64x{columns}xcomplex<f32>"), format!("{columns}xcomplex<f32>"));
        on_each(&Kernel {
            inputs: &[(&matrix, "(m, k) -> (m, k)"), (&vector, "(m, k) -> (k)")],
            output: ("64xcomplex<f32>", "(m, k) -> (m)"),
            iterators: "\"parallel\", \"reduction\"",
            arguments: "%a: complex<f32>, %b: complex<f32>, %c: complex<f32>",
            body,
        })
        .map(|decision| decision.rsplit(", ").next().unwrap_or_default().to_string())
    };
    assert_eq!(lanes(2048 + 8), ["4 lanes", "8 lanes", "2 lanes"]);
    assert_eq!(lanes(2048), ["4 lanes", "4 lanes", "2 lanes"]);
}
