//! Packages as pairs of sentences and code.

use crate::manifest::Package;
use crate::pairs::{Pair, Read, Word};
use crate::random::{Random, hash};
use anyhow::{Context, Result};
use code_words::path::{is_aside, is_declarations, is_generated};
use facts::{Definition, DefinitionKind, FileFacts};
use learned_words::{Bag, Words};
use limits::index::LEARNED_BODY;
use rayon::prelude::*;
use retrieval::{first_sentence, masked, without_docs};
use rustc_hash::{FxHashMap, FxHashSet};
use source::{FileId, Limits, Snapshot, Unpacking};
use std::path::Path;

/// Most pairs of one package, so that none outweighs the others.
const OF_PACKAGE: usize = 2_500;
/// Most files of one package.
const FILES: usize = 1_500;
/// Bytes of a file, beyond which it is seldom written by hand.
const FILE_BYTES: usize = 400_000;
/// Bytes of a doc comment that are read.
const DOC_BYTES: usize = 1_500;
/// Words of a sentence, of a body, and lines of a definition, below which there is nothing to learn.
const SENTENCE_WORDS: usize = 3;
const BODY_WORDS: usize = 5;
const LINES: u32 = 2;
/// Folders of what is no source of its own, beside tests, examples, copies and what a build wrote.
const LEFT_OUT: [&str; 10] =
    ["_build", "build", "data", "doc", "docs", "esm5", "i18n", "locale", "locales", "node_modules"];

/// Reads the packages, in the order of the manifest.
///
/// # Errors
/// One is missing, is another than the pinned one, or cannot be unpacked.
pub fn all(packages: &[Package], folder: &Path) -> Result<Read> {
    let mut read = Gathered::default();
    for package in packages {
        let unpack = || {
            let archive = Unpacking::open(&package.file, package.bytes(folder)?, Limits::default())?;
            anyhow::Ok(archive.finish()?)
        };
        let snapshot = unpack().with_context(|| package.label())?;
        read.add(package.label(), &snapshot);
    }
    Ok(read.read)
}

/// The words of a sentence and those of its function's name, in their order.
type Described = (Vec<u32>, Vec<u32>);

/// What was read so far.
#[derive(Default)]
struct Gathered {
    read: Read,
    numbers: FxHashMap<String, u32>,
    /// By word: the number of the package that had it last, from 1.
    last: Vec<u32>,
    /// Copies of one another are one pair.
    seen: FxHashSet<Described>,
}

impl Gathered {
    fn add(&mut self, label: String, snapshot: &Snapshot) {
        let number = self.read.packages.len() as u32;
        let mut files: Vec<FileId> = snapshot.ids().filter(|file| is_source(snapshot, *file)).collect();
        files.sort_by(|a, b| snapshot.file(*a).path.as_str().cmp(snapshot.file(*b).path.as_str()));
        files.truncate(FILES);
        let parsed: Vec<FileWords> = files.par_iter().filter_map(|file| FileWords::of(snapshot, *file)).collect();
        let mut pairs = Vec::new();
        for (at, file) in parsed.into_iter().enumerate() {
            self.add_file(number, at as u32, file, &mut pairs);
        }
        // Which ones are taken is random, their order is not.
        let mut chosen: Vec<usize> = (0..pairs.len()).collect();
        Random(hash(&label)).shuffle(&mut chosen);
        chosen.truncate(OF_PACKAGE);
        chosen.sort_unstable();
        let mut pairs: Vec<Option<Pair>> = pairs.into_iter().map(Some).collect();
        self.read.pairs.extend(chosen.into_iter().filter_map(|at| pairs[at].take()));
        self.read.packages.push(label);
    }

    fn add_file(&mut self, package: u32, at: u32, file: FileWords, pairs: &mut Vec<Pair>) {
        let of: Vec<u32> = file.words.iter().map(|word| self.number(word)).collect();
        for definition in file.definitions {
            self.read.definitions += 1;
            for word in definition.words {
                let word = of[word as usize] as usize;
                let known = &mut self.read.words[word];
                known.definitions += 1;
                if std::mem::replace(&mut self.last[word], package + 1) != package + 1 {
                    known.packages += 1;
                }
            }
            let Some((mut pair, order)) = definition.pair else { continue };
            let renumbered = |words: Vec<u32>| words.into_iter().map(|word| of[word as usize]).collect::<Vec<_>>();
            if self.seen.insert((renumbered(order.0), renumbered(order.1))) {
                (pair.package, pair.file) = (package, at);
                pair.bags().into_iter().flatten().for_each(|(word, _)| *word = of[*word as usize]);
                pairs.push(pair);
            }
        }
    }

    fn number(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = self.last.len() as u32;
        self.numbers.insert(word.to_owned(), number);
        self.read.words.push(Word { text: word.to_owned(), ..Word::default() });
        self.last.push(0);
        number
    }
}

fn is_source(snapshot: &Snapshot, file: FileId) -> bool {
    let path = snapshot.file(file).path.as_str();
    let left_out = |folder: &str| LEFT_OUT.contains(&folder.to_lowercase().as_str());
    let folders = path.rsplit('/').skip(1);
    !(is_aside(path) || is_generated(path) || is_declarations(path) || folders.into_iter().any(left_out))
        && snapshot.text(file).len() < FILE_BYTES
}

/// The words of a file, with numbers of its own.
struct FileWords {
    words: Vec<String>,
    definitions: Vec<DefinitionWords>,
}

struct DefinitionWords {
    /// Those of its text and its doc comment, each once.
    words: Vec<u32>,
    /// The pair, where it is one.
    pair: Option<(Pair, Described)>,
}

impl FileWords {
    /// `None` for a file that is not parsed.
    fn of(snapshot: &Snapshot, file: FileId) -> Option<Self> {
        let entry = snapshot.file(file);
        let text = snapshot.text(file);
        let facts = syntax::parse(entry.language, text)?;
        Some(Self::read(entry.path.as_str(), &without_docs(text, &facts), &facts))
    }

    fn read(path: &str, text: &str, facts: &FileFacts) -> Self {
        let masked: Vec<Option<String>> = facts.definitions.iter().map(masked_sentence).collect();
        let (mut numbers, mut names) = (FxHashMap::<String, u32>::default(), Vec::new());
        let mut words = Words::new(|stem: &str| {
            let next = numbers.len() as u32;
            Some(*numbers.entry(stem.to_owned()).or_insert_with(|| {
                names.push(stem.to_owned());
                next
            }))
        });
        let path = words.path(path);
        let mut definitions = Vec::with_capacity(masked.len());
        for (definition, masked) in facts.definitions.iter().zip(&masked) {
            definitions.push(DefinitionWords::read(&mut words, &path, text, definition, masked.as_deref()));
        }
        Self { words: names, definitions }
    }
}

impl DefinitionWords {
    fn read<'t, F: FnMut(&str) -> Option<u32>>(
        words: &mut Words<'t, F>,
        path: &Bag,
        text: &'t str,
        definition: &'t Definition,
        masked: Option<&'t str>,
    ) -> Self {
        let span = definition.span;
        let code = text.get(span.start as usize..span.end as usize).unwrap_or("");
        let body = words.bag(&code[..code.floor_char_boundary(LEARNED_BODY)]);
        let doc = definition.doc.as_deref().unwrap_or("");
        let sentence = first_sentence(doc).unwrap_or("");
        let doc = words.bag(&doc[..doc.floor_char_boundary(DOC_BYTES)]);
        let mut all: Vec<u32> = body.iter().chain(&doc).map(|(word, _)| *word).collect();
        all.sort_unstable();
        all.dedup();
        let order = (words.read(sentence), words.read(&definition.name));
        let is_pair = is_described(definition) && order.0.len() >= SENTENCE_WORDS && size(&body) >= BODY_WORDS;
        let pair = is_pair.then(|| {
            let (sentence, masked) = (words.bag(sentence), words.bag(masked.unwrap_or("")));
            let (name, path) = (words.bag(&definition.name), path.clone());
            (Pair { package: 0, file: 0, sentence, masked, doc, name, body, path }, order)
        });
        Self { words: all, pair }
    }
}

fn masked_sentence(definition: &Definition) -> Option<String> {
    masked(first_sentence(definition.doc.as_deref()?)?, &definition.name)
}

fn is_described(definition: &Definition) -> bool {
    use DefinitionKind::{Class, Constructor, Function, Method};
    matches!(definition.kind, Class | Constructor | Function | Method) && definition.span.line_count() >= LINES
}

fn size(bag: &Bag) -> usize {
    bag.iter().map(|(_, count)| *count as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::{RepoPath, SnapshotBuilder};

    fn snapshot(tree: &str) -> Snapshot {
        let mut files = SnapshotBuilder::new("shop", Limits::default());
        for (path, text) in fixtures::files(tree) {
            files.add(RepoPath::parse(&path).unwrap(), text.into_bytes()).unwrap();
        }
        files.finish().unwrap()
    }

    const SHOP: &str = r#"
//- shop/payments.py
def charge_card(customer, amount):
    """Takes the amount from whoever ordered something."""
    if customer.balance < amount: raise Overdrawn(customer)
    return send(customer, amount)

def undocumented(customer):
    return customer.balance
//- tests/test_payments.py
def check_that_it_works(customer, amount):
    """Takes nothing from whoever ordered nothing at all."""
    assert charge_card(customer, amount) is None
"#;

    #[test]
    fn a_documented_function_is_a_pair_without_its_doc_comment_in_the_code() {
        let mut gathered = Gathered::default();
        gathered.add("pypi shop 1".to_owned(), &snapshot(SHOP));
        let Read { pairs, words, definitions, .. } = gathered.read;
        assert_eq!((pairs.len(), definitions), (1, 3), "the module and two functions; not the test");
        let of = |bag: &Bag| -> Vec<&str> { bag.iter().map(|(word, _)| words[*word as usize].text.as_str()).collect() };
        assert!(of(&pairs[0].sentence).contains(&"whoever") && !of(&pairs[0].body).contains(&"whoever"));
        assert!(of(&pairs[0].body).contains(&"overdrawn") && of(&pairs[0].name).contains(&"card"));
        assert_eq!(of(&pairs[0].path).len(), 2);
    }

    #[test]
    fn a_copy_in_another_package_is_no_second_pair_but_counts_for_its_words() {
        let mut gathered = Gathered::default();
        gathered.add("pypi shop 1".to_owned(), &snapshot(SHOP));
        gathered.add("npm shop 1".to_owned(), &snapshot(SHOP));
        assert_eq!(gathered.read.pairs.len(), 1);
        let word = gathered.read.words.iter().find(|word| word.text == "balanc").unwrap();
        assert_eq!((word.packages, word.definitions), (2, 6));
    }
}
