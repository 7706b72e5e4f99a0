//! Messages for a run that works.

use crate::run::RunView;
use crate::strings;
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;
use protocol::Command;
use wasm_bindgen_futures::spawn_local;

impl Workbench {
    /// Whether the working run takes in messages: agents that act do.
    pub fn can_steer(self) -> bool {
        let agent = self.runs.working().map(|run| run.view.with(|view| view.agent.clone()));
        agent.is_some_and(|name| self.acts(&name))
    }

    /// Sends the working run a message, which its next superstep takes in; false where there is nothing to send it to.
    pub fn steer(self, text: String) -> bool {
        let text = text.trim().to_owned();
        let Some(run) = untrack(|| self.runs.working()).filter(|_| !text.is_empty() && untrack(|| self.can_steer()))
        else {
            return false;
        };
        let request = run.request.get_untracked();
        run.view.update(|view| view.send(text.clone()));
        spawn_local(async move {
            match self.call(Command::Steer { request, text }).await {
                Some(_) => self.announce(strings::steering_taken()),
                None => self.give_back(run),
            }
        });
        true
    }

    /// Puts what a run has not taken back into the ask box, before what was typed since.
    pub(super) fn give_back(self, run: RunHandle) {
        let Some(text) = run.view.try_update(RunView::give_back).flatten() else { return };
        self.runs.draft.update(|draft| *draft = format!("{text}\n\n{draft}").trim().to_owned());
        self.announce(strings::steering_returned());
    }
}
