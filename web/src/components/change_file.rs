//! A changed file, with its hunks.

use super::change_hunk::ChangedHunk;
use crate::strings;
use crate::workbench::Workbench;
use leptos::prelude::*;
use protocol::{ChangeDecision, ChosenFile, FileChange, ProposedFile};

#[component]
pub fn ChangedFile(file: ProposedFile) -> impl IntoView {
    let bench = Workbench::get();
    let is_busy = move || bench.changes.is_busy.get();
    let ProposedFile { path, from, change, added, removed, hunks, omitted_rows } = file;
    let (accepted, rejected) = (path.clone(), path.clone());
    let what = match (change, from) {
        (FileChange::Added, _) => strings::change_file_new().to_owned(),
        (FileChange::Deleted, _) => strings::change_file_deleted().to_owned(),
        (FileChange::Moved, Some(from)) => strings::change_file_moved(from),
        (FileChange::Moved | FileChange::Modified, _) => String::new(),
    };
    // A file that is new, gone or elsewhere is taken or left as a whole.
    let by_hunk = change == FileChange::Modified;
    let question = format!("What does the proposed change of `{path}` do, and why?");
    let (name, data_path) = (path.clone(), path.clone());
    let shown = hunks.into_iter().zip(0..).map(|(hunk, number)| {
        view! { <ChangedHunk path=path.clone() number hunk by_hunk/> }
    });
    let shown = shown.collect_view();
    view! {
        <li class="changed-file" data-testid="changed-file" data-path=data_path>
            <div class="changed-file-head">
                <h3><bdi>{name}</bdi></h3>
                <span class="quiet"><bdi>{what}</bdi></span>
                <span class="added">{format!("+{added}")}</span>
                <span class="removed">{format!("\u{2212}{removed}")}</span>
                <span class="grow"></span>
                <button type="button" class="button small" data-testid="ask-change" on:click=move |_| bench.propose_question(question.clone())>
                    {strings::common_ask()}
                </button>
                <button type="button" class="button small" data-testid="accept-file" disabled=is_busy
                    on:click=move |_| bench.accept_changes(vec![ChosenFile { path: accepted.clone(), hunks: None }])>
                    {strings::common_accept()}
                </button>
                <button type="button" class="button small" data-testid="reject-file" disabled=is_busy
                    on:click=move |_| bench.decide_changes(ChangeDecision::RejectFile { path: rejected.clone() })>
                    {strings::common_reject()}
                </button>
            </div>
            {shown}
            {(omitted_rows > 0).then(|| view! {
                <p class="quiet">{strings::change_file_more_lines(omitted_rows)}</p>
            })}
        </li>
    }
}
