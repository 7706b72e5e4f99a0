//! Text in a picture: how wide it is, how it is broken into lines, and what XML wants.

/// Thousandths of the font size that letters take in a wide sans-serif face (DejaVu Sans), so that text fits in
/// whichever face the reader has.
fn letter_width(letter: char) -> usize {
    match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' => 350,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '-' | '/' | '"' => 420,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 990,
        'A'..='Z' | '<' | '>' | '=' | '+' | '#' | '&' => 800,
        '\0'..='~' => 640,
        // Latin, Greek and Cyrillic with marks; the scripts beyond are as wide as high, or nearly.
        '\u{80}'..='\u{10ff}' => 850,
        _ => 1300,
    }
}

/// How wide a line of text is, in pixels.
pub(crate) fn width(text: &str, font_size: i32) -> i32 {
    let thousandths: usize = text.chars().map(letter_width).sum();
    i32::try_from(thousandths).unwrap_or(i32::MAX / 100) / 10 * font_size / 100 + 1
}

/// How many letters a line may have.
const LINE: usize = 28;
const LINES: usize = 3;

/// The text in lines that are not too long, broken after separators where there are any. What is left after the last
/// line is an ellipsis.
pub(super) fn wrap(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let mut lines = Vec::new();
    let mut rest = &letters[..];
    while rest.len() > LINE {
        if lines.len() + 1 == LINES {
            lines.push(rest[..LINE - 1].iter().chain(&['\u{2026}']).collect());
            return lines;
        }
        let is_break = |letter: &char| !letter.is_alphanumeric();
        let at = rest[LINE / 3..LINE].iter().rposition(is_break).map_or(LINE, |found| LINE / 3 + found + 1);
        let (line, after) = rest.split_at(at);
        lines.push(line.iter().collect());
        rest = after;
    }
    lines.push(rest.iter().collect());
    lines
}

/// The text on one line, cut short where it is too long.
pub(crate) fn shorten(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    text.chars().take(letters.saturating_sub(1)).chain(['\u{2026}']).collect()
}

/// Adds the text as XML character data; what XML has no place for becomes the replacement character.
pub(crate) fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\0'..='\u{1f}' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            _ => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_are_broken_at_separators() {
        assert_eq!(wrap("planner"), ["planner"]);
        assert_eq!(
            wrap("collect_and_summarise_the_findings_of_every_tool"),
            ["collect_and_summarise_the_", "findings_of_every_tool"]
        );
        let unbroken = "x".repeat(100);
        let lines = wrap(&unbroken);
        assert_eq!(lines.iter().map(|line| line.chars().count()).collect::<Vec<_>>(), [28, 28, 28]);
        assert!(lines[2].ends_with('\u{2026}'));
    }

    #[test]
    fn text_is_escaped_for_xml() {
        let mut out = String::new();
        escape(&mut out, "<a href='x'>&\"\u{1}\n");
        assert_eq!(out, "&lt;a href=&#39;x&#39;&gt;&amp;&quot;\u{fffd} ");
    }
}
