//! A process and everything that it has started, ended as a whole.

use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, waitid};
use nix::unistd::Pid;
use std::io;
use std::process::{Child, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The group that a process leads. Its number is used only until the leader is reaped: after that it may be another's.
pub(crate) struct ProcessGroup {
    leader: Mutex<Option<Pid>>,
}

impl ProcessGroup {
    /// The group of a process that was started as the leader of one.
    ///
    /// # Errors
    /// The number of the process is none that the system gives.
    pub(crate) fn led_by(leader: &Child) -> io::Result<Self> {
        let leader = i32::try_from(leader.id()).map_err(io::Error::other)?;
        Ok(Self { leader: Mutex::new(Some(Pid::from_raw(leader))) })
    }

    /// `None` once it is reaped.
    pub(crate) fn leader(&self) -> Option<Pid> {
        *lock(&self.leader)
    }

    /// Kills all of it, after `first`; neither once the leader is reaped.
    pub(crate) fn kill(&self, first: impl FnOnce()) {
        let leader = lock(&self.leader);
        let Some(leader) = *leader else { return };
        first();
        kill_group(leader);
    }

    /// Waits until the leader has ended, kills what it has left behind, in its group and by `also`, and reaps it.
    ///
    /// # Errors
    /// What the system says.
    pub(crate) fn wait(&self, child: &mut Child, also: impl FnOnce(Pid)) -> io::Result<ExitStatus> {
        let Some(leader) = self.leader() else { return child.wait() };
        // The leader stays a zombie until it is reaped below, so that its number names no other group meanwhile.
        let ended = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while let Err(error) = waitid(Id::Pid(leader), ended) {
            if error != nix::errno::Errno::EINTR {
                return Err(error.into());
            }
        }
        let mut held = lock(&self.leader);
        kill_group(leader);
        also(leader);
        *held = None;
        child.wait()
    }
}

fn kill_group(leader: Pid) {
    // A group of which none is left needs no more.
    killpg(leader, Signal::SIGKILL).ok();
}

/// A thread that panicked has left nothing half done behind this lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
