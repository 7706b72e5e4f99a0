//! Applying a patch to texts: all of it, or nothing.

use super::image::Image;
use super::misfit::Misfit;
use super::{FilePatch, Patch, Target};
use source::RepoPath;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a patch would do to one file, or why it cannot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Which file.
    pub path: RepoPath,
    /// Its hunks, in order; none where the file as a whole is refused.
    pub hunks: Vec<HunkVerdict>,
    /// Why the file is refused; None where all of it fits.
    pub problem: Option<Problem>,
    /// Whether a change of the file's mode is ignored.
    pub ignored_mode: bool,
}

/// What becomes of a hunk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HunkVerdict {
    /// It fits, so many lines below where it says, or above.
    Fits {
        /// The line that its header names, before.
        line: u32,
        /// How many lines from there.
        offset: i64,
    },
    /// Its lines are not there.
    Refused {
        /// The line that its header names, before.
        line: u32,
        /// Why.
        why: Misfit,
    },
}

/// Why a file of a patch is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// There is no such file.
    #[error("there is no file `{0}`")]
    Missing(RepoPath),
    /// The patch creates what is there.
    #[error("`{0}` is there already")]
    Exists(RepoPath),
    /// Some hunks do not fit.
    #[error(
        "the lines of {refused} of {hunks} hunks are not there as quoted; read the file again and make a new patch"
    )]
    Hunks {
        /// How many do not fit.
        refused: usize,
        /// Of how many.
        hunks: usize,
    },
    /// The patch deletes a file but not all of its lines.
    #[error("the patch deletes the file but leaves some of its lines")]
    LeavesLines,
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.problem {
            None => write!(f, "`{}`: {} hunks fit", self.path, self.hunks.len())?,
            Some(problem) => write!(f, "`{}`: {problem}", self.path)?,
        }
        for hunk in &self.hunks {
            match hunk {
                HunkVerdict::Fits { offset: 0, .. } => {}
                HunkVerdict::Fits { line, offset } => write!(f, "; the hunk of line {line} fits {offset:+} lines off")?,
                HunkVerdict::Refused { line, why } => write!(f, "; the hunk of line {line} does not fit: {why}")?,
            }
        }
        Ok(())
    }
}

/// A file after a patch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileResult {
    /// What the patch did to it as a whole.
    pub target: Target,
    /// Its text; None where it is deleted.
    pub text: Option<String>,
}

/// A patch that was applied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Applied {
    /// The files, in the patch's order.
    pub files: Vec<FileResult>,
    /// How each fitted.
    pub verdicts: Vec<Verdict>,
}

/// Why a patch was not applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ApplyError<E> {
    /// A file could not be read.
    #[error(transparent)]
    Read(#[from] E),
    /// Some files do not fit; nothing is changed.
    #[error("nothing was changed: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Refused(Vec<Verdict>),
}

impl Patch {
    /// What [`Patch::apply`] would do, file by file.
    pub fn check<E>(&self, read: impl FnMut(&RepoPath) -> Result<Option<Arc<str>>, E>) -> Result<Vec<Verdict>, E> {
        match self.apply(read) {
            Ok(applied) => Ok(applied.verdicts),
            Err(ApplyError::Refused(verdicts)) => Ok(verdicts),
            Err(ApplyError::Read(error)) => Err(error),
        }
    }

    /// Applies the patch to the texts that `read` gives; None is a file that is not there. All verdicts are in the error
    /// where one refuses.
    pub fn apply<E>(
        &self,
        read: impl FnMut(&RepoPath) -> Result<Option<Arc<str>>, E>,
    ) -> Result<Applied, ApplyError<E>> {
        let leaving = self.files.iter().filter_map(|file| match &file.target {
            Target::Delete(path) | Target::Rename { from: path, .. } => Some(path),
            _ => None,
        });
        let mut texts = Texts { read, leaving: leaving.collect(), done: BTreeMap::new() };
        let mut applied = Applied { files: Vec::new(), verdicts: Vec::new() };
        for file in &self.files {
            let (verdict, text) = texts.apply(file)?;
            applied.verdicts.push(verdict);
            applied.files.push(FileResult { target: file.target.clone(), text });
        }
        if applied.verdicts.iter().all(|verdict| verdict.problem.is_none()) {
            Ok(applied)
        } else {
            Err(ApplyError::Refused(applied.verdicts))
        }
    }
}

/// The texts as the patch leaves them so far.
struct Texts<'a, R> {
    read: R,
    /// Paths that the patch empties, wherever in it.
    leaving: Vec<&'a RepoPath>,
    done: BTreeMap<&'a RepoPath, Option<String>>,
}

impl<'a, R, E> Texts<'a, R>
where
    R: FnMut(&RepoPath) -> Result<Option<Arc<str>>, E>,
{
    /// The verdict, and the file's new text if it has one.
    fn apply(&mut self, file: &'a FilePatch) -> Result<(Verdict, Option<String>), E> {
        let path = file.target.path();
        let mut verdict =
            Verdict { path: path.clone(), hunks: Vec::new(), problem: None, ignored_mode: file.ignored_mode };
        let text = match self.before(&file.target)? {
            Ok(text) => text,
            Err(problem) => {
                verdict.problem = Some(problem);
                return Ok((verdict, None));
            }
        };
        let mut image = Image::of(&text);
        verdict.hunks = file
            .hunks
            .iter()
            .map(|hunk| match image.apply(hunk) {
                Ok(offset) => HunkVerdict::Fits { line: hunk.old_start, offset },
                Err(why) => HunkVerdict::Refused { line: hunk.old_start, why },
            })
            .collect();
        let refused = verdict.hunks.iter().filter(|hunk| matches!(hunk, HunkVerdict::Refused { .. })).count();
        let text = image.text();
        let is_deleted = matches!(file.target, Target::Delete(_));
        if refused > 0 {
            verdict.problem = Some(Problem::Hunks { refused, hunks: verdict.hunks.len() });
        } else if is_deleted && !text.is_empty() {
            verdict.problem = Some(Problem::LeavesLines);
        }
        if let Target::Rename { from, .. } = &file.target {
            self.done.entry(from).or_insert(None);
        }
        let text = (!is_deleted).then_some(text);
        self.done.insert(path, text.clone());
        Ok((verdict, text))
    }

    /// The text that the hunks apply to.
    fn before(&mut self, target: &'a Target) -> Result<Result<String, Problem>, E> {
        let found = match target {
            Target::Create(path) => return Ok(self.must_be_free(path)?.map(|()| String::new())),
            Target::Delete(path) | Target::Modify(path) => (path, self.now(path)?),
            // From the file as it was before the patch, which may give its name to another.
            Target::Rename { from, to } | Target::Copy { from, to } => {
                if let Err(problem) = self.must_be_free(to)? {
                    return Ok(Err(problem));
                }
                (from, (self.read)(from)?.map(|text| text.to_string()))
            }
        };
        let (path, text) = found;
        Ok(text.ok_or_else(|| Problem::Missing(path.clone())))
    }

    fn now(&mut self, path: &RepoPath) -> Result<Option<String>, E> {
        match self.done.get(path) {
            Some(text) => Ok(text.clone()),
            None => Ok((self.read)(path)?.map(|text| text.to_string())),
        }
    }

    fn must_be_free(&mut self, path: &RepoPath) -> Result<Result<(), Problem>, E> {
        let is_free = match self.done.get(path) {
            Some(text) => text.is_none(),
            None => self.leaving.contains(&path) || (self.read)(path)?.is_none(),
        };
        Ok(if is_free { Ok(()) } else { Err(Problem::Exists(path.clone())) })
    }
}
