//! Prints the events of a run to stderr while it works.

mod live;

use crate::calendar::ago;
use crate::output;
use crate::runs::wall_ms;
use code_runner::Command;
use live::Live;
use protocol::{Decision, Event, ProposedCall, RunOutcome, TimedEvent, node_path};

/// Prints the events of one run in their order.
#[derive(Default)]
pub struct Trace {
    live: Live,
}

impl Trace {
    /// Prints one event, but not the text of the answer, which is written to stdout when it is complete.
    pub fn print(&mut self, event: &TimedEvent) {
        print_inside(&mut self.live, "", &event.event);
    }
}

/// Prints an event; `around` is where it happened, before each line.
fn print_inside(live: &mut Live, around: &str, event: &Event) {
    let note = |line: String| output::note(format!("{around}{line}"));
    match event {
        Event::Inside { path, event } => {
            // The node itself says nothing to a reader that its events do not.
            let outer = path.split_last().map_or(String::new(), |(_, outer)| outer.join(" / "));
            print_inside(live, &format!("{around}  [{outer}] "), event);
        }
        Event::Answer { markdown, .. } if !around.is_empty() => note(format!("answers: {markdown}")),
        Event::RunStarted { run, agent, model, .. } => {
            note(format!("run {run}: {agent}, {} ({})", model.model, model.provider));
        }
        Event::RunResumed { checkpoint, model } => {
            let by = model.as_ref().map_or_else(String::new, |by| format!(", {} ({})", by.model, by.provider));
            note(format!("continues from checkpoint {checkpoint}{by}"));
        }
        Event::PlanMade { steps, iteration, fallback } => {
            note(format!("plan {iteration}"));
            steps.iter().enumerate().for_each(|(i, step)| note(format!("  {}. {step}", i + 1)));
            if let Some(why) = fallback {
                note(format!("  (the model's plan could not be used: {why})"));
            }
        }
        Event::StepStarted { description, .. } => note(format!("step  {description}")),
        Event::ToolStarted { name, arguments, .. } => note(format!("  {name} {arguments}")),
        Event::ToolFinished { ok, summary, ms, .. } => {
            note(format!("    {} {summary} ({ms:.0} ms)", if *ok { "=" } else { "!" }));
        }
        Event::ApprovalAsked { calls, .. } => proposed(calls),
        Event::ApprovalGiven { allowed, note: reason } => {
            let why = if reason.is_empty() { String::new() } else { format!(": {reason}") };
            note(format!("allowed {}{why}", if allowed.is_empty() { "none".to_owned() } else { allowed.join(", ") }));
        }
        Event::Decided { decision, reason } => {
            let word = if *decision == Decision::Finish { "answer" } else { "continue" };
            note(format!("{word}: {reason}"));
        }
        Event::Retrying { why, attempt, wait_ms, .. } => {
            note(format!("  {why} Attempt {attempt} in {wait_ms} ms."));
        }
        Event::QuestionAsked { question, .. } => note(format!("asks: {question}")),
        Event::QuestionAnswered { answer } => note(format!("answered: {answer}")),
        Event::StepFinished { ok, summary, .. } => {
            note(format!("  {} {summary}", if *ok { "done:" } else { "failed:" }));
        }
        Event::Fallback { node, why } => note(format!("  {node} went on in another way: {why}")),
        Event::NodeFailed { node, why, retry_in_ms, path } => {
            let next = retry_in_ms.map_or_else(String::new, |ms| format!(" Again in {ms} ms."));
            note(format!("  {} failed: {why}{next}", node_path(path, node)));
        }
        Event::Changed { path, added, removed, .. } => note(format!("    {path} +{added} -{removed}")),
        Event::Scored { score, threshold, reason } => {
            note(format!("about this repository: {score} of 100, {threshold} needed. {reason}"));
        }
        Event::Routed { tools, reason } => {
            let chosen = if tools.is_empty() { "answer".to_owned() } else { tools.join(", ") };
            note(format!("next  {chosen}: {reason}"));
        }
        Event::Graded { relevant, of } => note(format!("    {relevant} of {of} are of use")),
        Event::Reviewed { verdict, reason, .. } => note(format!("review  {verdict}: {reason}")),
        Event::Classified { kind, confidence, reason } => {
            let sure = confidence.map_or_else(String::new, |percent| format!(", {percent} % sure"));
            note(format!("kind  {kind}{sure}: {reason}"));
        }
        Event::Delegated { to, task } => note(format!("to    {to}: {task}")),
        Event::CommandStarted { argv, folder, .. } => {
            let command = Command { folder: folder.clone(), ..Command::new(argv) };
            note(format!("    $ {command}"));
        }
        Event::CommandOutput { id, error, text } => live.add(around, id, *error, text),
        Event::CommandFinished { id, ended, ms, stdout, stderr, .. } => {
            // A stored run holds the end of the output alone.
            if !live.end(around, id) {
                stdout.lines().chain(stderr.lines()).for_each(|line| live::print(around, line));
            }
            note(format!("    {ended} ({ms:.0} ms)"));
        }
        Event::Verified { passed, report } => {
            let word = match passed {
                None => "not verified",
                Some(true) => "passed",
                Some(false) => "failed",
            };
            note(format!("check {word}: {report}"));
        }
        Event::Cached { what, stored_at } => {
            let when = stored_at.map_or_else(|| "in this run".to_owned(), |at| ago(wall_ms() - at));
            note(format!("    cached: {what}, stored {when}"));
        }
        Event::Remembered { key } => note(format!("    remembered `{key}`")),
        Event::Masked { place, summary } => note(format!("    {place}: {summary}")),
        Event::Steered { text } => note(format!("took in your message: {text}")),
        Event::EarlierTurns { left_out, shortened } => note(protocol::earlier_turns(*left_out, *shortened)),
        Event::Limited { folder } => note(format!("looks only in {folder}")),
        Event::NotesRead { paths } => note(format!("read {}", paths.join(", "))),
        Event::RunFinished { outcome: RunOutcome::Answered, ms } => note(format!("answered in {ms:.0} ms")),
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
