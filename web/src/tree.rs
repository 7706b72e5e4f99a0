//! The file tree: which folders are open, and the rows to draw.

use protocol::DirectoryEntry;
use std::collections::{BTreeMap, BTreeSet};

/// The folders of a repository that have been listed so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tree {
    known: BTreeMap<String, Vec<DirectoryEntry>>,
    open: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeRow {
    pub entry: DirectoryEntry,
    /// Nesting, from 0.
    pub depth: u32,
}

impl Tree {
    /// Opens or closes a folder. True where its entries must be fetched first.
    pub fn toggle(&mut self, path: &str) -> bool {
        if self.open.remove(path) {
            return false;
        }
        self.open.insert(path.to_owned());
        !self.known.contains_key(path)
    }

    pub fn is_open(&self, path: &str) -> bool {
        self.open.contains(path)
    }

    /// Sets a folder's entries; `""` is the root.
    pub fn fill(&mut self, path: String, entries: Vec<DirectoryEntry>) {
        self.known.insert(path, entries);
    }

    pub fn rows(&self) -> Vec<TreeRow> {
        let mut rows = Vec::new();
        // Entries still to be listed, the next one last.
        let mut waiting: Vec<(&DirectoryEntry, u32)> = Vec::new();
        waiting.extend(self.below("").rev().map(|entry| (entry, 0)));
        while let Some((entry, depth)) = waiting.pop() {
            if self.is_open(&entry.path) {
                waiting.extend(self.below(&entry.path).rev().map(|entry| (entry, depth + 1)));
            }
            rows.push(TreeRow { entry: entry.clone(), depth });
        }
        rows
    }

    fn below(&self, path: &str) -> impl DoubleEndedIterator<Item = &DirectoryEntry> {
        self.known.get(path).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::EntryKind;

    fn entry(path: &str, kind: EntryKind) -> DirectoryEntry {
        let name = crate::text::file_name(path).to_owned();
        DirectoryEntry { name, path: path.to_owned(), kind, bytes: 1, files: 1, language: None }
    }

    fn shown(tree: &Tree) -> Vec<String> {
        tree.rows().iter().map(|row| format!("{}{}", "  ".repeat(row.depth as usize), row.entry.name)).collect()
    }

    #[test]
    fn open_folders_show_what_is_in_them() {
        let mut tree = Tree::default();
        tree.fill(String::new(), vec![entry("src", EntryKind::Folder), entry("a.md", EntryKind::File)]);
        assert!(tree.toggle("src"));
        tree.fill("src".into(), vec![entry("src/lib", EntryKind::Folder), entry("src/main.rs", EntryKind::File)]);
        assert_eq!(shown(&tree), ["src", "  lib", "  main.rs", "a.md"]);
        assert!(!tree.toggle("src"));
        assert_eq!(shown(&tree), ["src", "a.md"]);
        assert!(!tree.toggle("src"), "entries are fetched once");
    }
}
