//! The lines of a log after its last checkpoint: the superstep that was under way.

use std::collections::BTreeMap;

use serde_json::Value;

use super::asked::Asked;
use super::inside::Children;
use super::record::{Answers, Question, StopReason, TaskRecord};
use crate::state::State;

pub(crate) struct Pending<S: State> {
    /// Tasks that had finished, by task.
    pub(crate) tasks: BTreeMap<u32, TaskRecord<'static, S>>,
    /// By task: what it waits for.
    pub(crate) questions: Asked,
    /// By task: what it was answered.
    pub(crate) answers: BTreeMap<u32, Answers>,
    /// By task: the log of the subgraph in it.
    pub(crate) children: Children,
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
            questions: Asked::default(),
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

    pub(super) fn ask(&mut self, index: u32, questions: Vec<Question>) {
        if let Some(answers) = self.answers.get_mut(&index) {
            answers.reopen(&questions);
        }
        self.questions.ask(index, questions);
    }

    pub(super) fn answer(&mut self, answers: &BTreeMap<String, Value>) {
        for (index, questions) in self.questions.answered(answers) {
            self.answers.entry(index).or_default().take(&questions, answers);
        }
    }
}
