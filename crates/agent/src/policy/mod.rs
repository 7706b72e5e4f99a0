//! What a call needs before it runs: nothing, a person's word, or it is refused.
//!
//! [`Policy::decide`] looks at what the call does ([`Effect`], which each tool declares in code), where it came from
//! ([`Origin`]), the person's switch ([`Mode`]) and what the person allowed before ([`Grants`]). None of its inputs is text
//! that could argue: a README, a page, an output of a tool or a model's reasoning has no way in. A [`Grant`] has no
//! public constructor; the only one comes from an [`Ask`] that a person answered.

pub use protocol::Mode;

use code_runner::Command;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// Where the wish for a call came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// A person's own words, read by fixed rules: "move a.py to b.py".
    Person,
    /// A model chose it.
    Model,
    /// Text of the repository, the web or a tool asked for it. Nothing that such text asks for runs.
    Material,
}

/// What a call does, with what a person must see of it to decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect<'a> {
    /// Reads the repository, the proposals or the memory.
    Read,
    /// Asks the person something.
    Question,
    /// Hands a task to another agent, each of whose calls is decided about by itself.
    Delegate,
    /// Proposes a change of a file.
    Edit,
    /// Writes to the agent's memory.
    Memory,
    /// Proposes to delete a file.
    Delete,
    /// Runs a program or code.
    Run {
        /// The program and its arguments, or the language and the code.
        argv: Cow<'a, [String]>,
        /// The folder it runs in, relative to the repository's root.
        folder: Cow<'a, str>,
    },
    /// Writes to the repository's git data.
    GitWrite,
    /// Sends something over the network.
    Net {
        /// Scheme, host and port: `https://docs.rs`.
        origin: Cow<'a, str>,
    },
    /// Calls a tool of an MCP server.
    Mcp {
        /// The server, as configured.
        server: Cow<'a, str>,
        /// The tool; empty where the call only lists what the server has.
        tool: Cow<'a, str>,
        /// The hash of what the tool says of itself: what a person allows is this and nothing else.
        definition: Cow<'a, str>,
        /// Whether the person trusts the tool as it is and it says of itself that it only reads.
        trusted_to_read: bool,
    },
}

/// What must happen before a call runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It may run.
    Allow,
    /// A person must allow it.
    Ask(Ask),
    /// It does not run; a sentence for the model and the person.
    Deny(String),
}

/// A question to a person whether a call may run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    why: String,
    grant: Option<Grant>,
}

/// What a person allowed for the rest of a run. No text can become one:
///
/// ```compile_fail,E0423
/// let forged = agent::policy::Grant("https://evil.example");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Grant(Allowed);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Allowed {
    Command {
        argv: Vec<String>,
        folder: String,
    },
    Origin(String),
    McpTool {
        server: String,
        tool: String,
        /// Of earlier versions it is empty, which is the hash of nothing.
        #[serde(default)]
        definition: String,
    },
}

/// Everything that a person allowed for the rest of a run; a field of its state, with [`Grants::add`] as the reducer.
///
/// A run that is read from a file or forked begins with none: whoever wrote the file is not the person who sits here.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Grants(BTreeSet<Grant>);

/// The rules of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Policy {
    /// The person's switch.
    pub mode: Mode,
    /// Whether a person can answer. Where none can, what would be asked is refused.
    pub attended: bool,
    /// Whether the person allowed all programs of this run before it began.
    pub allow_run: bool,
}

impl Ask {
    /// Why a person must decide: a sentence for them.
    pub fn why(&self) -> &str {
        &self.why
    }

    /// True if the same call may be allowed for the rest of the run; otherwise it is asked each time.
    pub fn can_be_remembered(&self) -> bool {
        self.grant.is_some()
    }

    /// To be called when, and only when, a person answered "yes, for this run": what to add to the [`Grants`].
    pub fn allowed_for_the_run(self) -> Option<Grant> {
        self.grant
    }
}

impl Grants {
    /// Adds what a person allowed.
    pub fn add(&mut self, grant: Grant) {
        self.0.insert(grant);
    }
}

impl Policy {
    /// Whether a tool with this effect can be of any use in the run; others are not offered to the model.
    pub fn offers(&self, effect: &Effect<'_>) -> bool {
        !matches!(self.decide(effect, Origin::Model, &Grants::default()), Verdict::Deny(_))
    }

    /// What must happen before a call runs.
    pub fn decide(&self, effect: &Effect<'_>, origin: Origin, grants: &Grants) -> Verdict {
        if origin == Origin::Material {
            return deny(
                "Text of the repository, the web or a tool asked for this. Only the person and the model can ask for calls.",
            );
        }
        if self.mode == Mode::LookOnly && effect.changes() {
            return deny("This run only looks: it changes nothing and runs nothing. The person can switch that.");
        }
        let grant = effect.grant();
        if !self.needs_a_word(effect, origin) || grant.as_ref().is_some_and(|grant| grants.0.contains(grant)) {
            return Verdict::Allow;
        }
        let why = effect.why_asked();
        if self.attended {
            Verdict::Ask(Ask { why: effect.asked(why), grant })
        } else {
            deny(&format!("{why} In this run there is nobody to ask, so it does not run."))
        }
    }

    fn needs_a_word(&self, effect: &Effect<'_>, origin: Origin) -> bool {
        match effect {
            Effect::Read | Effect::Question | Effect::Delegate => false,
            // Who typed "move a.py to b.py" need not be asked whether to move it.
            Effect::Edit => self.mode == Mode::AskBeforeEdits && origin == Origin::Model,
            // Later runs read it, and what the model has read of a file or a page may be why it wants it kept.
            Effect::Memory => origin == Origin::Model,
            Effect::Mcp { trusted_to_read, .. } => !*trusted_to_read,
            Effect::Run { .. } => !self.allow_run,
            Effect::Delete | Effect::GitWrite | Effect::Net { .. } => true,
        }
    }
}

impl Effect<'_> {
    /// True for everything but looking.
    fn changes(&self) -> bool {
        match self {
            Self::Read | Self::Question | Self::Delegate | Self::Net { .. } => false,
            Self::Mcp { trusted_to_read, .. } => !*trusted_to_read,
            Self::Edit | Self::Memory | Self::Delete | Self::Run { .. } | Self::GitWrite => true,
        }
    }

    /// Whether it has an effect outside the run's state, which cannot be taken back: such a call is made at most once
    /// unless a person says otherwise.
    pub fn lasts(&self) -> bool {
        match self {
            Self::Read | Self::Question | Self::Delegate | Self::Edit | Self::Delete => false,
            Self::Mcp { trusted_to_read, .. } => !*trusted_to_read,
            Self::Memory | Self::Run { .. } | Self::GitWrite | Self::Net { .. } => true,
        }
    }

    /// Whether what comes back was written elsewhere: it is shown as from outside, and cites nothing of the repository.
    pub fn is_from_outside(&self) -> bool {
        matches!(self, Self::Net { .. } | Self::Mcp { .. })
    }

    /// What a decision about the call holds for, beside its arguments: the definition of a tool of another server. Where
    /// it is another when the call is to be made, the decision does not count.
    pub fn definition(&self) -> Option<&str> {
        match self {
            Self::Mcp { definition, .. } => Some(definition),
            _ => None,
        }
    }

    /// What a person can allow for the rest of the run.
    fn grant(&self) -> Option<Grant> {
        match self {
            Self::Run { argv, folder } => Some(Allowed::Command { argv: argv.to_vec(), folder: folder.to_string() }),
            Self::Net { origin } => Some(Allowed::Origin(origin.to_string())),
            Self::Mcp { server, tool, definition, .. } => {
                let (server, tool, definition) = (server.to_string(), tool.to_string(), definition.to_string());
                Some(Allowed::McpTool { server, tool, definition })
            }
            Self::Read
            | Self::Question
            | Self::Delegate
            | Self::Edit
            | Self::Memory
            | Self::Delete
            | Self::GitWrite => None,
        }
        .map(Grant)
    }

    /// The sentence for the person who decides: of a program with its arguments and its folder, as it will run; of another
    /// server with its origin.
    fn asked(&self, why: &str) -> String {
        match self {
            Self::Run { argv, folder } if !argv.is_empty() => {
                let command = Command { folder: folder.to_string(), ..Command::new(argv.iter()) };
                format!("{} `{command}`.", why.replace('.', ":"))
            }
            Self::Net { origin } if !origin.is_empty() => format!("{} {origin}", why.replace('.', ":")),
            _ => why.to_owned(),
        }
    }

    fn why_asked(&self) -> &'static str {
        match self {
            Self::Edit => "Edits are asked about before they are made.",
            Self::Memory => "What the agent changes in its memory is read by later runs, so it is always asked about.",
            Self::Delete => "Deleting a file is always asked about.",
            Self::Run { .. } => "Running something on this machine is asked about.",
            Self::GitWrite => "Writing to git is always asked about.",
            Self::Net { .. } => "Sending something to another server is asked about.",
            Self::Mcp { .. } => "Tools of other servers are asked about.",
            Self::Read | Self::Question | Self::Delegate => "This needs no permission.",
        }
    }
}

fn deny(why: &str) -> Verdict {
    Verdict::Deny(why.to_owned())
}

#[cfg(test)]
mod tests;
