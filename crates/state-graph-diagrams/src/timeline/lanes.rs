//! A lane for every node, and in it a row for every task that runs at the same time as others.

use super::{Timeline, TimelineEntry};
use crate::PATH_SEPARATOR;
use compact_sort::CompactSort;

pub(super) struct Lane<'t> {
    pub(super) path: &'t str,
    /// Tasks that don't overlap, by start.
    pub(super) rows: Vec<Vec<&'t TimelineEntry>>,
}

impl Lane<'_> {
    pub(super) fn entries(&self) -> impl Iterator<Item = &TimelineEntry> {
        self.rows.iter().flatten().copied()
    }

    /// How many nodes it is inside of.
    pub(super) fn depth(&self) -> usize {
        self.path.matches(PATH_SEPARATOR).count()
    }

    pub(super) fn name(&self) -> &str {
        self.path.rsplit_once(PATH_SEPARATOR).map_or(self.path, |(_, name)| name)
    }
}

impl Timeline {
    /// The entries that name a node, by start, of those that start together the shorter first.
    pub(super) fn by_start(&self) -> Vec<&TimelineEntry> {
        let mut entries: Vec<&TimelineEntry> = self.entries.iter().filter(|entry| !entry.node.is_empty()).collect();
        entries.compact_sort_by(|a, b| {
            a.start_ms.total_cmp(&b.start_ms).then(a.step.cmp(&b.step)).then(a.end_ms.total_cmp(&b.end_ms))
        });
        entries
    }

    /// The lanes in the order in which their nodes first ran, each above what ran inside of it.
    pub(super) fn lanes(&self) -> Vec<Lane<'_>> {
        let entries = self.by_start();
        let mut paths: Vec<&str> = Vec::new();
        for entry in &entries {
            for (end, _) in entry.node.match_indices(PATH_SEPARATOR).chain([(entry.node.len(), "")]) {
                let path = &entry.node[..end];
                if !path.is_empty() && !paths.contains(&path) {
                    paths.push(path);
                }
            }
        }
        let mut lanes = Vec::new();
        below("", &paths, &entries, &mut lanes);
        lanes
    }
}

/// Adds the lanes of the nodes right inside `outer`, each followed by what is inside of it.
fn below<'t>(outer: &str, paths: &[&'t str], entries: &[&'t TimelineEntry], lanes: &mut Vec<Lane<'t>>) {
    for path in paths.iter().copied().filter(|path| parent(path) == outer) {
        let mut rows: Vec<Vec<&TimelineEntry>> = Vec::new();
        for entry in entries.iter().filter(|entry| entry.node == path) {
            let is_free = |row: &&mut Vec<&TimelineEntry>| row.last().is_none_or(|last| last.end_ms <= entry.start_ms);
            match rows.iter_mut().find(is_free) {
                Some(row) => row.push(entry),
                None => rows.push(vec![entry]),
            }
        }
        lanes.push(Lane { path, rows });
        below(path, paths, entries, lanes);
    }
}

/// The path of the node that a node is in; empty for one that is in none.
pub(super) fn parent(path: &str) -> &str {
    path.rsplit_once(PATH_SEPARATOR).map_or("", |(outer, _)| outer)
}
