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
    pub pairs: BTreeMap<String, u64>,
    /// Findings by signature: how many programs had it.
    pub findings: BTreeMap<String, u64>,
    /// Signatures that were kept by this run already.
    #[serde(skip)]
    pub seen: BTreeSet<String>,
}

fn file(folder: &Path) -> PathBuf {
    folder.join("state.toml")
}

impl State {
    /// What `folder` holds, or nothing yet.
    pub fn load(folder: &Path) -> Self {
        let text = std::fs::read_to_string(file(folder)).unwrap_or_default();
        toml::from_str(&text).unwrap_or_default()
    }

    /// Writes it, so that an interrupted run leaves the former state or the new one.
    pub fn save(&self, folder: &Path) -> std::io::Result<()> {
        let text = toml::to_string(self).map_err(std::io::Error::other)?;
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
