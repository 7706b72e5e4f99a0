//! Short forms that code uses for words that people write out.

/// (short, long), sorted by short form.
const PAIRS: &[(&str, &str)] = &[
    ("addr", "address"),
    ("alloc", "allocate"),
    ("arg", "argument"),
    ("async", "asynchronous"),
    ("attr", "attribute"),
    ("auth", "authentication"),
    ("auth", "authorization"),
    ("buf", "buffer"),
    ("calc", "calculate"),
    ("char", "character"),
    ("cmd", "command"),
    ("col", "column"),
    ("config", "configuration"),
    ("conn", "connection"),
    ("ctx", "context"),
    ("db", "database"),
    ("decl", "declaration"),
    ("deps", "dependencies"),
    ("dest", "destination"),
    ("dict", "dictionary"),
    ("dir", "directory"),
    ("doc", "document"),
    ("elem", "element"),
    ("env", "environment"),
    ("err", "error"),
    ("exec", "execute"),
    ("expr", "expression"),
    ("ext", "extension"),
    ("fmt", "format"),
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
    ("prev", "previous"),
    ("proc", "process"),
    ("prop", "property"),
    ("recv", "receive"),
    ("ref", "reference"),
    ("regex", "regular"),
    ("repo", "repository"),
    ("req", "request"),
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

/// The other forms of a lower-case word: the long ones of a short form and the reverse. A plural `s` is passed over.
pub fn other_forms(word: &str) -> impl Iterator<Item = &'static str> {
    let singular = word.strip_suffix('s').filter(|rest| rest.len() > 2).unwrap_or(word);
    let one = [word.to_owned(), singular.to_owned()];
    PAIRS.iter().filter_map(move |&(short, long)| {
        let is = |form: &str| one.iter().any(|word| word == form);
        if is(short) {
            Some(long)
        } else if is(long) {
            Some(short)
        } else {
            None
        }
    })
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
}
