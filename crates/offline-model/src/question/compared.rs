//! "watch channel vs broadcast channel": two names with the same noun behind them.

use crate::words::Word;

/// Words between two things that are compared.
const BETWEEN: &[&str] = &["vs", "versus", "vs.", "and", "or", "with", "to", "from", "than"];
/// Words of which a comparison has one.
const COMPARES: &[&str] =
    &["vs", "versus", "vs.", "difference", "differences", "compare", "compared", "differ", "differs", "comparison"];

/// Makes one name of each of the two: `watch::channel`, `broadcast::channel`.
pub fn join(words: &mut Vec<Word>) {
    if !words.iter().any(|word| COMPARES.contains(&word.lower.as_str())) {
        return;
    }
    of_each(words);
    let is_plain = |word: &Word| !word.is_stop() && !word.is_path() && !word.is_name();
    let first = words.windows(5).position(|five| match five {
        [a, noun, between, b, other] => {
            BETWEEN.contains(&between.lower.as_str())
                && noun.lower == other.lower
                && a.lower != b.lower
                && [a, noun, b].into_iter().all(is_plain)
        }
        _ => false,
    });
    let Some(at) = first else { return of_another(words) };
    for at in [at + 3, at] {
        let name = format!("{}::{}", words[at].text, words[at + 1].text);
        words[at] = Word { ends_clause: words[at + 1].ends_clause, ..Word::name(&name) };
        words.remove(at + 1);
    }
}

/// "Between `Client` and blocking `Client`": the word says which of the two it is.
fn of_another(words: &mut Vec<Word>) {
    let is_plain = |word: &Word| !word.is_stop() && !word.is_path() && !word.is_name();
    let found = words.windows(4).position(|four| match four {
        [name, between, which, other] => {
            BETWEEN.contains(&between.lower.as_str())
                && name.text == other.text
                && !name.is_stop()
                && !name.is_path()
                && is_plain(which)
        }
        _ => false,
    });
    let Some(at) = found else { return };
    let name = format!("{}::{}", words[at + 2].text, words[at + 3].text);
    words[at + 2] = Word { ends_clause: words[at + 3].ends_clause, ..Word::name(&name) };
    words.remove(at + 3);
    words[at].marked = true;
}

/// "The onerror of the application and that of the context": a member of each of the two.
fn of_each(words: &mut Vec<Word>) {
    let is_article = |word: &Word| matches!(word.lower.as_str(), "the" | "a" | "an");
    let that = words.windows(2).position(|two| {
        matches!(two[0].lower.as_str(), "that" | "one" | "those") && matches!(two[1].lower.as_str(), "of" | "in")
    });
    let Some(that) = that else { return };
    let Some(of) = words[..that].iter().rposition(|word| matches!(word.lower.as_str(), "of" | "in")) else { return };
    let behind = |at: usize| (at + 1..words.len()).find(|at| !is_article(&words[*at]));
    let (Some(noun), Some(first), Some(second)) = (of.checked_sub(1), behind(of), behind(that + 1)) else { return };
    let is_named = |at: usize| !words[at].is_stop() && !words[at].is_path();
    if first >= that || ![noun, first, second].into_iter().all(is_named) {
        return;
    }
    let name = |owner: usize| Word::name(&format!("{}.{}", words[owner].text, words[noun].text));
    let (a, b) = (name(first), name(second));
    let ends: Vec<Word> = words[second + 1..].to_vec();
    words.truncate(noun);
    words.extend([a, Word { marked: false, ..Word::name("and") }, b]);
    words.extend(ends);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words;

    #[test]
    fn two_of_one_noun_are_two_names() {
        let joined = |question: &str| {
            let mut words = words::split(question);
            join(&mut words);
            words.into_iter().filter(Word::is_name).map(|word| word.text).collect::<Vec<_>>()
        };
        assert_eq!(joined("watch channel vs broadcast channel"), ["watch::channel", "broadcast::channel"]);
        assert_eq!(
            joined("Difference between the onerror of the application and that of the context?"),
            ["application.onerror", "context.onerror"]
        );
        assert_eq!(joined("difference between Client and blocking Client"), ["Client", "blocking::Client"]);
        assert!(joined("what is the difference between reading and writing").is_empty());
        assert!(joined("is a read lock or write lock held").is_empty());
    }
}
