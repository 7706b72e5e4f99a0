//! `quarry agents`

use crate::output;
use agent::AgentKind;
use anyhow::Result;

/// Lists the agents, with when to take which.
pub fn run() -> Result<()> {
    AgentKind::ALL.iter().try_for_each(|kind| output::line(format!("{:12}  {}", kind.name(), kind.description())))
}
