//! The answer, as it streams and as it stands.

use super::dynamic::dynamic;
use super::markdown_view::BlockView;
use crate::markdown::{Block, parse};
use crate::workbench::RunHandle;
use leptos::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The answer as markdown; only blocks that changed are drawn anew.
#[component]
pub fn Answer(
    /// The run.
    run: RunHandle,
) -> impl IntoView {
    let text = Memo::new(move |_| run.view.with(|view| view.answer.clone()));
    let state = Memo::new(move |_| run.view.with(|view| view.state.name()));
    let blocks = move || text.with(|text| parse(text)).into_iter().enumerate().map(keyed).collect::<Vec<_>>();
    let is_any = Memo::new(move |_| text.with(|text| !text.is_empty()));
    let dropped = Memo::new(move |_| run.view.with(|view| view.dropped));
    dynamic(move || {
        is_any.get().then(|| {
            view! {
                <section class="answer prose" data-testid="answer" data-state=move || state.get() aria-label="Answer">
                    <For each=blocks key=|(key, _)| *key let:entry><BlockView block=(*entry.1).clone() run/></For>
                </section>
                {dynamic(move || (dropped.get() > 0).then(|| view! {
                    <p class="quiet" data-testid="dropped-citations">{dropped_line(dropped.get())}</p>
                }))}
            }
        })
    })
}

/// A block by its place and its content.
fn keyed((index, block): (usize, Block)) -> ((usize, u64), Arc<Block>) {
    let mut hasher = DefaultHasher::new();
    block.hash(&mut hasher);
    ((index, hasher.finish()), Arc::new(block))
}

fn dropped_line(dropped: u32) -> String {
    match dropped {
        1 => "1 citation could not be verified and was taken out.".to_owned(),
        dropped => format!("{dropped} citations could not be verified and were taken out."),
    }
}
