//! Files that were not written, because they are not what the changes are based on: three ways beside each other.

use super::dynamic::dynamic;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::ChangeConflict;

/// Most bytes shown of each text.
const MOST: usize = 20_000;

#[component]
pub fn Conflicts() -> impl IntoView {
    let state = Workbench::get().changes;
    dynamic(move || {
        let conflicts = state.conflicts.get();
        (!conflicts.is_empty()).then(|| {
            view! {
                <section class="conflicts" data-testid="conflicts" aria-label=strings::conflict_view_label()>
                    <p>
                        {strings::conflict_view_why()}
                    </p>
                    {conflicts.into_iter().map(conflict).collect_view()}
                    <button type="button" class="button" on:click=move |_| state.conflicts.set(Vec::new())>{strings::common_close()}</button>
                </section>
            }
        })
    })
}

fn conflict(conflict: ChangeConflict) -> impl IntoView {
    let ChangeConflict { path, why, base, theirs, ours } = conflict;
    let data_path = path.clone();
    view! {
        <details open data-testid="conflict" data-path=data_path>
            <summary><bdi>{path}</bdi> " " {why}</summary>
            <div class="three">
                {text(strings::conflict_view_base(), base)}
                {text(strings::conflict_view_theirs(), theirs)}
                {text(strings::conflict_view_ours(), ours)}
            </div>
        </details>
    }
}

fn text(title: &'static str, text: Option<String>) -> impl IntoView {
    let shown = text.map_or_else(
        || strings::conflict_view_no_file().to_owned(),
        |text| {
            let end = text.floor_char_boundary(MOST);
            let rest = text.len() - end;
            if rest > 0 { format!("{}\n{}", &text[..end], strings::conflict_view_more_bytes(rest)) } else { text }
        },
    );
    view! {
        <figure>
            <figcaption class="quiet">{title}</figcaption>
            <pre class="step-text" tabindex="0">{shown}</pre>
        </figure>
    }
}
