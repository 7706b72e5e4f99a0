//! Changes from outside: new input, an edited state.

use std::rc::Rc;

use super::data::Phase;
use super::error::RunError;
use super::machine::Run;
use super::superstep::{Planned, arrive, follow};
use crate::channel::MessageIds;
use crate::state::{NodeWrites, State};

/// The writer that errors name for changes without a node.
const OUTSIDE: &str = "input";

impl<S: State> Run<'_, S> {
    /// Starts again from the start with more input, on top of the state as it is. Tasks that were pending, a failure and
    /// an exit are forgotten.
    ///
    /// # Errors
    /// When a channel refuses the update; nothing is changed then.
    pub fn input(&mut self, update: S::Update) -> Result<(), RunError> {
        self.guarded(|run| run.take_input(update))?
    }

    fn take_input(&mut self, mut update: S::Update) -> Result<(), RunError> {
        self.begin_log();
        self.write(OUTSIDE, &mut update)?;
        self.record_fork();
        self.take_tasks();
        self.data.exit = None;
        let (graph, mut own) = (self.graph.clone(), [update.clone()]);
        Rc::make_mut(&mut self.data.state).apply(&mut own);
        self.data.enter(&graph);
        self.record_input(Some(&update));
        Ok(())
    }

    /// Changes the state as if `node` had written `update`, and continues after that node; without a node the same nodes run next
    /// as before. Unfinished tasks of a superstep are started again. LangGraph's `update_state`.
    ///
    /// # Errors
    /// When a channel refuses the update, there is no such node, or a route of it fails; nothing is changed then.
    pub fn update_state(&mut self, update: S::Update, node: Option<&str>) -> Result<(), RunError> {
        self.guarded(|run| run.change_state(update, node))?
    }

    fn change_state(&mut self, mut update: S::Update, node: Option<&str>) -> Result<(), RunError> {
        self.begin_log();
        let place = match node {
            Some(name) => {
                let unknown = || RunError::NoNode { node: name.to_owned() };
                Some(self.graph.place(name).ok_or_else(unknown)?)
            }
            None => None,
        };
        self.write(node.unwrap_or(OUTSIDE), &mut update)?;
        let (graph, mut state) = (self.graph.clone(), self.data.state.clone());
        Rc::make_mut(&mut state).apply(&mut [update.clone()]);
        let mut next = Vec::new();
        if place.is_some() {
            follow(&graph, place, &state, &mut next)?;
        }
        self.data.state = state;
        self.data.failed = None;
        self.data.exit = None;
        let planned = self.take_tasks();
        match place {
            Some(place) => {
                arrive(&graph, std::iter::once(place), &mut self.data.arrived, &mut next);
                self.data.deferred.clear();
            }
            None => next = planned,
        }
        self.data.ran.clear();
        self.data.plan(&graph, next);
        self.record_change(&update, node);
        Ok(())
    }

    /// Checks an update and gives ids to its messages.
    pub(super) fn write(&mut self, writer: &str, update: &mut S::Update) -> Result<(), RunError> {
        let step = self.data.step;
        let writes = [NodeWrites { node: writer, update }];
        self.data.state.check(&writes).map_err(|error| RunError::Channel { step, error })?;
        let mut ids = MessageIds::new(&*self.ids, self.data.ids_used);
        self.data.state.name_writes(update, &mut ids);
        self.data.ids_used = ids.used();
        Ok(())
    }

    /// What runs or would run next, taken out.
    fn take_tasks(&mut self) -> Vec<Planned<S>> {
        match std::mem::replace(&mut self.data.phase, Phase::Done) {
            Phase::Ready(planned) => planned,
            Phase::Running(slots) => {
                // The step did not end, so it does not count.
                self.data.step -= 1;
                slots.into_tasks()
            }
            Phase::Done => Vec::new(),
        }
    }
}
