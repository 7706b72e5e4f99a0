//! Where the page is by its address, and where it is going.

use crate::address::{Address, Spot};
use leptos::prelude::*;

#[derive(Clone, Copy, Default)]
pub struct Moves {
    /// The last address that was written or gone to, with its conversation; `None` without a repository.
    pub at: RwSignal<Option<(Spot, Option<String>)>>,
    /// Counts goings: while one is under way nothing is written, and a newer one ends the older.
    pub going: RwSignal<Option<u32>>,
    /// Whether what is written next takes the place of the entry that the browser has gone to.
    pub is_settling: RwSignal<bool>,
    /// How many goings there were.
    pub count: RwSignal<u32>,
    /// Where to go once the repository that is being opened is open.
    pub wanted: RwSignal<Option<Wanted>>,
}

/// A place with what the entry of the browser's history keeps beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    pub address: Address,
    /// The conversation that was on screen; `None` for a new one.
    pub conversation: Option<String>,
    /// False for an entry that the page did not write, such as a link that was followed: it says nothing of a conversation.
    pub is_kept: bool,
    /// The pane that a phone showed, by its name.
    pub pane: String,
}
