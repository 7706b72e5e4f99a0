//! What holds of every answer: each statement has its evidence, and a list that is cut goes on.

use super::*;
use crate::answer::sentence::Support;
use protocol::{Claim, ClaimCount, ClaimKind, EvidenceKind};

/// One question of each kind that this repository can be asked, and some that nothing answers.
const QUESTIONS: &[&str] = &[
    "Where is `open_session` defined?",
    "what does dispatch do?",
    "How does dispatch handle a session?",
    "who calls load",
    "what does dispatch call?",
    "How does wsgi_app reach load?",
    "How does load reach wsgi_app?",
    "How does session expiry work?",
    "What is this repository?",
    "What is in the src folder?",
    "what is in app.py?",
    "Where is `frobnicate` defined?",
    "where is opensession defined?",
    "who calls `frobnicate`?",
    "is load used anywhere?",
    "Which tests reach load?",
    "What can fail in load?",
    "What is the default of load?",
    "What does load return?",
    "What are the members of App?",
    "compare load and unsign",
    "What happens when the session has expired?",
    "when was load changed last?",
    "list all routes",
    "how do I add a session?",
    "review the session code",
    "who calls load and what does dispatch call?",
    "",
    "it",
];

/// Everything written must be a fixed phrase, say what was not found, cite what a tool returned, or be right beside what does.
fn assert_supported(question: &str, findings: &[Finding]) {
    let ids: Vec<&str> = findings.iter().flat_map(|finding| &finding.evidence).map(|e| e.id.as_str()).collect();
    let written = crate::answer::build(question, &crate::question::understand(question, &[]), findings, false).written;
    let is_proof = |at: usize| match written.get(at) {
        None => false,
        Some(None) => true,
        Some(Some(sentence)) => matches!(sentence.support(), Support::Cited | Support::Output),
    };
    for (at, sentence) in written.iter().enumerate() {
        let Some(sentence) = sentence else { continue };
        let text = sentence.text();
        let mut cited = text.split("[[").skip(1).filter_map(|rest| rest.split("]]").next()).peekable();
        match sentence.support() {
            Support::Cited => assert!(cited.peek().is_some(), "{question}: cites nothing: {text}"),
            Support::Below => {
                let mut near = (at.saturating_sub(2)..at).chain(at + 1..at + 3);
                assert!(near.any(is_proof), "{question}: nothing near it proves: {text}");
            }
            Support::NotFound | Support::NotLookedUp | Support::Output => {}
            Support::Fixed => assert!(cited.peek().is_none() && !text.contains(".py"), "{question}: {text}"),
        }
        assert!(cited.all(|id| ids.contains(&id)), "{question}: cites what no tool returned: {text}");
    }
}

#[test]
fn every_statement_has_its_evidence() {
    for question in QUESTIONS {
        let (_, findings) = looked_up(question, &[], true);
        assert_supported(question, &findings);
    }
}

/// `total` calls of `App.dispatch` as a tool counts them, of which it lists 60.
fn many_callers(total: u32) -> Finding {
    let symbol = "web.app.App.dispatch";
    let calls = CallCount { direction: Direction::Callers, places: total, proven: total, symbols: total };
    let caller = |n: u32| {
        let place = found(&format!("web.views.view_{n}"), "src/web/views.py", n, "app.dispatch(request)");
        let basis = Basis::Call { rule: "self".into(), confidence: 1.0 };
        Evidence { relation: Relation::Caller { of: symbol.into() }, basis, ..place }
    };
    let own = Evidence { calls: Some(calls), ..definition(symbol).unwrap() };
    let evidence = [own].into_iter().chain((1..=60).map(caller)).collect();
    Finding { key: "step_0: List the callers of `dispatch`".into(), text: String::new(), evidence, step: None }
}

fn turn(question: &str) -> Turn {
    Turn { question: question.into(), answer: String::new(), symbols: Vec::new() }
}

fn answered(question: &str, history: &[Turn], findings: &[Finding]) -> String {
    ask_model(Task::Answer(Context { question, history, findings }), Vec::new()).message.content
}

#[test]
fn more_goes_on_where_a_list_was_cut_and_says_where_it_ends() {
    let findings = [many_callers(60)];
    let first = answered("who calls dispatch?", &[], &findings);
    assert!(
        first.contains("`view_30`") && !first.contains("`view_31`") && first.contains("... and 30 more."),
        "{first}"
    );
    assert!(first.contains("ask \"more\""), "{first}");
    let asked = turn("who calls dispatch?");
    let second = answered("more", std::slice::from_ref(&asked), &findings);
    assert!(!second.contains("`view_30`") && second.contains("`view_31`") && second.contains("`view_60`"), "{second}");
    assert!(second.starts_with("60 places call") && !second.contains("... and"), "{second}");
    assert!(!second.contains("ask \"more\""), "{second}");
    let third = answered("show the rest", &[asked, turn("more")], &findings);
    assert!(third.starts_with("There is no more") && !third.contains("`view_"), "{third}");
}

#[test]
fn a_nameless_function_inside_of_another_is_no_other_of_its_name() {
    let mut finding = many_callers(2);
    let inner =
        |e: &Evidence| Evidence { symbol: Some(format!("{}.<lambda1>", e.symbol.as_deref().unwrap())), ..e.clone() };
    let lambda = Evidence { id: "inner".into(), relation: Relation::Hit, calls: None, ..inner(&finding.evidence[0]) };
    finding.evidence.push(lambda);
    let answer = answered("who calls dispatch?", &[], &[finding]);
    assert!(answer.starts_with("2 places call `App.dispatch`"), "{answer}");
    assert!(!answer.contains("lambda") && !answer.contains("share"), "{answer}");
}

#[test]
fn what_a_tool_has_counted_and_not_listed_is_not_offered_as_more() {
    let findings = [many_callers(135)];
    let second = answered("more", &[turn("who calls dispatch?")], &findings);
    assert!(second.contains("... and 75 more.") && !second.contains("ask \"more\""), "{second}");
}

#[test]
fn more_looks_up_what_the_question_before_did() {
    let (trace, answer) = run("more", &[turn("who calls load?")]);
    assert!(trace.contains("get_callers"), "{trace}");
    assert!(answer.starts_with("There is no more"), "{answer}");
}

/// A fact about `App.dispatch`, at one line.
fn fact(kind: ClaimKind, object: &str, line: &str) -> Evidence {
    let claim = Claim { of: "web.app.App.dispatch".into(), kind, object: object.into() };
    Evidence { relation: Relation::Fact { claim }, ..found("web.app.App.dispatch", "src/web/app.py", 22, line) }
}

#[test]
fn a_claim_that_its_lines_do_not_show_is_not_stated() {
    let own = Evidence {
        relation: Relation::Definition,
        counts: vec![ClaimCount { kind: ClaimKind::Raises, total: 2, is_all: true }],
        ..definition("web.app.App.dispatch").unwrap()
    };
    let shown = fact(ClaimKind::Raises, "KeyError", "raise KeyError(path)");
    let made_up = fact(ClaimKind::Raises, "TypeError", "return self.views[path]");
    let finding = Finding {
        key: "step_0: Describe `dispatch`".into(),
        text: String::new(),
        evidence: vec![own, shown, made_up],
        step: None,
    };
    let answer = answered("What can fail in dispatch?", &[], &[finding]);
    assert!(answer.contains("raises `KeyError`") && !answer.contains("TypeError"), "{answer}");
}

/// What is known of a function in a file, which was described.
fn described_in(path: &str) -> Vec<Finding> {
    let function = super::repository::found("store.open", path, 3, "fun open() {}");
    let function = Evidence { relation: Relation::Definition, kind: EvidenceKind::Function, ..function };
    let step = Step::Describe(vec!["open".to_owned()]);
    vec![Finding { key: format!("step_0: {step}"), text: String::new(), evidence: vec![function], step: Some(step) }]
}

#[test]
fn what_is_not_read_in_a_language_is_not_said_to_be_absent() {
    let first = |question: &str, findings: &[Finding]| {
        let answer = crate::answer::build(question, &crate::question::understand(question, &[]), findings, false);
        let sentences: Vec<_> = answer.written.iter().flatten().collect();
        (sentences[0].text().to_owned(), sentences[0].support())
    };
    for (path, name) in [("src/store.swift", "Swift"), ("src/store.cpp", "C++"), ("src/store.lua", "Lua")] {
        let (text, support) = first("What can fail in open?", &described_in(path));
        assert!(text.contains(&format!("is not known: errors are not looked up in {name}.")), "{text}");
        assert_eq!(support, Support::NotLookedUp);
        let (text, _) = first("What type does open return?", &described_in(path));
        assert!(text.contains(&format!("is not known: declared types are not looked up in {name}.")), "{text}");
    }
    for path in ["src/store.kt", "src/store.php", "src/store.cs", "src/store.py"] {
        let (text, support) = first("What can fail in open?", &described_in(path));
        assert!(text.starts_with("No error that ") && text.ends_with("was found in its code."), "{text}");
        assert_eq!(support, Support::NotFound);
    }
}
