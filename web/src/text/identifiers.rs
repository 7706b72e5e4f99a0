//! The identifiers of a line, and the pieces of a line with marks in them.

use super::Piece;
use std::ops::Range;

/// The identifiers of a line that are neither in a comment nor in a string, and are no keywords; `classes` gives the
/// highlight class of a byte of the line.
pub fn identifiers(line: &str, class: impl Fn(usize) -> Option<u8>) -> Vec<Range<usize>> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    let mut out = Vec::new();
    let mut start = None;
    for (at, c) in line.char_indices().chain(std::iter::once((line.len(), ' '))) {
        match (start, is_word(c)) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let is_name = !line[from..].starts_with(char::is_numeric);
                // Comment, string, number, keyword.
                let is_code = !matches!(class(from), Some(0..=3));
                if is_name && is_code {
                    out.push(from..at);
                }
                start = None;
            }
            _ => {}
        }
    }
    out
}

/// A part of a line, and which mark it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Marked<'a> {
    pub piece: Piece<'a>,
    /// Place in the list of marks.
    pub mark: Option<usize>,
}

/// Cuts pieces at marks, which are bytes from the start of the line, in order and without overlap.
pub fn with_marks<'a>(pieces: Vec<Piece<'a>>, marks: &[Range<usize>]) -> Vec<Marked<'a>> {
    let mut out = Vec::new();
    let mut at = 0;
    for Piece { class, text } in pieces {
        let end = at + text.len();
        let mut from = at;
        for (number, mark) in marks.iter().enumerate().filter(|(_, mark)| mark.start < end && mark.end > at) {
            let (start, stop) = (mark.start.max(from), mark.end.min(end));
            if !text.is_char_boundary(start - at) || !text.is_char_boundary(stop - at) || start > stop {
                continue;
            }
            if from < start {
                out.push(Marked { piece: Piece { class, text: &text[from - at..start - at] }, mark: None });
            }
            out.push(Marked { piece: Piece { class, text: &text[start - at..stop - at] }, mark: Some(number) });
            from = stop;
        }
        if from < end {
            out.push(Marked { piece: Piece { class, text: &text[from - at..] }, mark: None });
        }
        at = end;
    }
    out
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init, reason = "a list of one range")]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_names_outside_of_strings_and_keywords() {
        let line = "return größe(x1, 'text', 42)";
        let class = |at: usize| match at {
            0 => Some(3),
            at if line[at..].starts_with("text") => Some(1),
            _ => None,
        };
        let names: Vec<&str> = identifiers(line, class).into_iter().map(|range| &line[range]).collect();
        assert_eq!(names, ["größe", "x1"]);
    }

    #[test]
    fn marks_cut_pieces_and_may_span_several() {
        let piece = |class, text| Piece { class, text };
        let marked = with_marks(vec![piece(Some(3), "def"), piece(None, " run()")], &[1..5, 7..8]);
        let shown: Vec<_> = marked.iter().map(|it| (it.piece.text, it.piece.class, it.mark)).collect();
        assert_eq!(
            shown,
            [
                ("d", Some(3), None),
                ("ef", Some(3), Some(0)),
                (" r", None, Some(0)),
                ("un", None, None),
                ("(", None, Some(1)),
                (")", None, None)
            ]
        );
        assert_eq!(with_marks(vec![piece(None, "é")], &[0..1])[0].mark, None);
    }
}
