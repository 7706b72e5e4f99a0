//! The run: the agent's graph with the running node lit, and the timeline.

use super::diagram::Diagram;
use super::dynamic::dynamic;
use super::steps::StepRow;
use crate::run::RunView;
use crate::text::{duration, plural};
use crate::workbench::{Tab, Workbench};
use leptos::prelude::*;
use protocol::{Command, Reply};
use wasm_bindgen_futures::spawn_local;

/// The agent's graph and what it did.
#[component]
pub fn RunPane() -> impl IntoView {
    let bench = Workbench::get();
    let mermaid = RwSignal::new(String::new());
    let agent = Memo::new(move |_| bench.agent.get());
    let is_ready = Memo::new(move |_| bench.welcome.with(Option::is_some));
    Effect::new(move |_| {
        let agent = agent.get();
        if is_ready.get() {
            spawn_local(async move {
                match bench.engine.call(Command::AgentGraph { agent }).await {
                    Ok(Reply::AgentGraph { mermaid: text, .. }) => mermaid.set(text),
                    Ok(_) => {}
                    Err(failure) => bench.report(failure),
                }
            });
        }
    });
    let lit = Memo::new(move |_| {
        let of = |view: &RunView| {
            let visited = view.visited.iter().map(String::as_str).collect::<Vec<_>>().join(" ");
            (view.node.clone().unwrap_or_default(), visited)
        };
        bench.latest_run().map(|run| run.view.with(of)).unwrap_or_default()
    });
    let rows = move || bench.latest_run().map(|run| run.view.with(|view| view.rows.clone())).unwrap_or_default();
    let summary = move || bench.latest_run().map(|run| run.view.with(summary_of));
    let node = move || lit.with(|(node, _)| node.clone());
    view! {
        <Diagram
            source=Signal::derive(move || mermaid.get())
            testid="run-svg"
            label=Signal::derive(move || format!("The agent's graph. Running: {}", node()))
            file_name="agent.svg"
            lit=Signal::derive(move || lit.get())
            is_shown=Signal::derive(move || bench.tab.get() == Tab::Run)
        />
        <section class="timeline" aria-label="Timeline">
            <h3 class="section-title">"Timeline " <span class="quiet">{dynamic(summary)}</span></h3>
            {dynamic(move || bench.latest_run().is_none().then(|| view! { <p class="quiet">"Ask a question to see its run."</p> }))}
            <ol data-list="">
                <For each=rows key=|row| (row.id, row.ms.is_some(), std::sync::Arc::as_ptr(row) as usize) let:row>
                    <StepRow row/>
                </For>
            </ol>
        </section>
    }
}

fn summary_of(view: &RunView) -> String {
    format!("{}, {}", plural(u32::try_from(view.rows.len()).unwrap_or(u32::MAX), "line"), duration(view.ms))
}
