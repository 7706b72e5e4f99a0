//! What a log says after its last checkpoint: the superstep that was under way.

use std::collections::BTreeMap;

use serde_json::Value;
use serde_json::value::RawValue;

use super::record::{Question, StopReason, TaskRecord};
use crate::State;

pub(crate) struct Pending<S: State> {
    /// Tasks that had finished, by task.
    pub(crate) tasks: BTreeMap<u32, TaskRecord<'static, S>>,
    /// By task: what it waits for.
    pub(crate) questions: BTreeMap<u32, Vec<Question>>,
    /// By task: what it was answered.
    pub(crate) answers: BTreeMap<u32, BTreeMap<String, Value>>,
    /// By task: the log of the subgraph in it.
    pub(crate) children: BTreeMap<u32, Vec<Box<RawValue>>>,
    /// The breakpoint before it was passed.
    pub(crate) passed: bool,
    /// Why the driver stopped, if it did so in good order.
    pub(crate) stopped: Option<StopReason>,
    /// The node that failed, if one did, and the error.
    pub(crate) failed: Option<(Option<String>, String)>,
}

impl<S: State> Pending<S> {
    pub(super) fn new() -> Self {
        Self {
            tasks: BTreeMap::new(),
            questions: BTreeMap::new(),
            answers: BTreeMap::new(),
            children: BTreeMap::new(),
            passed: false,
            stopped: None,
            failed: None,
        }
    }

    /// Whether anything of the superstep was done.
    pub(crate) fn under_way(&self) -> bool {
        !(self.tasks.is_empty() && self.questions.is_empty() && self.answers.is_empty() && self.children.is_empty())
    }

    pub(super) fn answer(&mut self, answers: &BTreeMap<String, Value>) {
        for (&index, questions) in &mut self.questions {
            let asked = questions.iter().filter_map(|question| {
                let answer = answers.get(&question.id)?;
                Some((question.id.clone(), answer.clone()))
            });
            let asked: Vec<_> = asked.collect();
            if !asked.is_empty() {
                self.answers.entry(index).or_default().extend(asked);
                questions.clear();
            }
        }
        self.questions.retain(|_, questions| !questions.is_empty());
    }
}
