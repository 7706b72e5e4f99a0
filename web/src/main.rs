//! The page, in Leptos.
//!
//! Of the engine it knows [`protocol`] alone: [`engine`] sends requests to the engine worker and receives messages,
//! [`workbench`] holds the state of the page as signals, `actions` change it, `components` draw it. The rest is pure:
//! [`run`] reduces a run's events to what is shown, [`markdown`] parses an answer, [`text`] splits a file into lines and
//! highlighted pieces, [`tree`] and [`history`] hold open folders and visited places. Start at [`app`].

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
mod text;
mod tree;
mod workbench;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
    shims::open_offline(&engine::build());
}
