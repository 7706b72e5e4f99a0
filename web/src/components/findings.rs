//! The findings of a run, as cards.

use super::dynamic::list;
use super::evidence_list::EvidenceList;
use super::markdown_view::line_with_code;
use crate::run::Finding;
use crate::text::{length, plural};
use crate::workbench::RunHandle;
use leptos::prelude::*;
use std::sync::Arc;

#[component]
pub fn Findings(run: RunHandle) -> impl IntoView {
    let findings = move || run.view.with(|view| view.findings.iter().cloned().enumerate().collect::<Vec<_>>());
    let is_any = Memo::new(move |_| run.view.with(|view| !view.findings.is_empty()));
    view! {
        <section class="findings" aria-label="Findings" class:empty=move || !is_any.get()>
            <h3 class="section-title">"Findings"</h3>
            <div class="finding-cards">
                {list(findings, |(index, finding)| (*index, finding.key.clone()), |(_, finding)| view! { <Card finding/> })}
            </div>
        </section>
    }
}

#[component]
fn Card(finding: Arc<Finding>) -> impl IntoView {
    let title = finding.key.split_once(": ").map_or(finding.key.as_str(), |(_, title)| title);
    let count = match length(&finding.evidence) {
        0 => "nothing found".to_owned(),
        places => plural(places, "place"),
    };
    view! {
        <details class="finding" data-testid="finding-card">
            <summary>
                <bdi class="finding-title">{line_with_code(title)}</bdi>
                <span class="quiet">{count}</span>
            </summary>
            <EvidenceList evidence=finding.evidence.clone()/>
            <p class="step-title quiet">"As the model received it"</p>
            <pre class="step-text" tabindex="0">{finding.text.clone()}</pre>
        </details>
    }
}
