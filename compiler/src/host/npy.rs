//! NumPy's files: `.npy`, one array, and `.npz`, a zip archive of them.
//!
//! NumPy has no names for the small floats: bf16 is read from `uint16` bit patterns (or the two bytes that
//! ml_dtypes writes), 8-bit and smaller floats from `uint8`, integers below 8 bits from `int8` and `uint8`.

use super::number::check_range;
use crate::import::refine::Argument;
use crate::source::{read_all, read_file};
use std::fs::File;
use std::io::{Cursor, Read, Seek, Write};
use std::path::{Path, PathBuf};
use xla_runtime::{Array, ArrayError, TensorType, View, memory};
use xla_scalar::Element;
use zip::write::SimpleFileOptions;
use zip::{ZipArchive, ZipWriter};

const MAGIC: &[u8] = b"\x93NUMPY";

/// Bytes of the header of an array in a stream at most: a few for each of its dimensions.
const MOST_HEADER: u64 = 1 << 20;

/// A file cannot be read or written as arrays.
#[derive(Debug, thiserror::Error)]
pub enum NpyError {
    /// The system says no.
    #[error("{}: {error}", .path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// The file is not what its name says, or holds something else than is expected.
    #[error("{}: {reason}", .path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

fn content(path: &Path, reason: impl ToString) -> NpyError {
    NpyError::Content { path: path.to_path_buf(), reason: reason.to_string() }
}

fn file(path: &Path, error: std::io::Error) -> NpyError {
    NpyError::File { path: path.to_path_buf(), error }
}

/// An array as a file has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NpyArray {
    /// NumPy's name of the element type, such as `<f4`.
    pub descr: String,
    /// The sizes of the dimensions.
    pub shape: Vec<usize>,
    /// The elements, row-major and little endian.
    pub bytes: Vec<u8>,
}

impl NpyArray {
    /// What it says of the argument that it is for: its shape, or the integer that it is.
    pub fn argument(&self) -> Argument {
        let (kind, width) = (bare(&self.descr).get(..1), self.bytes.len());
        if !self.shape.is_empty() || !matches!(kind, Some("i" | "u")) || width > 8 {
            return Argument::Shape(self.shape.iter().map(|&size| size as i64).collect());
        }
        let negative = kind == Some("i") && self.bytes.last().is_some_and(|byte| *byte >= 0x80);
        let mut all = [if negative { 0xFF } else { 0 }; 8];
        all[..width].copy_from_slice(&self.bytes);
        Argument::Value(i64::from_le_bytes(all))
    }

    /// The contents of a `.npy` file.
    ///
    /// # Errors
    /// If they are not: the reason.
    pub fn parse(contents: &[u8]) -> Result<Self, String> {
        let rest = contents.strip_prefix(MAGIC).ok_or("it does not start as .npy files do")?;
        let (version, rest) = rest.split_first_chunk::<2>().ok_or("it ends inside the header")?;
        let (length, rest) = match version[0] {
            1 => rest.split_first_chunk::<2>().map(|(n, rest)| (usize::from(u16::from_le_bytes(*n)), rest)),
            2 | 3 => rest.split_first_chunk::<4>().map(|(n, rest)| (u32::from_le_bytes(*n) as usize, rest)),
            other => return Err(format!("its format is version {other}; versions 1 to 3 are known")),
        }
        .ok_or("it ends inside the header")?;
        let (header, data) = rest.split_at_checked(length).ok_or("it ends inside the header")?;
        let header = std::str::from_utf8(header).map_err(|_| "its header is not text")?;
        let header = Header::parse(header).ok_or_else(|| format!("its header is not understood: {}", header.trim()))?;
        if let Some(size) = header.shape.iter().find(|size| i64::try_from(**size).is_err()) {
            return Err(format!("it has a dimension of size {size}, and none is larger than {}", i64::MAX));
        }
        let item = header.item_size()?;
        let expected = header.size();
        if expected != Some(data.len()) {
            return Err(format!(
                "{} bytes of data follow the header, not {}",
                data.len(),
                expected.map_or_else(|| "as many as it says".to_string(), |n| n.to_string())
            ));
        }
        let mut bytes = data.to_vec();
        if header.descr.starts_with('>') {
            let part = if header.descr.contains('c') { item / 2 } else { item };
            bytes.chunks_exact_mut(part).for_each(<[u8]>::reverse);
        }
        if header.fortran_order {
            bytes = row_major(&bytes, &header.shape, item);
        }
        Ok(Self { descr: header.descr.replace(['>', '='], "<"), shape: header.shape, bytes })
    }

    /// The next array of a stream in which `.npy` files follow each other; none at its end.
    ///
    /// # Errors
    /// If what comes next is no `.npy` file: the reason.
    pub fn next(stream: &mut dyn Read) -> Result<Option<Self>, String> {
        let mut contents = Vec::new();
        let mut read = |contents: &mut Vec<u8>, count: usize| -> Result<Vec<u8>, String> {
            let before = contents.len();
            stream.take(count as u64).read_to_end(contents).map_err(|error| error.to_string())?;
            Ok(contents[before..].to_vec())
        };
        let start = read(&mut contents, MAGIC.len() + 2)?;
        if start.is_empty() {
            return Ok(None);
        }
        if !start.starts_with(MAGIC) {
            return Self::parse(&start).map(Some);
        }
        let width = if start.get(MAGIC.len()) == Some(&1) { 2 } else { 4 };
        let mut length = read(&mut contents, width)?;
        length.resize(8, 0);
        let length = u64::from_le_bytes(length.try_into().unwrap_or_default());
        if length > MOST_HEADER {
            return Err(format!("its header is of {length} bytes; {MOST_HEADER} are understood"));
        }
        let header = read(&mut contents, length as usize)?;
        let size = std::str::from_utf8(&header).ok().and_then(Header::parse).and_then(|header| header.size());
        if let Some(size) = size {
            memory::check(size as u64).map_err(|error| error.to_string())?;
            stream.take(size as u64).read_to_end(&mut contents).map_err(|error| error.to_string())?;
        }
        Self::parse(&contents).map(Some)
    }

    /// The array as elements of `element`.
    ///
    /// # Errors
    /// If it has others: what it has.
    pub fn into_array(self, element: Element) -> Result<Array, String> {
        if !accepted(element).contains(&bare(&self.descr)) {
            return Err(format!("it holds {}, not {element}", dtype_name(&self.descr)));
        }
        let ty = TensorType::new(element, &self.shape);
        check_range(&ty, &self.bytes)?;
        Array::new(ty, &self.bytes).map_err(|error: ArrayError| error.to_string())
    }
}

/// NumPy's types, without byte order, that are read as elements of `element`; the first is written.
fn accepted(element: Element) -> &'static [&'static str] {
    match element {
        Element::Pred => &["b1"],
        Element::S2 | Element::S4 | Element::S8 => &["i1"],
        Element::U2 | Element::U4 | Element::U8 => &["u1"],
        Element::S16 => &["i2"],
        Element::S32 => &["i4"],
        Element::S64 => &["i8"],
        Element::U16 => &["u2"],
        Element::U32 => &["u4"],
        Element::U64 => &["u8"],
        Element::F16 => &["f2"],
        Element::BF16 => &["u2", "V2"],
        Element::F32 => &["f4"],
        Element::F64 => &["f8"],
        Element::C64 => &["c8"],
        Element::C128 => &["c16"],
        // ml_dtypes writes its own kinds by their letters, or as opaque bytes.
        _ => &["u1", "V1", "f1"],
    }
}

/// The type without the byte order, which may be left out.
fn bare(descr: &str) -> &str {
    descr.trim_start_matches(['<', '>', '|', '='])
}

/// What NumPy calls the type in words.
fn dtype_name(descr: &str) -> String {
    let bare = bare(descr);
    let bits = || bare.get(1..).and_then(|bytes| bytes.parse::<usize>().ok()).map(|bytes| bytes * 8);
    match (bare.chars().next(), bits()) {
        (Some('b'), _) => "bool".to_string(),
        (Some('i'), Some(bits)) => format!("int{bits}"),
        (Some('u'), Some(bits)) => format!("uint{bits}"),
        (Some('f'), Some(bits)) => format!("float{bits}"),
        (Some('c'), Some(bits)) => format!("complex{bits}"),
        _ => format!("elements of type '{descr}'"),
    }
}

struct Header {
    descr: String,
    fortran_order: bool,
    shape: Vec<usize>,
}

impl Header {
    /// The dictionary `{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }`.
    fn parse(text: &str) -> Option<Self> {
        let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?;
        let value = |key: &str| -> Option<&str> {
            let at = inner.find(&format!("'{key}'"))? + key.len() + 2;
            inner[at..].trim_start().strip_prefix(':').map(str::trim_start)
        };
        let descr = value("descr")?.strip_prefix('\'')?.split_once('\'')?.0.to_string();
        let order = value("fortran_order")?;
        let fortran_order = order.starts_with("True");
        if !fortran_order && !order.starts_with("False") {
            return None;
        }
        let (shape, _) = value("shape")?.strip_prefix('(')?.split_once(')')?;
        let shape = shape.split(',').map(str::trim).filter(|size| !size.is_empty());
        let shape = shape.map(|size| size.trim_end_matches('L').parse().ok()).collect::<Option<Vec<usize>>>()?;
        Some(Self { descr, fortran_order, shape })
    }

    /// Bytes of the data.
    fn size(&self) -> Option<usize> {
        if self.shape.contains(&0) {
            return Some(0);
        }
        self.shape.iter().try_fold(self.item_size().ok()?, |size, &n| size.checked_mul(n))
    }

    fn item_size(&self) -> Result<usize, String> {
        let bare = bare(&self.descr);
        let size = bare.get(1..).and_then(|size| size.parse().ok());
        let is_number =
            |size: &usize| if bare.starts_with('c') { [8, 16].contains(size) } else { (1..=16).contains(size) };
        size.filter(is_number).ok_or_else(|| format!("it holds {}, which are no numbers", dtype_name(&self.descr)))
    }
}

/// Column-major bytes, row-major.
fn row_major(bytes: &[u8], shape: &[usize], item: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut strides = Vec::with_capacity(shape.len());
    let mut stride = item;
    for &n in shape {
        strides.push(stride);
        stride *= n;
    }
    let mut index = vec![0; shape.len()];
    for _ in 0..bytes.len() / item {
        let at: usize = index.iter().zip(&strides).map(|(i, stride)| i * stride).sum();
        out.extend_from_slice(&bytes[at..at + item]);
        for axis in (0..shape.len()).rev() {
            index[axis] += 1;
            if index[axis] < shape[axis] {
                break;
            }
            index[axis] = 0;
        }
    }
    out
}

/// The arrays of a `.npz` archive, in the order of the archive, or of their numbers if they are called `arr_0`,
/// `arr_1`, …, as NumPy calls positional arguments of `savez`.
///
/// # Errors
/// If the file is no such archive.
pub fn read_npz(path: &Path) -> Result<Vec<(String, NpyArray)>, NpyError> {
    read_archive(File::open(path).map_err(|error| file(path, error))?, path)
}

/// As [`read_npz`], of what `reader` reads, which errors call `path`.
///
/// # Errors
/// If it is no such archive.
pub fn read_archive(reader: impl Read + Seek, path: &Path) -> Result<Vec<(String, NpyArray)>, NpyError> {
    let mut archive = open_archive(reader, path)?;
    let mut arrays = Vec::new();
    for i in 0..archive.len() {
        let mut entry = archive.by_index(i).map_err(|error| content(path, error))?;
        let name = entry.name().map_err(|error| content(path, error))?.trim_end_matches(".npy").to_string();
        // What an archive says of its sizes need not be so: zeros are packed a thousandfold.
        let contents = read_all(&mut entry, 0).map_err(|error| file(path, error))?;
        let array = NpyArray::parse(&contents).map_err(|reason| content(path, format!("array {name}: {reason}")))?;
        arrays.push((name, array));
    }
    let number = |name: &str| name.strip_prefix("arr_").and_then(|n| n.parse::<usize>().ok());
    if arrays.iter().all(|(name, _)| number(name).is_some()) {
        arrays.sort_by_key(|(name, _)| number(name));
    }
    Ok(arrays)
}

fn open_archive<R: Read + Seek>(reader: R, path: &Path) -> Result<ZipArchive<R>, NpyError> {
    ZipArchive::new(reader).map_err(|error| content(path, error))
}

/// The arrays of a file: of a `.npz` archive all, else one.
///
/// # Errors
/// If the file is neither.
pub fn read(path: &Path) -> Result<Vec<NpyArray>, NpyError> {
    if path.extension().is_some_and(|extension| extension == "npz") {
        return Ok(read_npz(path)?.into_iter().map(|(_, array)| array).collect());
    }
    let contents = read_file(path).map_err(|error| file(path, error))?;
    NpyArray::parse(&contents).map(|array| vec![array]).map_err(|reason| content(path, reason))
}

fn header(ty: &TensorType) -> Vec<u8> {
    let kind = accepted(ty.element)[0];
    let order = if kind.ends_with('1') { '|' } else { '<' };
    let sizes: Vec<_> = ty.shape.iter().map(ToString::to_string).collect();
    let comma = if sizes.len() == 1 { "," } else { "" };
    let mut text =
        format!("{{'descr': '{order}{kind}', 'fortran_order': False, 'shape': ({}{comma}), }}", sizes.join(", "));
    // The length of what follows has two bytes, or four in version 2, for very many dimensions.
    let is_long = text.len() + 64 > usize::from(u16::MAX);
    let prefix = MAGIC.len() + if is_long { 6 } else { 4 };
    // The data start at a multiple of 64 bytes, after a newline.
    let total = (prefix + text.len() + 1).next_multiple_of(64);
    text.push_str(&" ".repeat(total - prefix - text.len() - 1));
    text.push('\n');
    let mut header = MAGIC.to_vec();
    header.extend_from_slice(&[if is_long { 2 } else { 1 }, 0]);
    header.extend_from_slice(&(text.len() as u32).to_le_bytes()[..prefix - MAGIC.len() - 2]);
    header.extend_from_slice(text.as_bytes());
    header
}

/// Writes a `.npy` file whole, or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write(path: &Path, view: View<'_>) -> Result<(), NpyError> {
    atomically(path, |out| write_to(out, view))
}

/// Writes what a `.npy` file has in it.
///
/// # Errors
/// If it cannot be written.
pub fn write_to(out: &mut dyn Write, view: View<'_>) -> std::io::Result<()> {
    out.write_all(&header(view.ty()))?;
    out.write_all(view.bytes())
}

/// Writes a `.npz` file whole, or not at all.
///
/// # Errors
/// If it cannot be written.
pub fn write_npz(path: &Path, arrays: &[(String, View<'_>)]) -> Result<(), NpyError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, view) in arrays {
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Stored)
            .large_file(view.bytes().len() > u32::MAX as usize / 2);
        archive.start_file(format!("{name}.npy"), options).map_err(|error| content(path, error))?;
        archive
            .write_all(&header(view.ty()))
            .and_then(|()| archive.write_all(view.bytes()))
            .map_err(|error| file(path, error))?;
    }
    let bytes = archive.finish().map_err(|error| content(path, error))?.into_inner();
    atomically(path, |out| out.write_all(&bytes))
}

/// Writes a file whole, or not at all: beside it first, then in its place.
///
/// # Errors
/// If it cannot be written.
pub fn atomically(path: &Path, fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<(), NpyError> {
    prepare(path, fill)?.keep()
}

/// A file that was written beside its place, so that several can be kept together, or none.
#[must_use]
pub struct Prepared {
    path: PathBuf,
    /// None of what is written to, not replaced.
    temporary: Option<tempfile::TempPath>,
}

impl Prepared {
    /// Puts the file in its place.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn keep(self) -> Result<(), NpyError> {
        let Some(temporary) = self.temporary else { return Ok(()) };
        temporary.persist(&self.path).map_err(|failed| file(&self.path, failed.error))?;
        Ok(())
    }
}

/// Writes a file beside its place.
///
/// # Errors
/// If it cannot be written.
pub fn prepare(path: &Path, fill: impl FnOnce(&mut dyn Write) -> std::io::Result<()>) -> Result<Prepared, NpyError> {
    let error = |error| file(path, error);
    // A device or a pipe is written to, not replaced.
    if std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir()) {
        let mut out = std::fs::OpenOptions::new().write(true).open(path).map_err(error)?;
        fill(&mut out).map_err(error)?;
        return Ok(Prepared { path: path.to_path_buf(), temporary: None });
    }
    // Of a link, what it leads to is replaced.
    let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let error = |error| file(&path, error);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut temporary = tempfile::NamedTempFile::new_in(folder).map_err(error)?;
    fill(temporary.as_file_mut()).map_err(error)?;
    // Temporary files are made private; results are as readable as any file.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let _ = temporary.as_file().set_permissions(std::fs::Permissions::from_mode(0o644));
    }
    // Many may wait to be kept, and few can be open.
    Ok(Prepared { path, temporary: Some(temporary.into_temp_path()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn npy(header: &str, data: &[u8]) -> Vec<u8> {
        let mut contents = b"\x93NUMPY\x01\x00".to_vec();
        contents.extend_from_slice(&(header.len() as u16).to_le_bytes());
        contents.extend_from_slice(header.as_bytes());
        contents.extend_from_slice(data);
        contents
    }

    #[test]
    fn arrays_survive_a_round_trip_through_both_files() {
        let folder = tempfile::tempdir().expect("a folder");
        let mut named = Vec::new();
        let arrays: Vec<Array> = Element::ALL
            .iter()
            .map(|&element| {
                let mut array = Array::zeros(TensorType::new(element, &[2, 3])).expect("it fits");
                array.bytes_mut()[0] = 1;
                array
            })
            .collect();
        for (i, array) in arrays.iter().enumerate() {
            let path = folder.path().join("a.npy");
            write(&path, array.view()).expect("it is written");
            let read = read(&path).expect("it is read").remove(0);
            assert_eq!(read.into_array(array.ty().element).as_ref(), Ok(array));
            named.push((format!("arr_{i}"), array.view()));
        }
        let path = folder.path().join("a.npz");
        write_npz(&path, &named).expect("it is written");
        let read = read(&path).expect("it is read");
        assert_eq!(read.len(), arrays.len());
        for (read, array) in read.into_iter().zip(&arrays) {
            assert_eq!(read.into_array(array.ty().element).as_ref(), Ok(array));
        }
        #[cfg(unix)]
        {
            let link = folder.path().join("link.npy");
            std::os::unix::fs::symlink("a.npy", &link).expect("a link");
            write(&link, arrays[0].view()).expect("it is written");
            assert!(std::fs::symlink_metadata(&link).is_ok_and(|meta| meta.is_symlink()));
            std::fs::remove_file(&link).expect("it is there");
        }
        // Nothing but the two files is left.
        assert_eq!(std::fs::read_dir(folder.path()).map(Iterator::count).ok(), Some(2));
    }

    #[test]
    fn arrays_of_very_many_dimensions_survive_a_round_trip() {
        for rank in [21_700, 21_800, 21_812, 21_820, 30_000] {
            let mut bytes = Vec::new();
            let array = Array::zeros(TensorType::new(Element::F32, &vec![1; rank])).expect("it fits");
            write_to(&mut bytes, array.view()).expect("it is written");
            let read = NpyArray::parse(&bytes).expect("it is read");
            assert_eq!((read.shape.len(), bytes.len() % 64), (rank, 4));
        }
    }

    #[test]
    fn integers_of_known_value_need_no_byte_order() {
        for descr in ["<i8", "=i8", "i8"] {
            let header = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': (), }}\n");
            let array = NpyArray::parse(&npy(&header, &(-7i64).to_le_bytes())).expect("an array");
            assert_eq!(array.argument(), Argument::Value(-7), "{descr}");
        }
    }

    #[test]
    fn sizes_that_no_tensor_has_are_refused() {
        let header = "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808, 0), }\n";
        let refused = NpyArray::parse(&npy(header, &[])).expect_err("it is refused");
        assert!(refused.contains("a dimension of size 9223372036854775808"), "{refused}");
    }

    #[test]
    fn arrays_follow_each_other_in_a_stream() {
        let mut bytes = Vec::new();
        for shape in [&[2, 3][..], &[0], &[]] {
            let array = Array::zeros(TensorType::new(Element::F32, shape)).expect("it fits");
            write_to(&mut bytes, array.view()).expect("it is written");
        }
        let mut stream = bytes.as_slice();
        let mut next = || NpyArray::next(&mut stream).expect("an array").map(|array| array.shape);
        assert_eq!([next(), next(), next(), next()], [Some(vec![2, 3]), Some(vec![0]), Some(Vec::new()), None]);
        // Whatever is cut off is missed.
        for end in 1..152 {
            assert!(NpyArray::next(&mut &bytes[..end]).is_err(), "{end}");
        }
        assert!(NpyArray::next(&mut &bytes[..152]).is_ok_and(|array| array.is_some()));
        assert!(NpyArray::next(&mut [7; 100].as_slice()).is_err());
    }

    #[test]
    fn big_endian_and_column_major_are_put_right() {
        let header = "{'descr': '>i2', 'fortran_order': True, 'shape': (2, 3), }\n";
        let array = NpyArray::parse(&npy(header, &[0, 0, 0, 3, 0, 1, 0, 4, 0, 2, 0, 5])).expect("an array");
        assert_eq!(array.bytes, [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
        let header = "{'descr': '>c8', 'fortran_order': False, 'shape': (), }\n";
        let array = NpyArray::parse(&npy(header, &[0x3f, 0x80, 0, 0, 0x40, 0, 0, 0])).expect("an array");
        assert_eq!(array.bytes, [0, 0, 0x80, 0x3f, 0, 0, 0, 0x40]);
        assert_eq!(array.descr, "<c8");
    }

    #[test]
    fn broken_files_are_refused_with_a_reason() {
        let reason = |contents: &[u8]| NpyArray::parse(contents).expect_err("a broken file");
        assert_eq!(reason(b""), "it does not start as .npy files do");
        assert_eq!(reason(b"\x93NUMPY"), "it ends inside the header");
        assert_eq!(reason(b"\x93NUMPY\x01\x00\xff\xff{"), "it ends inside the header");
        assert!(reason(b"\x93NUMPY\x09\x00\x00\x00").contains("version 9"));
        assert!(reason(&npy("nonsense", &[])).starts_with("its header is not understood"));
        let header =
            |descr: &str, shape: &str| format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
        assert_eq!(reason(&npy(&header("<f4", "(2,)"), &[0; 7])), "7 bytes of data follow the header, not 8");
        assert!(reason(&npy(&header("<f4", "(99999999999, 99999999999)"), &[])).contains("as many as it says"));
        assert!(reason(&npy(&header("|O", "(2,)"), &[])).contains("no numbers"));
        assert!(reason(&npy(&header("<U100", "(2,)"), &[])).contains("no numbers"));
        assert!(reason(&npy(&header(">c1", "(2,)"), &[0; 2])).contains("no numbers"));
    }

    #[test]
    fn other_types_are_refused_by_name() {
        let header = "{'descr': '<i8', 'fortran_order': False, 'shape': (1,), }";
        let array = NpyArray::parse(&npy(header, &[0; 8])).expect("an array");
        assert_eq!(array.clone().into_array(Element::F32), Err("it holds int64, not f32".to_string()));
        let header = "{'descr': '|i1', 'fortran_order': False, 'shape': (1,), }";
        let array = NpyArray::parse(&npy(header, &[100])).expect("an array");
        assert_eq!(array.into_array(Element::S4), Err("element 0, 100, is not a value of i4".to_string()));
    }
}
