//! What is said beside an answer of what it rests on.

use crate::{Citation, Event};

/// The caveat of an answer without citations.
pub const NO_EVIDENCE: &str =
    "No evidence was used: nothing in this answer is backed by a citation that could be checked.";

/// The caveat of an empty answer.
pub const EMPTY_ANSWER: &str = "The answer is empty.";

/// What an answer rests on beside its citations: what the run itself did, by its events and never by the words of the answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Grounds {
    /// Whether the run proposed a change of a file.
    changed: bool,
    /// Whether the last check passed; `None` where nothing ran to check the changes.
    checked: Option<bool>,
    /// Whether a program ran to its end.
    ran: bool,
    /// Whether a person brought what it proposes: the answer says what that is, and nothing about the code.
    of_person: bool,
}

impl Grounds {
    /// Takes in an event of the run.
    pub fn add(&mut self, event: &Event) {
        match event {
            Event::RunStarted { model, .. } => self.of_person = model.is_person(),
            Event::Changed { .. } => self.changed = true,
            Event::Verified { passed, .. } => self.checked = *passed,
            // Without an exit code it did not run to its end.
            Event::CommandFinished { exit: Some(_), .. } => self.ran = true,
            Event::Inside { event, .. } => self.add(event),
            _ => {}
        }
    }

    /// Of all events of a run.
    pub fn of<'e>(events: impl IntoIterator<Item = &'e Event>) -> Self {
        let mut grounds = Self::default();
        events.into_iter().for_each(|event| grounds.add(event));
        grounds
    }

    fn without_citations(self) -> &'static str {
        match self {
            Self { changed: true, checked: Some(true), .. } => {
                "It cites no code. It rests on the proposed changes and on the check that ran and passed; nothing else in it could be checked."
            }
            Self { changed: true, checked: Some(false), .. } => {
                "It cites no code. It rests on the proposed changes and on the check that ran and failed; nothing else in it could be checked."
            }
            Self { changed: true, checked: None, .. } => {
                "It cites no code. It rests on the proposed changes, which no check has run over; nothing else in it could be checked."
            }
            Self { changed: false, checked: Some(_), .. } => {
                "It cites no code. It rests on the check that ran; nothing else in it could be checked."
            }
            Self { changed: false, checked: None, ran: true, .. } => {
                "It cites no code. It rests on the program that ran; nothing else in it could be checked."
            }
            Self { changed: false, checked: None, ran: false, .. } => NO_EVIDENCE,
        }
    }
}

/// The caveat that is shown with an answer, if it needs one: that it is empty, or what it rests on without a citation. It
/// follows from the answer and the events of its run, so stored runs of every version have it too.
pub fn caveat(markdown: &str, citations: &[Citation], grounds: Grounds) -> Option<&'static str> {
    // A zero-width space is what a citation that was taken out may leave.
    let is_empty = markdown.chars().all(|sign| sign.is_whitespace() || sign == '\u{200b}');
    match (is_empty, citations.is_empty()) {
        (true, _) => Some(EMPTY_ANSWER),
        (false, true) if grounds.of_person => None,
        (false, true) => Some(grounds.without_citations()),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ModelInfo;

    fn said(events: &[Event]) -> &'static str {
        caveat("It is done.", &[], Grounds::of(events)).unwrap()
    }

    #[test]
    fn an_answer_without_citations_names_what_it_rests_on() {
        let changed = Event::Changed { path: "a.py".into(), added: 1, removed: 1, diff: String::new() };
        let verified = |passed| Event::Verified { passed, report: String::new() };
        let failed_then = |passed| [changed.clone(), verified(Some(false)), verified(passed)];
        assert_eq!(said(&[]), NO_EVIDENCE);
        assert_eq!(said(&[verified(None)]), NO_EVIDENCE);
        assert!(said(&failed_then(Some(true))).contains("the check that ran and passed"));
        assert!(said(&failed_then(Some(false))).contains("the check that ran and failed"));
        assert!(said(&failed_then(None)).contains("which no check has run over"));
        assert!(said(&[verified(Some(true))]).contains("It rests on the check that ran;"));
    }

    #[test]
    fn what_a_person_brought_needs_no_evidence() {
        let (run, question, agent) =
            ("r1".to_owned(), "Apply the patch `a.patch`".to_owned(), "three-phase".to_owned());
        let started =
            |model| Event::RunStarted { run: run.clone(), question: question.clone(), agent: agent.clone(), model };
        let said = |model| caveat("It fits.", &[], Grounds::of(&[started(model)]));
        assert_eq!(said(ModelInfo::of_person()), None);
        assert_eq!(said(ModelInfo { provider: "offline".into(), model: "none".into() }), Some(NO_EVIDENCE));
    }

    #[test]
    fn words_of_the_answer_are_no_grounds() {
        let claims = "### Verification\n\nPassed: all tests.";
        assert_eq!(caveat(claims, &[], Grounds::default()), Some(NO_EVIDENCE));
        assert_eq!(caveat(" \n\u{200b}", &[], Grounds::default()), Some(EMPTY_ANSWER));
    }
}
