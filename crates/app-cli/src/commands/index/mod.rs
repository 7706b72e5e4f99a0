//! `quarry index`

mod report;
mod settings;
mod skipped;

use crate::arguments::{IndexOptions, Prune};
use crate::embeddings::{self, Choice};
use crate::index_folder::{self, IndexFolder, IndexWriter, Stale};
use crate::load;
use crate::output::Progress;
use anyhow::{Context, Result, bail};
use codebase::reader::listing;
use codebase::{Chunk, Codebase, IndexFiles};
use futures::executor::block_on;
use host_native::Wanted;
use report::{Report, Written};
use settings::Settings;
use std::mem::ManuallyDrop;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Indexes a repository, writes the index if a directory for it is given, and prints a summary.
pub fn run(options: &IndexOptions) -> Result<()> {
    let started = Instant::now();
    load::check_is_there(&options.repository)?;
    let settings = Settings::of(options)?;
    let mut progress = Progress::logged();
    // The folder is made before the repository is read: the second index must see what the first one saw.
    let mut writer = settings.out.as_deref().map(IndexWriter::open).transpose()?;
    let without = writer.as_ref().map(|writer| within(writer.folder(), &options.repository)).transpose()?.flatten();
    let choice = Choice::of(&options.embeddings)?;
    if choice.is_some() && writer.is_none() {
        bail!("--embeddings needs an index: give its folder with --out");
    }
    if choice.as_ref().is_some_and(|choice| choice.model.is_none()) {
        bail!("--embeddings needs the name of a model: --embeddings-model NAME");
    }
    // Freed with the process: its millions of small parts take a while one by one.
    let codebase = ManuallyDrop::new(build(&options.repository, &settings, without, &mut progress)?);
    let index = writer
        .as_mut()
        .map(|writer| write(&codebase, writer, options.prune, choice.as_ref(), &mut progress))
        .transpose()?;
    progress.end();
    let ms = started.elapsed().as_millis() as u64;
    let report =
        Report { codebase: &codebase, overview: codebase.overview(), index, list_skipped: options.skipped, ms };
    if options.json { report.print_json() } else { report.print() }
}

/// Indexes a folder or an archive with the settings of its `quarry.toml`.
pub fn into_folder(repository: &Path, out: &Path, progress: &mut Progress) -> Result<()> {
    let settings = Settings::of_file(repository)?;
    let mut writer = IndexWriter::open(out)?;
    // Where `quarry index` writes is no part of the repository here either.
    let own = settings.out.as_deref().filter(|own| own.is_dir());
    let without = own.map(|own| within(own, repository)).transpose()?.flatten();
    let codebase = build(repository, &settings, without, progress)?;
    write(&codebase, &mut writer, None, None, progress).map(drop)
}

fn build(
    repository: &Path,
    settings: &Settings,
    without: Option<PathBuf>,
    progress: &mut Progress,
) -> Result<Codebase> {
    let wanted = Wanted { selection: settings.selection.clone(), without, ..Wanted::default() };
    let mut snapshot = load::read(repository, wanted, progress)?;
    if let Some(name) = &settings.name {
        snapshot.name.clone_from(name);
    }
    Ok(load::build(snapshot, repository, progress))
}

/// The folder of the index, where it lies in the repository.
fn within(out: &Path, repository: &Path) -> Result<Option<PathBuf>> {
    let (out, repository) = (std::fs::canonicalize(out)?, std::fs::canonicalize(repository)?);
    if out == repository {
        bail!("the index cannot be the repository itself; choose another folder");
    }
    Ok(out.starts_with(&repository).then_some(out))
}

fn write(
    codebase: &Codebase,
    writer: &mut IndexWriter,
    prune: Option<Prune>,
    choice: Option<&Choice>,
    progress: &mut Progress,
) -> Result<Written> {
    let folder = writer.folder().to_owned();
    let before = names(&IndexFolder(folder.clone()));
    progress.end();
    let valid = embeddings::of_unchanged(codebase, choice, embeddings::before(&folder))?;
    let mut written = codebase.write_directory_with(&mut ReportingWriter { writer, progress }, valid.as_ref())?;
    let embed = |choice| embeddings::embed(codebase, choice, valid.as_ref(), &mut written, writer, progress);
    let embedded = choice.map(embed).transpose()?;
    let codebase::storage::directory::Written { mut parts, chunks, .. } = written;
    parts.sort_by_key(|part| std::cmp::Reverse(part.stored));
    let mut stale = index_folder::stale(&folder, &chunks.into_iter().collect())?;
    let removed = match prune {
        None => Stale::default(),
        Some(Prune::All) => std::mem::take(&mut stale),
        Some(Prune::Older) => stale.split_off_others(&before),
    };
    removed.remove()?;
    let manifest_bytes = std::fs::metadata(folder.join(codebase::storage::directory::MANIFEST))
        .with_context(|| folder.display().to_string())?
        .len();
    Ok(Written {
        path: folder,
        chunks: writer.chunks(),
        written: writer.written,
        reused: writer.reused,
        stale: stale.tally(),
        removed: removed.tally(),
        manifest_bytes,
        manifest_changed: writer.manifest_changed,
        parts,
        embedded,
    })
}

/// The chunks that an index names. One of an older format, or damaged, has no readers among those that the new one is for.
fn names(index: &IndexFolder) -> Vec<String> {
    let mut names = block_on(listing::chunk_names(index)).unwrap_or_default();
    names.extend(block_on(listing::vector_names(index)).unwrap_or_default());
    names
}

struct ReportingWriter<'a> {
    writer: &'a mut IndexWriter,
    progress: &'a mut Progress,
}

impl IndexFiles for ReportingWriter<'_> {
    fn write(&mut self, name: &str, bytes: &[u8]) -> Result<(), String> {
        self.writer.write(name, bytes)?;
        self.progress.update("writing", "chunks", self.writer.chunks().files, None);
        Ok(())
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        self.writer.read(name)
    }

    fn compress(&self, pages: &[Vec<u8>]) -> Vec<Chunk> {
        self.writer.compress(pages)
    }
}
