//! A loop that should end below zero too: `while x` becomes `while x > 0`, where `x` is a name.

use super::{Place, is_word_before};
use crate::repair::code::Code;

pub(super) fn places(code: &Code<'_>) -> Vec<Place> {
    let bare = &code.bare;
    let place = |(at, word): (usize, &str)| {
        let mut rest = &bare[at + word.len()..];
        if !code.spelling.is_python() {
            rest = rest.trim_start().strip_prefix('(')?;
        } else if !rest.starts_with(' ') {
            return None;
        }
        let rest = rest.trim_start();
        let name = &rest[..rest.find(|c: char| !(c.is_alphanumeric() || "_.$".contains(c))).unwrap_or(rest.len())];
        let close = if code.spelling.is_python() { ':' } else { ')' };
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
            && !["True", "true", "not", "False", "false"].contains(&name);
        let end = bare.len() - rest.len() + name.len();
        let is_whole = bare[end..].trim_start().starts_with(close);
        (is_name && is_whole && !is_word_before(bare, at)).then(|| Place { range: end..end, insert: " > 0".to_owned() })
    };
    bare.match_indices("while").filter_map(place).collect()
}
