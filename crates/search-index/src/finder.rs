//! Names as one types: prefix, camel-hump, substring and subsequence matching over many short strings.
//!
//! Every name has bit masks of the characters that it holds, of those that start its humps and of its pairs of neighbouring
//! characters, so a scan over all names touches few words each and looks closer only at what can match.

use code_words::misspelt::Misspelt;
use compact_sort::CompactSort;
use std::cmp::Ordering;

/// Names to find by a few typed characters.
#[derive(Debug, Clone, Default)]
pub struct Finder {
    /// As given, one after the other.
    text: String,
    /// In lower case, byte for byte at the same places: see [`lowered`].
    lower: Vec<u8>,
    names: Vec<Name>,
}

#[derive(Debug, Clone, Copy)]
struct Name {
    start: u32,
    end: u32,
    /// Characters it holds.
    letters: u64,
    /// Characters that start its humps.
    initials: u64,
    /// Neighbouring characters, in lower case.
    pairs: u64,
    /// Which of its first 64 bytes start a hump.
    humps: u64,
    /// Where the part after the last slash starts.
    base: u32,
}

/// A name that matches. Higher scores are better.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Match {
    /// The name's place in the order given.
    pub item: u32,
    /// Comparable between finders for the same query.
    pub score: i32,
}

/// Longest query read, in bytes.
const MAX_QUERY: usize = 64;

/// Scores below this are those of letters scattered over a name.
const SCATTERED: i32 = 200;

impl Finder {
    /// Over these names, numbered in order.
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let mut finder = Self::default();
        for name in names {
            let start = finder.text.len() as u32;
            finder.text.push_str(name);
            lowered(name, &mut finder.lower);
            let pairs = pairs(&finder.lower[start as usize..]);
            let bytes = name.as_bytes();
            let letters = bytes.iter().fold(0, |mask, &byte| mask | bit(byte));
            let starts = || (0..bytes.len()).filter(|&at| is_hump(bytes, at));
            let initials = starts().fold(0, |mask, at| mask | bit(bytes[at]));
            let humps = starts().take_while(|&at| at < 64).fold(0, |mask, at| mask | 1 << at);
            let base = memchr::memrchr(b'/', bytes).map_or(0, |slash| slash as u32 + 1);
            finder.names.push(Name { start, end: finder.text.len() as u32, letters, initials, pairs, humps, base });
        }
        finder
    }

    /// The `limit` best matches, best first: whole name, prefix, humps (`gUN` or `gun` for `getUserName`), substring,
    /// one typing error, where nothing of these matches, subsequence; shorter names first, then those given first. Spaces in the query are passed over. An empty query
    /// matches nothing.
    pub fn find(&self, query: &str, limit: usize) -> Vec<Match> {
        let typed: String = query.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        let typed = Wanted::new(&typed[..typed.floor_char_boundary(MAX_QUERY)]);
        if typed.lower.is_empty() {
            return Vec::new();
        }
        // Underscores need not be there: `get_sn` is `getSessionName` too.
        let bare = typed.typed.replace('_', "");
        let bare = Some(bare).filter(|bare| bare.len() < typed.lower.len() && !bare.is_empty());
        let bare = bare.map(|bare| Wanted { is_short: typed.is_short, ..Wanted::new(&bare) });
        let needed = bare.as_ref().map_or(typed.letters, |bare| bare.letters);
        let mut matches = Vec::new();
        for (name, item) in self.names.iter().zip(0..) {
            if name.letters & needed != needed || (typed.is_short && name.initials & typed.initial == 0) {
                continue;
            }
            let subject = self.subject(name);
            let own = subject.score(&typed);
            let split = bare.as_ref().and_then(|bare| subject.score(bare)).map(|score| score - 5);
            matches.extend(own.max(split).map(|score| Match { item, score }));
        }
        if matches.iter().all(|found| found.score < SCATTERED) {
            matches.extend(self.misspelt(&typed.lower));
            matches.compact_sort_by_key(|found| (found.item, -found.score));
            matches.dedup_by_key(|found| found.item);
        }
        let order = |a: &Match, b: &Match| -> Ordering { b.score.cmp(&a.score).then(a.item.cmp(&b.item)) };
        if matches.len() > limit && limit > 0 {
            matches.select_nth_unstable_by(limit - 1, order);
        }
        matches.truncate(limit);
        matches.compact_sort_by(order);
        matches
    }
}

impl Finder {
    /// Names that hold one of the first 64 of these words, in whatever case: with the score of the one that fits best, and a bit for
    /// each word held. A word of one or two letters counts where a part of the name starts. In the order of the names.
    pub fn holding(&self, words: &[&str]) -> Vec<(Match, u64)> {
        let words: Vec<Wanted> = words.iter().map(|word| Wanted::new(&word.to_lowercase())).collect();
        let mut found = Vec::new();
        for (name, item) in self.names.iter().zip(0..) {
            let (mut best, mut held) = (None, 0);
            for (word, at) in words.iter().zip(0..64) {
                let lacks_initial = word.is_short && name.initials & word.initial == 0;
                if name.letters & word.letters == word.letters && !lacks_initial && name.may_hold(word) {
                    let subject = self.subject(name);
                    let score = find(subject.lower, &word.lower).and_then(|_| subject.score(word));
                    held |= u64::from(score.is_some()) << at;
                    best = best.max(score);
                }
            }
            found.extend(best.map(|score| (Match { item, score }, held)));
        }
        found
    }

    fn subject<'a>(&'a self, name: &'a Name) -> Subject<'a> {
        let range = name.start as usize..name.end as usize;
        Subject { name: &self.text.as_bytes()[range.clone()], lower: &self.lower[range], info: name }
    }

    /// Names, and beginnings of names, that differ from the query by one typing error.
    fn misspelt(&self, query: &[u8]) -> Vec<Match> {
        let Some(misspelt) = std::str::from_utf8(query).ok().and_then(Misspelt::new) else { return Vec::new() };
        let needed = query.iter().fold(0, |mask, &byte| mask | bit(byte));
        let mut found = Vec::new();
        for (name, item) in self.names.iter().zip(0..) {
            let subject = self.subject(name);
            let lower = &subject.lower[name.base as usize..];
            if lower.first() != query.first() || (needed & !name.letters).count_ones() > 1 {
                continue;
            }
            let is_near = |end: usize| std::str::from_utf8(&lower[..end]).is_ok_and(|start| misspelt.is_near(start));
            let ends = query.len() - 1..=query.len() + 1;
            let length = subject.name.len().min(200) as i32;
            if is_near(lower.len()) {
                found.push(Match { item, score: 390 - length.min(90) });
            } else if ends.into_iter().any(|end| end < lower.len() && is_near(end)) {
                found.push(Match { item, score: 300 - length.min(90) });
            }
        }
        found
    }
}

/// Adds a text in lower case, in as many bytes: a letter whose small form has another length, of which there are few, stays.
fn lowered(text: &str, out: &mut Vec<u8>) {
    for c in text.chars() {
        let mut forms = c.to_lowercase();
        let small = match (forms.next(), forms.next()) {
            // The small sigma at the end of a word is the same letter.
            (Some('\u{3C2}'), None) => '\u{3C3}',
            (Some(small), None) if small.len_utf8() == c.len_utf8() => small,
            _ => c,
        };
        out.extend_from_slice(small.encode_utf8(&mut [0; 4]).as_bytes());
    }
}

/// A bit for each letter and digit; one for all other ASCII, one for the rest.
fn bit(byte: u8) -> u64 {
    1 << match byte {
        b'a'..=b'z' => byte - b'a',
        b'A'..=b'Z' => byte - b'A',
        b'0'..=b'9' => 26 + byte - b'0',
        0..=0x7F => 36,
        _ => 37,
    }
}

/// What is looked for.
struct Wanted {
    typed: String,
    /// The same in lower case.
    lower: Vec<u8>,
    /// The characters that it holds, the first of them, and which are neighbours: as in [`Name`].
    letters: u64,
    initial: u64,
    pairs: u64,
    /// One or two letters, which match only where a part of a name starts.
    is_short: bool,
}

impl Wanted {
    fn new(typed: &str) -> Self {
        let mut lower = Vec::with_capacity(typed.len());
        lowered(typed, &mut lower);
        Self {
            letters: lower.iter().fold(0, |mask, &byte| mask | bit(byte)),
            initial: lower.first().map_or(0, |first| bit(*first)),
            pairs: pairs(&lower),
            is_short: lower.len() < 3,
            lower,
            typed: typed.to_owned(),
        }
    }
}

impl Name {
    /// False where the letters of `wanted` do not follow each other anywhere in it.
    fn may_hold(&self, wanted: &Wanted) -> bool {
        self.pairs & wanted.pairs == wanted.pairs
    }
}

/// A bit for each two neighbouring bytes; several pairs share one.
fn pairs(lower: &[u8]) -> u64 {
    lower.windows(2).fold(0, |mask, two| mask | 1 << ((two[0].wrapping_mul(37) ^ two[1].wrapping_mul(11)) % 64))
}

/// True where a part of the name starts: at its start, after a separator, at a capital after a small letter.
fn is_hump(name: &[u8], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|before| name[before]) else { return true };
    let now = name[at];
    if !before.is_ascii_alphanumeric() && before.is_ascii() {
        return true;
    }
    let opens_word = now.is_ascii_uppercase() && name.get(at + 1).is_some_and(u8::is_ascii_lowercase);
    (now.is_ascii_uppercase() && !before.is_ascii_uppercase())
        || (opens_word && before.is_ascii_uppercase())
        || (now.is_ascii_digit() != before.is_ascii_digit() && now.is_ascii_digit())
}

/// A name to be scored.
struct Subject<'a> {
    name: &'a [u8],
    lower: &'a [u8],
    info: &'a Name,
}

impl Subject<'_> {
    fn score(&self, wanted: &Wanted) -> Option<i32> {
        let (typed, query) = (wanted.typed.as_bytes(), &wanted.lower[..]);
        let length = self.name.len().min(200) as i32;
        // The part after the last slash is what a path is known by.
        let base = self.info.base as usize;
        // Capitals were typed for a reason; small letters mean either.
        let exact_case = |at: usize| i32::from(typed != query && self.name[at..].starts_with(typed)) * 20;
        if self.lower[base..].starts_with(query) {
            let rest = self.name.len() - base - query.len();
            let whole = rest == 0 || self.name[base + query.len()] == b'.';
            return Some(if whole { 2000 } else { 1000 } + exact_case(base) - length);
        }
        if self.info.initials & wanted.initial != 0
            && let Some(humps) = self.hump_match(query)
        {
            return Some(700 + humps - length);
        }
        if wanted.is_short {
            return None;
        }
        if self.info.may_hold(wanted)
            && let Some(at) = find(self.lower, query)
        {
            let start = if self.starts_hump(at) { 150 } else { 0 };
            return Some(400 + start + exact_case(at) - length);
        }
        subsequence(query, self.lower).map(|gaps| 200 - gaps.min(150) - length)
    }

    fn starts_hump(&self, at: usize) -> bool {
        if at < 64 { self.info.humps & 1 << at != 0 } else { is_hump(self.name, at) }
    }

    /// Every typed character continues the hump at hand or starts a later one; greedy. Gives points for few humps
    /// passed over.
    fn hump_match(&self, query: &[u8]) -> Option<i32> {
        let (mut typed, mut skipped, mut inside) = (0, 0, false);
        for at in self.info.base as usize..self.name.len() {
            let starts = self.starts_hump(at);
            inside = (starts || inside) && self.lower[at] == query[typed];
            if inside {
                typed += 1;
                if typed == query.len() {
                    return Some(100 - 10 * skipped.min(9));
                }
            } else {
                skipped += i32::from(starts);
            }
        }
        None
    }
}

/// Names are short: a plain scan beats the set-up of a searcher.
fn find(name: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = wanted.first()?;
    memchr::memchr_iter(*first, name).find(|&at| name[at..].starts_with(wanted))
}

/// How many characters are passed over between the first and last of a subsequence.
fn subsequence(query: &[u8], lower: &[u8]) -> Option<i32> {
    let first = lower.iter().position(|byte| *byte == query[0])?;
    let mut at = first;
    for wanted in &query[1..] {
        at += 1 + lower[at + 1..].iter().position(|byte| byte == wanted)?;
    }
    Some((at + 1 - first - query.len()) as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 9] = [
        "get_user_name",
        "getUserName",
        "Snapshot",
        "SnapshotBuilder",
        "HTTPServer",
        "src/app/snapshot.rs",
        "widget",
        "данные",
        "GUN",
    ];

    fn find(query: &str) -> Vec<&'static str> {
        Finder::new(NAMES).find(query, 4).iter().map(|m| NAMES[m.item as usize]).collect()
    }

    #[test]
    fn whole_names_come_before_prefixes_and_humps() {
        assert_eq!(find("snapshot"), ["Snapshot", "src/app/snapshot.rs", "SnapshotBuilder"]);
        assert_eq!(find("gun"), ["GUN", "getUserName", "get_user_name"]);
        assert_eq!(find("sb"), ["SnapshotBuilder"]);
        assert_eq!(find("HS"), ["HTTPServer"]);
    }

    #[test]
    fn substrings_and_subsequences_come_last() {
        assert_eq!(find("get")[2..], ["widget"]);
        assert_eq!(find("usrnm"), ["getUserName", "get_user_name"]);
        assert_eq!(find("app/snap"), ["src/app/snapshot.rs"]);
        assert_eq!(find("данн"), ["данные"]);
        assert_eq!(find("user name"), ["getUserName", "get_user_name"]);
    }

    #[test]
    fn one_typing_error_is_no_obstacle() {
        assert_eq!(find("snpashot"), ["Snapshot", "SnapshotBuilder", "src/app/snapshot.rs"]);
        assert_eq!(find("widgat"), ["widget"]);
        assert_eq!(find("getUesr"), ["getUserName"]);
        assert_eq!(find("httpzerver"), ["HTTPServer"]);
    }

    #[test]
    fn first_letters_of_parts_may_be_written_as_any_name_is() {
        for typed in ["gUN", "gun", "get_un", "getUN", "g_u_n"] {
            let found = find(typed);
            assert!(found.contains(&"getUserName") && found.contains(&"get_user_name"), "{typed}: {found:?}");
        }
        assert_eq!(find("get_user_name")[0], "get_user_name");
        assert_eq!(find("get_user_nmae")[0], "get_user_name");
    }

    #[test]
    fn case_does_not_matter_in_any_script() {
        let names = ["вычислитьСумму", "λογαριασμός", "Größe", "İstanbul"];
        let find = |query: &str| Finder::new(names).find(query, 1).first().map(|found| names[found.item as usize]);
        assert_eq!(find("ВЫЧИСЛИТЬСУММУ"), Some("вычислитьСумму"));
        assert_eq!(find("вычислитьсумму"), Some("вычислитьСумму"));
        assert_eq!(find("ΛΟΓΑΡΙΑΣΜΌΣ"), Some("λογαριασμός"));
        assert_eq!((find("GRÖ"), find("größe")), (Some("Größe"), Some("Größe")));
        assert_eq!(find("İstan"), Some("İstanbul"));
        assert_eq!(find(&"сумма".repeat(40)), None, "a long query is cut between letters");
    }

    #[test]
    fn names_say_which_of_several_words_they_hold() {
        let held = |words: &[&str]| -> Vec<(&str, u64)> {
            let found = Finder::new(NAMES).holding(words).into_iter();
            found.map(|(found, held)| (NAMES[found.item as usize], held)).collect()
        };
        let both = [("get_user_name", 0b11), ("getUserName", 0b11)];
        assert_eq!(held(&["Name", "user"]), both);
        assert_eq!(held(&["get", "данн"])[both.len()..], [("widget", 0b01), ("данные", 0b10)]);
        assert!(held(&["er"]).is_empty(), "two letters count at the start of a part");
        assert!(held(&[]).is_empty() && held(&[""]).is_empty());
    }

    #[test]
    fn finds_nothing_for_nothing() {
        assert!(find("").is_empty() && find("  ").is_empty() && find("qqq").is_empty());
        assert!(Finder::new(NAMES).find("get", 0).is_empty());
    }
}
