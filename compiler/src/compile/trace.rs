//! What is kept of the stages of a compilation: how long each took, and the files of a dump.

use super::error::CompileError;
use super::timing::Timing;
use std::path::{Path, PathBuf};

/// What is kept of the stages: how long they took, and the files of a dump, numbered in their order.
pub(super) struct Trace {
    pub(super) timing: Timing,
    pub(super) folder: Option<PathBuf>,
    next: usize,
}

impl Trace {
    pub(super) fn new(folder: Option<&Path>) -> Self {
        Self { timing: Timing::start(), folder: folder.map(Path::to_path_buf), next: 0 }
    }

    pub(super) fn text(
        &mut self,
        stage: &str,
        extension: &str,
        text: impl FnOnce() -> String,
    ) -> Result<(), CompileError> {
        if self.folder.is_none() {
            return Ok(());
        }
        self.write(stage, extension, text().as_bytes())
    }

    pub(super) fn write(&mut self, stage: &str, extension: &str, bytes: &[u8]) -> Result<(), CompileError> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let path = folder.join(format!("{:02}-{stage}.{extension}", self.next));
        self.next += 1;
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, bytes))
            .map_err(|error| CompileError::Dump { path, error })
    }
}
