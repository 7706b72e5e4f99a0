//! Splits a question into words and decides which of them are names of code.

use super::vocabulary::{EXTENSIONS, PRODUCTS};
use code_words::identifier::has_inner_capital;
use code_words::stop_words::is_filling;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// Without quotes and punctuation around it; `foo()` is `foo`.
    pub text: String,
    /// In lower case.
    pub lower: String,
    /// Quoted, followed by `()`, or marked as a name by the words around it.
    pub marked: bool,
    /// Followed by a comma, a colon or the end of a sentence.
    pub ends_clause: bool,
}

impl Word {
    pub fn name(text: &str) -> Self {
        Self { text: text.to_owned(), lower: text.to_lowercase(), marked: true, ends_clause: false }
    }

    /// A file or folder: has a slash, or ends as source files do.
    pub fn is_path(&self) -> bool {
        let text = self.text.trim_end_matches('/');
        let has_slash = text.contains('/') && !text.contains(' ') && !is_of_capitals(text);
        has_extension(text) || self.text.ends_with('/') || has_slash
    }

    /// Written as only code is: `snake_case`, `camelCase`, `a.b`, `A::b`, or marked.
    pub fn is_name(&self) -> bool {
        !self.is_path() && (self.marked || looks_like_code(&self.text))
    }

    /// Carries no topic: an article, an auxiliary verb.
    pub fn is_stop(&self) -> bool {
        !self.marked && (is_filling(&self.lower) || is_contraction(&self.lower))
    }
}

/// "I'm", "you've", "they'd".
fn is_contraction(lower: &str) -> bool {
    const WHO: &[&str] = &["he", "i", "it", "she", "that", "there", "they", "we", "who", "you"];
    let joined = lower.split_once(['\'', '’']);
    joined.is_some_and(|(who, verb)| WHO.contains(&who) && matches!(verb, "d" | "ll" | "m" | "re" | "s" | "ve"))
}

/// `HTTP/3`, `TCP/IP`, `I/O`, and `and/or`, which is no folder either.
fn is_of_capitals(text: &str) -> bool {
    let is_short = |part: &str| part.chars().count() < 6 && !part.chars().any(char::is_lowercase);
    text.split('/').all(is_short) || text.eq_ignore_ascii_case("and/or") || text.eq_ignore_ascii_case("i/o")
}

/// Ends as files do.
pub fn has_extension(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(stem, extension)| !stem.is_empty() && EXTENSIONS.contains(&extension))
}

fn looks_like_code(text: &str) -> bool {
    let inner: Vec<char> = text.chars().collect();
    let joined =
        inner.windows(3).any(|three| three[1] == '_' && three[0].is_alphanumeric() && three[2].is_alphanumeric());
    let leading = text.starts_with('_') && text.len() > 1;
    // `Class#method`, `value->field`
    let member = ["#", "->"].iter().any(|sign| {
        text.split_once(sign).is_some_and(|(owner, name)| {
            !owner.is_empty()
                && !name.is_empty()
                && name.chars().all(is_word_char)
                && owner.chars().all(|c| is_word_char(c) || c == '.')
        })
    });
    let dotted = text.contains("::")
        || (text.contains('.') && text.split('.').all(|part| part.len() > 1 && part.chars().all(is_word_char)));
    has_inner_capital(text) && !PRODUCTS.contains(&text)
        || joined
        || leading
        || dotted
        || member
        || text.starts_with('$')
        || is_private_member(text)
}

/// `#name` of JavaScript; `#12` is a number.
fn is_private_member(text: &str) -> bool {
    let name = text.strip_prefix('#').unwrap_or("");
    name.len() > 1 && name.starts_with(|c: char| c.is_alphabetic() || c == '_') && name.chars().all(is_word_char)
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Splits a question. Quoted text without spaces is one marked word; `'` inside a word stays, a final `'s` goes.
pub fn split(question: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut rest = question;
    while let Some(first) = rest.chars().next() {
        let after = &rest[first.len_utf8()..];
        let closing = match first {
            '`' | '"' | '\'' => Some(first),
            '“' => Some('”'),
            '«' => Some('»'),
            _ => None,
        };
        if let Some(end) = closing.and_then(|closing| after.find(closing)) {
            push_quoted(&mut words, &after[..end]);
            rest = after[end..].trim_start_matches(['`', '"', '\'', '”', '»']);
        } else if first.is_whitespace() || matches!(first, ',' | ';' | '`' | '"' | '“' | '«') {
            end_clause(&mut words, matches!(first, ',' | ';'));
            rest = after;
        } else {
            let end =
                rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '`' | '"')).unwrap_or(rest.len());
            push_plain(&mut words, &rest[..end]);
            end_clause(&mut words, rest[..end].ends_with(['?', '!', '.', ':']));
            rest = &rest[end..];
        }
    }
    mark_members(&mut words);
    mark_capitals(&mut words);
    words
}

/// Beside `res.send`, `res.json` is a member and no file.
fn mark_members(words: &mut [Word]) {
    let owner = |word: &Word| word.text.split_once('.').map(|(owner, _)| owner.to_owned());
    let owners: Vec<String> = words.iter().filter(|word| word.is_name()).filter_map(owner).collect();
    for word in words.iter_mut().filter(|word| has_extension(&word.text) && !word.text.contains('/')) {
        if owner(word).is_some_and(|own| owners.contains(&own)) {
            word.text = word.text.replace('.', "#");
            word.lower = word.text.to_lowercase();
        }
    }
}

/// A word that says nothing by itself is a name where it alone has a capital: "the difference between Find and Traverse".
fn mark_capitals(words: &mut [Word]) {
    let is_capital = |word: &Word| word.text.chars().count() > 2 && word.text.starts_with(char::is_uppercase);
    let capitals = words.iter().filter(|word| is_capital(word)).count();
    if 2 * capitals > words.len() {
        return;
    }
    for at in 1..words.len() {
        if is_capital(&words[at]) && words[at].is_stop() && !words[at - 1].ends_clause {
            words[at].marked = true;
        }
    }
}

/// The first text in quotes that is more than a name: such a text is looked for as it is.
pub fn quoted_text(question: &str) -> Option<String> {
    let quoted = [('"', '"'), ('`', '`'), ('“', '”'), ('«', '»')].into_iter().filter_map(|(open, close)| {
        let start = question.find(open)? + open.len_utf8();
        let end = start + question[start..].find(close)?;
        Some((start, question[start..end].trim()))
    });
    let quoted = quoted.chain(in_apostrophes(question));
    let literal = quoted.filter(|(_, text)| text.contains(char::is_whitespace));
    literal.min_by_key(|(start, _)| *start).map(|(_, text)| text.to_owned())
}

/// The first word in double quotes: a name, or a text such as the code of an error. No example: "timeouts like "1h"".
pub fn quoted_word(question: &str) -> Option<String> {
    let quoted = [('"', '"'), ('“', '”'), ('«', '»')].into_iter().filter_map(|(open, close)| {
        let start = question.find(open)? + open.len_utf8();
        let end = start + question[start..].find(close)?;
        Some((start, question[start..end].trim()))
    });
    let is_example = |start: usize| {
        let before = question[..start].trim_end_matches(['"', '“', '«', ' ']).to_lowercase();
        [" like", " such as", " e.g.", " e.g", " for example"].iter().any(|end| before.ends_with(end))
    };
    let word =
        quoted.filter(|(start, text)| !text.is_empty() && !text.contains(char::is_whitespace) && !is_example(*start));
    word.min_by_key(|(start, _)| *start).map(|(_, text)| text.to_owned())
}

/// Text between two apostrophes that are in no word: its offset, and the text.
fn in_apostrophes(question: &str) -> Option<(usize, &str)> {
    let is_edge = |c: Option<char>| c.is_none_or(|c| !c.is_alphanumeric());
    let mut places = question.match_indices('\'').map(|(at, _)| at);
    let start = places.find(|at| is_edge(question[..*at].chars().next_back()))? + 1;
    let end = places.find(|at| is_edge(question[at + 1..].chars().next()))?;
    Some((start, question[start..end].trim()))
}

fn end_clause(words: &mut [Word], ends: bool) {
    if let Some(last) = words.last_mut() {
        last.ends_clause |= ends;
    }
}

fn push_quoted(words: &mut Vec<Word>, quoted: &str) {
    let name = before_call(quoted.trim());
    if name.contains(char::is_whitespace) {
        words.extend(split(name));
    } else if !name.is_empty() {
        words.push(Word::name(name));
    }
}

fn push_plain(words: &mut Vec<Word>, raw: &str) {
    let open = |c: char| matches!(c, '(' | '[' | '{' | '<' | '@' | '$' | '¿' | '¡');
    let close = |c: char| matches!(c, '?' | '!' | ':' | ']' | '}' | '>' | '.' | '…' | '。' | '？' | '\'');
    let mut text = raw.trim_start_matches(open).trim_end_matches(close);
    // A dollar sign belongs to the name behind it.
    let begins = raw.len() - raw.trim_start_matches(open).len();
    if raw[..begins].ends_with('$') && text.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        text = raw[begins - 1..].trim_end_matches(close);
    }
    let name = before_call(text);
    let marked = name.len() < text.len() && !name.is_empty() && text[name.len()..].starts_with('(');
    text = if marked { name } else { text.trim_end_matches(')').trim_end_matches(close) };
    for tail in ["'s", "’s"] {
        text = text.strip_suffix(tail).unwrap_or(text);
    }
    if !text.is_empty() {
        let member = text.replace('.', "#");
        // What is called is no file.
        let text = if marked && has_extension(text) { member.as_str() } else { text };
        words.push(Word { text: text.to_owned(), lower: text.to_lowercase(), marked, ends_clause: false });
    }
}

/// `foo(a, b)` -> `foo`; other text as it is.
fn before_call(text: &str) -> &str {
    match text.find('(') {
        Some(at) if at > 0 && text[..at].chars().all(|c| is_word_char(c) || matches!(c, '.' | ':' | '#')) => {
            &text[..at]
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(question: &str) -> Vec<String> {
        split(question).into_iter().filter(Word::is_name).map(|word| word.text).collect()
    }

    #[test]
    fn finds_names_however_they_are_written() {
        assert_eq!(names("Where is `open_session` defined?"), ["open_session"]);
        assert_eq!(names("who calls dispatch() and Flask.wsgi_app?"), ["dispatch", "Flask.wsgi_app"]);
        assert_eq!(names("What's SessionInterface's job, or \"Sansio\"?"), ["SessionInterface", "Sansio"]);
        assert_eq!(names("how does std::mem::take work"), ["std::mem::take"]);
        assert_eq!(names("`render(template, **ctx)` does what?"), ["render"]);
        assert_eq!(names("what is $timeout, Router#handle or ptr->next?"), ["$timeout", "Router#handle", "ptr->next"]);
        assert_eq!(names("who calls #load or Map.#onEach()? see #12"), ["#load", "Map.#onEach"]);
        assert!(names("How does session expiry work, e.g. with cookies?").is_empty());
        assert!(names("How is a template turned into JavaScript?").is_empty(), "a language is a topic");
        assert_eq!(names("What is `JavaScript` or a JavaScriptCompiler?"), ["JavaScript", "JavaScriptCompiler"]);
    }

    #[test]
    fn members_and_words_with_a_capital_are_names() {
        assert_eq!(names("the difference between res.send and res.json?"), ["res.send", "res#json"]);
        assert_eq!(names("what does res.json() do"), ["res#json"]);
        assert_eq!(names("What is the difference between Find and traverse?"), ["Find"]);
        assert!(names("What Does This Do").is_empty());
    }

    #[test]
    fn a_text_in_quotes_is_looked_for_as_it_is() {
        assert_eq!(quoted_text("where does 'connection reset' come from?").as_deref(), Some("connection reset"));
        assert_eq!(quoted_text("who raises \"not a number\"?").as_deref(), Some("not a number"));
        assert_eq!(quoted_text("what's the app's session for?"), None);
        assert_eq!(quoted_word("where is \"ECONNRESET\" handled?").as_deref(), Some("ECONNRESET"));
        assert_eq!(quoted_word("where is \"connection reset\" handled?"), None);
        assert_eq!(quoted_word("how are times like \"1h\" read?"), None);
    }

    #[test]
    fn knows_paths() {
        let paths = |q: &str| split(q).into_iter().filter(Word::is_path).map(|w| w.text).collect::<Vec<_>>();
        assert_eq!(paths("what is in src/flask/app.py?"), ["src/flask/app.py"]);
        assert_eq!(paths("list `src/`, setup.cfg and README.md."), ["src/", "setup.cfg", "README.md"]);
        assert!(paths("why? because.").is_empty());
        assert!(paths("is HTTP/3 or TCP/IP done by I/O?").is_empty());
    }
}
