//! `aggregate`. Reads `messages`, `current_step`, `plan`, `findings`; writes `findings` (one more), `current_step`
//! (+1), `messages` (all removed). Asks no model.

use super::setup_executor::{NO_STEP, cleared};
use crate::report::record;
use crate::{AgentState, AgentStateUpdate, Finding};
use model::Role;
use protocol::{Event, Evidence};
use state_graph::{MessageWrite, NodeContext, NodeResult};

/// The text of the finding of a step without results.
pub const NOTHING: &str = "No results found";

/// Collects the results of the step's tools and the model's summaries into a finding.
pub async fn aggregate(state: &AgentState, cx: &NodeContext<'_, AgentState>) -> NodeResult<AgentState> {
    let mut texts: Vec<&str> = Vec::new();
    let mut evidence: Vec<Evidence> = Vec::new();
    for entry in &state.messages {
        let message = &entry.message;
        let counts = match message.role {
            Role::Tool => true,
            Role::Assistant => message.tool_calls.is_empty(),
            _ => false,
        };
        if counts && !message.content.trim().is_empty() {
            texts.push(&message.content);
        }
        for found in &message.evidence {
            // One line may hold several calls: the same span is then evidence for several symbols.
            let same = |known: &Evidence| {
                (&known.id, &known.relation, &known.symbol) == (&found.id, &found.relation, &found.symbol)
            };
            if !evidence.iter().any(same) {
                evidence.push(found.clone());
            }
        }
    }
    let text = if texts.is_empty() { NOTHING.to_owned() } else { texts.join("\n---\n") };
    let key = format!("step_{}: {}", state.current_step, state.step().map_or(NO_STEP, |step| step.text.as_str()));
    record(cx, Event::FindingAdded { key: key.clone(), text: text.clone(), evidence: evidence.clone() });
    let removed: Vec<MessageWrite<_>> = cleared(state).collect();
    Ok(AgentStateUpdate::new()
        .findings(Finding { key, text, evidence, step: state.step().and_then(|step| step.step.clone()) })
        .current_step(state.current_step + 1)
        .messages(removed))
}
