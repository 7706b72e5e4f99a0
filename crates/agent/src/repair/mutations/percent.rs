//! A division by 100 is dropped: the value was no percentage.

use super::Place;
use crate::repair::code::Code;

pub(super) fn places(code: &Code<'_>) -> Vec<Place> {
    let bare = &code.bare;
    let place = |(at, slash): (usize, &str)| {
        let rest = &bare[at + slash.len()..];
        let number = rest.trim_start_matches([' ', '\t']);
        let after = number.strip_prefix("100.0").or_else(|| number.strip_prefix("100"))?;
        // Not 1000, 100.5, and not the whole-number division of Python.
        let is_longer = after.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '.');
        let is_whole = rest.starts_with('/') || bare[..at].ends_with('/');
        let start = bare[..at].trim_end_matches([' ', '\t']).len();
        (!is_longer && !is_whole).then(|| Place { range: start..bare.len() - after.len(), insert: String::new() })
    };
    bare.match_indices('/').filter_map(place).collect()
}
