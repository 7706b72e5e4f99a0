//! The repository at a glance.

use crate::Codebase;
use call_graph::Stats;
use compact_sort::CompactSort;
use source::Language;
use std::collections::BTreeMap;

/// How much of the repository is in a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LanguageShare {
    pub language: Language,
    pub files: u32,
    pub bytes: u64,
}

/// Counts over the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overview {
    /// What the person calls it.
    pub name: String,
    pub files: u32,
    /// Bytes of text.
    pub bytes: u64,
    /// Lines of text.
    pub lines: u64,
    /// Definitions in the call graph.
    pub symbols: u32,
    /// Most bytes first.
    pub languages: Vec<LanguageShare>,
    /// How much is known of its calls.
    pub calls: Stats,
    /// Entries left out of the snapshot.
    pub skipped: u32,
    /// Files read in another encoding than UTF-8: path and encoding.
    pub decoded: Vec<(String, String)>,
    /// Files that a grammar could not wholly read.
    pub syntax_errors: u32,
}

impl Codebase {
    pub fn overview(&self) -> Overview {
        let snapshot = self.snapshot();
        let mut shares: BTreeMap<Language, LanguageShare> = BTreeMap::new();
        let files = || self.files_in_scope().map(|file| snapshot.file(file));
        for file in files() {
            let empty = LanguageShare { language: file.language, files: 0, bytes: 0 };
            let share = shares.entry(file.language).or_insert(empty);
            share.files += 1;
            share.bytes += u64::from(file.len);
        }
        let mut languages: Vec<LanguageShare> = shares.into_values().collect();
        languages.compact_sort_by_key(|share| (std::cmp::Reverse(share.bytes), share.language));
        let decoded = files().filter_map(|file| {
            file.decoded_from.as_ref().map(|encoding| (file.path.as_str().to_owned(), encoding.clone()))
        });
        let symbols = match self.scope() {
            None => self.graph().len() as u32,
            Some(_) => self.files_in_scope().filter_map(|file| self.index().symbols_of(file)).sum(),
        };
        let broken = self.syntax_errors().iter().filter(|(file, _)| self.takes(*file));
        Overview {
            name: snapshot.name.clone(),
            files: files().count() as u32,
            bytes: files().map(|file| u64::from(file.len)).sum(),
            lines: files().map(|file| u64::from(file.lines)).sum(),
            symbols,
            languages,
            calls: self.graph().stats().clone(),
            skipped: self.paged().map_or(snapshot.skipped_count(), |paged| paged.precomputed.skipped),
            decoded: decoded.collect(),
            syntax_errors: broken.count() as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::fixture;
    use source::Language;

    #[test]
    fn counts_files_and_languages() {
        let overview = fixture::shop().overview();
        assert_eq!((overview.files, overview.name.as_str()), (9, "shop-repo"));
        assert_eq!(overview.languages[0].language, Language::Python);
        assert_eq!(overview.languages[0].files, 5);
        assert!(overview.symbols > 10 && overview.calls.proven > 0);
    }

    #[test]
    fn calls_that_linking_gave_up_are_counted_as_such() {
        let (whole, hardly) = (fixture::shop().overview().calls, fixture::shop_hardly_linked().overview().calls);
        assert_eq!(whole.work_limit, 0);
        assert!(hardly.work_limit > 0 && hardly.work_limit <= hardly.unresolved_internal, "{hardly:?}");
        assert!(hardly.call_sites > 0 && hardly.proven < whole.proven);
    }
}
