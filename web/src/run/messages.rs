//! What the person types while a run works: messages for its next superstep.

use super::RunView;
use crate::strings;

/// A message of the person for a run that works.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    pub state: MessageState,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MessageState {
    /// It was sent, and no superstep has begun since.
    Waiting,
    /// The run has it.
    Taken,
    /// The run stopped before it took it, and the person has it again.
    Returned,
}

impl MessageState {
    /// The name used in `data-state`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Taken => "taken",
            Self::Returned => "returned",
        }
    }

    /// What becomes of the message.
    pub fn words(self) -> &'static str {
        match self {
            Self::Waiting => strings::run_message_waits(),
            Self::Taken => strings::run_message_taken(),
            Self::Returned => strings::run_message_returned(),
        }
    }
}

impl RunView {
    /// Adds a message that was sent to the run.
    pub fn send(&mut self, text: String) {
        self.messages.push(Message { text, state: MessageState::Waiting });
    }

    /// The run has taken a message; of a run that is read again no other state is known.
    pub(super) fn take_message(&mut self, text: &str) {
        let waits = |message: &&mut Message| message.state == MessageState::Waiting && message.text == text;
        match self.messages.iter_mut().find(waits) {
            Some(message) => message.state = MessageState::Taken,
            None => self.messages.push(Message { text: text.to_owned(), state: MessageState::Taken }),
        }
    }

    /// The messages that still wait, as one text: the run takes none of them any more. `None` where there are none.
    pub fn give_back(&mut self) -> Option<String> {
        let waiting = self.messages.iter_mut().filter(|message| message.state == MessageState::Waiting);
        let texts: Vec<_> = waiting
            .map(|message| {
                message.state = MessageState::Returned;
                message.text.as_str()
            })
            .collect();
        (!texts.is_empty()).then(|| texts.join("\n\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{Event, TimedEvent};

    fn took(view: &mut RunView, text: &str) {
        view.apply(TimedEvent { seq: 0, at_ms: 1.0, event: Event::Steered { text: text.into() } });
    }

    fn states(view: &RunView) -> Vec<(&str, &str)> {
        view.messages.iter().map(|message| (message.text.as_str(), message.state.name())).collect()
    }

    #[test]
    fn a_message_waits_until_it_is_taken_or_the_run_stops() {
        let mut view = RunView::new("q".into(), "plan-review".into());
        ["only tests", "and docs", "only tests"].into_iter().for_each(|text| view.send(text.into()));
        took(&mut view, "only tests");
        assert_eq!(states(&view), [("only tests", "taken"), ("and docs", "waiting"), ("only tests", "waiting")]);
        assert_eq!(view.give_back().as_deref(), Some("and docs\n\nonly tests"));
        assert_eq!(view.give_back(), None, "it is given back once");
        assert_eq!(states(&view)[1..], [("and docs", "returned"), ("only tests", "returned")]);
        let resumed = Event::RunResumed { checkpoint: 1, model: None };
        view.apply(TimedEvent { seq: 1, at_ms: 2.0, event: resumed });
        assert_eq!(states(&view), [("only tests", "taken")], "what is back in the box is not the run's any more");
    }

    #[test]
    fn a_stored_run_shows_what_it_took() {
        let mut view = RunView::new("q".into(), "plan-review".into());
        took(&mut view, "only tests");
        assert_eq!(states(&view), [("only tests", "taken")]);
    }
}
