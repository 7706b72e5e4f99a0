//! The findings of a run, as cards; a place that an earlier one shows is not written again.

use super::dynamic::list;
use super::evidence_list::EvidenceList;
use super::markdown_view::line_with_code;
use crate::run::Found;
use crate::strings;
use crate::text::length;
use crate::workbench::RunHandle;
use leptos::prelude::*;

#[component]
pub fn Findings(run: RunHandle) -> impl IntoView {
    let findings = move || run.view.with(|view| view.found().into_iter().enumerate().collect::<Vec<_>>());
    let is_any = Memo::new(move |_| run.view.with(|view| !view.findings.is_empty()));
    let key = |(index, found): &(usize, Found)| (*index, found.finding.key.clone(), found.places.len(), found.repeated);
    view! {
        <section class="findings" aria-label=strings::findings_title() class:empty=move || !is_any.get()>
            <h3 class="section-title">{strings::findings_title()}</h3>
            <div class="finding-cards">{list(findings, key, |(_, found)| view! { <Card found/> })}</div>
        </section>
    }
}

#[component]
fn Card(found: Found) -> impl IntoView {
    let Found { finding, places, repeated } = found;
    let title = finding.key.split_once(": ").map_or(finding.key.as_str(), |(_, title)| title);
    let count = match (length(&places), repeated) {
        (0, 0) => strings::findings_none().to_owned(),
        (0, above) => strings::findings_above(above),
        (new, 0) => strings::common_count_places(new),
        (new, above) => strings::findings_and_above(strings::common_count_places(new), above),
    };
    view! {
        <details class="finding" data-testid="finding-card">
            <summary>
                <bdi class="finding-title">{line_with_code(title)}</bdi>
                <span class="quiet">{count}</span>
            </summary>
            <EvidenceList evidence=places/>
        </details>
    }
}
