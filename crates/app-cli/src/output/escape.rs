//! Escapes characters that could control a terminal or hide text.
//!
//! Names, lines of code and answers come from repositories, models and servers. A terminal obeys escape sequences (C0
//! and C1 controls), and with bidirectional controls and invisible characters it shows other text than there is.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Text of several lines: newlines and tabs stay, other control characters become `\u{1b}`. A CRLF becomes a newline.
pub fn text(text: &str) -> Cow<'_, str> {
    escaped(text, '\n')
}

/// Text of one line: newlines and carriage returns become spaces, tabs stay, other control characters become `\u{1b}`.
pub fn line(text: &str) -> Cow<'_, str> {
    escaped(text, ' ')
}

fn escaped(text: &str, newline: char) -> Cow<'_, str> {
    if !text.chars().any(|letter| letter == '\n' || steers(letter)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\r' if letters.peek() == Some(&'\n') => {}
            '\r' if newline == ' ' => out.push(' '),
            '\n' => out.push(newline),
            letter if steers(letter) => out.extend(letter.escape_unicode()),
            letter => out.push(letter),
        }
    }
    Cow::Owned(out)
}

/// A JSON document with the same values and no control characters: they occur only in its strings, where they are
/// written as `\u001b`.
pub fn json(document: String) -> String {
    let in_strings = |letter: char| steers(letter) && letter != '\r';
    if !document.chars().any(in_strings) {
        return document;
    }
    let mut out = String::with_capacity(document.len() + 16);
    for letter in document.chars() {
        if in_strings(letter) {
            for unit in letter.encode_utf16(&mut [0; 2]) {
                // Writing to a string does not fail.
                let _ = write!(out, "\\u{unit:04x}");
            }
        } else {
            out.push(letter);
        }
    }
    out
}

/// Whether a character is escaped: controls other than newline and tab, and characters that reorder or hide text.
/// Joiners are not escaped: scripts and emoji need them.
pub fn steers(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Soft hyphen; marks, embeddings and isolates of direction; spaces without a width; separators of lines; tags.
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' => true,
        '\u{e0000}'..='\u{e007f}' => true,
        letter => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_steers_the_terminal() {
        assert_eq!(text("a\u{1b}[2Jb\u{9b}31m\r\n\tc\u{7}\r"), "a\\u{1b}[2Jb\\u{9b}31m\n\tc\\u{7}\\u{d}");
        assert_eq!(line("a\nb\r\nc\rd\u{1b}]0;x\u{7}"), "a b c d\\u{1b}]0;x\\u{7}");
        assert_eq!(line("user\u{202e}nimda\u{2066}"), "user\\u{202e}nimda\\u{2066}");
    }

    #[test]
    fn words_of_any_script_stay() {
        for fine in ["größer 文件 модуль", "👩‍💻 نمی‌خواهم", "\ttab", ""] {
            assert!(matches!(line(fine), Cow::Borrowed(same) if same == fine), "{fine:?}");
        }
    }

    #[test]
    fn json_keeps_its_values() {
        let hostile = "a\u{1b}[2J\u{9b}\u{7f}\u{202e}\u{feff}\u{e0041}\r\n\"\\ ünï";
        let value = serde_json::json!({ hostile: [hostile, 1] });
        for document in [serde_json::to_string(&value).unwrap(), serde_json::to_string_pretty(&value).unwrap()] {
            let safe = json(document);
            assert!(!safe.chars().any(steers), "{safe}");
            assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).unwrap(), value);
        }
    }
}
