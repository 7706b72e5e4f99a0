//! A program and everything that it has started, ended as a whole.

use super::processes;
use code_runner::End;
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;
use std::io;
use std::process::{Child, ExitStatus};
use std::sync::Mutex;

/// How often everything that carries the mark of a run is looked for: a process may start another meanwhile.
const SWEEPS: u32 = 100;

/// The processes of a run: those of its session, and those that left it, which are known by a variable of their environment.
pub(super) struct Group {
    /// The leader, until it is reaped: after that its number may be another's.
    leader: Mutex<Option<Pid>>,
    /// Why it was ended from here, by the first who did.
    ended: Mutex<Option<End>>,
    mark: String,
}

impl Group {
    pub(super) fn new(leader: Pid, mark: String) -> Self {
        Self { leader: Mutex::new(Some(leader)), ended: Mutex::new(None), mark }
    }

    /// Ends all of it, at a limit or because nobody waits any more. What has ended already is left as it is.
    pub(super) fn end(&self, why: Option<End>) {
        let leader = lock(&self.leader);
        let Some(leader) = *leader else { return };
        if let Some(why) = why {
            lock(&self.ended).get_or_insert(why);
        }
        kill_group(leader);
    }

    /// Waits until the leader has ended, ends what it has left behind, and reaps it.
    pub(super) fn wait(&self, child: &mut Child) -> io::Result<ExitStatus> {
        let Some(leader) = *lock(&self.leader) else { return child.wait() };
        // The leader stays a zombie until it is reaped below, so that its number names no other group meanwhile.
        let ended = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while let Err(error) = waitid(Id::Pid(leader), ended) {
            if error != nix::errno::Errno::EINTR {
                return Err(error.into());
            }
        }
        let mut held = lock(&self.leader);
        kill_group(leader);
        self.sweep(leader);
        *held = None;
        child.wait()
    }

    /// Why it was ended from here.
    pub(super) fn why_ended(&self) -> Option<End> {
        *lock(&self.ended)
    }

    /// The session that is watched; `None` once it is over.
    pub(super) fn session(&self) -> Option<Pid> {
        *lock(&self.leader)
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
}

fn kill_group(leader: Pid) {
    // A group of which none is left needs no more.
    killpg(leader, Signal::SIGKILL).ok();
}

/// A thread that panicked has left nothing half done behind these locks.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
