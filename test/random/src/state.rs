//! What is kept between runs: which seeds were done, and the counts.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Counts of all programs so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct State {
    /// The next seed of each profile.
    pub next: BTreeMap<String, u64>,
    /// Programs by the version of the compiler.
    pub programs: BTreeMap<String, u64>,
    /// Programs by outcome.
    pub outcomes: BTreeMap<String, u64>,
    /// Checks made, by name.
    pub checks: BTreeMap<String, u64>,
    /// Programs that XLA:CPU was not asked about, by reason.
    pub exclusions: BTreeMap<String, u64>,
    /// Programs that were refused, by the reason's first words.
    pub refusals: BTreeMap<String, u64>,
    /// Ops.
    pub ops: BTreeMap<String, u64>,
    /// Pairs of a producer and a consumer, as `add > reduce`.
    #[serde(with = "table")]
    pub pairs: BTreeMap<String, u64>,
    /// Findings by signature: how many programs had it.
    pub findings: BTreeMap<String, u64>,
    /// Signatures that were kept by this run already.
    #[serde(skip)]
    pub seen: BTreeSet<String>,
}

/// The counts of the programs that ran on other machines, in the repository.
pub const KEPT: &str = "docs/random-programs.toml";

fn file(folder: &Path) -> PathBuf {
    folder.join("state.toml")
}

/// Pairs as a table: a row for each producer, whose numbers are those of the consumers.
mod table {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::collections::{BTreeMap, BTreeSet};

    #[derive(Default, Serialize, Deserialize)]
    struct Table {
        consumers: Vec<String>,
        by_producer: BTreeMap<String, Vec<u64>>,
    }

    pub fn serialize<S: Serializer>(pairs: &BTreeMap<String, u64>, to: S) -> Result<S::Ok, S::Error> {
        let split: Vec<(&str, &str, u64)> = pairs
            .iter()
            .filter_map(|(pair, &n)| pair.split_once(" > ").map(|(maker, user)| (maker, user, n)))
            .collect();
        let consumers: BTreeSet<&str> = split.iter().map(|(_, user, _)| *user).collect();
        let consumers: Vec<String> = consumers.into_iter().map(str::to_string).collect();
        let mut by_producer: BTreeMap<String, Vec<u64>> = BTreeMap::new();
        for (maker, user, n) in split {
            let row = by_producer.entry(maker.to_string()).or_insert_with(|| vec![0; consumers.len()]);
            if let Ok(column) = consumers.binary_search_by(|consumer| consumer.as_str().cmp(user)) {
                row[column] = n;
            }
        }
        Table { consumers, by_producer }.serialize(to)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<BTreeMap<String, u64>, D::Error> {
        let table = Table::deserialize(from)?;
        let mut pairs = BTreeMap::new();
        for (maker, row) in &table.by_producer {
            let seen = table.consumers.iter().zip(row).filter(|(_, n)| **n > 0);
            pairs.extend(seen.map(|(user, &n)| (format!("{maker} > {user}"), n)));
        }
        Ok(pairs)
    }
}

impl State {
    /// What `folder` holds, or to begin with what [`KEPT`] does.
    pub fn load(folder: &Path) -> std::io::Result<Self> {
        let own = file(folder);
        let from = if own.exists() { own } else { PathBuf::from(KEPT) };
        let text = if from.exists() { std::fs::read_to_string(&from)? } else { String::new() };
        toml::from_str(&text).map_err(|error| std::io::Error::other(format!("{}: {error}", from.display())))
    }

    /// As a text that [`State::load`] reads.
    pub fn text(&self) -> std::io::Result<String> {
        toml::to_string(self).map_err(std::io::Error::other)
    }

    /// Writes it, so that an interrupted run leaves the former state or the new one.
    pub fn save(&self, folder: &Path) -> std::io::Result<()> {
        let text = self.text()?;
        std::fs::create_dir_all(folder)?;
        let beside = folder.join("state.toml.new");
        std::fs::write(&beside, text)?;
        std::fs::rename(beside, file(folder))
    }

    /// Programs in all.
    pub fn total(&self) -> u64 {
        self.programs.values().sum()
    }
}

/// Adds one.
pub fn count(map: &mut BTreeMap<String, u64>, key: impl Into<String>) {
    *map.entry(key.into()).or_default() += 1;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_survive_a_round_trip() {
        let mut state = State::default();
        for pair in ["add > reduce", "add > add", "reduce > sort"] {
            count(&mut state.pairs, pair);
        }
        count(&mut state.next, "Mixed");
        let folder = tempfile::tempdir().unwrap();
        state.save(folder.path()).unwrap();
        let read = State::load(folder.path()).unwrap();
        assert_eq!((read.pairs, read.next), (state.pairs, state.next));
    }

    #[test]
    fn a_damaged_state_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(file(folder.path()), "programs = 3").unwrap();
        assert!(State::load(folder.path()).is_err());
    }
}
