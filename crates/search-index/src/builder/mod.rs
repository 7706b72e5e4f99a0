//! Files in, index out.

mod chunks;
mod terms;
mod titles;
mod update;

use self::terms::{Analysis, Count, DocumentTerms, HISTORY, TermInterner};
use crate::document::{ChunkRecord, FileNature, FileRecord, Symbol};
use crate::field::Field;
use crate::fieldnorm;
use crate::history::Histories;
use crate::index::SearchIndex;
use crate::parts::Parts;
use crate::postings::dictionary::Dictionary;
use crate::postings::{Posting, Postings};
use crate::terms::Terms;
use compact_sort::CompactSort;
use facts::{DefId, Definition, DefinitionKind, FileFacts};
use paging::Pages;
use source::bundle::is_bundle;
use source::{FileId, Language, Outline, RepoPath};

/// Bytes of a path that count as its words.
const MAX_PATH: usize = 512;

/// One file, as given to [`SearchIndexBuilder::add_file`].
#[derive(Debug, Clone, Copy)]
pub struct FileDocument<'a> {
    /// Its id in the snapshot; no id may be added twice.
    pub file: FileId,
    /// Where it is.
    pub path: &'a RepoPath,
    /// Its language.
    pub language: Language,
    /// Its text.
    pub text: &'a str,
    /// What the parser reported, if there is a parser for the language.
    pub facts: Option<&'a FileFacts>,
}

/// Collects files in any order.
#[derive(Default)]
pub struct SearchIndexBuilder {
    interner: TermInterner,
    files: Vec<FilePart>,
    histories: Histories,
}

/// All of one file, numbered from 0.
struct FilePart {
    record: FileRecord,
    symbols: Vec<Symbol>,
    chunks: Vec<ChunkRecord>,
    symbol_terms: Vec<DocumentTerms>,
    chunk_terms: Vec<DocumentTerms>,
}

impl SearchIndexBuilder {
    /// An empty index.
    pub fn new() -> Self {
        Self::default()
    }

    /// What commits say of the files. It may be given at any time before [`finish`](Self::finish).
    pub fn set_histories(&mut self, histories: Histories) {
        self.histories = histories;
    }

    /// Adds a file.
    #[inline(never)]
    pub fn add_file(&mut self, file: FileDocument<'_>) {
        let symbols = file.facts.map_or_else(Vec::new, |facts| symbols(file.file, facts));
        let lines: Vec<&str> = if file.language.is_prose() { file.text.lines().collect() } else { Vec::new() };
        let outline = Outline::of(file.path.as_str(), &lines);
        let chunks = chunks::chunks(file.language, file.text, file.facts, &outline);
        let symbol_terms = symbols.iter().map(|symbol| self.symbol_terms(&file, symbol)).collect();
        let chunk_terms = chunks.iter().map(|chunk| self.chunk_terms(&file, chunk, &outline)).collect();
        let record = FileRecord {
            id: file.file,
            path: file.path.clone(),
            language: file.language,
            first_symbol: 0,
            first_chunk: 0,
            nature: FileNature::new(file.facts.is_some_and(reexports), is_bundle(file.language, file.text)),
        };
        self.files.push(FilePart { record, symbols, chunks, symbol_terms, chunk_terms });
    }

    fn symbol_terms(&mut self, file: &FileDocument<'_>, symbol: &Symbol) -> DocumentTerms {
        let Some(definition) = file.facts.map(|facts| facts.definition(symbol.definition)) else {
            return DocumentTerms::default();
        };
        let around = &definition.path[..definition.path.len().saturating_sub(definition.name.len())];
        self.interner.begin();
        self.interner.add(Field::Name, Analysis::Name, &definition.name);
        self.interner.add(Field::Path, Analysis::Name, around);
        self.interner.add(Field::Path, Analysis::Name, tail(file.path));
        self.interner.add(Field::Signature, Analysis::Code, &definition.signature);
        self.interner.add(Field::Docs, Analysis::Prose, definition.doc.as_deref().unwrap_or(""));
        self.interner.finish()
    }

    fn chunk_terms(&mut self, file: &FileDocument<'_>, chunk: &ChunkRecord, outline: &Outline<'_>) -> DocumentTerms {
        // Facts are not checked against the text here: a chunk outside it has no words.
        let body = file.text.get(chunk.span.start as usize..chunk.span.end as usize).unwrap_or("");
        let analysis = if file.language.is_prose() { Analysis::Prose } else { Analysis::Code };
        self.interner.begin();
        if file.facts.is_none() {
            let titles = titles::titles(file.language, body);
            let (own, above) = titles::of_document(outline, &chunk.span);
            titles.into_iter().chain(own).for_each(|title| self.interner.add(Field::Name, Analysis::Name, title));
            above.into_iter().for_each(|title| self.interner.add(Field::Path, Analysis::Name, title));
        }
        if let Some(facts) = file.facts
            && chunk.definition != DefId::MODULE
        {
            self.interner.add(Field::Path, Analysis::Name, &facts.definition(chunk.definition).path);
        }
        self.interner.add(Field::Path, Analysis::Name, tail(file.path));
        self.interner.add(Field::Body, analysis, body);
        self.interner.finish()
    }

    /// Sorts, numbers and packs everything. The same files give the same index in whatever order they came.
    pub fn finish(mut self) -> SearchIndex {
        self.files.compact_sort_by_key(|file| file.record.id);
        self.files.iter_mut().for_each(|file| add_history(&self.interner, &self.histories, file));
        let (terms, ordinals) = self.interner.into_sorted();
        let dictionary = Dictionary::from_sorted(terms.iter().map(|term| &**term));
        let (mut files, mut symbols, mut chunks) = (Vec::new(), Vec::new(), Vec::new());
        let mut documents = Vec::new();
        for file in &mut self.files {
            file.record.first_symbol = symbols.len() as u32;
            file.record.first_chunk = chunks.len() as u32;
            files.push(file.record.clone());
            symbols.append(&mut file.symbols);
            chunks.append(&mut file.chunks);
            documents.append(&mut file.symbol_terms);
        }
        self.files.iter_mut().for_each(|file| documents.append(&mut file.chunk_terms));
        let (norms, averages) = norms(&documents);
        let postings = invert(&documents, &ordinals, terms.len());
        let terms = Terms::whole(dictionary, postings, norms);
        let (symbols, chunks) = (Pages::whole(symbols), Pages::whole(chunks));
        let parts = Parts { files, symbols, chunks, terms, averages, summaries: None };
        SearchIndex::new(parts)
    }
}

/// The end of a path: all of its words are added to every document of the file.
fn tail(path: &RepoPath) -> &str {
    let path = path.as_str();
    &path[path.ceil_char_boundary(path.len().saturating_sub(MAX_PATH))..]
}

/// Every definition a person may look for: all but the file's module and nameless functions.
fn symbols(file: FileId, facts: &FileFacts) -> Vec<Symbol> {
    let named = |definition: &Definition| !definition.name.is_empty() && !definition.name.starts_with('<');
    let symbol = |(definition, at): (&Definition, u32)| Symbol {
        file,
        definition: DefId(at),
        kind: definition.kind,
        name: definition.name.clone(),
        path: definition.path.clone(),
        span: definition.span,
        line: definition.name_span.start_line,
        exported: definition.exported,
        is_test: definition.is_test,
    };
    facts.definitions.iter().zip(0..).filter(|(definition, _)| named(definition)).map(symbol).collect()
}

/// True if a file exports more names of other files than it defines.
fn reexports(facts: &FileFacts) -> bool {
    let handed_on = facts.imports.iter().filter(|import| import.reexport).count();
    let module_level = |d: &&Definition| d.parent == Some(DefId::MODULE) && d.kind != DefinitionKind::Module;
    handed_on > 0 && handed_on >= facts.definitions.iter().filter(module_level).count()
}

/// Adds what commits say of a file to its first chunk. A word that no text holds is left out: it would hide typing errors.
fn add_history(interner: &TermInterner, histories: &Histories, file: &mut FilePart) {
    let Some(first) = file.chunk_terms.first_mut() else { return };
    let words = histories.words(file.record.path.as_str()).into_iter();
    let count = |(word, level): (&str, u8)| {
        Some(Count { term: interner.known(word)?, field: HISTORY, frequency: u32::from(level) })
    };
    first.counts.extend(words.filter_map(count));
}

/// One byte per document and field, and each field's average length over the documents that have it.
fn norms(documents: &[DocumentTerms]) -> (Vec<u8>, [f32; Field::COUNT]) {
    let bytes = documents.iter().flat_map(|document| document.lengths.map(fieldnorm::encode)).collect();
    let averages = std::array::from_fn(|field| {
        let lengths = documents.iter().map(|document| u64::from(document.lengths[field])).filter(|&length| length > 0);
        let (sum, count) = lengths.fold((0, 0), |(sum, count), length| (sum + length, count + 1));
        average(sum, count)
    });
    (bytes, averages)
}

/// The average length of a field over the documents that have it: so many tokens in so many documents.
fn average(sum: u64, documents: u32) -> f32 {
    if documents == 0 { 1.0 } else { (sum as f64 / f64::from(documents)) as f32 }
}

/// Documents to terms, turned into terms to documents by a counting sort.
fn invert(documents: &[DocumentTerms], ordinals: &[u32], terms: usize) -> Postings {
    let mut ends = vec![0u32; terms + 1];
    let counts = || documents.iter().zip(0..).flat_map(|(d, number)| d.counts.iter().map(move |count| (number, count)));
    counts().for_each(|(_, count)| ends[ordinals[count.term as usize] as usize + 1] += 1);
    (1..=terms).for_each(|term| ends[term] += ends[term - 1]);
    let mut next = ends.clone();
    let mut sorted = vec![(0u32, Count::default()); ends[terms] as usize];
    for (number, count) in counts() {
        let place = &mut next[ordinals[count.term as usize] as usize];
        sorted[*place as usize] = (number, *count);
        *place += 1;
    }
    let mut postings = Postings::default();
    for term in 0..terms {
        let list = &sorted[ends[term] as usize..ends[term + 1] as usize];
        postings.push(list.chunk_by(|a, b| a.0 == b.0).map(|same| {
            let mut posting = Posting { document: same[0].0, ..Posting::default() };
            same.iter().for_each(|(_, count)| match posting.frequencies.get_mut(count.field as usize) {
                Some(frequency) => *frequency = count.frequency,
                None => posting.history = count.frequency as u8,
            });
            posting
        }));
    }
    postings
}
