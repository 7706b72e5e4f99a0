//! The repository's own name in a question: "exit codes of fzf" are those of the repository, and the name no word of its topic.

/// Words behind which a bare name is who does something, or what has it: "how does fzf decide", "exit codes of fzf".
#[rustfmt::skip]
const BEFORE: &[&str] = &[
    "does", "do", "did", "can", "could", "will", "would", "should", "must", "may", "is", "has", "of", "in", "for", "from", "by", "with",
    "inside", "into", "within", "than", "via", "through", "use", "using", "run", "running", "call", "calling", "start", "make", "let", "lets",
    "embed", "embedding", "extend", "extending", "install", "configure",
];
/// Words behind which it is that too, where a verb follows: "where fzf stores".
#[rustfmt::skip]
const BEFORE_VERB: &[&str] = &[
    "when", "where", "why", "how", "if", "while", "because", "that", "what", "which", "whether", "and", "until", "before", "after", "as",
];
/// Words of a question for a type, which may be called as the project is.
const OF_A_TYPE: &[&str] = &[
    "methods",
    "fields",
    "members",
    "properties",
    "attributes",
    "constructor",
    "subclasses",
    "class",
    "type",
    "signature",
];
/// What is left must have so many letters in a word to be a question.
const SHORTEST: usize = 3;

/// The question with a pronoun in place of the name; `None` where the name is not in it, is written as code, or is all that it asks
/// about.
pub fn unnamed(question: &str, project: &[String]) -> Option<String> {
    if project.is_empty() {
        return None;
    }
    let tokens: Vec<&str> = question.split(' ').collect();
    if tokens.iter().any(|token| OF_A_TYPE.contains(&plain(token).to_lowercase().as_str())) {
        return None;
    }
    let mut said: Vec<String> = Vec::new();
    let mut is_changed = false;
    for (at, token) in tokens.iter().enumerate() {
        let replaced = name_in(token, project).filter(|name| is_bare(&tokens, at, name.text));
        is_changed |= replaced.is_some();
        said.push(replaced.map_or_else(|| (*token).to_owned(), |name| name.replaced()));
    }
    let is_left = |word: &String| {
        let plain = plain(word).to_lowercase();
        plain.chars().count() >= SHORTEST && !code_words::stop_words::is_filling(&plain)
    };
    (is_changed && said.iter().any(is_left)).then(|| said.join(" "))
}

/// A name in a word, and what follows it there.
struct Name<'q> {
    text: &'q str,
    tail: &'q str,
}

impl Name<'_> {
    fn replaced(&self) -> String {
        match self.tail.strip_prefix("'s").or_else(|| self.tail.strip_prefix("’s")) {
            Some(tail) => format!("its{tail}"),
            None => format!("it{}", self.tail),
        }
    }
}

fn name_in<'q>(token: &'q str, project: &[String]) -> Option<Name<'q>> {
    let is_it = |name: &&String| token.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
    project.iter().filter(is_it).find_map(|name| {
        let (text, tail) = token.split_at(name.len());
        let rest = tail.strip_prefix("'s").or_else(|| tail.strip_prefix("’s")).unwrap_or(tail);
        rest.chars().all(|c| matches!(c, '?' | '!' | ',' | '.' | ':' | ';')).then_some(Name { text, tail })
    })
}

/// Whether it stands where a proper name does. A name that looks like a plural is rather an ordinary word behind a preposition:
/// "headers of requests".
fn is_bare(tokens: &[&str], at: usize, name: &str) -> bool {
    let lower = |at: usize| tokens.get(at).map_or_else(String::new, |token| plain(token).to_lowercase());
    // Before the first word there is none.
    let before = at.checked_sub(1).map_or_else(String::new, lower);
    let is_verb = |word: &str| word.len() > 3 && word.ends_with('s') || matches!(word, "is" | "has" | "can" | "will");
    let ends_clause = at.checked_sub(1).is_some_and(|at| tokens[at].ends_with([',', ';', ':']));
    // A message says of which program the version is.
    let is_of_version = before == "of"
        && at
            .checked_sub(2)
            .is_some_and(|at| matches!(lower(at).as_str(), "version" | "versions" | "release" | "releases"));
    if is_of_version {
        return false;
    }
    let is_plural = name.len() > 3 && name.ends_with('s');
    if is_plural {
        return matches!(before.as_str(), "does" | "is" | "has");
    }
    let is_possessive = tokens[at].len() > name.len() && tokens[at][name.len()..].starts_with(['\'', '’']);
    BEFORE.contains(&before.as_str())
        || is_possessive
        || (before.is_empty() || ends_clause || BEFORE_VERB.contains(&before.as_str())) && is_verb(&lower(at + 1))
}

/// Without punctuation around it.
fn plain(token: &str) -> &str {
    token.trim_matches(|c: char| c.is_ascii_punctuation() && c != '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(question: &str, name: &str) -> String {
        unnamed(question, &[name.to_owned()]).unwrap_or_else(|| question.to_owned())
    }

    #[test]
    fn the_name_of_the_project_is_a_pronoun() {
        assert_eq!(read("which exit codes can fzf return?", "fzf"), "which exit codes can it return?");
        assert_eq!(read("What are the exit codes of Fzf?", "fzf"), "What are the exit codes of it?");
        assert_eq!(read("Where are fzf's key bindings read?", "fzf"), "Where are its key bindings read?");
        assert_eq!(read("why fzf reads the terminal twice", "fzf"), "why it reads the terminal twice");
    }

    #[test]
    fn a_name_that_is_what_the_question_is_about_stays() {
        for (question, name) in [
            ("What is fzf?", "fzf"),
            ("What does `fzf` return?", "fzf"),
            ("Where is the cache cleared?", "cache"),
            ("Where does it send the headers?", "send"),
            ("How are headers of requests merged?", "requests"),
            ("Where is fzf-tmux read?", "fzf"),
            ("Which methods does Fzf have?", "fzf"),
            ("What if the file is of an older version of fzf?", "fzf"),
        ] {
            assert_eq!(read(question, name), question);
        }
    }
}
