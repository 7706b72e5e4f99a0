//! What comes from a git host, and the folder that a repository came from.

use leptos::prelude::*;
use protocol::{Failure, FolderChanges, HostedAddress};

/// The address of a repository on a git host, as a person types it.
#[derive(Clone, Copy, Default)]
pub struct HostedState {
    pub typed: RwSignal<String>,
    /// What it means; `None` while it is no address.
    pub read: RwSignal<Option<HostedAddress>>,
    /// Why it could not be loaded.
    pub problem: RwSignal<Option<Failure>>,
    /// The address whose host refused, where a token may help.
    pub refused: RwSignal<Option<String>>,
    /// The address that the page was opened with, until the person has confirmed or declined it.
    pub linked: RwSignal<Option<String>>,
}

/// Whether the open repository's folder can be looked at again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FolderAccess {
    /// It came from no folder, or the browser does not keep one.
    #[default]
    None,
    /// The person has to allow it first.
    Asks,
    Open,
}

/// The folder of the open repository.
#[derive(Clone, Copy, Default)]
pub struct FolderState {
    pub access: RwSignal<FolderAccess>,
    /// What has changed there since the import; `None` until it was compared.
    pub changes: RwSignal<Option<FolderChanges>>,
    pub is_checking: RwSignal<bool>,
    /// When it was compared last, in milliseconds since 1970.
    pub checked_at: RwSignal<f64>,
}
