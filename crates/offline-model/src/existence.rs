//! "Can it fetch a URL?", "does it support zstd?": whether the program has something at all. What tests, examples and copies of other
//! projects have of it is nothing that the program can do.

/// Auxiliary verbs that such a question begins with, and who they are said of.
const BEGINS: &[&str] = &["can", "could", "does", "do", "will"];
const WHO: &[&str] = &["it", "this", "they", "the"];

/// Whether a question asks if there is something of what it says.
pub fn is_asked(question: &str) -> bool {
    let lower = question.to_lowercase();
    let words: Vec<&str> =
        lower.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|word| !word.is_empty()).collect();
    match words.as_slice() {
        ["is" | "are", "there", "a" | "an" | "any" | "some", ..] => true,
        [verb, who, ..] => BEGINS.contains(verb) && WHO.contains(who),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::is_asked;

    #[test]
    fn whether_there_is_something_is_asked_by_who_can_do_it() {
        for question in ["Can it fetch a URL?", "does it support zstd?", "Is there a limit on the size?"] {
            assert!(is_asked(question), "{question}");
        }
        for question in ["How can it fetch a URL?", "Can I use it without a server?", "Is the cache cleared?"] {
            assert!(!is_asked(question), "{question}");
        }
    }
}
