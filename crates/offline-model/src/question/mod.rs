//! What a question asks: its kind, the names in it, and the words of its topic.

mod compared;
mod languages;
pub mod more;
mod names;
mod operators;
mod project;
mod tables;
#[cfg(test)]
mod tests;
mod two;
pub mod unset;

use crate::direction::{self, Way};
use crate::history;
use crate::vocabulary::{ABOUT_ALL, DESCRIBING, FILLERS, FOLDER_NOUNS, NOUNS, TAIL, VERBS, carries_meaning};
use crate::words::{self, Word};
use crate::{exports, grammar, pronouns, survey};
use code_words::condition::is_failing;
use code_words::everyday::{is_common, is_everyday, says_little};
use code_words::stem::same_word;
use protocol::Turn;

use crate::asked::Question;
use crate::kind::Kind;

struct Before {
    question: Question,
    /// The symbol it was about: what "it" means after it.
    subject: Option<String>,
    /// Whether its answer alone names the symbol, and not the question.
    is_guess: bool,
}

/// So many words of its own, and "it" is rather the program than what an answer named first: "how does it decide where one
/// statement ends and the next begins?"
const OWN_TOPIC: usize = 5;

/// Understands a question about a repository that nothing is known of.
#[cfg(test)]
pub fn understand(question: &str, history: &[Turn]) -> Question {
    understand_of(question, history, &[])
}

/// Understands a question; `it`, `that` and "this function" mean what the question itself names, or else what the turn
/// before was about. Each turn is read once, the oldest first. "More" is the question before, and the next page of its answer.
/// `project` is what the repository is called.
pub fn understand_of(question: &str, history: &[Turn], project: &[String]) -> Question {
    let more::Meant { question, history, page } = more::meant(question, history);
    let mut before: Option<Before> = None;
    for turn in history.iter().filter(|turn| !more::is_more(&turn.question)) {
        let question = both(before.as_ref(), &turn.question, project);
        let subject = subject_of(turn, &question);
        let is_guess = question.names.is_empty();
        before = Some(Before { question: Question { also: None, ..question }, subject, is_guess });
    }
    Question { page, ..both(before.as_ref(), question, project) }
}

/// Two questions in one are two, where each is one of a known kind or has a topic of its own: the second may leave out what the
/// first names.
fn both(before: Option<&Before>, question: &str, project: &[String]) -> Question {
    let one = |before: Option<&Before>, question: &str| one(before, question, project);
    let whole = one(before, question);
    let Some((first, second)) = two::split(question) else { return whole };
    let first = one(before, first);
    if first.kind == Kind::Overview {
        let second = one(before, second);
        let is_another = second.kind == Kind::Overview && second.survey != first.survey
            || second.kind.is_exact() && stands_alone(&second);
        return match (is_another, whole.kind) {
            (true, _) => Question { also: Some(Box::new(second)), ..first },
            (false, Kind::Overview) => whole,
            // "And how does it run?" is a part of what an overview says.
            (false, _) => first,
        };
    }
    // "What is Monolog and what are its main parts?" is one question about all of it.
    if !stands_alone(&first) || first.names_repository && whole.kind == Kind::Overview {
        return whole;
    }
    // What a pronoun means after a topic in free words is only in the whole.
    if !first.kind.is_exact()
        && words::split(second).iter().any(|word| pronouns::PRONOUNS.contains(&word.lower.as_str()))
    {
        return whole;
    }
    let subject = first.names.first().cloned();
    let second = one(Some(&Before { question: first.clone(), subject, is_guess: false }), second);
    let second = with_topic_of(&first, second);
    let is_same = (second.kind, &second.names, &second.terms) == (first.kind, &first.names, &first.terms);
    let is_vague = first.kind == Kind::How && second.kind == Kind::How;
    if is_vague || is_same || !stands_alone(&second) {
        return whole;
    }
    Question { also: Some(Box::new(second)), ..first }
}

/// "And what if the first one fails?": what fails is what the first question is about.
fn with_topic_of(first: &Question, second: Question) -> Question {
    const COUNTED: &[&str] = &["first", "last", "next", "one", "other", "others", "second", "them", "these", "those"];
    let says_which = |term: &String| COUNTED.contains(&term.to_lowercase().as_str());
    let has_topic = |term: &String| {
        let lower = term.to_lowercase();
        carries_meaning(term) && !is_everyday(&lower) && !is_failing(&lower) && !says_which(term)
    };
    if second.kind != Kind::When || !second.names.is_empty() || second.terms.iter().any(has_topic) {
        return second;
    }
    let topic = first.terms.iter().filter(|term| has_topic(term));
    let own = second.terms.iter().filter(|term| !says_which(term));
    Question { terms: topic.chain(own).cloned().collect(), ..second }
}

fn stands_alone(question: &Question) -> bool {
    let has_topic = || question.terms.iter().any(|term| !is_common(&term.to_lowercase()));
    match question.kind {
        Kind::Explain | Kind::When => has_topic(),
        kind => kind.is_exact() && !question.names.is_empty(),
    }
}

/// One question; in another language it is read in English.
fn one(before: Option<&Before>, question: &str, project: &[String]) -> Question {
    // Of the repository itself nothing that was named before is meant.
    if let Some(unnamed) = project::unnamed(question, project) {
        return one(None, &unnamed, &[]);
    }
    // "And back?"
    if direction::asks_back(question)
        && let Some(way) = before.and_then(|before| Way::asked(&before.question))
    {
        let way = way.back();
        let back = format!("How is {} turned into {}?", way.from.join(" "), way.to.join(" "));
        return Question { asked: back.clone(), ..of_words(before, words::split(&back)) };
    }
    let words = words::split(question);
    let read = match languages::in_english(question, &words) {
        Some(english) => Question { asked: english.clone(), ..of_words(before, words::split(&english)) },
        None => Question { asked: question.to_owned(), ..of_words(before, words) },
    };
    let is_it = |name: &String| project.iter().any(|own| own.eq_ignore_ascii_case(name));
    Question { names_repository: !read.names.is_empty() && read.names.iter().all(is_it), ..read }
}

fn of_words(before: Option<&Before>, mut raw: Vec<Word>) -> Question {
    unmark_examples(&mut raw);
    let has_topic = raw.iter().filter(|word| !word.is_stop()).count() >= OWN_TOPIC;
    let before_it = before.filter(|before| !before.is_guess || !has_topic);
    let subject = before_it.and_then(|before| before.subject.as_deref());
    let mut words = pronouns::resolved(&raw, subject);
    operators::join(&mut words);
    mark_names(&mut words);
    compared::join(&mut words);
    names::mark(&mut words);
    let paths: Vec<String> = words.iter().filter(|word| word.is_path()).map(|word| word.text.clone()).collect();
    let terms = terms_of(&words);
    if let Some(asked) = history::asked(&words).or_else(|| version_asked(&words).map(history::Asked::Commit)) {
        let names = asked.name().map(str::to_owned).into_iter().collect();
        return Question { history: Some(asked), ..Question::new(Kind::History, names, paths, terms) };
    }
    if let Some(name) = tables::asked(&words) {
        return Question::new(Kind::Used, vec![name], paths, terms);
    }
    if let Some(file) = exports::asked(&words) {
        return Question::new(Kind::Exports, Vec::new(), vec![file], terms);
    }
    let default_asked = unset::asked(&words);
    if default_asked == Some(unset::Asks::Value) {
        return of_default(&words, paths);
    }
    if let Some((kind, asked)) = survey::asked(&words) {
        let names = asked.names();
        return Question { survey: Some(asked), ..Question::new(kind, names, paths, terms) };
    }
    if let Some(file) = file_asked(&words) {
        let paths = vec![file];
        return Question::new(Kind::File, Vec::new(), paths, terms);
    }
    let sentence = shaped(&words);

    if let Some((kind, mut names)) = grammar::fit(&sentence, &words) {
        // "What seed does it use if none is given?" asks for a value, whatever it uses.
        if default_asked.is_some() && matches!(kind, Kind::Callees | Kind::What | Kind::How) {
            return of_default(&words, paths);
        }
        // "What are the default settings?" asks for a list of them.
        if kind == Kind::Default
            && words.get(1).is_some_and(|word| word.lower == "are")
            && let Some((kind, asked)) = survey::asked_freely(&words)
        {
            return Question { survey: Some(asked), ..Question::new(kind, Vec::new(), paths, terms) };
        }
        // Some kinds are recognised by their verbs alone.
        if names.is_empty() {
            names.extend(words.iter().filter(|word| word.is_name()).map(|word| word.text.clone()));
            names.dedup();
            return Question::new(kind, names, paths, terms);
        }
        let plain = names.iter().all(|name| !words.iter().any(|word| word.is_name() && word.text == *name));
        // "How does routing work" is about a topic as often as about a symbol: look for both.
        let topical = kind == Kind::How || (kind == Kind::Where && terms.len() > names.len() + 1);
        if plain && topical && kind == Kind::Where {
            return Question::new(Kind::Explain, Vec::new(), paths, terms);
        }
        let kind = if plain && topical { Kind::Explain } else { kind };
        if !(plain && names.iter().all(|name| ABOUT_ALL.contains(&name.to_lowercase().as_str()))) {
            return Question::new(kind, names, paths, terms);
        }
    }
    if let Some(inherited) = before.and_then(|before| follow_up(&sentence, before)) {
        return Question { paths, terms, ..inherited };
    }
    if let Some((kind, asked)) = survey::asked_freely(&words) {
        return Question { survey: Some(asked), ..Question::new(kind, Vec::new(), paths, terms) };
    }
    if default_asked.is_some() {
        return of_default(&words, paths);
    }
    without_pattern(&raw, &words, paths, terms)
}

/// A question for a default: what it names, and the words of what is asked alone.
fn of_default(words: &[Word], paths: Vec<String>) -> Question {
    let words = unset::main_clause(words);
    let names = words.iter().filter(|word| word.is_name()).map(|word| word.text.clone()).collect();
    Question::new(Kind::Default, names, paths, terms_of(words))
}

/// "What is in sessions?": a file without its ending.
fn file_asked(words: &[Word]) -> Option<String> {
    let lower: Vec<&str> = words.iter().map(|word| word.lower.as_str()).collect();
    let last = match lower.as_slice() {
        ["what", "is", "in" | "inside", "the", _, "file"] | ["what's" | "whats", "in" | "inside", "the", _, "file"] => {
            words.len() - 2
        }
        ["what", "is", "in" | "inside", _] | ["what's" | "whats", "in" | "inside", _] => words.len() - 1,
        _ => return None,
    };
    let file = &words[last];
    (!file.is_path() && !file.is_stop() && !ABOUT_ALL.contains(&file.lower.as_str())).then(|| file.text.clone())
}

/// What an overview is of: "an overview of the architecture: main types and packages".
const PARTS: &[&str] = &["main", "types", "packages", "modules", "parts", "components", "classes", "crates"];

/// "What changed in v1?", "what is new since 2.0": a version is no symbol.
fn version_asked(words: &[Word]) -> Option<String> {
    let is_version = |word: &&Word| {
        let digits = word.lower.strip_prefix('v').unwrap_or(&word.lower);
        !word.marked
            && digits.starts_with(|c: char| c.is_ascii_digit())
            && digits.chars().all(|c| c.is_ascii_digit() || c == '.')
    };
    let asks =
        words.iter().any(|word| matches!(word.lower.as_str(), "changed" | "new" | "changes" | "changelog" | "release"));
    let opens = words.first().is_some_and(|word| {
        matches!(word.lower.as_str(), "what" | "what's" | "whats" | "which" | "changes" | "changelog")
    });
    words.iter().filter(|_| asks && opens).find(is_version).map(|word| word.text.clone())
}

fn without_pattern(raw: &[Word], words: &[Word], paths: Vec<String>, terms: Vec<String>) -> Question {
    let mut names: Vec<String> = Vec::new();
    for word in words.iter().filter(|word| word.is_name()) {
        if !names.contains(&word.text) {
            names.push(word.text.clone());
        }
    }
    let extra = terms.iter().filter(|term| !names.contains(term) && !paths.contains(term)).count();
    let lists = raw.iter().any(|word| matches!(word.lower.as_str(), "list" | "files" | "folders" | "contents"));
    let about_all = raw.iter().any(|word| ABOUT_ALL.contains(&word.lower.as_str()));
    let is_of_all = |term: &str| ABOUT_ALL.contains(&term) || PARTS.contains(&term);
    let only_all = terms.iter().all(|term| is_of_all(&term.to_lowercase()));
    let kind = if names.is_empty() && !paths.is_empty() && extra == 0 {
        let is_file = paths[0].rsplit('/').next().is_some_and(|last| last.trim_start_matches('.').contains('.'));
        if is_file { Kind::File } else { Kind::List }
    } else if names.is_empty() && paths.is_empty() && only_all && lists {
        return Question::new(Kind::List, names, vec![".".into()], terms);
    } else if names.is_empty() && paths.is_empty() && only_all && about_all {
        Kind::Overview
    } else if !names.is_empty() {
        if extra == 0 { Kind::What } else { Kind::How }
    } else if let ([only], true) = (terms.as_slice(), words.len() == 1) {
        names.push(only.clone());
        Kind::What
    } else {
        Kind::Explain
    };
    Question::new(kind, names, paths, terms)
}

/// "And its callers?", "what about `x`?": the rest of the sentence is in the turn before.
fn follow_up(sentence: &[Word], before: &Before) -> Option<Question> {
    let content: Vec<&Word> = sentence.iter().filter(|word| !word.is_stop()).collect();
    let opens = sentence.first().is_some_and(|word| matches!(word.lower.as_str(), "and" | "what" | "how" | "or"));
    let about = sentence.iter().any(|word| word.lower == "about") || sentence.first().is_some_and(|w| w.lower == "and");
    if let ([name], true, true) = (content.as_slice(), opens, about)
        && !matches!(name.lower.as_str(), "callers" | "callees" | "calls")
        && !name.is_path()
    {
        return Some(Question { names: vec![name.text.clone()], ..before.question.clone() });
    }
    if content.len() <= 1 {
        let mut extended = sentence.to_vec();
        extended.push(Word::name(before.subject.as_deref()?));
        let (kind, names) = grammar::fit(&extended, &extended)?;
        return Some(Question::new(kind, names, Vec::new(), Vec::new()));
    }
    None
}

/// What "it" means after a turn: the symbol it asked about, as its answer spells it, or the first it cited.
fn subject_of(turn: &Turn, asked: &Question) -> Option<String> {
    let spelled = asked
        .names
        .iter()
        .find_map(|name| turn.symbols.iter().find(|symbol| crate::symbol::likeness(symbol, name).is_some()).cloned());
    spelled.or_else(|| turn.symbols.first().cloned()).or_else(|| asked.names.first().cloned())
}

/// "The dispatch function", "the class Flask", "the src folder": the neighbour of the noun is a name.
fn mark_names(words: &mut [Word]) {
    let is_article = |word: &Word| matches!(word.lower.as_str(), "the" | "a" | "an");
    for i in 0..words.len() {
        let noun = words[i].lower.clone();
        let before = i.checked_sub(1).filter(|&b| !words[b].is_stop());
        let after = (i + 1 < words.len() && !words[i + 1].is_stop()).then_some(i + 1);
        let named_after = after.filter(|&a| {
            words
                .get(a + 1)
                .is_none_or(|next| VERBS.contains(&next.lower.as_str()) || TAIL.contains(&next.lower.as_str()))
        });
        if FOLDER_NOUNS.contains(&noun.as_str()) {
            // "A watched directory" is any that is watched.
            let is_any = before.and_then(|at| at.checked_sub(1)).is_some_and(|at| {
                matches!(words[at].lower.as_str(), "a" | "an" | "any" | "every" | "each" | "another" | "some")
            });
            let named = before.or(named_after).filter(|_| !is_any);
            if let Some(at) = named.filter(|&at| !words[at].is_path() && !describes(&words[at])) {
                words[at].text.push('/');
            }
        } else if NOUNS.contains(&noun.as_str()) {
            if let Some(before) = before.filter(|&b| b > 0 && is_article(&words[b - 1]) && !describes(&words[b])) {
                words[before].marked = true;
            } else if let Some(after) = named_after.filter(|_| i == 0 || is_article(&words[i - 1])) {
                words[after].marked = true;
            }
        }
    }
}

/// "The temporary folder", "a test class": the word says which kind it is, and names none.
fn describes(word: &Word) -> bool {
    !word.is_name() && DESCRIBING.contains(&word.lower.as_str())
}

/// "Names such as 'redis'": an example is no name that the question is about.
fn unmark_examples(words: &mut [Word]) {
    for at in 0..words.len() {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].lower.as_str());
        let is_example = matches!((before(2), before(1)), ("such", "as") | ("for", "example" | "instance"))
            || matches!(before(1), "e.g" | "e.g.");
        if is_example && words[at].marked {
            words[at].marked = false;
        }
    }
}

fn shaped(words: &[Word]) -> Vec<Word> {
    let is_filler = |word: &Word| !word.marked && FILLERS.contains(&word.lower.as_str());
    let mut sentence: Vec<Word> = words.iter().filter(|word| !is_filler(word)).cloned().collect();
    while sentence.len() > 2 && sentence.last().is_some_and(|w| !w.marked && TAIL.contains(&w.lower.as_str())) {
        sentence.pop();
    }
    sentence
}

/// Words before "code" that mean the source.
const SOURCES: &[&str] =
    &["source", "own", "client", "server", "test", "user", "calling", "other", "main", "example", "library"];
/// Nouns of code that say little alone, and are what a question is about behind a word that says which: a "recipe line", "server methods".
const OF_CODE: &[&str] = &[
    "directories",
    "directory",
    "files",
    "function",
    "functions",
    "line",
    "lines",
    "list",
    "method",
    "methods",
    "module",
    "modules",
];
/// Nouns of code that say little alone, and of a noun behind them which one it is: a "file system", a "type parameter".
const MODIFIERS: &[&str] = &["file", "line", "type", "method", "function", "class", "module", "directory"];
/// Words of asking that are what the code does behind "how does it".
const DONE: &[&str] = &["find", "handle", "list"];
/// What is done with errors, whatever a language calls it.
const RAISED: &[&str] = &["raise", "raises", "raised", "throw", "throws", "thrown"];

fn terms_of(words: &[Word]) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    let is_done = |at: usize| {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].lower.as_str());
        DONE.contains(&words[at].lower.as_str()) && before(1) == "it" && matches!(before(2), "does" | "do" | "did")
    };
    // A "close code" is no code of the repository, and a "command line" none of a file.
    let is_compound = |at: usize| {
        let before = at.checked_sub(1).map(|at| &words[at]).filter(|word| !word.is_stop() && !word.ends_clause);
        let is_plain =
            |word: &Word| !word.is_name() && !word.is_path() && !word.lower.ends_with("ed") && !describes(word);
        match words[at].lower.as_str() {
            "code" => before.is_some_and(|word| !SOURCES.contains(&word.lower.as_str())),
            noun => OF_CODE.contains(&noun) && !words[at].marked && before.is_some_and(is_plain),
        }
    };
    // "How are modules loaded?": what is done is done with these.
    let is_subject = |at: usize| {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].lower.as_str());
        let is_verb = |word: &str| matches!(word, "is" | "are" | "was" | "were" | "does" | "do");
        let is_done = |next: &Word| !next.is_stop() && !next.is_name() && !next.is_path();
        let follows = is_verb(before(1)) || matches!(before(1), "the" | "a") && is_verb(before(2));
        OF_CODE.contains(&words[at].lower.as_str()) && follows && words.get(at + 1).is_some_and(is_done)
    };
    let is_modifier = |at: usize| {
        let is_noun = |next: &Word| {
            let is_plain = !next.is_stop() && !next.is_name() && !next.is_path() && !describes(next);
            is_plain && !next.lower.ends_with("ed") && !says_little(&next.lower)
        };
        let before = |back: usize| at.checked_sub(back).map_or("", |at| words[at].lower.as_str());
        let asks = matches!(before(1), "which" | "what" | "whose");
        // "Does a class extend": what is behind may be what it does.
        let does = |word: &str| matches!(word, "do" | "does" | "did" | "can" | "will" | "would" | "should" | "must");
        let acts = words[at].lower != "file" && (does(before(1)) || does(before(2)));
        let ends = words[at].ends_clause || asks || acts;
        !ends && MODIFIERS.contains(&words[at].lower.as_str()) && words.get(at + 1).is_some_and(is_noun)
    };
    // A "long line" is one of a kind, and "how long" is a question.
    let is_long = |at: usize| {
        let before = at.checked_sub(1).map_or("", |at| words[at].lower.as_str());
        let says_how =
            matches!(before, "how" | "too" | "so" | "as" | "that" | "this" | "very" | "before" | "is" | "are");
        let is_thing = |next: &Word| OF_CODE.contains(&next.lower.as_str()) || next.lower.ends_with("ed");
        let has_thing = words.get(at + 1).is_some_and(is_thing);
        words[at].lower == "long" && !says_how && !words[at].ends_clause && has_thing
    };
    let is_of_long = |at: usize| OF_CODE.contains(&words[at].lower.as_str()) && at.checked_sub(1).is_some_and(is_long);
    let names_errors =
        words.iter().any(|word| ["error", "exception", "warning"].iter().any(|noun| same_word(noun, &word.lower)));
    let is_raised = |word: &Word| names_errors && !word.marked && RAISED.contains(&word.lower.as_str());
    // That two things are compared is no word of either.
    let compares = |word: &Word| !word.marked && compared::COMPARES.contains(&word.lower.as_str());
    let is_topic = |at: &usize| {
        let word = &words[*at];
        !is_raised(word)
            && !compares(word)
            && (is_done(*at)
                || is_compound(*at)
                || is_subject(*at)
                || is_modifier(*at)
                || is_long(*at)
                || is_of_long(*at)
                || !word.is_stop() && !FOLDER_NOUNS.contains(&word.lower.as_str()))
    };
    for word in (0..words.len()).filter(is_topic).map(|at| &words[at]) {
        if word.text.chars().any(char::is_alphanumeric) && !terms.contains(&word.text) {
            terms.push(word.text.clone());
        }
    }
    terms
}
