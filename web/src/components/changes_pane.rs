//! The pane for proposed changes: what a run would change, and what the person does with it.

use super::change_file::ChangedFile;
use super::conflict_view::Conflicts;
use super::dynamic::{dynamic, list};
use super::notices::Problem;
use crate::run::{RunState, RunView};
use crate::shims;
use crate::text::{length, plural};
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
                        "No changes are proposed. An agent that acts proposes edits here, and so does a patch that you drop on the page; \
                         nothing is written until you accept it."
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
            <button type="button" class="button" data-testid="patch-open" title="What git diff writes: it is proposed here, and can be accepted or rejected"
                on:click=move |_| input.get_untracked().iter().for_each(|input| input.click())>"Open a patch \u{2026}"</button>
            <input class="visually-hidden" type="file" accept=".patch,.diff" tabindex="-1" aria-label="Patch to propose"
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
                {plural(length(&shown.files), "file")} " "
                <span class="added">{format!("+{added}")}</span> " " <span class="removed">{format!("\u{2212}{removed}")}</span>
            </p>
            <div class="row">
                {can_write.then(|| view! {
                    <button type="button" class="button primary" data-testid="accept-all" disabled=is_busy
                        title="Writes them to the folder, after each file there was compared"
                        on:click=move |_| bench.accept_changes(all.clone())>"Accept all"</button>
                })}
                <button type="button" class="button" data-testid="reject-all" disabled=is_busy
                    on:click=move |_| bench.decide_changes(ChangeDecision::RejectAll)>"Reject all"</button>
                <button type="button" class="button" data-testid="changes-patch"
                    title="A patch that git apply takes" on:click=move |_| bench.export_patch()>"Download .patch"</button>
                <button type="button" class="button" data-testid="changes-zip"
                    title="Each file as it would be written, under its path; files to delete are listed in a text beside them"
                    on:click=move |_| bench.export_changed_files()>"Download changed files (.zip)"</button>
                <button type="button" class="button" on:click=move |_| bench.copy_changes()>"Copy"</button>
            </div>
            {(!can_write).then(|| view! {
                <p class="quiet">"This browser cannot write to a folder. Download the patch and apply it with git apply FILE, or download the changed \
                 files and put them over yours."</p>
            })}
            <label class="check">
                <input type="checkbox" data-testid="side-by-side" prop:checked=move || state.is_side_by_side.get()
                    on:change=move |event| state.is_side_by_side.set(event_target_checked(&event))/>
                "Side by side"
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
                on:click=move |_| bench.decide_changes(ChangeDecision::Undo { group: number })>"Undo the last edit"</button>
            " " <bdi>{group.paths.join(", ")}</bdi>
        </p>
    }
}
