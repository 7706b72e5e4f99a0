//! Forks: a new run that starts from a checkpoint of another.

use super::{Agent, AskError, Controls, Fork, Reporter, RunEnd, as_json, finish};
use crate::RunState;
use crate::citations::OfRecorded;
use crate::graphs::{AgentKind, with_state};
use crate::models::RunModels;
use crate::record::used::Used;
use crate::record::{self, About};
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
        self.check_folder(&about)?;
        let kind = AgentKind::named(&about.options.agent)?;
        with_state!(kind, S => self.fork_as::<S, _>(&fork, question, about, &log, controls, on).await)
    }

    async fn fork_as<S: RunState, L: FnMut(TimedEvent)>(
        &self,
        fork: &Fork,
        question: Option<&str>,
        about: About,
        log: &[u8],
        controls: &Controls,
        on: L,
    ) -> Result<RunEnd, AskError> {
        let origin = &fork.origin;
        let shared = state_graph::log::excerpt(log, origin.checkpoint, as_json(&about))?;
        let history = History::<S>::read(&shared)?;
        let verifier = OfRecorded(&*self.verifier);
        let mut earlier = record::events(&about, &history)?;
        let spending = self.spending(&about.options, Used::of(&about, &earlier));
        let models = RunModels::new(self.models, Rc::clone(&spending.account))
            .limited(about.options.folder.as_deref())
            .about(&self.project().await);
        let setting = self.setting::<S>(&about, false, &models, &verifier);
        let graph = S::graph(&self.parts(&setting, &models, &verifier))?;
        self.check(&mut earlier, &history).await?;
        let run = Run::restore_at(&graph, &history, origin.checkpoint)?;
        let mut run = run.recording(Value::Null);
        self.store.append(&fork.run, LogEnd::NEW, &shared).await?;

        let mut edit = S::Update::default();
        if let Some(question) = question {
            edit = S::with_question(edit, question);
        }
        let planning = S::planning();
        let next = history.checkpoint(origin.checkpoint)?.next;
        let plans_next = planning.as_ref().is_some_and(|planning| next == [planning.node]);
        let mut made = None;
        match (&fork.plan, planning) {
            (Some(_), None) => return Err(AskError::NoPlan(about.options.agent)),
            // As if the planner had made it.
            (Some(plan), Some(planning)) => {
                run.update_state((planning.write)(edit, plan.clone()), Some(planning.node))?;
                made = Some((planning.made)(run.state()));
            }
            // Another question wants another plan.
            (None, _) if question.is_some() && !plans_next => run.input(edit)?,
            (None, _) => run.update_state(edit, None)?,
        }
        earlier.retain(|earlier| !is_end(&earlier.event));
        let clock = self.clock_after(&earlier);
        let reporter = Reporter::after(&[], Rc::clone(&clock), on);
        earlier.into_iter().for_each(|event| reporter.forward(event.into()));
        if let Some(plan) = made {
            reporter.report(plan);
        }
        let end = self.drive(run, &about, &spending, clock, controls, &reporter).await;
        finish(end, &reporter)
    }

    fn about_fork(&self, fork: &Fork, question: Option<&str>, log: &[u8]) -> Result<About, AskError> {
        let mut about = About::peek(log)?;
        about.run.clone_from(&fork.run);
        about.started_at = fork.asked_at;
        about.answered_by = self.info();
        if about.options.model != fork.model {
            // They were set up beside the other model.
            about.options.profiles.clear();
        }
        about.options.model = fork.model.clone();
        about.forked_from = Some(fork.origin.clone());
        // What was said after the checkpoint is not a part of it.
        about.conversation = None;
        about.instead_of = None;
        if let Some(question) = question {
            question.clone_into(&mut about.question);
        }
        Ok(about)
    }
}

/// Whether the event ends a stretch of a run.
fn is_end(event: &Event) -> bool {
    matches!(event, Event::RunFinished { .. } | Event::ApprovalAsked { .. } | Event::QuestionAsked { .. })
}
