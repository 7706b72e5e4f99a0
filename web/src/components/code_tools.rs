//! What the open file is, and what can be done with it: find, go to a line, wrap, fold, mark, show it beside itself.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::language_name;
use crate::workbench::{Dialog, OpenFile, Workbench};
use leptos::prelude::*;

#[component]
pub fn CodeTools() -> impl IntoView {
    let bench = Workbench::get();
    let reading = bench.reading;
    let is_open = Memo::new(move |_| bench.file.with(Option::is_some));
    let can_fold =
        Memo::new(move |_| bench.file.with(|file| file.as_ref().is_some_and(|file| !file.regions.is_empty())));
    let is_marked = Memo::new(move |_| {
        let place = bench.lit();
        place.is_some_and(|at| {
            reading.bookmarks.with(|all| all.iter().any(|it| it.path == at.path && it.start == at.start))
        })
    });
    let repository = Memo::new(move |_| bench.overview.with(|it| it.as_ref().map(|it| it.id.clone())));
    Effect::new(move |_| {
        if repository.get().is_some() {
            bench.load_bookmarks();
        }
    });
    let pressed = |signal: bool| signal.to_string();
    dynamic(move || {
        is_open.get().then(|| {
            view! {
                <div class="code-tools" role="toolbar" aria-label=strings::code_tools_label()>
                    <button class="button small" data-testid="find-open" title="Ctrl F"
                        aria-pressed=move || pressed(reading.find.is_open.get()) on:click=move |_| bench.toggle_find()>{strings::code_tools_find()}</button>
                    <button class="button small" title="Ctrl G" on:click=move |_| bench.open_palette(":")>{strings::code_tools_go_to_line()}</button>
                    <button class="button small" data-testid="wrap" aria-pressed=move || pressed(reading.wrap.get())
                        on:click=move |_| bench.toggle_wrap()>{strings::code_tools_wrap()}</button>
                    <button class="button small" data-testid="fold-all" disabled=move || !can_fold.get() on:click=move |_| bench.fold_all()>
                        {dynamic(move || if reading.folded.with(|it| it.is_empty()) { strings::code_tools_fold() } else { strings::code_tools_unfold() })}
                    </button>
                    <button class="button small" data-testid="bookmark" disabled=move || repository.with(Option::is_none) aria-pressed=move || pressed(is_marked.get())
                        on:click=move |_| bench.toggle_bookmark()>{strings::code_tools_bookmark()}</button>
                    <button class="button small" data-testid="recent" on:click=move |_| bench.dialog.set(Some(Dialog::Palette))>{strings::code_tools_recent()}</button>
                    <button class="button small only-desktop" data-testid="split" title=strings::code_tools_split_how()
                        aria-pressed=move || pressed(reading.beside.with(Option::is_some))
                        on:click=move |_| bench.toggle_beside()>{strings::code_tools_split()}</button>
                    <span class="quiet code-note only-desktop"><span>{dynamic(move || bench.file.with(|file| file.as_ref().map(|file| note(file))))}</span></span>
                </div>
            }
        })
    })
}

fn note(file: &OpenFile) -> String {
    let (language, lines) = (language_name(&file.view.language), file.lines.len());
    match &file.view.decoded_from {
        Some(encoding) => strings::code_tools_note_decoded(language, lines, encoding),
        None => strings::code_tools_note(language, lines),
    }
}

/// Hides tests in lists, search and graph, or shows them again.
#[component]
pub fn TestsSwitch() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <button class="button small" data-testid="hide-tests" aria-pressed=move || bench.reading.hide_tests.get().to_string()
            title=strings::code_tools_hide_tests_where() on:click=move |_| bench.toggle_tests()>
            {strings::common_hide_tests()}
        </button>
    }
}
