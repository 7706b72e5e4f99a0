//! Values of a state for people.

use serde_json::Value;

/// Most characters of a one-line summary.
const MOST: usize = 120;

/// A value in one line: texts cut short, lists and objects counted with a glimpse of the first entries.
pub(super) fn one_line(value: &Value) -> String {
    let line = match value {
        Value::Null => "none".to_owned(),
        Value::String(text) if text.trim().is_empty() => "empty".to_owned(),
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Array(items) if items.is_empty() => "empty".to_owned(),
        Value::Array(items) => {
            let glimpse = items.iter().filter_map(gist).take(3).collect::<Vec<_>>().join(" | ");
            let count = if items.len() == 1 { "1 item".to_owned() } else { format!("{} items", items.len()) };
            if glimpse.is_empty() { count } else { format!("{count}: {glimpse}") }
        }
        Value::Object(fields) => fields.keys().cloned().collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    };
    shortened(&line)
}

/// What an entry of a list is about: its text, or that of its first text field.
fn gist(item: &Value) -> Option<String> {
    let text = match item {
        Value::String(text) => text.as_str(),
        Value::Object(fields) => {
            ["key", "content", "text", "name"].iter().find_map(|name| fields.get(*name)?.as_str())?
        }
        other => return Some(other.to_string()),
    };
    let text = text.split_whitespace().take(8).collect::<Vec<_>>().join(" ");
    (!text.is_empty()).then_some(text)
}

fn shortened(line: &str) -> String {
    match line.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_owned(),
    }
}

/// Removes the `check` of recorded evidence in a value: it was not compared with the repository since.
pub(super) fn uncheck(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(uncheck),
        Value::Object(fields) => {
            if fields.contains_key("excerpt") {
                fields.remove("check");
            }
            fields.values_mut().for_each(uncheck);
        }
        _ => {}
    }
}

pub(super) fn indented(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("a JSON value is JSON")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_fit_a_line() {
        assert_eq!(one_line(&json!("  two\n words ")), "two words");
        assert_eq!(one_line(&json!([])), "empty");
        assert_eq!(one_line(&json!(["Find f", "Read f"])), "2 items: Find f | Read f");
        assert_eq!(one_line(&json!([{"role": "user", "content": "hello"}])), "1 item: hello");
        assert_eq!(one_line(&json!(3)), "3");
        assert_eq!(one_line(&json!("é".repeat(200))).chars().count(), MOST + 1);
    }
}
