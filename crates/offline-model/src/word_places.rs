//! Where a find holds the words of a question: in its name, its documentation, its body, and how rare each word is among the finds.

use super::symbol::{last, segments};
use super::vocabulary::carries_meaning;
use super::weights::{self, MOST_RARE, PURE_NAME, SYNONYM, SYNONYM_COVERS, place};
use code_words::abbreviations::is_short_for;
use code_words::everyday::is_common;
use code_words::identifier::lower_parts;
use code_words::stem::{root, same_root, same_word, stem};
use code_words::stop_words::is_stop_word;
use code_words::synonyms;
use protocol::Evidence;
use std::collections::BTreeSet;

/// A word of the question.
pub struct Wanted {
    word: String,
    /// What it and its neighbours may be as one part of a name: `gc` of `garbage collected`, `lookup` of `looked up`.
    runs: Vec<String>,
    /// The word and a neighbour as one: `filesystem`.
    joined: Vec<String>,
    /// What code may call that which the word says.
    synonyms: Vec<&'static str>,
    /// The rarer among the finds, the higher.
    weight: f64,
}

impl Wanted {
    pub fn is(&self, word: &str) -> bool {
        self.word == word
    }

    pub fn word(&self) -> &str {
        &self.word
    }

    pub fn weight(&self) -> f64 {
        self.weight
    }

    /// Changes its weight by a factor.
    pub fn weigh(&mut self, factor: f64) {
        self.weight *= factor;
    }

    /// True for a part of a name that is the word in any form, a short form of it, or initials with it.
    fn is_in_name(&self, part: &str) -> bool {
        same_word(part, &self.word)
            || is_short_for(part, &self.word)
            || self.word.strip_suffix('s') == Some(part)
            || self.runs.iter().any(|run| run == part)
    }
}

/// True where the text has a form of the word.
pub fn mentions(text: &str, word: &str) -> bool {
    lower_parts(text).iter().any(|part| same_word(part, word))
}

/// Whether one of the texts has the word.
pub fn is_held(texts: &[Words], word: &str) -> bool {
    let wanted =
        Wanted { word: word.to_owned(), runs: Vec::new(), joined: Vec::new(), synonyms: Vec::new(), weight: 0.0 };
    texts.iter().any(|text| text.place(&wanted) > 0.0)
}

/// Each word that occurs in any of the finds, weighed.
pub fn word_weights(words: &[String], texts: &[Words]) -> Vec<Wanted> {
    let weigh = |(at, word): (usize, &String)| {
        let synonyms = synonyms::of(word).collect();
        let mut wanted = Wanted {
            word: word.clone(),
            runs: runs(words, at, texts),
            joined: joined(words, at),
            synonyms,
            weight: 0.0,
        };
        let holds = |place: fn(&Words, &Wanted) -> f64| texts.iter().filter(|text| place(text, &wanted) > 0.0).count();
        let own = holds(Words::place);
        let holding = if own > 0 { own } else { holds(Words::place_of_synonym) };
        let of_a_run = || texts.iter().flat_map(|text| &text.own).any(|part| wanted.runs.contains(part));
        let is_said = is_common(word) || is_stop_word(word);
        let everyday = is_said && !of_a_run();
        let everyday = if everyday { weights::EVERYDAY } else { 1.0 };
        // Where a name or documentation has the word itself, no other stands in for it; code may have it by chance.
        if holds(|text, wanted| if text.place(wanted) > place::BODY { 1.0 } else { 0.0 }) > 0 {
            wanted.synonyms.clear();
        }
        let rare = f64::from(1 + (texts.len() / holding.max(1)).min(MOST_RARE) as u32).sqrt();
        wanted.weight = rare * everyday;
        (holding > 0).then_some(wanted)
    };
    words.iter().enumerate().filter_map(weigh).collect()
}

/// How many of the words that carry meaning anything weighed has: what nothing has is covered by no find.
pub fn share_known(wanted: &[String], weights: &[Wanted]) -> f64 {
    let heads: Vec<&String> = wanted.iter().filter(|word| carries_meaning(word)).collect();
    let known = heads.iter().filter(|word| weights.iter().any(|wanted| wanted.is(word))).count();
    known as f64 / heads.len().max(1) as f64
}

/// The initials of the runs of two and three words that hold the word at this place, and the stems of two as one word. Where
/// names spell out most words of a run they do not shorten it.
fn runs(words: &[String], at: usize, texts: &[Words]) -> Vec<String> {
    let around = |length: usize| {
        let starts = (at + 1).saturating_sub(length)..=at;
        starts.filter_map(move |start| words.get(start..start + length))
    };
    let is_spelt_out = |word: &String| {
        texts.iter().flat_map(|text| text.own.iter().chain(&text.class)).any(|part| same_word(part, word))
    };
    let is_shortened = |run: &&[String]| run.iter().filter(|word| is_spelt_out(word)).count() * 2 <= run.len();
    let initials = |run: &[String]| run.iter().filter_map(|word| word.chars().next()).collect();
    let stems = |run: &[String]| run.iter().map(|word| stem(word).unwrap_or_else(|| word.clone())).collect();
    (2..=3).flat_map(around).filter(is_shortened).map(initials).chain(around(2).map(stems)).collect()
}

/// The word with the one before it, and with the one behind it, where each alone is more than a letter or two.
pub fn joined(words: &[String], at: usize) -> Vec<String> {
    let pairs = [at.checked_sub(1).map(|before| (before, at)), Some((at, at + 1))].into_iter().flatten();
    let both = pairs.filter_map(|(first, second)| Some((words.get(first)?, words.get(second)?)));
    both.filter(|(a, b)| a.len() > 2 && b.len() > 2).map(|(a, b)| root(&format!("{a}{b}")).to_owned()).collect()
}

fn roots(text: &str) -> Vec<String> {
    let unique: BTreeSet<String> = lower_parts(text).iter().map(|part| root(part).to_owned()).collect();
    unique.into_iter().collect()
}

/// The roots of a find's words, each once, by where they occur.
pub struct Words {
    /// Parts of the name, as they are.
    own: Vec<String>,
    class: Vec<String>,
    owner: Vec<String>,
    documentation: Vec<String>,
    body: Vec<String>,
    body_worth: f64,
}

impl Words {
    pub fn of(e: &Evidence) -> Self {
        let symbol = e.symbol.as_deref().unwrap_or("");
        let documentation =
            [e.doc.as_deref(), e.signature.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        let body_worth = if e.excerpt.lines().count() > place::LONG { place::LONG_BODY } else { place::BODY };
        Self {
            own: lower_parts(last(symbol)),
            class: segments(symbol).iter().rev().nth(1).map_or_else(Vec::new, |class| roots(class)),
            owner: roots(&format!("{symbol} {}", e.path)),
            documentation: roots(&documentation),
            body: roots(&e.excerpt),
            body_worth,
        }
    }

    /// The weight of the best place of the word; 0 if it occurs nowhere.
    fn place(&self, wanted: &Wanted) -> f64 {
        let word = root(&wanted.word);
        let has = |words: &[String]| words.iter().any(|part| same_root(part, word) || wanted.joined.contains(part));
        if self.own.iter().any(|part| wanted.is_in_name(part)) {
            place::NAME
        } else if has(&self.class) {
            place::CLASS
        } else if has(&self.documentation) {
            place::DOCUMENTATION
        } else if has(&self.owner) {
            place::PATH
        } else if has(&self.body) {
            self.body_worth
        } else {
            0.0
        }
    }

    /// The same of what code may call that which the word says, in names and documentation.
    fn place_of_synonym(&self, wanted: &Wanted) -> f64 {
        let has = |words: &[String]| {
            wanted.synonyms.iter().any(|synonym| words.iter().any(|part| same_root(root(part), root(synonym))))
        };
        if has(&self.own) {
            place::NAME
        } else if has(&self.class) {
            place::CLASS
        } else if has(&self.documentation) {
            place::DOCUMENTATION
        } else {
            0.0
        }
    }

    /// How well the find fits, and how much of the words it holds; both from 0 to 1.
    pub fn fit(&self, weights: &[Wanted]) -> (f64, f64) {
        let all: f64 = weights.iter().map(|wanted| wanted.weight).sum();
        let places = weights.iter().map(|wanted| (self.place(wanted), self.place_of_synonym(wanted), wanted.weight));
        let (sum, covered) = places.fold((0.0, 0.0), |(sum, covered), (place, other, weight)| {
            let (held, other) = (if place > 0.0 { 1.0 } else { 0.0 }, SYNONYM * other);
            let of_other = if other > 0.0 { SYNONYM_COVERS } else { 0.0 };
            (sum + place.max(other) * weight, covered + weight * f64::max(held, of_other))
        });
        // A name made of nothing but the question's words is the thing itself.
        let known = |part: &&String| weights.iter().any(|wanted| wanted.is_in_name(part));
        let purity = self.own.iter().filter(known).count() as f64 / self.own.len().max(1) as f64;
        if all > 0.0 { ((sum / (place::NAME * all)) * (1.0 + PURE_NAME * purity), covered / all) } else { (0.0, 0.0) }
    }
}
