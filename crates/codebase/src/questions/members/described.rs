//! The enum whose name and documentation have all the words of a question: `ProgressFinish`, "behavior of a progress bar when it
//! is finished", for "the choices for what a bar does when it is finished".

use super::super::QuestionError;
use crate::Codebase;
use code_words::identifier::lower_parts;
use code_words::path::is_aside;
use code_words::stem::same_word;
use survey::{Entry, Item, List, Narrowing};

/// Fewer words say nothing of one enum in particular.
const LEAST: usize = 2;
/// Enums whose documentation is read.
const ENUMS: usize = 2_000;
/// Nouns by which a question means what can be chosen, whatever it is; they need not be in the documentation.
const CHOICES: &[&str] = &[
    "choice",
    "option",
    "possibility",
    "kind",
    "way",
    "type",
    "sort",
    "mode",
    "value",
    "state",
    "behaviour",
    "behavior",
];

impl Codebase {
    /// The variants of the one enum that is described by all words of a phrase, and the enum; `None` where none or several are.
    pub(super) fn described_enum(&self, of: &str) -> Result<Option<(String, Vec<Item>, Entry)>, QuestionError> {
        let narrowing = Narrowing::read(of);
        let mut words: Vec<String> = lower_parts(narrowing.name);
        words.retain(|word| word != "of" && !CHOICES.iter().any(|own| same_word(own, word)));
        if words.len() < LEAST {
            return Ok(None);
        }
        let is_enum = |entry: &&Entry| {
            let path = self.path_of(entry.file);
            entry.about.first().is_some_and(|word| word == "enum") && narrowing.has(path) && !is_aside(path)
        };
        let mut found: Vec<(usize, &Entry)> = Vec::new();
        for entry in self.list_page(List::Types)?.iter().filter(is_enum).take(ENUMS) {
            let own = lower_parts(&entry.name);
            let has = |parts: &[String], word: &String| parts.iter().any(|part| same_word(part, word));
            let missing: Vec<&String> = words.iter().filter(|word| !has(&own, word)).collect();
            let is_said = missing.is_empty() || {
                let doc = lower_parts(&self.doc_at(entry)?);
                missing.iter().all(|word| has(&doc, word))
            };
            if is_said {
                found.push((words.len() - missing.len(), entry));
            }
        }
        let most = found.iter().map(|(in_name, _)| *in_name).max().unwrap_or(0);
        found.retain(|(in_name, _)| *in_name == most);
        let [(_, only)] = found.as_slice() else { return Ok(None) };
        let own = only.name.rsplit(['.', ':']).next().unwrap_or(&only.name);
        let paths = |file| self.path_of(file);
        let variants = survey::members(&format!("variants of {own}"), self.list_page(List::Members)?, &paths);
        Ok(variants.map(|found| (found.said, found.items, (*only).clone())))
    }

    /// The documentation of a type where it is declared.
    fn doc_at(&self, entry: &Entry) -> Result<String, QuestionError> {
        let at = |line: u32| (entry.start_line..=entry.end_line.max(entry.start_line)).contains(&line);
        let symbols = self.graph().symbols_in(entry.file)?;
        let own = symbols.into_iter().find(|(_, symbol)| symbol.kind.is_type() && at(symbol.name_span.start_line));
        Ok(own.and_then(|(_, symbol)| symbol.doc.clone()).unwrap_or_default())
    }
}
