//! What a run may spend: it is paused once at 80% of a budget, ends where it is used up, and counts what it spent before it
//! was resumed.

mod support;

use agent::{Agent, AskError, CancelToken, Controls, Models, RunEnd, StoredRun, Toolbox};
use futures::executor::block_on;
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use model::spending::{Budget, Spent};
use model::{ChatDelta, ChatFuture, ChatRequest, ModelClient, ModelErrorKind};
use protocol::{AskOptions, Charge, Event, ModelInfo, Prices, RunOutcome, TimedEvent, TokenUsage};
use state_graph::{CheckpointStore, MemoryStore};
use std::cell::RefCell;
use std::rc::Rc;
use support::{Confirms, FINISH, Lookup, answered, fork_at, one_place, question, ticks};

/// The scripted model at 10,000 tokens a call, of which a million cost a dollar.
struct Costly(ScriptedModelClient);

impl ModelClient for Costly {
    fn info(&self) -> ModelInfo {
        self.0.info()
    }

    fn prices(&self) -> Option<Prices> {
        Some(Prices { input: 1.0, output: 1.0 })
    }

    fn chat<'a>(&'a self, request: &'a ChatRequest<'a>, on: &'a mut dyn FnMut(ChatDelta)) -> ChatFuture<'a> {
        Box::pin(async move {
            let mut response = self.0.chat(request, on).await?;
            response.usage = Some(TokenUsage { input: 9_000, output: 1_000, cached: 0 });
            Ok(response)
        })
    }
}

/// A run of four model calls, in the supersteps 1 (`planner`), 3 (`executor_llm`), 5 (`refinery`) and 6 (`synthesizer`).
struct World {
    model: Costly,
    store: Rc<MemoryStore>,
    attended: bool,
    events: RefCell<Vec<TimedEvent>>,
}

impl World {
    fn new() -> Self {
        let script = ["[\"Find f\"]", "found", FINISH, "It is a function."].map(Scripted::text);
        let model = Costly(ScriptedModelClient::new(script));
        Self { model, store: Rc::default(), attended: true, events: RefCell::default() }
    }

    fn agent(&self) -> Agent<'_> {
        Agent {
            models: Models::one(&self.model),
            tools: Toolbox::new().with(Lookup(|_: &_| one_place("f is at a.py:1-2", Vec::new()))),
            acting: Toolbox::new(),
            services: agent::ActingServices::default(),
            attended: self.attended,
            repository: None,
            verifier: Box::new(Confirms(|_| true)),
            clock: ticks(),
            timer: Rc::new(NoWait),
            store: Rc::clone(&self.store) as Rc<dyn CheckpointStore>,
        }
    }

    fn listener(&self) -> impl FnMut(TimedEvent) {
        self.events.borrow_mut().clear();
        |event| self.events.borrow_mut().push(event)
    }

    fn ask(&self, options: AskOptions) -> Result<RunEnd, AskError> {
        block_on(self.agent().ask(question("What is f?", options), &Controls::default(), self.listener()))
    }

    fn resume(&self) -> Result<RunEnd, AskError> {
        block_on(self.agent().resume("r1", None, &Controls::default(), self.listener()))
    }

    fn calls(&self) -> usize {
        self.model.0.requests().len()
    }

    fn stored(&self, run: &str) -> StoredRun {
        StoredRun::read(&block_on(self.store.read(run)).unwrap().unwrap()).unwrap()
    }
}

fn tokens(most: u64) -> AskOptions {
    AskOptions { max_tokens: Some(most), ..AskOptions::default() }
}

fn dollars(most: f64) -> AskOptions {
    AskOptions { max_usd: Some(most), ..AskOptions::default() }
}

#[track_caller]
fn why_paused(end: Result<RunEnd, AskError>) -> String {
    match end {
        Ok(RunEnd::Paused { why: Some(why) }) => why,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn why_ended(end: Result<RunEnd, AskError>) -> String {
    match end {
        Err(AskError::Model(error)) => {
            assert_eq!(error.kind, ModelErrorKind::Quota);
            error.message
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_run_pauses_once_at_80_percent_and_ends_at_100() {
    let world = World::new();
    // After the second call: 20,000 of 25,000.
    let why = why_paused(world.ask(tokens(25_000)));
    assert_eq!(why, "The run has used 20000 of its 25000 tokens. Resumed, it may use the rest.");
    assert_eq!(world.calls(), 2);
    let last = world.events.borrow().last().unwrap().event.clone();
    assert!(
        matches!(last, Event::RunFinished { outcome: RunOutcome::Paused { why: Some(shown) }, .. } if shown == why)
    );
    // Shown again, it says the same.
    let shown = world.stored("r1").events().pop().unwrap().event;
    assert!(
        matches!(shown, Event::RunFinished { outcome: RunOutcome::Paused { why: Some(shown) }, .. } if shown == why)
    );

    // 30,000 after the third call, so the fourth is not made; what was found is kept.
    assert_eq!(why_ended(world.resume()), "the run's budget of 25000 tokens is used up");
    assert_eq!(world.calls(), 3);
    let kept = world.stored("r1").events();
    assert!(kept.iter().any(|event| matches!(event.event, Event::FindingAdded { .. })));
    assert!(kept.iter().any(|event| matches!(event.event, Event::Decided { .. })));
    // It ends there again: nothing was forgotten.
    assert_eq!(why_ended(world.resume()), "the run's budget of 25000 tokens is used up");
    assert_eq!(world.calls(), 3);
}

#[test]
fn a_budget_that_suffices_pauses_nothing() {
    let world = World::new();
    // 80% are reached with the last call, after which there is nothing to pause.
    assert_eq!(answered(world.ask(tokens(50_000))).markdown, "It is a function.");
    assert_eq!(answered(World::new().ask(dollars(1.0))).markdown, "It is a function.");
    let charged = |event: &TimedEvent| match event.event {
        Event::ModelUsed { charge, .. } => charge,
        _ => None,
    };
    let charges: Vec<Charge> = world.events.borrow().iter().filter_map(charged).collect();
    assert_eq!(charges, [Charge { input: 9_000, output: 1_000, usd: 0.01, estimated: false }; 4]);
}

#[test]
fn money_is_a_budget_where_prices_are_known() {
    let world = World::new();
    let why = why_paused(world.ask(dollars(0.024)));
    assert_eq!(why, "The run has spent 0.0200 of its 0.024 US dollars. Resumed, it may use the rest.");
    assert_eq!(why_ended(world.resume()), "the run's budget of 0.024 US dollars is used up");
}

#[test]
fn supersteps_are_a_budget_where_the_question_limits_them() {
    let world = World::new();
    let why = why_paused(world.ask(AskOptions { recursion_limit: Some(5), ..AskOptions::default() }));
    assert_eq!(why, "The run has used 4 of its 5 steps. Resumed, it may use the rest.");
    let error = world.resume().unwrap_err();
    assert!(error.to_string().contains("the limit of 5 steps is reached"), "{error}");
}

#[test]
fn a_resumed_run_counts_what_it_spent_before() {
    let world = World::new();
    let controls = Controls { pause: CancelToken::new(), ..Controls::default() };
    controls.pause.cancel();
    let end = block_on(world.agent().ask(question("What is f?", tokens(25_000)), &controls, |_| {}));
    assert_eq!(end.unwrap(), RunEnd::Paused { why: None });
    assert_eq!(world.calls(), 1);
    // With the second call it is at 20,000, not at 10,000.
    let why = why_paused(world.resume());
    assert_eq!(why, "The run has used 20000 of its 25000 tokens. Resumed, it may use the rest.");
}

#[test]
fn a_person_resumes_a_run_with_another_budget() {
    let world = World::new();
    why_paused(world.ask(tokens(25_000)));
    why_ended(world.resume());
    // 30,000 are spent.
    let agent = Agent { models: Models::one(&world.model).instead(Some(100_000), None), ..world.agent() };
    let end = block_on(agent.resume("r1", None, &Controls::default(), |_| {}));
    assert_eq!(answered(end).markdown, "It is a function.");
}

#[test]
fn what_the_host_knows_of_a_run_counts_where_it_is_more() {
    let world = World::new();
    let lost = Spent { calls: 1, input_tokens: 24_900, ..Spent::default() };
    let agent = Agent { models: Models::one(&world.model).after(lost), ..world.agent() };
    let end = block_on(agent.ask(question("What is f?", tokens(25_000)), &Controls::default(), |_| {}));
    assert_eq!(why_ended(end), "the run's budget of 25000 tokens is used up");
    assert_eq!(world.calls(), 0);
}

#[test]
fn a_question_exceeds_no_budget_of_the_host() {
    let world = World::new();
    let host = Budget { tokens: Some(12_000), ..Budget::default() };
    let agent = Agent { models: Models::one(&world.model).within(host), ..world.agent() };
    let asked = question("What is f?", tokens(1_000_000));
    let end = block_on(agent.ask(asked, &Controls::default(), |_| {}));
    assert_eq!(why_paused(end), "The run has used 10000 of its 12000 tokens. Resumed, it may use the rest.");
}

#[test]
fn where_nobody_can_resume_it_a_run_uses_what_it_has() {
    let world = World { attended: false, ..World::new() };
    assert_eq!(why_ended(world.ask(tokens(25_000))), "the run's budget of 25000 tokens is used up");
    assert_eq!(world.calls(), 3);
}

#[test]
fn a_fork_has_a_budget_of_its_own() {
    let world = World::new();
    why_paused(world.ask(tokens(25_000)));
    let shared = world.stored("r1").checkpoints().last().unwrap().id;
    // The two calls that are left cost 20,000: they are paused for, though the first run has spent as much.
    let end = block_on(world.agent().fork(fork_at(shared), &Controls::default(), |_| {}));
    assert_eq!(answered(end).markdown, "It is a function.");
    assert_eq!(world.calls(), 4);
}
