//! `quarry call-graph`

use crate::arguments::{CallGraphFormat, CallGraphOptions};
use crate::{load, output};
use anyhow::Result;

/// Prints the whole call graph.
pub fn run(options: &CallGraphOptions) -> Result<()> {
    let codebase = load::codebase(&options.repository.path, options.repository.index)?;
    match options.format {
        CallGraphFormat::Json => output::json(&codebase.exported_calls()?),
        CallGraphFormat::Mermaid => output::text(codebase.call_graph_mermaid()?.trim_end()),
        CallGraphFormat::Dot => output::text(codebase.call_graph_dot()?.trim_end()),
    }
}
