//! The events that a run of an agent reports.

#![allow(missing_docs, reason = "only names that say it all have no documentation")]

use crate::tagged_in_json::tagged_in_json;
use crate::{Charge, Citation, Evidence, ModelInfo, ProposedCall, TokenUsage};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An event of a run, with its number.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedEvent {
    /// Number of the event in its run, from 0; a resumed run continues the numbering. Assigned by an [`EventCounter`].
    pub seq: u32,
    /// Working time of the run so far in milliseconds; the time while it was suspended or paused does not count.
    pub at_ms: f64,
    pub event: Event,
}

/// An event before it has a number: as a node reports it, and as a log holds it.
///
/// Numbers are given when a sequence of events is handed to a listener. JSON of earlier versions has a `seq` of 0
/// here, which is ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnnumberedEvent {
    /// Working time of the run so far in milliseconds; the time while it was suspended or paused does not count.
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

impl Event {
    /// What was reported, wherever it was.
    pub fn innermost(&self) -> &Event {
        match self {
            Self::Inside { event, .. } => event.innermost(),
            event => event,
        }
    }
}

/// The refinery's judgement whether the evidence suffices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Decision {
    /// Plan another round.
    #[default]
    Continue,
    /// Write the answer.
    Finish,
}

tagged_in_json!(
    /// How a run ended, or why it is suspended or paused.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RunOutcome {
        Answered,
        /// The person cancelled it.
        Cancelled,
        /// With an error; what was found is stored.
        Failed {
            message: String,
            advice: Option<String>,
        },
        /// It can be resumed.
        Paused {
            /// A sentence, where the run was paused because most of its budget is used; `None` where the person did it.
            why: Option<String>,
        },
        /// It is suspended until it gets an [`Approval`](crate::Approval).
        AwaitingApproval,
    }
);

tagged_in_json!(
    /// What a run reports while it works.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Event {
        /// The run has started: always the first event.
        RunStarted {
            run: String,
            question: String,
            /// The agent's name: `plan-react`.
            agent: String,
            model: ModelInfo,
        },
        /// A node of the graph has started; supersteps count from 1, those of a subgraph on their own.
        NodeStarted {
            node: String,
            step: u32,
            /// The nodes that it is inside of, outermost first; empty for a node of the agent's own graph.
            path: Vec<String> = "Vec::is_empty",
        },
        /// A node of the graph has finished.
        NodeFinished {
            node: String,
            step: u32,
            ms: f64,
            /// Names of the state fields it wrote.
            wrote: Vec<String>,
            /// As in `NodeStarted`.
            path: Vec<String> = "Vec::is_empty",
        },
        /// The planner has made a plan, or a new one.
        PlanMade {
            steps: Vec<String>,
            /// Planning round, from 1.
            iteration: u32,
            /// If the model's plan could not be used and a fixed one was used instead: the reason.
            fallback: Option<String>,
        },
        /// A step of the plan has started; its index counts from 0.
        StepStarted { index: u32, description: String },
        /// A tool call has started; its arguments are JSON text.
        ToolStarted { id: String, name: String, arguments: String },
        /// A tool call has finished.
        ToolFinished {
            id: String,
            name: String,
            /// False if the tool answered with an error.
            ok: bool,
            /// One line for people: "12 results", "no such file".
            summary: String,
            /// The text that is sent to the model.
            output: String,
            evidence: Vec<Evidence>,
            ms: f64,
        },
        /// The findings of a step have been collected.
        FindingAdded {
            /// `step_{index}: {description}`.
            key: String,
            /// The results of its tools and the summary of the model.
            text: String,
            evidence: Vec<Evidence>,
        },
        /// The refinery has decided whether to plan another round.
        Decided { decision: Decision, reason: String },
        /// The next piece of streamed text of a model call that does not write the answer.
        ModelText { node: String, text: String },
        /// The next piece of the answer. Citations in it are verified: `[[number]]`.
        AnswerText { text: String },
        /// The model's stream broke and the call starts again: all text and citations of the answer so far are to be
        /// discarded.
        AnswerRestarted,
        /// A citation of the answer is verified; sent before the text that holds it.
        CitationAdded { citation: Citation },
        /// A model call has finished.
        ModelUsed {
            node: String,
            /// The model that was called; `None` in runs of versions that did not record it.
            model: Option<ModelInfo>,
            /// Tokens, where the provider reports them.
            usage: Option<TokenUsage>,
            ms: f64,
            /// What the call was charged with; `None` for a model that uses no tokens, and in runs of versions that did
            /// not record it.
            charge: Option<Charge>,
        },
        /// A model call failed for a reason that may be temporary, and is tried again.
        Retrying {
            node: String,
            why: String,
            /// Number of the attempt that follows, from 2.
            attempt: u32,
            wait_ms: u64,
        },
        /// The answer is complete.
        Answer {
            /// Markdown; citations as `[[number]]`.
            markdown: String,
            /// In order of their numbers.
            citations: Vec<Citation>,
            /// How many citations could not be verified and were removed.
            dropped: u32,
        },
        /// The last event until the run is resumed, if it is.
        RunFinished { outcome: RunOutcome, ms: f64 },
        /// A superstep has finished and its checkpoint is stored: from here the run can be resumed or forked.
        Checkpointed {
            checkpoint: u64,
            /// The superstep that is over; 0 before the first.
            step: u32,
            next: Vec<String>,
        },
        /// The model wants to call tools that a person has to approve, in the model's order. The run is suspended until
        /// there is an approval.
        ApprovalAsked {
            calls: Vec<ProposedCall>,
            /// The id to answer by; `None` in runs of versions that recorded none.
            interrupt: Option<String>,
        },
        /// A person has approved or declined the tool calls.
        ApprovalGiven {
            /// Ids of the tool calls that may run.
            allowed: Vec<String>,
            /// Sent to the model in place of the results of the declined calls.
            note: String,
        },
        /// The run was resumed from this checkpoint; `at_ms` continues from its last event.
        RunResumed {
            checkpoint: u64,
            /// The model from here on.
            model: Option<ModelInfo>,
        },
        /// The agent asks the person. The run is suspended until there is an answer.
        QuestionAsked {
            question: String,
            /// Answers to choose from; any text is an answer too.
            options: Vec<String>,
            /// The id to answer by.
            interrupt: String,
        },
        /// The person has answered the agent's question.
        QuestionAnswered { answer: String },
        /// A step of the plan is over; its index counts from 0.
        StepFinished {
            index: u32,
            /// False if it failed.
            ok: bool,
            summary: String,
        },
        /// A node could not use the model's answer, or the first model of a profile, and went on in another way.
        Fallback { node: String, why: String },
        /// An attempt of a node failed; it runs again, or its failure is handled by the graph.
        NodeFailed {
            node: String,
            why: String,
            retry_in_ms: Option<u64>,
            /// As in `NodeStarted`.
            path: Vec<String> = "Vec::is_empty",
        },
        /// A file of the overlay has changed: nothing outside the run has.
        Changed {
            path: String,
            /// Lines added and removed by this change.
            added: u32,
            removed: u32,
            /// A unified diff of this change, cut to 20 KB.
            diff: String,
        },
        /// The request was scored for whether it is about this repository.
        Scored { score: u32, threshold: u32, reason: String },
        /// The router has chosen what comes next: the names of tools, or none to write the answer.
        Routed { tools: Vec<String>, reason: String },
        /// What a search has found was judged by its use for the question.
        Graded { relevant: u32, of: u32 },
        /// The result of a step was reviewed: `continue`, `retry`, `replan` or `finish`.
        Reviewed { verdict: String, reason: String, advice: String },
        /// Something was stored in the agent's memory.
        Remembered { key: String },
        /// What kind of request it is, such as `code_fix` or `edit`, by a model or by rules.
        Classified {
            kind: String,
            /// How sure that is, in per cent; `None` where nobody has said.
            confidence: Option<u32>,
            reason: String,
        },
        /// A task was handed to another agent (`agent:NAME`) or to a model without tools (`llm:PROFILE`).
        Delegated { to: String, task: String },
        /// A program has started; its arguments are a list, not a line for a shell.
        CommandStarted {
            /// Of this run of it, unique within the run of the agent.
            id: String,
            argv: Vec<String>,
            /// Relative to the repository's root.
            folder: String,
            /// `this machine`, `this tab`.
            place: String,
        },
        /// The next piece of what a program writes.
        CommandOutput {
            id: String,
            /// Whether it is from its standard error.
            error: bool,
            text: String,
        },
        /// A program is over, or could not be started.
        CommandFinished {
            id: String,
            /// Its exit code; `None` where it was ended at a limit, by a signal, or did not start.
            exit: Option<i32>,
            /// `exit code 1`, `stopped after its 10 s`.
            ended: String,
            ms: f64,
            /// The ends of what it wrote, in lines; secrets in it are not masked, since people alone see it.
            stdout: String,
            stderr: String,
        },
        /// The proposed changes were checked by running something, or not.
        Verified {
            /// `None` where nothing was run; else whether it passed.
            passed: Option<bool>,
            /// What was run and how it ended, or why nothing was.
            report: String,
        },
        /// What a node of another agent, which runs inside a node, reports. When it starts and ends is an event with a path of
        /// its own.
        Inside {
            /// The nodes, outermost first; the last reports it.
            path: Vec<String>,
            event: Box<Event>,
        },
        /// An earlier result was used again, because nothing that it depends on has changed.
        Cached {
            /// `answer`, or the name of a tool.
            what: String,
            /// When it was stored, in milliseconds since 1970; `None` where it is of this run.
            stored_at: Option<f64>,
        },
        /// Secrets in a text were replaced before a model saw it: where the text is from, and a sentence with their kinds.
        Masked { place: String, summary: String },
        /// A message that the person typed while the run worked was taken in.
        Steered { text: String },
        /// Notes for agents that the repository holds, such as `AGENTS.md`, were read as material.
        NotesRead { paths: Vec<String> },
        /// Not all that was said earlier in the conversation fits what a model reads: how many earlier turns were left out, and
        /// of how many others only the beginning of the answer was kept.
        EarlierTurns { left_out: u32, shortened: u32 },
        /// The run is limited to this folder of the repository.
        Limited { folder: String },
        /// The next piece of what a model writes while it thinks. No part of the answer, and never cited.
        ReasoningText { node: String, text: String },
        /// What a model wrote while it thought, in one piece, cut at its limit.
        Reasoned { node: String, text: String },
    }
);
