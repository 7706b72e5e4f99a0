//! A message as words and quoted texts, and a place in it.

use super::Paths;

const POLITE: [&str; 11] =
    ["please", "can", "could", "would", "you", "now", "then", "just", "quickly", "thanks", "kindly"];
/// Words without a meaning of their own before a name or path.
const ARTICLES: [&str; 6] = ["the", "a", "an", "file", "folder", "directory"];
const QUOTES: [(char, char); 4] = [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”')];

/// A word, or what stands between quotes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Token<'t> {
    pub(super) text: &'t str,
    pub(super) quoted: bool,
}

/// A message with the paths that it may name.
pub(super) struct Sentence<'t> {
    tokens: Vec<Token<'t>>,
    paths: &'t dyn Paths,
}

/// A place in a sentence. Each method that finds what it looks for goes on behind it.
pub(super) struct Cursor<'s> {
    tokens: &'s [Token<'s>],
    paths: &'s dyn Paths,
}

impl<'t> Sentence<'t> {
    /// Reads a message; polite words at its beginning and end are left out.
    pub(super) fn new(message: &'t str, paths: &'t dyn Paths) -> Self {
        let mut tokens = tokens(message);
        let polite = |token: &Token| !token.quoted && POLITE.iter().any(|word| token.text.eq_ignore_ascii_case(word));
        while tokens.last().is_some_and(polite) {
            tokens.pop();
        }
        let first = tokens.iter().position(|token| !polite(token)).unwrap_or(tokens.len());
        tokens.drain(..first);
        Self { tokens, paths }
    }

    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor { tokens: &self.tokens, paths: self.paths }
    }

    /// Looks at one token of the sentence alone.
    pub(super) fn only<'s>(&'s self, token: &'s Token<'t>) -> Cursor<'s> {
        Cursor { tokens: std::slice::from_ref(token), paths: self.paths }
    }

    pub(super) fn tokens(&self) -> &[Token<'t>] {
        &self.tokens
    }

    /// The files that exist among these tokens, each once.
    pub(super) fn files(&self, among: impl Fn(&Token<'t>) -> bool) -> Vec<String> {
        let mut files: Vec<String> = Vec::new();
        for token in self.tokens.iter().filter(|token| among(token)) {
            let file = self.only(token).file();
            files.extend(file.filter(|file| !files.contains(file)));
        }
        files
    }
}

impl<'s> Cursor<'s> {
    /// One of these words, in any case.
    pub(super) fn word(&mut self, words: &[&str]) -> Option<&'s str> {
        let (first, rest) = self.tokens.split_first()?;
        let fits = !first.quoted && words.iter().any(|word| first.text.eq_ignore_ascii_case(word));
        fits.then(|| {
            self.tokens = rest;
            first.text
        })
    }

    /// Passes these words, if they are there.
    pub(super) fn skip(&mut self, words: &[&str]) {
        while self.word(words).is_some() {}
    }

    /// A quoted text.
    pub(super) fn quoted(&mut self) -> Option<&'s str> {
        let (first, rest) = self.tokens.split_first().filter(|(first, _)| first.quoted)?;
        self.tokens = rest;
        Some(first.text)
    }

    /// A quoted text or one word.
    pub(super) fn term(&mut self) -> Option<&'s str> {
        let (first, rest) = self.tokens.split_first()?;
        self.tokens = rest;
        Some(first.text)
    }

    /// A path for which `fits` is true, after any articles.
    fn path(&mut self, fits: impl Fn(&str) -> bool) -> Option<String> {
        let before = self.tokens;
        loop {
            let (first, rest) = self.tokens.split_first()?;
            if let Some(path) = relative(first.text).filter(|path| fits(path)) {
                self.tokens = rest;
                return Some(path);
            }
            if self.word(&ARTICLES).is_none() {
                self.tokens = before;
                return None;
            }
        }
    }

    /// A file that exists.
    pub(super) fn file(&mut self) -> Option<String> {
        let paths = self.paths;
        self.path(|path| paths.is_file(path))
    }

    /// A folder that exists; `.` and the words for it are the root, as an empty path.
    pub(super) fn folder(&mut self) -> Option<String> {
        let paths = self.paths;
        self.skip(&["the"]);
        if self.word(&[".", "./", "root", "repository", "repo", "project"]).is_some() {
            return Some(String::new());
        }
        self.path(|path| paths.is_folder(path.trim_end_matches('/'))).map(|path| path.trim_end_matches('/').to_owned())
    }

    pub(super) fn file_or_folder(&mut self) -> Option<String> {
        self.file().or_else(|| self.folder())
    }

    /// Where a file named `source` may go: a folder (as a path that ends in `/`), a path in one that exists, or one that
    /// ends in the same file name.
    pub(super) fn target(&mut self, source: &str) -> Option<String> {
        let paths = self.paths;
        if let Some(folder) = self.path(|path| paths.is_folder(path.trim_end_matches('/'))) {
            return Some(folder.trim_end_matches('/').to_owned() + "/");
        }
        let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
        self.path(|path| {
            let in_folder = path.rsplit_once('/').is_none_or(|(parent, _)| paths.is_folder(parent));
            in_folder || name(path) == name(source)
        })
    }

    /// True where nothing follows.
    pub(super) fn end(&self) -> Option<()> {
        self.tokens.is_empty().then_some(())
    }
}

/// A path as the repository writes it; `None` for one that leads out of it.
pub(super) fn relative(text: &str) -> Option<String> {
    let path = text.strip_prefix("./").unwrap_or(text);
    let inside = !path.is_empty() && !path.starts_with(['/', '~']) && !path.contains('\\') && !path.contains("://");
    (inside && path.split('/').all(|part| part != "..")).then(|| path.to_owned())
}

/// Words, without the punctuation that ends them, and quoted texts. A quote opens only at the start of a word.
fn tokens(message: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = message.trim_start();
    while let Some(first) = rest.chars().next() {
        let quote = QUOTES.iter().find(|(open, _)| *open == first);
        let closed = quote.and_then(|(open, close)| {
            let inside = &rest[open.len_utf8()..];
            let end = inside.find(*close)?;
            Some((&inside[..end], &inside[end + close.len_utf8()..]))
        });
        rest = match closed {
            Some((text, behind)) => {
                tokens.push(Token { text, quoted: true });
                behind.trim_start_matches(['.', ',', '!', '?', ';', ':'])
            }
            None => {
                let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
                let word = rest[..end].trim_end_matches([',', '!', '?', ';', ':']);
                // A path may be "." alone.
                let text = if word.len() > 1 { word.trim_end_matches('.') } else { word };
                if !text.is_empty() {
                    tokens.push(Token { text, quoted: false });
                }
                &rest[end..]
            }
        }
        .trim_start();
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_together_and_punctuation_goes() {
        let read = |message| tokens(message).iter().map(|token| (token.text, token.quoted)).collect::<Vec<_>>();
        assert_eq!(
            read("write \"a. b\", to it's.txt."),
            [("write", false), ("a. b", true), ("to", false), ("it's.txt", false)]
        );
        assert_eq!(read("ls . 'open“"), [("ls", false), (".", false), ("'open“", false)]);
    }

    #[test]
    fn paths_that_lead_out_are_none() {
        for path in ["/etc/passwd", "../a", "a/../../b", "~/a", "c:\\a", "https://a.b/c", ""] {
            assert_eq!(relative(path), None, "{path}");
        }
        assert_eq!(relative("./a/b.py").as_deref(), Some("a/b.py"));
    }
}
