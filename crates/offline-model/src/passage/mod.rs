//! The passage of the documents, or of a long comment, that speaks of what is asked in as many of the question's words as the code that
//! fits best, or in more: documents are written in the words of people. What it names is looked up.

mod comment;
pub mod names;
mod window;

use crate::absent::Doubt;
use crate::asked::Question;
use crate::kind::Kind;
use crate::known::Known;
use crate::likeness;
use crate::relevance;
use crate::section;
use crate::vocabulary::carries_meaning;
use crate::weights::passage::{
    ABOUT_AS_MUCH, CLEARLY_MORE, LEAST_COVERAGE, LEAST_IN_DOUBT, LEAST_TITLED, OF_TITLE, TITLE,
};
use crate::word_places::{Wanted, Words, share_known, word_weights};
use code_words::path::{is_generated, is_history, is_test, is_vendored};
use compact_sort::CompactSort;
use model::{Finding, Step};
use protocol::{Evidence, EvidenceKind};
use source::{Language, RepoPath};
use std::borrow::Cow;
use std::ops::Range;

/// Of the pieces that fit best, so many are looked at paragraph by paragraph.
const LOOKED_AT: usize = 4;

/// Lines of a document, or of a comment, that are quoted.
#[derive(Debug, Clone)]
pub struct Passage<'a> {
    pub evidence: &'a Evidence,
    /// The heading that it is under, where that was found with it.
    pub title: Option<String>,
    /// Its lines, by their places among those of the evidence.
    pub lines: Range<usize>,
    pub is_comment: bool,
    pub place: Place,
}

/// Where in the answer it is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    BeforeCode,
    /// After the first place of code.
    AfterCode,
}

/// A piece of a document with one title, or a comment.
struct Piece<'a> {
    evidence: &'a Evidence,
    title: Option<String>,
    lines: Range<usize>,
    is_comment: bool,
}

impl Piece<'_> {
    /// The title and some of the lines, as evidence.
    fn text(&self, lines: Range<usize>) -> Evidence {
        let own: Vec<&str> = self.evidence.excerpt.lines().skip(lines.start).take(lines.len()).collect();
        let excerpt = format!("{}\n{}", self.title.as_deref().unwrap_or(""), own.join("\n"));
        Evidence { excerpt, ..self.evidence.clone() }
    }
}

/// The passage that is quoted beside `best`, the first place of code; none where none has enough of the question's words.
pub fn of<'a>(known: &Known<'a>, question: &Question, best: &Evidence, doubt: &Doubt) -> Option<Passage<'a>> {
    let is_doubted = *doubt != Doubt::None;
    // What nothing has that was found the passage does not have either.
    let least = if matches!(doubt, Doubt::Absent(_)) { LEAST_IN_DOUBT } else { LEAST_COVERAGE };
    let pieces: Vec<Piece<'a>> = known.evidence().filter(|e| is_passage(e)).flat_map(pieces).collect();
    let wanted: Vec<String> = relevance::spelt(known, question).into_iter().map(|meant| meant.word).collect();
    let texts: Vec<Evidence> = pieces.iter().map(|piece| piece.text(piece.lines.clone())).collect();
    let code = known.all_definitions();
    let words: Vec<Words> = code.iter().copied().chain(&texts).map(Words::of).collect();
    let weights = word_weights(&wanted, &words);
    let likeness = likeness::to(&question.asked, &texts.iter().collect::<Vec<_>>());
    let in_title = |piece: &Piece<'_>| {
        let title = piece.title.as_deref().unwrap_or("");
        wanted.iter().filter(|word| carries_meaning(word) && relevance::mentions(title, word)).count()
    };
    let is_titled = |piece: &Piece<'_>| in_title(piece) >= OF_TITLE;
    let mut ranked: Vec<(f64, &Piece<'a>)> = Vec::new();
    for ((piece, words), likeness) in pieces.iter().zip(&words[code.len()..]).zip(likeness) {
        let engine = relevance::engine(known, piece.evidence).sqrt().sqrt();
        let score = words.fit(&weights).1 * (1.0 + likeness) * engine * if in_title(piece) > 0 { TITLE } else { 1.0 };
        ranked.push((score, piece));
    }
    ranked.compact_sort_by(|a, b| b.0.total_cmp(&a.0));
    let share = share_known(&wanted, &weights);
    let of_code = coverage_of_code(known, best, &weights);
    let is_denied = window::is_negated(&question.asked);
    let mut found: Option<(f64, &Piece<'a>, Range<usize>, f64)> = None;
    for (score, piece) in ranked.into_iter().take(LOOKED_AT) {
        let Some((lines, coverage)) = window::best(piece, &weights, is_denied) else { continue };
        let score = score * coverage;
        let least = if is_titled(piece) { LEAST_TITLED } else { least };
        if coverage * share >= least && found.as_ref().is_none_or(|(most, ..)| score > *most) {
            found = Some((score, piece, lines, coverage));
        }
    }
    let (_, piece, lines, coverage) = found?;
    let place = place(question, known, is_doubted, coverage, of_code)?;
    Some(Passage { evidence: piece.evidence, title: piece.title.clone(), lines, is_comment: piece.is_comment, place })
}

/// Code is what is asked for by "where", and by a name.
fn place(question: &Question, known: &Known<'_>, is_doubted: bool, passage: f64, code: f64) -> Option<Place> {
    let is_named = question.names.iter().any(|name| !known.definitions(name).is_empty());
    let asks_where = question.asked.to_lowercase().split_whitespace().take(2).any(|word| word == "where");
    let has_as_much = passage >= ABOUT_AS_MUCH * code;
    let has_more = passage >= code + CLEARLY_MORE;
    match () {
        () if is_doubted && has_as_much && !is_named => Some(Place::BeforeCode),
        () if has_more && !asks_where && !is_named => Some(Place::BeforeCode),
        () if has_as_much => Some(Place::AfterCode),
        () => None,
    }
}

/// How much of the question's words the definition has, with all pieces of it that were found.
fn coverage_of_code(known: &Known<'_>, best: &Evidence, weights: &[Wanted]) -> f64 {
    let is_of_best =
        |e: &&Evidence| e.id == best.id || e.symbol.is_some() && e.symbol == best.symbol && e.path == best.path;
    let held = known.evidence().filter(is_of_best).map(|e| Words::of(e).fit(weights).1);
    held.fold(Words::of(best).fit(weights).1, f64::max)
}

/// What is no definition, no test, no record of the past, and neither copied nor built.
fn is_passage(e: &Evidence) -> bool {
    let is_hidden = e.path.split('/').any(|part| part.starts_with('.'));
    let is_text = e.symbol.is_none() && matches!(e.kind, EvidenceKind::Text | EvidenceKind::Module);
    let is_aside = is_history(&e.path) || is_test(&e.path) || is_vendored(&e.path) || is_generated(&e.path);
    is_text && !is_hidden && !is_aside
}

fn pieces(e: &Evidence) -> Vec<Piece<'_>> {
    let is_document = RepoPath::parse(&e.path).is_ok_and(|path| Language::detect(&path).is_prose());
    if is_document {
        let of_section = |section: section::Section<'_>| {
            let below = usize::from(section.title.is_some());
            (section.lines.start + below..section.lines.end, section.title)
        };
        let sections = section::sections(e).into_iter().map(of_section);
        return sections.map(|(lines, title)| Piece { evidence: e, title, lines, is_comment: false }).collect();
    }
    let blocks = comment::blocks(&e.excerpt);
    blocks.into_iter().map(|lines| Piece { evidence: e, title: None, lines, is_comment: true }).collect()
}

/// The step that looks for what the passage names, where that is quoted before the code.
pub fn step(question: &Question, passage: &Passage<'_>) -> Option<Step> {
    let is_in_words = matches!(question.kind, Kind::Explain | Kind::How | Kind::Where | Kind::When | Kind::ListAll);
    let names =
        if is_in_words && passage.place == Place::BeforeCode { names::of(question, passage) } else { Vec::new() };
    (!names.is_empty()).then_some(Step::Find(names))
}

/// Whether a step is one of [`step`]: a question's own names are words of it.
pub fn is_of_passage(question: &Question, step: &Step) -> bool {
    let asked = question.asked.to_lowercase();
    matches!(step, Step::Find(names) if !names.is_empty() && names.iter().all(|name| !names::is_asked(&asked, name)))
        && question.names.is_empty()
}

/// The findings without those of [`step`]: what fits the question is not judged by them.
pub fn own<'f>(question: &Question, findings: &'f [Finding]) -> Cow<'f, [Finding]> {
    if !findings.iter().any(|finding| is_of_passage(question, &finding.step())) {
        return Cow::Borrowed(findings);
    }
    findings.iter().filter(|finding| !is_of_passage(question, &finding.step())).cloned().collect()
}
