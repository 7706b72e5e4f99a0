//! What documents and comments say is quoted beside code, and what they name is looked up.

use super::*;
use crate::question::understand;
use model::Step;
use protocol::EvidenceKind;

const JOBS: &str = "\
Jobs: pausing and resuming crawls
=================================

Big crawls can be paused and continued later. The state of a crawl is kept in
the folder that the :setting:`JOB_DIR` setting names.";

fn text(path: &str, line: u32, lines: &str) -> Evidence {
    Evidence { symbol: None, signature: None, kind: EvidenceKind::Text, ..found("", path, line, lines) }
}

fn pause() -> Evidence {
    found("shop.engine.Engine.pause", "shop/engine.py", 9, "def pause(self):\n    self.paused = True")
}

fn finding(step: Step, evidence: Vec<Evidence>) -> Finding {
    Finding { key: format!("step_0: {step}"), text: String::new(), evidence, step: Some(step) }
}

fn searched(question: &str, evidence: Vec<Evidence>) -> Finding {
    finding(Step::Search(crate::query::search_words(&understand(question, &[]))), evidence)
}

fn answer_of(question: &str, findings: &[Finding]) -> String {
    crate::answer::write(question, &understand(question, &[]), findings, false)
}

#[test]
fn where_code_is_doubtful_the_passage_comes_first_and_what_it_names_is_followed() {
    let question = "How does pausing a crawl and continuing it later work?";
    let hits = searched(question, vec![pause(), text("docs/jobs.rst", 1, JOBS)]);
    // The file of a doubtful find is searched, and the calls around it are looked up before.
    let mut findings = vec![hits];
    let step = loop {
        let step = crate::plan::missing(&understand(question, &[]), &findings).remove(0);
        if matches!(step, Step::Find(_)) {
            break step;
        }
        findings.push(finding(step, Vec::new()));
    };
    assert_eq!(step, Step::Find(vec!["JOB_DIR".to_owned()]));
    let setting = found("shop.settings.JOB_DIR", "shop/settings.py", 4, "JOB_DIR = None");
    let setting = Evidence { kind: EvidenceKind::Variable, ..setting };
    let reader =
        found("shop.jobs.open_job", "shop/jobs.py", 7, "def open_job(settings):\n    return settings[\"JOB_DIR\"]");
    findings.push(finding(step, vec![setting, reader]));
    assert!(crate::plan::missing(&understand(question, &[]), &findings).is_empty());
    let answer = answer_of(question, &findings);
    let at = |text: &str| answer.find(text).unwrap_or_else(|| panic!("{text}: {answer}"));
    assert!(answer.starts_with("No place in the code that was found is certain:"), "{answer}");
    let quoted = at("`docs/jobs.rst:4`, under \"Jobs: pausing and resuming crawls\":");
    assert!(quoted < at("Big crawls can be paused") && at("Big crawls") < at("`shop/settings.py:4`: `JOB_DIR = None`"));
    assert!(at("has `JOB_DIR` in its code") < at("What fits \"pausing"), "{answer}");
    assert!(!answer.contains("Text that speaks of it"), "{answer}");
}

#[test]
fn where_code_is_asked_for_and_certain_the_passage_comes_second() {
    let question = "Where are crawls paused?";
    let code = "def pause_crawls(crawls):\n    for crawl in crawls:\n        crawl.paused = True";
    let code = found("shop.engine.pause_crawls", "shop/engine.py", 9, code);
    let answer = answer_of(question, &[searched(question, vec![code, text("docs/jobs.rst", 1, JOBS)])]);
    let (code, passage) = (answer.find("`pause_crawls`"), answer.find("Big crawls can be paused"));
    assert!(code.is_some() && code < passage, "{answer}");
}

#[test]
fn neither_tests_nor_changes_nor_what_has_few_of_the_words_is_quoted() {
    let question = "How does pausing a crawl and continuing it later work?";
    let other = text("docs/queue.md", 1, "# Queues\n\nA crawl has a queue of its own.");
    for e in [text("tests/jobs.rst", 1, JOBS), text("CHANGES.rst", 1, JOBS), other] {
        let answer = answer_of(question, &[searched(question, vec![pause(), e])]);
        assert!(!answer.contains("The documentation speaks of this"), "{answer}");
    }
}

#[test]
fn a_long_comment_in_code_is_quoted_as_a_comment() {
    let question = "Why are matches scored backwards after the forward scan?";
    let comment = "\
// The forward scan finds the first matches. They need not be the shortest, so
// a backward scan follows: matches are scored from the end, which is
// why an occurrence further right may win.
//
// Both scans are linear.";
    let scan = found("algo.scan", "algo/algo.go", 30, "func scan(text string) int { return forward(text) }");
    let answer = answer_of(question, &[searched(question, vec![scan, text("algo/algo.go", 3, comment)])]);
    assert!(answer.contains("A comment speaks of this at `algo/algo.go:3`:"), "{answer}");
}
