//! `quarry implementations` and `quarry supertypes`

use super::references::{ask, print_more, sureness};
use crate::arguments::CallsOptions;
use crate::{load, output};
use anyhow::Result;
use code_view::{implementations_as_json, supertypes_as_json};
use codebase::{Bounded, Codebase, Cut, Relative, Relatives, Sure};
use futures::executor::block_on;
use serde_json::Value;

/// Above a symbol or below it.
pub struct Side {
    of: fn(&Relatives) -> &[Relative],
    noun: &'static str,
    as_json: fn(&Relatives, Option<Cut>) -> Value,
}

/// What extends or implements a type, or overrides a method.
pub const BELOW: Side =
    Side { of: |found| &found.implementations, noun: "implementation", as_json: implementations_as_json };

/// What a type extends or implements, or a method overrides.
pub const ABOVE: Side = Side { of: |found| &found.supertypes, noun: "supertype", as_json: supertypes_as_json };

/// Prints one side of each symbol that the name may mean.
pub fn run(options: &CallsOptions, side: &Side) -> Result<()> {
    let reader = load::reader(&options.repository.path, options.repository.index)?;
    let question = |codebase: &Codebase| ask(codebase, &options.symbol, Codebase::relatives);
    let Bounded { answer, cut } = block_on(reader.ask_bounded(question))?;
    let (of, more) = load::all_or_some(answer, cut)?;
    if options.json {
        return output::json(&of.iter().map(|of| (side.as_json)(of, cut)).collect::<Vec<_>>());
    }
    of.iter().try_for_each(|of| print(of, side))?;
    print_more(more)
}

fn print(found: &Relatives, side: &Side) -> Result<()> {
    let (symbol, relatives, noun) = (&found.symbol, (side.of)(found), side.noun);
    output::line(format!("{}  ({} at {})", symbol.qualified_name, symbol.kind.word(), symbol.span.place()))?;
    if !symbol.has_relatives() {
        return output::line(format!("  no type, and no method of one: it has no {noun}s"));
    }
    match relatives.len() {
        0 => output::line(format!("  no {noun} was found"))?,
        count => output::line(format!("  {count} {noun}{}", if count == 1 { "" } else { "s" }))?,
    }
    for relative in relatives {
        let name = relative.symbol.as_ref().map_or(&relative.name, |symbol| &symbol.qualified_name);
        let sure = match (relative.sure, &relative.symbol) {
            (Sure::SameName, None) => "not in the repository".to_owned(),
            (sure, _) => sureness(sure),
        };
        let far = if relative.distance > 1 { format!("  {} steps away", relative.distance) } else { String::new() };
        let test = if relative.symbol.as_ref().is_some_and(|symbol| symbol.is_of_tests()) { "  test" } else { "" };
        output::line(format!("  {name}  {}  {sure}{far}{test}", relative.span.place()))?;
    }
    if !found.is_all {
        output::line("  not all files of the index were read, so this list may not be complete")?;
    }
    Ok(())
}
