use super::*;
use crate::run::tests::{applied, run};
use crate::run::why_suspended;
use crate::run::{RowState, marks};
use protocol::{Failure, FailureKind, ModelChoice};

fn stored(status: RunStatus) -> RunSummary {
    RunSummary {
        id: "r".into(),
        question: "Who?".into(),
        agent: "plan-react".into(),
        model: ModelChoice::Offline,
        imported: false,
        status,
        started_at: 0.0,
        ms: 90.0,
        steps: 2,
        bytes: 100,
        forked_from: None,
        not_stored: false,
        conversation: String::new(),
        instead_of: None,
    }
}

fn marked(view: &RunView, chosen: Option<u64>) -> String {
    let mut marks: Vec<_> = marks(view, chosen).iter().map(|(node, word)| format!("{node}={word}")).collect();
    marks.sort();
    marks.join(" ")
}

const STARTED: &str = r#"
    {"type":"run_started","run":"r","question":"Who?","agent":"plan-react","model":{"provider":"offline","model":"offline"}}
    {"type":"checkpointed","checkpoint":1,"step":0,"next":["planner"]}
    {"type":"node_started","node":"planner","step":1}
    {"type":"plan_made","steps":["Find it"],"iteration":1,"fallback":null}
    {"type":"node_finished","node":"planner","step":1,"ms":4,"wrote":["plan"]}
    {"type":"checkpointed","checkpoint":2,"step":1,"next":["executor_llm"]}
    {"type":"step_started","index":0,"description":"Find it"}
    {"type":"node_started","node":"executor_llm","step":2}
"#;

#[test]
fn a_checkpoint_holds_the_nodes_that_ran_before_it() {
    let view = run(STARTED);
    let kept: Vec<_> = view.checkpoints.iter().map(|it| (it.id, it.parent, it.source, it.step)).collect();
    assert_eq!(kept, [(1, None, CheckpointSource::Input, 0), (2, Some(1), CheckpointSource::Loop, 1)]);
    assert_eq!(view.checkpoints[1].ran[0].wrote, ["plan"]);
    assert_eq!(view.next(), ["executor_llm"]);
}

#[test]
fn marks_show_which_steps_are_done_and_which_follow() {
    let mut view = run(STARTED);
    assert_eq!(marked(&view, None), "executor_llm=running planner=visited");
    assert_eq!(marked(&view, Some(1)), "planner=next");
    assert_eq!(marked(&view, Some(2)), "executor_llm=running planner=visited");
    view.fail(Failure { kind: FailureKind::Model, message: "refused".into(), advice: None });
    assert_eq!(marked(&view, None), "executor_llm=failed planner=visited");
    assert_eq!(marked(&view, Some(1)), "planner=next");
}

#[test]
fn an_interrupted_run_is_marked_at_its_node_and_resumes_there() {
    let mut view = applied(RunView::recorded(stored(RunStatus::Interrupted)), STARTED);
    assert!(!view.is_running(), "what was recorded is not at work");
    let checkpoints = view.checkpoints.clone();
    view.settle(stored(RunStatus::Interrupted), checkpoints);
    assert_eq!((view.state.clone(), view.can_resume(), view.ms), (RunState::Interrupted, true, 90.0));
    assert_eq!(marked(&view, None), "executor_llm=interrupted planner=visited");
    assert_eq!((view.plan[0].state, view.rows[1].state), (StepState::Stopped, RowState::Stopped));

    let view = applied(
        view,
        r#"
        {"type":"run_resumed","checkpoint":2}
        {"type":"node_started","node":"executor_llm","step":2}
    "#,
    );
    assert_eq!((view.is_running(), view.plan[0].state), (true, StepState::Running));
    let ids: Vec<_> = view.rows.iter().map(|row| row.id).collect();
    assert_eq!(ids, [0, 1, 2, 3], "each line has a number of its own");
    assert_eq!(view.rows[2].kind, RowKind::Resumed);
}

#[test]
fn a_partial_answer_is_discarded_when_the_run_resumes() {
    let view = run(r#"
        {"type":"answer_text","text":"Half"}
        {"type":"run_finished","outcome":{"type":"paused"},"ms":5}"#);
    assert_eq!((view.state.name(), view.answer.as_str()), ("paused", "Half"));
    let view = applied(
        view,
        r#"
        {"type":"run_resumed","checkpoint":2}
        {"type":"answer","markdown":"Whole","citations":[],"dropped":0}
        {"type":"run_finished","outcome":{"type":"answered"},"ms":9}
    "#,
    );
    assert_eq!((view.state.name(), view.answer.as_str(), view.ms), ("done", "Whole", 9.0));
}

#[test]
fn an_approval_is_asked_for_and_recorded() {
    let calls = r#"{"type":"approval_asked","calls":[{"id":"a","name":"read_file","arguments":"{}"},{"id":"b","name":"search_codebase","arguments":"{}"}]}
        {"type":"run_finished","outcome":{"type":"awaiting_approval"},"ms":5}"#;
    let view = run(&format!("{STARTED}{calls}"));
    assert_eq!((view.state.name(), view.proposed().count()), ("awaiting-approval", 2));
    let answered = |allowed: &str| {
        let given = format!(r#"{{"type":"approval_given","allowed":[{allowed}],"note":"no"}}"#);
        let resumed = r#"{"type":"run_resumed","checkpoint":2}"#;
        let view = applied(view.clone(), &format!("{resumed}\n{given}"));
        assert!(view.is_running() && view.open.is_empty());
        view.rows.last().map(|row| row.kind.clone())
    };
    let decision = |words: &str| Some(RowKind::Approval { words: words.into(), note: "no".into() });
    assert_eq!(answered(r#""a""#), decision("1 call may run"));
    assert_eq!(answered(r#""a","b""#), decision("2 calls may run"));
    assert_eq!(answered(""), decision("no call may run"));
}

#[test]
fn each_interrupt_is_open_by_its_id_until_the_run_goes_on() {
    let asked = r#"{"type":"approval_asked","calls":[{"id":"a","name":"delete_file","arguments":"{}"}],"interrupt":"i1"}
        {"type":"question_asked","question":"Which?","options":["red"],"interrupt":"i2"}
        {"type":"run_finished","outcome":{"type":"awaiting_approval"},"ms":5}"#;
    let view = run(&format!("{STARTED}{asked}"));
    let open: Vec<_> = view.open.iter().map(|open| open.interrupt.as_deref()).collect();
    assert_eq!(open, [Some("i1"), Some("i2")]);
    assert_eq!(
        why_suspended(&view).as_deref(),
        Some("This run waits for your approval of 1 tool call, and for your answer to a question.")
    );
    // One is answered, so the run goes on and asks the other again.
    let view = applied(view, r#"{"type":"run_resumed","checkpoint":2}"#);
    assert!(view.open.is_empty());
    let again = r#"{"type":"question_asked","question":"Which?","options":["red"],"interrupt":"i2"}
        {"type":"run_finished","outcome":{"type":"awaiting_approval"},"ms":5}"#;
    let view = applied(view, again);
    assert_eq!(view.questions().collect::<Vec<_>>(), ["Which?"]);
    assert_eq!(why_suspended(&view).as_deref(), Some("This run waits for your answer to a question."));
}

#[test]
fn a_run_that_cannot_be_resumed_is_shown_unchanged() {
    let mut view = run(r#"{"type":"run_finished","outcome":{"type":"paused"},"ms":5}"#);
    view.begin_resume();
    assert!(view.is_running());
    assert!(view.cancel_resume());
    assert_eq!(view.state, RunState::Paused { why: None });
    view.begin_resume();
    let mut view = applied(view, r#"{"type":"run_resumed","checkpoint":2}"#);
    assert!(!view.cancel_resume(), "it is under way");
    assert_eq!(view.state, RunState::Running);
}

#[test]
fn a_stored_failure_keeps_the_advice_of_its_event() {
    let failed =
        r#"{"type":"run_finished","outcome":{"type":"failed","message":"refused","advice":"Check the key."},"ms":5}"#;
    let mut view = applied(RunView::recorded(stored(RunStatus::Interrupted)), failed);
    view.settle(stored(RunStatus::Failed { message: "refused".into() }), Vec::new());
    assert_eq!(view.state, RunState::Failed { message: "refused".into(), advice: Some("Check the key.".into()) });
    let mut silent = RunView::recorded(stored(RunStatus::Interrupted));
    silent.settle(stored(RunStatus::Running), Vec::new());
    assert_eq!((silent.state.name(), silent.is_running()), ("elsewhere", false));
}

#[test]
fn each_branch_is_marked_by_its_own_checkpoints() {
    let mut view = run(STARTED);
    let branch = CheckpointSummary {
        id: 3,
        parent: Some(1),
        source: CheckpointSource::Update,
        step: 1,
        at_ms: 0.0,
        ran: Vec::new(),
        next: vec!["setup_executor".into()],
    };
    let checkpoints = view.checkpoints.iter().cloned().chain([branch]).collect();
    view.settle(stored(RunStatus::Paused), checkpoints);
    assert_eq!(marked(&view, Some(3)), "setup_executor=interrupted");
    assert_eq!(marked(&view, Some(2)), "executor_llm=next planner=visited");
}

#[test]
fn a_run_whose_end_was_reported_is_not_running() {
    let ended = run(r#"{"type":"run_finished","outcome":{"type":"answered"},"ms":5}"#);
    assert_eq!(ended.status_of(stored(RunStatus::Running)).status, RunStatus::Answered);
    let mut view = ended.clone();
    view.settle(ended.status_of(stored(RunStatus::Running)), Vec::new());
    assert_eq!(view.state, RunState::Done);
    assert_eq!(run(STARTED).status_of(stored(RunStatus::Running)).status, RunStatus::Running);
}
