//! BM25 of the `bm25` crate over files or stretches of lines, with whole words, their parts and stems as tokens.

use super::{Place, System};
use crate::measures::DEPTH;
use crate::repository::Repository;
use bm25::{Embedder, EmbedderBuilder, Scorer, Tokenizer};
use code_words::identifier::{parts, words};
use code_words::stem::stem;

pub struct PlainBm25 {
    places: Vec<Place>,
    embedder: Embedder<u32, Words>,
    scorer: Scorer<u32>,
}

/// What a document is.
#[derive(Debug, Clone, Copy)]
pub enum Pieces {
    Files,
    /// Of so many lines.
    Lines(usize),
}

impl PlainBm25 {
    pub fn over(repository: &Repository, pieces: Pieces) -> Self {
        let (mut places, mut documents) = (Vec::new(), Vec::new());
        for (file, text) in repository.snapshot.ids().zip(&repository.texts) {
            match pieces {
                Pieces::Files => {
                    places.push(Place::File(file));
                    documents.push(format!("{}\n{text}", repository.path(file)));
                }
                Pieces::Lines(count) => {
                    let lines: Vec<&str> = text.lines().collect();
                    for (piece, first) in lines.chunks(count).zip((1..).step_by(count)) {
                        places.push(Place::Lines(file, first, first + piece.len() as u32 - 1));
                        documents.push(piece.join("\n"));
                    }
                }
            }
        }
        let texts: Vec<&str> = documents.iter().map(String::as_str).collect();
        let embedder = EmbedderBuilder::with_tokenizer_and_fit_to_corpus(Words, &texts).build();
        let mut scorer = Scorer::new();
        (0..).zip(&texts).for_each(|(number, text)| scorer.upsert(&number, embedder.embed(text)));
        Self { places, embedder, scorer }
    }
}

impl System for PlainBm25 {
    fn search(&self, query: &str) -> Vec<Place> {
        let mut found = self.scorer.matches(&self.embedder.embed(query));
        found.sort_by(|a, b| b.score.total_cmp(&a.score).then(a.id.cmp(&b.id)));
        found.iter().take(DEPTH).map(|document| self.places[document.id as usize]).collect()
    }
}

struct Words;

impl Tokenizer for Words {
    fn tokenize(&self, text: &str) -> Vec<String> {
        let mut tokens = Vec::new();
        for word in words(text) {
            let lower = word.to_lowercase();
            if parts(word).nth(1).is_some() {
                let own = parts(word).map(str::to_lowercase);
                tokens.extend(own.map(|part| stem(&part).unwrap_or(part)));
                tokens.push(lower);
            } else {
                tokens.push(stem(&lower).unwrap_or(lower));
            }
        }
        tokens
    }
}
