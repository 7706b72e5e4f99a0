//! The part of the page that is loaded with the first repository or dialog: what it draws, and how far it is.

use super::{Dialog, Workbench};
use leptos::prelude::AnyView;

/// How far the part is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum LaterPart {
    #[default]
    NotAsked,
    Loading,
    Loaded,
    /// The server or the network did not give it.
    Failed,
}

/// A view of the part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaterView {
    /// The open repository: files, conversation, code.
    Panes,
    /// What a dialog shows.
    Dialog(Dialog),
    /// Cards at the pointer.
    Cards,
}

/// The part, as the page provides it to its components.
#[derive(Clone, Copy)]
pub struct LaterModule {
    /// Loads it unless it is there or on its way; after a failure, again.
    pub load: fn(Workbench),
    /// A view; `None` until it is loaded.
    pub view_of: fn(LaterView) -> Option<AnyView>,
}
