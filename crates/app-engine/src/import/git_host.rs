//! Reads a repository from a git host: the commit, the list of its files, then the files that are wanted.

use super::Import;
use super::read::Read;
use crate::failure;
use crate::git_hosts::{parsed, refused};
use crate::git_to_keep::GitToKeep;
use compact_sort::CompactSort;
use futures::future::{Either, select};
use futures::stream::{FuturesUnordered, StreamExt};
use git_host::{Client, Entry, EntryKind, HostError, Kind, Listing, Resolved};
use host_web::{sentence, yield_now};
use limits::git_host::AT_ONCE;
use limits::repository::IGNORE_FILE_BYTES;
use protocol::{Failure, GitHostKind, ImportPhase, Progress, RepositoryOrigin};
use source::builder::{SnapshotBuilder, TopFolder};
use source::filter::Limits;
use source::{RepoPath, SkipReason};
use std::pin::pin;

/// Steps of comparing paths with ignore rules after which messages are handled: some milliseconds.
const PAUSE: u64 = 1 << 20;

/// What is done with each file: how many there were with it, the file, its bytes, or why there are none.
type Take<'t> = dyn FnMut(u32, &Entry, Result<Option<Vec<u8>>, String>) + 't;

impl Import<'_> {
    /// Reads the repository that an address means.
    pub(super) async fn read_git_host(&self, text: &str, limits: Limits) -> Result<Read, Failure> {
        let address = parsed(text)?;
        let port = self.port.clone();
        let waiting = Box::new(move |ms: u64| {
            let wait_ms = u32::try_from(ms).unwrap_or(u32::MAX);
            port.progress(Progress {
                phase: ImportPhase::Reading,
                done: 0,
                total: None,
                bytes: 0,
                skipped: 0,
                wait_ms,
            });
        });
        let client = self.hosts.client(&address).await.with_wait(waiting);
        self.progress(ImportPhase::Reading, 0, None, 0);
        let resolved = self.unless_cancelled(client.resolve(&address)).await?;
        let mut builder = SnapshotBuilder::new(name_of(&resolved.path), limits).with_top(TopFolder::Keep);
        let listing = {
            let (mut wants, mut on) = (|folder: &str| builder.wants_folder(folder), |_| {});
            self.unless_cancelled(client.list(&resolved, &mut wants, &mut on)).await?
        };
        let host = Host { client: &client, resolved: &resolved, import: self };
        host.take(listing, &mut builder).await?;
        let snapshot = builder.finish().map_err(|error| failure::bad_input(sentence(&error)))?;
        Ok(Read {
            snapshot,
            git: GitToKeep::default(),
            origin: Some(origin(resolved, text)),
            stamps: None,
            parsed: None,
        })
    }

    /// The result of a request, or the failure of an import that is cancelled while it waits: the request is aborted.
    async fn unless_cancelled<T>(&self, asked: impl Future<Output = Result<T, HostError>>) -> Result<T, Failure> {
        match select(pin!(asked), self.cancel.cancelled()).await {
            Either::Left((result, _)) => result.map_err(|error| refused(&error)),
            Either::Right(_) => Err(failure::cancelled()),
        }
    }
}

/// A repository of a git host that is being imported.
struct Host<'a> {
    client: &'a Client,
    resolved: &'a Resolved,
    import: &'a Import<'a>,
}

impl Host<'_> {
    async fn take(&self, listing: Listing, builder: &mut SnapshotBuilder) -> Result<(), Failure> {
        let folder = self.resolved.folder.as_str();
        for cut in listing.cut {
            let why = "the host lists only a part of this folder".to_owned();
            builder.skip(if cut.is_empty() { "(root)" } else { &cut }, SkipReason::Unreadable { why });
        }
        self.take_ignore_files(&listing.entries, builder).await?;
        let mut entries = listing.entries;
        entries.retain(|entry| entry.kind != EntryKind::Folder && is_within(&entry.path, folder));
        if entries.is_empty() && !folder.is_empty() {
            return Err(failure::not_found(format!("There is no folder `{folder}` in `{}`.", self.resolved.reference)));
        }
        // In the order in which what is beyond a limit is left out.
        entries.compact_sort_by(|a, b| a.path.cmp(&b.path));
        entries.iter().filter(|entry| entry.kind == EntryKind::File).for_each(|entry| builder.see(&entry.path));
        let wanted = self.wanted(entries, builder).await?;
        self.client.allows(self.resolved, wanted.len() as u64).map_err(|error| refused(&error))?;
        self.load(wanted, builder).await
    }

    /// The files that are loaded: what is not is left out by its path and its size, before anything of it is sent.
    async fn wanted(&self, entries: Vec<Entry>, builder: &mut SnapshotBuilder) -> Result<Vec<Entry>, Failure> {
        let (mut wanted, mut bytes, mut paused) = (Vec::new(), 0, builder.steps());
        let limits = Limits::default();
        for entry in entries {
            if builder.steps() - paused > PAUSE {
                paused = builder.steps();
                yield_now().await;
                self.import.check()?;
            }
            if entry.kind != EntryKind::File {
                builder.skip(&entry.path, SkipReason::NotAFile);
            } else if builder.wants(&entry.path, entry.size.unwrap_or(0)).is_ok() {
                bytes += entry.size.unwrap_or(0);
                let over = [
                    (wanted.len() as u64 >= limits.files, limits.files),
                    (bytes > limits.total_bytes, limits.total_bytes),
                ];
                match over.iter().find(|(is_over, _)| *is_over) {
                    Some((_, limit)) => drop(builder.skip(&entry.path, SkipReason::OverLimit { limit: *limit })),
                    None => wanted.push(entry),
                }
            }
        }
        Ok(wanted)
    }

    /// The rules of `.gitignore` files, those above the wanted folder included.
    async fn take_ignore_files(&self, entries: &[Entry], builder: &mut SnapshotBuilder) -> Result<(), Failure> {
        let is_rules = |entry: &&Entry| entry.kind == EntryKind::File && name_of(&entry.path) == ".gitignore";
        let counts = |folder: &str| {
            is_within(folder, &self.resolved.folder) || folder.is_empty() || is_within(&self.resolved.folder, folder)
        };
        let rules: Vec<Entry> =
            entries.iter().filter(is_rules).filter(|entry| counts(folder_of(&entry.path))).cloned().collect();
        // Where a folder is left out its rules say nothing.
        let wanted: Vec<Entry> =
            rules.into_iter().filter(|entry| builder.wants_folder(folder_of(&entry.path))).collect();
        self.each(wanted, IGNORE_FILE_BYTES, &mut |_, entry, bytes| {
            let folder = folder_of(&entry.path);
            match bytes {
                Ok(Some(bytes)) => builder.add_ignore_file(folder, &bytes),
                Ok(None) => builder.leave_out_ignore_file(folder, "it is too long"),
                Err(_) => builder.leave_out_ignore_file(folder, "it could not be read"),
            }
        })
        .await
    }

    async fn load(&self, wanted: Vec<Entry>, builder: &mut SnapshotBuilder) -> Result<(), Failure> {
        let (total, most) = (wanted.len() as u32, Limits::default().largest_file());
        self.each(wanted, most, &mut |done, entry, bytes| {
            match (bytes, RepoPath::parse(&entry.path)) {
                // The builder lists what it refuses.
                (Ok(Some(bytes)), Ok(path)) => drop(builder.add(path, bytes)),
                (Ok(None), _) => drop(builder.wants(&entry.path, most + 1)),
                (Err(why), _) => drop(builder.skip(&entry.path, SkipReason::Unreadable { why })),
                // It was wanted, so it is a path.
                (Ok(Some(_)), Err(_)) => {}
            }
            let progress = builder.progress();
            let (bytes, skipped) = (progress.bytes, progress.skipped as u32);
            let phase = ImportPhase::Reading;
            if done % 10 == 0 || done == total {
                self.import.port.progress(Progress { phase, done, total: Some(total), bytes, skipped, wait_ms: 0 });
            }
        })
        .await
    }

    /// Loads files, several at the same time, and calls `take` for each with how many there were. What one file alone is
    /// refused for is given to `take`; any other error ends the import.
    async fn each(&self, entries: Vec<Entry>, most: u64, take: &mut Take<'_>) -> Result<(), Failure> {
        let mut entries = entries.into_iter();
        let mut loading = FuturesUnordered::new();
        let mut done = 0;
        loop {
            while loading.len() < AT_ONCE {
                let Some(entry) = entries.next() else { break };
                loading.push(async move {
                    let bytes = self.client.load(self.resolved, &entry, most).await;
                    (entry, bytes)
                });
            }
            let next = select(loading.next(), self.import.cancel.cancelled()).await;
            let (entry, bytes) = match next {
                Either::Left((Some(loaded), _)) => loaded,
                Either::Left((None, _)) => return Ok(()),
                Either::Right(_) => return Err(failure::cancelled()),
            };
            let bytes = match bytes {
                Ok(bytes) => Ok(bytes),
                Err(error @ (HostError::NotFound { .. } | HostError::Failed { .. })) => Err(error.to_string()),
                Err(error) => return Err(refused(&error)),
            };
            done += 1;
            take(done, &entry, bytes);
        }
    }
}

fn origin(resolved: Resolved, text: &str) -> RepositoryOrigin {
    let kind = match resolved.kind {
        Kind::GitHub => GitHostKind::GitHub,
        Kind::GitLab => GitHostKind::GitLab,
        Kind::Gitea => GitHostKind::Gitea,
    };
    let Resolved { origin: site, path, reference, commit, folder, .. } = resolved;
    RepositoryOrigin { kind, site, path, reference, commit, folder, address: text.trim().to_owned() }
}

/// Whether a path is that of the folder or below it; everything is below the root.
fn is_within(path: &str, folder: &str) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

fn folder_of(path: &str) -> &str {
    path.rfind('/').map_or("", |slash| &path[..slash])
}

fn name_of(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
