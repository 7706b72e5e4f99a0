//! What one could ask next: about the symbols that an answer cites.

use super::{RunState, RunView};
use code_words::path::is_test;
use protocol::{Evidence, EvidenceKind};

/// Most questions.
const MOST: usize = 3;

/// Questions that the answer of a finished run leads to, best first; none where it cites no function or type.
pub fn next_questions(view: &RunView) -> Vec<String> {
    if view.state != RunState::Done {
        return Vec::new();
    }
    let asked = view.question.to_lowercase();
    let subjects = subjects(view);
    let mut next = Vec::new();
    if let Some((name, is_callable)) = subjects.first() {
        // What a list names is often called by no code at all, such as a route's handler.
        if *is_callable && asks_for_list(&asked) {
            next.push(format!("How does {name} work?"));
        } else if *is_callable && !asks_of_calls(&asked) {
            next.push(format!("Who calls {name}?"));
        } else if !asked.contains("work") && !asked.contains("what does") {
            next.push(format!("What does {name} do?"));
        }
        if !asked.contains("test") {
            next.push(format!("Which tests cover {name}?"));
        }
    }
    next.extend(subjects.iter().skip(1).map(|(name, _)| format!("What does {name} do?")));
    next.retain(|question| question.to_lowercase() != asked);
    next.truncate(MOST);
    next
}

/// True for a question whose answer is a list: "which routes are there?", "where does it start?"
fn asks_for_list(asked: &str) -> bool {
    let is_list = matches!(asked.split_whitespace().next(), Some("which" | "list"));
    (is_list || asked.starts_with("where does it start")) && !asks_of_calls(asked)
}

/// True where callers or callees were asked for: of "callback" nothing is asked about calls.
fn asks_of_calls(asked: &str) -> bool {
    let words = asked.split(|letter: char| !letter.is_alphanumeric());
    words.into_iter().any(|word| matches!(word, "call" | "calls" | "called" | "caller" | "callers" | "callees"))
}

/// What the answer cites, by the names that people use, and whether it can be called; each once, in the order of the answer.
fn subjects(view: &RunView) -> Vec<(String, bool)> {
    let mut subjects: Vec<(String, bool)> = Vec::new();
    let cited = view.citations.iter().filter_map(|citation| view.evidence.get(&citation.id));
    for evidence in cited.filter(|evidence| !is_test(&evidence.path)) {
        let Some(subject) = subject(evidence) else { continue };
        if !subjects.contains(&subject) {
            subjects.push(subject);
        }
    }
    subjects
}

fn subject(evidence: &Evidence) -> Option<(String, bool)> {
    use EvidenceKind::{Class, Constructor, Enum, Function, Interface, Method};
    let mut parts = evidence.symbol.as_deref()?.rsplit('.');
    let name = parts.next().filter(|name| name.chars().all(|letter| letter.is_alphanumeric() || letter == '_'))?;
    match evidence.kind {
        Function => Some((name.to_owned(), true)),
        Method | Constructor => Some((format!("{}.{name}", parts.next()?), true)),
        Class | Interface | Enum => Some((name.to_owned(), false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Citation, SpanCheck};
    use std::sync::Arc;

    fn view(question: &str, cited: &[(&str, &str, EvidenceKind)]) -> RunView {
        let mut view = RunView { question: question.to_owned(), state: RunState::Done, ..RunView::default() };
        for (number, (path, symbol, kind)) in (1..).zip(cited) {
            let id = format!("e{number}");
            let (symbol, kind) = (Some((*symbol).to_owned()), *kind);
            let evidence = Evidence { symbol: symbol.clone(), kind, ..Evidence::of_lines(id.clone(), *path, 1, 2) };
            view.evidence.insert(id.clone(), Arc::new(evidence));
            let (path, check) = ((*path).to_owned(), SpanCheck::Verified);
            view.citations.push(Citation { number, id, path, start_line: 1, end_line: 2, symbol, check, commit: None });
        }
        view
    }

    #[test]
    fn what_an_answer_cites_is_asked_about_next() {
        use EvidenceKind::{Class, Method, Text};
        let cited = [
            ("shop/orders.py", "shop.orders.Order.submit", Method),
            ("tests/test_orders.py", "tests.test_orders.Fake.submit", Method),
            ("README.md", "readme", Text),
            ("shop/payments.py", "shop.payments.Gateway", Class),
        ];
        let about = |question| next_questions(&view(question, &cited));
        assert_eq!(
            about("Where is submit defined?"),
            ["Who calls Order.submit?", "Which tests cover Order.submit?", "What does Gateway do?"]
        );
        assert_eq!(
            about("Who calls submit?"),
            ["What does Order.submit do?", "Which tests cover Order.submit?", "What does Gateway do?"]
        );
        assert_eq!(next_questions(&view("What is this?", &[("README.md", "readme", Text)])), [""; 0]);
    }

    #[test]
    fn what_a_list_names_is_explained() {
        use EvidenceKind::Function;
        let cited = [("api.py", "api.list_orders", Function), ("api.py", "api.pay", Function)];
        let after = |question| next_questions(&view(question, &cited)).swap_remove(0);
        assert_eq!(after("Which routes are there?"), "How does list_orders work?");
        assert_eq!(after("Which functions call pay?"), "What does list_orders do?");
        assert_eq!(after("How is the callback registered?"), "Who calls list_orders?");
    }

    #[test]
    fn the_question_itself_is_none() {
        let cited = [("a.py", "a.Lamp", EvidenceKind::Class), ("a.py", "a.Shade", EvidenceKind::Class)];
        assert_eq!(next_questions(&view("What does shade do?", &cited)), ["Which tests cover Lamp?"]);
    }
}
