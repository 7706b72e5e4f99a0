//! The text of a file of the overlay, or lines of it.

use super::Overlaid;
use crate::codebase::lines_in;
use crate::questions::QuestionError;
use crate::questions::file::{FileText, loosen};
use crate::{Codebase, SpanRef};
use source::{ContentHash, Language, RepoPath};

impl Overlaid<'_> {
    /// A file, or lines `start..=end` of it (an end past the last line means the last line). The path may be written as
    /// loosely as for [`Codebase::read_file`]; the span carries the hash of the lines as the overlay has them.
    pub fn read_file(self, path: &str, range: Option<(u32, u32)>) -> Result<FileText, QuestionError> {
        let path = self.find(path)?;
        if !self.touches(path.as_str()) {
            return self.codebase.read_file(path.as_str(), range);
        }
        let no_such_file = || QuestionError::NoSuchFile { path: path.to_string(), suggestions: Vec::new() };
        let text = self.content(&path)?.ok_or_else(no_such_file)?.text;
        let total_lines = lines_in(text);
        let (start, end) = range.map_or((1, total_lines.max(1)), |(start, end)| (start.max(1), end));
        if end < start || (start > total_lines && start > 1) {
            return Err(QuestionError::NoSuchLines { path: path.to_string(), start, end, lines: total_lines });
        }
        let span = span_of(&path, text, start, end);
        // Of an empty file line 1 is read, which it has not.
        let shown = lines(text, span.start_line, span.end_line).unwrap_or("").to_owned();
        Ok(FileText { language: Language::of(&path, text), total_lines, text: shown, span })
    }

    /// The path of the file that a loosely written path means: `./a.py`, `a\b.py`, under the repository's own name, or a
    /// last part that only one file has.
    pub fn find(self, path: &str) -> Result<RepoPath, QuestionError> {
        let Self { codebase, changes } = self;
        if changes.is_empty() {
            return codebase.find_file(path).map(|file| codebase.snapshot().file(file).path.clone());
        }
        let wanted = loosen(path);
        let inside = wanted.strip_prefix(&format!("{}/", codebase.snapshot().name));
        for written in [Some(wanted.as_str()), inside].into_iter().flatten() {
            if let Some(path) = RepoPath::parse(written).ok().filter(|path| self.has(path)) {
                codebase.check_path(path.as_str())?;
                return Ok(path);
            }
        }
        if self.is_folder(&wanted) {
            codebase.check_folder(&wanted)?;
            return Err(QuestionError::IsFolder { path: wanted });
        }
        let ending = format!("/{}", wanted.to_lowercase());
        let fits = |path: &&&RepoPath| {
            let own = path.as_str().to_lowercase();
            own.ends_with(&ending) || own == ending[1..]
        };
        let paths = self.paths_in_scope();
        let mut fitting = paths.iter().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok((*only).clone()),
            _ => Err(QuestionError::NoSuchFile { suggestions: self.nearest(codebase, &wanted), path: wanted }),
        }
    }

    /// Paths much like `wanted` that the overlay has.
    fn nearest(self, codebase: &Codebase, wanted: &str) -> Vec<String> {
        let name = wanted.rsplit('/').next().unwrap_or(wanted);
        let new = self.changes.iter().map(|(path, _)| path).filter(|path| path.file_name() == name && self.has(path));
        let new = new.filter(|path| codebase.takes_path(path.as_str()));
        let mut near: Vec<String> = new.map(RepoPath::to_string).collect();
        let of_base = codebase.nearest_paths(wanted).into_iter();
        let there = of_base.filter(|path| RepoPath::parse(path).is_ok_and(|path| self.has(&path)));
        let other: Vec<String> = there.filter(|path| !near.contains(path)).collect();
        near.extend(other);
        near
    }

    /// Lines of a file, as the overlay has them, cut to those that there are; None where there is no such file.
    ///
    /// # Errors
    /// As [`content`](Self::content).
    pub fn lines_ref(self, path: &RepoPath, start: u32, end: u32) -> Result<Option<SpanRef>, QuestionError> {
        Ok(self.content(path)?.map(|content| span_of(path, content.text, start, end)))
    }
}

/// Lines of a text as a span, cut to the lines that there are.
fn span_of(path: &RepoPath, text: &str, start: u32, end: u32) -> SpanRef {
    let count = lines_in(text);
    let start_line = start.clamp(1, count.max(1));
    let end_line = end.clamp(start_line, count.max(start_line));
    // Lines that an empty file has not make a span that never holds, as in the base.
    let hash = match lines(text, start_line, end_line) {
        Some(lines) => ContentHash::of(lines.as_bytes()),
        None => ContentHash([0; 16]),
    };
    SpanRef { path: path.to_string(), start_line, end_line, hash }
}

/// Lines `start..=end` of a text, from 1, without the last one's line end; None where it has not all of them.
pub(super) fn lines(text: &str, start: u32, end: u32) -> Option<&str> {
    let range = crate::codebase::range_of_lines(text, start, end)?;
    text.get(range).map(|lines| lines.trim_end_matches('\n').trim_end_matches('\r'))
}
