//! What precedes the hunks of a file.

use super::error::PatchError;
use super::{Target, names};
use crate::path::writable;
use source::RepoPath;

/// The header lines of one file, as far as they are read.
#[derive(Debug, Default)]
pub(super) struct Header {
    /// Line of the patch where it began.
    line: usize,
    git_names: Option<(String, String)>,
    old: Option<String>,
    new: Option<String>,
    moved: [Option<String>; 2],
    copied: [Option<String>; 2],
    is_new: bool,
    is_deleted: bool,
    pub changes_mode: bool,
}

const BAD_NAME: &str = "the quoted file name is not well-formed";

impl Header {
    /// Of `diff --git OLD NEW`.
    pub fn git(line: usize, names: &str) -> Self {
        Self { line, git_names: names::git_names(names), ..Self::default() }
    }

    /// Of `---` alone.
    pub fn plain(line: usize) -> Self {
        Self { line, ..Self::default() }
    }

    /// Reads a header line; false where it is none.
    pub fn take(&mut self, line: usize, text: &str) -> Result<bool, PatchError> {
        let malformed = |what| Err(PatchError::Malformed { line, what });
        let (word, rest) =
            HEADERS.iter().find_map(|word| text.strip_prefix(word).map(|rest| (*word, rest))).unwrap_or(("", ""));
        let name = || names::name(rest).ok_or(PatchError::Malformed { line, what: BAD_NAME });
        match word {
            "--- " => self.old = Some(name()?),
            "+++ " => self.new = Some(name()?),
            "rename from " | "rename old " => self.moved[0] = Some(name()?),
            "rename to " | "rename new " => self.moved[1] = Some(name()?),
            "copy from " => self.copied[0] = Some(name()?),
            "copy to " => self.copied[1] = Some(name()?),
            "new file mode " => self.is_new = true,
            "deleted file mode " => self.is_deleted = true,
            "old mode " | "new mode " => self.changes_mode = true,
            "similarity index " | "dissimilarity index " | "index " => {}
            "GIT binary patch" | "Binary files " => {
                return malformed("the patch is of a binary file, which cannot be changed here; leave the file out");
            }
            _ => return Ok(false),
        }
        let mode = match word {
            "index " => rest.split_once(' ').map_or("", |(_, mode)| mode),
            word if word.ends_with("mode ") => rest,
            _ => "",
        };
        if mode.starts_with("12") || mode.starts_with("16") {
            return malformed("a link or a submodule cannot be changed here; leave it out");
        }
        Ok(true)
    }

    /// Whether the header may be complete: it names its files.
    pub fn has_both_names(&self) -> bool {
        self.old.is_some() && self.new.is_some()
    }

    /// The file that the header names.
    pub fn target(self) -> Result<Target, PatchError> {
        let line = self.line;
        let path = |name: &str| writable(name).map_err(|error| PatchError::Path { line, error });
        let named = self.old.as_deref().zip(self.new.as_deref());
        let named = named.map(|(old, new)| names::without_prefixes(old, new));
        for (pair, is_move) in [(&self.moved, true), (&self.copied, false)] {
            let [Some(from), Some(to)] = pair else { continue };
            if named.is_some_and(|named| named != (from, to)) {
                let what = "the lines `---` and `+++` name other files than the lines above them";
                return Err(PatchError::Malformed { line, what });
            }
            let (from, to) = (path(from)?, path(to)?);
            return Ok(if is_move { Target::Rename { from, to } } else { Target::Copy { from, to } });
        }
        let Some((old, new)) = self.old.clone().zip(self.new.clone()).or_else(|| self.git_names.clone()) else {
            return Err(PatchError::Malformed {
                line,
                what: "the header does not name its file twice, before and after",
            });
        };
        let (old, new) = names::without_prefixes(&old, &new);
        const NONE: &str = "/dev/null";
        match (old, new) {
            (NONE, NONE) => Err(PatchError::Malformed { line, what: "both names are /dev/null" }),
            (NONE, new) => Ok(Target::Create(path(new)?)),
            (old, NONE) => Ok(Target::Delete(path(old)?)),
            (old, new) => self.same_file(path(old)?, path(new)?),
        }
    }

    fn same_file(&self, old: RepoPath, new: RepoPath) -> Result<Target, PatchError> {
        match (self.is_new, self.is_deleted) {
            (true, _) => Ok(Target::Create(new)),
            (_, true) => Ok(Target::Delete(old)),
            _ if old == new => Ok(Target::Modify(new)),
            _ => Err(PatchError::Malformed {
                line: self.line,
                what: "the names before and after differ; a file that moves needs `rename from` and `rename to`",
            }),
        }
    }
}

const HEADERS: [&str; 17] = [
    "--- ",
    "+++ ",
    "rename from ",
    "rename to ",
    "rename old ",
    "rename new ",
    "copy from ",
    "copy to ",
    "new file mode ",
    "deleted file mode ",
    "old mode ",
    "new mode ",
    "similarity index ",
    "dissimilarity index ",
    "index ",
    "GIT binary patch",
    "Binary files ",
];
