//! The transposition of squares of lanes in registers.

use super::ops::fence;
use melior::ir::ValueLike;
use xla_dialect::ir::{Builder, Value, shape_of};
use xla_dialect::ods::vector;

/// As many vectors as they have lanes, or a part of that many lanes, transposed; the squares beside each other each by itself. Blocks of
/// half the size are exchanged, then blocks of a quarter, and so on down to single lanes.
pub fn transpose<'c>(builder: &Builder<'c>, mut lines: Vec<Value<'c>>) -> Vec<Value<'c>> {
    let size = lines.len();
    let width = lines.first().map_or(0, |line| shape_of(line.r#type())[0] as usize);
    let mut block = size / 2;
    while block > 0 {
        for i in (0..size).filter(|i| i & block == 0) {
            let pair = [lines[i], lines[i + block]];
            let pick = |from: &dyn Fn(usize) -> usize| {
                let mask: Vec<i64> = (0..width).map(|lane| from(lane) as i64).collect();
                vector::shuffle(builder, pair[0], pair[1], &mask)
            };
            lines[i] = pick(&|lane| if lane & block == 0 { lane } else { width + lane - block });
            lines[i + block] = pick(&|lane| if lane & block == 0 { lane + block } else { width + lane });
        }
        // LLVM would look for better shuffles through all steps of a transposition, in vain, for half of the time that it spends on the
        // kernel.
        if block > 1 && block * 4 == size {
            lines = lines.into_iter().map(|line| fence(builder, line)).collect();
        }
        block /= 2;
    }
    lines
}
