//! Names that a piece of text gives to what it holds, where there is no parser: headings of documents, and the word after
//! a word that defines in most languages.

use source::{Heading, Language, Outline, Span};

/// Words after which many languages write the name of what they define.
const KEYWORDS: [&str; 20] = [
    "class",
    "def",
    "define",
    "enum",
    "fn",
    "fun",
    "func",
    "function",
    "interface",
    "macro",
    "module",
    "namespace",
    "object",
    "protocol",
    "record",
    "struct",
    "sub",
    "table",
    "trait",
    "union",
];

/// The names that some lines of code give, in order.
pub fn titles(language: Language, text: &str) -> Vec<&str> {
    if language.is_prose() || language == Language::Config {
        return Vec::new();
    }
    text.lines().filter_map(defined).collect()
}

/// The titles of what some lines of a document hold, with that of the section that they go on with; and the titles of what they
/// are below.
pub fn of_document<'a>(outline: &'a Outline<'a>, chunk: &Span) -> (Vec<&'a str>, Vec<&'a str>) {
    let (first, end) = (chunk.start_line.saturating_sub(1) as usize, chunk.end_line as usize);
    let Some(last) = end.checked_sub(1).and_then(|last| outline.at(last)) else { return (Vec::new(), Vec::new()) };
    // Lines before the first heading go on with no section.
    let from = outline.at(first).unwrap_or(0);
    let title = |heading: &Heading<'a>| heading.title;
    let own = outline.headings[from..=last].iter().map(title).collect();
    (own, outline.above(from).into_iter().map(title).collect())
}

/// The name that a line defines: `class Name`, `public static function name(`, `CREATE TABLE name`.
fn defined(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with(['/', '*', '-', '"', '\'']) {
        return None;
    }
    // The C preprocessor's `#define`; else a comment.
    let line = match line.strip_prefix('#') {
        Some(directive) if directive.starts_with("define") => directive,
        Some(_) => return None,
        None => line,
    };
    // Further in, the keyword is part of a sentence or a call.
    let words = line.split([' ', '\t']).filter(|word| !word.is_empty()).take(6);
    let mut after_keyword = false;
    for word in words {
        if after_keyword {
            let end = word.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | ':')).unwrap_or(word.len());
            return (end > 1).then_some(&word[..end]);
        }
        after_keyword = KEYWORDS.iter().any(|keyword| keyword.eq_ignore_ascii_case(word));
        if !after_keyword && word.contains(['(', '=', ';', '"']) {
            return None;
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_of_a_document_has_the_titles_of_its_sections_and_is_below_others() {
        let text = "Guide\n=====\n\nCaches\n------\ntext\ntext\n\nClocks\n------\ntext\n";
        let lines: Vec<&str> = text.lines().collect();
        let outline = Outline::of("guide.rst", &lines);
        let of = |start_line, end_line| of_document(&outline, &Span { start_line, end_line, ..Span::default() });
        assert_eq!(of(7, 8), (vec!["Caches"], vec!["Guide"]));
        assert_eq!(of(1, 11), (vec!["Guide", "Caches", "Clocks"], vec![]));
        assert_eq!(of_document(&Outline::default(), &Span::default()), (vec![], vec![]));
    }

    #[test]
    fn finds_definitions() {
        let ruby =
            "class Cart < Base\n  def total_price(lines)\n  # def not_this\n  x = object foo\n  call(class_name)";
        assert_eq!(titles(Language::Ruby, ruby), ["Cart", "total_price"]);
        let php = "public static function getUser($id) {\nreturn new class extends Foo {};";
        assert_eq!(titles(Language::Php, php)[0], "getUser");
        assert_eq!(titles(Language::Sql, "CREATE TABLE orders (\n"), ["orders"]);
        assert!(titles(Language::Config, "class a").is_empty());
    }
}
