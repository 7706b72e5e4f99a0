//! What two names mean that are asked about together: two that one owner has, where it has both.

use super::asked::Question;
use super::known::Known;
use super::phrase;
use super::relevance::{self, is_callable};
use super::symbol::{last, short};
use code_words::path::is_test;
use protocol::{Evidence, EvidenceKind};

/// The definitions of two names, the one that is meant first; `None` where nothing is called so.
///
/// `run` and `create_process` are those of the class that has both, whatever else is called `run`. Where both names mean one
/// symbol (`Client` and `blocking::Client`), the name that says less means another.
pub fn meant<'a>(
    known: &Known<'a>,
    question: &Question,
    [a, b]: [&str; 2],
) -> (Option<&'a Evidence>, Option<&'a Evidence>) {
    let (of_a, of_b) = (relevance::meant(known, question, a), relevance::meant(known, question, b));
    if is_phrase(question, a) && is_phrase(question, b)
        || of_a.is_empty() && is_plain(a)
        || of_b.is_empty() && is_plain(b)
    {
        let (one, other) = (of_a.first().copied(), of_b.first().copied());
        // What both would mean is neither of the two.
        let is_one = one.is_some() && one.map(|e| &e.symbol) == other.map(|e| &e.symbol);
        return match phrase::pair(known, [a, b]) {
            Some((left, right)) => (Some(left), Some(right)),
            None if is_one => (None, None),
            None => (one, other),
        };
    }
    let (Some(&left), Some(&right)) = (of_a.first(), of_b.first()) else {
        return (of_a.first().copied(), of_b.first().copied());
    };
    let (left, right) = of_one_sort(known, [(a, left), (b, right)]);
    if left.symbol == right.symbol {
        let another = |found: &[&'a Evidence]| found.iter().copied().find(|e| e.symbol != left.symbol);
        return match a.len() <= b.len() {
            true => (another(&of_a).or(Some(left)), Some(right)),
            false => (Some(left), another(&of_b).or(Some(right))),
        };
    }
    if have_one_owner(left, right) {
        return (Some(left), Some(right));
    }
    let other = |one: &'a Evidence| of_b.iter().copied().find(|other| have_one_owner(one, other));
    let pair = of_a.iter().copied().filter(|e| !is_test(&e.path)).find_map(|one| Some((one, other(one)?)));
    let (left, right) = pair.unwrap_or((left, right));
    (Some(left), Some(right))
}

/// Of a type and something that is none, both named by plain words, the type that the other word may mean: "a page and an
/// article" are `Page` and `Article`, whatever else is called `page`.
fn of_one_sort<'a>(
    known: &Known<'a>,
    [(a, left), (b, right)]: [(&str, &'a Evidence); 2],
) -> (&'a Evidence, &'a Evidence) {
    let is_type = |e: &Evidence| matches!(e.kind, EvidenceKind::Class | EvidenceKind::Interface);
    let type_of = |name: &str, other: &'a Evidence| {
        let is_it = |e: &&Evidence| {
            is_type(e) && !is_test(&e.path) && last(e.symbol.as_deref().unwrap_or("")).eq_ignore_ascii_case(name)
        };
        known.all_definitions().into_iter().find(is_it).unwrap_or(other)
    };
    match (is_type(left), is_type(right)) {
        (true, false) if is_plain(b) => (left, type_of(b, right)),
        (false, true) if is_plain(a) => (type_of(a, left), right),
        _ => (left, right),
    }
}

/// Whether a name is put together from words of the question.
pub fn is_phrase(question: &Question, name: &str) -> bool {
    name.contains(' ') || name.contains("::") && !question.asked.contains(name)
}

/// A word that is written as no code is.
fn is_plain(name: &str) -> bool {
    name.chars().all(|c| c.is_lowercase() || c.is_ascii_digit() || c == ' ')
}

/// Members of one type, or functions of one module: other things of a module may stand side by side by chance.
fn have_one_owner(one: &Evidence, other: &Evidence) -> bool {
    let (Some(a), Some(b)) = (one.symbol.as_deref(), other.symbol.as_deref()) else { return false };
    let is_member = short(a, &one.path).contains(['.', ':']);
    let is_of_module = is_callable(one) && is_callable(other) && one.path == other.path;
    a != b && owner(a).is_some() && owner(a) == owner(b) && (is_member || is_of_module)
}

/// The symbol of what has a symbol.
fn owner(symbol: &str) -> Option<&str> {
    let (owner, _) = symbol.rsplit_once(['.', ':', '#'])?;
    Some(owner.trim_end_matches(':')).filter(|owner| !owner.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::understand;
    use crate::tests::found;
    use model::{Finding, Step};

    fn compared(question: &str, symbols: &[(&str, &str)]) -> [String; 2] {
        let question = understand(question, &[]);
        let kind = |symbol: &str| match last(symbol).starts_with(char::is_uppercase) {
            true => EvidenceKind::Class,
            false => EvidenceKind::Function,
        };
        let evidence = |(n, (symbol, path)): (u32, &(&str, &str))| Evidence {
            kind: kind(symbol),
            ..found(symbol, path, n, "def f(): pass")
        };
        let evidence = (1..).zip(symbols).map(evidence).collect();
        let step = Some(Step::Find(question.names.clone()));
        let findings = [Finding { key: "step_0: x".into(), text: String::new(), evidence, step }];
        let known = Known::of(&findings);
        let (left, right) = meant(&known, &question, [&question.names[0], &question.names[1]]);
        [left, right].map(|e| e.and_then(|e| e.symbol.clone()).unwrap_or_default())
    }

    #[test]
    fn of_two_names_those_of_one_owner_are_meant() {
        let of_connection = [
            ("net.files.Writer.run", "net/files.py"),
            ("net.connection.Connection.run", "net/connection.py"),
            ("net.connection.Connection.start", "net/connection.py"),
        ];
        let both = ["net.connection.Connection.run", "net.connection.Connection.start"];
        assert_eq!(compared("What's the difference between run and start?", &of_connection), both);
        let of_variable = [
            ("web.Response._close", "web/response.py"),
            ("web.Toolkit.close", "web/toolkit.py"),
            ("web.Toolkit.abandon", "web/toolkit.py"),
        ];
        let both = ["web.Toolkit.abandon", "web.Toolkit.close"];
        assert_eq!(compared("What's the difference between h.abandon and h.close?", &of_variable), both);
    }

    #[test]
    fn a_type_is_compared_with_a_type() {
        let found = [
            ("site.paginator.Paginator.page", "site/paginator.py"),
            ("site.contents.Page", "site/contents.py"),
            ("site.contents.Article", "site/contents.py"),
        ];
        let types = ["site.contents.Page", "site.contents.Article"];
        assert_eq!(compared("What is the difference between a page and an article?", &found), types);
    }

    #[test]
    fn without_a_common_owner_each_name_means_what_was_found_first() {
        let found = [
            ("net.files.Writer.run", "net/files.py"),
            ("net.pool.Pool.run", "net/pool.py"),
            ("net.connection.Connection.start", "net/connection.py"),
        ];
        let first = ["net.files.Writer.run", "net.connection.Connection.start"];
        assert_eq!(compared("What's the difference between run and start?", &found), first);
    }
}
