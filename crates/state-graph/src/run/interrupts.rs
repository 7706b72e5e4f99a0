//! Interrupts: tasks that wait for answers from outside.

use std::collections::BTreeMap;
use std::rc::Rc;

use compact_sort::CompactSort;
use serde_json::Value;

use super::data::Phase;
use super::machine::Run;
use super::slots::Slot;
use crate::interrupt::{Interrupt, Resume, ResumeError};
use crate::log::Question;
use crate::node::TaskId;
use crate::state::State;

impl<S: State> Run<'_, S> {
    /// Suspends a task that can't continue without answers. Its siblings continue; once they are done the run is
    /// [interrupted](crate::Next::Interrupted).
    pub(crate) fn interrupt(&mut self, task: TaskId, questions: Vec<Question>) {
        let Phase::Running(slots) = &mut self.data.phase else { return };
        if task.step != self.data.step || self.data.failed.is_some() || questions.is_empty() {
            return;
        }
        let Some(slot) = slots.get_mut(task.index).filter(|slot| slot.is_open()) else { return };
        if let Some(answers) = slot.answers.as_mut().filter(|_| questions.iter().any(|asked| asked.refused.is_some())) {
            Rc::make_mut(answers).reopen(&questions);
        }
        slots.set_questions(task.index, questions.clone());
        self.record_interrupt(task.index, &questions);
    }

    /// The pending interrupts, in the order of their tasks.
    pub fn interrupts(&self) -> Vec<Interrupt> {
        let Phase::Running(slots) = &self.data.phase else { return Vec::new() };
        let pending = slots.all().iter().filter(|slot| slot.outcome().is_none()).flat_map(|slot| {
            let node = &self.graph.slot(slot.task.place).name;
            slot.questions().iter().map(|question| Interrupt {
                id: question.id.clone(),
                node: node.to_string(),
                value: question.value.clone(),
                refused: question.refused.clone(),
            })
        });
        pending.collect()
    }

    /// Answers interrupts. The tasks that asked are [`outstanding`](Run::outstanding) again and run from their top; what
    /// they asked before is answered as it was then.
    ///
    /// # Errors
    /// When the answers don't fit what is pending; nothing is changed then.
    pub fn resume(&mut self, answers: impl Into<Resume>) -> Result<(), ResumeError> {
        let pending: Vec<String> = self.interrupts().into_iter().map(|interrupt| interrupt.id).collect();
        let answers = match answers.into() {
            Resume::Value(value) => match &*pending {
                [] => return Err(ResumeError::NothingPending),
                [id] => BTreeMap::from([(id.clone(), value)]),
                _ => return Err(ResumeError::Several(pending)),
            },
            Resume::Answers(answers) => answers,
        };
        if answers.is_empty() {
            return Err(if pending.is_empty() { ResumeError::NothingPending } else { ResumeError::NoAnswer(pending) });
        }
        let mut open: Vec<&String> = pending.iter().collect();
        open.compact_sort();
        if let Some(id) = answers.keys().find(|id| open.binary_search(id).is_err()) {
            let id = id.clone();
            return Err(if self.is_answered(&id) {
                ResumeError::Answered { id }
            } else {
                ResumeError::Unknown { id, pending }
            });
        }
        self.answer(&answers);
        self.record_resume(&answers);
        Ok(())
    }

    /// Whether a task of the superstep under way has an answer under this id.
    fn is_answered(&self, id: &str) -> bool {
        let Phase::Running(slots) = &self.data.phase else { return false };
        slots.all().iter().any(|slot| slot.answers.as_ref().is_some_and(|answers| answers.get(id).is_some()))
    }

    /// Gives the answers to the tasks that asked.
    pub(super) fn answer(&mut self, answers: &BTreeMap<String, Value>) {
        let Phase::Running(slots) = &mut self.data.phase else { return };
        let waits = |slot: &Slot<S>| slot.questions().iter().any(|question| answers.contains_key(&question.id));
        let waiting = (0_u32..).zip(slots.all()).filter(|(_, slot)| waits(slot)).map(|(index, _)| index);
        for index in waiting.collect::<Vec<_>>() {
            // Whatever else it asked it will ask again.
            let questions = slots.take_questions(index);
            if let Some(slot) = slots.get_mut(index) {
                Rc::make_mut(slot.answers.get_or_insert_default()).take(&questions, answers);
            }
        }
    }
}
