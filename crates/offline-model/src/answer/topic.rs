//! A topic in free words: the definitions that fit best, and how they hang together.

use super::markdown::MarkdownBuilder;
use super::passage as passages;
use super::sentence::{absent, called, defined, fixed, topic};
use super::shown;
use crate::absent::{Doubt, doubt};
use crate::asked::Question;
use crate::chain;
use crate::direction::Way;
use crate::existence;
use crate::file_head::is_head_of_code;
use crate::known::{Edge, Known, is_proven};
use crate::manual;
use crate::misspelt::{self, Meant};
use crate::passage::{self, Passage, Place};
use crate::relevance;
use crate::symbol::{is_copy, last};
use crate::vocabulary::carries_meaning;
use code_words::condition::{Situation, situations};
use code_words::identifier::lower_parts;
use code_words::path::{is_aside, is_test};
use code_words::stem::same_word;
use protocol::Evidence;

/// Most definitions that are described.
const MOST: usize = 4;
/// Most places that are named where none is certain, and how many of them are the best by the question's words; the others
/// are the first of the search.
const MOST_NEAREST: usize = 6;
/// See [`MOST_NEAREST`].
const BEST_OF_NEAREST: usize = 3;
/// Most places named below an answer whose best find lacks words of the question; half of them in its file.
const MOST_FURTHER: usize = 6;
/// With fewer definitions described than this there is room for others.
const FEW: usize = 3;
/// Most definitions that are described after the first where a passage is quoted between them.
const BESIDE_PASSAGE: usize = 1;
/// Most pieces of prose that are pointed at.
const MOST_PROSE: usize = 2;
/// Most calls that are listed.
const MOST_CALLS: usize = 6;
/// Most calls of what is beside the best find that are listed after them.
const MOST_BESIDE: usize = 5;
/// Lines of code shown of a definition: the best one, and the others.
const LINES: [usize; 2] = [8, 6];

/// Answers "how does ... work" for a topic. False where nothing found shares a word with it.
pub fn explain(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let meant = relevance::spelt(known, question);
    let wanted: Vec<String> = meant.iter().map(|meant| meant.word.clone()).collect();
    let (picked, prose) = pick(known, question);
    let Some((best, others)) = picked.split_first() else { return false };
    let subject = question.terms.join(" ");
    if existence::is_asked(&question.asked) && is_aside(&best.path) {
        out.say(absent::own_code(&subject));
        nearest(known, question, &picked).into_iter().for_each(|e| out.item(defined::named(known, e)));
        return true;
    }
    let is_joined = misspelt::is_joined(best.symbol.as_deref().unwrap_or(""), &question.terms);
    let mut said: Vec<String> = Vec::new();
    let passage = passage(known, question);
    let is_before = passage.as_ref().is_some_and(|passage| passage.place == Place::BeforeCode);
    let is_uncertain = !is_joined && lacks_words(best, question) || picked.len() < FEW;
    if !is_joined {
        meant.iter().filter_map(topic::taken_for).for_each(|sentence| out.say(sentence));
        match doubted(known, question, best, &meant) {
            Doubt::Absent(missing) if !has_thing(best, question, &missing) => {
                out.say(absent::words(&missing));
                if let Some(passage) = &passage {
                    passages::quote(out, passage);
                    passages::follow(out, known, question, passage);
                }
                out.say(topic::nearest(&subject));
                nearest(known, question, &picked).into_iter().for_each(|e| out.item(defined::named(known, e)));
                return true;
            }
            Doubt::Absent(missing) | Doubt::Missing(missing) => {
                out.say(absent::words(&missing));
                said = missing;
            }
            Doubt::Apart(missing) => {
                let is_quoted = passage.is_some();
                out.say(if is_quoted {
                    absent::words_together_in_code(&missing)
                } else {
                    absent::words_together(&missing)
                });
                said = missing;
            }
            Doubt::None => {}
        }
    }
    let quoted = passage.as_ref().filter(|_| is_before);
    let is_followed = quoted.is_some_and(|passage| {
        passages::quote(out, passage);
        passages::follow(out, known, question, passage)
    });
    if let Some(way) = Way::asked(question).filter(|way| way.is_opposite_to(best)) {
        out.say(absent::way(&way));
    }
    out.say(topic::best(known, best, &subject));
    show(out, known, best, &wanted, LINES[0]);
    let passage_after = passage.as_ref().filter(|_| !is_before);
    passage_after.iter().for_each(|passage| passages::quote(out, passage));
    // One screen: beside what is quoted others are named.
    let described = match (&passage, is_before) {
        (Some(_), true) => 0,
        (Some(_), false) => BESIDE_PASSAGE,
        (None, _) => others.len(),
    };
    let (described, others) = others.split_at(described.min(others.len()));
    for e in described {
        out.say(defined::marked(known, e));
        show(out, known, e, &wanted, LINES[1]);
    }
    relations(out, known, &picked, &wanted);
    let mut beside_these: Vec<&Evidence> = Vec::new();
    if is_uncertain && !is_followed {
        let mut others = picked.clone();
        let (beside, all) = (MOST_FURTHER / 2, picked.len() + MOST_FURTHER);
        further(known, question, &mut others, picked.len() + beside, |e| e.path == best.path);
        further(known, question, &mut others, all, |_| true);
        beside_these = others.split_off(picked.len());
    }
    let named = others.iter().copied().chain(beside_these.iter().copied());
    let named: Vec<&Evidence> = named.take(MOST_FURTHER).collect();
    if !named.is_empty() {
        out.list(Some(fixed::FURTHER), named.iter().map(|e| defined::named(known, e)), MOST_FURTHER);
    }
    let is_quoted = |e: &&Evidence| passage.as_ref().is_some_and(|passage| passage.evidence.id == e.id);
    let prose: Vec<&Evidence> =
        passage.iter().map(|passage| passage.evidence).chain(prose.iter().copied().filter(|e| !is_quoted(e))).collect();
    let pointed_at = &prose[usize::from(passage.is_some())..];
    topic::prose(pointed_at, &wanted).into_iter().for_each(|sentence| out.say(sentence));
    // Of what was asked alone: nobody misses a word that stands for another one.
    let is_said = |word: &str| said.iter().any(|said| same_word(&said.to_lowercase(), word));
    let is_held = |word: &String| picked.iter().chain(&prose).chain(&beside_these).any(|e| mentions(e, word));
    let missing: Vec<String> = question
        .terms
        .iter()
        .filter(|term| !is_joined && carries_meaning(term) && !is_of_situation(best, question, term))
        .map(|term| spelt(term, &meant).to_lowercase())
        .filter(|word| {
            !is_said(word) && !is_held(word) && !lower_parts(word).iter().any(|part| is_said(part) || is_held(part))
        })
        .collect();
    if !missing.is_empty() {
        out.say(absent::words_in_this(&missing));
    }
    true
}

/// The passage that is quoted beside the code; none where a section of the documents is shown already.
pub fn passage<'a>(known: &Known<'a>, question: &Question) -> Option<Passage<'a>> {
    let (picked, _) = pick(known, question);
    let best = picked.first().filter(|best| !relevance::is_prose(best))?;
    if manual::section(known, question).is_some() {
        return None;
    }
    let is_joined = misspelt::is_joined(best.symbol.as_deref().unwrap_or(""), &question.terms);
    let doubt = match is_joined {
        true => Doubt::None,
        false => doubted(known, question, best, &relevance::spelt(known, question)),
    };
    passage::of(known, question, best, &doubt)
}

/// What speaks against the best find being what is meant.
fn doubted(known: &Known<'_>, question: &Question, best: &Evidence, meant: &[Meant]) -> Doubt {
    let is_in_code = |term: &&String| !is_of_situation(best, question, term);
    let terms: Vec<String> = question.terms.iter().filter(is_in_code).map(|term| spelt(term, meant)).collect();
    doubt(&terms, best, &known.evidence().collect::<Vec<_>>())
}

/// True where the best of what was found lacks a word of the question that carries meaning, or where there is little else.
pub fn is_uncertain(known: &Known<'_>, question: &Question) -> bool {
    let (picked, _) = pick(known, question);
    picked.first().is_some_and(|best| lacks_words(best, question)) || picked.len() < FEW
}

/// Where one word or none carries meaning the rest of the question is not known to be held.
fn lacks_words(best: &Evidence, question: &Question) -> bool {
    let heads: Vec<&String> = question.terms.iter().filter(|term| carries_meaning(term)).collect();
    heads.len() < 2 || heads.iter().any(|term| !mentions(best, &term.to_lowercase()))
}

/// Whether the best find is called by the thing that is asked about, and what is missing says only what is done with it.
fn has_thing(best: &Evidence, question: &Question, missing: &[String]) -> bool {
    let thing = crate::subject::asked(&question.asked);
    let symbol = best.symbol.as_deref().unwrap_or("");
    let is_held = |word: &String| {
        relevance::mentions(symbol, word) && !missing.iter().any(|it| same_word(&it.to_lowercase(), word))
    };
    !thing.is_empty() && thing.iter().all(is_held)
}

/// True for a word of a situation that the code has its own word for, which the find holds.
fn is_of_situation(best: &Evidence, question: &Question, term: &str) -> bool {
    let lower = term.to_lowercase();
    let is_said = |situation: &Situation| situation.said.split(' ').any(|part| part == lower);
    situations(&question.asked).iter().any(|it| is_said(it) && it.words.iter().any(|word| mentions(best, word)))
}

/// The term, or what it is a misspelling of.
fn spelt(term: &str, meant: &[Meant]) -> String {
    let is_it = |meant: &&Meant| meant.asked.as_deref().is_some_and(|asked| asked == term.to_lowercase());
    meant.iter().find(is_it).map_or_else(|| term.to_owned(), |meant| meant.word.clone())
}

/// What comes nearest where it is not certain that any of it is meant: the best of what shares words with the question, then
/// what the search has first.
fn nearest<'a>(known: &Known<'a>, question: &Question, picked: &[&'a Evidence]) -> Vec<&'a Evidence> {
    let mut near: Vec<&Evidence> = picked.iter().copied().take(BEST_OF_NEAREST).collect();
    further(known, question, &mut near, MOST_NEAREST, |_| true);
    near
}

/// Adds what the search has first, is wanted and not there yet, up to `most`.
fn further<'a>(
    known: &Known<'a>,
    question: &Question,
    near: &mut Vec<&'a Evidence>,
    most: usize,
    is_wanted: impl Fn(&Evidence) -> bool,
) {
    for e in relevance::searched(known, question).into_iter().filter(|e| is_wanted(e)) {
        if near.len() < most && !near.iter().any(|other| is_same_subject(other, e)) {
            near.push(e);
        }
    }
}

fn show(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence, wanted: &[String], most: usize) {
    out.code(&shown::lines(known, e, wanted, most));
}

/// Definitions to describe, and prose to point at; prose is described only where there is nothing else.
fn pick<'a>(known: &Known<'a>, question: &Question) -> (Vec<&'a Evidence>, Vec<&'a Evidence>) {
    let (mut picked, mut prose): (Vec<&'a Evidence>, Vec<&'a Evidence>) = (Vec::new(), Vec::new());
    let best = relevance::best(known, question);
    // What a declaration or a build alone is called so is no place to begin with where there is its source.
    let is_copied = |e: &Evidence| is_copy(&e.path, std::iter::empty());
    let has_source = best.iter().any(|e| !relevance::is_prose(e) && !is_copied(e));
    let named = question.names.iter().filter_map(|name| known.definitions(name).first().copied());
    let named: Vec<&Evidence> = named.filter(|e| !has_source || !is_copied(e)).collect();
    for e in named.into_iter().chain(best) {
        if relevance::is_prose(e) {
            if !is_head_of_code(e) {
                prose.push(e);
            }
        } else if picked.len() < MOST && !picked.iter().any(|other| is_same_subject(other, e)) {
            picked.push(e);
        }
    }
    if picked.is_empty() {
        let rest = prose.split_off(prose.len().min(1));
        (picked, prose) = (prose, rest);
    }
    prose.truncate(MOST_PROSE);
    put_search_second(known, question, &mut picked);
    (picked, prose)
}

/// Where the best find lacks words of the question, what the search has first comes right after it: the search knows how rare each
/// word is in the whole repository. A type comes after what does something, for it is often what the question's words name in passing.
fn put_search_second<'a>(known: &Known<'a>, question: &Question, picked: &mut Vec<&'a Evidence>) {
    let Some(best) = picked.first().filter(|best| lacks_words(best, question)) else { return };
    let first = relevance::first_searched(known, question).filter(|e| !is_same_subject(best, e));
    let Some(first) = first else { return };
    let at = picked.iter().position(|e| is_same_subject(e, first));
    if relevance::is_callable(first) {
        let second = at.map_or(first, |at| picked.remove(at));
        picked.insert(1, second);
    } else if at.is_none() {
        picked.truncate(MOST - 1);
        picked.push(first);
    }
}

/// A method is described with its class, and so are copies of one symbol in several files.
fn is_same_subject(a: &Evidence, b: &Evidence) -> bool {
    let overlaps = a.path == b.path && a.start_line <= b.end_line && b.start_line <= a.end_line;
    let own = |e: &Evidence| e.symbol.as_deref().map(|symbol| last(symbol).to_owned());
    let copies = a.path != b.path && a.kind == b.kind && a.doc == b.doc && own(a) == own(b);
    overlaps || copies
}

fn mentions(e: &Evidence, word: &str) -> bool {
    [e.symbol.as_deref(), e.doc.as_deref(), Some(&e.path), Some(&e.excerpt)]
        .into_iter()
        .flatten()
        .any(|text| relevance::mentions(text, word))
}

/// The calls between what was picked, then proven ones around it that are about the question.
fn relations(out: &mut MarkdownBuilder, known: &Known<'_>, picked: &[&Evidence], wanted: &[String]) {
    let is_picked = |symbol: &str| picked.iter().any(|e| e.symbol.as_deref() == Some(symbol));
    let edges: Vec<Edge<'_>> = known.edges().into_iter().filter(|edge| edge.from != edge.to).collect();
    let inside = edges.iter().filter(|edge| is_picked(edge.from) && is_picked(edge.to));
    let about = |symbol: &str| wanted.iter().any(|word| relevance::mentions(last(symbol), word));
    let is_around = |edge: &&Edge<'_>| {
        is_picked(edge.from) != is_picked(edge.to)
            && is_proven(edge.evidence)
            && !is_test(&edge.evidence.path)
            && (is_picked(edge.to) || about(edge.to))
    };
    let listed: Vec<&Edge<'_>> = inside.chain(edges.iter().filter(is_around)).take(MOST_CALLS).collect();
    // What the best find does by calls of what is beside it.
    let best = picked.first().and_then(|e| e.symbol.as_deref()).unwrap_or("");
    let beside = chain::beside(known, best).into_iter().filter(|edge| !listed.contains(&edge)).take(MOST_BESIDE);
    let beside: Vec<Edge<'_>> = beside.collect();
    if listed.is_empty() && beside.is_empty() {
        return;
    }
    out.say(fixed::TOGETHER);
    listed.into_iter().chain(&beside).for_each(|edge| out.item(called::edge(known, edge)));
}
