//! The machine model: what the cost models of code generation know of the processor that runs the code.
//!
//! The model of the host is asked from the operating system; that of another target comes from [`TABLE`], so that its code
//! does not depend on the machine that compiles it. Passes get the model as text, in an option:
//!
//! ```text
//! vector-bits=512,vector-registers=32,cache-line=64,l1=49152,l2=1048576,l3=33554432,cores=2,wake=131072
//! ```

use std::fmt;
use std::str::FromStr;

/// Bytes of a page. Addresses that lie a multiple of it apart share a set of a first-level cache, which holds few of them.
pub const PAGE: i64 = 4096;

/// The numbers of a processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MachineModel {
    /// Bits of a vector register.
    pub vector_bits: i64,
    /// Vector registers that an instruction can name.
    pub vector_registers: i64,
    /// Bytes of a cache line.
    pub cache_line: i64,
    /// Bytes of the first-level data cache of a core.
    pub l1: i64,
    /// Bytes of the second-level cache of a core.
    pub l2: i64,
    /// Bytes of the last-level cache.
    pub l3: i64,
    /// Cores that a program may use.
    pub cores: i64,
    /// Scalar operations below which waking another thread, which takes some microseconds, costs more than it saves.
    pub wake: i64,
    /// Instructions that sum products of narrow numbers.
    pub extensions: Extensions,
}

/// The instructions that a target has beyond multiplication and addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Extensions {
    /// Pairs of bf16 are multiplied and summed in f32: AVX512-BF16.
    pub bf16_dot: bool,
    /// Pairs of 16-bit and groups of four 8-bit integers are multiplied and summed in i32: AVX512-VNNI.
    pub integer_dot: bool,
    /// Tiles of bf16 are multiplied as matrices: AMX-BF16.
    pub bf16_tiles: bool,
    /// Tiles of 8-bit integers are multiplied as matrices: AMX-INT8.
    pub integer_tiles: bool,
}

impl Extensions {
    /// Those among `features`, LLVM's names separated by commas.
    pub fn of(features: &str) -> Self {
        let has = |name: &str| features.split(',').any(|feature| feature == name);
        Self {
            bf16_dot: has("avx512bf16"),
            integer_dot: has("avx512vnni"),
            bf16_tiles: has("amx-bf16"),
            integer_tiles: has("amx-int8"),
        }
    }
}

/// The sizes that are assumed of processors that are known by name only: those of common processors of the kind, the
/// smaller ones where they differ. A cache that is assumed too large costs more than one assumed too small.
const TABLE: [(&str, MachineModel); 5] = [
    // A server: Intel since Ice Lake, AMD since Zen 4.
    ("x86-64-v4", model((512, 32), [48 << 10, 1 << 20, 32 << 20], 2)),
    // A laptop of four cores: Intel since Haswell, AMD since Zen.
    ("x86-64-v3", model((256, 16), [32 << 10, 256 << 10, 8 << 20], 4)),
    ("x86-64-v2", model((128, 16), [32 << 10, 256 << 10, 8 << 20], 4)),
    ("x86-64", model((128, 16), [32 << 10, 256 << 10, 4 << 20], 2)),
    // A board with four cores of Arm's Cortex-A76.
    ("aarch64", model((128, 32), [64 << 10, 512 << 10, 2 << 20], 4)),
];

const fn model((vector_bits, vector_registers): (i64, i64), [l1, l2, l3]: [i64; 3], cores: i64) -> MachineModel {
    let extensions = Extensions { bf16_dot: false, integer_dot: false, bf16_tiles: false, integer_tiles: false };
    MachineModel { vector_bits, vector_registers, cache_line: 64, l1, l2, l3, cores, wake: 1 << 17, extensions }
}

impl Default for MachineModel {
    /// That of `x86-64-v4`, whatever the host is.
    fn default() -> Self {
        TABLE[0].1
    }
}

impl MachineModel {
    /// That of the processor or architecture `name`, such as `x86-64-v3` or `aarch64`; the smallest of the table for a
    /// name that is not in it.
    pub fn named(name: &str) -> Self {
        let found = TABLE.iter().find(|(known, _)| *known == name);
        found.map_or_else(|| Self::named("x86-64"), |(_, model)| *model)
    }

    /// That of the processor that this runs on, which is at least one called `name`. What the operating system does not
    /// tell is as in the table.
    pub fn host(name: &str) -> Self {
        let table = Self::named(name);
        let cache = |level: u32, otherwise: i64| cache_bytes(level).unwrap_or(otherwise);
        let (l1, l2) = (cache(1, table.l1), cache(2, table.l2));
        // Without a third level, the second is the last.
        let l3 = cache_bytes(3).unwrap_or(if cache_bytes(2).is_some() { l2 } else { table.l3 });
        let cores = std::thread::available_parallelism().map_or(table.cores, |cores| cores.get() as i64);
        Self { l1, l2, l3, cores, ..table }
    }

    /// The same processor with the extensions among `features`; they are of vectors of 512 bits alone.
    pub fn with_features(self, features: &str) -> Self {
        let extensions = if self.vector_bits == 512 { Extensions::of(features) } else { Extensions::default() };
        Self { extensions, ..self }
    }

    /// Whether masks select lanes of vectors that are loaded, stored and gathered.
    pub fn has_masks(&self) -> bool {
        self.vector_bits == 512
    }

    /// Bytes of a vector register.
    pub fn vector_bytes(&self) -> i64 {
        self.vector_bits / 8
    }

    /// Elements of `bits` bits in a vector register.
    pub fn lanes(&self, bits: i64) -> i64 {
        self.vector_bits / bits
    }

    fn fields(&mut self) -> [(&'static str, &mut i64); 8] {
        [
            ("vector-bits", &mut self.vector_bits),
            ("vector-registers", &mut self.vector_registers),
            ("cache-line", &mut self.cache_line),
            ("l1", &mut self.l1),
            ("l2", &mut self.l2),
            ("l3", &mut self.l3),
            ("cores", &mut self.cores),
            ("wake", &mut self.wake),
        ]
    }

    /// Whether emission can work with these numbers: vectors are powers of two that hold two of the widest element.
    fn is_possible(&self) -> bool {
        let powers = [self.vector_bits, self.vector_registers, self.cache_line];
        let sizes = [self.l1, self.l2, self.l3];
        powers.iter().all(|n| *n > 0 && n & (n - 1) == 0)
            && (128..=512).contains(&self.vector_bits)
            && (8..=64).contains(&self.vector_registers)
            && (16..=256).contains(&self.cache_line)
            && sizes.iter().all(|bytes| (4 << 10..=1 << 40).contains(bytes))
            && (1..=1 << 16).contains(&self.cores)
            && (1..=1 << 40).contains(&self.wake)
    }
}

impl fmt::Display for MachineModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut copy = *self;
        let fields = copy.fields().map(|(name, value)| format!("{name}={value}"));
        f.write_str(&fields.join(","))
    }
}

impl FromStr for MachineModel {
    type Err = String;

    /// Reads the notation of the module's documentation; what is not stated is as in the default.
    fn from_str(text: &str) -> Result<Self, String> {
        let mut model = Self::default();
        for field in text.split(',').filter(|field| !field.is_empty()) {
            let (name, number) =
                field.split_once('=').ok_or_else(|| format!("`{field}` is not of the form name=number"))?;
            let number = number.parse().map_err(|_| format!("`{number}` is not a number"))?;
            let mut fields = model.fields();
            let found = fields.iter_mut().find(|(known, _)| *known == name);
            *found.ok_or_else(|| format!("a machine model has no `{name}`"))?.1 = number;
        }
        if model.is_possible() { Ok(model) } else { Err(format!("there is no machine of {model}")) }
    }
}

/// Bytes of the data cache of `level` of the first core, where the operating system is Linux and says so.
fn cache_bytes(level: u32) -> Option<i64> {
    let caches = std::path::Path::new("/sys/devices/system/cpu/cpu0/cache");
    let read = |index: u32, name: &str| {
        let text = std::fs::read_to_string(caches.join(format!("index{index}")).join(name)).ok()?;
        Some(text.trim().to_string())
    };
    let is_it = |index: &u32| {
        read(*index, "level").is_some_and(|found| found == level.to_string())
            && read(*index, "type").is_some_and(|kind| kind != "Instruction")
    };
    let kilobytes: i64 = read((0..8).find(is_it)?, "size")?.strip_suffix('K')?.parse().ok()?;
    (4..=1 << 30).contains(&kilobytes).then_some(kilobytes << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_follow_from_features() {
        assert_eq!(Extensions::of(""), Extensions::default());
        let none = Extensions::default();
        assert_eq!(Extensions::of("avx512f,avx512bf16"), Extensions { bf16_dot: true, ..none });
        assert_eq!(Extensions::of("avx512vnni"), Extensions { integer_dot: true, ..none });
        assert_eq!(Extensions::of("amx-tile,amx-bf16"), Extensions { bf16_tiles: true, ..none });
        assert_eq!(Extensions::of("amx-int8"), Extensions { integer_tiles: true, ..none });
    }

    #[test]
    fn extensions_of_512_bits_need_such_vectors() {
        let with = |name: &str| MachineModel::named(name).with_features("avx512bf16,avx512vnni").extensions;
        assert_eq!(with("x86-64-v4"), Extensions { bf16_dot: true, integer_dot: true, ..Extensions::default() });
        assert_eq!(with("x86-64-v3"), Extensions::default());
    }

    #[test]
    fn models_are_written_and_read() {
        for (name, model) in TABLE {
            assert_eq!(model.to_string().parse(), Ok(model), "{name}");
        }
        assert_eq!("".parse(), Ok(MachineModel::default()));
        assert_eq!("cores=64".parse(), Ok(MachineModel { cores: 64, ..MachineModel::default() }));
        for wrong in
            ["cores", "cores=many", "heads=2", "vector-bits=100", "vector-bits=64", "l2=0", "cores=0", "wake=0"]
        {
            assert!(wrong.parse::<MachineModel>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_host_has_what_code_generation_needs() {
        for (name, _) in TABLE {
            assert!(MachineModel::host(name).is_possible(), "{name}");
        }
    }
}
