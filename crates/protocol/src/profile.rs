//! Which models a run uses for which kind of work, and what they cost.

use crate::ModelChoice;
use serde::{Deserialize, Serialize};

/// The name of a profile: a kind of work that is done with a model of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProfileName {
    /// Everything that no other profile is set up for.
    Default,
    /// Short decisions: classification and routing.
    Fast,
    /// Plans.
    Plan,
    /// Changes of files.
    Edit,
    /// Reviews: of what was done, and of what was found.
    Review,
}

impl ProfileName {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Default, Self::Fast, Self::Plan, Self::Edit, Self::Review];

    /// As it is written in settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Fast => "fast",
            Self::Plan => "plan",
            Self::Edit => "edit",
            Self::Review => "review",
        }
    }

    /// The profile of this name; `None` if there is no such name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.as_str() == name)
    }
}

/// The settings of a profile. They hold no key, so that they can be stored with a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProfileSettings {
    /// The model.
    pub model: ModelChoice,
    /// The models that are called in its place, in this order, where it cannot be reached.
    pub fallbacks: Vec<ModelChoice>,
    /// The temperature of requests that have none of their own.
    pub temperature: Option<f64>,
    /// The most tokens of an answer, for requests that have no limit of their own.
    pub max_tokens: Option<u32>,
}

/// Prices in US dollars for a million tokens; 0 where they are not known.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Prices {
    /// Of tokens of the prompt.
    pub input: f64,
    /// Of tokens of the answer.
    pub output: f64,
}

impl Prices {
    /// Whether they are known.
    pub fn are_known(self) -> bool {
        self != Self::default()
    }
}

/// What a model call was charged with.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct Charge {
    /// Tokens of the prompt.
    pub input: u64,
    /// Tokens of the answer.
    pub output: u64,
    /// US dollars; 0 where the model's prices are not known.
    pub usd: f64,
    /// True if the provider reported no token counts, so that they are estimated.
    pub estimated: bool,
}
