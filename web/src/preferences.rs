//! The few choices kept in the browser: theme, model, approval, pane sizes. Never a key.
//!
//! localStorage may be refused or full; then a choice lasts as long as the page.

use protocol::ModelChoice;
use web_sys::Storage;

/// Light, dark, or the system's preference.
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
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok().flatten()
}

/// A choice as one line of text.
pub trait Preference: Sized {
    fn to_text(&self) -> String;

    /// The choice that was kept; `None` for anything else.
    fn from_text(text: &str) -> Option<Self>;
}

/// The choice called `name`, if it was kept and can be read.
pub fn load<T: Preference>(name: &str) -> Option<T> {
    T::from_text(&storage()?.get_item(&format!("quarry.{name}")).ok().flatten()?)
}

pub fn save<T: Preference>(name: &str, value: &T) {
    if let Some(storage) = storage() {
        // Where it is refused or full, the choice lasts as long as the page.
        drop(storage.set_item(&format!("quarry.{name}"), &value.to_text()));
    }
}

impl Preference for i32 {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Preference for bool {
    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Preference for Theme {
    fn to_text(&self) -> String {
        self.name().to_owned()
    }

    fn from_text(text: &str) -> Option<Self> {
        [Self::System, Self::Light, Self::Dark].into_iter().find(|theme| theme.name() == text)
    }
}

/// `offline`, or the endpoint and the model with a space between: an address holds none.
impl Preference for ModelChoice {
    fn to_text(&self) -> String {
        match self {
            Self::Offline => "offline".to_owned(),
            Self::OpenAiCompatible { base_url, model } => format!("{base_url} {model}"),
        }
    }

    fn from_text(text: &str) -> Option<Self> {
        match text.split_once(' ') {
            None if text == "offline" => Some(Self::Offline),
            None => None,
            Some((base_url, model)) => {
                Some(Self::OpenAiCompatible { base_url: base_url.to_owned(), model: model.to_owned() })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again() {
        let endpoint = ModelChoice::OpenAiCompatible { base_url: "http://localhost:1/v1".into(), model: "a b".into() };
        for choice in [ModelChoice::Offline, endpoint] {
            assert_eq!(ModelChoice::from_text(&choice.to_text()), Some(choice));
        }
        assert_eq!(Theme::from_text(&Theme::Dark.to_text()), Some(Theme::Dark));
        assert_eq!(i32::from_text(&250.to_text()), Some(250));
        assert_eq!(bool::from_text(&true.to_text()), Some(true));
    }

    #[test]
    fn anything_else_is_no_choice() {
        assert_eq!(ModelChoice::from_text("{\"type\":\"offline\"}"), None);
        assert_eq!(Theme::from_text("\"Dark\""), None);
        assert_eq!(i32::from_text("NaN"), None);
        assert_eq!(bool::from_text("yes"), None);
    }
}
