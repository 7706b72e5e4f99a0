//! Where statements begin and end, found without a grammar: by quotes, comments and what ends them.

use std::ops::Range;

/// Where each statement is, with the comments above it.
pub(super) fn ranges(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    let mut reader = Reader::new(text);
    while let Some(end) = reader.next_end() {
        if !text[start..end].trim().is_empty() {
            found.push(start..end);
        }
        start = end;
    }
    if !text[start..].trim().is_empty() {
        found.push(start..text.len());
    }
    found
}

/// The text with blanks for what is said to a client rather than to the database: `\connect`, `delimiter //` and its marks, `go`,
/// and the rows that follow `copy .. from stdin`. `None` where there is nothing of it.
pub(super) fn without_commands(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut delimiter: Option<&str> = None;
    let (mut is_data, mut is_copy, mut is_other) = (false, false, false);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let lower = trimmed.get(..10).unwrap_or(trimmed).to_ascii_lowercase();
        let is_end_of_data = is_data && trimmed == "\\.";
        let is_command = is_data
            || trimmed.starts_with('\\')
            || lower == "go"
            || lower.starts_with("delimiter ")
            || delimiter == Some(trimmed);
        is_data &= !is_end_of_data;
        if lower.starts_with("delimiter ") {
            let mark = trimmed[10..].trim();
            delimiter = (mark != ";").then_some(mark);
        }
        is_copy |= lower.starts_with("copy ");
        if is_copy && trimmed.ends_with(';') {
            is_data = trimmed.to_ascii_lowercase().contains("from stdin");
            is_copy = false;
        }
        match delimiter.filter(|mark| !is_command && trimmed.ends_with(mark) && !mark.is_empty()) {
            _ if is_command => push_blank(&mut out, line.as_bytes(), is_other_end(line)),
            // `end //` ends a statement as `end;` does.
            Some(mark) => {
                let at = line.rfind(mark).unwrap_or(line.len());
                out.push_str(&line[..at]);
                out.push(';');
                // The mark may begin with a letter of several bytes.
                push_blank(&mut out, &line.as_bytes()[at + 1..], false);
            }
            None => {
                out.push_str(line);
                continue;
            }
        }
        is_other = true;
    }
    is_other.then_some(out)
}

/// `go` and a mark alone on a line end what is before them.
fn is_other_end(line: &str) -> bool {
    let trimmed = line.trim();
    trimmed.eq_ignore_ascii_case("go") || !trimmed.is_empty() && trimmed.chars().all(|c| "/$;|".contains(c))
}

/// A blank for every byte but those that end lines, with `;` first where something ends.
fn push_blank(out: &mut String, text: &[u8], ends: bool) {
    let mut is_first = ends;
    for byte in text {
        match byte {
            b'\n' | b'\r' => out.push(char::from(*byte)),
            _ if std::mem::take(&mut is_first) => out.push(';'),
            _ => out.push(' '),
        }
    }
}

/// Reads a text word by word up to the ends of its statements.
struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The byte behind the next `;` that ends a statement.
    fn next_end(&mut self) -> Option<usize> {
        let (mut words, mut depth) = (0, 0u32);
        let mut has_body = false;
        while let Some(first) = self.text[self.at..].chars().next() {
            let rest = &self.text[self.at..];
            if let Some(length) = skipped(rest) {
                self.at += length;
            } else if first.is_alphabetic() || first == '_' {
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
                let word = &rest[..length];
                words += 1;
                self.at += length;
                // `create trigger .. begin .. end`: what ends statements inside of it does not end it.
                has_body |= words < 8 && is_any(word, &["trigger", "procedure", "function", "event"]);
                if has_body && is_any(word, &["begin", "case"]) {
                    depth += 1;
                } else if has_body && is_any(word, &["end"]) && !self.ends_a_loop() {
                    depth = depth.saturating_sub(1);
                }
            } else {
                self.at += first.len_utf8();
                if first == ';' && depth == 0 {
                    return Some(self.at);
                }
            }
        }
        None
    }

    /// `end if`, `end loop`: what they end was not counted.
    fn ends_a_loop(&self) -> bool {
        let rest = self.text[self.at..].trim_start();
        let word = &rest[..rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len())];
        is_any(word, &["if", "loop", "while", "repeat", "for"])
    }
}

pub(super) fn is_any(word: &str, words: &[&str]) -> bool {
    words.iter().any(|one| word.eq_ignore_ascii_case(one))
}

/// How long what begins here is, where it is a comment, a text or a quoted name.
pub(super) fn skipped(rest: &str) -> Option<usize> {
    let until = |from: usize, end: &str| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
    match rest.as_bytes()[0] {
        b'-' if rest.starts_with("--") => Some(rest.find('\n').unwrap_or(rest.len())),
        b'#' => Some(rest.find('\n').unwrap_or(rest.len())),
        b'/' if rest.starts_with("/*") => Some(until(2, "*/")),
        quote @ (b'\'' | b'"' | b'`') => Some(until(1, &char::from(quote).to_string())),
        b'$' => {
            let tag =
                rest[1..].find('$').filter(|end| rest[1..1 + end].chars().all(|c| c.is_alphanumeric() || c == '_'))?;
            let mark = &rest[..tag + 2];
            Some(until(mark.len(), mark))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_end_outside_of_quotes_and_bodies() {
        let text = "a 'b;''c' \"d;\" `e;`; -- f;\n/* g; */ h $$ i; $$ $j$ k; $$; $j$;\n\
            create trigger l begin m; if n then o; end if; case p when 1 then 2 end; end; q";
        let found: Vec<&str> = ranges(text).into_iter().map(|range| text[range].trim()).collect();
        let trigger = "create trigger l begin m; if n then o; end if; case p when 1 then 2 end; end;";
        assert_eq!(found, ["a 'b;''c' \"d;\" `e;`;", "-- f;\n/* g; */ h $$ i; $$ $j$ k; $$; $j$;", trigger, "q"]);
        assert_eq!(ranges("'a").len(), 1);
        assert!(ranges(" \n").is_empty());
    }

    #[test]
    fn commands_to_a_client_are_blanked() {
        let text = "\\connect a\ncopy b from stdin;\n1;\t'\n\\.\ndelimiter //\ncreate c //\ndelimiter ;\nd;\ngo\n";
        let read = without_commands(text).unwrap();
        assert_eq!(read.len(), text.len());
        let lines: Vec<&str> = read.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["", "copy b from stdin;", "", "", "", "create c ;", "", "d;", ";"]);
        assert_eq!(without_commands("a;\n"), None);
        assert_eq!(without_commands("delimiter §§\na §§\n").unwrap(), format!("{}\na ;   \n", " ".repeat(14)));
    }
}
