//! Files and folders.

use codebase::{Codebase, QuestionError};
use protocol::{DirectoryEntry, EntryKind, FileView, OutlineItem};

/// A file without its colours.
pub fn file(codebase: &Codebase, path: &str) -> Result<FileView, QuestionError> {
    let id = codebase.find_file(path)?;
    let entry = codebase.snapshot().file(id);
    let outline = codebase.outline(entry.path.as_str())?;
    let row = |item: codebase::OutlineItem| OutlineItem {
        symbol: item.id.0,
        name: item.name,
        kind: crate::kind_word::of(path, item.kind, &item.signature),
        depth: item.depth,
        start_line: item.start_line,
        end_line: item.end_line,
    };
    Ok(FileView {
        path: entry.path.as_str().to_owned(),
        language: entry.language.name().to_owned(),
        text: codebase.text(id)?.to_owned(),
        highlight: Vec::new(),
        outline: outline.into_iter().map(row).collect(),
        decoded_from: entry.decoded_from.clone(),
    })
}

/// What a folder holds.
pub fn directory(codebase: &Codebase, path: &str) -> Result<Vec<DirectoryEntry>, QuestionError> {
    let row = |entry: codebase::DirectoryEntry| DirectoryEntry {
        name: entry.name,
        path: entry.path,
        kind: match entry.kind {
            codebase::EntryKind::File => EntryKind::File,
            codebase::EntryKind::Folder => EntryKind::Folder,
        },
        bytes: entry.bytes,
        files: entry.files,
        language: entry.language.map(|language| language.name().to_owned()),
    };
    Ok(codebase.list_directory(path)?.into_iter().map(row).collect())
}
