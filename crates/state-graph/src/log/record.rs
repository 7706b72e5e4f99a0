//! The records that are the lines of a log. Written from borrowed data, read as owned.
//!
//! A superstep's updates are written once: those of tasks that finish while siblings still run in a line of their own at
//! once, that of the last one with the checkpoint. So a log grows with what changes. Now and then a checkpoint also
//! carries the whole state, when the updates since the last such one outweigh it: reading never has to go back further,
//! and the cost over a run stays in proportion to its updates.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::interrupt::Refusal;
use crate::state::State;

/// In which form a record holds what has the types of a graph's state.
pub(crate) trait Form {
    type State: Clone;
    type Update: Clone;
    type Event: Clone;
}

impl<S: State> Form for S {
    type State = S;
    type Update = S::Update;
    type Event = S::Event;
}

/// As JSON, in which every record is read first: so what reads records is compiled once for all states.
#[derive(Clone)]
pub(crate) enum Raw {}

impl Form for Raw {
    type State = Box<RawValue>;
    type Update = Box<RawValue>;
    type Event = Box<RawValue>;
}

/// One line.
#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "snake_case",
    bound(
        serialize = "F: Form, F::State: Serialize, F::Update: Serialize, F::Event: Serialize, T: Serialize",
        deserialize = "F: Form, F::State: Deserialize<'de>, F::Update: Deserialize<'de>, F::Event: Deserialize<'de>, T: Deserialize<'de>"
    )
)]
pub(crate) enum Record<'r, F: Form, T> {
    Checkpoint(Box<CheckpointRecord<'r, F, T>>),
    /// A task finished while siblings still run.
    Task {
        step: u32,
        task: TaskRecord<'r, F>,
    },
    /// A task waits for answers.
    Interrupt {
        step: u32,
        index: u32,
        questions: Cow<'r, [Question]>,
    },
    /// Answers by id.
    Resume {
        step: u32,
        answers: Cow<'r, BTreeMap<String, Value>>,
    },
    /// A static breakpoint was passed.
    Proceed {
        step: u32,
    },
    /// The run failed; `again`: finished tasks of the step run again too.
    Failed {
        step: u32,
        node: Option<String>,
        error: String,
        again: bool,
    },
    /// The driver stopped before the end, and why.
    Stopped {
        step: u32,
        why: StopReason,
    },
    /// A line of the log of a subgraph that runs in a task.
    Child {
        step: u32,
        index: u32,
        line: Box<RawValue>,
    },
}

/// Why a driver stopped although the run could continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It was cancelled.
    Cancelled,
    /// It was paused, or stopped at a breakpoint.
    Paused,
}

/// A pending interrupt as stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Question {
    pub(crate) id: String,
    pub(crate) value: Value,
    /// What it was answered before, if that did not fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<Refusal>,
}

/// What was asked, and the answer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Answered {
    pub(crate) question: Value,
    pub(crate) answer: Value,
}

/// The answers to a task so far, in the order of the ids of the questions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Answers(Vec<(String, Answered)>);

impl Answers {
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &(String, Answered)> {
        self.0.iter()
    }

    fn place(&self, id: &str) -> usize {
        self.0.partition_point(|(other, _)| other.as_str() < id)
    }

    /// The answer to the question of this id.
    pub(crate) fn get(&self, id: &str) -> Option<&Answered> {
        self.0.get(self.place(id)).filter(|(other, _)| other == id).map(|(_, answered)| answered)
    }

    /// The answer to this question of this call: not to another that the call asked before, and whatever the end of its
    /// id, which depends on the process that asked.
    pub(crate) fn to(&self, call: &str, question: &Value) -> Option<&Value> {
        let of_call = self.0[self.place(call)..].iter().take_while(|(id, _)| id.starts_with(call));
        let mut of_call = of_call.filter(|(id, _)| matches!(id.as_bytes().get(call.len()), None | Some(b':')));
        of_call.find(|(_, answered)| answered.question == *question).map(|(_, answered)| &answered.answer)
    }

    /// Takes in those of the answers that are to these questions.
    pub(crate) fn take(&mut self, questions: &[Question], answers: &BTreeMap<String, Value>) {
        for question in questions {
            let Some(answer) = answers.get(&question.id) else { continue };
            let answered = Answered { question: question.value.clone(), answer: answer.clone() };
            let place = self.place(&question.id);
            match self.0.get_mut(place).filter(|(id, _)| *id == question.id) {
                Some((_, old)) => *old = answered,
                None => self.0.insert(place, (question.id.clone(), answered)),
            }
        }
    }

    /// Forgets those that did not fit: their questions are open again.
    pub(crate) fn reopen(&mut self, questions: &[Question]) {
        for Question { value, refused, .. } in questions {
            let Some(Refusal { answer, .. }) = refused else { continue };
            self.0.retain(|(_, answered)| answered.question != *value || answered.answer != *answer);
        }
    }
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(bound(
    serialize = "F: Form, F::State: Serialize, F::Update: Serialize, F::Event: Serialize",
    deserialize = "F: Form, F::State: Deserialize<'de>, F::Update: Deserialize<'de>, F::Event: Deserialize<'de>"
))]
pub(crate) struct TaskRecord<'r, F: Form> {
    pub(crate) index: u32,
    pub(crate) node: Cow<'r, str>,
    pub(crate) update: Cow<'r, F::Update>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) goto: Vec<PlannedRecord<'r, F>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) exit: Option<Cow<'r, str>>,
    #[serde(default, skip_serializing_if = "is_empty")]
    pub(crate) events: Cow<'r, [F::Event]>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<f64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) ms: Option<f64>,
}

fn is_empty<T: Clone>(list: &[T]) -> bool {
    list.is_empty()
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(bound(serialize = "F: Form, F::State: Serialize", deserialize = "F: Form, F::State: Deserialize<'de>"))]
pub(crate) struct PlannedRecord<'r, F: Form> {
    pub(crate) node: Cow<'r, str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) argument: Option<Cow<'r, F::State>>,
}

/// Where a checkpoint comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CheckpointSource {
    /// The run's first state, or later input.
    Input,
    /// A superstep ended.
    Loop,
    /// The state was changed from outside.
    Update,
    /// A run continues from an older checkpoint.
    Fork,
}

/// The run between two supersteps. `T` is a [`TaskRecord`] when read, and its JSON when written: by then the updates
/// have been moved into the state.
#[derive(Serialize, Deserialize)]
#[serde(bound(
    serialize = "F: Form, F::State: Serialize, F::Update: Serialize, T: Serialize",
    deserialize = "F: Form, F::State: Deserialize<'de>, F::Update: Deserialize<'de>, T: Deserialize<'de>"
))]
pub(crate) struct CheckpointRecord<'r, F: Form, T> {
    pub(crate) id: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<u64>,
    pub(crate) source: CheckpointSource,
    pub(crate) step: u32,
    /// The step of the last input, from which the limit counts.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) input_step: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<f64>,
    /// The tasks of the superstep that have no line of their own.
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub(crate) tasks: Vec<T>,
    /// What an input or a change from outside wrote.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) update: Option<Cow<'r, F::Update>>,
    /// The node in whose name it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) as_node: Option<Cow<'r, str>>,
    #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
    pub(crate) next: Vec<PlannedRecord<'r, F>>,
    /// Nodes that wait until nothing else is left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) deferred: Vec<Cow<'r, str>>,
    /// Per join, which sources have run; left out while none has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) arrived: Vec<Vec<bool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) exit: Option<Cow<'r, str>>,
    /// How far the sequence of message ids has got.
    pub(crate) ids: u64,
    /// What random numbers depend on.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) seed: u64,
    /// The whole state, on some checkpoints.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) state: Option<Cow<'r, F::State>>,
}

fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}
