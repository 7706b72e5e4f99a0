//! Opens the repository or index that is named on the command line.

use crate::config::Config;
use crate::git::histories;
use crate::index_folder::{self, Content, IndexFolder};
use crate::output::{self, Progress};
use anyhow::{Context, Result, bail};
use codebase::{Codebase, CodebaseBuilder, Cut, Histories, Phase, QuestionError, Reader};
use facts::{FactsError, FileFacts};
use futures::executor::block_on;
use host_native::Wanted;
use learned_words::Table;
use rayon::prelude::*;
use source::{FileId, Language, Snapshot};
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::mpsc::TryRecvError;
use std::sync::{Arc, mpsc};

/// Files that are parsed and wait to be indexed.
const PARSED_AHEAD: usize = 256;

/// Reads the wanted files of a folder or an archive.
pub fn reader(path: &Path, as_index: bool) -> Result<Reader> {
    match index(path, as_index)? {
        Some(reader) => Ok(reader),
        None => Ok(Reader::whole(whole(path)?)),
    }
}

/// A reader whose questions are limited to a folder of the repository, where one is named.
pub fn within(reader: Reader, folder: Option<&str>) -> Result<Reader> {
    match folder {
        Some(folder) => Ok(reader.with_scope(folder)?),
        None => Ok(reader),
    }
}

/// As [`reader`], for searches that know learned words. Those of an index, which is read in pages, do not.
pub fn searched(path: &Path, as_index: bool) -> Result<Reader> {
    match index(path, as_index)? {
        Some(reader) => Ok(reader),
        None => Ok(Reader::whole(learned(whole(path)?))),
    }
}

/// Made by `cargo xtask train words`. Here and not in its crate, which programs link that are downloaded.
const WORDS: &[u8] = include_bytes!("../../learned-words/table/words.bin");

/// With the table of learned words that this program has.
pub fn learned(codebase: Codebase) -> Codebase {
    let table = Table::from_bytes(WORDS).expect("the table was read when this program was tested");
    codebase.with_learned_words(Arc::new(table))
}

/// Opens an index directory; `None` if `path` is not one.
pub fn index(path: &Path, as_index: bool) -> Result<Option<Reader>> {
    if !is_index(path, as_index)? {
        return Ok(None);
    }
    let folder = IndexFolder(path.to_owned());
    let made = folder.made()?;
    let reader = block_on(Reader::open(Rc::new(folder))).with_context(|| path.display().to_string())?;
    note_index(&reader.name(), &made);
    Ok(Some(reader))
}

/// Opens a folder, an archive, or an index directory, as a whole.
pub fn codebase(path: &Path, as_index: bool) -> Result<Codebase> {
    if !is_index(path, as_index)? {
        return whole(path);
    }
    let folder = IndexFolder(path.to_owned());
    let made = folder.made()?;
    let codebase = Codebase::read_directory(&folder).with_context(|| path.display().to_string())?;
    note_index(&codebase.snapshot().name, &made);
    Ok(codebase)
}

/// As [`is_index`], for a path of which that was said before.
pub fn is_index_quietly(path: &Path, as_index: bool) -> Result<bool> {
    check_is_there(path)?;
    Ok(match index_folder::content(path)? {
        Content::Index => true,
        Content::IndexAmongOthers => as_index,
        Content::Other => false,
    })
}

/// The folder whose files are read; `None` for an archive or an index.
pub fn folder(path: &Path, as_index: bool) -> Result<Option<PathBuf>> {
    let is_folder = path.is_dir() && (!as_index && index_folder::content(path)? != Content::Index);
    Ok(is_folder.then(|| path.to_owned()))
}

/// Whether `path` is read as an index: it holds nothing else, or the person confirms that it is one.
pub fn is_index(path: &Path, as_index: bool) -> Result<bool> {
    check_is_there(path)?;
    match (index_folder::content(path)?, as_index) {
        (Content::Other, true) => bail!("{} holds no index; leave --index out", path.display()),
        (Content::Other, false) => Ok(false),
        (Content::Index, _) | (Content::IndexAmongOthers, true) => Ok(true),
        (Content::IndexAmongOthers, false) => {
            let shown = path.display();
            output::note(format!("quarry: reading the files of {shown}; the index among them is read with --index"));
            Ok(false)
        }
    }
}

/// The answer to a question; with a note on stderr if only a part of the index was read for it.
///
/// # Errors
/// If there is no answer. If only a part of the index was read, the error says so, because what was not found may be in
/// the rest.
pub fn all_or_some<T>(answer: Result<T, QuestionError>, cut: Option<Cut>) -> Result<T> {
    match (answer, cut) {
        (answer, None) => Ok(answer?),
        (Ok(answer), Some(cut)) => {
            output::note(format!("quarry: the answer may be incomplete: {cut}"));
            Ok(answer)
        }
        (Err(_), Some(cut)) => bail!("{cut}; ask for something narrower"),
    }
}

/// Prints when the index was made: it holds the code of that time.
fn note_index(name: &str, made: &str) {
    output::note(format!("quarry: reading the index of {name} made at {made}"));
}

fn whole(path: &Path) -> Result<Codebase> {
    let mut progress = Progress::live_only();
    let snapshot = snapshot(path, &mut progress)?;
    Ok(build(snapshot, path, &mut progress))
}

/// Reads a folder or an archive with the selection of its `quarry.toml`.
pub fn snapshot(path: &Path, progress: &mut Progress) -> Result<Snapshot> {
    check_is_there(path)?;
    let selection = Config::of(path)?.selection()?;
    read(path, Wanted { selection, ..Wanted::default() }, progress)
}

/// Fails if the path does not exist.
pub fn check_is_there(path: &Path) -> Result<()> {
    if !path.exists() {
        bail!("{} does not exist", path.display());
    }
    Ok(())
}

/// Reads what is wanted of a folder or an archive.
pub fn read(path: &Path, wanted: Wanted, progress: &mut Progress) -> Result<Snapshot> {
    let report = |at: source::builder::Progress| progress.update("reading", "files", at.files, None);
    host_native::open(path, wanted, report).with_context(|| path.display().to_string())
}

/// Parses on all processor cores, then indexes and links, with the git history of where the snapshot is from.
pub fn build(snapshot: Snapshot, from: &Path, progress: &mut Progress) -> Codebase {
    build_with(snapshot, histories(from, progress), syntax::parse, progress)
}

fn build_with(
    snapshot: Snapshot,
    histories: Histories,
    parse: impl Fn(Language, &str) -> Option<FileFacts> + Sync,
    progress: &mut Progress,
) -> Codebase {
    let mut builder = CodebaseBuilder::new(snapshot.clone());
    builder.set_histories(histories);
    builder.set_beside(rayon::spawn);
    let pending = builder.pending();
    let parse = |file: &FileId| {
        let facts = parse(snapshot.file(*file).language, &snapshot.code(*file));
        (*file, facts.ok_or(FactsError::NoResult))
    };
    let total = pending.len() as u64;
    let (sender, parsed) = mpsc::sync_channel(PARSED_AHEAD);
    std::thread::scope(|scope| {
        // Files are indexed here while others are parsed. Nobody receives any more once indexing has failed.
        scope.spawn(|| pending.par_iter().for_each_with(sender, |sender, file| drop(sender.send(parse(file)))));
        let mut done = 0;
        loop {
            let (file, facts) = match parsed.try_recv() {
                Ok(parsed) => parsed,
                // Files without a parser are indexed while parsers work.
                Err(TryRecvError::Empty) if builder.index_unparsed() => continue,
                Err(_) => match parsed.recv() {
                    Ok(parsed) => parsed,
                    Err(_) => break,
                },
            };
            builder.add_parsed(file, facts).expect("the file is pending");
            done += 1;
            progress.update("parsing", "files", done, Some(total));
        }
    });
    let built = block_on(builder.build(async |at: codebase::Progress| {
        let phase = if at.phase == Phase::Linking { "linking" } else { "indexing" };
        progress.update(phase, "files", at.done.into(), Some(at.total.into()));
        Ok::<(), Infallible>(())
    }));
    let Ok(codebase) = built;
    codebase
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::{Limits, RepoPath, SnapshotBuilder};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn a_file_whose_parser_failed_is_searched_as_text_and_listed() {
        let mut files = SnapshotBuilder::new("shop", Limits::default());
        for path in ["a.py", "b.py", "c.py"] {
            files.add(RepoPath::parse(path).unwrap(), b"def needle(): pass\n".to_vec()).unwrap();
        }
        let calls = AtomicUsize::new(0);
        let parse = |language, text: &str| match calls.fetch_add(1, Ordering::SeqCst) {
            0 => syntax::parse(language, text),
            1 => syntax::parse(language, &text.repeat(9)),
            _ => None,
        };
        let codebase = build_with(files.finish().unwrap(), Histories::default(), parse, &mut Progress::live_only());
        let mut listed: Vec<String> = codebase.snapshot().skipped.iter().map(|it| it.reason.to_string()).collect();
        listed.sort();
        let failed = |why| format!("parser failed; indexed as text: {why}");
        assert_eq!(listed, [failed("a span lies outside the file"), failed("no facts were returned")]);
        let found: Vec<_> = codebase.search("needle", 9).into_iter().map(|hit| hit.kind.to_string()).collect();
        assert_eq!(found.len(), 3, "{found:?}");
    }

    #[test]
    fn the_table_of_this_program_finds_what_a_sentence_means() {
        let mut files = SnapshotBuilder::new("shop", Limits::default());
        for (path, text) in [("log.py", LOG), ("calls.py", CALLS)] {
            files.add(RepoPath::parse(path).unwrap(), text.as_bytes().to_vec()).unwrap();
        }
        let snapshot = files.finish().unwrap();
        let built = || build_with(snapshot.clone(), Histories::default(), syntax::parse, &mut Progress::live_only());
        let first = |codebase: Codebase| codebase.search(SENTENCE, 1)[0].symbol.as_ref().map(|it| it.name.clone());
        assert_eq!(first(built()).as_deref(), Some("log_line"));
        assert_eq!(first(learned(built())).as_deref(), Some("call"));
    }

    const SENTENCE: &str = "retry with exponential backoff when the network is down for a while";
    const LOG: &str = "def log_line(out, line):\n    # for a while the network writes here, too\n    out.write(line)\n";
    const CALLS: &str = "def call(action, tries=5):\n    for n in range(tries):\n        try:\n            \
        return action()\n        except NetworkError:\n            time.sleep(2 ** n)\n";
}
