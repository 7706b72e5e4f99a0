//! Scalars of one line: plain and quoted, read and written.

use super::super::node::Node;
use super::super::{Malformed, malformed};
use serde_json::Value;

/// The scalar at a place, up to `end` at most; without a comment behind it.
pub(super) fn parse(text: &str, start: usize, end: usize) -> Result<Node, Malformed> {
    let rest = &text[start..end];
    let not_read = |what| malformed(start, what);
    match rest.as_bytes().first() {
        Some(b'&' | b'*') => return not_read("anchors and aliases are not read"),
        Some(b'!') => return not_read("tags are not read"),
        Some(b'@' | b'`' | b'%') => return not_read("a value does not begin so; put it in quotes"),
        Some(b'"' | b'\'') => {
            let Some(len) = quoted_len(rest) else { return not_read("a quoted value over several lines is not read") };
            let Some(value) = unquoted(&rest[..len]) else {
                return not_read("an escape that is not JSON's is not read");
            };
            return Ok(Node::scalar(start..start + len, Value::from(value)));
        }
        _ => {}
    }
    let plain = without_comment(rest);
    if plain.starts_with("? ") || plain == "?" {
        return not_read("keys of several lines are not read");
    }
    if plain.contains(": ") || plain.ends_with(':') {
        return not_read("a key is not expected here");
    }
    Ok(Node::scalar(start..start + plain.len(), resolved(plain)))
}

/// What a plain scalar means.
fn resolved(plain: &str) -> Value {
    match plain {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        _ => {}
    }
    // Numbers as JSON writes them; readers of YAML differ on others, such as 0123 or 1_000.
    match serde_json::from_str::<Value>(plain) {
        Ok(number @ Value::Number(_)) => number,
        _ => Value::from(plain),
    }
}

/// A line up to a comment, without blanks at its end.
pub(super) fn without_comment(line: &str) -> &str {
    let end = line.match_indices('#').map(|(at, _)| at).find(|at| *at == 0 || line[..*at].ends_with([' ', '\t']));
    line[..end.unwrap_or(line.len())].trim_end()
}

/// The length of the quoted scalar that a line begins with; None where its end is not on the line.
pub(super) fn quoted_len(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let quote = *bytes.first()?;
    let mut at = 1;
    loop {
        match *bytes.get(at)? {
            b'\\' if quote == b'"' => at += 2,
            byte if byte == quote && quote == b'\'' && bytes.get(at + 1) == Some(&quote) => at += 2,
            byte if byte == quote => return Some(at + 1),
            _ => at += 1,
        }
    }
}

/// The text in quotes; None where it has escapes that are not JSON's.
fn unquoted(quoted: &str) -> Option<String> {
    match quoted.strip_prefix('\'') {
        Some(rest) => Some(rest.strip_suffix('\'')?.replace("''", "'")),
        None => serde_json::from_str(&quoted.replace('\t', "\\t")).ok(),
    }
}

/// Where the colon behind a line's key is; None where the line has no key.
pub(super) fn split_key(content: &str) -> Option<usize> {
    let bytes = content.as_bytes();
    let from = match bytes.first()? {
        b'"' | b'\'' => quoted_len(content)?,
        b'[' | b'{' | b'#' => return None,
        _ => 0,
    };
    let is_end = |at: &usize| bytes.get(at + 1).is_none_or(|next| b" \t".contains(next));
    let colon = (from..bytes.len()).find(|at| bytes[*at] == b':' && is_end(at))?;
    let is_key = if from > 0 {
        content[from..colon].trim().is_empty()
    } else {
        without_comment(&content[..colon]).len() == content[..colon].trim_end().len()
    };
    is_key.then_some(colon)
}

/// The name that a key means.
pub(super) fn key_name(key: &str) -> Result<String, &'static str> {
    let key = key.trim_end();
    match key.as_bytes().first() {
        Some(b'"' | b'\'') => unquoted(key).ok_or("an escape that is not JSON's is not read"),
        Some(b'&' | b'*') => Err("anchors and aliases are not read"),
        Some(b'!') => Err("tags are not read"),
        Some(b'?') if key == "?" || key.starts_with("? ") => Err("keys of several lines are not read"),
        _ if key == "<<" => Err("merge keys are not read"),
        _ => Ok(key.to_owned()),
    }
}

/// The text of a block scalar: lines kept for `|`, joined for `>`; the last line's end by `-` and `+`.
pub(super) fn block_text(header: &str, lines: &[&str]) -> String {
    let solid = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1);
    let mut text = String::new();
    for (number, line) in lines[..solid].iter().enumerate() {
        let joins = header.starts_with('>') && number > 0;
        match (joins, number.checked_sub(1).map(|before| lines[before])) {
            // One line end between two lines is a blank; an empty line between them is a line end.
            (true, Some(before)) if !before.is_empty() && !line.is_empty() => text.push(' '),
            (true, Some(_)) if line.is_empty() => text.push('\n'),
            (false, Some(_)) => text.push('\n'),
            _ => {}
        }
        text.push_str(line);
    }
    match header.as_bytes().get(1) {
        Some(b'-') => {}
        Some(_) => text.push_str(&"\n".repeat(lines.len() - solid + usize::from(solid > 0))),
        None if solid > 0 => text.push('\n'),
        None => {}
    }
    text
}

/// A value on one line, in the quotes of the one it replaces.
pub(super) fn written(value: &Value, old: &str) -> String {
    match value {
        Value::String(text) if old.starts_with('\'') && !text.chars().any(char::is_control) => {
            format!("'{}'", text.replace('\'', "''"))
        }
        Value::String(text) if !old.starts_with('"') && is_plain(text) => text.clone(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(|item| written(item, "")).collect::<Vec<_>>().join(", "))
        }
        Value::Object(map) => {
            let entry = |(name, value): (&String, &Value)| format!("{}: {}", key(name), written(value, ""));
            format!("{{{}}}", map.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        value => value.to_string(),
    }
}

/// A key as it is written.
pub(super) fn key(name: &str) -> String {
    if is_plain(name) { name.to_owned() } else { Value::from(name).to_string() }
}

/// Whether every reader takes the text for itself without quotes.
fn is_plain(text: &str) -> bool {
    const WORDS: [&str; 8] = ["yes", "no", "on", "off", "y", "n", "true", "false"];
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_-./+ ".contains(c);
    text.starts_with(|c: char| c.is_ascii_alphabetic() || "_/".contains(c))
        && text.chars().all(is_word)
        && !text.ends_with(' ')
        && !WORDS.iter().any(|word| text.eq_ignore_ascii_case(word))
        && resolved(text).is_string()
}
