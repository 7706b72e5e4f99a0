//! What `implementations` and `supertypes` share: the list of the types, or methods, on one side of a symbol.

use super::calls::counted;
use super::relations::{Listing, Meant, RowWords, Rows, in_test, known};
use super::{ToolError, ToolOutput};
use crate::evidence;
use codebase::{Overlaid, Relative, Relatives, SpanRef, Sure, SymbolInfo};
use protocol::{Basis, Claim, ClaimKind, Evidence, Relation};

/// Above a symbol or below it.
pub struct Side {
    pub tool: &'static str,
    pub of: fn(Relatives) -> (Vec<Relative>, bool),
    /// What is stated of the symbol.
    pub claim: ClaimKind,
    /// `supertype`
    pub noun: &'static str,
}

/// The list for each symbol that the name may mean.
pub fn listing(over: Overlaid<'_>, name: &str, offset: Option<u32>, side: &Side) -> Result<ToolOutput, ToolError> {
    let meant = Meant::by(over, side.tool, "symbol", name)?;
    let mut listing = Listing::new(over);
    let (mut parts, mut summaries) = (Vec::new(), Vec::new());
    for symbol in &meant.symbols {
        let head = listing.head(symbol)?;
        if !symbol.has_relatives() {
            parts.push(format!("{head} is no type, and no method of one: it has no {}s.", side.noun));
            continue;
        }
        let found = known(symbol, over.codebase().relatives(symbol.id))?;
        let (relatives, is_all) = (side.of)(found);
        let rows = Rows::of(&relatives, offset, meant.rows());
        let count = counted(rows.total, side.noun);
        let mut part = match rows.total {
            0 => format!("{head} has no {} that was found.", side.noun),
            _ => format!("{head} has {count}{}, nearest first:", rows.cut()),
        };
        for relative in rows.listed {
            part.extend(row(&mut listing, symbol, relative, side)?.map(|row| format!("\n{row}")));
        }
        part.extend(rows.rest().map(|rest| format!("\n{rest}")));
        if !is_all {
            part += "\nNot all files of the index were read, or there are too many to follow: there may be more.";
        }
        summaries.push(count + &rows.cut());
        parts.push(part);
    }
    parts.extend(meant.others());
    let summary = if summaries.is_empty() { format!("no {}s", side.noun) } else { summaries.join("; ") };
    Ok(listing.done(parts, summary))
}

fn row(
    listing: &mut Listing<'_>,
    of: &SymbolInfo,
    relative: &Relative,
    side: &Side,
) -> Result<Option<String>, ToolError> {
    let name = relative.symbol.as_ref().map_or(&relative.name, |symbol| &symbol.qualified_name).clone();
    let place = relative.symbol.as_ref().filter(|symbol| !symbol.span.place().starts_with(&relative.span.place()));
    let what = match place {
        Some(symbol) => format!("{name} ({} at {}), stated", symbol.kind.word(), symbol.span.place()),
        None => name.clone(),
    };
    let words = RowWords { what, how: how(relative), text: "" };
    listing.row(&relative.span, &words, |over, now| {
        let claim = Claim { of: of.qualified_name.clone(), kind: side.claim, object: name };
        made(over, now, relative, claim)
    })
}

/// Evidence for the line that states it, described by the symbol where that is defined there.
fn made(over: Overlaid<'_>, now: &SpanRef, relative: &Relative, claim: Claim) -> Evidence {
    let found = evidence::of_span(over, now, Relation::Fact { claim }, Basis::Read);
    let is_there = |symbol: &&SymbolInfo| {
        let (own, said) = (&symbol.span, &relative.span);
        own.path == said.path && (own.start_line..=own.end_line).contains(&said.start_line)
    };
    match relative.symbol.as_ref().filter(is_there) {
        Some(symbol) => evidence::described(found, symbol),
        None => found,
    }
}

/// Types between, how sure, and whether it is of tests.
fn how(relative: &Relative) -> String {
    let test = relative.symbol.as_ref().map_or("", in_test);
    let far = if relative.distance > 1 { format!("{} steps away, ", relative.distance) } else { String::new() };
    let sure = match (relative.sure, &relative.symbol) {
        (Sure::Resolved { rule, confidence, proven }, _) => {
            format!("{}, {rule} {confidence:.2}", if proven { "proven" } else { "possible" })
        }
        (Sure::SameName, Some(_)) => "same name only, not resolved".to_owned(),
        (Sure::SameName, None) => "by its name; not in the repository".to_owned(),
    };
    format!("{far}{sure}{test}")
}
