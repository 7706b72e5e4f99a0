//! Where the open repository came from, and whether it has changed there since.

use super::dynamic::dynamic;
use super::host_form::HostProblem;
use crate::text::plural;
use crate::workbench::{FolderAccess, Workbench};
use leptos::ev;
use leptos::prelude::*;
use protocol::{FolderChanges, RepositoryOrigin};

/// Most paths that are named.
const NAMED: usize = 3;

#[component]
pub fn SourceNote() -> impl IntoView {
    let bench = Workbench::get();
    let looked = window_event_listener(ev::focus, move |_| bench.look_at_folder());
    on_cleanup(move || looked.remove());
    let origin =
        Memo::new(move |_| bench.overview.with(|open| open.as_ref().and_then(|open| open.origin.as_deref().cloned())));
    view! {
        {dynamic(move || origin.get().map(|origin| view! {
            <p class="quiet source-note" data-testid="host-origin">
                {origin_words(&origin)}" "
                <button class="link" data-testid="host-update" on:click=move |_| bench.update_hosted()>"Load it anew"</button>
            </p>
            <HostProblem/>
        }))}
        {dynamic(move || match bench.folder.access.get() {
            FolderAccess::None => None,
            FolderAccess::Asks => Some(view! {
                <p class="quiet source-note">
                    <button class="link" data-testid="folder-allow" on:click=move |_| bench.allow_folder()>
                        "See whether its folder has changed"
                    </button>
                </p>
            }.into_any()),
            FolderAccess::Open => Some(view! { <Changed/> }.into_any()),
        })}
    }
}

#[component]
fn Changed() -> impl IntoView {
    let bench = Workbench::get();
    dynamic(move || {
        let changes = bench.folder.changes.get()?;
        if changes.count() == 0 {
            return None;
        }
        Some(view! {
            <section class="run-note offer" data-testid="folder-changed" aria-label="The folder has changed" role="status">
                <p>{change_words(&changes)}</p>
                <div class="row">
                    <button class="button primary" data-testid="folder-update" on:click=move |_| bench.update_from_folder()>
                        "Update"
                    </button>
                    <button class="button" on:click=move |_| bench.folder.changes.set(None)>"Not now"</button>
                </div>
            </section>
        })
    })
}

fn change_words(changes: &FolderChanges) -> String {
    let counts = [(changes.changed, "changed"), (changes.added, "added"), (changes.removed, "removed")];
    let parts: Vec<String> =
        counts.iter().filter(|(count, _)| *count > 0).map(|(count, word)| format!("{count} {word}")).collect();
    let named: Vec<&str> = changes.paths.iter().take(NAMED).map(String::as_str).collect();
    let rest = if changes.count() as usize > named.len() { ", and more" } else { "" };
    let (files, parts, named) = (plural(changes.count(), "file"), parts.join(", "), named.join(", "));
    format!("Changed on disk: {files} ({parts}): {named}{rest}.")
}

fn origin_words(origin: &RepositoryOrigin) -> String {
    let host = origin.site.split_once("://").map_or(origin.site.as_str(), |(_, host)| host);
    let commit = origin.commit.get(..7).unwrap_or(&origin.commit);
    let folder = if origin.folder.is_empty() { String::new() } else { format!(", folder {}", origin.folder) };
    let reference =
        if origin.commit.starts_with(&origin.reference) { String::new() } else { format!(", {}", origin.reference) };
    format!("From {host}/{}{reference} at {commit}{folder}.", origin.path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::GitHostKind;

    #[test]
    fn changes_are_counted_and_the_first_named() {
        let paths = ["a.py", "b.py", "c.py", "d.py"].map(str::to_owned).to_vec();
        let changes = FolderChanges { changed: 3, added: 0, removed: 1, paths };
        assert_eq!(
            change_words(&changes),
            "Changed on disk: 4 files (3 changed, 1 removed): a.py, b.py, c.py, and more."
        );
        let one = FolderChanges { added: 1, paths: vec!["a.py".into()], ..FolderChanges::default() };
        assert_eq!(change_words(&one), "Changed on disk: 1 file (1 added): a.py.");
    }

    #[test]
    fn the_origin_names_branch_and_commit() {
        let mut origin = RepositoryOrigin {
            kind: GitHostKind::GitHub,
            site: "https://github.com".into(),
            path: "pallets/flask".into(),
            reference: "main".into(),
            commit: "0123456789abcdef".into(),
            folder: "src".into(),
            address: "pallets/flask".into(),
        };
        assert_eq!(origin_words(&origin), "From github.com/pallets/flask, main at 0123456, folder src.");
        (origin.reference, origin.folder) = ("0123456789".into(), String::new());
        assert_eq!(origin_words(&origin), "From github.com/pallets/flask at 0123456.");
    }
}
