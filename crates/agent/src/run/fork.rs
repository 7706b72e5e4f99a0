//! Forks: a new run that starts from a checkpoint of another.

use super::{Agent, AskError, Controls, Fork, Reporter, RunEnd, as_json, finish};
use crate::AgentStateUpdate;
use crate::citations::OfRecorded;
use crate::graphs::AgentKind;
use crate::record::{About, StoredRun, plan_given};
use model::PlanStep;
use protocol::{Event, TimedEvent};
use serde_json::Value;
use state_graph::{History, LogEnd, Run};
use std::rc::Rc;

impl Agent<'_> {
    /// Starts a new run from a checkpoint of a stored run, with another question or plan if given. `on` gets the events
    /// that both runs share first.
    ///
    /// # Errors
    /// As [`work`](Self::work).
    pub async fn fork(&self, fork: Fork, controls: &Controls, on: impl FnMut(TimedEvent)) -> Result<RunEnd, AskError> {
        let origin = &fork.origin;
        let log = self.store.read(&origin.run).await?.ok_or_else(|| AskError::NoRun(origin.run.clone()))?;
        let question = fork.question.as_deref().map(str::trim);
        if question == Some("") {
            return Err(AskError::Empty);
        }
        let about = self.about_fork(&fork, question, &log)?;
        let shared = state_graph::log::excerpt(&log, origin.checkpoint, as_json(&about))?;
        let stored = StoredRun::of(History::read(&shared)?)?;
        let verifier = OfRecorded(&*self.verifier);
        let graph = self.graph(&about.options, &verifier)?;
        let mut earlier = stored.events();
        self.check(&mut earlier).await?;
        let run = Run::restore_at(&graph, stored.history(), origin.checkpoint)?;
        let mut run = run.recording(Value::Null);
        self.store.append(&fork.run, LogEnd::NEW, &shared).await?;

        let mut edit = AgentStateUpdate::new();
        if let Some(question) = question {
            edit = edit.input(question);
        }
        let planner = AgentKind::named(&about.options.agent)?.planner();
        let plans_next = stored.history().checkpoint(origin.checkpoint)?.next == [planner];
        let given = fork.plan.is_some();
        match fork.plan {
            // As if the planner had made it.
            Some(plan) => {
                let plan: Vec<PlanStep> = plan.into_iter().map(PlanStep::from).collect();
                run.update_state(edit.plan(plan).current_step(0u32), Some(planner))?
            }
            // Another question wants another plan.
            None if question.is_some() && !plans_next => run.input(edit)?,
            None => run.update_state(edit, None)?,
        }
        earlier.retain(|earlier| !is_end(&earlier.event));
        let clock = self.clock_after(&earlier);
        let reporter = Reporter::after(&[], Rc::clone(&clock), on);
        earlier.into_iter().for_each(|event| reporter.forward(event.into()));
        if given {
            reporter.report(plan_given(run.state()));
        }
        let end = self.drive(run, &about, clock, controls, &reporter).await;
        finish(end, &reporter)
    }

    fn about_fork(&self, fork: &Fork, question: Option<&str>, log: &[u8]) -> Result<About, AskError> {
        let mut about = About::peek(log)?;
        about.run.clone_from(&fork.run);
        about.started_at = fork.asked_at;
        about.answered_by = self.model.info();
        about.options.model = fork.model.clone();
        about.forked_from = Some(fork.origin.clone());
        if let Some(question) = question {
            question.clone_into(&mut about.question);
        }
        Ok(about)
    }
}

/// Whether the event ends a stretch of a run.
fn is_end(event: &Event) -> bool {
    matches!(event, Event::RunFinished { .. } | Event::ApprovalAsked { .. })
}
