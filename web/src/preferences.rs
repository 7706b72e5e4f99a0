//! The few choices kept in the browser: theme, language, model, approval, pane sizes. Never a key.
//!
//! localStorage may be refused or full; then a choice lasts as long as the page.

use protocol::{ModelChoice, ProfileName};
use std::collections::BTreeMap;
use web_sys::Storage;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Theme {
    /// The system's preference.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    /// The name used in `data-theme` and in the preferences.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark].into_iter().find(|theme| theme.name() == name)
    }
}

/// `None` where the browser refuses storage.
fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// The stored text of the choice called `name`, as `read` understands it.
pub fn load<T>(name: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
    // A choice that cannot be read is as good as none.
    read(&storage()?.get_item(&format!("quarry.{name}")).ok().flatten()?)
}

pub fn save(name: &str, value: &str) {
    if let Some(storage) = storage() {
        // Where it is refused or full, the choice lasts as long as the page.
        drop(storage.set_item(&format!("quarry.{name}"), value));
    }
}

/// Forgets the choice called `name`.
pub fn forget(name: &str) {
    if let Some(storage) = storage() {
        // Where it is refused there is nothing to forget.
        drop(storage.remove_item(&format!("quarry.{name}")));
    }
}

/// `offline`, or the endpoint and the model with a space between: an address holds none.
pub fn model_to_text(model: &ModelChoice) -> String {
    match model {
        ModelChoice::Offline => "offline".to_owned(),
        ModelChoice::OpenAiCompatible { base_url, model } => format!("{base_url} {model}"),
    }
}

pub fn model_from_text(text: &str) -> Option<ModelChoice> {
    match text.split_once(' ') {
        None => (text == "offline").then_some(ModelChoice::Offline),
        Some((base_url, model)) => {
            Some(ModelChoice::OpenAiCompatible { base_url: base_url.to_owned(), model: model.to_owned() })
        }
    }
}

/// A line a kind of work, with the name of its model: `plan large`.
pub fn profiles_to_text(profiles: &BTreeMap<ProfileName, String>) -> String {
    profiles.iter().map(|(profile, model)| format!("{} {model}\n", profile.as_str())).collect()
}

/// Lines that name no kind of work that this version knows are left out.
pub fn profiles_from_text(text: &str) -> BTreeMap<ProfileName, String> {
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.filter_map(|(profile, model)| Some((ProfileName::from_name(profile)?, model.to_owned()))).collect()
}

/// A limit as [`limit_to_text`] stores it; `None` for no limit.
pub fn limit_from_text(text: &str) -> Option<u64> {
    text.parse().ok().filter(|limit| *limit > 0)
}

pub fn limit_to_text(limit: Option<u64>) -> String {
    limit.map_or_else(String::new, |limit| limit.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_choice_is_read_again() {
        let endpoint = ModelChoice::OpenAiCompatible { base_url: "http://localhost:1/v1".into(), model: "a b".into() };
        for choice in [ModelChoice::Offline, endpoint] {
            assert_eq!(model_from_text(&model_to_text(&choice)), Some(choice));
        }
        assert_eq!(Theme::from_name(Theme::Dark.name()), Some(Theme::Dark));
    }

    #[test]
    fn models_of_kinds_of_work_are_read_again() {
        let profiles = BTreeMap::from([(ProfileName::Fast, "small".to_owned()), (ProfileName::Plan, "a b".to_owned())]);
        assert_eq!(profiles_from_text(&profiles_to_text(&profiles)), profiles);
        assert_eq!(profiles_from_text("dream large\nplan"), BTreeMap::new());
    }

    #[test]
    fn a_limit_is_a_number_above_0_or_none() {
        assert_eq!(limit_from_text("200000"), Some(200_000));
        assert_eq!(["", "0", "-1", "many", "inf"].map(limit_from_text), [None; 5]);
        assert_eq!(limit_from_text(&limit_to_text(Some(7))), Some(7));
        assert_eq!(limit_to_text(None), "");
    }

    #[test]
    fn anything_else_is_no_choice() {
        assert_eq!(model_from_text("{\"type\":\"offline\"}"), None);
        assert_eq!(Theme::from_name("\"Dark\""), None);
    }
}
