//! What a run may do, from its header and from what the host offers.

use super::Agent;
use crate::delegation::Delegation;
use crate::graphs::{Parts, Setting};
use crate::models::RunModels;
use crate::policy::{Mode, Origin, Policy};
use crate::record::About;
use crate::{CallingRun, Limits, RunState, Verifier};
use std::cell::{Cell, RefCell};

impl Agent<'_> {
    /// What a run of this agent may do. `broke_off`: its process ended in the middle of a superstep.
    pub(super) fn setting<'s, S: RunState>(
        &'s self,
        about: &About,
        broke_off: bool,
        models: &'s RunModels<'s>,
        verifier: &'s dyn Verifier,
    ) -> Setting<'s> {
        let options = &about.options;
        // Who wrote the file of an imported run may not switch asking off.
        let mode = if about.imported && options.mode == Mode::EditFreely { Mode::AskBeforeEdits } else { options.mode };
        let is_mine = !about.imported && about.forked_from.is_none();
        let policy = Policy { mode, attended: self.attended, allow_run: options.allow_run && is_mine };
        let tools = if S::ACTS { self.tools.clone().and(&self.acting).offered(&policy) } else { self.tools.clone() };
        let run = CallingRun {
            id: about.run.clone(),
            agent: options.agent.clone(),
            conversation: about.conversation().to_owned(),
            wall_clock: self.services.wall_clock.clone(),
            folder: options.folder.clone(),
        };
        Setting {
            run,
            tools,
            policy,
            limits: Limits::of(options, S::LIMITS),
            approve_tools: options.approve_tools,
            gate: options.gate,
            check: options.check.clone().filter(|_| is_mine),
            services: &self.services,
            delegation: Some(Delegation { models, verifier, repository: self.repository }),
            asked_by: if is_mine { Origin::Person } else { Origin::Model },
            remembers: is_mine,
            broke_off: Cell::new(broke_off),
            decided: RefCell::default(),
        }
    }

    pub(super) fn parts<'g>(
        &'g self,
        setting: &'g Setting<'g>,
        models: &'g RunModels<'g>,
        verifier: &'g dyn Verifier,
    ) -> Parts<'g> {
        Parts { models, verifier, repository: self.repository, setting }
    }
}
