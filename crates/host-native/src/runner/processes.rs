//! The processes of the machine, as Linux lists them. Elsewhere none are found: there a run is bounded by its group alone.

use super::environment::MARK;
use nix::unistd::{Pid, SysconfVar, sysconf};
use std::fs;

/// What the processes of a session use together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Used {
    pub(super) processes: u32,
    /// Bytes of memory that are present; what processes share is counted for each.
    pub(super) memory: u64,
}

/// What a session uses now.
pub(super) fn used_by(session: Pid) -> Used {
    // Linux has pages of 4 kB where it does not say otherwise.
    let page = sysconf(SysconfVar::PAGE_SIZE).ok().flatten().map_or(4096, |size| size.unsigned_abs());
    let of_session = all().into_iter().filter(|process| process.session == session.as_raw() && process.lives);
    of_session.fold(Used::default(), |used, process| Used {
        processes: used.processes + 1,
        memory: used.memory + process.pages * page,
    })
}

/// The living processes of a run but its leader: those of its session, and those whose environment holds its mark.
pub(super) fn of_run(leader: Pid, mark: &str) -> Vec<Pid> {
    let all = all();
    // Nothing of a run is older than its leader. Without that, all are looked at.
    let since = all.iter().find(|process| process.id == leader).map_or(0, |leader| leader.started);
    let marked = format!("{MARK}={mark}");
    let is_of_run = |process: &Process| {
        process.id != leader
            && process.lives
            && process.started >= since
            && (process.session == leader.as_raw() || has_variable(process.id, &marked))
    };
    all.iter().filter(|process| is_of_run(process)).map(|process| process.id).collect()
}

struct Process {
    id: Pid,
    lives: bool,
    session: i32,
    /// In ticks since the machine started.
    started: u64,
    /// Pages of memory that are present.
    pages: u64,
}

/// Processes that end meanwhile are left out.
fn all() -> Vec<Process> {
    let Ok(listed) = fs::read_dir("/proc") else { return Vec::new() };
    let numbers = listed.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
    let read = |id: i32| process(id, &fs::read_to_string(format!("/proc/{id}/stat")).ok()?);
    numbers.filter_map(read).collect()
}

/// A line of `stat`: the name in parentheses may hold blanks and parentheses; after it come the fields by their places.
fn process(id: i32, stat: &str) -> Option<Process> {
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    Some(Process {
        id: Pid::from_raw(id),
        lives: !matches!(*fields.first()?, "Z" | "X"),
        session: fields.get(3)?.parse().ok()?,
        started: fields.get(19)?.parse().ok()?,
        // Negative nowhere, but declared so.
        pages: fields.get(21)?.parse::<i64>().ok()?.unsigned_abs(),
    })
}

/// Another person's process cannot be read, and is none of ours.
fn has_variable(process: Pid, variable: &str) -> bool {
    let environment = fs::read(format!("/proc/{process}/environ"));
    environment.is_ok_and(|found| found.split(|byte| *byte == 0).any(|found| found == variable.as_bytes()))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
        let stat =
            "41 (a) b) (c) S 1 41 30 34816 41 4194304 1 2 3 4 5 6 7 8 20 0 1 0 5123 1000 77 18446744073709551615 1";
        let found = process(41, stat).unwrap();
        assert_eq!((found.session, found.started, found.pages, found.lives), (30, 5123, 77, true));
        assert!(process(41, "41 (a").is_none() && process(41, "41 (a) Z 1").is_none());
    }

    #[test]
    fn this_process_is_among_all() {
        let me = std::process::id();
        assert!(all().iter().any(|process| process.id.as_raw().unsigned_abs() == me && process.lives));
    }
}
