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
use xla_dialect::ir::{Builder, Op};
use xla_dialect::ops::window;
use xla_dialect::passes::Failed;

/// Phases at most: each is code of its own.
const MOST: usize = 16;

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
        if base == 1 {
            return Some(vec![Self::whole(window, positions)]);
        }
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
}

/// `a` and `b` without their common divisors.
fn reduced(a: i64, b: i64) -> (i64, i64) {
    let (mut divisor, mut other) = (a, b);
    while other != 0 {
        (divisor, other) = (other, divisor % other);
    }
    (a / divisor, b / divisor)
}

/// The phases along each dimension.
pub struct Phases(Vec<Vec<Phase>>);

impl Phases {
    /// The phases of `window` on a base of these sizes, if that is dilated and they are few. The window may be read from its
    /// end in some dimensions.
    pub fn of(window: &[window::Dim], base: &[i64], positions: &[i64], reversal: &[bool]) -> Option<Self> {
        let is_dilated = window.iter().any(|dim| dim.base_dilation != 1);
        let few =
            |count: usize, dim: &window::Dim| count.saturating_mul(reduced(dim.base_dilation, dim.stride).0 as usize);
        let is_moderate = window.iter().all(|dim| dim.base_dilation <= MOST_DILATION);
        if !is_dilated || !is_moderate || window.iter().fold(1, few) > MOST {
            return None;
        }
        let of = |i: usize| Phase::all(window[i], base[i], positions[i], reversal[i]);
        (0..window.len()).map(of).collect::<Option<Vec<_>>>().map(Self)
    }

    /// Whether there are positions at which the window meets no element.
    pub fn leave_positions(&self) -> bool {
        self.0.iter().flatten().any(|phase| phase.window.size == 0)
    }

    /// The areas that the windows of the phases are moved over, in one padded operand; what no memory could hold is not
    /// supported.
    pub fn areas<'c>(&self, builder: &Builder<'c>, op: Op<'c>, base: &[Size<'c>]) -> Result<PhaseAreas<'c>, Failed> {
        let of = |(phases, size): (&Vec<Phase>, &Size<'c>)| {
            let windows: Vec<window::Dim> = phases.iter().map(|phase| phase.window).collect();
            checked(op, Area::of_all(builder, &windows, *size))
        };
        let each = self.0.iter().zip(base).map(of).collect::<Result<Vec<_>, _>>()?;
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
        let pairs = phases.0.iter().zip(&self.each).map(|(phases, areas)| {
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
            let mut found = Vec::new();
            for phase in Phase::all(window, size, positions, false).expect("small numbers") {
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
