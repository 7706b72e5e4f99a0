//! The lists of what a repository has, a page each, in memory or read when one is asked for.

use crate::StorageError;
use crate::error::damaged;
use call_graph::{Symbol, SymbolId, WholeGraph};
use code_words::path::is_aside;
use compact_sort::CompactSort;
use paging::{Missing, Pages};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{FileId, Snapshot};
use std::cmp::Reverse;
use survey::{Entry, List, MAIN_TYPES, MainType, Section, Survey, steps};

/// A row for each [`List`], by its number: the entries of the list.
pub type Lists = Pages<Vec<Entry>>;

/// What a step of the functions that use a type is worth, beside what the survey weighs.
const USE: u32 = 10;
/// Most pages that an index may have: some more than there are lists, for those of later versions.
pub const MOST_PAGES: usize = 256;

/// Lists that are in memory; `None` where there are none at all.
pub fn whole(survey: Survey) -> Option<Lists> {
    (!survey.pages.is_empty()).then(|| Pages::whole(survey.pages))
}

/// Lists of an index of which none is loaded, so many as it has pages.
pub fn unloaded(table: u8, pages: usize, missing: &Missing) -> Option<Lists> {
    let starts: Vec<u32> = (0..pages as u32).collect();
    (pages > 0).then(|| Pages::unloaded(table, starts, pages as u32, missing.clone()))
}

/// A list to bytes.
pub fn page_to_bytes(entries: &[Entry]) -> Vec<u8> {
    postcard::to_stdvec(entries).expect("plain data of known length is written to memory")
}

/// All lists of stored bytes; `None` of none at all, as versions before lists wrote them.
pub fn read(bytes: &[u8], files: usize) -> Result<Option<Lists>, StorageError> {
    if bytes.is_empty() {
        return Ok(None);
    }
    let pages: Vec<Vec<Entry>> = postcard::from_bytes(bytes).map_err(damaged("its lists cannot be read"))?;
    let pages = pages.into_iter().map(|page| checked(page, files)).collect::<Result<_, _>>()?;
    Ok(whole(Survey { pages, ..Survey::default() }))
}

/// Reads what [`page_to_bytes`] wrote, of a repository of so many files.
pub fn page_from_bytes(bytes: &[u8], files: usize) -> Result<Vec<Entry>, StorageError> {
    checked(postcard::from_bytes(bytes).map_err(damaged("a list cannot be read"))?, files)
}

fn checked(entries: Vec<Entry>, files: usize) -> Result<Vec<Entry>, StorageError> {
    let sound =
        |entry: &Entry| (entry.file.0 as usize) < files && 0 < entry.start_line && entry.start_line <= entry.end_line;
    if entries.iter().all(sound) {
        Ok(entries)
    } else {
        Err(StorageError::Damaged("a list is inconsistent".to_owned()))
    }
}

/// Adds the main types: of those that the survey offers, the ones that most functions of other files use.
pub fn with_main_types(mut survey: Survey, graph: &WholeGraph, snapshot: &Snapshot) -> Survey {
    let path = |file: FileId| snapshot.file(file).path.as_str();
    let mut users: FxHashMap<SymbolId, FxHashSet<SymbolId>> = FxHashMap::default();
    for edge in graph.edges().iter().filter(|edge| edge.is_proven()) {
        let (from, to) = (graph.symbol(edge.from), graph.symbol(edge.to));
        let owner = if to.kind.is_type() { Some(edge.to) } else { to.parent };
        let Some(owner) = owner.filter(|owner| graph.symbol(*owner).kind.is_type()) else { continue };
        if from.file != to.file && !from.is_test && !is_aside(path(from.file)) && !is_aside(path(to.file)) {
            users.entry(owner).or_default().insert(edge.from);
        }
    }
    let offered = std::mem::take(&mut survey.main_types);
    let of_type = |entry: &Entry| {
        let is_it = |symbol: &Symbol| symbol.name == entry.name && symbol.name_span.start_line == entry.end_line;
        graph.symbols_in(entry.file).find(|(_, symbol)| symbol.kind.is_type() && is_it(symbol))
    };
    let mut ranked: Vec<(u32, usize, Entry)> = Vec::new();
    for (at, MainType { entry, weight }) in offered.into_iter().enumerate() {
        let Some((id, symbol)) = of_type(&entry) else { continue };
        let users = users.get(&id).map_or(0, FxHashSet::len) as u32;
        let used = match users {
            0 => String::new(),
            1 => ", used by 1 function of other files".to_owned(),
            n => format!(", used by {n} functions of other files"),
        };
        let doc = symbol.doc.as_deref().and_then(|doc| doc.split("\n\n").next()).unwrap_or("");
        let word = symbol.language.definition_word(&symbol.signature, true).unwrap_or(symbol.kind.word());
        let detail = format!("{word}{used}. {doc}");
        let row = Entry::new(entry.file, (entry.end_line, entry.end_line), &entry.name, detail.trim());
        ranked.push((weight + USE * steps(users), at, Section::MainType.entry(row)));
    }
    ranked.compact_sort_by_key(|(weight, at, _)| (Reverse(*weight), *at));
    if let Some(page) = survey.pages.get_mut(List::Overview as usize) {
        page.extend(ranked.into_iter().take(MAIN_TYPES).map(|(.., row)| row));
    }
    survey
}
