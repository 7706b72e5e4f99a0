//! Footnotes in running text: `[^label]` refers to a note, `[^label]: ` begins one.

/// A stretch of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark<'t> {
    Text(&'t str),
    /// Refers to the note with this label.
    Reference(&'t str),
    /// Begins the note with this label.
    Note(&'t str),
}

/// Longest label, in bytes.
const LONGEST_LABEL: usize = 40;

/// Cuts a text at its footnotes. A note begins a paragraph, or follows another note on a line of its own.
pub fn marks_in(text: &str) -> Vec<Mark<'_>> {
    let mut out = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(open) = text[at..].find("[^").map(|open| at + open) {
        let Some(label) = label(&text[open + 2..]) else {
            at = open + 2;
            continue;
        };
        let end = open + 2 + label.len() + 1;
        let is_note = text[end..].starts_with(": ") && (open == 0 || text[..open].ends_with([' ', '\n']));
        if from < open {
            out.push(Mark::Text(&text[from..open]));
        }
        out.push(if is_note { Mark::Note(label) } else { Mark::Reference(label) });
        at = end + if is_note { 2 } else { 0 };
        from = at;
    }
    if from < text.len() {
        out.push(Mark::Text(&text[from..]));
    }
    out
}

fn label(text: &str) -> Option<&str> {
    let end = text.find(']').filter(|end| (1..=LONGEST_LABEL).contains(end))?;
    let label = &text[..end];
    label.chars().all(|letter| letter.is_alphanumeric() || "-_".contains(letter)).then_some(label)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Mark::{Note, Reference, Text};

    #[test]
    fn references_and_notes_are_told_apart() {
        assert_eq!(marks_in("It is.[^1] So"), [Text("It is."), Reference("1"), Text(" So")]);
        assert_eq!(marks_in("[^1]: Here. [^b]: There."), [Note("1"), Text("Here. "), Note("b"), Text("There.")]);
        assert_eq!(marks_in("a[^] [^a b] [^"), [Text("a[^] [^a b] [^")]);
    }
}
