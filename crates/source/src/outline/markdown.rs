//! Markdown: marks before a title, or a rule of `=` or `-` below it.

use super::{Heading, Outline, is_rule};

/// What opens and closes a block of code.
#[derive(Clone, Copy)]
struct Fence {
    mark: u8,
    length: usize,
    /// The language or another note is on its line, so it closes nothing.
    has_note: bool,
}

pub fn outline<'a>(lines: &[&'a str]) -> Outline<'a> {
    let mut outline = Outline::default();
    let mut from = 0;
    if let Some((end, title)) = front_matter(lines) {
        outline.headings.extend(title.map(|(line, title)| heading(line, end, 1, title)));
        outline.in_code.extend((0..end).map(|line| line > 0));
        from = end;
    }
    let mut open: Option<Fence> = begins_in_code(lines).then_some(Fence { mark: b'`', length: 3, has_note: false });
    for at in from..lines.len() {
        let line = lines[at];
        let fence = fence(line);
        outline.in_code.push(open.is_some());
        open = match (open, fence) {
            (Some(open), Some(fence)) if is_closed_by(open, fence) => None,
            (None, Some(fence)) => Some(fence),
            (open, _) => open,
        };
        if open.is_some() || fence.is_some() || outline.in_code[at] {
            continue;
        }
        let is_free = at == from || lines[at - 1].trim().is_empty();
        if let Some((level, title)) = marked(line) {
            outline.headings.push(heading(at, at + 1, level, title));
        } else if is_free && let Some(level) = underlined(line, lines.get(at + 1).copied().unwrap_or("")) {
            outline.headings.push(heading(at, at + 2, level, line.trim()));
        }
    }
    outline
}

fn heading(line: usize, below: usize, level: usize, title: &str) -> Heading<'_> {
    Heading { first: line, line, below, level, title }
}

/// `## Title ##`
pub fn marked(line: &str) -> Option<(usize, &str)> {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let title = line[level..].trim().trim_end_matches('#').trim_end();
    ((1..=6).contains(&level) && line[level..].starts_with([' ', '\t']) && !title.is_empty()).then_some((level, title))
}

fn underlined(line: &str, next: &str) -> Option<usize> {
    let level = match is_rule(next) {
        Some('=') => 1,
        Some('-') => 2,
        _ => return None,
    };
    let is_text = !line.is_empty() && !line.starts_with([' ', '\t', '-', '*', '+', '>', '|', '#', '<', '=']);
    (is_text && !line.contains(" | ")).then_some(level)
}

fn fence(line: &str) -> Option<Fence> {
    let line = line.trim();
    let mark = line.bytes().next().filter(|mark| matches!(mark, b'`' | b'~'))?;
    let length = line.bytes().take_while(|byte| *byte == mark).count();
    let note = &line[length..];
    // Backticks with backticks behind them are code in a line.
    (length > 2 && !note.contains('`')).then_some(Fence { mark, length, has_note: !note.is_empty() })
}

fn is_closed_by(open: Fence, fence: Fence) -> bool {
    fence.mark == open.mark && fence.length >= open.length && !fence.has_note
}

/// Whether lines from the middle of a document begin in a block of code: their first fence can only be its end.
fn begins_in_code(lines: &[&str]) -> bool {
    let fences: Vec<Fence> = lines.iter().filter_map(|line| fence(line)).collect();
    let Some(first) = fences.first().filter(|first| !first.has_note && first.mark == b'`' && first.length == 3) else {
        return false;
    };
    let next = fences.iter().skip(1).find(|fence| fence.mark == first.mark);
    next.is_none_or(|next| next.has_note)
}

/// Where the settings of a page end, which are between two rules at its top, and its title in them.
fn front_matter<'a>(lines: &[&'a str]) -> Option<(usize, Option<(usize, &'a str)>)> {
    let is_end = |line: &&str| line.trim_end() == "---";
    lines.first().filter(|line| is_end(line))?;
    let length = lines.iter().skip(1).position(is_end)?;
    let inside = &lines[1..=length];
    inside.first().filter(|line| line.contains(':'))?;
    let title = inside.iter().zip(1..).find_map(|(line, at)| {
        let title = line.strip_prefix("title:")?.trim().trim_matches(['"', '\'']);
        (!title.is_empty()).then_some((at, title))
    });
    Some((length + 2, title))
}
