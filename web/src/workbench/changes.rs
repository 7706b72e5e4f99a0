//! The proposed changes on screen.

use leptos::prelude::*;
use protocol::{ChangeConflict, Mode, ProposedChanges};
use std::sync::Arc;

#[derive(Clone, Copy, Default)]
pub struct ChangesState {
    /// The run that proposes them.
    pub run: RwSignal<String>,
    /// `None` until they are loaded.
    pub shown: RwSignal<Option<Arc<ProposedChanges>>>,
    /// Why nothing is shown, or why the last decision had no effect.
    pub problem: RwSignal<Option<String>>,
    /// The files that were not written, because they had changed meanwhile.
    pub conflicts: RwSignal<Vec<ChangeConflict>>,
    pub is_side_by_side: RwSignal<bool>,
    /// While a decision is carried out.
    pub is_busy: RwSignal<bool>,
    /// How far agents may go on their own.
    pub mode: RwSignal<Mode>,
    /// The line by which proposed changes are checked; empty to choose by the project.
    pub check: RwSignal<String>,
}
