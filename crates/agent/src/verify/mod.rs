//! Checking proposed changes by running something: the person's command, a program whose output is known, or the project's
//! tests, those first that reach the change.
//!
//! The key decision: that changes are fine is said only when something ran and ended as it should. Whatever stands in the
//! way of that (no runner, nothing to run, a person's no, tests that find no test) is [`Verification::NotRun`] with the
//! reason, never a success. Start at [`Verifying::verify`]; [`recipe`] finds what to run, [`mod@judge`] reads how it ended,
//! [`report`] says it to a model.

mod expected;
mod failure;
mod judge;
pub(crate) mod permission;
mod project;
mod reach;
mod recipe;
mod report;
mod suites;
mod verification;
mod verifying;

pub use failure::Failure;
pub use judge::verified_by;
pub(crate) use recipe::test_suite;
pub use recipe::{First, Recipe};
pub use suites::{Suite, TestOutcome};
pub use verification::Verification;
pub use verifying::{Verified, Verifying};

pub(crate) use failure::hash;
pub(crate) use judge::{Judged, judge};
