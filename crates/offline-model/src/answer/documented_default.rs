//! Defaults that only documentation states: "Default is 30 seconds.", `@default 10`.

use super::asked_value::{Asked, WHICH};
use super::documentation::{self, comments, entries};
use super::prose;
use crate::known::Known;
use crate::symbol::likeness;
use code_words::identifier::lower_parts;
use code_words::path::is_aside;
use code_words::setting::is_alike;
use code_words::stem::same_word;
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

/// What a setting measures, by the last word of its name, and the units of which a statement has one where it does not have the
/// word; of what is counted any number is one.
const MEASURES: &[(&[&str], &[&str])] = &[
    (&["size", "length", "capacity"], &["byte", "kb", "mb", "gb", "kib", "mib", "gib", "character", "item"]),
    (
        &["timeout", "time", "interval", "period", "delay", "duration", "age", "lifetime"],
        &["second", "sec", "ms", "millisecond", "minute", "hour", "day", "week"],
    ),
    (&["number", "count", "limit", "depth", "level"], &[]),
];

/// The word without which a statement is of another setting, and what it measures: "body" and "size" of "maximum request body size".
/// Where a setting is named by a verb or by one word, no word of it distinguishes it from other settings.
fn needed(asked: &Asked) -> (Option<String>, Option<(&'static str, &'static [&'static str])>) {
    let is_which = |word: &String| WHICH.contains(&word.as_str());
    let mut setting = lower_parts(&asked.setting);
    let begins_with_which = setting.first().is_some_and(is_which);
    setting.retain(|word| !is_which(word));
    let measure = setting.last().and_then(|last| {
        MEASURES.iter().find_map(|(words, units)| {
            let word = words.iter().find(|word| same_word(word, last))?;
            Some((*word, *units))
        })
    });
    if measure.is_some() {
        setting.pop();
    } else if !begins_with_which {
        return (None, None);
    }
    let of = setting.pop().or_else(|| lower_parts(&asked.owner).pop());
    (of, measure)
}

/// Whether a statement, by the words around it, is of the setting that is asked for.
fn is_of(asked: &Asked, own: &[String]) -> bool {
    let (of, measure) = needed(asked);
    let has = |word: &str| own.iter().any(|part| is_alike(part, word));
    let is_measured = measure.is_none_or(|(word, units)| {
        let is_unit = |part: &String| units.iter().any(|unit| same_word(part, unit));
        let is_number = |part: &String| units.is_empty() && part.starts_with(|c: char| c.is_ascii_digit());
        has(word) || own.iter().any(|part| is_unit(part) || is_number(part))
    });
    is_measured && of.is_none_or(|of| has(&of))
}

/// The documentation that states a default with most words of the setting and of what has it, in the statement or in the name of
/// what is documented, and the statement: `thread_keep_alive` for "how long an idle thread stays alive".
pub fn about<'a>(asked: &Asked, known: &Known<'a>) -> Option<(&'a Evidence, String)> {
    let mut words = lower_parts(&format!("{} {}", asked.setting, asked.owner));
    words.dedup();
    // What a tag is of is said before it.
    let around = |e: &Evidence, statement: &str| {
        let before = e.doc.as_deref().filter(|_| tag_of(statement).is_some()).unwrap_or("");
        lower_parts(&format!("{} {before} {statement}", e.symbol.as_deref().unwrap_or("")))
    };
    let mut best: Option<(usize, &Evidence, String)> = None;
    for e in known.evidence().filter(|e| e.symbol.is_some() && !is_aside(&e.path)) {
        for statement in entries(&documentation::of(e)).filter_map(|entry| stated_in(&entry)) {
            let own = around(e, &statement);
            if !is_of(asked, &own) {
                continue;
            }
            let count = words.iter().filter(|word| own.iter().any(|part| is_alike(part, word))).count();
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
    if let Some((tag, value)) = tag_of(entry) {
        let value = prose::plain(value);
        return (!value.is_empty()).then(|| format!("{tag} {}", prose::first_sentences(&value, 2, WIDTH)));
    }
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

/// The tag that a line begins with, as written, and what it holds.
fn tag_of(line: &str) -> Option<(&str, &str)> {
    let line = line.trim().trim_start_matches('*').trim();
    let lower = line.to_lowercase();
    let tag = TAGS.iter().find(|tag| lower.starts_with(**tag))?;
    let (tag, value) = (line.get(..tag.len())?, line.get(tag.len()..)?);
    // `@defaultMessage` is another one.
    let is_whole = tag.ends_with(':') || !value.starts_with(char::is_alphanumeric);
    (is_whole && !value.trim().is_empty()).then_some((tag, value.trim()))
}

fn stated(doc: &str) -> Option<String> {
    let tag = |line: &str| tag_of(line).map(|(tag, value)| format!("{tag} {}", prose::plain(value)));
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
    fn a_statement_of_another_setting_is_not_taken_for_words_that_both_have() {
        let asked = |setting: &str, owner: &str| Asked { setting: setting.into(), owner: owner.into() };
        let is_of = |asked: &Asked, text: &str| super::is_of(asked, &lower_parts(text));
        let body = asked("maximum request body size", "");
        assert!(!is_of(
            &body,
            "maxHeapBytes: maximum heap size over which incoming requests are rejected. Defaults to 0."
        ));
        assert!(!is_of(&body, "The maximum time to send the request body. Defaults to 10 seconds."));
        assert!(is_of(&body, "maxBytes: largest body of a request. Defaults to 1024 bytes."));
        let idle = asked("timeout", "idle connections");
        assert!(is_of(&idle, "Connections that are idle are closed after 60 seconds by default."));
        assert!(!is_of(&asked("maximum redirects", ""), "The maximum of retries is 5 by default."));
        assert!(is_of(&asked("hidden files", ""), "Hidden ones are skipped by default."));
    }

    #[test]
    fn a_tag_states_a_default_among_others() {
        let stated: Vec<String> =
            entries("@default 1024 (1 KB).\nLimits the body.").filter_map(|e| stated_in(&e)).collect();
        assert_eq!(stated, ["@default 1024 (1 KB). Limits the body."]);
        assert!(stated_in("@default").is_none() && stated_in("@defaultMessage none").is_none());
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
