//! Small changes that mend frequent slips; one a file, and [`MUTATIONS`] is the table.

mod comparison;
mod guard;
mod percent;
mod range_end;
mod while_positive;

use super::code::Code;
use std::ops::Range;

/// A place where a text can be changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// What goes, in bytes.
    pub range: Range<usize>,
    /// What comes.
    pub insert: String,
}

/// Finds the places of a mutation, in order.
type Mutation = fn(&Code<'_>) -> Vec<Place>;

/// The mutations, in the order in which they are tried.
pub(crate) const MUTATIONS: [Mutation; 5] =
    [range_end::places, guard::places, percent::places, comparison::places, while_positive::places];

/// The end of the group whose opening bracket is the byte before `start`, and the places of the commas between its members.
fn group(bare: &str, start: usize) -> Option<(usize, Vec<usize>)> {
    let (mut depth, mut commas) = (0_usize, Vec::new());
    for (at, byte) in bare.bytes().enumerate().skip(start) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return Some((at, commas)),
            b')' | b']' | b'}' => depth -= 1,
            b',' if depth == 0 => commas.push(at),
            _ => {}
        }
    }
    None
}

/// Whether a word ends right before a place.
fn is_word_before(bare: &str, at: usize) -> bool {
    bare[..at].chars().next_back().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '.' || c == '$')
}

#[cfg(test)]
mod tests;
