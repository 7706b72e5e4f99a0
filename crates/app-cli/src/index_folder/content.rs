//! Recognises index directories.

use anyhow::{Context, Result};
use codebase::storage::directory::MANIFEST;
use source::filter;
use std::path::Path;

/// The content of a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// An index and nothing else.
    Index,
    /// An index and other files. A repository may contain the index of any code, so it is not read as an index.
    IndexAmongOthers,
    /// No index, or the path is not a folder.
    Other,
}

/// Lists a folder to determine its content.
///
/// # Errors
/// If it cannot be listed.
pub fn content(path: &Path) -> Result<Content> {
    if !path.is_dir() || !holds_index(path) {
        return Ok(Content::Other);
    }
    for entry in std::fs::read_dir(path).with_context(|| path.display().to_string())? {
        let entry = entry.with_context(|| path.display().to_string())?;
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if !is_file || !entry.file_name().to_str().is_some_and(filter::belongs_to_index) {
            return Ok(Content::IndexAmongOthers);
        }
    }
    Ok(Content::Index)
}

/// Whether the files of a folder include an index. The `manifest.json` of a web app alone is none.
pub fn holds_index(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join(MANIFEST));
    manifest.is_ok_and(|text| filter::is_index_manifest(&text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;
    use std::fs;

    #[test]
    fn a_folder_is_an_index_only_with_nothing_else_in_it() {
        let scratch = Scratch::new("content");
        let folder = &scratch.0;
        let chunk = format!("{}.bin", "a".repeat(32));
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).unwrap();
        write(&chunk, "");
        assert_eq!(content(folder).unwrap(), Content::Other);
        write(MANIFEST, "{\"name\": \"an app\"}");
        assert_eq!(content(folder).unwrap(), Content::Other);
        write(MANIFEST, "{\"format\": \"quarry-index\"}");
        for name in [".nojekyll", "CNAME", &format!(".{chunk}.12.partial")] {
            write(name, "");
        }
        assert_eq!(content(folder).unwrap(), Content::Index);
        for other in ["main.py", ".env", ".git", "0123.bin"] {
            write(other, "");
            assert_eq!(content(folder).unwrap(), Content::IndexAmongOthers, "{other}");
            fs::remove_file(folder.join(other)).unwrap();
        }
        fs::create_dir(folder.join(".git")).unwrap();
        assert_eq!(content(folder).unwrap(), Content::IndexAmongOthers);
        assert_eq!(content(&folder.join(&chunk)).unwrap(), Content::Other, "a file");
    }
}
