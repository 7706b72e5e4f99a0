//! The language of the page: as the browser prefers, or one that was chosen.

use crate::{preferences, shims, strings};
use leptos::ev::Event;
use leptos::prelude::*;

/// Choosing opens the page anew at the same address, in that language.
#[component]
pub fn LanguageChoice(testid: &'static str, class: &'static str) -> impl IntoView {
    let chosen = preferences::load(strings::PREFERENCE, |text| Some(text.to_owned()));
    let is_chosen = |tag: &str| chosen.as_deref() == Some(tag);
    let choose = |event: Event| {
        match event_target_value(&event).as_str() {
            "" => preferences::forget(strings::PREFERENCE),
            tag => preferences::save(strings::PREFERENCE, tag),
        }
        shims::reload();
    };
    // Which one that is, where the browser decides.
    let browser = match &chosen {
        None => strings::language_choice_browser_now(strings::language_name()),
        Some(_) => strings::language_choice_browser().to_owned(),
    };
    let title = format!("{}: {}", strings::language_choice(), strings::language_name());
    let language = |(tag, name): (&'static str, &'static str)| {
        // A language names itself in itself.
        view! { <option value=tag lang=tag selected=is_chosen(tag)>{name}</option> }
    };
    view! {
        <select class=class data-testid=testid aria-label=strings::language_choice() title=title on:change=choose>
            <option value="">{browser}</option>
            {strings::LANGUAGES.iter().copied().map(language).collect_view()}
        </select>
    }
}
