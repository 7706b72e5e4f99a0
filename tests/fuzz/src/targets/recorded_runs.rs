//! Stored runs that somebody has edited: whatever a log says, what is shown as verified is what the repository holds.

use crate::{Broken, Target};
use agent::{Agent, CodebaseVerifier, Controls, Question, StoredRun, recheck};
use codebase::{Reader, SpanRef};
use futures::executor::block_on;
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::{AskOptions, Citation, Event, Evidence, SpanCheck};
use serde_json::Value;
use state_graph::{CheckpointStore, MemoryStore};
use std::rc::Rc;

const PATH: &str = "notes.md";
const NOTES: &str = "# Orders\n\nAn order is placed once it is paid.\n\n# Taxes\n\nTaxes are added last.\n";

/// Each line of an input is an edit of the run's log: two bytes choose the value, the rest is what is written in its place.
pub const TARGET: Target = Target {
    name: "recorded_runs",
    dictionary: &[
        b"\n",
        b"\"verified\"",
        b"\"stale\"",
        b"0",
        b"1",
        b"4294967295",
        b"\"Nothing is ever paid.\"",
        b"\"secrets.md\"",
        b"\"audited\"",
        b"\"answer_text\"",
        b"null",
        b"[]",
        b"{}",
    ],
    seeds,
    check,
};

fn repository() -> Reader {
    Reader::whole(fixtures::codebase(&format!("//- {PATH}\n{NOTES}")))
}

/// The lines of the log of a run, as JSON.
fn run() -> Vec<Value> {
    let reader = repository();
    let (model, store) = (OfflineModel::new(), Rc::new(MemoryStore::default()));
    let agent = Agent::over(&reader, &model, Rc::new(|| 0.0), Rc::new(NoWait), Rc::clone(&store) as _);
    let question = Question {
        run: "r1".to_owned(),
        text: "When is an order placed?".to_owned(),
        history: Vec::new(),
        after: None,
        conversation: None,
        instead_of: None,
        options: AskOptions::default(),
        repository: "notes".to_owned(),
        asked_at: 0.0,
    };
    block_on(agent.ask(question, &Controls::default(), |_| {})).expect("the offline model answers");
    let log = block_on(store.read("r1")).expect("memory").expect("the run is stored");
    let lines = log.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(|line| serde_json::from_slice(&line[9..]).expect("a line of a log")).collect()
}

fn seeds() -> Vec<Vec<u8>> {
    ["\0\u{10}1", "\0\u{20}\"verified\"\n\u{1}\0\"secrets.md\""].map(|edits| edits.as_bytes().to_vec()).to_vec()
}

thread_local! {
    static RUN: Vec<Value> = run();
}

/// The log with the edits of an input, and checksums that fit.
fn edited(input: &[u8]) -> Vec<u8> {
    let mut lines = RUN.with(Clone::clone);
    let count: usize = lines.iter().map(values).sum();
    for edit in input.split(|&byte| byte == b'\n').filter(|edit| edit.len() > 2) {
        let text = || Value::String(String::from_utf8_lossy(&edit[2..]).into_owned());
        let new = serde_json::from_slice(&edit[2..]).unwrap_or_else(|_| text());
        let mut at = usize::from(u16::from_be_bytes([edit[0], edit[1]])) % count;
        lines.iter_mut().for_each(|line| replace(line, &mut at, &new));
    }
    let mut log = Vec::new();
    for json in lines.iter().map(Value::to_string) {
        log.extend_from_slice(format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes())).as_bytes());
    }
    log
}

/// How many values there are that hold no others.
fn values(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(values).sum(),
        Value::Object(fields) => fields.values().map(values).sum(),
        _ => 1,
    }
}

/// Puts `new` in the place of value number `at`.
fn replace(value: &mut Value, at: &mut usize, new: &Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| replace(item, at, new)),
        Value::Object(fields) => fields.values_mut().for_each(|field| replace(field, at, new)),
        value => {
            if *at == 0 {
                *value = new.clone();
            }
            *at = at.wrapping_sub(1);
        }
    }
}

fn check(input: &[u8]) -> Result<(), Broken> {
    let Ok(stored) = StoredRun::read(&edited(input)) else { return Ok(()) };
    let reader = repository();
    let mut events = stored.events();
    block_on(recheck(&mut events, &CodebaseVerifier::new(&reader)))?;
    let mut verified = Vec::new();
    for evidence in events.iter().flat_map(|timed| evidence(&timed.event)) {
        if evidence.check == SpanCheck::Verified {
            is_true(evidence)?;
            verified.push(evidence.id.as_str());
        }
    }
    for citation in events.iter().flat_map(|timed| citations(&timed.event)) {
        if citation.check == SpanCheck::Verified && !verified.contains(&citation.id.as_str()) {
            return Err(format!("nothing verified is behind {citation:?}"));
        }
    }
    match events.iter().find(|timed| matches!(timed.event, Event::AnswerText { .. } | Event::CitationAdded { .. })) {
        Some(timed) => Err(format!("the log holds an event that only a live run emits: {:?}", timed.event)),
        None => Ok(()),
    }
}

fn is_true(evidence: &Evidence) -> Result<(), Broken> {
    let (start_line, end_line) = (evidence.start_line, evidence.end_line);
    let count = end_line.saturating_sub(start_line).saturating_add(1) as usize;
    let lines: Vec<&str> = NOTES.lines().skip(start_line.max(1) as usize - 1).take(count).collect();
    let text = lines.join("\n");
    let hash = evidence.hash.parse().map_err(|_| format!("no hash: {evidence:?}"))?;
    let span = SpanRef { path: evidence.path.clone(), start_line, end_line, hash };
    let is_true = evidence.path == PATH && text.trim_end_matches('\n') == evidence.excerpt && span.id() == evidence.id;
    let is_described = evidence.symbol.is_none() && evidence.signature.is_none() && evidence.doc.is_none();
    if is_true && is_described { Ok(()) } else { Err(format!("verified, and not so: {evidence:?}")) }
}

fn evidence(event: &Event) -> &[Evidence] {
    match event {
        Event::ToolFinished { evidence, .. } | Event::FindingAdded { evidence, .. } => evidence,
        _ => &[],
    }
}

fn citations(event: &Event) -> &[Citation] {
    match event {
        Event::Answer { citations, .. } => citations,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_as_it_was_has_something_verified() {
        let mut events = StoredRun::read(&edited(b"")).unwrap().events();
        block_on(recheck(&mut events, &CodebaseVerifier::new(&repository()))).unwrap();
        let all: Vec<&Evidence> = events.iter().flat_map(|timed| evidence(&timed.event)).collect();
        assert!(!all.is_empty() && all.iter().all(|evidence| evidence.check == SpanCheck::Verified));
        check(b"").unwrap();
    }
}
