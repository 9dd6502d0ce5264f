//! MPI's functions, as far as they are used here. An error of MPI's ends the process: what it was about is not known to
//! be undone.

use crate::watchdog;
use mpi::ffi::*;
pub use mpi::ffi::{MPI_Comm, MPI_Datatype, MPI_Op, MPI_Request};
use std::ffi::{c_int, c_void};
use std::mem::MaybeUninit;

/// Calls a function of MPI's, and ends the process if it fails.
macro_rules! checked {
    ($function:ident($($argument:expr),* $(,)?)) => {{
        // SAFETY: MPI is initialized; pointers are to buffers of the sizes stated, which stay where they are until the
        // call returns or, of calls that begin something, until its request is complete.
        let code = unsafe { $function($($argument),*) };
        if code != MPI_SUCCESS as c_int {
            fail(stringify!($function), code);
        }
    }};
}

fn fail(function: &str, code: c_int) -> ! {
    let mut text = [0u8; MPI_MAX_ERROR_STRING as usize + 1];
    let mut length = 0;
    // SAFETY: the buffer is as large as MPI wants it.
    unsafe { MPI_Error_string(code, text.as_mut_ptr().cast(), &mut length) };
    let text = String::from_utf8_lossy(&text[..length.max(0) as usize]).into_owned();
    watchdog::die(&format!("{function} failed: {text}"))
}

/// Memory of `count` elements of `datatype`.
#[derive(Clone, Copy)]
pub struct Elements {
    pub count: c_int,
    pub datatype: MPI_Datatype,
    is_own: bool,
}

impl Elements {
    pub fn new(count: usize, datatype: MPI_Datatype) -> Option<Self> {
        Some(Self { count: c_int::try_from(count).ok()?, datatype, is_own: false })
    }

    /// So many bytes, which may be more than MPI's counts go up to.
    pub fn bytes(count: usize) -> Self {
        // SAFETY: a constant of the library's.
        let byte = unsafe { RSMPI_UINT8_T };
        Self::new(count, byte).unwrap_or_else(|| Self::many(count, byte))
    }

    /// One element that consists of `count` bytes: blocks, and the bytes behind the last of them.
    fn many(count: usize, byte: MPI_Datatype) -> Self {
        const BLOCK: usize = 1 << 20;
        let (mut block, mut blocks, mut all) = (byte, byte, byte);
        checked!(MPI_Type_contiguous(BLOCK as c_int, byte, &mut block));
        checked!(MPI_Type_contiguous((count / BLOCK) as c_int, block, &mut blocks));
        let lengths = [1, (count % BLOCK) as c_int];
        let displacements = [0, (count / BLOCK * BLOCK) as MPI_Aint];
        let types = [blocks, byte];
        checked!(MPI_Type_create_struct(2, lengths.as_ptr(), displacements.as_ptr(), types.as_ptr(), &mut all));
        checked!(MPI_Type_commit(&mut all));
        for mut part in [block, blocks] {
            checked!(MPI_Type_free(&mut part));
        }
        Self { count: 1, datatype: all, is_own: true }
    }

    /// Gives back what was made for it, after its last use was begun.
    pub fn free(mut self) {
        if self.is_own {
            checked!(MPI_Type_free(&mut self.datatype));
        }
    }
}

/// All processes of the job.
pub fn world() -> MPI_Comm {
    // SAFETY: a constant of the library's.
    unsafe { RSMPI_COMM_WORLD }
}

pub fn rank(comm: MPI_Comm) -> usize {
    let mut rank = 0;
    checked!(MPI_Comm_rank(comm, &mut rank));
    rank as usize
}

pub fn size(comm: MPI_Comm) -> usize {
    let mut size = 0;
    checked!(MPI_Comm_size(comm, &mut size));
    size as usize
}

pub fn duplicate(comm: MPI_Comm) -> MPI_Comm {
    let mut copy = comm;
    checked!(MPI_Comm_dup(comm, &mut copy));
    copy
}

/// Lets errors come back to the caller, in this communicator and in all that are made of it.
pub fn return_errors(comm: MPI_Comm) {
    checked!(MPI_Comm_set_errhandler(comm, RSMPI_ERRORS_RETURN));
}

/// The processes that say the same `color`, in the order of their keys; none for those without a color.
pub fn split(comm: MPI_Comm, color: Option<usize>, key: usize) -> MPI_Comm {
    // SAFETY: a constant of the library's.
    let color = color.map_or(unsafe { RSMPI_UNDEFINED }, |color| color as c_int);
    let mut part = comm;
    checked!(MPI_Comm_split(comm, color, key as c_int, &mut part));
    part
}

fn begun(begin: impl FnOnce(*mut MPI_Request)) -> MPI_Request {
    let mut request = MaybeUninit::uninit();
    begin(request.as_mut_ptr());
    // SAFETY: what begins something writes its request.
    unsafe { request.assume_init() }
}

/// Whether what the request stands for is done.
pub fn is_done(request: &mut MPI_Request) -> bool {
    let mut flag = 0;
    checked!(MPI_Test(request, &mut flag, RSMPI_STATUS_IGNORE));
    flag != 0
}

pub fn wait(request: &mut MPI_Request) {
    checked!(MPI_Wait(request, RSMPI_STATUS_IGNORE));
}

pub fn wait_all(requests: &mut [MPI_Request]) {
    checked!(MPI_Waitall(requests.len() as c_int, requests.as_mut_ptr(), RSMPI_STATUSES_IGNORE));
}

pub fn send(bytes: &[u8], target: usize, tag: c_int, comm: MPI_Comm) {
    // SAFETY: the request is complete before the borrow ends.
    wait(&mut unsafe { begin_send(bytes, target, tag, comm) });
}

pub fn receive(bytes: &mut [u8], source: usize, tag: c_int, comm: MPI_Comm) {
    // SAFETY: the request is complete before the borrow ends.
    wait(&mut unsafe { begin_receive(bytes, source, tag, comm) });
}

/// # Safety
/// Until the request is complete, the bytes are neither freed nor written.
pub unsafe fn begin_send(bytes: &[u8], target: usize, tag: c_int, comm: MPI_Comm) -> MPI_Request {
    let (elements, from) = (Elements::bytes(bytes.len()), bytes.as_ptr().cast());
    let Elements { count, datatype, .. } = elements;
    let request = begun(|request| checked!(MPI_Isend(from, count, datatype, target as c_int, tag, comm, request)));
    elements.free();
    request
}

/// # Safety
/// Until the request is complete, the bytes are neither freed nor read or written.
pub unsafe fn begin_receive(bytes: &mut [u8], source: usize, tag: c_int, comm: MPI_Comm) -> MPI_Request {
    let (elements, to) = (Elements::bytes(bytes.len()), bytes.as_mut_ptr().cast());
    let Elements { count, datatype, .. } = elements;
    let request = begun(|request| checked!(MPI_Irecv(to, count, datatype, source as c_int, tag, comm, request)));
    elements.free();
    request
}

/// A short message that has come: its source, its tag, and its bytes.
pub fn take(source: Option<usize>, tag: Option<c_int>, comm: MPI_Comm) -> Option<(usize, c_int, Vec<u8>)> {
    // SAFETY: constants of the library's.
    let (any_source, any_tag, byte) = unsafe { (RSMPI_ANY_SOURCE, RSMPI_ANY_TAG, RSMPI_UINT8_T) };
    let source = source.map_or(any_source, |source| source as c_int);
    let (mut flag, mut status, mut count) = (0, MaybeUninit::<MPI_Status>::uninit(), 0);
    checked!(MPI_Iprobe(source, tag.unwrap_or(any_tag), comm, &mut flag, status.as_mut_ptr()));
    if flag == 0 {
        return None;
    }
    // SAFETY: there is a message, so that its status was written.
    let status = unsafe { status.assume_init() };
    checked!(MPI_Get_count(&status, byte, &mut count));
    let mut bytes = vec![0; count.max(0) as usize];
    let (source, tag) = (status.MPI_SOURCE, status.MPI_TAG);
    checked!(MPI_Recv(bytes.as_mut_ptr().cast(), count, byte, source, tag, comm, RSMPI_STATUS_IGNORE));
    Some((source as usize, tag, bytes))
}

/// The bytes of all members, one after the other, in `output`, when the request is complete.
///
/// # Safety
/// Until then, neither is freed; nobody writes `input`, or touches `output`.
pub unsafe fn begin_all_gather(input: &[u8], output: &mut [u8], comm: MPI_Comm) -> MPI_Request {
    let elements = Elements::bytes(input.len());
    let Elements { count, datatype, .. } = elements;
    let (from, to) = (input.as_ptr().cast(), output.as_mut_ptr().cast());
    let request = begun(|request| checked!(MPI_Iallgather(from, count, datatype, to, count, datatype, comm, request)));
    elements.free();
    request
}

pub fn all_gather(input: &[u8], output: &mut [u8], comm: MPI_Comm) {
    let elements = Elements::bytes(input.len());
    let Elements { count, datatype, .. } = elements;
    let (from, to) = (input.as_ptr().cast(), output.as_mut_ptr().cast());
    checked!(MPI_Allgather(from, count, datatype, to, count, datatype, comm));
    elements.free();
}

/// Part `i` of `input` goes to member `i`; each part has `part` bytes.
pub fn all_to_all(input: &[u8], output: &mut [u8], part: usize, comm: MPI_Comm) {
    let elements = Elements::bytes(part);
    let Elements { count, datatype, .. } = elements;
    let (from, to) = (input.as_ptr().cast(), output.as_mut_ptr().cast());
    checked!(MPI_Alltoall(from, count, datatype, to, count, datatype, comm));
    elements.free();
}

/// As [`all_to_all`], when the request is complete.
///
/// # Safety
/// As of [`begin_all_gather`].
pub unsafe fn begin_all_to_all(input: &[u8], output: &mut [u8], part: usize, comm: MPI_Comm) -> MPI_Request {
    let elements = Elements::bytes(part);
    let Elements { count, datatype, .. } = elements;
    let (from, to) = (input.as_ptr().cast(), output.as_mut_ptr().cast());
    let request = begun(|request| checked!(MPI_Ialltoall(from, count, datatype, to, count, datatype, comm, request)));
    elements.free();
    request
}

pub fn broadcast(bytes: &mut [u8], root: usize, comm: MPI_Comm) {
    let elements = Elements::bytes(bytes.len());
    let Elements { count, datatype, .. } = elements;
    checked!(MPI_Bcast(bytes.as_mut_ptr().cast(), count, datatype, root as c_int, comm));
    elements.free();
}

/// Of `count` elements.
pub fn all_reduce(input: *const c_void, output: *mut c_void, elements: Elements, op: MPI_Op, comm: MPI_Comm) {
    checked!(MPI_Allreduce(input, output, elements.count, elements.datatype, op, comm));
}

/// What is sent to nobody in particular, and received from nobody.
pub fn no_request() -> MPI_Request {
    // SAFETY: a constant of the library's.
    unsafe { RSMPI_REQUEST_NULL }
}

/// What the library calls itself, on one line.
pub fn library() -> String {
    let version = mpi::environment::library_version().unwrap_or_default();
    version.lines().next().unwrap_or_default().split(',').next().unwrap_or_default().trim().to_string()
}

/// Ends MPI; the last call.
pub fn finalize() {
    // SAFETY: called once, by whoever initialized it.
    unsafe { MPI_Finalize() };
}
