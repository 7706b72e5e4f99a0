//! Takes a question apart into words, and says which of them are names of code.

/// A word of a question.
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
    /// A word known to be a name.
    pub fn name(text: &str) -> Self {
        Self { text: text.to_owned(), lower: text.to_lowercase(), marked: true, ends_clause: false }
    }

    /// A file or folder: has a slash, or ends as source files do.
    pub fn is_path(&self) -> bool {
        let text = self.text.trim_end_matches('/');
        has_extension(text) || self.text.ends_with('/') || (text.contains('/') && !text.contains(' '))
    }

    /// Written as only code is: `snake_case`, `camelCase`, `a.b`, `A::b`, or marked.
    pub fn is_name(&self) -> bool {
        !self.is_path() && (self.marked || looks_like_code(&self.text))
    }

    /// Says nothing about the subject.
    pub fn is_stop(&self) -> bool {
        !self.marked && STOP.split_ascii_whitespace().any(|stop| stop == self.lower)
    }
}

/// Words of grammar, and of asking about code in general.
const STOP: &str = "a about after all also am an and any anywhere are as at be been before between but by can code \
    codebase could did do does doing done each every exactly explain describe find for from function functions get \
    gets give given go goes got had handled handles handle happen happens happening has have here how i if implemented \
    implement implements implementation in into is it its kind let line list located long look made make makes many me \
    method methods mean means module modules must my no not of on one or other our out please project quarry repo \
    repository see shall should show so some such take tell than that the their them then there these they thing \
    things this those through to type under use used uses using very via want was way we were what whats when where \
    which while who whole whom whose why will with within work working works would you your class classes defined \
    define defines declared file files folder folders directory happened logic part parts place places s";

const EXTENSIONS: &str = "py pyi rs ts tsx js jsx mjs cjs go java c h cc cpp hpp cs rb php kt swift scala sh sql html \
    css scss md mdx rst txt toml yaml yml json ini cfg xml lock gradle vue svelte";

fn has_extension(text: &str) -> bool {
    text.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty() && EXTENSIONS.split_ascii_whitespace().any(|known| known == extension)
    })
}

fn looks_like_code(text: &str) -> bool {
    let inner: Vec<char> = text.chars().collect();
    let hump = inner.windows(2).any(|pair| pair[0].is_lowercase() && pair[1].is_uppercase());
    let joined =
        inner.windows(3).any(|three| three[1] == '_' && three[0].is_alphanumeric() && three[2].is_alphanumeric());
    let leading = text.starts_with('_') && text.len() > 1;
    let dotted = text.contains("::")
        || (text.contains('.') && text.split('.').all(|part| part.len() > 1 && part.chars().all(is_word_char)));
    hump || joined || leading || dotted
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
    words
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
    let open = |c: char| matches!(c, '(' | '[' | '{' | '<' | '@' | '$');
    let close = |c: char| matches!(c, '?' | '!' | ':' | ']' | '}' | '>' | '.' | '…' | '。' | '？' | '\'');
    let mut text = raw.trim_start_matches(open).trim_end_matches(close);
    let name = before_call(text);
    let marked = name.len() < text.len() && !name.is_empty() && text[name.len()..].starts_with('(');
    text = if marked { name } else { text.trim_end_matches(')').trim_end_matches(close) };
    for tail in ["'s", "’s"] {
        text = text.strip_suffix(tail).unwrap_or(text);
    }
    if !text.is_empty() {
        words.push(Word { text: text.to_owned(), lower: text.to_lowercase(), marked, ends_clause: false });
    }
}

/// `foo(a, b)` -> `foo`; other text as it is.
fn before_call(text: &str) -> &str {
    match text.find('(') {
        Some(at) if at > 0 && text[..at].chars().all(|c| is_word_char(c) || matches!(c, '.' | ':')) => &text[..at],
        _ => text,
    }
}

/// The parts of an identifier or a text, in lower case: `openSession_v2` -> open, session, v2.
pub fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let letters: Vec<char> = text.chars().collect();
    for (i, &c) in letters.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| letters[i]);
        let hump = c.is_uppercase()
            && (before.is_some_and(|b| b.is_lowercase() || b.is_numeric())
                || (before.is_some_and(char::is_uppercase) && letters.get(i + 1).is_some_and(|n| n.is_lowercase())));
        if (hump || !c.is_alphanumeric()) && !part.is_empty() {
            parts.push(std::mem::take(&mut part));
        }
        if c.is_alphanumeric() {
            part.extend(c.to_lowercase());
        }
    }
    if !part.is_empty() {
        parts.push(part);
    }
    parts
}

/// True where two lower-case words are forms of one: session, sessions; expire, expiry, expiration.
pub fn same_stem(a: &str, b: &str) -> bool {
    same_stems(stem(a), stem(b))
}

/// The same of two [`stem`]s.
pub fn same_stems(a: &str, b: &str) -> bool {
    a == b || (a.len().min(b.len()) >= 5 && (a.starts_with(b) || b.starts_with(a)))
}

/// What is left without endings; twice, as `rendered` is `render` is `rend`.
pub fn stem(word: &str) -> &str {
    without_ending(without_ending(word))
}

fn without_ending(word: &str) -> &str {
    const ENDINGS: [&str; 22] = [
        "izations", "ization", "ations", "ators", "ation", "ating", "ator", "ated", "ates", "ings", "ions", "ate",
        "ing", "ion", "ies", "ers", "er", "ed", "es", "s", "y", "e",
    ];
    // The last letter of `process` and `class` is no ending.
    let left = |ending: &&str| word.strip_suffix(*ending).filter(|stem| stem.chars().count() >= 3);
    let kept = |stem: &str, ending: &str| ending == "s" && stem.ends_with('s');
    ENDINGS.iter().find_map(|ending| left(ending).filter(|stem| !kept(stem, ending))).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(question: &str) -> Vec<String> {
        split(question).into_iter().filter(Word::is_name).map(|word| word.text).collect()
    }

    #[test]
    fn forms_of_a_word_that_ends_in_two_s_are_one_word() {
        for form in ["process", "processes", "processed", "processing"] {
            assert!(same_stem(form, "process"), "{form}");
        }
        assert!(same_stem("classes", "class") && !same_stem("class", "clash"));
    }

    #[test]
    fn finds_names_however_they_are_written() {
        assert_eq!(names("Where is `open_session` defined?"), ["open_session"]);
        assert_eq!(names("who calls dispatch() and Flask.wsgi_app?"), ["dispatch", "Flask.wsgi_app"]);
        assert_eq!(names("What's SessionInterface's job, or \"Sansio\"?"), ["SessionInterface", "Sansio"]);
        assert_eq!(names("how does std::mem::take work"), ["std::mem::take"]);
        assert_eq!(names("`render(template, **ctx)` does what?"), ["render"]);
        assert!(names("How does session expiry work, e.g. with cookies?").is_empty());
    }

    #[test]
    fn knows_paths() {
        let paths = |q: &str| split(q).into_iter().filter(Word::is_path).map(|w| w.text).collect::<Vec<_>>();
        assert_eq!(paths("what is in src/flask/app.py?"), ["src/flask/app.py"]);
        assert_eq!(paths("list `src/`, setup.cfg and README.md."), ["src/", "setup.cfg", "README.md"]);
        assert!(paths("why? because.").is_empty());
    }

    #[test]
    fn compares_words() {
        assert_eq!(parts("HTTPServer.openSession_v2"), ["http", "server", "open", "session", "v2"]);
        assert!(
            same_stem("sessions", "session") && same_stem("expiry", "expires") && same_stem("expiration", "expired")
        );
        assert!(same_stem("render", "rendered") && same_stem("generated", "generator"));
        assert!(!same_stem("signed", "signal") && !same_stem("session", "section") && !same_stem("route", "room"));
    }
}
