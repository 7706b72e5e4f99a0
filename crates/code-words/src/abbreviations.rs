//! Short forms that code uses for words that people write out.

use crate::stem::stem;

/// (short, long), sorted by short form.
const PAIRS: &[(&str, &str)] = &[
    ("addr", "address"),
    ("alg", "algorithm"),
    ("algo", "algorithm"),
    ("alloc", "allocate"),
    ("arg", "argument"),
    ("async", "asynchronous"),
    ("attr", "attribute"),
    ("auth", "authentication"),
    ("auth", "authorization"),
    ("buf", "buffer"),
    ("calc", "calculate"),
    ("cb", "callback"),
    ("char", "character"),
    ("cmd", "command"),
    ("col", "column"),
    ("conf", "configuration"),
    ("config", "configuration"),
    ("conn", "connection"),
    ("ctx", "context"),
    ("db", "database"),
    ("decl", "declaration"),
    ("del", "delete"),
    ("deps", "dependencies"),
    ("desc", "description"),
    ("dest", "destination"),
    ("dict", "dictionary"),
    ("dir", "directory"),
    ("doc", "document"),
    ("elem", "element"),
    ("env", "environment"),
    ("err", "error"),
    ("evt", "event"),
    ("exec", "execute"),
    ("expr", "expression"),
    ("ext", "extension"),
    ("fmt", "format"),
    ("func", "function"),
    ("gen", "generate"),
    ("idx", "index"),
    ("img", "image"),
    ("impl", "implementation"),
    ("info", "information"),
    ("init", "initialize"),
    ("iter", "iterator"),
    ("lang", "language"),
    ("len", "length"),
    ("lib", "library"),
    ("max", "maximum"),
    ("mem", "memory"),
    ("min", "minimum"),
    ("msg", "message"),
    ("num", "number"),
    ("obj", "object"),
    ("op", "operation"),
    ("param", "parameter"),
    ("pkg", "package"),
    ("pos", "position"),
    ("prev", "previous"),
    ("proc", "process"),
    ("prop", "property"),
    ("recv", "receive"),
    ("ref", "reference"),
    ("regex", "regular"),
    ("repo", "repository"),
    ("req", "request"),
    ("res", "response"),
    ("resp", "response"),
    ("spec", "specification"),
    ("src", "source"),
    ("stmt", "statement"),
    ("str", "string"),
    ("sync", "synchronize"),
    ("temp", "temporary"),
    ("tmp", "temporary"),
    ("util", "utility"),
    ("val", "value"),
    ("var", "variable"),
];

/// The other forms of a lower-case word: the long ones of a short form and the reverse. A plural `s` of a short form is
/// passed over, and any form of a long one has its short one (`generated`, `gen`).
pub fn other_forms(word: &str) -> impl Iterator<Item = &'static str> {
    let singular = word.strip_suffix('s').filter(|rest| rest.len() > 2).unwrap_or(word).to_owned();
    let word = word.to_owned();
    let own = stem(&word).unwrap_or_else(|| word.clone());
    PAIRS.iter().filter_map(move |&(short, long)| {
        if word == short || singular == short {
            Some(long)
        } else if word == long || long.get(..4).is_some_and(|begins| word.starts_with(begins)) && is_form(&own, long) {
            Some(short)
        } else {
            None
        }
    })
}

/// True for a lower-case part of a name that is a short form of the word, or several of them: `conns`.
pub fn is_short_for(part: &str, word: &str) -> bool {
    let part = part.strip_suffix('s').filter(|one| PAIRS.iter().any(|(short, _)| short == one)).unwrap_or(part);
    PAIRS.iter().any(|(short, _)| *short == part) && other_forms(word).any(|form| form == part)
}

fn is_form(stemmed: &str, long: &str) -> bool {
    stem(long).as_deref().unwrap_or(long) == stemmed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goes_both_ways() {
        assert!(PAIRS.is_sorted());
        assert_eq!(other_forms("auth").collect::<Vec<_>>(), ["authentication", "authorization"]);
        assert_eq!(other_forms("temporary").collect::<Vec<_>>(), ["temp", "tmp"]);
        assert_eq!(other_forms("parameters").collect::<Vec<_>>(), ["param"]);
        assert_eq!(other_forms("parser").count(), 0);
    }

    #[test]
    fn any_form_of_a_word_has_its_short_one() {
        assert_eq!(other_forms("generated").collect::<Vec<_>>(), ["gen"]);
        assert!(is_short_for("gen", "generator") && is_short_for("config", "configurations"));
        assert!(!is_short_for("gen", "general") && !is_short_for("generate", "gen"));
    }
}
