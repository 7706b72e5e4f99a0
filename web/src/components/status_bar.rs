//! The status bar: figures of the index, where it is stored, what leaves the browser.

use super::dynamic::dynamic;
use super::language_choice::LanguageChoice;
use super::top_bar::model_word;
use crate::run::{Origin, locality};
use crate::strings;
use crate::text::count;
use crate::workbench::{Dialog, Workbench};
use leptos::prelude::*;
use protocol::{CallStats, Reach, RepositoryOverview, StorageKind};

#[component]
pub fn StatusBar() -> impl IntoView {
    let bench = Workbench::get();
    let facts = move || match bench.arriving() {
        Some(repository) => vec![reach_words(repository.reach).to_owned()],
        None => bench.overview.with(|it| it.as_ref().map_or_else(Vec::new, |it| facts_of(it))),
    };
    let is_open = Memo::new(move |_| bench.overview.with(Option::is_some));
    let skipped = Memo::new(move |_| match bench.arriving() {
        Some(repository) => repository.skipped,
        None => bench.overview.with(|it| it.as_ref().map_or(0, |it| it.skipped)),
    });
    let working = move || bench.runs.working().and_then(|run| run.view.with(|view| view.answering.clone()));
    let locality = move || {
        let shown = bench.runs.shown();
        let origin = shown.map_or(Origin::Here, |run| run.view.with(Origin::of));
        bench.model.with(|chosen| locality(chosen, working().as_ref(), &origin))
    };
    let answers = move || {
        let word = working().map_or_else(|| bench.model.with(model_word), |model| model_word(&model));
        strings::status_bar_model(word)
    };
    view! {
        <footer class="status" data-testid="status-bar">
            <span>{dynamic(answers)}</span>
            {dynamic(move || facts().into_iter().map(|fact| {
                let title = fact.clone();
                view! { <span title=title>{fact}</span> }
            }).collect_view())}
            {dynamic(move || (skipped.get() > 0).then(|| view! {
                <button class="link" on:click=move |_| bench.dialog.set(Some(Dialog::Skipped))>
                    {strings::common_skipped(count(skipped.get()))}
                </button>
            }))}
            <span class="grow"></span>
            {dynamic(move || is_open.get().then(|| view! {
                <button class="link" data-testid="export-index" title=strings::status_bar_index_title()
                    on:click=move |_| bench.export_index()>
                    {strings::status_bar_index()}
                </button>
            }))}
            {dynamic(move || is_open.get().then(|| view! {
                <button class="link" data-testid="memory-open" title=strings::status_bar_memory_title()
                    on:click=move |_| bench.dialog.set(Some(Dialog::Memory))>
                    {strings::status_bar_memory()}
                </button>
            }))}
            {dynamic(move || is_open.get().then(|| view! {
                <button class="link" data-testid="tools-open" title=strings::status_bar_tools_title()
                    on:click=move |_| bench.dialog.set(Some(Dialog::Tools))>
                    {strings::status_bar_tools()}
                </button>
            }))}
            {dynamic(move || bench.overview.with(|it| it.as_ref().map(|it| storage_word(it))).map(|word| view! {
                <button class="link" data-testid="storage-word" title=strings::common_see_stored() on:click=move |_| bench.dialog.set(Some(Dialog::Storage))>
                    {word}
                </button>
            }))}
            <span data-testid="locality">{dynamic(locality)}</span>
            <LanguageChoice testid="language-phone" class="language only-phone"/>
        </footer>
    }
}

/// What can be searched while a repository is being imported.
fn reach_words(reach: Reach) -> &'static str {
    match reach {
        Reach::Text => strings::status_bar_text(),
        Reach::Symbols => strings::status_bar_symbols(),
    }
}

fn facts_of(overview: &RepositoryOverview) -> Vec<String> {
    let calls = overview.calls;
    let mut facts = vec![
        strings::common_count_symbols(overview.symbols),
        match resolvable(calls) {
            0 => strings::status_bar_no_calls().to_owned(),
            sites => strings::status_bar_calls(
                sites,
                percent(calls.proven, sites),
                percent(calls.possible, sites),
                percent(calls.unresolved, sites),
            ),
        },
    ];
    facts.extend(not_followed(calls));
    facts.extend(overview.git.clone());
    facts
}

/// The note on calls beyond the limit of linking; `None` unless the repository is very large.
fn not_followed(calls: CallStats) -> Option<String> {
    (calls.work_limit > 0).then(|| strings::status_bar_not_followed(calls.work_limit))
}

/// Calls that should have a target in the repository: all but those into libraries.
fn resolvable(calls: CallStats) -> u32 {
    calls.proven.saturating_add(calls.possible).saturating_add(calls.unresolved)
}

fn percent(part: u32, of: u32) -> u64 {
    (u64::from(part) * 100 + u64::from(of) / 2) / u64::from(of.max(1))
}

fn storage_word(overview: &RepositoryOverview) -> &'static str {
    match (&overview.storage, &overview.not_stored) {
        (_, Some(_)) => strings::common_not_stored(),
        (StorageKind::Opfs { persisted: true }, None) => strings::status_bar_kept(),
        (StorageKind::Opfs { persisted: false }, None) => strings::status_bar_stored(),
        (StorageKind::Memory { .. }, None) => strings::status_bar_in_memory(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_of_calls_that_could_resolve() {
        let calls =
            CallStats { sites: 20_000, proven: 11_041, possible: 720, unresolved: 240, external: 7_999, work_limit: 0 };
        assert_eq!(resolvable(calls), 12_001);
        assert_eq!([percent(11_041, 12_001), percent(720, 12_001), percent(240, 12_001)], [92, 6, 2]);
    }

    #[test]
    fn calls_that_were_not_followed_are_named_with_the_reason() {
        let calls = CallStats { unresolved: 240, work_limit: 1, ..CallStats::default() };
        let expected = "1 call not followed to the end: linking reached its limit of work";
        assert_eq!(not_followed(calls).as_deref(), Some(expected));
        assert_eq!(not_followed(CallStats { work_limit: 0, ..calls }), None);
    }
}
