//! Words with one typing error: a letter too many, too few or wrong, or two neighbours swapped, never the first letter.
//!
//! In sorted words it is known of the stretch between two of them, without reading it, whether it can hold what a misspelt
//! word is meant for: [`Misspelt::may_be_between`]. Nearly none can. What is left is compared word by word.

use std::cmp::Ordering;

/// Words with fewer characters have too many neighbours.
const SHORTEST: usize = 4;
/// Words with more characters are data.
const LONGEST: usize = 64;

/// A word that is looked for with one error.
#[derive(Debug, Clone)]
pub struct Misspelt {
    letters: Vec<char>,
}

impl Misspelt {
    /// `None` for a word that is too short or too long.
    pub fn new(word: &str) -> Option<Self> {
        let letters: Vec<char> = word.chars().take(LONGEST + 1).collect();
        (SHORTEST..=LONGEST).contains(&letters.len()).then_some(Self { letters })
    }

    /// The letter that every correction starts with.
    pub fn first(&self) -> char {
        self.letters[0]
    }

    /// True if the term differs by one error, after the first letter.
    pub fn is_near(&self, term: &str) -> bool {
        let word = &self.letters[..];
        let mut rest = term.chars();
        let mut same = 0;
        while word.get(same).is_some_and(|letter| rest.clone().next() == Some(*letter)) {
            rest.next();
            same += 1;
        }
        same > 0 && self.is_tail(same, rest)
    }

    /// True if the word's letters from `at` become `tail` by one error right there.
    fn is_tail(&self, at: usize, tail: std::str::Chars<'_>) -> bool {
        let word = &self.letters[at..];
        let equals = |tail: std::str::Chars<'_>, word: &[char]| tail.eq(word.iter().copied());
        let mut after = tail.clone();
        let first = after.next();
        let missing = first.is_some() && equals(after.clone(), word);
        let Some((letter, more)) = word.split_first() else { return missing };
        let wrong = first.is_some_and(|first| first != *letter) && equals(after.clone(), more);
        let extra = equals(tail, more);
        let swapped = || match (first, after.next(), more.split_first()) {
            (Some(a), Some(b), Some((next, end))) => a == *next && b == *letter && a != b && equals(after, end),
            _ => false,
        };
        missing || wrong || extra || swapped()
    }

    /// False if no correction lies between two neighbours of the sorted terms, `low` included and `high` not; `None` for the
    /// end of all terms.
    pub fn may_be_between(&self, low: &str, high: Option<&str>) -> bool {
        let (low, high) = (End::of(low, &self.letters), high.map(|high| End::of(high, &self.letters)));
        (1..=self.letters.len()).any(|at| self.may_differ_at(at, &low, high.as_ref()))
    }

    /// The same for corrections of which the letter at `at` is the first that differs.
    fn may_differ_at(&self, at: usize, low: &End<'_>, high: Option<&End<'_>>) -> bool {
        let (from, to) = match (low.after(at), high.map_or(Side::Above, |high| high.after(at))) {
            (Side::Above, _) | (_, Side::Below | Side::Among(None)) => return false,
            (Side::Below, Side::Above) => return true,
            (from, to) => (from.letter().unwrap_or('\0'), to.letter()),
        };
        // Any letter between the two may be followed by what a correction goes on with; the two themselves rarely are.
        let between = to.is_none_or(|to| u32::from(to) > u32::from(from) + 1);
        let goes_on = |letter| self.may_go_on(at, letter, low, high);
        between || goes_on(from) || to.is_some_and(|to| to != from && goes_on(to))
    }

    /// Whether a correction that has `letter` at `at` lies between two terms.
    fn may_go_on(&self, at: usize, letter: char, low: &End<'_>, high: Option<&End<'_>>) -> bool {
        let word = &self.letters[at..];
        let (own, more) = word.split_first().map_or((None, word), |(own, more)| (Some(*own), more));
        let (next, end) = more.split_first().map_or((None, more), |(next, end)| (Some(*next), end));
        // A letter added, one replaced, one left out, two swapped: what comes first and what follows.
        let tails = [
            ([Some(letter), None], word),
            ([Some(letter), None], more),
            ([None, None], more),
            ([next, own.filter(|_| next.is_some())], end),
        ];
        tails.into_iter().any(|(first, rest)| {
            let whole = || {
                let start = self.letters[..at].iter().copied();
                start.chain(first.into_iter().flatten()).chain(rest.iter().copied())
            };
            whole().ge(low.term.chars()) && high.is_none_or(|high| whole().lt(high.term.chars()))
        })
    }
}

/// A term beside a word: how many letters they share, and on which side it then lies.
struct End<'t> {
    term: &'t str,
    word: &'t [char],
    shared: usize,
    /// The first letter of the term that differs.
    next: Option<char>,
    is_above: bool,
}

impl<'t> End<'t> {
    fn of(term: &'t str, word: &'t [char]) -> Self {
        let mut letters = term.chars();
        let mut shared = 0;
        loop {
            let next = letters.next();
            match (next, word.get(shared)) {
                (Some(letter), Some(own)) if letter == *own => shared += 1,
                (_, own) => return Self { term, word, shared, next, is_above: own.is_some() && next > own.copied() },
            }
        }
    }

    /// Where it lies beside all that share the first `count` letters with the word.
    fn after(&self, count: usize) -> Side {
        match count.cmp(&self.shared) {
            Ordering::Less => Side::Among(self.word.get(count).copied()),
            Ordering::Equal => Side::Among(self.next),
            Ordering::Greater if self.is_above => Side::Above,
            Ordering::Greater => Side::Below,
        }
    }
}

/// Where a term lies beside all that start alike.
enum Side {
    Below,
    /// Among them, with this letter next; none where it ends there.
    Among(Option<char>),
    Above,
}

impl Side {
    fn letter(&self) -> Option<char> {
        match self {
            Self::Among(letter) => *letter,
            _ => None,
        }
    }
}

/// Letters that are written for each other because they sound alike.
const ALIKE: [(&str, &str); 14] = [
    ("f", "ph"),
    ("ph", "f"),
    ("c", "k"),
    ("k", "c"),
    ("k", "ch"),
    ("c", "s"),
    ("s", "c"),
    ("s", "z"),
    ("z", "s"),
    ("i", "y"),
    ("y", "i"),
    ("ie", "ei"),
    ("ei", "ie"),
    ("x", "cs"),
];

/// Other spellings that sound as a lower-case word does: `semafore` -> `semaphore`.
pub fn sounding_alike(word: &str) -> impl Iterator<Item = String> + '_ {
    ALIKE.iter().flat_map(move |(written, meant)| {
        let places = word.match_indices(written);
        places.map(move |(at, _)| format!("{}{meant}{}", &word[..at], &word[at + written.len()..]))
    })
}

/// How many wrong letters of a word are still a slip.
pub fn tolerance(word: &str) -> u32 {
    match word.chars().count() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// How many letters two words differ by, without regard to case, where it is at most `limit`: letters too many, too few and
/// wrong, and neighbours swapped.
pub fn distance(a: &str, b: &str, limit: u32) -> Option<u32> {
    if a.len().abs_diff(b.len()) > limit as usize * 4 {
        return None;
    }
    let letters: Vec<char> = a.chars().flat_map(char::to_lowercase).collect();
    let wanted: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    let mut before: Vec<u32> = Vec::new();
    let mut row: Vec<u32> = (0..=wanted.len() as u32).collect();
    for (line, letter) in letters.iter().enumerate() {
        let mut next = vec![line as u32 + 1];
        for (at, other) in wanted.iter().enumerate() {
            let replaced = row[at] + u32::from(letter != other);
            let mut least = replaced.min(row[at + 1] + 1).min(next[at] + 1);
            if line > 0 && at > 0 && letters[line - 1] == *other && wanted[at - 1] == *letter {
                least = least.min(before[at - 1] + 1);
            }
            next.push(least);
        }
        if next.iter().all(|cost| *cost > limit) {
            return None;
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().filter(|cost| *cost <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_slips() {
        assert_eq!(distance("Session", "sesion", 2), Some(1));
        assert_eq!(distance("_make_hash", "_make_hsah", 2), Some(1));
        assert_eq!(distance("accelerator", "aceleratr", 2), Some(2));
        assert_eq!((distance("abc", "xyz", 2), distance("", "", 0)), (None, Some(0)));
    }

    #[test]
    fn letters_that_sound_alike_are_exchanged() {
        assert!(sounding_alike("semafore").any(|word| word == "semaphore"));
        assert!(sounding_alike("recieve").any(|word| word == "receive"));
        assert_eq!(sounding_alike("tomb").count(), 0);
    }

    #[test]
    fn the_first_letter_and_the_word_itself_stay() {
        let word = Misspelt::new("store").unwrap();
        assert!(word.is_near("stroe") && !word.is_near("tore") && !word.is_near("store"));
        assert!(Misspelt::new("sto").is_none() && Misspelt::new(&"s".repeat(65)).is_none());
    }

    /// Every term that is near lies where it may be, however the terms are cut.
    #[test]
    fn what_is_passed_over_holds_no_correction() {
        let word = Misspelt::new("abcab").unwrap();
        let letters = ['a', 'b', 'c', 'd'];
        let mut terms: Vec<String> = vec![String::new()];
        for length in 0..6usize {
            let longest: Vec<String> = terms.iter().filter(|term| term.len() == length).cloned().collect();
            terms.extend(longest.iter().flat_map(|term| letters.map(|letter| format!("{term}{letter}"))));
        }
        terms.sort();
        let is_near = |term: &&String| word.is_near(term);
        assert_eq!(terms.iter().filter(is_near).count(), 35);
        for size in [1, 3, 16, 100] {
            let mut read = 0;
            for (at, block) in terms.chunks(size).enumerate() {
                let high = terms.get((at + 1) * size).map(String::as_str);
                if word.may_be_between(&block[0], high) {
                    read += block.len();
                } else {
                    assert!(!block.iter().any(|term| word.is_near(term)), "{:?} {high:?}", block[0]);
                }
            }
            assert!(read < terms.len() / 2, "{read} of {} read in blocks of {size}", terms.len());
        }
    }
}
