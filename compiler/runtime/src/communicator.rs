//! How the processes of one run exchange data.

use crate::array::TensorType;
use crate::call::CallError;
use crate::reduction::Combine;
use std::fmt;

/// One execution of an op that communicates, for messages and to see that all members run the same.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The op's name, such as `all_reduce`.
    pub op: &'a str,
    /// The channel; 0 for none.
    pub channel: i64,
    /// Types of the operands.
    pub types: &'a [TensorType],
    /// Where the op is.
    pub location: &'a str,
}

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.op)?;
        if self.channel > 0 {
            write!(f, " on channel {}", self.channel)?;
        }
        let types: Vec<_> = self.types.iter().map(ToString::to_string).collect();
        write!(f, " of ({}) at {}", types.join(", "), self.location)
    }
}

/// A collective operation of the members of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange<'a> {
    /// Output `i` gets input `i` of each member, in the group's order. Its buffer may be larger than that.
    AllGather,
    /// Output `i` gets the inputs `i` of all members, combined in the group's order.
    AllReduce(Combine),
    /// Splits each input into as many parts as the group has members: output `i` gets this member's part of input `i` of
    /// each member, in the group's order.
    AllToAll,
    /// Member `m` gets input `i` of member `sources[i][m]`, or zeros.
    Permute(&'a [Vec<Option<usize>>]),
}

impl Exchange<'_> {
    /// Whether two members may take part in the same operation with these arguments. The sources of a permutation may differ,
    /// because each member needs only its own.
    pub fn agrees(&self, other: &Exchange<'_>) -> bool {
        self == other || matches!((self, other), (Exchange::Permute(_), Exchange::Permute(_)))
    }

    /// Checks the sizes of the buffers of a member of a group of `members`.
    ///
    /// # Errors
    /// If one is not.
    pub fn check(&self, members: usize, inputs: &[&[u8]], outputs: &[&mut [u8]]) -> Result<(), CallError> {
        let fits = inputs.len() >= outputs.len()
            && outputs.iter().zip(inputs).all(|(output, input)| match self {
                Exchange::AllGather => output.len() >= input.len() * members,
                Exchange::AllReduce(_) | Exchange::Permute(_) => output.len() == input.len(),
                Exchange::AllToAll => output.len() == input.len() && input.len().is_multiple_of(members),
            });
        if fits {
            Ok(())
        } else {
            Err(CallError::Failed("internal error, please report: sizes of buffers".to_string()))
        }
    }
}

/// A process as a member of a group.
#[derive(Clone, Copy, Debug)]
pub struct Member<'a> {
    /// The numbers of the processes in the group.
    pub group: &'a [usize],
    /// The index of this process in the group.
    pub rank: usize,
}

/// The interface of one process to the others.
pub trait Communicator: Send + Sync {
    /// The number of this process.
    fn process(&self) -> usize;

    /// Runs a collective operation with the other members of `group`, which make the same calls in the same order; each
    /// waits for the others. In processes that are not in the group, the outputs are zeros.
    ///
    /// # Errors
    /// If the members run different operations, or one does not arrive.
    fn exchange(
        &self,
        exchange: Exchange<'_>,
        step: Step<'_>,
        group: &[usize],
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError> {
        let Some(rank) = group.iter().position(|process| *process == self.process()) else {
            outputs.iter_mut().for_each(|output| output.fill(0));
            return Ok(());
        };
        exchange.check(group.len(), inputs, outputs)?;
        self.exchange_as(Member { group, rank }, exchange, step, inputs, outputs)
    }

    /// As [`Communicator::exchange`], for this member of the group, with buffers of the right sizes.
    ///
    /// # Errors
    /// If the members run different operations, or one does not arrive.
    fn exchange_as(
        &self,
        member: Member<'_>,
        exchange: Exchange<'_>,
        step: Step<'_>,
        inputs: &[&[u8]],
        outputs: &mut [&mut [u8]],
    ) -> Result<(), CallError>;

    /// Sends to process `target`, or to whichever receives on the channel. Does not wait.
    ///
    /// # Errors
    /// If the run has failed.
    fn send(&self, step: Step<'_>, target: Option<usize>, inputs: &[&[u8]]) -> Result<(), CallError>;

    /// Waits for what process `source`, or whichever, sends on the channel.
    ///
    /// # Errors
    /// If something else is sent, or nothing.
    fn receive(&self, step: Step<'_>, source: Option<usize>, outputs: &mut [&mut [u8]]) -> Result<(), CallError>;

    /// Tells the others that this process fails, so that none waits for it.
    fn fail(&self, reason: &str);

    /// Whether several threads may exchange and receive at the same time, each in groups and on channels of its own.
    fn is_shared(&self) -> bool {
        true
    }
}
