//! The page, in Leptos.
//!
//! Of the engine it knows [`protocol`] alone: [`engine`] sends requests to the engine worker and receives messages,
//! [`workbench`] holds the state of the page as signals, `actions` change it, `components` draw it. The rest is pure:
//! [`run`] reduces a run's events to what is shown, [`markdown`] parses an answer, [`text`] splits a file into lines and
//! highlighted pieces, [`strings`] has the words of the page, [`tree`] and [`history`] hold open folders and visited places. Start at [`app`].

mod actions;
mod address;
mod app;
mod components;
mod engine;
mod graph_text;
mod history;
mod keys;
mod later;
mod links;
mod parts;
mod preferences;
mod reading_keys;
mod run;
mod shims;
mod strings;
mod text;
mod tree;
mod workbench;

use leptos::prelude::*;

fn main() {
    console_error_panic_hook::set_once();
    let choice = preferences::load(strings::PREFERENCE, |text| Some(text.to_owned()));
    let tag = strings::chosen(choice.as_deref(), &shims::preferred_languages(), strings::LANGUAGES);
    if tag == "en" {
        return open("en", None);
    }
    // Loaded first: the page is drawn once, in its language.
    wasm_bindgen_futures::spawn_local(async move {
        match strings::load(tag, &engine::build()).await {
            Ok(()) => open(tag, None),
            Err(why) => open("en", Some(why)),
        }
    });
}

/// Draws the page in a language. `not_loaded`: why it is in English instead of the one that was wanted.
fn open(tag: &str, not_loaded: Option<String>) {
    if let Some(root) = document().document_element() {
        root.set_attribute("lang", tag).expect("the name of the attribute is valid");
    }
    leptos::mount::mount_to_body(move || view! { <app::App not_loaded/> });
    let build = engine::build();
    let strings = (tag != "en").then(|| strings::address(tag, &build));
    shims::open_offline(&build, strings.as_deref());
}
