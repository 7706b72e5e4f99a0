//! "watch channel vs broadcast channel": two names with the same noun behind them.

use crate::words::Word;

/// Words between two things that are compared.
const BETWEEN: &[&str] = &["vs", "versus", "vs.", "and", "or", "with", "to", "from", "than"];
/// Words of which a comparison has one.
pub const COMPARES: &[&str] = &[
    "vs",
    "versus",
    "vs.",
    "difference",
    "differences",
    "distinction",
    "compare",
    "compares",
    "compared",
    "comparing",
    "differ",
    "differs",
    "comparison",
];
/// Words that end what is compared, and begin what is said of it: "the printer used when piping".
const ENDS: &[&str] = &["used", "that", "which", "when", "if", "in", "for", "of", "on", "with", "while", "here", "by"];
/// Most words of one side.
const LONGEST: usize = 4;

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
    let Some(at) = first else {
        of_another(words);
        return phrases(words);
    };
    for at in [at + 3, at] {
        let name = format!("{}::{}", words[at].text, words[at + 1].text);
        words[at] = Word { ends_clause: words[at + 1].ends_clause, ..Word::name(&name) };
        words.remove(at + 1);
    }
}

/// "Between a downloader middleware and a spider middleware", "the v1 and v2 algorithm": each side is one name, of several words.
fn phrases(words: &mut Vec<Word>) {
    let lower = |at: usize| words.get(at).map_or("", |word| word.lower.as_str());
    let Some(start) = (0..words.len()).find(|at| match lower(*at) {
        "between" => at.checked_sub(1).is_some_and(|before| COMPARES.contains(&lower(before))),
        "compare" | "comparing" => true,
        _ => false,
    }) else {
        return;
    };
    let is_between =
        |at: &usize| matches!(lower(*at), "and" | "vs" | "versus" | "vs.") || *at > start && lower(*at) == "with";
    let Some(middle) = (start + 1..words.len()).find(is_between) else { return };
    let (Some(left), Some(right)) = (side(&words[start + 1..middle]), side(&words[middle + 1..])) else { return };
    let is_article = |at: usize| matches!(lower(at), "the" | "a" | "an");
    let has_article = is_article(start + 1) || is_article(middle + 1);
    if left.len() + right.len() < 3 && !has_article {
        return;
    }
    let end = middle + 1 + usize::from(is_article(middle + 1)) + right.len();
    let text = |side: &[Word]| side.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    // "The v1 and v2 algorithm": what is behind the second is of both. "The old printer and the new one": of the first.
    let (mut first, mut second) = (text(&left), text(&right));
    if left.len() == 1 && right.len() > 1 && !is_article(middle + 1) {
        first = format!("{first} {}", text(&right[1..]));
    } else if let ([modifier, one], Some(head)) = (right.as_slice(), left.last())
        && one.lower == "one"
    {
        second = format!("{} {}", modifier.text, head.text);
    }
    let rest: Vec<Word> = words.split_off(end);
    words.truncate(start + 1);
    words.extend([Word::name(&first), Word { marked: false, ..Word::name("and") }, Word::name(&second)]);
    if let (Some(last), Some(old)) = (words.last_mut(), right.last()) {
        last.ends_clause = old.ends_clause;
    }
    words.extend(rest);
}

/// The words of one side; none where it has a name of code in it, is too long, or is no noun.
fn side(words: &[Word]) -> Option<Vec<Word>> {
    let is_article = |word: &&Word| matches!(word.lower.as_str(), "the" | "a" | "an");
    let begins = words.iter().take_while(is_article).count();
    let words = &words[begins..];
    let end = words.iter().position(|word| ENDS.contains(&word.lower.as_str())).unwrap_or(words.len());
    let clause = words.iter().position(|word| word.ends_clause).map_or(end, |at| end.min(at + 1));
    let side = words.get(..clause)?;
    let is_plain = |word: &Word| {
        !word.is_path() && !word.is_name() && !matches!(word.lower.as_str(), "and" | "or" | "it" | "that")
    };
    let says = side.iter().any(|word| !word.is_stop());
    (!side.is_empty() && side.len() <= LONGEST && says && side.iter().all(is_plain)).then(|| side.to_vec())
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
        let middlewares = "What is the difference between a downloader middleware and a spider middleware?";
        assert_eq!(joined(middlewares), ["downloader middleware", "spider middleware"]);
        assert_eq!(joined("difference between the v1 and v2 algorithm"), ["v1 algorithm", "v2 algorithm"]);
        assert_eq!(
            joined("difference between the plain printer used when piping and the fancy one?"),
            ["plain printer", "fancy printer"]
        );
        assert!(joined("what is the difference between reading and writing").is_empty());
        assert!(joined("is a read lock or write lock held").is_empty());
    }
}
