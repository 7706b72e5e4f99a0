//! Which words get a vector.

use crate::pairs::{Pair, Read, Word};
use learned_words::Bag;
use rustc_hash::FxHashMap;

/// Packages in which a word occurs at least: fewer say more of a package than of the word.
const PACKAGES: u32 = 4;

/// The words that occur in most packages, at most `most`, in the order of their texts.
pub fn choose(read: &Read, most: usize) -> Vec<Word> {
    let mut words: Vec<&Word> = read.words.iter().filter(|word| word.packages >= PACKAGES).collect();
    words.sort_by(|a, b| (b.packages, b.definitions, &a.text).cmp(&(a.packages, a.definitions, &b.text)));
    words.truncate(most);
    words.sort_by(|a, b| a.text.cmp(&b.text));
    words.into_iter().cloned().collect()
}

/// With the numbers that words have among the chosen ones; without the others.
pub fn renumbered(read: Read, chosen: &[Word]) -> Read {
    let numbers: FxHashMap<&str, u32> =
        chosen.iter().zip(0..).map(|(word, number)| (word.text.as_str(), number)).collect();
    let of: Vec<Option<u32>> = read.words.iter().map(|word| numbers.get(word.text.as_str()).copied()).collect();
    let bag = |bag: &Bag| {
        let mut bag: Bag = bag.iter().filter_map(|(word, count)| Some((of[*word as usize]?, *count))).collect();
        bag.sort_unstable();
        bag
    };
    let pair = |mut pair: Pair| {
        pair.bags().into_iter().for_each(|own| *own = bag(own));
        pair
    };
    Read { words: chosen.to_vec(), pairs: read.pairs.into_iter().map(pair).collect(), ..read }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_many_packages_are_chosen_and_numbered_by_text() {
        let word = |text: &str, packages, definitions| Word { text: text.to_owned(), packages, definitions };
        let words = vec![word("zip", 9, 9), word("rare", 3, 99), word("open", 9, 7), word("get", 10, 1)];
        let pair = Pair {
            package: 0,
            file: 0,
            sentence: vec![(0, 2), (1, 1), (3, 1)],
            masked: Bag::new(),
            doc: Bag::new(),
            name: vec![(2, 1)],
            body: Bag::new(),
            path: Bag::new(),
        };
        let read = Read { packages: vec!["p".to_owned()], definitions: 1, words, pairs: vec![pair] };
        let chosen = choose(&read, 2);
        assert_eq!(chosen.iter().map(|word| word.text.as_str()).collect::<Vec<_>>(), ["get", "zip"]);
        let fitted = renumbered(read, &chosen);
        assert_eq!(fitted.pairs[0].sentence, [(0, 1), (1, 2)]);
        assert_eq!(fitted.pairs[0].name, []);
    }
}
