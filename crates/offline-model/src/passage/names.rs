//! The names of code that a passage has: in backticks, in roles, in capitals.

use super::Passage;
use crate::asked::Question;
use crate::relevance;
use crate::symbol::last;
use crate::vocabulary::{EXTENSIONS, PRODUCTS};
use code_words::identifier::lower_parts;
use compact_sort::CompactSort;
use std::cmp::Reverse;

/// Most names that are looked up.
const MOST: usize = 3;
/// With fewer names than these in the passage those right below it count, up to as many.
const ENOUGH: usize = 2;
/// So many lines are right below.
const BELOW: usize = 20;

/// The names of a passage, those first that have a word of the question. Those that the question has itself were looked up.
pub fn of(question: &Question, passage: &Passage<'_>) -> Vec<String> {
    let lines: Vec<&str> = passage.evidence.excerpt.lines().collect();
    let quoted = format!("{}\n{}", passage.title.as_deref().unwrap_or(""), lines[passage.lines.clone()].join("\n"));
    // What is right below may name what the passage speaks of.
    let below = lines[passage.lines.end..].iter().take(BELOW).copied().collect::<Vec<_>>().join("\n");
    let asked = question.asked.to_lowercase();
    let mut found = in_text(&quoted);
    if found.len() < ENOUGH {
        found.extend(in_text(&below).into_iter().take(ENOUGH));
    }
    found.retain(|name| !is_asked(&asked, name));
    let wanted = relevance::wanted(question);
    let shared = |name: &String| wanted.iter().filter(|word| relevance::mentions(last(name), word)).count();
    found.compact_sort_by_key(|name| Reverse(shared(name)));
    found.truncate(MOST);
    found
}

/// Whether a question in small letters has the name.
pub fn is_asked(asked: &str, name: &str) -> bool {
    asked.contains(&last(name).to_lowercase())
}

fn in_text(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let text = text.replace("``", "`");
    for (at, part) in text.split('`').enumerate() {
        let is_code = at % 2 == 1;
        let names: Vec<&str> = match is_code {
            true => vec![part.trim_start_matches(['~', '!', '.']).split(['(', '=', '[', ' ']).next().unwrap_or("")],
            false => part.split(|c: char| !is_of_name(c)).map(|word| word.trim_matches(['.', ':'])).collect(),
        };
        for name in names {
            let name = name.trim_end_matches(['.', ':', ',']);
            let is_new = !found.iter().any(|other| last(other) == last(name));
            if is_new && is_name(name) && (is_code && is_marked(name) || is_constant(name) || is_camel(name)) {
                found.push(name.to_owned());
            }
        }
    }
    found
}

fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | ':')
}

/// A name of code, and no file.
fn is_name(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    name.len() > 2
        && name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(is_of_name)
        && !EXTENSIONS.contains(&extension.to_lowercase().as_str())
        && !last(name).is_empty()
        && !PRODUCTS.contains(&name)
}

/// What is no plain word.
fn is_marked(name: &str) -> bool {
    name.contains(['_', '.', ':']) || name.contains(|c: char| c.is_ascii_uppercase())
}

/// `MAX_SIZE`
fn is_constant(name: &str) -> bool {
    name.contains('_')
        && name.len() > 4
        && name.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}

/// `FeedExporter`: several words as one.
fn is_camel(name: &str) -> bool {
    let inner = name.chars().skip(1).filter(char::is_ascii_uppercase).count();
    name.chars().all(char::is_alphanumeric)
        && inner > 0
        && name.chars().any(|c| c.is_ascii_lowercase())
        && lower_parts(name).iter().filter(|part| part.len() > 2).count() > 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_what_is_written_as_code() {
        let text = "The :setting:`JOB_DIR` setting, :class:`~shop.queue.DiskQueue`, ``spider.state`` and `Cart.add(item)`; see \
                    `settings.py`, ``csv`` and MAX_SIZE, of which PDF and GitHub are none.";
        assert_eq!(in_text(text), ["JOB_DIR", "shop.queue.DiskQueue", "spider.state", "Cart.add", "MAX_SIZE"]);
    }
}
