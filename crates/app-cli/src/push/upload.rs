//! One push: sends the missing chunks, then the manifest.

use super::worker::{Published, Stored, Worker};
use crate::index_folder::{IndexFolder, Tally};
use crate::output::Progress;
use anyhow::{Context, Result, bail};
use codebase::reader::listing;
use codebase::storage::directory::MANIFEST;
use codebase::{IndexSource, StorageError};
use futures::future::{LocalBoxFuture, ready};
use futures::{StreamExt, TryStreamExt, stream};
use serde::Deserialize;
use source::ContentHash;
use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

/// The largest number of names in one request.
const NAMES: usize = 1000;
/// How many chunks are sent at the same time.
const AT_ONCE: usize = 8;
/// The longest chunk that a Worker takes.
const CHUNK_MAX: u64 = 8 << 20;
/// How often chunks that the Worker lost in the meantime are sent again.
const ROUNDS: usize = 2;

/// The result of a push.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pushed {
    /// The name of the repository in the index.
    pub name: String,
    /// The id of the published snapshot.
    pub snapshot: String,
    /// All chunks.
    pub chunks: Tally,
    /// Chunks that were sent.
    pub sent: Tally,
}

/// A push of an index as it is when the push starts, even if its manifest is changed meanwhile.
pub struct Upload<'a> {
    worker: &'a Worker,
    index: Pinned,
    chunks: Vec<String>,
    head: Head,
    progress: Rc<RefCell<Progress>>,
    sent: RefCell<Tally>,
    all: Tally,
}

#[derive(Deserialize)]
struct Head {
    name: String,
    snapshot: String,
}

/// A folder whose manifest was read before.
struct Pinned {
    folder: IndexFolder,
    manifest: Vec<u8>,
}

impl IndexSource for Pinned {
    fn read<'a>(&'a self, name: &'a str) -> LocalBoxFuture<'a, Result<Vec<u8>, StorageError>> {
        match name {
            MANIFEST => Box::pin(ready(Ok(self.manifest.clone()))),
            _ => IndexSource::read(&self.folder, name),
        }
    }
}

impl<'a> Upload<'a> {
    /// Reads the manifest, and checks that all files that it names exist.
    pub async fn open(worker: &'a Worker, folder: &Path, progress: Rc<RefCell<Progress>>) -> Result<Self> {
        let shown = || folder.display().to_string();
        let manifest = std::fs::read(folder.join(MANIFEST)).with_context(shown)?;
        let index = Pinned { folder: IndexFolder(folder.to_owned()), manifest };
        let chunks = listing::chunk_names(&index).await.with_context(shown)?;
        let head: Head = serde_json::from_slice(&index.manifest).with_context(shown)?;
        let mut all = Tally::default();
        for name in &chunks {
            let path = folder.join(name);
            let length = std::fs::metadata(&path).with_context(|| format!("{}: index again", path.display()))?.len();
            if length > CHUNK_MAX {
                bail!("{} is longer than the {} MiB that a Worker takes", path.display(), CHUNK_MAX >> 20);
            }
            all = Tally { files: all.files + 1, bytes: all.bytes + length };
        }
        Ok(Self { worker, index, chunks, head, progress, sent: RefCell::default(), all })
    }

    /// Sends the missing chunks and publishes the manifest.
    pub async fn run(self, public: bool) -> Result<Pushed> {
        let mut missing = self.missing().await?;
        for round in 0.. {
            self.send(&missing).await?;
            match self.worker.put_manifest(&self.index.manifest, public).await? {
                Published::Yes => break,
                // The Worker swept what nothing named at that moment.
                Published::Missing(names) if round < ROUNDS => {
                    missing = self.chunks.iter().filter(|chunk| names.contains(chunk)).cloned().collect();
                }
                Published::Missing(names) => bail!("the Worker loses chunks ({} of them); push again", names.len()),
            }
        }
        let sent = *self.sent.borrow();
        Ok(Pushed { name: self.head.name, snapshot: self.head.snapshot, chunks: self.all, sent })
    }

    async fn missing(&self) -> Result<Vec<String>> {
        let (mut missing, mut asked) = (Vec::new(), 0);
        for names in self.chunks.chunks(NAMES) {
            missing.extend(self.worker.missing(names).await?);
            asked += names.len() as u64;
            self.progress.borrow_mut().update("asking", "chunks", asked, Some(self.all.files));
        }
        Ok(missing)
    }

    async fn send(&self, names: &[String]) -> Result<()> {
        let done = RefCell::new(0);
        let total = names.len() as u64;
        let uploads = stream::iter(names).map(|name| async {
            let bytes = self.chunk(name).await?;
            if self.worker.put_chunk(name, &bytes).await? == Stored::New {
                self.sent.borrow_mut().add(&bytes);
            }
            *done.borrow_mut() += 1;
            self.progress.borrow_mut().update("sending", "chunks", *done.borrow(), Some(total));
            anyhow::Ok(())
        });
        uploads.buffer_unordered(AT_ONCE).try_collect().await
    }

    /// A chunk whose bytes have the hash of its name.
    async fn chunk(&self, name: &str) -> Result<Vec<u8>> {
        let bytes = IndexSource::read(&self.index, name).await?;
        let hash = ContentHash::of(&bytes).to_string();
        if name.strip_suffix(".bin") != Some(&hash) {
            bail!("{} was changed since it was written; index again", self.index.folder.0.join(name).display());
        }
        Ok(bytes)
    }
}
