//! The list of a run's checkpoints.

use super::checkpoint_state::CheckpointState;
use super::dynamic::{dynamic, list};
use crate::shims;
use crate::strings;
use crate::text::duration;
use crate::workbench::{RunHandle, Workbench};
use leptos::prelude::*;
use protocol::{CheckpointSource, CheckpointSummary};

/// The checkpoints with buttons to step through them, and the state at the selected one.
#[component]
pub fn Checkpoints(run: RunHandle) -> impl IntoView {
    let bench = Workbench::get();
    let chosen = bench.runs.at.id;
    let known = Memo::new(move |_| run.view.with(|view| view.checkpoints.clone()));
    let rows = move || {
        known.with(|known| {
            let before = std::iter::once(None).chain(known.iter().map(|it| Some(it.id)));
            known.iter().cloned().zip(before).collect::<Vec<_>>()
        })
    };
    // The position of the selected one in the list.
    let at = Memo::new(move |_| known.with(|known| known.iter().position(|it| Some(it.id) == chosen.get())));
    let count = Memo::new(move |_| known.with(Vec::len));
    let go = move |to: usize| bench.choose_checkpoint(known.with_untracked(|known| known.get(to).map(|it| it.id)));
    let is_any = Memo::new(move |_| count.get() > 0);
    Effect::new(move |_| {
        if let Some(id) = chosen.get() {
            shims::reveal(&element(id));
        }
    });
    dynamic(move || {
        is_any.get().then(|| {
            view! {
                <div class="walk">
                    <h3 class="section-title">{strings::checkpoints_label()}</h3>
                    <span class="quiet" aria-live="polite" data-testid="checkpoint-place">
                        {dynamic(move || match at.get() {
                            Some(at) => strings::checkpoints_at(at + 1, count.get()),
                            None => strings::checkpoints_in_all(count.get()),
                        })}
                    </span>
                    <span class="grow"></span>
                    <button class="button small" data-testid="checkpoint-previous" title=format!("{}  k", strings::checkpoints_previous())
                        disabled=move || at.get() == Some(0)
                        on:click=move |_| go(at.get_untracked().unwrap_or(count.get_untracked()).saturating_sub(1))>
                        {strings::checkpoints_previous()}
                    </button>
                    <button class="button small" data-testid="checkpoint-next" title=format!("{}  j", strings::checkpoints_next())
                        disabled=move || at.get().is_none_or(|at| at + 1 == count.get())
                        on:click=move |_| go(at.get_untracked().map_or(0, |at| at + 1))>
                        {strings::checkpoints_next()}
                    </button>
                    <button class="button small" data-testid="checkpoint-now" disabled=move || at.get().is_none()
                        on:click=move |_| bench.choose_checkpoint(None)>
                        {strings::common_now()}
                    </button>
                </div>
                <ol class="checkpoints" data-list="" aria-label=strings::checkpoints_label()>
                    {list(rows, |(it, before)| (it.id, it.ran.len(), *before), |(checkpoint, before)| view! { <Row checkpoint before/> })}
                </ol>
                {dynamic(move || at.get().map(|_| view! { <CheckpointState run/> }))}
            }
        })
    })
}

#[component]
fn Row(checkpoint: CheckpointSummary, before: Option<u64>) -> impl IntoView {
    let bench = Workbench::get();
    let chosen = bench.runs.at.id;
    let id = checkpoint.id;
    let is_chosen = Memo::new(move |_| chosen.get() == Some(id));
    let (nodes, wrote, time) = described(&checkpoint);
    // The usual parent is the previous row; any other starts a branch.
    let branch = (checkpoint.parent != before).then(|| match checkpoint.parent {
        Some(parent) => strings::checkpoints_branches_from(parent),
        None => strings::checkpoints_without_parent().to_owned(),
    });
    let is_branch = branch.is_some();
    // Arrow keys select while one is selected; otherwise moving the focus does not.
    let on_focus = move |_| {
        if chosen.get_untracked().is_some() {
            bench.choose_checkpoint(Some(id));
        }
    };
    view! {
        <li>
            <button
                class="checkpoint"
                class:current=move || is_chosen.get()
                class:branch=is_branch
                id=element(id)
                data-item=""
                data-testid="checkpoint"
                data-checkpoint=id.to_string()
                aria-current=move || is_chosen.get().then_some("step")
                on:focus=on_focus
                on:click=move |_| bench.choose_checkpoint(Some(id))
            >
                <span class="checkpoint-id quiet">{id.to_string()}</span>
                <span class="step-name">{nodes}</span>
                <bdi class="quiet">{wrote}</bdi>
                <span class="step-time quiet">{time}</span>
                {branch.map(|branch| view! { <span class="checkpoint-branch" data-testid="checkpoint-branch">{branch}</span> })}
            </button>
        </li>
    }
}

/// The nodes that ran before it, the fields they wrote, and how long they took.
fn described(checkpoint: &CheckpointSummary) -> (String, String, String) {
    let nodes: Vec<_> = checkpoint.ran.iter().map(|it| it.node.as_str()).collect();
    let mut wrote: Vec<_> = checkpoint.ran.iter().flat_map(|it| &it.wrote).map(String::as_str).collect();
    wrote.dedup();
    let source = match checkpoint.source {
        CheckpointSource::Input => strings::checkpoints_of_question(),
        CheckpointSource::Loop => strings::checkpoints_of_superstep(),
        CheckpointSource::Update => strings::checkpoints_of_update(),
        CheckpointSource::Fork => strings::checkpoints_of_fork(),
    };
    let nodes = if nodes.is_empty() { source.to_owned() } else { nodes.join(", ") };
    let wrote = if wrote.is_empty() { String::new() } else { strings::checkpoints_wrote(wrote.join(", ")) };
    // Nodes of a superstep run concurrently.
    let ms = checkpoint.ran.iter().map(|it| it.ms).fold(0.0, f64::max);
    let time = if checkpoint.ran.is_empty() { String::new() } else { duration(ms) };
    (nodes, wrote, time)
}

fn element(id: u64) -> String {
    format!("checkpoint-{id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::NodeRun;

    #[test]
    fn a_row_shows_nodes_their_fields_and_the_longest_time() {
        let ran = |node: &str, ms, field: &str| NodeRun { node: node.into(), ms, wrote: vec![field.into()] };
        let mut checkpoint = CheckpointSummary {
            id: 3,
            parent: Some(2),
            source: CheckpointSource::Loop,
            step: 2,
            at_ms: 40.0,
            ran: vec![ran("a", 3.0, "plan"), ran("b", 9.0, "plan")],
            next: Vec::new(),
        };
        assert_eq!(described(&checkpoint), ("a, b".into(), "wrote plan".into(), "9 ms".into()));
        (checkpoint.source, checkpoint.ran) = (CheckpointSource::Input, Vec::new());
        assert_eq!(described(&checkpoint), ("question".into(), String::new(), String::new()));
    }
}
