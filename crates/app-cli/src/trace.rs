//! Prints the events of a run to stderr while it works.

use crate::output;
use protocol::{Decision, Event, ProposedCall, RunOutcome, TimedEvent, node_path};

/// Prints one event, but not the text of the answer, which is written to stdout when it is complete.
pub fn print(event: &TimedEvent) {
    match &event.event {
        Event::RunStarted { run, agent, model, .. } => {
            output::note(format!("run {run}: {agent}, {} ({})", model.model, model.provider));
        }
        Event::RunResumed { checkpoint, model } => {
            let by = model.as_ref().map_or_else(String::new, |by| format!(", {} ({})", by.model, by.provider));
            output::note(format!("continues from checkpoint {checkpoint}{by}"));
        }
        Event::PlanMade { steps, iteration, fallback } => {
            output::note(format!("plan {iteration}"));
            steps.iter().enumerate().for_each(|(i, step)| output::note(format!("  {}. {step}", i + 1)));
            if let Some(why) = fallback {
                output::note(format!("  (the model's plan could not be used: {why})"));
            }
        }
        Event::StepStarted { description, .. } => output::note(format!("step  {description}")),
        Event::ToolStarted { name, arguments, .. } => output::note(format!("  {name} {arguments}")),
        Event::ToolFinished { ok, summary, ms, .. } => {
            output::note(format!("    {} {summary} ({ms:.0} ms)", if *ok { "=" } else { "!" }));
        }
        Event::ApprovalAsked { calls, .. } => proposed(calls),
        Event::ApprovalGiven { allowed, note } => {
            let why = if note.is_empty() { String::new() } else { format!(": {note}") };
            output::note(format!(
                "allowed {}{why}",
                if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") }
            ));
        }
        Event::Decided { decision, reason } => {
            let word = if *decision == Decision::Finish { "answer" } else { "continue" };
            output::note(format!("{word}: {reason}"));
        }
        Event::Retrying { why, attempt, wait_ms, .. } => {
            output::note(format!("  {why} Attempt {attempt} in {wait_ms} ms."));
        }
        Event::QuestionAsked { question, .. } => output::note(format!("asks: {question}")),
        Event::QuestionAnswered { answer } => output::note(format!("answered: {answer}")),
        Event::StepFinished { ok, summary, .. } => {
            output::note(format!("  {} {summary}", if *ok { "done:" } else { "failed:" }));
        }
        Event::Fallback { node, why } => output::note(format!("  {node} went on in another way: {why}")),
        Event::NodeFailed { node, why, retry_in_ms, path } => {
            let next = retry_in_ms.map_or_else(String::new, |ms| format!(" Again in {ms} ms."));
            output::note(format!("  {} failed: {why}{next}", node_path(path, node)));
        }
        Event::Changed { path, added, removed, .. } => output::note(format!("    {path} +{added} -{removed}")),
        Event::Scored { score, threshold, reason } => {
            output::note(format!("about this repository: {score} of 100, {threshold} needed. {reason}"));
        }
        Event::Routed { tools, reason } => {
            let chosen = if tools.is_empty() { "answer".to_owned() } else { tools.join(", ") };
            output::note(format!("next  {chosen}: {reason}"));
        }
        Event::Graded { relevant, of } => output::note(format!("    {relevant} of {of} are of use")),
        Event::Reviewed { verdict, reason, .. } => output::note(format!("review  {verdict}: {reason}")),
        Event::Remembered { key } => output::note(format!("    remembered `{key}`")),
        Event::Masked { place, summary } => output::note(format!("    {place}: {summary}")),
        Event::Steered { text } => output::note(format!("took in your message: {text}")),
        Event::NotesRead { paths } => output::note(format!("read {}", paths.join(", "))),
        Event::RunFinished { outcome: RunOutcome::Answered, ms } => output::note(format!("answered in {ms:.0} ms")),
        _ => {}
    }
}

/// Prints the tool calls that await approval, with their numbers and ids.
pub fn proposed(calls: &[ProposedCall]) {
    output::note("The model wants to call:");
    for (number, call) in (1..).zip(calls) {
        output::note(format!("  {number}. {} {}  (id {})", call.name, call.arguments, call.id));
        if call.may_have_run {
            output::note("     It may have run already.");
        }
        if !call.why.is_empty() {
            output::note(format!("     {}", call.why));
        }
        for line in call.diff.iter().flat_map(|diff| diff.lines()) {
            output::note(format!("     {line}"));
        }
    }
}
