//! Markdown as text, for where nothing is laid out: a line of a README in a list, a title.

use crate::{Block, Inline, parse};

/// A line without its marks: what is emphasised or code there is words here. A line that is more than a paragraph, such as a
/// heading, is given as it is.
pub fn plain(line: &str) -> String {
    match &parse(line).blocks[..] {
        [Block::Paragraph(inlines)] => {
            let mut out = String::with_capacity(line.len());
            add(inlines, &mut out);
            out
        }
        _ => line.to_owned(),
    }
}

fn add(inlines: &[Inline], out: &mut String) {
    for inline in inlines {
        match inline {
            Inline::Text(text) | Inline::Code(text) => out.push_str(text),
            Inline::Strong(inside) | Inline::Emphasis(inside) | Inline::Link(_, inside) => add(inside, out),
            Inline::Citation(number) => out.push_str(&format!("[[{number}]]")),
            Inline::Math { source, is_display } => {
                let signs = if *is_display { "$$" } else { "$" };
                out.push_str(&format!("{signs}{source}{signs}"));
            }
            Inline::Break => out.push(' '),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn marks_are_left_out_and_words_stay() {
        let line = "HTTPie (_aitch-tee-tee-pie_) has **two** commands, `http` & `https`: see [its docs](https://e.org). [[1]] $x$";
        let words = "HTTPie (aitch-tee-tee-pie) has two commands, http & https: see its docs. [[1]] $x$";
        assert_eq!(plain(line), words);
        assert_eq!(plain("snake_case_name * 2 < 3"), "snake_case_name * 2 < 3");
        assert_eq!(plain("# no paragraph"), "# no paragraph");
    }
}
