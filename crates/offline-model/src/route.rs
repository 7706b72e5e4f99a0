//! The next tools for a request: what it asks for by name is looked up by name, anything else is searched for.

use super::act;
use super::asked::Question;
use super::chain::{self, Search};
use super::kind::Kind;
use super::known::Known;
use super::literal;
use super::query::search_words;
use super::relevance;
use super::syntax;
use model::{Finding, Step, ToolSpec};
use serde_json::{Value, json};

/// Most calls of one decision.
const CALLS: usize = 4;

/// A call that would help: the step that it does, the tool, the arguments.
struct Wanted {
    step: Step,
    tool: &'static str,
    arguments: Value,
}

/// The decision, as the node that asked reads it.
pub fn decide(asked: &str, question: &Question, made: &[Finding], tools: &[ToolSpec]) -> Value {
    let known = Known::of(made);
    let mut calls: Vec<Wanted> = Vec::new();
    for wanted in wanted(asked, question, made, &known, tools) {
        let is_new = !known.steps().contains(&wanted.step) && !calls.iter().any(|call| call.step == wanted.step);
        if is_new && is_offered(tools, wanted.tool) && calls.len() < CALLS {
            calls.push(wanted);
        }
    }
    let reasoning = match calls.as_slice() {
        [] => "All that the rules know to look up has been looked up.".to_owned(),
        calls => calls.iter().map(|call| call.step.to_string()).collect::<Vec<_>>().join("; "),
    };
    let action = if calls.is_empty() { "generate" } else { "execute_tool" };
    let calls: Vec<Value> =
        calls.into_iter().map(|call| json!({ "tool_name": call.tool, "tool_args": call.arguments })).collect();
    json!({ "action": action, "tool_calls": calls, "reasoning": reasoning })
}

fn is_offered(tools: &[ToolSpec], name: &str) -> bool {
    tools.iter().any(|tool| tool.name == name)
}

/// What would help, first things first, whether it was done or not.
fn wanted(asked: &str, question: &Question, made: &[Finding], known: &Known<'_>, tools: &[ToolSpec]) -> Vec<Wanted> {
    if let Some(paths) = syntax::paths(asked).filter(|_| is_offered(tools, "lint")) {
        let arguments = if paths.is_empty() { json!({}) } else { json!({ "paths": paths }) };
        return vec![Wanted { step: Step::Lint(paths), tool: "lint", arguments }];
    }
    if let Some(text) = literal::text(asked, question, known).filter(|_| is_offered(tools, "grep")) {
        let arguments = json!({ "pattern": text });
        let step = Step::Search(text.clone());
        // Where no line has the text, its words are looked for as others are.
        if !known.steps().contains(&step) || !literal::found(&text, made).is_empty() {
            return vec![Wanted { step, tool: "grep", arguments }];
        }
    }
    let names = || question.names.iter();
    let mut calls: Vec<Wanted> = match question.kind {
        Kind::Callers => names().map(callers).collect(),
        Kind::Callees => names().map(callees).collect(),
        Kind::Reach => reach(question, known),
        Kind::List => vec![list(question.paths.first().map_or(".", String::as_str))],
        Kind::File => question.paths.iter().take(2).map(|path| read(path)).collect(),
        Kind::Where => names().map(|name| search(&name.replace("::", "."))).collect(),
        Kind::What | Kind::How => {
            names().take(1).flat_map(|name| [search(&name.replace("::", ".")), callees(name), callers(name)]).collect()
        }
        Kind::History => return history(question, known, tools),
        Kind::Explain => question.paths.iter().take(1).map(|path| read(path)).collect(),
        kind => {
            let steps = (kind.rules().missing)(question, known, made);
            let calls = steps.into_iter().flat_map(of_step);
            calls.filter(|call| is_offered(tools, call.tool)).collect()
        }
    };
    let has_looked = !made.is_empty();
    let found = known.evidence().next().is_some();
    let is_listing = matches!(question.kind, Kind::List) || question.survey.is_some();
    // Where names and paths lead nowhere the words are searched.
    if !is_listing && (calls.is_empty() || (has_looked && !found) || question.kind == Kind::How) {
        calls.push(search(&search_words(question)));
    }
    if question.kind == Kind::Explain && has_looked {
        let best = relevance::best(known, question).into_iter().filter(|e| !relevance::is_prose(e));
        let around = best.filter_map(|e| e.symbol.clone()).take(2);
        calls.extend(around.flat_map(|symbol| [callees(&symbol), callers(&symbol)]));
    }
    calls.retain(|call| !matches!(&call.step, Step::Search(words) if words.trim().is_empty()));
    if calls.is_empty() && !has_looked {
        calls.push(list("."));
    }
    if let Some(also) = &question.also {
        calls.extend(wanted(asked, also, made, known, tools));
    }
    calls
}

/// What the history is asked; nothing where no tool reads it, which the answer says.
fn history(question: &Question, known: &Known<'_>, tools: &[ToolSpec]) -> Vec<Wanted> {
    let steps = super::history::missing(question.history.as_ref(), known);
    let call = |step: Step| {
        if let Step::Find(names) = &step {
            return names.first().map(|name| search(&name.replace("::", ".")));
        }
        let (tool, arguments) = super::history::call(&step).filter(|(tool, _)| is_offered(tools, tool))?;
        Some(Wanted { step, tool, arguments })
    };
    steps.into_iter().filter_map(call).collect()
}

/// A chain of calls is looked for from both ends.
fn reach(question: &Question, known: &Known<'_>) -> Vec<Wanted> {
    let [from, to, ..] = question.names.as_slice() else { return Vec::new() };
    let mut calls = vec![callees(from), callers(to)];
    if let (true, Search::Frontier { from, to }) = (known.evidence().next().is_some(), chain::search(known, from, to)) {
        calls.extend(from.iter().take(CALLS / 2).map(callees));
        calls.extend(to.iter().take(CALLS / 2).map(callers));
    }
    calls
}

/// The calls that carry out a step.
fn of_step(step: Step) -> Vec<Wanted> {
    match &step {
        Step::List(path) => vec![list(path)],
        Step::Read(path) => vec![read(path)],
        Step::Find(names) => names.iter().map(|name| search(&name.replace("::", "."))).collect(),
        Step::Search(words) => vec![search(words)],
        Step::Callers(names) => names.iter().map(callers).collect(),
        Step::Callees(names) => names.iter().map(callees).collect(),
        Step::Around(names) => names.iter().flat_map(|name| [callees(name), callers(name)]).collect(),
        Step::Describe(names) => names.iter().map(|name| of_call(step.clone(), act::describe(name))).collect(),
        Step::Survey { list, of } => vec![of_call(step.clone(), act::survey(list, of.as_deref()))],
        Step::Trace { .. } | Step::Lint(_) | Step::Log(_) | Step::Blame { .. } | Step::Commit(_) => Vec::new(),
    }
}

fn of_call(step: Step, (tool, arguments): act::Wanted) -> Wanted {
    Wanted { step, tool, arguments }
}

fn search(words: &str) -> Wanted {
    let arguments = json!({ "query": words });
    Wanted { step: Step::Search(words.to_owned()), tool: "search_codebase", arguments }
}

fn callers(name: &String) -> Wanted {
    let arguments = json!({ "function_name": name });
    Wanted { step: Step::Callers(vec![name.clone()]), tool: "get_callers", arguments }
}

fn callees(name: &String) -> Wanted {
    let arguments = json!({ "function_name": name });
    Wanted { step: Step::Callees(vec![name.clone()]), tool: "get_callees", arguments }
}

fn list(path: &str) -> Wanted {
    Wanted { step: Step::List(path.to_owned()), tool: "list_directory", arguments: json!({ "path": path }) }
}

fn read(path: &str) -> Wanted {
    Wanted { step: Step::Read(path.to_owned()), tool: "read_file", arguments: json!({ "file_path": path }) }
}
