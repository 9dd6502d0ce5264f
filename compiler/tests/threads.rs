//! One executable and one runtime, called from many threads at the same time.

use xla_compiler::execute::{Executable, Runtime, View};
use xla_compiler::{CompileError, Options, Source, compile};

const PROGRAM: &str = r#"
func.func @main(%x: tensor<64x64xf32> loc("x"), %y: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = "stablehlo.sort"(%x) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0, %1 : tensor<64x64xf32>, tensor<64x64xf32>
}
"#;

#[test]
fn eight_threads_share_an_executable() {
    fn shared<T: Send + Sync>(_: &T) {}
    let executable = compile(&Source::new("dot.mlir", PROGRAM), &Options::default()).expect("it compiles");
    let runtime = Runtime::new(2);
    shared::<Executable>(&executable);
    shared::<Runtime>(&runtime);
    assert_eq!(executable.signature().input_names, ["x", ""]);
    let ty = &executable.signature().inputs[0];
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (executable, runtime) = (&executable, &runtime);
            scope.spawn(move || {
                for round in 0..20 {
                    // `x` is a multiple of the identity in reversed rows, so each thread has numbers of its own.
                    let scale = (thread * 20 + round + 1) as f32;
                    let mut x = vec![0f32; 64 * 64];
                    (0..64).for_each(|i| x[i * 64 + 63 - i] = scale);
                    let y: Vec<f32> = (0..64 * 64).map(|i| i as f32).collect();
                    let inputs = [View::of(ty, &x).expect("its type"), View::of(ty, &y).expect("its type")];
                    let outputs = executable.run(runtime, &inputs).expect("it runs");
                    let product = outputs[0].elements::<f32>().expect("floats");
                    let sorted = outputs[1].elements::<f32>().expect("floats");
                    for i in 0..64 {
                        assert_eq!(product[i * 64], scale * y[(63 - i) * 64]);
                        assert_eq!((sorted[i * 64], sorted[i * 64 + 63]), (0.0, scale));
                    }
                }
            });
        }
    });
}

#[test]
fn errors_hold_their_diagnostics() {
    let source = Source::new(
        "bad.mlir",
        "func.func @main(%x: tensor<2xf32>) -> tensor<3xf32> {\n  return %x : tensor<3xf32>\n}",
    );
    let error = compile(&source, &Options::default()).expect_err("types differ");
    assert!(matches!(error, CompileError::Invalid(_)));
    let first = &error.diagnostics()[0];
    let position = first.position.as_ref().expect("a place");
    assert_eq!((position.file.as_str(), position.line), ("bad.mlir", 2));
    assert!(!first.notes.is_empty(), "{error}");
}

#[test]
fn compilations_run_at_the_same_time() {
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| compile(&Source::new("dot.mlir", PROGRAM), &Options::default()).expect("it compiles"));
        }
    });
}
