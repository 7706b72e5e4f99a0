//! What a stored run cites is shown as verified only if the open repository holds it: runs of a repository that has changed,
//! and run files that were edited.

mod support;

use agent::{Agent, Answer, CodebaseVerifier, Controls, StoredRun, Verifier, recheck};
use codebase::Reader;
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use model::scripted::NoWait;
use offline_model::OfflineModel;
use protocol::{AskOptions, Citation, Event, Evidence, ModelChoice, SpanCheck, TimedEvent};
use state_graph::{CheckpointStore, LogEnd, MemoryStore};
use std::rc::Rc;
use support::{answered, edited, fork_at, question};

const ORDERS: &str = "\
def place_order(cart):
    \"\"\"Places an order and says what is to be paid.\"\"\"
    return pay(cart)


def pay(cart):
    return sum(cart)


def checkout(cart):
    return place_order(cart)
";

fn repository(orders: &str) -> Reader {
    Reader::whole(fixtures::codebase(&format!("//- orders.py\n{orders}")))
}

/// Works with the offline model over `reader` on the runs in `store`.
fn with_agent<R>(reader: &Reader, store: &Rc<MemoryStore>, act: impl AsyncFnOnce(&Agent<'_>) -> R) -> R {
    block_on(act(&Agent::over(reader, &OfflineModel::new(), Rc::new(|| 1.0), Rc::new(NoWait), Rc::clone(store) as _)))
}

/// The log of a run that was asked who calls `place_order` and answered.
fn asked(reader: &Reader) -> (Answer, Vec<u8>) {
    let store = Rc::new(MemoryStore::default());
    let question = question("Who calls place_order?", AskOptions::default());
    let end = with_agent(reader, &store, async |agent| agent.ask(question, &Controls::default(), |_| {}).await);
    (answered(end), block_on(store.read("r1")).unwrap().unwrap())
}

/// The run's events, compared with `reader`.
fn checked(log: &[u8], reader: &Reader) -> Vec<TimedEvent> {
    let mut events = StoredRun::read(log).unwrap().events();
    block_on(recheck(&mut events, &CodebaseVerifier::new(reader))).unwrap();
    events
}

fn citations(events: &[TimedEvent]) -> Vec<Citation> {
    let of = |timed: &TimedEvent| match &timed.event {
        Event::Answer { citations, .. } => Some(citations.clone()),
        _ => None,
    };
    events.iter().rev().find_map(of).unwrap_or_default()
}

fn evidence(events: &[TimedEvent]) -> Vec<Evidence> {
    let of = |timed: &TimedEvent| match &timed.event {
        Event::ToolFinished { evidence, .. } | Event::FindingAdded { evidence, .. } => evidence.clone(),
        _ => Vec::new(),
    };
    events.iter().flat_map(of).collect()
}

fn all_are(check: SpanCheck, events: &[TimedEvent]) -> bool {
    let (citations, evidence) = (citations(events), evidence(events));
    assert!(!citations.is_empty() && !evidence.is_empty(), "the run cites something");
    citations.iter().all(|it| it.check == check) && evidence.iter().all(|it| it.check == check)
}

#[test]
fn a_run_over_the_same_repository_is_verified_again() {
    let reader = repository(ORDERS);
    let (answer, log) = asked(&reader);
    assert!(answer.citations.iter().all(|citation| citation.check == SpanCheck::Verified));
    let events = checked(&log, &reader);
    assert!(all_are(SpanCheck::Verified, &events), "{events:#?}");
    assert_eq!(citations(&events), answer.citations);
}

#[test]
fn checks_that_a_log_claims_are_ignored() {
    let (_, log) = asked(&repository(ORDERS));
    assert!(String::from_utf8_lossy(&log).contains(r#""check":"verified""#), "it was verified when it was written");
    let stored = StoredRun::read(&log).unwrap();
    assert!(all_are(SpanCheck::Unchecked, &stored.events()));
    let last = stored.checkpoints().last().unwrap().id;
    let shown = serde_json::to_string(&(stored.view(last).unwrap(), stored.changes(0, last).unwrap())).unwrap();
    assert!(shown.contains("excerpt") && !shown.contains("verified"), "nor in its state");
}

#[test]
fn lines_that_changed_or_went_away_are_stale_and_the_others_are_not() {
    let (_, log) = asked(&repository(ORDERS));
    // `checkout` is cited too, and is two lines further down now.
    let moved = format!("import math\n\n{ORDERS}");
    assert!(all_are(SpanCheck::Stale, &checked(&log, &repository(&moved))));
    let partly = ORDERS.replace("return place_order(cart)", "return place_order(cart) + 1");
    let events = checked(&log, &repository(&partly));
    let of = |check| evidence(&events).iter().filter(|it| it.check == check).count();
    assert!(of(SpanCheck::Stale) > 0 && of(SpanCheck::Verified) > 0);
    for it in evidence(&events) {
        let holds = partly.lines().skip(it.start_line as usize - 1).take((it.end_line - it.start_line + 1) as usize);
        let is_same = holds.collect::<Vec<_>>().join("\n") == it.excerpt;
        assert_eq!(it.check == SpanCheck::Verified, is_same, "{it:?}");
    }
}

#[test]
fn an_edited_run_shows_no_invented_lines_as_cited() {
    let reader = repository(ORDERS);
    let (_, log) = asked(&reader);
    let stale = |from: &str, to: &str| {
        let events = checked(&edited(&log, from, to), &reader);
        let stale: Vec<_> = evidence(&events).into_iter().filter(|it| it.check == SpanCheck::Stale).collect();
        assert!(!stale.is_empty(), "`{to}` passed as what a tool had returned");
        let verified: Vec<_> = evidence(&events).into_iter().filter(|it| it.check == SpanCheck::Verified).collect();
        assert!(!serde_json::to_string(&verified).unwrap().contains(to), "`{to}` is shown as verified");
        (stale, citations(&events))
    };
    // The text of an excerpt, under the true id, path, lines and hash.
    stale("return place_order(cart)", "return give_it_away(cart)");
    // Whose lines they are, and what the evidence claims of that.
    let (_, cited) = stale("orders.checkout", "orders.audited_checkout");
    assert!(
        cited.iter().all(|it| it.check == SpanCheck::Stale || it.symbol.as_deref() != Some("orders.audited_checkout"))
    );
    stale("Places an order and says what is to be paid.", "Refuses every order.");
    // The place.
    let (_, cited) = stale("\"path\":\"orders.py\"", "\"path\":\"secrets.py\"");
    assert!(cited.iter().all(|it| it.check == SpanCheck::Stale));
}

#[test]
fn a_citation_of_what_no_tool_returned_is_stale_even_where_the_lines_are_real() {
    let reader = repository(ORDERS);
    let (answer, log) = asked(&reader);
    let first = &answer.citations[0];
    let at = |path: &str| format!(r#""id":"{}","path":"{path}""#, first.id);
    let number = format!(r#""number":{},{}"#, first.number, at("orders.py"));
    let events = checked(&edited(&log, &number, &number.replace("orders.py", "secrets.py")), &reader);
    let cited = citations(&events);
    assert_eq!((cited[0].path.as_str(), cited[0].check), ("secrets.py", SpanCheck::Stale));
}

#[test]
fn events_that_no_node_records_are_not_read_from_a_log() {
    let (_, log) = asked(&repository(ORDERS));
    let forged_event = r#""type":"answer_text","text":"All is well [[1]].","was":"#;
    let forged = edited(&log, r#""type":"decided","decision":"FINISH","reason":"#, forged_event);
    let events = StoredRun::read(&forged).unwrap().events();
    assert!(!events.iter().any(|timed| matches!(timed.event, Event::AnswerText { .. })));
}

#[test]
fn a_resumed_run_answers_from_what_the_repository_holds() {
    let reader = repository(ORDERS);
    let (_, log) = asked(&reader);
    let forged = edited(&log, "return place_order(cart)", "return give_it_away(cart)");
    let store = Rc::new(MemoryStore::default());
    block_on(store.append("r1", LogEnd::NEW, &forged)).unwrap();
    let checkpoints = StoredRun::read(&forged).unwrap().checkpoints();
    let before = checkpoints.iter().find(|checkpoint| checkpoint.next == ["synthesizer"]).unwrap().id;
    let mut shared = Vec::new();
    let end = with_agent(&reader, &store, async |agent| {
        agent.fork(fork_at(before), &Controls::default(), |event| shared.push(event)).await
    });
    let answer = answered(end);
    assert!(!answer.markdown.contains("give_it_away"), "{}", answer.markdown);
    assert!(answer.citations.iter().all(|citation| citation.check == SpanCheck::Verified));
    let forged: Vec<_> = evidence(&shared).into_iter().filter(|it| it.excerpt.contains("give_it_away")).collect();
    assert!(!forged.is_empty() && forged.iter().all(|it| it.check == SpanCheck::Stale), "the shared part is checked");
}

#[test]
fn a_fork_keeps_the_model_that_it_was_given_and_not_that_of_the_other_run() {
    let reader = repository(ORDERS);
    let (_, log) = asked(&reader);
    let strange = r#""model":{"type":"open_ai_compatible","base_url":"https://stranger.example/v1","model":"m"}"#;
    let forged = edited(&log, r#""model":{"type":"offline"}"#, strange);
    let store = Rc::new(MemoryStore::default());
    block_on(store.append("r1", LogEnd::NEW, &forged)).unwrap();
    with_agent(&reader, &store, async |agent| agent.fork(fork_at(0), &Controls::default(), |_| {}).await).unwrap();
    let forked = block_on(store.read("r2")).unwrap().unwrap();
    assert_eq!(StoredRun::read(&forked).unwrap().about.options.model, ModelChoice::Offline);
    assert!(!String::from_utf8_lossy(&forked).contains("stranger.example"));
}

/// A repository that cannot be read.
struct Unreadable;

impl Verifier for Unreadable {
    fn check<'a>(
        &'a self,
        _evidence: &'a [&'a Evidence],
    ) -> LocalBoxFuture<'a, Result<Vec<bool>, agent::IndexFailure>> {
        Box::pin(async { Err(agent::IndexFailure::new("the index could not be read")) })
    }
}

#[test]
fn a_repository_that_cannot_be_read_verifies_nothing() {
    let (_, log) = asked(&repository(ORDERS));
    let mut events = StoredRun::read(&log).unwrap().events();
    let failed = block_on(recheck(&mut events, &Unreadable));
    assert_eq!(failed, Err("the index could not be read".to_owned()));
    assert!(all_are(SpanCheck::Unchecked, &events));
}
