//! British and American spellings of one word: `colour`, `color`; `serialise`, `serialize`. Code mostly has the American ones,
//! whoever writes the question. A consonant that is doubled (`cancelled`) is the stemmer's business.

/// How words begin in British and in American spelling, whatever is behind it: `colour-ing`. Other words in `-our` have one spelling.
#[rustfmt::skip]
const BEGINNINGS: &[(&str, &str)] = &[
    ("aluminium", "aluminum"), ("armour", "armor"), ("artefact", "artifact"), ("behaviour", "behavior"), ("catalogue", "catalog"),
    ("centre", "center"), ("colour", "color"), ("defence", "defense"), ("dialogue", "dialog"), ("endeavour", "endeavor"),
    ("favour", "favor"), ("flavour", "flavor"), ("grey", "gray"), ("harbour", "harbor"), ("honour", "honor"), ("humour", "humor"),
    ("labour", "labor"), ("licence", "license"), ("metre", "meter"), ("neighbour", "neighbor"), ("offence", "offense"),
    ("rigour", "rigor"), ("rumour", "rumor"), ("vapour", "vapor"), ("vigour", "vigor"),
];

/// How verbs and their nouns end.
#[rustfmt::skip]
const ENDINGS: &[(&str, &str)] = &[
    ("isations", "izations"), ("isation", "ization"), ("isers", "izers"), ("ising", "izing"), ("ysing", "yzing"), ("ised", "ized"),
    ("iser", "izer"), ("ises", "izes"), ("ysed", "yzed"), ("yser", "yzer"), ("yses", "yzes"), ("ise", "ize"), ("yse", "yze"),
];
/// Fewest letters before such an ending: `rise`, `noise` and `size` have one spelling.
const LEAST_STEM: usize = 3;

/// The other spelling of a lower-case word, from either one. Of a word that only looks like one of them (`promise`) it is a word that
/// nobody writes.
pub fn other(word: &str) -> Option<String> {
    let both = |pairs: &'static [(&str, &str)]| pairs.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
    let begins = |(own, other): (&str, &str)| word.strip_prefix(own).map(|end| format!("{other}{end}"));
    let ends = |(own, other): (&str, &str)| {
        let stem = word.strip_suffix(own).filter(|stem| stem.len() >= LEAST_STEM)?;
        Some(format!("{stem}{other}"))
    };
    both(BEGINNINGS).find_map(begins).or_else(|| both(ENDINGS).find_map(ends))
}

/// True if two roots (see [`stem`](mod@crate::stem)) are those of one word in both spellings.
pub(crate) fn is_one(a: &str, b: &str) -> bool {
    // Most of what is compared is not alike.
    a.as_bytes().first_chunk::<2>() == b.as_bytes().first_chunk::<2>() && (is_american(a, b) || is_american(b, a))
}

fn is_american(american: &str, british: &str) -> bool {
    let begins = |(of_british, of_american): &(&str, &str)| {
        let end = british.strip_prefix(of_british.trim_end_matches('e'))?;
        // Of `center` the root has lost both last letters, of `centre` one.
        let own = if end.is_empty() { of_american.strip_suffix("er").unwrap_or(of_american) } else { of_american };
        Some(format!("{own}{end}"))
    };
    let word = BEGINNINGS.iter().find_map(begins);
    let word = word.as_deref().unwrap_or(british);
    let ends_alike = |(of_british, of_american)| {
        let stem = american.strip_suffix(of_american).filter(|stem| stem.len() >= LEAST_STEM);
        stem.is_some() && word.strip_suffix(of_british) == stem
    };
    word == american || [("is", "iz"), ("ys", "yz")].into_iter().any(ends_alike)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stem::same_word;

    #[test]
    fn a_word_has_its_other_spelling() {
        let pairs = [
            ("colours", "colors"),
            ("serialised", "serialized"),
            ("analyser", "analyzer"),
            ("organisation", "organization"),
        ];
        for (british, american) in pairs {
            assert_eq!((other(british).as_deref(), other(american).as_deref()), (Some(american), Some(british)));
        }
        for word in ["hour", "rise", "size", "resource", "parse"] {
            assert_eq!(other(word), None, "{word}");
        }
    }

    #[test]
    fn spellings_are_one_word() {
        assert!(same_word("colour", "color") && same_word("behaviours", "behavior") && same_word("centre", "centered"));
        assert!(same_word("normalising", "normalize") && same_word("analyse", "analyzer"));
        assert!(!same_word("promise", "prize") && !same_word("metre", "metric"));
    }
}
