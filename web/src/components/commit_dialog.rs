//! A commit of the git history: its message, and what it changed.

use super::diff_rows::patch;
use super::dynamic::dynamic;
use super::notices::Problem;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{CommitFile, CommitView};
use std::sync::Arc;

#[component]
pub fn ShownCommit() -> impl IntoView {
    let bench = Workbench::get();
    view! {
        <div class="compared" data-testid="commit-dialog">
            {dynamic(move || match bench.commit.get() {
                None => view! { <p class="quiet">{strings::commit_reading()}</p> }.into_any(),
                Some(Err(message)) => view! { <Problem message/> }.into_any(),
                Some(Ok(commit)) => commit_view(&commit).into_any(),
            })}
        </div>
    }
}

fn commit_view(view: &Arc<CommitView>) -> impl IntoView + use<> {
    let CommitView { commit, body, parents, files, note } = view.as_ref().clone();
    let (bench, question) = (Workbench::get(), format!("What did commit {} change?", commit.hash));
    let ask = move |_| {
        bench.dialog.set(None);
        bench.propose_question(question.clone());
    };
    let merge = (parents.len() > 1).then(|| strings::commit_merge(parents.len()));
    view! {
        <h3 data-testid="commit-subject"><bdi>{commit.subject}</bdi></h3>
        <p><button class="button small" data-testid="ask-commit" on:click=ask>{strings::commit_ask()}</button></p>
        <p class="quiet"><bdi>{commit.author}</bdi>", "{commit.date}", "<code>{commit.hash}</code></p>
        {(!body.is_empty()).then(|| view! { <pre class="step-text" tabindex="0" data-testid="commit-body">{body}</pre> })}
        {merge.map(|merge| view! { <p class="note">{merge}</p> })}
        {note.map(|note| view! { <p class="note">{note}</p> })}
        <p data-testid="commit-files">{strings::common_count_files(files.len())}</p>
        {files.into_iter().map(file_view).collect_view()}
    }
}

fn file_view(file: CommitFile) -> impl IntoView {
    let CommitFile { path, from, kind, added, removed, diff, note } = file;
    let name = match from {
        Some(from) => format!("{from} \u{2192} {path}"),
        None => path,
    };
    let label = name.clone();
    view! {
        <section class="hunk" data-testid="commit-file" aria-label=label>
            <p>
                <bdi>{name}</bdi>" "<span class="quiet">{kind}</span>" "
                <span class="added">{format!("+{added}")}</span>" "<span class="removed">{format!("\u{2212}{removed}")}</span>
            </p>
            {note.map(|note| view! { <p class="note">{note}</p> })}
            {(!diff.is_empty()).then(|| view! { <div class="diff-rows" tabindex="0">{patch(&diff)}</div> })}
        </section>
    }
}
