//! The matrix tiles of x86-64 (AMX), whose registers are so large that Linux gives them to a process only if it asks.

use std::sync::OnceLock;

/// Asks the operating system for matrix tiles, once for the process. Returns whether code may use them: not if the processor
/// has none.
pub fn permit() -> bool {
    static PERMITTED: OnceLock<bool> = OnceLock::new();
    *PERMITTED.get_or_init(ask)
}

/// As [`permit`], for compiled code: a function calls it before it uses them.
#[unsafe(no_mangle)]
pub extern "C" fn xla_rt_permit_matrix_tiles() {
    permit();
}

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
fn ask() -> bool {
    const ARCH_REQ_XCOMP_PERM: libc::c_long = 0x1023;
    const XFEATURE_XTILEDATA: libc::c_long = 18;
    // SAFETY: the call takes two numbers.
    unsafe { libc::syscall(libc::SYS_arch_prctl, ARCH_REQ_XCOMP_PERM, XFEATURE_XTILEDATA) == 0 }
}

#[cfg(not(all(target_os = "linux", target_arch = "x86_64")))]
fn ask() -> bool {
    false
}
