//! The pane for proposed changes: what a run would change, and what the person does with it.

use super::change_file::ChangedFile;
use super::conflict_view::Conflicts;
use super::dynamic::{dynamic, list};
use super::notices::Problem;
use crate::run::{RunState, RunView};
use crate::shims;
use crate::strings;
use crate::workbench::Workbench;
use leptos::html::Input;
use leptos::prelude::*;
use protocol::{ChangeDecision, ChangeGroup, ChosenFile, ProposedChanges};
use std::sync::Arc;

/// The changes of the run on screen.
#[component]
pub fn ChangesPane() -> impl IntoView {
    let bench = Workbench::get();
    // How far the run has come, so that the changes are loaded again as it works, ends, or another is chosen.
    let source = Memo::new(move |_| {
        let shown = bench.runs.shown().filter(|run| run.view.with(|view| bench.acts(&view.agent)));
        let progress = |view: &RunView| (!view.checkpoints.is_empty(), view.changed, view.state.clone());
        shown.map(|run| run.view.with(|view| (view.run.clone(), progress(view))))
    });
    Effect::new(move |_| match source.get() {
        Some((run, (true, ..))) => bench.load_changes(run),
        // Nothing of a run is stored before its first checkpoint: what it continues from stays on screen until then.
        Some((_, (false, _, RunState::Running))) => {}
        Some(_) | None => bench.changes.shown.set(None),
    });
    let state = bench.changes;
    let files = move || state.shown.with(|shown| shown.as_ref().map_or_else(Vec::new, |shown| shown.files.clone()));
    let is_empty = move || state.shown.with(|shown| shown.as_ref().is_none_or(|shown| shown.files.is_empty()));
    view! {
        <div class="changes" data-testid="changes">
            {dynamic(move || state.problem.get().map(|message| view! { <Problem message advice=None/> }))}
            <Conflicts/>
            {dynamic(move || match (is_empty(), state.shown.get()) {
                (false, Some(shown)) => view! { <Summary shown/> }.into_any(),
                _ => view! {
                    <p class="quiet" data-testid="changes-none">
                        {strings::changes_pane_none()}
                    </p>
                    <OpenPatch/>
                }
                .into_any(),
            })}
            <ol class="changed-files" data-list="">
                {list(files, |file| format!("{file:?}"), |file| view! { <ChangedFile file/> })}
            </ol>
        </div>
    }
}

/// A patch, for those who do not drop files.
#[component]
fn OpenPatch() -> impl IntoView {
    let bench = Workbench::get();
    let input = NodeRef::<Input>::new();
    let take = move |_| {
        if let Some(patch) = input.get_untracked().and_then(|input| shims::patch_in_input(&input)) {
            bench.propose_patch(patch);
        }
    };
    view! {
        <p>
            <button type="button" class="button" data-testid="patch-open" title=strings::changes_pane_open_patch_what()
                on:click=move |_| input.get_untracked().iter().for_each(|input| input.click())>{strings::changes_pane_open_patch()}</button>
            <input class="visually-hidden" type="file" accept=".patch,.diff" tabindex="-1" aria-label=strings::changes_pane_patch()
                data-testid="patch-input" node_ref=input on:change=take/>
        </p>
    }
}

/// Counts, and what can be done with all changes.
#[component]
fn Summary(shown: Arc<ProposedChanges>) -> impl IntoView {
    let bench = Workbench::get();
    let state = bench.changes;
    let (added, removed) =
        shown.files.iter().fold((0, 0), |(added, removed), file| (added + file.added, removed + file.removed));
    let all: Vec<ChosenFile> =
        shown.files.iter().map(|file| ChosenFile { path: file.path.clone(), hunks: None }).collect();
    let is_busy = move || state.is_busy.get();
    let can_write = shims::can_write_folder();
    let groups = shown.groups.clone();
    view! {
        <div class="changes-head">
            <p data-testid="changes-summary">
                {strings::common_count_files(shown.files.len())} " "
                <span class="added">{format!("+{added}")}</span> " " <span class="removed">{format!("\u{2212}{removed}")}</span>
            </p>
            <div class="row">
                {can_write.then(|| view! {
                    <button type="button" class="button primary" data-testid="accept-all" disabled=is_busy
                        title=strings::changes_pane_accept_all_how()
                        on:click=move |_| bench.accept_changes(all.clone())>{strings::changes_pane_accept_all()}</button>
                })}
                <button type="button" class="button" data-testid="reject-all" disabled=is_busy
                    on:click=move |_| bench.decide_changes(ChangeDecision::RejectAll)>{strings::changes_pane_reject_all()}</button>
                <button type="button" class="button" data-testid="changes-patch"
                    title=strings::changes_pane_patch_what() on:click=move |_| bench.export_patch()>{strings::changes_pane_download_patch()}</button>
                <button type="button" class="button" data-testid="changes-zip"
                    title=strings::changes_pane_zip_what()
                    on:click=move |_| bench.export_changed_files()>{strings::changes_pane_download_zip()}</button>
                <button type="button" class="button" on:click=move |_| bench.copy_changes()>{strings::common_copy()}</button>
            </div>
            {(!can_write).then(|| view! {
                <p class="quiet">{strings::changes_pane_cannot_write()}</p>
            })}
            <label class="check">
                <input type="checkbox" data-testid="side-by-side" prop:checked=move || state.is_side_by_side.get()
                    on:change=move |event| state.is_side_by_side.set(event_target_checked(&event))/>
                {strings::common_side_by_side()}
            </label>
            {groups.last().cloned().map(|group| view! { <Undo group/> })}
        </div>
    }
}

/// Takes back the newest group of changes.
#[component]
fn Undo(group: ChangeGroup) -> impl IntoView {
    let bench = Workbench::get();
    let number = group.number;
    view! {
        <p class="undo quiet">
            <button type="button" class="button small" data-testid="undo-group" disabled=move || bench.changes.is_busy.get()
                on:click=move |_| bench.decide_changes(ChangeDecision::Undo { group: number })>{strings::changes_pane_undo()}</button>
            " " <bdi>{group.paths.join(", ")}</bdi>
        </p>
    }
}
