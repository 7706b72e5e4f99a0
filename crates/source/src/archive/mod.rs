//! Reads repositories from `.zip`, `.tar.gz` and `.tar` files held in memory; writes small `.zip` files.
//!
//! An archive is read twice: the first pass counts, checks every bound and collects the `.gitignore` files, the second
//! takes the files. Nothing is kept of an entry before the bounds on it were checked. [`Unpacking::step`] handles one
//! entry, or a piece of one, and returns, so a host can show progress, or stop by dropping it; a snapshot exists only once
//! every step succeeded, so no archive is taken in part.

mod format;
mod tar;
mod zip;

pub use format::{ArchiveError, Format, detect};
pub use zip::{ZipTooLarge, write_zip};

use crate::filter::FolderRules;
use crate::{Limits, Progress, RepoPath, Selection, SkipReason, Snapshot, SnapshotBuilder, TopFolder};

/// One entry, before its content is read.
struct Head {
    name: String,
    kind: Kind,
    size: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    /// A link, a device, or compressed by a method that is not read.
    Other,
}

enum Next {
    Entry(Head),
    /// Nothing yet, but work was done.
    More,
    End,
}

/// A format: entries one after the other.
trait Entries {
    /// Goes to the next entry, or part of the way.
    fn next(&mut self) -> Result<Next, ArchiveError>;
    /// The content of the entry that `next` returned last; exactly its size, at most once.
    fn read(&mut self) -> Result<Vec<u8>, ArchiveError>;
    /// Goes back to the start.
    fn rewind(&mut self);
}

/// A name from an archive, fit for a message.
fn shown(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(200).collect()
}

/// What an archive may still unpack to.
#[derive(Debug, Clone)]
struct Budget {
    limits: Limits,
    archive_len: u64,
    unpacked: u64,
}

impl Budget {
    /// Counts bytes before they are unpacked, or as an entry declares them.
    fn charge(&mut self, bytes: u64) -> Result<(), ArchiveError> {
        self.unpacked = self.unpacked.saturating_add(bytes);
        let Limits { archive_bytes, archive_ratio, archive_ratio_from, .. } = self.limits;
        if self.unpacked > archive_ratio_from && self.unpacked / archive_ratio.max(1) > self.archive_len {
            Err(ArchiveError::Bomb(archive_ratio))
        } else if self.unpacked > archive_bytes {
            Err(ArchiveError::TooBig(archive_bytes))
        } else {
            Ok(())
        }
    }
}

/// Whether there is more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Call [`Unpacking::step`] again.
    More,
    /// Call [`Unpacking::finish`].
    Done,
}

/// Reads an archive step by step; see the [module](self).
pub struct Unpacking {
    entries: Box<dyn Entries>,
    limits: Limits,
    selection: Selection,
    fallback_name: String,
    survey: Survey,
    /// Set from the second pass on.
    builder: Option<SnapshotBuilder>,
    /// The folder that holds everything, which paths in the repository are without.
    top: Option<String>,
    beside: Option<Beside>,
    done: u64,
    total: u64,
    work: u64,
}

/// Files that are no part of the snapshot and wanted all the same.
struct Beside {
    wanted: fn(&str) -> bool,
    most_bytes: u64,
    bytes: u64,
    files: Vec<(String, Vec<u8>)>,
}

/// What a step costs in units of [`Unpacking::work`], beside what it reads.
const STEP: u64 = 256;
/// What a step costs that only passed over something.
const PASS: u64 = 64 << 10;

/// What the first pass collects.
#[derive(Default)]
struct Survey {
    ignore_files: Vec<(String, Vec<u8>)>,
    ignore_bytes: u64,
    /// Folders whose `.gitignore` is too much.
    ignore_left_out: Vec<String>,
    name_bytes: u64,
    markers: Vec<String>,
    /// None before the first file; Some(None) once two files disagree.
    top: Option<Option<String>>,
}

impl Unpacking {
    /// Opens an archive. `name` is its file name: it helps to detect the format, and names the repository unless the
    /// archive holds one top folder.
    pub fn open(name: &str, bytes: Vec<u8>, limits: Limits) -> Result<Self, ArchiveError> {
        let unsupported = || ArchiveError::Unsupported(name.to_owned());
        let format = detect(name, &bytes).ok_or_else(unsupported)?;
        let budget = Budget { limits, archive_len: bytes.len() as u64, unpacked: 0 };
        // The name alone says what these bytes are: a program may come before a zip, but where its end is missing too,
        // nothing was cut off. A gzip file has nothing before it.
        let by_name_alone = detect("", &bytes).is_none();
        let entries: Box<dyn Entries> = match format {
            Format::Zip => match zip::ZipEntries::open(bytes, budget) {
                Err(ArchiveError::Truncated) if by_name_alone => return Err(unsupported()),
                opened => Box::new(opened?),
            },
            Format::TarGz if by_name_alone => return Err(unsupported()),
            Format::TarGz => Box::new(tar::TarEntries::compressed(bytes, budget)),
            Format::Tar => Box::new(tar::TarEntries::plain(bytes, budget)),
        };
        let fallback_name = format::without_ending(name).to_owned();
        let (selection, survey) = Default::default();
        let (top, beside) = (None, None);
        Ok(Self {
            entries,
            limits,
            selection,
            fallback_name,
            survey,
            builder: None,
            top,
            beside,
            done: 0,
            total: 0,
            work: 0,
        })
    }

    /// Takes files beside those of the snapshot: whose paths in the repository `wanted` names, of at most `most_bytes`
    /// together. To be called before the first [`step`](Self::step).
    pub fn with_beside(mut self, wanted: fn(&str) -> bool, most_bytes: u64) -> Self {
        self.beside = Some(Beside { wanted, most_bytes, bytes: 0, files: Vec::new() });
        self
    }

    /// The files beside the snapshot, by their paths in the repository, once every step succeeded; `None` where they are larger
    /// than allowed.
    pub fn take_beside(&mut self) -> Option<Vec<(String, Vec<u8>)>> {
        let beside = self.beside.take()?;
        (beside.bytes <= beside.most_bytes).then_some(beside.files)
    }

    /// Takes only part of the archive. To be called before the first [`step`](Self::step).
    pub fn with_selection(mut self, selection: Selection) -> Self {
        self.selection = selection;
        self
    }

    /// Handles one entry. After an error the archive cannot be read further.
    pub fn step(&mut self) -> Result<Step, ArchiveError> {
        self.work += STEP;
        match (self.entries.next()?, &mut self.builder) {
            (Next::More, _) => self.work += PASS,
            (Next::Entry(head), None) => self.survey(head)?,
            (Next::End, None) => self.end_survey(),
            (Next::Entry(head), Some(builder)) => {
                self.done += 1;
                let steps = builder.steps();
                if let Some(beside) = &mut self.beside
                    && let Some(path) = beside.wants(&head, self.top.as_deref())
                {
                    self.work += head.size;
                    beside.files.push((path, self.entries.read()?));
                    return Ok(Step::More);
                }
                self.work += take(self.entries.as_mut(), builder, head)? + builder.steps() - steps;
            }
            (Next::End, Some(_)) => return Ok(Step::Done),
        }
        Ok(Step::More)
    }

    /// Handles the remaining entries and returns the repository.
    pub fn finish(mut self) -> Result<Snapshot, ArchiveError> {
        while self.step()? == Step::More {}
        // The archive is let go of before the text is packed.
        let Self { builder, fallback_name, limits, .. } = self;
        Ok(builder.unwrap_or_else(|| SnapshotBuilder::new(fallback_name, limits)).finish()?)
    }

    /// What was taken so far; nothing during the first pass.
    pub fn progress(&self) -> Progress {
        self.builder.as_ref().map_or(Progress::default(), SnapshotBuilder::progress)
    }

    /// Entries handled, and how many there are; the latter is 0 during the first pass.
    pub fn entries(&self) -> (u64, u64) {
        (self.done, if self.builder.is_some() { self.total } else { 0 })
    }

    /// Work done so far, roughly in bytes: a host that must stay responsive pauses after a fixed amount of it.
    pub fn work(&self) -> u64 {
        self.work
    }

    fn survey(&mut self, head: Head) -> Result<(), ArchiveError> {
        self.total += 1;
        if self.total > self.limits.archive_entries {
            return Err(ArchiveError::TooManyEntries(self.limits.archive_entries));
        }
        self.survey.name_bytes = self.survey.name_bytes.saturating_add(head.name.len() as u64);
        if self.survey.name_bytes > self.limits.archive_name_bytes {
            return Err(ArchiveError::NamesTooLong(self.limits.archive_name_bytes));
        }
        let Ok(path) = RepoPath::parse(&head.name) else { return Ok(()) };
        if head.kind == Kind::Folder || path.as_str().starts_with("__MACOSX/") {
            return Ok(());
        }
        let top = path.as_str().split_once('/').map(|(top, _)| top.to_owned());
        match &self.survey.top {
            None => self.survey.top = Some(top),
            Some(known) if *known != top => self.survey.top = Some(None),
            Some(_) => {}
        }
        if FolderRules::is_marker(path.file_name()) {
            self.survey.markers.push(path.as_str().to_owned());
        }
        if path.file_name() == ".gitignore" && head.kind == Kind::File {
            self.survey_ignore_file(path.parent().to_owned(), head.size)?;
        }
        Ok(())
    }

    fn survey_ignore_file(&mut self, folder: String, size: u64) -> Result<(), ArchiveError> {
        let limits = self.limits.ignore;
        let all = self.survey.ignore_bytes.saturating_add(size);
        if size > limits.file_bytes || all > limits.bytes || self.survey.ignore_files.len() as u64 >= limits.files {
            self.survey.ignore_left_out.push(folder);
            return Ok(());
        }
        self.survey.ignore_bytes = all;
        self.work += size;
        let text = self.entries.read()?;
        self.survey.ignore_files.push((folder, text));
        Ok(())
    }

    fn end_survey(&mut self) {
        self.entries.rewind();
        let survey = std::mem::take(&mut self.survey);
        let (name, top) = match survey.top.flatten() {
            Some(top) => {
                self.top = Some(top.clone());
                (top.clone(), TopFolder::Named(top))
            }
            None => (self.fallback_name.clone(), TopFolder::Keep),
        };
        let mut builder =
            SnapshotBuilder::new(name, self.limits).with_top(top).with_selection(std::mem::take(&mut self.selection));
        survey.ignore_files.iter().for_each(|(folder, text)| builder.add_ignore_file(folder, text));
        for folder in &survey.ignore_left_out {
            builder.leave_out_ignore_file(folder, "it is too long, or there are too many before it in the archive");
        }
        survey.markers.iter().for_each(|path| builder.see(path));
        self.builder = Some(builder);
    }
}

impl Beside {
    /// The path in the repository of an entry that is wanted and fits. Once one does not, none is taken.
    fn wants(&mut self, head: &Head, top: Option<&str>) -> Option<String> {
        let path = RepoPath::parse(&head.name).ok().filter(|_| head.kind == Kind::File)?;
        let inside = match top {
            Some(top) => path.as_str().strip_prefix(top)?.strip_prefix('/')?,
            None => path.as_str(),
        };
        if !(self.wanted)(inside) {
            return None;
        }
        self.bytes = self.bytes.saturating_add(head.size);
        if self.bytes > self.most_bytes {
            self.files.clear();
            return None;
        }
        Some(inside.to_owned())
    }
}

/// Takes an entry, and says how many bytes were read for that.
fn take(entries: &mut dyn Entries, builder: &mut SnapshotBuilder, head: Head) -> Result<u64, ArchiveError> {
    match head.kind {
        Kind::Folder => {}
        Kind::Other => drop(builder.skip(&head.name, SkipReason::NotAFile)),
        Kind::File => {
            if let Ok(path) = builder.wants(&head.name, head.size) {
                // A refusal by content is listed by the builder.
                drop(builder.add(path, entries.read()?));
                return Ok(head.size);
            }
        }
    }
    Ok(0)
}

#[cfg(test)]
mod tests;
