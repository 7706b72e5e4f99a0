//! `quarry agents`

use crate::output;
use agent::AgentKind;
use anyhow::Result;
use protocol::{AgentInfo, Mode};

/// Lists the agents, with when to take which and a request that shows each at work.
pub fn run() -> Result<()> {
    AgentKind::ALL.iter().try_for_each(|kind| {
        let AgentInfo { name, description, demo, .. } = kind.info();
        output::line(format!("{name:12}  {description}"))?;
        let mode = match demo.mode {
            Mode::LookOnly => "",
            Mode::AskBeforeEdits => " --mode ask",
            Mode::EditFreely => " --mode edit",
        };
        let request = &demo.request;
        output::line(format!("{:12}  On Quarry's own source: quarry ask DIR '{request}' --agent {name}{mode}", ""))
    })
}
