//! What a piece of running text begins with: a citation in any spelling of its brackets, a bare id, or text.

use compact_sort::CompactSort;

/// Longest inside of a bracket that is looked at, in bytes.
const LONGEST: usize = 200;

/// How brackets may be written. A reader that knows more entities than ours would see brackets.
const OPEN: [&str; 6] = ["[", "\\[", "&#91;", "&#x5b;", "&lbrack;", "&lsqb;"];
const CLOSE: [&str; 6] = ["]", "\\]", "&#93;", "&#x5d;", "&rbrack;", "&rsqb;"];

/// Signs of emphasis and code that models put around an id.
const DECORATION: [char; 4] = ['*', '_', '~', '`'];

/// What text begins with.
#[derive(Debug, PartialEq, Eq)]
pub enum Next<'t> {
    /// More text is needed to decide.
    Wait,
    /// This many bytes of text.
    Text(usize),
    /// A run of this many backticks.
    Ticks(usize),
    /// These ids; with the length of the citation in bytes.
    Ids(Vec<&'t str>, usize),
}

/// Ids that tools returned, sorted, with the index of each.
#[derive(Debug, Default)]
pub struct Ids<'a>(Vec<(&'a str, usize)>);

impl<'a> Ids<'a> {
    /// For an id that comes twice the first index counts.
    pub fn of(ids: impl Iterator<Item = &'a str>) -> Self {
        let mut ids: Vec<_> = ids.zip(0..).collect();
        ids.compact_sort();
        ids.dedup_by_key(|(id, _)| *id);
        Self(ids)
    }

    /// The index of an id.
    pub fn place(&self, id: &str) -> Option<usize> {
        self.0.binary_search_by_key(&id, |(known, _)| *known).ok().map(|at| self.0[at].1)
    }

    fn any_begins_with(&self, start: &str) -> bool {
        let at = self.0.partition_point(|(known, _)| *known < start);
        self.0.get(at).is_some_and(|(known, _)| known.starts_with(start))
    }
}

/// Reads the beginning of `text`, which is not empty and comes after `last`. `at_end`: nothing follows it in its block.
pub fn next<'t>(text: &'t str, last: Option<char>, ids: &Ids<'_>, at_end: bool) -> Next<'t> {
    let first = text.chars().next().expect("the text is not empty");
    match first {
        '`' => {
            let count = text.len() - text.trim_start_matches('`').len();
            if count == text.len() && !at_end { Next::Wait } else { Next::Ticks(count) }
        }
        '[' | '&' | '\\' => bracketed(text, ids, at_end),
        _ if first.is_alphanumeric() => word(text, last, ids, at_end),
        _ => {
            let is_plain = |sign: char| !sign.is_alphanumeric() && !matches!(sign, '`' | '[' | '&' | '\\');
            Next::Text(text.find(|sign| !is_plain(sign)).unwrap_or(text.len()))
        }
    }
}

/// A word, which may be an id without brackets.
fn word<'t>(text: &'t str, last: Option<char>, ids: &Ids<'_>, at_end: bool) -> Next<'t> {
    let length = text.find(|letter: char| !letter.is_alphanumeric()).unwrap_or(text.len());
    let word = &text[..length];
    if last.is_some_and(char::is_alphanumeric) {
        return Next::Text(length);
    }
    if length == text.len() && !at_end && ids.any_begins_with(word) {
        return Next::Wait;
    }
    if ids.place(word).is_some() { Next::Ids(vec![word], length) } else { Next::Text(length) }
}

/// How a token list continues.
enum Sign {
    Is(usize),
    Not,
    Wait,
}

fn sign(text: &str, spellings: &[&str], at_end: bool) -> Sign {
    let is_it = |spelling: &&&str| text.get(..spelling.len()).is_some_and(|start| start.eq_ignore_ascii_case(spelling));
    if let Some(spelling) = spellings.iter().find(is_it) {
        return Sign::Is(spelling.len());
    }
    let may_be = |spelling: &&str| spelling.get(..text.len()).is_some_and(|start| start.eq_ignore_ascii_case(text));
    if !at_end && spellings.iter().any(may_be) { Sign::Wait } else { Sign::Not }
}

/// Something that may be a bracket.
fn bracketed<'t>(text: &'t str, ids: &Ids<'_>, at_end: bool) -> Next<'t> {
    let one = match sign(text, &OPEN, at_end) {
        Sign::Is(length) => length,
        Sign::Wait => return Next::Wait,
        Sign::Not => return Next::Text(escaped(text)),
    };
    let mut inner = one;
    let mut brackets = 1;
    loop {
        match sign(&text[inner..], &OPEN, at_end) {
            // Of three brackets, the inner two count.
            Sign::Is(_) if brackets == 2 => return Next::Text(one),
            Sign::Is(length) => inner += length,
            Sign::Wait => return Next::Wait,
            Sign::Not => break,
        }
        brackets += 1;
    }
    inside(&text[inner..], brackets, ids, at_end).map_or(Next::Text(one), |found| match found {
        Next::Ids(found, length) => Next::Ids(found, inner + length),
        found => found,
    })
}

/// The signs of an escape, or the one sign.
fn escaped(text: &str) -> usize {
    1 + usize::from(text.starts_with('\\') && text[1..].starts_with(|sign: char| sign.is_ascii_punctuation()))
}

/// The inside of one or two brackets and their end; `None` where it holds no ids.
fn inside<'t>(text: &'t str, brackets: usize, ids: &Ids<'_>, at_end: bool) -> Option<Next<'t>> {
    let end = text.find(|sign| !may_be_inside(sign)).unwrap_or(text.len());
    if end > LONGEST {
        return None;
    }
    let inner = &text[..end];
    // One bracket is a citation only of what is known; a link's text must not wait for its end.
    if brackets == 1 && !all_known(inner, ids, end == text.len()) {
        return None;
    }
    let mut closed = end;
    for _ in 0..brackets {
        match sign(&text[closed..], &CLOSE, at_end) {
            Sign::Is(length) => closed += length,
            Sign::Wait => return Some(Next::Wait),
            Sign::Not => return None,
        }
    }
    Some(Next::Ids(listed(inner, ids)?, closed))
}

fn may_be_inside(sign: char) -> bool {
    sign.is_alphanumeric() || "_-./:#@,; ".contains(sign) || DECORATION.contains(&sign)
}

fn words(inner: &str) -> impl Iterator<Item = &str> {
    inner.split([',', ';', ' ']).map(undecorated).filter(|word| !word.is_empty())
}

/// True where each word is an id, the last one perhaps not to its end.
fn all_known(inner: &str, ids: &Ids<'_>, is_open: bool) -> bool {
    let mut words = words(inner).peekable();
    while let Some(word) = words.next() {
        let may_grow = is_open && words.peek().is_none();
        if ids.place(word).is_none() && !(may_grow && ids.any_begins_with(word.trim_matches(DECORATION))) {
            return false;
        }
    }
    true
}

/// The ids that are listed; `None` for what is no list of ids: code such as bash's `[[ -f x ]]`, a nested list, nothing.
fn listed<'t>(inner: &'t str, ids: &Ids<'_>) -> Option<Vec<&'t str>> {
    let known: Vec<&str> = words(inner).collect();
    if !known.is_empty() && known.iter().all(|word| ids.place(word).is_some()) {
        return Some(known);
    }
    let parts: Vec<&str> = inner.split([',', ';']).map(|part| undecorated(part.trim())).collect();
    parts.iter().all(|part| looks_like_id(part)).then_some(parts)
}

/// Without pairs of signs around it.
fn undecorated(mut part: &str) -> &str {
    while let Some(inner) =
        DECORATION.iter().find_map(|sign| part.strip_prefix(*sign).and_then(|rest| rest.strip_suffix(*sign)))
    {
        part = inner;
    }
    part
}

/// An id, a number or a made-up name or place: no white space, no code.
fn looks_like_id(part: &str) -> bool {
    !part.starts_with('-')
        && part.chars().all(|sign| sign.is_alphanumeric() || "_-./:#@".contains(sign))
        && part.chars().any(char::is_alphanumeric)
}
