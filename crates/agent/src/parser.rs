//! What the grammars say of changed files: an edit that breaks the syntax of a file is reported with its result.

use crate::IndexFailure;
use change_set::ChangeSet;
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
            let Some(now) = text(self.reader, after, path).await? else { continue };
            match self.parser.parse(path, &now).await {
                Ok(None) => {}
                Ok(Some(facts)) if facts.stopped.is_some() => {
                    lines.push(format!("{path}: not checked, because it takes too long to parse"));
                }
                Ok(Some(facts)) if facts.syntax_errors == 0 => {}
                Ok(Some(facts)) => {
                    let earlier = match text(self.reader, before, path).await? {
                        Some(then) => self.parser.parse(path, &then).await.ok().flatten(),
                        None => None,
                    };
                    // One that could not be parsed before counts as without errors: too much is said, not too little.
                    if facts.syntax_errors > earlier.map_or(0, |facts| facts.syntax_errors) {
                        lines.push(format!("{path}: {}", sentence(&facts)));
                    }
                }
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
}

/// `2 syntax errors, lines 3, 12`
pub fn sentence(facts: &FileFacts) -> String {
    let count = facts.syntax_errors;
    let mut lines = facts.error_lines.clone();
    lines.dedup();
    let at: Vec<String> = lines.iter().map(u32::to_string).collect();
    let noun = if count == 1 { "syntax error" } else { "syntax errors" };
    let place = match at.as_slice() {
        [] => String::new(),
        [only] => format!(", line {only}"),
        several => format!(", lines {}", several.join(", ")),
    };
    let more = if count as usize > facts.error_lines.len() { " and more" } else { "" };
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
