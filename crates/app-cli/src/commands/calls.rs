//! `quarry callers` and `quarry callees`

use crate::arguments::CallsOptions;
use crate::{load, output};
use anyhow::Result;
use code_view::calls_as_json;
use codebase::{Bounded, Codebase, QuestionError, SymbolCalls};
use futures::executor::block_on;

/// "1 place", "12 places"
fn counted(n: u32, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

pub type Question = fn(&Codebase, &str) -> Result<SymbolCalls, QuestionError>;

/// Prints the calls of a symbol in one direction; `noun` is the word for the symbol at the other end.
pub fn run(options: &CallsOptions, ask: Question, noun: &str) -> Result<()> {
    let reader = load::reader(&options.repository.path, options.repository.index)?;
    let Bounded { answer, cut } = block_on(reader.ask_bounded(|codebase| ask(codebase, &options.symbol)))?;
    let answer = load::all_or_some(answer, cut)?;
    if options.json {
        return output::json(&answer.of.iter().map(|of| calls_as_json(of, noun, cut)).collect::<Vec<_>>());
    }
    for of in &answer.of {
        output::line(format!(
            "{}  ({} at {})",
            of.symbol.qualified_name,
            of.symbol.kind.word(),
            of.symbol.span.place()
        ))?;
        if of.places > 0 {
            let (places, symbols) = (counted(of.places, "place"), counted(of.symbols, noun));
            output::line(format!("  {places}, {symbols}"))?;
        }
        for call in &of.calls {
            let certainty = if call.proven { "proven" } else { "possible" };
            let place = call.site.place();
            output::line(format!("  {}  {place}  {certainty} ({})", call.other.qualified_name, call.rule))?;
        }
        if of.places == 0 {
            output::line(format!("  no {noun} in this repository"))?;
        }
        if of.omitted > 0 {
            output::line(format!("  {} not listed", counted(of.omitted, "more place")))?;
        }
        let open = of.unresolved.iter().filter(|site| site.internal).count();
        if open > 0 {
            output::line(format!("  {open} call sites are not resolved, so this list may not be complete"))?;
        }
    }
    if answer.more > 0 {
        output::line(format!("{} more symbols have this name; give a qualified one", answer.more))?;
    }
    Ok(())
}
