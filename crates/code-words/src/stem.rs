//! Forms of one word, by three measures, from strict to generous.
//!
//! [`stem`] is what the search index stores: it must be the stemmer of the `bm25` crate, and it keeps some forms of a
//! word apart (`expiry`, `expires`). [`is_relative`] widens a search to such forms among the terms of an index.
//! [`same_word`] compares the few words of a question with the few words of what was found, where a false match costs
//! little: it also takes `route`, `router` and `routing` for one.

use crate::{irregular, spelling};
use rust_stemmers::{Algorithm, Stemmer};

/// The Snowball (Porter 2) stem of a lower-case English word; None if the word is its own stem or no plain word.
pub fn stem(word: &str) -> Option<String> {
    if word.len() < 3 || !word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '\u{2019}')) {
        return None;
    }
    let stem = Stemmer::create(Algorithm::English).stem(word);
    (stem != word && !stem.is_empty()).then(|| stem.into_owned())
}

/// Endings that make one word of a family out of another, longest first.
const FAMILY_ENDINGS: &[&str] = &[
    "ications", "izations", "ication", "ization", "ations", "ments", "ation", "ators", "ition", "ment", "ator", "ings",
    "ions", "able", "ives", "ates", "ated", "ize", "izes", "ized", "izer", "ing", "ion", "ies", "ied", "ers", "ors",
    "als", "ive", "ate", "er", "or", "ed", "es", "al", "ry", "y", "e", "s", "",
];
/// A family's root has more bytes than this: shorter ones are shared by words that have nothing in common.
const SHORT_ROOT: usize = 4;

/// A lower-case word without its ending, the prefix that the words of its family share; None if that is too short or
/// the word is not plain ASCII.
pub fn family_root(word: &str) -> Option<&str> {
    if !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return None;
    }
    let cut = |ending: &&str| word.strip_suffix(*ending).filter(|root| root.len() > SHORT_ROOT || ending.is_empty());
    FAMILY_ENDINGS.iter().find_map(cut).filter(|root| root.len() > SHORT_ROOT)
}

/// True if `word` is this root with an ending, a vowel perhaps between them: `expir-a-tion`, `verif-i-er`.
pub fn is_relative(word: &str, root: &str) -> bool {
    let is_ending = |rest: &str| FAMILY_ENDINGS.contains(&rest);
    word.strip_prefix(root)
        .is_some_and(|rest| is_ending(rest) || rest.strip_prefix(['a', 'i', 'e']).is_some_and(is_ending))
}

/// True if two lower-case words are forms of one: session, sessions; expire, expiry, expiration.
pub fn same_word(a: &str, b: &str) -> bool {
    same_root(root(a), root(b))
}

/// True if two lower-case words are one noun, in the singular or the plural: handler, handlers; policy, policies. A formatter is no
/// format.
pub fn same_noun(a: &str, b: &str) -> bool {
    fn is_plural_of(plural: &str, noun: &str) -> bool {
        let ies = || noun.strip_suffix('y').is_some_and(|start| plural.strip_suffix("ies") == Some(start));
        plural.strip_prefix(noun).is_some_and(|rest| matches!(rest, "" | "s" | "es")) || ies()
    }
    is_plural_of(a, b) || is_plural_of(b, a)
}

/// True if a lower-case word is what does what another says, with its last letter doubled: logger, log; runner, run.
pub fn is_doer_of(doer: &str, verb: &str) -> bool {
    let doubled = verb.chars().next_back().is_some_and(|last| doer.strip_prefix(verb) == Some(&format!("{last}er")));
    verb.len() > 2 && doubled
}

/// [`same_word`] of two words whose [`root`]s are known.
pub fn same_root(a: &str, b: &str) -> bool {
    a == b || is_longer(a, b) || is_longer(b, a) || irregular::is_of_one_verb(a, b) || spelling::is_one(a, b)
}

/// Most bytes that a word of the same family has behind a root, whichever they are: `param-et-er`, `config-ur-ation`.
const ANY_END: usize = 3;
/// How longer ones begin. Anything else is another word behind the root, as in `startretries`.
#[rustfmt::skip]
const LONG_ENDS: &[&str] = &[
    "abil", "ariz", "atel", "atic", "ational", "ativ", "ement", "eness", "erabl", "eriz", "eteriz", "ful", "hron", "iall", "ibil",
    "ical", "ional", "iour", "ison", "ivel", "ivit", "izabl", "labl", "less", "ment", "ness", "ousl", "renc", "sibl", "sional", "sivel",
    "urabl", "yment",
];

/// True if one root is the other, which is not short, with an ending that [`root`] leaves.
fn is_longer(longer: &str, root: &str) -> bool {
    let is_end = |rest: &str| rest.len() <= ANY_END || LONG_ENDS.iter().any(|end| rest.starts_with(end));
    root.len() > SHORT_ROOT && longer.strip_prefix(root).is_some_and(is_end)
}

/// A lower-case word without its endings, cut twice: `rendered` -> `render` -> `rend`; of an irregular form that of its verb.
pub fn root(word: &str) -> &str {
    let word = irregular::verb_of(word).unwrap_or(word);
    without_ending(without_ending(word))
}

fn without_ending(word: &str) -> &str {
    // By their last letter, longest first.
    let endings: &[&str] = match word.as_bytes().last() {
        Some(b's') => &["izations", "ations", "ators", "ates", "ings", "ions", "ies", "ers", "es", "s"],
        Some(b'n') => &["ization", "ation", "ion"],
        Some(b'g') => &["ating", "ing"],
        Some(b'r') => &["ator", "er"],
        Some(b'd') => &["ated", "ied", "ed"],
        Some(b'e') => &["ate", "ie", "e"],
        Some(b'y') => &["y"],
        _ => return word,
    };
    let cut = |ending: &&str| {
        let stem = word.strip_suffix(*ending).filter(|stem| stem.chars().nth(2).is_some())?;
        // The last letter of `process` and `class` is no ending, nor are the last two of `succeed` and `exceed`.
        let is_of_word = *ending == "s" && stem.ends_with('s') || *ending == "ed" && matches!(stem, "succe" | "exce");
        (!is_of_word).then(|| if DOUBLING.contains(ending) { undoubled(stem) } else { stem })
    };
    endings.iter().find_map(cut).unwrap_or(word)
}

/// Endings before which a last consonant is doubled: `gzip`, `gzipped`.
const DOUBLING: &[&str] = &["ed", "er", "ers", "ing", "ings"];
/// What is left of other words: a setting is more than what is set, and a banner nothing that bans.
const DOUBLE_ITSELF: &[&str] = &["bann", "jitt", "lett", "mann", "matt", "sett"];

/// Without a consonant that was doubled before an ending. Words end in two of `f`, `l`, `s` and `z` themselves, and short ones in any.
fn undoubled(stem: &str) -> &str {
    match stem.as_bytes() {
        [_, .., a @ (b'b' | b'd' | b'g' | b'm' | b'n' | b'p' | b'r' | b't'), b]
            if a == b && stem.len() > 3 && !DOUBLE_ITSELF.contains(&stem) =>
        {
            &stem[..stem.len() - 1]
        }
        _ => stem,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_are_those_of_the_snowball_stemmer() {
        assert_eq!(stem("running").as_deref(), Some("run"));
        assert_eq!((stem("run"), stem("ab"), stem("x86")), (None, None, None));
    }

    #[test]
    fn a_family_is_wider_than_a_stem() {
        let root = family_root("expiry").unwrap();
        assert!(["expires", "expiration", "expire"].iter().all(|word| is_relative(word, root)));
        assert!(!is_relative("experiment", root));
        assert_eq!((family_root("room"), family_root("данные")), (None, None));
    }

    #[test]
    fn plurals_in_ies_are_of_words_in_y_and_in_ie() {
        assert!(same_word("policies", "policy") && same_word("cookies", "cookie"));
    }

    #[test]
    fn forms_of_a_word_that_ends_in_two_s_are_one_word() {
        for form in ["process", "processes", "processed", "processing"] {
            assert!(same_word(form, "process"), "{form}");
        }
        assert!(same_word("classes", "class") && !same_word("class", "clash"));
    }

    #[test]
    fn a_noun_and_its_plural_are_one_noun() {
        assert!(same_noun("handlers", "handler") && same_noun("policy", "policies") && same_noun("class", "classes"));
        assert!(is_doer_of("logger", "log") && !is_doer_of("login", "log"));
        assert!(!same_noun("formatters", "format") && !same_noun("process", "processor"));
    }

    #[test]
    fn a_consonant_that_is_doubled_before_an_ending_is_one() {
        for (form, word) in [
            ("gzipped", "gzip"),
            ("stopped", "stop"),
            ("mapping", "map"),
            ("scanner", "scan"),
            ("emitters", "emit"),
            ("transferred", "transfers"),
            ("running", "ran"),
            ("committed", "commit"),
        ] {
            assert!(same_word(form, word) && same_word(word, form), "{form} {word}");
        }
        assert!(same_word("added", "add") && same_word("called", "call") && same_word("passing", "pass"));
        assert!(!same_word("settings", "set") && !same_word("banner", "ban") && !same_word("jitter", "jit"));
    }

    #[test]
    fn forms_in_ied_and_eed_are_those_of_their_verbs() {
        assert!(same_word("applied", "apply") && same_word("copied", "copies") && same_word("tried", "tries"));
        assert!(same_word("exceeded", "exceed") && same_word("succeeds", "successful") && same_word("agreed", "agree"));
        assert!(!same_word("proceed", "process"));
    }

    #[test]
    fn a_word_that_begins_with_another_is_no_form_of_it() {
        for (longer, word) in [
            ("startretries", "starting"),
            ("startretries", "start"),
            ("constructor", "const"),
            ("classmethod", "class"),
            ("checkpoint", "checked"),
        ] {
            assert!(!same_word(longer, word) && !same_word(word, longer), "{longer} {word}");
        }
        for (longer, word) in [
            ("configuration", "config"),
            ("configurable", "config"),
            ("parameters", "param"),
            ("parameterized", "param"),
            ("authentication", "authenticate"),
            ("authorized", "authorization"),
            ("environment", "environ"),
            ("requirements", "require"),
            ("compatibility", "compat"),
            ("comparison", "compare"),
            ("conditional", "condition"),
            ("deployment", "deploy"),
            ("successfully", "success"),
            ("asynchronous", "async"),
        ] {
            assert!(same_word(longer, word) && same_word(word, longer), "{longer} {word}");
        }
    }

    #[test]
    fn forms_of_a_word_are_one_word() {
        assert!(
            same_word("sessions", "session") && same_word("expiry", "expires") && same_word("expiration", "expired")
        );
        assert!(same_word("written", "writes") && same_word("chosen", "choose") && same_word("frozen", "freezing"));
        assert!(
            same_word("exclude", "exclusive") && same_word("decided", "decision") && same_word("respond", "response")
        );
        assert!(same_word("render", "rendered") && same_word("generated", "generator"));
        assert!(!same_word("signed", "signal") && !same_word("session", "section") && !same_word("route", "room"));
    }
}
