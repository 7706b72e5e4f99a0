//! Links from lines of code to elsewhere: to an editor on this machine, and to the page of a host of repositories.

mod editor;
mod host;

pub use editor::{EDITORS, editor_link, is_root};
pub use host::{Origin, OriginError};

use crate::address::lines;
use crate::history::Place;

/// A place as it is written in compilers' messages: `src/a.py:10-20`.
pub fn path_and_lines(place: &Place) -> String {
    format!("{}{}", place.path, lines(place))
}

/// A path with `%XX` for each byte that an address cannot hold.
fn encoded_path(path: &str) -> String {
    crate::address::encoded(path)
}
