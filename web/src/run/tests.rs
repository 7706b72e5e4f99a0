use super::*;
use protocol::{Event, Failure, FailureKind, RunOutcome, TimedEvent};

/// Applies events, one JSON object a line, 10 ms apart.
pub(super) fn applied(mut view: RunView, lines: &str) -> RunView {
    for (seq, line) in (0u32..).zip(lines.lines().map(str::trim).filter(|line| !line.is_empty())) {
        let event: Event = serde_json::from_str(line).unwrap_or_else(|why| panic!("{line}: {why}"));
        view.apply(TimedEvent { seq, at_ms: f64::from(seq) * 10.0, event });
    }
    view
}

pub(super) fn run(lines: &str) -> RunView {
    applied(RunView::new("q".into(), "plan-react".into()), lines)
}

fn citation(symbol: Option<&str>) -> Citation {
    Citation {
        number: 1,
        id: "e1".into(),
        path: "a.py".into(),
        start_line: 1,
        end_line: 3,
        symbol: symbol.map(str::to_owned),
        check: SpanCheck::Verified,
        commit: None,
    }
}

const PLAN: &str = r#"
    {"type":"run_started","run":"r","question":"Who calls it?","agent":"plan-react","model":{"provider":"offline","model":"offline"}}
    {"type":"node_started","node":"planner","step":1}
    {"type":"plan_made","steps":["Find it","Read it"],"iteration":1,"fallback":null}
    {"type":"node_finished","node":"planner","step":1,"ms":4,"wrote":["plan"]}
    {"type":"step_started","index":0,"description":"Find it"}
    {"type":"node_started","node":"tool_node","step":3}
    {"type":"tool_started","id":"c1","name":"get_callers","arguments":"{\"function_name\":\"run\"}"}
"#;

const FOUND: &str = r#"{"type":"tool_finished","id":"c1","name":"get_callers","ok":true,"summary":"1 caller","output":"...","ms":2,"evidence":[
    {"id":"e1","path":"a.py","start_line":1,"end_line":3,"hash":"00","relation":{"type":"caller","of":"run"},"symbol":"a.main","kind":"function","signature":null,"doc":null,"excerpt":"def main","score":1,"rule":"scope"}]}"#;

fn found(rest: &str) -> String {
    format!("{PLAN}{}\n{rest}", FOUND.replace('\n', ""))
}

#[test]
fn a_plan_shows_which_step_is_worked_on() {
    let view = run(PLAN);
    assert_eq!((view.question.as_str(), view.node.as_deref()), ("Who calls it?", Some("tool_node")));
    let steps: Vec<_> = view.plan.iter().map(|step| (step.text.as_str(), step.state)).collect();
    assert_eq!(steps, [("Find it", StepState::Running), ("Read it", StepState::Waiting)]);
    assert!(view.visited.contains("planner"));
}

#[test]
fn a_node_inside_another_is_shown_with_its_path() {
    let started = r#"
        {"type":"node_started","node":"check","step":3}
        {"type":"node_started","node":"run","step":1,"path":["check"]}
        {"type":"model_text","node":"run","text":"so"}"#;
    let view = run(&format!("{PLAN}{started}"));
    assert_eq!(view.node.as_deref(), Some("check / run"));
    assert_eq!(marks(&view, None).last(), Some(&("check", "running")));
    let row = view.rows.last().expect("the node's row");
    assert!(matches!(&row.kind, RowKind::Node { text, .. } if row.node == "check / run" && text == "so"), "{row:?}");
    let view =
        applied(view, r#"{"type":"node_finished","node":"run","step":1,"ms":4,"wrote":["found"],"path":["check"]}"#);
    assert_eq!((view.node.as_deref(), view.visited.contains("run")), (Some("check"), false));
    assert_eq!(view.rows.last().map(|row| row.state), Some(RowState::Done));
    let view = applied(view, r#"{"type":"node_finished","node":"check","step":3,"ms":5,"wrote":[]}"#);
    assert!(view.node.is_none() && view.visited.contains("check"));
}

#[test]
fn a_step_that_is_not_in_the_plan_replaces_the_steps_after_it() {
    let view = run(&format!("{PLAN}{}", r#"{"type":"step_started","index":0,"description":"Weigh it"}"#));
    let steps = |view: &RunView| view.plan.iter().map(|step| step.text.clone()).collect::<Vec<_>>();
    assert_eq!(steps(&view), ["Weigh it"]);
    let view = run(&format!("{PLAN}{}", r#"{"type":"step_started","index":2,"description":"Weigh it"}"#));
    assert_eq!(steps(&view), ["Find it", "Read it", "Weigh it"]);
}

#[test]
fn a_tool_call_is_one_row_that_ends() {
    let view = run(&found(""));
    let row = view.rows.last().expect("the tool's row");
    assert_eq!((row.node.as_str(), row.ms, row.state), ("tool_node", Some(2.0), RowState::Done));
    let RowKind::Tool { summary, evidence, .. } = &row.kind else { panic!("{row:?}") };
    assert_eq!((summary.as_str(), evidence[0].path.as_str()), ("1 caller", "a.py"));
    assert_eq!(view.evidence["e1"].excerpt, "def main");
}

#[test]
fn a_finding_ends_its_step() {
    let view = run(&found(r#"{"type":"finding_added","key":"step_0: Find it","text":"x","evidence":[]}"#));
    assert_eq!((view.plan[0].state, view.plan[0].ms), (StepState::Done, Some(40.0)));
    assert_eq!(view.findings[0].key, "step_0: Find it");
}

#[test]
fn the_answer_streams_and_is_then_final() {
    let streaming = run(r#"
        {"type":"answer_text","text":"Old"}
        {"type":"answer_restarted"}
        {"type":"citation_added","citation":{"number":1,"id":"e1","path":"a.py","start_line":1,"end_line":3,"symbol":"a.main"}}
        {"type":"answer_text","text":"By main"}
        {"type":"answer_text","text":" [[1]]"}"#);
    assert_eq!((streaming.answer.as_str(), streaming.state.name()), ("By main [[1]]", "streaming"));
    assert_eq!(streaming.citation(1).map(|citation| citation.path.as_str()), Some("a.py"));

    let mut done = streaming;
    let citations = vec![citation(Some("a.main"))];
    let answer = Event::Answer { markdown: "By main [[1]].".into(), citations, dropped: 2 };
    let finished = Event::RunFinished { outcome: RunOutcome::Answered, ms: 95.0 };
    done.apply(TimedEvent { seq: 9, at_ms: 90.0, event: answer });
    done.apply(TimedEvent { seq: 10, at_ms: 95.0, event: finished });
    assert_eq!((done.state.name(), done.dropped, done.ms), ("done", 2, 95.0));
    assert_eq!(
        done.turn().map(|turn| (turn.answer, turn.symbols)),
        Some(("By main [[1]].".into(), vec!["a.main".into()]))
    );
}

#[test]
fn stopping_keeps_what_was_found() {
    let mut view = run(PLAN);
    view.fail(Failure { kind: FailureKind::Cancelled, message: "stopped".into(), advice: None });
    assert_eq!((view.state.clone(), view.node.clone(), view.turn()), (RunState::Cancelled, None, None));
    assert_eq!(view.plan[0].state, StepState::Stopped);
    view.fail(Failure { kind: FailureKind::Internal, message: "late".into(), advice: None });
    assert_eq!(view.state, RunState::Cancelled);
}

#[test]
fn a_retry_is_shown_until_the_model_answers() {
    let mut view = run(r#"{"type":"retrying","node":"planner","why":"Too many requests.","attempt":2,"wait_ms":1500}"#);
    assert_eq!(view.retrying.as_deref(), Some("Too many requests. Attempt 2 in 1.5 s."));
    view.apply(TimedEvent { seq: 9, at_ms: 9.0, event: Event::AnswerText { text: "A".into() } });
    assert_eq!(view.retrying, None);
    let model = ModelInfo { provider: "offline".into(), model: "offline".into() };
    let started = Event::RunStarted { run: "r".into(), question: "q".into(), agent: "a".into(), model };
    view.apply(TimedEvent { seq: 10, at_ms: 10.0, event: started });
    assert_eq!(view.agent, "a");
}

#[test]
fn a_run_lists_every_host_that_answered_in_it() {
    let model = |provider: &str| format!(r#"{{"provider":"{provider}","model":"m"}}"#);
    let view = run(&format!(
        r#"
        {{"type":"run_started","run":"r","question":"q","agent":"a","model":{}}}
        {{"type":"model_used","node":"planner","model":{},"usage":null,"ms":1.0}}
        {{"type":"run_resumed","checkpoint":1,"model":{}}}
        {{"type":"model_used","node":"planner","usage":null,"ms":1.0}}"#,
        model("offline"),
        model("a.example"),
        model("b.example:8"),
    ));
    assert_eq!(view.hosts, ["a.example", "b.example:8"]);
    assert_eq!(view.model.as_ref().map(|model| model.provider.as_str()), Some("b.example:8"));
    assert_eq!(Origin::of(&view), Origin::Hosts(view.hosts.clone()));
    assert_eq!(Origin::of(&RunView { is_imported: true, ..view }), Origin::File);
}

#[test]
fn of_two_spans_with_one_id_the_verified_one_is_quoted() {
    let span = |excerpt: &str, check: &str| {
        format!(
            r#"{{"id":"e1","path":"a.py","start_line":1,"end_line":1,"hash":"","relation":{{"type":"hit"}},"symbol":null,"kind":"text","signature":null,"doc":null,"excerpt":"{excerpt}","score":1.0,"rule":null,"check":"{check}"}}"#
        )
    };
    for order in [["invented", "real"], ["real", "invented"]] {
        let spans = order.map(|text| span(text, if text == "real" { "verified" } else { "stale" })).join(",");
        let mut view = run(&format!(r#"{{"type":"finding_added","key":"step_0: f","text":"t","evidence":[{spans}]}}"#));
        let shown: Vec<_> = view.findings[0].evidence.iter().map(|it| it.excerpt.as_str()).collect();
        assert_eq!(shown, order, "each is shown as what it is");
        let mut citation = citation(None);
        assert_eq!(view.evidence_of(&citation).map(|it| it.excerpt.clone()).as_deref(), Some("real"));
        citation.check = SpanCheck::Stale;
        view.citations = vec![citation];
        assert_eq!(view.stale(), 1);
    }
}
