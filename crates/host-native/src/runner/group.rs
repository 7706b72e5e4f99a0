//! A program and everything that it has started, ended as a whole, in its group or not.

use super::processes;
use crate::process_group::ProcessGroup;
use code_runner::End;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use std::io;
use std::process::{Child, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How often everything that carries the mark of a run is looked for: a process may start another meanwhile.
const SWEEPS: u32 = 100;

/// The processes of a run: those of its session, and those that left it, which are known by a variable of their environment.
pub(super) struct Group {
    group: ProcessGroup,
    /// Why it was ended from here, by the first who did.
    ended: Mutex<Option<End>>,
    mark: String,
}

impl Group {
    pub(super) fn new(group: ProcessGroup, mark: String) -> Self {
        Self { group, ended: Mutex::new(None), mark }
    }

    /// Ends all of it, at a limit or because nobody waits any more. What has ended already is left as it is.
    pub(super) fn end(&self, why: Option<End>) {
        self.group.kill(|| {
            if let Some(why) = why {
                self.ended().get_or_insert(why);
            }
        });
    }

    /// Waits until the leader has ended, ends what it has left behind, and reaps it.
    pub(super) fn wait(&self, child: &mut Child) -> io::Result<ExitStatus> {
        self.group.wait(child, |leader| self.sweep(leader))
    }

    /// Why it was ended from here.
    pub(super) fn why_ended(&self) -> Option<End> {
        *self.ended()
    }

    /// The session that is watched; `None` once it is over.
    pub(super) fn session(&self) -> Option<Pid> {
        self.group.leader()
    }

    /// Ends what is left of the session in groups of its own, and what has left it.
    fn sweep(&self, leader: Pid) {
        for _ in 0..SWEEPS {
            let left = processes::of_run(leader, &self.mark);
            if left.is_empty() {
                return;
            }
            for process in left {
                // One that is gone by now needs no more.
                kill(process, Signal::SIGKILL).ok();
            }
        }
    }

    /// A thread that panicked has left nothing half done behind this lock.
    fn ended(&self) -> MutexGuard<'_, Option<End>> {
        self.ended.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
