//! Buffers: aligned for the widest vectors, in huge pages when they are big, and reused.
//!
//! The first touch of fresh memory costs more than computing on it: 64 MiB take 30 ms in 4 KiB pages, 11 ms in
//! huge pages and nothing when they were used before. So big blocks that are dropped stay in a process-wide
//! cache of bounded size, from which the next allocation of about that size is served.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::ptr::NonNull;
use std::sync::Mutex;

/// Alignment of every block: a cache line, and the widest vector.
pub const ALIGNMENT: usize = 64;

const HUGE_PAGE: usize = 2 << 20;
/// Smaller blocks go straight to the allocator, which keeps its own free lists for them.
const CACHED_FROM: usize = 256 << 10;
/// The cache gives memory back to the system beyond this.
const CACHE_BYTES: usize = 512 << 20;

/// A buffer of bytes, with the alignment of [`ALIGNMENT`], of which the owner has the only reference.
#[derive(Debug)]
pub struct Block {
    memory: Memory,
    len: usize,
}

impl Block {
    /// A block of `len` bytes with arbitrary content, to be written over.
    pub fn scratch(len: usize) -> Self {
        Self { memory: Memory::reused(len).unwrap_or_else(|| Memory::new(len)), len }
    }

    /// A block of `len` zeros.
    pub fn zeroed(len: usize) -> Self {
        match Memory::reused(len) {
            Some(memory) => {
                let mut block = Self { memory, len };
                block.bytes_mut().fill(0);
                block
            }
            None => Self { memory: Memory::new(len), len },
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
    fn size_for(len: usize) -> usize {
        let unit = if len >= HUGE_PAGE { HUGE_PAGE } else { ALIGNMENT };
        // Only a size near the whole address space overflows; no system has that much.
        len.max(1).checked_next_multiple_of(unit).unwrap_or_else(|| handle_alloc_error(Layout::new::<u8>()))
    }

    fn layout(size: usize) -> Layout {
        Layout::from_size_align(size, ALIGNMENT).unwrap_or_else(|_| handle_alloc_error(Layout::new::<u8>()))
    }

    fn new(len: usize) -> Self {
        let size = Self::size_for(len);
        let layout = Self::layout(size);
        let data = if size >= HUGE_PAGE {
            huge_pages(size)
        } else {
            // SAFETY: the layout's size is not zero.
            NonNull::new(unsafe { alloc_zeroed(layout) })
        };
        Self { data: data.unwrap_or_else(|| handle_alloc_error(layout)), size }
    }

    fn reused(len: usize) -> Option<Self> {
        if len < CACHED_FROM {
            return None;
        }
        CACHE.lock().ok()?.take(Self::size_for(len))
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
        } else {
            // SAFETY: the memory came from the allocator with this layout and is not used again.
            unsafe { dealloc(self.data.as_ptr(), Self::layout(self.size)) }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_aligned_and_as_long_as_asked() {
        for len in [0, 1, 63, 64, 65, 4096, CACHED_FROM, HUGE_PAGE - 1, HUGE_PAGE, 3 * HUGE_PAGE + 5] {
            let block = Block::zeroed(len);
            assert_eq!(block.bytes().len(), len);
            assert_eq!(block.bytes().as_ptr() as usize % ALIGNMENT, 0);
            assert!(block.bytes().iter().all(|&byte| byte == 0));
        }
    }

    #[test]
    fn a_dropped_block_serves_the_next_one_of_its_size() {
        // An odd size, so that no other test of this process takes the block.
        let len = 37 * HUGE_PAGE + 17;
        let mut block = Block::scratch(len);
        block.bytes_mut().fill(7);
        let address = block.bytes().as_ptr();
        drop(block);
        let block = Block::scratch(len - 1000);
        assert_eq!(block.bytes().as_ptr(), address);
        assert!(Block::zeroed(len).bytes().iter().all(|&byte| byte == 0));
    }

    #[test]
    fn the_cache_is_bounded() {
        let blocks: Vec<_> = (0..6).map(|_| Block::scratch(100 << 20)).collect();
        drop(blocks);
        assert!(CACHE.lock().is_ok_and(|cache| cache.bytes <= CACHE_BYTES));
    }
}
