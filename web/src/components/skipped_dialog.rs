//! The files that were skipped at import, by reason.

use super::dynamic::{dynamic, set_if_alive};
use super::notices::Problem;
use crate::strings;
use crate::text::{count, length};
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{Command, Reply, SkippedEntry};
use std::collections::BTreeMap;
use wasm_bindgen_futures::spawn_local;

/// Most paths listed for one reason.
const MOST: usize = 200;

#[component]
pub fn SkippedFiles() -> impl IntoView {
    let bench = Workbench::get();
    let entries = RwSignal::new(None);
    spawn_local(async move {
        let found = bench.engine.call(Command::Skipped).await.map(|reply| match reply {
            Reply::Skipped { entries } => grouped(entries),
            _ => Vec::new(),
        });
        set_if_alive(entries, Some(found));
    });
    dynamic(move || match entries.get() {
        None => view! { <p class="quiet">{strings::common_looking()}</p> }.into_any(),
        Some(Err(failure)) => view! { <Problem message=failure.message advice=failure.advice/> }.into_any(),
        Some(Ok(groups)) if groups.is_empty() => {
            view! { <p class="quiet">{strings::skipped_dialog_none()}</p> }.into_any()
        }
        Some(Ok(groups)) => groups.into_iter().map(group).collect_view().into_any(),
    })
}

fn group((reason, paths): (String, Vec<String>)) -> impl IntoView {
    let total = length(&paths);
    let more = paths.len().saturating_sub(MOST);
    view! {
        <details class="skipped" open=total <= 20>
            <summary><bdi>{reason}</bdi> " " <span class="quiet">{count(total)}</span></summary>
            <ul>
                {paths.into_iter().take(MOST).map(|path| view! {
                    <li data-testid="skipped-row"><bdi>{path}</bdi></li>
                }).collect_view()}
                {(more > 0).then(|| view! { <li class="quiet">{strings::common_and_more(more)}</li> })}
            </ul>
        </details>
    }
}

/// Paths by reason, the reason with most first.
fn grouped(entries: Vec<SkippedEntry>) -> Vec<(String, Vec<String>)> {
    let mut groups: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for SkippedEntry { path, reason } in entries {
        groups.entry(reason).or_default().push(path);
    }
    let mut groups: Vec<_> = groups.into_iter().collect();
    groups.sort_by_key(|(_, paths)| std::cmp::Reverse(paths.len()));
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commonest_reason_comes_first() {
        let entry = |path: &str, reason: &str| SkippedEntry { path: path.into(), reason: reason.into() };
        let groups = grouped(vec![entry("a.png", "binary"), entry("b", "ignored"), entry("c.png", "binary")]);
        assert_eq!(groups[0], ("binary".into(), vec!["a.png".into(), "c.png".into()]));
        assert_eq!(groups.len(), 2);
    }
}
