//! Failures as the type of `protocol`, with a sentence each.

use host_web::JsFailure;
use protocol::{Failure, FailureKind};
use state_graph::StoreError;

/// The person cancelled the command.
pub fn cancelled() -> Failure {
    failure(FailureKind::Cancelled, "Stopped. Nothing was changed.", None)
}

/// Input that cannot be used.
pub fn bad_input(message: impl Into<String>) -> Failure {
    failure(FailureKind::BadInput, message, None)
}

/// A repository, run, file or symbol does not exist.
pub fn not_found(message: impl Into<String>) -> Failure {
    failure(FailureKind::NotFound, message, None)
}

/// A command that needs a repository, and none is open.
pub fn none_open() -> Failure {
    failure(FailureKind::NotFound, "No repository is open.", Some("Drop a folder, or open a stored repository."))
}

/// A command that needs what an import has not made yet.
pub fn still_arriving() -> Failure {
    let advice = "Files and text can be read and searched meanwhile.";
    failure(FailureKind::Busy, "The repository is still being imported: its calls are not linked yet.", Some(advice))
}

/// A part of the engine that is loaded at first use did not come.
pub fn not_loaded() -> Failure {
    let advice = "Check the connection and try again. After a new version was published, reload the page.";
    failure(FailureKind::Internal, "A part of Quarry could not be loaded.", Some(advice))
}

/// Another tab is writing to the same repository.
pub fn busy() -> Failure {
    let advice = "Wait until it is done there, or close that tab.";
    failure(FailureKind::Busy, "Another tab is writing to this repository.", Some(advice))
}

/// The run is running, here or in another tab.
pub fn busy_run() -> Failure {
    failure(FailureKind::Busy, "This run is being worked on, here or in another tab.", Some("Stop it there first."))
}

/// The advice when storage is full.
pub const MAKE_ROOM: &str = "Delete stored repositories or runs, or free disk space.";

/// Storage is full; the run continues in memory.
pub fn run_not_stored(error: &StoreError) -> Failure {
    let message = format!(
        "The storage that the browser gives this site is full, so this run goes on without being stored: it lasts as long as this tab. ({error})"
    );
    let advice = "Delete stored repositories or runs, and it is stored after all; or export it.";
    failure(FailureKind::Storage, message, Some(advice))
}

pub fn storage(error: JsFailure) -> Failure {
    if error.is_quota() {
        let message = "The storage that the browser gives this site is full.";
        return failure(FailureKind::Storage, message, Some(MAKE_ROOM));
    }
    failure(FailureKind::Storage, format!("The browser refused storage ({error})."), None)
}

/// A defect of Quarry, or damage to its files.
pub fn internal(message: impl Into<String>) -> Failure {
    failure(FailureKind::Internal, message, Some("Reload the page. If it stays, it is a fault of Quarry."))
}

pub fn failure(kind: FailureKind, message: impl Into<String>, advice: Option<&str>) -> Failure {
    Failure { kind, message: message.into(), advice: advice.map(str::to_owned) }
}
