//! What agents remember: looked at, and changed by the person.

use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Command, Failure, MemoryChange, MemoryView, Reply};
use wasm_bindgen_futures::spawn_local;

/// What the engine has found, and why the last change was not made.
#[derive(Clone, Copy, Default)]
pub struct Found {
    pub memory: RwSignal<Option<Result<MemoryView, Failure>>>,
    pub refused: RwSignal<Option<Failure>>,
}

impl Workbench {
    /// Asks for what is remembered for the conversation on screen.
    pub async fn look_at_memory(self, found: Found) {
        let result = match self.engine.call(Command::Memory { run: self.last_acting_run() }).await {
            Ok(Reply::Memory { memory }) => Ok(memory),
            Ok(_) => return,
            Err(failure) => Err(failure),
        };
        // The dialog may be closed by now.
        drop(found.memory.try_set(Some(result)));
    }

    /// Makes a change, and lists what is remembered then.
    pub fn change_memory(self, found: Found, change: MemoryChange) {
        spawn_local(async move {
            let refused = self.engine.call(Command::ChangeMemory { change }).await.err();
            if refused.is_none() {
                self.announce(strings::memory_changed());
            }
            drop(found.refused.try_set(refused));
            self.look_at_memory(found).await;
        });
    }
}
