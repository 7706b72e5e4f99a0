//! A paragraph's text to [`Inline`]s: code, emphasis, links, breaks, citations.

use super::{DEEPEST, Inline};

/// Longest text of a link that is looked for, in bytes: a text of brackets alone must not take for ever.
const LONGEST_LINK: usize = 2_000;

/// The signs of emphasis.
const MARKS: [char; 3] = ['*', '_', '~'];

/// Reads the text of one block.
pub fn inlines(text: &str) -> Vec<Inline> {
    with_citations(read(text, 0).into_iter().map(|piece| piece.0).collect())
}

/// An inline and how deep it is nested.
type Nested = (Inline, usize);

/// What a text is made of before emphasis is known.
enum Piece {
    Done(Nested),
    /// `count` signs of [`MARKS`]`[mark]` that may open or close.
    Marks {
        mark: usize,
        count: usize,
        opens: bool,
        closes: bool,
    },
}

fn read(text: &str, depth: usize) -> Vec<Nested> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    // Lengths of runs of backticks that nothing closes.
    let mut unclosed: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let (found, length) = match letter {
            '\\' if rest[1..].starts_with('\n') => (Some(vec![(Inline::Break, 0)]), 2),
            '\\' if rest[1..].starts_with(|next: char| next.is_ascii_punctuation()) => {
                plain.push_str(&rest[1..2]);
                at += 2;
                continue;
            }
            ' ' | '\n' => {
                let space = rest.len() - rest.trim_start_matches([' ', '\n']).len();
                let is_break = rest[..space].find('\n').is_some_and(|line| line >= 2);
                let found = is_break.then(|| vec![(Inline::Break, 0)]);
                if !is_break {
                    plain.push(' ');
                }
                (found, space)
            }
            '`' => code(rest, &mut unclosed),
            '<' => autolink(rest),
            '&' => {
                let (decoded, length) = entity(rest);
                plain.push_str(decoded);
                at += length;
                continue;
            }
            '!' if rest[1..].starts_with('[') => {
                let (found, length) = link(&rest[1..], depth);
                if found.is_some() { (found, length + 1) } else { (None, 0) }
            }
            '[' => link(rest, depth),
            _ => match MARKS.iter().position(|mark| *mark == letter) {
                Some(mark) => {
                    let count = rest.len() - rest.trim_start_matches(letter).len();
                    let before = text[..at].chars().next_back();
                    flush(&mut plain, &mut pieces);
                    pieces.push(marks(mark, count, before, rest[count..].chars().next()));
                    at += count;
                    continue;
                }
                None => (None, 0),
            },
        };
        match found {
            Some(found) => {
                flush(&mut plain, &mut pieces);
                pieces.extend(found.into_iter().map(Piece::Done));
                at += length;
            }
            None if length > 0 => {
                if letter == '`' {
                    plain.push_str(&rest[..length]);
                }
                at += length;
            }
            None => {
                plain.push(letter);
                at += letter.len_utf8();
            }
        }
    }
    flush(&mut plain, &mut pieces);
    joined(emphasised(pieces))
}

fn flush(plain: &mut String, pieces: &mut Vec<Piece>) {
    if !plain.is_empty() {
        pieces.push(Piece::Done((Inline::Text(std::mem::take(plain)), 0)));
    }
}

/// Code between two runs of backticks of the same length; without the second, the run is text of the length returned.
fn code(text: &str, unclosed: &mut Vec<usize>) -> (Option<Vec<Nested>>, usize) {
    let count = text.len() - text.trim_start_matches('`').len();
    let mut at = count;
    while let Some(open) = text[at..].find('`').filter(|_| !unclosed.contains(&count)) {
        let start = at + open;
        let run = text[start..].len() - text[start..].trim_start_matches('`').len();
        if run == count {
            let inner = text[count..start].replace('\n', " ");
            let bare = inner.strip_prefix(' ').and_then(|inner| inner.strip_suffix(' '));
            let inner = bare.filter(|bare| !bare.trim().is_empty()).unwrap_or(&inner).to_owned();
            return (Some(vec![(Inline::Code(inner), 0)]), start + run);
        }
        at = start + run;
    }
    unclosed.push(count);
    (None, count)
}

/// `<https://...>`
fn autolink(text: &str) -> (Option<Vec<Nested>>, usize) {
    let end = text[1..].find(['>', '<', ' ', '\n']).filter(|end| text[1 + end..].starts_with('>'));
    match end.map(|end| &text[1..1 + end]).filter(|url| is_safe(url) && !url.starts_with('#')) {
        Some(url) => (Some(vec![(Inline::Link(url.to_owned(), vec![Inline::Text(url.to_owned())]), 1)]), url.len() + 2),
        None => (None, 0),
    }
}

/// The entities that models write; any other is text.
fn entity(text: &str) -> (&'static str, usize) {
    const KNOWN: [(&str, &str); 6] =
        [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", "\u{a0}")];
    let known = KNOWN.iter().find(|(name, _)| text.starts_with(name));
    known.map_or(("&", 1), |(name, letter)| (letter, name.len()))
}

/// `[text](address)`, the address with or without a title. The text alone where the address is not safe.
fn link(text: &str, depth: usize) -> (Option<Vec<Nested>>, usize) {
    let found = between(text, '[', ']').and_then(|label| {
        let rest = &text[label.len() + 2..];
        Some((label, rest.starts_with('(').then(|| between(rest, '(', ')'))??))
    });
    let Some((label, target)) = found.filter(|_| depth < DEEPEST) else { return (None, 0) };
    let length = label.len() + target.len() + 4;
    let url = target.split_whitespace().next().unwrap_or_default().trim_matches(['<', '>']);
    let children = read(label, depth + 1);
    if !is_safe(url) {
        return (Some(children), length);
    }
    let height = 1 + children.iter().map(|child| child.1).max().unwrap_or_default();
    let mut children: Vec<_> = children.into_iter().map(|child| child.0).collect();
    if children.is_empty() {
        children.push(Inline::Text(url.to_owned()));
    }
    (Some(vec![(Inline::Link(url.to_owned(), with_citations(children)), height)]), length)
}

/// What stands between the bracket that `text` begins with and its partner.
fn between(text: &str, open: char, close: char) -> Option<&str> {
    let mut depth = 0;
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().take_while(|(at, _)| *at < LONGEST_LINK) {
        depth += i32::from(letter == open && !is_escaped) - i32::from(letter == close && !is_escaped);
        if depth == 0 {
            return Some(&text[1..at]);
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    None
}

/// Whether signs open or close depends on what stands around them; `_` does neither within a word.
fn marks(mark: usize, count: usize, before: Option<char>, after: Option<char>) -> Piece {
    let is_space = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let is_sign = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_punctuation());
    let opens = !is_space(after) && (!is_sign(after) || is_space(before) || is_sign(before));
    let closes = !is_space(before) && (!is_sign(before) || is_space(after) || is_sign(after));
    match MARKS[mark] {
        '_' => Piece::Marks { mark, count, opens: opens && !is_word(before), closes: closes && !is_word(after) },
        '~' => Piece::Marks { mark, count, opens: opens && count == 2, closes: closes && count == 2 },
        _ => Piece::Marks { mark, count, opens, closes },
    }
}

/// Pairs signs that open with signs that close, innermost first; signs without a partner are text.
fn emphasised(pieces: Vec<Piece>) -> Vec<Nested> {
    let mut out: Vec<Piece> = Vec::with_capacity(pieces.len());
    // Where in `out` signs wait for a partner, by mark.
    let mut waiting: [Vec<usize>; 3] = Default::default();
    for piece in pieces {
        let Piece::Marks { mark, mut count, opens, closes } = piece else {
            out.push(piece);
            continue;
        };
        while let Some(&opener) = waiting[mark].last().filter(|_| closes && count > 0) {
            let Piece::Marks { count: there, .. } = &mut out[opener] else { break };
            let used = count.min(*there).min(2);
            (*there, count) = (*there - used, count - used);
            let is_used_up = *there == 0;
            let inside = plain(out.drain(opener + 1..));
            for waiting in &mut waiting {
                let left = waiting.partition_point(|at| *at <= opener);
                waiting.truncate(left);
            }
            if is_used_up {
                out.pop();
                waiting[mark].pop();
            }
            wrap(inside, MARKS[mark], used, &mut out);
        }
        if count > 0 {
            if opens {
                waiting[mark].push(out.len());
            }
            out.push(Piece::Marks { mark, count, opens, closes });
        }
    }
    plain(out.into_iter())
}

fn wrap(inside: Vec<Nested>, mark: char, used: usize, out: &mut Vec<Piece>) {
    let height = 1 + inside.iter().map(|nested| nested.1).max().unwrap_or_default();
    // Struck out text is text; what is nested too deep loses its outer emphasis.
    if mark == '~' || height > DEEPEST {
        out.extend(inside.into_iter().map(Piece::Done));
        return;
    }
    let inside = with_citations(joined(inside).into_iter().map(|nested| nested.0).collect());
    let wrapped = if used == 2 { Inline::Strong(inside) } else { Inline::Emphasis(inside) };
    out.push(Piece::Done((wrapped, height)));
}

fn plain(pieces: impl Iterator<Item = Piece>) -> Vec<Nested> {
    pieces
        .map(|piece| match piece {
            Piece::Done(nested) => nested,
            Piece::Marks { mark, count, .. } => (Inline::Text(MARKS[mark].to_string().repeat(count)), 0),
        })
        .collect()
}

/// Texts that stand side by side as one.
fn joined(nested: Vec<Nested>) -> Vec<Nested> {
    let mut out: Vec<Nested> = Vec::with_capacity(nested.len());
    for (inline, height) in nested {
        match (out.last_mut(), &inline) {
            (Some((Inline::Text(before), _)), Inline::Text(text)) => before.push_str(text),
            _ => out.push((inline, height)),
        }
    }
    out
}

fn is_safe(url: &str) -> bool {
    let scheme = |name: &str| url.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    scheme("https://") || scheme("http://") || scheme("mailto:") || url.starts_with('#')
}

/// Splits `[[number]]` out of texts.
fn with_citations(inlines: Vec<Inline>) -> Vec<Inline> {
    let mut out = Vec::with_capacity(inlines.len());
    for inline in inlines {
        let Inline::Text(text) = inline else {
            out.push(inline);
            continue;
        };
        let mut rest = text.as_str();
        let mut from = 0;
        while let Some(open) = rest[from..].find("[[").map(|at| at + from) {
            let number =
                rest[open + 2..].split_once("]]").and_then(|(inner, _)| Some((inner.len(), inner.parse().ok()?)));
            let Some((length, number)) = number else {
                from = open + 2;
                continue;
            };
            if open > 0 {
                out.push(Inline::Text(rest[..open].to_owned()));
            }
            out.push(Inline::Citation(number));
            rest = &rest[open + length + 4..];
            from = 0;
        }
        if !rest.is_empty() {
            out.push(Inline::Text(rest.to_owned()));
        }
    }
    out
}

#[cfg(test)]
mod tests;
