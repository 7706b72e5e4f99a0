//! `quarry impact`

use super::references::{ask, print_more};
use crate::arguments::ImpactOptions;
use crate::{load, output};
use anyhow::Result;
use code_view::impact_as_json;
use codebase::{Bounded, CallStep, Codebase, Impact, QuestionError};
use futures::executor::block_on;

/// An answer with the call by which each is reached.
struct Answer {
    impact: Impact,
    calls: Vec<Option<CallStep>>,
}

/// Prints who is reached by a change of each symbol that the name may mean.
pub fn run(options: &ImpactOptions) -> Result<()> {
    let (calls, depth) = (&options.calls, options.depth);
    let reader = load::reader(&calls.repository.path, calls.repository.index)?;
    let question = |codebase: &Codebase| {
        let (of, more) = ask(codebase, &calls.symbol, |codebase, id| codebase.impact(id, depth))?;
        let with_calls = |impact: Impact| {
            let calls = impact.reached.iter().map(|reached| codebase.reaching_call(reached));
            Ok(Answer { calls: calls.collect::<Result<_, _>>()?, impact })
        };
        Ok((of.into_iter().map(with_calls).collect::<Result<Vec<_>, QuestionError>>()?, more))
    };
    let Bounded { answer, cut } = block_on(reader.ask_bounded(question))?;
    let (of, more) = load::all_or_some(answer, cut)?;
    if calls.json {
        return output::json(&of.iter().map(|of| impact_as_json(&of.impact, &of.calls, cut)).collect::<Vec<_>>());
    }
    of.iter().try_for_each(|of| print(of, depth))?;
    print_more(more)
}

fn print(Answer { impact, calls }: &Answer, depth: u32) -> Result<()> {
    let symbol = &impact.symbol;
    output::line(format!("{}  ({} at {})", symbol.qualified_name, symbol.kind.word(), symbol.span.place()))?;
    let tests = impact.reached.iter().filter(|reached| reached.is_test).count();
    let (total, least) = (impact.reached.len(), if impact.is_all { "" } else { "at least " });
    let s = |count| if count == 1 { "" } else { "s" };
    output::line(format!(
        "  {least}{total} symbol{} within {depth} call{}, {tests} of them of tests",
        s(total),
        s(depth as usize)
    ))?;
    for (reached, step) in impact.reached.iter().zip(calls) {
        let chain = if reached.proven { "proven chain" } else { "possible chain" };
        let by = step.as_ref().map_or(String::new(), |step| {
            format!("  {}  calls {} ({})", step.call.site.place(), step.call.other.qualified_name, step.call.rule)
        });
        let test = if reached.is_test { "  test" } else { "" };
        output::line(format!("  {}  {}{by}  {chain}{test}", reached.distance, reached.symbol.qualified_name))?;
    }
    if !impact.is_all {
        output::line("  there are too many to follow them all")?;
    }
    Ok(())
}
