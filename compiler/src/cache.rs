//! Compiled programs that are kept in a folder, for the next time and for other processes.
//!
//! An entry's name is the hash of all that decides what is compiled: the program's text and name, the options, the target
//! and the compiler's own code. It is written beside its path and moved there, so that whoever reads it finds all of it
//! or nothing; what is damaged all the same is known by its checksum, and compiled again.

use crate::Source;
use sha2::{Digest, Sha256};
use std::ffi::{CStr, c_void};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// Bytes that the entries of a folder may take before the ones unused for longest are removed.
const LIMIT: u64 = 1 << 30;

const EXTENSION: &str = "xlacode";

/// A folder of compiled programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    folder: PathBuf,
    limit: u64,
}

/// What is kept of a program: the description that [`crate::execute::Program::of`] reads, as text, and the object files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// A module without content, whose attributes describe the program.
    pub description: String,
    /// The object files.
    pub objects: Vec<Vec<u8>>,
}

impl Entry {
    /// The bytes of a file: each part behind its length, and a checksum.
    pub fn encode(&self) -> Vec<u8> {
        let mut content = Vec::new();
        for part in std::iter::once(self.description.as_bytes()).chain(self.objects.iter().map(Vec::as_slice)) {
            content.extend((part.len() as u64).to_le_bytes());
            content.extend(part);
        }
        let checksum = Sha256::digest(&content);
        content.extend(checksum);
        content
    }

    /// What [`Entry::encode`] made `bytes` of; none if they are damaged.
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (content, checksum) = bytes.split_last_chunk::<32>()?;
        if Sha256::digest(content)[..] != checksum[..] {
            return None;
        }
        Self::of_content(content)
    }

    /// As [`Entry::decode`], of what stands before the checksum.
    pub fn of_content(content: &[u8]) -> Option<Self> {
        let (mut parts, mut rest) = (Vec::new(), content);
        while !rest.is_empty() {
            let (length, after) = rest.split_first_chunk::<8>()?;
            let (part, after) = after.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
            parts.push(part.to_vec());
            rest = after;
        }
        let objects = parts.split_off(1.min(parts.len()));
        Some(Self { description: String::from_utf8(parts.pop()?).ok()?, objects })
    }
}

impl Cache {
    /// The cache in `folder`, which is made if it is not there.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { folder: folder.to_path_buf(), limit: LIMIT })
    }

    /// The path of what `source` compiles to with options that are `decisive` for the code.
    pub(crate) fn path(&self, source: &Source, decisive: &str) -> PathBuf {
        let decisive = format!("{:?} {} {decisive}", compiler(), source.name);
        let mut hash = Sha256::new();
        hash.update(decisive.len().to_le_bytes());
        hash.update(decisive);
        hash.update(&source.bytes);
        let name: String = hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect();
        self.folder.join(name).with_extension(EXTENSION)
    }

    /// What is kept at `path`, if it is whole.
    pub(crate) fn get(&self, path: &Path) -> Option<Entry> {
        // What is no file, such as a pipe, may never end.
        fs::metadata(path).ok().filter(|file| file.is_file() && file.len() <= self.limit)?;
        let bytes = fs::read(path).ok()?;
        let entry = Entry::decode(&bytes)?;
        // It was used: it stays longer. Whether that can be noted makes no difference to the program.
        let _ = fs::File::open(path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(entry)
    }

    /// Keeps `entry` at `path`.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) fn put(&self, path: &Path, entry: &Entry) -> io::Result<()> {
        let mut file = tempfile::NamedTempFile::new_in(&self.folder)?;
        file.write_all(&entry.encode())?;
        file.persist(path).map_err(|error| error.error)?;
        self.evict()
    }

    /// Removes what was used longest ago, until what is left is within the limit. Others may be doing the same.
    fn evict(&self) -> io::Result<()> {
        let mut entries = Vec::new();
        for file in fs::read_dir(&self.folder)?.flatten() {
            let path = file.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION)
                && let Ok(data) = file.metadata()
            {
                entries.push((data.modified()?, data.len(), path));
            }
        }
        let mut total: u64 = entries.iter().map(|(_, bytes, _)| bytes).sum();
        entries.sort();
        for (_, bytes, path) in entries {
            if total <= self.limit {
                break;
            }
            let _ = fs::remove_file(path);
            total -= bytes;
        }
        Ok(())
    }
}

/// The files that hold the compiler's code, ours and LLVM's, with their sizes and times: a new build is another compiler.
fn compiler() -> Vec<(String, u64, Option<SystemTime>)> {
    let parts = [
        compiler as *const c_void,
        mlir_sys::mlirContextCreate as *const c_void,
        llvm_sys::core::LLVMGetVersion as *const c_void,
    ];
    let mut files: Vec<_> = parts.into_iter().filter_map(file_of).collect();
    files.dedup();
    files
        .into_iter()
        .map(|file| {
            let data = fs::metadata(&file).ok();
            (file, data.as_ref().map_or(0, fs::Metadata::len), data.and_then(|data| data.modified().ok()))
        })
        .collect()
}

/// The executable or shared library that holds the code at `address`.
fn file_of(address: *const c_void) -> Option<String> {
    let mut found = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    // SAFETY: the structure is filled if the call says so, and the name lives as long as the library is loaded.
    unsafe {
        if libc::dladdr(address, found.as_mut_ptr()) == 0 {
            return None;
        }
        let name = found.assume_init().dli_fname;
        (!name.is_null()).then(|| CStr::from_ptr(name).to_string_lossy().into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(limit: u64) -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().expect("a folder");
        let cache = Cache { limit, ..Cache::new(folder.path()).expect("a cache") };
        (folder, cache)
    }

    fn entry(size: usize) -> Entry {
        Entry { description: "module {}".to_string(), objects: vec![vec![7; size / 2], vec![8; size - size / 2]] }
    }

    #[test]
    fn what_decides_the_code_decides_the_path() {
        let (_folder, cache) = cache(LIMIT);
        let source = Source::new("a.mlir", "module {}");
        let plain = cache.path(&source, "");
        assert_eq!(plain, cache.path(&source.clone(), ""));
        let others = [
            cache.path(&Source::new("b.mlir", "module {}"), ""),
            cache.path(&Source::new("a.mlir", "module { }"), ""),
            cache.path(&source, "option"),
        ];
        assert!(others.iter().all(|other| *other != plain));
    }

    #[test]
    fn what_is_damaged_is_not_there() {
        let (_folder, cache) = cache(LIMIT);
        let path = cache.path(&Source::new("a.mlir", ""), "");
        assert_eq!(cache.get(&path), None);
        cache.put(&path, &entry(100)).expect("it is written");
        assert_eq!(cache.get(&path), Some(entry(100)));
        let whole = fs::read(&path).expect("the entry");
        for damaged in
            [&whole[..0], &whole[..20], &whole[..whole.len() - 1], &[&whole[..50], &[0], &whole[51..]].concat()]
        {
            fs::write(&path, damaged).expect("it is written");
            assert_eq!(cache.get(&path), None);
        }
    }

    #[test]
    fn what_is_unused_for_longest_goes_first() {
        let (folder, cache) = cache(2500);
        let path = |i: usize| folder.path().join(format!("{i}.{EXTENSION}"));
        for i in 0..4 {
            cache.put(&path(i), &entry(900)).expect("it is written");
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1000 * i as u64);
            fs::File::open(path(i)).and_then(|file| file.set_modified(time)).expect("its time is set");
            assert!(cache.get(&path(0)).is_some(), "it is used each time");
        }
        assert_eq!((0..4).filter(|&i| path(i).exists()).collect::<Vec<_>>(), [0, 3]);
    }
}
