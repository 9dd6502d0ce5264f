//! One of the targets of xla-fuzz: the one that this executable is called after.
#![no_main]

use xla_fuzz::targets::TARGETS;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    if let Some(target) = TARGETS.iter().find(|target| target.name == env!("CARGO_BIN_NAME")) {
        (target.run)(bytes);
    }
});
