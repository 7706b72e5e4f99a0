//! The folder that questions are limited to.
//!
//! What searches, lists or reads looks at the files that [`Scope::has`] alone. Whose calls or tests a question follows is not
//! limited: who calls a function of the folder from elsewhere still calls it. Tables that are made for all of a repository (lists,
//! symbols by name) are filtered when they are read.

use crate::questions::QuestionError;
use crate::questions::file::loosen;
use crate::questions::grep::is_below;
use crate::{Codebase, SymbolInfo};
use search_index::Query;
use source::FileId;
use std::ops::Range;
use survey::Entry;

/// Files that people write for agents, at the root of a repository. They are read whatever folder a question is limited to.
pub const NOTES: [&str; 2] = ["AGENTS.md", "CLAUDE.md"];

/// A folder of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scope {
    folder: String,
    /// Files are sorted by path, so that those of a folder follow each other.
    files: Range<u32>,
}

impl Scope {
    /// The folder that a loosely written path means; `None` for the root.
    ///
    /// # Errors
    /// There is no such folder.
    pub(crate) fn read(codebase: &Codebase, folder: &str) -> Result<Option<Self>, QuestionError> {
        let mut folder = loosen(folder);
        let name = codebase.snapshot().name.as_str();
        if !codebase.is_folder(&folder) && folder.split('/').next() == Some(name) {
            folder = folder[name.len()..].trim_start_matches('/').to_owned();
        }
        if !codebase.is_folder(&folder) {
            return Err(codebase.no_such_folder(folder));
        }
        if folder.is_empty() {
            return Ok(None);
        }
        let (files, prefix) = (&codebase.snapshot().files, format!("{folder}/"));
        let start = files.partition_point(|file| file.path.as_str() < prefix.as_str());
        let count = files[start..].partition_point(|file| file.path.as_str().starts_with(&prefix));
        Ok(Some(Self { folder, files: start as u32..(start + count) as u32 }))
    }

    /// Its path.
    pub fn folder(&self) -> &str {
        &self.folder
    }

    /// Whether a file is in it.
    pub fn has(&self, file: FileId) -> bool {
        self.files.contains(&file.0)
    }

    /// Whether a path lies in it, of a file that need not be there.
    pub fn has_path(&self, path: &str) -> bool {
        path != self.folder && is_below(path, &self.folder)
    }
}

impl Codebase {
    /// Whether a file may be searched, listed and read.
    pub(crate) fn takes(&self, file: FileId) -> bool {
        self.scope().is_none_or(|scope| scope.has(file))
    }

    /// Whether a path may be searched, listed and read.
    pub fn takes_path(&self, path: &str) -> bool {
        self.scope().is_none_or(|scope| scope.has_path(path))
    }

    /// Whether a file may be written.
    ///
    /// # Errors
    /// It may not.
    pub fn check_written(&self, path: &str) -> Result<(), QuestionError> {
        self.check(path, |scope| scope.has_path(path))
    }

    /// Whether a file may be read: one that may be written, or a note for agents.
    ///
    /// # Errors
    /// It may not.
    pub(crate) fn check_path(&self, path: &str) -> Result<(), QuestionError> {
        self.check(path, |scope| scope.has_path(path) || NOTES.contains(&path))
    }

    /// Whether a folder may be listed: the one that questions are limited to, those in it, and those on the way to it, of which
    /// only the way is listed.
    ///
    /// # Errors
    /// It may not.
    pub(crate) fn check_folder(&self, path: &str) -> Result<(), QuestionError> {
        self.check(path, |scope| is_below(path, &scope.folder) || is_below(&scope.folder, path))
    }

    fn check(&self, path: &str, takes: impl Fn(&Scope) -> bool) -> Result<(), QuestionError> {
        match self.scope().filter(|scope| !takes(scope)) {
            Some(scope) => Err(QuestionError::Outside { path: path.to_owned(), folder: scope.folder.clone() }),
            None => Ok(()),
        }
    }

    /// The files that may be searched, listed and read, sorted by path.
    pub(crate) fn files_in_scope(&self) -> impl Iterator<Item = FileId> + '_ {
        let files = match self.scope() {
            Some(scope) => scope.files.clone(),
            None => 0..self.snapshot().files.len() as u32,
        };
        files.map(FileId)
    }

    /// A query whose hits are limited to the folder.
    pub(crate) fn query(&self, text: impl Into<String>, limit: usize) -> Query {
        Query { files: self.scope().map(|scope| scope.files.clone()), ..Query::new(text, limit) }
    }

    /// Those entries of a list that are in the folder.
    pub(crate) fn entries_in_scope(&self, mut entries: Vec<Entry>) -> Vec<Entry> {
        entries.retain(|entry| self.takes(entry.file));
        entries
    }

    /// Whether a symbol is defined where questions look.
    pub(crate) fn takes_symbol(&self, symbol: &SymbolInfo) -> bool {
        self.takes_path(&symbol.span.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::Reader;
    use crate::reader::tests::{opened, written};
    use crate::{Found, List, Overlaid, fixture};
    use change_set::{ChangeSet, Update};
    use futures::executor::block_on;
    use source::RepoPath;

    const REPOSITORY: &str = "//- AGENTS.md\nRun the tests first.\n//- net/AGENTS.md\nBe terse.\n\
        //- net/http.py\nfrom base.retry import retry\n\nLIMIT = 3\n\ndef open_socket(port=80):\n    return retry(port)\n\
        //- net/deep/wire.py\nfrom net.http import open_socket\n\ndef dial():\n    return open_socket(1)\n\
        //- network/ring.py\ndef open_socket_ring():\n    return 1\n\
        //- base/retry.py\ndef retry(port):\n    raise ValueError(port)\n\
        //- app.py\nfrom net.http import open_socket\n\ndef main():\n    open_socket(2)\n";

    fn all() -> Codebase {
        fixture::built(fixture::snapshot_of(REPOSITORY))
    }

    /// Asks of the folder `net` of a codebase in memory, and of the same read in pages; both answer alike.
    fn in_net<T: PartialEq + std::fmt::Debug>(question: impl Fn(&Codebase) -> T) -> T {
        let whole = Reader::whole(all()).with_scope("./net/").unwrap();
        let paged = opened(&written(&all())).with_scope("shop-repo/net").unwrap();
        assert_eq!((whole.scope(), paged.scope()), (Some("net"), Some("net")));
        let answer = block_on(whole.ask(&question)).unwrap();
        assert_eq!(block_on(paged.ask(&question)).unwrap(), answer);
        // Over its budget a reader forgets its pages and begins anew, within the same folder.
        let forgetful = opened(&written(&all())).with_budget(0).with_scope("net").unwrap();
        for _ in 0..2 {
            assert_eq!(block_on(forgetful.ask(&question)).unwrap(), answer);
        }
        answer
    }

    #[test]
    fn another_reader_is_limited_and_the_first_is_not() {
        for first in [Reader::whole(all()), opened(&written(&all())).with_budget(0)] {
            let limited = block_on(first.limited_to("net")).unwrap().unwrap();
            let finds_main = |reader: &Reader| {
                let found = block_on(reader.ask(|codebase| codebase.search("main", 9))).unwrap();
                found.iter().any(|hit| hit.span.path == "app.py")
            };
            assert_eq!((limited.scope(), first.scope()), (Some("net"), None));
            assert!(finds_main(&first) && !finds_main(&limited));
            assert!(block_on(first.limited_to("nowhere")).unwrap().is_err());
        }
    }

    #[test]
    fn a_folder_is_searched_and_nothing_beside_it() {
        let paths = |query: &'static str| {
            in_net(|codebase| {
                let mut found: Vec<String> = codebase.search(query, 9).into_iter().map(|hit| hit.span.path).collect();
                found.dedup();
                found
            })
        };
        assert!(all().search("open socket", 9).iter().any(|hit| hit.span.path == "network/ring.py"));
        let found = paths("open socket");
        assert!(!found.is_empty() && found.iter().all(|path| path.starts_with("net/")), "{found:?}");
        assert_eq!(paths("retry port").iter().find(|path| !path.starts_with("net/")), None);
        assert_eq!(paths("open_socket_ring"), paths("open_socket_ring path:net"));
        let found = in_net(|codebase| {
            let item = |item: crate::FoundItem| match item.found {
                Found::Symbol(symbol) => symbol.path,
                Found::File(path) => path,
            };
            codebase.find("r", 99).into_iter().map(item).collect::<Vec<_>>()
        });
        assert!(found.iter().all(|path| path.starts_with("net/")), "{found:?}");
        let lines = in_net(|codebase| codebase.grep_literal("open_socket", false, "", 99).unwrap().lines.len());
        assert_eq!(lines, 3);
    }

    #[test]
    fn a_folder_is_listed_and_read_with_the_notes_for_agents() {
        let list = |path: &'static str| {
            in_net(|codebase| {
                let listed = codebase.list_directory(path).map_err(|error| error.to_string())?;
                Ok::<_, String>(listed.into_iter().map(|entry| (entry.path, entry.files)).collect::<Vec<_>>())
            })
        };
        let shown = |path: &str, files| (path.to_owned(), files);
        assert_eq!(list(""), Ok(vec![shown("net", 3)]), "the way to it");
        assert_eq!(list("net/deep"), Ok(vec![shown("net/deep/wire.py", 1)]));
        let outside = "`base` is outside of `net`, the folder that the question is limited to";
        assert_eq!(list("base"), Err(outside.to_owned()));
        let read = |path: &'static str| {
            in_net(|codebase| codebase.read_file(path, None).map(|it| it.text).map_err(|error| error.to_string()))
        };
        assert_eq!(read("AGENTS.md"), Ok("Run the tests first.".to_owned()));
        assert!(read("http.py").unwrap().contains("LIMIT") && read("wire.py").is_ok());
        assert_eq!(read("app.py"), Err(outside.replace("base", "app.py")));
        let misspelt = read("retri.py").unwrap_err();
        assert_eq!(misspelt, "there is no file `retri.py`", "what is elsewhere is not suggested");
    }

    #[test]
    fn a_caller_outside_of_the_folder_is_a_caller() {
        let names = |calls: &crate::CallsOf| -> Vec<String> {
            calls.calls.iter().map(|call| call.other.qualified_name.clone()).collect()
        };
        // The codebase may be read in pages, so that a question is run until nothing is missing.
        let of = |answer: crate::SymbolCalls| answer.of.iter().map(names).collect::<Vec<_>>();
        let callers = in_net(|codebase| codebase.callers("open_socket").map(of));
        assert_eq!(callers, Ok(vec![vec!["app.main".to_owned(), "net.deep.wire.dial".to_owned()]]));
        let callees = in_net(|codebase| codebase.callees("open_socket").map(of));
        assert_eq!(callees, Ok(vec![vec!["base.retry.retry".to_owned()]]));
        let said = in_net(|codebase| codebase.callers("retry").map(of).map_err(|error| error.to_string()));
        assert_eq!(
            said.unwrap_err(),
            "`retry` is defined in `base/retry.py`, outside of `net`, the folder that the question is limited to"
        );
        // Its body is not read for what the called function raises.
        let facts = in_net(|codebase| {
            codebase
                .describe("open_socket")
                .map(|found| found.of.into_iter().flat_map(|of| of.facts).collect::<Vec<_>>())
        });
        let facts = facts.unwrap();
        assert!(!facts.is_empty() && facts.iter().all(|fact| fact.span.path.starts_with("net/")), "{facts:?}");
    }

    #[test]
    fn lists_and_counts_are_those_of_the_folder() {
        let names = in_net(|codebase| {
            let path = |item: survey::Item| codebase.snapshot().file(item.entry.file).path.to_string();
            let found = codebase.survey(List::Modules, None, 99, 0);
            found.map(|found| found.items.into_iter().map(path).collect::<Vec<_>>())
        });
        let names = names.unwrap();
        assert!(!names.is_empty() && names.iter().all(|path| path.starts_with("net/")), "{names:?}");
        let counts = in_net(|codebase| (codebase.overview().files, codebase.overview().symbols));
        assert_eq!(counts, (3, 3));
        assert_eq!(in_net(|codebase| codebase.defaults("port").map(|found| found.places.len())), Ok(1));
    }

    #[test]
    fn proposed_files_outside_of_the_folder_are_not_seen() {
        let mut changes = ChangeSet::default();
        let mut proposal = changes.propose("c1");
        for path in ["net/new.py", "base/new.py"] {
            proposal.create(&RepoPath::parse(path).unwrap(), None, "NEW = 1\n").unwrap();
        }
        for change in proposal.finish() {
            changes.apply(&Update::Change(change)).unwrap();
        }
        let found = in_net(|codebase| {
            let over = Overlaid::new(codebase, &changes);
            let found = over.find_files("new.py", "", 9).unwrap().paths;
            (found.iter().map(ToString::to_string).collect::<Vec<_>>(), over.read_file("base/new.py", None).is_err())
        });
        assert_eq!(found, (vec!["net/new.py".to_owned()], true));
        assert!(in_net(|codebase| codebase.check_written("base/new.py").is_err()));
        assert!(in_net(|codebase| codebase.check_written("net/deep/new.py").is_ok()));
    }

    #[test]
    fn a_folder_that_is_not_there_is_an_error_and_the_root_is_no_limit() {
        let scoped =
            |folder: &str| Reader::whole(all()).with_scope(folder).map(|reader| reader.scope().map(str::to_owned));
        assert_eq!(scoped("nett").unwrap_err().to_string(), "there is no folder `nett`");
        assert_eq!(
            scoped("src/deep").unwrap_err().to_string(),
            "there is no folder `src/deep`; did you mean `net/deep`?"
        );
        for root in ["", ".", "/", "shop-repo"] {
            assert_eq!(scoped(root), Ok(None), "{root}");
        }
    }
}
