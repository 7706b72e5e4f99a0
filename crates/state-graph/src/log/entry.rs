//! A checkpoint that was read from a log, and how it is shown.

use super::inside::{Children, Inside};
use super::record::{CheckpointRecord, CheckpointSource, TaskRecord};
use crate::state::State;

/// A checkpoint as read.
pub(crate) struct Entry<S: State> {
    pub(crate) record: CheckpointRecord<'static, S, TaskRecord<'static, S>>,
    /// The tasks of its superstep, in write order.
    pub(super) tasks: Vec<TaskRecord<'static, S>>,
    /// By task: the log of the subgraph in it.
    pub(super) children: Children,
}

impl<S: State> Entry<S> {
    /// The checkpoint it continues from, if it is a fork that changed nothing.
    pub(crate) fn forked_from(&self) -> Option<u64> {
        let unchanged = self.record.source == CheckpointSource::Fork && self.record.update.is_none();
        self.record.parent.filter(|_| unchanged)
    }

    pub(crate) fn ran(&self) -> impl Iterator<Item = &TaskRecord<'static, S>> {
        self.tasks.iter()
    }
}

/// A checkpoint for people: where it comes from, what ran, what runs next.
#[derive(Clone)]
pub struct Checkpoint<'h, S: State> {
    /// Its id; ids grow with time over the whole log.
    pub id: u64,
    /// The checkpoint it comes after.
    pub parent: Option<u64>,
    /// How it came about.
    pub source: CheckpointSource,
    /// Supersteps ended so far.
    pub step: u32,
    /// When, in milliseconds of the clock.
    pub at: Option<f64>,
    /// The tasks of its superstep, in write order.
    pub ran: Vec<RanTask<'h, S>>,
    /// The nodes that run next.
    pub next: Vec<&'h str>,
    /// What an input or a change from outside wrote.
    pub update: Option<&'h S::Update>,
}

/// A finished task for people.
#[derive(Clone)]
pub struct RanTask<'h, S: State> {
    /// The node.
    pub node: &'h str,
    /// What it wrote.
    pub update: &'h S::Update,
    /// What it recorded.
    pub events: &'h [S::Event],
    /// When it began, in milliseconds of the clock.
    pub at: Option<f64>,
    /// How long it took.
    pub ms: Option<f64>,
    /// What ran inside it, where the node is a subgraph.
    pub inside: Inside<'h>,
}

pub(super) fn checkpoint<S: State>(entry: &Entry<S>) -> Checkpoint<'_, S> {
    let record = &entry.record;
    Checkpoint {
        id: record.id,
        parent: record.parent,
        source: record.source,
        step: record.step,
        at: record.at,
        ran: entry.tasks.iter().map(|task| ran_task(task, &entry.children)).collect(),
        next: record.next.iter().map(|next| &*next.node).collect(),
        update: record.update.as_deref(),
    }
}

pub(super) fn ran_task<'h, S: State>(task: &'h TaskRecord<'static, S>, children: &'h Children) -> RanTask<'h, S> {
    let inside = Inside::of(children.get(&task.index));
    RanTask { node: &task.node, update: &task.update, events: &task.events, at: task.at, ms: task.ms, inside }
}
