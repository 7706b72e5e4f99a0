//! Which of the definitions that fit comes first: the one that does the work, and not one that only hands a value on.

use super::amount;
use super::asked::Question;
use super::excerpt::code_lines;
use super::fit::{Fit, is_callable};
use super::misspelt::is_joined;
use super::offered::is_offered;
use super::subject;
use super::symbol::likeness;
use super::usage;
use super::weights::first_place::{ABOUT_AS_GOOD, ABOUT_AS_MUCH};
use code_words::path::is_aside;
use protocol::{Evidence, EvidenceKind};

/// Most statements of a definition that only hands a value on.
const FEW: usize = 2;
/// Fewest statements of one that does the work.
const WORK: usize = 5;

/// Puts what does the work before a first place that only hands a value on, where it fits about as well. What the question names, or
/// asks for as a value or a way to do something, stays first.
pub fn put_work_first(fits: &mut [Fit<'_>], question: &Question) {
    // "How does prune work?": an option of that name says nothing of it.
    let is_asked_how = |e: &Evidence| e.kind == EvidenceKind::Field && asks_how(question);
    let is_asked_for = |e: &Evidence| {
        let is_named = e.symbol.as_deref().is_some_and(|symbol| {
            is_joined(symbol, &question.terms)
                || subject::is_called(symbol, question)
                || question.names.iter().any(|name| likeness(symbol, name).is_some())
        });
        let is_way = usage::is_asked(question) && is_offered(e);
        is_named && !is_asked_how(e) || is_way || amount::is_asked(&question.asked)
    };
    let handing_on = |first: &Fit<'_>| only_hands_on(first.evidence) && !is_asked_for(first.evidence);
    let Some(first) = fits.first().copied().filter(handing_on) else { return };
    let does_it = |fit: &Fit<'_>| {
        let e = fit.evidence;
        is_callable(e)
            && !is_aside(&e.path)
            && (statements(e) >= WORK || !is_whole(e))
            && fit.score >= ABOUT_AS_GOOD * first.score
            && fit.coverage >= ABOUT_AS_MUCH * first.coverage
    };
    if let Some(at) = fits.iter().position(does_it) {
        fits[..=at].rotate_right(1);
    }
}

/// Whether the question begins with "how".
pub fn asks_how(question: &Question) -> bool {
    question.asked.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("how "))
}

/// A getter, a setter, a field. Of a long definition only the beginning is known.
fn only_hands_on(e: &Evidence) -> bool {
    e.kind == EvidenceKind::Field
        || is_callable(e) && e.kind != EvidenceKind::Macro && is_whole(e) && statements(e) <= FEW
}

fn is_whole(e: &Evidence) -> bool {
    e.excerpt.lines().count() as u32 > e.end_line - e.start_line
}

/// The lines of the body that are no brackets alone and no comment.
fn statements(e: &Evidence) -> usize {
    let lines: Vec<&str> = e.excerpt.lines().collect();
    let opens = |line: &str| line.ends_with('{') || line.ends_with(':') || line.ends_with("=>");
    let code: Vec<&str> = code_lines(&lines).into_iter().map(|at| lines[at].trim()).collect();
    let body = code.iter().position(|line| opens(line)).map_or(1, |at| at + 1);
    let says = |line: &&&str| line.chars().any(char::is_alphanumeric) && !super::excerpt::is_comment(line);
    code.iter().skip(body).filter(says).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;

    const SETTER: &str = "/// The mode.\npub fn mode(\n    &mut self,\n    mode: Mode,\n) -> &mut Self {\n    self.mode = mode;\n    self\n}";
    const WORKER: &str = "fn detect(&self) -> Mode {\n    let name = self.name();\n    if name.is_empty() {\n        return Mode::None;\n    }\n    let mode = self.modes.get(name);\n    mode.or(self.first_line())\n}";

    fn order_for(question: &str, of: &[(&str, &str, f64)]) -> Vec<u32> {
        let finds: Vec<Evidence> =
            (1..).zip(of).map(|(line, (path, text, _))| found("a.A.syntaxMode", path, line, text)).collect();
        let fit = |(e, (_, _, score))| Fit { evidence: e, score, coverage: 0.5 };
        let mut fits: Vec<Fit<'_>> = finds.iter().zip(of.iter().copied()).map(fit).collect();
        put_work_first(&mut fits, &understand(question, &[]));
        fits.iter().map(|fit| fit.evidence.start_line).collect()
    }

    fn order(of: &[(&str, &str, f64)]) -> Vec<u32> {
        order_for("Where is the syntax of an input found out?", of)
    }

    #[test]
    fn how_something_works_is_no_question_for_an_option_that_is_called_so() {
        let option = Evidence { kind: EvidenceKind::Field, ..found("a.Options.Prune", "a.go", 1, "Prune bool") };
        let work = found("a.planPrune", "a.go", 9, WORKER);
        let fit = |evidence, score| Fit { evidence, score, coverage: 1.0 };
        let first_for = |question: &str| {
            let mut fits = [fit(&option, 1.0), fit(&work, 0.8)];
            put_work_first(&mut fits, &understand(question, &[]));
            fits[0].evidence.start_line
        };
        assert_eq!((first_for("How does prune work?"), first_for("What is prune?")), (9, 1));
    }

    #[test]
    fn what_does_the_work_comes_before_a_setter_that_fits_about_as_well() {
        assert_eq!(order(&[("a.rs", SETTER, 1.0), ("a.rs", SETTER, 0.95), ("a.rs", WORKER, 0.9)]), [3, 1, 2]);
        assert_eq!(order(&[("a.rs", SETTER, 1.0), ("a.rs", WORKER, 0.3)]), [1, 2], "it fits much less");
        assert_eq!(order(&[("a.rs", SETTER, 1.0), ("tests/a.rs", WORKER, 0.9)]), [1, 2]);
        assert_eq!(order(&[("a.rs", WORKER, 1.0), ("b.rs", WORKER, 0.9)]), [1, 2]);
        let both = [("a.rs", SETTER, 1.0), ("a.rs", WORKER, 0.9)];
        assert_eq!(order_for("Where is the syntax mode?", &both), [1, 2], "it is called so");
        let mut begun = found("a.A.f", "a.rs", 1, SETTER);
        assert!(only_hands_on(&begun));
        begun.end_line = 90;
        assert!(!only_hands_on(&begun), "the rest of it is not known");
    }
}
