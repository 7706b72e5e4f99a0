//! Defaults that only documentation states: "Default is 30 seconds.", `@default 10`.

use super::documentation::{self, comments, entries};
use super::prose;
use crate::known::Known;
use crate::symbol::likeness;
use code_words::identifier::lower_parts;
use code_words::path::is_aside;
use code_words::setting::is_alike;
use protocol::Evidence;

/// How a sentence that states a default says so.
const SAYS: &[&str] = &[
    "defaults to",
    "default to ",
    "defaulting to",
    "default is",
    "default:",
    "default value",
    "default setting",
    "enabled by default",
    "default of",
    "by default",
    "is the default",
    "(default",
];
/// Longest entry that is quoted as a whole, in characters.
const WIDTH: usize = 240;
/// Tags of documentation that hold a default.
const TAGS: [&str; 3] = ["@defaultvalue", "@default", ":default:"];

/// The documentation of what is called exactly so that states its default, and the sentence.
pub fn of<'a>(setting: &str, known: &Known<'a>) -> Option<(&'a Evidence, String)> {
    let is_it = |e: &&Evidence| e.symbol.as_deref().is_some_and(|symbol| likeness(symbol, setting) == Some(4));
    let own = known.definitions(setting).into_iter().filter(is_it).filter(|e| !is_aside(&e.path));
    own.filter_map(|e| {
        let first = e.doc.as_deref().and_then(stated);
        // Evidence has the first paragraph as documentation, and the others in its lines.
        Some((e, first.or_else(|| stated(&comments(&e.excerpt)))?))
    })
    .next()
}

/// Of the words of a question so many in a hundred must be said where a default is stated that no name fits.
const SAID: usize = 60;
/// Fewer words say too little.
const LEAST: usize = 2;

/// The documentation that states a default with most words of the setting and of what has it, in the statement or in the name of
/// what is documented, and the statement: `thread_keep_alive` for "how long an idle thread stays alive".
pub fn about<'a>(asked: &str, known: &Known<'a>) -> Option<(&'a Evidence, String)> {
    let mut words = lower_parts(asked);
    words.dedup();
    let held = |e: &Evidence, statement: &str| {
        let own = lower_parts(&format!("{} {statement}", e.symbol.as_deref().unwrap_or("")));
        words.iter().filter(|word| own.iter().any(|part| is_alike(part, word))).count()
    };
    let mut best: Option<(usize, &Evidence, String)> = None;
    for e in known.evidence().filter(|e| e.symbol.is_some() && !is_aside(&e.path)) {
        for statement in entries(&documentation::of(e)).filter_map(|entry| stated_in(&entry)) {
            let count = held(e, &statement);
            if best.as_ref().is_none_or(|(most, ..)| count > *most) {
                best = Some((count, e, statement));
            }
        }
    }
    let (count, e, statement) = best?;
    // What is called by nothing but words of the question is what it asks about: `hidden` for "are hidden files skipped".
    let own = lower_parts(e.symbol.as_deref().unwrap_or("").rsplit(['.', ':']).next().unwrap_or(""));
    let is_named = !own.is_empty() && own.iter().all(|part| words.iter().any(|word| is_alike(part, word)));
    let is_said = count >= LEAST && count * 100 >= words.len() * SAID;
    (is_said || is_named && count * 2 >= words.len()).then_some((e, statement))
}

/// A short entry that states a default as a whole, else the sentence of it that does.
fn stated_in(entry: &str) -> Option<String> {
    let lower = entry.to_lowercase();
    if !SAYS.iter().any(|says| lower.contains(says)) {
        return None;
    }
    let text = prose::plain(entry);
    if text.is_empty() {
        return None;
    }
    if text.chars().count() <= WIDTH { Some(text) } else { sentence(&text) }
}

fn stated(doc: &str) -> Option<String> {
    let tag = |line: &str| {
        let line = line.trim().trim_start_matches('*').trim();
        let lower = line.to_lowercase();
        let tag = TAGS.iter().find(|tag| lower.starts_with(**tag))?;
        let value = line.get(tag.len()..)?.trim();
        (!value.is_empty()).then(|| format!("{} {}", &line[..tag.len()], prose::plain(value)))
    };
    sentence(&prose::plain(doc)).or_else(|| doc.lines().find_map(tag))
}

fn sentence(text: &str) -> Option<String> {
    let mut rest = text;
    while !rest.is_empty() {
        let (one, after) = rest.split_at(prose::end_of_sentences(rest, 1));
        let lower = one.to_lowercase();
        if SAYS.iter().any(|says| lower.contains(says)) {
            return Some(prose::first_sentences(one.trim(), 1, 240));
        }
        rest = after.trim_start();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_paragraphs_are_read_from_the_lines() {
        let rust =
            "/// Set a timeout.\n///\n/// Default is 30 seconds.\npub fn timeout(&mut self) {\n    self.x = 1;\n}";
        assert_eq!(stated(&comments(rust)).as_deref(), Some("Default is 30 seconds."));
        assert_eq!(stated(&comments("fn f() {\n    // Default is 3 here.\n}")), None);
        let python = "def limit(self):\n    \"\"\"How many.\n\n    Defaults to 8.\n    \"\"\"\n    return 1";
        assert_eq!(stated(&comments(python)).as_deref(), Some("Defaults to 8."));
    }

    #[test]
    fn the_sentence_or_tag_that_states_a_default_is_found() {
        let doc = "Set a timeout for reading headers. The connection is closed then.\n\nDefault is currently 30 seconds, but do not rely on it.\n";
        assert_eq!(stated(doc).as_deref(), Some("Default is currently 30 seconds, but do not rely on it."));
        assert_eq!(stated("How many are kept.\n@default 10\n").as_deref(), Some("@default 10"));
        assert_eq!(
            stated("Sets the limit; it is 8 by default. More here.").as_deref(),
            Some("Sets the limit; it is 8 by default.")
        );
        assert_eq!(stated("Uses the default formatter where it can."), None);
    }
}
