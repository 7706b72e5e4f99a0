//! Stored runs of `plan-react`: killed and resumed, paused, approved, forked, and shown again as they went.

mod support;

use agent::{About, Agent, AskError, Controls, Fork, Models, RunEnd, StoredRun, Toolbox, summarise};
use futures::executor::block_on;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use protocol::{Approval, AskOptions, CheckpointSource, Event, RunOutcome, RunStatus, TimedEvent};
use serde_json::json;
use state_graph::log::Header;
use state_graph::{CheckpointStore, LogEnd, MemoryStore};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use support::{Confirms, FINISH, Lookup, Slow, answered, fork_at, killed_after, one_place, question, ticks};

fn script() -> Vec<Scripted> {
    vec![
        Scripted::text(r#"["Find f"]"#),
        Scripted::call("lookup", json!({"word": "f"})),
        Scripted::text("f was found"),
        Scripted::text(FINISH),
        Scripted::text("`f` is a function."),
    ]
}

/// A world that outlives a killed process: the store, and what the outside saw.
struct World {
    model: ScriptedModelClient,
    model_calls: Cell<u32>,
    tool_calls: Cell<u32>,
    store: Rc<MemoryStore>,
}

impl World {
    fn new(script: Vec<Scripted>) -> Self {
        let model = ScriptedModelClient::new(script);
        Self { model, model_calls: Cell::new(0), tool_calls: Cell::new(0), store: Rc::new(MemoryStore::default()) }
    }

    /// Runs `act` with an agent of a new process; killed after `polls` polls.
    fn process<R>(&self, polls: Option<usize>, act: impl AsyncFnOnce(&Agent<'_>) -> R) -> Option<R> {
        let model = Slow { inner: &self.model, finished: &self.model_calls };
        let tools = Toolbox::new().with(Lookup(|_: &_| {
            self.tool_calls.set(self.tool_calls.get() + 1);
            one_place("f is at a.py:1-2", Vec::new())
        }));
        let store: Rc<dyn CheckpointStore> = Rc::clone(&self.store) as _;
        let agent = Agent {
            models: Models::one(&model),
            tools,
            acting: Toolbox::new(),
            services: agent::ActingServices::default(),
            attended: true,
            repository: None,
            verifier: Box::new(Confirms(|_| true)),
            clock: ticks(),
            timer: Rc::new(NoWait),
            store,
        };
        killed_after(polls, act(&agent))
    }

    /// Asks what f is, in a process of its own.
    fn ask(&self, options: AskOptions, on: impl FnMut(TimedEvent)) -> Result<RunEnd, AskError> {
        let asked = question("What is f?", options);
        self.process(None, async |agent| agent.ask(asked, &Controls::default(), on).await).expect("it is not killed")
    }

    /// Resumes `r1` in a process of its own.
    fn resume(&self, approval: Option<Approval>, on: impl FnMut(TimedEvent)) -> Result<RunEnd, AskError> {
        let work =
            async |agent: &Agent<'_>| agent.resume("r1", approval.map(Into::into), &Controls::default(), on).await;
        self.process(None, work).expect("it is not killed")
    }

    fn fork(&self, fork: Fork, on: impl FnMut(TimedEvent)) -> Result<RunEnd, AskError> {
        self.process(None, async |agent| agent.fork(fork, &Controls::default(), on).await).expect("it is not killed")
    }

    fn log(&self, run: &str) -> Vec<u8> {
        block_on(self.store.read(run)).unwrap().unwrap()
    }

    fn status(&self, run: &str) -> RunStatus {
        summarise(&self.log(run), false).unwrap().status
    }
}

/// What a listener gets, without numbers and times.
fn kinds(events: &[TimedEvent]) -> Vec<String> {
    let kind = |event: &TimedEvent| {
        let event = serde_json::to_value(&event.event).unwrap();
        event["type"].as_str().unwrap().to_owned()
    };
    events.iter().map(kind).collect()
}

fn listening(events: &RefCell<Vec<TimedEvent>>) -> impl FnMut(TimedEvent) {
    |event| events.borrow_mut().push(event)
}

#[test]
fn killed_anywhere_a_run_resumes_and_repeats_no_finished_model_call() {
    let expected = answered(World::new(script()).ask(AskOptions::default(), |_| {}));
    for polls in 0.. {
        let world = World::new(script());
        let asked = world.process(Some(polls), async |agent| {
            agent.ask(question("What is f?", AskOptions::default()), &Controls::default(), |_| {}).await
        });
        if asked.is_some() {
            assert!(polls > 5, "the run was killed at several places");
            return;
        }
        if block_on(world.store.read("r1")).unwrap().is_none() {
            continue;
        }
        assert_eq!(world.status("r1"), RunStatus::Interrupted, "killed after {polls} polls");
        assert_eq!(answered(world.resume(None, |_| {})), expected, "killed after {polls} polls");
        assert_eq!(world.model_calls.get(), 5, "killed after {polls} polls");
        assert_eq!(world.tool_calls.get(), 1, "killed after {polls} polls");
        assert_eq!(world.status("r1"), RunStatus::Answered);
    }
}

#[test]
fn the_events_of_a_stored_run_are_those_that_a_listener_got() {
    let world = World::new(script());
    let live = RefCell::new(Vec::new());
    answered(world.ask(AskOptions::default(), listening(&live)));
    let stored = StoredRun::read(&world.log("r1")).unwrap();
    let again = stored.events();
    assert!(again.iter().enumerate().all(|(n, event)| event.seq as usize == n));
    // Pieces of texts come whole; the first checkpoint comes before any event.
    let pieces = ["model_text", "answer_text", "citation_added"];
    let live: Vec<String> = kinds(&live.take()).into_iter().filter(|kind| !pieces.contains(&kind.as_str())).collect();
    let mut replayed = kinds(&again);
    assert_eq!(replayed.remove(1), "checkpointed");
    assert_eq!(replayed, live);
    let at: Vec<f64> = again.iter().map(|event| event.at_ms).collect();
    assert!(at.is_sorted(), "{at:?}");
}

#[test]
fn a_run_whose_model_nested_its_arguments_deeply_can_be_read_again() {
    let deep = (0..120).fold(json!(1), |inner, _| json!([inner]));
    let mut script = script();
    script[1] = Scripted::call("lookup", json!({ "word": deep }));
    let world = World::new(script);
    answered(world.ask(AskOptions::default(), |_| {}));
    assert_eq!(world.status("r1"), RunStatus::Answered);
    let events = StoredRun::read(&world.log("r1")).unwrap().events();
    assert!(events.iter().any(|event| matches!(event.event, Event::RunFinished { .. } | Event::Answer { .. })));
}

#[test]
fn a_person_is_asked_between_the_choice_of_a_tool_and_its_run() {
    let world = World::new(script());
    let options = AskOptions { approve_tools: true, ..AskOptions::default() };
    let Ok(waiting @ RunEnd::Awaiting(_)) = world.ask(options, |_| {}) else { panic!("it waits for a person") };
    let calls = StoredRun::read(&world.log("r1")).unwrap().proposed_calls();
    assert_eq!((calls[0].name.as_str(), calls[0].arguments.as_str()), ("lookup", r#"{"word":"f"}"#));
    assert_eq!((world.tool_calls.get(), world.status("r1")), (0, RunStatus::AwaitingApproval));
    assert_eq!(StoredRun::read(&world.log("r1")).unwrap().proposed_calls(), calls);

    // Another process asks again, without an answer.
    assert_eq!(world.resume(None, |_| {}).unwrap(), waiting);

    let approval = Approval { allowed: vec![calls[0].id.clone()], ..Approval::default() };
    assert_eq!(answered(world.resume(Some(approval), |_| {})).markdown, "`f` is a function.");
    assert_eq!(world.tool_calls.get(), 1);
}

#[test]
fn an_answer_in_the_file_of_an_imported_run_does_not_count() {
    let world = World::new(script());
    world.ask(AskOptions { approve_tools: true, ..AskOptions::default() }, |_| {}).unwrap();
    let allowed = Approval { allowed: vec!["call-1".to_owned()], ..Approval::default() };
    let resume =
        async |agent: &Agent<'_>| agent.resume("r1", Some(allowed.clone().into()), &Controls::default(), |_| {}).await;
    // The process ends after the answer was stored and before the call was made.
    assert!(world.process(Some(1), resume).is_none());
    assert_eq!(world.tool_calls.get(), 0);
    let about = About { run: "r2".to_owned(), ..About::peek(&world.log("r1")).unwrap() }.imported();
    let imported = Header::replace_about(&world.log("r1"), serde_json::to_value(&about).unwrap()).unwrap();
    block_on(world.store.append("r2", LogEnd::NEW, &imported)).unwrap();
    for answer in [None, Some(Approval { allowed: vec!["call-1".to_owned()], ..Approval::default() })] {
        let work = async |agent: &Agent<'_>| {
            agent.resume("r2", answer.clone().map(Into::into), &Controls::default(), |_| {}).await
        };
        let end = world.process(None, work).unwrap().unwrap();
        assert!(matches!(end, RunEnd::Awaiting(_)) == answer.is_none(), "{end:?}");
        assert_eq!(world.tool_calls.get(), u32::from(answer.is_some()));
    }
    // In the person's own run the stored answer counts.
    let own = World::new(script());
    own.ask(AskOptions { approve_tools: true, ..AskOptions::default() }, |_| {}).unwrap();
    assert!(own.process(Some(1), resume).is_none());
    answered(own.resume(None, |_| {}));
    assert_eq!(own.tool_calls.get(), 1);
}

#[test]
fn a_declined_call_does_not_run_and_the_model_gets_the_reason() {
    let world = World::new(script());
    let options = AskOptions { approve_tools: true, ..AskOptions::default() };
    world.ask(options, |_| {}).unwrap();
    let approval = Approval { allowed: Vec::new(), note: "Read the docs instead.".to_owned(), ..Approval::default() };
    let events = RefCell::new(Vec::new());
    answered(world.resume(Some(approval), listening(&events)));
    assert_eq!(world.tool_calls.get(), 0);
    let event = events.take().into_iter().find_map(|event| match event.event {
        Event::ToolFinished { ok, output, .. } => Some((ok, output)),
        _ => None,
    });
    let output = "The person did not allow this call, so it did not run. They said: Read the docs instead.";
    assert_eq!(event, Some((false, output.to_owned())));
}

#[test]
fn a_paused_run_stops_after_its_superstep_and_can_be_resumed() {
    let world = World::new(script());
    let controls = Controls::default();
    let pause = controls.pause.clone();
    let paused = world.process(None, async |agent| {
        let on = |event: TimedEvent| {
            if matches!(&event.event, Event::NodeStarted { node, .. } if node == "executor_llm") {
                pause.cancel();
            }
        };
        agent.ask(question("What is f?", AskOptions::default()), &controls, on).await
    });
    assert_eq!(paused.unwrap().unwrap(), RunEnd::Paused { why: None });
    assert_eq!((world.status("r1"), world.model_calls.get()), (RunStatus::Paused, 2));
    let events = RefCell::new(Vec::new());
    let earlier = StoredRun::read(&world.log("r1")).unwrap().events().len();
    answered(world.resume(None, listening(&events)));
    let events = events.take();
    assert_eq!(events[0].seq as usize, earlier, "numbers continue");
    assert_eq!(kinds(&events[..2]), ["run_resumed", "node_started"]);
    assert!(matches!(events.last().unwrap().event, Event::RunFinished { outcome: RunOutcome::Answered, .. }));
}

#[test]
fn a_fork_shares_the_past_and_asks_something_else() {
    let mut lines = script();
    lines.extend(script());
    let world = World::new(lines);
    answered(world.ask(AskOptions::default(), |_| {}));
    let before = world.log("r1");
    answered(world.fork(Fork { question: Some("What is g?".to_owned()), ..fork_at(0) }, |_| {}));
    assert_eq!(world.log("r1"), before, "the run it comes from stays as it is");
    let summary = summarise(&world.log("r2"), false).unwrap();
    assert_eq!((summary.question.as_str(), summary.forked_from), ("What is g?", Some(fork_at(0).origin)));
    let stored = StoredRun::read(&world.log("r2")).unwrap();
    let asked = stored.view(1).unwrap().fields.into_iter().find(|field| field.name == "input").unwrap();
    assert_eq!((asked.summary.as_str(), asked.changed), ("What is g?", true));
    assert_eq!(stored.checkpoints()[1].source, CheckpointSource::Fork);
}

#[test]
fn a_fork_with_another_plan_does_not_plan_again() {
    let mut lines = script();
    lines.extend(script().into_iter().skip(1));
    let world = World::new(lines);
    answered(world.ask(AskOptions::default(), |_| {}));
    let planned = StoredRun::read(&world.log("r1")).unwrap().checkpoints();
    let planned = planned.iter().find(|checkpoint| checkpoint.ran.iter().any(|ran| ran.node == "planner")).unwrap().id;
    let events = RefCell::new(Vec::new());
    answered(world.fork(Fork { plan: Some(vec!["Find g".to_owned()]), ..fork_at(planned) }, listening(&events)));
    assert_eq!(world.model_calls.get(), 9);
    let events = events.take();
    // The listener gets the plan, at once and when the run is shown again.
    let plan = |event: &[TimedEvent]| {
        event.iter().rev().find_map(|event| match &event.event {
            Event::PlanMade { steps, .. } => Some(steps.clone()),
            _ => None,
        })
    };
    let given = Some(vec!["Find g".to_owned()]);
    assert_eq!((plan(&events), plan(&StoredRun::read(&world.log("r2")).unwrap().events())), (given.clone(), given));
    let steps: Vec<String> = events
        .into_iter()
        .filter_map(|event| match event.event {
            Event::StepStarted { description, .. } => Some(description),
            _ => None,
        })
        .collect();
    assert_eq!(steps, ["Find g"]);
}

#[test]
fn a_fork_may_change_the_plan_or_the_question_at_any_checkpoint() {
    let last = |world: &World| StoredRun::read(&world.log("r1")).unwrap().checkpoints().len() as u64;
    let unbroken = World::new(script());
    answered(unbroken.ask(AskOptions::default(), |_| {}));
    for checkpoint in 0..last(&unbroken) {
        for (plan, question) in [(Some(vec!["Find g".to_owned()]), None), (None, Some("What is g?".to_owned()))] {
            let mut lines = script();
            lines.extend(script().into_iter().skip(usize::from(plan.is_some())));
            let world = World::new(lines);
            answered(world.ask(AskOptions::default(), |_| {}));
            let expected = if plan.is_some() { "Find g" } else { "Find f" };
            let events = RefCell::new(Vec::new());
            let forked = world.fork(Fork { question, plan, ..fork_at(checkpoint) }, listening(&events));
            assert_eq!(answered(forked).markdown, "`f` is a function.", "at {checkpoint}");
            let step = events.take().into_iter().rev().find_map(|event| match event.event {
                Event::StepStarted { description, .. } => Some(description),
                _ => None,
            });
            assert_eq!(step.as_deref(), Some(expected), "at {checkpoint}");
        }
    }
}

#[test]
fn unusable_logs_are_reported_and_kept() {
    let world = World::new(script());
    let gone = world.process(None, async |agent| agent.resume("r9", None, &Controls::default(), |_| {}).await).unwrap();
    assert_eq!(gone.unwrap_err().to_string(), "there is no stored run `r9`");
    answered(world.ask(AskOptions::default(), |_| {}));
    let mut log = world.log("r1");
    log[300] ^= 1;
    block_on(world.store.remove("r1")).unwrap();
    block_on(world.store.append("r1", LogEnd::NEW, &log)).unwrap();
    assert!(world.resume(None, |_| {}).unwrap_err().to_string().contains("the log is damaged"));
    assert_eq!(world.log("r1"), log);
}
