//! Sentences of doc comments as queries, for what asks them (this package's program) and for what learns words from them.

use code_words::identifier::lower_parts;
use code_words::stem::same_word;
use facts::FileFacts;

/// The first sentence of a doc comment, if it is one: of 4 words or more.
pub fn first_sentence(doc: &str) -> Option<&str> {
    let paragraph = doc.trim().split("\n\n").next()?;
    let end = paragraph.find(". ").or_else(|| paragraph.find(".\n")).unwrap_or(paragraph.len());
    let sentence = paragraph[..end].trim();
    let plain = !sentence.starts_with(['@', '#', '[', ':']) && sentence.len() < 300;
    (plain && sentence.split_whitespace().count() > 3).then_some(sentence)
}

/// The sentence without the words of the name; `None` where fewer than three are left.
pub fn masked(sentence: &str, name: &str) -> Option<String> {
    let parts = lower_parts(name);
    let of_name = |word: &str| lower_parts(word).iter().any(|part| parts.iter().any(|own| same_word(part, own)));
    let left: Vec<&str> = sentence.split_whitespace().filter(|word| !of_name(word)).collect();
    (left.len() > 2).then(|| left.join(" "))
}

/// The text with spaces in place of all doc comments; lines stay where they are.
pub fn without_docs(text: &str, facts: &FileFacts) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for definition in &facts.definitions {
        let Some(doc) = &definition.doc else { continue };
        let mut at = definition.span.start as usize;
        for line in doc.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let rest = text.get(at..definition.span.end as usize).unwrap_or("");
            let Some(found) = rest.find(line) else { continue };
            at += found;
            bytes[at..at + line.len()].fill(b' ');
            at += line.len();
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use source::Language;

    #[test]
    fn a_masked_sentence_holds_no_word_of_the_name() {
        let doc = "Opens a session, and keeps it open. It waits.";
        assert_eq!(first_sentence(doc), Some("Opens a session, and keeps it open"));
        let masked = masked("Opens a session, and keeps it open", "open_session");
        assert_eq!(masked.as_deref(), Some("a and keeps it"));
        assert_eq!(first_sentence("Opens it."), None);
    }

    #[test]
    fn doc_comments_are_taken_out_and_lines_stay() {
        let text = "def f():\n    \"\"\"Opens it.\n\n    Then waits.\n    \"\"\"\n    return 'Opens'\n";
        let facts = syntax::parse(Language::Python, text).unwrap();
        let left = without_docs(text, &facts);
        assert_eq!(left.lines().count(), text.lines().count());
        assert!(!left.contains("Opens it") && !left.contains("waits") && left.contains("return 'Opens'"));
        let again = syntax::parse(Language::Python, &left).unwrap();
        assert_eq!(again.definitions.len(), facts.definitions.len());
    }
}
