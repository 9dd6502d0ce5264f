//! Windows that move over an array: what `reduce_window`, `select_and_scatter` and convolutions share.

use super::dimensions::show;
use super::meaning::Arguments;
use crate::diagnostics::Violation;
use crate::ir::{Attribute, Builder, DYNAMIC, i64_elements, i64_pairs, string_value};
use crate::require;
use std::ops::Range;

/// How a window lies and moves along one dimension of the array it is moved over, the base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dim {
    /// Elements of the window.
    pub size: i64,
    /// From one position to the next.
    pub stride: i64,
    /// Padding in front of the base; negative to crop.
    pub low: i64,
    /// Padding behind the base; negative to crop.
    pub high: i64,
    /// From one element of the base to the next: holes lie between.
    pub base_dilation: i64,
    /// From one element of the window to the next.
    pub window_dilation: i64,
}

impl Dim {
    /// A window of one element that moves over each element.
    pub const ONE: Self = Self { size: 1, stride: 1, low: 0, high: 0, base_dilation: 1, window_dilation: 1 };

    /// The size of a base of `size` elements with its holes and padding; negative when more is cropped than there is.
    fn padded(&self, size: i64) -> i128 {
        dilated(size, self.base_dilation) + i128::from(self.low) + i128::from(self.high)
    }

    /// The number of positions on a base of `size` elements, of which there is none where the window does not fit;
    /// [`DYNAMIC`] when a size is, none when it does not fit 64 bits.
    pub fn positions(&self, size: i64) -> Option<i64> {
        if size == DYNAMIC || self.size == DYNAMIC {
            return Some(DYNAMIC);
        }
        let (base, window) = (self.padded(size), dilated(self.size, self.window_dilation));
        let fits = base > 0 && window <= base;
        i64::try_from(if fits { (base - window) / i128::from(self.stride) + 1 } else { 0 }).ok()
    }

    /// The window that meets the same elements of a base of `size` without holes, if no position of it meets one.
    pub fn without_holes(&self, size: i64) -> Option<Dim> {
        let positions =
            self.positions(size).filter(|_| self.base_dilation > 1 && size != DYNAMIC && self.size != DYNAMIC)?;
        let spacing = if size > 1 { self.base_dilation } else { 1 };
        // Neither a single position nor a single element of the window has a distance to the next.
        let stride = if positions == 1 { spacing } else { self.stride };
        let window_dilation = if self.size == 1 { spacing } else { self.window_dilation };
        if positions == 0 || [stride, window_dilation, self.low].iter().any(|distance| distance % spacing != 0) {
            return None;
        }
        let [stride, window_dilation, low] = [stride, window_dilation, self.low].map(|distance| distance / spacing);
        Dim { stride, low, base_dilation: 1, window_dilation, ..*self }.with_positions(positions, size)
    }

    /// The elements of the window from the first to the last one that meet an element of a base of `size` at some position. None if
    /// there is no position, or it takes long to find out.
    fn meeting(&self, size: i64) -> Option<Range<i64>> {
        // Windows larger than this are not looked through, and neither are holes.
        const LONGEST: i64 = 1 << 10;
        let is_known = size != DYNAMIC && self.size != DYNAMIC && self.size.max(self.base_dilation) <= LONGEST;
        let positions = self.positions(size).filter(|positions| is_known && *positions > 0)?;
        let last = dilated(size, self.base_dilation) - 1;
        let [stride, spacing] = [self.stride, self.base_dilation].map(i128::from);
        let meets = |element: i64| {
            let offset = i128::from(element) * i128::from(self.window_dilation) - i128::from(self.low);
            // The positions from the first one at which the element is not in front of the base to the last one at which it is not
            // behind it; what it meets repeats after as many as a hole and an element are long.
            let first = (-offset.div_euclid(stride)).max(0);
            let end = (last - offset).div_euclid(stride).min(i128::from(positions) - 1) + 1;
            (first..end.min(first + spacing)).any(|position| (position * stride + offset) % spacing == 0)
        };
        let start = (0..self.size).find(|element| meets(*element)).unwrap_or(self.size);
        let end = (start..self.size).rev().find(|element| meets(*element)).map_or(start, |last| last + 1);
        Some(start..end)
    }

    /// Whether the window has positions, and meets no element of a base of `size` at any of them.
    pub fn meets_nothing(&self, size: i64) -> bool {
        self.meeting(size).is_some_and(|elements| elements.is_empty())
    }

    /// The window without elements that meet no element of a base of `size` at any position: those at its ends that meet padding,
    /// and those that meet holes where it moves from one element of the base to another.
    pub fn trimmed(&self, size: i64) -> Option<Dim> {
        let Range { start, end } = self.meeting(size).filter(|elements| !elements.is_empty())?;
        let positions = self.positions(size)?;
        let is_fixed = positions == 1 || self.stride % self.base_dilation == 0;
        let step = if is_fixed { self.base_dilation / gcd(self.base_dilation, self.window_dilation) } else { 1 };
        let kept = (end - start - 1) / step + 1;
        if kept == self.size {
            return None;
        }
        let low = i64::try_from(i128::from(self.low) - i128::from(start) * i128::from(self.window_dilation)).ok()?;
        let stride = if positions == 1 { 1 } else { self.stride };
        let window_dilation = if kept == 1 { 1 } else { self.window_dilation.checked_mul(step)? };
        Dim { size: kept, stride, low, window_dilation, ..*self }.with_positions(positions, size)
    }

    /// The window at `count` of its positions on a base of `size`: number `first`, `first + step` and so on.
    pub fn at(&self, size: i64, first: i64, step: i64, count: i64) -> Option<Dim> {
        let stride = self.stride.checked_mul(if count == 1 { 1 } else { step })?;
        let low = self.low.checked_sub(first.checked_mul(self.stride)?)?;
        Dim { stride, low, ..*self }.with_positions(count, size)
    }

    /// The window with as much padding behind a base of `size` as makes these positions, at least 1.
    fn with_positions(self, positions: i64, size: i64) -> Option<Dim> {
        let reach = i128::from(positions - 1) * i128::from(self.stride) + dilated(self.size, self.window_dilation);
        let high = i64::try_from(reach - dilated(size, self.base_dilation) - i128::from(self.low)).ok()?;
        Some(Dim { high, ..self })
    }

    /// The padding that XLA calls SAME: one position for each stride begun, so that with stride 1 there are as many
    /// as elements. An odd element goes behind.
    pub fn same(&self, size: i64) -> (i64, i64) {
        let base = dilated(size, self.base_dilation);
        let stride = i128::from(self.stride);
        let positions = (base + stride - 1) / stride;
        let padding = ((positions - 1) * stride + dilated(self.size, self.window_dilation) - base).max(0);
        let low = i64::try_from(padding / 2).unwrap_or(i64::MAX);
        (low, i64::try_from(padding - i128::from(low)).unwrap_or(i64::MAX))
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// `size` elements, `dilation` from one to the next.
fn dilated(size: i64, dilation: i64) -> i128 {
    if size <= 0 { 0 } else { (i128::from(size) - 1) * i128::from(dilation) + 1 }
}

/// The padding of a window in numbers, whatever it was given as.
pub fn padding<'c>(builder: &Builder<'c>, window: &[Dim]) -> Attribute<'c> {
    let pairs: Vec<(i64, i64)> = window.iter().map(|dim| (dim.low, dim.high)).collect();
    i64_pairs(builder.context, &pairs)
}

/// The names of the attributes that hold the dilations: of the base and of the window.
pub type DilationNames = [&'static str; 2];

/// Those of `reduce_window`.
pub const DILATIONS: DilationNames = ["base_dilations", "window_dilations"];
/// Those of convolutions.
pub const CONV_DILATIONS: DilationNames = ["lhs_dilation", "rhs_dilation"];

/// The attribute `name`, one positive number for each of the `rank` dimensions of the window; ones when absent.
fn positive<'c>(arguments: &Arguments<'c>, name: &str, rank: usize) -> Result<Vec<i64>, Violation<'c>> {
    if arguments.attr(name).is_none() {
        return Ok(vec![1; rank]);
    }
    let list = arguments.i64s(name);
    count(name, list.len(), rank)?;
    require!(list.iter().all(|value| *value > 0), "window-positive", "{name} = {} must be positive", show(&list));
    Ok(list)
}

/// Requires `name` to have one entry for each of the `rank` dimensions of the window.
pub fn count<'c>(name: &str, entries: usize, rank: usize) -> Result<(), Violation<'c>> {
    require!(
        entries == rank,
        "window-count",
        "{name} has {entries} entries, but the window moves in {rank} dimensions"
    );
    Ok(())
}

/// The window of an op that has its sizes in `window_dimensions`, over a base of these sizes.
pub fn of<'c>(arguments: &Arguments<'c>, base: &[i64]) -> Result<Vec<Dim>, Violation<'c>> {
    if arguments.attr("window_dimensions").is_none() {
        count("window_dimensions", 0, base.len())?;
    }
    let sizes = positive(arguments, "window_dimensions", base.len())?;
    with_sizes(arguments, base, &sizes, DILATIONS)
}

/// The window of these sizes over a base of those.
pub fn with_sizes<'c>(
    arguments: &Arguments<'c>,
    base: &[i64],
    sizes: &[i64],
    [base_dilations, window_dilations]: DilationNames,
) -> Result<Vec<Dim>, Violation<'c>> {
    let rank = base.len();
    let strides = positive(arguments, "window_strides", rank)?;
    let base_dilations = positive(arguments, base_dilations, rank)?;
    let window_dilations = positive(arguments, window_dilations, rank)?;
    let mut dims: Vec<Dim> = (0..rank)
        .map(|d| Dim {
            size: sizes[d],
            stride: strides[d],
            low: 0,
            high: 0,
            base_dilation: base_dilations[d],
            window_dilation: window_dilations[d],
        })
        .collect();
    let Some(padding) = arguments.attr("padding") else { return Ok(dims) };
    if let Some((shape, values)) = i64_elements(padding) {
        require!(
            shape == [rank as i64, 2],
            "window-padding",
            "padding has the shape {}; it must be {}, low and high for each dimension of the window",
            show(&shape),
            show(&[rank as i64, 2])
        );
        for (dim, pair) in dims.iter_mut().zip(values.chunks_exact(2)) {
            (dim.low, dim.high) = (pair[0], pair[1]);
        }
        return Ok(dims);
    }
    match string_value(padding) {
        Some("valid") => {}
        Some("same") => {
            for (dim, &size) in dims.iter_mut().zip(base) {
                if size != DYNAMIC && dim.size != DYNAMIC {
                    (dim.low, dim.high) = dim.same(size);
                }
            }
        }
        _ => {
            return Err(Violation::new(
                "window-padding-kind",
                format!("has padding {padding}; it must be same or valid"),
            ));
        }
    }
    Ok(dims)
}

/// The window with what `change` makes of its dimensions, on a base of these sizes; none if it changes none.
pub fn changed(dims: &[Dim], base: &[i64], change: impl Fn(&Dim, i64) -> Option<Dim>) -> Option<Vec<Dim>> {
    let others: Vec<Option<Dim>> = dims.iter().zip(base).map(|(dim, size)| change(dim, *size)).collect();
    let has_changed = others.iter().any(Option::is_some);
    has_changed.then(|| others.into_iter().zip(dims).map(|(other, dim)| other.unwrap_or(*dim)).collect())
}

/// How many positions the window has on a base of these sizes, a dimension.
pub fn positions<'c>(dims: &[Dim], base: &[i64]) -> Result<Vec<i64>, Violation<'c>> {
    let each = dims.iter().zip(base);
    each.map(|(dim, &size)| {
        let too_many = || Violation::new("window-positions", "has more positions of its window than fit 64 bits");
        dim.positions(size).ok_or_else(too_many)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::Dim;
    use crate::ir::DYNAMIC;

    const PLAIN: Dim = Dim { size: 3, stride: 2, low: 0, high: 0, base_dilation: 1, window_dilation: 1 };

    #[test]
    fn positions() {
        assert_eq!(PLAIN.positions(5), Some(2));
        assert_eq!(PLAIN.positions(2), Some(0));
        assert_eq!(PLAIN.positions(DYNAMIC), Some(DYNAMIC));
        assert_eq!(Dim { low: 1, high: 1, ..PLAIN }.positions(5), Some(3));
        assert_eq!(Dim { low: -2, high: -2, ..PLAIN }.positions(3), Some(0));
        assert_eq!(Dim { base_dilation: 2, ..PLAIN }.positions(3), Some(2));
        assert_eq!(Dim { window_dilation: 2, ..PLAIN }.positions(5), Some(1));
        assert_eq!(Dim { low: 2, high: 2, base_dilation: 5, ..PLAIN }.positions(0), Some(1));
        assert_eq!(Dim { stride: 1, low: i64::MAX, high: i64::MAX, ..PLAIN }.positions(5), None);
    }

    /// The elements of a base of `size` that a window meets, a position; none where it meets padding or a hole.
    fn met(dim: &Dim, size: i64) -> Vec<Vec<Option<i64>>> {
        let element =
            |at: i64| Some(at / dim.base_dilation).filter(|i| at % dim.base_dilation == 0 && (0..size).contains(i));
        let window =
            |position: i64| (0..dim.size).map(move |i| position * dim.stride + i * dim.window_dilation - dim.low);
        (0..dim.positions(size).unwrap()).map(|position| window(position).map(element).collect()).collect()
    }

    /// Many windows over bases of up to 3 elements.
    fn windows() -> impl Iterator<Item = (Dim, i64)> {
        (0..4).flat_map(|size| (0..4 * 4 * 5 * 5 * 3 * 4).map(move |code| (code, size))).map(|(code, size)| {
            let digits = [4, 4, 5, 5, 3, 4].iter().scan(code, |left, radix| {
                let digit = *left % radix;
                *left /= radix;
                Some(digit)
            });
            let [window, stride, low, high, base_dilation, window_dilation] = digits.collect::<Vec<i64>>()[..] else {
                panic!()
            };
            let dim = Dim {
                size: window + 1,
                stride: stride + 1,
                low: low - 1,
                high: high - 1,
                base_dilation: base_dilation + 1,
                window_dilation: window_dilation + 1,
            };
            (dim, size)
        })
    }

    /// The window meets the same elements with holes and without.
    #[test]
    fn windows_that_meet_no_holes() {
        let mut found = 0;
        for (dim, size) in windows() {
            if let Some(other) = dim.without_holes(size) {
                assert_eq!(met(&dim, size), met(&other, size), "{dim:?} {other:?} {size}");
                found += 1;
            }
        }
        assert!(found > 1000, "{found}");
    }

    /// What is cut off a window meets nothing at any position, and what is left is the same.
    #[test]
    fn windows_without_elements_that_meet_nothing() {
        let mut found = 0;
        for (dim, size) in windows() {
            let Some(other) = dim.trimmed(size) else { continue };
            let elements = |dim: &Dim| -> Vec<Vec<i64>> {
                met(dim, size).into_iter().map(|window| window.into_iter().flatten().collect()).collect()
            };
            assert_eq!(elements(&dim), elements(&other), "{dim:?} {other:?} {size}");
            assert!(other.size < dim.size && other.trimmed(size).is_none(), "{dim:?} {other:?} {size}");
            found += 1;
        }
        assert!(found > 1000, "{found}");
    }

    #[test]
    fn same_padding() {
        assert_eq!(PLAIN.same(5), (1, 1));
        assert_eq!(PLAIN.same(4), (0, 1));
        assert_eq!(Dim { stride: 1, size: 4, ..PLAIN }.same(7), (1, 2));
        assert_eq!(Dim { stride: 5, ..PLAIN }.same(5), (0, 0));
        assert_eq!(PLAIN.same(0), (0, 1));
    }
}
