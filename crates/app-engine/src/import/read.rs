//! Reads a folder, a list of files, an archive or what a git host has into a snapshot.

use super::Import;
use super::git::{self, is_wanted_beside};
use crate::failure;
use crate::git_to_keep::GitToKeep;
use crate::packs;
use crate::repository_store::{RepositoryStore, Stamps};
use codebase::ParsedFiles;
use host_web::folder::{self, ReadError};
use host_web::sentence;
use host_web::yield_now;
use js_sys::{Array, Uint8Array};
use limits::git::KEPT_ARCHIVE_BYTES;
use limits::repository::ARCHIVE_FILE_BYTES;
use protocol::{Failure, ImportPhase, ImportSource, Progress, RepositoryOrigin};
use source::Snapshot;
use source::archive::{Step, Unpacking};
use source::builder::{SnapshotBuilder, TopFolder};
use source::filter::Limits;
use std::cell::Cell;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileSystemDirectoryHandle};

/// How much of [`Unpacking::work`] is done before messages are handled, such as one that cancels the import: some
/// milliseconds.
const PAUSE: u64 = 1 << 20;

/// What was read.
pub(super) struct Read {
    pub snapshot: Snapshot,
    pub git: GitToKeep,
    /// The state on a git host that it is.
    pub origin: Option<RepositoryOrigin>,
    /// Sizes and times of the files, where they come from a folder that can be looked at again.
    pub stamps: Option<Stamps>,
    /// The facts of its files, where they are known from elsewhere than an earlier import of it.
    pub parsed: Option<ParsedFiles>,
}

impl Read {
    /// From something that is not looked at again.
    fn new(snapshot: Snapshot, git: GitToKeep) -> Self {
        Self { snapshot, git, origin: None, stamps: None, parsed: None }
    }
}

impl Import<'_> {
    /// Reads the files that count as source.
    pub(super) async fn read(
        &self,
        source: &ImportSource,
        attachments: &Array,
        store: &RepositoryStore,
    ) -> Result<Read, Failure> {
        let limits = Limits::default();
        // Of a folder that was imported before, few files are parsed.
        let is_new = Cell::new(true);
        let mut on = |progress: source::builder::Progress, read: Option<&str>| {
            if let Some(path) = read.filter(|_| is_new.get()) {
                self.packs.prepare(path);
            }
            self.port.progress(Progress {
                phase: ImportPhase::Reading,
                done: progress.files as u32,
                total: None,
                bytes: progress.bytes,
                skipped: progress.skipped as u32,
                wait_ms: 0,
            });
            !self.cancel.is_cancelled()
        };
        match source {
            ImportSource::Folder { name } => {
                let handle = attachments.get(0);
                let handle: FileSystemDirectoryHandle =
                    handle.dyn_into().map_err(|_| failure::bad_input("The page handed over no folder."))?;
                let mut builder = SnapshotBuilder::new(name.clone(), limits).with_top(TopFolder::Keep);
                let known = store.known_folder(&handle, name).await;
                is_new.set(known.is_none());
                let known = |path: &str, stamp| known.as_ref().and_then(|known| known.bytes(path, stamp));
                let read = folder::read_folder(&handle, limits.largest_file(), &mut builder, &known, &mut on).await;
                let (snapshot, stamps) = finished(read, builder)?;
                let git = self.git_of_folder(&handle).await?;
                Ok(Read { snapshot, git, origin: None, stamps: Some(Stamps(stamps)), parsed: None })
            }
            ImportSource::Files { name } => {
                let pairs = attachments.iter().map(|pair| pair.unchecked_into::<Array>());
                let files = pairs.filter_map(|pair| Some((pair.get(0).as_string()?, pair.get(1).dyn_into().ok()?)));
                let files: Vec<(String, File)> = files.collect();
                // A file that was dropped alone is in no folder.
                let is_folder = files.iter().all(|(path, _)| path.contains('/'));
                let top = if is_folder { TopFolder::Named(name.clone()) } else { TopFolder::Keep };
                let mut builder = SnapshotBuilder::new(name.clone(), limits).with_top(top);
                let read = folder::read_list(files.clone(), limits.largest_file(), &mut builder, &mut on).await;
                let (snapshot, ()) = finished(read, builder)?;
                Ok(Read::new(snapshot, self.git_of_list(&files, name).await?))
            }
            ImportSource::Archive { name } => {
                let file = attachments.get(0).dyn_into::<File>();
                let file = file.map_err(|_| failure::bad_input("The page handed over no file."))?;
                if file.size() > ARCHIVE_FILE_BYTES as f64 {
                    let message = format!("`{name}` is larger than {} MB.", ARCHIVE_FILE_BYTES >> 20);
                    let advice = "Unpack it and drop the folder instead.";
                    return Err(failure::failure(protocol::FailureKind::BadInput, message, Some(advice)));
                }
                let buffer = JsFuture::from(file.array_buffer()).await;
                let buffer = buffer.map_err(|_| failure::bad_input(format!("`{name}` could not be read.")))?;
                self.unpack(name, Uint8Array::new(&buffer).to_vec(), limits, &mut on).await
            }
            ImportSource::Sample => {
                let missing = |_| failure::not_found("The bundled sample could not be loaded.");
                let response = packs::fetch("../sample/quarry.tar.gz").await.map_err(missing)?;
                let buffer = response.array_buffer().map_err(|error| missing(error.into()))?;
                let buffer = JsFuture::from(buffer).await.map_err(|error| missing(error.into()))?;
                self.unpack("quarry.tar.gz", Uint8Array::new(&buffer).to_vec(), limits, &mut on).await
            }
            ImportSource::GitHost { address } => self.read_git_host(address, limits).await,
            ImportSource::Stored { name, repositories } => {
                let read = self.read_together(repositories, name, store).await?;
                Ok(Read { parsed: Some(self.parsed_together(repositories, store).await), ..read })
            }
        }
    }

    async fn unpack(
        &self,
        name: &str,
        bytes: Vec<u8>,
        limits: Limits,
        on: folder::OnProgress<'_>,
    ) -> Result<Read, Failure> {
        let refused = |error: source::archive::ArchiveError| failure::bad_input(sentence(&error));
        let unpacking = Unpacking::open(name, bytes, limits).map_err(refused)?;
        let mut unpacking = unpacking.with_beside(is_wanted_beside, KEPT_ARCHIVE_BYTES);
        let mut paused = 0;
        while unpacking.step().map_err(refused)? == Step::More {
            if unpacking.work() - paused > PAUSE {
                paused = unpacking.work();
                if !on(unpacking.progress(), None) {
                    return Err(failure::cancelled());
                }
                yield_now().await;
            }
        }
        let git = git::of_archive(unpacking.take_beside());
        Ok(Read::new(unpacking.finish().map_err(refused)?, git))
    }
}

fn finished<T>(read: Result<T, ReadError>, builder: SnapshotBuilder) -> Result<(Snapshot, T), Failure> {
    let read = read.map_err(|error| match error {
        ReadError::Cancelled => failure::cancelled(),
        ReadError::Browser(error) => {
            let message = format!("The folder could not be read ({error}).");
            failure::failure(protocol::FailureKind::BadInput, message, Some("Choose it again, and allow reading."))
        }
    })?;
    Ok((builder.finish().map_err(|error| failure::bad_input(sentence(&error)))?, read))
}
