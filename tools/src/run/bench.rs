//! xla-run --bench: how long compilation and runs take.

use std::time::{Duration, Instant};
use xla_compiler::{Options, Source, compile};

/// The least time that compiling takes: `first`, or again in the same process, where all is loaded and set up.
pub(crate) fn least_compilation(source: &Source, options: &Options, first: Duration) -> Duration {
    const MORE: usize = 3;
    // What a cache keeps would be read, not compiled; and what compiling shows has been shown.
    let quiet = Options {
        print_after: Vec::new(),
        print_after_all: false,
        dump_dir: None,
        timing: false,
        explain_fusion: false,
        cache: None,
        ..options.clone()
    };
    let again = (0..MORE).filter_map(|_| {
        let start = Instant::now();
        compile(source, &quiet).is_ok().then(|| start.elapsed())
    });
    again.fold(first, Duration::min)
}

/// The line of JSON.
pub(crate) fn bench_line([compiled, first]: [Duration; 2], times: &[Duration], max_error: Option<f64>) -> String {
    let median = (times[(times.len() - 1) / 2] + times[times.len() / 2]) / 2;
    let max_error = match max_error {
        None => String::new(),
        Some(error) if error.is_infinite() => ", \"max_err\": Infinity".to_string(),
        Some(error) => format!(", \"max_err\": {error:e}"),
    };
    format!(
        "{{\"compile_s\": {:e}, \"first_compile_s\": {:e}, \"min_s\": {:e}, \"median_s\": {:e}, \"n\": {}{max_error}}}",
        compiled.as_secs_f64(),
        first.as_secs_f64(),
        times[0].as_secs_f64(),
        median.as_secs_f64(),
        times.len(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_a_benchmark_is_json() {
        let times = [1, 2, 4, 10].map(Duration::from_millis);
        assert_eq!(
            bench_line([300, 500].map(Duration::from_millis), &times, Some(0.25)),
            "{\"compile_s\": 3e-1, \"first_compile_s\": 5e-1, \"min_s\": 1e-3, \"median_s\": 3e-3, \"n\": 4, \"max_err\": 2.5e-1}"
        );
        assert!(!bench_line([Duration::ZERO; 2], &times, None).contains("max_err"));
    }
}
