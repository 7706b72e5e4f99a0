//! The section of the documents that speaks of what is asked: see [`usage`].

use crate::asked::Question;
use crate::known::Known;
use crate::likeness;
use crate::relevance;
use crate::section::{Section, sections};
use crate::usage;
use crate::weights::usage::{CODE, GENERATED, LEAST_COVERAGE, LIKENESS, MOST_IN_TITLE, TITLE};
use crate::word_places::{Wanted, Words, share_known, word_weights};
use code_words::identifier::lower_parts;
use code_words::path::{is_generated, is_history, is_test, is_vendored};
use code_words::stem::same_word;
use protocol::Evidence;
use source::{Language, RepoPath};

/// The section that speaks most of what is asked, and of the question's words that it holds the rarest; none where none has half of
/// its words.
pub fn section<'a>(known: &Known<'a>, question: &Question) -> Option<(Section<'a>, Option<String>)> {
    // Other searches among documents are for a part of the question.
    let own = usage::step(question)?;
    let found = known.found_by(|step| *step == own).iter().copied();
    let is_manual = |e: &&Evidence| !(is_history(&e.path) || is_test(&e.path) || is_vendored(&e.path));
    let sections: Vec<Section<'a>> = found.filter(is_manual).flat_map(sections).collect();
    let texts: Vec<Words> = sections.iter().map(|section| Words::of(&section.text)).collect();
    let wanted = relevance::wanted(question);
    let weights = word_weights(&wanted, &texts);
    let share = share_known(&wanted, &weights);
    let likeness = likeness::to(&question.asked, &sections.iter().map(|section| &section.text).collect::<Vec<_>>());
    // "How do I write a seed?": a section without seeds says nothing of it, whatever is written there.
    let thing = match question.terms.as_slice() {
        [_, thing] if !thing.ends_with("ly") => Some(thing.to_lowercase()),
        _ => None,
    };
    let mut best: Option<(f64, usize)> = None;
    for (at, ((section, words), likeness)) in sections.iter().zip(&texts).zip(likeness).enumerate() {
        let (local, held) = words.fit(&weights);
        let title = section.title.as_deref().unwrap_or("");
        let is_of_thing =
            |thing: &String| relevance::mentions(title, thing) || relevance::mentions(&section.text.excerpt, thing);
        if !thing.iter().all(is_of_thing) {
            continue;
        }
        let titled = wanted.iter().filter(|word| relevance::mentions(title, word)).count();
        let score = (local + held)
            * relevance::engine(known, section.evidence).sqrt()
            * (1.0 + LIKENESS * likeness)
            * if section.has_code { CODE } else { 1.0 }
            * (1.0 + TITLE * titled.min(MOST_IN_TITLE) as f64)
            * if is_generated(&section.evidence.path) { GENERATED } else { 1.0 };
        if held * share >= LEAST_COVERAGE && best.is_none_or(|(most, _)| score > most) {
            best = Some((score, at));
        }
    }
    let (_, at) = best?;
    let section = sections.get(at)?.clone();
    let rarest = rarest(&section, &weights);
    Some((section, rarest))
}

/// The section whose title is this thing, in any form and number, with no more than a word beside it.
pub fn titled<'a>(known: &Known<'a>, thing: &str) -> Option<Section<'a>> {
    let wanted = lower_parts(thing);
    let found = known.found_by(|step| *step == usage::in_documents(thing)).iter().copied();
    let is_document = |e: &Evidence| RepoPath::parse(&e.path).is_ok_and(|path| Language::detect(&path).is_prose());
    let is_manual =
        |e: &&Evidence| is_document(e) && !(is_history(&e.path) || is_test(&e.path) || is_vendored(&e.path));
    let beside = |section: &Section<'a>| {
        let title = lower_parts(section.title.as_deref()?);
        let has = |word: &String| title.iter().any(|part| same_word(part, word));
        let is_it = !wanted.is_empty() && wanted.iter().all(has) && section.lines.len() > 2;
        let beside = title.len().saturating_sub(wanted.len());
        (is_it && beside <= 1).then_some(beside)
    };
    let sections = found.filter(is_manual).flat_map(sections);
    let mut best: Option<(usize, Section<'a>)> = None;
    for section in sections {
        if let Some(beside) = beside(&section)
            && best.as_ref().is_none_or(|(least, _)| beside < *least)
        {
            best = Some((beside, section));
        }
    }
    best.map(|(_, section)| section)
}

/// The word of the question that is rarest among the lines of a section, weighed; none where no line has one.
fn rarest(section: &Section<'_>, weights: &[Wanted]) -> Option<String> {
    let worth = |wanted: &Wanted| {
        let lines = section.text.excerpt.lines().filter(|line| relevance::mentions(line, wanted.word())).count();
        (lines > 0).then(|| wanted.weight() / lines as f64)
    };
    let held = weights.iter().rev().filter_map(|wanted| Some((worth(wanted)?, wanted.word())));
    held.max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, word)| word.to_owned())
}
