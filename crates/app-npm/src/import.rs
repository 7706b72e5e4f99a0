//! Files to a codebase: filtered, parsed, indexed, linked; the event loop runs between two steps.

use codebase::{Codebase, CodebaseBuilder, Phase};
use facts::{FactsError, FileFacts};
use host_web::{JsFailure, sentence, yield_now};
use js_engine::engine::post;
use js_engine::failure::Failure;
use js_sys::{ArrayBuffer, Function, Promise, Uint8Array};
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use source::builder::{SnapshotBuilder, TopFolder};
use source::filter::Limits;
use source::{FileId, RepoPath, Snapshot};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;

/// A repository as a script passes it.
#[derive(Deserialize)]
pub struct Files {
    name: String,
    files: Vec<(String, ByteBuf)>,
}

/// How far the import is; sent to the script's `progress`.
#[derive(Serialize)]
struct Progress {
    phase: &'static str,
    /// Files that are through this phase.
    done: u32,
    total: u32,
}

/// Files parsed between two progress reports.
const FILES_A_REPORT: usize = 25;

/// The script's side of an import.
pub struct Import {
    /// Ids of the languages that `parse` knows.
    pub languages: Vec<String>,
    /// `(language, bytes) => Promise<ArrayBuffer | null>`.
    pub parse: Function,
    /// Called with each [`Progress`].
    pub progress: Function,
}

impl Import {
    pub async fn run(&self, files: Files) -> Result<Codebase, Failure> {
        let snapshot = snapshot_of(files)?;
        let mut builder = CodebaseBuilder::new(snapshot.clone());
        self.parse_files(&snapshot, &mut builder).await?;
        let report = async |at: codebase::Progress| {
            let phase = if at.phase == Phase::Linking { "linking" } else { "indexing" };
            self.report(phase, at.done, at.total).await;
            Ok(())
        };
        builder.build(report).await
    }

    async fn parse_files(&self, snapshot: &Snapshot, builder: &mut CodebaseBuilder) -> Result<(), Failure> {
        let is_known = |file: &FileId| self.languages.iter().any(|id| id == snapshot.file(*file).language.id());
        let files: Vec<FileId> = builder.pending().into_iter().filter(is_known).collect();
        for (index, file) in files.iter().enumerate() {
            if index % FILES_A_REPORT == 0 {
                self.report("parsing", index as u32, files.len() as u32).await;
            }
            let facts = self.facts(snapshot, *file).await?;
            builder.add_parsed(*file, facts).expect("the file is pending");
        }
        Ok(())
    }

    /// What its language pack returned for a file; none where the pack could not be loaded.
    async fn facts(&self, snapshot: &Snapshot, file: FileId) -> Result<Result<FileFacts, FactsError>, Failure> {
        let language = snapshot.file(file).language;
        let text = Uint8Array::from(snapshot.code(file).as_bytes());
        let parsed = async {
            let promise = self.parse.call2(&JsValue::NULL, &language.id().into(), &text)?;
            JsFuture::from(Promise::resolve(&promise)).await
        };
        let parsed = parsed.await.map_err(|error| {
            let why = JsFailure::from(error);
            let message = format!("The language pack for {} could not be used ({why}).", language.name());
            Failure::new("internal", message, "Publish the package's folder `packs` beside its script.")
        })?;
        let bytes = parsed.dyn_ref::<ArrayBuffer>().map(|buffer| Uint8Array::new(buffer).to_vec());
        Ok(bytes.map_or(Err(FactsError::NoResult), |bytes| FileFacts::from_bytes(&bytes)))
    }

    /// Reports progress and lets the event loop run.
    async fn report(&self, phase: &'static str, done: u32, total: u32) {
        post(&self.progress, &Progress { phase, done, total });
        yield_now().await;
    }
}

fn snapshot_of(Files { name, files }: Files) -> Result<Snapshot, Failure> {
    let mut builder = SnapshotBuilder::new(name, Limits::default()).with_top(TopFolder::Keep);
    for (path, bytes) in &files {
        // Rules and manifests first: they decide about files that come before them.
        if let Some(folder) = path.strip_suffix(".gitignore")
            && (folder.is_empty() || folder.ends_with('/'))
        {
            builder.add_ignore_file(folder.trim_end_matches('/'), bytes);
        }
        builder.see(path);
    }
    for (path, bytes) in files {
        let wanted = builder.wants(&path, bytes.len() as u64);
        // What is left out is listed in the snapshot.
        let _: Result<(), _> = wanted.and_then(|path: RepoPath| builder.add(path, bytes.into_vec()));
    }
    builder.finish().map_err(|error| Failure::bad_input(sentence(&error)))
}
