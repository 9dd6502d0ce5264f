//! Groups of kernels that differ only in where operands begin in their buffers, such as those of the phases of a
//! transposed convolution: the functions take these offsets as arguments, so that duplicates are eliminated.
//!
//! ```mlir
//! call @main_kernel_0(%x, %a, %c0, %c24)            // from element 0 of %x on
//! call @main_kernel_1(%x, %b, %c0, %c24)            // from element 48 of %x on
//! // becomes
//! call @main_kernel_0(%x, %a, %c0, %c24, %c0)
//! call @main_kernel_0(%x, %b, %c0, %c24, %c48)
//! ```

use super::groups::Group;
use melior::ir::ValueLike;
use std::collections::HashMap;
use xla_dialect::ir::{OpExt, block_ops, shape_of};

/// An operand of a kernel of a group: the number of the member, and that of the operand.
pub type OperandNumber = (usize, usize);

/// What groups whose functions can be equal have in common: sizes, and the names of ops. Whether the functions are equal
/// is decided by comparing them.
#[derive(PartialEq, Eq, Hash)]
pub struct Form<'c> {
    sizes: Vec<i64>,
    ops: Vec<&'c str>,
}

impl<'c> Form<'c> {
    /// The form of `group`.
    pub fn of(group: &Group<'c>) -> Self {
        let mut form = Self { sizes: Vec::new(), ops: Vec::new() };
        for kernel in group.members.iter().map(|member| &member.kernel) {
            form.sizes.push(kernel.dims.len() as i64);
            form.sizes.extend(kernel.dims.iter().map(|dim| if dim.parallel { dim.extent } else { -dim.extent }));
            form.sizes.extend(kernel.operands().flat_map(|operand| &operand.strides));
            form.sizes.extend(kernel.memrefs().map(|memref| shape_of(memref.r#type()).iter().product::<i64>()));
            form.ops.extend(block_ops(kernel.body).into_iter().map(|op| op.name_str()));
        }
        form
    }
}

/// The offsets of all operands of the kernels of `group`.
fn offsets(group: &Group<'_>) -> Vec<(OperandNumber, i64)> {
    let members = group.members.iter().enumerate();
    let of_member = members.flat_map(|(member, plan)| {
        let operands = plan.kernel.operands().enumerate();
        operands.map(move |(operand, found)| ((member, operand), found.offset)).collect::<Vec<_>>()
    });
    of_member.collect()
}

/// Makes arguments of the offsets in which groups of one form differ.
pub fn take_as_arguments(groups: &mut [Group<'_>]) {
    let mut alike: HashMap<Form<'_>, Vec<usize>> = HashMap::new();
    for (number, group) in groups.iter().enumerate() {
        alike.entry(Form::of(group)).or_default().push(number);
    }
    for numbers in alike.into_values() {
        let each: Vec<_> = numbers.iter().map(|number| offsets(&groups[*number])).collect();
        let differs = |i: &usize| each.iter().any(|offsets| offsets[*i] != each[0][*i]);
        let differing: Vec<OperandNumber> = (0..each[0].len()).filter(differs).map(|i| each[0][i].0).collect();
        for number in numbers {
            groups[number].offset_arguments.clone_from(&differing);
        }
    }
}
