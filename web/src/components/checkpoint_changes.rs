//! What changed in the state since the previous checkpoint.

use super::dynamic::dynamic;
use crate::strings;
use crate::text::{DiffLine, diff};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::FieldChange;

/// Most bytes shown of a field's JSON; all of it is in the exported run.
const MOST: usize = 100_000;

#[component]
pub fn CheckpointChanges() -> impl IntoView {
    let bench = Workbench::get();
    dynamic(move || match bench.runs.at.changes.get() {
        None => view! { <p class="quiet">{strings::checkpoint_changes_comparing()}</p> }.into_any(),
        Some(changes) if changes.is_empty() => {
            view! { <p class="quiet">{strings::checkpoint_changes_none()}</p> }.into_any()
        }
        Some(changes) => changes.iter().map(field).collect_view().into_any(),
    })
}

fn field(change: &FieldChange) -> impl IntoView + use<> {
    let (before, after) = (shown(&change.before).0, shown(&change.after).0);
    let lines: Vec<_> = diff(before, after).into_iter().map(line).collect();
    view! {
        <section class="change" data-testid="state-change" data-field=change.name.clone()>
            <h4 class="field-name">{change.name.clone()}</h4>
            <pre class="step-text diff" tabindex="0">{lines}</pre>
        </section>
    }
}

fn line(line: DiffLine) -> AnyView {
    match line {
        DiffLine::Same(text) => format!("  {text}\n").into_any(),
        DiffLine::Gone(text) => view! { <del>{format!("- {text}\n")}</del> }.into_any(),
        DiffLine::New(text) => view! { <ins>{format!("+ {text}\n")}</ins> }.into_any(),
        DiffLine::Left(count) => {
            view! { <span class="quiet">{format!("  {}\n", strings::checkpoint_changes_lines(count))}</span> }
                .into_any()
        }
    }
}

/// The beginning of a text that is shown, and how many bytes are left out.
pub fn shown(text: &str) -> (&str, usize) {
    let end = text.floor_char_boundary(MOST);
    (&text[..end], text.len() - end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_very_long_text_is_cut_between_characters() {
        let text = format!("a{}", "\u{e9}".repeat(MOST));
        let (part, rest) = shown(&text);
        assert_eq!((part.len(), rest), (MOST - 1, text.len() - MOST + 1));
        assert_eq!(shown("[]"), ("[]", 0));
    }
}
