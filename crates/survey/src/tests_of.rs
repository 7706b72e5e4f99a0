//! Tests of something: by what they call, by their names and files, by what they say of themselves.

use crate::Entry;
use crate::naming::{Paths, last, plain};
use code_words::condition::situations;
use code_words::identifier::lower_parts;
use code_words::stem::same_word;

/// Words of what a test is of that say nothing of which one.
const FILLING: &[&str] = &["file", "module", "class", "function", "method"];

/// Tests of something, and what is said of them where they are not simply tests of it.
pub struct TestsOf<'e> {
    pub entries: Vec<&'e Entry>,
    pub said: Option<String>,
}

/// Tests of a name, or of what several words say; what follows " of " narrows them: "match blocks of config".
pub fn tests<'e>(entries: Vec<&'e Entry>, of: &str, paths: Paths<'_>) -> TestsOf<'e> {
    let (head, tail) = of.split_once(" of ").map_or((of, None), |(head, tail)| (head, Some(tail)));
    let found = of_words(entries, head, paths);
    match tail {
        Some(tail) if !found.entries.is_empty() => narrowed(found, head, tail, paths),
        _ => found,
    }
}

/// Those that have all words of `tail` as well; where none has, those with more of them first, and what is not known of them.
fn narrowed<'e>(found: TestsOf<'e>, head: &str, tail: &str, paths: Paths<'_>) -> TestsOf<'e> {
    let mut words = lower_parts(tail);
    if words.iter().any(|word| !FILLING.contains(&word.as_str())) {
        words.retain(|word| !FILLING.contains(&word.as_str()));
    }
    let held = |entry: &Entry| {
        let Words { own, called } = Words::of(entry, paths);
        words.iter().filter(|word| has(&own, word) || has(&called, word)).count()
    };
    let all: Vec<&Entry> = found.entries.iter().copied().filter(|entry| held(entry) == words.len()).collect();
    if !all.is_empty() {
        return TestsOf { entries: all, ..found };
    }
    let mut entries = found.entries;
    entries.sort_by_key(|entry| std::cmp::Reverse(held(entry)));
    let said = found.said.unwrap_or_else(|| match entries.len() {
        1 => format!("There is 1 test of `{head}`, not known to be of `{tail}`"),
        n => format!("There are {n} tests of `{head}`, of none of which it is known that it is of `{tail}`"),
    });
    TestsOf { entries, said: Some(said) }
}

/// Tests that call it by name; where none does, tests whose own name or file has it.
fn of_words<'e>(entries: Vec<&'e Entry>, of: &str, paths: Paths<'_>) -> TestsOf<'e> {
    let simply = |entries| TestsOf { entries, said: None };
    let name = last(of);
    let calls: Vec<&Entry> =
        entries.iter().copied().filter(|entry| entry.about.iter().any(|called| called == name)).collect();
    if !calls.is_empty() {
        return simply(calls);
    }
    let wanted = plain(name);
    let stem = |path: &str| plain(path.rsplit('/').next().and_then(|name| name.split('.').next()).unwrap_or(""));
    let fits = |entry: &&Entry| {
        wanted.len() > 2 && (plain(&entry.name).contains(&wanted) || stem(paths(entry.file)).contains(&wanted))
    };
    // "Redaction" is tested by `redact.test.js`.
    let is_form = |entry: &Entry| {
        let path = paths(entry.file);
        lower_parts(path.rsplit('/').next().unwrap_or(path)).iter().any(|part| same_word(part, &wanted))
    };
    let is_word = of.chars().all(|c| c.is_lowercase());
    let mut found: Vec<&Entry> = entries.iter().copied().filter(|e| fits(e) || is_word && is_form(e)).collect();
    if is_word {
        found.sort_by_key(|entry| !is_form(entry));
    }
    if !found.is_empty() || !of.contains(' ') {
        return simply(found);
    }
    of_topic(entries, of, paths)
}

/// The words by which a test is known: those of its name and path, and those of what it calls and says of itself.
struct Words {
    own: Vec<String>,
    called: Vec<String>,
}

impl Words {
    fn of(entry: &Entry, paths: Paths<'_>) -> Self {
        let own = lower_parts(&format!("{} {}", entry.name, paths(entry.file)));
        Self { own, called: entry.about.iter().flat_map(|called| lower_parts(called)).collect() }
    }
}

fn has(parts: &[String], word: &str) -> bool {
    parts.iter().any(|part| same_word(part, word))
}

/// Tests of what is said in several words: those that call what is called so, and those whose names and paths have all of the
/// words, or the one that code has for them (`fallback` of "falling back"); else those that have all of them with what they call and
/// say; where there are none, those with the most of them, half at least, which is said.
fn of_topic<'e>(entries: Vec<&'e Entry>, of: &str, paths: Paths<'_>) -> TestsOf<'e> {
    let words = lower_parts(of);
    let in_one: Vec<&str> = situations(of)
        .into_iter()
        .filter(|situation| words.iter().all(|word| has(&lower_parts(&situation.said), word)))
        .filter_map(|situation| situation.words.first().copied())
        .collect();
    let held = |known: &Words| {
        // A word of a test's own name or file says more than one of what it calls.
        let weight = |word: &String| if has(&known.own, word) { 3 } else { usize::from(has(&known.called, word)) };
        let is_one = in_one.iter().any(|word| has(&known.own, word));
        let weights: Vec<usize> = words.iter().map(weight).collect();
        let sum = if is_one { 3 * words.len() } else { weights.iter().sum::<usize>() };
        (sum, is_one || weights.iter().all(|weight| *weight > 0))
    };
    let whole = plain(of);
    let is_called = |entry: &Entry| entry.about.iter().any(|called| plain(called) == whole);
    let mut ranked: Vec<(usize, bool, &Entry)> = entries
        .into_iter()
        .map(|entry| {
            let (sum, is_all) = held(&Words::of(entry, paths));
            (sum, is_all, entry)
        })
        .collect();
    let all_own = 3 * words.len();
    if ranked.iter().any(|(sum, _, entry)| *sum == all_own || is_called(entry)) {
        ranked.retain(|(sum, _, entry)| *sum == all_own || is_called(entry));
        ranked.sort_by_key(|(sum, ..)| std::cmp::Reverse(*sum));
        return TestsOf { entries: ranked.into_iter().map(|(.., entry)| entry).collect(), said: None };
    }
    let is_any_whole = ranked.iter().any(|(sum, is_all, _)| *is_all && *sum > words.len());
    if is_any_whole {
        ranked.retain(|(_, is_all, _)| *is_all);
    }
    let most = ranked.iter().map(|(sum, ..)| *sum).max().unwrap_or(0);
    let is_enough = most >= 3 && (is_any_whole || most * 2 >= all_own);
    let entries: Vec<&Entry> =
        ranked.into_iter().filter(|(sum, ..)| is_enough && *sum == most).map(|(.., entry)| entry).collect();
    let have = if entries.len() == 1 { "1 has" } else { &format!("{} have", entries.len()) };
    let said = (!is_any_whole && !entries.is_empty()).then(|| {
        format!("No test was found that has all words of `{of}` in its name, its file, what it says or calls; {have} some of them")
    });
    TestsOf { entries, said }
}
