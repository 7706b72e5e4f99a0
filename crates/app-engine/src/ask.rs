//! Questions to an agent.

use crate::failure;
use crate::models::Models;
use crate::port::Port;
use agent::{Agent, AgentKind, CancelToken, Clock, CodebaseVerifier, Limits, Question, Toolbox};
use codebase::Codebase;
use host_web::PerformanceClock;
use protocol::{AskOptions, Failure, Reply, Turn};
use std::rc::Rc;

/// The engine's clock, for a run's events.
struct RunClock(PerformanceClock);

impl Clock for RunClock {
    fn now_ms(&self) -> f64 {
        self.0.now_ms()
    }
}

/// What is asked.
pub struct Ask<'a> {
    /// As asked.
    pub question: String,
    /// Earlier turns.
    pub history: Vec<Turn>,
    /// Agent, model, limits.
    pub options: &'a AskOptions,
}

/// Runs an agent; its failures are told by its events, so the reply is always that it is over.
pub async fn ask(
    codebase: &Codebase,
    models: &Models,
    ask: Ask<'_>,
    cancel: CancelToken,
    port: &Port,
) -> Result<Reply, Failure> {
    let options = ask.options;
    let kind = AgentKind::from_name(&options.agent)
        .ok_or_else(|| failure::bad_input(format!("There is no agent called `{}`.", options.agent)))?;
    let model = models.open(&options.model).await;
    let tools = Toolbox::over(codebase);
    let clock = PerformanceClock::new();
    let question =
        Question { run: format!("run-{:.0}", PerformanceClock::wall_ms()), text: ask.question, history: ask.history };
    let agent = Agent {
        kind,
        model: model.as_ref(),
        tools: &tools,
        verifier: &CodebaseVerifier(codebase),
        limits: Limits {
            max_iterations: options.max_iterations,
            max_executor_steps: options.max_executor_steps,
            recursion_limit: options.recursion_limit,
        },
        clock: Rc::new(RunClock(clock)),
    };
    // The answer and its failures are events already.
    let _ = agent.ask(question, cancel, |event| port.event(event)).await;
    Ok(Reply::Ok)
}
