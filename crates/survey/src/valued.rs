//! What has a number as its value: a constant, a key of a table, a list that holds it.

use crate::group::kind;
use crate::naming::Paths;
use crate::query::Item;
use crate::{Entry, MemberKind};
use code_words::number;
use code_words::path::is_aside;

/// In front of a number: what has it as its value.
pub const VALUED: &str = "valued ";

/// The constants, fields, variants and keys whose value is the number, and the lists and tables that hold it; none for what is no number.
pub fn valued(number: &str, entries: &[Entry], paths: Paths<'_>) -> Vec<Item> {
    let Some(wanted) = number::value(number) else { return Vec::new() };
    let is_it = |text: &str| number::value(text.trim().trim_end_matches([';', ','])) == Some(wanted);
    let mut found: Vec<Item> = Vec::new();
    for entry in entries.iter().filter(|entry| !is_aside(paths(entry.file))) {
        use MemberKind::{Choice, Constant, Element, Field, Key, Variant};
        let Some(kind) = kind(entry).filter(|kind| matches!(kind, Element | Key | Choice | Constant | Field | Variant))
        else {
            continue;
        };
        let given = || entry.detail.rsplit_once('=').map_or("", |(_, value)| value);
        let has_it = match kind {
            Key => is_it(&entry.detail) || is_it(given()),
            Choice => false,
            _ => is_it(given()),
        };
        // What holds it is called otherwise than it.
        let named = match (has_it, is_it(&entry.name)) {
            (true, _) => entry.clone(),
            (false, true) => Entry { name: entry.about[0].clone(), detail: entry.name.clone(), ..entry.clone() },
            (false, false) => continue,
        };
        if !found.iter().any(|other| (other.entry.file, &other.entry.name) == (named.file, &named.name)) {
            found.push(Item { entry: named, places: 1 });
        }
    }
    found
}
