//! The condition that a question asks about, and how much of it the lines of code have. An error that has little of it, or only that
//! something fails, is doubtful: it is raised on another condition.

use super::claims::Stated;
use crate::asked::Question;
use crate::vocabulary::carries_meaning;
use crate::words;
use code_words::condition::{Situation, alike_of_error, is_error, is_fail, is_failing, situations};
use code_words::identifier::lower_parts;
use code_words::path::is_test;
use code_words::stem::same_word;
use protocol::EvidenceKind;

const THROWN: &[&str] = &["throw", "throws", "thrown", "raise", "raises", "raised", "rejects", "rejected", "panics"];
/// Other words of a condition with which those that every error has are not needed.
const ENOUGH: usize = 2;
/// A text that has fewer words of a condition has them by chance.
const LEAST: usize = 2;

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

/// The condition of a question.
pub struct Condition<'q> {
    question: &'q Question,
    words: Vec<&'q str>,
    situations: Vec<Situation>,
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
        Self { question, words: without_error(question, all), situations: situations(&question.asked) }
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
    /// words that carry meaning; only one word is left, and the error is not named after that alone; something else fails; it is raised
    /// to tests.
    pub fn is_doubtful(&self, stated: Stated<'_>) -> bool {
        let reasons = self.reasons();
        // That it is about what is named is another matter than the condition.
        let is_named = |word: &str| self.question.names.iter().any(|name| name == word);
        let others: Vec<&str> = reasons.iter().copied().filter(|word| !is_named(word)).collect();
        let says_only_that_it_fails = others.is_empty() && reasons.len() < self.words.len();
        let of_tests = is_test(&stated.evidence.path) && !self.words.iter().any(|word| same_word("test", word));
        says_only_that_it_fails
            || of_tests
            || self.fails_elsewhere(stated, &reasons)
            || self.has_few(stated, reasons)
            || !others.is_empty() && self.has_few(stated, others)
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
        // A table has a message for everything: one of them fits by chance unless it has all words.
        held == 0 || if is_table(stated) { held < heads.len() } else { held * 3 < heads.len() * 2 }
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
        let (heads, text) = (heads(self.reasons()), Text::of(text));
        let held = heads.iter().filter(|word| self.has(&text, word)).count();
        (held >= LEAST && held * 3 >= heads.len() * 2).then_some(held)
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
        let is_part = |part: &String| own.iter().any(|own| same_word(part, own) || is_fail(own) && is_fail(part));
        text.parts.iter().any(is_part) || alike_of_error(&word).any(|alike| text.lower.contains(alike))
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
        assert!(is_doubted("What happens when no route matches?", "Error('the routes of this matcher are built')"));
        assert!(!is_doubted("What happens when no route matches?", "RouteNotFound(path)"));
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
