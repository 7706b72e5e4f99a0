//! What is raised on a condition that is known by its words alone: "body larger than limit".

use super::body::Definition;
use super::documented;
use super::masked::Family;
use super::{Fact, FactKind, errors, is_value};
use crate::Codebase;
use crate::questions::symbol::SymbolInfo;
use call_graph::{Symbol, SymbolId};
use code_words::condition::alike;
use code_words::identifier::lower_parts;
use code_words::opposite::opposite;
use code_words::path;
use code_words::stem::{root, same_root};
use compact_sort::CompactSort;
use paging::Loaded;
use source::FileId;

/// Most places listed.
const LISTED: usize = 8;
/// Most errors whose definitions are listed with them.
const ERRORS: usize = 3;
/// Most files that are read for errors.
const FILES: usize = 400;
/// What a word is worth in the lines of an error, as another word for it, and in the names around.
const WORTH: [f32; 3] = [1.0, 0.8, 0.5];
/// The share of the words' weight that a place has at least.
const LEAST: f32 = 0.45;

/// What a place that speaks of the opposite of a word counts: of output, where input is asked about.
const OPPOSITE: f32 = 0.5;

/// What a fact has of the words of a question.
struct Held {
    /// What each word is worth in it.
    words: Vec<f32>,
    /// Whether it has the opposite of a word, and not the word.
    is_opposite: bool,
}

/// An error that is raised, returned or documented.
#[derive(Debug, Clone, PartialEq)]
pub struct FailureOf {
    pub fact: Fact,
    /// How well it fits; comparable within one question.
    pub score: f32,
}

/// The errors raised on a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct Failures {
    /// Best first.
    pub places: Vec<FailureOf>,
    /// What the errors of the best places are.
    pub errors: Vec<SymbolInfo>,
    pub total: u32,
    /// False where not all files were looked at.
    pub is_all: bool,
}

impl Codebase {
    /// Errors that code raises, returns or documents on a condition of these words; tests left out.
    ///
    /// # Errors
    /// A part of the index is not loaded.
    pub fn failures(&self, words: &str) -> Loaded<Failures> {
        let wanted = lower_parts(words);
        let (files, is_all) = self.files_with_condition(words, &wanted);
        let mut found: Vec<(Fact, Held)> = Vec::new();
        for file in files {
            for (id, symbol) in self.graph().symbols_in(file)? {
                if symbol.is_test || symbol.is_anonymous() {
                    continue;
                }
                for fact in self.errors_in(id, symbol)? {
                    let held = self.held(&fact, symbol, &wanted)?;
                    if held.words.iter().any(|worth| *worth >= WORTH[1]) {
                        found.push((fact, held));
                    }
                }
            }
        }
        let weights: Vec<f32> = (0..wanted.len())
            .map(|word| {
                let holding = found.iter().filter(|(_, held)| held.words[word] > 0.0).count();
                if holding == 0 { 0.0 } else { (1.0 + found.len() as f32 / holding as f32).sqrt() }
            })
            .collect();
        let all: f32 = weights.iter().sum();
        let mut places: Vec<FailureOf> = found
            .into_iter()
            .map(|(fact, held)| {
                let score: f32 = held.words.iter().zip(&weights).map(|(held, weight)| held * weight).sum();
                let score = if held.is_opposite { OPPOSITE * score } else { score };
                // What names no error says less.
                let raised = match fact.kind {
                    _ if fact.object == documented::UNNAMED || fact.object == "panic" => 0.8,
                    FactKind::Raises if fact.object.ends_with('?') => 0.9,
                    FactKind::Raises => 1.05,
                    _ => 1.0,
                };
                FailureOf { fact, score: raised * score / all.max(f32::MIN_POSITIVE) }
            })
            .filter(|place| place.score >= LEAST)
            .collect();
        places.compact_sort_by(|a, b| b.score.total_cmp(&a.score));
        let total = places.len() as u32;
        places.truncate(LISTED);
        let mut errors = Vec::new();
        for place in &places {
            if errors.len() < ERRORS
                && let Some(error) = self.error_of(&place.fact)?
                && !errors.contains(&error)
            {
                errors.push(error);
            }
        }
        Ok(Failures { places, errors, total, is_all })
    }

    fn files_with_condition(&self, words: &str, wanted: &[String]) -> (Vec<FileId>, bool) {
        if !self.reads_all_files() {
            let others: Vec<&str> = wanted.iter().map(|word| alike(word).next().unwrap_or(word)).collect();
            let queries = [words.to_owned(), format!("{words} error"), others.join(" ")];
            return (self.files_about(&queries), false);
        }
        let begin = |word: &str| word.get(..word.len().min(4)).unwrap_or(word).to_owned();
        let beginnings: Vec<Vec<String>> =
            wanted.iter().map(|word| std::iter::once(begin(word)).chain(alike(word).map(begin)).collect()).collect();
        let mut files: Vec<(usize, FileId)> = Vec::new();
        for file in self.files_in_scope() {
            let entry = self.snapshot().file(file);
            let path = entry.path.as_str();
            if path::is_aside(path) || path::is_generated(path) || Family::of(entry.language).is_none() {
                continue;
            }
            let Ok(text) = self.text(file) else { continue };
            let text = text.to_lowercase();
            let held = beginnings.iter().filter(|alike| alike.iter().any(|begin| text.contains(begin))).count();
            if held > 0 {
                files.push((held, file));
            }
        }
        files.compact_sort_by_key(|(held, _)| std::cmp::Reverse(*held));
        let is_all = files.len() <= FILES;
        (files.into_iter().take(FILES).map(|(_, file)| file).collect(), is_all)
    }

    /// What a function raises by its code, and by its documentation.
    fn errors_in(&self, id: SymbolId, symbol: &Symbol) -> Loaded<Vec<Fact>> {
        let mut facts = Vec::new();
        if is_value(symbol.kind) && errors::is_table(&symbol.name) {
            if let Some(definition) = Definition::of(self, id)? {
                definition.messages(&mut facts);
            }
            return Ok(facts);
        }
        if !symbol.kind.is_callable() {
            return Ok(facts);
        }
        if let Some(definition) = Definition::of(self, id)? {
            definition.body(&mut facts);
        }
        facts.retain(|fact| matches!(fact.kind, FactKind::Raises | FactKind::Catches) && !is_vague(&fact.object));
        if let Some(doc) = &symbol.doc {
            let text = self.text(symbol.file)?;
            for mut said in documented::errors(doc) {
                if said.error == documented::UNNAMED
                    && let Some(error) = error_type(&symbol.signature)
                {
                    said.error = error.to_owned();
                }
                let Some((first, last)) = documented::lines(text, symbol, &said.sentence) else { continue };
                let span = self.lines_ref(symbol.file, first, last);
                let (of, within) = (symbol.qualified_name.clone(), Some(self.info(id, symbol)));
                facts.push(Fact { kind: FactKind::Raises, of, object: said.error, span, within, distance: 0 });
            }
        }
        Ok(facts)
    }

    /// What a fact has of the words.
    fn held(&self, fact: &Fact, symbol: &Symbol, wanted: &[String]) -> Loaded<Held> {
        let roots = |text: &str| lower_parts(text).iter().map(|part| root(part).to_owned()).collect::<Vec<_>>();
        let lines = self.span_text(fact)?;
        let own = roots(&format!("{} {lines}", fact.object));
        let plain = lower_parts(&format!("{} {lines}", fact.object));
        let around = roots(&format!("{} {}", symbol.qualified_name, self.snapshot().file(symbol.file).path));
        let worth = |word: &String| {
            let stem = root(word);
            if own.iter().any(|part| same_root(part, stem)) {
                WORTH[0]
            } else if alike(word).any(|alike| plain.iter().any(|part| part == alike)) {
                WORTH[1]
            } else if around.iter().any(|part| same_root(part, stem)) {
                WORTH[2]
            } else {
                0.0
            }
        };
        let words: Vec<f32> = wanted.iter().map(worth).collect();
        let is_said = |word: &str| own.iter().chain(&around).any(|part| same_root(part, root(word)));
        let is_opposite =
            wanted.iter().zip(&words).any(|(word, worth)| *worth == 0.0 && opposite(word).is_some_and(is_said));
        Ok(Held { words, is_opposite })
    }

    fn span_text(&self, fact: &Fact) -> Loaded<String> {
        let Some(file) = self.snapshot().find(&fact.span.path) else { return Ok(String::new()) };
        let text = self.text(file)?;
        let (first, last) = (fact.span.start_line as usize, fact.span.end_line as usize);
        Ok(text.lines().skip(first.saturating_sub(1)).take(last + 1 - first).collect::<Vec<_>>().join("\n"))
    }

    /// The definition that the name of an error means, where it is one here.
    fn error_of(&self, fact: &Fact) -> Loaded<Option<SymbolInfo>> {
        let name: String =
            fact.object.chars().take_while(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.')).collect();
        let name = name.trim_start_matches("Self::").trim_matches(['.', ':']);
        if name.is_empty() || matches!(name, "err" | "e" | "error") {
            return Ok(None);
        }
        let last = name.rsplit(['.', ':']).next().unwrap_or(name);
        for asked in [name, last] {
            let Ok(named) = self.named(asked) else { continue };
            let folder = |path: &str| path.rsplit_once('/').map_or(String::new(), |(folder, _)| folder.to_owned());
            let own = folder(fact.span.path.as_str());
            let of_code = named.iter().filter(|named| !named.is_test);
            let best = of_code.max_by_key(|named| {
                let path = self.snapshot().file(named.file).path.as_str();
                (path == fact.span.path.as_str(), folder(path).starts_with(&own))
            });
            if let Some(best) = best {
                return self.symbol(best.id);
            }
        }
        Ok(None)
    }
}

/// The error type of a signature that returns a `Result`.
fn error_type(signature: &str) -> Option<&str> {
    let (_, returned) = signature.split_once("-> ")?;
    let mut names = returned.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    names.rfind(|name| name.len() > 5 && name.ends_with("Error"))
}

/// What says nothing of its condition.
fn is_vague(object: &str) -> bool {
    matches!(
        object,
        "every error"
            | "a rejection"
            | "a panic"
            | "err"
            | "error"
            | "e"
            | "ex"
            | "exc"
            | "reason"
            | "assert!"
            | "assert_eq!"
            | "assert_ne!"
    ) || object.starts_with("panic of")
        // The number of a message.
        || object.starts_with("die(") && !object.contains(['"', '\'', '`'])
}

#[cfg(test)]
mod tests {
    use crate::fixture::{built, snapshot_of};

    const MIDDLEWARE: &str = "//- middleware.ts
export function createOutputMiddleware(parse) {
  return function outputMiddleware(opts) {
    try { return parse(opts); } catch (cause) {
      throw new CallError({ message: 'Output validation failed', code: 'INTERNAL', cause });
    }
  };
}
export function createInputMiddleware(parse) {
  return function inputMiddleware(opts) {
    try { return parse(opts); } catch (cause) {
      throw new CallError({ code: 'INVALID', cause });
    }
  };
}
";

    #[test]
    fn what_is_said_of_output_is_not_said_of_input() {
        let codebase = built(snapshot_of(MIDDLEWARE));
        let lines = |words: &str| -> Vec<u32> {
            let found = codebase.failures(words).unwrap();
            let mut lines: Vec<u32> = found.places.iter().map(|place| place.fact.span.start_line).collect();
            lines.dedup();
            lines
        };
        assert_eq!(lines("output validation fails"), [4]);
        assert!(lines("input validation fails").is_empty());
    }
}
