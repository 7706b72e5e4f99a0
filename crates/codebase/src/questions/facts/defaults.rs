//! What is the default of something that is known by its words alone: a parameter, a constant, a field, a key of a
//! configuration file.

use super::body::Definition;
use super::masked::on_one_line;
use super::{Fact, FactKind, is_value};
use crate::Codebase;
use code_words::identifier::lower_parts;
use code_words::path;
use code_words::stem::same_word;
use compact_sort::CompactSort;
use paging::Loaded;
use source::{FileId, Language};
use std::cmp::Reverse;

/// Most places listed.
const LISTED: usize = 12;
/// Longest value that is quoted, in characters.
const WIDTH: usize = 160;

/// A place that gives something of these words a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DefaultOf {
    /// `timeout = 5`: [`FactKind::Default`] of a parameter, else [`FactKind::Value`].
    pub fact: Fact,
    /// How well it fits; comparable within one question.
    pub score: i32,
}

/// The places that give something of these words a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Defaults {
    /// Best first.
    pub places: Vec<DefaultOf>,
    pub total: u32,
    /// False where not all files were looked at.
    pub is_all: bool,
}

impl Codebase {
    /// Parameters, constants, fields and keys of configuration files whose names hold all of the words, with their values.
    ///
    /// # Errors
    /// A part of the index is not loaded.
    pub fn defaults(&self, words: &str) -> Loaded<Defaults> {
        let wanted = lower_parts(words);
        let Some(longest) = wanted.iter().max_by_key(|word| word.len()) else {
            return Ok(Defaults { places: Vec::new(), total: 0, is_all: true });
        };
        let (files, is_all) = self.files_with_word(longest, words);
        let mut places: Vec<DefaultOf> = Vec::new();
        for file in files {
            match self.snapshot().file(file).language {
                Language::Config => self.keys_in(file, &wanted, &mut places)?,
                language if language.is_parsed() => self.defaults_in(file, &wanted, &mut places)?,
                _ => {}
            }
        }
        places.compact_sort_by_key(|place| Reverse(place.score));
        let total = places.len() as u32;
        places.truncate(LISTED);
        Ok(Defaults { places, total, is_all })
    }

    fn files_with_word(&self, word: &str, words: &str) -> (Vec<FileId>, bool) {
        if self.paged().is_some() {
            return self.files_with(words);
        }
        let stem = word.get(..word.len().min(5)).unwrap_or(word).to_owned();
        let holds = |file: &FileId| {
            let entry = self.snapshot().file(*file);
            !path::is_history(entry.path.as_str())
                && self.text(*file).is_ok_and(|text| text.to_lowercase().contains(&stem))
        };
        (self.snapshot().ids().filter(holds).collect(), true)
    }

    fn defaults_in(&self, file: FileId, wanted: &[String], places: &mut Vec<DefaultOf>) -> Loaded<()> {
        let aside = self.distance_of(file);
        self.entries_in(file, wanted, places)?;
        for (id, symbol) in self.graph().symbols_in(file)? {
            let fits_value = is_value(symbol.kind).then(|| fit(&symbol.name, wanted)).flatten();
            if let Some(score) = fits_value
                && let Some(fact) = Definition::of(self, id)?.and_then(|definition| definition.value())
            {
                let score = score + literal(&fact.object) - aside + i32::from(symbol.exported);
                let object = format!("{} = {}", symbol.name, fact.object);
                places.push(DefaultOf { fact: Fact { object, ..fact }, score });
            }
            if symbol.kind.is_callable() && !symbol.is_anonymous() && holds_all(&symbol.signature, wanted) {
                for (name, fact) in Definition::of(self, id)?.into_iter().flat_map(|definition| definition.parameters())
                {
                    if let Some(score) = fit(&name, wanted) {
                        let value = fact.object.split_once(" = ").map_or("", |(_, value)| value);
                        let score = score + literal(value) - aside + i32::from(symbol.exported);
                        places.push(DefaultOf { fact, score });
                    }
                }
            }
        }
        Ok(())
    }

    /// `"key": value` of a table of defaults in code.
    fn entries_in(&self, file: FileId, wanted: &[String], places: &mut Vec<DefaultOf>) -> Loaded<()> {
        let text = self.text(file)?;
        for (line, number) in text.lines().zip(1..) {
            let Some(inner) = line.trim_start().strip_prefix(['"', '\'']) else { continue };
            let Some((key, rest)) = inner.split_once(['"', '\'']) else { continue };
            let Some(value) = rest.trim_start().strip_prefix(':').map(|value| value.trim().trim_end_matches(','))
            else {
                continue;
            };
            let Some(score) = fit(key, wanted).filter(|_| !value.is_empty() && !key.contains(' ')) else { continue };
            let symbols = self.graph().symbols_in(file)?;
            let around = symbols.iter().filter(|(_, other)| {
                !other.is_anonymous() && (other.span.start_line..=other.span.end_line).contains(&number)
            });
            let within = around.max_by_key(|(_, other)| other.span.start).map(|(id, other)| self.info(*id, other));
            let Some(within) = within else { continue };
            // A table that is called so is one of defaults; any other may be anything.
            let named_so = lower_parts(&within.name).iter().any(|part| part.starts_with("default"));
            if !named_so {
                continue;
            }
            let score = score + literal(value) - self.distance_of(file) + 4;
            let (of, object) = (within.qualified_name.clone(), format!("{key} = {}", on_one_line(value, WIDTH)));
            let span = self.lines_ref(file, number, number);
            let fact = Fact { kind: FactKind::Default, of, object, span, within: Some(within), distance: 0 };
            places.push(DefaultOf { fact, score });
        }
        Ok(())
    }

    /// `key = value` and `key: value` of a configuration file.
    fn keys_in(&self, file: FileId, wanted: &[String], places: &mut Vec<DefaultOf>) -> Loaded<()> {
        let (text, entry) = (self.text(file)?, self.snapshot().file(file));
        if path::is_generated(entry.path.as_str()) || entry.path.file_name().contains("lock") {
            return Ok(());
        }
        for (line, number) in text.lines().zip(1..) {
            let Some((key, value)) = line.split_once(['=', ':']) else { continue };
            let (key, value) = (key.trim().trim_matches(['"', '\'', '-', ' ']), value.trim().trim_end_matches(','));
            if value.is_empty() || key.starts_with(['#', '/', ';']) || key.contains(' ') {
                continue;
            }
            if let Some(score) = fit(key.rsplit('.').next().unwrap_or(key), wanted) {
                let object = format!("{key} = {}", on_one_line(value, WIDTH));
                let (of, span) = (entry.path.to_string(), self.lines_ref(file, number, number));
                let fact = Fact { kind: FactKind::Value, of, object, span, within: None, distance: 0 };
                places.push(DefaultOf { fact, score: score + literal(value) - self.distance_of(file) });
            }
        }
        Ok(())
    }

    /// How far a file is from what ships.
    fn distance_of(&self, file: FileId) -> i32 {
        let path = self.snapshot().file(file).path.as_str();
        if path::is_test(path) {
            8
        } else if path::is_aside(path) || path::is_generated(path) {
            5
        } else {
            0
        }
    }
}

fn holds_all(text: &str, wanted: &[String]) -> bool {
    let parts = lower_parts(text);
    wanted.iter().all(|word| parts.iter().any(|part| same_word(part, word)))
}

/// How well a name fits the words: it holds all of them, and the fewer others the better.
fn fit(name: &str, wanted: &[String]) -> Option<i32> {
    let parts = lower_parts(name);
    let others = parts.len().checked_sub(wanted.len())?;
    let holds = wanted.iter().all(|word| parts.iter().any(|part| same_word(part, word)));
    let named_default = parts.iter().any(|part| part == "default");
    holds.then(|| 6 - 2 * (others.min(3) as i32) + 4 * i32::from(named_default))
}

/// A value that can be read off is an answer.
fn literal(value: &str) -> i32 {
    let value = value.trim();
    let is_word = matches!(value, "true" | "false" | "True" | "False");
    if is_word || value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '-' | '`')) {
        4
    } else if matches!(value, "None" | "null" | "undefined" | "nil") {
        1
    } else {
        2
    }
}
