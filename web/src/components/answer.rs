//! The answer, as it streams and as it stands.

use super::dynamic::{dynamic, list};
use super::markdown_view::BlockView;
use crate::markdown::parse;
use crate::run::RunView;
use crate::workbench::RunHandle;
use leptos::prelude::*;

/// The answer as markdown; only blocks that changed are drawn anew.
#[component]
pub fn Answer(
    /// The run.
    run: RunHandle,
) -> impl IntoView {
    let text = Memo::new(move |_| run.view.with(|view| view.answer.clone()));
    let state = Memo::new(move |_| run.view.with(|view| view.state.name()));
    // A block is known by its place and its content.
    let blocks = move || text.with(|text| parse(text)).into_iter().enumerate().collect::<Vec<_>>();
    let is_any = Memo::new(move |_| text.with(|text| !text.is_empty()));
    let dropped = Memo::new(move |_| run.view.with(|view| view.dropped));
    let stale = Memo::new(move |_| run.view.with(RunView::stale));
    dynamic(move || {
        is_any.get().then(|| {
            view! {
                <section class="answer prose" data-testid="answer" data-state=move || state.get() aria-label="Answer">
                    {list(blocks, |entry| entry.clone(), move |(_, block)| view! { <BlockView block run/> })}
                </section>
                {dynamic(move || (stale.get() > 0).then(|| view! {
                    <p class="note" data-testid="stale-citations">{stale_line(stale.get())}</p>
                }))}
                {dynamic(move || (dropped.get() > 0).then(|| view! {
                    <p class="quiet" data-testid="dropped-citations">{dropped_line(dropped.get())}</p>
                }))}
            }
        })
    })
}

fn stale_line(stale: usize) -> String {
    match stale {
        1 => "1 citation is stale: the repository does not hold what it cites.".to_owned(),
        stale => format!("{stale} citations are stale: the repository does not hold what they cite."),
    }
}

fn dropped_line(dropped: u32) -> String {
    match dropped {
        1 => "1 citation could not be verified and was taken out.".to_owned(),
        dropped => format!("{dropped} citations could not be verified and were taken out."),
    }
}
