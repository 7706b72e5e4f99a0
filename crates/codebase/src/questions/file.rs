//! The text of a file, or lines of it.

use super::QuestionError;
use crate::{Codebase, SpanRef};
use source::{FileId, Language};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileText {
    pub span: SpanRef,
    pub language: Language,
    /// Lines of the whole file.
    pub total_lines: u32,
    /// The lines' text, without the last one's line end.
    pub text: String,
}

impl FileText {
    /// The text with a line number in front of each line.
    pub fn numbered(&self) -> String {
        let width = self.span.end_line.to_string().len();
        let mut out = String::with_capacity(self.text.len() + 8 * self.span.end_line as usize);
        for (line, number) in self.text.lines().zip(self.span.start_line..) {
            out += &format!("{number:>width$} | {line}\n");
        }
        out
    }
}

impl Codebase {
    /// A file, or lines `start..=end` of it (an end past the last line means the last line).
    ///
    /// The path may be written loosely: `./a.py`, `a\b.py`, under the repository's own name, or a last part that only
    /// one file has.
    pub fn read_file(&self, path: &str, range: Option<(u32, u32)>) -> Result<FileText, QuestionError> {
        let file = self.find_file(path)?;
        let entry = self.snapshot().file(file);
        let (start, end) = range.map_or((1, entry.lines.max(1)), |(start, end)| (start.max(1), end));
        if end < start || (start > entry.lines && start > 1) {
            let path = entry.path.as_str().to_owned();
            return Err(QuestionError::NoSuchLines { path, start, end, lines: entry.lines });
        }
        let span = self.lines_ref(file, start, end);
        // Of an empty file line 1 is read, which it has not.
        let text = self.lines(file, span.start_line, span.end_line)?.unwrap_or("");
        Ok(FileText { language: entry.language, total_lines: entry.lines, text: text.to_owned(), span })
    }

    /// The file that a loosely written path means.
    pub fn find_file(&self, path: &str) -> Result<FileId, QuestionError> {
        let wanted = loosen(path);
        let inside = wanted.strip_prefix(&format!("{}/", self.snapshot().name));
        for written in [Some(wanted.as_str()), inside].into_iter().flatten() {
            if let Some(file) = self.snapshot().find(written) {
                return self.check_path(written).map(|()| file);
            }
        }
        if self.is_folder(&wanted) {
            self.check_folder(&wanted)?;
            return Err(QuestionError::IsFolder { path: wanted });
        }
        let ending = format!("/{}", wanted.to_lowercase());
        let fits = |id: &FileId| {
            let own = self.snapshot().file(*id).path.as_str().to_lowercase();
            own.ends_with(&ending) || own == ending[1..]
        };
        let mut fitting = self.files_in_scope().filter(fits);
        match (fitting.next(), fitting.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(QuestionError::NoSuchFile { suggestions: self.nearest_paths(&wanted), path: wanted }),
        }
    }
}

/// `./a//b\c/` -> `a/b/c`.
pub(crate) fn loosen(path: &str) -> String {
    let unified: String = path.trim().trim_matches('`').replace('\\', "/").chars().take(4096).collect();
    let parts = unified.split('/').filter(|part| !part.is_empty() && *part != ".");
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    fn error(path: &str, range: Option<(u32, u32)>) -> String {
        fixture::shop().read_file(path, range).unwrap_err().to_string()
    }

    #[test]
    fn reads_files_and_lines() {
        let codebase = fixture::shop();
        let part = codebase.read_file("shop/pricing.py", Some((4, 5))).unwrap();
        assert_eq!(
            part.numbered(),
            "4 | def total_price(lines):\n5 |     \"\"\"Sum of all lines after discounts.\"\"\"\n"
        );
        assert_eq!(codebase.holds(&part.span), Ok(true));
        let whole = codebase.read_file("shop/pricing.py", None).unwrap();
        assert_eq!((whole.span.end_line, whole.total_lines), (10, 10));
        assert_eq!(codebase.read_file("shop/pricing.py", Some((9, 4_000))).unwrap().span.end_line, 10);
    }

    #[test]
    fn loosely_written_paths_work() {
        let codebase = fixture::shop();
        for path in
            ["./shop//pricing.py", "shop\\pricing.py", "shop-repo/shop/pricing.py", "pricing.py", "`/shop/pricing.py`"]
        {
            assert_eq!(codebase.read_file(path, None).unwrap().span.path, "shop/pricing.py", "{path}");
        }
    }

    #[test]
    fn errors_say_what_to_do() {
        assert_eq!(
            error("shop/prising.py", None),
            "there is no file `shop/prising.py`; did you mean `shop/pricing.py`?"
        );
        assert_eq!(error("shop", None), "`shop` is a folder; list it instead");
        assert_eq!(
            error("shop/pricing.py", Some((40, 50))),
            "`shop/pricing.py` has 10 lines; lines 40-50 are not in it"
        );
        assert_eq!(error("", None), "`` is a folder; list it instead");
    }
}
