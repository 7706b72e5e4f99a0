//! A value that lives only while a run is in memory: written like [`overwrite`](super::overwrite), but in no
//! checkpoint. A resumed run finds the field as its `#[serde(skip)]` makes it.

pub use super::overwrite::{apply, check, then};
