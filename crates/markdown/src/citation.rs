//! Citations as they are written.

use crate::{Kind, Lines, code_spans};

/// A character without width that is not white space and has no meaning in markdown. It replaces a citation that was taken
/// out, so that the text before and after it does not combine into something else.
pub const SPACER: char = '\u{200b}';

/// The number of the citation that `text` begins with, and its length. Digits alone, without a sign or a zero before them.
pub fn citation_at(text: &str) -> Option<(u32, usize)> {
    let inner = text.strip_prefix("[[")?;
    let digits = inner.bytes().take(10).take_while(u8::is_ascii_digit).count();
    let is_closed = inner[digits..].starts_with("]]") && !inner.starts_with('0');
    let number = inner[..digits].parse().ok().filter(|_| is_closed)?;
    Some((number, digits + 4))
}

/// Replaces each citation by what `shown` returns for its number, for readers who see the markdown's source. Code is left as it
/// is, and so is a number for which `shown` returns `None`.
pub fn with_citations(markdown: &str, shown: impl Fn(u32) -> Option<String>) -> String {
    let mut writer = Writer { out: String::with_capacity(markdown.len()), shown: &shown };
    let mut lines = Lines::default();
    // The text of the open paragraph: code in it may go over lines.
    let mut open = String::new();
    for line in markdown.split_inclusive('\n') {
        let read = lines.read(line.trim_end_matches(['\n', '\r']));
        match read.kind {
            Kind::Continued => {}
            Kind::TableRule => writer.row(&std::mem::take(&mut open)),
            _ => writer.text(&std::mem::take(&mut open)),
        }
        match read.kind {
            Kind::Paragraph | Kind::Continued => open.push_str(line),
            Kind::Heading(_) => writer.text(line),
            Kind::TableRow => writer.row(line),
            _ => writer.out.push_str(line),
        }
    }
    writer.text(&open);
    writer.out
}

struct Writer<'s> {
    out: String,
    shown: &'s dyn Fn(u32) -> Option<String>,
}

impl Writer<'_> {
    /// The cells of a table are texts of their own.
    fn row(&mut self, line: &str) {
        let mut from = 0;
        for (bar, _) in line.match_indices('|').filter(|(bar, _)| !line[..*bar].ends_with('\\')) {
            self.text(&line[from..bar]);
            self.out.push('|');
            from = bar + 1;
        }
        self.text(&line[from..]);
    }

    fn text(&mut self, text: &str) {
        let mut at = 0;
        for span in code_spans(text) {
            self.outside_code(&text[at..span.range.start]);
            self.out.push_str(&text[span.range.clone()]);
            at = span.range.end;
        }
        self.outside_code(&text[at..]);
    }

    fn outside_code(&mut self, mut text: &str) {
        while let Some(at) = text.find(['[', '\\', SPACER]) {
            self.out.push_str(&text[..at]);
            text = &text[at..];
            let (written, length) = match citation_at(text) {
                Some((number, length)) => ((self.shown)(number).unwrap_or_else(|| text[..length].to_owned()), length),
                None if text.starts_with(SPACER) => (String::new(), SPACER.len_utf8()),
                None => {
                    // A sign with a backslash before it begins nothing.
                    let is_escape = text.starts_with('\\') && text[1..].starts_with(|sign: char| sign.is_ascii());
                    let length = 1 + usize::from(is_escape);
                    (text[..length].to_owned(), length)
                }
            };
            self.out.push_str(&written);
            text = &text[length..];
        }
        self.out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_digits_in_two_brackets_are_a_citation() {
        assert_eq!(citation_at("[[12]] and"), Some((12, 6)));
        for text in [
            "[[+1]]",
            "[[01]]",
            "[[0]]",
            "[[1]",
            "[\\[1]]",
            "[[[1]]]",
            "[[ 1]]",
            "[[]]",
            "[[99999999999]]",
            "&#91;[1]]",
        ] {
            assert_eq!(citation_at(text), None, "{text}");
        }
    }

    fn plain(markdown: &str) -> String {
        with_citations(markdown, |number| (number != 12).then(|| format!("[{number}]")))
    }

    #[test]
    fn brackets_of_code_stay() {
        let answer = "`t.Callable[[T], T]` [[1]] [[12]], `grid[[3]]`\n\n```\na[[1]]\n```\n> x `\n> y[[2]]`\n";
        let shown = "`t.Callable[[T], T]` [1] [[12]], `grid[[3]]`\n\n```\na[[1]]\n```\n> x `\n> y[[2]]`\n";
        assert_eq!(plain(answer), shown);
        assert_eq!(plain("a | b\n--|--\n`c | [[1]]` |"), "a | b\n--|--\n`c | [1]` |");
    }
}
