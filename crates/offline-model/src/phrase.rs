//! What two phrases mean that are compared: "downloader middleware" is `DownloaderMiddleware`, and of "include" and "embed", where
//! nothing is called just so, `IncludeNode` and `EmbedNode` are meant, which have the rest of their names in common.

use super::known::Known;
use super::relevance::{is_callable, is_prose};
use super::symbol::{last, segments};
use code_words::identifier::lower_parts;
use code_words::path::is_aside;
use code_words::stem::same_word;
use protocol::{Evidence, EvidenceKind};

/// Longest rest of a name beside the words of the phrase.
const LONGEST_REST: usize = 3;

/// A definition that a phrase may mean.
#[derive(Clone)]
struct Candidate<'a> {
    evidence: &'a Evidence,
    /// Words of the phrase that its name has not.
    lacking: usize,
    /// Words of its name that the phrase has not.
    rest: Vec<String>,
}

impl Candidate<'_> {
    /// Types say more of what something is than functions do, and fields say least.
    fn rank(&self) -> (usize, usize, usize) {
        let kind = match self.evidence.kind {
            EvidenceKind::Variable | EvidenceKind::Field => 2,
            _ if is_callable(self.evidence) => 1,
            _ => 0,
        };
        (self.lacking, self.rest.len(), kind)
    }
}

/// What the words of two phrases mean, if each means something else.
pub fn pair<'a>(known: &Known<'a>, [a, b]: [&str; 2]) -> Option<(&'a Evidence, &'a Evidence)> {
    let (of_a, of_b) = (lower_parts(a), lower_parts(b));
    let (left, right) = (candidates(known, &of_a, &of_b), candidates(known, &of_b, &of_a));
    let mut best: Option<(Cost, &'a Evidence, &'a Evidence)> = None;
    for one in &left {
        for other in &right {
            let is_alike = one.evidence.symbol != other.evidence.symbol
                && is_callable(one.evidence) == is_callable(other.evidence)
                && is_same(&one.rest, &other.rest);
            let cost = cost(one, other);
            if is_alike && best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                best = Some((cost, one.evidence, other.evidence));
            }
        }
    }
    let alike = best.map(|(_, one, other)| (one, other));
    alike
        .or_else(|| beside(known, &of_a, &of_b, &right).map(|(other, one)| (one, other)))
        .or_else(|| beside(known, &of_b, &of_a, &left))
}

/// Less is better: what of the phrases their names lack, whether both are fields, how long the rest of their names is.
type Cost = (usize, bool, usize, bool, usize);

fn cost(one: &Candidate<'_>, other: &Candidate<'_>) -> Cost {
    let ((lacking, rest, kind), (lacking_too, _, kind_too)) = (one.rank(), other.rank());
    let is_of_one = owner(one.evidence) == owner(other.evidence) || one.evidence.path == other.evidence.path;
    (lacking + lacking_too, kind.max(kind_too) == 2, rest, !is_of_one, kind + kind_too)
}

/// Definitions whose names have the words that the other phrase does not have.
fn candidates<'a>(known: &Known<'a>, words: &[String], others: &[String]) -> Vec<Candidate<'a>> {
    let is_own = |word: &&String| !others.iter().any(|other| same_word(other, word));
    let own: Vec<&String> = words.iter().filter(is_own).collect();
    if own.is_empty() {
        return Vec::new();
    }
    let of = |e: &'a Evidence| {
        let parts = lower_parts(last(e.symbol.as_deref()?));
        let has = |word: &str| parts.iter().any(|part| same_word(part, word));
        if !own.iter().all(|word| has(word)) || is_prose(e) || is_aside(&e.path) {
            return None;
        }
        // What a class or a folder says is said.
        let around = lower_parts(&format!("{} {}", e.symbol.as_deref().unwrap_or(""), e.path));
        let lacking = words.iter().filter(|word| !around.iter().any(|part| same_word(part, word))).count();
        let rest: Vec<String> =
            parts.iter().filter(|part| !words.iter().any(|word| same_word(part, word))).cloned().collect();
        (rest.len() <= LONGEST_REST).then_some(Candidate { evidence: e, lacking, rest })
    };
    known.all_definitions().into_iter().filter_map(of).collect()
}

/// Where one phrase is a name as it is, and of the other only the head is one: `networkInterceptors`, and `interceptors` beside it.
fn beside<'a>(
    known: &Known<'a>,
    words: &[String],
    others: &[String],
    named: &[Candidate<'a>],
) -> Option<(&'a Evidence, &'a Evidence)> {
    let common: Vec<&String> = words.iter().filter(|word| others.iter().any(|other| same_word(other, word))).collect();
    if common.is_empty() {
        return None;
    }
    let is_head = |e: &&'a Evidence| {
        let parts = lower_parts(last(e.symbol.as_deref().unwrap_or("")));
        parts.len() == common.len() && parts.iter().zip(&common).all(|(part, word)| same_word(part, word))
    };
    let heads: Vec<&'a Evidence> =
        known.all_definitions().into_iter().filter(is_head).filter(|e| !is_aside(&e.path)).collect();
    let mut whole: Vec<&Candidate<'a>> = named.iter().filter(|it| it.lacking == 0 && it.rest.is_empty()).collect();
    whole.sort_by_key(|candidate| candidate.rank());
    whole.into_iter().find_map(|candidate| {
        let is_beside = |e: &&&'a Evidence| e.kind == candidate.evidence.kind && owner(e) == owner(candidate.evidence);
        Some((candidate.evidence, *heads.iter().find(is_beside)?))
    })
}

fn is_same(one: &[String], other: &[String]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| same_word(a, b))
}

/// The parts of a symbol without the last.
fn owner(e: &Evidence) -> Vec<&str> {
    let mut segments = segments(e.symbol.as_deref().unwrap_or(""));
    segments.pop();
    segments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::found;
    use model::{Finding, Step};

    fn compared(names: [&str; 2], symbols: &[(&str, &str)]) -> Option<[String; 2]> {
        let evidence = (1..).zip(symbols).map(|(n, (symbol, path))| found(symbol, path, n, "def f(): pass")).collect();
        let step = Some(Step::Find(names.map(str::to_owned).to_vec()));
        let findings = [Finding { key: "step_0: x".into(), text: String::new(), evidence, step }];
        let known = Known::of(&findings);
        pair(&known, names).map(|(left, right)| [left, right].map(|e| last(e.symbol.as_deref().unwrap()).to_owned()))
    }

    fn both(left: &str, right: &str) -> Option<[String; 2]> {
        Some([left.to_owned(), right.to_owned()])
    }

    #[test]
    fn two_names_with_the_same_rest_are_meant() {
        let nodes = [
            ("parse_include", "page/parse.py"),
            ("page.IncludeNode", "page/include.py"),
            ("page.EmbedParser", "page/embed.py"),
            ("page.EmbedNode", "page/embed.py"),
        ];
        assert_eq!(compared(["include", "embed"], &nodes), both("IncludeNode", "EmbedNode"));
        let versions = [("match.matchV1", "match/find.py"), ("match.matchV2", "match/find.py"), ("read_v2", "io.py")];
        assert_eq!(compared(["v1 matching algorithm", "v2 matching algorithm"], &versions), both("matchV1", "matchV2"));
    }

    #[test]
    fn a_phrase_is_one_name_in_any_case() {
        let symbols = [
            ("net.Builder.hooks", "net/builder.py"),
            ("net.Client.hooks", "net/client.py"),
            ("net.Client.network_hooks", "net/client.py"),
        ];
        assert_eq!(compared(["application hooks", "network hooks"], &symbols), both("hooks", "network_hooks"));
        assert_eq!(compared(["cookie jar", "cookie store"], &symbols), None);
    }
}
