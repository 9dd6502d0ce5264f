//! Runs a lowered program that was written by hand: the calling convention, threads, custom calls, errors.

use melior::ir::Module;
use std::fmt::Write;
use xla_compiler::execute::{
    Array, Attribute, CallError, CodeError, CodeKind, CustomCalls, Executable, LlvmModule, Machine, Program, RunError,
    Runtime, Target, TensorType, objects,
};
use xla_dialect::ir::Op;
use xla_scalar::Element;

const SCALE: &str = include_str!("scale.mlir");

fn with_module<R>(text: &str, f: impl FnOnce(Op<'_>) -> R) -> R {
    let context = xla_dialect::context();
    let module = Module::parse(&context, text).expect("the test's module parses");
    // SAFETY: the handle is used while the module lives.
    f(unsafe { Op::from_raw(module.as_operation().to_raw()) })
}

fn executable(target: &Target) -> Executable {
    with_module(SCALE, |module| Executable::new(module, target)).expect("the test's module compiles")
}

fn input() -> (Vec<f64>, Array) {
    let values: Vec<f64> = (0..1000).map(|i| f64::from(i) / 100.0).collect();
    let bytes: Vec<u8> = values.iter().flat_map(|x| x.to_le_bytes()).collect();
    (values, Array::new(TensorType::new(Element::F64, &[1000]), &bytes).expect("8000 bytes"))
}

fn answer(value: f64) -> CustomCalls {
    let mut calls = CustomCalls::new();
    calls.register("answer", move |call| {
        let Some(Attribute::Float(scale)) = call.site.attributes.get("scale") else {
            return Err(CallError::Failed("no scale".to_string()));
        };
        call.outputs[0].bytes_mut().copy_from_slice(&(value * scale).to_le_bytes());
        Ok(())
    });
    calls
}

#[test]
fn outputs_are_right_for_each_target_and_number_of_threads() {
    let (values, array) = input();
    for target in [Target::host(), Target { opt_level: 0, ..Target::host() }] {
        let executable = executable(&target);
        assert_eq!(executable.signature().inputs, [TensorType::new(Element::F64, &[1000])]);
        for threads in [1, 2, 4] {
            let runtime = Runtime::with_custom_calls(threads, answer(21.0));
            let outputs = executable.run(&runtime, &[array.view()]).expect("it runs");
            for (x, y) in values.iter().zip(outputs[0].bytes().chunks_exact(8)) {
                assert_eq!(x % 3.0 + 42.0, f64::from_le_bytes(y.try_into().expect("8 bytes")));
            }
        }
    }
}

#[test]
fn one_executable_serves_several_threads() {
    let (_, array) = input();
    let executable = executable(&Target::host());
    let runtime = Runtime::with_custom_calls(2, answer(1.0));
    let expected = executable.run(&runtime, &[array.view()]).expect("it runs");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    let mut output = Array::zeros(expected[0].ty().clone()).expect("it fits");
                    executable.run_into(&runtime, &[array.view()], &mut [output.view_mut()]).expect("it runs");
                    assert_eq!(output, expected[0]);
                }
            });
        }
    });
}

#[test]
fn the_program_describes_its_custom_calls() {
    let program = with_module(SCALE, Program::of).expect("a program");
    let site = &program.sites[0];
    assert_eq!((site.target.as_str(), site.location.as_str()), ("answer", "scale.mlir:1:1"));
    assert_eq!(site.attributes["name"], Attribute::String("x".to_string()));
    assert_eq!(site.attributes["dims"], Attribute::Array(vec![Attribute::Int(1), Attribute::Int(2)]));
    assert_eq!(site.attributes["on"], Attribute::Bool(true));
    assert_eq!(site.attributes["n"], Attribute::Int(3));
}

#[test]
fn errors_are_typed() {
    let (_, array) = input();
    let executable = executable(&Target::host());
    let runtime = Runtime::new(1);
    let error = executable.run(&runtime, &[]).unwrap_err();
    assert_eq!(error.to_string(), "expected 1 inputs, found 0");
    let other = Array::zeros(TensorType::new(Element::F32, &[2, 3])).expect("it fits");
    let error = executable.run(&runtime, &[other.view()]).unwrap_err();
    assert_eq!(error.to_string(), "input 0 is tensor<1000xf64>, not tensor<2x3xf32>");
    let error = executable.run(&runtime, &[array.view()]).unwrap_err();
    assert!(matches!(&error, RunError::Call(failure) if matches!(failure.error, CallError::Unsupported(_))));
    let error = with_module("module {}", |module| Executable::new(module, &Target::host())).unwrap_err();
    assert!(matches!(error, CodeError::Program(_)), "{error}");
}

#[test]
fn code_can_be_written() {
    with_module(SCALE, |module| {
        let machine = Machine::new(&Target::host()).expect("the host");
        let mut llvm = LlvmModule::translate(module, &machine).expect("it translates");
        llvm.optimize(&machine).expect("it optimizes");
        assert!(llvm.to_string().contains("define void @xla_main("));
        let assembly = llvm.emit(&machine, CodeKind::Assembly).expect("assembly");
        assert!(String::from_utf8_lossy(&assembly).contains("xla_main:"));
        let object = llvm.emit(&machine, CodeKind::Object).expect("an object");
        assert!(Executable::from_objects(Program::of(module).expect("a program"), &[object]).is_ok());
    });
}

/// A program of functions that are long enough for threads of their own, call each other and read the module's data: each
/// adds its number to the output, 400 times.
fn long_functions(count: usize) -> String {
    let mut text =
        String::from("module attributes {xla.arena_bytes = 0 : i64, xla.inputs = [], xla.outputs = [tensor<f64>]} {");
    for i in 0..count {
        write!(
            text,
            "llvm.mlir.global private constant @data{i}({i}.0 : f64) : f64
             llvm.func internal @part{i}(%out: !llvm.ptr) {{
               %at = llvm.mlir.addressof @data{i} : !llvm.ptr"
        )
        .expect("text");
        for k in 0..400 {
            write!(
                text,
                "%x{k} = llvm.load volatile %at : !llvm.ptr -> f64
                 %y{k} = llvm.load volatile %out : !llvm.ptr -> f64
                 %z{k} = llvm.fadd %x{k}, %y{k} : f64
                 llvm.store volatile %z{k}, %out : f64, !llvm.ptr\n"
            )
            .expect("text");
        }
        let next =
            if i + 1 < count { format!("llvm.call @part{}(%out) : (!llvm.ptr) -> ()", i + 1) } else { String::new() };
        write!(text, "{next}\n llvm.return }}\n").expect("text");
    }
    text + "llvm.func @xla_main(%context: !llvm.ptr, %inputs: !llvm.ptr, %outputs: !llvm.ptr, %arena: !llvm.ptr) {
              %out = llvm.load %outputs : !llvm.ptr -> !llvm.ptr
              %zero = llvm.mlir.constant(0.0 : f64) : f64
              llvm.store %zero, %out : f64, !llvm.ptr
              llvm.call @part0(%out) : (!llvm.ptr) -> ()
              llvm.return
            }
          }"
}

#[test]
fn threads_that_generate_code_divide_the_functions() {
    with_module(&long_functions(5), |module| {
        let machine = Machine::new(&Target::host()).expect("the host");
        for (threads, files) in [(1, 1), (2, 2), (3, 3), (64, 6)] {
            let llvm = LlvmModule::translate(module, &machine).expect("it translates");
            let objects = objects(llvm, &machine, threads).expect("it compiles");
            assert_eq!(objects.len(), files);
            let executable =
                Executable::from_objects(Program::of(module).expect("a program"), &objects).expect("it loads");
            let output = &executable.run(&Runtime::new(1), &[]).expect("it runs")[0];
            assert_eq!(output.bytes(), (400.0 * 10.0f64).to_le_bytes());
        }
    });
}

#[test]
fn code_does_not_depend_on_what_the_machine_compiled_before() {
    let machine = Machine::new(&Target::host()).expect("the host");
    let code = |text: &str, machine: &Machine| {
        with_module(text, |module| {
            let llvm = LlvmModule::translate(module, machine).expect("it translates");
            objects(llvm, machine, 1).expect("it compiles")
        })
    };
    let first = code(SCALE, &machine);
    assert_ne!(code(&long_functions(3), &machine), first);
    assert_eq!(code(SCALE, &machine), first);
    assert_eq!(code(SCALE, &Machine::new(&Target::host()).expect("the host")), first);
}
