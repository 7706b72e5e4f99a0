//! The lines of text that the palette lists below symbols and files.

use super::QuestionError;
use super::grep::GrepLine;
use super::pattern::Pattern;
use super::quoted;
use crate::Codebase;
use code_words::path::is_test;
use search_index::{Filters, Grep};

/// Fewest letters that are looked for in text: with less, nearly every line has them.
const LEAST: usize = 3;
/// Lines that are looked at for each that is wanted, where more than one text must be in it.
const FACTOR: usize = 20;

impl Codebase {
    /// Lines for what was typed into the palette, in path order: those that match a pattern between slashes, those that hold
    /// the texts in quotes, or those that hold what was typed, without regard to the case of ASCII letters. Filters narrow the
    /// files; with `kind:` there are none.
    ///
    /// # Errors
    /// The pattern is none.
    pub fn palette_lines(&self, typed: &str, limit: usize) -> Result<Vec<GrepLine>, QuestionError> {
        let kinds_are_wanted = |filters: &Filters| !filters.kinds.is_empty();
        if let Some(pattern) = Pattern::read(typed) {
            let pattern = pattern?;
            let found =
                |pattern: &Pattern| self.grep_where(&pattern.grep, &|path| pattern.takes_file(self, path), limit);
            return Ok(if kinds_are_wanted(&pattern.filters) { Vec::new() } else { found(&pattern).lines });
        }
        let (filters, text) = Filters::read(typed.trim());
        let quoted = quoted::read(&text);
        let (wanted, others) = match quoted.split_first() {
            Some((first, others)) => (first.as_str(), others),
            None => (text.trim(), quoted.as_slice()),
        };
        if kinds_are_wanted(&filters) || wanted.chars().count() < LEAST.min(if quoted.is_empty() { LEAST } else { 1 }) {
            return Ok(Vec::new());
        }
        // What is typed may be longer than what can be looked for; then no line has it.
        let Ok(grep) = Grep::literal(wanted, true) else { return Ok(Vec::new()) };
        let takes = |path: &str| {
            let file = self.snapshot().find(path).map(|file| self.snapshot().file(file));
            file.is_some_and(|file| filters.takes_file(&path.to_lowercase(), file.language, is_test(path)))
        };
        let most = if others.is_empty() { limit } else { limit.saturating_mul(FACTOR) };
        let mut lines = self.grep_where(&grep, &takes, most).lines;
        lines.retain(|line| others.iter().all(|other| line.text.to_lowercase().contains(other.as_str())));
        lines.truncate(limit);
        Ok(lines)
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;

    fn lines(typed: &str) -> Vec<String> {
        let found = fixture::shop().palette_lines(typed, 3).unwrap();
        found.into_iter().map(|line| format!("{}: {}", line.span.place(), line.text.trim())).collect()
    }

    #[test]
    fn lines_hold_what_was_typed_or_quoted_or_match_a_pattern() {
        let definition = ["shop/pricing.py:9: def discount(lines):"];
        for typed in ["DEF DISCOUNT", "\"def discount\"", "price \"def discount\" path:pricing", r"/^def d\w+t\(/"] {
            assert_eq!(lines(typed), definition, "{typed}");
        }
        assert_eq!(lines("\"def \" \"discount(\""), definition);
        for typed in ["de", "", "def discount -path:pricing", "def discount kind:function", "/def d/ kind:function"] {
            assert!(lines(typed).is_empty(), "{typed}");
        }
        assert!(fixture::shop().palette_lines("/(/", 3).is_err());
    }
}
