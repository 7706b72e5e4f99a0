//! `quarry search`

use crate::arguments::SearchOptions;
use crate::embeddings::{self, Choice};
use crate::{load, output};
use anyhow::{Result, bail};
use code_view::hit;
use codebase::{Bounded, Codebase};
use futures::executor::block_on;
use protocol::SearchHit;

/// Prints search results, best first.
pub fn run(options: &SearchOptions) -> Result<()> {
    if options.query.trim().is_empty() {
        bail!("the query is empty");
    }
    let choice = Choice::of(&options.embeddings)?;
    let reader = load::searched(&options.repository.path, options.repository.index)?;
    let similar = embeddings::similar(&reader, &options.query, choice.as_ref());
    let search = |codebase: &Codebase| codebase.search_or_match(&options.query, options.limit, &similar);
    let Bounded { answer, cut } = block_on(reader.ask_bounded(search))?;
    let found = load::all_or_some(answer, cut)?;
    let hits: Vec<SearchHit> = found.iter().map(hit).collect();
    if options.json {
        return output::json(&hits);
    }
    if hits.is_empty() && cut.is_some() {
        bail!("nothing was found in the part of the index that was read");
    }
    if hits.is_empty() {
        return output::line(format!("Nothing matches `{}`.", options.query));
    }
    for hit in &hits {
        let symbol = hit.symbol.as_deref().unwrap_or_default();
        let place = format!("{}:{}-{}", hit.path, hit.start_line, hit.end_line);
        output::line(format!("{place}  {} {symbol}", hit.kind))?;
        for line in hit.snippet.lines() {
            output::line(format!("    {line}"))?;
        }
    }
    Ok(())
}
