//! What is typed after an `@` in a question, and the folders that it may name.

use super::file_name;

/// A name that is being typed after an `@`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Bytes of the text, the `@` with it.
    pub start: usize,
    pub end: usize,
    /// What was typed after the `@`.
    pub query: String,
}

/// Longest name that is completed, in bytes.
const LONGEST: usize = 200;

/// The mention that ends at the caret, which is given in UTF-16 units as a text field counts. An `@` within a word, such as that of
/// an address, begins none.
pub fn mention_at(text: &str, caret: usize) -> Option<Mention> {
    let end = byte_offset(text, caret);
    let before = &text[..end];
    let start = before.rfind('@')?;
    let query = &before[start + 1..];
    let begins =
        before[..start].chars().next_back().is_none_or(|letter| letter.is_whitespace() || "(\"'".contains(letter));
    // "What is the difference between @Get and @Post?": the sentence is over, and Enter asks it.
    let is_over = query.ends_with(['?', '!', ',', ';', ':', ')']);
    let is_name =
        !query.contains(|letter: char| letter.is_whitespace() || letter == '`') && query.len() <= LONGEST && !is_over;
    (begins && is_name).then(|| Mention { start, end, query: query.to_owned() })
}

fn byte_offset(text: &str, units: usize) -> usize {
    let mut left = units;
    for (at, letter) in text.char_indices() {
        if left < letter.len_utf16() {
            return at;
        }
        left -= letter.len_utf16();
    }
    text.len()
}

impl Mention {
    /// The text with `name` in its place, in backticks, and the caret behind it in UTF-16 units.
    pub fn completed(&self, text: &str, name: &str) -> (String, usize) {
        let put = format!("{}`{name}` ", &text[..self.start]);
        let caret = put.encode_utf16().count();
        (put + text[self.end..].trim_start_matches(' '), caret)
    }

    /// The text without it, and the caret where it was in UTF-16 units.
    pub fn removed(&self, text: &str) -> (String, usize) {
        let before = &text[..self.start];
        let caret = before.encode_utf16().count();
        (format!("{before}{}", text[self.end..].trim_start_matches(' ')), caret)
    }
}

/// The folders above these files whose name or path holds the query, nearest to the root first, each once, with a slash at the
/// end.
pub fn folders_named<'p>(paths: impl Iterator<Item = &'p str>, query: &str) -> Vec<String> {
    let query = query.trim_end_matches('/').to_lowercase();
    let mut found: Vec<String> = Vec::new();
    for path in paths {
        for (slash, _) in path.match_indices('/') {
            let folder = &path[..slash];
            let is_it = file_name(folder).to_lowercase().contains(&query) || folder.to_lowercase().ends_with(&query);
            let name = format!("{folder}/");
            if is_it && !query.is_empty() && !found.contains(&name) {
                found.push(name);
            }
        }
    }
    found.sort_by_key(|folder| folder.matches('/').count());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mention_is_what_was_typed_after_an_at_sign_up_to_the_caret() {
        let found = |text: &str, caret| mention_at(text, caret).map(|it| it.query);
        assert_eq!(found("Who calls @pla", 14).as_deref(), Some("pla"));
        assert_eq!(found("Who calls @pla", 12).as_deref(), Some("p"));
        assert_eq!(found("@", 1).as_deref(), Some(""));
        assert_eq!(found("me@example.org", 14), None);
        assert_eq!(found("@pla ce", 7), None);
        assert_eq!(found("Compare @Get and @Post?", 23), None, "Enter asks the question");
        assert_eq!(found("@src/main.rs", 12).as_deref(), Some("src/main.rs"));
        assert_eq!(found("é😀 @a", 6).as_deref(), Some("a"));
    }

    #[test]
    fn a_completed_mention_is_a_name_in_backticks() {
        let text = "Who calls @pla now?";
        let mention = mention_at(text, 14).expect("a mention");
        assert_eq!(mention.completed(text, "shop.place"), ("Who calls `shop.place` now?".into(), 23));
    }

    #[test]
    fn a_removed_mention_leaves_the_rest() {
        let text = "What @serv is slow?";
        let mention = mention_at(text, 10).expect("a mention");
        assert_eq!(mention.removed(text), ("What is slow?".into(), 5));
    }

    #[test]
    fn folders_are_found_by_a_part_of_their_name() {
        let paths = ["src/server/orders.py", "src/server/api/routes.py", "src/api.py"];
        assert_eq!(folders_named(paths.into_iter(), "serv"), ["src/server/"]);
        assert_eq!(folders_named(paths.into_iter(), "src/server/"), ["src/server/"]);
        assert_eq!(folders_named(paths.into_iter(), "API"), ["src/server/api/"]);
        assert_eq!(folders_named(paths.into_iter(), ""), [""; 0]);
    }
}
