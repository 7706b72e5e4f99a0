//! A hunk of a changed file: its lines, and what the person does with it.

use super::diff_rows::{inline, side_by_side, sign};
use super::dynamic::dynamic;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{ChangeDecision, ChosenFile, DiffHunk, DiffRow, RowChange};
use std::sync::Arc;

#[component]
pub fn ChangedHunk(path: String, number: u32, hunk: DiffHunk, by_hunk: bool) -> impl IntoView {
    let bench = Workbench::get();
    let state = bench.changes;
    let hunk = Arc::new(hunk);
    let edited = RwSignal::new(None::<String>);
    let comment = RwSignal::new(None::<String>);
    let place = strings::change_hunk_place(&path, hunk.new_start, hunk.new_start + hunk.new_lines.max(1) - 1);
    let lines = {
        let hunk = Arc::clone(&hunk);
        move || match state.is_side_by_side.get() {
            true => side_by_side(&hunk.rows).into_any(),
            false => hunk.rows.iter().map(inline).collect_view().into_any(),
        }
    };
    let is_busy = move || state.is_busy.get();
    let (accepted, rejected, kept) = (path.clone(), path.clone(), path.clone());
    let after = text_after(&hunk);
    let quoted = quote(&path, &hunk);
    let actions = move || {
        let (accepted, rejected, after) = (accepted.clone(), rejected.clone(), after.clone());
        view! {
            <div class="row hunk-actions">
                {by_hunk.then(|| view! {
                    <button type="button" class="button small" data-testid="accept-hunk" disabled=is_busy
                        on:click=move |_| bench.accept_changes(vec![ChosenFile { path: accepted.clone(), hunks: Some(vec![number]) }])>
                        {strings::common_accept()}
                    </button>
                    <button type="button" class="button small" data-testid="reject-hunk" disabled=is_busy
                        on:click=move |_| bench.decide_changes(ChangeDecision::RejectHunk { path: rejected.clone(), hunk: number })>
                        {strings::common_reject()}
                    </button>
                    <button type="button" class="button small" data-testid="edit-hunk" disabled=is_busy
                        on:click=move |_| edited.set(Some(after.clone()))>{strings::common_edit()}</button>
                })}
                <button type="button" class="button small" data-testid="comment-hunk" disabled=is_busy
                    on:click=move |_| comment.set(Some(String::new()))>{strings::change_hunk_comment()}</button>
            </div>
        }
    };
    view! {
        <section class="hunk" data-testid="hunk" aria-label=place>
            <div class="diff-rows" class:halves=move || state.is_side_by_side.get() tabindex="0">{dynamic(lines)}</div>
            {dynamic(actions)}
            {dynamic(move || edited.get().map(|text| {
                let kept = kept.clone();
                let save = move |text| {
                    edited.set(None);
                    bench.decide_changes(ChangeDecision::EditHunk { path: kept.clone(), hunk: number, text });
                };
                form(strings::change_hunk_lines(), strings::change_hunk_keep(), "hunk-text", text, save, move || edited.set(None))
            }))}
            {dynamic(move || comment.get().map(|text| {
                let quoted = quoted.clone();
                let send = move |text: String| {
                    comment.set(None);
                    bench.ask(format!("{}\n\n{quoted}", text.trim()));
                };
                form(strings::change_hunk_different(), strings::change_hunk_ask(), "hunk-comment", text, send, move || comment.set(None))
            }))}
        </section>
    }
}

/// A text to write, with what becomes of it.
fn form(
    label: &'static str,
    done: &'static str,
    testid: &'static str,
    text: String,
    save: impl Fn(String) + Clone + Send + 'static,
    cancel: impl Fn() + Clone + Send + 'static,
) -> impl IntoView {
    let text = RwSignal::new(text);
    view! {
        <form class="hunk-form" on:submit=move |event| { event.prevent_default(); save(text.get_untracked()); }>
            <label>{label}
                <textarea class="code-input" spellcheck="false" data-testid=testid prop:value=move || text.get()
                    on:input=move |event| text.set(event_target_value(&event))></textarea>
            </label>
            <div class="row">
                <button type="submit" class="button primary small" data-testid=format!("{testid}-save")>{done}</button>
                <button type="button" class="button small" on:click=move |_| cancel()>{strings::common_cancel()}</button>
            </div>
        </form>
    }
}

/// What the hunk leaves, its unchanged lines included.
fn text_after(hunk: &DiffHunk) -> String {
    let kept = hunk.rows.iter().filter(|row| row.change != RowChange::Removed);
    kept.map(|row| format!("{}{}", row.text, if row.ends_text { "" } else { "\n" })).collect()
}

/// The hunk as an agent is shown it.
fn quote(path: &str, hunk: &DiffHunk) -> String {
    let line = |row: &DiffRow| format!("{} {}\n", sign(row.change), row.text);
    format!("About your change of {path}:\n```diff\n{}```", hunk.rows.iter().map(line).collect::<String>())
}
