//! What a question asks for: words, names of symbols, paths.

use crate::parts::Parts;
use crate::query::bm25f::{ScoredTerm, idf};
use crate::query::family;
use crate::terms::Terms;
use crate::tokenizer::TokenKind;
use crate::tokenizer::code::CodeTokenizer;
use crate::tokenizer::prose::looks_like_code;
use crate::weights::TermWeights;
use code_words::abbreviations;
use code_words::identifier::{self, normalise};
use code_words::irregular;
use code_words::misspelt::Misspelt;
use code_words::spelling;
use code_words::stem;
use code_words::stop_words::{is_generic, is_stop_word};
use code_words::synonyms;
use compact_sort::CompactSort;
use rustc_hash::FxHashMap;
use source::{Language, RepoPath};

/// Most words of a query that are scored; of a longer one, the rarest.
const MAX_WORDS: usize = 32;

/// With fewer words a query is a name or a phrase, and no sentence: its words are meant as they are.
const SENTENCE: usize = 3;

/// Words of a query that are read as written: names come early, and each run of words is a look-up.
const MAX_RAW: usize = 24;

/// A word of the query with the terms that are looked up for it.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryWord {
    /// In lower case, without underscores.
    pub text: String,
    /// Terms and what each counts for; the word itself comes first.
    pub terms: Vec<(String, f32)>,
    /// Of several parts, as `getUser`.
    pub is_compound: bool,
    /// What it is a misspelling of, where it occurs nowhere.
    pub corrections: Vec<String>,
}

/// What speaks for a word or words being a name, the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Means {
    /// Written as a name: quoted, qualified, with inner capitals or underscores, with `()`, or alone.
    Name,
    /// All words of the query together are a name of the repository.
    WholePhrase,
    /// Some neighbouring words are.
    Phrase,
    /// It is a word as any other.
    Word,
}

/// A name that the query may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SymbolHint {
    /// As written: `Session`, `get_user`.
    pub name: String,
    /// See [`normalise`].
    pub normalised: String,
    /// The owners in front of it (`Session.get`), normalised.
    pub owners: Vec<String>,
    pub means: Means,
    /// The normalised name is another than the one written, which is a misspelling of it.
    pub is_corrected: bool,
}

impl SymbolHint {
    /// The same for the name, normalised, that this one is a misspelling of.
    pub fn corrected(&self, name: &str) -> Self {
        Self { normalised: name.to_owned(), is_corrected: true, ..self.clone() }
    }

    /// True where a name is written just so, but for the misspelling.
    pub fn is_exactly(&self, name: &str) -> bool {
        let is_near = || Misspelt::new(&self.name).is_some_and(|misspelt| misspelt.is_near(name));
        self.name == name || (self.is_corrected && is_near())
    }
}

#[derive(Debug, Clone, PartialEq, Default)]
pub struct ParsedQuery {
    /// The first words as they are written, normalised, stop words included.
    pub raw: Vec<String>,
    /// Words worth scoring.
    pub words: Vec<QueryWord>,
    /// Names, the surest first.
    pub hints: Vec<SymbolHint>,
    /// Paths or file names, in lower case.
    pub paths: Vec<String>,
    /// Asks about tests or examples, which are else ranked low.
    pub about_tests: bool,
    /// Asks for documents, which are else ranked below code.
    pub about_prose: bool,
    /// Is one name and nothing else.
    pub symbol_shaped: bool,
}

impl ParsedQuery {
    /// Whether a name makes up half of the query or more: then what else has such words, or means the like, is no
    /// evidence.
    pub fn names_a_definition(&self) -> bool {
        let all: usize = self.words.iter().map(|word| word.text.len()).sum();
        self.hints.iter().any(|hint| hint.means != Means::Word && 2 * hint.normalised.len() >= all)
    }
}

/// Words of queries about tests and examples.
const ASIDE_WORDS: &[&str] =
    &["test", "tests", "testing", "example", "examples", "fixture", "fixtures", "benchmark", "benchmarks"];

/// Words of queries about documents.
const PROSE_WORDS: &[&str] = &[
    "changelog",
    "doc",
    "docs",
    "documentation",
    "documented",
    "guide",
    "install",
    "installation",
    "license",
    "manual",
    "readme",
    "tutorial",
    "upgrade",
    "upgrading",
];

/// What a wish for a change starts with.
const CHANGE_VERBS: &[&str] = &[
    "add",
    "allow",
    "avoid",
    "bump",
    "change",
    "clean",
    "clarify",
    "convert",
    "correct",
    "delete",
    "deprecate",
    "disable",
    "document",
    "drop",
    "enable",
    "ensure",
    "extend",
    "extract",
    "fix",
    "handle",
    "implement",
    "improve",
    "introduce",
    "make",
    "migrate",
    "move",
    "prevent",
    "refactor",
    "remove",
    "rename",
    "replace",
    "restore",
    "revert",
    "rewrite",
    "simplify",
    "support",
    "switch",
    "update",
    "upgrade",
    "use",
    "write",
];

/// True where the first of several words is a verb of change: it names what is to be done, not what is looked for.
fn is_change(text: &str) -> bool {
    let mut words = identifier::words(text);
    let first = words.next().map(str::to_lowercase);
    words.next().is_some() && first.is_some_and(|first| CHANGE_VERBS.contains(&first.as_str()))
}

pub fn parse(text: &str, weights: &TermWeights) -> ParsedQuery {
    let pieces: Vec<&str> = text.split_whitespace().collect();
    let single = pieces.len() == 1;
    let mut query = ParsedQuery::default();
    for (at, piece) in pieces.iter().enumerate() {
        read_piece(&mut query, piece, at == 0, single);
    }
    let raw = identifier::words(text).map(normalise).filter(|word| !word.is_empty());
    query.raw = raw.take(MAX_RAW).collect();
    query.words = words(text, weights);
    query.symbol_shaped = single && query.hints.iter().any(|hint| hint.means == Means::Name);
    let holds = |list: &[&str]| query.words.iter().any(|word| list.contains(&word.text.as_str()));
    // Who wants to add a test looks for what is to be tested.
    query.about_tests = holds(ASIDE_WORDS) && !is_change(text);
    query.about_prose = holds(PROSE_WORDS);
    query
}

/// Finds a path or a name in one space-separated piece.
fn read_piece(query: &mut ParsedQuery, piece: &str, first: bool, single: bool) {
    let core = piece.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$'));
    if normalise(core).is_empty() {
        return;
    }
    if let Ok(path) = RepoPath::parse(core)
        && (core.contains('/') || (core.contains('.') && Language::detect(&path) != Language::Other))
    {
        query.paths.push(path.as_str().to_lowercase());
        return;
    }
    let segments: Vec<&str> = core.split(['.', ':', '#']).filter(|segment| !segment.is_empty()).collect();
    let names = segments.iter().all(|segment| identifier::words(segment).next() == Some(segment));
    let Some((name, owners)) = segments.split_last().filter(|_| names) else { return };
    let lower = name.to_lowercase();
    let marked = piece.contains('`') || piece.contains("()") || !owners.is_empty();
    let capital = name.chars().next().is_some_and(char::is_uppercase) && !first;
    let strong = single || marked || capital || looks_like_code(name);
    if strong || !(is_stop_word(&lower) || is_generic(&lower)) {
        let owners = owners.iter().map(|owner| normalise(owner)).collect();
        let means = if strong { Means::Name } else { Means::Word };
        let (name, normalised) = ((*name).to_owned(), normalise(name));
        query.hints.push(SymbolHint { name, normalised, owners, means, is_corrected: false });
    }
}

/// The words that are no stop words; all of them if there are no others.
fn words(text: &str, weights: &TermWeights) -> Vec<QueryWord> {
    let tokenizer = CodeTokenizer;
    let build = |keep: &dyn Fn(&str) -> bool| {
        let mut words: Vec<QueryWord> = Vec::new();
        for raw in identifier::words(text).filter(|raw| keep(&raw.to_lowercase())) {
            let word = query_word(&tokenizer, raw, weights);
            if !word.terms.is_empty() && !words.contains(&word) {
                words.push(word);
            }
        }
        words
    };
    let content = build(&|word| !is_stop_word(word) && (word.chars().nth(1).is_some()));
    if content.is_empty() { build(&|_| true) } else { content }
}

fn query_word(tokenizer: &CodeTokenizer, raw: &str, weights: &TermWeights) -> QueryWord {
    let is_compound = identifier::parts(raw).nth(1).is_some();
    let mut word = QueryWord { text: String::new(), terms: Vec::new(), is_compound, corrections: Vec::new() };
    let factor = if is_generic(&raw.to_lowercase()) { weights.generic } else { 1.0 };
    tokenizer.analyse(raw, |kind, token| {
        let weight = match kind {
            TokenKind::Whole => 1.0,
            TokenKind::Part => weights.part,
            TokenKind::Stem if is_compound => weights.stem_of_part,
            TokenKind::Stem => weights.stem,
        };
        if kind == TokenKind::Whole {
            word.text.push_str(token);
        }
        word.terms.push((token.to_owned(), weight * factor));
    });
    // What is written is what `write` writes.
    if let Some(verb) = irregular::verb_of(&word.text) {
        let stem = stem::stem(verb);
        let forms = [Some(verb.to_owned()), stem].into_iter().flatten();
        word.terms.extend(forms.map(|form| (form, weights.stem * factor)));
    }
    if let Some(other) = spelling::other(&word.text) {
        let stem = stem::stem(&other).map(|stem| (stem, weights.stem * factor));
        word.terms.extend([(other, factor)].into_iter().chain(stem));
    }
    let others: Vec<_> =
        abbreviations::other_forms(&word.text).map(|form| (form.to_owned(), weights.abbreviation * factor)).collect();
    word.terms.extend(others);
    word
}

/// What is scored: the terms, and the words of their bits.
pub(crate) struct Resolved {
    /// By ordinal.
    pub terms: Vec<ScoredTerm>,
    /// By bit: which word of the query, and how rare it is.
    pub words: Vec<(usize, f32)>,
}

/// Looks the words up, with the words of their families. A word that occurs nowhere is taken as a prefix too.
pub(crate) fn resolve(parts: &Parts, query: &ParsedQuery, weights: &TermWeights) -> Resolved {
    let words = &query.words;
    let documents = parts.documents() as u32;
    let value = |(ordinal, weight): &(u32, f32)| weight * idf(documents, parts.terms.document_frequency(*ordinal));
    // A name as words has no others between them.
    let is_sentence = words.len() >= SENTENCE && query.raw.len() >= MAX_RAW.min(words.len() + 1);
    let look_up = |(at, word): (usize, &QueryWord)| {
        let mut terms = known_terms(&parts.terms, word, weights);
        if is_sentence && terms.is_empty() {
            terms = synonyms_of(&parts.terms, word, weights);
        }
        let worth = terms.iter().map(value).fold(0.0, f32::max);
        (at, terms, worth)
    };
    let mut found: Vec<_> = words.iter().enumerate().map(look_up).collect();
    found.compact_sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
    found.truncate(MAX_WORDS);
    found.compact_sort_by_key(|(at, ..)| *at);
    let mut best: FxHashMap<u32, ScoredTerm> = FxHashMap::default();
    for ((_, terms, _), word) in found.iter().zip(0..) {
        for &(ordinal, weight) in terms {
            let entry = best.entry(ordinal).or_insert(ScoredTerm { ordinal, weight, word });
            entry.weight = entry.weight.max(weight);
        }
    }
    let mut terms: Vec<ScoredTerm> = best.into_values().collect();
    terms.compact_sort_by_key(|term| term.ordinal);
    Resolved { terms, words: found.into_iter().map(|(at, _, worth)| (at, worth)).collect() }
}

fn known_terms(dictionary: &Terms, word: &QueryWord, weights: &TermWeights) -> Vec<(u32, f32)> {
    let mut known: Vec<(u32, f32)> =
        word.terms.iter().filter_map(|(term, weight)| Some((dictionary.find(term)?, *weight))).collect();
    if word.text.len() < 3 {
        return known;
    }
    let worth = known.iter().map(|(_, weight)| *weight).fold(0.0, f32::max);
    if word.terms.iter().all(|(term, _)| dictionary.lacks(term)) {
        let mut longer = dictionary.with_prefix(&word.text, 64);
        longer.compact_sort_by_key(|(ordinal, term)| (term.len(), *ordinal));
        known.extend(longer.into_iter().take(6).map(|(ordinal, _)| (ordinal, weights.prefix)));
    }
    // Beside the word itself its relatives count for little; if it occurs nowhere they are all there is.
    let weight = if worth > 0.0 { weights.relative * worth } else { weights.relative_alone };
    for ordinal in family::relatives(dictionary, &word.text) {
        if !known.iter().any(|(other, _)| *other == ordinal) {
            known.push((ordinal, weight));
        }
    }
    known
}

/// What code may call the thing that a word says which occurs nowhere.
fn synonyms_of(dictionary: &Terms, word: &QueryWord, weights: &TermWeights) -> Vec<(u32, f32)> {
    let mut known: Vec<(u32, f32)> = Vec::new();
    for synonym in synonyms::of(&word.text) {
        let stem = stem::stem(synonym);
        for term in [Some(synonym), stem.as_deref()].into_iter().flatten() {
            if let Some(ordinal) = dictionary.find(term).filter(|found| known.iter().all(|(other, _)| other != found)) {
                known.push((ordinal, weights.synonym));
            }
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> ParsedQuery {
        super::parse(text, &TermWeights::default())
    }

    fn words_of(text: &str) -> String {
        parse(text).words.iter().map(|word| word.text.clone()).collect::<Vec<_>>().join(" ")
    }

    fn names(text: &str, means: Means) -> Vec<String> {
        parse(text).hints.into_iter().filter(|hint| hint.means == means).map(|hint| hint.name).collect()
    }

    #[test]
    fn drops_what_questions_are_made_of() {
        assert_eq!(words_of("How does the retry policy work?"), "retry policy work");
        assert_eq!(words_of("what is it"), "what is it");
        assert_eq!(words_of(""), "");
    }

    #[test]
    fn distinguishes_names_from_words() {
        assert_eq!(names("where is Session.get_user defined?", Means::Name), ["get_user"]);
        assert_eq!(names("Where is FileFacts validated", Means::Name), ["FileFacts"]);
        assert_eq!(names("who calls `run`", Means::Name), ["run"]);
        assert_eq!(names("call graph", Means::Word), ["graph"]);
        assert!(parse("render").symbol_shaped && !parse("render page").symbol_shaped);
        assert_eq!(parse("a::b::parse").hints[0].owners, ["a", "b"]);
    }

    #[test]
    fn a_dollar_sign_belongs_to_the_name() {
        let query = parse("where is $scope set");
        assert_eq!((query.hints[0].name.as_str(), query.hints[0].means), ("$scope", Means::Name));
        assert_eq!(query.hints[0].normalised, "scope");
        assert!(parse("costs 5 $").hints.iter().all(|hint| !hint.normalised.is_empty()));
    }

    #[test]
    fn finds_paths() {
        assert_eq!(parse("what is in src/App.tsx?").paths, ["src/app.tsx"]);
        assert_eq!(parse("explain setup.py").paths, ["setup.py"]);
        assert!(parse("e.g. this").paths.is_empty());
    }
}
