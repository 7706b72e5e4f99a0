//! Whom `three-phase` can hand a request to: the agent `coder`, which works with the tools of the run itself; other agents, each
//! as a run within the run; and models without tools.

use crate::AgentKind;
use crate::delegation::Delegate;
use crate::graphs::Setting;

/// Who gets a request where nobody is named: it reads, edits and uses every tool of the run.
pub const CODER: &str = "agent:coder";
/// The tool by which other agents are handed a task.
pub const DELEGATE: &str = "delegate";

/// Who a name means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// [`CODER`].
    Coder,
    /// Another agent, or one call of a model without tools.
    Other(Delegate),
}

/// That a name means nobody in this run: a sentence for the model and the person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no agent `{name}`; there are {}", .known.join(", "))]
pub struct NoSuchAgent {
    name: String,
    known: Vec<String>,
}

/// Who this name means in a run.
///
/// # Errors
/// If there is nobody of this name, or not in this run; the error lists those that there are.
pub fn resolve(name: &str, setting: &Setting<'_>) -> Result<Target, NoSuchAgent> {
    if name == CODER {
        return Ok(Target::Coder);
    }
    let found = others(setting).find(|other| other.name() == name).map(Target::Other);
    found.ok_or_else(|| NoSuchAgent { name: name.to_owned(), known: names(setting) })
}

/// Every name of a run, the default first.
pub fn names(setting: &Setting<'_>) -> Vec<String> {
    [CODER.to_owned()].into_iter().chain(others(setting).map(Delegate::name)).collect()
}

/// Every name of a run with what it is for, a line each.
pub(crate) fn listed(setting: &Setting<'_>) -> String {
    let coder = format!("- {CODER}: Changes code. It reads, edits, and uses every tool of this run.");
    let other = |other: Delegate| match other {
        Delegate::Agent(kind) => format!("- {}: {}", other.name(), kind.description()),
        Delegate::Model(_) => format!("- {}: one answer of that model, without tools.", other.name()),
    };
    [coder].into_iter().chain(others(setting).map(other)).collect::<Vec<_>>().join("\n")
}

/// The agents and models beside `coder`. An agent that was handed a task itself hands none on, and one that asks itself gains
/// nothing. Whoever may have written the state of the run does not have others act.
fn others<'s>(setting: &'s Setting<'_>) -> impl Iterator<Item = Delegate> + 's {
    let hands_over = setting.delegation.is_some() && setting.tools.get(DELEGATE).is_ok();
    let fits = move |other: &Delegate| match other {
        Delegate::Agent(AgentKind::ThreePhase) => false,
        Delegate::Agent(_) => hands_over && (setting.remembers || !other.acts()),
        Delegate::Model(_) => true,
    };
    Delegate::all().filter(fits)
}
