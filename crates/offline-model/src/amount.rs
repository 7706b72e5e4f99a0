//! Whether a question asks for a number or another value that code holds in a constant, rather than for what does something.

use super::words;

/// What "how" is followed by where a number is asked for: "how often".
#[rustfmt::skip]
const MEASURED: &[&str] = &["big", "deep", "fast", "far", "high", "large", "long", "many", "much", "often", "old", "small", "wide"];
/// What a number is called: "from which size on".
#[rustfmt::skip]
const MEASURES: &[&str] = &[
    "count", "interval", "length", "limit", "maximum", "minimum", "number", "size", "threshold", "timeout",
];

/// True for "how many", "how often", "what is the maximum", "above which size".
pub fn is_asked(question: &str) -> bool {
    let words: Vec<String> = words::split(question).into_iter().map(|word| word.lower).collect();
    let is = |at: usize, list: &[&str]| words.get(at).is_some_and(|word| list.contains(&word.as_str()));
    (0..words.len()).any(|at| match words[at].as_str() {
        "how" => is(at + 1, MEASURED),
        "what" | "which" => (at + 1..at + 4).any(|at| is(at, MEASURES)),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_asked_for_by_how_much_and_by_what_they_are_called() {
        for asked in
            ["How many passes are made at most?", "What is the maximum distance?", "From which size on is it sent?"]
        {
            assert!(is_asked(asked), "{asked}");
        }
        for other in ["How is the size computed?", "Where is the limit checked?", "What does it do with many files?"] {
            assert!(!is_asked(other), "{other}");
        }
    }
}
