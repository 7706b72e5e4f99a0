//! From files to a survey.

use crate::collected::Collected;
use crate::file_row::FileRow;
use crate::lists::{self, examples_folded};
use crate::mentions::MentionsOfFile;
use crate::parts::Parts;
use crate::scan::File;
use crate::{List, Survey, main_types, overview};
use compact_sort::CompactSort;
use facts::FileFacts;
use source::{FileId, Language};
use std::collections::BTreeSet;

/// Most entries of one list that are kept.
const MOST: usize = 50_000;

/// What one file adds to a survey. It depends on the file's path, language, text and facts alone.
#[derive(Debug, Clone)]
pub struct FileSurvey {
    collected: Collected,
    mentions: MentionsOfFile,
    row: FileRow,
    readme: Option<overview::Prose>,
}

impl FileSurvey {
    /// Looks at a file with its facts, where it has some.
    #[inline(never)]
    pub fn of(id: FileId, path: &str, language: Language, text: &str, facts: Option<&FileFacts>) -> Self {
        let file = File::new(id, path, language, text, facts);
        let mut collected = Collected::default();
        lists::collect(&file, &mut collected);
        let package = facts.and_then(|facts| facts.package.clone());
        let lines = file.line_count();
        let row = FileRow { id, path: path.to_owned(), language, package, lines };
        Self { collected, mentions: MentionsOfFile::of(&file), row, readme: overview::readme(&file) }
    }
}

/// Takes files in any order, each once.
#[derive(Debug, Default)]
pub struct SurveyBuilder {
    collected: Collected,
    files: Vec<FileRow>,
    readmes: Vec<overview::Prose>,
}

impl SurveyBuilder {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Takes a file with its facts, where it has some.
    pub fn add(&mut self, id: FileId, path: &str, language: Language, text: &str, facts: Option<&FileFacts>) {
        self.add_surveyed(id, &FileSurvey::of(id, path, language, text, facts));
    }

    /// Takes what is known of a file, under the number that the file now has.
    #[inline(never)]
    pub fn add_surveyed(&mut self, id: FileId, file: &FileSurvey) {
        let row = FileRow { id, ..file.row.clone() };
        self.collected.add(id, &file.collected);
        self.collected.mentions.add(&file.mentions);
        if let Some(prose) = &file.readme {
            self.readmes.push(overview::Prose { file: id, ..prose.clone() });
        }
        self.files.push(row);
    }

    /// The survey of all files that were added.
    pub fn finish(self) -> Survey {
        let Self { mut collected, mut files, readmes } = self;
        files.compact_sort_by_key(|file| file.id);
        collected.pages.resize_with(List::ALL.len(), Vec::new);
        collected.types.compact_sort_by(|a, b| (a.file, a.lines, &a.name).cmp(&(b.file, b.lines, &b.name)));
        collected.manifests.compact_sort_by_key(|manifest| manifest.file);
        drop_stubs(&mut collected, &files);
        let paths = files.iter().map(|file| (file.id, file.path.clone())).collect();
        lists::finish(&mut collected, &paths);
        let libraries = overview::libraries(&files, &collected);
        libraries.into_iter().for_each(|entry| collected.push(List::EntryPoints, entry));
        for page in &mut collected.pages {
            page.compact_sort_by(|a, b| {
                (a.file, a.start_line, a.end_line, &a.name, a).cmp(&(b.file, b.start_line, b.end_line, &b.name, b))
            });
            page.dedup();
        }
        let examples = std::mem::take(&mut collected.pages[List::Examples as usize]);
        collected.pages[List::Examples as usize] = examples_folded(examples);
        let parts = Parts::of(&files, &collected.manifests, &collected.pages[List::Imports as usize]);
        let rows = overview::entries(&files, &collected, &parts, overview::readme_of_all(readmes));
        collected.pages[List::Overview as usize] = rows;
        let main_types = main_types::candidates(&files, &collected);
        collected.pages.iter_mut().for_each(|page| page.truncate(MOST));
        Survey { pages: collected.pages, main_types }
    }
}

/// Takes out what the stubs of other files declare: each thing is listed once, where its code is.
#[inline(never)]
fn drop_stubs(collected: &mut Collected, files: &[FileRow]) {
    let paths: BTreeSet<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let stubs: BTreeSet<FileId> = files.iter().filter(|file| is_stub(&file.path, &paths)).map(|file| file.id).collect();
    if !stubs.is_empty() {
        collected.pages.iter_mut().for_each(|page| page.retain(|entry| !stubs.contains(&entry.file)));
        collected.types.retain(|row| !stubs.contains(&row.file));
    }
}

/// Types alone (`.pyi`, `.d.ts`) of a file beside it.
fn is_stub(path: &str, paths: &BTreeSet<&str>) -> bool {
    const STUBS: &[(&str, &[&str])] = &[
        (".pyi", &[".py"]),
        (".d.ts", &[".js", ".ts", ".tsx", ".jsx", ".mjs", ".cjs"]),
        (".d.mts", &[".mjs", ".mts"]),
        (".d.cts", &[".cjs", ".cts"]),
    ];
    STUBS.iter().any(|(ending, sources)| {
        path.strip_suffix(ending)
            .is_some_and(|stem| sources.iter().any(|source| paths.contains(format!("{stem}{source}").as_str())))
    })
}
