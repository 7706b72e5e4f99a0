//! A view of a conversation that fits a budget.
//!
//! It gives up, in this order and only as far as needed: the middle of long outputs among older messages (always),
//! outputs as a whole from the oldest on (a note with id, size and first lines stays), whole turns from the oldest on
//! (their number stays), then the outputs of the newest turn. A call and its results are one turn, since providers
//! refuse one without the other; a result whose call was removed from the conversation is left out. System messages,
//! the task and the newest turn never are.

use super::budget::{Budget, tokens_of, tokens_of_text};
use crate::outputs::{Excerpt, Output};
use model::{Message, Role};
use std::ops::Range;

/// A message of the conversation, with what a view must know of it.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'m> {
    /// The message.
    pub message: &'m Message,
    /// Whether it is the task, which is never cut.
    pub task: bool,
    /// For the result of a call: the output, by whose id the model can read all of it.
    pub output: Option<&'m Output>,
}

/// How much is shown whole before the budget is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Keep {
    /// The newest messages that stay whole if they fit.
    pub newest: usize,
    /// How long outputs in older messages are shown.
    pub older: Excerpt,
}

impl Default for Keep {
    fn default() -> Self {
        Self { newest: 20, older: Excerpt::default() }
    }
}

/// What a view leaves out of the conversation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cut {
    /// Outputs that are shown without their middle.
    pub shortened: usize,
    /// Outputs in whose place there is a note.
    pub noted: usize,
    /// Messages that are left out.
    pub left_out: usize,
    /// Tokens by which the view is still over the budget: what is never cut is larger than it.
    pub over: usize,
}

/// The messages to send.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The messages, in the order of the conversation.
    pub messages: Vec<Message>,
    /// What they leave out.
    pub cut: Cut,
}

/// A message of the view being made.
struct Shown<'m> {
    entry: Entry<'m>,
    /// In place of the message's content.
    content: Option<String>,
    is_note: bool,
    tokens: usize,
}

/// The view of a conversation for a model with this budget.
pub fn view(entries: &[Entry], budget: &Budget, keep: &Keep) -> View {
    let older = entries.len().saturating_sub(keep.newest);
    let mut shown: Vec<Shown> = entries.iter().map(|entry| Shown::whole(*entry)).collect();
    for shown in &mut shown[..older] {
        shown.shorten(&keep.older);
    }
    let turns = turns(entries);
    let mut total: usize = shown.iter().map(|shown| shown.tokens).sum();
    let newest = turns.last().map_or(0, |newest| newest.start);
    note_results(&mut shown[..newest], &mut total, budget);
    let left_out = leave_out(&shown, &turns, &mut total, budget);
    note_results(&mut shown[newest..], &mut total, budget);
    let count = |fits: fn(&Shown) -> bool| {
        shown.iter().zip(&left_out).filter(|(shown, left_out)| !**left_out && fits(shown)).count()
    };
    let cut = Cut {
        shortened: count(|shown| shown.content.is_some() && !shown.is_note),
        noted: count(|shown| shown.is_note),
        left_out: left_out.iter().filter(|left_out| **left_out).count(),
        over: total.saturating_sub(budget.tokens()),
    };
    View { messages: messages(shown, &left_out), cut }
}

impl<'m> Shown<'m> {
    fn whole(entry: Entry<'m>) -> Self {
        Self { entry, content: None, is_note: false, tokens: tokens_of(entry.message) }
    }

    /// Shows a long output by its ends.
    fn shorten(&mut self, excerpt: &Excerpt) {
        let Message { role, content, .. } = self.entry.message;
        if *role != Role::Tool || content.chars().count() <= excerpt.whole {
            return;
        }
        let short = match self.entry.output {
            Some(output) => output.shown(excerpt),
            None => Output::new(content).shown_without_id(excerpt),
        };
        self.replace(short);
    }

    /// Shows of an output what it was, if that is shorter.
    fn note(&mut self) {
        let Message { role, content, .. } = self.entry.message;
        if *role != Role::Tool {
            return;
        }
        let of_content;
        let (output, again) = match self.entry.output {
            Some(output) => (output, format!("`read_tool_output` with id `{}` gives it; ", output.id())),
            None => {
                of_content = Output::new(content);
                (&of_content, String::new())
            }
        };
        let first = output.first_lines(3).join("\n");
        let note = format!("[an earlier output of {} characters; {again}it began:]\n{first}", output.chars());
        self.is_note = self.replace(note);
    }

    /// False, and nothing is replaced, if the content is no shorter.
    fn replace(&mut self, content: String) -> bool {
        let before = tokens_of_text(self.content.as_deref().unwrap_or(&self.entry.message.content));
        let after = tokens_of_text(&content);
        if after >= before {
            return false;
        }
        self.tokens = self.tokens - before + after;
        self.content = Some(content);
        true
    }
}

/// Replaces outputs by notes, the oldest first, until everything fits.
fn note_results(among: &mut [Shown], total: &mut usize, budget: &Budget) {
    for shown in among {
        if *total > budget.tokens() {
            *total -= shown.tokens;
            shown.note();
            *total += shown.tokens;
        }
    }
}

/// Which messages to leave out: results without their calls, then the oldest turns until everything fits.
fn leave_out(shown: &[Shown], turns: &[Range<usize>], total: &mut usize, budget: &Budget) -> Vec<bool> {
    let mut left_out = vec![false; shown.len()];
    let role = |turn: &Range<usize>| shown[turn.start].entry.message.role;
    let (results, whole): (Vec<_>, Vec<_>) = turns.iter().partition(|turn| role(turn) == Role::Tool);
    let older = whole.split_last().map_or(&[][..], |(_newest, older)| older);
    let older = older.iter().filter(|turn| role(turn) != Role::System && !shown[turn.start].entry.task);
    for (turn, always) in results.iter().map(|turn| (turn, true)).chain(older.map(|turn| (turn, false))) {
        if always || *total > budget.tokens() {
            *total -= shown[(*turn).clone()].iter().map(|shown| shown.tokens).sum::<usize>();
            left_out[(*turn).clone()].fill(true);
        }
    }
    left_out
}

/// The messages that stay; in place of the first that does not, their number.
fn messages(shown: Vec<Shown>, left_out: &[bool]) -> Vec<Message> {
    let count = left_out.iter().filter(|left_out| **left_out).count();
    let first = left_out.iter().position(|left_out| *left_out);
    let mut messages = Vec::with_capacity(shown.len());
    for (at, shown) in shown.into_iter().enumerate() {
        if Some(at) == first {
            let note = format!("[earlier messages left out here: {count}]");
            messages.push(Message::new(Role::User, note));
        }
        if !left_out[at] {
            let mut message = shown.entry.message.clone();
            if let Some(content) = shown.content {
                message.content = content;
            }
            messages.push(message);
        }
    }
    messages
}

/// The messages that stay or go together: a call with its results, any other message alone.
fn turns(entries: &[Entry]) -> Vec<Range<usize>> {
    let mut turns: Vec<Range<usize>> = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        let calls = |turn: &Range<usize>| !entries[turn.start].message.tool_calls.is_empty();
        match turns.last_mut() {
            Some(turn) if entry.message.role == Role::Tool && calls(turn) => turn.end = at + 1,
            _ => turns.push(at..at + 1),
        }
    }
    turns
}

#[cfg(test)]
mod tests;
