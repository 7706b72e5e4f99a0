//! An index made of an earlier one: only the files that were added are analysed, of the others the rows and postings of the
//! earlier index are taken over under their new numbers. The result is the same, to the byte, as that of a builder that got
//! all files.

use super::{DocumentTerms, FilePart, SearchIndexBuilder};
use crate::document::{ChunkRecord, FileRecord, Symbol};
use crate::field::Field;
use crate::fieldnorm;
use crate::history::Histories;
use crate::index::SearchIndex;
use crate::parts::Parts;
use crate::postings::dictionary::Dictionary;
use crate::postings::{Posting, Postings};
use crate::terms::{Terms, WholeTerms};
use compact_sort::CompactSort;
use paging::Pages;
use source::FileId;
use std::ops::Range;

/// The number of a document that the new index does not have.
const GONE: u32 = u32::MAX;

impl SearchIndexBuilder {
    /// As [`finish`](Self::finish) of a builder that also got the files `kept`: pairs of a file's id in `before` and its id now, in
    /// the order of both. Their path, language, text and facts must be those that `before` was made of. Files of `before`
    /// that are not kept are left out. `None` where `before` is read in pages, or does not have a file of that id.
    pub fn finish_over(mut self, before: &SearchIndex, kept: &[(FileId, FileId)]) -> Option<SearchIndex> {
        self.files.compact_sort_by_key(|file| file.record.id);
        let Terms::Whole(old) = &before.parts().terms else { return None };
        let rows = Rows::of(before.parts(), kept, &mut self.files)?;
        let (terms, ordinals) = self.interner.into_sorted();
        let mut added: Vec<(u32, Posting)> = Vec::new();
        for (document, own) in &rows.added {
            for same in own.counts.chunk_by(|a, b| a.term == b.term) {
                let mut posting = Posting { document: *document, ..Posting::default() };
                same.iter().for_each(|count| posting.frequencies[count.field as usize] = count.frequency);
                added.push((ordinals[same[0].term as usize], posting));
            }
        }
        added.sort_unstable_by_key(|(ordinal, posting)| (*ordinal, posting.document));
        let mut merged = Merged::default();
        let histories = of_files(&self.histories, &rows);
        merged.all(old, &rows.numbers, (&terms, &added), &histories)?;
        let (norms, averages) = norms(old, &rows, merged.sums);
        let terms =
            Terms::whole(Dictionary::from_sorted(merged.terms.iter().map(String::as_str)), merged.postings, norms);
        let Rows { files, symbols, chunks, .. } = rows;
        let (symbols, chunks) = (Pages::whole(symbols), Pages::whole(chunks));
        Some(SearchIndex::new(Parts { files, symbols, chunks, terms, averages, summaries: None }))
    }
}

/// The rows of the new index.
#[derive(Default)]
struct Rows {
    files: Vec<FileRecord>,
    symbols: Vec<Symbol>,
    chunks: Vec<ChunkRecord>,
    /// The new number of each document of the index before, or [`GONE`]; ascending but for those.
    numbers: Vec<u32>,
    /// Documents of the added files, by their numbers, ascending.
    added: Vec<(u32, DocumentTerms)>,
}

impl Rows {
    /// `added`: the added files, by id. Their rows are moved out of them.
    fn of(before: &Parts, kept: &[(FileId, FileId)], added: &mut [FilePart]) -> Option<Self> {
        let (old_symbols, old_chunks) = (before.symbols.in_memory()?, before.chunks.in_memory()?);
        let mut rows = Self { numbers: vec![GONE; old_symbols.len() + old_chunks.len()], ..Self::default() };
        rows.symbols.reserve(old_symbols.len());
        rows.chunks.reserve(old_chunks.len());
        let (mut added, mut kept) = (added.iter_mut().peekable(), kept.iter().peekable());
        let (mut symbol_terms, mut chunk_terms) = (Vec::new(), Vec::new());
        loop {
            let next_kept = kept.peek().map(|(_, now)| *now);
            let next_added = added.peek().map(|part| part.record.id);
            let takes_kept = match (next_kept, next_added) {
                (None, None) => break,
                (Some(own), Some(other)) => own < other,
                (own, _) => own.is_some(),
            };
            let (first_symbol, first_chunk) = (rows.symbols.len() as u32, rows.chunks.len() as u32);
            if takes_kept {
                let (then, now) = kept.next()?;
                let place = before.files.binary_search_by_key(then, |file| file.id).ok()?;
                let record = FileRecord { id: *now, first_symbol, first_chunk, ..before.files[place].clone() };
                rows.files.push(record);
                let (symbols, chunks) = (before.symbol_range(place as u32), before.chunk_range(place as u32));
                number(&mut rows.numbers, symbols.clone(), first_symbol);
                number(
                    &mut rows.numbers,
                    chunks.start + old_symbols.len()..chunks.end + old_symbols.len(),
                    first_chunk,
                );
                let moved = old_symbols.get(symbols)?.iter().map(|symbol| Symbol { file: *now, ..symbol.clone() });
                rows.symbols.extend(moved);
                rows.chunks.extend_from_slice(old_chunks.get(chunks)?);
            } else {
                let part = added.next()?;
                rows.files.push(FileRecord { first_symbol, first_chunk, ..part.record.clone() });
                rows.symbols.append(&mut part.symbols);
                rows.chunks.append(&mut part.chunks);
                symbol_terms.extend((first_symbol..).zip(std::mem::take(&mut part.symbol_terms)));
                chunk_terms.extend((first_chunk..).zip(std::mem::take(&mut part.chunk_terms)));
            }
        }
        // Chunks are numbered behind all definitions.
        let definitions = rows.symbols.len() as u32;
        let chunks = rows.numbers[old_symbols.len()..].iter_mut();
        chunks.filter(|number| **number != GONE).for_each(|number| *number += definitions);
        rows.added = symbol_terms;
        rows.added.extend(chunk_terms.into_iter().map(|(number, terms)| (definitions + number, terms)));
        Some(rows)
    }

    fn documents(&self) -> usize {
        self.symbols.len() + self.chunks.len()
    }

    /// The number of the first chunk of each file that has chunks, with the file.
    fn first_chunks(&self) -> impl Iterator<Item = (u32, &FileRecord)> {
        let ends = self.files.iter().skip(1).map(|file| file.first_chunk).chain([self.chunks.len() as u32]);
        let with_chunks = self.files.iter().zip(ends).filter(|(file, end)| file.first_chunk < *end);
        with_chunks.map(|(file, _)| (self.symbols.len() as u32 + file.first_chunk, file))
    }
}

fn number(numbers: &mut [u32], range: Range<usize>, first: u32) {
    numbers[range].iter_mut().zip(first..).for_each(|(number, new)| *number = new);
}

/// What commits say of the files: word, document and level, in the order of the words.
fn of_files<'h>(histories: &'h Histories, rows: &Rows) -> Vec<(&'h str, u32, u8)> {
    if histories.is_empty() {
        return Vec::new();
    }
    let of_file = |(document, file): (u32, &FileRecord)| {
        let words = histories.words(file.path.as_str()).into_iter();
        words.map(move |(word, level)| (word, document, level))
    };
    let mut words: Vec<(&str, u32, u8)> = rows.first_chunks().flat_map(of_file).collect();
    words.sort_unstable();
    words
}

/// The terms of both, as they are put together.
#[derive(Default)]
struct Merged {
    terms: Vec<String>,
    postings: Postings,
    /// Tokens in each field of the kept documents.
    sums: [u64; Field::COUNT],
}

impl Merged {
    /// `None` where the terms of the index before are damaged.
    fn all(
        &mut self,
        old: &WholeTerms,
        numbers: &[u32],
        (terms, added): (&[Box<str>], &[(u32, Posting)]),
        mut histories: &[(&str, u32, u8)],
    ) -> Option<()> {
        let mut olds = (0..).zip(old.dictionary.terms()).peekable();
        let mut news = added.chunk_by(|a, b| a.0 == b.0).map(|same| (&*terms[same[0].0 as usize], same)).peekable();
        let mut list: Vec<Posting> = Vec::new();
        loop {
            let order = match (olds.peek(), news.peek()) {
                (None, None) => return Some(()),
                (Some((_, old)), Some((new, _))) => old.as_slice().cmp(new.as_bytes()),
                (Some(_), None) => std::cmp::Ordering::Less,
                (None, Some(_)) => std::cmp::Ordering::Greater,
            };
            list.clear();
            let mut term = None;
            if order.is_le() {
                let (ordinal, text) = olds.next()?;
                self.take_kept(old.postings.list(ordinal), numbers, &mut list);
                term = Some(String::from_utf8(text).ok()?);
            }
            if order.is_ge() {
                let (text, same) = news.next()?;
                list.extend(same.iter().map(|(_, posting)| *posting));
                list.sort_unstable_by_key(|posting| posting.document);
                term = term.or_else(|| Some(text.to_owned()));
            }
            // A word that no text holds any more is no term, whatever commits say.
            let Some(term) = term.filter(|_| !list.is_empty()) else { continue };
            take_histories(&term, &mut histories, &mut list);
            self.postings.push(list.iter().copied());
            self.terms.push(term);
        }
    }

    fn take_kept(&mut self, postings: impl Iterator<Item = Posting>, numbers: &[u32], list: &mut Vec<Posting>) {
        for posting in postings {
            let document = numbers.get(posting.document as usize).copied().unwrap_or(GONE);
            // What commits say is said anew: a posting may have nothing else.
            if document == GONE || posting.frequencies == [0; Field::COUNT] {
                continue;
            }
            for (sum, frequency) in self.sums.iter_mut().zip(posting.frequencies) {
                *sum += u64::from(frequency);
            }
            list.push(Posting { document, history: 0, ..posting });
        }
    }
}

/// Takes what commits say of a term off the front of `histories`, with that of words before it, which no text holds.
fn take_histories(term: &str, histories: &mut &[(&str, u32, u8)], list: &mut Vec<Posting>) {
    let before = histories.partition_point(|(word, ..)| *word < term);
    let end = before + histories[before..].iter().take_while(|(word, ..)| *word == term).count();
    for (_, document, level) in &histories[before..end] {
        match list.binary_search_by_key(document, |posting| posting.document) {
            Ok(at) => list[at].history = *level,
            Err(at) => list.insert(at, Posting { document: *document, history: *level, ..Posting::default() }),
        }
    }
    *histories = &histories[end..];
}

/// As the builder's own, of kept and added documents. `sums`: tokens in each field of the kept ones.
fn norms(old: &WholeTerms, rows: &Rows, mut sums: [u64; Field::COUNT]) -> (Vec<u8>, [f32; Field::COUNT]) {
    let mut norms = vec![0; rows.documents() * Field::COUNT];
    for (number, own) in rows.numbers.iter().zip(old.norms.chunks_exact(Field::COUNT)) {
        if *number != GONE {
            norms[*number as usize * Field::COUNT..][..Field::COUNT].copy_from_slice(own);
        }
    }
    for (number, document) in &rows.added {
        norms[*number as usize * Field::COUNT..][..Field::COUNT]
            .copy_from_slice(&document.lengths.map(fieldnorm::encode));
        sums.iter_mut().zip(document.lengths).for_each(|(sum, length)| *sum += u64::from(length));
    }
    // A field that is not empty has a length that is not 0, quantised as well.
    let mut counts = [0u32; Field::COUNT];
    for own in norms.chunks_exact(Field::COUNT) {
        counts.iter_mut().zip(own).for_each(|(count, length)| *count += u32::from(*length > 0));
    }
    let averages = std::array::from_fn(|field| super::average(sums[field], counts[field]));
    (norms, averages)
}

#[cfg(test)]
mod tests {
    use crate::builder::{FileDocument, SearchIndexBuilder};
    use crate::history::Histories;
    use crate::index::SearchIndex;
    use source::{FileId, Language, RepoPath};
    use std::collections::BTreeMap;

    type Files = BTreeMap<&'static str, &'static str>;
    /// A path with its new text, or none where the file goes.
    type Edit = (&'static str, Option<&'static str>);

    fn add(builder: &mut SearchIndexBuilder, id: u32, path: &str, text: &str) {
        let path = RepoPath::parse(path).unwrap();
        let language = Language::detect(&path);
        let facts = syntax::parse(language, text);
        builder.add_file(FileDocument { file: FileId(id), path: &path, language, text, facts: facts.as_ref() });
    }

    fn histories(subjects: &[(&str, &str)]) -> Histories {
        let mut histories = Histories::default();
        subjects.iter().for_each(|(subject, path)| histories.add(subject, [*path].into_iter()));
        histories
    }

    fn whole(files: &Files, subjects: &[(&str, &str)]) -> SearchIndex {
        let mut builder = SearchIndexBuilder::new();
        builder.set_histories(histories(subjects));
        files.iter().zip(0..).for_each(|((path, text), id)| add(&mut builder, id, path, text));
        builder.finish()
    }

    fn updated(before: &SearchIndex, from: &Files, to: &Files, subjects: &[(&str, &str)]) -> SearchIndex {
        let mut builder = SearchIndexBuilder::new();
        builder.set_histories(histories(subjects));
        let mut kept = Vec::new();
        for ((path, text), id) in to.iter().zip(0..) {
            match from.keys().position(|before| before == path).filter(|_| from[path] == *text) {
                Some(then) => kept.push((FileId(then as u32), FileId(id))),
                None => add(&mut builder, id, path, text),
            }
        }
        builder.finish_over(before, &kept).unwrap()
    }

    const START: &[(&str, &str)] = &[
        ("a.py", "def light_up(lamp):\n    \"\"\"Switches a lamp on.\"\"\"\n    return lamp\n"),
        ("b.md", "# Lamps\n\nA lamp is lit by its switch.\n"),
        ("c.py", "class Bell:\n    def ring(self):\n        return 'ding'\n"),
        ("d.txt", "only words here\n"),
    ];

    #[test]
    fn equals_an_index_of_all_files() {
        let start: Files = START.iter().copied().collect();
        let edits: &[(&str, &[Edit])] = &[
            ("nothing", &[]),
            ("a file in the middle", &[("c.py", Some("def ring():\n    return lamp\n\ndef ding(x, y):\n    pass\n"))]),
            ("the first and the last", &[("a.py", Some("x = 1\n")), ("d.txt", Some("words, and lamps\n"))]),
            ("one that goes", &[("a.py", None)]),
            ("all but one go", &[("a.py", None), ("b.md", None), ("d.txt", None)]),
            ("one that comes", &[("aa.py", Some("def gong():\n    ring()\n")), ("z.md", Some("# End\n"))]),
            ("an empty one", &[("b.md", Some(""))]),
            ("a renamed one", &[("c.py", None), ("tools/bell.py", Some(START[2].1))]),
            ("all", &[("a.py", Some("a = b\n")), ("b.md", None), ("c.py", Some("c = d\n")), ("d.txt", None)]),
        ];
        let said: &[&[(&str, &str)]] = &[
            &[],
            &[("Ring the gong twice", "c.py"), ("Words of the gong", "d.txt"), ("lamp", "a.py")],
            &[("Switch lamps", "b.md"), ("nowhere", "missing.py"), ("Ding", "aa.py")],
        ];
        for (what, edit) in edits {
            for (then, now) in said.iter().flat_map(|then| said.iter().map(move |now| (then, now))) {
                let before = whole(&start, then);
                let mut files = start.clone();
                for (path, text) in *edit {
                    match text {
                        Some(text) => files.insert(path, text),
                        None => files.remove(path),
                    };
                }
                let clean = whole(&files, now);
                let after = updated(&before, &start, &files, now);
                assert!(after.to_bytes().unwrap() == clean.to_bytes().unwrap(), "{what}, {then:?}, {now:?}");
            }
        }
    }

    #[test]
    fn a_file_that_the_index_does_not_have_is_refused() {
        let start: Files = START.iter().copied().collect();
        let before = whole(&start, &[]);
        assert!(SearchIndexBuilder::new().finish_over(&before, &[(FileId(9), FileId(0))]).is_none());
        assert_eq!(Language::detect(&RepoPath::parse("a.py").unwrap()), Language::Python);
    }
}
