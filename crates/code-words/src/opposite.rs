//! Words of code that exclude each other: what is said of input is not said of output.

use crate::stem::same_word;

// Two ends of one thing are none: what one sends too large, another refuses to receive.
#[rustfmt::skip]
const OPPOSITES: &[(&str, &str)] = &[
    ("input", "output"), ("encode", "decode"), ("serialize", "deserialize"), ("encrypt", "decrypt"), ("compress", "decompress"),
    ("enable", "disable"), ("minimum", "maximum"), ("min", "max"), ("subscribe", "unsubscribe"), ("mount", "unmount"),
];

/// What a word excludes, where it is one of a pair; both in lower case.
pub fn opposite(word: &str) -> Option<&'static str> {
    OPPOSITES.iter().find_map(|(a, b)| match () {
        () if same_word(a, word) => Some(*b),
        () if same_word(b, word) => Some(*a),
        () => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_a_pair_exclude_each_other() {
        assert_eq!(
            (opposite("inputs"), opposite("decoding"), opposite("table")),
            (Some("output"), Some("encode"), None)
        );
    }
}
