//! `quarry callers` and `quarry callees`

use crate::arguments::CallsOptions;
use crate::{load, output};
use anyhow::Result;
use codebase::{CallsOf, Codebase, QuestionError, SymbolCalls};
use serde_json::{Value, json};

/// Who calls the symbol.
pub fn callers(options: &CallsOptions) -> Result<()> {
    run(options, Codebase::callers, "caller")
}

/// What the symbol calls.
pub fn callees(options: &CallsOptions) -> Result<()> {
    run(options, Codebase::callees, "callee")
}

type Ask = fn(&Codebase, &str) -> Result<SymbolCalls, QuestionError>;

fn run(options: &CallsOptions, ask: Ask, noun: &str) -> Result<()> {
    let codebase = load::codebase(&options.repository)?;
    let answer = ask(&codebase, &options.symbol)?;
    if options.json {
        return output::json(&answer.of.iter().map(|of| as_json(of, noun)).collect::<Vec<_>>());
    }
    for of in &answer.of {
        output::line(format!(
            "{}  ({} at {})",
            of.symbol.qualified_name,
            of.symbol.kind.word(),
            of.symbol.span.place()
        ))?;
        for call in &of.calls {
            let certainty = if call.proven { "proven" } else { "possible" };
            let place = call.site.place();
            output::line(format!("  {}  {place}  {certainty} ({})", call.other.qualified_name, call.rule))?;
        }
        if of.calls.is_empty() {
            output::line(format!("  no {noun} in this repository"))?;
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

fn as_json(of: &CallsOf, noun: &str) -> Value {
    let call = |call: &codebase::CallSite| {
        json!({
            noun: call.other.qualified_name,
            "path": call.site.path,
            "line": call.site.start_line,
            "rule": call.rule,
            "confidence": call.confidence,
            "proven": call.proven,
        })
    };
    let open = |site: &codebase::Unresolved| json!({ "name": site.name, "path": site.site.path, "line": site.site.start_line, "why": site.why });
    json!({
        "symbol": of.symbol.qualified_name,
        "kind": of.symbol.kind.word(),
        "path": of.symbol.span.path,
        "start_line": of.symbol.span.start_line,
        "end_line": of.symbol.span.end_line,
        "calls": of.calls.iter().map(call).collect::<Vec<_>>(),
        "unresolved": of.unresolved.iter().filter(|site| site.internal).map(open).collect::<Vec<_>>(),
    })
}
