//! Two questions in one sentence, or in two.

/// Words that begin a question.
const OPENERS: &[&str] = &[
    "who", "what", "what's", "which", "where", "where's", "how", "when", "why", "is", "are", "does", "do", "can",
    "list",
];

/// The two parts: behind the end of a sentence, a comma or "and", where a word that begins a question follows.
pub fn split(question: &str) -> Option<(&str, &str)> {
    for (at, _) in question.match_indices([' ', '\n']) {
        let (first, rest) = (question[..at].trim_end(), question[at..].trim_start());
        let (joined, second) = ["and ", "And ", "also ", "& "]
            .iter()
            .find_map(|word| rest.strip_prefix(word).map(|second| (true, second.trim_start())))
            .unwrap_or((first.ends_with(['?', ';']), rest));
        let opener = second.split(|c: char| !c.is_alphanumeric() && c != '\'').next().unwrap_or("").to_lowercase();
        let is_quoted = first.matches('`').count() % 2 == 1 || first.matches('"').count() % 2 == 1;
        let long_enough = first.split_whitespace().count() > 1 && second.split_whitespace().count() > 1;
        if joined && !is_quoted && long_enough && OPENERS.contains(&opener.as_str()) {
            return Some((first.trim_end_matches([',', ';']), second));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_second_question() {
        assert_eq!(split("Where is `a` defined and who calls it?"), Some(("Where is `a` defined", "who calls it?")));
        assert_eq!(split("What does a do? Who calls it?"), Some(("What does a do?", "Who calls it?")));
        assert_eq!(split("compare a and b"), None);
        assert_eq!(split("How are `what and who` handled?"), None);
        assert_eq!(split("and who calls it?"), None);
    }
}
