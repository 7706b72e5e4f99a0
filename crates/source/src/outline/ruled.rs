//! reStructuredText, and plain text that is written like it: a rule below a title, or below and above it. Which mark stands for
//! which level is up to the document: the first is the outermost.

use super::{Heading, Outline, is_rule};

pub fn outline<'a>(lines: &[&'a str]) -> Outline<'a> {
    let mut outline = Outline { in_code: literal(lines), ..Outline::default() };
    // Marks, and whether there is a rule above the title, in the order in which they come.
    let mut levels: Vec<(char, bool)> = Vec::new();
    let mut from = 0;
    for line in 0..lines.len() {
        if line < from || outline.in_code[line] {
            continue;
        }
        if let Some(style) = title_at(lines, line) {
            let level = levels.iter().position(|other| *other == style).unwrap_or_else(|| {
                levels.push(style);
                levels.len() - 1
            });
            from = line + 2;
            let title = lines[line].trim();
            outline.headings.push(Heading { first: line, line, below: from, level: level + 1, title });
        }
    }
    outline
}

/// The mark of the rule below a title, and whether it is above it, too.
fn title_at(lines: &[&str], at: usize) -> Option<(char, bool)> {
    let line = lines[at].trim_end();
    let rule = lines.get(at + 1)?.trim_end();
    let mark = is_rule(rule)?;
    let (title, wide) = (line.trim_start().chars().count(), rule.chars().count());
    if title == 0 || is_rule(line).is_some() || !line.contains(char::is_alphanumeric) {
        return None;
    }
    let before = at.checked_sub(1).map_or("", |before| lines[before].trim_end());
    let is_over = before == rule;
    // Between two rules that are much longer there is a block of code, or a row of a table.
    let fits = match is_over {
        true => wide + 2 >= title && (wide <= title + 6 || "=*#".contains(mark)) && !line.contains("  "),
        false => wide + 2 >= title.max(5) - usize::from(title < 5) && !line.starts_with([' ', '\t']),
    };
    // Dots and colons are seldom a rule where they are few.
    let is_plain = matches!(mark, '.' | ':' | '_' | '\'' | '`') && wide < 4;
    let is_free = is_over || before.is_empty() || before.starts_with(".. ");
    (fits && is_free && !is_plain).then_some((mark, is_over))
}

/// Of each line whether it goes on with a literal block, or with a directive's lines.
fn literal(lines: &[&str]) -> Vec<bool> {
    const SHOWS_CODE: [&str; 6] =
        [".. code", ".. sourcecode", ".. literalinclude", ".. parsed-literal", ".. prompt", ".. highlight"];
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut inside = vec![false; lines.len()];
    let mut at = 0;
    while at < lines.len() {
        let line = lines[at].trim_end();
        let opens = line.ends_with("::") || SHOWS_CODE.iter().any(|shows| line.trim_start().starts_with(shows));
        let from = at + 1;
        at = from;
        if !opens || line.trim().is_empty() {
            continue;
        }
        let is_inside = |other: &&str| other.trim().is_empty() || indent(other) > indent(line);
        let length = lines[from..].iter().take_while(|other| is_inside(other)).count();
        let written = lines[from..from + length].iter().rposition(|other| !other.trim().is_empty());
        if let Some(last) = written {
            inside[from..=from + last].fill(true);
            at = from + last + 1;
        }
    }
    inside
}
