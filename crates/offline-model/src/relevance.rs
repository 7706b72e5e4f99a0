//! Which of the things found are about the question's words.
//!
//! A find is weighed twice: by the search engine, which knows how rare each word is in the whole repository, and here,
//! by where the words stand (name, documentation, body) and how rare they are among the finds. What holds much less of
//! the question than the best find is left out: one everyday word in common is an accident.

use super::known::Known;
use super::question::Question;
use super::symbol::{is_copy, last, segments};
use code_words::identifier::lower_parts;
use code_words::path::is_test;
use code_words::stem::{root, same_root, same_word};
use compact_sort::CompactSort;
use protocol::{Basis, Evidence, EvidenceKind, Relation};
use std::collections::BTreeSet;

/// Of the best find's score, what another must reach to be told.
const SHARE_OF_BEST: f64 = 0.42;
/// Of the best find's coverage, what another must reach to be told.
const SHARE_OF_COVERAGE: f64 = 0.6;
/// Definitions that hold less than this of the question are told only where prose holds no more.
const LEAST_COVERAGE: f64 = 0.35;
/// A body with more lines holds every word by accident.
const LONG: usize = 40;

/// What the search engine's weight counts for; the rest is weighed here.
const ENGINE: f64 = 0.3;
/// What a word counts for that stands in a name.
const IN_NAME: f64 = 3.0;
/// Words that most questions about doing something contain.
const EVERYDAY: &str = "add added adding change changed check checked come comes create created find found keep kept \
    look looked new put run runs running set sets show start started take taken turn turned up work";

/// A find and how well it fits.
#[derive(Debug, Clone, Copy)]
pub struct Fit<'a> {
    /// The find.
    pub evidence: &'a Evidence,
    /// Higher is better; comparable within one question.
    pub score: f64,
    /// How much of the question's words it holds, weighed by what they tell, from 0 to 1.
    pub coverage: f64,
}

/// Lower-case parts of the question's words, each once.
pub fn wanted(question: &Question) -> Vec<String> {
    let mut wanted: Vec<String> = Vec::new();
    for part in question.terms.iter().chain(&question.names).flat_map(|term| lower_parts(term)) {
        if !wanted.contains(&part) {
            wanted.push(part);
        }
    }
    wanted
}

/// True where the text has a form of the word.
pub fn mentions(text: &str, word: &str) -> bool {
    lower_parts(text).iter().any(|part| same_word(part, word))
}

/// True for what is no definition of code.
pub fn is_prose(e: &Evidence) -> bool {
    matches!(e.kind, EvidenceKind::Text | EvidenceKind::Module) || e.symbol.is_none()
}

/// The search results that are worth telling, by how well they fit the words, best first. Prose is measured by prose:
/// a manual holds more words than any definition, and says less about where the code is.
pub fn best<'a>(known: &Known<'a>, question: &Question) -> Vec<&'a Evidence> {
    let (prose, code): (Vec<Fit<'a>>, Vec<Fit<'a>>) =
        fits(known, question).into_iter().partition(|fit| is_prose(fit.evidence));
    let most = |fits: &[Fit<'a>]| fits.iter().map(|fit| fit.coverage).fold(0.0, f64::max);
    let is_accident = most(&code) < LEAST_COVERAGE && most(&code) < 0.5 * most(&prose);
    let code = if is_accident { Vec::new() } else { telling(code) };
    code.into_iter().chain(telling(prose)).map(|fit| fit.evidence).collect()
}

fn telling(fits: Vec<Fit<'_>>) -> Vec<Fit<'_>> {
    let coverage = fits.iter().map(|fit| fit.coverage).fold(0.0, f64::max);
    let score = fits.first().map_or(0.0, |fit| fit.score);
    let tells = |fit: &Fit<'_>| fit.score >= SHARE_OF_BEST * score && fit.coverage >= SHARE_OF_COVERAGE * coverage;
    fits.into_iter().filter(tells).collect()
}

/// All that share a word with the question, best first.
fn fits<'a>(known: &Known<'a>, question: &Question) -> Vec<Fit<'a>> {
    let definitions = known.all_definitions();
    let is_other = |e: &&Evidence| e.relation == Relation::Hit && !definitions.iter().any(|d| d.symbol == e.symbol);
    let mut pool: Vec<&'a Evidence> = definitions.clone();
    for e in known.evidence().filter(is_other) {
        if !pool.iter().any(|other| other.id == e.id) {
            pool.push(e);
        }
    }
    let sheets: Vec<Words> = pool.iter().map(|e| Words::of(e)).collect();
    let weights = weights(&wanted(question), &sheets);
    let top = pool.iter().map(|e| engine(e)).fold(f64::MIN_POSITIVE, f64::max);
    let mut fits: Vec<Fit<'a>> = Vec::new();
    for (e, words) in pool.iter().copied().zip(&sheets) {
        let (local, coverage) = words.fit(&weights);
        if coverage > 0.0 {
            let worth = of_kind(e)
                * if is_test(&e.path) { 0.4 } else { 1.0 }
                * if is_prose(e) { 0.5 } else { 1.0 }
                * if is_copy(&e.path, pool.iter().map(|other| other.path.as_str())) { 0.3 } else { 1.0 };
            let score = (ENGINE * engine(e) / top + (1.0 - ENGINE) * local) * (0.25 + 0.75 * coverage) * worth;
            fits.push(Fit { evidence: e, score, coverage });
        }
    }
    // A stable sort: the search engine's order breaks ties.
    fits.compact_sort_by(|a, b| b.score.total_cmp(&a.score));
    fits
}

/// Questions are about what is done more than about what holds it.
fn of_kind(e: &Evidence) -> f64 {
    use EvidenceKind::{
        Class, Constructor, Enum, Field, Function, Interface, Lambda, Macro, Method, Module, Text, TypeAlias, Variable,
    };
    match e.kind {
        Function | Method | Constructor | Macro => 1.0,
        Variable | Field | TypeAlias => 0.65,
        Text | Module | Class | Interface | Enum | Lambda => 0.8,
    }
}

/// The search engine's score; calls and what was read have none.
fn engine(e: &Evidence) -> f64 {
    if let Basis::Search { score } = e.basis { f64::from(score).max(0.0) } else { 0.0 }
}

/// Each word that stands anywhere in the finds, with what it tells: the rarer, the more.
fn weights(wanted: &[String], sheets: &[Words]) -> Vec<(String, f64)> {
    let count = |word: &String| sheets.iter().filter(|sheet| sheet.place(word) > 0.0).count();
    let weight = |word: &String| {
        let holding = count(word);
        let everyday = if EVERYDAY.split_ascii_whitespace().any(|other| other == word) { 0.4 } else { 1.0 };
        let rare = f64::from(1 + (sheets.len() / holding.max(1)).min(15) as u32).sqrt();
        (holding > 0).then(|| (word.clone(), rare * everyday))
    };
    wanted.iter().filter_map(weight).collect()
}

fn stems(text: &str) -> Vec<String> {
    let unique: BTreeSet<String> = lower_parts(text).iter().map(|part| root(part).to_owned()).collect();
    unique.into_iter().collect()
}

/// The stems of a find's words, each once, by where they stand.
struct Words {
    own: Vec<String>,
    class: Vec<String>,
    owner: Vec<String>,
    said: Vec<String>,
    body: Vec<String>,
    body_worth: f64,
}

impl Words {
    fn of(e: &Evidence) -> Self {
        let symbol = e.symbol.as_deref().unwrap_or("");
        let said = [e.doc.as_deref(), e.signature.as_deref()].map(Option::unwrap_or_default).join(" ");
        let body_worth = if e.excerpt.lines().count() > LONG { 0.4 } else { 1.0 };
        Self {
            own: stems(last(symbol)),
            class: segments(symbol).iter().rev().nth(1).map(|class| stems(class)).unwrap_or_default(),
            owner: stems(&format!("{symbol} {}", e.path)),
            said: stems(&said),
            body: stems(&e.excerpt),
            body_worth,
        }
    }

    /// What the best place of the word is worth; 0 where it stands nowhere.
    fn place(&self, word: &str) -> f64 {
        let word = root(word);
        let has = |words: &[String]| words.iter().any(|part| same_root(part, word));
        if has(&self.own) {
            IN_NAME
        } else if has(&self.class) {
            2.4
        } else if has(&self.said) {
            2.2
        } else if has(&self.owner) {
            1.6
        } else if has(&self.body) {
            self.body_worth
        } else {
            0.0
        }
    }

    /// How well the find fits, and how much of the words it holds; both from 0 to 1.
    fn fit(&self, weights: &[(String, f64)]) -> (f64, f64) {
        let all: f64 = weights.iter().map(|(_, weight)| weight).sum();
        let places = weights.iter().map(|(word, weight)| (self.place(word), weight));
        let (sum, covered) = places.fold((0.0, 0.0), |(sum, covered), (place, weight)| {
            (sum + place * weight, covered + if place > 0.0 { *weight } else { 0.0 })
        });
        // A name made of nothing but the question's words means the thing itself.
        let known = |part: &&String| weights.iter().any(|(word, _)| same_root(part, root(word)));
        let purity = self.own.iter().filter(known).count() as f64 / self.own.len().max(1) as f64;
        if all > 0.0 { ((sum / (IN_NAME * all)) * (0.8 + 0.4 * purity), covered / all) } else { (0.0, 0.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::question::understand;
    use super::super::tests::found;
    use super::*;
    use model::Finding;

    fn best_of(question: &str, evidence: Vec<Evidence>) -> Vec<String> {
        let notes = [Finding { key: "step_0: x".into(), text: String::new(), evidence, step: None }];
        let known = Known::of(&notes);
        best(&known, &understand(question, &[])).iter().filter_map(|e| e.symbol.clone()).collect()
    }

    fn said(symbol: &str, path: &str, line: u32, doc: &str, text: &str) -> Evidence {
        Evidence { doc: Some(doc.into()), ..found(symbol, path, line, text) }
    }

    #[test]
    fn leaves_out_what_shares_one_everyday_word() {
        let finds = vec![
            said("a.MethodView", "a/views.py", 1, "Dispatches methods.", "class MethodView:\n    session = 1"),
            said("a.Session.get_expiration_time", "a/sessions.py", 9, "When the session expires.", "def f(): pass"),
            said("a.Client.session_transaction", "a/testing.py", 3, "Opens a session.", "def g(): pass"),
        ];
        assert_eq!(best_of("How does session expiry work?", finds), ["a.Session.get_expiration_time"]);
    }

    #[test]
    fn prefers_the_thing_itself_to_what_mentions_it() {
        let finds = vec![
            said("a.FormDataRoutingRedirect", "a/debug.py", 1, "A routing redirect.", "class X: pass"),
            said("a.Scaffold.route", "a/scaffold.py", 1, "Adds a rule.", "def route(): pass"),
        ];
        assert_eq!(best_of("how does routing work", finds)[0], "a.Scaffold.route");
    }
}
