//! `quarry path`

use super::references::NAMESAKES;
use crate::arguments::PathOptions;
use crate::{load, output};
use anyhow::Result;
use code_view::step_as_json;
use codebase::{Bounded, CallStep, Codebase, QuestionError, SymbolId};
use futures::executor::block_on;
use serde_json::{Value, json};

/// Prints the shortest chain of calls between symbols of two names.
pub fn run(options: &PathOptions) -> Result<()> {
    let reader = load::reader(&options.repository.path, options.repository.index)?;
    let question = |codebase: &Codebase| -> Result<(Vec<CallStep>, bool), QuestionError> {
        let from = ids(codebase, &options.from)?;
        let to = ids(codebase, &options.to)?;
        Ok(codebase.call_path_between(&from, &to)?)
    };
    let Bounded { answer, cut } = block_on(reader.ask_bounded(question))?;
    let (steps, is_all) = load::all_or_some(answer, cut)?;
    if options.json {
        let mut found = json!({
            "from": options.from,
            "to": options.to,
            "found": !steps.is_empty(),
            "all_followed": is_all,
            "calls": steps.iter().map(step_as_json).collect::<Vec<Value>>(),
        });
        if let Some(cut) = cut {
            found["cut"] = cut.to_string().into();
        }
        return output::json(&found);
    }
    if steps.is_empty() {
        let why = if is_all { "" } else { "; there were too many symbols to look at them all" };
        return output::line(format!("no chain of calls from {} to {} was found{why}", options.from, options.to));
    }
    for (at, step) in steps.iter().enumerate() {
        let call = &step.call;
        let certainty = if call.proven { "proven" } else { "possible" };
        output::line(format!(
            "{}. {} calls {}  {}  {certainty} ({})",
            at + 1,
            step.from.qualified_name,
            call.other.qualified_name,
            call.site.place(),
            call.rule
        ))?;
    }
    Ok(())
}

fn ids(codebase: &Codebase, name: &str) -> Result<Vec<SymbolId>, QuestionError> {
    let symbols = codebase.symbols_named(name)?;
    Ok(symbols.iter().take(NAMESAKES).map(|symbol| symbol.id).collect())
}
