//! Reads again the files of a folder that have changed since it was imported, and nothing else.

use super::Import;
use super::read::Read;
use crate::failure;
use crate::repository_store::RepositoryStore;
use host_web::folder::read_paths;
use host_web::sentence;
use protocol::{Failure, ImportPhase};
use source::builder::{SnapshotBuilder, TopFolder};
use source::filter::Limits;
use source::{RepoPath, SkipReason};
use web_sys::FileSystemDirectoryHandle;

impl Import<'_> {
    /// The open repository with the present text of these files. `None` where more than texts may have changed, so that the
    /// folder has to be read as a whole: a file is gone, new, or no source any more; ignore rules changed; files were left
    /// out for want of room.
    pub(super) async fn read_changed(
        &self,
        folder: &FileSystemDirectoryHandle,
        changed: &[String],
        store: &RepositoryStore,
    ) -> Result<Option<Read>, Failure> {
        let Some(open) = &self.open else { return Ok(None) };
        let before = open.codebase.snapshot();
        let is_rules = |path: &String| path.rsplit('/').next() == Some(".gitignore");
        let is_known = |path: &String| before.find(path).is_some() && !is_rules(path);
        let is_cut = before.skipped.iter().any(|entry| matches!(entry.reason, SkipReason::OverLimit { .. }));
        let Some(mut stamps) = store.stamps(&open.id).await else { return Ok(None) };
        if is_cut || changed.is_empty() || !changed.iter().all(is_known) {
            return Ok(None);
        }
        self.progress(ImportPhase::Reading, 0, Some(changed.len() as u32), 0);
        let limits = Limits::default();
        let read = read_paths(folder, changed, limits.largest_file()).await;
        let Some(files) = read.map_err(|error| failure::bad_input(sentence(&error)))? else { return Ok(None) };
        let mut builder = SnapshotBuilder::new(before.name.clone(), limits).with_top(TopFolder::Keep);
        for (path, stamp, bytes) in files {
            let Ok(parsed) = RepoPath::parse(&path) else { return Ok(None) };
            if builder.add(parsed, bytes).is_err() {
                return Ok(None);
            }
            stamps.0.insert(path, stamp);
        }
        let Ok(texts) = builder.finish() else { return Ok(None) };
        let Some(snapshot) = before.with_texts_of(&texts, limits.total_bytes) else { return Ok(None) };
        self.check()?;
        let git = self.git_of_folder(folder).await?;
        Ok(Some(Read { snapshot, git, origin: None, stamps: Some(stamps), parsed: None }))
    }
}
