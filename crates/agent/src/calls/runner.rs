//! One superstep of executing calls.

use super::distrust::{DecidedHere, tell_apart};
use super::masking::without_secrets;
use super::outcome::Outcome;
use super::person::ask_question;
use super::preview::cut;
use super::queue::{CallQueue, Decision, QueuedCall};
use crate::RunContext;
use crate::delegation::Delegation;
use crate::outputs::{Output, ToolOutputs};
use crate::policy::{Effect, Grant, Origin, Policy};
use crate::report::record;
use crate::tools::{CallContext, CallingRun};
use crate::verify::Verification;
use crate::{ActingServices, ActingView, ChangedFile, ToolError, ToolOutput, Toolbox};
use change_set::{ChangeSet, Update};
use model::ToolCall;
use protocol::{Event, Evidence};
use state_graph::NodeError;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

/// What it takes to execute calls.
#[derive(Clone, Copy)]
pub struct CallRunner<'a> {
    /// The run that makes them.
    pub run: &'a CallingRun,
    /// The tools that the model may call.
    pub tools: &'a Toolbox<'a>,
    /// What needs a person's word.
    pub policy: Policy,
    /// What the host offers beside the tools.
    pub services: &'a ActingServices,
    /// The program by which the person wants proposed changes checked.
    pub check: &'a Option<Vec<String>>,
    /// What agents need that are handed a task.
    pub delegation: Option<Delegation<'a>>,
    /// Who wished for the calls.
    pub origin: Origin,
    /// Whether a person is asked before any call, whatever it does.
    pub approve_all: bool,
    /// Whether what a person allowed earlier in the run still counts: not in a fork or an imported run, whose state
    /// somebody else may have written.
    pub remembers: bool,
    /// True while the superstep at which a process ended is executed again.
    pub broke_off: &'a Cell<bool>,
    /// What this process has decided about calls: without [`remembers`](Self::remembers), no other decision counts.
    pub decided: &'a RefCell<DecidedHere>,
}

/// The result of a call.
#[derive(Debug, Clone, PartialEq)]
pub struct RanCall {
    /// The call.
    pub call: ToolCall,
    /// False if the tool answered with an error or a person declined it.
    pub ok: bool,
    /// The text for the model, without secrets; a long one is kept whole in [`Stepped::outputs`].
    pub output: Output,
    /// One line for people.
    pub summary: String,
    /// The spans in the text.
    pub evidence: Vec<Evidence>,
    /// The files that it changed.
    pub changed: Vec<ChangedFile>,
    /// What a program that it ran says of the proposed changes.
    pub verified: Option<Verification>,
    /// Whether it was answered with the result of an earlier call.
    pub cached: bool,
}

/// Gives the result of an earlier call that is still true, for the call and the proposed changes.
pub(super) type Known<'k> = dyn Fn(&ToolCall, &ChangeSet) -> Option<ToolOutput> + 'k;

/// What a superstep of execution has to write.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Stepped {
    /// The calls that are left.
    pub queue: CallQueue,
    /// The calls that ran or were refused, in order.
    pub ran: Vec<RanCall>,
    /// To be written to the state's change set.
    pub updates: Vec<Update>,
    /// To be written to the state's grants.
    pub grants: Vec<Grant>,
}

/// A call that is over.
pub(super) struct Ended {
    pub(super) call: ToolCall,
    pub(super) result: Result<ToolOutput, ToolError>,
    /// Whether the result is that of an earlier call.
    pub(super) cached: bool,
    /// When it began, in milliseconds of the run's clock.
    pub(super) began: Option<f64>,
}

/// The event of a call that begins.
pub(super) fn started(call: &ToolCall) -> Event {
    Event::ToolStarted { id: call.id.clone(), name: call.name.clone(), arguments: call.arguments.to_string() }
}

impl Stepped {
    /// To be written to the state's outputs.
    pub fn outputs(&self) -> Vec<Output> {
        self.ran.iter().map(|ran| ran.output.clone()).collect()
    }
}

impl CallRunner<'_> {
    /// Executes the next calls of `queue`. The state must not be changed between two supersteps by anything but what
    /// they wrote.
    ///
    /// # Errors
    /// That the index could not be read: no answer can be built on that.
    pub async fn step(
        &self,
        queue: CallQueue,
        state: ActingView<'_>,
        cx: &RunContext<'_>,
    ) -> Result<Stepped, NodeError> {
        self.step_knowing(queue, state, cx, &|_, _| None).await
    }

    /// As [`step`](Self::step); a call whose result `known` gives is not made again.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub async fn step_knowing(
        &self,
        mut queue: CallQueue,
        state: ActingView<'_>,
        cx: &RunContext<'_>,
        known: &Known<'_>,
    ) -> Result<Stepped, NodeError> {
        let mut changes = state.changes.clone();
        let mut stepped = Stepped::default();
        tell_apart(&mut queue);
        let mut may_have_run = BTreeSet::new();
        if self.remembers {
            self.ask_again(&mut queue, cx).await?;
        } else {
            self.broke_off.set(false);
            may_have_run = self.decided.borrow().open_others(&mut queue, cx.step());
        }
        self.decide(&mut queue, &may_have_run, &changes, state, &mut stepped, cx).await?;
        self.decided.borrow_mut().note(&queue, cx.step());
        let mut ran_lasting = false;
        let handed_over = self.handed_over(&queue);
        if !handed_over.is_empty() {
            let rest = queue.0.split_off(handed_over.len());
            self.delegate(queue.0, &handed_over, &mut changes, &mut stepped, cx).await?;
            stepped.queue = CallQueue(rest);
            return Ok(stepped);
        }
        while !ran_lasting && !queue.0.is_empty() {
            // Alone in their superstep, because the graph in which they are worked on is the only one in it.
            if !self.handed_over(&queue).is_empty() {
                break;
            }
            let lasts = self.lasts(&queue.0[0]);
            if lasts && !queue.0[0].started {
                queue.0[0].started = true;
                break;
            }
            if !self.is_as_decided(&queue.0[0]).await {
                // It is decided about anew in the next superstep, by what the call is now.
                (queue.0[0].decision, queue.0[0].started) = (Decision::Open, false);
                break;
            }
            let next = queue.0.remove(0);
            // Alone in its superstep, so that its result is stored before anything else happens.
            ran_lasting = next.started;
            self.run(next, &mut changes, state, &mut stepped, cx, known).await?;
        }
        stepped.queue = queue;
        Ok(stepped)
    }

    /// Whether what was decided about a call still holds: the tool is what it was then.
    async fn is_as_decided(&self, queued: &QueuedCall) -> bool {
        let Ok(tool) = self.tools.get(&queued.call.name) else { return true };
        if queued.decision != Decision::Allowed {
            return true;
        }
        tool.look_up(&queued.call.arguments).await;
        tool.effect(&queued.call.arguments).definition() == queued.definition.as_deref()
    }

    fn lasts(&self, queued: &QueuedCall) -> bool {
        let allowed = queued.decision == Decision::Allowed;
        let tool = self.tools.get(&queued.call.name);
        allowed && tool.is_ok_and(|tool| tool.effect(&queued.call.arguments).lasts())
    }

    async fn run(
        &self,
        queued: QueuedCall,
        changes: &mut ChangeSet,
        state: ActingView<'_>,
        stepped: &mut Stepped,
        cx: &RunContext<'_>,
        known: &Known<'_>,
    ) -> Result<(), NodeError> {
        let QueuedCall { call, decision, .. } = queued;
        record(cx, started(&call));
        let began = cx.now();
        let earlier = match decision {
            Decision::Refused(_) => None,
            Decision::Open | Decision::Allowed => self.earlier(&call, changes, known, cx),
        };
        let cached = earlier.is_some();
        let result = match (decision, earlier) {
            (Decision::Refused(why), _) => Err(ToolError::Failed(why)),
            (_, Some(output)) => Ok(output),
            (_, None) => self.call(&call, changes, state.outputs, cx).await,
        };
        let ended = Ended { call, result, cached, began };
        self.finish(ended, changes, stepped, cx).await
    }

    /// Applies what a call proposes, reports its result, and adds it to what the superstep writes.
    pub(super) async fn finish(
        &self,
        ended: Ended,
        changes: &mut ChangeSet,
        stepped: &mut Stepped,
        cx: &RunContext<'_>,
    ) -> Result<(), NodeError> {
        let Ended { call, result, cached, began } = ended;
        let (id, name) = (call.id.clone(), call.name.clone());
        let result = match result {
            Ok(output) => self.applied(output, changes).await,
            Err(error) => Err(error),
        };
        let ms = cx.now().zip(began).map_or(0.0, |(end, began)| end - began);
        let Outcome { ok, unreadable, mut output } = Outcome::of(result);
        without_secrets(&mut output, &name, cx);
        if ok && !cached {
            self.keep(&call, changes, &output);
        }
        let (text, summary, evidence) = (output.text, output.summary, output.evidence);
        record(
            cx,
            Event::ToolFinished {
                id,
                name,
                ok,
                summary: summary.clone(),
                output: text.clone(),
                evidence: evidence.clone(),
                ms,
            },
        );
        for file in &output.changed {
            let (path, diff) = (file.path.to_string(), cut(&file.diff).to_owned());
            record(cx, Event::Changed { path, added: file.added, removed: file.removed, diff });
        }
        if let Some(key) = output.remembered {
            record(cx, Event::Remembered { key });
        }
        if let Some(failure) = unreadable {
            return Err(NodeError::from(failure).permanent());
        }
        stepped.updates.extend(output.updates);
        let (verified, changed, output) = (output.verified, output.changed, Output::new(&text));
        stepped.ran.push(RanCall { call, ok, output, summary, evidence, changed, verified, cached });
        Ok(())
    }

    /// Applies what a call proposes, and says in its output which files no longer parse.
    async fn applied(&self, mut output: ToolOutput, changes: &mut ChangeSet) -> Result<ToolOutput, ToolError> {
        let mut tried = changes.clone();
        for update in &output.updates {
            tried.apply(update).map_err(|error| ToolError::Failed(error.to_string()))?;
        }
        if let Some(syntax) = self.tools.syntax() {
            let paths: Vec<_> = output.changed.iter().map(|file| &file.path).collect();
            for line in syntax.compare(changes, &tried, &paths).await? {
                output.text += &format!("\n{line}");
                output.summary += &format!("; {line}");
            }
        }
        *changes = tried;
        Ok(output)
    }

    async fn call(
        &self,
        call: &ToolCall,
        changes: &ChangeSet,
        outputs: &ToolOutputs,
        cx: &RunContext<'_>,
    ) -> Result<ToolOutput, ToolError> {
        let tool = self.tools.get(&call.name)?;
        if matches!(tool.effect(&call.arguments), Effect::Question) && self.policy.attended {
            return ask_question(tool, call, changes, outputs, cx).await;
        }
        tool.call(&call.arguments, CallContext { id: &call.id, changes, outputs, run: Some(self.run), node: Some(cx) })
            .await
    }
}
