//! Errors that documentation states: sections of errors and panics, `Raises:`, `@throws`, and sentences that name one.

use call_graph::Symbol;

/// An error that documentation states without its name.
pub const UNNAMED: &str = "an error";
/// How far above a definition its documentation begins, in lines.
const ABOVE: usize = 120;
/// Most lines of one statement.
const MOST_LINES: u32 = 4;
/// Longest statement, in characters.
const WIDTH: usize = 400;

/// A statement of documentation that something fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The name of the error; `panic` where that is what happens.
    pub error: String,
    /// As it is written.
    pub sentence: String,
}

/// The errors that documentation states.
pub fn errors(doc: &str) -> Vec<Said> {
    let mut found = Vec::new();
    let mut section: Option<&'static str> = None;
    for paragraph in paragraphs(doc) {
        let head = paragraph.trim().trim_start_matches('#').trim().trim_end_matches(':').to_lowercase();
        match head.as_str() {
            "errors" | "raises" | "throws" | "exceptions" => section = Some("error"),
            "panics" => section = Some("panic"),
            _ if paragraph.starts_with('#') => section = None,
            _ if paragraph.contains("```") => {}
            _ => found.extend(sentences(&paragraph).into_iter().filter_map(|sentence| said(&sentence, section))),
        }
    }
    found
}

/// The lines of a definition's documentation that a sentence of it is on.
pub fn lines(text: &str, symbol: &Symbol, sentence: &str) -> Option<(u32, u32)> {
    let all: Vec<&str> = text.lines().collect();
    let head = symbol.span.start_line as usize;
    let end = (symbol.span.end_line as usize).min(all.len());
    let first_words: Vec<&str> = sentence.split_whitespace().take(3).collect();
    let (first_words, last_word) = (first_words.join(" "), sentence.split_whitespace().last()?);
    let is_begin = |line: &&str| line.split_whitespace().collect::<Vec<_>>().join(" ").contains(&first_words);
    let from = head.saturating_sub(ABOVE);
    let above = (from..head.saturating_sub(1)).rev().find(|at| all.get(*at).is_some_and(&is_begin));
    let first = above.or_else(|| (head..end).find(|at| all.get(*at).is_some_and(&is_begin)))? as u32 + 1;
    let last = (first..first + MOST_LINES)
        .find(|line| all.get(*line as usize - 1).is_some_and(|line| line.contains(last_word)))
        .unwrap_or(first);
    Some((first, last))
}

/// Paragraphs, each on one line; headings and items are paragraphs.
fn paragraphs(doc: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut is_open = false;
    let mut is_code = false;
    for line in doc.lines() {
        let line = line.trim().trim_start_matches("* ").trim();
        if line.starts_with("```") {
            is_code = !is_code;
            continue;
        }
        let is_alone = line.starts_with(['#', '@', ':', '-']) || line.ends_with(':') && !line.contains(' ');
        if line.is_empty() || is_code {
            is_open = false;
        } else if is_open && !is_alone {
            if let Some(last) = found.last_mut() {
                last.push(' ');
                last.push_str(line);
            }
        } else {
            found.push(line.to_owned());
            is_open = !line.starts_with('#') && !line.ends_with(':');
        }
    }
    found
}

fn sentences(paragraph: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = paragraph;
    while let Some(at) = rest.find(". ") {
        found.push(rest[..at].to_owned());
        rest = &rest[at + 2..];
    }
    found.push(rest.to_owned());
    found
}

fn said(sentence: &str, section: Option<&'static str>) -> Option<Said> {
    let lower = sentence.to_lowercase();
    const SAYS: &[&str] = &["return", "raise", "throw", "fail", "reject", "panic", "error if", "error when"];
    if !SAYS.iter().any(|word| lower.contains(word)) && section.is_none() || sentence.chars().count() > WIDTH {
        return None;
    }
    let is_error = |name: &str| {
        let last = name.rsplit(['.', ':']).next().unwrap_or(name);
        last.starts_with(char::is_uppercase)
            && (["Error", "Exception", "Err", "Elapsed", "Timeout", "ERR_"].iter().any(|part| last.contains(part)))
            || name.contains("Error::")
    };
    let words = sentence.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '.' | ':')));
    let words = words.map(|word| word.trim_matches(['.', ':']));
    let named =
        words.filter(|word| is_error(word) && *word != "Err" && *word != "Errors").max_by_key(|word| word.len());
    let error = match (named, section) {
        (Some(name), _) => without_modules(name).to_owned(),
        (None, Some("panic")) => "panic".to_owned(),
        (None, _) if lower.contains("panic") => "panic".to_owned(),
        (None, Some(_)) => UNNAMED.to_owned(),
        _ => return None,
    };
    Some(Said { error, sentence: sentence.to_owned() })
}

/// `error::RecvError::Closed` without what is in lower case before.
fn without_modules(name: &str) -> &str {
    let mut rest = name;
    while let Some((_, tail)) = rest.split_once("::").filter(|(head, _)| head.starts_with(char::is_lowercase)) {
        rest = tail;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_that_state_an_error_are_found() {
        let errors = |doc: &str| errors(doc).into_iter().map(|said| said.error).collect::<Vec<_>>();
        let doc = "Waits.\n\nReturns a [`RecvError`](error::RecvError) if the channel\nhas been closed. Then it waits.\n\n# Panics\n\nIf it is called outside of a runtime.";
        assert_eq!(errors(doc), ["RecvError", "panic"]);
        assert_eq!(errors("Reads.\n\n:raises KeyError: if it is missing\n:param x: y"), ["KeyError"]);
        assert_eq!(errors("@throws {RangeError} when too long\n@returns x"), ["RangeError"]);
        assert!(errors("Returns the number of errors.").is_empty());
    }
}
