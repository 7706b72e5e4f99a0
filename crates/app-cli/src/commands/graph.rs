//! `quarry graph`

use crate::arguments::{GraphFormat, GraphOptions};
use crate::output;
use agent::AgentKind;
use anyhow::{Context, Result};

pub fn run(options: &GraphOptions) -> Result<()> {
    let kind = AgentKind::from_name(&options.agent).with_context(|| unknown(&options.agent))?;
    output::text(match options.format {
        GraphFormat::Mermaid => kind.drawing()?.mermaid,
        GraphFormat::Ascii => kind.ascii()?,
        GraphFormat::Svg => kind.svg()?,
    })
}

/// The message for an agent that does not exist.
pub fn unknown(name: &str) -> String {
    format!("there is no agent `{name}`; the agents are {}", AgentKind::names().join(", "))
}
