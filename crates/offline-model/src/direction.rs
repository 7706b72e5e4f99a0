//! Which way a conversion goes: "how is a timestamp turned into an Arrow?" is not answered by what makes a timestamp of an
//! Arrow.
//!
//! The question says what is turned into what by its verb and prepositions. A definition says it by its name (`to_json`,
//! `fromIso`), by its signature (`fn from(code: CloseCode) -> u16`), or by being a member of the one that is called as the
//! other (`Arrow.timestamp`). Where neither is plain nothing is said of it.

use super::asked::Question;
use super::symbol::{last, segments};
use super::words::{self, Word};
use code_words::identifier::lower_parts;
use code_words::stem::same_word;
use protocol::Evidence;

/// Verbs of turning one thing into another.
#[rustfmt::skip]
const TURNS: &[&str] = &[
    "turn", "turns", "turned", "turning", "convert", "converts", "converted", "converting", "transform", "transforms",
    "transformed", "translate", "translates", "translated", "serialize", "serializes", "serialized", "serialise", "serialised",
    "deserialize", "deserialized", "parse", "parses", "parsed", "encode", "encoded", "decode", "decoded", "map", "mapped",
    "render", "rendered", "cast", "coerce", "coerced", "change", "changed", "compile", "compiled", "formatted", "unpacked",
];
/// Verbs of making one thing from another.
const MAKES: &[&str] =
    &["made", "built", "created", "constructed", "derived", "parsed", "read", "computed", "generated"];
/// Words between a thing and the next part of the sentence.
const BOUNDS: &[&str] =
    &["into", "to", "from", "by", "when", "if", "for", "in", "on", "with", "using", "while", "before"];

/// What is turned into what: the words of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Way {
    pub from: Vec<String>,
    pub to: Vec<String>,
}

impl Way {
    /// The way that a question asks for; `None` where it asks for none.
    pub fn asked(question: &Question) -> Option<Self> {
        let words = words::split(&question.asked);
        let at = |list: &[&str], from: usize| (from..words.len()).find(|at| is_in(list, &words[*at]));
        if let Some(verb) = at(TURNS, 0)
            && let Some(into) = at(&["into", "to"], verb + 1)
        {
            let between = things(&words[verb + 1..into]);
            let from = if between.is_empty() { things(&words[..verb]) } else { between };
            return Self::between(from, things(up_to_bound(&words[into + 1..])));
        }
        if let Some(verb) = at(MAKES, 0)
            && let Some(from) = at(&["from"], verb + 1)
        {
            let between = things(&words[verb + 1..from]);
            let to = if between.is_empty() { things(&words[..verb]) } else { between };
            return Self::between(things(up_to_bound(&words[from + 1..])), to);
        }
        None
    }

    fn between(from: Vec<String>, to: Vec<String>) -> Option<Self> {
        (!from.is_empty() && !to.is_empty() && from != to).then_some(Self { from, to })
    }

    /// The same way back.
    pub fn back(self) -> Self {
        Self { from: self.to, to: self.from }
    }

    /// Whether a definition plainly goes the other way.
    pub fn is_opposite_to(&self, e: &Evidence) -> bool {
        let goes_back = |own: &Self| shared(&own.from, &self.to) && shared(&own.to, &self.from);
        of_definition(e).is_some_and(|own| !self.is_along(&own) && goes_back(&own))
    }

    /// Whether a definition plainly goes this way.
    pub fn is_way_of(&self, e: &Evidence) -> bool {
        of_definition(e).is_some_and(|own| self.is_along(&own))
    }

    fn is_along(&self, own: &Self) -> bool {
        shared(&own.from, &self.from) && shared(&own.to, &self.to)
    }
}

fn shared(a: &[String], b: &[String]) -> bool {
    a.iter().any(|a| b.iter().any(|b| same_thing(a, b)))
}

/// "And back?", "and the other way round?": asks for the way back of the question before.
pub fn asks_back(question: &str) -> bool {
    let letters = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let plain: String = question.to_lowercase().chars().map(letters).collect();
    let words: Vec<&str> =
        plain.split_whitespace().filter(|word| !matches!(*word, "and" | "what" | "how" | "about")).collect();
    matches!(
        words.as_slice(),
        ["back"]
            | ["back", "again"]
            | ["backwards"]
            | ["the", "reverse"]
            | ["in", "reverse"]
            | ["vice", "versa"]
            | ["the", "other", "way"]
            | ["the", "other", "way", "round" | "around"]
            | ["the", "other", "direction"]
            | ["in", "the", "other", "direction"]
            | ["the", "opposite", "direction"]
    )
}

/// The way that a definition goes by its name, its owner and its signature.
fn of_definition(e: &Evidence) -> Option<Way> {
    let symbol = e.symbol.as_deref()?;
    let own = lower_parts(last(symbol));
    let owner = segments(symbol).iter().rev().nth(1).map_or_else(Vec::new, |owner| lower_parts(owner));
    let (first, rest) = own.split_first()?;
    let signature = e.signature.as_deref().unwrap_or("");
    let (takes, gives) = types_of(signature);
    let or = |words: &[String], other: Vec<String>| if words.is_empty() { other } else { words.to_vec() };
    if let Some(at) = own.iter().position(|part| part == "to" || part == "into" || part == "2").filter(|at| *at > 0) {
        return Way::between(own[..at].to_vec(), own[at + 1..].to_vec());
    }
    match first.as_str() {
        "to" | "into" | "as" | "dump" | "serialize" | "encode" | "format" => {
            let from = if owner.is_empty() || owner == rest { takes } else { owner };
            Way::between(from, or(rest, gives))
        }
        "from" | "parse" | "load" | "deserialize" | "decode" => {
            let to = if owner.is_empty() || !gives.is_empty() { gives } else { owner };
            Way::between(or(rest, takes), to)
        }
        _ => match first.strip_prefix("from").filter(|rest| rest.len() > 3) {
            // `fromtimestamp` is one word to its language.
            Some(what) => Way::between(vec![what.to_owned()], owner),
            // A member without arguments gives what it is called of what has it.
            None if takes.is_empty() && !owner.is_empty() => Way::between(owner, own.clone()),
            None => None,
        },
    }
}

/// The words of the types that a signature takes and of the one that it gives, the receiver left out.
fn types_of(signature: &str) -> (Vec<String>, Vec<String>) {
    let Some(open) = signature.find('(') else { return (Vec::new(), Vec::new()) };
    let close = signature.rfind(')').filter(|close| *close > open).unwrap_or(signature.len());
    let is_receiver = |word: &String| matches!(word.as_str(), "self" | "cls" | "mut" | "this" | "const");
    let words = |text: &str| lower_parts(text).into_iter().filter(|word| !is_receiver(word)).collect::<Vec<_>>();
    let behind = signature.get(close + 1..).unwrap_or("").trim_start_matches([' ', '-', '>', ':']);
    // Java and its like have the result in front of the name.
    let front = signature[..open].rsplit_once(' ').map_or("", |(front, _)| front);
    let is_modifier =
        |word: &&str| matches!(*word, "public" | "private" | "protected" | "static" | "final" | "fn" | "def" | "func");
    let front: Vec<&str> = front.split_whitespace().filter(|word| !is_modifier(word)).collect();
    let gives = if behind.is_empty() || behind.starts_with("throws") { front.join(" ") } else { behind.to_owned() };
    (words(&signature[open + 1..close]), words(&gives))
}

/// The words that name a thing, as names have their parts.
fn things(words: &[Word]) -> Vec<String> {
    let named = words.iter().filter(|word| !word.is_stop() && !is_in(BOUNDS, word));
    named.flat_map(|word| lower_parts(&word.text)).collect()
}

fn up_to_bound(words: &[Word]) -> &[Word] {
    let ends = |at: &usize| is_in(BOUNDS, &words[*at]) || *at > 0 && words[at - 1].ends_clause;
    &words[..(0..words.len()).find(ends).unwrap_or(words.len())]
}

fn is_in(list: &[&str], word: &Word) -> bool {
    !word.marked && list.contains(&word.lower.as_str())
}

/// The same word in any form, or one that begins with the other: `str` and "string".
fn same_thing(a: &str, b: &str) -> bool {
    let is_number = |word: &str| {
        matches!(word, "number" | "integer" | "int" | "long" | "float" | "double" | "usize" | "isize")
            || word.len() < 5
                && word.starts_with(['u', 'i', 'f'])
                && word[1..].bytes().all(|byte| byte.is_ascii_digit())
                && word.len() > 1
    };
    (is_number(a) && is_number(b))
        || same_word(a, b)
        || a.len() > 2 && b.len() > 2 && (a.starts_with(b) || b.starts_with(a))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;

    #[track_caller]
    fn is_opposite(question: &str, symbol: &str, signature: &str) -> bool {
        let e = Evidence { signature: Some(signature.into()), ..found(symbol, "src/a.py", 1, "") };
        Way::asked(&understand(question, &[])).expect("a way").is_opposite_to(&e)
    }

    #[test]
    fn a_definition_that_goes_the_other_way_is_known_by_name_owner_or_signature() {
        let question = "How is a timestamp turned into an Arrow?";
        assert!(is_opposite(question, "arrow.Arrow.timestamp", "def timestamp(self) -> float"));
        assert!(is_opposite(question, "arrow.Arrow.to_timestamp", "def to_timestamp(self)"));
        assert!(!is_opposite(question, "arrow.Arrow.fromtimestamp", "def fromtimestamp(cls, timestamp, tzinfo=None)"));
        assert!(!is_opposite(question, "arrow.Arrow.range", "def range(cls, frame, start)"));
        let question = "how does it convert a close code to a number";
        assert!(is_opposite(question, "CloseCode.from", "fn from(number: u16) -> CloseCode"));
        assert!(!is_opposite(question, "u16.from", "fn from(code: CloseCode) -> number"));
        let question = "How is JSON made from a Schema?";
        assert!(is_opposite(question, "schema.Schema.from_json", "def from_json(cls, text)"));
        assert!(!is_opposite(question, "schema.Schema.to_json", "def to_json(self)"));
        assert!(is_opposite("How is hex turned into bytes?", "hex.bytes_to_hex", "def bytes_to_hex(data)"));
    }

    #[test]
    fn a_definition_that_goes_this_way_is_known() {
        let e = |symbol: &str, signature: &str| Evidence {
            signature: Some(signature.into()),
            ..found(symbol, "src/a.rs", 1, "")
        };
        let way = Way::asked(&understand("How is a close code turned into a number?", &[])).expect("a way");
        assert!(way.is_way_of(&e("u16.from", "fn from(code: CloseCode) -> u16")));
        assert!(!way.is_way_of(&e("CloseCode.from", "fn from(code: u16) -> CloseCode")));
        let way = Way::asked(&understand("How is a byte array converted to a hex string?", &[])).expect("a way");
        let decode = e("codec.Hex.decodeHex", "public static byte[] decodeHex(final String data)");
        assert!(way.back().is_way_of(&decode));
        assert!(asks_back("And back?") && asks_back("and the other way round?") && !asks_back("who calls back?"));
    }

    #[test]
    fn other_questions_ask_for_no_way() {
        for question in ["How are requests sent to the server?", "Where does the session come from?", "What is a map?"]
        {
            assert_eq!(Way::asked(&understand(question, &[])), None, "{question}");
        }
    }
}
