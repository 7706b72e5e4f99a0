//! The lines of differences: of a hunk, inline or side by side, and of a patch.

use super::code_view::CLASSES;
use crate::strings;
use crate::text::{PatchLine, patch_lines, pieces};
use leptos::prelude::*;
use protocol::{DiffRow, RowChange};

/// How a patch marks a line.
pub fn sign(change: RowChange) -> char {
    match change {
        RowChange::Same => ' ',
        RowChange::Removed => '-',
        RowChange::Added => '+',
    }
}

/// A line of a difference, with its numbers before and after.
pub fn inline(row: &DiffRow) -> AnyView {
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

/// A patch: its rows as those of a hunk, and what is between them as it is.
pub fn patch(diff: &str) -> AnyView {
    let line = |line: PatchLine| match line {
        PatchLine::Between(text) => {
            view! { <div class="diff-row quiet"><code>{text.to_owned()}</code></div> }.into_any()
        }
        PatchLine::Row(row) => inline(&row),
    };
    patch_lines(diff).into_iter().map(line).collect_view().into_any()
}

/// Left as before, right as after; a removed line faces the one that replaces it.
pub fn side_by_side(rows: &[DiffRow]) -> impl IntoView + use<> {
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
        views.push(
            view! { <span class="quiet">{format!(" {}", strings::diff_rows_more_bytes(rest))}</span> }.into_any(),
        );
    }
    if row.ends_text {
        views.push(view! { <span class="quiet" title=strings::diff_rows_no_line_end()>" \u{2205}"</span> }.into_any());
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
