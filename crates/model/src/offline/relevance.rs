//! Which of the things found are about the question's words.

use super::known::Known;
use super::question::Question;
use super::symbol::{is_test, last};
use super::words::{parts, same_stem};
use protocol::{Evidence, Relation};

/// Lower-case parts of the question's words, each once.
pub fn wanted(question: &Question) -> Vec<String> {
    let mut wanted: Vec<String> = Vec::new();
    for part in question.terms.iter().chain(&question.names).flat_map(|term| parts(term)) {
        if !wanted.contains(&part) {
            wanted.push(part);
        }
    }
    wanted
}

/// True where the text has a form of the word.
pub fn mentions(text: &str, word: &str) -> bool {
    parts(text).iter().any(|part| same_stem(part, word))
}

/// Search results by how well they fit the words, best first: symbols rank by name, then path, documentation and
/// body; tests and prose count less; the search's own order breaks ties. What shares no word is left out.
pub fn ranked<'a>(known: &Known<'a>, question: &Question) -> Vec<&'a Evidence> {
    let wanted = wanted(question);
    let definitions = known.all_definitions();
    let prose =
        known.evidence().filter(|e| e.relation == Relation::Hit && !definitions.iter().any(|d| d.symbol == e.symbol));
    let mut scored: Vec<(f64, &'a Evidence)> = Vec::new();
    for e in definitions.iter().copied().chain(prose) {
        let score = score(e, &wanted);
        if score > 0.0 && !scored.iter().any(|(_, known)| known.id == e.id) {
            scored.push((score, e));
        }
    }
    let order = |e: &Evidence| known.evidence().position(|other| other.id == e.id).unwrap_or(usize::MAX);
    // The search engine weighs rare words; its order counts for as much as one word in a name.
    let total = |score: f64, e: &Evidence| score + 3.0 / (1.0 + order(e) as f64 / 3.0);
    scored.sort_by(|a, b| total(b.0, b.1).total_cmp(&total(a.0, a.1)).then(order(a.1).cmp(&order(b.1))));
    scored.into_iter().map(|(_, e)| e).collect()
}

fn score(e: &Evidence, wanted: &[String]) -> f64 {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let said = [e.doc.as_deref(), e.signature.as_deref()].map(Option::unwrap_or_default).join(" ");
    let (own, said, body) = (parts(last(symbol)), parts(&said), parts(&e.excerpt));
    let owner = parts(&format!("{symbol} {}", e.path));
    let has = |words: &[String], word: &str| words.iter().any(|part| same_stem(part, word));
    let mut sum = 0.0;
    let mut covered = 0;
    for word in wanted {
        let weight = if has(&own, word) {
            3.0
        } else if has(&owner, word) || has(&said, word) {
            2.0
        } else if has(&body, word) {
            1.0
        } else {
            continue;
        };
        sum += weight;
        covered += 1;
    }
    let prose = matches!(e.kind.as_str(), "text" | "prose" | "section" | "file" | "module") || e.symbol.is_none();
    let worth = if is_test(&e.path) { 0.4 } else { 1.0 } * if prose { 0.5 } else { 1.0 };
    sum * worth * (f64::from(covered) / wanted.len().max(1) as f64)
}
