//! Names that a piece of text gives to what it holds, where there is no parser: headings of documents, and the word after
//! a word that defines in most languages.

use source::Language;

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

/// The names, in order.
pub fn titles(language: Language, text: &str) -> Vec<&str> {
    match language {
        Language::Markdown => text.lines().filter_map(heading).collect(),
        language if language.is_prose() || language == Language::Config => Vec::new(),
        _ => text.lines().filter_map(defined).collect(),
    }
}

fn heading(line: &str) -> Option<&str> {
    let title = line.trim_start_matches('#');
    (title.len() < line.len() && title.starts_with(' ')).then_some(title)
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
    fn finds_headings_and_definitions() {
        assert_eq!(titles(Language::Markdown, "# One\ntext # no\n### Two words\n#!x"), [" One", " Two words"]);
        let ruby =
            "class Cart < Base\n  def total_price(lines)\n  # def not_this\n  x = object foo\n  call(class_name)";
        assert_eq!(titles(Language::Ruby, ruby), ["Cart", "total_price"]);
        let php = "public static function getUser($id) {\nreturn new class extends Foo {};";
        assert_eq!(titles(Language::Php, php)[0], "getUser");
        assert_eq!(titles(Language::Sql, "CREATE TABLE orders (\n"), ["orders"]);
        assert!(titles(Language::Config, "class a").is_empty());
    }
}
