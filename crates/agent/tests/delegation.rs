//! Tasks that `plan-review` hands to other agents, which work with the offline model over a real repository.

mod support;

use agent::{ActingServices, Agent, Controls, RunEnd, StoredRun};
use change_set::{ChangeSet, Overlay};
use codebase::Reader;
use fixtures::{SHOP, codebase};
use futures::executor::block_on;
use model::scripted::NoWait;
use model::{
    ChatDelta, ChatRequest, ChatResponse, FinishReason, Message, ModelClient, ModelError, Role, Task, ToolCall,
};
use offline_model::OfflineModel;
use protocol::{AskOptions, Event, Evidence, ModelInfo, TimedEvent, node_path};
use serde_json::{Value, json};
use source::RepoPath;
use state_graph::{CheckpointStore, MemoryStore};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use support::{answered, killed_after, question, ticks, yield_once};

/// Hands over these calls in the only step of its plan; everything else is the offline model's.
struct Delegating {
    calls: Vec<Value>,
    rules: OfflineModel,
    finished: Cell<u32>,
}

impl Delegating {
    fn new(calls: impl IntoIterator<Item = (&'static str, &'static str)>) -> Self {
        let calls = calls.into_iter().map(|(to, task)| json!({"to": to, "task": task})).collect();
        Self { calls, rules: OfflineModel::new(), finished: Cell::new(0) }
    }

    fn calls(&self) -> Vec<ToolCall> {
        let call = |(at, arguments): (usize, &Value)| {
            let (id, name) = (format!("c{at}"), "delegate".to_owned());
            ToolCall { id, name, arguments: arguments.clone() }
        };
        self.calls.iter().enumerate().map(call).collect()
    }
}

impl ModelClient for Delegating {
    fn info(&self) -> ModelInfo {
        self.rules.info()
    }

    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest<'a>,
        on: &'a mut dyn FnMut(ChatDelta),
    ) -> futures::future::LocalBoxFuture<'a, Result<ChatResponse, ModelError>> {
        Box::pin(async move {
            yield_once().await;
            let mut message = Message::new(Role::Assistant, "");
            match request.task {
                Task::Steps { goal: "delegate", .. } => message.content = r#"{"plan": ["hand it over"]}"#.to_owned(),
                Task::StepAct { step: "hand it over", .. } => {
                    let results = request.messages.iter().filter(|message| message.role == Role::Tool);
                    let results: Vec<&str> = results.map(|message| message.content.as_str()).collect();
                    if results.is_empty() {
                        message.tool_calls = self.calls();
                    } else {
                        message.content = json!({"success": true, "output": results.join("\n---\n")}).to_string();
                    }
                }
                Task::Review { .. } if request.messages[0].content.contains("hand it over") => {
                    message.content = r#"{"verdict": "finish", "reason": "handed over"}"#.to_owned();
                }
                _ => {
                    let answer = self.rules.chat(request, on).await;
                    self.finished.set(self.finished.get() + 1);
                    return answer;
                }
            }
            Ok(ChatResponse { message, finish: FinishReason::Stop, usage: None, plan: None })
        })
    }
}

/// A run in one process after the other.
struct World {
    reader: Reader,
    model: Delegating,
    store: Rc<MemoryStore>,
    events: RefCell<Vec<Event>>,
}

impl World {
    fn new(model: Delegating) -> Self {
        let reader = Reader::whole(codebase(SHOP));
        Self { reader, model, store: Rc::new(MemoryStore::default()), events: RefCell::default() }
    }

    fn process(&self, polls: Option<usize>, resumes: bool) -> Option<Result<RunEnd, agent::AskError>> {
        let store = Rc::clone(&self.store) as Rc<dyn CheckpointStore>;
        let agent = Agent::over(&self.reader, &self.model, ticks(), Rc::new(NoWait), store);
        let agent = agent.acting_with(&self.reader, ActingServices { attended: true, ..ActingServices::default() });
        let asked = question("delegate", AskOptions { agent: "plan-review".to_owned(), ..AskOptions::default() });
        let on = |event: TimedEvent| self.events.borrow_mut().push(event.event);
        let controls = Controls::default();
        killed_after(polls, async {
            if resumes { agent.resume("r1", None, &controls, on).await } else { agent.ask(asked, &controls, on).await }
        })
    }

    fn stored(&self) -> StoredRun {
        StoredRun::read(&block_on(self.store.read("r1")).unwrap().unwrap()).unwrap()
    }

    fn changes(&self) -> ChangeSet {
        self.stored().proposed_changes().unwrap()
    }
}

/// The results of the calls that hand over tasks: whether they worked, the text, the spans.
fn results(events: &[Event]) -> Vec<(bool, String, Vec<Evidence>)> {
    let result = |event: &Event| match event {
        Event::ToolFinished { name, ok, output, evidence, .. } if name == "delegate" => {
            Some((*ok, output.clone(), evidence.clone()))
        }
        _ => None,
    };
    events.iter().filter_map(result).collect()
}

/// The nodes that ran inside, by their paths, in the order in which they began.
fn inner_nodes(events: &[Event]) -> Vec<String> {
    let inner = |event: &Event| match event {
        Event::NodeStarted { node, path, .. } if !path.is_empty() => Some(node_path(path, node)),
        _ => None,
    };
    events.iter().filter_map(inner).collect()
}

const TWO: [(&str, &str); 2] =
    [("agent:plan-react", "Who calls total_price?"), ("agent:plan-react", "What does place_order do?")];

#[test]
fn agents_that_read_work_side_by_side_and_their_evidence_can_be_cited() {
    let world = World::new(Delegating::new(TWO));
    answered(world.process(None, false).unwrap());
    let events = world.events.borrow();
    let [(true, callers, evidence), (true, order, _)] = &results(&events)[..] else { panic!("two answers") };
    assert!(callers.contains("Order.submit") && !callers.contains("[[1]]"), "{callers}");
    let row = format!("[[{}]] {}", evidence[0].id, evidence[0].place());
    assert!(callers.contains(&row), "{callers}");
    assert!(order.contains("place_order"), "{order}");
    let nodes = inner_nodes(&events);
    let began = |name: &str| nodes.iter().position(|node| node == name).unwrap_or_else(|| panic!("{name}: {nodes:?}"));
    // The second begins before the first ends.
    assert!(began("executor_tools / plan-react 2 / planner") < began("executor_tools / plan-react 1 / synthesizer"));
    let answers = events.iter().filter(|event| matches!(event, Event::Answer { .. })).count();
    assert_eq!(answers, 1, "the answers of the others are not the run's");
}

#[test]
fn a_run_that_is_killed_anywhere_repeats_no_superstep_that_finished_inside() {
    let whole = World::new(Delegating::new(TWO));
    let expected = answered(whole.process(None, false).unwrap());
    for polls in 0..400 {
        let world = World::new(Delegating::new(TWO));
        if world.process(Some(polls), false).is_some() {
            assert!(polls > 8, "it is killed at some places");
            return;
        }
        let known = block_on(world.store.read("r1")).unwrap().is_some_and(|log| StoredRun::read(&log).is_ok());
        let end = world.process(None, known).unwrap();
        assert_eq!(answered(end), expected, "killed after {polls} polls");
        // Two ran when the process ended, each in a model call at most.
        let again = world.model.finished.get().saturating_sub(whole.model.finished.get());
        assert!(again <= 2, "{again} calls of the model were made again after {polls} polls");
    }
    panic!("the run does not end");
}

#[test]
fn an_agent_that_acts_adds_to_the_proposed_changes() {
    let world = World::new(Delegating::new([("agent:plan-review", "rename `total_price` to `sum_price`")]));
    let answer = answered(world.process(None, false).unwrap());
    // No grammars here, so the renaming itself is not offered: it says so, and changes nothing.
    assert!(world.changes().is_empty(), "{}", answer.markdown);

    let writes = [
        ("agent:plan-review", "write \"rate = 2\" to shop/rate.py"),
        ("agent:plan-review", "append \"tax = 1\" to shop/rate.py"),
    ];
    let world = World::new(Delegating::new(writes));
    answered(world.process(None, false).unwrap());
    let changes = world.changes();
    let path = RepoPath::parse("shop/rate.py").unwrap();
    let Overlay::Changed { text, .. } = changes.read(&path) else { panic!("it is there") };
    assert_eq!(text.trim_end(), "rate = 2\ntax = 1", "the second saw what the first proposed");
    assert_eq!(changes.groups().count(), 2, "each can be undone by itself");
}

#[test]
fn what_cannot_be_handed_over_is_the_result_of_the_call() {
    let wrong = [("agent:nobody", "help"), ("llm:fast", "Say hello"), ("agent:plan-react", " ")];
    let world = World::new(Delegating::new(wrong));
    answered(world.process(None, false).unwrap());
    let results = results(&world.events.borrow());
    assert!(results.iter().all(|(ok, ..)| !ok), "{results:?}");
    assert!(results[0].1.contains("no agent `agent:nobody`; there are agent:plan-react,"), "{}", results[0].1);
    // The offline model answers nothing but the tasks it knows.
    assert!(results[1].1.contains("llm:fast could not do it:"), "{}", results[1].1);
    assert!(results[2].1.contains("`task` is empty"), "{}", results[2].1);
}

#[test]
fn a_stored_run_shows_the_events_inside_as_they_were_shown_live() {
    let world = World::new(Delegating::new(TWO));
    answered(world.process(None, false).unwrap());
    let shown = |events: &[Event]| {
        let inside = events.iter().filter_map(|event| match event {
            Event::Inside { path, event } if !matches!(**event, Event::AnswerText { .. } | Event::ModelText { .. }) => {
                let kind = format!("{event:?}");
                Some(format!("{}: {}", path.join(" / "), kind.split(' ').next().unwrap_or_default()))
            }
            _ => None,
        });
        let mut inside: Vec<String> = inside.filter(|line| !line.ends_with("CitationAdded")).collect();
        inside.sort();
        inside
    };
    let stored: Vec<Event> = world.stored().events().into_iter().map(|timed| timed.event).collect();
    assert_eq!(shown(&stored), shown(&world.events.borrow()));
    assert!(!shown(&stored).is_empty());
}
