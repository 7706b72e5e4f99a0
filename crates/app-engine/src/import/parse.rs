//! Parsing in batches, over all parse workers.

use super::Import;
use crate::failure;
use crate::packs::{Operation, PackResult, Packs};
use codebase::{CodebaseBuilder, ParsedFiles};
use facts::{FactsError, FileFacts};
use futures::FutureExt;
use futures::future::{Either, select};
use futures::stream::{FuturesUnordered, StreamExt};
use host_web::{JsFailure, yield_now};
use protocol::{Failure, ImportPhase};
use source::{FileId, Language, SkipReason, Snapshot};
use std::collections::BTreeMap;

/// Most bytes of source in one job of a parse worker: small enough to spread, large enough to be worth a message.
const BATCH_BYTES: usize = 192 * 1024;
/// The same of the first jobs, so that all workers have one soon, and this thread their results.
const FIRST_BATCH_BYTES: usize = 32 * 1024;

impl Import<'_> {
    /// Parses what can be parsed, in batches of one language each, over all parse workers.
    pub(super) async fn parse(
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
        let mut missing = BTreeMap::new();
        loop {
            while running.len() < Packs::width() * 2 {
                let Some((language, batch)) = batches.next() else { break };
                let is_missing = missing.contains_key(&language);
                running.push(async move {
                    if is_missing {
                        let unavailable = vec![PackResult::Unavailable; batch.len()];
                        return (language, batch, Ok(unavailable));
                    }
                    let codes: Vec<_> = batch.iter().map(|file| snapshot.code(*file)).collect();
                    let texts: Vec<&str> = codes.iter().map(|code| &**code).collect();
                    let result = self.packs.run(language, Operation::Facts, &texts).await;
                    (language, batch, result)
                });
            }
            // While the workers parse, what has no parser is indexed here. A batch may take seconds, and is not waited for when the
            // import is cancelled.
            let next = match running.next().now_or_never() {
                Some(next) => Either::Left(next),
                None if builder.index_unparsed() => {
                    yield_now().await;
                    match self.cancel.is_cancelled() {
                        true => Either::Right(()),
                        false => continue,
                    }
                }
                None => match select(running.next(), self.cancel.cancelled()).await {
                    Either::Left((next, _)) => Either::Left(next),
                    Either::Right(_) => Either::Right(()),
                },
            };
            let Either::Left(next) = next else {
                self.packs.stop();
                return Err(failure::cancelled());
            };
            let Some((language, batch, result)) = next else {
                self.without_packs(&missing);
                return Ok(());
            };
            let results = match result {
                Ok(results) => results,
                Err(error) => {
                    missing.entry(language).or_insert(error);
                    vec![PackResult::Unavailable; batch.len()]
                }
            };
            for (file, result) in batch.iter().zip(results) {
                let taken = match &result {
                    PackResult::Bytes(facts) => builder.add_parsed(*file, FileFacts::from_bytes(facts)),
                    PackResult::Trapped => builder.add_parsed(*file, Err(FactsError::NoResult)),
                    PackResult::TookTooLong => builder.give_up(*file, SkipReason::TookTooLong).map(|()| false),
                    PackResult::Unavailable => {
                        let why = "its language pack could not be loaded".to_owned();
                        builder.give_up(*file, SkipReason::ParserFailed { why }).map(|()| false)
                    }
                };
                if taken.expect("the file is pending")
                    && let PackResult::Bytes(facts) = result
                {
                    parsed.insert(snapshot.file(*file), facts);
                }
                bytes += u64::from(snapshot.file(*file).len);
            }
            done += batch.len() as u32;
            self.progress(ImportPhase::Parsing, done, Some(total), bytes);
        }
    }

    /// Says once which packs could not be used: the files of their languages are indexed as text.
    fn without_packs(&self, missing: &BTreeMap<Language, JsFailure>) {
        let Some(why) = missing.values().next() else { return };
        let names = missing.keys().map(|language| language.name()).collect::<Vec<_>>().join(", ");
        let message = format!(
            "The language pack for {names} could not be used ({why}). Those files are searched as text, without symbols and calls."
        );
        let advice = "Check the connection and import again.";
        self.port.notice(failure::failure(protocol::FailureKind::Internal, message, Some(advice)));
    }
}

/// Files by language in batches of [`BATCH_BYTES`], the first ones smaller.
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
            let is_first = batches.len() < Packs::width() * 2;
            if size >= if is_first { FIRST_BATCH_BYTES } else { BATCH_BYTES } {
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
