//! A hunk of a changed file: its lines, and what the person does with it.

use super::code_view::CLASSES;
use super::dynamic::dynamic;
use crate::text::pieces;
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
    let place = format!("{path}, lines {} to {}", hunk.new_start, hunk.new_start + hunk.new_lines.max(1) - 1);
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
                        "Accept"
                    </button>
                    <button type="button" class="button small" data-testid="reject-hunk" disabled=is_busy
                        on:click=move |_| bench.decide_changes(ChangeDecision::RejectHunk { path: rejected.clone(), hunk: number })>
                        "Reject"
                    </button>
                    <button type="button" class="button small" data-testid="edit-hunk" disabled=is_busy
                        on:click=move |_| edited.set(Some(after.clone()))>"Edit"</button>
                })}
                <button type="button" class="button small" data-testid="comment-hunk" disabled=is_busy
                    on:click=move |_| comment.set(Some(String::new()))>"Comment"</button>
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
                form("The lines as they should be", "Keep these lines", "hunk-text", text, save, move || edited.set(None))
            }))}
            {dynamic(move || comment.get().map(|text| {
                let quoted = quoted.clone();
                let send = move |text: String| {
                    comment.set(None);
                    bench.ask(format!("{}\n\n{quoted}", text.trim()));
                };
                form("What should be different?", "Ask the agent", "hunk-comment", text, send, move || comment.set(None))
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
                <button type="button" class="button small" on:click=move |_| cancel()>"Cancel"</button>
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

fn sign(change: RowChange) -> char {
    match change {
        RowChange::Same => ' ',
        RowChange::Removed => '-',
        RowChange::Added => '+',
    }
}

fn inline(row: &DiffRow) -> AnyView {
    let number = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
    view! {
        <div class=class(Some(row)) data-testid="diff-row">
            <span class="diff-number" aria-hidden="true">{number(row.old)}</span>
            <span class="diff-number" aria-hidden="true">{number(row.new)}</span>
            <span class="sign">{sign(row.change).to_string()}</span>
            <code>{text(row)}</code>
        </div>
    }
    .into_any()
}

/// Left as before, right as after; a removed line faces the one that replaces it.
fn side_by_side(rows: &[DiffRow]) -> impl IntoView + use<> {
    let mut pairs = Vec::new();
    let mut rest = rows;
    while let Some(row) = rest.first() {
        if row.change == RowChange::Same {
            pairs.push((Some(row), Some(row)));
            rest = &rest[1..];
            continue;
        }
        let run = |rows: &[DiffRow], change| rows.iter().take_while(|row| row.change == change).count();
        let (left, after) = rest.split_at(run(rest, RowChange::Removed));
        let (right, after) = after.split_at(run(after, RowChange::Added));
        pairs.extend((0..left.len().max(right.len())).map(|at| (left.get(at), right.get(at))));
        rest = after;
    }
    let half = |row: Option<&DiffRow>, number: Option<u32>| {
        view! {
            <div class=class(row)>
                <span class="diff-number" aria-hidden="true">{number.map_or_else(String::new, |number| number.to_string())}</span>
                <code>{row.map(text)}</code>
            </div>
        }
    };
    let pair = |(left, right): (Option<&DiffRow>, Option<&DiffRow>)| {
        let (old, new) = (left.and_then(|row| row.old), right.and_then(|row| row.new));
        view! { <div class="diff-pair">{half(left, old)}{half(right, new)}</div> }
    };
    pairs.into_iter().map(pair).collect_view()
}

fn class(row: Option<&DiffRow>) -> &'static str {
    match row.map(|row| row.change) {
        Some(RowChange::Same) => "diff-row",
        Some(RowChange::Removed) => "diff-row gone",
        Some(RowChange::Added) => "diff-row new",
        None => "diff-row none",
    }
}

/// The line, highlighted, with the words that differ marked.
fn text(row: &DiffRow) -> Vec<AnyView> {
    let (shown, rest) = pieces(&row.text, &row.highlight, 0..row.text.len());
    let mut at = 0;
    let mut views = Vec::new();
    for piece in shown {
        let start = at;
        at += piece.text.len();
        for (text, is_marked) in cut(piece.text, start, &row.marks) {
            let name = piece.class.and_then(|class| CLASSES.get(usize::from(class))).copied().unwrap_or("");
            let text = text.to_owned();
            views.push(match is_marked {
                true => view! { <mark class=name>{text}</mark> }.into_any(),
                false if name.is_empty() => text.into_any(),
                false => view! { <span class=name>{text}</span> }.into_any(),
            });
        }
    }
    if rest > 0 {
        views.push(view! { <span class="quiet">{format!(" \u{2026} {rest} more bytes")}</span> }.into_any());
    }
    if row.ends_text {
        views
            .push(view! { <span class="quiet" title="The file ends without a line end">" \u{2205}"</span> }.into_any());
    }
    views
}

/// A piece that starts at `start` of its line, cut where marks begin and end.
fn cut<'t>(piece: &'t str, start: usize, marks: &[(u32, u32)]) -> Vec<(&'t str, bool)> {
    let mut out = Vec::new();
    let mut at = 0;
    for &(from, to) in marks {
        let inside = |place: u32| piece.floor_char_boundary((place as usize).saturating_sub(start)).max(at);
        let (from, to) = (inside(from), inside(to));
        if at < from {
            out.push((&piece[at..from], false));
        }
        if from < to {
            out.push((&piece[from..to], true));
        }
        at = to;
    }
    if at < piece.len() {
        out.push((&piece[at..], false));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_is_cut_at_its_marks() {
        assert_eq!(
            cut("total(price)", 7, &[(7, 12), (13, 15)]),
            [("total", true), ("(", false), ("pr", true), ("ice)", false)]
        );
        assert_eq!(cut("abc", 10, &[(0, 4)]), [("abc", false)]);
        assert_eq!(cut("abc", 0, &[]), [("abc", false)]);
    }
}
