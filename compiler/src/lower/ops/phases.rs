//! Windows over dilated operands, without the holes.
//!
//! A window meets the elements between which there are holes at every so many positions, and with every so many of its own
//! elements: those of one phase. Each phase of positions is a window of its own over the operand without holes:
//!
//! ```text
//! y[2 i + r] = Σ x[i + t + …] * w[2 t + start of r]        a transposed convolution of stride 2, r = 0, 1
//! ```

use super::window::{Area, checked};
use crate::lower::rewriter::sizes::Size;
use std::cmp::Reverse;
use xla_dialect::ir::{Builder, Op};
use xla_dialect::ops::dimensions::reduced;
use xla_dialect::ops::window;
use xla_dialect::passes::Failed;

/// Phases at most: each is code of its own.
const MOST: i64 = 32;

/// The most that an operand is dilated, where elements of the window are looked for.
const MOST_DILATION: i64 = 4096;

/// What of one dimension a phase computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Phase {
    /// The first position.
    pub first: i64,
    /// From one position to the next.
    pub step: i64,
    /// The number of positions.
    pub count: i64,
    /// The first element of the window, in the order of memory, and from one to the next.
    pub elements: (i64, i64),
    /// The window that it is, over the operand without holes.
    pub window: window::Dim,
}

impl Phase {
    /// All positions of a window.
    fn whole(window: window::Dim, positions: i64) -> Self {
        Self { first: 0, step: 1, count: positions, elements: (0, 1), window }
    }

    /// The phases of a dimension of `size` elements with that many `positions`. None when numbers do not fit 64 bits.
    ///
    /// Element `k` of the window is at `stride * position + window_dilation * k - low` of the dilated operand, where there
    /// is an element if `base_dilation` divides that.
    fn all(window: window::Dim, size: i64, positions: i64, reversed: bool) -> Option<Vec<Self>> {
        let base = window.base_dilation;
        let (step, stride) = reduced(base, window.stride);
        let (element_step, window_dilation) = reduced(base, window.window_dilation);
        let phase = |first: i64| {
            let at = |element: i64| {
                let begin = window.stride.checked_mul(first)?.checked_sub(window.low)?;
                window.window_dilation.checked_mul(element)?.checked_add(begin)
            };
            let mut met = None;
            for element in 0..element_step.min(window.size) {
                if at(element)? % base == 0 {
                    met = Some(element);
                    break;
                }
            }
            let element = met.unwrap_or(0);
            let taps = met.map_or(0, |element| (window.size - 1 - element) / element_step + 1);
            let low = -(at(element)? / base);
            let count = (positions - first - 1) / step + 1;
            let reach = stride.checked_mul(count - 1)?.checked_add(window_dilation.checked_mul((taps - 1).max(0))?)?;
            let high = reach.checked_add(1)?.checked_sub(size)?.checked_sub(low)?;
            let last = element + (taps - 1) * element_step;
            let start = if reversed { window.size - 1 - last } else { element };
            let window = window::Dim { size: taps, stride, low, high, base_dilation: 1, window_dilation };
            Some(Self { first, step, count, elements: (start, element_step), window })
        };
        (0..step.min(positions)).map(phase).collect()
    }

    /// Its positions from the first to the last one that may meet an element of a base of `size`. None when numbers do not fit
    /// 64 bits.
    fn inside(&self, size: i64) -> Option<Self> {
        let window::Dim { stride, low, base_dilation, window_dilation, .. } = self.window;
        // The window at position `i` begins at element `stride * i - low` of the dilated base.
        let last = size.checked_sub(1)?.checked_mul(base_dilation)?;
        let reach = self.window.size.checked_sub(1)?.checked_mul(window_dilation)?;
        let from = low.checked_sub(reach)?.checked_add(stride - 1)?.div_euclid(stride).max(0);
        let to = last.checked_add(low)?.div_euclid(stride).min(self.count - 1);
        if size == 0 || from > to {
            return Some(Self { count: 0, window: window::Dim { size: 0, low: 0, high: 0, ..self.window }, ..*self });
        }
        let (count, low) = (to - from + 1, low.checked_sub(stride.checked_mul(from)?)?);
        let end = stride.checked_mul(count - 1)?.checked_add(reach)?;
        let window = window::Dim { low, high: end.checked_sub(last)?.checked_sub(low)?, ..self.window };
        Some(Self { first: self.first + self.step * from, count, window, ..*self })
    }
}

/// The phases along each dimension.
pub struct Phases {
    each: Vec<Vec<Phase>>,
    /// The positions along each dimension, with those at which the window meets no element.
    positions: Vec<i64>,
}

impl Phases {
    /// One phase along each dimension, of all positions.
    fn whole(window: &[window::Dim], positions: &[i64]) -> Self {
        let each = window.iter().zip(positions).map(|(dim, &positions)| vec![Phase::whole(*dim, positions)]);
        Self { each: each.collect(), positions: positions.to_vec() }
    }

    /// The phases of `window` on a base of these sizes, if that is dilated. The window may be read from its end in some
    /// dimensions. Holes stay in dimensions that would make the phases too many: those of most phases are removed first;
    /// and in those along which windows would be of a part of their elements, unless they `may_be_parts`.
    pub fn of(
        window: &[window::Dim],
        base: &[i64],
        positions: &[i64],
        reversal: &[bool],
        may_be_parts: bool,
    ) -> Option<Self> {
        // Each element of the window belongs to one phase: the others meet nothing.
        let counts = window.iter().zip(positions).map(|(dim, positions)| {
            let phases = reduced(dim.base_dilation, dim.stride).0;
            if dim.base_dilation > MOST_DILATION { i64::MAX } else { phases.min(*positions).min(dim.size.max(1)) }
        });
        let counts: Vec<i64> = counts.collect();
        let mut order: Vec<usize> = (0..window.len()).collect();
        order.sort_by_key(|&i| Reverse(counts[i]));
        let (mut total, mut is_split) = (1i64, false);
        let mut phases = Self::whole(window, positions);
        for i in order {
            let with = total.saturating_mul(counts[i]);
            if window[i].base_dilation == 1 || with > MOST {
                continue;
            }
            let split = Phase::all(window[i], base[i], positions[i], reversal[i])?;
            if may_be_parts || split.iter().all(|phase| [0, window[i].size].contains(&phase.window.size)) {
                (total, is_split, phases.each[i]) = (with, true, split);
            }
        }
        is_split.then_some(phases)
    }

    /// As [`Phases::of`], without the positions at which windows meet nothing but padding, where these are half of a phase or more.
    pub fn that_meet_elements(
        window: &[window::Dim],
        base: &[i64],
        positions: &[i64],
        may_be_parts: bool,
    ) -> Option<Self> {
        // Whatever its distance is, a single element has no other beside it: with that of the window's, they meet in one phase.
        let base_dilation = |dim: &window::Dim, size| if size == 1 { dim.window_dilation } else { dim.base_dilation };
        let dims = window.iter().zip(base);
        let dims = dims.map(|(dim, &size)| window::Dim { base_dilation: base_dilation(dim, size), ..*dim });
        let window: &[_] = &dims.collect::<Vec<_>>();
        let split = Self::of(window, base, positions, &vec![false; window.len()], may_be_parts);
        let is_split = split.is_some();
        let mut phases = split.unwrap_or_else(|| Self::whole(window, positions));
        for (phases, &size) in phases.each.iter_mut().zip(base) {
            for phase in phases {
                if let Some(inside) = phase.inside(size).filter(|inside| inside.count <= phase.count / 2) {
                    *phase = inside;
                }
            }
        }
        (is_split || phases.leave_positions()).then_some(phases)
    }

    /// Whether there are positions at which the window meets no element.
    pub fn leave_positions(&self) -> bool {
        let met = |phases: &Vec<Phase>| -> i64 {
            phases.iter().filter(|phase| phase.window.size > 0).map(|phase| phase.count).sum()
        };
        self.each.iter().map(met).ne(self.positions.iter().copied())
    }

    /// The areas that the windows of the phases are moved over, in one padded operand; what no memory could hold is not
    /// supported.
    pub fn areas<'c>(&self, builder: &Builder<'c>, op: Op<'c>, base: &[Size<'c>]) -> Result<PhaseAreas<'c>, Failed> {
        let of = |(phases, size): (&Vec<Phase>, &Size<'c>)| {
            let windows: Vec<window::Dim> = phases.iter().map(|phase| phase.window).collect();
            checked(op, Area::of_all(builder, &windows, *size))
        };
        let each = self.each.iter().zip(base).map(of).collect::<Result<Vec<_>, _>>()?;
        let first = each.iter().map(|areas| areas.first().copied()).collect();
        Ok(PhaseAreas { padded: checked(op, first)?, each })
    }
}

/// The areas of phases along each dimension.
pub struct PhaseAreas<'c> {
    /// Areas that say how the operand is padded for all phases.
    pub padded: Vec<Area<'c>>,
    each: Vec<Vec<Area<'c>>>,
}

impl<'c> PhaseAreas<'c> {
    /// Each combination of phases along all dimensions that meets elements, with its areas.
    pub fn of_phases(&self, phases: &Phases) -> Vec<(Vec<Phase>, Vec<Area<'c>>)> {
        let pairs = phases.each.iter().zip(&self.each).map(|(phases, areas)| {
            let pairs = phases.iter().copied().zip(areas.iter().copied());
            pairs.filter(|(phase, _)| phase.window.size > 0).collect::<Vec<_>>()
        });
        let combinations = pairs.fold(vec![Vec::new()], |lists: Vec<Vec<_>>, pairs| {
            let with =
                |list: &Vec<_>| pairs.iter().map(|pair| [list.as_slice(), &[*pair]].concat()).collect::<Vec<_>>();
            lists.iter().flat_map(with).collect()
        });
        combinations.into_iter().map(|pairs| pairs.into_iter().unzip()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many phases there are along each dimension, which is dilated as stated and has windows of four elements.
    fn counts(dilations: &[i64]) -> Option<Vec<usize>> {
        let dim = |&base_dilation: &i64| window::Dim {
            size: 4,
            stride: 1,
            low: 0,
            high: 0,
            base_dilation,
            window_dilation: 1,
        };
        let window: Vec<window::Dim> = dilations.iter().map(dim).collect();
        let (sizes, reversal) = (vec![90; window.len()], vec![false; window.len()]);
        Phases::of(&window, &sizes, &sizes, &reversal, true).map(|phases| phases.each.iter().map(Vec::len).collect())
    }

    #[test]
    fn the_dimensions_of_most_phases_are_split() {
        assert_eq!(counts(&[1, 1]), None);
        assert_eq!(counts(&[3, 3, 2]), Some(vec![3, 3, 2]));
        assert_eq!(counts(&[4, 2, 4, 4]), Some(vec![4, 2, 4, 1]));
        assert_eq!(counts(&[1, 2 * MOST_DILATION]), None);
    }

    #[test]
    fn parts_of_windows_stay_together() {
        let window = [1, 4].map(|size| window::Dim { size, base_dilation: 3, ..window::Dim::ONE });
        let split = |may_be_parts| {
            let phases = Phases::of(&window, &[9, 9], &[9, 9], &[false; 2], may_be_parts);
            phases.map(|phases| phases.each.iter().map(Vec::len).collect::<Vec<_>>())
        };
        assert_eq!(split(true), Some(vec![3, 3]));
        assert_eq!(split(false), Some(vec![3, 1]));
    }

    /// Which element each element of the window meets at each position, by the definition and by phases.
    #[test]
    fn phases_meet_the_elements_that_the_window_meets() {
        let ranges = [1..5, 1..4, 2..5, 1..4, 0..6, 1..5, 1..8];
        let numbers = ranges.into_iter().fold(vec![Vec::new()], |lists: Vec<Vec<i64>>, range| {
            lists.iter().flat_map(|list| range.clone().map(move |n| [list.as_slice(), &[n]].concat())).collect()
        });
        for list in numbers {
            let [window_size, stride, base_dilation, window_dilation, low, size, positions] = list[..] else {
                continue;
            };
            let low = low - 2;
            let window = window::Dim { size: window_size, stride, low, high: 0, base_dilation, window_dilation };
            let mut expected = Vec::new();
            for (position, element) in (0..positions).flat_map(|position| (0..window.size).map(move |k| (position, k)))
            {
                let at = window.stride * position + window.window_dilation * element - window.low;
                if at % window.base_dilation == 0 && (0..size).contains(&(at / window.base_dilation)) {
                    expected.push((position, element, at / window.base_dilation));
                }
            }
            let all = Phase::all(window, size, positions, false).expect("small numbers");
            let inside = all.iter().map(|phase| phase.inside(size).expect("small numbers"));
            for phases in [inside.collect::<Vec<_>>(), all.clone()] {
                let mut found = Vec::new();
                for phase in phases {
                    for (i, t) in (0..phase.count).flat_map(|i| (0..phase.window.size).map(move |t| (i, t))) {
                        let at = phase.window.stride * i + phase.window.window_dilation * t - phase.window.low;
                        let (start, step) = phase.elements;
                        assert!(at < size + phase.window.high, "{window:?}");
                        if (0..size).contains(&at) {
                            found.push((phase.first + phase.step * i, start + step * t, at));
                        }
                    }
                }
                found.sort_unstable();
                assert_eq!(found, expected, "{window:?} {size} {positions}");
            }
        }
    }
}
