//! The next move within a step: tool calls, or a summary when the step is done.

use super::asked::Question;
use super::chain::{self, Search};
use super::failed::FAILED;
use super::format_string;
use super::history;
use super::kind::Kind;
use super::known::Known;
use super::literal;
use super::outcome;
use super::query::search_words;
use super::relevance;
use model::Step;
use model::plan::quoted;
use model::{Message, Role, ToolCall, ToolSpec};
use protocol::{Direction, Evidence, Relation};
use serde_json::{Value, json};
use survey::List;

/// In its fifth call a model can no longer use tools.
const LAST_CALL: u32 = 5;
/// How many results a search for a name, and one for words, asks for.
const RESULTS: [u32; 2] = [10, 20];
/// How many lines of a definition are read.
const READ_LINES: u32 = 100;

/// The calls to make now, or the summary.
pub fn next(
    question: &Question,
    step: &Step,
    known: &Known<'_>,
    messages: &[Message],
    tools: &[ToolSpec],
    call: u32,
) -> Result<Vec<ToolCall>, String> {
    if let Some(tool) = history::tool_of(step)
        && !tools.iter().any(|offered| offered.name == tool)
    {
        return Err(history::NO_HISTORY.to_owned());
    }
    let made: Vec<&ToolCall> = messages.iter().flat_map(|message| &message.tool_calls).collect();
    let is_offered = |tool: &str| tools.iter().any(|offered| offered.name == tool);
    let has_grep = is_offered("grep");
    let text = literal::text(&question.asked, question, known).filter(|_| has_grep || literal::may_answer(question));
    let mut wanted = match (step, text) {
        (Step::Search(words), Some(text)) if *words == text => written(question, &text, messages, has_grep),
        _ => wanted(question, step, known, messages),
    };
    wanted.retain(|(name, arguments)| !made.iter().any(|made| made.name == *name && made.arguments == *arguments));
    wanted.dedup();
    if wanted.is_empty() || call >= LAST_CALL {
        return Err(summary(step, messages));
    }
    Ok(wanted
        .into_iter()
        .enumerate()
        .map(|(i, (name, arguments))| ToolCall { id: format!("call-{call}-{}", i + 1), name: name.into(), arguments })
        .collect())
}

/// A text as it is written; where no line has it, in other letters; where none has it so, what could make it of a format string, and
/// last what holds its words.
fn written(question: &Question, text: &str, messages: &[Message], has_grep: bool) -> Vec<Wanted> {
    let scan = |ignore_case: bool| match (has_grep, ignore_case) {
        (true, false) => ("grep", json!({ "pattern": text })),
        (true, true) => ("grep", json!({ "pattern": text, "ignore_case": true })),
        (false, _) => search(&literal::pattern(text, ignore_case), literal::MOST_LINES),
    };
    let results: Vec<&Message> = messages.iter().filter(|message| message.role == Role::Tool).collect();
    let is_nothing_found = results.iter().all(|message| message.evidence.is_empty());
    // All text of an index that is fetched is read for the text itself alone.
    let pattern = format_string::pattern(text).filter(|_| !question.is_fetched);
    let by_pattern = |pattern: String| match has_grep {
        true => ("grep", json!({ "pattern": pattern, "regex": true, "ignore_case": true })),
        false => search(&format!("/{pattern}/i"), literal::MOST_LINES),
    };
    let makes_it = |message: &&Message| message.evidence.iter().any(|e| format_string::makes(&e.excerpt, text));
    let ranked = || vec![search(&format!("\"{text}\""), RESULTS[1])];
    match results.len() {
        0 => vec![scan(false)],
        1 if is_nothing_found => vec![scan(true)],
        2 if is_nothing_found => pattern.map_or_else(ranked, |pattern| vec![by_pattern(pattern)]),
        3 if !results[..2].iter().any(|message| !message.evidence.is_empty()) && !results.iter().any(makes_it) => {
            ranked()
        }
        _ => Vec::new(),
    }
}

pub type Wanted = (&'static str, Value);

fn wanted(question: &Question, step: &Step, known: &Known<'_>, messages: &[Message]) -> Vec<Wanted> {
    let has_results = messages.iter().any(|message| message.role == Role::Tool);
    let callers = |name: &String| ("get_callers", json!({ "function_name": known.resolve(name) }));
    let callees = |name: &String| ("get_callees", json!({ "function_name": known.resolve(name) }));
    match step {
        Step::Find(names) if !has_results => {
            names.iter().map(|name| search(&name.replace("::", "."), RESULTS[0])).collect()
        }
        Step::Find(names) => {
            let found = |name: &String| known.definitions(name).first().copied();
            names.iter().filter_map(found).filter_map(read_rest).collect()
        }
        Step::Search(words) if !has_results => vec![search(words, RESULTS[1])],
        Step::Search(_) if let Some(reads) = reads_of_outcome(question, step, known, messages) => reads,
        Step::Search(words) => {
            let also = question.also.as_deref().filter(|also| search_words(also) == *words);
            relevance::best(known, also.unwrap_or(question)).into_iter().take(4).filter_map(read_rest).collect()
        }
        Step::Callers(names) => names.iter().map(callers).collect(),
        Step::Callees(names) => names.iter().map(callees).collect(),
        Step::Around(names) => names.iter().flat_map(|name| [callees(name), callers(name)]).collect(),
        Step::Trace { from, to } if !has_results => from.iter().map(callees).chain(to.iter().map(callers)).collect(),
        Step::Trace { .. } => trace_on(question, known),
        // What its files of code are is listed with them.
        Step::List(path) if question.kind == Kind::List && path != "." => {
            let modules = survey(List::Modules.row().name, Some(path.trim_end_matches('/')));
            vec![("list_directory", json!({ "path": path })), modules]
        }
        Step::List(path) => vec![("list_directory", json!({ "path": path }))],
        Step::Read(path) => vec![("read_file", json!({ "file_path": path }))],
        Step::Lint(paths) => vec![("lint", json!({ "paths": paths }))],
        Step::Log(_) | Step::Blame { .. } | Step::Commit(_) => history::call(step).into_iter().collect(),
        Step::Describe(names) => names.iter().map(|name| describe(&known.resolve(name))).collect(),
        Step::Survey { list, of } => vec![survey(list, of.as_deref())],
    }
}

/// What is read of what a step found that looks for what happens on a condition.
fn reads_of_outcome(question: &Question, step: &Step, known: &Known<'_>, messages: &[Message]) -> Option<Vec<Wanted>> {
    let asked = [Some(question), question.also.as_deref()];
    let steps = asked.into_iter().flatten().flat_map(|question| outcome::steps(question, known));
    let (way, _) = steps.into_iter().find(|(_, own)| own == step)?;
    // What was read of it is no find.
    let found = messages.iter().filter(|message| message.role == Role::Tool).take(1);
    let found: Vec<&Evidence> = found.flat_map(|message| &message.evidence).collect();
    Some(outcome::reads(way, &found))
}

fn trace_on(question: &Question, known: &Known<'_>) -> Vec<Wanted> {
    let ([from, to, ..], Kind::Reach) = (question.names.as_slice(), question.kind) else { return Vec::new() };
    match chain::search(known, from, to) {
        Search::Frontier { from, to } => {
            let callees = from.into_iter().map(|name| ("get_callees", json!({ "function_name": name })));
            callees.chain(to.into_iter().map(|name| ("get_callers", json!({ "function_name": name })))).collect()
        }
        Search::Found(_) | Search::Exhausted => Vec::new(),
    }
}

fn search(words: &str, results: u32) -> Wanted {
    ("search_codebase", json!({ "query": words, "n_results": results }))
}

/// What the code states of a symbol.
pub fn describe(symbol: &str) -> Wanted {
    ("describe_symbol", json!({ "symbol": symbol }))
}

/// A complete list of what the repository has.
pub fn survey(list: &str, of: Option<&str>) -> Wanted {
    let mut arguments = json!({ "list": list });
    if let Some(of) = of {
        arguments["of"] = of.into();
    }
    ("survey", arguments)
}

/// A definition whose excerpt was cut is read.
fn read_rest(e: &Evidence) -> Option<Wanted> {
    let lines = e.excerpt.lines().count() as u32;
    let span = e.end_line.saturating_sub(e.start_line) + 1;
    let end = e.end_line.min(e.start_line.saturating_add(READ_LINES - 1));
    let arguments = json!({ "file_path": e.path, "start_line": e.start_line, "end_line": end });
    (lines < span).then_some(("read_file", arguments))
}

fn summary(step: &Step, messages: &[Message]) -> String {
    let tools = || messages.iter().filter(|message| message.role == Role::Tool);
    let count = |is_it: fn(&Relation) -> bool| {
        tools().flat_map(|message| &message.evidence).filter(|e| is_it(&e.relation)).count()
    };
    // What a tool counted, as it may have listed fewer.
    let counted = |direction: Direction| {
        let counts = tools().flat_map(|message| &message.evidence).filter_map(|e| e.calls);
        counts.filter(|calls| calls.direction == direction).map(|calls| calls.places as usize).reduce(|a, b| a + b)
    };
    let callers = || {
        let listed = || count(|r| matches!(r, Relation::Caller { .. }));
        places(counted(Direction::Callers).unwrap_or_else(listed), "place")
    };
    let callees = || {
        let listed = || count(|r| matches!(r, Relation::Callee { .. }));
        places(counted(Direction::Callees).unwrap_or_else(listed), "place")
    };
    let hits = || places(count(|r| matches!(r, Relation::Hit | Relation::Definition)), "place");
    let facts = || places(count(|r| matches!(r, Relation::Fact { .. })), "statement");
    let errors: Vec<&str> = tools().filter(|message| message.is_error).map(|message| message.content.trim()).collect();
    let mut text = match step {
        Step::Find(names) => format!("Searched for {}: {} found.", quoted(names), hits()),
        Step::Search(words) => format!("Searched for {words}: {} found.", hits()),
        Step::Callers(names) => format!("Asked who calls {}: {} of calls found.", quoted(names), callers()),
        Step::Callees(names) => format!("Asked what {} call: {} of calls found.", quoted(names), callees()),
        Step::Around(names) | Step::Trace { from: names, .. } => {
            format!(
                "Followed the calls around {}: {} of calls to and {} of calls from found.",
                quoted(names),
                callers(),
                callees()
            )
        }
        Step::List(path) => format!("Listed `{path}`."),
        Step::Read(path) => format!("Read `{path}`."),
        Step::Lint(paths) if paths.is_empty() => "Checked the syntax of the changed files.".to_owned(),
        Step::Lint(paths) => format!("Checked the syntax of {}.", quoted(paths)),
        Step::Log(path) if path.is_empty() => "Listed the newest commits.".to_owned(),
        Step::Log(path) => format!("Listed the commits that changed `{path}`."),
        Step::Blame { path, .. } => format!("Looked for the commits that wrote these lines of `{path}`."),
        Step::Commit(name) => format!("Looked at the commit `{name}`."),
        Step::Describe(names) => format!("Looked up what the code states of {}: {} found.", quoted(names), facts()),
        Step::Survey { list, of: None } => format!("Listed all {list}: {} found.", facts()),
        Step::Survey { list, of: Some(of) } => format!("Listed all {list} of `{of}`: {} found.", facts()),
    };
    for error in errors.iter().take(3) {
        text.push_str(&format!("\n{FAILED}{}", error.lines().next().unwrap_or("")));
    }
    text
}

fn places(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
