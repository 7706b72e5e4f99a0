//! Where the open repository came from, and whether it has changed there since.

use super::dynamic::dynamic;
use super::host_form::HostProblem;
use crate::strings;
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
                <button class="link" data-testid="host-update" on:click=move |_| bench.update_hosted()>{strings::source_note_load()}</button>
            </p>
            <HostProblem/>
        }))}
        {dynamic(move || match bench.folder.access.get() {
            FolderAccess::None => None,
            FolderAccess::Asks => Some(view! {
                <p class="quiet source-note">
                    <button class="link" data-testid="folder-allow" on:click=move |_| bench.allow_folder()>
                        {strings::source_note_look()}
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
            <section class="run-note offer" data-testid="folder-changed" aria-label=strings::source_note_label() role="status">
                <p>{change_words(&changes)}</p>
                <div class="row">
                    <button class="button primary" data-testid="folder-update" on:click=move |_| bench.update_from_folder()>
                        {strings::source_note_update()}
                    </button>
                    <button class="button" on:click=move |_| bench.folder.changes.set(None)>{strings::common_not_now()}</button>
                </div>
            </section>
        })
    })
}

fn change_words(changes: &FolderChanges) -> String {
    let FolderChanges { changed, added, removed, .. } = *changes;
    let mut parts = Vec::new();
    parts.extend((changed > 0).then(|| strings::source_note_count_changed(changed)));
    parts.extend((added > 0).then(|| strings::source_note_count_added(added)));
    parts.extend((removed > 0).then(|| strings::source_note_count_removed(removed)));
    let named: Vec<&str> = changes.paths.iter().take(NAMED).map(String::as_str).collect();
    let files = strings::common_count_files(changes.count());
    match changes.count() as usize > named.len() {
        true => strings::source_note_changed_more(files, parts.join(", "), named.join(", ")),
        false => strings::source_note_changed(files, parts.join(", "), named.join(", ")),
    }
}

fn origin_words(origin: &RepositoryOrigin) -> String {
    let host = origin.site.split_once("://").map_or(origin.site.as_str(), |(_, host)| host);
    let commit = origin.commit.get(..7).unwrap_or(&origin.commit);
    let reference =
        if origin.commit.starts_with(&origin.reference) { String::new() } else { format!(", {}", origin.reference) };
    let repository = format!("{host}/{}{reference}", origin.path);
    match origin.folder.is_empty() {
        true => strings::source_note_origin(repository, commit),
        false => strings::source_note_origin_folder(repository, commit, &origin.folder),
    }
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
