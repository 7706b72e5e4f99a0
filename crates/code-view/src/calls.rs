//! The calls of a symbol, as `quarry callers --json` and the edge's API give them.

use codebase::{CallsOf, Cut};
use serde_json::{Value, json};

/// The calls of one symbol, as scripts read them: `places`, `proven_places` and `symbols` at the other end count all of
/// them, `omitted` those of them that are not listed. `noun` is the key of the other end: `caller` or `callee`. `cut`: not
/// all of the index was read for them.
pub fn calls_as_json(of: &CallsOf, noun: &str, cut: Option<Cut>) -> Value {
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
    let mut calls = json!({
        "symbol": of.symbol.qualified_name,
        "kind": of.symbol.kind.word(),
        "path": of.symbol.span.path,
        "start_line": of.symbol.span.start_line,
        "end_line": of.symbol.span.end_line,
        "places": of.places,
        "proven_places": of.proven,
        "symbols": of.symbols,
        "omitted": of.omitted,
        "calls": of.calls.iter().map(call).collect::<Vec<_>>(),
        "unresolved": of.unresolved.iter().filter(|site| site.internal).map(open).collect::<Vec<_>>(),
    });
    if let Some(cut) = cut {
        calls["cut"] = cut.to_string().into();
    }
    calls
}
