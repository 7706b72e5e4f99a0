//! `quarry runs show`

use super::list::RunAbout;
use super::proposed::Proposed;
use super::words;
use crate::arguments::{ShowOptions, TimelineFormat};
use crate::commands::checked;
use crate::runs::Runs;
use crate::{answer, output};
use agent::StoredRun;
use anyhow::{Context, Result};
use protocol::{CheckpointSource, CheckpointSummary, FieldChange, RunStatus, RunSummary, SpanCheck, StateField};
use serde_json::{Value, json};

/// Shows a run's checkpoints, the state at one, the difference between two, or the timeline.
pub fn run(options: &ShowOptions, runs: &Runs) -> Result<()> {
    let stored = runs.read(&options.run)?;
    if let Some(format) = options.timeline {
        return timeline(&stored, format);
    }
    match (options.checkpoint, options.diff.as_deref()) {
        (Some(checkpoint), _) => state(&stored, checkpoint, options),
        (None, Some(&[from, to])) => changes(&stored, from, to, options),
        _ => checkpoints(&stored, &runs.summary(&options.run)?, options),
    }
}

fn checkpoints(stored: &StoredRun, summary: &RunSummary, options: &ShowOptions) -> Result<()> {
    let checkpoints = stored.checkpoints();
    let events = checked::events(stored, options.repository.as_deref())?;
    let citations = checked::citations(&events);
    let changes = Proposed::of(stored, options.repository.as_deref())?;
    if options.json {
        let run = RunAbout { run: summary, repository: &stored.about.repository };
        return output::json(&json!({
            "run": run,
            "checkpoints": checkpoints,
            "proposed": stored.proposed_calls(),
            "changes": changes.json(),
            "citations": citations,
        }));
    }
    let about = |name: &str, value: &str| output::line(format!("{name:10}  {}", output::one_line(value)));
    about("run", &summary.id)?;
    let took = words::duration(summary.ms);
    about("status", &format!("{}, {} steps in {took}", words::status(&summary.status), summary.steps))?;
    if let RunStatus::Failed { message } = &summary.status {
        about("", message)?;
    }
    about("question", &summary.question)?;
    about("agent", &summary.agent)?;
    about("model", &words::model(&summary.model))?;
    about("repository", &stored.about.repository)?;
    if let Some(origin) = &summary.forked_from {
        about("fork of", &format!("{} at {}", origin.run, origin.checkpoint))?;
    }
    if stored.about.imported {
        about("came from", "a file: its model and its answers are what the file claims")?;
    }
    if !citations.is_empty() {
        about("cites", &words::checks(citations))?;
    }
    for citation in citations.iter().filter(|citation| citation.check == SpanCheck::Stale) {
        about("", &answer::line(citation))?;
    }
    for (line, number) in changes.lines().iter().zip(0..) {
        about(if number == 0 { "proposes" } else { "" }, line)?;
    }
    for call in stored.proposed_calls() {
        about("waits", &format!("{} {}  (id {})", call.name, call.arguments, call.id))?;
    }
    output::line("")?;
    output::line(format!("{:>4} {:>6} {:>4} {:>9}  {:22} wrote", "id", "parent", "step", "at", "by"))?;
    checkpoints.iter().try_for_each(|checkpoint| output::line(line(checkpoint)))
}

fn line(checkpoint: &CheckpointSummary) -> String {
    let parent = checkpoint.parent.map_or_else(|| "-".to_owned(), |parent| parent.to_string());
    let by = match checkpoint.source {
        CheckpointSource::Input => "the question".to_owned(),
        CheckpointSource::Update => "a change".to_owned(),
        CheckpointSource::Fork => "the fork".to_owned(),
        CheckpointSource::Loop => checkpoint.ran.iter().map(|ran| ran.node.as_str()).collect::<Vec<_>>().join(", "),
    };
    let wrote: Vec<&str> = checkpoint.ran.iter().flat_map(|ran| ran.wrote.iter().map(String::as_str)).collect();
    let (id, step, at) = (checkpoint.id, checkpoint.step, words::duration(checkpoint.at_ms));
    let line = format!("{id:>4} {parent:>6} {step:>4} {at:>9}  {by:22} {}", wrote.join(", "));
    line.trim_end().to_owned()
}

fn state(stored: &StoredRun, checkpoint: u64, options: &ShowOptions) -> Result<()> {
    let view = stored.view(checkpoint).with_context(|| format!("run {}", options.run))?;
    if options.json {
        let field = |field: &StateField| {
            json!({
                "name": field.name,
                "channel": field.channel,
                "changed": field.changed,
                "value": value(&field.json),
            })
        };
        let fields: Vec<Value> = view.fields.iter().map(field).collect();
        return output::json(&json!({ "checkpoint": view.checkpoint, "fields": fields }));
    }
    let at = words::duration(view.checkpoint.at_ms);
    let next = if view.checkpoint.next.is_empty() { "nothing".to_owned() } else { view.checkpoint.next.join(", ") };
    output::line(format!("checkpoint {checkpoint}, after step {} at {at}; next: {next}", view.checkpoint.step))?;
    for field in &view.fields {
        let mark = if field.changed { '*' } else { ' ' };
        output::line(output::one_line(&format!("{mark} {:20} {:10} {}", field.name, field.channel, field.summary)))?;
    }
    output::line("(* written in this step; --json shows whole values)")
}

fn changes(stored: &StoredRun, from: u64, to: u64, options: &ShowOptions) -> Result<()> {
    let changes = stored.changes(from, to).with_context(|| format!("run {}", options.run))?;
    if options.json {
        let change = |change: &FieldChange| json!({ "name": change.name, "before": value(&change.before), "after": value(&change.after) });
        return output::json(&changes.iter().map(change).collect::<Vec<_>>());
    }
    if changes.is_empty() {
        return output::line("Nothing differs.");
    }
    for change in &changes {
        output::line(&change.name)?;
        for (sign, line) in differing(&change.before, &change.after) {
            output::line(format!("{sign} {line}"))?;
        }
    }
    Ok(())
}

fn timeline(stored: &StoredRun, format: TimelineFormat) -> Result<()> {
    let timeline = stored.timeline();
    let drawn = match format {
        TimelineFormat::Ascii => timeline.ascii(),
        TimelineFormat::Svg => timeline.svg(),
        TimelineFormat::Mermaid => timeline.mermaid_gantt(),
        TimelineFormat::Sequence => timeline.mermaid_sequence(),
    };
    output::text(drawn.trim_end())
}

/// A state's value, which the agent gives as text.
fn value(json: &str) -> Value {
    serde_json::from_str(json).expect("the agent writes JSON")
}

/// The lines between the beginning and the end that both share.
fn differing<'t>(before: &'t str, after: &'t str) -> Vec<(char, &'t str)> {
    let (before, after): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let start = before.iter().zip(&after).take_while(same).count();
    let end = before[start..].iter().rev().zip(after[start..].iter().rev()).take_while(same).count();
    let removed = before[start..before.len() - end].iter().map(|line| ('-', *line));
    removed.chain(after[start..after.len() - end].iter().map(|line| ('+', *line))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_lines_are_left_out() {
        assert_eq!(differing("[\n  1\n]", "[\n  1,\n  2\n]"), [('-', "  1"), ('+', "  1,"), ('+', "  2")]);
        assert_eq!(differing("a\na", "a"), [('-', "a")]);
        assert_eq!(differing("0", "1"), [('-', "0"), ('+', "1")]);
        assert_eq!(differing("same", "same"), []);
    }
}
