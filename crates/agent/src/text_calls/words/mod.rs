//! What people type when they want one plain thing done: "move a.py to lib/", "grep TODO in src".
//!
//! A sentence must fit a rule from its first word to its last, and each path in it must exist, or be able to (the target
//! of a move). "delete the old users" therefore deletes nothing. The one exception is a wish to change a file that
//! exists ("fix the bug in main.js"): it reads the file, which harms nothing. The rules in order of priority are in
//! [`RULES`], one in each file.

mod change;
mod delete;
mod find;
mod grep;
mod lint;
mod list;
mod relocate;
mod replace;
mod sentence;
mod show;
mod value;
mod write;

use super::{TextCall, TextCalls};
use limits::agent::WORDS_BYTES;
use sentence::Sentence;
use serde_json::Value;

/// What is known of the paths of a repository with the proposed changes in it. Paths are relative to its root, with `/`.
pub trait Paths {
    /// Whether a file has this path.
    fn is_file(&self, path: &str) -> bool;

    /// Whether a folder has this path; the root is not asked for.
    fn is_folder(&self, path: &str) -> bool;
}

/// Reads a sentence; `None` if it does not fit.
type Rule = fn(&Sentence) -> Option<Vec<TextCall>>;

/// The rules, the most important first.
const RULES: [Rule; 11] = [
    change::read,
    relocate::read,
    delete::read,
    show::read,
    write::read,
    list::read,
    find::read,
    grep::read,
    replace::read,
    value::read,
    lint::read,
];

/// The calls that a message of a person asks for, by the first rule that fits and whose tools are all offered.
///
/// Never give it the words of a model or of a file: they are read by [`of_model`](super::of_model), or not at all.
pub fn of_person(message: &str, offered: &[&str], paths: &dyn Paths) -> TextCalls {
    if message.len() > WORDS_BYTES {
        return TextCalls::not_read(message.len(), WORDS_BYTES);
    }
    let sentence = Sentence::new(message, paths);
    let all_offered = |calls: &Vec<TextCall>| calls.iter().all(|call| offered.contains(&call.name.as_str()));
    let calls = RULES.iter().find_map(|rule| rule(&sentence).filter(all_offered));
    // No rule is no call: the message is for a model.
    TextCalls::offered(calls.unwrap_or_default(), offered)
}

/// The files that exist and that a message of a person names, each once; none of a message that is too long to be read.
pub fn files_named(message: &str, paths: &dyn Paths) -> Vec<String> {
    if message.len() > WORDS_BYTES { Vec::new() } else { Sentence::new(message, paths).files(|_| true) }
}

fn call(name: &str, arguments: Value) -> TextCall {
    TextCall { name: name.to_owned(), arguments }
}

/// As the value of a rule with one call.
fn one(name: &str, arguments: Value) -> Option<Vec<TextCall>> {
    Some(vec![call(name, arguments)])
}

#[cfg(test)]
mod tests;
