//! Groups the files that were left out by reason.

use source::Skipped;
use std::collections::BTreeMap;

/// The files with the same reason.
pub struct Group<'a> {
    pub reason: &'static str,
    /// How many. A folder counts as one.
    pub count: u64,
    /// The first of them.
    pub example: &'a str,
}

/// The largest group first.
pub fn groups(skipped: &[Skipped]) -> Vec<Group<'_>> {
    let mut by_reason: BTreeMap<&'static str, Group<'_>> = BTreeMap::new();
    for Skipped { path, reason } in skipped {
        let reason = reason.label();
        by_reason.entry(reason).or_insert(Group { reason, count: 0, example: path }).count += 1;
    }
    let mut groups: Vec<_> = by_reason.into_values().collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.count));
    groups
}
