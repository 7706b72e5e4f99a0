//! Files by how many words of the query they hold, then by how often: what one does with a search for text.

use super::{Place, System};
use crate::measures::DEPTH;
use crate::repository::Repository;
use memchr::memmem::Finder;
use source::FileId;

pub struct Counting {
    /// In lower case.
    texts: Vec<(FileId, String)>,
}

impl Counting {
    pub fn over(repository: &Repository) -> Self {
        Self { texts: repository.snapshot.ids().zip(&repository.texts).map(|(id, t)| (id, t.to_lowercase())).collect() }
    }
}

impl System for Counting {
    fn search(&self, query: &str) -> Vec<Place> {
        let query = query.to_lowercase();
        let words: Vec<Finder<'_>> = code_words::identifier::words(&query).map(Finder::new).collect();
        let mut found = Vec::new();
        for (file, text) in &self.texts {
            let counts = words.iter().map(|word| word.find_iter(text.as_bytes()).count());
            let (held, all) = counts.fold((0, 0), |(held, all), count| (held + usize::from(count > 0), all + count));
            if held > 0 {
                found.push((held, all, *file));
            }
        }
        found.sort_by_key(|&(held, all, file)| (usize::MAX - held, usize::MAX - all, file));
        found.into_iter().take(DEPTH).map(|(.., file)| Place::File(file)).collect()
    }
}
