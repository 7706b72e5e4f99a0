//! Qualified names, as languages write them: `a.b`, `a::b`, `a#b`.

/// Whether the last parts of the qualified name are those of `tail`.
pub fn ends_with(qualified: &str, tail: &str) -> bool {
    parts(qualified).ends_with(&parts(tail))
}

fn parts(name: &str) -> Vec<&str> {
    name.split(['.', ':', '#']).filter(|part| !part.is_empty()).collect()
}

/// Whether a word of the text is the name or has it among its parts: `Flask.run` names `Flask`, too.
pub fn is_named_in(text: &str, name: &str) -> bool {
    let wanted = parts(name);
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || "_$.:#".contains(c)));
    words.any(|word| parts(word).windows(wanted.len()).any(|own| own == wanted))
}

/// Whether the text holds the value, in any case of letters, and not inside a longer word or number.
pub fn holds(text: &str, value: &str) -> bool {
    let (text, value) = (text.to_lowercase(), value.to_lowercase());
    let is_word = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let joins = |outside: Option<char>, inside: Option<char>| is_word(outside) && is_word(inside);
    text.match_indices(&value).any(|(start, _)| {
        let (before, after) = (text[..start].chars().next_back(), text[start + value.len()..].chars().next());
        !joins(before, value.chars().next()) && !joins(after, value.chars().next_back())
    })
}

/// The text without its citations, `[[12]]`: they state no number.
pub fn without_citations(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((before, after)) = rest.split_once("[[") {
        out.push_str(before);
        match after.split_once("]]") {
            Some((number, behind)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest = behind,
            _ => {
                out.push_str("[[");
                rest = after;
            }
        }
    }
    out + rest
}

/// Whether the text states the number, in digits: `12` is not stated by `112` or `1.12`.
pub fn states(text: &str, number: usize) -> bool {
    let mut words = text.split(|c: char| !(c.is_alphanumeric() || "_.,:".contains(c)));
    let wanted = number.to_string();
    words.any(|word| word.trim_matches(['.', ',', ':']).replace(',', "") == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_ends_with_whole_parts() {
        assert!(ends_with("app.Flask.wsgi_app", "Flask.wsgi_app") && ends_with("a::B#c", "B.c"));
        assert!(!ends_with("app.full_dispatch", "dispatch"));
    }

    #[test]
    fn names_and_numbers_are_whole_words() {
        let text = "`Flask.run` has 12 callers, 1,024 of them in src/app.py:77: see $watch.";
        assert!(is_named_in(text, "run") && is_named_in(text, "Flask") && !is_named_in(text, "Fla"));
        assert!(is_named_in(text, "$watch") && !is_named_in(text, "watch"));
        assert!(states(text, 12) && states(text, 1024) && !states(text, 77) && !states(text, 24));
        assert!(holds("It is `5000`.", "5000") && holds("a / B", "/ b") && !holds("15000 or 5000_0", "5000"));
        assert_eq!(without_citations("It is 5 [[12]], `a[[1]` [[3]]."), "It is 5 , `a[[1]` .");
    }
}
