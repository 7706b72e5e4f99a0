//! The agents, by name.

pub mod plan_react;

/// Which agent answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentKind {
    /// Plan, act by tools, refine, answer.
    PlanReact,
}

impl AgentKind {
    /// Every agent, the default first.
    pub const ALL: &[AgentKind] = &[AgentKind::PlanReact];

    /// The name on the command line and in events.
    pub fn name(self) -> &'static str {
        match self {
            Self::PlanReact => "plan-react",
        }
    }

    /// The agent of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}
