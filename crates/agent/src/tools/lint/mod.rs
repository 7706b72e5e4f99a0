//! `lint`: what the host's own grammars cannot parse, as the run's changes leave the files. No process is started.

#[cfg(test)]
mod tests;

use super::calls::counted;
use super::{IndexFailure, ToolError, arguments, spec};
use crate::secrets::Known;
use crate::{CallContext, FileParser, Tool, ToolOutput};
use change_set::{ChangeSet, Overlay};
use codebase::{Overlaid, QuestionError, Reader};
use facts::FileFacts;
use futures::future::LocalBoxFuture;
use limits::edits::LINT_FILES;
use model::ToolSpec;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use source::RepoPath;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

const NAME: &str = "lint";
const DESCRIPTION: &str = "Parse files as they are with the proposed changes, and list what is no valid syntax: path:line:column and the line. Types and style are not checked.";
/// Most rows given.
const MOST_ROWS: usize = 200;
/// Most characters of a line that is shown.
const LINE_CHARS: usize = 120;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Arguments {
    /// Files and folders, `.` for all; the files that this run has changed if left out.
    #[serde(default)]
    paths: Vec<String>,
}

/// The tool, for hosts with parsers.
pub(super) struct Lint<'a> {
    pub reader: &'a Reader,
    pub parser: Rc<dyn FileParser>,
}

impl Tool for Lint<'_> {
    fn spec(&self) -> ToolSpec {
        spec::<Arguments>(NAME, DESCRIPTION)
    }

    fn call<'t>(&'t self, value: &'t Value, cx: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let given: Arguments = arguments(NAME, value)?;
            let mut paths = match given.paths.is_empty() {
                true => changed(cx.changes)?,
                false => self.named(&given.paths, cx.changes).await?,
            };
            let mut found = Found { beyond: paths.len().saturating_sub(LINT_FILES), ..Found::default() };
            paths.truncate(LINT_FILES);
            for path in &paths {
                self.look(path, cx.changes, &mut found).await?;
            }
            Ok(found.output())
        })
    }
}

/// The files that the changes leave with another text or path.
fn changed(changes: &ChangeSet) -> Result<Vec<RepoPath>, ToolError> {
    if changes.is_empty() {
        let why = format!(
            "no file is changed in this run, so name files or folders in `paths`; `.` is the whole repository, of which {LINT_FILES} files are checked at once"
        );
        return Err(ToolError::Arguments { tool: NAME, why });
    }
    let is_there = |overlay| matches!(overlay, Overlay::Changed { .. } | Overlay::Moved { .. });
    Ok(changes.iter().filter(|(_, overlay)| is_there(*overlay)).map(|(path, _)| path.clone()).collect())
}

impl Lint<'_> {
    /// The files that these paths mean, and those in folders that they mean; each once.
    async fn named(&self, named: &[String], changes: &ChangeSet) -> Result<Vec<RepoPath>, ToolError> {
        if named.len() > LINT_FILES {
            let why = format!("`paths` has {} entries, {LINT_FILES} at most; name folders", named.len());
            return Err(ToolError::Arguments { tool: NAME, why });
        }
        let asked = self.reader.ask(|codebase| {
            let over = Overlaid::new(codebase, changes);
            let mut paths = BTreeSet::new();
            for name in named {
                match over.find(name) {
                    Ok(path) => drop(paths.insert(path)),
                    Err(QuestionError::IsFolder { path: folder }) => {
                        let prefix = if folder.is_empty() { folder } else { folder + "/" };
                        let inside = over.paths().into_iter().filter(|path| path.as_str().starts_with(&prefix));
                        paths.extend(inside.cloned());
                    }
                    Err(error) => return Err(error),
                }
            }
            Ok(paths)
        });
        let paths = asked.await.map_err(IndexFailure::from)?;
        Ok(paths.map_err(|error| ToolError::Failed(error.to_string()))?.into_iter().collect())
    }

    async fn look(&self, path: &RepoPath, changes: &ChangeSet, found: &mut Found) -> Result<(), IndexFailure> {
        let text = match self.text(path, changes).await? {
            Ok(text) => text,
            Err(why) => {
                found.unread.push(format!("{path}: could not be read: {why}"));
                return Ok(());
            }
        };
        match self.parser.parse(path, &text).await {
            Ok(None) => found.without_grammar += 1,
            Ok(Some(facts)) if facts.stopped.is_some() => {
                found.unchecked.push(format!("{path}: not checked: it takes too long to parse"));
            }
            Ok(Some(facts)) => {
                found.checked += 1;
                if facts.syntax_errors > 0 {
                    let then = self.errors_before(path, changes).await?;
                    found.add_broken(path, &text, &facts, then);
                }
            }
            Err(why) => found.unchecked.push(format!("{path}: not checked: {why}")),
        }
        Ok(())
    }

    /// The text of a file, or why this one could not be read.
    async fn text(&self, path: &RepoPath, changes: &ChangeSet) -> Result<Result<String, String>, IndexFailure> {
        let asked = self.reader.ask(|codebase| {
            let content = Overlaid::new(codebase, changes).content(path)?;
            Ok::<_, QuestionError>(content.map(|content| content.text.to_owned()))
        });
        Ok(match asked.await? {
            Ok(Some(text)) => Ok(text),
            Ok(None) => Err("there is no such file".to_owned()),
            Err(error) => Err(error.to_string()),
        })
    }

    /// The number of errors that a changed file has without the changes; `None` for a file that is not changed, is new,
    /// or could not be parsed then.
    async fn errors_before(&self, path: &RepoPath, changes: &ChangeSet) -> Result<Option<u32>, IndexFailure> {
        let base = match changes.read(path) {
            Overlay::Changed { from: Some(from), .. } => from,
            Overlay::Changed { from: None, base: Some(_), .. } => path,
            _ => return Ok(None),
        };
        let Ok(then) = self.text(base, &ChangeSet::default()).await? else { return Ok(None) };
        // What could not be parsed then is not compared with.
        let facts = self.parser.parse(base, &then).await.ok().flatten();
        Ok(facts.filter(|facts| facts.stopped.is_none()).map(|facts| facts.syntax_errors))
    }
}

/// What was found in the files, by kind.
#[derive(Default)]
struct Found {
    /// Files that were parsed.
    checked: usize,
    /// The rows of each file with errors.
    broken: Vec<Vec<String>>,
    /// Files in a language without a grammar.
    without_grammar: usize,
    /// Files whose parser gave up, with why.
    unchecked: Vec<String>,
    /// Files that could not be read, with why.
    unread: Vec<String>,
    /// Files that were not looked at.
    beyond: usize,
    /// Secrets masked in the rows, by kind.
    masked: BTreeMap<&'static str, usize>,
}

impl Found {
    /// A row for the file, and one for each place.
    fn add_broken(&mut self, path: &RepoPath, text: &str, facts: &FileFacts, then: Option<u32>) {
        let mut known = Known::default();
        known.add(text);
        let before = match then {
            Some(then) => format!(", {then} without the changes of this run"),
            None => String::new(),
        };
        let mut rows = vec![format!("{path}: {}{before}", counted(facts.syntax_errors as usize, "syntax error"))];
        for place in &facts.error_places {
            // What is missing at the end of a text has no line of its own.
            let line = text.lines().nth(place.line as usize - 1).unwrap_or_default();
            let masked = known.mask(line);
            let shown: String = masked.text.trim().chars().take(LINE_CHARS).collect();
            rows.push(format!("{path}:{}:{}: {shown}", place.line, place.column));
            for (kind, count) in masked.found {
                *self.masked.entry(kind).or_insert(0) += count;
            }
        }
        let more = (facts.syntax_errors as usize).saturating_sub(facts.error_places.len());
        if more > 0 {
            rows.push(format!("{path}: {more} more, whose place is not given"));
        }
        self.broken.push(rows);
    }

    fn output(self) -> ToolOutput {
        let (checked, broken) = (counted(self.checked, "file"), self.broken.len());
        let errors = if broken == 0 { "no syntax errors".to_owned() } else { format!("{broken} with syntax errors") };
        let mut summary = match self.checked {
            0 => "no file checked".to_owned(),
            _ => format!("{checked} checked, {errors}"),
        };
        let kinds = [
            (self.without_grammar, "without a grammar"),
            (self.unchecked.len(), "not checked"),
            (self.unread.len(), "not read"),
            (self.beyond, "not looked at"),
        ];
        for (count, kind) in kinds.into_iter().filter(|(count, _)| *count > 0) {
            summary += &format!(", {} {kind}", counted(count, "file"));
        }
        let mut rows: Vec<String> =
            self.broken.into_iter().flatten().chain(self.unchecked).chain(self.unread).collect();
        if rows.len() > MOST_ROWS {
            let more = rows.len() - MOST_ROWS;
            rows.truncate(MOST_ROWS);
            rows.push(format!("and {more} more rows; name fewer files"));
        }
        if self.beyond > 0 {
            rows.push(format!("{LINT_FILES} files are looked at in one call; name a smaller folder for the rest."));
        }
        let text = [vec![format!("{summary}.")], rows].concat().join("\n");
        ToolOutput { text, summary, masked: self.masked, ..ToolOutput::default() }
    }
}
