//! What ran inside a task that is a subgraph, from the lines that the log around it keeps: without the type of the
//! subgraph's state.

use std::collections::BTreeMap;
use std::fmt::{self, Formatter};

use serde::de::{DeserializeOwned, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use super::error::LogError;
use super::header::is_header;
use super::record::{CheckpointRecord, CheckpointSource, Raw, Record};
use super::typed::{RawTask, raw};

/// Most subgraphs within each other that are read; a log can be written by anybody.
const DEPTH: usize = 32;

/// By task: the lines of the log of the subgraph in it.
pub(crate) type Children = BTreeMap<u32, Vec<Box<RawValue>>>;

/// The log of the subgraph that ran in a task; of any other task it is empty.
#[derive(Clone, Copy)]
pub struct Inside<'h> {
    lines: &'h [Box<RawValue>],
}

/// A finished task of a subgraph. `E` is what its events are read as.
#[derive(Clone, Debug, PartialEq)]
pub struct InnerTask<E> {
    /// The node, by its name in the subgraph.
    pub node: String,
    /// In which superstep of the subgraph, from 1.
    pub step: u32,
    /// The names of the fields that it wrote, in field order.
    pub wrote: Vec<String>,
    /// What it recorded.
    pub events: Vec<E>,
    /// When it began, in milliseconds of the clock.
    pub at: Option<f64>,
    /// How long it took.
    pub ms: Option<f64>,
    /// What ran inside it, where it is a subgraph as well.
    pub inside: Vec<Self>,
    /// The subgraph was still at work in it when the log ended, so of itself it has neither events nor times.
    pub under_way: bool,
}

impl<'h> Inside<'h> {
    pub(super) fn of(lines: Option<&'h Vec<Box<RawValue>>>) -> Self {
        Self { lines: lines.map_or(&[], Vec::as_slice) }
    }

    /// Whether nothing ran inside: the task is a plain node.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The tasks of the subgraph that finished, and those in which a further subgraph was at work, superstep by superstep
    /// and in each in write order.
    ///
    /// # Errors
    /// Where a line or an event can't be read, or more than 32 subgraphs are within each other.
    pub fn tasks<E: DeserializeOwned>(&self) -> Result<Vec<InnerTask<E>>, LogError> {
        tasks_of(self.lines, DEPTH)
    }
}

/// `depth`: how many subgraphs may be within each other.
fn tasks_of<E: DeserializeOwned>(lines: &[Box<RawValue>], depth: usize) -> Result<Vec<InnerTask<E>>, LogError> {
    let Some(depth) = depth.checked_sub(usize::from(!lines.is_empty())) else {
        let why = format!("more than {DEPTH} subgraphs are within each other");
        return Err(LogError::Unreadable { line: 1, why });
    };
    let mut reader = Reader::new(depth);
    for (number, line) in (1..).zip(lines) {
        // It was started again, in another version of its graph.
        if is_header(line.get().as_bytes()) {
            reader = Reader::new(depth);
            continue;
        }
        let unreadable = |error: serde_json::Error| LogError::Unreadable { line: number, why: error.to_string() };
        reader.take(raw(line.get().as_bytes()).map_err(unreadable)?)?;
    }
    reader.end()
}

/// Reads the lines as [`History`](super::History) does, and keeps the tasks alone.
struct Reader<E> {
    ran: Vec<InnerTask<E>>,
    /// Id and step of the last checkpoint.
    last: Option<(u64, u32)>,
    /// The nodes that run next.
    next: Vec<String>,
    tasks: BTreeMap<u32, RawTask>,
    children: Children,
    depth: usize,
}

impl<E: DeserializeOwned> Reader<E> {
    fn new(depth: usize) -> Self {
        let (tasks, children) = (BTreeMap::new(), BTreeMap::new());
        Self { ran: Vec::new(), last: None, next: Vec::new(), tasks, children, depth }
    }

    fn take(&mut self, line: Record<'static, Raw, RawTask>) -> Result<(), LogError> {
        // Of the superstep that comes after the last checkpoint, or older.
        let current = self.last.map(|(_, step)| step.saturating_add(1));
        match line {
            Record::Checkpoint(record) if self.last.is_some_and(|(last, _)| record.id <= last) => self.forget(),
            Record::Checkpoint(record) => {
                let CheckpointRecord { id, source, step, tasks, next, .. } = *record;
                if source != CheckpointSource::Loop {
                    self.tasks.clear();
                }
                self.tasks.extend(tasks.into_iter().map(|task| (task.index, task)));
                self.finish(step)?;
                self.last = Some((id, step));
                self.next = next.into_iter().map(|next| next.node.into_owned()).collect();
            }
            Record::Task { step, task } if Some(step) == current => drop(self.tasks.insert(task.index, task)),
            Record::Child { step, index, line } if Some(step) == current => {
                self.children.entry(index).or_default().push(line);
            }
            Record::Failed { again: true, .. } => self.forget(),
            _ => {}
        }
        Ok(())
    }

    fn forget(&mut self) {
        self.tasks.clear();
        self.children.clear();
    }

    /// Moves the tasks of a superstep to those that ran.
    fn finish(&mut self, step: u32) -> Result<(), LogError> {
        let children = std::mem::take(&mut self.children);
        for (index, task) in std::mem::take(&mut self.tasks) {
            let unreadable = |error: serde_json::Error| {
                let why = format!("what `{}` wrote inside a subgraph: {error}", task.node);
                LogError::Inconsistent { id: self.last.map_or(0, |(id, _)| id), why }
            };
            let Written(wrote) = serde_json::from_str(task.update.get()).map_err(unreadable)?;
            let events = task.events.iter().map(|event| serde_json::from_str(event.get()));
            let events = events.collect::<serde_json::Result<_>>().map_err(unreadable)?;
            let inside = tasks_of(children.get(&index).map_or(&[], Vec::as_slice), self.depth)?;
            let (node, at, ms) = (task.node.into_owned(), task.at, task.ms);
            self.ran.push(InnerTask { node, step, wrote, events, at, ms, inside, under_way: false });
        }
        Ok(())
    }

    fn end(mut self) -> Result<Vec<InnerTask<E>>, LogError> {
        let step = self.last.map_or(1, |(_, step)| step.saturating_add(1));
        let open = std::mem::take(&mut self.children);
        let (mut closed, mut at_work) = (BTreeMap::new(), Vec::new());
        for (index, lines) in open {
            if self.tasks.contains_key(&index) {
                closed.insert(index, lines);
                continue;
            }
            // An index beyond what runs next is of a graph that has changed meanwhile.
            let Some(node) = self.next.get(index as usize).cloned() else { continue };
            let (wrote, events, inside) = (Vec::new(), Vec::new(), tasks_of(&lines, self.depth)?);
            at_work.push(InnerTask { node, step, wrote, events, at: None, ms: None, inside, under_way: true });
        }
        self.children = closed;
        self.finish(step)?;
        self.ran.extend(at_work);
        Ok(self.ran)
    }
}

/// The names of the fields of an update, in order.
struct Written(Vec<String>);

impl<'de> Deserialize<'de> for Written {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct Names;
        impl<'de> Visitor<'de> for Names {
            type Value = Written;

            fn expecting(&self, out: &mut Formatter<'_>) -> fmt::Result {
                out.write_str("the fields of an update")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Written, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = fields.next_entry()? {
                    names.push(name);
                }
                Ok(Written(names))
            }
        }
        from.deserialize_map(Names)
    }
}
