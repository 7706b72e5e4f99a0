//! A run as it happens, on stderr.

use protocol::{Decision, Event, RunOutcome, TimedEvent};

/// Prints one event; the answer's own text goes to stdout when it is whole.
pub fn print(event: &TimedEvent) {
    match &event.event {
        Event::RunStarted { agent, model, .. } => eprintln!("{agent}, {} ({})", model.model, model.provider),
        Event::PlanMade { steps, iteration, fallback } => {
            eprintln!("plan {iteration}");
            steps.iter().enumerate().for_each(|(i, step)| eprintln!("  {}. {step}", i + 1));
            if let Some(why) = fallback {
                eprintln!("  (the model's plan could not be used: {why})");
            }
        }
        Event::StepStarted { description, .. } => eprintln!("step  {description}"),
        Event::ToolStarted { name, arguments, .. } => eprintln!("  {name} {arguments}"),
        Event::ToolFinished { ok, summary, ms, .. } => {
            eprintln!("    {} {summary} ({ms:.0} ms)", if *ok { "=" } else { "!" });
        }
        Event::Decided { decision, reason } => {
            let word = if *decision == Decision::Finish { "answer" } else { "go on" };
            eprintln!("{word}: {reason}");
        }
        Event::Retrying { why, attempt, wait_ms, .. } => eprintln!("  {why} Attempt {attempt} in {wait_ms} ms."),
        Event::RunFinished { outcome: RunOutcome::Answered, ms } => eprintln!("answered in {ms:.0} ms"),
        _ => {}
    }
}
