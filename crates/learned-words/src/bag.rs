//! The words of a text, counted.

use code_words::identifier::{parts, words};
use code_words::stem::stem;
use limits::index::LEARNED_WORD_BYTES;
use rustc_hash::FxHashMap;

/// Numbers of words with how often each occurs, ascending by number.
pub type Bag = Vec<(u32, u32)>;

/// Reads texts as words, and remembers the number of each word that it has seen, because stems are costly.
///
/// `find` gives a stem its number; a word without one is passed over.
pub struct Words<'t, F> {
    find: F,
    seen: FxHashMap<&'t str, Option<u32>>,
}

impl<'t, F: FnMut(&str) -> Option<u32>> Words<'t, F> {
    /// Reads by these numbers.
    pub fn new(find: F) -> Self {
        Self { find, seen: FxHashMap::default() }
    }

    /// The words of a text in their order: the parts of identifiers in lower case, stemmed. Not single letters, numbers, and
    /// what is longer than a word is.
    pub fn read(&mut self, text: &'t str) -> Vec<u32> {
        let mut found = Vec::new();
        for part in words(text).flat_map(parts) {
            let Self { find, seen } = self;
            found.extend(*seen.entry(part).or_insert_with(|| stem_of(part).and_then(|stem| find(&stem))));
        }
        found
    }

    /// The words of a text, counted.
    pub fn bag(&mut self, text: &'t str) -> Bag {
        counted(self.read(text))
    }

    /// The last three words of a path without its extension, counted.
    pub fn path(&mut self, path: &'t str) -> Bag {
        let name = path.rfind('/').map_or(0, |slash| slash + 1);
        let end = path[name..].rfind('.').map_or(path.len(), |dot| name + dot);
        let all = self.read(&path[..end]);
        counted(all[all.len().saturating_sub(PATH_WORDS)..].to_vec())
    }
}

/// The words of a path that say what a file is about; those before are folders that most files share.
const PATH_WORDS: usize = 3;

fn stem_of(part: &str) -> Option<String> {
    let is_word =
        part.len() < LEARNED_WORD_BYTES && part.chars().nth(1).is_some() && !part.starts_with(|c: char| c.is_numeric());
    let lower = is_word.then(|| part.to_lowercase())?;
    Some(stem(&lower).unwrap_or(lower))
}

fn counted(mut all: Vec<u32>) -> Bag {
    all.sort_unstable();
    all.chunk_by(|a, b| a == b).map(|same| (same[0], same.len() as u32)).collect()
}

/// 256 (1 + ln n), rounded: what `n` occurrences of a word count for, against 256 of one. 0 for none.
///
/// Beyond the table it is computed from half of `n`, with 177 for 256 ln 2: at most 3% too little.
pub fn dampened(n: u32) -> u32 {
    const OF: [u32; 17] = [0, 256, 433, 537, 611, 668, 715, 754, 788, 818, 845, 870, 892, 913, 932, 949, 966];
    match OF.get(n as usize) {
        Some(value) => *value,
        None => dampened(n / 2) + 177,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_stems_of_the_parts_of_identifiers() {
        let mut names = Vec::new();
        let find = |stem: &str| {
            names.push(stem.to_owned());
            Some(names.len() as u32)
        };
        let read = Words::new(find).read("def openSessions(x, HTTPServer_v2): sessions = opened");
        assert_eq!(names, ["def", "open", "session", "http", "server", "session", "open"]);
        assert_eq!(read, [1, 2, 3, 4, 5, 6, 7], "`Sessions` and `sessions` are looked up apart, as they are written");
    }

    #[test]
    fn a_path_is_its_last_words() {
        let number =
            |stem: &str| ["src", "net", "http", "client"].iter().position(|word| *word == stem).map(|at| at as u32);
        assert_eq!(Words::new(number).path("src/net/http_client.py"), [(1, 1), (2, 1), (3, 1)]);
        assert_eq!(Words::new(number).path("src.d/net"), [(0, 1), (1, 1)], "a dot in a folder ends nothing");
    }

    #[test]
    fn the_table_of_logarithms_is_right() {
        for n in 1..4000u32 {
            let exact = 256.0 * (1.0 + f64::from(n).ln());
            let off = (f64::from(dampened(n)) - exact).abs();
            assert!(off < if n < 17 { 0.51 } else { 0.03 * exact }, "{n}: {} is not {exact}", dampened(n));
        }
        assert!(dampened(u32::MAX) > dampened(1 << 30));
    }
}
