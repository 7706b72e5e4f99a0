//! Verbs of two words that people say of software, and the one word that code has for each: what is *thrown out* is discarded, what is
//! *put back* restored.
//!
//! The table is `particle_verbs.txt`. The verb may have any form, and what it is done to may stand between it and its particle: "puts
//! the messages back".

use crate::irregular::verb_of;
use crate::stem::stem;
use std::sync::LazyLock;

const TABLE: &str = include_str!("particle_verbs.txt");

/// A row of the table: the stems of the verb, its particles, and words of code.
struct Row {
    verbs: Vec<String>,
    particles: Vec<&'static str>,
    words: Vec<&'static str>,
}

static ROWS: LazyLock<Vec<Row>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let (verbs, rest) = line.split_once(": ")?;
        let (particles, words) = rest.split_once(": ")?;
        let of = |list: &'static str| list.split(' ').collect::<Vec<_>>();
        Some(Row { verbs: verbs.split(' ').map(verb_stem).collect(), particles: of(particles), words: of(words) })
    };
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(row).collect()
});

/// The stem of a verb in any form: that of `throw` for `thrown`.
fn verb_stem(form: &str) -> String {
    let verb = verb_of(form).unwrap_or(form);
    stem(verb).unwrap_or_else(|| verb.to_owned())
}

/// Most words between a verb and its particle.
const BETWEEN: usize = 3;
/// What no particle is behind: another part of the sentence begins.
const ENDS: &[&str] =
    &["and", "or", "when", "if", "that", "which", "who", "where", "while", "because", "until", "before", "after"];

/// A verb with its particle in a text.
pub(crate) struct Said<'a> {
    pub(crate) verb: &'a str,
    pub(crate) particle: &'a str,
    /// What code calls it, the likeliest first.
    pub(crate) words: &'static [&'static str],
}

/// The verbs with particles that a text in lower case has, in order.
pub(crate) fn said(text: &str) -> Vec<Said<'_>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let trimmed = |at: usize| words[at].trim_matches(|c: char| !c.is_alphanumeric());
    let ends_clause = |at: usize| words[at].ends_with([',', ';', ':', '.', '?', '!']);
    let mut found = Vec::new();
    for at in 0..words.len() {
        let verb = trimmed(at);
        let behind = || {
            (at + 1..words.len())
                .take(BETWEEN + 1)
                .take_while(|next| !ends_clause(next - 1) && !ENDS.contains(&trimmed(*next)))
        };
        let stem = verb_stem(verb);
        let with = |row: &'static Row| {
            let is_it = || row.verbs.contains(&stem);
            let is_particle = |next: &usize| {
                let said = trimmed(*next);
                row.particles.iter().any(|particle| match particle.strip_prefix('+') {
                    Some(behind) => behind == said && *next == at + 1,
                    None => *particle == said,
                })
            };
            let particle = is_it().then(|| behind().find(is_particle))?.map(trimmed)?;
            Some(Said { verb, particle, words: &row.words })
        };
        found.extend(ROWS.iter().filter_map(with));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verb_and_its_particle_have_one_word_of_code() {
        let of = |text: &str| said(text).into_iter().flat_map(|said| said.words).copied().collect::<Vec<_>>();
        assert_eq!(of("how are idle connections thrown out?"), ["discard", "evict"]);
        assert_eq!(of("where does it put unacknowledged messages back?"), ["restore", "requeue"]);
        assert_eq!(of("which code keeps the two scopes apart"), ["scope", "isolate"]);
        assert!(of("who throws an error, out of curiosity?").is_empty());
        assert!(of("where is an error thrown and written out").contains(&"flush"));
        assert!(of("where are errors thrown").is_empty());
        assert_eq!(
            (of("who is logged in?"), of("where is a log line put in order?")),
            (vec!["login", "authenticate"], vec![])
        );
    }

    #[test]
    fn an_auxiliary_is_no_verb_with_a_particle() {
        let of = |text: &str| said(text).into_iter().flat_map(|said| said.words).copied().collect::<Vec<_>>();
        assert_eq!(of("How does handing over the lead work?"), ["pass", "bind", "transfer"]);
        assert!(of("How do requests travel over TLS?").is_empty() && of("Did it try that over HTTP?").is_empty());
        assert_eq!(of("What is done again after an error?"), ["retry", "redo"]);
        for form in ["do", "does", "did", "is", "are", "was", "were", "be", "been", "has", "have", "had", "can", "will"]
        {
            assert!(ROWS.iter().all(|row| !row.verbs.contains(&verb_stem(form))), "{form}");
        }
    }

    #[test]
    fn each_row_has_verbs_particles_and_words_once() {
        let mut seen = std::collections::BTreeSet::new();
        for row in ROWS.iter() {
            assert!((1..=3).contains(&row.words.len()), "{:?}", row.words);
            for (verb, particle) in row.verbs.iter().flat_map(|verb| row.particles.iter().map(move |it| (verb, it))) {
                assert!(seen.insert((verb, particle)), "{verb} {particle}");
            }
        }
        let rows = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
        assert_eq!(rows, ROWS.len());
    }
}
