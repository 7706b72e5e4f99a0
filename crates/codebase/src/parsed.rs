//! The facts of files, kept by content, so that after an edit only changed files are parsed again.

use crate::{CodebaseBuilder, FORMAT_VERSION, StorageError};
use serde::{Deserialize, Serialize};
use source::{Container, ContentHash, FileEntry, FileId, Language};
use std::collections::BTreeMap;
use std::sync::Arc;

const MAGIC: [u8; 8] = *b"quarry-f";

/// Facts of files by their text. They depend on the text, the language and the kind of file alone, so a file that was
/// renamed, or came back, is known too.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct ParsedFiles {
    /// Which parsers these are; those of another build may report other facts.
    parsers: String,
    #[serde(with = "as_bytes")]
    facts: BTreeMap<(ContentHash, Language), Arc<[u8]>>,
}

/// What facts depend on. The same text may be read in another way in a file of another kind, so its kind is a part of the
/// hash where it has one.
fn key(file: &FileEntry) -> (ContentHash, Language) {
    let hash = match Container::of(&file.path) {
        Some(container) => ContentHash::of(&[&file.hash.0[..], container.id().as_bytes()].concat()),
        None => file.hash,
    };
    (hash, file.language)
}

impl ParsedFiles {
    /// Nothing yet. `parsers` names the build of the parsers.
    pub fn by(parsers: impl Into<String>) -> Self {
        Self { parsers: parsers.into(), facts: BTreeMap::new() }
    }

    /// Keeps the facts of a file, as [`facts::FileFacts::to_bytes`] wrote them.
    pub fn insert(&mut self, file: &FileEntry, facts: Vec<u8>) {
        self.facts.insert(key(file), facts.into());
    }

    /// The facts of a file with this text, if they are kept.
    pub fn get(&self, file: &FileEntry) -> Option<&Arc<[u8]>> {
        self.facts.get(&key(file))
    }

    /// Keeps what `other` knows as well, unless it is by other parsers.
    pub fn take(&mut self, other: Self) {
        if other.parsers == self.parsers {
            self.facts.extend(other.facts);
        }
    }

    /// How many files are known.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// True where none is.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// To be kept beside an index of the same format version.
    pub fn to_bytes(&self) -> Vec<u8> {
        let body = postcard::to_stdvec(self).expect("plain data of known length is written to memory");
        [&MAGIC[..], &FORMAT_VERSION.to_le_bytes(), &ContentHash::of(&body).0, &body].concat()
    }

    /// Reads what [`to_bytes`](Self::to_bytes) wrote.
    ///
    /// # Errors
    /// The bytes are damaged or of another version; then every file is parsed again.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, StorageError> {
        let cut = || StorageError::Damaged("the facts are cut off".to_owned());
        let rest = bytes.strip_prefix(&MAGIC).ok_or(StorageError::NotAnIndex)?;
        let (version, rest) = rest.split_first_chunk().ok_or_else(cut)?;
        crate::error::check_version(u32::from_le_bytes(*version))?;
        let (hash, body) = rest.split_first_chunk().ok_or_else(cut)?;
        if ContentHash::of(body) != ContentHash(*hash) {
            return Err(StorageError::Damaged("the facts were changed".to_owned()));
        }
        postcard::from_bytes(body).map_err(|error| StorageError::Damaged(error.to_string()))
    }
}

impl CodebaseBuilder {
    /// Takes the facts of every file whose text is known from `before`, and keeps them in `kept`, if both are by the same
    /// parsers. What is [`pending`](Self::pending) then has changed or is new. Returns how many files were known.
    pub fn reuse(&mut self, before: &ParsedFiles, kept: &mut ParsedFiles) -> u32 {
        if before.parsers != kept.parsers {
            // What is taken over must have been made of the same facts.
            *self.base_mut() = None;
            return 0;
        }
        if let Some(base) = self.base_mut() {
            base.find_edited(before);
        }
        let mut known = 0;
        for file in self.pending() {
            known += u32::from(self.reuse_file(file, before, kept).is_some());
        }
        known
    }

    fn reuse_file(&mut self, file: FileId, before: &ParsedFiles, kept: &mut ParsedFiles) -> Option<()> {
        let entry = self.snapshot().file(file);
        let (key, bytes) = (key(entry), before.get(entry)?);
        // Facts that cannot be read or do not fit are as good as none: the file is parsed.
        self.add_known(file, bytes).ok()?;
        kept.facts.insert(key, Arc::clone(bytes));
        Some(())
    }
}

/// Facts of files as bytes.
mod as_bytes {
    use super::{Arc, ContentHash, Language};
    use serde::{Deserialize, Deserializer, Serializer};
    use serde_bytes::{ByteBuf, Bytes};
    use std::collections::BTreeMap;

    type Facts = BTreeMap<(ContentHash, Language), Arc<[u8]>>;

    pub fn serialize<S: Serializer>(facts: &Facts, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(facts.iter().map(|(key, bytes)| (key, Bytes::new(bytes))))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Facts, D::Error> {
        let facts: BTreeMap<(ContentHash, Language), ByteBuf> = BTreeMap::deserialize(deserializer)?;
        Ok(facts.into_iter().map(|(key, bytes)| (key, bytes.into_vec().into())).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Codebase, fixture};
    use proptest::prelude::*;
    use source::Snapshot;
    use std::rc::Rc;

    /// Builds, and parses what is not known; returns how many files that were.
    fn build(snapshot: Snapshot, parsed: &mut ParsedFiles) -> (Codebase, usize) {
        build_with(CodebaseBuilder::new(snapshot), parsed)
    }

    fn build_with(mut builder: CodebaseBuilder, parsed: &mut ParsedFiles) -> (Codebase, usize) {
        let mut kept = ParsedFiles::default();
        builder.reuse(parsed, &mut kept);
        let pending = builder.pending();
        for file in &pending {
            let entry = builder.snapshot().file(*file).clone();
            let facts = syntax::parse(entry.language, &builder.snapshot().code(*file));
            if let Some(facts) = facts {
                kept.insert(&entry, facts.to_bytes());
                builder.add_facts(*file, facts).unwrap();
            }
        }
        *parsed = ParsedFiles::from_bytes(&kept.to_bytes()).unwrap();
        (builder.finish(), pending.len())
    }

    /// A small repository as text; an edit changes, adds, removes or renames a file.
    #[derive(Debug, Clone)]
    enum Edit {
        Append(usize, &'static str),
        Replace(usize, &'static str, &'static str),
        Add(u8, &'static str),
        Remove(usize),
        Rename(usize, u8),
    }

    fn edits() -> impl Strategy<Value = Vec<Vec<Edit>>> {
        // Whatever the language of the file: what does not parse is an edit as well.
        const CODE: [&str; 10] = [
            "\ndef extra(job):\n    return total_price(job)\n",
            "\nclass Basket(Order):\n    def submit(self, gateway):\n        return super().submit(gateway)\n",
            "\n# only words: refunds, invoices\n",
            "\nx = (lambda y: with_retries(y))(3)\n",
            "\n\n",
            "\n// only words: vouchers\n",
            "\nexport function basket(order) { return total(order) + basket(order); }\n",
            "\npub fn basket(order: &Order) -> u32 { retry(order) }\n",
            "\nfunc basket(order Order) int { return retry(order) }\n",
            "",
        ];
        const SWAPS: [(&str, &str); 7] = [
            ("total_price", "sum_of"),
            ("cancel", "abort"),
            ("self", "this"),
            ("return", "return 1 or"),
            ("\n\n", "\n\n\n"),
            ("Order", "Purchase"),
            (" a ", " one "),
        ];
        let edit = prop_oneof![
            (0usize..20, prop::sample::select(&CODE[..])).prop_map(|(at, code)| Edit::Append(at, code)),
            (0usize..20, prop::sample::select(&SWAPS[..])).prop_map(|(at, (from, to))| Edit::Replace(at, from, to)),
            (0u8..20, prop::sample::select(&CODE[..])).prop_map(|(name, code)| Edit::Add(name, code)),
            (0usize..20).prop_map(Edit::Remove),
            (0usize..20, 0u8..20).prop_map(|(at, name)| Edit::Rename(at, name)),
        ];
        prop::collection::vec(prop::collection::vec(edit, 1..4), 1..5)
    }

    fn apply(files: &mut BTreeMap<String, String>, edit: &Edit) {
        let at = |files: &BTreeMap<String, String>, at: usize| files.keys().nth(at % files.len().max(1)).cloned();
        match edit {
            Edit::Append(which, code) => {
                if let Some(text) = at(files, *which).and_then(|path| files.get_mut(&path)) {
                    text.push_str(code);
                }
            }
            Edit::Replace(which, from, to) => {
                if let Some(text) = at(files, *which).and_then(|path| files.get_mut(&path)) {
                    *text = text.replace(from, to);
                }
            }
            Edit::Add(name, code) => {
                files.insert(format!("shop/added{name}.{}", ending(*name)), (*code).to_owned());
            }
            Edit::Remove(which) if files.len() > 2 => {
                at(files, *which).and_then(|path| files.remove(&path));
            }
            Edit::Rename(which, name) => {
                if let Some(text) = at(files, *which).and_then(|path| files.remove(&path)) {
                    files.insert(format!("moved/renamed{name}.{}", ending(*name)), text);
                }
            }
            Edit::Remove(_) => {}
        }
    }

    fn ending(name: u8) -> &'static str {
        ["py", "ts", "rs", "go", "md"][name as usize % 5]
    }

    fn snapshot(files: &BTreeMap<String, String>) -> Snapshot {
        let block = |(path, text): (&String, &String)| format!("//- {path}\n{text}\n");
        fixture::snapshot_of(&files.iter().map(block).collect::<String>())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// The cure for updates that lose edges: an update equals a clean rebuild, always.
        #[test]
        fn an_update_equals_a_clean_rebuild(rounds in edits()) {
            let start = fixture::snapshot();
            let mut files: BTreeMap<String, String> = start
                .ids()
                .map(|id| (start.file(id).path.as_str().to_owned(), start.text(id).to_owned()))
                .collect();
            let mut parsed = ParsedFiles::default();
            let mut codebase = Rc::new(build(snapshot(&files), &mut parsed).0);
            for round in rounds {
                let before = snapshot(&files);
                round.iter().for_each(|edit| apply(&mut files, edit));
                let after = snapshot(&files);
                let known: Vec<_> = before.files.iter().map(|file| (file.hash, file.language)).collect();
                let changed = after.files.iter().filter(|file| file.language.is_parsed());
                let changed = changed.filter(|file| !known.contains(&(file.hash, file.language))).count();
                let mut again = parsed.clone();
                let (rebuilt, _) = build(after.clone(), &mut again);
                let over = CodebaseBuilder::over(Rc::clone(&codebase), after.clone());
                let (updated, parsed_again) = build_with(over, &mut parsed);
                prop_assert_eq!(parsed_again, changed, "only what changed is parsed");
                prop_assert!(parsed == again && rebuilt.to_bytes().unwrap() == updated.to_bytes().unwrap());
                let (clean, _) = build(after, &mut ParsedFiles::default());
                prop_assert!(updated.to_bytes().unwrap() == clean.to_bytes().unwrap(), "the same codebase");
                prop_assert!(fixture::directory(&updated) == fixture::directory(&clean), "the same index directory");
                codebase = Rc::new(updated);
            }
        }
    }

    #[test]
    fn facts_of_other_parsers_are_not_taken() {
        let mut before = ParsedFiles::default();
        build(fixture::snapshot(), &mut before);
        let mut builder = CodebaseBuilder::new(fixture::snapshot());
        let all = builder.pending().len();
        assert_eq!(builder.reuse(&before, &mut ParsedFiles::by("newer")), 0);
        assert_eq!(builder.reuse(&before, &mut ParsedFiles::default()) as usize, all);
    }

    #[test]
    fn damaged_facts_are_refused() {
        let mut parsed = ParsedFiles::default();
        build(fixture::snapshot(), &mut parsed);
        let bytes = parsed.to_bytes();
        assert_eq!(ParsedFiles::from_bytes(&bytes).unwrap(), parsed);
        assert_eq!(ParsedFiles::from_bytes(b"else").unwrap_err(), StorageError::NotAnIndex);
        for at in [9, 20, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(ParsedFiles::from_bytes(&damaged).is_err());
        }
        assert!(ParsedFiles::from_bytes(&bytes[..10]).is_err());
    }
}
