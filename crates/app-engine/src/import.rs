//! A repository comes in: read, parsed, indexed, linked, stored. One phase after the other, with progress, and
//! stopped between two steps of any of them.

use crate::failure;
use crate::packs::{self, Operation, PackResult, Packs};
use crate::port::Port;
use crate::repository_store::{Earlier, Identity, RepositoryStore, sentence};
use agent::CancelToken;
use codebase::{Codebase, CodebaseBuilder, Linker, ParsedFiles, Phase};
use facts::FileFacts;
use futures::stream::{FuturesUnordered, StreamExt};
use host_web::folder::{self, ReadError};
use host_web::folder_handles;
use host_web::yield_now;
use js_sys::{Array, Uint8Array};
use limits::repository::ARCHIVE_FILE_BYTES;
use protocol::{Failure, ImportPhase, ImportSource, Progress};
use source::archive::{Step, Unpacking};
use source::builder::{SnapshotBuilder, TopFolder};
use source::filter::Limits;
use source::{FileId, Language, Snapshot};
use std::collections::BTreeMap;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{File, FileSystemDirectoryHandle};

/// Most bytes of source in one job of a parse worker: small enough to spread, large enough to be worth a message.
const BATCH_BYTES: usize = 192 * 1024;
/// How much of [`Unpacking::work`] is done before messages are let in, such as one that stops the import: some
/// milliseconds.
const PAUSE: u64 = 1 << 20;

/// What an import needs.
pub struct Import<'a> {
    /// To the page.
    pub port: &'a Port,
    /// Says when to stop.
    pub cancel: &'a CancelToken,
    /// The parsers.
    pub packs: &'a Packs,
}

/// A repository that is in.
pub struct Imported {
    /// Its code.
    pub codebase: Codebase,
    /// Storage key, or why it could not be stored.
    pub stored: Result<String, Failure>,
    /// What its runs are kept under.
    pub identity: Identity,
    /// A stored repository that may be the same one.
    pub earlier: Option<Earlier>,
}

/// What became of a snapshot.
pub struct Built {
    /// Its code.
    pub codebase: Codebase,
    /// What the parsers found, for the next import.
    pub parsed: ParsedFiles,
}

impl Import<'_> {
    /// Takes a repository in and stores it.
    pub async fn run(
        &self,
        source: &ImportSource,
        attachments: &Array,
        store: &RepositoryStore,
    ) -> Result<Imported, Failure> {
        let snapshot = self.read(source, attachments).await?;
        let before = store.parsed_before(&snapshot.name).await;
        let Built { codebase, parsed } = self.build(snapshot, &before).await?;
        drop(before);
        self.check()?;
        self.progress(ImportPhase::Storing, 0, None, codebase.snapshot().pack.len() as u64);
        yield_now().await;
        self.check()?;
        let index = codebase.to_bytes().map_err(|error| failure::internal(sentence(&error)))?;
        let folder = attachments.get(0).dyn_into::<FileSystemDirectoryHandle>().ok();
        let earlier = store.earlier(codebase.snapshot(), folder.as_ref()).await?;
        let identity = match &earlier {
            Some(Earlier::Same { identity: own @ Identity::Own(_), .. }) => own.clone(),
            _ => Identity::fresh(),
        };
        // A repository that could not be stored is open all the same, and the page shows why it is not stored.
        let stored = store.save(codebase.snapshot(), &index, &parsed, &identity).await;
        if let Ok(id) = &stored {
            if self.cancel.is_cancelled() {
                store.delete(id).await?;
                return Err(failure::cancelled());
            }
            if let Some(folder) = &folder {
                // Where it cannot be kept, the person is asked the next time.
                drop(folder_handles::remember(id, folder).await);
            }
        }
        Ok(Imported { codebase, stored, identity, earlier })
    }

    /// Parses, indexes and links a snapshot. Files whose text is known from `before` are not parsed again.
    pub async fn build(&self, snapshot: Snapshot, before: &ParsedFiles) -> Result<Built, Failure> {
        let mut builder = CodebaseBuilder::new(snapshot.clone());
        let mut parsed = ParsedFiles::by(self.packs.build());
        builder.reuse(before, &mut parsed);
        self.parse(&snapshot, &mut builder, &mut parsed).await?;
        let total = snapshot.files.len() as u32;
        loop {
            match builder.step().phase {
                Phase::Indexing | Phase::Packing => {
                    self.progress(ImportPhase::Indexing, builder.progress().done, Some(total), 0);
                    yield_now().await;
                    self.check()?;
                }
                Phase::Linking => {
                    let graph = self.link(builder.linker()).await?.finish();
                    builder.set_graph(graph);
                }
                Phase::Done => return Ok(Built { codebase: builder.finish(), parsed }),
            }
        }
    }

    /// Resolves the calls, with other work in between.
    async fn link<'a>(&self, mut linker: Linker<'a>) -> Result<Linker<'a>, Failure> {
        loop {
            let progress = linker.progress();
            self.progress(ImportPhase::Linking, progress.done, Some(progress.total), 0);
            yield_now().await;
            self.check()?;
            if linker.step() {
                return Ok(linker);
            }
        }
    }

    fn check(&self) -> Result<(), Failure> {
        if self.cancel.is_cancelled() { Err(failure::cancelled()) } else { Ok(()) }
    }

    fn progress(&self, phase: ImportPhase, done: u32, total: Option<u32>, bytes: u64) {
        self.port.progress(Progress { phase, done, total, bytes, skipped: 0 });
    }

    async fn read(&self, source: &ImportSource, attachments: &Array) -> Result<Snapshot, Failure> {
        let limits = Limits::default();
        let mut shown = 0;
        let mut on = |progress: source::builder::Progress| {
            let done = progress.files as u32;
            // A message for every file would cost more than reading it.
            if done >= shown + 25 || done == 0 {
                shown = done;
                let (bytes, skipped) = (progress.bytes, progress.skipped as u32);
                self.port.progress(Progress { phase: ImportPhase::Reading, done, total: None, bytes, skipped });
            }
            !self.cancel.is_cancelled()
        };
        match source {
            ImportSource::Folder { name } => {
                let handle = attachments.get(0);
                let handle: FileSystemDirectoryHandle =
                    handle.dyn_into().map_err(|_| failure::bad_input("The page handed over no folder."))?;
                let mut builder = SnapshotBuilder::new(name.clone(), limits).with_top(TopFolder::Keep);
                let read = folder::read_folder(&handle, limits.file_bytes, &mut builder, &mut on).await;
                read.map_err(reading)?;
                builder.finish().map_err(|error| failure::bad_input(sentence(&error)))
            }
            ImportSource::Files { name } => {
                let pairs = attachments.iter().map(|pair| pair.unchecked_into::<Array>());
                let files = pairs.filter_map(|pair| Some((pair.get(0).as_string()?, pair.get(1).dyn_into().ok()?)));
                let top = TopFolder::Named(name.clone());
                let mut builder = SnapshotBuilder::new(name.clone(), limits).with_top(top);
                let read = folder::read_list(files.collect(), limits.file_bytes, &mut builder, &mut on).await;
                read.map_err(reading)?;
                builder.finish().map_err(|error| failure::bad_input(sentence(&error)))
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
        }
    }

    async fn unpack(
        &self,
        name: &str,
        bytes: Vec<u8>,
        limits: Limits,
        on: &mut dyn FnMut(source::builder::Progress) -> bool,
    ) -> Result<Snapshot, Failure> {
        let refused = |error: source::archive::ArchiveError| failure::bad_input(sentence(&error));
        let mut unpacking = Unpacking::open(name, bytes, limits).map_err(refused)?;
        let mut paused = 0;
        while unpacking.step().map_err(refused)? == Step::More {
            if unpacking.work() - paused > PAUSE {
                paused = unpacking.work();
                if !on(unpacking.progress()) {
                    return Err(failure::cancelled());
                }
                yield_now().await;
            }
        }
        unpacking.finish().map_err(refused)
    }

    /// Parses what can be parsed, in batches of one language each, over all parse workers.
    async fn parse(
        &self,
        snapshot: &Snapshot,
        builder: &mut CodebaseBuilder,
        parsed: &mut ParsedFiles,
    ) -> Result<(), Failure> {
        let files: Vec<FileId> =
            builder.pending().into_iter().filter(|file| self.packs.has(snapshot.file(*file).language)).collect();
        let total = files.len() as u32;
        let (mut done, mut bytes) = (0, 0);
        self.progress(ImportPhase::Parsing, 0, Some(total), 0);
        let mut batches = batches(snapshot, &files).into_iter();
        let mut running = FuturesUnordered::new();
        loop {
            while running.len() < Packs::width() * 2 {
                let Some((language, batch)) = batches.next() else { break };
                running.push(async move {
                    let texts: Vec<&str> = batch.iter().map(|file| snapshot.text(*file)).collect();
                    let result = self.packs.run(language, Operation::Facts, &texts).await;
                    (language, batch, result)
                });
            }
            let Some((language, batch, result)) = running.next().await else { return Ok(()) };
            let facts = result.map_err(|error| {
                let message = format!("The language pack for {} could not be used ({error}).", language.name());
                let advice = "Check the connection and import again.";
                failure::failure(protocol::FailureKind::Internal, message, Some(advice))
            })?;
            for (file, facts) in batch.iter().zip(facts) {
                // A file that its pack could not read is still searched and read as text, and listed as such.
                let is_taken = if let PackResult::Bytes(bytes) = facts
                    && let Ok(facts) = FileFacts::from_bytes(&bytes)
                    && builder.add_facts(*file, facts).is_ok()
                {
                    parsed.insert(snapshot.file(*file), bytes);
                    true
                } else {
                    false
                };
                if !is_taken {
                    builder.give_up(*file).map_err(|error| failure::internal(sentence(&error)))?;
                }
                bytes += u64::from(snapshot.file(*file).len);
            }
            done += batch.len() as u32;
            self.progress(ImportPhase::Parsing, done, Some(total), bytes);
            if self.cancel.is_cancelled() {
                self.packs.stop();
                return Err(failure::cancelled());
            }
        }
    }
}

fn reading(error: ReadError) -> Failure {
    match error {
        ReadError::Cancelled => failure::cancelled(),
        ReadError::Browser(error) => {
            let message = format!("The folder could not be read ({error}).");
            failure::failure(protocol::FailureKind::BadInput, message, Some("Choose it again, and allow reading."))
        }
    }
}

/// Files by language in batches of [`BATCH_BYTES`].
fn batches(snapshot: &Snapshot, files: &[FileId]) -> Vec<(Language, Vec<FileId>)> {
    let mut by_language: BTreeMap<Language, Vec<FileId>> = BTreeMap::new();
    for file in files {
        by_language.entry(snapshot.file(*file).language).or_default().push(*file);
    }
    let mut batches = Vec::new();
    for (language, files) in by_language {
        let (mut batch, mut size) = (Vec::new(), 0);
        for file in files {
            size += snapshot.file(file).len as usize;
            batch.push(file);
            if size >= BATCH_BYTES {
                batches.push((language, std::mem::take(&mut batch)));
                size = 0;
            }
        }
        if !batch.is_empty() {
            batches.push((language, batch));
        }
    }
    batches
}
