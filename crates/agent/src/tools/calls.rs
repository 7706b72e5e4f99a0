//! What `get_callers` and `get_callees` share: the listing of one direction of the call graph.

use super::ToolOutput;
use crate::evidence;
use codebase::{CallSite, CallsOf, Codebase, SymbolCalls};
use protocol::{Evidence, Relation};

/// Most calls listed for one symbol; the rest is counted.
pub const MOST: usize = 60;
/// Most unresolved sites named.
const MOST_UNRESOLVED: usize = 10;

/// How a direction is worded.
pub struct Wording {
    /// `is called by`
    pub verb: &'static str,
    /// `caller`
    pub noun: &'static str,
    /// The relation of a call to the symbol asked for.
    pub relation: fn(String) -> Relation,
}

/// The listing, every call with rule and confidence, and what is not known.
pub fn listing(codebase: &Codebase, answer: &SymbolCalls, wording: &Wording) -> ToolOutput {
    let mut evidence = Vec::new();
    // Symbols of one name share what could be a call of any of them: said once, under the last.
    let same = |of: &CallsOf, at: Option<usize>| {
        at.and_then(|at| answer.of.get(at)).is_some_and(|other| other.unresolved == of.unresolved)
    };
    let part = |(at, of): (usize, &CallsOf)| {
        let told = part(codebase, of, wording, &mut evidence);
        if same(of, Some(at + 1)) {
            return told;
        }
        let lists = if same(of, at.checked_sub(1)) { "these lists" } else { "this list" };
        told + &not_resolved(of, lists)
    };
    let mut parts: Vec<String> = answer.of.iter().enumerate().map(part).collect();
    if answer.more > 0 {
        parts.push(format!("{} more symbols have this name; ask for a qualified one.", answer.more));
    }
    let calls: usize = answer.of.iter().map(|of| of.calls.len() + of.omitted as usize).sum();
    let summary = match (calls, answer.of.len()) {
        (1, _) => format!("1 {}", wording.noun),
        (n, 1) => format!("{n} {}s", wording.noun),
        (n, symbols) => format!("{n} {}s of {symbols} symbols", wording.noun),
    };
    ToolOutput { text: parts.join("\n\n"), summary, evidence }
}

fn part(codebase: &Codebase, of: &CallsOf, wording: &Wording, evidence: &mut Vec<Evidence>) -> String {
    let own = evidence::of_symbol(codebase, &of.symbol, Relation::Definition);
    let name = &of.symbol.qualified_name;
    let mut out = format!("{name} [[{}]] ({} at {}) {}:", own.id, own.kind, own.place(), wording.verb);
    evidence.push(own);
    if of.calls.is_empty() {
        out += "\n- nothing in this repository";
    }
    for call in &of.calls {
        let found = evidence::of_call(codebase, call, (wording.relation)(name.clone()));
        out += &format!("\n- {}", row(call, &found));
        evidence.push(found);
    }
    if of.omitted > 0 {
        out += &format!("\n- and {} more", of.omitted);
    }
    out
}

fn not_resolved(of: &CallsOf, lists: &str) -> String {
    let mut out = String::new();
    let open: Vec<_> = of.unresolved.iter().filter(|site| site.internal).collect();
    if !open.is_empty() {
        let sites = if open.len() == 1 { "1 call site".to_owned() } else { format!("{} call sites", open.len()) };
        out += &format!("\nNot resolved, so {lists} may not be complete: {sites}");
        for site in open.iter().take(MOST_UNRESOLVED) {
            out += &format!("\n- `{}` at {}: {}", site.name, site.site.place(), site.why);
        }
    }
    out
}

fn row(call: &CallSite, found: &Evidence) -> String {
    let certainty = if call.proven { "proven" } else { "possible" };
    let rule = format!("{certainty}, {} {:.2}", call.rule, call.confidence);
    format!("{} at {} [[{}]] ({rule}): `{}`", call.other.qualified_name, call.site.place(), found.id, call.text)
}
