//! Ends a run at its limits of time, memory and processes.

use super::group::Group;
use super::processes::{Used, used_by};
use code_runner::{End, RunLimits};
use limits::running::RUN_PROCESSES;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often memory and processes are looked at.
const EVERY: Duration = Duration::from_millis(250);

/// Watches until the sender of `over` is dropped.
pub(super) fn watch(group: &Group, limits: RunLimits, began: Instant, over: &Receiver<()>) {
    let most = Duration::from_millis(limits.time_ms.into());
    loop {
        let left = most.saturating_sub(began.elapsed());
        if left.is_zero() {
            return group.end(Some(End::TimedOut(limits.time_ms)));
        }
        if over.recv_timeout(left.min(EVERY)) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        let Some(session) = group.session() else { return };
        if let Some(end) = beyond(used_by(session), limits) {
            return group.end(Some(end));
        }
    }
}

fn beyond(used: Used, limits: RunLimits) -> Option<End> {
    if used.memory > limits.memory_bytes {
        return Some(End::OutOfMemory(limits.memory_bytes));
    }
    (used.processes > RUN_PROCESSES).then_some(End::TooManyProcesses(RUN_PROCESSES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_is_bounded_as_a_whole() {
        let limits = RunLimits { memory_bytes: 100, ..RunLimits::default() };
        assert_eq!(beyond(Used { processes: RUN_PROCESSES, memory: 100 }, limits), None);
        assert_eq!(beyond(Used { processes: 1, memory: 101 }, limits), Some(End::OutOfMemory(100)));
        let many = beyond(Used { processes: RUN_PROCESSES + 1, memory: 1 }, limits);
        assert_eq!(many, Some(End::TooManyProcesses(RUN_PROCESSES)));
    }
}
