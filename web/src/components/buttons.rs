//! Buttons that change once they are pressed.

use super::dynamic::{dynamic, set_if_alive};
use crate::shims;
use crate::strings;
use leptos::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};

/// A button for what cannot be undone: the first click asks, the second acts. Leaving the button cancels.
#[component]
pub fn ConfirmButton(
    words: &'static str,
    testid: &'static str,
    act: impl Fn() + 'static,
    #[prop(optional)] is_off: bool,
) -> impl IntoView {
    let is_sure = RwSignal::new(false);
    let click = move |_| match is_sure.get_untracked() {
        true => act(),
        false => is_sure.set(true),
    };
    view! {
        <button class="button small" class:danger=move || is_sure.get() data-testid=testid disabled=is_off
            on:click=click on:blur=move |_| is_sure.set(false)>
            {dynamic(move || if is_sure.get() { strings::buttons_delete_for_good() } else { words })}
        </button>
    }
}

/// A button that copies a text, and shows whether the browser allowed it.
#[component]
pub fn CopyButton(words: &'static str, text: impl Fn() -> String + 'static) -> impl IntoView {
    let words = RwSignal::new(words);
    let copy = move |_| {
        let copying = shims::copy_text(&text());
        spawn_local(async move {
            let is_done = JsFuture::from(copying).await.is_ok_and(|done| done.as_bool() == Some(true));
            set_if_alive(words, if is_done { strings::buttons_copied() } else { strings::buttons_not_allowed() });
        });
    };
    view! {
        <button class="button small" on:click=copy aria-live="polite">{dynamic(move || words.get())}</button>
    }
}
