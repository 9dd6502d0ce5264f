//! Collective operations: those of MPI, and reductions in the order of the group.

use crate::job::{Job, fingerprint};
use crate::{Order, raw, watchdog};
use mpi::ffi::*;
use raw::Elements;
use std::sync::atomic::Ordering;
use xla_runtime::CallError;
use xla_runtime::communicator::{Communicator, Exchange, Member, Step};
use xla_runtime::reduction::Combine;
use xla_scalar::{Element, Kind};

impl Communicator for Job {
    fn process(&self) -> usize {
        self.rank
    }

    fn exchange_as(
        &self,
        member: Member<'_>,
        exchange: Exchange<'_>,
        step: Step<'_>,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError> {
        let doing = watchdog::while_in(step);
        let kind = match exchange {
            Exchange::Permute(_) => "permute".to_string(),
            other => format!("{other:?}"),
        };
        let what = fingerprint(&(kind, step.op, step.channel, step.types));
        let comm = self.meet(member.group, what, step).map_err(CallError::Failed)?;
        doing.at_most(self.timeout);
        self.waiting_in_mpi.fetch_add(1, Ordering::AcqRel);
        let members = member.group.len();
        let comm = Members { comm, rank: member.rank, count: members };
        // A buffer without elements may have an address that MPI rejects.
        let buffers = inputs.iter().zip(outputs).enumerate().filter(|(_, (input, _))| !input.is_empty());
        for (i, (input, output)) in buffers {
            match exchange {
                Exchange::AllGather => raw::all_gather(input, &mut output[..input.len() * members], comm.comm),
                Exchange::AllToAll => raw::all_to_all(input, output, input.len() / members, comm.comm),
                Exchange::Permute(sources) => comm.permute(&sources[i], input, output),
                Exchange::AllReduce(combine) => {
                    comm.all_reduce(combine, step.types[i].element, self.order, input, output)
                }
            }
        }
        self.waiting_in_mpi.fetch_sub(1, Ordering::AcqRel);
        Ok(())
    }

    fn send(&self, step: Step<'_>, target: Option<usize>, inputs: &[&[u8]]) -> Result<(), CallError> {
        self.send_on(step, target, inputs)
    }

    fn receive(&self, step: Step<'_>, source: Option<usize>, outputs: &mut [&mut [u8]]) -> Result<(), CallError> {
        self.receive_on(step, source, outputs)
    }

    fn fail(&self, reason: &str) {
        self.tell_failure(reason, 1);
    }

    fn is_shared(&self) -> bool {
        self.is_multithreaded
    }
}

/// A group, and the rank of this process in it.
#[derive(Clone, Copy)]
struct Members {
    comm: MPI_Comm,
    rank: usize,
    count: usize,
}

/// The largest number of bytes that a member reduces in one step. The steps of larger inputs are pipelined, so that the
/// transfer of one overlaps with the reduction of another, and both stay in the cache.
const PIECE: usize = 1 << 18;

/// Each member gathers inputs of at most so many bytes, and reduces them by itself.
const SHORT: usize = 1 << 12;

impl Members {
    fn permute(self, sources: &[Option<usize>], input: &[u8], output: &mut [u8]) {
        const TAG: i32 = 0;
        if let Some(root) = sources[0]
            && sources.iter().all(|source| *source == Some(root))
        {
            if root == self.rank {
                output.copy_from_slice(input);
            }
            return raw::broadcast(output, root, self.comm);
        }
        let mut requests = Vec::new();
        match sources[self.rank] {
            None => output.fill(0),
            Some(source) if source == self.rank => output.copy_from_slice(input),
            // SAFETY: the buffers are borrowed until all requests are complete, and `output` is not used meanwhile.
            Some(source) => requests.push(unsafe { raw::begin_receive(output, source, TAG, self.comm) }),
        }
        for (member, source) in sources.iter().enumerate() {
            if *source == Some(self.rank) && member != self.rank {
                // SAFETY: as above.
                requests.push(unsafe { raw::begin_send(input, member, TAG, self.comm) });
            }
        }
        raw::wait_all(&mut requests);
    }

    fn all_reduce(self, combine: Combine, element: Element, order: Order, input: &[u8], output: &mut [u8]) {
        let Some((datatype, op)) = reduction(combine, element, order) else {
            return self.all_reduce_in_order(combine, element, input, output);
        };
        // A multiple of every element's size, and small enough for MPI's counts, which are C ints.
        const MOST: usize = 1 << 30;
        for (input, output) in input.chunks(MOST).zip(output.chunks_mut(MOST)) {
            if let Some(elements) = Elements::new(input.len() / element.storage_bytes(), datatype) {
                raw::all_reduce(input.as_ptr().cast(), output.as_mut_ptr().cast(), elements, op, self.comm);
            }
        }
    }

    /// Each member receives its part of all inputs, reduces it, and sends the result to all.
    fn all_reduce_in_order(self, combine: Combine, element: Element, input: &[u8], output: &mut [u8]) {
        let (size, length) = (element.storage_bytes(), input.len());
        // The bytes of each member's piece, a whole number of elements.
        let piece = (length / size / self.count).min(PIECE / size) * size;
        let round = piece * self.count;
        let rounds = if length <= SHORT || round == 0 { 0 } else { length / round };
        let mut received = [vec![0; round], vec![0; round]];
        let mut reduced = [vec![0; piece], vec![0; piece]];
        let mut arriving = [raw::no_request(); 2];
        let mut leaving = [raw::no_request(); 2];
        // SAFETY: there are two buffers of each kind: one is used while a request fills, or reads, the other. All requests are
        // complete before the buffers are freed.
        let begin = |k: usize, received: &mut [u8]| unsafe {
            raw::begin_all_to_all(&input[k * round..][..round], received, piece, self.comm)
        };
        if rounds > 0 {
            arriving[0] = begin(0, &mut received[0]);
        }
        for k in 0..rounds {
            let (this, next) = (k % 2, (k + 1) % 2);
            raw::wait(&mut arriving[this]);
            if k + 1 < rounds {
                arriving[next] = begin(k + 1, &mut received[next]);
            }
            raw::wait(&mut leaving[this]);
            let parts: Vec<&[u8]> = received[this].chunks_exact(piece).collect();
            combine.all(element, &parts, &mut [&mut reduced[this]]);
            let output = &mut output[k * round..][..round];
            // SAFETY: as above; each part of the output is written once.
            leaving[this] = unsafe { raw::begin_all_gather(&reduced[this], output, self.comm) };
        }
        raw::wait_all(&mut leaving);
        let (input, output) = (&input[rounds * round..], &mut output[rounds * round..]);
        if input.is_empty() {
            return;
        }
        if rounds > 0 && input.len() > SHORT {
            return self.all_reduce_in_order(combine, element, input, output);
        }
        let mut all = vec![0; input.len() * self.count];
        raw::all_gather(input, &mut all, self.comm);
        let parts: Vec<&[u8]> = all.chunks_exact(input.len()).collect();
        combine.all(element, &parts, &mut [output]);
    }
}

/// MPI's type and operation, unless MPI's result may differ from that of a reduction in the order that is asked for.
fn reduction(combine: Combine, element: Element, order: Order) -> Option<(MPI_Datatype, MPI_Op)> {
    let is_float = element.kind() == Kind::Float;
    let grows = matches!(combine, Combine::Sum | Combine::Product);
    // MPI's minimum and maximum may lose a NaN.
    if is_float && (order == Order::Group || !grows) {
        return None;
    }
    // Sums and products must wrap around. In C only unsigned arithmetic does, and in Open MPI only that of at least 32 bits.
    if grows && element.storage_bytes() < 4 {
        return None;
    }
    // MPICH 4.0 compares unsigned numbers as signed ones.
    let is_unsigned = matches!(element, Element::U8 | Element::U16 | Element::U32 | Element::U64);
    if is_unsigned && matches!(combine, Combine::Min | Combine::Max) {
        return None;
    }
    let is_bool = element == Element::Pred;
    // SAFETY: constants of the library's.
    unsafe {
        let datatype = match element {
            Element::F32 => RSMPI_FLOAT,
            Element::F64 => RSMPI_DOUBLE,
            Element::S8 => RSMPI_INT8_T,
            Element::S16 => RSMPI_INT16_T,
            Element::S32 if !grows => RSMPI_INT32_T,
            Element::S64 if !grows => RSMPI_INT64_T,
            Element::U8 | Element::Pred => RSMPI_UINT8_T,
            Element::U16 => RSMPI_UINT16_T,
            Element::U32 | Element::S32 => RSMPI_UINT32_T,
            Element::U64 | Element::S64 => RSMPI_UINT64_T,
            _ => return None,
        };
        let op = match combine {
            Combine::Sum => RSMPI_SUM,
            Combine::Product => RSMPI_PROD,
            Combine::Min => RSMPI_MIN,
            Combine::Max => RSMPI_MAX,
            Combine::And if is_bool => RSMPI_LAND,
            Combine::Or if is_bool => RSMPI_LOR,
            Combine::And => RSMPI_BAND,
            Combine::Or => RSMPI_BOR,
            Combine::Xor => RSMPI_BXOR,
        };
        Some((datatype, op))
    }
}
