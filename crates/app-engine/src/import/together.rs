//! Reads several stored repositories as one, each in a folder of its name.
//!
//! The result is a repository of its own, a copy of what is stored now: it is searched, linked and asked as one, calls from one
//! part into another included, where their manifests name each other's packages. It has no git history: there is none of
//! several repositories together.

use super::Import;
use super::read::Read;
use crate::failure;
use crate::git_to_keep::GitToKeep;
use crate::repository_store::RepositoryStore;
use codebase::ParsedFiles;
use host_web::{sentence, yield_now};
use protocol::{Failure, ImportPhase};
use source::filter::Limits;
use source::together::Together;
use std::collections::BTreeSet;

/// Files after which messages are handled, such as one that cancels the import.
const PAUSE: usize = 64;

impl Import<'_> {
    /// Reads what is stored of these repositories.
    pub(super) async fn read_together(
        &self,
        repositories: &[String],
        name: &str,
        store: &RepositoryStore,
    ) -> Result<Read, Failure> {
        if repositories.iter().collect::<BTreeSet<_>>().len() < 2 {
            return Err(failure::bad_input("Choose at least two repositories to open together."));
        }
        let mut together = Together::new(name, Limits::default());
        for id in repositories {
            let snapshot = store.snapshot(id).await?;
            let folder = together.enter(&snapshot);
            for (at, file) in snapshot.ids().enumerate() {
                if at % PAUSE == 0 {
                    let taken = together.progress();
                    self.progress(ImportPhase::Reading, taken.files as u32, None, taken.bytes);
                    yield_now().await;
                    self.check()?;
                }
                together.take(&folder, &snapshot, file);
            }
        }
        let snapshot = together.finish().map_err(|error| failure::bad_input(sentence(&error)))?;
        Ok(Read { snapshot, git: GitToKeep::default(), origin: None, stamps: None, parsed: None })
    }

    /// The facts of the files of these repositories, as far as they can be read: none of them is parsed again.
    pub(super) async fn parsed_together(&self, repositories: &[String], store: &RepositoryStore) -> ParsedFiles {
        let mut all = ParsedFiles::by(self.packs.build());
        for id in repositories {
            all.take(store.parsed(id).await);
        }
        all
    }
}
