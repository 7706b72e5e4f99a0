//! Pairs the delimiters of emphasis (`*`, `_`, `~`).

use crate::{Inline, MARKDOWN_DEPTH};

/// The characters that delimit emphasis.
pub const MARKS: [char; 3] = ['*', '_', '~'];

/// Longest run of delimiters that can be emphasis.
const LONGEST_RUN: usize = 2 * MARKDOWN_DEPTH;

/// An inline and the depth of what is nested in it.
pub struct Nested {
    pub inline: Inline,
    pub height: usize,
}

impl Nested {
    /// With nothing inside.
    pub fn flat(inline: Inline) -> Self {
        Self { inline, height: 0 }
    }
}

/// What a text is made of before emphasis is known.
pub enum Piece {
    Done(Nested),
    /// `count` signs of [`MARKS`]`[mark]` that may open or close.
    Marks {
        mark: usize,
        count: usize,
        opens: bool,
        closes: bool,
    },
}

/// Whether delimiters open or close depends on the characters around them; `_` does neither within a word.
pub fn marks(mark: usize, count: usize, before: Option<char>, after: Option<char>) -> Piece {
    let is_space = |letter: Option<char>| letter.is_none_or(char::is_whitespace);
    let is_word = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    let is_sign = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_punctuation());
    let fits = count <= LONGEST_RUN;
    let opens = fits && !is_space(after) && (!is_sign(after) || is_space(before) || is_sign(before));
    let closes = fits && !is_space(before) && (!is_sign(before) || is_space(after) || is_sign(after));
    match MARKS[mark] {
        '_' => Piece::Marks { mark, count, opens: opens && !is_word(before), closes: closes && !is_word(after) },
        '~' => Piece::Marks { mark, count, opens: opens && count == 2, closes: closes && count == 2 },
        _ => Piece::Marks { mark, count, opens, closes },
    }
}

/// Pairs opening delimiters with closing ones, innermost first; one without a partner is text. At most [`MARKDOWN_DEPTH`] of
/// a kind wait for a partner, the latest ones, so that no piece is moved more often than a few dozen times.
pub fn emphasised(pieces: Vec<Piece>) -> Vec<Nested> {
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
                if waiting[mark].len() > MARKDOWN_DEPTH {
                    waiting[mark].remove(0);
                }
            }
            out.push(Piece::Marks { mark, count, opens, closes });
        }
    }
    joined(plain(out.into_iter()))
}

fn wrap(inside: Vec<Nested>, mark: char, used: usize, out: &mut Vec<Piece>) {
    let height = 1 + inside.iter().map(|nested| nested.height).max().unwrap_or(0);
    // Struck out text is text; what is nested too deep loses its outer emphasis.
    if mark == '~' || height > MARKDOWN_DEPTH {
        out.extend(inside.into_iter().map(Piece::Done));
        return;
    }
    let inside = joined(inside).into_iter().map(|nested| nested.inline).collect();
    let inline = if used == 2 { Inline::Strong(inside) } else { Inline::Emphasis(inside) };
    out.push(Piece::Done(Nested { inline, height }));
}

fn plain(pieces: impl Iterator<Item = Piece>) -> Vec<Nested> {
    pieces
        .map(|piece| match piece {
            Piece::Done(nested) => nested,
            Piece::Marks { mark, count, .. } => Nested::flat(Inline::Text(MARKS[mark].to_string().repeat(count))),
        })
        .collect()
}

/// Joins texts that follow each other.
fn joined(nested: Vec<Nested>) -> Vec<Nested> {
    let mut out: Vec<Nested> = Vec::with_capacity(nested.len());
    for nested in nested {
        match (out.last_mut().map(|last| &mut last.inline), &nested.inline) {
            (Some(Inline::Text(before)), Inline::Text(text)) => before.push_str(text),
            _ => out.push(nested),
        }
    }
    out
}
