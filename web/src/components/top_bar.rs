//! The top bar: repository, search, agent, model, theme.

use super::dynamic::dynamic;
use super::language_choice::LanguageChoice;
use crate::preferences::Theme;
use crate::strings;
use crate::text::{bytes, duration};
use crate::workbench::{Dialog, Pane, Workbench};
use leptos::prelude::*;
use protocol::{ArrivingRepository, ModelChoice, RepositoryOverview};

#[component]
pub fn TopBar() -> impl IntoView {
    let bench = Workbench::get();
    let has_repository = Memo::new(move |_| bench.has_repository());
    let arriving = Memo::new(move |_| bench.arriving());
    view! {
        <header class="top">
            <a class="skip" href="#main">{strings::top_bar_skip()}</a>
            {dynamic(move || has_repository.get().then(|| view! {
                <button class="button small only-phone" aria-label=strings::top_bar_files() on:click=move |_| bench.pane.set(Pane::Files)>
                    "\u{2630}"
                </button>
            }))}
            <span class="brand">"Quarry"</span>
            {dynamic(move || bench.overview.get().map(|overview| view! { <Facts overview=(*overview).clone()/> }))}
            {dynamic(move || arriving.get().map(|repository| view! { <Arriving repository/> }))}
            <span class="grow"></span>
            {dynamic(move || has_repository.get().then(|| view! {
                <button class="button" data-testid="palette-open" on:click=move |_| bench.dialog.set(Some(Dialog::Palette))>
                    {strings::common_search()}" "<kbd class="only-desktop">"Ctrl K"</kbd>
                </button>
            }))}
            <button class="button" data-testid="model-open" aria-haspopup="dialog"
                on:click=move |_| bench.dialog.set(Some(Dialog::Model))>
                <span class="model-label">{strings::top_bar_model()}" "</span>
                <span class="model-name">{dynamic(move || bench.model.with(model_word))}</span>
            </button>
            <ThemeToggle/>
            <LanguageChoice testid="language" class="language only-desktop"/>
            <button class="button icon only-desktop" aria-label=strings::common_shortcuts() on:click=move |_| bench.dialog.set(Some(Dialog::Keys))>
                "?"
            </button>
        </header>
    }
}

pub fn model_word(choice: &ModelChoice) -> String {
    match choice {
        ModelChoice::Offline => strings::top_bar_offline().to_owned(),
        ModelChoice::OpenAiCompatible { model, .. } => model.clone(),
    }
}

#[component]
fn Facts(overview: RepositoryOverview) -> impl IntoView {
    let RepositoryOverview { name, files, bytes: size, ready_ms, .. } = overview;
    view! {
        <h1 class="repo-name" data-testid="repo-name"><bdi>{name}</bdi></h1>
        <span class="facts only-wide quiet">
            {format!("{}  {}  {}", strings::common_count_files(files), bytes(size), strings::top_bar_indexed(duration(ready_ms)))}
        </span>
    }
}

/// A repository that is still being imported.
#[component]
fn Arriving(repository: ArrivingRepository) -> impl IntoView {
    let ArrivingRepository { name, files, bytes: size, .. } = repository;
    view! {
        <h1 class="repo-name" data-testid="repo-name"><bdi>{name}</bdi></h1>
        <span class="facts only-wide quiet">{format!("{}  {}", strings::common_count_files(files), bytes(size))}</span>
    }
}

#[component]
fn ThemeToggle() -> impl IntoView {
    let bench = Workbench::get();
    let shown = move || match bench.theme.get() {
        Theme::System => (strings::top_bar_theme_auto(), "\u{25d0}"),
        Theme::Light => (strings::top_bar_theme_light(), "\u{25cb}"),
        Theme::Dark => (strings::top_bar_theme_dark(), "\u{25cf}"),
    };
    let turn = move |_| {
        let next = match bench.theme.get_untracked() {
            Theme::System => Theme::Dark,
            Theme::Dark => Theme::Light,
            Theme::Light => Theme::System,
        };
        crate::preferences::save("theme", next.name());
        bench.theme.set(next);
    };
    view! {
        <button class="button icon" data-testid="theme-toggle" aria-label=move || shown().0
            title=move || shown().0 on:click=turn>
            {dynamic(move || shown().1)}
        </button>
    }
}
