//! The detail pane: overview, code, graph, run, changes.

use super::changes_pane::ChangesPane;
use super::code_pane::CodePane;
use super::dynamic::dynamic;
use super::graph_pane::GraphPane;
use super::overview_pane::OverviewPane;
use super::run_pane::RunPane;
use crate::strings;
use crate::workbench::{Tab, Workbench};
use leptos::prelude::*;
use web_sys::KeyboardEvent;

const TABS: [(Tab, strings::Message, &str); 5] = [
    (Tab::Overview, strings::common_overview, "tab-overview"),
    (Tab::Code, strings::common_code, "tab-code"),
    (Tab::Graph, strings::common_graph, "tab-graph"),
    (Tab::Run, strings::common_run, "tab-run"),
    (Tab::Changes, strings::common_changes, "tab-changes"),
];

/// A tab each; each panel stays in the document, so that it keeps its scroll position.
#[component]
pub fn RightPane() -> impl IntoView {
    let bench = Workbench::get();
    let hidden = move |tab| bench.tab.get() != tab;
    view! {
        <aside class="detail" aria-label=strings::right_pane_label()>
            <div class="tabs" role="tablist" aria-label=strings::right_pane_views() on:keydown=step_tabs>
                {TABS.map(|(tab, name, testid)| view! {
                    <button
                        role="tab"
                        id=testid
                        data-testid=testid
                        aria-selected=move || (bench.tab.get() == tab).to_string()
                        aria-controls=format!("{testid}-panel")
                        tabindex=move || if bench.tab.get() == tab { "0" } else { "-1" }
                        on:click=move |_| bench.tab.set(tab)
                    >
                        {name()}
                        {(tab == Tab::Changes).then(|| dynamic(move || count(bench)))}
                    </button>
                })}
            </div>
            <div class="panel" role="tabpanel" id="tab-overview-panel" aria-labelledby="tab-overview" hidden=move || hidden(Tab::Overview)>
                <OverviewPane/>
            </div>
            <div class="panel" role="tabpanel" id="tab-code-panel" aria-labelledby="tab-code" hidden=move || hidden(Tab::Code)>
                <CodePane/>
            </div>
            <div class="panel" role="tabpanel" id="tab-graph-panel" aria-labelledby="tab-graph" hidden=move || hidden(Tab::Graph)>
                <GraphPane/>
            </div>
            <div class="panel" role="tabpanel" id="tab-run-panel" aria-labelledby="tab-run" hidden=move || hidden(Tab::Run)>
                <RunPane/>
            </div>
            <div class="panel" role="tabpanel" id="tab-changes-panel" aria-labelledby="tab-changes" hidden=move || hidden(Tab::Changes)>
                <ChangesPane/>
            </div>
        </aside>
    }
}

/// How many files are changed, beside the name of the tab.
fn count(bench: Workbench) -> Option<impl IntoView + use<>> {
    let files = bench.changes.shown.with(|shown| shown.as_ref().map_or(0, |shown| shown.files.len()));
    (files > 0).then(|| view! { " " <span class="badge">{files}</span> })
}

fn step_tabs(event: KeyboardEvent) {
    let bench = Workbench::get();
    let by = match event.key().as_str() {
        "ArrowRight" => 1,
        "ArrowLeft" => TABS.len() - 1,
        _ => return,
    };
    let at = TABS.iter().position(|(tab, ..)| *tab == bench.tab.get_untracked()).expect("every tab is listed");
    let (tab, _, id) = TABS[(at + by) % TABS.len()];
    bench.tab.set(tab);
    crate::keys::focus(id);
}
