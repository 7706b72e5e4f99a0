//! Documents whose headings are lines with a mark of their own: Org, and manual pages in roff.

use super::{Heading, Outline};

/// `* Title`, `** Below it`
pub fn org<'a>(lines: &[&'a str]) -> Outline<'a> {
    let is = |line: &str, mark: &str| line.trim_start().get(..mark.len()).is_some_and(|l| l.eq_ignore_ascii_case(mark));
    by_line(
        lines,
        |line| is(line, "#+begin_"),
        |line| is(line, "#+end_"),
        |line| {
            let level = line.bytes().take_while(|byte| *byte == b'*').count();
            (level > 0 && line[level..].starts_with(' ')).then(|| (level, line[level..].trim()))
        },
    )
}

/// `.SH TITLE`, `.SS Below it`; `.Sh` and `.Ss` of mdoc.
pub fn manual<'a>(lines: &[&'a str]) -> Outline<'a> {
    let opens = |line: &str| matches!(line.trim_end(), ".nf" | ".EX") || line.starts_with(".Bd ");
    let closes = |line: &str| matches!(line.trim_end(), ".fi" | ".EE" | ".Ed");
    by_line(lines, opens, closes, |line| {
        let (mark, title) = line.split_once(' ')?;
        let level = match mark {
            ".SH" | ".Sh" => 1,
            ".SS" | ".Ss" => 2,
            _ => return None,
        };
        Some((level, title.trim().trim_matches('"')))
    })
}

fn by_line<'a>(
    lines: &[&'a str],
    opens: impl Fn(&str) -> bool,
    closes: impl Fn(&str) -> bool,
    title: impl Fn(&'a str) -> Option<(usize, &'a str)>,
) -> Outline<'a> {
    let mut outline = Outline::default();
    let mut is_open = false;
    for (at, line) in lines.iter().enumerate() {
        outline.in_code.push(is_open);
        is_open = if is_open { !closes(line) } else { opens(line) };
        if !is_open
            && !outline.in_code[at]
            && let Some((level, title)) = title(line).filter(|(_, title)| !title.is_empty())
        {
            outline.headings.push(Heading { first: at, line: at, below: at + 1, level, title });
        }
    }
    outline
}
