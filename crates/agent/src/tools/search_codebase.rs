//! `search_codebase`: ranked search over symbols, code and prose.

use super::calls::{CHANGED, left_out};
use super::{ReadingTool, ToolError, ToolOutput};
use crate::evidence;
use codebase::{GrepError, Now, Overlaid, Pattern, SearchHit, SpanRef};
use protocol::{Basis, Evidence, Relation};
use schemars::JsonSchema;
use serde::Deserialize;

const DEFAULT: u32 = 8;
const MOST: u32 = 30;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchCodebase {
    /// Words, a question, a name (`a::b`, `Class.method`, `operator==`), "exact words" in quotes or a /regex/; narrowed by
    /// `kind:function lang:rust path:src -path:old -test`.
    query: String,
    /// How many results, 1 to 30; 8 if left out.
    #[serde(default)]
    n_results: Option<u32>,
}

impl ReadingTool for SearchCodebase {
    const NAME: &'static str = "search_codebase";
    const DESCRIPTION: &'static str = "Search the repository's symbols, code and documentation. Definitions rank above mentions. Returns places \
             with signatures and the best lines.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        if self.query.trim().is_empty() {
            let why = "`query` is empty; give words, an identifier or a question".to_owned();
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        }
        let limit = self.n_results.unwrap_or(DEFAULT).clamp(1, MOST) as usize;
        match Pattern::read(&self.query) {
            Some(pattern) => matching(over, &self.query, pattern, limit),
            None => search(over, &self.query, limit),
        }
    }
}

/// The lines that match, as `grep` lists them.
fn matching(
    over: Overlaid<'_>,
    query: &str,
    pattern: Result<Pattern, GrepError>,
    limit: usize,
) -> Result<ToolOutput, ToolError> {
    let pattern = pattern.map_err(|error| ToolError::Failed(error.to_string()))?;
    let found = over.matching(&pattern, limit).map_err(|error| ToolError::Failed(error.to_string()))?;
    if found.lines.is_empty() {
        let text = format!("No line matches {query}.");
        return Ok(ToolOutput { text, summary: "nothing found".to_owned(), ..ToolOutput::default() });
    }
    Ok(super::grep::listed(&found, false))
}

fn search(over: Overlaid<'_>, query: &str, limit: usize) -> Result<ToolOutput, ToolError> {
    let hits = over.codebase().search(query, limit);
    if hits.is_empty() {
        let text = format!("Nothing in the repository matches `{query}`. Try other words, or a part of a name.");
        let summary = "nothing found".to_owned();
        return Ok(ToolOutput { text, summary, evidence: Vec::new(), ..ToolOutput::default() });
    }
    let (mut rows, mut evidence, mut deleted) = (Vec::new(), Vec::new(), 0);
    for hit in &hits {
        match over.now(&hit.span).map_err(|error| ToolError::Failed(error.to_string()))? {
            Now::Here(span) => {
                let found = found(over, hit, &span);
                rows.push(row(hit, &span, &found));
                evidence.push(found);
            }
            Now::Changed => {
                let symbol = hit.qualified_name().map(|name| format!("  {} {name}", hit.kind)).unwrap_or_default();
                rows.push(format!("{}{symbol}\n  {CHANGED}", hit.span.place()));
            }
            Now::Deleted => deleted += 1,
        }
    }
    let shown = rows.len();
    rows.extend(left_out(deleted, "result"));
    let count = if shown == 1 { "1 result".to_owned() } else { format!("{shown} results") };
    Ok(ToolOutput { text: rows.join("\n\n"), summary: count, evidence, ..ToolOutput::default() })
}

fn found(over: Overlaid<'_>, hit: &SearchHit, span: &SpanRef) -> Evidence {
    let found = evidence::of_span(over, span, Relation::Hit, Basis::Search { score: hit.score });
    match &hit.symbol {
        Some(symbol) => evidence::of_part(over, symbol, found),
        None => found,
    }
}

/// The hit with its lines where they are now.
fn row(hit: &SearchHit, span: &SpanRef, found: &Evidence) -> String {
    let mut out = format!("[[{}]] {}", found.id, found.place());
    if let Some(symbol) = &found.symbol {
        out += &format!("  {} {symbol}", found.kind);
    }
    for line in [&found.signature, &found.doc].into_iter().flatten() {
        out += &format!("\n  {line}");
    }
    for line in &hit.snippet.lines {
        let number = line.number - hit.span.start_line + span.start_line;
        out += &format!("\n{number:>6} | {}", line.text);
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::shop;
    use serde_json::json;

    #[test]
    fn a_pattern_between_slashes_finds_lines_and_sees_the_changes() {
        let mut shop = shop();
        let search = |query: &str| json!({ "query": query });
        let text = shop.text("search_codebase", search(r"/def d\w+\(/ path:shop"));
        assert!(text.starts_with("shop/pricing.py:9: def discount(lines): [["), "{text}");
        shop.write("shop/pricing.py", "def discount_all(lines): pass\n");
        let text = shop.text("search_codebase", search(r"/def d\w+\(/ path:shop"));
        assert!(text.starts_with("shop/pricing.py:1: def discount_all(lines): pass [["), "{text}");
        assert_eq!(shop.text("search_codebase", search("/nowhere at all/")), "No line matches /nowhere at all/.");
    }

    #[test]
    fn a_pattern_that_cannot_be_matched_is_an_error() {
        let shop = shop();
        for (query, why) in [
            ("/(/", "Error: the pattern is no regular expression that can be searched for"),
            ("/def/ kind:function", "Error: a regular expression finds lines, which have no kind"),
        ] {
            let error = shop.text("search_codebase", json!({ "query": query }));
            assert!(error.starts_with(why), "{error}");
        }
    }

    #[test]
    fn filters_quotes_and_operators_are_read() {
        let shop = shop();
        let text = shop.text("search_codebase", json!({ "query": "price kind:function lang:py", "n_results": 3 }));
        assert!(text.contains("function shop.pricing.total_price") && !text.contains(".ts:"), "{text}");
    }
}
