//! What each agent costs beside its model: milliseconds a superstep, with the run kept in memory and stored in a file at every
//! superstep. The model is the offline one, and its time is taken out; that of tools is shown apart.
//!
//! ```text
//! cargo run --profile native -p agent --example step_overhead -- FOLDER "Who calls total_price?"
//! ```
#![allow(clippy::print_stdout, clippy::disallowed_methods)] // It measures, and prints what it measured.

use agent::{ActingServices, Agent, AgentKind, Controls, Question, RunEnd, Work};
use codebase::{CodebaseBuilder, Reader};
use futures::executor::block_on;
use futures::future::LocalBoxFuture;
use model::scripted::NoWait;
use model::{ChatDelta, ChatRequest, ChatResponse, ModelClient, ModelError};
use offline_model::OfflineModel;
use protocol::{AskOptions, Event, ModelInfo, TimedEvent};
use state_graph::{CheckpointStore, MemoryStore};
use std::cell::Cell;
use std::error::Error;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

/// Runs of each agent; the figures are medians.
const RUNS: usize = 21;

/// The offline model, with the time that its calls take.
#[derive(Default)]
struct Timed {
    inner: OfflineModel,
    ms: Cell<f64>,
}

impl ModelClient for Timed {
    fn info(&self) -> ModelInfo {
        self.inner.info()
    }

    fn chat<'a>(
        &'a self,
        request: &'a ChatRequest<'a>,
        on: &'a mut dyn FnMut(ChatDelta),
    ) -> LocalBoxFuture<'a, Result<ChatResponse, ModelError>> {
        Box::pin(async move {
            let began = Instant::now();
            let answer = self.inner.chat(request, on).await;
            self.ms.set(self.ms.get() + milliseconds(began));
            answer
        })
    }
}

/// A run's supersteps, and where its milliseconds went.
struct Measured {
    steps: u32,
    model: f64,
    tools: f64,
    rest: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let text = arguments.next().unwrap_or_else(|| "Where does the program start?".to_owned());
    let reader = Reader::whole(opened(&folder)?);
    let scratch = std::env::temp_dir().join(format!("quarry-step-overhead-{}", std::process::id()));
    println!("{text}\n");
    println!(
        "| agent | supersteps | in memory, ms a step | stored, ms a step | tools, ms a step | offline model, ms a step |"
    );
    println!("|---|--:|--:|--:|--:|--:|");
    for kind in AgentKind::ALL {
        let memory = median(&|_| run(&reader, *kind, &text, Rc::new(MemoryStore::default())))?;
        let stored = median(&|number| {
            let folder = scratch.join(format!("{}-{number}", kind.name()));
            run(&reader, *kind, &text, Rc::new(host_native::FileCheckpointStore::new(&folder)))
        })?;
        let a_step = |ms: f64, of: &Measured| ms / f64::from(of.steps);
        println!(
            "| `{}` | {} | {:.3} | {:.3} | {:.3} | {:.3} |",
            kind.name(),
            memory.steps,
            a_step(memory.rest, &memory),
            a_step(stored.rest, &stored),
            a_step(memory.tools, &memory),
            a_step(memory.model, &memory),
        );
    }
    std::fs::remove_dir_all(scratch)?;
    Ok(())
}

fn opened(folder: &str) -> Result<codebase::Codebase, Box<dyn Error>> {
    let snapshot = host_native::open(Path::new(folder), host_native::Wanted::default(), |_| {})?;
    let mut building = CodebaseBuilder::new(snapshot);
    for file in building.pending() {
        let snapshot = building.snapshot();
        let facts = syntax::parse(snapshot.file(file).language, &snapshot.code(file));
        if let Some(facts) = facts {
            building.add_facts(file, facts)?;
        }
    }
    Ok(building.finish())
}

/// The run in the middle by its time.
fn median(run: &dyn Fn(usize) -> Result<Measured, Box<dyn Error>>) -> Result<Measured, Box<dyn Error>> {
    let mut runs = (0..RUNS).map(run).collect::<Result<Vec<_>, _>>()?;
    runs.sort_by(|a, b| a.rest.total_cmp(&b.rest));
    Ok(runs.swap_remove(RUNS / 2))
}

fn run(
    reader: &Reader,
    kind: AgentKind,
    text: &str,
    store: Rc<dyn CheckpointStore>,
) -> Result<Measured, Box<dyn Error>> {
    let model = Timed::default();
    let began = Instant::now();
    let clock = Rc::new(move || milliseconds(began));
    let agent = Agent::over(reader, &model, clock, Rc::new(NoWait), store);
    let agent = agent.acting_with(reader, ActingServices::default());
    let question = Question {
        run: "measured".to_owned(),
        text: text.to_owned(),
        history: Vec::new(),
        after: None,
        conversation: None,
        instead_of: None,
        options: AskOptions { agent: kind.name().to_owned(), ..AskOptions::default() },
        repository: "measured".to_owned(),
        asked_at: 0.0,
    };
    let (steps, tools) = (Cell::new(0), Cell::new(0.0));
    let on = |event: TimedEvent| match event.event {
        Event::Checkpointed { step, .. } => steps.set(step),
        Event::ToolFinished { ms, .. } => tools.set(tools.get() + ms),
        _ => {}
    };
    let end = block_on(agent.work(Work::Ask(question), &Controls::default(), on))?;
    let RunEnd::Answered(_) = end else { return Err(format!("{} does not answer this", kind.name()).into()) };
    let (model, tools) = (model.ms.get(), tools.get());
    Ok(Measured { steps: steps.get(), model, tools, rest: milliseconds(began) - model - tools })
}

fn milliseconds(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1_000.0
}
