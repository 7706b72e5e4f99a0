//! What is still missing to answer a question: the plan, and the ground of every judgement.
//!
//! Only the first step of a plan is done before the next planning round, so each plan holds what is missing now, first
//! things first. A step that was done is never planned again.

use super::answer::markdown::is_of_sql;
use super::answer::topic;
use super::asked::Question;
use super::chain::{self, Search};
use super::kind::Kind;
use super::known::Known;
use super::literal;
use super::nowhere;
use super::number;
use super::passage;
use super::query::search_words;
use super::relevance;
use super::symbol::last;
use super::usage;
use model::Finding;
use model::Step;
use protocol::{Evidence, EvidenceKind};
use survey::List;

/// Most symbols of the same name whose calls are asked for.
const MOST_NAMESAKES: usize = 8;

/// Before the path of a file in the words of a search that looks in it alone.
const IN_FILE: &str = " path:";
/// How many calls deep the functions beside the best find are followed after the first, and how many of them at a time.
const BESIDE: usize = 2;
/// See [`BESIDE`].
const MOST_BESIDE: usize = 3;
/// Symbols of one name that nothing calls, of which is looked up what names them.
const MOST_UNCALLED: usize = 2;

/// The steps still missing; empty when nothing more is needed, or nothing more can be found.
pub fn missing(question: &Question, findings: &[Finding]) -> Vec<Step> {
    let all = findings.len();
    let findings = &*passage::own(question, findings);
    let known = Known::of(findings);
    if let Some(step) = literal::missing(question, &known) {
        return vec![step];
    }
    if literal::is_answer(question, &known, findings) {
        return Vec::new();
    }
    let meant = nowhere::as_meant(question, &known, findings);
    let question = meant.as_ref();
    let mut steps: Vec<Step> = usage::step(question).into_iter().chain(number::step(question)).collect();
    steps.extend((question.kind.rules().missing)(question, &known, findings));
    if let Some(also) = &question.also {
        steps.extend((also.kind.rules().missing)(also, &known, findings));
    }
    let is_empty = |step: &Step| matches!(step, Step::Search(words) if words.is_empty());
    steps.retain(|step| !is_empty(step) && !known.steps().contains(step));
    // What a passage names is looked up when all else is known, once.
    if steps.is_empty() && findings.len() == all {
        steps.extend(topic::passage(&known, question).and_then(|passage| passage::step(question, &passage)));
    }
    steps
}

/// What to do where nothing is missing and a step is wanted all the same: for a question that names nothing, a look
/// around.
pub fn fallback(question: &Question) -> Step {
    match search_words(question) {
        words if words.is_empty() => Step::List(".".into()),
        words => Step::Search(words),
    }
}

/// True where a search for the question's words would repeat the search for its name.
fn repeats_find(question: &Question, words: &str) -> bool {
    question.names.len() == 1 && question.names[0].to_lowercase() == words.to_lowercase()
}

/// Lists the root, then reads the README in it.
pub fn overview(findings: &[Finding]) -> Vec<Step> {
    let mut steps = vec![Step::List(".".into())];
    let listing = Known::text_of(findings, |step| matches!(step, Step::List(_)));
    let listing = listing.as_deref().unwrap_or("");
    let readme = listing
        .split(|c: char| c.is_whitespace() || matches!(c, ',' | '"' | '`' | '(' | ')'))
        .find(|word| word.rsplit('/').next().is_some_and(|name| name.to_lowercase().starts_with("readme")));
    steps.extend(readme.map(|path| Step::Read(path.to_owned())));
    steps
}

pub fn explain(question: &Question, known: &Known<'_>) -> Vec<Step> {
    let mut steps = Vec::new();
    if question.names.iter().any(|name| !is_found(known, name)) && !question.names.is_empty() {
        steps.push(Step::Find(question.names.clone()));
    }
    // Whether there is a folder that is only guessed shows its listing.
    let look_at = |path: &String| match nowhere::is_guessed(question, path) {
        true => Step::List(path.clone()),
        false => Step::Read(path.clone()),
    };
    steps.extend(question.paths.iter().take(1).map(look_at));
    let search = Step::Search(search_words(question));
    if !known.steps().contains(&search) {
        steps.push(search);
        return steps;
    }
    let picked = relevance::best(known, question);
    if let Some(step) = in_file_of_best(question, known) {
        steps.push(step);
        return steps;
    }
    let names = handles(known, picked.into_iter().filter(|e| calls_something(e)).take(3));
    if !names.is_empty() && !known.steps().iter().any(|step| matches!(step, Step::Around(_))) {
        steps.push(Step::Around(names));
        return steps;
    }
    // What the best find does is often done by what it calls beside it.
    let followed = known.steps().iter().filter(|step| matches!(step, Step::Callees(_))).count();
    let beside =
        relevance::best(known, question).into_iter().find(|e| calls_something(e)).filter(|_| followed < BESIDE);
    let beside = beside.and_then(|e| e.symbol.as_deref()).map_or_else(Vec::new, |symbol| chain::beside(known, symbol));
    let open =
        beside.iter().map(|edge| edge.to).filter(|to| !known.has_asked_callees(to) && last(to).chars().all(is_of_name));
    let open: Vec<String> = open.map(|to| known.shown(to)).take(MOST_BESIDE).collect();
    if !open.is_empty() {
        steps.push(Step::Callees(open));
    }
    steps
}

/// The file of a best find that is not certain may hold better ones: a text of it has the words, or a neighbour does what they say.
pub fn in_file_of_best(question: &Question, known: &Known<'_>) -> Option<Step> {
    let has_looked = known.steps().iter().any(|step| matches!(step, Step::Search(words) if words.contains(IN_FILE)));
    if has_looked || relevance::asks_for_tests(question) || !topic::is_uncertain(known, question) {
        return None;
    }
    let best = relevance::best(known, question).into_iter().next().filter(|e| !relevance::is_prose(e))?;
    Some(Step::Search(format!("{}{IN_FILE}{}", search_words(question), best.path)))
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '#')
}

/// The tables that have a key or a value of a name, where it is written as a constant and no definition is called so: `NOT_FOUND`.
fn entries_named(question: &Question, known: &Known<'_>) -> Option<Step> {
    let is_constant = |name: &&String| {
        let is_of_constant = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
        name.len() > 2 && name.starts_with(|c: char| c.is_ascii_uppercase()) && name.chars().all(is_of_constant)
    };
    let is_called = |e: &&Evidence, name: &str| e.symbol.as_deref().is_some_and(|symbol| last(symbol) == name);
    let is_defined = |name: &str| known.definitions(name).iter().any(|e| is_called(e, name));
    let name = question.names.iter().find(|name| is_constant(name) && !is_defined(name))?;
    Some(Step::Survey { list: List::Members.row().name.to_owned(), of: Some(format!("entries named {name}")) })
}

pub fn about_names(question: &Question, known: &Known<'_>) -> Vec<Step> {
    let looked = has_looked_for(question, known);
    // Nothing calls what SQL makes: its uses are statements.
    if question.kind == Kind::Callers && looked && are_of_sql(question, known) {
        return described(question, known, 2);
    }
    if let Some(step) = entries_named(question, known).filter(|step| looked && !known.steps().contains(step)) {
        return vec![step];
    }
    let mut steps = Vec::new();
    let unknown: Vec<String> = question.names.iter().filter(|name| !is_found(known, name)).cloned().collect();
    if !looked {
        steps.push(Step::Find(question.names.clone()));
    }
    let search = Step::Search(search_words(question));
    let extra = question.terms.iter().filter(|term| !question.names.contains(term)).count();
    let lost = looked && unknown.len() == question.names.len() && !repeats_find(question, &search_words(question));
    if lost || (question.kind == Kind::How && extra >= 2) {
        steps.push(search);
    }
    let names = targets(question, known, looked);
    let unasked = |asked: &dyn Fn(&str) -> bool| -> Vec<String> {
        names.iter().filter(|name| !asked(&known.resolve(name))).cloned().collect()
    };
    let next = match question.kind {
        Kind::Callers => Step::Callers(unasked(&|symbol| known.has_asked_callers(symbol))),
        Kind::Callees => Step::Callees(unasked(&|symbol| known.has_asked_callees(symbol))),
        Kind::What | Kind::How if !looked || unknown.len() < question.names.len() => {
            Step::Around(unasked(&|symbol| known.has_asked_callers(symbol) && known.has_asked_callees(symbol)))
        }
        _ => return steps,
    };
    let (Step::Callers(names) | Step::Callees(names) | Step::Around(names)) = &next else { return steps };
    if !names.is_empty() {
        steps.push(next);
    } else if question.kind == Kind::Callers && steps.is_empty() {
        steps.extend(of_uncalled(question, known));
    }
    steps
}

/// What nothing calls may be named elsewhere: handed on as a handler, or by a text.
fn of_uncalled(question: &Question, known: &Known<'_>) -> Option<Step> {
    let mut open = Vec::new();
    for name in &question.names {
        let mut found = known.definitions(name);
        found.retain(|e| e.symbol.is_some());
        let symbols: Vec<&str> = found.iter().filter_map(|e| e.symbol.as_deref()).collect();
        let is_called = symbols.iter().any(|symbol| !known.callers_of(symbol).is_empty());
        found.retain(|e| !is_called && e.symbol.as_deref().is_some_and(|symbol| known.has_asked_callers(symbol)));
        open.extend(handles(known, found.into_iter().take(MOST_UNCALLED)));
    }
    open.retain(|name| !known.has_described(&known.resolve(name)));
    (!open.is_empty()).then_some(Step::Describe(open))
}

fn are_of_sql(question: &Question, known: &Known<'_>) -> bool {
    let found: Vec<&Evidence> = question.names.iter().flat_map(|name| known.definitions(name)).collect();
    !found.is_empty() && found.into_iter().all(is_of_sql)
}

/// The names are found, then what the code states of the first `most` symbols of each is looked up.
pub fn described(question: &Question, known: &Known<'_>, most: usize) -> Vec<Step> {
    described_as(question, known, described_names(question, known, most))
}

/// The same of those symbols that the names mean.
pub fn described_as(question: &Question, known: &Known<'_>, names: Vec<String>) -> Vec<Step> {
    if !has_looked_for(question, known) {
        return vec![Step::Find(question.names.clone()), Step::Describe(question.names.clone())];
    }
    let open: Vec<String> = names.iter().filter(|name| !known.has_described(&known.resolve(name))).cloned().collect();
    let words = search_words(question);
    if !open.is_empty() {
        vec![Step::Describe(open)]
    } else if names.is_empty() && !repeats_find(question, &words) {
        vec![Step::Search(words)]
    } else {
        Vec::new()
    }
}

/// The symbols that the names mean, as they are described.
pub fn described_names(question: &Question, known: &Known<'_>, most: usize) -> Vec<String> {
    let found = question.names.iter().flat_map(|name| {
        let found = relevance::meant(known, question, name);
        let of_code = found.iter().filter(|e| !code_words::path::is_test(&e.path)).count();
        found.into_iter().take(if of_code > 0 { most.min(of_code) } else { most })
    });
    handles(known, found)
}

/// The symbols whose calls matter. A name that is defined nowhere here (a library's function) still has callers.
fn targets(question: &Question, known: &Known<'_>, looked: bool) -> Vec<String> {
    let mut names = Vec::new();
    for name in &question.names {
        let found = known.definitions(name);
        let one = matches!(question.kind, Kind::What | Kind::How);
        let most = if one { 1 } else { MOST_NAMESAKES };
        let of_code = found.iter().filter(|e| !code_words::path::is_test(&e.path)).count();
        let most = if of_code > 0 { most.min(of_code) } else { most };
        let handles = handles(known, found.into_iter().take(most));
        if handles.is_empty() && (question.kind == Kind::Callers || !looked) {
            names.push(name.clone());
        }
        names.extend(handles);
    }
    names.truncate(MOST_NAMESAKES);
    names
}

pub fn reach(question: &Question, known: &Known<'_>) -> Vec<Step> {
    let [from, to, ..] = question.names.as_slice() else { return Vec::new() };
    let find = Step::Find(vec![from.clone(), to.clone()]);
    if !known.steps().contains(&find) {
        return vec![find, Step::Trace { from: vec![from.clone()], to: vec![to.clone()] }];
    }
    if !is_found(known, from) && !is_found(known, to) {
        return vec![Step::Search(search_words(question))];
    }
    match chain::search(known, from, to) {
        Search::Frontier { from, to } => {
            let shown = |symbols: Vec<String>| symbols.iter().map(|symbol| known.shown(symbol)).collect();
            vec![Step::Trace { from: shown(from), to: shown(to) }]
        }
        Search::Found(_) | Search::Exhausted => Vec::new(),
    }
}

/// Another question's names may have been looked for before.
pub fn has_looked_for(question: &Question, known: &Known<'_>) -> bool {
    let has_all = |names: &[String]| question.names.iter().all(|name| names.contains(name));
    known.steps().iter().any(|step| matches!(step, Step::Find(names) if has_all(names)))
}

fn is_found(known: &Known<'_>, name: &str) -> bool {
    !known.definitions(name).is_empty()
}

/// The symbols of definitions as people are shown them, each once.
pub fn handles<'a>(known: &Known<'a>, definitions: impl Iterator<Item = &'a Evidence>) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for symbol in definitions.filter_map(|e| e.symbol.as_deref()) {
        let shown = known.shown(symbol);
        if !names.contains(&shown) {
            names.push(shown);
        }
    }
    names
}

fn calls_something(e: &Evidence) -> bool {
    use EvidenceKind::{Field, Module, Text, Variable};
    !matches!(e.kind, Text | Module | Variable | Field) && e.symbol.is_some()
}
