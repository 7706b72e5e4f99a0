//! Where links to code lead, for the open repository.

use leptos::prelude::*;

#[derive(Clone, Copy, Default)]
pub struct LinkState {
    /// The name of the editor, as in [`EDITORS`](crate::links::EDITORS).
    pub editor: RwSignal<String>,
    /// The folder of the repository on the person's machine; empty where it is not known.
    pub root: RwSignal<String>,
    /// The page of the repository at its host; empty where it is not known.
    pub page: RwSignal<String>,
    /// The commit, branch or tag of permanent links.
    pub commit: RwSignal<String>,
}
