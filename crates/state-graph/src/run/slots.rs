//! The tasks of the superstep under way, with counts of those that are open and those that are not finished: asking
//! for either costs nothing, however many tasks there are.

use std::rc::Rc;

use serde_json::value::RawValue;

use super::superstep::Planned;
use crate::log::{Answers, Question};
use crate::node::Outcome;
use crate::state::State;

/// A task of the superstep under way.
pub(crate) struct Slot<S: State> {
    pub(crate) task: Planned<S>,
    /// The outcome has its line in the log.
    pub(crate) recorded: bool,
    pub(crate) answers: Option<Rc<Answers>>,
    pub(crate) child: Option<Rc<Vec<Box<RawValue>>>>,
    outcome: Option<Outcome<S>>,
    /// What it waits for; while there is any it is not run.
    questions: Vec<Question>,
}

impl<S: State> Slot<S> {
    pub(crate) fn new(task: Planned<S>) -> Self {
        Self { task, outcome: None, recorded: false, questions: Vec::new(), answers: None, child: None }
    }

    pub(crate) fn is_open(&self) -> bool {
        self.outcome.is_none() && self.questions.is_empty()
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome<S>> {
        self.outcome.as_ref()
    }

    /// For changing what is in it; whether there is one stays as it is.
    pub(crate) fn outcome_mut(&mut self) -> Option<&mut Outcome<S>> {
        self.outcome.as_mut()
    }

    pub(crate) fn questions(&self) -> &[Question] {
        &self.questions
    }
}

/// The tasks, in write order.
pub(crate) struct Slots<S: State> {
    slots: Vec<Slot<S>>,
    open: usize,
    unfinished: usize,
}

impl<S: State> Slots<S> {
    pub(crate) fn new(planned: Vec<Planned<S>>) -> Self {
        let slots: Vec<_> = planned.into_iter().map(Slot::new).collect();
        let (open, unfinished) = (slots.len(), slots.len());
        Self { slots, open, unfinished }
    }

    /// The same tasks, none of which was run.
    pub(crate) fn reset(self) -> Self {
        Self::new(self.into_tasks())
    }

    pub(crate) fn into_tasks(self) -> Vec<Planned<S>> {
        self.slots.into_iter().map(|slot| slot.task).collect()
    }

    /// Whether any task is to be run.
    pub(crate) fn has_open(&self) -> bool {
        self.open > 0
    }

    /// Whether each has its outcome.
    pub(crate) fn all_finished(&self) -> bool {
        self.unfinished == 0
    }

    pub(crate) fn all(&self) -> &[Slot<S>] {
        #[cfg(test)]
        tests::LOOKED_AT.with(|count| count.set(count.get() + self.slots.len()));
        &self.slots
    }

    pub(crate) fn all_mut(&mut self) -> &mut [Slot<S>] {
        #[cfg(test)]
        tests::LOOKED_AT.with(|count| count.set(count.get() + self.slots.len()));
        &mut self.slots
    }

    pub(crate) fn get_mut(&mut self, index: u32) -> Option<&mut Slot<S>> {
        self.slots.get_mut(index as usize)
    }

    pub(crate) fn set_outcome(&mut self, index: u32, outcome: Option<Outcome<S>>) {
        self.change(index, |slot| slot.outcome = outcome);
    }

    pub(crate) fn set_questions(&mut self, index: u32, questions: Vec<Question>) {
        self.change(index, |slot| slot.questions = questions);
    }

    /// Takes out what a task waits for: it is run again.
    pub(crate) fn take_questions(&mut self, index: u32) -> Vec<Question> {
        let mut taken = Vec::new();
        self.change(index, |slot| taken = std::mem::take(&mut slot.questions));
        taken
    }

    fn change(&mut self, index: u32, change: impl FnOnce(&mut Slot<S>)) {
        let Some(slot) = self.slots.get_mut(index as usize) else { return };
        let count = |slot: &Slot<S>| (usize::from(slot.is_open()), usize::from(slot.outcome.is_none()));
        let before = count(slot);
        change(slot);
        let after = count(slot);
        self.open = self.open + after.0 - before.0;
        self.unfinished = self.unfinished + after.1 - before.1;
    }
}

#[cfg(test)]
mod tests {
    use crate::log::Question;
    use crate::{END, GraphBuilder, Next, NodeContext, Outcome, Resume, Route, START, State};
    use serde::{Deserialize, Serialize};
    use serde_json::Value;
    use std::cell::Cell;

    thread_local! {
        /// How many slots were gone through.
        pub(super) static LOOKED_AT: Cell<usize> = const { Cell::new(0) };
    }

    #[derive(Clone, Default, Serialize, Deserialize, State)]
    struct Sum {
        #[channel(reduce = std::ops::AddAssign::add_assign)]
        total: usize,
    }

    #[derive(Route)]
    enum To {
        Item,
    }

    /// How many slots a superstep of so many tasks goes through, when every third of them asks something first.
    fn looked_at(tasks: usize) -> usize {
        let all = move |_: &Sum| (0..tasks).map(|_| (To::Item, Sum::default())).collect();
        let item = async |_: &Sum, _: &NodeContext<'_, Sum>| Ok(SumUpdate::new().total(1));
        let builder = GraphBuilder::new().node("item", item).dispatch(START, all).edge("item", END);
        let mut run = builder.compile().unwrap().start(Sum::default()).recording(Value::Null);
        LOOKED_AT.set(0);
        let mut out = Vec::new();
        loop {
            match run.next() {
                Next::Tasks(tasks) => out = tasks,
                Next::Interrupted(asked) => {
                    let answers = asked.into_iter().map(|asked| (asked.id, Value::Null));
                    run.resume(answers.collect::<Resume>()).unwrap();
                    out = run.outstanding();
                }
                Next::Waiting => {
                    let task = out.pop().expect("a task is out");
                    let asks = task.id().index % 3 == 0 && task.answers.is_none();
                    let question = || Question { id: task.id().index.to_string(), value: Value::Null, refused: None };
                    match asks {
                        true => run.interrupt(task.id(), vec![question()]),
                        false => run.complete(task.id(), Ok(Outcome::new(SumUpdate::new().total(1)))),
                    }
                }
                Next::Done => break,
                _ => {}
            }
        }
        assert_eq!(run.state().total, tasks);
        LOOKED_AT.get()
    }

    #[test]
    fn a_fan_out_goes_through_its_tasks_a_few_times_however_many_there_are() {
        let (few, many) = (looked_at(100), looked_at(10_000));
        assert!(few <= 20 * 100 && many <= 20 * 10_000, "{few} of 100, {many} of 10,000");
    }
}
