//! Messages added to a long conversation, one after the other, without a graph.

use super::chat::{Chat, Role};
use crate::letters::letters;
use crate::run::{Case, Host, Mode, Timed};
use serde::{Deserialize, Serialize};
use state_graph::{Messages, State};

#[derive(Clone, Default, Serialize, Deserialize, State)]
struct Conversation {
    #[channel(messages)]
    messages: Messages<Chat>,
}

struct AddMessages {
    before: Conversation,
    more: Vec<Chat>,
}

impl Case for AddMessages {
    fn run(&self, host: &dyn Host, _: Mode) -> Result<Timed, String> {
        let (mut state, more) = (self.before.clone(), self.more.clone());
        let start = host.now_ms();
        for message in more {
            state.update(ConversationUpdate::new().messages(message)).map_err(|error| error.to_string())?;
        }
        Ok(Timed { ms: host.now_ms() - start, bytes: None, result: state.messages.len() as u64 })
    }
}

pub fn case(before: usize, more: usize) -> Box<dyn Case> {
    let message = |index| Chat { id: Some(letters(36)), ..Chat::new(Role::Human, format!("message {index}")) };
    let before = Conversation { messages: (0..before).map(message).collect() };
    Box::new(AddMessages { before, more: (0..more).map(message).collect() })
}
