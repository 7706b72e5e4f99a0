//! What the tools say of the names in a question: who calls them, what they call, and where its words are. Beside the texts of
//! files it is what an answer is written from.

use crate::calls::{Outcome, without_secrets};
use crate::graphs::Setting;
use crate::nodes::call_step::step_of;
use crate::outputs::ToolOutputs;
use crate::report::record;
use crate::tools::CallContext;
use crate::{IndexFailure, IntentRouterState, RunContext};
use codebase::{Overlaid, Reader};
use model::Finding;
use protocol::Event;
use serde_json::{Value, json};
use source::RepoPath;

/// Names that are looked up.
const NAMES: usize = 2;

/// Makes the calls that the words of a question ask for, with their results as findings.
///
/// # Errors
/// The index could not be read.
pub(super) async fn look_up(
    setting: &Setting<'_>,
    reader: &Reader,
    state: &IntentRouterState,
    cx: &RunContext<'_>,
) -> Result<Vec<Finding>, IndexFailure> {
    let mut findings = Vec::new();
    for (name, arguments) in wanted(reader, state).await? {
        let Ok(tool) = setting.tools.get(name) else { continue };
        let id = format!("lookup-{}-{}", cx.step(), findings.len() + 1);
        record(cx, Event::ToolStarted { id: id.clone(), name: name.to_owned(), arguments: arguments.to_string() });
        let (began, outputs) = (cx.now(), ToolOutputs::default());
        let context =
            CallContext { id: &id, changes: &state.changes, outputs: &outputs, run: Some(&setting.run), node: None };
        let called = tool.call(&arguments, context).await;
        let Outcome { ok, unreadable, mut output } = Outcome::of(called);
        without_secrets(&mut output, name, cx);
        let ms = cx.now().zip(began).map_or(0.0, |(end, began)| end - began);
        let (text, summary, evidence) = (output.text, output.summary, output.evidence);
        let finished = Event::ToolFinished {
            id,
            name: name.to_owned(),
            ok,
            summary,
            output: text.clone(),
            evidence: evidence.clone(),
            ms,
        };
        record(cx, finished);
        if let Some(failure) = unreadable {
            return Err(failure);
        }
        let step = step_of(name, &arguments);
        let sentence = step.as_ref().map_or_else(|| format!("`{name}` {arguments}"), ToString::to_string);
        findings.push(Finding { key: format!("step_{}: {sentence}", findings.len()), text, evidence, step });
    }
    Ok(findings)
}

/// The calls: by name for symbols, the words of the question, the listing of a folder that it names.
async fn wanted(reader: &Reader, state: &IntentRouterState) -> Result<Vec<(&'static str, Value)>, IndexFailure> {
    let question = state.input.as_str();
    let found = reader.ask_bounded(|codebase| {
        let over = Overlaid::new(codebase, &state.changes);
        let is_symbol = |word: &&str| codebase.graph().find_named(word).is_ok_and(|named| !named.is_empty());
        let is_folder = |word: &&str| RepoPath::parse(word).is_ok() && over.is_folder(word);
        let words = words(question);
        let folder = words.iter().copied().map(|word| word.trim_end_matches('/')).find(is_folder);
        let mut symbols: Vec<String> = Vec::new();
        for word in words.iter().filter(|word| looks_like_a_name(word)).filter(|word| is_symbol(word)) {
            if symbols.len() < NAMES && !symbols.iter().any(|known| known == word) {
                symbols.push((*word).to_owned());
            }
        }
        (symbols, folder.map(str::to_owned))
    });
    let (symbols, folder) = found.await.map_err(IndexFailure::from)?.answer;
    let mut calls = Vec::new();
    for symbol in &symbols {
        calls.push(("search_codebase", json!({ "query": symbol })));
        calls.push(("get_callees", json!({ "function_name": symbol })));
        calls.push(("get_callers", json!({ "function_name": symbol })));
    }
    calls.extend(folder.map(|path| ("list_directory", json!({ "path": path }))));
    calls.push(("search_codebase", json!({ "query": question })));
    Ok(calls)
}

/// The words with the marks around them taken off.
fn words(question: &str) -> Vec<&str> {
    let is_mark = |c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$' | '/' | '.'));
    let words = question.split_whitespace().map(|word| word.trim_matches(is_mark).trim_end_matches('.'));
    words.filter(|word| !word.is_empty()).collect()
}

/// Whether a word is written as names of code are: "order" is a word, `place_order`, `Order` and `Order.submit` are names.
fn looks_like_a_name(word: &str) -> bool {
    let inner_capital = word.chars().skip(1).any(char::is_uppercase);
    let is_plain = word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '.'));
    is_plain && (word.contains(['_', '.']) || inner_capital || word.starts_with(char::is_uppercase))
}
