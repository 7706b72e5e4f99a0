//! What is decided about calls before they run: by the policy, or by the person.

use super::person::{ask_person, declined, note, proposed};
use super::preview::preview;
use super::queue::{CallQueue, Decision, QueuedCall};
use super::runner::{CallRunner, Stepped};
use crate::policy::{Ask, Effect, Grants, Verdict};
use crate::{ActingView, CallContext, RunContext, ToolError};
use change_set::ChangeSet;
use model::ToolCall;
use protocol::ProposedCall;
use state_graph::NodeError;
use std::collections::BTreeSet;

/// Why a call is asked about that an earlier process may have made.
const MAY_HAVE_RUN: &str = "The process ended while this call ran, so it may have run already.";

/// A call that a person has to decide about.
struct Undecided {
    at: usize,
    ask: Option<Ask>,
    proposed: ProposedCall,
}

impl CallRunner<'_> {
    /// Why a person will be asked before all of `queue` has run, with the tool; `None` if nobody will.
    pub async fn will_ask(&self, queue: &CallQueue, state: ActingView<'_>) -> Option<String> {
        for queued in &queue.0 {
            if let Ok(tool) = self.tools.get(&queued.call.name) {
                tool.look_up(&queued.call.arguments).await;
            }
        }
        let none = Grants::default();
        let grants = if self.remembers { state.grants } else { &none };
        let readable = |queued: &&QueuedCall| queued.decision == Decision::Open && queued.call.arguments.is_object();
        let open = queue.0.iter().filter(readable);
        open.map(|queued| &queued.call).find_map(|call| {
            let effect = self.tools.get(&call.name).ok()?.effect(&call.arguments);
            let why = match self.policy.decide(&effect, self.origin, grants) {
                Verdict::Ask(ask) => ask.why().to_owned(),
                Verdict::Allow if self.approve_all => "Every call is asked about in this run.".to_owned(),
                Verdict::Allow if effect == Effect::Question && self.policy.attended => {
                    "It asks a question.".to_owned()
                }
                Verdict::Allow | Verdict::Deny(_) => return None,
            };
            Some(format!("`{}`: {why}", call.name))
        })
    }

    /// Asks whether a call is to be made that an earlier process may have made: as often as that has happened.
    pub(super) async fn ask_again(&self, queue: &mut CallQueue, cx: &RunContext<'_>) -> Result<(), NodeError> {
        let broke_off = self.broke_off.replace(false);
        let Some(first) = queue.0.first_mut().filter(|first| first.started) else { return Ok(()) };
        for _ in 0..cx.answers() + usize::from(broke_off) {
            let proposed = ProposedCall { may_have_run: true, ..proposed(&first.call, MAY_HAVE_RUN.to_owned()) };
            let approval = ask_person(vec![proposed], cx).await?;
            if !approval.allowed.contains(&first.call.id) {
                first.decision = Decision::Refused(format!(
                    "The process ended while this call ran: it may have run already, and its result is lost. The person did not want it again.{}",
                    note(&approval)
                ));
                return Ok(());
            }
        }
        Ok(())
    }

    /// Decides about every call that is open; what needs a person's word is asked in one interrupt.
    pub(super) async fn decide(
        &self,
        queue: &mut CallQueue,
        may_have_run: &BTreeSet<String>,
        changes: &ChangeSet,
        state: ActingView<'_>,
        stepped: &mut Stepped,
        cx: &RunContext<'_>,
    ) -> Result<(), NodeError> {
        let none = Grants::default();
        let grants = if self.remembers { state.grants } else { &none };
        let mut undecided = Vec::new();
        for (at, queued) in queue.0.iter_mut().enumerate() {
            if queued.decision != Decision::Open {
                continue;
            }
            if !queued.call.arguments.is_object() {
                queued.decision = Decision::Refused(unreadable(&queued.call));
                continue;
            }
            // An unknown tool is answered with an error when its turn comes.
            let Ok(tool) = self.tools.get(&queued.call.name) else {
                queued.decision = Decision::Allowed;
                continue;
            };
            let given = CallContext { id: &queued.call.id, changes, outputs: state.outputs, run: None, node: None };
            let prepared = tool.prepare(&queued.call.arguments, given).await;
            match prepared {
                Ok(None) => {}
                Ok(Some(definite)) => queued.call.arguments = definite,
                Err(ToolError::Index(failure)) => return Err(NodeError::from(failure).permanent()),
                Err(error) => {
                    queued.decision = Decision::Refused(error.to_string());
                    continue;
                }
            }
            let again = may_have_run.contains(&queued.call.id);
            tool.look_up(&queued.call.arguments).await;
            queued.definition = tool.effect(&queued.call.arguments).definition().map(str::to_owned);
            match self.policy.decide(&tool.effect(&queued.call.arguments), self.origin, grants) {
                Verdict::Allow if !self.approve_all && !again => queued.decision = Decision::Allowed,
                Verdict::Allow if again && !self.policy.attended => {
                    let why =
                        "This call may have run already, and there is nobody to ask, so it does not run.".to_owned();
                    queued.decision = Decision::Refused(why);
                }
                Verdict::Allow if again => {
                    let proposed = proposed(&queued.call, MAY_HAVE_RUN.to_owned());
                    let proposed = ProposedCall { may_have_run: true, ..proposed };
                    undecided.push(Undecided { at, ask: None, proposed });
                }
                Verdict::Allow => {
                    let proposed = proposed(&queued.call, "Every call is asked about in this run.".to_owned());
                    undecided.push(Undecided { at, ask: None, proposed });
                }
                Verdict::Deny(why) => queued.decision = Decision::Refused(why),
                Verdict::Ask(ask) => {
                    let diff = preview(tool, &queued.call, changes, state.outputs).await;
                    let can_be_remembered = ask.can_be_remembered();
                    let why = ask.why().to_owned();
                    let proposed = proposed(&queued.call, why);
                    let proposed = ProposedCall { diff, can_be_remembered, may_have_run: again, ..proposed };
                    undecided.push(Undecided { at, ask: Some(ask), proposed });
                }
            }
        }
        if undecided.is_empty() {
            return Ok(());
        }
        let approval = ask_person(undecided.iter().map(|call| call.proposed.clone()).collect(), cx).await?;
        for Undecided { at, ask, proposed } in undecided {
            let allowed = approval.allowed.contains(&proposed.id);
            if allowed && approval.remembered.contains(&proposed.id) {
                stepped.grants.extend(ask.and_then(Ask::allowed_for_the_run));
            }
            queue.0[at].decision = if allowed { Decision::Allowed } else { Decision::Refused(declined(&approval)) };
        }
        Ok(())
    }
}

/// Why a call whose arguments could not be read is not made.
fn unreadable(call: &ToolCall) -> String {
    let beginning: String = call.arguments.to_string().chars().take(200).collect();
    format!("the arguments of `{}` are no JSON object, so it did not run: {beginning}", call.name)
}
