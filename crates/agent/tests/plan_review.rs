//! `plan-review` with a scripted model and made-up tools: the vectors of its specification by number, and kills at every
//! place.

mod support;

use agent::policy::Effect;
use agent::{
    Agent, AskError, CallContext, Controls, Models, PlanReviewState, RunEnd, StoredRun, Tool, ToolError, ToolOutput,
    Toolbox,
};
use change_set::Update;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, poll_fn};
use model::scripted::{NoWait, Scripted, ScriptedModelClient};
use model::{Message, Role, ToolSpec};
use protocol::{Approval, AskOptions, Asked, Event, TimedEvent};
use serde_json::{Value, json};
use state_graph::{CheckpointStore, History, MemoryStore};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::task::Poll;
use support::{Confirms, Slow, answered, question, ticks, yield_once};

/// `read`: a text that the test chooses, by its argument `of`.
struct Read<'w>(&'w World);

impl Tool for Read<'_> {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("read", "Reads something.")
    }

    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            yield_once().await;
            self.0.ran.borrow_mut().push(format!("read {}", cx.id));
            let text = match arguments["of"].as_str() {
                Some("nothing") => return Err(ToolError::Failed("there is nothing".to_owned())),
                Some("much") => format!("{}{}", "a".repeat(1_000), "b".repeat(6_000)),
                // 7,000 characters in lines.
                Some("lines") => (1..=700).map(|n| format!("line {n:04}\n")).collect(),
                _ => "def f(): pass".to_owned(),
            };
            Ok(ToolOutput { text, summary: "read".to_owned(), ..ToolOutput::default() })
        })
    }
}

/// `write_file`: proposes a new file.
struct Write;

impl Tool for Write {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("write_file", "Writes a file.")
    }

    fn effect<'a>(&'a self, _: &'a Value) -> Effect<'a> {
        Effect::Edit
    }

    fn call<'t>(
        &'t self,
        arguments: &'t Value,
        cx: CallContext<'t>,
    ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            yield_once().await;
            let path = source::RepoPath::parse(arguments["path"].as_str().unwrap_or_default())
                .map_err(|error| ToolError::Failed(error.to_string()))?;
            let mut proposal = cx.changes.propose(cx.id);
            proposal.create(&path, None, "x = 1\n").map_err(|error| ToolError::Failed(error.to_string()))?;
            let updates = proposal.finish().into_iter().map(Update::Change).collect();
            let changed = agent::ChangedFile { path, added: 1, removed: 0, diff: "+x = 1\n".to_owned() };
            let (text, summary) = ("Written.".to_owned(), "1 file".to_owned());
            Ok(ToolOutput { text, summary, updates, changed: vec![changed], ..ToolOutput::default() })
        })
    }
}

/// `run_command`: counts how often it ran.
struct RunCommand<'w>(&'w World, Vec<String>);

impl Tool for RunCommand<'_> {
    fn spec(&self) -> ToolSpec {
        agent::tools::spec::<Value>("run_command", "Runs a program.")
    }

    fn effect<'a>(&'a self, _: &'a Value) -> Effect<'a> {
        Effect::Run { argv: &self.1, folder: "" }
    }

    fn call<'t>(&'t self, _: &'t Value, _: CallContext<'t>) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            self.0.commands.set(self.0.commands.get() + 1);
            yield_once().await;
            Ok(ToolOutput { text: "2 passed".into(), summary: "exit 0".into(), ..ToolOutput::default() })
        })
    }
}

/// A world that outlives a killed process: the store, the script, and what the outside saw.
struct World {
    model: ScriptedModelClient,
    model_calls: Cell<u32>,
    ran: RefCell<Vec<String>>,
    commands: Cell<u32>,
    events: RefCell<Vec<Event>>,
    store: Rc<MemoryStore>,
}

impl World {
    fn new(script: Vec<Scripted>) -> Self {
        Self {
            model: ScriptedModelClient::new(script),
            model_calls: Cell::new(0),
            ran: RefCell::default(),
            commands: Cell::new(0),
            events: RefCell::default(),
            store: Rc::new(MemoryStore::default()),
        }
    }

    /// Runs `act` with an agent of a new process; killed after `polls` polls.
    fn process<R>(&self, polls: Option<usize>, act: impl AsyncFnOnce(&Agent<'_>) -> R) -> Option<R> {
        let model = Slow { inner: &self.model, finished: &self.model_calls };
        let argv = ["pytest".to_owned()].to_vec();
        let agent = Agent {
            models: Models::one(&model),
            tools: Toolbox::new().with(Read(self)),
            acting: Toolbox::new().with(Write).with(RunCommand(self, argv)).with(agent_read_back()),
            attended: true,
            repository: None,
            verifier: Box::new(Confirms(|_| true)),
            clock: ticks(),
            timer: Rc::new(NoWait),
            store: Rc::clone(&self.store) as Rc<dyn CheckpointStore>,
        };
        let mut left = polls;
        let mut work = Box::pin(act(&agent));
        block_on(poll_fn(|cx| {
            if let Some(left) = &mut left {
                if *left == 0 {
                    return Poll::Ready(None);
                }
                *left -= 1;
            }
            work.as_mut().poll(cx).map(Some)
        }))
    }

    fn ask_in(&self, polls: Option<usize>, goal: &str, options: AskOptions) -> Option<Result<RunEnd, AskError>> {
        let asked = question(goal, AskOptions { agent: "plan-review".to_owned(), ..options });
        let on = |event: TimedEvent| self.events.borrow_mut().push(event.event);
        self.process(polls, async |agent| agent.ask(asked, &Controls::default(), on).await)
    }

    fn ask(&self, goal: &str, options: AskOptions) -> Result<RunEnd, AskError> {
        self.ask_in(None, goal, options).expect("it is not killed")
    }

    fn resume_in(&self, polls: Option<usize>, approval: Option<Approval>) -> Option<Result<RunEnd, AskError>> {
        let on = |event: TimedEvent| self.events.borrow_mut().push(event.event);
        let answer = approval.map(Into::into);
        self.process(polls, async |agent| agent.resume("r1", answer, &Controls::default(), on).await)
    }

    fn resume(&self, approval: Option<Approval>) -> Result<RunEnd, AskError> {
        self.resume_in(None, approval).expect("it is not killed")
    }

    fn stored(&self) -> Option<Vec<u8>> {
        block_on(self.store.read("r1")).unwrap()
    }

    fn state(&self) -> PlanReviewState {
        let history = History::<PlanReviewState>::read(&self.stored().unwrap()).unwrap();
        history.state(history.head()).unwrap().clone()
    }

    fn nodes(&self) -> String {
        let name = |event: &Event| match event {
            Event::NodeStarted { node, .. } => Some(node.clone()),
            _ => None,
        };
        self.events.borrow().iter().filter_map(name).collect::<Vec<_>>().join(" > ")
    }

    /// The prompts of a node, by words that only they have.
    fn prompts(&self, words: &str) -> Vec<String> {
        let first = |messages: Vec<Message>| messages.into_iter().next().unwrap().content;
        self.model.requests().into_iter().map(first).filter(|prompt| prompt.starts_with(words)).collect()
    }
}

fn agent_read_back() -> impl Tool {
    struct ReadBack;
    impl Tool for ReadBack {
        fn spec(&self) -> ToolSpec {
            agent::tools::spec::<Value>("read_tool_output", "Reads an earlier output.")
        }

        fn call<'t>(
            &'t self,
            given: &'t Value,
            cx: CallContext<'t>,
        ) -> LocalBoxFuture<'t, Result<ToolOutput, ToolError>> {
            let line = given["start"].as_u64().map(|line| line as usize);
            let read = cx.outputs.read(given["id"].as_str().unwrap_or_default(), line, line);
            let read = read.map_err(|error| ToolError::Failed(error.to_string()));
            Box::pin(async move { read.map(|text| ToolOutput { text, ..ToolOutput::default() }) })
        }
    }
    ReadBack
}

const PLANNER: &str = "You plan work";
const REVIEWER: &str = "You review";

fn text(text: &str) -> Scripted {
    Scripted::text(text)
}

fn plan(steps: &[&str]) -> Scripted {
    Scripted::text(json!({ "plan": steps }).to_string())
}

fn read(of: &str) -> Scripted {
    Scripted::call("read", json!({ "of": of }))
}

fn success(output: &str) -> Scripted {
    Scripted::text(json!({ "success": true, "output": output }).to_string())
}

fn failure(output: &str) -> Scripted {
    Scripted::text(json!({ "success": false, "output": output }).to_string())
}

fn verdict(verdict: &str, reason: &str, advice: &str) -> Scripted {
    Scripted::text(json!({ "verdict": verdict, "reason": reason, "fix_suggestion": advice }).to_string())
}

fn go_on() -> Scripted {
    verdict("continue", "done", "")
}

fn finish() -> Scripted {
    verdict("finish", "all is done", "")
}

fn rounds(max: u32) -> AskOptions {
    AskOptions { max_iterations: Some(max), ..AskOptions::default() }
}

fn two_steps() -> Vec<Scripted> {
    vec![plan(&["a", "b"]), read("f"), success("found"), go_on(), success("well"), finish()]
}

#[test]
fn vector_01_two_steps_are_carried_out_and_reviewed() {
    let world = World::new(two_steps());
    let answer = answered(world.ask("Do it", AskOptions::default())).markdown;
    let nodes =
        "planner > executor > executor_tools > executor > reviewer > advance > executor > reviewer > advance > report";
    assert_eq!(world.nodes(), nodes);
    let state = world.state();
    assert_eq!((state.iters, state.done_steps.len()), (2, 2));
    assert!(answer.starts_with("**Done: all is done**\n\nGoal: Do it\n"), "{answer}");
    assert!(
        answer.contains("1. a: found\n2. b: well\n") && answer.contains("Not verified: nothing was run."),
        "{answer}"
    );
    let tasks: Vec<String> = world.events.borrow().iter().filter_map(task_list).collect();
    assert_eq!(tasks, ["plan a b", "begin 0 a", "end 0 true", "begin 1 b", "end 1 true"]);
}

fn planning_round(event: &Event) -> Option<u32> {
    match event {
        Event::PlanMade { iteration, .. } => Some(*iteration),
        _ => None,
    }
}

fn task_list(event: &Event) -> Option<String> {
    match event {
        Event::PlanMade { steps, .. } => Some(format!("plan {}", steps.join(" "))),
        Event::StepStarted { index, description } => Some(format!("begin {index} {description}")),
        Event::StepFinished { index, ok, .. } => Some(format!("end {index} {ok}")),
        _ => None,
    }
}

#[test]
fn vector_02_a_failed_step_is_planned_around() {
    let world = World::new(vec![plan(&["a"]), failure("Permission denied"), plan(&["b"]), success("ok"), finish()]);
    answered(world.ask("Do it", AskOptions::default()));
    assert_eq!(world.nodes(), "planner > executor > planner > executor > reviewer > advance > report");
    let rounds: Vec<u32> = world.events.borrow().iter().filter_map(planning_round).collect();
    assert_eq!(rounds, [1, 2]);
    assert!(world.prompts(PLANNER)[1].contains("The last step failed: Permission denied"));
    // The round of the failure, and the one after it.
    assert_eq!((world.state().iters, world.prompts(REVIEWER).len()), (2, 1));
    let log = StoredRun::read(&world.stored().unwrap()).unwrap();
    let after =
        log.checkpoints().into_iter().find(|checkpoint| checkpoint.ran.iter().any(|ran| ran.node == "executor"));
    let fields = log.view(after.unwrap().id).unwrap().fields;
    let of = |name: &str| fields.iter().find(|field| field.name == name).unwrap().json.clone();
    assert_eq!((of("iters").as_str(), of("plan").as_str()), ("1", "[]"));
}

#[test]
fn vector_03_failures_end_at_the_limit_or_when_they_repeat() {
    let differ = ["no disk", "no network", "no memory"];
    let script = differ.iter().flat_map(|why| [plan(&["a"]), failure(why)]);
    let world = World::new(script.collect());
    let answer = answered(world.ask("Do it", rounds(3))).markdown;
    assert_eq!(world.nodes(), "planner > executor > planner > executor > planner > executor > report");
    assert!(answer.contains("Stopped at the limit of 3 rounds") && answer.contains("no memory"), "{answer}");

    // What differs only in a number is the same.
    let script = (1..=3).flat_map(|n| [plan(&["a"]), failure(&format!("Timeout after {n} s"))]);
    let world = World::new(script.collect());
    let answer = answered(world.ask("Do it", AskOptions::default())).markdown;
    assert!(answer.contains("same failure 3 times in a row"), "{answer}");
    assert_eq!(world.state().iters, 3);

    // A step between two of them that worked starts the count again.
    let mut script = vec![plan(&["a"]), failure("x"), plan(&["a"]), failure("x"), plan(&["b"]), success("ok"), go_on()];
    script.extend([plan(&["a"]), failure("x"), plan(&[])]);
    let world = World::new(script);
    let answer = answered(world.ask("Do it", AskOptions::default())).markdown;
    assert!(answer.starts_with("**Not done: the last step failed: x**"), "{answer}");
}

#[test]
fn vector_04_retry_keeps_what_was_done_and_replan_drops_it() {
    let script = |word| {
        let first = [plan(&["step one", "step two"]), success("one"), go_on(), success("two")];
        let judged = [verdict(word, "it is the wrong file", "look in lib"), plan(&[])];
        first.into_iter().chain(judged).collect::<Vec<_>>()
    };
    for (word, keeps) in [("retry", true), ("replan", false)] {
        let world = World::new(script(word));
        answered(world.ask("Do it", AskOptions::default()));
        let log = StoredRun::read(&world.stored().unwrap()).unwrap();
        let advanced =
            log.checkpoints().into_iter().rfind(|it| it.ran.iter().any(|ran| ran.node == "advance")).unwrap();
        let fields = log.view(advanced.id).unwrap().fields;
        let of = |name: &str| fields.iter().find(|field| field.name == name).unwrap().json.clone();
        assert_eq!((of("plan").as_str(), of("step_index").as_str()), ("[]", "0"));
        assert_eq!(advanced.next, ["planner"]);
        let prompt = &world.prompts(PLANNER)[1];
        assert!(prompt.contains("it is the wrong file") && prompt.contains("look in lib"), "{prompt}");
        assert_eq!(prompt.contains("1. step one"), keeps, "{word}: {prompt}");
        assert_eq!(world.state().done_steps.len(), 1, "{word}");
    }
}

#[test]
fn vector_05_after_the_last_step_the_planner_may_end_the_run() {
    let world = World::new(vec![plan(&["a"]), success("ok"), go_on(), plan(&[])]);
    let answer = answered(world.ask("Do it", AskOptions::default())).markdown;
    assert_eq!(world.nodes(), "planner > executor > reviewer > advance > planner > report");
    assert!(answer.starts_with("**Done: no step is left.**"), "{answer}");
}

#[test]
fn vector_06_a_plan_in_another_shape_is_used_as_far_as_it_goes() {
    let planned = |answers: &[&str]| {
        let mut script: Vec<Scripted> = answers.iter().map(|answer| text(answer)).collect();
        script.extend([success("ok"), finish()]);
        let world = World::new(script);
        answered(world.ask("The goal", AskOptions::default()));
        let events = world.events.borrow();
        let plan = events.iter().find_map(|event| match event {
            Event::PlanMade { steps, fallback, .. } => Some((steps.clone(), fallback.is_some())),
            _ => None,
        });
        plan.unwrap()
    };
    let one = |step: &str, fallback| (vec![step.to_owned()], fallback);
    assert_eq!(planned(&["just do it", "just do it"]), one("just do it", true));
    assert_eq!(planned(&["", ""]), one("The goal", true));
    assert_eq!(planned(&[r#"["a"]"#]), one("a", false));
    let twenty: Vec<String> = (1..=20).map(|n| format!("step {n}")).collect();
    assert_eq!(planned(&[&json!({ "plan": twenty }).to_string()]).0, twenty[..12]);
}

#[test]
fn vector_07_a_result_that_cannot_be_read_is_a_failure() {
    let prose = format!("Well, {}", "I did many things. ".repeat(100));
    let world = World::new(vec![plan(&["a"]), text(&prose), text(&prose), plan(&[])]);
    answered(world.ask("Do it", AskOptions::default()));
    let state = world.state();
    let first: String = prose.chars().take(500).collect();
    let next: String = prose.chars().take(501).collect();
    assert!(state.last_result.contains(&first) && !state.last_result.contains(&next), "{}", state.last_result);
    assert_eq!(state.same_failures, 1);
    assert!(
        world.events.borrow().iter().any(|event| matches!(event, Event::Fallback { node, .. } if node == "executor"))
    );

    let wrong = r#"{"success": "yes", "output": "done"}"#;
    let world = World::new(vec![plan(&["a"]), text(wrong), success("done"), finish()]);
    answered(world.ask("Do it", AskOptions::default()));
    assert_eq!(world.state().last_result, "done", "asked once more");
    let world = World::new(vec![plan(&["a"]), text(wrong), text(wrong), plan(&[])]);
    answered(world.ask("Do it", AskOptions::default()));
    assert_eq!(world.state().same_failures, 1);
}

#[test]
fn vector_08_without_a_verdict_the_facts_decide() {
    for (of, verdict) in [("f", "continue"), ("nothing", "retry")] {
        let script = [plan(&["Look"]), read(of), success("looked"), text("fine!"), text("very fine!"), plan(&[])];
        let world = World::new(script.to_vec());
        answered(world.ask("Do it", AskOptions::default()));
        let events = world.events.borrow();
        let given = events.iter().find_map(|event| match event {
            Event::Reviewed { verdict, .. } => Some(verdict.clone()),
            _ => None,
        });
        assert_eq!(given.as_deref(), Some(verdict));
        assert!(events.iter().any(|event| matches!(event, Event::Fallback { node, .. } if node == "reviewer")));
    }
}

#[test]
fn vector_09_long_outputs_are_kept_whole_and_shown_in_part() {
    let call = |of: &str| model::ToolCall { id: "same".into(), name: "read".into(), arguments: json!({ "of": of }) };
    let mut script = vec![plan(&["a"])];
    // Two results with the same id of the provider.
    script.push(Scripted::Calls(vec![call("lines"), call("much")]));
    script.extend((0..12).map(|_| read("f")));
    script.push(Scripted::call("read_tool_output", json!({ "id": "?", "start": 100 })));
    script.extend([success("ok"), finish()]);
    let options = AskOptions { max_executor_steps: Some(20), ..AskOptions::default() };
    let world = World::new(script);
    answered(world.ask("Do it", options));
    let lines: String = (1..=700).map(|n| format!("line {n:04}\n")).collect();
    assert_eq!(lines.len(), 7_000);
    let state = world.state();
    let whole = state.messages.iter().filter(|entry| entry.message.role == Role::Tool).collect::<Vec<_>>();
    assert_eq!(whole[0].message.content, lines);
    let shown = world.model.requests().into_iter().rev().find_map(|messages| {
        let tool = messages.into_iter().find(|message| message.role == Role::Tool)?;
        tool.content.contains("omitted").then_some(tool.content)
    });
    let shown = shown.expect("an older output is shortened");
    assert!(shown.starts_with(&lines[..1_000]) && shown.ends_with(&lines[6_500..]), "{shown}");
    assert!(shown.contains("5500 characters omitted"), "{shown}");
    let id = |text: &str| agent::outputs::Output::new(text).id().to_owned();
    assert!(shown.contains(&id(&lines)));
    assert_eq!(state.outputs.read(&id(&lines), Some(100), Some(100)).unwrap(), "100: line 0100\n");
    let much = format!("{}{}", "a".repeat(1_000), "b".repeat(6_000));
    assert!(state.outputs.read(&id(&much), Some(1), None).is_ok());
}

#[test]
fn vector_10_rounds_of_tools_and_of_the_plan_are_limited() {
    let mut script = vec![plan(&["a"])];
    script.extend((0..11).map(|_| read("f")));
    script.extend([failure("too much to read"), plan(&[])]);
    let world = World::new(script);
    answered(world.ask("Do it", AskOptions::default()));
    assert_eq!(world.ran.borrow().len(), 10);
    assert_eq!(world.state().last_result, "too much to read");

    for (last, done) in [(go_on(), false), (finish(), true)] {
        let world = World::new(vec![plan(&["a", "b"]), success("ok"), last]);
        let answer = answered(world.ask("Do it", rounds(1))).markdown;
        assert_eq!(world.nodes(), "planner > executor > reviewer > advance > report");
        assert_eq!(answer.starts_with("**Done"), done, "{answer}");
        assert_eq!(answer.contains("Stopped at the limit of 1 round,"), !done, "{answer}");
        assert!(answer.contains("Not carried out: b"), "{answer}");
    }
}

fn a_command() -> Vec<Scripted> {
    vec![plan(&["Test"]), Scripted::call("run_command", json!({})), success("the tests pass"), finish()]
}

fn asked(end: Result<RunEnd, AskError>) -> protocol::ProposedCall {
    let Ok(RunEnd::Awaiting(interrupts)) = end else { panic!("it waits for a person, but: {end:?}") };
    let [interrupt] = interrupts.as_slice() else { panic!("one interrupt") };
    let Asked::Calls { calls } = &interrupt.asked else { panic!("calls") };
    calls[0].clone()
}

fn yes(call: &protocol::ProposedCall) -> Option<Approval> {
    Some(Approval { allowed: vec![call.id.clone()], ..Approval::default() })
}

#[test]
fn vector_11_a_command_runs_once_and_never_twice_without_a_yes() {
    // The process ends while the person is asked.
    let world = World::new(a_command());
    let call = asked(world.ask("Test it", AskOptions::default()));
    assert_eq!((call.may_have_run, world.commands.get()), (false, 0));
    assert_eq!(asked(world.resume(None)), call);
    let answer = answered(world.resume(yes(&call))).markdown;
    assert_eq!(world.commands.get(), 1);
    assert!(answer.contains("Ran, and the call worked: `run_command`"), "{answer}");

    // It ends at any poll after the yes: while the command runs, too.
    let mut lost = 0;
    for polls in 0.. {
        let world = World::new(a_command());
        let call = asked(world.ask("Test it", AskOptions::default()));
        if let Some(end) = world.resume_in(Some(polls), yes(&call)) {
            answered(end);
            break;
        }
        let before = world.commands.get();
        let mut end = world.resume(None);
        if let Ok(RunEnd::Awaiting(_)) = &end {
            let again = asked(end);
            if again.may_have_run {
                lost += 1;
                assert_eq!(world.commands.get(), before, "it did not run without a yes");
            }
            end = world.resume(yes(&again));
        }
        answered(end);
        assert!(world.commands.get() <= before + 1, "killed after {polls} polls");
    }
    assert!(lost > 0, "a kill while it runs was among them");

    // Asked again, a person may say no.
    for polls in 0.. {
        let world = World::new(a_command());
        let call = asked(world.ask("Test it", AskOptions::default()));
        assert!(world.resume_in(Some(polls), yes(&call)).is_none(), "it is killed while the command runs");
        if world.commands.get() == 0 {
            continue;
        }
        assert!(asked(world.resume(None)).may_have_run);
        answered(world.resume(Some(Approval::default())));
        assert_eq!(world.commands.get(), 1);
        break;
    }
}

#[test]
fn vector_12_a_claim_without_a_change_is_among_the_facts() {
    let script = vec![plan(&["Rename f to g"]), success("I renamed f to g in a.py."), go_on(), plan(&[])];
    let world = World::new(script);
    let answer = answered(world.ask("Rename f", AskOptions::default())).markdown;
    let prompt = &world.prompts(REVIEWER)[0];
    assert!(prompt.contains("No file was changed in this step."), "{prompt}");
    assert!(prompt.contains("Claimed without a matching call: I renamed f to g in a.py."), "{prompt}");
    assert!(answer.contains("None: no file is changed."), "{answer}");
    // The offline model's verdict on these facts is in its own tests.
}

fn with_an_edit() -> Vec<Scripted> {
    let write = Scripted::call("write_file", json!({ "path": "a.py" }));
    vec![plan(&["Look", "Write a.py"]), read("f"), success("found"), go_on(), write, success("I wrote it"), finish()]
}

#[test]
fn an_edit_is_proposed_and_reported_with_its_counts() {
    let world = World::new(with_an_edit());
    let answer = answered(world.ask("Write a.py", AskOptions::default())).markdown;
    assert!(answer.contains("- `a.py` +1 -0"), "{answer}");
    assert!(world.prompts(REVIEWER)[1].contains("Files changed in this step:\n- `a.py` +1 -0"));
    let changes = StoredRun::read(&world.stored().unwrap()).unwrap().proposed_changes().unwrap();
    assert_eq!(changes.len(), 1);
}

#[test]
fn killed_anywhere_a_run_resumes_and_repeats_no_finished_call() {
    let whole = World::new(with_an_edit());
    let expected = answered(whole.ask("Write a.py", AskOptions::default()));
    let calls = whole.model_calls.get();
    for polls in 0.. {
        let world = World::new(with_an_edit());
        if world.ask_in(Some(polls), "Write a.py", AskOptions::default()).is_some() {
            assert!(polls > 8, "the run was killed at several places");
            break;
        }
        if world.stored().is_none() {
            continue;
        }
        assert_eq!(answered(world.resume(None)), expected, "killed after {polls} polls");
        assert_eq!(world.model_calls.get(), calls, "killed after {polls} polls");
        let (state, same) = (world.state(), whole.state());
        assert_eq!((state.changes, state.calls), (same.changes, same.calls), "killed after {polls} polls");
    }
}

#[test]
fn stopped_after_every_superstep_a_run_has_the_same_end() {
    let whole = World::new(with_an_edit());
    let expected = answered(whole.ask("Write a.py", AskOptions::default()));
    let world = World::new(with_an_edit());
    let asked = question("Write a.py", AskOptions { agent: "plan-review".to_owned(), ..AskOptions::default() });
    let pausing = || {
        let controls = Controls::default();
        controls.pause.cancel();
        controls
    };
    let mut end = world.process(None, async |agent| agent.ask(asked, &pausing(), |_| {}).await).unwrap();
    let mut stops = 0;
    while matches!(end, Ok(RunEnd::Paused { why: None })) {
        stops += 1;
        end = world.process(None, async |agent| agent.resume("r1", None, &pausing(), |_| {}).await).unwrap();
    }
    assert_eq!(answered(end), expected);
    assert!(stops >= 10, "{stops}");
    assert_eq!(world.model_calls.get(), whole.model_calls.get());
}

#[test]
fn a_stored_run_shows_the_task_list_again() {
    let world = World::new(with_an_edit());
    answered(world.ask("Write a.py", AskOptions::default()));
    let kinds = |events: Vec<Event>| {
        let is_kept = |event: &Event| {
            task_list(event).is_some() || matches!(event, Event::Reviewed { .. } | Event::Changed { .. })
        };
        events.into_iter().filter(is_kept).collect::<Vec<_>>()
    };
    let again = StoredRun::read(&world.stored().unwrap()).unwrap().events().into_iter().map(|event| event.event);
    let (live, again) = (kinds(world.events.take()), kinds(again.collect()));
    assert_eq!((live.len(), &again), (8, &live));
}

#[test]
fn what_a_person_types_meanwhile_reaches_the_next_prompt() {
    let world = World::new(two_steps());
    let controls = Controls::default();
    let steering = controls.steering.clone();
    let asked = question("Do it", AskOptions { agent: "plan-review".to_owned(), ..AskOptions::default() });
    let on = |event: TimedEvent| {
        if matches!(&event.event, Event::NodeStarted { node, .. } if node == "executor_tools") {
            steering.send("Leave the tests alone");
        }
    };
    answered(world.process(None, async |agent| agent.ask(asked, &controls, on).await).unwrap());
    assert!(world.prompts(REVIEWER)[0].contains("The person said meanwhile: Leave the tests alone"));
    assert!(!world.prompts(PLANNER)[0].contains("meanwhile:"));
}

#[test]
fn what_a_person_types_too_late_is_left_to_the_host() {
    let world = World::new(two_steps());
    let controls = Controls::default();
    let steering = controls.steering.clone();
    let asked = question("Do it", AskOptions { agent: "plan-review".to_owned(), ..AskOptions::default() });
    let on = |event: TimedEvent| {
        if matches!(&event.event, Event::Answer { .. }) {
            steering.send("Leave the tests alone");
        }
    };
    answered(world.process(None, async |agent| agent.ask(asked, &controls, on).await).unwrap());
    assert_eq!(controls.steering.take(), ["Leave the tests alone"]);
}
