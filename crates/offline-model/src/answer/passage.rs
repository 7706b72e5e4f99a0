//! A passage that speaks of what is asked, and what it names.

use super::MarkdownBuilder;
use super::sentence::{documented, fixed};
use crate::asked::Question;
use crate::excerpt::Excerpt;
use crate::known::Known;
use crate::passage::{Passage, names};
use crate::relevance;
use crate::symbol::{last, likeness};
use code_words::path::{is_aside, is_test};
use protocol::Evidence;

/// Most places of code that are named for what it names.
const MOST_NAMED: usize = 5;
/// Most places that are named for having one of its names.
const MOST_USERS: usize = 2;

/// Quotes it.
pub fn quote(out: &mut MarkdownBuilder, passage: &Passage<'_>) {
    let excerpt = Excerpt::of_lines(passage.evidence, passage.lines.clone());
    if passage.is_comment {
        out.say(documented::comment(passage.evidence, excerpt.first()));
        out.bare_code(&excerpt);
    } else {
        out.say(documented::section(passage.evidence, passage.title.as_deref(), excerpt.first()));
        out.text(&excerpt);
    }
}

/// Names the definitions of what it names, and the code that has these names. False, and nothing written, where none was found.
pub fn follow(out: &mut MarkdownBuilder, known: &Known<'_>, question: &Question, passage: &Passage<'_>) -> bool {
    let mut shown: Vec<&Evidence> = Vec::new();
    let mut items = Vec::new();
    for named in names::of(question, passage) {
        let code = known.followed().iter().copied().filter(|e| !relevance::is_prose(e) && !is_test(&e.path));
        let is_it = |e: &&Evidence| e.symbol.as_deref().and_then(|symbol| likeness(symbol, &named)) == Some(4);
        let defined = code.clone().find(is_it);
        let has_name = |e: &&Evidence| {
            !is_it(e) && relevance::is_callable(e) && !is_aside(&e.path) && has_word(&e.excerpt, last(&named))
        };
        let is_new = |e: &&Evidence| !shown.iter().any(|other| other.symbol == e.symbol && other.path == e.path);
        let users: Vec<&Evidence> = code.clone().filter(has_name).filter(is_new).take(MOST_USERS).collect();
        let defined = defined.filter(is_new);
        items.extend(defined.map(|e| documented::defines(known, e)));
        items.extend(users.iter().map(|e| documented::has_name(known, e, last(&named))));
        shown.extend(defined.into_iter().chain(users));
    }
    if items.is_empty() {
        return false;
    }
    out.list(Some(fixed::NAMED_THERE), items, MOST_NAMED);
    true
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).any(|part| part == word)
}
