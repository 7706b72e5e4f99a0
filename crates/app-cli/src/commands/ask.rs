//! `quarry ask`

use crate::arguments::AskOptions;
use crate::{load, model_choice, output, trace};
use agent::{Agent, AgentKind, Clock, CodebaseVerifier, Controls, Question, RunEnd, Toolbox};
use anyhow::{Context, Result, anyhow, bail};
use protocol::{ModelChoice, TimedEvent};
use state_graph::MemoryStore;
use std::rc::Rc;
use std::time::Instant;

/// Milliseconds since the command began.
struct SinceStart(Instant);

impl Clock for SinceStart {
    fn now_ms(&self) -> f64 {
        self.0.elapsed().as_secs_f64() * 1000.0
    }
}

/// Asks and prints the answer, or every event.
pub fn run(options: &AskOptions) -> Result<()> {
    AgentKind::from_name(&options.agent).with_context(|| super::graph::unknown(&options.agent))?;
    let model = model_choice::open(options)?;
    let codebase = load::codebase(&options.repository)?;
    let tools = Toolbox::over(&codebase);
    let verifier = CodebaseVerifier(&codebase);
    let clock = Rc::new(SinceStart(Instant::now()));
    let agent = Agent {
        model: model.as_ref(),
        tools: &tools,
        verifier: &verifier,
        clock,
        store: Rc::new(MemoryStore::default()),
    };
    let question = Question {
        run: "run-1".to_owned(),
        text: options.question.clone(),
        history: Vec::new(),
        options: protocol::AskOptions {
            agent: options.agent.clone(),
            model: ModelChoice::Offline,
            max_iterations: options.max_iterations,
            max_executor_steps: options.max_executor_steps,
            recursion_limit: options.recursion_limit,
            approve_tools: false,
        },
        repository: options.repository.display().to_string(),
        asked_at: 0.0,
    };

    let mut printed = Ok(());
    let on = |event: TimedEvent| {
        if !options.json {
            trace::print(&event);
        } else if printed.is_ok() {
            printed = serde_json::to_string(&event).map_err(Into::into).and_then(output::line);
        }
    };
    let end = futures::executor::block_on(agent.ask(question, &Controls::default(), on));
    printed?;
    let RunEnd::Answered(answer) = end.map_err(|error| anyhow!("{error}"))? else { bail!("the run stands still") };
    if options.json {
        return Ok(());
    }
    output::line(with_single_brackets(&answer.markdown, answer.citations.len()))?;
    for citation in &answer.citations {
        let symbol = citation.symbol.as_ref().map(|symbol| format!("  {symbol}")).unwrap_or_default();
        let lines = format!("{}-{}", citation.start_line, citation.end_line);
        output::line(format!("[{}] {}:{lines}{symbol}", citation.number, citation.path))?;
    }
    if answer.dropped > 0 {
        output::line(format!("{} citations could not be verified and were taken out.", answer.dropped))?;
    }
    Ok(())
}

/// `[[1]]` as `[1]`; brackets of code stay as they are.
fn with_single_brackets(markdown: &str, citations: usize) -> String {
    (1..=citations)
        .fold(markdown.to_owned(), |text, number| text.replace(&format!("[[{number}]]"), &format!("[{number}]")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_of_code_stay() {
        let answer = "`t.Callable[[T], T]` [[1]] [[12]], `grid[[3]]`";
        assert_eq!(with_single_brackets(answer, 2), "`t.Callable[[T], T]` [1] [[12]], `grid[[3]]`");
    }
}
