//! Schedules: the sizes and orders that a kernel is computed in, where they are not to be those of the cost model.
//!
//! A module states them by kernel, and a lowered kernel states what it got, in the same words:
//!
//! ```mlir
//! module attributes {xla.schedules = {"m 1024, n 1024, k 1024: f32 * f32 -> f32" = {block_depth = 256 : i64}}} { … }
//! func.func private @main_kernel_1(…) attributes {xla.schedules = {"m 1024, … -> f32" = {block_depth = 256 : i64, …}}}
//! ```
//!
//! A file has a table of TOML for each kernel:
//!
//! ```toml
//! ["m 1024, n 1024, k 1024: f32 * f32 -> f32"]
//! block_depth = 256
//! ```

use super::register_tile::MOST_ROWS_OF_MATRICES;
use crate::attributes::SCHEDULES;
use crate::diagnostics::{Diagnostic, Position};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use xla_dialect::ir::{
    Attribute, Context, Op, OpExt, bool_attribute, dictionary_attribute, entries, i64_attribute, int_value,
    string_attribute, string_value,
};

/// What threads share of a product of matrices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// The rows of the result: each thread reads all of the right operand.
    Rows,
    /// The columns of the result: each thread reads all of the left operand.
    Columns,
}

impl Split {
    fn name(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
        }
    }
}

/// How a product of matrices is computed; what is not given, the cost model decides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Rows of the tile of the result that is kept in registers: up to 14 in vector registers, up to 32 in matrix tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile_rows: Option<i64>,
    /// Rows of the left operand that are packed at a time, for the second-level cache; a multiple of `tile_rows`, or it is
    /// made one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_rows: Option<i64>,
    /// Terms of the sums that are packed at a time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_depth: Option<i64>,
    /// What threads share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub split: Option<Split>,
    /// Whether a product of bf16 or of bytes is one of matrix tiles (AMX). On a processor without them, its vectors compute
    /// the same tiles, slowly.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub matrix_tiles: Option<bool>,
}

impl Schedule {
    /// What the numbers may be, by their names.
    pub const RANGES: [(&str, RangeInclusive<i64>); 3] =
        [("tile_rows", 1..=MOST_ROWS_OF_MATRICES), ("block_rows", 1..=1 << 16), ("block_depth", 1..=8192)];

    fn numbers(&self) -> [Option<i64>; 3] {
        [self.tile_rows, self.block_rows, self.block_depth]
    }

    /// What is wrong with it.
    fn violation(&self) -> Option<String> {
        let mut each = Self::RANGES.iter().zip(self.numbers());
        let (name, range) = each.find(|((_, range), number)| number.is_some_and(|n| !range.contains(&n)))?.0;
        Some(format!("`{name}` is between {} and {}", range.start(), range.end()))
    }

    /// What `attribute` says, or what is wrong with it.
    fn of(attribute: Attribute<'_>) -> Result<Self, String> {
        let mut schedule = Self::default();
        for (name, value) in entries(attribute).ok_or_else(|| format!("{attribute} is no dictionary"))? {
            let number = int_value(value).ok_or_else(|| format!("`{name}` is no integer"));
            match name {
                "matrix_tiles" => schedule.matrix_tiles = Some(number? != 0),
                "tile_rows" => schedule.tile_rows = Some(number?),
                "block_rows" => schedule.block_rows = Some(number?),
                "block_depth" => schedule.block_depth = Some(number?),
                "split" => {
                    let known = [Split::Rows, Split::Columns];
                    let split = known.into_iter().find(|split| string_value(value) == Some(split.name()));
                    schedule.split = Some(split.ok_or_else(|| format!("{value} is neither \"rows\" nor \"columns\""))?);
                }
                _ => {
                    let known = "tile_rows, block_rows, block_depth, split and matrix_tiles";
                    return Err(format!("there is no `{name}`, only {known}"));
                }
            }
        }
        schedule.violation().map_or(Ok(schedule), Err)
    }

    /// The dictionary that [`Self::of`] reads.
    fn to_attribute<'c>(self, context: &'c Context) -> Attribute<'c> {
        let numbers = Self::RANGES.iter().zip(self.numbers());
        let mut all: Vec<_> =
            numbers.filter_map(|((name, _), number)| Some((*name, i64_attribute(context, number?)))).collect();
        all.extend(self.split.map(|split| ("split", string_attribute(context, split.name()))));
        all.extend(self.matrix_tiles.map(|tiles| ("matrix_tiles", bool_attribute(context, tiles))));
        dictionary_attribute(context, &all)
    }
}

/// What it states: `{tile_rows = 4, split = "rows"}`.
impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = Self::RANGES.iter().zip(self.numbers());
        let mut all: Vec<String> = numbers.filter_map(|((name, _), n)| Some(format!("{name} = {}", n?))).collect();
        all.extend(self.split.map(|split| format!("split = \"{}\"", split.name())));
        all.extend(self.matrix_tiles.map(|tiles| format!("matrix_tiles = {tiles}")));
        write!(f, "{{{}}}", all.join(", "))
    }
}

/// Schedules by kernel.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Schedules(pub BTreeMap<String, Schedule>);

impl Schedules {
    /// Reads the text of the file `name`.
    ///
    /// # Errors
    /// With the place of what is wrong.
    pub fn parse(name: &str, text: &str) -> Result<Self, Diagnostic> {
        let at = |offset: usize| {
            let before = text.get(..offset).unwrap_or_default();
            let start = before.rfind('\n').map_or(0, |end| end + 1);
            let line = before.matches('\n').count() + 1;
            Position { file: name.to_string(), line, column: before[start..].chars().count() + 1 }
        };
        let schedules: Self = toml::from_str(text).map_err(|error| {
            let message = error.message().lines().next().unwrap_or("this is no TOML").to_string();
            Diagnostic::error(Some(at(error.span().map_or(0, |span| span.start))), message)
        })?;
        for (kernel, schedule) in &schedules.0 {
            if let Some(violation) = schedule.violation() {
                let place = at(text.find(kernel.as_str()).unwrap_or(0));
                return Err(Diagnostic::error(Some(place), format!("in the schedule of {kernel}: {violation}")));
            }
        }
        Ok(schedules)
    }

    /// What `op`, a module or a lowered kernel, states.
    ///
    /// # Errors
    /// If that is wrong.
    pub fn of(op: Op<'_>) -> Result<Self, String> {
        let Some(all) = op.attr(SCHEDULES) else { return Ok(Self::default()) };
        let schedule = |(kernel, schedule): (&str, Attribute<'_>)| {
            let found = Schedule::of(schedule).map_err(|reason| format!("in {SCHEDULES}, {kernel}: {reason}"))?;
            Ok((kernel.to_string(), found))
        };
        let named = entries(all).ok_or_else(|| format!("{SCHEDULES} is a dictionary of dictionaries"))?;
        Ok(Self(named.into_iter().map(schedule).collect::<Result<_, String>>()?))
    }

    /// The dictionary that [`Self::of`] reads.
    pub fn to_attribute<'c>(&self, context: &'c Context) -> Attribute<'c> {
        let all: Vec<_> =
            self.0.iter().map(|(kernel, schedule)| (kernel.as_str(), schedule.to_attribute(context))).collect();
        dictionary_attribute(context, &all)
    }

    /// As the text of a file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "# tuned\n[\"m 8, n 64, k 16: f32 * f32 -> f32\"]\ntile_rows = 4\nsplit = \"rows\"\nmatrix_tiles = true\n";

    #[test]
    fn files_are_read_and_written() {
        let schedules = Schedules::parse("s.toml", FILE).expect("it is right");
        let split = Some(Split::Rows);
        let schedule = Schedule { tile_rows: Some(4), split, matrix_tiles: Some(true), ..Schedule::default() };
        assert_eq!(schedules.0["m 8, n 64, k 16: f32 * f32 -> f32"], schedule);
        assert_eq!(Schedules::parse("s.toml", &schedules.to_toml()), Ok(schedules));
        assert_eq!(Schedules::parse("s.toml", ""), Ok(Schedules::default()));
    }

    #[test]
    fn what_is_wrong_has_a_place() {
        let message = |text: &str| Schedules::parse("s.toml", text).expect_err("it is wrong").to_string();
        assert!(message("[\"k\"]\ntile_columns = 2\n").contains("s.toml:2:1: error: unknown field `tile_columns`"));
        assert!(message("[\"k\"]\ntile_rows = 99\n").contains("s.toml:1:3: error: in the schedule of k: `tile_rows`"));
        assert!(message("[\"k\"]\nsplit = \"depth\"\n").contains("s.toml:2:9: error: unknown variant `depth`"));
        assert!(message("tile_rows = 4\n").contains("s.toml:1:"));
        assert!(message("[[\n").contains("s.toml:"));
    }

    #[test]
    fn attributes_are_read_and_written() {
        let context = xla_dialect::context();
        let of = |attribute: &str| {
            let text = format!("module attributes {{{SCHEDULES} = {attribute}}} {{}}");
            let module = melior::ir::Module::parse(&context, &text).expect("the attribute parses");
            // SAFETY: the handle is used while the module lives.
            Schedules::of(unsafe { Op::from_raw(melior::ir::operation::OperationLike::to_raw(&module.as_operation())) })
        };
        let schedules = Schedules::parse("s.toml", FILE).expect("it is right");
        assert_eq!(of(&schedules.to_attribute(&context).to_string()), Ok(schedules));
        let wrong = [
            "3",
            "{k = 3}",
            "{k = {tile_rows = 99}}",
            "{k = {tile_rows = \"4\"}}",
            "{k = {split = 1}}",
            "{k = {rows = 4}}",
        ];
        wrong.into_iter().for_each(|wrong| assert!(of(wrong).is_err(), "{wrong}"));
    }
}
