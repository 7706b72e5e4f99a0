//! A run whose graph has a graph inside: what a listener gets, and what its log shows again.

use super::super::Agent;
use super::*;
use crate::graphs::{Nothing, Parts};
use crate::models::{Models, RunModels};
use crate::record::About;
use crate::record::used::Used;
use crate::report::record;
use crate::{Controls, Limits, RunEnd, RunState, Start, StoredRun, Toolbox};
use futures::executor::block_on;
use model::ModelClient;
use model::scripted::{NoWait, ScriptedModelClient};
use protocol::{AskOptions, Asked, PersonAnswer, PersonReply};
use serde::{Deserialize, Serialize};
use state_graph::{
    CheckpointStore, CompileError, END, Graph, GraphBuilder, History, MemoryStore, NodeContext, START, Subgraph,
    SubgraphEnd,
};
use state_graph_diagrams::NodeStatus;

/// Has a `review` made, which is a graph of its own, and then answers.
#[derive(Debug, Clone, Default, Serialize, Deserialize, state_graph::State)]
#[serde(default)]
#[state(event = UnnumberedEvent)]
struct Outer {
    found: String,
}

/// Looks something up, and asks the person.
#[derive(Debug, Clone, Default, Serialize, Deserialize, state_graph::State)]
#[serde(default)]
#[state(event = UnnumberedEvent)]
struct Inner {
    looked: bool,
    said: String,
}

impl RunState for Outer {
    const LIMITS: Limits = Limits { max_iterations: 1, max_executor_steps: 1, recursion_limit: 10 };

    fn starting(_: Start<'_>) -> Self {
        Self::default()
    }

    fn response(&self) -> &str {
        &self.found
    }

    fn with_question(update: OuterUpdate, _question: &str) -> OuterUpdate {
        update
    }

    fn graph<'a>(_parts: &Parts<'a>) -> Result<Graph<'a, Self>, CompileError> {
        let look = async |_: &Inner, cx: &NodeContext<'_, Inner>| {
            let (id, name) = ("c1".to_owned(), "grep".to_owned());
            record(cx, Event::ToolStarted { id, name, arguments: "{}".to_owned() });
            Ok(InnerUpdate::new().looked(true))
        };
        let ask = async |_: &Inner, cx: &NodeContext<'_, Inner>| {
            let asked = Asked::Question { question: "Go on?".to_owned(), options: Vec::new() };
            let PersonReply::Text { text } = cx.interrupt(&asked).await? else { return Err("no text".into()) };
            record(cx, Event::QuestionAnswered { answer: text.clone() });
            Ok(InnerUpdate::new().said(text))
        };
        let review = GraphBuilder::new().node("look", look).node("ask", ask);
        let review = review.edge(START, "look").edge("look", "ask").edge("ask", END);
        let leave = |end: SubgraphEnd<Inner>| Ok(OuterUpdate::new().found(end.state.said));
        let answer = async |state: &Self, cx: &NodeContext<'_, Self>| {
            record(cx, Event::Answer { markdown: state.found.clone(), citations: Vec::new(), dropped: 0 });
            Ok(OuterUpdate::new())
        };
        GraphBuilder::new()
            .node("review", Subgraph::new(review.compile()?, |_: &Self| Inner::default(), leave))
            .node("answer", answer)
            .edge(START, "review")
            .edge("review", "answer")
            .edge("answer", END)
            .compile()
    }
}

fn about() -> About {
    About {
        run: "r1".to_owned(),
        question: "Is it right?".to_owned(),
        options: AskOptions::default(),
        answered_by: ScriptedModelClient::new([]).info(),
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

/// One line an event, without its time.
fn lines<'e>(events: impl IntoIterator<Item = &'e TimedEvent>) -> Vec<String> {
    events.into_iter().map(|timed| line(&timed.event)).collect()
}

fn line(event: &Event) -> String {
    match event {
        Event::NodeStarted { node, path, step } => format!("begin {} in {step}", protocol::node_path(path, node)),
        Event::NodeFinished { node, path, wrote, .. } => {
            format!("end {} wrote {}", protocol::node_path(path, node), wrote.join(" "))
        }
        Event::Inside { path, event } => format!("{}: {}", path.join(" / "), line(event)),
        Event::ToolStarted { name, .. } => format!("calls {name}"),
        Event::QuestionAsked { question, interrupt, .. } => format!("asks {question} {interrupt}"),
        Event::QuestionAnswered { answer } => format!("was answered {answer}"),
        Event::Answer { markdown, .. } => format!("answer {markdown}"),
        Event::Checkpointed { checkpoint, next, .. } => format!("checkpoint {checkpoint} before {}", next.join(" ")),
        other => format!("{other:?}").split([' ', '{']).next().unwrap_or_default().to_owned(),
    }
}

fn stored(store: &MemoryStore) -> StoredRun {
    let log = block_on(store.read("r1")).unwrap().unwrap();
    StoredRun::of(about(), Box::new(History::<Outer>::read(&log).unwrap())).unwrap()
}

#[test]
fn events_inside_a_node_carry_its_path_live_and_in_the_stored_run() {
    let (model, store) = (ScriptedModelClient::new([]), Rc::new(MemoryStore::default()));
    let agent = Agent {
        models: Models::one(&model),
        tools: Toolbox::new(),
        acting: Toolbox::new(),
        services: crate::ActingServices::default(),
        attended: true,
        repository: None,
        verifier: Box::new(Nothing),
        clock: Rc::new(|| 1.0),
        timer: Rc::new(NoWait),
        store: Rc::clone(&store) as Rc<dyn CheckpointStore>,
    };
    let live = RefCell::new(Vec::new());
    let listen = |event: TimedEvent| live.borrow_mut().push(event);

    let (about, clock) = (about(), agent.clock_after(&[]));
    let spending = agent.spending(&about.options, Used::default());
    let models = RunModels::new(agent.models, Rc::clone(&spending.account));
    let setting = agent.setting::<Outer>(&about, false, &models, &*agent.verifier);
    let graph = Outer::graph(&agent.parts(&setting, &models, &*agent.verifier)).unwrap();
    let reporter = Reporter::after(&[], Rc::clone(&clock), listen);
    let run = graph.start(Outer::default());
    let end = block_on(agent.drive(run, &about, &spending, clock, &Controls::default(), &reporter)).unwrap();
    let RunEnd::Awaiting(asked) = end else { panic!("it asks, and not: {end:?}") };

    let until_asked = [
        "begin review in 1",
        "begin review / look in 1",
        "review / look: calls grep",
        "end review / look wrote looked",
        "begin review / ask in 2",
        &format!("asks Go on? {}", asked[0].id),
    ];
    assert_eq!(lines(&live.take()), until_asked);
    // What has not finished is not in a log, but for the graph in which something has.
    let waiting = lines(&stored(&store).events());
    let (start, rest) = waiting.split_at(2);
    assert_eq!(start, ["RunStarted", "checkpoint 0 before review"]);
    assert_eq!(rest, [&until_asked[..4], &until_asked[5..], &["RunFinished"]].concat());
    let timeline = stored(&store).timeline().entries;
    let shown: Vec<_> = timeline.iter().map(|entry| (entry.node.as_str(), entry.status)).collect();
    let waits = ("review", NodeStatus::Interrupted);
    assert_eq!(shown, [waits, ("review:look", NodeStatus::Done), waits]);
    assert_eq!(timeline[1].label.as_deref(), Some("grep"));

    let log = block_on(store.read("r1")).unwrap().unwrap();
    let reply = PersonReply::Text { text: "yes".to_owned() };
    let answer = Some(PersonAnswer { interrupt: Some(asked[0].id.clone()), reply });
    let controls = Controls::default();
    let resumed = agent.resume_as::<Outer, _>(about, &log, answer, &controls, listen);
    assert!(matches!(block_on(resumed).unwrap(), RunEnd::Answered(answer) if answer.markdown == "yes"));
    let after = [
        "RunResumed",
        "begin review in 1",
        "begin review / ask in 2",
        "review / ask: was answered yes",
        "end review / ask wrote said",
        "end review wrote found",
        "checkpoint 1 before answer",
        "begin answer in 2",
        "answer yes",
        "end answer wrote ",
        "checkpoint 2 before ",
        "RunFinished",
    ];
    assert_eq!(lines(&live.take()), after);
    let start: Vec<&str> = start.iter().map(String::as_str).collect();
    assert_eq!(lines(&stored(&store).events()), [&start, &until_asked[..4], &after[2..]].concat());
}
