//! What a run of an agent reports while it works.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use crate::{Citation, Evidence, ModelInfo, ProposedCall, TokenUsage};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An event of a run, with its number.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedEvent {
    /// Counts from 0; a resumed run counts on. Made by an [`EventCounter`] alone.
    pub seq: u32,
    /// Milliseconds since the run began; the time between its stretches is left out.
    pub at_ms: f64,
    pub event: Event,
}

/// An event before it has a number: as a node reports it, and as a log holds it.
///
/// Numbers are given when a sequence of events is handed to a listener. JSON of earlier versions has a `seq` of 0
/// here, which is ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnnumberedEvent {
    /// Milliseconds since the run began; the time between its stretches is left out.
    pub at_ms: f64,
    #[serde(flatten)]
    pub event: Event,
}

impl From<TimedEvent> for UnnumberedEvent {
    fn from(event: TimedEvent) -> Self {
        Self { at_ms: event.at_ms, event: event.event }
    }
}

/// Numbers the events of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventCounter(u32);

impl EventCounter {
    /// For a run whose events below `next` are numbered already.
    pub fn starting_at(next: u32) -> Self {
        Self(next)
    }

    /// For a run that has reported these events before.
    pub fn after(events: &[TimedEvent]) -> Self {
        Self(events.last().map_or(0, |last| last.seq + 1))
    }

    /// The number of the next event.
    pub fn next(&self) -> u32 {
        self.0
    }

    /// Gives an event its number.
    pub fn number(&mut self, event: UnnumberedEvent) -> TimedEvent {
        let seq = self.0;
        self.0 += 1;
        TimedEvent { seq, at_ms: event.at_ms, event: event.event }
    }
}

/// A [`TimedEvent`] in JSON: the event's fields are beside its number.
#[derive(Serialize, Deserialize)]
#[serde(remote = "TimedEvent")]
struct Flat {
    seq: u32,
    at_ms: f64,
    #[serde(flatten)]
    event: Event,
}

impl Serialize for TimedEvent {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() {
            Flat::serialize(self, to)
        } else {
            (self.seq, self.at_ms, &self.event).serialize(to)
        }
    }
}

impl<'de> Deserialize<'de> for TimedEvent {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if from.is_human_readable() {
            return Flat::deserialize(from);
        }
        let (seq, at_ms, event) = Deserialize::deserialize(from)?;
        Ok(Self { seq, at_ms, event })
    }
}

/// Whether the evidence suffices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Decision {
    /// Look further.
    Continue,
    /// Answer.
    Finish,
}

tagged_in_json!(
    /// How a run, or a stretch of it, ended.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RunOutcome {
        Answered,
        /// The person stopped it.
        Cancelled,
        /// With an error; what was found is stored.
        Failed {
            message: String,
            advice: Option<String>,
        },
        /// The person paused it; it can be resumed.
        Paused,
        /// It is suspended until there is an [`Approval`](crate::Approval).
        AwaitingApproval,
    }
);

tagged_in_json!(
    /// One thing that happened.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Event {
        /// The first event.
        RunStarted {
            run: String,
            question: String,
            /// The agent's name: `plan-react`.
            agent: String,
            model: ModelInfo,
        },
        /// A node of the graph begins; supersteps count from 1.
        NodeStarted { node: String, step: u32 },
        /// A node has ended.
        NodeFinished {
            node: String,
            step: u32,
            ms: f64,
            /// Names of the state fields it wrote.
            wrote: Vec<String>,
        },
        /// There is a (new) plan.
        PlanMade {
            steps: Vec<String>,
            /// Planning round, from 1.
            iteration: u32,
            /// Set where the model's plan could not be used and the fallback was: why.
            fallback: Option<String>,
        },
        /// A step of the plan begins, by its index.
        StepStarted { index: u32, description: String },
        /// A tool is called; its arguments are JSON text.
        ToolStarted { id: String, name: String, arguments: String },
        /// A tool has answered.
        ToolFinished {
            id: String,
            name: String,
            /// False where it answered with an error.
            ok: bool,
            /// One line for people: "12 results", "no such file".
            summary: String,
            /// What the model is given.
            output: String,
            evidence: Vec<Evidence>,
            ms: f64,
        },
        /// A step's findings are in.
        FindingAdded {
            /// `step_{index}: {description}`.
            key: String,
            /// The evidence as text.
            text: String,
            evidence: Vec<Evidence>,
        },
        /// The refinery has judged.
        Decided { decision: Decision, reason: String },
        /// Streamed text of a model call that is not the answer.
        ModelText { node: String, text: String },
        /// The next piece of the answer. Citations in it are verified: `[[number]]`.
        AnswerText { text: String },
        /// The model's stream broke and begins anew: the answer's text and citations so far are void.
        AnswerRestarted,
        /// A citation of the answer is verified; sent before the text that holds it.
        CitationAdded { citation: Citation },
        /// A model call is over.
        ModelUsed {
            node: String,
            /// Who was asked; `None` in runs of versions that did not record it.
            model: Option<ModelInfo>,
            /// Tokens, where the provider reports them.
            usage: Option<TokenUsage>,
            ms: f64,
        },
        /// A model call failed in a way that may pass; it is tried again.
        Retrying {
            node: String,
            why: String,
            /// The coming attempt, from 2.
            attempt: u32,
            wait_ms: u64,
        },
        /// The answer is complete.
        Answer {
            /// Markdown; citations as `[[number]]`.
            markdown: String,
            /// In order of their numbers.
            citations: Vec<Citation>,
            /// Citations that could not be verified and were taken out.
            dropped: u32,
        },
        /// The last event of this stretch of the run; a resumed run has more after it.
        RunFinished { outcome: RunOutcome, ms: f64 },
        /// A superstep is over and its checkpoint stored: from here the run can be resumed or forked.
        Checkpointed {
            checkpoint: u64,
            /// The superstep that is over; 0 before the first.
            step: u32,
            next: Vec<String>,
        },
        /// The model wants to call tools and a person has to allow it, in this order: the run stops until an approval comes.
        ApprovalAsked { calls: Vec<ProposedCall> },
        /// A person has answered.
        ApprovalGiven {
            /// Ids of the tool calls that may run.
            allowed: Vec<String>,
            /// Sent to the model in place of the results of the others.
            note: String,
        },
        /// The run was resumed from this checkpoint; `at_ms` continues from its last event.
        RunResumed {
            checkpoint: u64,
            /// Who answers from here on.
            model: Option<ModelInfo>,
        },
    }
);
