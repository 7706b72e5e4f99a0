//! What a question asks: its kind, the names in it, and the words that say what it is about.

use super::vocabulary::{ABOUT_ALL, FILLERS, FOLDER_NOUNS, NOUNS, TAIL, VERBS};
use super::words::{self, Word};
use super::{grammar, pronouns};
use protocol::Turn;

/// What is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Where a symbol is defined.
    Where,
    /// What a symbol is or does.
    What,
    /// How a symbol works.
    How,
    /// Who calls a symbol.
    Callers,
    /// What a symbol calls.
    Callees,
    /// How the first symbol reaches the second.
    Reach,
    /// What is in a folder.
    List,
    /// What is in a file.
    File,
    /// What the repository is.
    Overview,
    /// Anything about a topic in free words.
    Explain,
}

/// A question, understood.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// What is wanted.
    pub kind: Kind,
    /// Names of symbols it is about, as written.
    pub names: Vec<String>,
    /// Files and folders it names.
    pub paths: Vec<String>,
    /// Words that say what it is about, names included, as written.
    pub terms: Vec<String>,
}

/// The turn before this question.
struct Before {
    /// What was asked.
    question: Question,
    /// The symbol it was about: what "it" means after it.
    subject: Option<String>,
}

/// Understands a question; `it`, `that` and "this function" mean what the question itself names, or else what the turn
/// before was about. Each turn is read once, the oldest first.
pub fn understand(question: &str, history: &[Turn]) -> Question {
    let mut before: Option<Before> = None;
    for turn in history {
        let question = after(before.as_ref(), &turn.question);
        let subject = subject_of(turn, &question);
        before = Some(Before { question, subject });
    }
    after(before.as_ref(), question)
}

fn after(before: Option<&Before>, question: &str) -> Question {
    let raw = words::split(question);
    let subject = before.and_then(|before| before.subject.as_deref());
    let mut words = pronouns::resolved(&raw, subject);
    mark_names(&mut words);
    let paths: Vec<String> = words.iter().filter(|word| word.is_path()).map(|word| word.text.clone()).collect();
    let terms = terms_of(&words);
    let sentence = shaped(&words);

    if let Some((kind, names)) = grammar::fit(&sentence) {
        let plain = names.iter().all(|name| !words.iter().any(|word| word.is_name() && word.text == *name));
        // "How does routing work" is about a topic as often as about a symbol: look for both.
        let kind = if plain && kind == Kind::How { Kind::Explain } else { kind };
        if !(plain && names.iter().all(|name| ABOUT_ALL.contains(&name.to_lowercase().as_str()))) {
            return Question { kind, names, paths, terms };
        }
    }
    if let Some(inherited) = before.and_then(|before| follow_up(&sentence, before)) {
        return Question { paths, terms, ..inherited };
    }
    without_pattern(&raw, &words, paths, terms)
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
    let only_all = terms.iter().all(|term| ABOUT_ALL.contains(&term.to_lowercase().as_str()));
    let kind = if names.is_empty() && !paths.is_empty() && extra == 0 {
        let is_file = paths[0].rsplit('/').next().is_some_and(|last| last.trim_start_matches('.').contains('.'));
        if is_file { Kind::File } else { Kind::List }
    } else if names.is_empty() && paths.is_empty() && only_all && lists {
        return Question { kind: Kind::List, names, paths: vec![".".into()], terms };
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
    Question { kind, names, paths, terms }
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
        let (kind, names) = grammar::fit(&extended)?;
        return Some(Question { kind, names, paths: Vec::new(), terms: Vec::new() });
    }
    None
}

/// What "it" means after a turn: the symbol it asked about, as its answer spells it, or the first it cited.
fn subject_of(turn: &Turn, asked: &Question) -> Option<String> {
    let spelled = asked
        .names
        .iter()
        .find_map(|name| turn.symbols.iter().find(|symbol| super::symbol::likeness(symbol, name).is_some()).cloned());
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
            if let Some(at) = before.or(named_after).filter(|&at| !words[at].is_path()) {
                words[at].text.push('/');
            }
        } else if NOUNS.contains(&noun.as_str()) {
            if let Some(before) = before.filter(|&b| b > 0 && is_article(&words[b - 1])) {
                words[before].marked = true;
            } else if let Some(after) = named_after.filter(|_| i == 0 || is_article(&words[i - 1])) {
                words[after].marked = true;
            }
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

fn terms_of(words: &[Word]) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    for word in words.iter().filter(|word| !word.is_stop() && !FOLDER_NOUNS.contains(&word.lower.as_str())) {
        if word.text.chars().any(char::is_alphanumeric) && !terms.contains(&word.text) {
            terms.push(word.text.clone());
        }
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;
    use Kind::*;

    fn asked(question: &str) -> (Kind, Vec<String>) {
        let question = understand(question, &[]);
        (question.kind, question.names)
    }

    #[test]
    fn tells_the_kinds_apart() {
        for (question, kind, names) in [
            ("Where is `open_session` defined?", Where, vec!["open_session"]),
            ("where is dispatch", Where, vec!["dispatch"]),
            ("Which file defines the Blueprint class?", Where, vec!["Blueprint"]),
            ("what does the dispatch function do?", What, vec!["dispatch"]),
            ("What is a Blueprint?", What, vec!["Blueprint"]),
            ("explain `Scaffold.route`", What, vec!["Scaffold.route"]),
            ("dispatch", What, vec!["dispatch"]),
            ("How does full_dispatch_request work?", How, vec!["full_dispatch_request"]),
            ("who calls dispatch", Callers, vec!["dispatch"]),
            ("Which functions call `parse` and `lex`?", Callers, vec!["parse", "lex"]),
            ("Where is get_user used?", Callers, vec!["get_user"]),
            ("What are the callers of make_response?", Callers, vec!["make_response"]),
            ("What uses the Router class?", Callers, vec!["Router"]),
            ("what does dispatch call?", Callees, vec!["dispatch"]),
            ("Which functions does run_app call?", Callees, vec!["run_app"]),
            ("list the callees of main", Callees, vec!["main"]),
            ("How does wsgi_app reach open_session?", Reach, vec!["wsgi_app", "open_session"]),
            ("How does `main` get to `parse`?", Reach, vec!["main", "parse"]),
            ("how is render called from handle_request?", Reach, vec!["handle_request", "render"]),
            ("is there a path from main to exit", Reach, vec!["main", "exit"]),
            ("How does session expiry work?", Explain, vec![]),
            ("where is the session cookie signed?", Explain, vec![]),
            ("How are errors turned into responses?", Explain, vec![]),
            ("how does routing work", Explain, vec!["routing"]),
            ("How does `Flask` handle sessions?", How, vec!["Flask"]),
            ("What does this project do?", Overview, vec![]),
            ("give me an overview of the code", Overview, vec![]),
        ] {
            let names: Vec<String> = names.into_iter().map(String::from).collect();
            assert_eq!(asked(question), (kind, names), "{question}");
        }
    }

    #[test]
    fn knows_files_and_folders() {
        let of = |question: &str| {
            let question = understand(question, &[]);
            (question.kind, question.paths)
        };
        assert_eq!(of("What is in the src folder?"), (List, vec!["src/".into()]));
        assert_eq!(of("list src/flask/"), (List, vec!["src/flask/".into()]));
        assert_eq!(of("which files are there?"), (List, vec![".".into()]));
        assert_eq!(of("What is in src/app.py?"), (File, vec!["src/app.py".into()]));
    }

    #[test]
    fn finds_the_words_of_a_topic() {
        assert_eq!(understand("How does session expiry work?", &[]).terms, ["session", "expiry"]);
        assert_eq!(understand("Wie läuft die Prüfung?", &[]).terms, ["Wie", "läuft", "die", "Prüfung"]);
    }

    fn turn(question: &str, symbols: &[&str]) -> Turn {
        Turn {
            question: question.into(),
            answer: String::new(),
            symbols: symbols.iter().map(|symbol| (*symbol).to_owned()).collect(),
        }
    }

    #[test]
    fn follows_up() {
        let history = [turn("Where is open_session defined?", &["flask.app.Flask", "flask.app.Flask.open_session"])];
        let open = vec!["flask.app.Flask.open_session".to_owned()];
        for (question, kind) in [
            ("and who calls it?", Callers),
            ("what does that call?", Callees),
            ("where is it defined", Where),
            ("How does this function work?", How),
            ("and its callers?", Callers),
            ("callees?", Callees),
        ] {
            let understood = understand(question, &history);
            assert_eq!((understood.kind, understood.names), (kind, open.clone()), "{question}");
        }
        let chained = [history[0].clone(), turn("and who calls it?", &["flask.app.Flask.open_session", "x.y"])];
        assert_eq!(understand("what does it call?", &chained).names, open);
        let same = understand("and what about save_session?", &history);
        assert_eq!((same.kind, same.names), (Where, vec!["save_session".into()]));
        // Without an earlier turn there is nothing "it" could mean.
        assert!(understand("who calls it?", &[]).names.is_empty());
    }

    #[test]
    fn a_pronoun_means_the_noun_of_its_own_question_first() {
        let history = [turn("Where is open_session defined?", &["flask.app.Flask.open_session"])];
        let open = "flask.app.Flask.open_session";
        for (question, kind, names) in [
            ("Does it support `Blueprint`, and how do I enable it?", How, vec![open, "Blueprint"]),
            ("How does `save_session` work, and who calls it?", Callers, vec!["save_session"]),
            ("What does save_session do? Who calls it?", Callers, vec!["save_session"]),
            ("Where is `Router` and what are its callers?", Callers, vec!["Router"]),
            ("What does `Config` do with its keys?", What, vec!["Config"]),
            ("how does caching work, and where are they cleared?", Explain, vec!["caching"]),
            ("Sessions: how do they expire?", Explain, vec![]),
            // What is no noun of this question leaves the turn before.
            ("Does `Router` call it?", Reach, vec!["Router", open]),
            ("Thanks, and who calls it?", Callers, vec![open]),
            ("I want to know who calls it", Callers, vec![open]),
            ("Summarize what it calls", Callees, vec![open]),
            ("How do I enable it?", How, vec![open]),
            ("who calls it, and what does it return?", Callers, vec![open]),
        ] {
            let understood = understand(question, &history);
            assert_eq!(
                (understood.kind, understood.names),
                (kind, names.iter().map(|n| (*n).to_owned()).collect()),
                "{question}"
            );
        }
        let alone = understand("Where is `foo` defined and who calls it?", &[]);
        assert_eq!((alone.kind, alone.names), (Callers, vec!["foo".to_owned()]));
        let possible = understand("Is it possible to disable sessions?", &history);
        assert!(!possible.terms.iter().any(|term| term == open), "{possible:?}");
        let topic = understand("Does it support streaming, and how do I enable it?", &history);
        assert_eq!(topic.terms, [open, "support", "streaming", "enable"]);
    }

    #[test]
    fn a_long_conversation_is_read_turn_by_turn() {
        let mut history = vec![turn("Where is open_session defined?", &["flask.app.Flask.open_session"])];
        history.extend((0..500).map(|_| turn("and what about it?", &[])));
        assert_eq!(understand("who calls it?", &history).names, ["flask.app.Flask.open_session"]);
    }
}
