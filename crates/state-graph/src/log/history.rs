//! A log that was read: its checkpoints as a tree, and the state at each.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::value::RawValue;

use super::entry::{Checkpoint, Entry, RanTask, checkpoint, ran_task};
use super::error::LogError;
use super::header::{Header, is_header};
use super::inside::Inside;
use super::line::split;
use super::pending::Pending;
use super::record::{CheckpointRecord, CheckpointSource, Record, StopReason};
use super::typed::{self, Line};
use crate::state::{NodeWrites, State};
use crate::store::LogEnd;

/// The checkpoints of a run.
pub struct History<S: State> {
    header: Header,
    entries: Vec<Entry<S>>,
    /// Place of a checkpoint in `entries`.
    places: BTreeMap<u64, usize>,
    pending: Pending<S>,
    valid: u64,
    torn: u64,
}

impl<S: State> History<S> {
    /// Reads a log. A last line that was cut off while it was written is left out: see [`torn`](History::torn).
    ///
    /// # Errors
    /// When it is damaged, of another state, or of a later format. The log stays as it is.
    pub fn read(bytes: &[u8]) -> Result<Self, LogError> {
        let lines = split(bytes)?;
        let history = Self::of_lines(lines.json.iter().copied(), Header::is_again)?;
        let (valid, torn) = (lines.valid as u64, (bytes.len() - lines.valid) as u64);
        Ok(Self { valid, torn, ..history })
    }

    /// The history of a subgraph's run, from the lines its parent kept; None if it had not started. `first` is the
    /// state it started with, where the log does not have it.
    pub(crate) fn of_child(lines: &[Box<RawValue>], first: impl FnOnce() -> S) -> Result<Option<Self>, LogError> {
        // It may have been started again in another version of its graph.
        let mut history =
            match Self::of_lines(lines.iter().map(|line| line.get().as_bytes()), |_, json| is_header(json)) {
                Err(LogError::Empty) => return Ok(None),
                history => history?,
            };
        if let Some(entry) = history.entries.first_mut() {
            entry.record.state.get_or_insert_with(|| Cow::Owned(first()));
        }
        Ok(Some(history))
    }

    /// `is_restart`: a line is a header after which the lines before it count no more.
    fn of_lines<'b>(
        mut lines: impl Iterator<Item = &'b [u8]>,
        is_restart: fn(&Header, &[u8]) -> bool,
    ) -> Result<Self, LogError> {
        let header = Header::parse(lines.next().ok_or(LogError::Empty)?)?;
        header.check_state::<S>()?;
        let mut history = Self::new(header);
        for (line, json) in (2..).zip(lines) {
            if is_restart(&history.header, json) {
                let header = Header::parse(json)?;
                header.check_state::<S>()?;
                history = Self::new(Header { about: history.header.about, ..header });
                continue;
            }
            match typed::line::<S>(json) {
                Ok(record) => history.take(record)?,
                Err(error) => return Err(history.header.unreadable::<S>(line, &error)),
            }
        }
        if history.entries.is_empty() { Err(LogError::Empty) } else { Ok(history) }
    }

    fn new(header: Header) -> Self {
        Self { header, entries: Vec::new(), places: BTreeMap::new(), pending: Pending::new(), valid: 0, torn: 0 }
    }

    /// Takes in a line. A write that was repeated because it was not known to be stored adds nothing.
    fn take(&mut self, line: Line<S>) -> Result<(), LogError> {
        // Of the superstep that comes after the last checkpoint, or older.
        let current = self.entries.last().map(|entry| entry.record.step + 1);
        let pending = &mut self.pending;
        // Whatever this line is, the run continued after it.
        (pending.stopped, pending.failed) = (None, None);
        match line {
            Record::Checkpoint(record) if self.places.contains_key(&record.id) => *pending = Pending::new(),
            Record::Checkpoint(record) => {
                let mut record = *record;
                plausible(&record)?;
                let Pending { mut tasks, children, .. } = std::mem::replace(pending, Pending::new());
                if record.source != CheckpointSource::Loop {
                    tasks.clear();
                }
                // A task that the checkpoint repeats is more complete there.
                tasks.extend(std::mem::take(&mut record.tasks).into_iter().map(|task| (task.index, task)));
                self.places.insert(record.id, self.entries.len());
                self.entries.push(Entry { record, tasks: tasks.into_values().collect(), children });
            }
            Record::Task { step, .. } | Record::Interrupt { step, .. } | Record::Child { step, .. }
                if Some(step) != current => {}
            Record::Task { task, .. } => {
                pending.tasks.insert(task.index, task);
            }
            Record::Interrupt { index, questions, .. } => {
                pending.ask(index, questions.into_owned());
            }
            Record::Resume { answers, .. } => pending.answer(&answers),
            Record::Proceed { step } => pending.passed |= step.checked_add(1) == current,
            Record::Failed { node, error, again, .. } => {
                let passed = pending.passed;
                if again {
                    *pending = Pending::new();
                }
                pending.passed = passed;
                pending.failed = Some((node, error));
            }
            Record::Stopped { why, .. } => pending.stopped = Some(why),
            Record::Child { index, line, .. } => pending.children.entry(index).or_default().push(line),
        }
        Ok(())
    }

    /// The log's first line.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// How many bytes of the log are whole lines, and how many after them were being written when it was read: by a
    /// process that died there, or by one that is still writing.
    pub fn torn(&self) -> (u64, u64) {
        (self.valid, self.torn)
    }

    /// Where the log ends for its next writer, whose first append cuts off what was torn.
    pub fn end(&self) -> LogEnd {
        LogEnd { length: self.valid + self.torn, whole: self.valid }
    }

    /// The last checkpoint.
    pub fn head(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.record.id)
    }

    /// Why the run had stopped when the log ended, if it had failed: the node, if it was one, and the error.
    pub fn failure(&self) -> Option<(Option<&str>, &str)> {
        self.pending.failed.as_ref().map(|(node, error)| (node.as_deref(), error.as_str()))
    }

    /// Why the driver had stopped when the log ended, if it did so before the run's end and in good order.
    pub fn stopped(&self) -> Option<StopReason> {
        self.pending.stopped
    }

    /// The questions without an answer when the log ended: id and value.
    pub fn questions(&self) -> Vec<(&str, &serde_json::Value)> {
        let questions = self.pending.questions.by_task().flat_map(|(_, questions)| questions);
        questions.map(|question| (question.id.as_str(), &question.value)).collect()
    }

    /// Whether the superstep that was under way when the log ended has answers to questions.
    pub fn has_answers(&self) -> bool {
        !self.pending.answers.is_empty()
    }

    /// Whether nothing was left to run when the log ended.
    pub fn is_done(&self) -> bool {
        !self.pending.under_way() && self.entries.last().is_some_and(|entry| entry.record.next.is_empty())
    }

    /// Tasks that had finished in the superstep that was under way when the log ended.
    pub fn finished_tasks(&self) -> impl Iterator<Item = RanTask<'_, S>> {
        self.pending.tasks.values().map(|task| ran_task(task, &self.pending.children))
    }

    /// The subgraphs that were at work when the log ended: the node, and what has run inside.
    pub fn subgraphs_under_way(&self) -> impl Iterator<Item = (&str, Inside<'_>)> {
        let open = self.pending.children.iter().filter(|(index, _)| !self.pending.tasks.contains_key(index));
        open.filter_map(|(index, lines)| {
            let next = &self.entries.last()?.record.next;
            Some((&*next.get(*index as usize)?.node, Inside::of(Some(lines))))
        })
    }

    /// All checkpoints, oldest first.
    pub fn checkpoints(&self) -> impl Iterator<Item = Checkpoint<'_, S>> {
        self.entries.iter().map(checkpoint)
    }

    /// One checkpoint.
    ///
    /// # Errors
    /// When there is none of this id.
    pub fn checkpoint(&self, id: u64) -> Result<Checkpoint<'_, S>, LogError> {
        self.entry(id).map(checkpoint)
    }

    /// The ids of a checkpoint and of those it comes after, oldest first.
    pub fn line_of(&self, id: u64) -> Vec<u64> {
        let mut line: Vec<u64> = self.chain(id, |_| false).iter().map(|entry| entry.record.id).collect();
        line.reverse();
        line
    }

    /// The state at a checkpoint: the last whole state before it, with the updates since then applied.
    ///
    /// # Errors
    /// When there is none of this id, or the log contradicts itself.
    pub fn state(&self, id: u64) -> Result<S, LogError> {
        self.entry(id)?;
        let mut chain = self.chain(id, |entry| entry.record.state.is_some());
        let inconsistent = |id, why: &str| LogError::Inconsistent { id, why: why.to_owned() };
        let whole = chain.pop().ok_or(LogError::NoCheckpoint(id))?;
        let mut state = match &whole.record.state {
            Some(state) => state.as_ref().clone(),
            None => return Err(inconsistent(whole.record.id, "no whole state comes before it")),
        };
        while let Some(entry) = chain.pop() {
            let id = entry.record.id;
            let outside = entry.record.as_node.as_deref().unwrap_or("input");
            let update = entry.record.update.as_deref().map(|update| (outside, update));
            let tasks = entry.tasks.iter().map(|task| (&*task.node, &*task.update));
            let mut updates: Vec<S::Update> = Vec::new();
            let mut writes: Vec<NodeWrites<'_, S>> = Vec::new();
            for (node, update) in update.into_iter().chain(tasks) {
                writes.push(NodeWrites { node, update });
                updates.push(update.clone());
            }
            state.check(&writes).map_err(|error| inconsistent(id, &error.to_string()))?;
            if !updates.is_empty() {
                state.apply(&mut updates);
            }
        }
        Ok(state)
    }

    /// From a checkpoint back to the first, or to the first for which `stop` is true.
    fn chain(&self, id: u64, stop: impl Fn(&Entry<S>) -> bool) -> Vec<&Entry<S>> {
        let mut chain = Vec::new();
        let mut next = Some(id);
        while let Some(entry) = next.and_then(|id| self.entry(id).ok()) {
            chain.push(entry);
            // A parent is always older; anything else is damage and ends the chain.
            next = entry.record.parent.filter(|&parent| parent < entry.record.id);
            if stop(entry) {
                break;
            }
        }
        chain
    }

    pub(crate) fn entry(&self, id: u64) -> Result<&Entry<S>, LogError> {
        self.places.get(&id).map(|&place| &self.entries[place]).ok_or(LogError::NoCheckpoint(id))
    }

    pub(crate) fn pending(&self) -> &Pending<S> {
        &self.pending
    }

    pub(crate) fn next_id(&self) -> u64 {
        self.entries.iter().map(|entry| entry.record.id + 1).max().unwrap_or(0)
    }
}

/// Whether the numbers of a checkpoint are such as a run gets to; others are made up and could not be counted on.
fn plausible<S: State, T>(record: &CheckpointRecord<'_, S, T>) -> Result<(), LogError> {
    const MOST: u64 = 1 << 53;
    if record.id < MOST && record.ids < MOST && record.step < u32::MAX / 2 && record.input_step <= record.step {
        return Ok(());
    }
    Err(LogError::Inconsistent { id: record.id, why: "its numbers are out of range".to_owned() })
}

/// Whether a line that was just written can be read.
#[cfg(debug_assertions)]
pub(crate) fn reads_back<S: State>(line: &[u8]) -> Result<(), String> {
    for json in split(line).map_err(|error| error.to_string())?.json {
        super::typed::line::<S>(json).map_err(|error| error.to_string())?;
    }
    Ok(())
}
