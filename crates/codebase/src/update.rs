//! Bringing a codebase up to date: what an earlier one has of files that are still the same.

use crate::facts_of::{FactsOf, of_file};
use crate::{Codebase, ParsedFiles};
use call_graph::{CallGraph, EditedFile, WholeGraph};
use facts::{DefId, FileFacts};
use search_index::{SearchIndex, SearchIndexBuilder};
use source::{FileId, Language, SkipReason, Skipped, Snapshot};
use std::rc::Rc;
use std::sync::Arc;
use survey::FileSurvey;

/// The codebase that is brought up to date, and which of its files are taken over.
pub struct Base {
    before: Rc<Codebase>,
    /// By file now: the file of this path then, and whether its text is the same.
    then: Vec<Option<(FileId, bool)>>,
    /// By file now: it is taken over.
    kept: Vec<bool>,
    /// Files of both with another text now: what they were then.
    edited: Vec<(FileId, FileFacts)>,
    /// Whether every file has the number that it had, and none went.
    is_in_place: bool,
}

impl Base {
    /// `None` where the codebase is read in pages.
    pub fn new(before: Rc<Codebase>, now: &Snapshot) -> Option<Self> {
        before.whole_graph().ok()?;
        let then: Vec<Option<(FileId, bool)>> = now
            .files
            .iter()
            .map(|entry| {
                let file = before.snapshot().find(entry.path.as_str())?;
                let known = before.snapshot().file(file);
                Some((file, known.hash == entry.hash && known.language == entry.language))
            })
            .collect();
        let same_place = |(then, now): (&Option<(FileId, bool)>, u32)| then.is_some_and(|(file, _)| file.0 == now);
        let is_in_place = then.len() == before.snapshot().files.len() && then.iter().zip(0..).all(same_place);
        Some(Self { kept: vec![false; then.len()], before, then, edited: Vec::new(), is_in_place })
    }

    /// Reads what files with another text were.
    pub fn find_edited(&mut self, before: &ParsedFiles) {
        if !self.is_in_place {
            return;
        }
        for (then, now) in self.then.iter().zip(0..) {
            let Some((file, false)) = then else { continue };
            let entry = self.before.snapshot().file(*file);
            let bytes = before.get(entry);
            if let Some(facts) = bytes.and_then(|bytes| FileFacts::from_bytes(bytes).ok()) {
                self.edited.push((FileId(now), of_file(&entry.path, facts)));
            }
        }
    }

    /// Takes a file over whose facts are those of then. False where it has another text, or had no facts.
    pub fn keeps_parsed(&mut self, file: FileId) -> bool {
        let kept = matches!(self.then[file.0 as usize], Some((then, true)) if self.had_facts(then));
        self.kept[file.0 as usize] |= kept;
        kept
    }

    /// Takes a file over that has no parser. False where it has one, or another text.
    pub fn keeps_text(&mut self, file: FileId, language: Language) -> bool {
        let kept = !language.is_parsed() && matches!(self.then[file.0 as usize], Some((_, true)));
        self.kept[file.0 as usize] |= kept;
        kept
    }

    /// What a file that is taken over adds to the lists, where that is still known.
    pub fn survey(&self, file: FileId) -> Option<Arc<FileSurvey>> {
        let (then, _) = self.then[file.0 as usize].filter(|_| self.kept[file.0 as usize])?;
        self.before.surveyed()?.get(then.0 as usize).cloned()
    }

    /// How many errors the grammar met in a file that is taken over.
    pub fn syntax_errors(&self, file: FileId) -> u32 {
        let Some((then, _)) = self.then[file.0 as usize] else { return 0 };
        let known = self.before.syntax_errors();
        known.binary_search_by_key(&then, |(file, _)| *file).map_or(0, |at| known[at].1)
    }

    /// Why a file that is taken over is listed as parsed in part, where it is.
    pub fn parsed_in_part(&self, file: FileId) -> Option<SkipReason> {
        let (then, _) = self.then[file.0 as usize]?;
        let before = self.before.snapshot();
        let path = &before.file(then).path;
        let is_it = |skipped: &&Skipped| {
            skipped.path == path.as_str() && matches!(skipped.reason, SkipReason::SyntaxErrors { .. })
        };
        before.skipped.iter().find(is_it).map(|skipped| skipped.reason.clone())
    }

    /// Every file with facts has its module in the graph.
    fn had_facts(&self, then: FileId) -> bool {
        self.graph().symbol_of(then, DefId::MODULE).is_some()
    }

    fn graph(&self) -> &WholeGraph {
        self.before.whole_graph().expect("one in memory was checked to be")
    }

    /// The index of what is taken over and what was added.
    pub fn pack(&self, added: SearchIndexBuilder) -> SearchIndex {
        let kept = (0..).zip(&self.then).zip(&self.kept).filter(|(_, kept)| **kept);
        let kept: Vec<(FileId, FileId)> = kept.filter_map(|((now, then), _)| Some(((*then)?.0, FileId(now)))).collect();
        added.finish_over(self.before.index(), &kept).expect("an index in memory has all files of its codebase")
    }

    /// The graph with places moved, where no edit can have changed a call. `facts`: by file now.
    pub fn moved_graph(&self, facts: &[FactsOf]) -> Option<CallGraph> {
        if !self.is_in_place {
            return None;
        }
        let mut edited = Vec::new();
        for ((kept, now), (then, file)) in self.kept.iter().zip(facts).zip(self.then.iter().zip((0..).map(FileId))) {
            if *kept {
                continue;
            }
            // What a project's manifest says decides what imports mean.
            if project_manifests::is_manifest(self.before.snapshot().file((*then)?.0).path.file_name()) {
                return None;
            }
            match (now.read(), self.had_facts((*then)?.0)) {
                (None, false) => {}
                (Some(now), true) => {
                    let at = self.edited.binary_search_by_key(&file, |(file, _)| *file).ok()?;
                    let language = self.before.snapshot().file((*then)?.0).language;
                    edited.push(EditedFile { file, before: &self.edited[at].1, now, language });
                }
                _ => return None,
            }
        }
        Some(self.graph().moved(&edited)?.into())
    }
}

#[cfg(test)]
mod tests {
    use crate::{Codebase, CodebaseBuilder, ParsedFiles, fixture};
    use search_index::Histories;
    use source::{FileId, SkipReason, Snapshot};
    use std::rc::Rc;

    const SHOP: &str = "//- a.py\nfrom b import price\n\ndef pay():\n    return price()\n\
        //- b.py\ndef price():\n    return 3\n//- notes.md\n# Notes\n\nOn prices.\n";

    /// Parses all pending files but those of which `fails` is true, which are given up.
    fn built(mut builder: CodebaseBuilder, parsed: &mut ParsedFiles, fails: impl Fn(FileId) -> bool) -> Rc<Codebase> {
        let mut kept = ParsedFiles::default();
        builder.reuse(parsed, &mut kept);
        for file in builder.pending() {
            let entry = builder.snapshot().file(file).clone();
            let facts = syntax::parse(entry.language, &builder.snapshot().code(file));
            if fails(file) {
                builder.give_up(file, SkipReason::TookTooLong).unwrap();
            } else if let Some(facts) = facts {
                kept.insert(&entry, facts.to_bytes());
                builder.add_facts(file, facts).unwrap();
            }
        }
        *parsed = kept;
        Rc::new(builder.finish())
    }

    fn clean(snapshot: Snapshot, fails: impl Fn(FileId) -> bool) -> Rc<Codebase> {
        built(CodebaseBuilder::new(snapshot), &mut ParsedFiles::default(), fails)
    }

    fn is_same(a: &Codebase, b: &Codebase) -> bool {
        a.to_bytes().unwrap() == b.to_bytes().unwrap() && a.snapshot().skipped == b.snapshot().skipped
    }

    #[test]
    fn a_file_that_was_given_up_is_parsed_and_one_that_is_given_up_now_is_text() {
        let snapshot = || fixture::snapshot_of(SHOP);
        let (given_up, parsed) = (|file: FileId| file.0 == 1, |_: FileId| false);
        let mut facts = ParsedFiles::default();
        let before = built(CodebaseBuilder::new(snapshot()), &mut facts, given_up);
        let now = built(CodebaseBuilder::over(before, snapshot()), &mut facts, parsed);
        assert!(is_same(&now, &clean(snapshot(), parsed)));
        assert_eq!(now.whole_graph().unwrap().edges().len(), 1);
        // Its facts are not at hand any more, and the parser fails.
        facts = ParsedFiles::default();
        let again = built(CodebaseBuilder::over(now, snapshot()), &mut facts, given_up);
        assert!(is_same(&again, &clean(snapshot(), given_up)));
    }

    #[test]
    fn calls_are_not_resolved_again_after_an_edit_of_comments_alone() {
        let mut facts = ParsedFiles::default();
        let before = built(CodebaseBuilder::new(fixture::snapshot_of(SHOP)), &mut facts, |_| false);
        let phases = |text: &str| {
            let snapshot = fixture::snapshot_of(text);
            let mut builder = CodebaseBuilder::over(Rc::clone(&before), snapshot.clone());
            builder.reuse(&facts, &mut ParsedFiles::default());
            for file in builder.pending() {
                fixture::add_facts(&mut builder, file);
            }
            let mut linking = 0;
            let report = async |at: crate::Progress| {
                linking += u32::from(at.phase == crate::Phase::Linking);
                Ok::<(), ()>(())
            };
            let built = futures::executor::block_on(builder.build(report)).unwrap();
            assert!(is_same(&built, &clean(snapshot, |_| false)));
            linking
        };
        assert_eq!(phases(&SHOP.replace("def price", "# In cents.\ndef price")), 1);
        assert_eq!(phases(&SHOP.replace("On prices", "On all prices")), 1);
        assert!(phases(&SHOP.replace("return 3", "return pay()")) > 1);
    }

    #[test]
    fn what_commits_say_now_is_searched() {
        let mut histories = Histories::default();
        histories.add("Round notes and prices", ["b.py"].into_iter());
        let mut facts = ParsedFiles::default();
        let before = built(CodebaseBuilder::new(fixture::snapshot_of(SHOP)), &mut facts, |_| false);
        let edited = || fixture::snapshot_of(&SHOP.replace("On prices", "On rounding"));
        let (mut over, mut anew) = (CodebaseBuilder::over(before, edited()), CodebaseBuilder::new(edited()));
        over.set_histories(histories.clone());
        anew.set_histories(histories);
        let updated = built(over, &mut facts, |_| false);
        assert!(is_same(&updated, &built(anew, &mut ParsedFiles::default(), |_| false)));
    }
}
