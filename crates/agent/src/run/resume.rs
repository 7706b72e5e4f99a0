//! Continues stored runs.

use super::{Agent, AskError, Controls, Reporter, RunEnd, as_json, finish};
use crate::RunState;
use crate::citations::OfRecorded;
use crate::graphs::{AgentKind, with_state};
use crate::models::RunModels;
use crate::record::used::Used;
use crate::record::{self, About};
use protocol::{Event, PersonAnswer, TimedEvent};
use serde_json::Value;
use state_graph::log::StopReason;
use state_graph::{History, Resume, Run};
use std::collections::BTreeMap;
use std::rc::Rc;

impl Agent<'_> {
    /// Continues a stored run: one that is paused, failed or was cancelled, whose process ended, or that awaits
    /// approval. `on` gets only new events; the first is `RunResumed`.
    ///
    /// # Errors
    /// As [`work`](Self::work).
    pub async fn resume(
        &self,
        run: &str,
        answer: Option<PersonAnswer>,
        controls: &Controls,
        on: impl FnMut(TimedEvent),
    ) -> Result<RunEnd, AskError> {
        let log = self.store.read(run).await?.ok_or_else(|| AskError::NoRun(run.to_owned()))?;
        // The log may name another run: what is new goes to the log that was read.
        let about = About { run: run.to_owned(), ..About::peek(&log)? };
        self.check_folder(&about)?;
        let kind = AgentKind::named(&about.options.agent)?;
        with_state!(kind, S => self.resume_as::<S, _>(about, &log, answer, controls, on).await)
    }

    pub(super) async fn resume_as<S: RunState, L: FnMut(TimedEvent)>(
        &self,
        about: About,
        log: &[u8],
        answer: Option<PersonAnswer>,
        controls: &Controls,
        on: L,
    ) -> Result<RunEnd, AskError> {
        let history = History::<S>::read(log)?;
        let mut earlier = record::events(&about, &history)?;
        // Of the earlier events only an answer is given again.
        if earlier.iter().any(|earlier| matches!(earlier.event, Event::Answer { .. })) {
            self.check(&mut earlier, &history).await?;
        }
        let verifier = OfRecorded(&*self.verifier);
        let broke_off = history.questions().is_empty() && history.stopped() != Some(StopReason::Paused);
        let spending = self.spending(&about.options, Used::of(&about, &earlier));
        let models = RunModels::new(self.models, Rc::clone(&spending.account))
            .limited(about.options.folder.as_deref())
            .about(&self.project().await);
        let setting = self.setting::<S>(&about, broke_off, &models, &verifier);
        let graph = S::graph(&self.parts(&setting, &models, &verifier))?;
        // Recorded from here on, so that an approval is not lost either.
        let mut restored = Run::restore(&graph, &history)?.recording(Value::Null);
        // Who wrote the file may have answered in the person's place: everything of this superstep is asked again.
        let asks_again = about.imported && history.has_answers();
        if asks_again {
            restored.update_state(S::Update::default(), None)?;
        }
        if let Some(PersonAnswer { interrupt, reply }) = answer.filter(|_| !asks_again) {
            let answer = as_json(&reply);
            restored.resume(match interrupt {
                Some(id) => Resume::Answers(BTreeMap::from([(id, answer)])),
                None => Resume::Value(answer),
            })?;
        }
        let clock = self.clock_after(&earlier);
        let reporter = Reporter::after(&earlier, Rc::clone(&clock), on);
        let model = Some(self.info());
        reporter.report(Event::RunResumed { checkpoint: history.head(), model });
        let end = self.drive(restored, &about, &spending, clock, controls, &reporter).await;
        finish(end, &reporter)
    }
}
