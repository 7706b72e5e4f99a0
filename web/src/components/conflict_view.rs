//! Files that were not written, because they are not what the changes are based on: three ways beside each other.

use super::dynamic::dynamic;
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
                <section class="conflicts" data-testid="conflicts" aria-label="Conflicts">
                    <p>
                        "Nothing was written: these files are not what the changes are based on. Import the folder again and ask \
                         anew, or put the files back; then accept once more."
                    </p>
                    {conflicts.into_iter().map(conflict).collect_view()}
                    <button type="button" class="button" on:click=move |_| state.conflicts.set(Vec::new())>"Close"</button>
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
                {text("When the run read it", base)}
                {text("In your folder now", theirs)}
                {text("As proposed", ours)}
            </div>
        </details>
    }
}

fn text(title: &'static str, text: Option<String>) -> impl IntoView {
    let shown = text.map_or_else(
        || "(no such text file)".to_owned(),
        |text| {
            let end = text.floor_char_boundary(MOST);
            let rest = text.len() - end;
            if rest > 0 { format!("{}\n({rest} more bytes)", &text[..end]) } else { text }
        },
    );
    view! {
        <figure>
            <figcaption class="quiet">{title}</figcaption>
            <pre class="step-text" tabindex="0">{shown}</pre>
        </figure>
    }
}
