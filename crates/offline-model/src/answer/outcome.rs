//! What happens on a condition beside an error that is raised there: the question's own words in code and documents, what is stored in
//! place of another, what other words find, and what handles the errors of the asker's own code.

use super::condition::Condition;
use super::markdown::MarkdownBuilder;
use super::noted;
use super::sentence::{defined, noted as said};
use super::shown::longest;
use crate::asked::Question;
use crate::excerpt::{Excerpt, head};
use crate::known::Known;
use crate::outcome::{self, Way, fit_of_branch, is_line, may_answer};
use crate::relevance::is_callable;
use code_words::identifier::lower_parts;
use compact_sort::CompactSort;
use protocol::Evidence;
use source::{Language, RepoPath};
use std::cmp::Reverse;

/// Most places that are shown of lines that store something.
const STORED: usize = 2;
/// So many lines after an error that is raised for the second of a name, the first is stored.
const GUARDED: u32 = 8;
/// Most branches that are shown.
const BRANCHES: usize = 2;
/// Lines shown before and after a line with the question's own words.
const AROUND: [u32; 2] = [5, 3];
/// Most lines shown of what handles errors.
const LINES: usize = 16;

/// Parts of the names of what handles errors: one of each.
const HANDLES: &[&str] = &["catch", "handle", "handler", "handling", "on", "process", "recover", "report", "rescue"];
const ERRORS: &[&str] = &["crash", "error", "errors", "exception", "exceptions", "failure", "panic"];
/// Says in documentation that an error comes from other code.
const RAISED_BY: &[&str] = &["raised by", "thrown by", "raised in", "thrown in", "raised while", "thrown while"];

/// Shows a comment, a message or a passage that has the question's own words, code first.
pub fn said_so(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, except: Option<&Evidence>) -> bool {
    let found = outcome::found(question, known, Way::Words);
    let is_shown = |e: &Evidence| except.is_some_and(|shown| covers(shown, e));
    let hits = || found.iter().copied().filter(|e| is_line(e) && may_answer(e));
    if hits().any(is_shown) {
        return false;
    }
    let of_code = hits().find(|e| !is_document(e));
    let Some(hit) = of_code.or_else(|| hits().next()) else { return false };
    out.say(said::in_words());
    out.code(&around(&found, hit));
    true
}

/// Shows what the condition leads to where no error is raised on it; false where nothing was found.
pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    stored(out, question, known, None) || branches(out, question, known) || handled(out, question, known) || {
        let found = outcome::found(question, known, Way::Other);
        let functions = found.into_iter().filter(|e| is_callable(e) && may_answer(e));
        noted::best(functions.map(|e| longest(known, e)), &Condition::of(question))
            .is_some_and(|noted| noted.show(out, known))
    }
}

/// What has the name of another is stored in its place; not where an error is raised right before.
pub fn stored(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>, raised: Option<&Evidence>) -> bool {
    let is_after = |e: &Evidence| {
        raised.is_some_and(|raised| {
            e.path == raised.path && (raised.start_line..=raised.end_line + GUARDED).contains(&e.start_line)
        })
    };
    let found = outcome::found(question, known, Way::Stored);
    let hits: Vec<&Evidence> =
        found.iter().copied().filter(|e| is_line(e) && may_answer(e) && !is_document(e) && !is_after(e)).collect();
    if hits.is_empty() {
        return false;
    }
    out.say(said::stored());
    hits.iter().take(STORED).for_each(|hit| out.code(&around(&found, hit)));
    true
}

/// The branches on a value and the tables that have it, the best first, then what handles or uses what they name.
fn branches(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let is_own = |e: &&Evidence| is_line(e) && may_answer(e) && !is_document(e) && fit_of_branch(&e.excerpt) > 0;
    let found = outcome::found(question, known, Way::Branches);
    let mut lines: Vec<&Evidence> = found.iter().copied().filter(is_own).collect();
    lines.compact_sort_by_key(|e| Reverse(fit_of_branch(&e.excerpt)));
    let Some(first) = lines.first() else { return false };
    out.say(said::branch());
    let best = fit_of_branch(&first.excerpt);
    let alike = lines.iter().filter(|e| fit_of_branch(&e.excerpt) == best && best > 1 || e.id == first.id);
    alike.take(BRANCHES).for_each(|line| out.code(&from_line(&found, line)));
    let handled = outcome::found(question, known, Way::Handled);
    let uses: Vec<&Evidence> = handled.iter().copied().filter(is_own).take(BRANCHES).collect();
    if !uses.is_empty() {
        out.say(said::handled());
        uses.iter().for_each(|line| out.code(&from_line(&handled, line)));
    }
    true
}

/// What handles the errors of code that is given to it, by its name.
fn handled(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    if !outcome::is_own_failing(&question.asked) {
        return false;
    }
    let found = outcome::found(question, known, Way::Other);
    let functions = found.into_iter().filter(|e| is_callable(e) && may_answer(e));
    let fit = |e: &Evidence| {
        let parts = lower_parts(e.symbol.as_deref().unwrap_or("").rsplit('.').next().unwrap_or(""));
        let has = |of: &[&str]| parts.iter().any(|part| of.contains(&part.as_str()));
        let doc = e.doc.as_deref().unwrap_or("").to_lowercase();
        let is_said = RAISED_BY.iter().any(|said| doc.contains(said));
        2 * usize::from(is_said) + usize::from(has(HANDLES) && has(ERRORS))
    };
    // Of equals the one that the search has first.
    let best = functions.map(|e| (fit(e), e)).filter(|(fit, _)| *fit > 0).reduce(|a, b| if b.0 > a.0 { b } else { a });
    let Some((_, best)) = best else { return false };
    out.say(said::handles(known, best));
    out.say(defined::described(known, best));
    out.code(&head(longest(known, best), LINES));
    true
}

fn is_document(e: &Evidence) -> bool {
    RepoPath::parse(&e.path).is_ok_and(|path| Language::detect(&path).is_prose())
}

fn covers(outer: &Evidence, e: &Evidence) -> bool {
    outer.path == e.path && outer.start_line <= e.start_line && e.end_line <= outer.end_line
}

/// A line and those that follow, where they were read.
fn from_line<'e>(found: &[&'e Evidence], line: &'e Evidence) -> Excerpt<'e> {
    within(found, line, line.start_line)
}

/// The lines around a hit, where they were read.
fn around<'e>(found: &[&'e Evidence], hit: &'e Evidence) -> Excerpt<'e> {
    within(found, hit, hit.start_line.saturating_sub(AROUND[0]))
}

fn within<'e>(found: &[&'e Evidence], line: &'e Evidence, first: u32) -> Excerpt<'e> {
    let Some(read) = found.iter().find(|e| e.start_line < e.end_line && covers(e, line)) else {
        return Excerpt::whole(line);
    };
    let (first, last) = (first.max(read.start_line), (line.end_line + AROUND[1]).min(read.end_line));
    Excerpt::of_lines(read, (first - read.start_line) as usize..(last + 1 - read.start_line) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found as hit;
    use model::Finding;

    /// The answer from what each way has found.
    fn answer(asked: &str, of: &[(Way, Evidence)]) -> String {
        let question = understand(asked, &[]);
        let mut findings: Vec<Finding> = Vec::new();
        for (way, e) in of {
            let steps = outcome::steps(&question, &Known::of(&findings));
            let step = steps.into_iter().find(|(own, _)| own == way).map(|(_, step)| step).unwrap();
            let (key, evidence) = (format!("step_0: {step}"), vec![e.clone()]);
            findings.push(Finding { key, text: String::new(), evidence, step: Some(step) });
        }
        let (mut out, known) = (MarkdownBuilder::default(), Known::of(&findings));
        said_so(&mut out, &question, &known, None);
        write(&mut out, &question, &known);
        out.finish()
    }

    fn line(path: &str, text: &str) -> Evidence {
        Evidence { basis: protocol::Basis::Read, ..hit("x", path, 7, text) }
    }

    #[test]
    fn words_of_the_question_in_a_message_are_shown() {
        let message = line("net/pool.py", "log('leaked: did you forget to close a response body?')");
        let answer = answer("What happens if I forget to close a response body?", &[(Way::Words, message)]);
        assert!(answer.starts_with("The question's own words are in this:"), "{answer}");
    }

    #[test]
    fn what_is_stored_under_a_name_replaces_another() {
        let store = line("ext/set.py", "self.filters[filter.name] = filter");
        let answer = answer("What if two plugins define a filter with the same name?", &[(Way::Stored, store)]);
        assert!(
            answer.contains("It is stored by its name") && answer.contains("self.filters[filter.name]"),
            "{answer}"
        );
    }

    #[test]
    fn a_key_leads_to_what_handles_it() {
        let bound = line("ui/keys.go", "add(tui.CtrlC, actAbort)");
        let case = line("ui/loop.go", "case actAbort:");
        let answer = answer("what happens when I press ctrl-c", &[(Way::Branches, bound), (Way::Handled, case)]);
        assert!(answer.contains("add(tui.CtrlC, actAbort)") && answer.contains("`ui/loop.go:7`"), "{answer}");
    }

    #[test]
    fn what_handles_errors_of_given_code_is_known_by_its_name() {
        let doc = "Handle an exception raised by a callback.";
        let handler = Evidence {
            doc: Some(doc.into()),
            ..hit("a.Scraper.handle_error", "a/s.py", 3, "def handle_error(self): pass")
        };
        let answer = answer("what happens if my parse function throws an exception", &[(Way::Other, handler)]);
        assert!(answer.contains("`Scraper.handle_error` handles such errors"), "{answer}");
    }
}
