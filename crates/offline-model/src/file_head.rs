//! The first lines of a file of code: its imports hold words of anything, the comment above them says what the file is for.

use crate::excerpt;
use protocol::Evidence;
use source::{Language, RepoPath};

/// The first lines of a file of code: what it imports, which holds words of anything. What a comment at its head says is text.
pub fn is_head_of_code(e: &Evidence) -> bool {
    let is_document = RepoPath::parse(&e.path).is_ok_and(|path| Language::detect(&path).is_prose());
    e.symbol.is_none() && !is_document && (begins_with_imports(e) || e.start_line == 1 && !is_comment_alone(e))
}

fn begins_with_imports(e: &Evidence) -> bool {
    const IMPORTS: [&str; 8] =
        ["import ", "from ", "use ", "using ", "#include", "require ", "extern crate ", "package "];
    let mut lines = e.excerpt.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.next().is_some_and(|line| IMPORTS.iter().any(|word| line.starts_with(word)) || line.contains("require("))
}

fn is_comment_alone(e: &Evidence) -> bool {
    let lines: Vec<&str> = e.excerpt.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let (first, last) = (lines.first().copied().unwrap_or(""), lines.last().copied().unwrap_or(""));
    let is_between = |begin: &str, end: &str| first.starts_with(begin) && last.ends_with(end);
    is_between("/*", "*/")
        || is_between("\"\"\"", "\"\"\"")
        || is_between("'''", "'''")
        || lines.iter().all(|line| excerpt::is_comment(line))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;

    fn is_head(path: &str, first: u32, text: &str) -> bool {
        let e = found("", path, first, text);
        is_head_of_code(&Evidence { symbol: None, ..e })
    }

    #[test]
    fn imports_are_no_text_and_the_comment_above_them_is() {
        assert!(is_head("a.py", 1, "\"\"\"Says it.\"\"\"\nimport retries\n"));
        assert!(is_head("a.py", 9, "\nimport retries\n"));
        assert!(!is_head("a.py", 1, "\"\"\"Says it.\n\nMore.\n\"\"\"\n"));
        assert!(!is_head("a.rs", 1, "//! Says it.\n//! More.\n"));
        assert!(!is_head("a.md", 1, "import is a word\n"));
    }
}
