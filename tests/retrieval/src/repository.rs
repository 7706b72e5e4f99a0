//! A repository, parsed and indexed.

use anyhow::Result;
use facts::{DefId, Definition, FileFacts};
use retrieval::without_docs;
use search_index::{FileDocument, SearchIndex, SearchIndexBuilder};
use source::{FileId, Snapshot};
use std::path::Path;

pub struct Repository {
    pub snapshot: Snapshot,
    /// By file: its text, which may be without doc comments, and its facts.
    pub texts: Vec<String>,
    pub facts: Vec<Option<FileFacts>>,
    pub index: SearchIndex,
}

impl Repository {
    pub fn open(folder: &Path) -> Result<Self> {
        Ok(Self::of(host_native::open(folder, host_native::Wanted::default(), |_| ())?))
    }

    pub fn of(snapshot: Snapshot) -> Self {
        let texts = snapshot.ids().map(|id| snapshot.text(id).to_owned()).collect();
        Self::indexed(snapshot, texts)
    }

    /// The same without the doc comments of its definitions.
    pub fn without_docs(&self) -> Self {
        let blanked = |(text, facts): (&String, &Option<FileFacts>)| match facts {
            Some(facts) => without_docs(text, facts),
            None => text.clone(),
        };
        Self::indexed(self.snapshot.clone(), self.texts.iter().zip(&self.facts).map(blanked).collect())
    }

    fn indexed(snapshot: Snapshot, texts: Vec<String>) -> Self {
        let languages: Vec<_> = snapshot.files.iter().map(|file| file.language).collect();
        let facts: Vec<_> =
            texts.iter().zip(&languages).map(|(text, language)| syntax::parse(*language, text)).collect();
        let mut builder = SearchIndexBuilder::new();
        for (id, (text, facts)) in snapshot.ids().zip(texts.iter().zip(&facts)) {
            let entry = snapshot.file(id);
            let (path, language) = (&entry.path, entry.language);
            builder.add_file(FileDocument { file: id, path, language, text, facts: facts.as_ref() });
        }
        Self { snapshot, texts, facts, index: builder.finish() }
    }

    /// Every definition with its file.
    pub fn definitions(&self) -> impl Iterator<Item = (FileId, DefId, &Definition)> {
        self.snapshot.ids().zip(&self.facts).flat_map(|(file, facts)| {
            let all = facts.iter().flat_map(|facts| facts.definitions.iter().zip(0..));
            all.map(move |(definition, number)| (file, DefId(number), definition))
        })
    }

    pub fn path(&self, file: FileId) -> &str {
        self.snapshot.file(file).path.as_str()
    }
}
