//! `review`. Reads nearly everything; writes `next_action`, and as the case is `verification`, `grants`, `failures`,
//! `messages` (the report of a failure; attempts that are too old are removed), `local_repair_attempted`, `changes` (of a
//! repair), `response`. Asks no model. What it does depends on the kind of request: what a person asked for in plain words is
//! over once it is done, a question goes on until it is answered, and a change is over once it is checked. Every attempt is
//! checked, the last one too. Only a repository that cannot be read ends the run.

use super::ending::{Closing, Ending};
use super::kind::{Kind, kind};
use super::{attempts, facts, request, tool};
use crate::calls::was_declined;
use crate::graphs::Setting;
use crate::nodes::plan_review::for_a_list;
use crate::repair::{self, Repaired};
use crate::report::record;
use crate::states::three_phase::{Action, Failure, Status, TOOLS};
use crate::verify::{self, Verification, Verified, Verifying};
use crate::{ThreePhaseState, ThreePhaseStateUpdate};
use codebase::Reader;
use protocol::Event;
use source::RepoPath;
use state_graph::{MessageWrite, Node, NodeContext, NodeError, NodeResult};

/// The newest failures among which an equal one ends the run.
const STUCK: usize = 3;

/// Judges what was done.
pub struct Review<'a> {
    /// The repository as it was before the run.
    pub repository: Option<&'a Reader>,
    /// What the run may do.
    pub setting: &'a Setting<'a>,
    /// Writes the answer.
    pub ending: Ending<'a>,
}

/// How the run ends.
struct End<'s> {
    headline: Option<String>,
    said: &'s str,
    tried: Vec<String>,
}

type Context<'c> = NodeContext<'c, ThreePhaseState>;

impl Node<ThreePhaseState> for Review<'_> {
    type Output = ThreePhaseStateUpdate;

    async fn run(&self, state: &ThreePhaseState, cx: &Context<'_>) -> NodeResult<ThreePhaseState> {
        let update = ThreePhaseStateUpdate::new();
        let kind = kind(state);
        if state.agent_outcome.status == Status::Error {
            return self.after_an_error(update, kind, state, cx).await;
        }
        match kind {
            Kind::Change => self.after_a_change(update, state, cx).await,
            Kind::Operation => {
                let said = format!("Done: {}.", outcomes(state).trim_end_matches('.'));
                self.end(update, End { headline: Some(said), said: "", tried: Vec::new() }, state, cx).await
            }
            Kind::Look => {
                let shown = facts::shown_to_people(state);
                self.end(update, End { headline: None, said: &shown, tried: Vec::new() }, state, cx).await
            }
            Kind::Question if state.agent_outcome.agent == TOOLS => self.go_on(update, state, cx).await,
            Kind::Question => {
                let said = &state.agent_outcome.result;
                self.end(update, End { headline: None, said, tried: Vec::new() }, state, cx).await
            }
        }
    }
}

impl Review<'_> {
    /// A call or an agent failed: the next attempt, unless the person said no to what they had asked for.
    async fn after_an_error(
        &self,
        update: ThreePhaseStateUpdate,
        kind: Kind,
        state: &ThreePhaseState,
        cx: &Context<'_>,
    ) -> NodeResult<ThreePhaseState> {
        let failed: Vec<_> = tool::of_now(state).filter(|call| !call.ok).collect();
        if kind == Kind::Operation && failed.iter().any(|call| was_declined(&call.summary)) {
            let headline = Some("Not done: you did not allow it.".to_owned());
            return self.end(update, End { headline, said: "", tried: Vec::new() }, state, cx).await;
        }
        let why = &state.agent_outcome.result;
        let failure = Failure {
            hash: verify::hash(why, &[]),
            headline: for_a_list(why),
            report: format!("{} failed:\n{why}", state.agent_outcome.agent),
            attempt: attempts::attempt(state),
            is_baseline: false,
        };
        let changed = state.calls.iter().any(|call| call.iteration == state.iterations && !call.changed.is_empty());
        let unchecked = Verification::NotRun { why: "the last attempt ended in an error".to_owned() };
        let verification = if changed { unchecked } else { state.verification.clone() };
        self.failed(update.verification(verification.clone()), failure, &verification, state, cx).await
    }

    /// Checks what is proposed.
    async fn after_a_change(
        &self,
        update: ThreePhaseStateUpdate,
        state: &ThreePhaseState,
        cx: &Context<'_>,
    ) -> NodeResult<ThreePhaseState> {
        let about = self.about(state).await?;
        let tried = attempts::lines(state);
        let checking = Verifying { reader: self.repository, setting: self.setting, about: &about, tried: &tried };
        let Verified { verification, failure, grants, recipe } =
            checking.verify(&state.changes, &state.grants, cx).await?;
        let mut update = grants.into_iter().fold(update, ThreePhaseStateUpdate::grants);
        let Some(failure) = failure else {
            let update = update.verification(verification.clone());
            if !state.has_changed() {
                return self.go_on(update, state, cx).await;
            }
            let headline = Some(Closing::headline(true, &verification));
            let end = End { headline, said: &state.agent_outcome.result, tried };
            return self.end_with(update, end, state, &state.changes, &verification, cx).await;
        };
        if let (false, Some(recipe)) = (state.local_repair_attempted, &recipe) {
            update = update.local_repair_attempted(true);
            let call = format!("repair-{}", cx.step());
            let tried = repair::repair(&checking, recipe, &state.changes, &state.grants, &call, cx).await?;
            update = tried.grants.into_iter().fold(update, ThreePhaseStateUpdate::grants);
            if let Some(repaired) = tried.repaired {
                return self.repaired(update, repaired, tried.said, state, cx).await;
            }
        }
        let failure = Failure {
            hash: failure.hash,
            headline: failure.headline,
            report: failure.report,
            attempt: attempts::attempt(state),
            is_baseline: state.agent_outcome.agent == TOOLS && !state.has_changed(),
        };
        self.failed(update.verification(verification.clone()), failure, &verification, state, cx).await
    }

    /// A small mutation passes the check: the run is over.
    async fn repaired(
        &self,
        update: ThreePhaseStateUpdate,
        repaired: Repaired,
        tried: String,
        state: &ThreePhaseState,
        cx: &Context<'_>,
    ) -> NodeResult<ThreePhaseState> {
        let Repaired { updates, what } = repaired;
        let mut changes = state.changes.clone();
        for change in &updates {
            changes.apply(change).map_err(|error| error.to_string())?;
        }
        // The trial was the check.
        record(cx, Event::Verified { passed: Some(true), report: tried.clone() });
        let verification = Verification::Passed { what: tried };
        let headline = "A trial fix passes the check.".to_owned();
        let update = updates.into_iter().fold(update, ThreePhaseStateUpdate::changes);
        let update = update.verification(verification.clone());
        let end = End { headline: Some(headline), said: &what, tried: attempts::lines(state) };
        self.end_with(update, end, state, &changes, &verification, cx).await
    }

    /// Notes a failure; the run goes on unless it is stuck or at its limit.
    async fn failed(
        &self,
        update: ThreePhaseStateUpdate,
        failure: Failure,
        verification: &Verification,
        state: &ThreePhaseState,
        cx: &Context<'_>,
    ) -> NodeResult<ThreePhaseState> {
        let newest = state.failures.iter().rev().take(STUCK);
        // Before anything was tried, the check has shown nothing but the task.
        let stuck = newest.filter(|known| !known.is_baseline).any(|known| known.hash == failure.hash);
        let number = state.failures.len() + 1;
        let report = attempts::report(number, &failure.report);
        let messages = attempts::removed(state).into_iter().chain([MessageWrite::Put(report)]);
        let update = update.messages(messages.collect::<Vec<_>>());
        let tried: Vec<String> = attempts::lines(state).into_iter().chain([attempts::line(&failure)]).collect();
        let headline = match (stuck, self.is_last(state)) {
            (true, _) => format!("Not done: stuck on the same error: {}", failure.headline),
            (false, true) => format!("Not done: {} {}", self.limit(), failure.headline),
            (false, false) => return Ok(update.failures([failure]).next_action(Action::Continue)),
        };
        let end = End { headline: Some(headline), said: "", tried };
        self.end_with(update.failures([failure]), end, state, &state.changes, verification, cx).await
    }

    async fn go_on(
        &self,
        update: ThreePhaseStateUpdate,
        state: &ThreePhaseState,
        cx: &Context<'_>,
    ) -> NodeResult<ThreePhaseState> {
        if !self.is_last(state) {
            return Ok(update.next_action(Action::Continue));
        }
        let headline = Some(format!("Not done: {}", self.limit()));
        let said = &state.agent_outcome.result;
        self.end(update, End { headline, said, tried: attempts::lines(state) }, state, cx).await
    }

    async fn end(
        &self,
        update: ThreePhaseStateUpdate,
        end: End<'_>,
        state: &ThreePhaseState,
        cx: &Context<'_>,
    ) -> NodeResult<ThreePhaseState> {
        self.end_with(update, end, state, &state.changes, &state.verification, cx).await
    }

    async fn end_with(
        &self,
        update: ThreePhaseStateUpdate,
        end: End<'_>,
        state: &ThreePhaseState,
        changes: &change_set::ChangeSet,
        verification: &Verification,
        cx: &Context<'_>,
    ) -> NodeResult<ThreePhaseState> {
        let End { headline, said, tried } = end;
        let closing = Closing { headline, said, tried, changes, verification };
        let response = self.ending.write(&closing, &facts::evidence(state), cx).await?;
        Ok(update.response(response).next_action(Action::End))
    }

    fn is_last(&self, state: &ThreePhaseState) -> bool {
        state.iterations >= self.setting.limits.max_iterations
    }

    fn limit(&self) -> String {
        format!("the limit of {} iterations is reached.", self.setting.limits.max_iterations)
    }

    /// The files that the request names.
    async fn about(&self, state: &ThreePhaseState) -> Result<Vec<RepoPath>, NodeError> {
        let named = request::read(self.repository, &state.changes, &state.input, &[]).await;
        let named = named.map_err(|failure| NodeError::from(failure).permanent())?;
        // They were found as paths of the repository.
        Ok(named.files.iter().filter_map(|path| RepoPath::parse(path).ok()).collect())
    }
}

/// How the calls of the iteration ended, in a line.
fn outcomes(state: &ThreePhaseState) -> String {
    tool::of_now(state).map(|call| call.summary.as_str()).collect::<Vec<_>>().join("; ")
}
