//! The condition that a question asks about, and how much of it the lines of code have. An error that has little of it, or only that
//! something fails, is doubtful: it is raised on another condition.

use super::claims::Stated;
use crate::asked::Question;
use crate::outcome::is_own_failing;
use crate::vocabulary::{PREPOSITIONS, carries_meaning};
use crate::words;
use code_words::condition::{Situation, alike_of_error, is_error, is_fail, is_failing, situations};
use code_words::identifier::lower_parts;
use code_words::irregular::is_participle;
use code_words::path::is_test;
use code_words::stem::same_word;
use code_words::turned::Turned;
use protocol::{ClaimKind, EvidenceKind};

const THROWN: &[&str] = &["throw", "throws", "thrown", "raise", "raises", "raised", "rejects", "rejected", "panics"];
/// Other words of a condition with which those that every error has are not needed.
const ENOUGH: usize = 2;
/// A text that has fewer words of a condition has them by chance.
const LEAST: usize = 2;
/// A word of no more letters is in a message by chance.
const LONG: usize = 4;

/// The words without those that any error has, where enough others say which one is meant.
pub fn without_error<W: AsRef<str>>(question: &Question, mut words: Vec<W>) -> Vec<W> {
    let is_error = |word: &W| is_error(&word.as_ref().to_lowercase());
    if !is_thrown(question) && words.iter().filter(|word| !is_error(word)).count() >= ENOUGH {
        words.retain(|word| !is_error(word));
    }
    words
}

/// That an error is thrown is the condition itself.
fn is_thrown(question: &Question) -> bool {
    words::split(&question.asked).iter().any(|word| THROWN.contains(&word.lower.as_str()))
}

/// A message in a table of them, which names no error.
pub fn is_table(stated: Stated<'_>) -> bool {
    matches!(stated.evidence.kind, EvidenceKind::Variable | EvidenceKind::Field)
}

/// What catches whatever other code raises.
const CATCH_ALL: &[&str] = &["every error", "a rejection", "a panic", "Exception", "Throwable", "StandardError"];
/// Another form of a word of a question begins with it, from so many letters on: "forbid", "forbidden".
const BEGINNING: usize = 5;

/// The condition of a question.
pub struct Condition<'q> {
    question: &'q Question,
    words: Vec<&'q str>,
    situations: Vec<Situation>,
    turned: Option<Turned>,
    is_own_failing: bool,
    /// What is not as it should be: "piece" of "an invalid piece".
    what_is_bad: Option<&'q str>,
}

/// How something is that should not be so.
#[rustfmt::skip]
const BAD: &[&str] = &[
    "bad", "broken", "corrupt", "corrupted", "damaged", "duplicate", "duplicated", "expired", "illegal", "invalid", "malformed", "unexpected",
    "unknown", "unsupported", "wrong",
];

/// The one of these words that is said to be bad, where it follows that.
fn what_is_bad<'q>(asked: &str, words: &[&'q str]) -> Option<&'q str> {
    let asked = words::split(asked);
    let at = asked.iter().position(|word| BAD.contains(&word.lower.as_str()))?;
    let noun = asked.get(at + 1).filter(|word| !word.is_stop() && !asked[at].ends_clause)?;
    words.iter().copied().find(|word| *word == noun.text)
}

/// What a person does to come into a condition, where something else says which one it is: "that I asked for", "when I open".
#[rustfmt::skip]
const DOES: &[&str] = &[
    "ask", "asked", "asks", "call", "choose", "click", "enter", "give", "have", "hit", "need", "open", "pass", "pick", "press", "try",
    "type", "use", "want", "write",
];
/// Who does it.
const WHO: &[&str] = &["i", "you", "we", "somebody", "someone", "page", "user"];

/// The words that only say what a person does.
fn done_by_people(asked: &str) -> Vec<String> {
    let words = words::split(asked);
    let is_it = |pair: &[words::Word]| WHO.contains(&pair[0].lower.as_str()) && DOES.contains(&pair[1].lower.as_str());
    words.windows(2).filter(|pair| is_it(pair)).map(|pair| pair[1].lower.clone()).collect()
}

/// A text as it is compared with a condition.
struct Text {
    parts: Vec<String>,
    lower: String,
}

impl Text {
    fn of(text: &str) -> Self {
        Self { parts: lower_parts(text), lower: text.to_lowercase() }
    }
}

impl<'q> Condition<'q> {
    pub fn of(question: &'q Question) -> Self {
        const ASKING: &[&str] =
            &["happens", "happen", "occurs", "occur", "handled", "would", "called", "return", "returns"];
        let is_asking = |term: &&String| ASKING.contains(&term.to_lowercase().as_str());
        let all: Vec<&str> = question.terms.iter().filter(|term| !is_asking(term)).map(String::as_str).collect();
        let done = done_by_people(&question.asked);
        let others: Vec<&str> = all.iter().copied().filter(|word| !done.contains(&word.to_lowercase())).collect();
        let all = if others.is_empty() { all } else { others };
        let words = without_error(question, all);
        Self {
            question,
            what_is_bad: what_is_bad(&question.asked, &words),
            words,
            situations: situations(&question.asked),
            turned: Turned::of(&question.asked),
            is_own_failing: is_own_failing(&question.asked),
        }
    }

    pub fn words(&self) -> &[&'q str] {
        &self.words
    }

    /// The words but those that every error says.
    fn reasons(&self) -> Vec<&'q str> {
        let is_reason = |word: &&str| !is_failing(&word.to_lowercase());
        match is_thrown(self.question) {
            true => self.words.clone(),
            false => self.words.iter().copied().filter(is_reason).collect(),
        }
    }

    /// True where the condition is not known to be that of the statement, for any of these reasons: it has less than two thirds of the
    /// words that carry meaning; only one word is left, and the error is not named after that alone; something else fails, or is bad; it is
    /// raised to tests, or on the opposite.
    pub fn is_doubtful(&self, stated: Stated<'_>) -> bool {
        let reasons = self.reasons();
        // That it is about what is named is another matter than the condition.
        let is_named = |word: &str| self.question.names.iter().any(|name| name == word);
        let others: Vec<&str> = reasons.iter().copied().filter(|word| !is_named(word)).collect();
        let says_only_that_it_fails = others.is_empty() && reasons.len() < self.words.len();
        let of_tests = is_test(&stated.evidence.path) && !self.words.iter().any(|word| same_word("test", word));
        self.is_of_another(stated)
            || self.is_of_other_thing(&of_statement(stated))
            || says_only_that_it_fails
            || of_tests
            || self.fails_elsewhere(stated, &reasons)
            || self.has_few(stated, reasons)
            || !others.is_empty() && self.has_few(stated, others)
    }

    /// "An invalid piece" is no invalid port.
    fn is_of_other_thing(&self, text: &Text) -> bool {
        self.what_is_bad.is_some_and(|what| !self.has(text, what))
    }

    fn has_few(&self, stated: Stated<'_>, words: Vec<&str>) -> bool {
        // An error that is only passed on says nothing of its condition.
        if stated.claim.object.ends_with('?') {
            return true;
        }
        let heads = heads(words);
        if let [word] = heads.as_slice() {
            return !self.is_named_after(stated, word);
        }
        let text = of_statement(stated);
        let held = heads.iter().filter(|word| self.has(&text, word)).count();
        // That it is not there is one of its words, however it is said.
        let absent =
            self.turned.as_ref().filter(|turned| **turned == Turned::Absent && !heads.iter().any(|w| says(turned, w)));
        let is_said =
            absent.is_some_and(|turned| says(turned, &format!("{} {}", stated.claim.object, stated.evidence.excerpt)));
        // What is not there is what it is about.
        if absent.is_some() && self.absent().is_some_and(|what| heads.contains(&what) && !self.has(&text, what)) {
            return true;
        }
        let (held, all) = (held + usize::from(is_said), heads.len() + usize::from(absent.is_some()));
        // A table has a message for everything: one of them fits by chance unless it has all words.
        held == 0 || if is_table(stated) { held < all } else { held * 3 < all * 2 }
    }

    /// Whether a statement cannot be what happens: it is raised when what is asked about is there, or is done, or not by the asker's
    /// own code.
    pub fn is_of_another(&self, stated: Stated<'_>) -> bool {
        let text = || format!("{}\n{}", stated.evidence.excerpt, stated.claim.object);
        match stated.claim.kind {
            ClaimKind::Raises => {
                self.is_own_failing || self.turned.as_ref().is_some_and(|turned| !turned.fits(&text()))
            }
            _ => self.is_own_failing && !CATCH_ALL.iter().any(|all| stated.claim.object.ends_with(all)),
        }
    }

    /// Whether its message or its own condition has the word of code for a situation that is negated: "not allowed".
    pub fn is_situation_of(&self, stated: Stated<'_>) -> bool {
        let text = Text::of(&format!("{} {}", stated.claim.object, stated.evidence.excerpt));
        let is_said = |it: &Situation| it.is_negated() && it.words.iter().any(|word| text.lower.contains(word));
        !is_table(stated) && self.situations.iter().any(is_said)
    }

    /// Whether its message and its own condition have two thirds of all words.
    pub fn is_mostly_in(&self, stated: Stated<'_>) -> bool {
        let text = Text::of(&format!("{} {}", stated.claim.object, stated.evidence.excerpt));
        let held = self.words.iter().filter(|word| self.has(&text, word)).count();
        held * 3 >= self.words.len() * 2
    }

    /// The word for what is not there: the last one before that.
    fn absent(&self) -> Option<&'q str> {
        let words = words::split(&self.question.asked);
        let is_not =
            |word: &words::Word| word.lower.ends_with("n't") || word.lower.ends_with("n’t") || word.lower == "not";
        let at = words.iter().position(|word| is_not(word) || word.lower == "missing")?;
        let own = |word: &words::Word| self.words.iter().copied().find(|own| *own == word.text);
        // "A chapter listed in the summary doesn't exist": where it is said to be is there.
        let is_said_of_it = |pair: &[words::Word]| {
            !pair[0].marked && is_participle(&pair[0].lower) && PREPOSITIONS.contains(&pair[1].lower.as_str())
        };
        let end =
            words[..at].windows(2).position(is_said_of_it).filter(|end| words[..*end].iter().any(|w| own(w).is_some()));
        words[..end.unwrap_or(at)].iter().rev().find_map(own)
    }

    /// Whether a text says of another word of the condition that there is none: "no summary found".
    fn says_none_of_other(&self, text: &str) -> bool {
        let Some(what) = self.absent() else { return false };
        let words: Vec<String> = lower_parts(text);
        let none = words.windows(2).filter(|pair| pair[0] == "no").map(|pair| Text::of(&pair[1]));
        let is_other = |text: Text| !self.has(&text, what) && self.words.iter().any(|word| self.has(&text, word));
        none.into_iter().any(is_other)
    }

    /// How many words of the condition that carry meaning the statement has. That it fails counts where it says that it failed.
    pub fn shared(&self, stated: Stated<'_>) -> usize {
        let text = of_statement(stated);
        heads(self.words.clone()).iter().filter(|word| self.has(&text, word)).count()
    }

    /// Whether the error is named after one word of the condition alone.
    pub fn is_name_of(&self, stated: Stated<'_>) -> bool {
        heads(self.reasons()).iter().any(|word| self.is_named_after(stated, word))
    }

    /// How many words of the condition a text has, where they are enough for it to be about that.
    pub fn in_text(&self, text: &str) -> Option<usize> {
        if self.turned.as_ref().is_some_and(|turned| !says(turned, text)) {
            return None;
        }
        if self.says_none_of_other(text) {
            return None;
        }
        let (heads, text) = (heads(self.reasons()), Text::of(text));
        if self.is_of_other_thing(&text) {
            return None;
        }
        let held = heads.iter().filter(|word| self.has(&text, word)).count();
        (held >= LEAST && held * 3 >= heads.len() * 2).then_some(held)
    }

    /// The same of a message: the one word that a condition has is no accident there.
    pub fn in_message(&self, text: &str) -> Option<usize> {
        let is_alone = |word: &&str| word.len() > LONG && self.has(&Text::of(text), word);
        match self.reasons().as_slice() {
            [word] => is_alone(word).then_some(1),
            _ => self.in_text(text),
        }
    }

    /// Whether it is an error that is asked about.
    pub fn is_of_error(&self) -> bool {
        is_thrown(self.question) || self.question.terms.iter().any(|term| is_failing(&term.to_lowercase()))
    }

    /// Whether the condition is that something fails.
    pub fn is_failure(&self) -> bool {
        !is_thrown(self.question) && self.words.iter().any(|word| is_fail(&word.to_lowercase()))
    }

    /// "Validation fails": what is raised where something else is done, and does not say that this failed.
    fn fails_elsewhere(&self, stated: Stated<'_>, reasons: &[&str]) -> bool {
        let (claim, e) = (stated.claim, stated.evidence);
        let name = claim.object.split('(').next().unwrap_or("");
        let around = Text::of(&format!("{name} {} {}", claim.of, e.path));
        let has_failed = |part: &String| matches!(part.as_str(), "failed" | "failure");
        self.is_failure()
            && !of_statement(stated).parts.iter().any(has_failed)
            && !reasons.iter().any(|word| self.has(&around, word))
    }

    /// "On a timeout": `TimeoutError`, and not `NegativeTimeoutError`.
    fn is_named_after(&self, stated: Stated<'_>, word: &str) -> bool {
        let object = stated.claim.object.split(['(', '{', ' ']).next().unwrap_or("");
        let name = object.rsplit(['.', ':']).next().unwrap_or("");
        let is_own = |part: &String| !is_failing(part) && part != "err";
        let mut parts = lower_parts(name).into_iter().filter(is_own).peekable();
        parts.peek().is_some() && parts.all(|part| self.has(&Text::of(&part), word))
    }

    /// Whether a text has a word of the condition, or the word that code has for it.
    fn has(&self, text: &Text, word: &str) -> bool {
        let word = word.to_lowercase();
        let of_word = |it: &&Situation| it.said.split(' ').any(|part| part == word);
        let in_code = |it: &Situation| it.words.iter().any(|word| text.lower.contains(word));
        match self.situations.iter().find(of_word) {
            Some(situation) if in_code(situation) => return true,
            // A matcher is not what "no route matches" says.
            Some(situation) if situation.is_negated() => return false,
            _ => {}
        }
        let own = lower_parts(&word);
        let is_part = |part: &String| {
            let begins = |own: &String| own.len() >= BEGINNING && part.starts_with(own.as_str());
            own.iter().any(|own| same_word(part, own) || begins(own) || is_fail(own) && is_fail(part))
        };
        text.parts.iter().any(is_part) || alike_of_error(&word).any(|alike| text.lower.contains(alike))
    }
}

/// Whether a statement that raises nothing says that something is not there, not done, or there twice.
fn says(turned: &Turned, text: &str) -> bool {
    const NOT_THERE: &[&str] =
        &["cannot", "exist", "exists", "found", "invalid", "missing", "no", "none", "nonexistent", "not", "unknown"];
    match turned {
        Turned::Absent => lower_parts(text).iter().any(|part| NOT_THERE.contains(&part.as_str())),
        Turned::Undone(_) | Turned::Repeated => turned.fits(text),
    }
}

/// The words that carry meaning; all where only one does, which is held by chance.
fn heads(all: Vec<&str>) -> Vec<&str> {
    let heads: Vec<&str> = all.iter().copied().filter(|word| carries_meaning(word)).collect();
    if heads.len() < LEAST { all } else { heads }
}

fn of_statement(stated: Stated<'_>) -> Text {
    Text::of(&format!("{} {} {}", stated.claim.of, stated.claim.object, stated.evidence.excerpt))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;
    use protocol::{Claim, ClaimKind, Evidence, Relation};

    #[track_caller]
    fn is_doubted_at(question: &str, (of, path): (&str, &str), raises: &str, lines: &str) -> bool {
        let claim = Claim { of: of.into(), kind: ClaimKind::Raises, object: raises.into() };
        let evidence = Evidence { relation: Relation::Fact { claim }, ..found(of, path, 3, lines) };
        let question = understand(question, &[]);
        Stated::of(&evidence).is_some_and(|stated| Condition::of(&question).is_doubtful(stated))
    }

    #[track_caller]
    fn is_doubted(question: &str, raises: &str) -> bool {
        is_doubted_at(question, ("net.Client.send", "net/client.py"), raises, &format!("raise {raises}"))
    }

    #[test]
    fn an_error_that_has_few_words_of_the_condition_is_doubtful() {
        assert!(is_doubted("What happens when the prefetch count is too high?", "AssertionError"));
        assert!(!is_doubted("What happens when there are too many redirects?", "TooManyRedirects"));
        assert!(!is_doubted("What happens when the client times out?", "TimeoutError"));
        assert!(is_doubted("What happens when the command exits with an error?", "NotImplementedError(command)"));
        let thrown = understand("What happens if an error is thrown inside a reaction?", &[]);
        let condition = Condition::of(&thrown);
        assert!(condition.words().contains(&"error"), "{:?}", condition.words());
        assert!(is_doubted("What happens when a peer sends an invalid piece?", "InvalidPort(peer)"));
        assert!(!is_doubted("What happens when a peer sends an invalid piece?", "InvalidPiece(peer)"));
        assert!(is_doubted("What happens when no route matches?", "Error('the routes of this matcher are built')"));
        assert!(!is_doubted("What happens when no route matches?", "RouteNotFound(path)"));
    }

    #[test]
    fn what_is_not_there_is_not_where_it_was_said_to_be() {
        let question = understand("What happens if a chapter listed in the summary doesn't exist?", &[]);
        let condition = Condition::of(&question);
        assert_eq!(condition.absent(), Some("chapter"));
        assert_eq!(condition.in_text("No summary found, making one and its first chapter"), None);
        assert!(condition.in_text("The chapter of the summary was not found").is_some());
    }

    #[test]
    fn one_word_beside_that_it_fails_is_no_condition() {
        let setting = ("net.Options.prepare", "net/options.py");
        let lines = "if login_timeout < 0:\n    raise ValueError('Login timeout cannot be negative')";
        assert!(is_doubted_at("What happens when all the login methods fail?", setting, "ValueError", lines));
        assert!(is_doubted("What happens when a login fails?", "LoginTimeoutError"));
        assert!(!is_doubted("What happens when a login fails?", "LoginError"), "named after it alone");
        assert!(is_doubted("What happens when it fails?", "Error"));
    }

    #[test]
    fn what_is_raised_elsewhere_is_not_that_a_thing_fails() {
        let question = "What happens when request validation fails?";
        let message = "Cannot validate a request without a body";
        let line = format!("assert(body, '{message}')");
        assert!(is_doubted_at(question, ("net.Route.new", "net/route.js"), &line, &line));
        let lines = "throw new HttpError('the request is not valid')";
        assert!(!is_doubted_at(question, ("net.validation.check", "net/validation.js"), "HttpError", lines));
        let lines = "throw new HttpError('validation of the request failed')";
        assert!(!is_doubted_at(question, ("net.Route.new", "net/route.js"), "HttpError", lines));
    }

    #[test]
    fn what_fails_a_test_is_raised_to_tests() {
        let (of, line) = (("net.Pool.leader", "net/testing.go"), "t.Fatal(\"no leader in the pool\")");
        assert!(is_doubted_at("What happens when the pool has no leader?", of, line, line));
        assert!(!is_doubted_at("What happens when a test has no leader in its pool?", of, line, line));
    }
}
