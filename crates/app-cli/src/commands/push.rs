//! `quarry push`

use super::index;
use crate::arguments::{PushOptions, Repository};
use crate::output::Progress;
use crate::push::{Pushed, Target, Token, Upload, Worker};
use crate::runs::private_folder;
use crate::{load, output};
use anyhow::{Context, Result};
use futures::executor::block_on;
use serde_json::json;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Instant;

/// Publishes an index, and prints what was sent.
pub fn run(options: &PushOptions) -> Result<()> {
    let started = Instant::now();
    let target = Target::parse(&options.to, &options.repo)?;
    load::check_is_there(&options.repository.path)?;
    let token = match &options.token_file {
        Some(path) => Token::from_file(path)?,
        None => Token::from_environment(&options.token_env)?,
    };
    let progress = Rc::new(RefCell::new(Progress::logged()));
    let folder = Folder::of(&options.repository, &mut progress.borrow_mut())?;
    let notes = Rc::clone(&progress);
    let worker = Worker::new(target.clone(), token, move |line| notes.borrow_mut().note(line));
    let pushed = block_on(async {
        let upload = Upload::open(&worker, folder.path(), Rc::clone(&progress)).await?;
        upload.run(options.public).await
    })?;
    progress.borrow_mut().end();
    let ms = started.elapsed().as_millis() as u64;
    let Pushed { name, snapshot, chunks, sent } = &pushed;
    let there = chunks.files.saturating_sub(sent.files);
    if options.json {
        return output::json(&json!({
            "to": target.base(),
            "repo": target.repository(),
            "public": options.public,
            "name": name,
            "snapshot": snapshot,
            "chunks": { "files": chunks.files, "bytes": chunks.bytes },
            "sent": { "files": sent.files, "bytes": sent.bytes },
            "present": { "files": there, "bytes": chunks.bytes.saturating_sub(sent.bytes) },
            "retries": worker.retries(),
            "ms": ms,
        }));
    }
    let (who, size) = (if options.public { "public" } else { "private" }, output::size(sent.bytes));
    output::line(format!(
        "{}: {} of {} chunks sent ({size}), {there} were there, in {ms} ms",
        output::one_line(name),
        sent.files,
        chunks.files
    ))?;
    output::line(format!("published as {} on {} ({who}, snapshot {snapshot})", target.repository(), target.base()))
}

/// The index to push: one that is there, or one made for this push.
enum Folder {
    Given(PathBuf),
    Temporary(PathBuf),
}

impl Folder {
    fn of(repository: &Repository, progress: &mut Progress) -> Result<Self> {
        let path = &repository.path;
        if load::is_index(path, repository.index)? {
            return Ok(Self::Given(path.clone()));
        }
        let temporary = std::env::temp_dir().join(format!("quarry-push-{}", std::process::id()));
        // It will hold the repository's text.
        private_folder().create(&temporary).with_context(|| format!("cannot make {}", temporary.display()))?;
        let folder = Self::Temporary(temporary);
        index::into_folder(path, folder.path(), progress)?;
        Ok(folder)
    }

    fn path(&self) -> &Path {
        match self {
            Self::Given(path) | Self::Temporary(path) => path,
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Self::Temporary(path) = self {
            // A folder that stays is in the system's temporary folder.
            let _ = std::fs::remove_dir_all(path);
        }
    }
}
