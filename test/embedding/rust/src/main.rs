//! Calls programs that were compiled ahead of time by build.rs.

mod layer {
    include!(concat!(env!("OUT_DIR"), "/layer.rs"));
}
mod everything {
    include!(concat!(env!("OUT_DIR"), "/everything.rs"));
}

fn main() {
    let y = layer::layer(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[1.0, 0.0, 0.0, 1.0, 2.0, 2.0]).expect("it runs");
    assert_eq!(*y, [7.0, 8.0, 16.0, 17.0]);

    // Each program is created in the same way.
    let (mut program, mut y) = (layer::Program::new(2, 7).expect("a context"), [0.0; 4]);
    program.run(&[2.0, 2.0, 3.0, 4.0, 5.0, 6.0], &[1.0, 0.0, 0.0, 1.0, 2.0, 2.0], &mut y).expect("it runs");
    assert_eq!(y[0], 8.0);

    // Eight threads, each with a program of its own.
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut program = everything::Program::new(1, 7).expect("a context");
                let (mut factor, mut sorted, mut transform, mut random) = ([0.0; 4], [0; 5], [0.0; 8], [0.0; 4]);
                for _ in 0..10 {
                    let (a, keys) = ([4.0, 2.0, 2.0, 5.0], [3, 1, 2, 5, 4]);
                    program.run(&a, &keys, &mut factor, &mut sorted, &mut transform, &mut random).expect("it runs");
                    assert_eq!((factor[0], factor[2], factor[3], sorted), (2.0, 1.0, 2.0, [1, 2, 3, 4, 5]));
                    assert_eq!((transform[4], transform[6]), (7.0, -3.0));
                    assert!(random.iter().all(|x| (0.0..1.0).contains(x)));
                }
            });
        }
    });

    let array = xla_runtime::Array::from_ndarray(&ndarray::arr2(&[[1f32, 2.0], [3.0, 4.0]]).t()).expect("it fits");
    assert_eq!(array.to_ndarray::<f32>(), Ok(ndarray::arr2(&[[1f32, 3.0], [2.0, 4.0]]).into_dyn()));
    println!("called");
}
