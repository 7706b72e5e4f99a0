//! A text that the question has in quotes is looked for as it is written, before its words are.
//!
//! Several words in quotes are such a text. One word in quotes is a name first: only where nothing is called so is it looked
//! for as text, like the code of an error.

use super::asked::Question;
use super::known::Known;
use super::words::{quoted_text, quoted_word};
use model::{Finding, Step};
use protocol::{Basis, Evidence};

/// The text that is to be looked for as it is written.
pub fn text(asked: &str, question: &Question, known: &Known<'_>) -> Option<String> {
    if question.survey.is_some() || question.history.is_some() {
        return None;
    }
    quoted_text(asked).or_else(|| {
        let word = quoted_word(asked)?;
        let is_named = question.names.contains(&word);
        let has_looked = known.steps().iter().any(|step| matches!(step, Step::Find(names) if names.contains(&word)));
        (is_named && has_looked && known.definitions(&word).is_empty()).then_some(word)
    })
}

/// The step that looks for it, where that was not done.
pub fn missing(question: &Question, known: &Known<'_>) -> Option<Step> {
    let step = Step::Search(text(&question.asked, question, known)?);
    (!known.steps().contains(&step)).then_some(step)
}

/// What a search for the very text has found; other searches rank by words.
pub fn found<'f>(text: &str, findings: &'f [Finding]) -> Vec<&'f Evidence> {
    let of_text =
        findings.iter().filter(|finding| matches!(finding.step(), Step::Search(searched) if searched == text));
    let is_ranked = |e: &Evidence| matches!(e.basis, Basis::Search { .. });
    of_text.filter(|finding| !finding.evidence.iter().any(is_ranked)).flat_map(|finding| &finding.evidence).collect()
}

/// Whether the text was looked for and is somewhere: then that is the answer.
pub fn is_found(question: &Question, known: &Known<'_>, findings: &[Finding]) -> bool {
    text(&question.asked, question, known)
        .is_some_and(|text| found(&text, findings).iter().any(|e| e.excerpt.contains(&text)))
}
