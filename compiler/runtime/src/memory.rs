//! Buffers: aligned for the widest vectors, in huge pages when they are big, and reused.
//!
//! The first touch of fresh memory costs more than computing on it: 64 MiB take 30 ms in 4 KiB pages, 11 ms in
//! huge pages and nothing when they were used before; 256 KiB take 100 us, and 5 us when they were used before. So
//! blocks that are dropped stay in a process-wide cache of bounded size, from which the next allocation of about that
//! size is served.

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::path::{Path, PathBuf};
use std::ptr::NonNull;
use std::sync::Mutex;

/// Alignment of every block: a cache line, and the widest vector.
pub const ALIGNMENT: usize = 64;

const HUGE_PAGE: usize = 2 << 20;
/// Smaller blocks go straight to the allocator, which keeps its own free lists for them, and are filled with zeros in no time.
const CACHED_FROM: usize = 16 << 10;
/// The cache gives memory back to the system beyond this.
const CACHE_BYTES: usize = 512 << 20;

/// Fewer bytes are not worth asking the system how many there are, which takes some 50 us.
const CHECKED_FROM: u64 = 64 << 20;

/// The error for a lack of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{needed} bytes of memory are needed, and {available} are available")]
pub struct OutOfMemory {
    /// Bytes that are needed.
    pub needed: u64,
    /// Bytes that are available.
    pub available: u64,
}

/// A buffer of bytes, with the alignment of [`ALIGNMENT`], of which the owner has the only reference.
#[derive(Debug)]
pub struct Block {
    memory: Memory,
    len: usize,
}

impl Block {
    /// A block of `len` bytes with arbitrary content, to be written over.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn scratch(len: usize) -> Result<Self, OutOfMemory> {
        Ok(Self { memory: Memory::reused(len).map_or_else(|| Memory::new(len), Ok)?, len })
    }

    /// A block of `len` zeros.
    ///
    /// # Errors
    /// If there is no memory for it.
    pub fn zeroed(len: usize) -> Result<Self, OutOfMemory> {
        match Memory::reused(len) {
            Some(memory) => {
                let mut block = Self { memory, len };
                block.bytes_mut().fill(0);
                Ok(block)
            }
            None => Ok(Self { memory: Memory::new(len)?, len }),
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the block owns at least `len` bytes, which were initialized when they were allocated.
        unsafe { std::slice::from_raw_parts(self.memory.data.as_ptr(), self.len) }
    }

    /// The bytes, to be written.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        // SAFETY: as for `bytes`, and the reference is unique.
        unsafe { std::slice::from_raw_parts_mut(self.memory.data.as_ptr(), self.len) }
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        let memory = std::mem::replace(&mut self.memory, Memory { data: NonNull::dangling(), size: 0 });
        if memory.size < CACHED_FROM {
            return;
        }
        if let Ok(mut cache) = CACHE.lock() {
            cache.keep(memory);
        }
    }
}

/// Memory that came zeroed from the system: its own pages from [`HUGE_PAGE`] bytes on, else the allocator's.
#[derive(Debug)]
struct Memory {
    data: NonNull<u8>,
    size: usize,
}

// SAFETY: memory has one owner and no interior mutability.
unsafe impl Send for Memory {}
// SAFETY: as above; shared references only read.
unsafe impl Sync for Memory {}

impl Memory {
    fn size_for(len: usize) -> Option<usize> {
        let unit = if len >= HUGE_PAGE { HUGE_PAGE } else { ALIGNMENT };
        len.max(1).checked_next_multiple_of(unit)
    }

    fn layout(size: usize) -> Option<Layout> {
        Layout::from_size_align(size, ALIGNMENT).ok()
    }

    fn new(len: usize) -> Result<Self, OutOfMemory> {
        // The system promises more than it has, and ends processes that use it.
        check(len as u64)?;
        let allocate = |size| {
            let data = if size >= HUGE_PAGE {
                huge_pages(size)
            } else {
                // SAFETY: the layout's size is not zero.
                NonNull::new(unsafe { alloc_zeroed(Self::layout(size)?) })
            };
            Some(Self { data: data?, size })
        };
        let refused = || OutOfMemory { needed: len as u64, available: available().unwrap_or(0).min(len as u64) };
        Self::size_for(len).and_then(allocate).ok_or_else(refused)
    }

    fn reused(len: usize) -> Option<Self> {
        if len < CACHED_FROM {
            return None;
        }
        CACHE.lock().ok()?.take(Self::size_for(len)?)
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        if self.size == 0 {
            return;
        }
        if self.size >= HUGE_PAGE {
            // SAFETY: the pages were mapped by `huge_pages` and are not used again.
            unsafe { libc::munmap(self.data.as_ptr().cast(), self.size) };
        } else if let Some(layout) = Self::layout(self.size) {
            // SAFETY: the memory came from the allocator with this layout and is not used again.
            unsafe { dealloc(self.data.as_ptr(), layout) }
        }
    }
}

/// Fresh zeroed pages, aligned so that they can be huge ones.
fn huge_pages(size: usize) -> Option<NonNull<u8>> {
    let mapped = size.checked_add(HUGE_PAGE)?;
    // SAFETY: a new private mapping touches nobody's memory. Cutting off its ends, which lie outside the aligned
    // part, leaves exactly `size` bytes. Advice that is not taken costs only speed.
    unsafe {
        let start = libc::mmap(
            std::ptr::null_mut(),
            mapped,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_NORESERVE,
            -1,
            0,
        );
        if start == libc::MAP_FAILED {
            return None;
        }
        let before = (start as usize).next_multiple_of(HUGE_PAGE) - start as usize;
        let aligned = start.byte_add(before);
        if before > 0 {
            libc::munmap(start, before);
        }
        if before < HUGE_PAGE {
            libc::munmap(aligned.byte_add(size), HUGE_PAGE - before);
        }
        libc::madvise(aligned, size, libc::MADV_HUGEPAGE);
        NonNull::new(aligned.cast())
    }
}

struct Cache {
    /// In the order in which they became free.
    free: Vec<Memory>,
    bytes: usize,
}

static CACHE: Mutex<Cache> = Mutex::new(Cache { free: Vec::new(), bytes: 0 });

impl Cache {
    /// Takes in free memory; what became free longest ago leaves to make room.
    fn keep(&mut self, memory: Memory) {
        if memory.size > CACHE_BYTES {
            return;
        }
        self.bytes += memory.size;
        self.free.push(memory);
        while self.bytes > CACHE_BYTES {
            self.bytes -= self.free.remove(0).size;
        }
    }

    /// The newest free memory of the size, or up to a quarter larger.
    fn take(&mut self, size: usize) -> Option<Memory> {
        let fits = |free: &Memory| free.size >= size && free.size - size <= size / 4;
        let memory = self.free.remove(self.free.iter().rposition(fits)?);
        self.bytes -= memory.size;
        Some(memory)
    }
}

/// Gives the memory of all blocks that are not in use back to the system.
pub fn trim() {
    if let Ok(mut cache) = CACHE.lock() {
        cache.free.clear();
        cache.bytes = 0;
    }
}

/// Refuses more bytes than this process can get.
///
/// # Errors
/// If there are fewer.
pub fn check(needed: u64) -> Result<(), OutOfMemory> {
    if needed < CHECKED_FROM {
        return Ok(());
    }
    // The cache's blocks are available to the next allocation.
    let kept = CACHE.lock().map_or(0, |cache| cache.bytes as u64);
    match available().map(|available| available.saturating_add(kept)) {
        Some(available) if needed > available => Err(OutOfMemory { needed, available }),
        _ => Ok(()),
    }
}

/// Bytes that this process can still use: what the machine has, within the limits of its control groups and its own.
/// None if the system does not say.
pub fn available() -> Option<u64> {
    let machine = value_of(&std::fs::read_to_string("/proc/meminfo").ok()?, "MemAvailable:")?.saturating_mul(1024);
    let groups = std::fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let group = groups.lines().filter_map(|line| in_group(line, Path::new("/sys/fs/cgroup"))).min();
    Some([group, in_address_space()].into_iter().flatten().fold(machine, u64::min))
}

/// The number after `name` in a file of the system.
fn value_of(text: &str, name: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix(name)?.split_whitespace().next()?.parse().ok())
}

/// The memory that a control group and its ancestors leave available, from a line of /proc/self/cgroup; `root` is the mount
/// point of the groups.
fn in_group(line: &str, root: &Path) -> Option<u64> {
    let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
    let (root, limit, usage, cache) = match controllers {
        "" => (root.to_path_buf(), "memory.max", "memory.current", "inactive_file "),
        "memory" => (root.join("memory"), "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "),
        _ => return None,
    };
    let number = |file: PathBuf| std::fs::read_to_string(file).ok()?.trim().parse::<u64>().ok();
    let left = |group: &Path| {
        let used = number(group.join(usage))?;
        // Pages of files are given back when others want them.
        let stat = std::fs::read_to_string(group.join("memory.stat")).unwrap_or_default();
        let used = used.saturating_sub(value_of(&stat, cache).unwrap_or(0));
        Some(number(group.join(limit))?.saturating_sub(used))
    };
    // In a namespace of its own, a group is the root.
    let own = root.join(path.trim_start_matches('/'));
    own.ancestors().take_while(|group| group.starts_with(&root)).filter_map(left).min()
}

/// The part of the address space that RLIMIT_AS leaves available.
fn in_address_space() -> Option<u64> {
    let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: the limit is a local.
    if unsafe { libc::getrlimit(libc::RLIMIT_AS, &raw mut limit) } != 0 || limit.rlim_cur == libc::RLIM_INFINITY {
        return None;
    }
    let used = value_of(&std::fs::read_to_string("/proc/self/status").ok()?, "VmSize:")?.saturating_mul(1024);
    Some(limit.rlim_cur.saturating_sub(used))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_and_as_long_as_asked() {
        for len in [0, 1, 63, 64, 65, 4096, CACHED_FROM, HUGE_PAGE - 1, HUGE_PAGE, 3 * HUGE_PAGE + 5] {
            let block = Block::zeroed(len).expect("memory");
            assert_eq!(block.bytes().len(), len);
            assert_eq!(block.bytes().as_ptr() as usize % ALIGNMENT, 0);
            assert!(block.bytes().iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn a_dropped_block_serves_the_next_one_of_its_size() {
        // An odd size, so that no other test of this process takes the block.
        let len = 37 * HUGE_PAGE + 17;
        let mut block = Block::scratch(len).expect("memory");
        block.bytes_mut().fill(7);
        let address = block.bytes().as_ptr();
        drop(block);
        let block = Block::scratch(len - 1000).expect("memory");
        assert_eq!(block.bytes().as_ptr(), address);
        assert!(Block::zeroed(len).expect("memory").bytes().iter().all(|&byte| byte == 0));
    }

    #[test]
    fn the_cache_is_bounded() {
        let blocks: Vec<_> = (0..6).map(|_| Block::scratch(100 << 20)).collect();
        drop(blocks);
        assert!(CACHE.lock().is_ok_and(|cache| cache.bytes <= CACHE_BYTES));
    }

    #[test]
    fn more_than_there_is_is_refused() {
        for len in [1 << 42, isize::MAX as usize, usize::MAX] {
            let error = Block::scratch(len).expect_err("no machine has as much");
            assert_eq!(error.needed, len as u64);
            assert!(error.available < error.needed);
        }
        assert!(available().is_some_and(|bytes| bytes > 0));
    }

    #[test]
    fn control_groups_and_those_around_them_limit() {
        let root = std::env::temp_dir().join(format!("xla-groups-{}", std::process::id()));
        let write = |group: &str, files: [(&str, &str); 3]| {
            let folder = root.join(group);
            std::fs::create_dir_all(&folder).expect("a folder");
            files.into_iter().for_each(|(name, text)| std::fs::write(folder.join(name), text).expect("a file"));
        };
        let v2 = |max, current, stat| [("memory.max", max), ("memory.current", current), ("memory.stat", stat)];
        write("a", v2("1000\n", "700\n", "anon 1\ninactive_file 100\n"));
        write("a/b", v2("max\n", "600\n", ""));
        assert_eq!(in_group("0::/a/b", &root), Some(400));
        write("a/b", v2("650\n", "600\n", ""));
        assert_eq!(in_group("0::/a/b", &root), Some(50));
        let v1 = [
            ("memory.limit_in_bytes", "500\n"),
            ("memory.usage_in_bytes", "100\n"),
            ("memory.stat", "total_inactive_file 30\n"),
        ];
        write("memory/c", v1);
        assert_eq!(in_group("5:memory:/c", &root), Some(430));
        assert_eq!(in_group("5:cpu:/c", &root), None);
        assert_eq!(in_group("nothing", &root), None);
        std::fs::remove_dir_all(root).expect("it is removed");
    }
}
