//! How a program ended, by its status and its last words.

use code_runner::{End, RunLimits};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;

/// What programs write when they find no memory; of each the whole of a line, or its beginning or a part of it.
const NO_MEMORY: &[(&str, Place)] = &[
    // Python
    ("MemoryError", Place::LastLine),
    // Node.js
    ("JavaScript heap out of memory", Place::Anywhere),
    ("Array buffer allocation failed", Place::Anywhere),
    // C++
    ("std::bad_alloc", Place::Anywhere),
    // Rust
    ("memory allocation of ", Place::Anywhere),
    // Go
    ("fatal error: runtime: out of memory", Place::Anywhere),
    // Java
    ("java.lang.OutOfMemoryError", Place::Anywhere),
    // The C library
    ("Cannot allocate memory", Place::LastLine),
];

#[derive(PartialEq, Eq)]
enum Place {
    /// The last line that is not blank: it is what ended the program.
    LastLine,
    Anywhere,
}

/// Why a program ended that was not ended from here.
pub(super) fn of(status: ExitStatus, stderr: &str, limits: RunLimits) -> End {
    match status.code() {
        Some(0) => End::Exit(0),
        _ if found_no_memory(stderr) => End::OutOfMemory(limits.memory_bytes),
        Some(code) => End::Exit(code),
        // A process that is over has an exit code or a signal.
        None => End::Signal(status.signal().unwrap_or_default()),
    }
}

fn found_no_memory(stderr: &str) -> bool {
    let last = stderr.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or_default();
    NO_MEMORY.iter().any(|(words, place)| match place {
        Place::LastLine => last.contains(words),
        Place::Anywhere => stderr.contains(words),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ended(raw: i32, stderr: &str) -> End {
        of(ExitStatus::from_raw(raw), stderr, RunLimits { memory_bytes: 7, ..RunLimits::default() })
    }

    #[test]
    fn a_program_that_found_no_memory_is_told_from_one_that_failed() {
        assert_eq!(ended(0, "MemoryError"), End::Exit(0));
        assert_eq!(ended(1 << 8, "Traceback:\n  x\nMemoryError\n"), End::OutOfMemory(7));
        assert_eq!(ended(1 << 8, "MemoryError\nRan 3 tests\nFAILED\n"), End::Exit(1), "a test about it");
        assert_eq!(ended(6, "terminate called\n  what():  std::bad_alloc\n"), End::OutOfMemory(7));
        assert_eq!(ended(9, ""), End::Signal(9));
    }
}
