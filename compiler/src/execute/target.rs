//! What code is made for.

use super::error::CodeError;
use super::generator::Generator;
use super::llvm_text::{message, text};
use crate::machine::MachineModel;
use llvm_sys::core::LLVMDisposeMessage;
use llvm_sys::target::{
    LLVM_InitializeNativeAsmPrinter, LLVM_InitializeNativeTarget, LLVMInitializeAArch64AsmPrinter,
    LLVMInitializeAArch64Target, LLVMInitializeAArch64TargetInfo, LLVMInitializeAArch64TargetMC,
};
use llvm_sys::target_machine::*;
use std::cell::OnceCell;
use std::ffi::CStr;
use std::ffi::CString;
use std::fmt;
use std::ptr;
use std::str::FromStr;
use std::sync::{LazyLock, Mutex, Once};
use xla_runtime::matrix_tiles;

/// A machine that code is made for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Target {
    /// The target triple, such as `x86_64-pc-linux-gnu`.
    pub triple: String,
    /// The processor, such as `x86-64-v3`: the features it stands for, and the cost model.
    pub cpu: String,
    /// Features beyond the processor's, such as `+avx512f,-sse4a`.
    pub features: String,
    /// How much LLVM optimizes, 0 to 3.
    pub opt_level: u8,
    /// The numbers that our own cost models use.
    pub machine: MachineModel,
}

/// The levels of x86-64, and the features that distinguish them.
const X86_LEVELS: [(&str, &[&str]); 3] = [
    ("x86-64-v4", &["avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl"]),
    ("x86-64-v3", &["avx2", "fma", "bmi", "bmi2", "f16c", "lzcnt", "movbe"]),
    ("x86-64-v2", &["sse4.2", "ssse3", "popcnt", "cx16"]),
];

/// What x86-64-v4 processors may have in addition, of what our passes ask for, each with what it needs.
const EXTENSIONS: [(&str, &str); 4] = [
    ("avx512bf16", "+avx512bf16"),
    ("avx512vnni", "+avx512vnni"),
    ("amx-bf16", "+amx-tile,+amx-bf16"),
    ("amx-int8", "+amx-tile,+amx-int8"),
];

/// The other architecture whose code generator is there.
const AARCH64: &str = "aarch64";

impl Target {
    /// The machine this runs on, with all its features.
    ///
    /// The processor's name is not asked for: hypervisors report features that are not their name's.
    pub fn host() -> Self {
        // Virtual machines trap where the processor is asked.
        static HOST: LazyLock<Target> = LazyLock::new(|| {
            initialize();
            // SAFETY: both functions give a message of ours.
            let (triple, mut features) =
                unsafe { (message(LLVMGetDefaultTargetTriple()), message(LLVMGetHostCPUFeatures())) };
            if !matrix_tiles::permit() {
                features = features.replace("+amx-", "-amx-");
            }
            let cpu = if triple.starts_with("x86_64") { x86_level(&features) } else { "generic" };
            let machine = MachineModel::host(if cpu == "generic" { AARCH64 } else { cpu });
            Target { triple, cpu: cpu.to_string(), features, opt_level: 2, machine }
        });
        HOST.clone()
    }

    /// The host's architecture, with a processor that LLVM knows by name, such as `x86-64-v3`; or any `aarch64`. What else
    /// the processor has may follow, such as `x86-64-v4+avx512bf16+amx-bf16`.
    ///
    /// # Errors
    /// If the name is none.
    pub fn named(name: &str) -> Result<Self, CodeError> {
        let mut parts = name.split('+');
        let cpu = parts.next().unwrap_or_default();
        // Its code does not depend on the numbers of the machine that compiles it.
        let machine = MachineModel::named(cpu);
        let target = Self { cpu: cpu.to_string(), features: String::new(), machine, ..Self::host() };
        if name == AARCH64 {
            return Ok(Self { triple: "aarch64-unknown-linux-gnu".to_string(), cpu: "generic".to_string(), ..target });
        }
        let is_known = X86_LEVELS.iter().any(|(level, _)| *level == cpu) || cpu == "x86-64";
        if target.is_x86() && !is_known {
            return Err(CodeError::Target(format!(
                "`{name}`; targets are host, x86-64, x86-64-v2, x86-64-v3, x86-64-v4 and aarch64"
            )));
        }
        let extension = |name: &str| {
            let found = EXTENSIONS.iter().find(|(known, _)| *known == name && cpu == X86_LEVELS[0].0);
            found.map(|(_, features)| *features).ok_or_else(|| {
                let known = EXTENSIONS.map(|(known, _)| format!("+{known}"));
                CodeError::Target(format!("`{cpu}+{name}`; only x86-64-v4 may have {}", known.join(", ")))
            })
        };
        let features = parts.map(extension).collect::<Result<Vec<_>, _>>()?.join(",");
        Ok(Self { features, ..target })
    }

    /// Whether this process can run its code.
    ///
    /// # Errors
    /// If its architecture is another one, or it has features that the host has not.
    pub fn check_runs_here(&self) -> Result<(), CodeError> {
        let host = Self::host();
        let architecture = |triple: &str| triple.split('-').next().map(str::to_string);
        if architecture(&self.triple) != architecture(&host.triple) {
            return Err(CodeError::Elsewhere(self.to_string()));
        }
        if (&self.cpu, &self.features) == (&host.cpu, &host.features) {
            return Ok(());
        }
        let mut needed: Vec<&str> = self.level_features().collect();
        needed.extend(self.features.split(',').filter_map(|feature| feature.strip_prefix('+')));
        match needed.into_iter().find(|feature| !has(&host.features, feature)) {
            Some(missing) => Err(CodeError::Elsewhere(format!("{} with {missing}", self.cpu))),
            None => Ok(()),
        }
    }

    /// The features that distinguish its level of x86-64 from the lowest one.
    fn level_features(&self) -> impl Iterator<Item = &'static str> {
        // A level has what the ones below have, which come behind it.
        let levels = X86_LEVELS.iter().skip_while(|(name, _)| *name != self.cpu);
        levels.flat_map(|(_, features)| features.iter().copied())
    }

    /// Those of its features that passes ask for, with commas between.
    pub fn instruction_sets(&self) -> String {
        let level: Vec<&str> = self.level_features().collect();
        // Every processor of the other architecture converts f16.
        let has = |name: &str| level.contains(&name) || has(&self.features, name) || name == "f16c" && !self.is_x86();
        let asked = ["avx512dq", "f16c"].into_iter().chain(EXTENSIONS.map(|(name, _)| name));
        asked.filter(|name| has(name)).collect::<Vec<_>>().join(",")
    }

    /// Whether its architecture is x86-64.
    pub fn is_x86(&self) -> bool {
        self.triple.starts_with("x86_64")
    }

    /// Whether vectors of 512 bits are there.
    pub fn has_512_bit_vectors(&self) -> bool {
        self.cpu == "x86-64-v4" || has(&self.features, "avx512f")
    }
}

impl Default for Target {
    fn default() -> Self {
        Self::host()
    }
}

impl FromStr for Target {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        if text == "host" { Ok(Self::host()) } else { Self::named(text) }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} -O{}", self.triple, self.cpu, self.opt_level)
    }
}

fn has(features: &str, feature: &str) -> bool {
    features.split(',').any(|f| f.strip_prefix('+') == Some(feature))
}

fn x86_level(features: &str) -> &'static str {
    let level = X86_LEVELS.iter().find(|(_, needs)| needs.iter().all(|feature| has(features, feature)));
    level.map_or("x86-64", |(name, _)| name)
}

fn initialize() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: called once. A failure shows when the target is looked up.
        unsafe {
            LLVM_InitializeNativeTarget();
            LLVM_InitializeNativeAsmPrinter();
            LLVMInitializeAArch64TargetInfo();
            LLVMInitializeAArch64Target();
            LLVMInitializeAArch64TargetMC();
            LLVMInitializeAArch64AsmPrinter();
        }
    });
}

/// LLVM's form of a [`Target`].
#[derive(Debug)]
pub struct Machine {
    raw: LLVMTargetMachineRef,
    target: Target,
    /// Made when code is first generated.
    generator: OnceCell<Generator>,
}

/// Machines that have generated code and are not in use: the first function that a machine generates code for costs it
/// about a millisecond, for tables of the processor's instructions.
static IDLE: Mutex<Vec<Machine>> = Mutex::new(Vec::new());

/// Idle machines that are kept: each takes some hundred kilobytes.
const MOST_IDLE: usize = 8;

// SAFETY: a machine is nobody's thread's, and is used by one at a time.
unsafe impl Send for Machine {}

impl Machine {
    /// The machine of `target`.
    ///
    /// # Errors
    /// If LLVM does not know the target.
    pub fn new(target: &Target) -> Result<Self, CodeError> {
        if let Ok(mut idle) = IDLE.lock()
            && let Some(i) = idle.iter().position(|machine| machine.target == *target)
        {
            return Ok(idle.swap_remove(i));
        }
        initialize();
        let unknown = |what: String| CodeError::Target(what);
        let [triple, cpu, features] = [&target.triple, &target.cpu, &target.features].map(|s| CString::new(s.as_str()));
        let (Ok(triple), Ok(cpu), Ok(features)) = (triple, cpu, features) else {
            return Err(unknown(target.to_string()));
        };
        let level = match target.opt_level {
            // Matrix tiles that loops carry fail LLVM's verifier on the lowest level.
            0 if !has(&target.features, "amx-tile") => LLVMCodeGenOptLevel::LLVMCodeGenLevelNone,
            0 | 1 => LLVMCodeGenOptLevel::LLVMCodeGenLevelLess,
            2 => LLVMCodeGenOptLevel::LLVMCodeGenLevelDefault,
            _ => LLVMCodeGenOptLevel::LLVMCodeGenLevelAggressive,
        };
        // SAFETY: the texts outlive the calls; a message that is set is ours.
        unsafe {
            let mut found = ptr::null_mut();
            let mut error = ptr::null_mut();
            if LLVMGetTargetFromTriple(triple.as_ptr(), &mut found, &mut error) != 0 {
                return Err(unknown(message(error)));
            }
            let raw = LLVMCreateTargetMachine(
                found,
                triple.as_ptr(),
                cpu.as_ptr(),
                features.as_ptr(),
                level,
                LLVMRelocMode::LLVMRelocPIC,
                LLVMCodeModel::LLVMCodeModelDefault,
            );
            if raw.is_null() {
                return Err(unknown(target.to_string()));
            }
            Ok(Self { raw, target: target.clone(), generator: OnceCell::new() })
        }
    }

    /// What the machine is.
    pub fn target(&self) -> &Target {
        &self.target
    }

    pub(super) fn raw(&self) -> LLVMTargetMachineRef {
        self.raw
    }

    /// Its passes and code generator.
    pub(super) fn generator(&self) -> Result<&Generator, CodeError> {
        if let Some(generator) = self.generator.get() {
            return Ok(generator);
        }
        // SAFETY: the machine is alive, and is disposed of after the generator.
        let generator = unsafe { Generator::new(self.raw, self.target.is_x86())? };
        Ok(self.generator.get_or_init(|| generator))
    }

    /// The machine, which becomes the caller's.
    pub(super) fn into_raw(mut self) -> LLVMTargetMachineRef {
        self.generator.take();
        std::mem::replace(&mut self.raw, ptr::null_mut())
    }

    /// The triple as LLVM completed it.
    pub(super) fn triple(&self) -> String {
        // SAFETY: the machine is alive, and the message is ours.
        unsafe {
            let raw = LLVMGetTargetMachineTriple(self.raw);
            let triple = text(CStr::from_ptr(raw));
            LLVMDisposeMessage(raw);
            triple
        }
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let raw = std::mem::replace(&mut self.raw, ptr::null_mut());
        if raw.is_null() {
            return;
        }
        let generator = std::mem::take(&mut self.generator);
        if let Ok(mut idle) = IDLE.lock()
            && idle.len() < MOST_IDLE
        {
            idle.push(Self { raw, target: self.target.clone(), generator });
            return;
        }
        drop(generator);
        // SAFETY: the machine is ours and not used again.
        unsafe { LLVMDisposeTargetMachine(raw) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_follows_from_features_alone() {
        assert_eq!(x86_level("+sse4.2,+ssse3,+popcnt,+cx16"), "x86-64-v2");
        assert_eq!(x86_level("+avx2,+fma,+bmi,+bmi2,+f16c,+lzcnt,+movbe,-avx512f"), "x86-64-v3");
        assert_eq!(x86_level("+avx512f,+avx512bw,+avx512cd,+avx512dq,+avx512vl"), "x86-64-v4");
        assert_eq!(x86_level(""), "x86-64");
    }

    #[test]
    fn targets_have_names() {
        assert_eq!("host".parse(), Ok(Target::host()));
        assert!(matches!("pentium-9".parse::<Target>(), Err(CodeError::Target(_))));
        if cfg!(target_arch = "x86_64") {
            for name in ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"] {
                assert!(name.parse::<Target>().is_ok_and(|target| Machine::new(&target).is_ok()), "{name}");
            }
            let tiles = Target::named("x86-64-v4+avx512vnni+amx-int8").expect("it is known");
            assert_eq!(tiles.features, "+avx512vnni,+amx-tile,+amx-int8");
            assert_eq!(tiles.instruction_sets(), "avx512dq,f16c,avx512vnni,amx-int8");
            for wrong in ["x86-64-v4+", "x86-64-v4+avx", "x86-64-v3+avx512vnni", "aarch64+amx-int8", "+amx-int8"] {
                assert!(matches!(wrong.parse::<Target>(), Err(CodeError::Target(_))), "{wrong}");
            }
            assert!(Target::named("x86-64-v4").is_ok_and(|target| target.has_512_bit_vectors()));
            assert!(Target::named("x86-64-v3").is_ok_and(|target| !target.has_512_bit_vectors()));
        }
    }

    #[test]
    fn a_named_target_has_nothing_of_the_host_but_its_triple() {
        for name in ["x86-64", "x86-64-v3", "x86-64-v4", "aarch64"] {
            let target = Target::named(name).expect("it is known");
            assert_eq!((target.machine, target.features.as_str()), (MachineModel::named(name), ""), "{name}");
        }
        assert_ne!(MachineModel::named("x86-64-v3"), MachineModel::named("x86-64-v4"));
    }

    #[test]
    fn the_other_architecture_has_a_code_generator() {
        let target = Target::named("aarch64");
        assert!(target.as_ref().is_ok_and(|target| Machine::new(target).is_ok()));
        assert_eq!(target.is_ok_and(|target| target.check_runs_here().is_ok()), cfg!(target_arch = "aarch64"));
        assert_eq!(Target::host().check_runs_here(), Ok(()));
    }

    #[test]
    fn a_wrong_triple_is_an_error() {
        let target = Target { triple: "nothing-at-all".to_string(), ..Target::host() };
        assert!(matches!(Machine::new(&target), Err(CodeError::Target(_))));
    }
}
