//! Proposed edits to a repository, as plain data.
//!
//! Nothing here touches a file. A [`ChangeSet`] is an overlay over a repository (the *base*): tools propose [`Change`]s, a
//! person accepts or rejects them, and until then only the overlay knows them. A set is the fold of its [`Update`]s in order,
//! so that a run log, which stores the updates, rebuilds it.
//!
//! Texts are `&str`: what was not UTF-8 cannot be edited, since its bytes could not be written again as they were (see
//! [`text`]). Carriage returns, a byte order mark and a missing last newline are characters like others and survive.
//!
//! Start at [`set`]; [`mod@replace`], [`patch`] and [`value`] make new texts, [`diff`] shows what differs.

pub mod change;
pub mod diff;
pub mod patch;
pub mod path;
pub mod replace;
pub mod review;
pub mod set;
pub mod splice;
pub mod text;
pub mod value;

pub use change::{Accepted, Change, ChangeKind, Update};
pub use diff::{FileDiff, Hunk};
pub use patch::Patch;
pub use path::{PathRefused, writable};
pub use replace::{Edit, replace};
pub use set::{ChangeSet, Overlay, Proposal, SetError};
pub use splice::Splice;
