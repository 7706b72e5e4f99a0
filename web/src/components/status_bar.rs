//! The bottom: real numbers, and where everything is.

use super::dynamic::dynamic;
use super::top_bar::model_word;
use crate::text::count;
use crate::workbench::{Dialog, Workbench};
use leptos::prelude::*;
use protocol::{CallStats, ModelChoice, RepositoryOverview, StorageKind};

/// The bar at the bottom.
#[component]
pub fn StatusBar() -> impl IntoView {
    let bench = Workbench::get();
    let facts = move || bench.overview.with(|it| it.as_ref().map(|it| facts_of(it)).unwrap_or_default());
    let is_open = Memo::new(move |_| bench.overview.with(Option::is_some));
    let skipped = Memo::new(move |_| bench.overview.with(|it| it.as_ref().map_or(0, |it| it.skipped)));
    let locality = move || {
        bench.model.with(|model| match model {
            ModelChoice::Offline => "all local".to_owned(),
            ModelChoice::OpenAiCompatible { base_url, .. } => {
                format!("questions and excerpts go to {}", host(base_url))
            }
        })
    };
    view! {
        <footer class="status" data-testid="status-bar">
            <span>{dynamic(move || format!("{} model", bench.model.with(model_word)))}</span>
            {dynamic(move || facts().into_iter().map(|fact| view! { <span>{fact}</span> }).collect_view())}
            {dynamic(move || (skipped.get() > 0).then(|| view! {
                <button class="link" on:click=move |_| bench.dialog.set(Some(Dialog::Skipped))>
                    {format!("{} skipped", count(skipped.get()))}
                </button>
            }))}
            <span class="grow"></span>
            {dynamic(move || is_open.get().then(|| view! {
                <button class="link only-desktop" data-testid="export-index" title="For a docs site: the files that quarry index makes"
                    on:click=move |_| bench.export_index()>
                    "Save the index"
                </button>
            }))}
            <span>{dynamic(move || bench.overview.with(|it| it.as_ref().map(|it| storage_word(it))))}</span>
            <span>{dynamic(locality)}</span>
        </footer>
    }
}

fn facts_of(overview: &RepositoryOverview) -> Vec<String> {
    let calls = overview.calls;
    vec![
        format!("{} symbols", count(overview.symbols)),
        match resolvable(calls) {
            0 => "no calls inside".to_owned(),
            sites => format!(
                "{} calls: {}% proven {}% possible {}% unresolved",
                count(sites),
                percent(calls.proven, sites),
                percent(calls.possible, sites),
                percent(calls.unresolved, sites)
            ),
        },
    ]
}

/// Calls that should have a target in the repository: calls into libraries are no question.
fn resolvable(calls: CallStats) -> u32 {
    calls.proven.saturating_add(calls.possible).saturating_add(calls.unresolved)
}

fn percent(part: u32, of: u32) -> u64 {
    (u64::from(part) * 100 + u64::from(of) / 2) / u64::from(of.max(1))
}

fn storage_word(overview: &RepositoryOverview) -> &'static str {
    match (&overview.storage, &overview.not_stored) {
        (_, Some(_)) => "not stored",
        (StorageKind::Opfs { persisted: true }, None) => "stored in this browser, kept",
        (StorageKind::Opfs { persisted: false }, None) => "stored in this browser",
        (StorageKind::Memory { .. }, None) => "in memory only",
    }
}

/// The host of an address.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_of_calls_that_could_resolve() {
        let calls = CallStats { sites: 20_000, proven: 11_041, possible: 720, unresolved: 240, external: 7_999 };
        assert_eq!(resolvable(calls), 12_001);
        assert_eq!([percent(11_041, 12_001), percent(720, 12_001), percent(240, 12_001)], [92, 6, 2]);
        assert_eq!(host("http://localhost:11434/v1"), "localhost:11434");
    }
}
