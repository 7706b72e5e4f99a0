//! Markdown to [`Block`]s: what CommonMark says of the blocks that models write.
//!
//! A parser of its own, because the page is downloaded by everyone: a full one with its tables of entities is a fifth of
//! the page. Left out are reference links, HTML blocks and what only a purist would write; all of it shows as text.

use super::inlines::inlines;
use super::{Block, DEEPEST};

/// Reads markdown. Any text is valid; an unfinished one (while it streams) reads as far as it goes.
pub fn parse(markdown: &str) -> Vec<Block> {
    blocks(&markdown.lines().collect::<Vec<_>>(), 0)
}

fn blocks(lines: &[&str], depth: usize) -> Vec<Block> {
    let mut out = Vec::new();
    let mut rest = lines;
    while let Some((line, after)) = rest.split_first() {
        rest = match begins(line) {
            _ if is_blank(line) => after,
            Begin::Fence(indent, fence) => code(indent, fence, after, &mut out),
            Begin::Heading(level, text) => {
                out.push(Block::Heading(level, inlines(text)));
                after
            }
            Begin::Rule => {
                out.push(Block::Rule);
                after
            }
            Begin::Quote if depth < DEEPEST => quote(rest, depth, &mut out),
            Begin::Item(marker) if depth < DEEPEST => list(marker, rest, depth, &mut out),
            _ if indent_of(line) >= 4 => indented(rest, &mut out),
            _ => table(rest, &mut out).unwrap_or_else(|| paragraph(rest, &mut out)),
        };
    }
    out
}

/// What a line begins.
enum Begin<'a> {
    /// Code: its indent, and the fence with what stands behind it.
    Fence(usize, &'a str),
    Heading(u8, &'a str),
    Rule,
    Quote,
    Item(Marker),
    /// Anything else.
    Text,
}

/// The marker of a list item.
#[derive(Clone, Copy)]
struct Marker {
    /// The bullet, or what stands behind the number.
    sign: u8,
    number: Option<u64>,
    /// Bytes up to the item's text.
    width: usize,
    /// True where there is no text on the line.
    is_empty: bool,
}

fn begins(line: &str) -> Begin<'_> {
    let (indent, text) = (indent_of(line), line.trim());
    if indent >= 4 {
        return Begin::Text;
    }
    let hashes = text.bytes().take_while(|byte| *byte == b'#').count();
    let after = &text[hashes..];
    if (1..=6).contains(&hashes) && (after.is_empty() || after.starts_with([' ', '\t'])) {
        let bare = after.trim_end_matches('#');
        let title = if bare.is_empty() || bare.ends_with([' ', '\t']) { bare } else { after };
        return Begin::Heading(hashes as u8, title.trim());
    }
    if text.starts_with("```") && !text.trim_start_matches('`').contains('`') || text.starts_with("~~~") {
        return Begin::Fence(indent, text);
    }
    let is_rule = |sign| {
        text.chars().filter(|letter| *letter == sign).count() >= 3
            && text.chars().all(|letter| letter == sign || letter.is_whitespace())
    };
    if ['-', '*', '_'].into_iter().any(is_rule) {
        return Begin::Rule;
    }
    if text.starts_with('>') {
        return Begin::Quote;
    }
    marker(line).map_or(Begin::Text, Begin::Item)
}

fn marker(line: &str) -> Option<Marker> {
    let indent = indent_of(line);
    let text = line.get(indent..)?;
    let digits = text.bytes().take(9).take_while(u8::is_ascii_digit).count();
    let number = text[..digits].parse().ok();
    let sign = *text.as_bytes().get(digits)?;
    if !matches!((sign, number), (b'-' | b'*' | b'+', None) | (b'.' | b')', Some(_))) {
        return None;
    }
    let after = &text[digits + 1..];
    let spaces = after.bytes().take_while(|byte| *byte == b' ').count();
    let is_empty = after.trim().is_empty();
    if spaces == 0 && !is_empty {
        return None;
    }
    // Five spaces and more are one space and code.
    let gap = if is_empty || spaces > 4 { 1 } else { spaces };
    Some(Marker { sign, number, width: indent + digits + 1 + gap, is_empty })
}

/// True where the line cannot go on a paragraph.
fn interrupts(line: &str) -> bool {
    match begins(line) {
        Begin::Text => is_blank(line),
        // A sentence may go on with "1986."
        Begin::Item(marker) => !marker.is_empty && marker.number.is_none_or(|number| number == 1),
        _ => true,
    }
}

fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

fn indent_of(line: &str) -> usize {
    line.bytes().take_while(|byte| *byte == b' ').count()
}

/// The line without up to `most` spaces before it.
fn outdent(line: &str, most: usize) -> &str {
    &line[indent_of(line).min(most)..]
}

fn code<'a, 'b>(indent: usize, fence: &str, lines: &'b [&'a str], out: &mut Vec<Block>) -> &'b [&'a str] {
    let sign = &fence[..1];
    let info = fence.trim_start_matches(sign);
    let length = fence.len() - info.len();
    let closes = |line: &&str| {
        let text = line.trim();
        indent_of(line) < 4 && text.len() >= length && text.trim_start_matches(sign).is_empty()
    };
    let end = lines.iter().position(closes).unwrap_or(lines.len());
    let text: Vec<&str> = lines[..end].iter().map(|line| outdent(line, indent)).collect();
    let language = info.split_whitespace().next().unwrap_or_default();
    out.push(Block::Code(language.to_owned(), text.join("\n").trim_end_matches('\n').to_owned()));
    lines.get(end + 1..).unwrap_or_default()
}

fn indented<'a, 'b>(lines: &'b [&'a str], out: &mut Vec<Block>) -> &'b [&'a str] {
    let end = lines.iter().position(|line| indent_of(line) < 4 && !is_blank(line)).unwrap_or(lines.len());
    let text: Vec<&str> = lines[..end].iter().map(|line| outdent(line, 4)).collect();
    out.push(Block::Code(String::new(), text.join("\n").trim_end().to_owned()));
    &lines[end..]
}

fn quote<'a, 'b>(lines: &'b [&'a str], depth: usize, out: &mut Vec<Block>) -> &'b [&'a str] {
    let mut inner: Vec<&str> = Vec::new();
    for line in lines {
        match line.trim_start().strip_prefix('>') {
            Some(text) if indent_of(line) < 4 => inner.push(text.strip_prefix(' ').unwrap_or(text)),
            // A paragraph goes on without the sign.
            _ if !interrupts(line) && inner.last().is_some_and(|last| !is_blank(last)) => inner.push(line),
            _ => break,
        }
    }
    out.push(Block::Quote(blocks(&inner, depth + 1)));
    &lines[inner.len()..]
}

fn list<'a, 'b>(first: Marker, lines: &'b [&'a str], depth: usize, out: &mut Vec<Block>) -> &'b [&'a str] {
    let mut items = Vec::new();
    let mut rest = lines;
    while let Some(line) = rest.first() {
        let Begin::Item(marker) = begins(line) else { break };
        if marker.sign != first.sign {
            break;
        }
        let mut inner = vec![line.get(marker.width..).unwrap_or_default()];
        for line in &rest[1..] {
            let last_is_blank = inner.last().is_some_and(|last| is_blank(last));
            // A paragraph goes on without the indent, but not over the next item.
            let goes_on = !last_is_blank && !interrupts(line) && !matches!(begins(line), Begin::Item(_));
            if is_blank(line) || indent_of(line) >= marker.width || goes_on {
                inner.push(outdent(line, marker.width));
            } else {
                break;
            }
        }
        rest = &rest[inner.len()..];
        items.push(blocks(&inner, depth + 1));
    }
    out.push(Block::List { start: first.number, items });
    rest
}

/// A table, where the lines begin one.
fn table<'a, 'b>(lines: &'b [&'a str], out: &mut Vec<Block>) -> Option<&'b [&'a str]> {
    let [head, rule, after @ ..] = lines else { return None };
    let is_dashes = |cell: &String| {
        let dashes = cell.strip_prefix(':').unwrap_or(cell);
        let dashes = dashes.strip_suffix(':').unwrap_or(dashes);
        !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-')
    };
    let (head, rule) = (head.contains('|').then(|| cells(head))?, cells(rule));
    if head.len() != rule.len() || !rule.iter().all(is_dashes) {
        return None;
    }
    let end = after.iter().position(|line| interrupts(line)).unwrap_or(after.len());
    let width = head.len();
    let row = |mut cells: Vec<String>| {
        cells.resize(width, String::new());
        cells.iter().map(|cell| inlines(cell)).collect()
    };
    out.push(Block::Table(std::iter::once(head).chain(after[..end].iter().map(|line| cells(line))).map(row).collect()));
    Some(&after[end..])
}

/// A row's cells: between bars that no backslash stands before.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let mut cells = vec![String::new()];
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '|' if letters.peek().is_none() => break,
            '|' => cells.push(String::new()),
            '\\' if letters.peek() == Some(&'|') => cells.last_mut().into_iter().for_each(|cell| cell.push('|')),
            _ => {
                cells.last_mut().into_iter().for_each(|cell| cell.push(letter));
                continue;
            }
        }
        if letter == '\\' {
            letters.next();
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}

/// A paragraph, or the heading that a line of signs under it makes of it.
fn paragraph<'a, 'b>(lines: &'b [&'a str], out: &mut Vec<Block>) -> &'b [&'a str] {
    let is_under = |line: &str, sign| {
        let text = line.trim_end();
        indent_of(line) < 4 && text.trim_start().len() >= 3 && text.trim_start().chars().all(|letter| letter == sign)
    };
    let ends = |line: &&str| interrupts(line) || is_under(line, '=');
    let end = 1 + lines[1..].iter().position(ends).unwrap_or(lines.len() - 1);
    let text: Vec<&str> = lines[..end].iter().map(|line| line.trim_start()).collect();
    let text = inlines(text.join("\n").trim_end());
    let level = lines.get(end).and_then(|line| match line {
        line if is_under(line, '=') => Some(1),
        line if is_under(line, '-') => Some(2),
        _ => None,
    });
    out.push(level.map_or(Block::Paragraph(text.clone()), |level| Block::Heading(level, text)));
    &lines[end + usize::from(level.is_some())..]
}

#[cfg(test)]
mod tests;
