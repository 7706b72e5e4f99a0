//! What a request names in the repository, read by fixed rules.

use crate::IndexFailure;
use crate::text_calls::{Paths, TextCalls, files_named, of_person};
use change_set::ChangeSet;
use codebase::{Overlaid, Reader};
use source::RepoPath;

/// What a request names and asks for.
#[derive(Debug, Default)]
pub(super) struct Named {
    /// The existing files that it names.
    pub files: Vec<String>,
    /// The calls that it asks for, if it fits the grammar of commands.
    pub calls: TextCalls,
}

/// The paths of a repository with the proposed changes in it.
struct Proposed<'a>(Overlaid<'a>);

impl Paths for Proposed<'_> {
    fn is_file(&self, path: &str) -> bool {
        RepoPath::parse(path).is_ok_and(|path| self.0.has(&path))
    }

    fn is_folder(&self, path: &str) -> bool {
        self.0.is_folder(path)
    }
}

/// Reads a request of a person. Without a repository no path exists, so nothing is named.
pub(super) async fn read(
    repository: Option<&Reader>,
    changes: &ChangeSet,
    request: &str,
    offered: &[&str],
) -> Result<Named, IndexFailure> {
    let Some(reader) = repository else { return Ok(Named::default()) };
    let named = reader.ask(|codebase| {
        let paths = Proposed(Overlaid::new(codebase, changes));
        Named { files: files_named(request, &paths), calls: of_person(request, offered, &paths) }
    });
    Ok(named.await?)
}

/// Those of these paths that are files.
pub(super) async fn existing(
    repository: Option<&Reader>,
    changes: &ChangeSet,
    paths: &[String],
) -> Result<Vec<String>, IndexFailure> {
    let Some(reader) = repository else { return Ok(Vec::new()) };
    let exist = reader.ask(|codebase| {
        let known = Proposed(Overlaid::new(codebase, changes));
        paths.iter().filter(|path| known.is_file(path)).cloned().collect()
    });
    Ok(exist.await?)
}
