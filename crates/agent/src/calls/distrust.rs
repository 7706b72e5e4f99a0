//! Queues of runs whose state somebody else may have written: an imported run, or a fork of one.
//!
//! The file of such a run can hold calls that are marked as allowed, or as being made. No decision in it counts: only
//! those that this process has made, in an earlier superstep, since it writes the queue anew each time.

use super::queue::{CallQueue, Decision};
use std::collections::{BTreeMap, BTreeSet};

/// The calls that this process has decided about: by id, the superstep in which it did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DecidedHere(BTreeMap<String, u32>);

impl DecidedHere {
    /// Notes that everything in the queue is decided about in this superstep.
    pub(super) fn note(&mut self, queue: &CallQueue, step: u32) {
        for queued in &queue.0 {
            self.0.entry(queued.call.id.clone()).or_insert(step);
        }
    }

    /// Opens every decision that this process did not make before the superstep. The ids of calls that are marked as being
    /// made: they may have run.
    pub(super) fn open_others(&self, queue: &mut CallQueue, step: u32) -> BTreeSet<String> {
        let mut may_have_run = BTreeSet::new();
        for queued in &mut queue.0 {
            if self.0.get(&queued.call.id).is_some_and(|decided| *decided < step) {
                continue;
            }
            queued.decision = Decision::Open;
            if std::mem::take(&mut queued.started) {
                may_have_run.insert(queued.call.id.clone());
            }
        }
        may_have_run
    }
}

/// Gives calls that share an id one each: who allows one call does not allow another.
pub(super) fn tell_apart(queue: &mut CallQueue) {
    let mut ids = BTreeSet::new();
    for queued in &mut queue.0 {
        while !ids.insert(queued.call.id.clone()) {
            queued.call.id.push('+');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::QueuedCall;
    use model::ToolCall;
    use serde_json::Value;

    fn queue(ids: &[&str]) -> CallQueue {
        let call =
            |id: &&str| ToolCall { id: (*id).to_owned(), name: "delete_file".to_owned(), arguments: Value::Null };
        let allowed = |id| QueuedCall { call: call(id), decision: Decision::Allowed, started: true, definition: None };
        CallQueue(ids.iter().map(allowed).collect())
    }

    #[test]
    fn only_decisions_of_this_process_count() {
        let mut decided = DecidedHere::default();
        decided.note(&queue(&["mine"]), 3);
        let mut found = queue(&["mine", "forged"]);
        assert_eq!(decided.open_others(&mut found, 4).into_iter().collect::<Vec<_>>(), ["forged"]);
        assert_eq!((&found.0[0].decision, found.0[0].started), (&Decision::Allowed, true));
        assert_eq!((&found.0[1].decision, found.0[1].started), (&Decision::Open, false));
    }

    #[test]
    fn a_superstep_that_is_executed_again_decides_again() {
        let mut decided = DecidedHere::default();
        decided.note(&queue(&["a"]), 3);
        let mut found = queue(&["a"]);
        decided.open_others(&mut found, 3);
        assert_eq!(found.0[0].decision, Decision::Open);
    }

    #[test]
    fn calls_never_share_an_id() {
        let mut found = queue(&["a", "a", "a+", "a"]);
        tell_apart(&mut found);
        let ids: BTreeSet<_> = found.0.iter().map(|queued| queued.call.id.clone()).collect();
        assert_eq!(ids.len(), 4);
    }
}
