//! What is in a folder?

use super::QuestionError;
use super::file::loosen;
use crate::Codebase;
use serde::{Deserialize, Serialize};
use source::Language;
use std::collections::BTreeMap;

/// What an entry is. Folders come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EntryKind {
    Folder,
    File,
}

/// One row of a folder's listing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DirectoryEntry {
    /// Last part of the path.
    pub name: String,
    pub path: String,
    pub kind: EntryKind,
    /// Bytes of text, a folder's in all.
    pub bytes: u64,
    /// Files below; 1 for a file.
    pub files: u32,
    pub language: Option<Language>,
}

impl Codebase {
    /// A folder's entries, folders first, each sorted by name. The root is `""` (or `.`, or `/`).
    pub fn list_directory(&self, path: &str) -> Result<Vec<DirectoryEntry>, QuestionError> {
        let mut folder = loosen(path);
        if !self.is_folder(&folder) {
            let name = &self.snapshot().name;
            match folder.strip_prefix(name.as_str()).map(|rest| rest.trim_start_matches('/').to_owned()) {
                Some(inside) if self.is_folder(&inside) => folder = inside,
                _ => return Err(self.no_such_folder(folder)),
            }
        }
        self.check_folder(&folder)?;
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let files = self.files_in_scope().map(|file| self.snapshot().file(file));
        Ok(entries_below(&prefix, files.map(|file| (file.path.as_str(), file.language, u64::from(file.len)))))
    }

    /// True for the root and for every folder that holds a file.
    pub(crate) fn is_folder(&self, path: &str) -> bool {
        if path.is_empty() {
            return true;
        }
        let files = &self.snapshot().files;
        let prefix = format!("{path}/");
        let first = files.partition_point(|file| file.path.as_str() < prefix.as_str());
        files.get(first).is_some_and(|file| file.path.as_str().starts_with(&prefix))
    }

    pub(crate) fn no_such_folder(&self, path: String) -> QuestionError {
        let wanted = path.rsplit('/').next().unwrap_or(&path).to_lowercase();
        let mut suggestions: Vec<String> = self
            .files_in_scope()
            .map(|file| self.snapshot().file(file).path.parent())
            .filter(|folder| folder.rsplit('/').next().is_some_and(|last| last.to_lowercase().contains(&wanted)))
            .map(str::to_owned)
            .collect();
        suggestions.dedup();
        suggestions.truncate(5);
        QuestionError::NoSuchFolder { path, suggestions }
    }
}

/// The entries of the folder with this prefix (`""`, or a path that ends in `/`), from files with their bytes.
pub(crate) fn entries_below<'f>(
    prefix: &str,
    files: impl Iterator<Item = (&'f str, Language, u64)>,
) -> Vec<DirectoryEntry> {
    let mut entries: BTreeMap<(EntryKind, &str), DirectoryEntry> = BTreeMap::new();
    for (path, language, bytes) in files {
        let Some(rest) = path.strip_prefix(prefix) else { continue };
        let (name, kind, language) = match rest.split_once('/') {
            Some((name, _)) => (name, EntryKind::Folder, None),
            None => (rest, EntryKind::File, Some(language)),
        };
        let entry = entries.entry((kind, name)).or_insert_with(|| DirectoryEntry {
            name: name.to_owned(),
            path: format!("{prefix}{name}"),
            kind,
            bytes: 0,
            files: 0,
            language,
        });
        entry.bytes += bytes;
        entry.files += 1;
    }
    entries.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn list(path: &str) -> String {
        match fixture::shop().list_directory(path) {
            Err(error) => error.to_string(),
            Ok(entries) => {
                let row = |entry: &DirectoryEntry| match entry.kind {
                    EntryKind::Folder => format!("{}/ {}", entry.path, entry.files),
                    EntryKind::File => entry.path.clone(),
                };
                entries.iter().map(row).collect::<Vec<_>>().join(", ")
            }
        }
    }

    #[test]
    fn folders_come_first_with_what_they_hold() {
        assert_eq!(list(""), "shop/ 4, tests/ 1, web/ 2, README.md, ledger.rs");
        assert_eq!(list("./web/"), "web/cart.ts, web/money.ts");
        assert_eq!(list("shop-repo/web"), list("web"));
        assert_eq!(list("/"), list("."));
    }

    #[test]
    fn an_unknown_folder_suggests_others() {
        assert_eq!(list("src/tests"), "there is no folder `src/tests`; did you mean `tests`?");
    }
}
