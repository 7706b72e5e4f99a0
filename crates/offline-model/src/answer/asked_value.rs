//! What a question for a value asks.

use code_words::identifier::lower_parts;
use code_words::setting::Wanted;

/// Words that say of a number which one is meant.
pub const WHICH: &[&str] = &["maximum", "minimum", "max", "min", "maximal", "minimal", "initial"];

/// What a question for a value asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Asked {
    /// The words of the setting.
    pub setting: String,
    /// The words of what has it; empty where the question has none.
    pub owner: String,
}

impl Asked {
    /// As the tool is asked for it.
    pub fn query(&self) -> Option<String> {
        let Self { setting, owner } = self;
        match (setting.is_empty(), owner.is_empty()) {
            (true, _) => None,
            (false, true) => Some(format!("default of {setting}")),
            (false, false) => Some(format!("default of {setting} in {owner}")),
        }
    }

    pub fn wanted(&self) -> Wanted {
        Wanted { setting: lower_parts(&self.setting), owner: lower_parts(&self.owner) }
    }
}
