//! `quarry search`

use crate::arguments::SearchOptions;
use crate::{load, output};
use agent::browse::hit;
use anyhow::{Result, bail};
use futures::executor::block_on;
use protocol::SearchHit;

/// Prints ranked hits.
pub fn run(options: &SearchOptions) -> Result<()> {
    if options.query.trim().is_empty() {
        bail!("the query is empty");
    }
    let reader = load::reader(&options.repository.path, options.repository.index)?;
    let found = block_on(reader.ask(|codebase| codebase.search(&options.query, options.limit)))?;
    let hits: Vec<SearchHit> = found.iter().map(hit).collect();
    if options.json {
        return output::json(&hits);
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
