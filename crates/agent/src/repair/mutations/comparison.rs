//! A comparison that should include, or leave out, the equal: `<` and `<=`, `>` and `>=` are swapped.

use super::Place;
use crate::repair::code::{Code, Spelling};

pub(super) fn places(code: &Code<'_>) -> Vec<Place> {
    let bytes = code.bare.as_bytes();
    let mut places = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let length = bytes[at..].iter().take_while(|byte| b"<>=-".contains(byte)).count();
        let insert = match &code.bare[at..at + length] {
            "<" => "<=",
            "<=" => "<",
            ">" => ">=",
            ">=" => ">",
            // `=>`, `->`, `<<`, `>>=` and others compare nothing.
            _ => "",
        };
        // With types, `<` without blanks around it opens a list of types.
        let is_spaced = || at > 0 && bytes[at - 1] == b' ' && bytes.get(at + length) == Some(&b' ');
        if !insert.is_empty() && (code.spelling != Spelling::TypeScript || is_spaced()) {
            places.push(Place { range: at..at + length, insert: insert.to_owned() });
        }
        at += length.max(1);
    }
    places
}
