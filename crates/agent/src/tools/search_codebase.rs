//! `search_codebase`: ranked search over symbols, code and prose.

use super::{ReadingTool, ToolError, ToolOutput};
use crate::evidence;
use codebase::{Codebase, SearchHit};
use protocol::{Basis, Evidence, Relation};
use schemars::JsonSchema;
use serde::Deserialize;

const DEFAULT: u32 = 8;
const MOST: u32 = 30;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchCodebase {
    /// Words, an identifier, or a question.
    query: String,
    /// How many results, 1 to 30; 8 if left out.
    #[serde(default)]
    n_results: Option<u32>,
}

impl ReadingTool for SearchCodebase {
    const NAME: &'static str = "search_codebase";
    const DESCRIPTION: &'static str = "Search the repository's symbols, code and documentation. Definitions rank above mentions. Returns places \
             with signatures and the best lines.";

    fn run(&self, codebase: &Codebase) -> Result<ToolOutput, ToolError> {
        if self.query.trim().is_empty() {
            let why = "`query` is empty; give words, an identifier or a question".to_owned();
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        }
        let limit = self.n_results.unwrap_or(DEFAULT).clamp(1, MOST);
        Ok(search(codebase, &self.query, limit as usize))
    }
}

fn search(codebase: &Codebase, query: &str, limit: usize) -> ToolOutput {
    let hits = codebase.search(query, limit);
    if hits.is_empty() {
        let text = format!("Nothing in the repository matches `{query}`. Try other words, or a part of a name.");
        return ToolOutput { text, summary: "nothing found".to_owned(), evidence: Vec::new(), ..ToolOutput::default() };
    }
    let evidence: Vec<Evidence> = hits.iter().map(|hit| evidence(codebase, hit)).collect();
    let rows: Vec<String> = hits.iter().zip(&evidence).map(|(hit, found)| row(hit, found)).collect();
    let count = if hits.len() == 1 { "1 result".to_owned() } else { format!("{} results", hits.len()) };
    ToolOutput { text: rows.join("\n\n"), summary: count, evidence, ..ToolOutput::default() }
}

fn evidence(codebase: &Codebase, hit: &SearchHit) -> Evidence {
    let found = evidence::of_span(codebase, &hit.span, Relation::Hit, Basis::Search { score: hit.score });
    match &hit.symbol {
        Some(symbol) => evidence::described(found, symbol),
        None => found,
    }
}

fn row(hit: &SearchHit, found: &Evidence) -> String {
    let mut out = format!("[[{}]] {}", found.id, found.place());
    if let Some(symbol) = &found.symbol {
        out += &format!("  {} {symbol}", found.kind);
    }
    for line in [&found.signature, &found.doc].into_iter().flatten() {
        out += &format!("\n  {line}");
    }
    for line in &hit.snippet.lines {
        out += &format!("\n{:>6} | {}", line.number, line.text);
    }
    out
}
