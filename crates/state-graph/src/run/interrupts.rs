//! Interrupts: tasks that wait for answers from outside.

use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;

use super::data::Phase;
use super::{Run, TaskId};
use crate::log::record::Question;
use crate::{Interrupt, Resume, ResumeError, State};

impl<S: State> Run<'_, S> {
    /// Says that a task can't go on without answers. Siblings go on; once they are done the run is
    /// [interrupted](crate::Next::Interrupted).
    pub(crate) fn interrupt(&mut self, task: TaskId, questions: Vec<Question>) {
        let Phase::Running(slots) = &mut self.data.phase else { return };
        if task.step != self.data.step || self.data.failed.is_some() || questions.is_empty() {
            return;
        }
        let Some(slot) = slots.get_mut(task.index as usize).filter(|slot| slot.is_open()) else { return };
        slot.questions.clone_from(&questions);
        self.record_interrupt(task.index, &questions);
    }

    /// The pending interrupts, in the order of their tasks.
    pub fn interrupts(&self) -> Vec<Interrupt> {
        let Phase::Running(slots) = &self.data.phase else { return Vec::new() };
        let pending = slots.iter().filter(|slot| slot.outcome.is_none()).flat_map(|slot| {
            let node = &self.graph.slot(slot.task.place).name;
            slot.questions.iter().map(|question| Interrupt {
                id: question.id.clone(),
                node: node.to_string(),
                value: question.value.clone(),
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
        if pending.is_empty() {
            return Err(ResumeError::NothingPending);
        }
        if let Some(id) = answers.keys().find(|id| !pending.contains(id)) {
            return Err(ResumeError::Unknown { id: id.clone(), pending });
        }
        self.answer(&answers);
        self.record_resume(&answers);
        Ok(())
    }

    /// Gives the answers to the tasks that asked.
    pub(super) fn answer(&mut self, answers: &BTreeMap<String, Value>) {
        let Phase::Running(slots) = &mut self.data.phase else { return };
        for slot in slots {
            let mine = slot.questions.iter().filter_map(|question| {
                let answer = answers.get(&question.id)?;
                Some((question.id.clone(), answer.clone()))
            });
            let mine: Vec<_> = mine.collect();
            if mine.is_empty() {
                continue;
            }
            // Whatever else it asked it will ask again.
            slot.questions.clear();
            Rc::make_mut(slot.answers.get_or_insert_default()).extend(mine);
        }
    }
}
