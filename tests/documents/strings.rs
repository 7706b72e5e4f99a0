//! The page's words are messages: what a person reads is in `web/strings`, and no view has a text of its own.
//!
//! Found are texts between tags and in attributes that are read out or shown, and anything that reads as a phrase: two words
//! with a blank between. What is no language of the page is listed below, with its reason.

use std::path::{Path, PathBuf};

/// Attributes that people read, and properties of components that end up in one.
const READ: [&str; 7] = ["aria-label", "title", "placeholder", "alt", "label", "words", "aria-description"];

/// Names of keys, which are on the keyboard as they are.
const KEYS: [&str; 6] = ["Ctrl", "Shift", "Alt", "Enter", "Esc", "Tab"];

/// A file, what a text in it begins with, and why it is no message. An entry that nothing needs fails.
const NO_MESSAGES: &[(&str, &str, &str)] = &[
    ("actions/ask_about.rs", "What", QUESTION),
    ("components/change_file.rs", "What does", QUESTION),
    ("components/change_hunk.rs", "About your change", QUESTION),
    ("components/commit_dialog.rs", "What did", QUESTION),
    ("components/overview_section.rs", "Which", QUESTION),
    ("components/symbol_panel.rs", "What does", QUESTION),
    ("run/next_questions.rs", "", QUESTION),
    ("components/code_view.rs", "hit current", CODE),
    ("components/completion.rs", "only in", CODE),
    ("components/diff_rows.rs", "diff-row", CODE),
    ("components/references_panel.rs", "same name", CODE),
    ("text/languages.rs", "Other text", CODE),
    ("graph_text.rs", "", CODE),
    ("components/conversation_list.rs", "Markdown", NAME),
    ("components/graph_questions.rs", "PNG", NAME),
    ("components/graph_questions.rs", "DOT", NAME),
    ("components/model_dialog.rs", "LM Studio", NAME),
    ("components/search_form.rs", "Brave Search", NAME),
    ("components/search_form.rs", "Rust programming language", "a search that every provider finds something for"),
    ("components/top_bar.rs", "Quarry", NAME),
    ("links/editor.rs", "VS Code", NAME),
    ("links/editor.rs", "IntelliJ IDEA", NAME),
    ("strings/loading.rs", "", "why a language was not loaded is said in English, which is what is left"),
];

const QUESTION: &str = "a question is sent to agents, and the offline model reads English";
const CODE: &str = "a class, an attribute, what is compared, or a language of diagrams";
const NAME: &str = "a name, the same in each language";

/// A string literal of a source file.
struct Literal<'a> {
    before: &'a str,
    text: &'a str,
    after: &'a str,
}

/// The literals of a file up to its inline tests, without comments.
fn literals(source: &str) -> Vec<Literal<'_>> {
    let code = source.split("\nmod tests {").next().expect("a split has a first part");
    let (mut found, mut at) = (Vec::new(), 0);
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let line = rest.find('\n').unwrap_or(rest.len());
        let end = match c {
            '/' if rest.starts_with("//") => at + line,
            // A character, and not a lifetime.
            '\'' if rest[1..].starts_with('\\') => at + 3 + rest[3..].find('\'').map_or(0, |end| end + 1),
            '\'' if rest.chars().nth(2) == Some('\'') => {
                at + rest.char_indices().nth(3).map_or(rest.len(), |(end, _)| end)
            }
            'r' if rest.starts_with("r#\"") => at + rest.find("\"#").map_or(rest.len(), |end| end + 2),
            '"' => {
                let mut escaped = false;
                let length = rest[1..].find(|c: char| {
                    let is_end = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    is_end
                });
                let end = at + 1 + length.expect("a literal ends");
                found.push(Literal { before: &code[..at], text: &code[at + 1..end], after: &code[end + 1..] });
                end + 1
            }
            c => at + c.len_utf8(),
        };
        at = end;
    }
    found
}

/// The words of a text: two letters or more, without what is put in between braces, and without keys of the keyboard.
fn words(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let outside = move |c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth > 0 || !c.is_alphabetic()
    };
    text.split(outside).filter(|word| word.chars().count() >= 2 && !KEYS.contains(word)).collect()
}

/// Whether a literal is shown to people.
fn is_read(literal: &Literal) -> bool {
    let (before, after) = (literal.before.trim_end(), literal.after.trim_start());
    let words = words(literal.text);
    // Said to who develops the page, or an attribute of the code.
    let is_of_code = ["expect(", "unreachable!(", "panic!(", "reason =", "module =", "class=", "class=format!("];
    let is_address = literal.text.contains("://");
    if words.is_empty() || is_address || is_of_code.iter().any(|start| before.ends_with(start)) {
        return false;
    }
    let attribute = literal.before.strip_suffix('=').map(|before| {
        before.rsplit(|c: char| !c.is_alphanumeric() && c != '-' && c != '_').next().expect("a split has a first part")
    });
    if let Some(name) = attribute {
        return READ.contains(&name);
    }
    let is_behind_tag = before.ends_with('>') && !before.ends_with("=>") && !before.ends_with("->");
    let is_before_tag =
        after.strip_prefix('<').is_some_and(|tag| tag.starts_with(|c: char| c.is_alphabetic() || c == '/'));
    let is_phrase =
        words.len() > 1 && words.windows(2).any(|two| literal.text.contains(&format!("{} {}", two[0], two[1])));
    is_behind_tag || is_before_tag || is_phrase
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder that is there") {
        let path = entry.expect("a readable entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false if name.ends_with(".rs") && name != "tests.rs" => found.push(path),
            false => {}
        }
    }
    found.sort();
    found
}

#[test]
fn the_page_has_no_words_of_its_own() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src");
    let mut needed = vec![false; NO_MESSAGES.len()];
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for path in sources(&web) {
        let source = std::fs::read_to_string(&path).expect("a readable file");
        let name = path.strip_prefix(&web).expect("it is below").to_str().expect("a path in UTF-8");
        for literal in literals(&source) {
            seen += 1;
            if is_read(&literal) {
                let known =
                    NO_MESSAGES.iter().position(|(file, start, _)| *file == name && literal.text.starts_with(start));
                match known {
                    Some(known) => needed[known] = true,
                    None => wrong.push(format!("{name}: {:?}", literal.text)),
                }
            }
        }
    }
    assert!(seen > 1000, "it reads literals: {seen}");
    assert!(wrong.is_empty(), "these belong into web/strings:\n{}", wrong.join("\n"));
    let unneeded: Vec<_> =
        NO_MESSAGES.iter().zip(&needed).filter(|(_, needed)| !**needed).map(|(known, _)| known).collect();
    assert!(unneeded.is_empty(), "nothing needs these exceptions: {unneeded:#?}");
}

#[test]
fn texts_of_views_and_phrases_are_found_and_code_is_not() {
    let found = |source: &str| {
        literals(source).iter().filter(|it| is_read(it)).map(|it| it.text.to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found(r#"<p class="quiet">"Ask"</p>"#), ["Ask"]);
    assert_eq!(found(r#"<b>{name} " of all" </b>"#), [" of all"]);
    assert_eq!(
        found(r#"<input title="Name" placeholder="x" aria-label="Your name" data-testid="ask-box"/>"#),
        ["Name", "Your name"]
    );
    assert_eq!(found(r#"let words = format!("{count} were skipped");"#), ["{count} were skipped"]);
    assert_eq!(found(r#"match c { '"' => "two words", 'x' => "" } // "in a comment""#), ["two words"]);
    let code = r#"<kbd>"Ctrl K"</kbd> {strings::ask()} " " <i class="a b">"+"</i> it.expect("a reason in words"); x => "word""#;
    assert_eq!(found(code), [""; 0]);
}
