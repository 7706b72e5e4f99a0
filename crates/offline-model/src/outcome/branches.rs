//! Branches on a state of HTTP or on a key that is pressed, tables that have it, and what handles what they name.

use crate::excerpt::is_comment;
use crate::words;
use code_words::http_status;
use protocol::Evidence;

/// What is done to a key.
const PRESSED: &[&str] =
    &["hit", "hits", "hitting", "press", "pressed", "presses", "pressing", "push", "type", "types", "typing"];
/// What comes before the value on which a branch is taken.
const BEFORE: &str = r"(case |when |== ?|in |[=(:] ?[\[({])[^\n]*";
/// What comes behind it.
const BEHIND: &str = r"\s*(=>|->|:)";
/// Shortest name of a table or handler.
const LONG: usize = 4;

/// What a question says is answered or pressed, as code writes it: a pattern without regard to capitals.
fn value(asked: &str) -> Option<String> {
    if let Some((number, name)) = http_status::of(&asked.to_lowercase()) {
        return Some(format!(r"(\b{number}\b|\b(http_|sc_|status_?)?{name}\b)"));
    }
    let words = words::split(asked);
    let at = words.iter().position(|word| PRESSED.contains(&word.lower.as_str()))?;
    let mut after = words[at + 1..].iter().filter(|word| !matches!(word.lower.as_str(), "the" | "a" | "key"));
    let key = after.next().map(|word| word.lower.as_str())?;
    let parts: Vec<&str> = key.split(['-', '+']).collect();
    let is_key =
        parts.len() > 1 && parts.iter().all(|part| !part.is_empty() && part.chars().all(char::is_alphanumeric));
    is_key.then(|| format!(r"\b{}\b", parts.join("[-_+]?")))
}

/// A pattern of the branches and tables; `None` where the question has no such value.
pub fn pattern(asked: &str) -> Option<String> {
    let value = value(asked)?;
    match http_status::of(&asked.to_lowercase()) {
        Some(_) => Some(format!("/({BEFORE}{value}|{value}{BEHIND})/i -test")),
        None => Some(format!(r"/\w+\([\w.:]*{value},|{value}['\x22]?{BEHIND}|case [\w.:, ]*{value}/i -test")),
    }
}

/// How well a branch fits.
const BRANCH: usize = 3;

/// How well a line fits: what binds a key, a branch, then a table, then what else has the value. Nothing of a comment.
pub fn fit(line: &str) -> usize {
    let line = line.trim_start();
    let is_branch = ["case ", "when ", "if ", "elif ", "} else if "].iter().any(|word| line.starts_with(word));
    match () {
        () if is_comment(line) => 0,
        () if bound(line).is_some() => 4,
        () if is_branch || line.contains("=>") => BRANCH,
        () if table(line).is_some() => 2,
        () => 1,
    }
}

/// The name of a constant that is a table: `RETRIED = [500, 503]`.
fn table(line: &str) -> Option<&str> {
    let (name, value) = line.trim_start().split_once('=')?;
    let name = name.split(':').next().unwrap_or("").trim().rsplit(' ').next()?;
    let is_name = name.len() >= LONG && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    (is_name && value.trim_start().starts_with(['[', '(', '{', '&'])).then_some(name)
}

/// What a key is bound to in a call of two arguments: `add(keys.Up, actUp)`.
fn bound(line: &str) -> Option<&str> {
    let (_, arguments) = line.split_once('(')?;
    let (first, second) = arguments.split_once(')')?.0.split_once(',')?;
    let is_name =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'));
    let name = second.trim().rsplit(['.', ':']).next()?;
    (is_name(first.trim()) && is_name(second.trim()) && name.len() >= LONG).then_some(name)
}

/// A pattern of what handles what the best of the lines names: the branch of a key's action, or the uses of a table.
pub fn of_handler<'e>(asked: &str, lines: impl IntoIterator<Item = &'e Evidence>) -> Option<String> {
    value(asked)?;
    let lines: Vec<&Evidence> = lines.into_iter().filter(|e| super::is_line(e) && super::may_answer(e)).collect();
    if !lines.iter().any(|e| bound(&e.excerpt).is_some()) && lines.iter().any(|e| fit(&e.excerpt) == BRANCH) {
        return None;
    }
    let named =
        |name: fn(&str) -> Option<&str>| lines.iter().filter(|e| fit(&e.excerpt) > 0).find_map(|e| name(&e.excerpt));
    match (named(bound), named(table)) {
        (Some(action), _) => {
            Some(format!(r"/(case|when) [^\n]*\b{action}\b|\b{action}\b\s*=>|(def|fn|func|function) {action}\b/ -test"))
        }
        (None, Some(table)) => Some(format!(r"/[(\[.]['\x22]?{table}\b/ -test")),
        (None, None) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branches_are_looked_for_by_a_state_or_a_key() {
        let pattern = |asked: &str| pattern(asked);
        assert!(
            pattern("What happens when the server answers with 401?")
                .is_some_and(|p| p.contains("401") && p.contains("unauthorized"))
        );
        assert!(pattern("what happens when I press ctrl-c").is_some_and(|p| p.contains("ctrl[-_+]?c")));
        assert_eq!(pattern("What happens when I press the wrong button?"), None);
    }

    #[test]
    fn a_line_names_what_handles_it() {
        assert_eq!(table("RETRIED: list[int] = [500, 503]"), Some("RETRIED"));
        assert_eq!(bound("\tadd(tui.CtrlC, actAbort)"), Some("actAbort"));
        assert_eq!(bound("f(x)"), None);
        assert!(fit("case UNAUTHORIZED:") > fit("CODES = [401]") && fit("// 401") == 0);
    }
}
