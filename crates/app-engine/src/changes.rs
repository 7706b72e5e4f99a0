//! What runs propose to change: shown, decided about, and made into files for the page to write.

use crate::failure;
use crate::highlighting::highlight_text;
use crate::packs::Packs;
use crate::port::Port;
use crate::repository_store::file_name;
use crate::runs::Runs;
use agent::Question;
use agent::run::{Proposed, propose, settle};
use change_set::diff::FileDiff;
use change_set::review::{self, Chosen, Decision, FileToWrite};
use change_set::{ChangeSet, Overlay, Update};
use code_view::{AcceptanceError, BaseError, DroppedPatch, acceptance, base_text, changed_files, dropped_patch};
use codebase::Codebase;
use host_web::sentence;
use protocol::{ChangeDecision, ChosenFile, Command, DiffRow, Failure, FailureKind, HighlightRun, Reply};
use source::{Language, RepoPath, embedded};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// Longer texts are shown without highlighting.
const MOST_HIGHLIGHTED: usize = 200 * 1024;

/// The proposed changes of the runs of the open repository.
pub struct Changes<'e> {
    pub runs: Runs<'e>,
    pub codebase: Rc<Codebase>,
    pub packs: &'e Packs,
}

impl Changes<'_> {
    /// Answers a command about proposed changes.
    pub async fn answer(&self, command: Command) -> Result<Reply, Failure> {
        match command {
            Command::RunChanges { run } => self.shown(&self.set(&run).await?).await,
            Command::DecideChanges { run, decision } => {
                let decision = decided(decision)?;
                let updates = review::updates(&self.set(&run).await?, &decision, |path| self.base(path));
                self.settle(&run, updates.map_err(refused)?).await
            }
            Command::AcceptChanges { run, chosen, disk } => {
                let files = self.to_write(&self.set(&run).await?, chosen)?;
                let (writes, conflicts) = acceptance(&self.codebase, &files, disk).map_err(|error| match error {
                    AcceptanceError::NotRead(_) => failure::internal(sentence(&error)),
                    AcceptanceError::NotUtf8(_) => failure::bad_input(sentence(&error)),
                })?;
                Ok(Reply::Acceptance { writes, conflicts })
            }
            Command::ChangesWritten { run, chosen } => {
                let files = self.to_write(&self.set(&run).await?, chosen)?;
                self.settle(&run, vec![review::written(&files)]).await
            }
            Command::ExportChanges { run } => {
                let patch = code_view::patch(&self.codebase, &self.set(&run).await?);
                let patch = patch.map_err(|error| failure::bad_input(sentence(&error)))?;
                let name = file_name(&self.codebase.snapshot().name, "changes", ".patch");
                Ok(Reply::Download { name, bytes: patch.into_bytes() })
            }
            Command::ExportChangedFiles { run } => {
                let advice = Some("Import the folder again and ask anew, or download the patch.");
                let bytes = changed_files(&self.codebase, &self.set(&run).await?)
                    .map_err(|error| failure::failure(FailureKind::BadInput, sentence(&error), advice))?;
                let name = file_name(&self.codebase.snapshot().name, "changes", "-changes.zip");
                Ok(Reply::Download { name, bytes })
            }
            _ => Err(failure::internal("This is no command about changes.")),
        }
    }

    /// Stores what a patch changes as a run that is over, beside what the run before it left proposed, and shows that run.
    pub async fn propose(&self, question: Question, name: &str, patch: &[u8], port: &Port) -> Result<Reply, Failure> {
        let before = match &question.after {
            Some(run) => self.set(run).await?,
            None => ChangeSet::default(),
        };
        let run = question.run.clone();
        let DroppedPatch { changes, said } = dropped_patch(&self.codebase, &before, name, patch, &run)
            .map_err(|problem| failure::failure(FailureKind::BadInput, problem.message, Some(&problem.advice)))?;
        let lock = self.runs.at_rest(&run).await?;
        let stored = propose(self.runs.store.port(), question, Proposed { before, changes, said }).await;
        self.runs.store.release().await;
        drop(lock);
        stored
            .map_err(|error| failure::failure(FailureKind::Storage, sentence(&error), Some("Nothing is changed.")))?;
        self.runs.stored(&run).await?.events().into_iter().for_each(|event| port.event(event));
        self.runs.run_that_is(&run, false).await
    }

    async fn set(&self, run: &str) -> Result<ChangeSet, Failure> {
        self.runs.stored(run).await?.proposed_changes().map_err(|error| {
            failure::failure(FailureKind::BadInput, sentence(&error), Some("The run is kept as it is."))
        })
    }

    fn base(&self, path: &RepoPath) -> Result<Arc<str>, BaseError> {
        base_text(&self.codebase, path)
    }

    fn differences(&self, set: &ChangeSet) -> Result<Vec<FileDiff>, Failure> {
        code_view::differences(&self.codebase, set).map_err(|error| failure::bad_input(sentence(&error)))
    }

    fn to_write(&self, set: &ChangeSet, chosen: Vec<ChosenFile>) -> Result<Vec<FileToWrite>, Failure> {
        let chosen = chosen.into_iter().map(|ChosenFile { path, hunks }| {
            let hunks = hunks.map(|hunks| hunks.into_iter().map(|hunk| hunk as usize).collect());
            Ok(Chosen { path: parsed(&path)?, hunks })
        });
        let chosen: Vec<Chosen> = chosen.collect::<Result<_, Failure>>()?;
        review::to_write(set, &chosen, |path| self.base(path)).map_err(refused)
    }

    /// Writes what the person did into the run's log.
    async fn settle(&self, run: &str, updates: Vec<Update>) -> Result<Reply, Failure> {
        let lock = self.runs.at_rest(run).await?;
        let set = settle(self.runs.store.port(), run, updates).await;
        self.runs.store.release().await;
        drop(lock);
        let set = set.map_err(|error| failure::failure(FailureKind::BadInput, sentence(&error), None))?;
        self.shown(&set).await
    }

    async fn shown(&self, set: &ChangeSet) -> Result<Reply, Failure> {
        let files = self.differences(set)?;
        let mut changes = code_view::proposed_changes(set, &files);
        for (shown, file) in changes.files.iter_mut().zip(&files) {
            let before = self.base(file.from.as_ref().unwrap_or(&file.path)).ok();
            let after = match set.read(&file.path) {
                Overlay::Changed { text, .. } => Some(Arc::clone(text)),
                _ => None,
            };
            let old = self.highlighted(file.from.as_ref().unwrap_or(&file.path), before.as_deref()).await;
            let new = self.highlighted(&file.path, after.as_deref()).await;
            for row in shown.hunks.iter_mut().flat_map(|hunk| &mut hunk.rows) {
                colour(row, &old, &new);
            }
        }
        Ok(Reply::ProposedChanges { changes })
    }

    /// The highlighted ranges of a text, line by line.
    async fn highlighted(&self, path: &RepoPath, text: Option<&str>) -> Vec<Vec<HighlightRun>> {
        match text.filter(|text| text.len() <= MOST_HIGHLIGHTED) {
            Some(text) => {
                let (language, code) = (Language::of(path, text), embedded::code_of(path, text));
                by_line(text, &highlight_text(self.packs, language, &code).await)
            }
            None => Vec::new(),
        }
    }
}

fn decided(decision: ChangeDecision) -> Result<Decision, Failure> {
    Ok(match decision {
        ChangeDecision::RejectHunk { path, hunk } => Decision::RejectHunk { path: parsed(&path)?, hunk: hunk as usize },
        ChangeDecision::EditHunk { path, hunk, text } => {
            Decision::EditHunk { path: parsed(&path)?, hunk: hunk as usize, text }
        }
        ChangeDecision::RejectFile { path } => Decision::RejectFile { path: parsed(&path)? },
        ChangeDecision::RejectAll => Decision::RejectAll,
        ChangeDecision::Undo { group } => Decision::Undo { group },
    })
}

fn parsed(path: &str) -> Result<RepoPath, Failure> {
    RepoPath::parse(path).map_err(|error| failure::bad_input(sentence(&error)))
}

fn refused(error: review::ReviewError<BaseError>) -> Failure {
    failure::failure(FailureKind::BadInput, sentence(&error), Some("Look at the changes again."))
}

/// The ranges that lie in each line, from the line's start.
fn by_line(text: &str, runs: &[HighlightRun]) -> Vec<Vec<HighlightRun>> {
    let mut at = 0;
    let mut runs = runs.iter().peekable();
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let range: Range<u32> = at..at + line.len() as u32;
        at = range.end;
        let mut found = Vec::new();
        while let Some(run) = runs.peek().filter(|run| run.start < range.end) {
            let (start, end) = (run.start.max(range.start), run.end.min(range.end));
            if start < end {
                found.push(HighlightRun { start: start - range.start, end: end - range.start, class: run.class });
            }
            // One that goes on in the next line is looked at there again.
            if run.end > range.end {
                break;
            }
            runs.next();
        }
        lines.push(found);
    }
    lines
}

fn colour(row: &mut DiffRow, old: &[Vec<HighlightRun>], new: &[Vec<HighlightRun>]) {
    let (line, lines) = match (row.new, row.old) {
        (Some(line), _) if !new.is_empty() => (line, new),
        (_, Some(line)) => (line, old),
        _ => return,
    };
    let end = row.text.len() as u32;
    let runs = lines.get(line as usize - 1).into_iter().flatten().filter(|run| run.start < end);
    row.highlight = runs.map(|run| HighlightRun { end: run.end.min(end), ..*run }).collect();
}
