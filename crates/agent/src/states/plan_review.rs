//! The state of `plan-review`: plain data, which its nodes and prompts share.

use crate::calls::CallQueue;
use crate::outputs::{Output, ToolOutputs};
use crate::policy::{Grant, Grants};
use crate::verify::Verification;
use crate::{Acting, ChatMessage, Note};
use change_set::{ChangeSet, Update};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use state_graph::State;

/// How often in a row the same failure ends the run.
pub const SAME_FAILURES: u32 = 3;

/// The state of the graph. A field that was added after a run was stored has its default when that run is read.
#[derive(Debug, Clone, Default, Serialize, Deserialize, State)]
#[serde(default)]
#[state(event = protocol::UnnumberedEvent)]
pub struct PlanReviewState {
    /// The goal, unchanged.
    pub input: String,
    /// Earlier requests and answers of the conversation.
    #[channel(messages)]
    pub chat_history: Vec<ChatMessage>,
    /// The notes for agents that the repository holds.
    pub notes: Vec<Note>,
    /// What the person typed while the run worked.
    #[channel(append)]
    pub steering: Vec<String>,
    /// The steps of the plan; empty where there is to be a new one, or nothing is left to do.
    pub plan: Vec<String>,
    /// Index into `plan`.
    pub step_index: u32,
    /// Plans so far.
    pub plans: u32,
    /// Rounds so far: a step that was reviewed and one that failed each count as one.
    pub iters: u32,
    /// The largest number of rounds.
    pub max_iters: u32,
    /// The conversation between executor and tools over the whole run.
    #[channel(messages)]
    pub messages: Vec<ChatMessage>,
    /// The calls that the executor has chosen and that have not run.
    pub queue: CallQueue,
    /// Rounds of tools within the step.
    pub tool_rounds: u32,
    /// Every call that has run, in order.
    #[channel(append)]
    pub calls: Vec<CallFact>,
    /// The whole outputs of tools.
    #[channel(reduce = ToolOutputs::keep, write = Output)]
    pub outputs: ToolOutputs,
    /// The proposed changes.
    #[channel(reduce = ChangeSet::reduce, write = Update)]
    pub changes: ChangeSet,
    /// What the person allowed for the rest of the run.
    #[channel(reduce = Grants::add, write = Grant)]
    pub grants: Grants,
    /// How the step ended; none while it is carried out.
    pub executor_output: Option<ExecutorOutput>,
    /// The executor's own words on the last step.
    pub last_result: String,
    /// How often in a row steps have failed in the same way.
    pub same_failures: u32,
    /// The last review.
    pub review: Option<Review>,
    /// Its verdict; none from the next plan on.
    pub verdict: Option<Verdict>,
    /// How many reviews in a row wanted something else.
    pub rejections: u32,
    /// The steps that passed their review.
    #[channel(append)]
    pub done_steps: Vec<Done>,
    /// How many of `done_steps` were given up by a verdict of `replan`: prompts show those after them.
    pub given_up: u32,
    /// What was run to verify the changes.
    pub verification: Verification,
    /// The report.
    pub response: String,
}

/// How a step ended, in the executor's words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ExecutorOutput {
    /// Whether the executor says that the step is done.
    pub success: bool,
    /// What was done or found, or why it failed.
    pub output: String,
}

/// What comes after a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The next step.
    Continue,
    /// New steps from here on.
    Retry,
    /// A new plan; what was done so far does not count.
    Replan,
    /// The goal is reached, or cannot be.
    Finish,
}

/// The judgement of a step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Review {
    /// What comes next.
    pub verdict: Verdict,
    /// Why: a sentence.
    #[serde(default)]
    pub reason: String,
    /// What to do differently; may be empty.
    #[serde(default)]
    pub fix_suggestion: String,
}

/// A call that has run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CallFact {
    /// The round in which it ran, from 0.
    pub round: u32,
    /// The tool.
    pub name: String,
    /// Its arguments as JSON text, cut.
    pub arguments: String,
    /// Whether it worked.
    pub ok: bool,
    /// One line for people.
    pub summary: String,
    /// The files that it changed.
    #[serde(default)]
    pub changed: Vec<FileCount>,
    /// Whether it ran a program.
    #[serde(default)]
    pub ran: bool,
}

/// A changed file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileCount {
    /// Its path.
    pub path: String,
    /// Lines added.
    pub added: u32,
    /// Lines removed.
    pub removed: u32,
}

/// A step that passed its review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The step.
    pub step: String,
    /// What the executor says about it.
    pub output: String,
    /// The files that it changed.
    pub changes: Vec<FileCount>,
    /// What ran in it, with its outcome.
    pub checks: Vec<String>,
}

impl PlanReviewState {
    /// The current step, if the plan has one left.
    pub fn step(&self) -> Option<&str> {
        self.plan.get(self.step_index as usize).map(String::as_str)
    }

    /// The calls of a round.
    pub fn calls_of(&self, round: u32) -> impl DoubleEndedIterator<Item = &CallFact> {
        self.calls.iter().filter(move |call| call.round == round)
    }

    /// The done steps that prompts show.
    pub fn counted(&self) -> &[Done] {
        // A state that somebody edited may count more than there are: then none is left.
        self.done_steps.get(self.given_up as usize..).unwrap_or_default()
    }
}

/// Ends what the plan before had under way: for a node or a person that writes a new one.
pub(crate) fn before_a_plan(update: PlanReviewStateUpdate) -> PlanReviewStateUpdate {
    update.step_index(0u32).verdict(None).queue(CallQueue::default()).tool_rounds(0u32).executor_output(None)
}

impl Acting for PlanReviewState {
    fn changes(&self) -> &ChangeSet {
        &self.changes
    }

    fn grants(&self) -> &Grants {
        &self.grants
    }

    fn outputs(&self) -> &ToolOutputs {
        &self.outputs
    }
}
