//! `quarry search`

use crate::arguments::SearchOptions;
use crate::{load, output};
use anyhow::{Result, bail};
use protocol::SearchHit;

/// Prints ranked hits.
pub fn run(options: &SearchOptions) -> Result<()> {
    if options.query.trim().is_empty() {
        bail!("the query is empty");
    }
    let codebase = load::codebase(&options.repository)?;
    let hits: Vec<SearchHit> = codebase.search(&options.query, options.limit).iter().map(hit).collect();
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

fn hit(hit: &codebase::SearchHit) -> SearchHit {
    SearchHit {
        path: hit.span.path.clone(),
        start_line: hit.span.start_line,
        end_line: hit.span.end_line,
        symbol: hit.qualified_name().map(str::to_owned),
        kind: hit.kind.to_owned(),
        score: hit.score,
        snippet: hit.snippet.text(),
    }
}
