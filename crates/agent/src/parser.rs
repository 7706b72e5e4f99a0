//! What the grammars say of changed files: an edit that breaks the syntax of a file is reported with its result.

use crate::IndexFailure;
use change_set::{ChangeSet, Overlay};
use codebase::{Overlaid, Reader};
use facts::FileFacts;
use futures::future::{LocalBoxFuture, ready};
use source::RepoPath;
use std::cell::Cell;
use std::rc::Rc;

/// Most files that are parsed after one call.
const MOST_FILES: usize = 50;

/// Parses a file in the language of its name.
pub trait FileParser {
    /// Whether the host has grammars at all: tools that cannot do without are offered only then.
    fn has_grammars(&self) -> bool {
        true
    }

    /// What the file holds; `None` if there is no grammar for it.
    ///
    /// # Errors
    /// Why nothing could be parsed: a few words.
    fn parse<'a>(&'a self, path: &'a RepoPath, text: &'a str) -> LocalBoxFuture<'a, Result<Option<FileFacts>, String>>;
}

/// The parser of a host without grammars.
pub struct NoParser;

impl FileParser for NoParser {
    fn has_grammars(&self) -> bool {
        false
    }

    fn parse<'a>(&'a self, _: &'a RepoPath, _: &'a str) -> LocalBoxFuture<'a, Result<Option<FileFacts>, String>> {
        Box::pin(ready(Err("no parser here".to_owned())))
    }
}

/// Compares the syntax of files before and after an edit.
#[derive(Clone)]
pub struct SyntaxCheck<'a> {
    reader: &'a Reader,
    parser: Rc<dyn FileParser>,
    /// Whether it was said that nothing can be checked: once is enough.
    said: Rc<Cell<bool>>,
}

impl<'a> SyntaxCheck<'a> {
    /// Checks files of the repository by `parser`.
    pub fn new(reader: &'a Reader, parser: Rc<dyn FileParser>) -> Self {
        Self { reader, parser, said: Rc::default() }
    }

    /// What parses the files.
    pub fn parser(&self) -> &dyn FileParser {
        &*self.parser
    }

    /// A line for each of `paths` that has more syntax errors than before the edit, or could not be checked.
    ///
    /// # Errors
    /// The repository could not be read.
    pub async fn compare(
        &self,
        before: &ChangeSet,
        after: &ChangeSet,
        paths: &[&RepoPath],
    ) -> Result<Vec<String>, IndexFailure> {
        let mut lines = Vec::new();
        for path in paths.iter().take(MOST_FILES) {
            match self.look(before, after, path).await? {
                Ok(found) => lines.extend(found.map(|found| format!("{path}: {found}"))),
                Err(why) => {
                    if !self.said.replace(true) {
                        lines.push(format!("{path}: not checked: {why}"));
                    }
                }
            }
        }
        if paths.len() > MOST_FILES {
            lines.push(format!("{} more files: not checked; {MOST_FILES} are at once", paths.len() - MOST_FILES));
        }
        Ok(lines)
    }

    /// A line for each file that `changes` leave with more syntax errors than it has without them; and one for each reason
    /// for which files could not be checked.
    ///
    /// # Errors
    /// The repository could not be read.
    pub(crate) async fn of_changes(&self, changes: &ChangeSet) -> Result<Vec<String>, IndexFailure> {
        let (mut lines, mut unchecked) = (Vec::new(), Vec::new());
        for (path, _) in changes.iter() {
            match self.look(&ChangeSet::default(), changes, path).await? {
                Ok(found) => lines.extend(found.map(|found| format!("`{path}`: {found}"))),
                Err(why) if unchecked.contains(&why) => {}
                Err(why) => unchecked.push(why),
            }
        }
        lines.extend(unchecked.into_iter().map(|why| format!("not all changed files were checked: {why}")));
        Ok(lines)
    }

    /// What is worse about a file after an edit than before; `None` if nothing is, or nothing parses it. The inner error is
    /// why it could not be parsed.
    async fn look(
        &self,
        before: &ChangeSet,
        after: &ChangeSet,
        path: &RepoPath,
    ) -> Result<Result<Option<String>, String>, IndexFailure> {
        let Some(now) = text(self.reader, after, path).await? else { return Ok(Ok(None)) };
        let facts = match self.parser.parse(path, &now).await {
            Err(why) => return Ok(Err(why)),
            Ok(None) => return Ok(Ok(None)),
            Ok(Some(facts)) if facts.stopped.is_some() => {
                return Ok(Ok(Some("not checked, because it takes too long to parse".to_owned())));
            }
            Ok(Some(facts)) if facts.syntax_errors == 0 => return Ok(Ok(None)),
            Ok(Some(facts)) => facts,
        };
        let base = match after.read(path) {
            Overlay::Changed { from: Some(from), .. } | Overlay::Moved { from, .. } => from,
            _ => path,
        };
        // A file that an earlier call has moved is at its new path before this one too.
        let mut then = text(self.reader, before, path).await?;
        if then.is_none() {
            then = text(self.reader, before, base).await?;
        }
        let earlier = match then {
            Some(then) => self.parser.parse(path, &then).await.ok().flatten(),
            None => None,
        };
        // One that could not be parsed before counts as without errors: too much is said, not too little.
        let is_worse = facts.syntax_errors > earlier.map_or(0, |facts| facts.syntax_errors);
        Ok(Ok(is_worse.then(|| sentence(&facts))))
    }
}

/// `2 syntax errors, lines 3, 12`
pub fn sentence(facts: &FileFacts) -> String {
    let count = facts.syntax_errors;
    let mut lines: Vec<u32> = facts.error_places.iter().map(|place| place.line).collect();
    lines.dedup();
    let at: Vec<String> = lines.iter().map(u32::to_string).collect();
    let noun = if count == 1 { "syntax error" } else { "syntax errors" };
    let place = match at.as_slice() {
        [] => String::new(),
        [only] => format!(", line {only}"),
        several => format!(", lines {}", several.join(", ")),
    };
    let more = if count as usize > facts.error_places.len() { " and more" } else { "" };
    format!("{count} {noun}{place}{more}")
}

/// The text of a file with changes; `None` if there is no such file.
pub(crate) async fn text(
    reader: &Reader,
    changes: &ChangeSet,
    path: &RepoPath,
) -> Result<Option<String>, IndexFailure> {
    let content = |codebase: &codebase::Codebase| {
        let content = Overlaid::new(codebase, changes).content(path)?;
        Ok::<_, codebase::QuestionError>(content.map(|content| content.text.to_owned()))
    };
    reader.ask(content).await?.map_err(|error| IndexFailure::new(error.to_string()))
}
