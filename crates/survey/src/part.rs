//! The overview of one part of a repository: a folder or a file.

use crate::file_row::FileRow;
use crate::manifest::{Manifest, Row};
use crate::overview::{Section, part_rows};
use crate::parts::{Parts, is_below, users};
use crate::{Entry, List};
use code_words::identifier::lower_parts;
use code_words::path::is_aside;
use code_words::stem::same_word;
use source::FileId;
use std::cmp::Reverse;

/// Types and functions that are named of a part.
const DEFINED: usize = 8;
/// Folders named that import a part.
const USERS: usize = 6;

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whole {
    /// The repository itself.
    Repository,
    /// One of its parts.
    Part(Part),
}

/// A folder or file of code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Its path.
    pub path: String,
    /// The rows of its overview, each with its section.
    pub rows: Vec<Entry>,
}

/// The part of this name or path, with its overview; `None` where no folder and no file of code is called so. `files` are all, in
/// order.
pub fn part<'e>(of: &str, page: &dyn Fn(List) -> &'e [Entry], files: &[FileRow]) -> Option<Whole> {
    let description =
        page(List::Overview).iter().find(|entry| entry.about.first().is_some_and(|s| s == Section::Description.name()));
    let plain = |name: &str| lower_parts(name).join("");
    if description.is_some_and(|entry| plain(entry.name.rsplit(['/', ':']).next().unwrap_or("")) == plain(of)) {
        return Some(Whole::Repository);
    }
    let code: Vec<&FileRow> = files.iter().filter(|file| file.language.is_parsed() && !is_aside(&file.path)).collect();
    let path = folder(of, &code).or_else(|| file(of, &code))?;
    let manifests: Vec<Manifest> = description.map(|entry| manifest(entry, files)).into_iter().collect();
    let imports = page(List::Imports);
    let modules = page(List::Modules);
    let module = |id: FileId| modules.binary_search_by_key(&id, |entry| entry.file).ok().map(|at| &modules[at]);
    let parts = Parts::below(&path, files, &manifests, imports);
    let head = code
        .iter()
        .filter(|file| file.path == path || is_below(&file.path, &path))
        .min_by_key(|file| (crate::parts::head_rank(&file.path), file.path.matches('/').count(), file.path.len()))?;
    let mut rows = Vec::new();
    let said = module(head.id)
        .filter(|_| head.path == path || crate::parts::head_rank(&head.path) == 0)
        .map_or("", |entry| entry.detail.as_str());
    let about = Entry { detail: said.to_owned(), ..Entry::new(head.id, (1, 1), &path, "") };
    rows.push(Section::Description.entry(about));
    rows.extend(part_rows(&parts, files, modules));
    rows.extend(defined(&path, page, files).into_iter().map(|entry| Section::MainType.entry(entry)));
    let of_user = |(folder, count, first): (String, u32, Entry)| {
        let files = if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
        Section::User.entry(Entry::new(first.file, (first.start_line, first.end_line), &folder, &files))
    };
    rows.extend(users(&path, files, &manifests, imports).into_iter().take(USERS).map(of_user));
    Some(Whole::Part(Part { path, rows }))
}

fn manifest(description: &Entry, files: &[FileRow]) -> Manifest {
    let path = files.binary_search_by_key(&description.file, |file| file.id).map_or("", |at| files[at].path.as_str());
    Manifest {
        file: description.file,
        folder: path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned(),
        name: Some(Row::new(&description.name, "", description.start_line)),
        ..Manifest::default()
    }
}

/// The segments of a name or path: `tokio::runtime`, `src/runtime`, "runtime scheduler".
fn segments(of: &str) -> Vec<String> {
    let apart = of.trim_matches(['/', '.', '`']).replace("::", "/").replace([' ', '.'], "/");
    apart.split('/').filter(|part| !part.is_empty()).map(str::to_lowercase).collect()
}

fn fits(path: &[&str], wanted: &[String]) -> bool {
    let same = |(own, wanted): (&&str, &String)| {
        let own = own.to_lowercase();
        own == *wanted || same_word(&own, wanted) || lower_parts(&own) == lower_parts(wanted)
    };
    wanted.len() <= path.len() && path.iter().rev().zip(wanted.iter().rev()).all(same)
}

/// The folder of this name that is nearest to the root; of several the one with most code.
fn folder(of: &str, code: &[&FileRow]) -> Option<String> {
    let wanted = segments(of);
    // "runtime scheduler" is also `runtime_scheduler`.
    let joined = vec![wanted.join("_")];
    let mut found: Vec<(usize, u32, String)> = Vec::new();
    for file in code {
        let parts: Vec<&str> = file.path.split('/').collect();
        for end in 1..parts.len() {
            if !wanted.is_empty() && (fits(&parts[..end], &wanted) || fits(&parts[..end], &joined)) {
                let path = parts[..end].join("/");
                match found.iter_mut().find(|(.., other)| *other == path) {
                    Some((_, lines, _)) => *lines += file.lines,
                    None => found.push((end, file.lines, path)),
                }
            }
        }
    }
    found.into_iter().min_by_key(|(depth, lines, path)| (*depth, Reverse(*lines), path.clone())).map(|(.., path)| path)
}

fn file(of: &str, code: &[&FileRow]) -> Option<String> {
    let by_path = code.iter().find(|file| file.path == of || file.path.ends_with(&format!("/{of}")));
    let wanted = segments(of);
    let stem = |file: &&&FileRow| {
        let path = file.path.rsplit_once('.').map_or(file.path.as_str(), |(stem, _)| stem);
        fits(&path.split('/').collect::<Vec<_>>(), &wanted)
    };
    let by_stem = || code.iter().filter(stem).min_by_key(|file| (file.path.matches('/').count(), Reverse(file.lines)));
    by_path.or_else(by_stem).map(|file| file.path.clone())
}

/// Its types, or else its functions: those that most imports name first, then those that each file names first.
fn defined<'e>(path: &str, page: &dyn Fn(List) -> &'e [Entry], files: &[FileRow]) -> Vec<Entry> {
    let path_of = |id: FileId| files.binary_search_by_key(&id, |file| file.id).map_or("", |at| files[at].path.as_str());
    let inside = |entry: &&Entry| {
        let own = path_of(entry.file);
        (own == path || is_below(own, path)) && !is_aside(own) && !entry.name.contains('.')
    };
    let types: Vec<&Entry> = page(List::Types).iter().filter(inside).collect();
    let own: Vec<&Entry> = if types.is_empty() { page(List::Api).iter().filter(inside).collect() } else { types };
    let modules = page(List::Modules);
    let place = |entry: &Entry| {
        let at = modules.binary_search_by_key(&entry.file, |module| module.file).ok();
        at.and_then(|at| modules[at].about.iter().position(|name| *name == entry.name)).unwrap_or(usize::MAX)
    };
    let imported =
        |entry: &Entry| page(List::Imports).iter().filter(|import| import.about.contains(&entry.name)).count();
    let mut ranked: Vec<(Reverse<usize>, usize, &Entry)> =
        own.into_iter().map(|entry| (Reverse(imported(entry)), place(entry), entry)).collect();
    ranked.sort();
    let shown = |(.., entry): (Reverse<usize>, usize, &Entry)| Entry { about: Vec::new(), ..entry.clone() };
    ranked.into_iter().take(DEFINED).map(shown).collect()
}
