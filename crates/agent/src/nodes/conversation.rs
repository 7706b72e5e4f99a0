//! What the model of an agent that calls tools in rounds sees of the run's messages.

use crate::ChatMessage;
use crate::context::{Budget, Entry, Keep, view};
use crate::outputs::{Excerpt, Output, ToolOutputs};
use model::{Message, Role};

/// Tokens kept free for the answer and the specifications of tools.
const RESERVED: u32 = 8_000;

/// The messages of a request: the prompt, the conversation as far as it fits, and what is said now.
pub(super) fn messages(
    said: &[ChatMessage],
    outputs: &ToolOutputs,
    prompt: Message,
    now: Option<&Message>,
) -> Vec<Message> {
    let all = [&prompt].into_iter().chain(whole_turns(said)).chain(now);
    let all: Vec<&Message> = all.collect();
    let long: Vec<Option<Output>> = all.iter().map(|message| long_output(message)).collect();
    // The newest thing that was said is the step to carry out.
    let task = all.iter().rposition(|message| message.role == Role::User);
    let kept = |output: &Option<Output>| output.as_ref().and_then(|output| outputs.get(output.id()));
    let entries: Vec<Entry<'_>> = all
        .iter()
        .zip(&long)
        .enumerate()
        .map(|(at, (message, output))| Entry { message, task: Some(at) == task, output: kept(output) })
        .collect();
    view(&entries, &Budget::of_window(None, RESERVED), &Keep::default()).messages
}

/// The output of a tool that is long enough to be shown in part.
fn long_output(message: &Message) -> Option<Output> {
    let is_long = message.role == Role::Tool && message.content.len() > Excerpt::default().whole;
    is_long.then(|| Output::new(&message.content))
}

/// The messages without calls that have no result: a fork may begin between the two, and providers refuse one without the
/// other.
fn whole_turns(said: &[ChatMessage]) -> impl Iterator<Item = &Message> {
    let messages = || said.iter().map(|entry| &entry.message);
    let has_result = move |id: &str| messages().any(|message| message.tool_call_id.as_deref() == Some(id));
    messages().filter(move |message| message.tool_calls.iter().all(|call| has_result(&call.id)))
}
