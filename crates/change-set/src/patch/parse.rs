//! Reading a unified diff. Text around and between the patches of files, such as a commit message, is skipped.

use super::error::PatchError;
use super::header::Header;
use super::{FilePatch, MAX_BYTES, MAX_FILES, Patch, PatchHunk};
use crate::diff::RowKind;
use crate::text::without_end;

impl Patch {
    /// Reads a patch.
    pub fn parse(text: &str) -> Result<Self, PatchError> {
        if text.len() > MAX_BYTES {
            return Err(PatchError::TooLarge(text.len()));
        }
        let lines = text.split_inclusive('\n').collect();
        let mut reader = Reader { lines, at: 0 };
        let mut files = Vec::new();
        while let Some(file) = reader.file()? {
            if files.len() == MAX_FILES {
                return Err(PatchError::TooManyFiles);
            }
            files.push(file);
        }
        if files.is_empty() { Err(PatchError::NoPatch) } else { Ok(Self { files }) }
    }
}

struct Reader<'a> {
    /// With their ends.
    lines: Vec<&'a str>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn line(&self, ahead: usize) -> Option<&'a str> {
        self.lines.get(self.at + ahead).copied()
    }

    fn starts(&self, ahead: usize, with: &str) -> bool {
        self.line(ahead).is_some_and(|line| line.starts_with(with))
    }

    fn malformed<T>(&self, what: &'static str) -> Result<T, PatchError> {
        Err(PatchError::Malformed { line: self.at + 1, what })
    }

    /// The next file's patch; None at the end.
    fn file(&mut self) -> Result<Option<FilePatch>, PatchError> {
        let header = loop {
            let Some(line) = self.line(0) else { return Ok(None) };
            if let Some(names) = line.strip_prefix("diff --git ") {
                let mut header = Header::git(self.at + 1, without_end(names));
                self.at += 1;
                self.headers(&mut header)?;
                break header;
            }
            if self.starts(0, "--- ") && self.starts(1, "+++ ") {
                let mut header = Header::plain(self.at + 1);
                self.headers(&mut header)?;
                break header;
            }
            if hunk_header(line).is_some() {
                return self.malformed("a hunk has no file; put `--- a/PATH` and `+++ b/PATH` in front of it");
            }
            self.at += 1;
        };
        let ignored_mode = header.changes_mode;
        let needs_hunks = header.has_both_names();
        let target = header.target()?;
        let mut hunks = Vec::new();
        while let Some(starts) = self.line(0).and_then(hunk_header) {
            self.at += 1;
            hunks.push(self.hunk(starts)?);
        }
        if needs_hunks && hunks.is_empty() {
            return self.malformed("a hunk is expected here: `@@ -LINE,COUNT +LINE,COUNT @@`");
        }
        Ok(Some(FilePatch { target, hunks, ignored_mode }))
    }

    fn headers(&mut self, header: &mut Header) -> Result<(), PatchError> {
        while let Some(line) = self.line(0)
            && !header.has_both_names()
            && header.take(self.at + 1, without_end(line))?
        {
            self.at += 1;
        }
        Ok(())
    }

    fn hunk(&mut self, starts: Starts) -> Result<PatchHunk, PatchError> {
        let (mut old, mut new) = (starts.old_lines, starts.new_lines);
        let mut lines: Vec<(RowKind, String)> = Vec::new();
        while old > 0 || new > 0 {
            let Some(line) = self.line(0) else {
                return self.malformed("the patch ends before the lines that the hunk's header counts");
            };
            let (kind, text) = match line.as_bytes()[0] {
                b' ' => (RowKind::Same, &line[1..]),
                b'-' => (RowKind::Removed, &line[1..]),
                b'+' => (RowKind::Added, &line[1..]),
                // An empty unchanged line whose blank was lost on the way.
                b'\n' => (RowKind::Same, line),
                b'\\' if !lines.is_empty() => {
                    self.no_newline(&mut lines);
                    continue;
                }
                _ => return self.malformed("a line of a hunk begins with a blank, `-`, `+` or `\\`"),
            };
            let (is_old, is_new) = (kind != RowKind::Added, kind != RowKind::Removed);
            if (is_old && old == 0) || (is_new && new == 0) {
                return self.malformed("the hunk has other lines than its header counts; correct the counts");
            }
            old -= u32::from(is_old);
            new -= u32::from(is_new);
            // The patch's own last line may lack its end.
            let end = if text.ends_with('\n') { "" } else { "\n" };
            lines.push((kind, format!("{text}{end}")));
            self.at += 1;
        }
        if self.starts(0, "\\") {
            self.no_newline(&mut lines);
        }
        let is_signature = |line: &str| without_end(line) == "-- " || without_end(line) == "--";
        if let Some(line) = self.line(0)
            && line.starts_with([' ', '+', '-'])
            && !line.starts_with("--- ")
            && !is_signature(line)
        {
            return self.malformed("the hunk has more lines than its header counts; correct the counts");
        }
        Ok(PatchHunk { old_start: starts.old_start, new_start: starts.new_start, lines })
    }

    /// `\ No newline at end of file`, in whatever language: of the line before.
    fn no_newline(&mut self, lines: &mut [(RowKind, String)]) {
        if let Some((_, text)) = lines.last_mut()
            && text.ends_with('\n')
        {
            text.pop();
        }
        self.at += 1;
    }
}

/// The numbers of a hunk's header.
struct Starts {
    old_start: u32,
    old_lines: u32,
    new_start: u32,
    new_lines: u32,
}

/// `@@ -1,2 +3,4 @@ whatever`.
fn hunk_header(line: &str) -> Option<Starts> {
    let (old, rest) = line.strip_prefix("@@ -")?.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let range = |text: &str| {
        let (start, count) = text.split_once(',').unwrap_or((text, "1"));
        Some((number(start)?, number(count)?))
    };
    let ((old_start, old_lines), (new_start, new_lines)) = (range(old)?, range(new)?);
    Some(Starts { old_start, old_lines, new_start, new_lines })
}

/// At most eight digits: no file here has more lines.
fn number(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.len() <= 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}
