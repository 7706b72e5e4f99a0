//! The page, in Leptos.
//!
//! It knows nothing of the engine but [`protocol`]: [`engine`] carries requests to the engine worker and messages back,
//! [`workbench`] holds what is on screen as signals, `actions` change it, `components` draw it. What can be pure is:
//! [`run`] folds a run's events into what is shown, [`markdown`] reads an answer into blocks, [`text`] cuts a file
//! into lines and pieces, [`tree`] and [`history`] hold folders and places. Start at [`app`].

mod actions;
mod app;
mod components;
mod engine;
mod history;
mod keys;
mod preferences;
mod run;
mod shims;
mod text;
mod tree;
mod workbench;

fn main() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
