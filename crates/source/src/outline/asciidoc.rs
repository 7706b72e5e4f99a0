//! AsciiDoc: marks before a title, or a rule below it that is as long.

use super::{Heading, Outline, is_rule, markdown};

/// The marks of rules below titles, the outermost first.
const RULES: [char; 5] = ['=', '-', '~', '^', '+'];

pub fn outline<'a>(lines: &[&'a str]) -> Outline<'a> {
    let mut outline = Outline::default();
    // The line that closes the block.
    let mut open: Option<&str> = None;
    for (at, line) in lines.iter().enumerate() {
        outline.in_code.push(open.is_some());
        let line = line.trim_end();
        let is_closed = open.is_some_and(|open| open == line);
        if is_closed {
            open = None;
        }
        if is_closed || open.is_some() {
            continue;
        }
        let is_title_of_rule = outline.headings.last().is_some_and(|heading| at < heading.below);
        let equals = line.bytes().take_while(|byte| *byte == b'=').count();
        if (1..=6).contains(&equals) && line[equals..].starts_with(' ') && !line[equals..].trim().is_empty() {
            let title = line[equals..].trim().trim_end_matches('=').trim_end();
            outline.headings.push(Heading { first: at, line: at, below: at + 1, level: equals, title });
        } else if let Some((level, title)) = markdown::marked(line) {
            outline.headings.push(Heading { first: at, line: at, below: at + 1, level, title });
        } else if let Some(level) = underlined(line, lines.get(at + 1).copied().unwrap_or("").trim_end()) {
            outline.headings.push(Heading { first: at, line: at, below: at + 2, level, title: line.trim() });
        } else if !is_title_of_rule && delimits(line) {
            open = Some(line);
        }
    }
    outline
}

/// The line that opens a block whose text is shown as it is, and closes it.
fn delimits(line: &str) -> bool {
    line.starts_with("```") || line.len() > 3 && matches!(is_rule(line), Some('-' | '.' | '+'))
}

fn underlined(line: &str, rule: &str) -> Option<usize> {
    let level = RULES.iter().position(|mark| is_rule(rule) == Some(*mark))?;
    let is_title = line.starts_with(|c: char| c.is_alphanumeric() || c == '`');
    (is_title && line.chars().count().abs_diff(rule.len()) < 2).then_some(level + 1)
}
