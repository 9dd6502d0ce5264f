//! Eight threads run one compiled program, whose loops they share with the threads of one pool, under ThreadSanitizer: the
//! program's instrumented code, and the pool as the runtime library has it. With the argument `race`, a loop's body writes what
//! others write, which has to be reported.

#![allow(dead_code)]

#[path = "@ROOT@/compiler/runtime/src/pool.rs"]
mod pool;

#[path = "@ROOT@/compiler/runtime/src/kernel.rs"]
mod kernel;

use kernel::Kernel;
use pool::Pool;
use std::cell::UnsafeCell;
use std::ffi::c_void;
use std::ops::Range;
use std::time::Duration;

/// Outputs of `parallel.mlir`.
const ELEMENTS: [usize; 4] = [1024 * 256, 256, 1, 512 * 1024];

/// What threads use without a word of the compiler's that they may.
struct Shared<T>(T);

// SAFETY: it is what ThreadSanitizer is to check.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    fn get(&self) -> &T {
        &self.0
    }
}

/// As that of the runtime library, where the context is a pool alone.
#[unsafe(no_mangle)]
unsafe extern "C" fn xla_rt_parallel_for(
    context: *mut c_void,
    kernel: *const c_void,
    words: *const usize,
    addresses: i64,
    offsets: i64,
    n: i64,
    grain: i64,
    shares: i64,
) {
    let pool = unsafe { &*context.cast::<Pool>() };
    let kernel = unsafe { Kernel::new(kernel, words, addresses, offsets) };
    let body = |range: Range<i64>| kernel.run(range);
    if shares == 0 { pool.parallel_for(n, grain, &body) } else { pool.parallel_shares(n, grain, &body) }
}

unsafe extern "C" {
    fn xla_main(context: *mut c_void, inputs: *const *const c_void, outputs: *const *mut c_void, arena: *mut c_void);
}

fn run(pool: &Pool, inputs: [&[f32]; 2], arena_bytes: usize) -> [Vec<f32>; 4] {
    let mut outputs = ELEMENTS.map(|count| vec![0.0; count]);
    let mut arena = vec![0u8; arena_bytes + 64];
    let start = arena.as_ptr().align_offset(64);
    let arena = arena[start..].as_mut_ptr();
    let (inputs, pointers) =
        (inputs.map(|input| input.as_ptr().cast()), outputs.each_mut().map(|output| output.as_mut_ptr().cast()));
    let context = std::ptr::from_ref(pool).cast_mut().cast();
    unsafe { xla_main(context, inputs.as_ptr(), pointers.as_ptr(), arena.cast()) };
    outputs
}

fn main() {
    let argument = std::env::args().nth(1).expect("the size of the arena, or race");
    let pool = Pool::new(4);
    if argument == "race" {
        let sum = Shared(UnsafeCell::new(0));
        pool.parallel_for(100, 1, &|range| {
            std::thread::sleep(Duration::from_millis(1));
            unsafe { *sum.get().get() += range.end - range.start };
        });
        return println!("raced");
    }
    let arena_bytes = argument.parse().expect("a number of bytes");
    let input = |count: usize| (0..count).map(|i| (i % 13) as f32 / 100.0).collect::<Vec<_>>();
    let (x, w) = (input(1024 * 512), input(512 * 256));
    let expected = run(&pool, [&x, &w], arena_bytes);
    std::thread::scope(|scope| {
        let run = || (0..2).all(|_| run(&pool, [&x, &w], arena_bytes) == expected);
        let threads = [(); 8].map(|()| scope.spawn(run));
        // ThreadSanitizer sees the end of a thread that is joined.
        assert!(threads.map(|thread| thread.join().expect("it ends")).into_iter().all(|is_equal| is_equal));
    });
    println!("called");
}
