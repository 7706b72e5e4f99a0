use super::*;
use crate::graphs::Parts;
use crate::record::used::Used;
use crate::{Acts, Controls, IndexFailure, Limits, Models, RunEnd, Start, Toolbox, Verifier};
use change_set::Change;
use change_set::change::Accepted;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, poll_fn, ready};
use model::scripted::{NoWait, ScriptedModelClient};
use protocol::{AskOptions, Citation, Event, Evidence};
use serde::{Deserialize, Serialize};
use source::{ContentHash, RepoPath};
use state_graph::{
    CheckpointStore, CompileError, END, Graph, GraphBuilder, MemoryStore, NodeContext, NodeError, START,
};
use std::cell::Cell;
use std::pin::pin;
use std::rc::Rc;
use std::task::Poll;

/// Not ready at the first poll: a process can be killed here.
async fn yield_once() {
    let mut yielded = false;
    poll_fn(|cx| {
        cx.waker().wake_by_ref();
        if std::mem::replace(&mut yielded, true) { Poll::Ready(()) } else { Poll::Pending }
    })
    .await;
}

thread_local! {
    /// Whether the second node fails.
    static FAILS: Cell<bool> = const { Cell::new(false) };
}

/// Proposes a new file, then answers.
#[derive(Debug, Clone, Default, Serialize, Deserialize, state_graph::State)]
#[serde(default)]
#[state(event = protocol::UnnumberedEvent)]
struct Editing {
    #[channel(reduce = ChangeSet::reduce, write = Update)]
    changes: ChangeSet,
    answered: bool,
}

fn file() -> RepoPath {
    RepoPath::parse("new.py").unwrap()
}

fn proposed() -> Vec<Change> {
    let mut proposal = ChangeSet::default().propose("c1");
    proposal.create(&file(), None, "x = 1\n").unwrap();
    proposal.finish()
}

impl RunState for Editing {
    const LIMITS: Limits = Limits { max_iterations: 1, max_executor_steps: 1, recursion_limit: 10 };
    const ACTS: bool = true;

    fn starting(start: Start<'_>) -> Self {
        Self { changes: start.changes, answered: false }
    }

    fn response(&self) -> &str {
        ""
    }

    fn with_question(update: EditingUpdate, _question: &str) -> EditingUpdate {
        update
    }

    fn graph<'a>(_parts: &Parts<'a>) -> Result<Graph<'a, Self>, CompileError> {
        let edit = async |_: &Self, _: &NodeContext<'_, Self>| {
            Ok(proposed().into_iter().map(Update::Change).fold(EditingUpdate::new(), EditingUpdate::changes))
        };
        let answer = async |_: &Self, cx: &NodeContext<'_, Self>| {
            yield_once().await;
            if FAILS.get() {
                return Err(NodeError::msg("no model"));
            }
            let citations: Vec<Citation> = Vec::new();
            crate::report::record(cx, Event::Answer { markdown: "done".to_owned(), citations, dropped: 0 });
            Ok(EditingUpdate::new().answered(true))
        };
        GraphBuilder::new()
            .node("edit", edit)
            .node("answer", answer)
            .edge(START, "edit")
            .edge("edit", "answer")
            .edge("answer", END)
            .compile()
    }

    fn acts() -> Option<Acts<Self>> {
        Some(Acts {
            changes: |state| &state.changes,
            write_changes: |update, updates| updates.into_iter().fold(update, |update, it| update.changes(it)),
            steering: |_| &[],
            steer: |update, _| update,
        })
    }
}

struct CitesNothing;

impl Verifier for CitesNothing {
    fn check<'a>(&'a self, evidence: &'a [&'a Evidence]) -> LocalBoxFuture<'a, Result<Vec<bool>, IndexFailure>> {
        Box::pin(ready(Ok(vec![true; evidence.len()])))
    }
}

fn agent<'a>(model: &'a ScriptedModelClient, store: &Rc<MemoryStore>) -> Agent<'a> {
    Agent {
        models: Models::one(model),
        tools: Toolbox::new(),
        acting: Toolbox::new(),
        services: crate::ActingServices::default(),
        attended: true,
        repository: None,
        verifier: Box::new(CitesNothing),
        clock: Rc::new(|| 1.0),
        timer: Rc::new(NoWait),
        store: Rc::clone(store) as Rc<dyn CheckpointStore>,
    }
}

fn about(agent: &Agent<'_>) -> About {
    About {
        run: "r1".to_owned(),
        question: "Add a file".to_owned(),
        options: AskOptions::default(),
        answered_by: agent.info(),
        repository: "a".to_owned(),
        started_at: 1.0,
        imported: false,
        forked_from: None,
        conversation: None,
        instead_of: None,
        turns_left_out: 0,
        turns_shortened: 0,
    }
}

/// Starts the run, which is paused after its first superstep where `pauses`.
async fn start(agent: &Agent<'_>, pauses: bool) -> Result<RunEnd, AskError> {
    let about = about(agent);
    let spending = agent.spending(&about.options, Used::default());
    let models = RunModels::new(agent.models, Rc::clone(&spending.account));
    let setting = agent.setting::<Editing>(&about, false, &models, &*agent.verifier);
    let graph = Editing::graph(&agent.parts(&setting, &models, &*agent.verifier))?;
    let controls = Controls::default();
    if pauses {
        controls.pause.cancel();
    }
    let clock = agent.clock_after(&[]);
    let reporter = super::super::Reporter::after(&[], Rc::clone(&clock), |_| {});
    agent.drive(graph.start(Editing::default()), &about, &spending, clock, &controls, &reporter).await
}

fn log(store: &MemoryStore) -> Vec<u8> {
    block_on(store.read("r1")).unwrap().unwrap()
}

async fn resume(agent: &Agent<'_>, store: &MemoryStore) -> Result<RunEnd, AskError> {
    let log = store.read("r1").await.unwrap().unwrap();
    agent.resume_as::<Editing, _>(about(agent), &log, None, &Controls::default(), |_| {}).await
}

fn accepted() -> Vec<Update> {
    vec![Update::Accepted(vec![Accepted { path: file(), now: Some(ContentHash::of(b"x = 1\n")) }])]
}

fn settle(agent: &Agent<'_>, store: &MemoryStore, updates: Vec<Update>) -> Result<ChangeSet, SettleError> {
    block_on(agent.settle_as::<Editing>(&about(agent), &log(store), updates))
}

fn changes(store: &MemoryStore) -> ChangeSet {
    let history = History::<Editing>::read(&log(store)).unwrap();
    history.state(history.head()).unwrap().changes
}

/// How the run ends in the lists of the page.
fn outcome(agent: &Agent<'_>, store: &MemoryStore) -> Option<Event> {
    let history = History::<Editing>::read(&log(store)).unwrap();
    crate::record::events(&about(agent), &history).unwrap().pop().map(|event| event.event)
}

#[track_caller]
fn check(run: impl AsyncFn(&Agent<'_>) -> Result<RunEnd, AskError>) {
    let (model, store) = (ScriptedModelClient::new([]), Rc::new(MemoryStore::default()));
    let agent = agent(&model, &store);
    let end = block_on(run(&agent));
    let before = outcome(&agent, &store);
    assert!(matches!(before, Some(Event::RunFinished { .. })), "{before:?}");
    assert_eq!(changes(&store).len(), 1, "{end:?}");

    assert!(settle(&agent, &store, accepted()).unwrap().is_empty());
    assert!(changes(&store).is_empty());
    assert_eq!(outcome(&agent, &store), before, "it is finished, paused or failed as before");
    let again = settle(&agent, &store, accepted()).unwrap_err();
    assert_eq!(again.to_string(), "`new.py` has no proposed change");

    FAILS.set(false);
    let RunEnd::Answered(answer) = block_on(resume(&agent, &store)).unwrap() else { panic!("it goes on") };
    assert_eq!(answer.markdown, "done");
    assert!(changes(&store).is_empty(), "what was accepted stays accepted");
}

#[test]
fn a_finished_a_paused_and_a_failed_run_is_amended_and_goes_on_as_before() {
    check(async |agent| start(agent, false).await);
    check(async |agent| start(agent, true).await);
    FAILS.set(true);
    check(async |agent| start(agent, false).await);
}

#[test]
fn a_run_at_work_is_not_amended() {
    let (model, store) = (ScriptedModelClient::new([]), Rc::new(MemoryStore::default()));
    let agent = agent(&model, &store);
    let mut work = pin!(start(&agent, false));
    let polled = block_on(poll_fn(|cx| Poll::Ready(work.as_mut().poll(cx).is_ready())));
    assert!(!polled, "its second node is at work");
    let before = log(&store);
    let refused = settle(&agent, &store, accepted()).unwrap_err();
    assert!(matches!(refused, SettleError::Working(_)), "{refused}");
    assert_eq!(log(&store), before);
    assert!(matches!(block_on(work).unwrap(), RunEnd::Answered(_)), "it does not notice");
}

#[test]
fn an_agent_that_only_reads_proposes_nothing() {
    let (model, store) = (ScriptedModelClient::new([]), Rc::new(MemoryStore::default()));
    let agent = agent(&model, &store);
    block_on(start(&agent, false)).unwrap();
    let refused = block_on(agent.settle("r1", accepted())).unwrap_err();
    assert_eq!(refused.to_string(), "`plan-react` proposes no changes");
    assert!(matches!(block_on(agent.settle("r2", accepted())), Err(SettleError::Run(AskError::NoRun(_)))));
}
