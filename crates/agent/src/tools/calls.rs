//! What `get_callers` and `get_callees` share: the list of calls in one direction of the call graph.

use super::failure::failed;
use super::{ToolError, ToolOutput};
use crate::evidence;
use codebase::{CallSite, CallsOf, Now, Overlaid, QuestionError, SpanRef, SymbolCalls};
use protocol::{CallCount, Direction, Evidence, Relation};

/// The largest number of calls listed for one symbol; the rest is counted.
pub const MOST: usize = 60;
/// Most unresolved sites named.
const MOST_UNRESOLVED: usize = 10;

/// The words for one direction.
pub struct Wording {
    pub direction: Direction,
    /// `is called`
    pub verb: &'static str,
    /// `from`, before the number of symbols at the other end.
    pub preposition: &'static str,
    /// The relation of a call to the symbol asked for.
    pub relation: fn(String) -> Relation,
}

impl Wording {
    /// "135 places, from 48 symbols (60 listed)"
    fn count(&self, places: usize, symbols: usize, listed: usize) -> String {
        let cut = if listed < places { format!(" ({listed} listed)") } else { String::new() };
        format!("{}, {} {}{cut}", counted(places, "place"), self.preposition, counted(symbols, "symbol"))
    }
}

/// "1 place", "4 places"
pub fn counted(n: usize, noun: &str) -> String {
    format!("{n} {noun}{}", if n == 1 { "" } else { "s" })
}

/// In place of lines whose file was edited there.
pub const CHANGED: &str = "changed since the index was made; read the file to see it";

/// What was left out because its file is deleted.
pub fn left_out(deleted: usize, noun: &str) -> Option<String> {
    let of = if deleted == 1 { "a file that is" } else { "files that are" };
    (deleted > 0).then(|| format!("{} in {of} deleted now: left out.", counted(deleted, noun)))
}

/// The calls with rule and confidence, and the unresolved call sites that may belong to them. The call graph is the
/// base's: the lines are looked up as the changes leave them.
pub fn listing(over: Overlaid<'_>, answer: &SymbolCalls, wording: &Wording) -> Result<ToolOutput, ToolError> {
    let mut evidence = Vec::new();
    // Unresolved sites of one name are the same for all symbols of that name: listed once, under the last.
    let same = |of: &CallsOf, at: Option<usize>| {
        at.and_then(|at| answer.of.get(at)).is_some_and(|other| other.unresolved == of.unresolved)
    };
    let mut part = |(at, of): (usize, &CallsOf)| {
        let text = part(over, of, wording, &mut evidence)?;
        if same(of, Some(at + 1)) {
            return Ok(text);
        }
        let lists = if same(of, at.checked_sub(1)) { "these lists" } else { "this list" };
        Ok(text + &not_resolved(over, of, lists))
    };
    let parts = answer.of.iter().enumerate().map(&mut part).collect::<Result<Vec<String>, QuestionError>>();
    let mut parts = parts.map_err(failed)?;
    if answer.more > 0 {
        parts.push(format!("{} more symbols have this name; ask for a qualified one.", answer.more));
    }
    let text = parts.join("\n\n");
    Ok(ToolOutput { text, summary: summary(answer, wording), evidence, ..ToolOutput::default() })
}

fn summary(answer: &SymbolCalls, wording: &Wording) -> String {
    let sum = |of: fn(&CallsOf) -> usize| answer.of.iter().map(of).sum::<usize>();
    let (places, listed) = (sum(|of| of.places as usize), sum(|of| of.calls.len()));
    match answer.of.as_slice() {
        _ if places == 0 => "no calls".to_owned(),
        [only] => wording.count(places, only.symbols as usize, listed),
        // A symbol may call several of one name: their numbers do not add up.
        several => {
            let cut = if listed < places { format!(" ({listed} listed)") } else { String::new() };
            format!("{} for {}{cut}", counted(places, "place"), counted(several.len(), "symbol"))
        }
    }
}

fn part(
    over: Overlaid<'_>,
    of: &CallsOf,
    wording: &Wording,
    evidence: &mut Vec<Evidence>,
) -> Result<String, QuestionError> {
    let (direction, places, proven, symbols) = (wording.direction, of.places, of.proven, of.symbols);
    let name = &of.symbol.qualified_name;
    let mut out = match over.now(&over.codebase().span_at(&of.symbol.span))? {
        Now::Here(span) => {
            let own = evidence::of_symbol(over, &of.symbol, &span, Relation::Definition);
            let own = Evidence { calls: Some(CallCount { direction, places, proven, symbols }), ..own };
            let head = format!("{name} [[{}]] ({} at {}) {}", own.id, own.kind, own.place(), wording.verb);
            evidence.push(own);
            head
        }
        Now::Changed => format!("{name} (at {}, {CHANGED}) {}", of.symbol.span.place(), wording.verb),
        Now::Deleted => format!("{name} (in a file that is deleted now) {}", wording.verb),
    };
    out += &match places {
        0 => ":\n- nothing in this repository".to_owned(),
        _ => format!(" at {}:", wording.count(places as usize, symbols as usize, of.calls.len())),
    };
    let mut deleted = 0;
    for call in &of.calls {
        match over.now(&call.site)? {
            Now::Here(site) => {
                let found = evidence::of_call(over, call, &site, (wording.relation)(name.clone()));
                out += &format!("\n- {}", row(call, &site, &found));
                evidence.push(found);
            }
            Now::Changed => out += &format!("\n- {} at {}: {CHANGED}", call.other.qualified_name, call.site.place()),
            Now::Deleted => deleted += 1,
        }
    }
    if let Some(left_out) = left_out(deleted, "call") {
        out += &format!("\n- {left_out}");
    }
    if of.omitted > 0 {
        out += &format!("\n- and {} that are not listed", counted(of.omitted as usize, "more place"));
    }
    Ok(out)
}

fn not_resolved(over: Overlaid<'_>, of: &CallsOf, lists: &str) -> String {
    let mut out = String::new();
    let open: Vec<_> = of.unresolved.iter().filter(|site| site.internal).collect();
    if !open.is_empty() {
        let sites = if open.len() == 1 { "1 call site".to_owned() } else { format!("{} call sites", open.len()) };
        out += &format!("\nNot resolved, so {lists} may not be complete: {sites}");
        for site in open.iter().take(MOST_UNRESOLVED) {
            let then = if over.touches(&site.site.path) { " before the file was changed" } else { "" };
            out += &format!("\n- `{}` at {}{then}: {}", site.name, site.site.place(), site.why);
        }
    }
    out
}

fn row(call: &CallSite, site: &SpanRef, found: &Evidence) -> String {
    let certainty = if call.proven { "proven" } else { "possible" };
    let rule = format!("{certainty}, {} {:.2}", call.rule, call.confidence);
    format!("{} at {} [[{}]] ({rule}): `{}`", call.other.qualified_name, site.place(), found.id, call.text)
}
