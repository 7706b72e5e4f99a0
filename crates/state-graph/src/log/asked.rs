//! The open questions of a superstep, by task, and found by id however many there are.

use std::collections::BTreeMap;

use super::record::Question;

#[derive(Default)]
pub(crate) struct Asked {
    by_task: BTreeMap<u32, Vec<Question>>,
    /// Which task asked the question of an id.
    tasks: BTreeMap<String, u32>,
}

impl Asked {
    /// A task asks these, and nothing else that it asked before.
    pub(super) fn ask(&mut self, task: u32, questions: Vec<Question>) {
        self.take(task);
        self.tasks.extend(questions.iter().map(|question| (question.id.clone(), task)));
        self.by_task.insert(task, questions);
    }

    /// Closes the questions of the tasks that have an answer among these, all of each task: what else it asked it will
    /// ask again.
    pub(super) fn answered<V>(&mut self, answers: &BTreeMap<String, V>) -> Vec<(u32, Vec<Question>)> {
        let tasks: Vec<u32> = answers.keys().filter_map(|id| self.tasks.get(id).copied()).collect();
        let taken = tasks.into_iter().map(|task| (task, self.take(task)));
        // A task with several answers is taken once.
        taken.filter(|(_, questions)| !questions.is_empty()).collect()
    }

    fn take(&mut self, task: u32) -> Vec<Question> {
        // A task that is not there has asked nothing.
        let questions = self.by_task.remove(&task).unwrap_or_default();
        for question in &questions {
            self.tasks.remove(&question.id);
        }
        questions
    }

    pub(crate) fn by_task(&self) -> impl Iterator<Item = (u32, &[Question])> {
        self.by_task.iter().map(|(&task, questions)| (task, &**questions))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.by_task.is_empty()
    }
}
