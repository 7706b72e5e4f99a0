//! Calls that fail on a condition and say why: `checkArgument(found, "...")`, `invariant(...)`, `createError(Kind, "...")`; answers
//! with a status of failure: `abort(socket, 400)`, `set_status(403)`; and tables of messages.

use super::{Body, Said};
use crate::questions::facts::FactKind;
use crate::questions::facts::masked::{closing, is_word, on_one_line, pieces};
use code_words::identifier::lower_parts;

/// First words of the names of functions that check, or that fail at once.
const CHECKS: &[&str] = &[
    "abort",
    "assert",
    "bail",
    "check",
    "die",
    "ensure",
    "fail",
    "invariant",
    "panic",
    "precondition",
    "raise",
    "reject",
    "require",
    "throw",
    "validate",
    "verify",
];
/// First words of the names of functions that make an error.
const MAKES: &[&str] = &["build", "create", "emit", "make", "new", "raise", "report", "throw", "to"];
/// Words of the names of functions that answer with a status.
const ANSWERS: &[&str] = &[
    "abort", "answer", "code", "error", "fail", "header", "head", "json", "reject", "reply", "respond", "response",
    "send", "status", "string", "text",
];
/// Before the names of statuses of HTTP.
const STATUSES: &[&str] = &["http.Status", "HTTPStatus.", "StatusCode::", "HttpStatus."];
/// Words of the names of tables of messages.
const TABLES: &[&str] = &["error", "errors", "errormap", "messages", "warnings"];
/// Longest message that is quoted, in characters.
const WIDTH: usize = 80;
/// A message has at least this many words.
const WORDS: usize = 3;

/// The calls that are not in what is known to be `raised`.
pub fn said(body: &Body<'_>, raised: &[Said]) -> Vec<Said> {
    let is_raised =
        |at: usize| raised.iter().any(|said| said.kind == FactKind::Raises && (said.from..said.to).contains(&at));
    let calls = body.masked.match_indices('(').map(|(open, _)| open);
    calls.filter_map(|open| of_call(body, open)).filter(|(at, _)| !is_raised(*at)).map(|(_, said)| said).collect()
}

/// What the call states whose arguments begin at `open`, and where it begins.
fn of_call(body: &Body<'_>, open: usize) -> Option<(usize, Said)> {
    let bytes = body.masked.as_bytes();
    let mut at = open;
    while at > 0 && (is_word(bytes[at - 1]) || bytes[at - 1] == b'.') {
        at -= 1;
    }
    let name = body.masked[at..open].trim_start_matches('.');
    let parts = lower_parts(name.rsplit('.').next()?);
    let first = parts.first()?.as_str();
    let is_error = parts.iter().any(|part| matches!(part.as_str(), "error" | "exception" | "err"));
    let (checks, makes) = (CHECKS.contains(&first), MAKES.contains(&first) && is_error && parts.len() > 1);
    let answers = parts.iter().any(|part| ANSWERS.contains(&part.as_str()));
    if !(checks || makes || answers) {
        return None;
    }
    let end = closing(body.masked, open);
    let arguments = pieces(body.masked, open + 1, end.saturating_sub(1).max(open + 1), false);
    let texts: Vec<&str> = arguments.iter().map(|(from, to)| body.text[*from..*to].trim()).collect();
    let message = texts.iter().position(|text| (checks || makes) && is_message(text));
    let place = message.or_else(|| texts.iter().position(|text| is_failure(text)));
    // `die(6)`: the message is elsewhere, by its number.
    let place = place.or_else(|| (name == "die" && !texts.is_empty()).then_some(0))?;
    let leading = texts[0].bytes().all(|byte| is_word(byte) || byte == b'.').then_some(texts[0]);
    let before = match (place, leading) {
        (0, _) => String::new(),
        (1, Some(first)) => format!("{first}, "),
        (_, Some(first)) => format!("{first}, .., "),
        (_, None) => ".., ".to_owned(),
    };
    let object = format!("{name}({before}{})", on_one_line(texts[place], WIDTH));
    Some((at, body.said(FactKind::Raises, object, at, end)))
}

/// A literal of several words.
fn is_message(text: &str) -> bool {
    // `f"..."` of Python.
    let text = text.strip_prefix('f').unwrap_or(text);
    text.starts_with(['"', '\'', '`']) && text.split_whitespace().count() >= WORDS
}

/// A status of HTTP that says that something failed.
fn is_failure(text: &str) -> bool {
    let is_number = text.len() == 3 && text.starts_with(['4', '5']) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number || STATUSES.iter().any(|start| text.starts_with(start) && !text.ends_with("OK"))
}

/// Whether a variable is a table of messages by its name.
pub fn is_table(name: &str) -> bool {
    lower_parts(name).iter().any(|part| TABLES.contains(&part.as_str()))
}

/// The messages in the text of such a table.
pub fn messages(body: &Body<'_>) -> Vec<Said> {
    let mut said = Vec::new();
    let mut quotes = body.masked.match_indices(['"', '\'', '`']).map(|(at, _)| at);
    while let (Some(from), Some(to)) = (quotes.next(), quotes.next()) {
        let text = &body.text[from..=to];
        if text.split_whitespace().count() >= WORDS {
            let object = on_one_line(text.trim_matches(['"', '\'', '`']), WIDTH);
            said.push(Said { kind: FactKind::Raises, object, from, to });
        }
    }
    said
}
