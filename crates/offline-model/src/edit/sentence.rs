//! A sentence in words and quoted texts.

/// A part of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Part {
    text: String,
    /// Between quotes or backticks: never a word of the grammar.
    quoted: bool,
}

/// A sentence, without a "please" before it and a mark after it.
pub struct Sentence(Vec<Part>);

impl Sentence {
    pub fn of(text: &str) -> Self {
        let mut parts = Vec::new();
        let mut rest = text.trim().trim_end_matches(['.', '!']).trim_start();
        while let Some(first) = rest.chars().next() {
            let quoted = matches!(first, '"' | '\'' | '`').then(|| rest[1..].split_once(first)).flatten();
            // A quote ends where a word ends.
            let quoted = quoted.filter(|(_, after)| after.is_empty() || after.starts_with(char::is_whitespace));
            let (part, after) = match quoted {
                Some((inner, after)) => (Part { text: inner.to_owned(), quoted: true }, after),
                None => {
                    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                    (Part { text: rest[..end].to_owned(), quoted: false }, &rest[end..])
                }
            };
            parts.push(part);
            rest = after.trim_start();
        }
        if parts.first().is_some_and(|part| !part.quoted && part.text.eq_ignore_ascii_case("please")) {
            parts.remove(0);
        }
        Self(parts)
    }

    /// The texts in the places of a pattern that the whole sentence has. A pattern is words between spaces: `a|b` is either
    /// word, `[a|b]` may be left out, `N` a name, `F` a path, `T` a quoted text, `V` a value, `#` a number.
    pub fn fit(&self, pattern: &str) -> Option<Vec<String>> {
        let mut found = Vec::new();
        let mut parts = self.0.iter().peekable();
        for wanted in pattern.split(' ') {
            if let Some(optional) = wanted.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
                if parts.peek().is_some_and(|part| part.is_word(optional)) {
                    parts.next();
                }
                continue;
            }
            let part = parts.next()?;
            let fits = match wanted {
                "N" => part.is_name(),
                "F" => part.is_path(),
                "T" => part.quoted,
                "V" => !part.text.is_empty(),
                "#" => !part.quoted && part.text.parse::<u32>().is_ok_and(|number| number > 0),
                words => part.is_word(words),
            };
            if !fits {
                return None;
            }
            if matches!(wanted, "N" | "F" | "T" | "V" | "#") {
                found.push(part.text.clone());
            }
        }
        parts.next().is_none().then_some(found)
    }
}

impl Part {
    fn is_word(&self, words: &str) -> bool {
        !self.quoted && words.split('|').any(|word| self.text.eq_ignore_ascii_case(word))
    }

    /// A name, qualified or not.
    fn is_name(&self) -> bool {
        let text = self.text.replace("::", ".");
        let is_part = |part: &str| {
            part.chars().next().is_some_and(|first| first.is_alphabetic() || matches!(first, '_' | '$'))
                && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'))
        };
        !text.is_empty() && text.split('.').all(is_part)
    }

    /// A path with a folder or an extension in it.
    fn is_path(&self) -> bool {
        let text = &self.text;
        !text.is_empty() && !text.contains(char::is_whitespace) && text.contains(['/', '.'])
    }
}
