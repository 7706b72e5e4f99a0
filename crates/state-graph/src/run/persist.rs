//! What a run writes into its log.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

use super::data::Phase;
use super::encode::{Line, encode_error, planned_record, put, task_record, write};
use super::error::RunError;
use super::log_buffer::{Log, Place};
use super::machine::Run;
use super::slots::Slot;
use super::superstep::Planned;
use crate::channel::MessageIds;
use crate::log::{Answered, CheckpointRecord, CheckpointSource, Finite, Header, Question, Record, StopReason};
use crate::state::State;
use crate::store::LogEnd;

impl<S: State> Run<'_, S> {
    /// Records the run from here on: `next` hands out what is to be appended to its log. A run that was not restored
    /// begins the log with a header, in which `about` is kept for whoever lists runs.
    #[must_use]
    pub fn recording(mut self, about: Value) -> Self {
        let end = self.data.log_end;
        self.log.get_or_insert_with(|| Log::new(self.data.head.is_none().then_some(about), end));
        self
    }

    /// Records the run of a subgraph that shares the state of the graph around it: its first state need not be written.
    pub(crate) fn recording_shared(mut self) -> Self {
        self = self.recording(Value::Null);
        if let Some(log) = &mut self.log {
            log.first_known = true;
        }
        self
    }

    /// What comes before anything else: ids for the messages of the first state, the head of the log.
    pub(crate) fn open(&mut self) -> Result<(), RunError> {
        self.guarded(Self::begin_log)
    }

    pub(super) fn begin_log(&mut self) {
        if !std::mem::replace(&mut self.data.started, true) {
            let mut ids = MessageIds::new(&*self.ids, self.data.ids_used);
            Rc::make_mut(&mut self.data.state).name_messages(&mut ids);
            self.data.ids_used = ids.used();
        }
        let Some(log) = &mut self.log else { return };
        let Some(about) = log.opening.take() else { return };
        Header::new::<S>(self.graph.fingerprint(), about).append_to(&mut log.buffer);
        self.record_input(None);
        self.record_under_way();
    }

    /// The superstep that is under way as the recording begins.
    pub(super) fn record_under_way(&mut self) {
        let Phase::Running(slots) = &self.data.phase else { return };
        let (mut asked, mut done) = (Vec::new(), Vec::new());
        for (index, slot) in (0_u32..).zip(slots.all()) {
            asked.push((index, slot.answers.clone(), slot.questions().to_vec()));
            done.extend(slot.outcome().map(|_| index));
        }
        for (index, answers, questions) in asked {
            if let Some(answers) = answers.filter(|answers| !answers.is_empty()) {
                let question = |(id, answered): &(String, Answered)| {
                    let (id, value) = (id.clone(), answered.question.clone());
                    Question { id, value, refused: None }
                };
                self.record_interrupt(index, &answers.iter().map(question).collect::<Vec<_>>());
                // One by one: collecting a map sorts it, which is code that nothing else needs.
                let mut given = BTreeMap::new();
                for (id, answered) in answers.iter() {
                    given.insert(id.clone(), answered.answer.clone());
                }
                self.record_resume(&given);
            }
            if !questions.is_empty() {
                self.record_interrupt(index, &questions);
            }
        }
        done.into_iter().for_each(|index| self.write_task(index));
    }

    /// Puts back bytes of [`Next::Persist`](crate::Next::Persist), to be handed out again; `unsure`: all or some of them
    /// may be persisted nevertheless.
    pub(crate) fn take_back(&mut self, mut bytes: Vec<u8>, unsure: bool) {
        let Some(log) = &mut self.log else { return };
        let whole = log.place.end.whole.saturating_sub(bytes.len() as u64);
        // What was torn when the log was read is cut by the first write.
        let end = if whole == self.data.log_end.whole { self.data.log_end } else { LogEnd::at(whole) };
        log.place = Place { end, unsure };
        bytes.append(&mut log.buffer);
        log.buffer = bytes;
    }

    /// Where what is to be persisted next goes.
    pub(crate) fn log_place(&self) -> Place {
        self.log.as_ref().map_or(Place { end: self.data.log_end, unsure: false }, |log| log.place)
    }

    pub(super) fn record_task(&mut self, index: u32) {
        let Phase::Running(slots) = &self.data.phase else { return };
        // The last of a superstep is written with its checkpoint.
        if !slots.all_finished() {
            self.write_task(index);
        }
    }

    fn write_task(&mut self, index: u32) {
        let Phase::Running(slots) = &mut self.data.phase else { return };
        let Some(slot) = slots.get_mut(index).filter(|_| self.log.is_some()) else { return };
        let (place, step) = (slot.task.place, self.data.step);
        let Some(outcome) = slot.outcome() else { return };
        let task = task_record(&self.graph, index, place, outcome);
        match write(&mut self.log, &Line::<S>::Task { step, task }) {
            Ok(()) => slot.recorded = true,
            Err(why) => {
                let error = encode_error(&self.graph.slot(place).name, step, outcome, &why);
                // What is in no log has not happened.
                slots.set_outcome(index, None);
                self.record_failure(&error, false);
                self.data.failed = Some(error);
            }
        }
    }

    /// The tasks without a line of their own, as JSON.
    pub(super) fn encode_tasks(&self, slots: &[Slot<S>]) -> Result<Vec<Box<RawValue>>, RunError> {
        if self.log.is_none() {
            return Ok(Vec::new());
        }
        let tasks = (0_u32..).zip(slots).filter(|(_, slot)| !slot.recorded);
        let encode = |(index, slot): (u32, &Slot<S>)| {
            let (place, outcome) = (slot.task.place, slot.outcome()?);
            let error = |why: serde_json::Error| {
                encode_error(&self.graph.slot(place).name, self.data.step, outcome, &why.to_string())
            };
            Some(to_raw_value(&Finite(&task_record(&self.graph, index, place, outcome))).map_err(error))
        };
        tasks.filter_map(encode).collect()
    }

    pub(super) fn record_step(&mut self, tasks: Vec<Box<RawValue>>) {
        if self.log.is_some() {
            self.record_checkpoint(CheckpointSource::Loop, tasks, None, None);
        }
    }

    pub(super) fn record_input(&mut self, update: Option<&S::Update>) {
        if self.log.is_some() {
            self.record_checkpoint(CheckpointSource::Input, Vec::new(), update, None);
        }
        if let Some(error) = self.data.failed.clone() {
            self.record_failure(&error, false);
        }
    }

    /// Records a change from outside; of a run that continues from an older checkpoint, as the fork.
    pub(super) fn record_change(&mut self, update: &S::Update, as_node: Option<&str>) {
        let source = if self.data.forking { CheckpointSource::Fork } else { CheckpointSource::Update };
        self.data.forking = false;
        if self.log.is_some() {
            self.record_checkpoint(source, Vec::new(), Some(update), as_node);
        }
    }

    /// Records that the run continues from an older checkpoint, if it does and that is not recorded yet.
    pub(super) fn record_fork(&mut self) {
        if std::mem::take(&mut self.data.forking) && self.log.is_some() {
            self.record_checkpoint(CheckpointSource::Fork, Vec::new(), None, None);
        }
    }

    fn record_checkpoint(
        &mut self,
        source: CheckpointSource,
        tasks: Vec<Box<RawValue>>,
        update: Option<&S::Update>,
        as_node: Option<&str>,
    ) {
        let Self { graph, data, log: Some(log), .. } = self else { return };
        let id = data.next_id;
        // Ids that were given to messages of the first state are in no log.
        let known = id == 0 && log.first_known && data.ids_used == 0;
        if known {
            log.whole = None;
        }
        let whole = !known && (id == 0 || log.whole_is_due(&*data.state));
        let (step, planned): (u32, Vec<&Planned<S>>) = match &data.phase {
            Phase::Ready(planned) => (data.step, planned.iter().collect()),
            Phase::Running(slots) => (data.step - 1, slots.all().iter().map(|slot| &slot.task).collect()),
            Phase::Done => (data.step, Vec::new()),
        };
        let state_at = log.buffer.len();
        let record: Line<'_, S> = Record::Checkpoint(Box::new(CheckpointRecord {
            id,
            parent: data.head,
            source,
            step,
            input_step: data.input_step,
            at: data.at,
            tasks,
            update: update.map(Cow::Borrowed),
            as_node: as_node.map(Cow::Borrowed),
            next: planned.into_iter().map(|task| planned_record(graph, task)).collect(),
            deferred: data.deferred.iter().map(|&place| Cow::Borrowed(&*graph.slot(place).name)).collect(),
            arrived: if data.arrived.iter().flatten().any(|&here| here) { data.arrived.clone() } else { Vec::new() },
            exit: data.exit.as_deref().map(Cow::Borrowed),
            ids: data.ids_used,
            seed: data.seed,
            state: whole.then_some(Cow::Borrowed(&*data.state)),
        }));
        if let Err(why) = put::<S>(&mut log.buffer, &record) {
            let error = RunError::Encode { step: data.step, node: None, why };
            drop(record);
            log.lose_track();
            self.record_failure(&error, true);
            self.data.failed = Some(error);
            return;
        }
        drop(record);
        let size = log.buffer.len() - state_at;
        if whole {
            (log.whole, log.since_whole) = (Some(size), 0);
        } else {
            log.recorded(size);
        }
        (data.head, data.next_id) = (Some(id), id + 1);
    }

    pub(super) fn record_interrupt(&mut self, index: u32, questions: &[Question]) {
        let step = self.data.step;
        self.note(&Record::Interrupt { step, index, questions: Cow::Borrowed(questions) });
    }

    pub(super) fn record_resume(&mut self, answers: &BTreeMap<String, Value>) {
        let step = self.data.step;
        self.note(&Record::Resume { step, answers: Cow::Borrowed(answers) });
    }

    pub(super) fn record_proceed(&mut self) {
        let step = self.data.step;
        self.note(&Record::Proceed { step });
    }

    /// Records that the driver stops here although the run could continue.
    pub(crate) fn record_stop(&mut self, why: StopReason) {
        let step = self.data.step;
        if self.log.as_ref().is_some_and(|log| !log.buffer.is_empty()) || self.data.stopped != Some(why) {
            self.note(&Record::Stopped { step, why });
            self.data.stopped = Some(why);
        }
    }

    pub(crate) fn take_unpersisted(&mut self) -> Option<Vec<u8>> {
        // Of a line that was being written when something panicked there may be a part.
        self.log.as_mut().filter(|_| !self.data.poisoned).and_then(Log::take)
    }

    pub(super) fn record_failure(&mut self, error: &RunError, again: bool) {
        let node = if let RunError::Node { node, .. } = error { Some(node.clone()) } else { None };
        self.note(&Record::Failed { step: self.data.step, node, error: error.to_string(), again });
    }

    /// Records what holds nothing of the state's types.
    pub(super) fn note(&mut self, record: &Line<'_, S>) {
        if let Err(why) = write(&mut self.log, record) {
            self.data.failed = Some(RunError::Encode { step: self.data.step, node: None, why });
        }
    }
}
