//! How two symbols differ: what each is, what they have in common, what only one of them has, calls, catches or raises.

use super::claims;
use super::markdown::MarkdownBuilder;
use super::sentence::compared::{self, Aspect, Difference, Entry, has_body};
use super::sentence::{absent, defined};
use super::{topic, usage};
use crate::asked::Question;
use crate::excerpt::head;
use crate::kind::Kind;
use crate::known::Known;
use crate::pair;
use code_words::identifier::lower_parts;
use compact_sort::CompactSort;
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// Most lines of what is compared line by line.
const SHORT: usize = 32;
/// Of this many lines of the shorter one is common at least.
const ALIKE: usize = 4;

pub fn write(out: &mut MarkdownBuilder, question: &Question, known: &Known<'_>) -> bool {
    let [a, b, ..] = question.names.as_slice() else { return false };
    let (left, right) = pair::meant(known, question, [a, b]);
    let is_documented = usage::each_titled(out, known, &[a.clone(), b.clone()]);
    let (Some(left), Some(right)) = (left, right) else {
        if is_documented {
            return true;
        }
        // Two topics that are no names of code: what fits their words.
        if left.is_none() && right.is_none() && [a, b].into_iter().any(|name| pair::is_phrase(question, name)) {
            return topic::explain(out, &words_of(question), known);
        }
        let sides = [(a, left), (b, right)];
        let missing: Vec<String> =
            sides.iter().filter(|(_, found)| found.is_none()).map(|(name, _)| (*name).clone()).collect();
        return left.or(right).is_some_and(|e| {
            out.say(absent::other_of_two(known, e));
            describe(out, known, e, &question.names);
            out.missing_names(&[a.clone(), b.clone()], &missing)
        });
    };
    let differences: Vec<Difference<'_>> = Aspect::ALL
        .into_iter()
        .filter(|aspect| !aspect.is_of_body() || has_body(left) && has_body(right))
        .filter_map(|aspect| Difference::between(aspect, &side(known, left, aspect), &side(known, right, aspect)))
        .collect();
    out.say(compared::first(known, left, right, &differences));
    describe(out, known, left, &question.names);
    describe(out, known, right, &question.names);
    for difference in &differences {
        out.item(compared::difference(known, left, right, difference));
    }
    lines_that_differ(out, known, left, right);
    compared::called(known, left, right).into_iter().for_each(|sentence| out.item(sentence));
    true
}

/// The question about the words of what is compared.
fn words_of(question: &Question) -> Question {
    let mut terms: Vec<String> = Vec::new();
    for word in question.names.iter().flat_map(|name| lower_parts(name)) {
        if !terms.contains(&word) {
            terms.push(word);
        }
    }
    Question { terms, names: Vec::new(), kind: Kind::Explain, ..question.clone() }
}

fn describe(out: &mut MarkdownBuilder, known: &Known<'_>, e: &Evidence, asked: &[String]) {
    out.say(defined::marked_with_signature(known, e));
    // Which of several is meant is a choice that the reader should see.
    let is_it = |found: &&Evidence| found.id == e.id;
    let namesakes = asked.iter().map(|name| known.definitions(name)).find(|found| found.iter().any(&is_it));
    let others: Vec<&Evidence> = namesakes.into_iter().flatten().filter(|other| !is_it(other)).collect();
    defined::another_of_name(known, &others).into_iter().for_each(|sentence| out.say(sentence));
}

/// Where both are short: the lines of code that only one of them has.
fn lines_that_differ(out: &mut MarkdownBuilder, known: &Known<'_>, left: &Evidence, right: &Evidence) {
    let (own, other) = (head(left, SHORT), head(right, SHORT));
    let is_cut = |text: &str| text.ends_with("\n...");
    let lines = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
    let common = own
        .text()
        .lines()
        .filter(|line| !line.trim().is_empty() && other.text().lines().any(|o| o.trim() == line.trim()));
    let is_alike = ALIKE * common.count() >= lines(own.text()).min(lines(other.text()));
    if is_cut(own.text()) || is_cut(other.text()) || !is_alike {
        return;
    }
    for (e, text, against) in [(left, &own, &other), (right, &other, &own)] {
        let only = text.without(against);
        if !only.text().is_empty() {
            out.say(compared::lines_alone(known, e));
            out.code(&only);
        }
    }
}

/// What one of the two has in an aspect, each once.
fn side<'a>(known: &Known<'a>, e: &Evidence, aspect: Aspect) -> Vec<Entry<'a>> {
    let symbol = e.symbol.as_deref().unwrap_or("");
    let all: Vec<Entry<'a>> = match aspect {
        Aspect::Calls => known.callees_of(symbol).into_iter().filter_map(Entry::called).collect(),
        Aspect::Stated(kind) => claims::of(known, symbol, kind).into_iter().map(Entry::stated).collect(),
    };
    let mut entries: Vec<Entry<'a>> = Vec::new();
    for entry in all {
        if !entries.iter().any(|other| other.object() == entry.object()) {
            entries.push(entry);
        }
    }
    // What is called first, plain names before compound ones: the others are their variants.
    if aspect == Aspect::Stated(ClaimKind::Member) {
        entries.compact_sort_by_key(|entry| {
            let object = entry.object();
            (is_field(known, e, object), object.starts_with('_'), lower_parts(object).len())
        });
    }
    entries
}

fn is_field(known: &Known<'_>, e: &Evidence, member: &str) -> bool {
    let of = claims::of(known, e.symbol.as_deref().unwrap_or(""), ClaimKind::Member);
    let stated = of.iter().find(|stated| stated.claim.object == member);
    stated.is_some_and(|stated| matches!(stated.evidence.kind, EvidenceKind::Field | EvidenceKind::Variable))
}

#[cfg(test)]
mod tests {
    use crate::tests::found;
    use model::{Finding, Step};
    use protocol::{CallCount, Direction, Evidence, EvidenceKind, Relation};

    const QUESTION: &str = "What is the difference between abandon and close?";

    fn answer(evidence: Vec<Evidence>) -> String {
        let question = crate::question::understand(QUESTION, &[]);
        let step = Some(Step::Find(question.names.clone()));
        let findings = [Finding { key: "step_0: x".into(), text: String::new(), evidence, step }];
        crate::answer::write(QUESTION, &question, &findings, false)
    }

    fn counted(places: u32, e: Evidence) -> Evidence {
        let calls = CallCount { direction: Direction::Callers, places, proven: places, symbols: places };
        Evidence { calls: Some(calls), relation: Relation::Definition, ..e }
    }

    #[test]
    fn calls_are_counted_of_what_has_a_body_alone() {
        let field = |symbol: &str, line: u32| {
            let e = found(symbol, "web/toolkit.py", line, "abandon = close = object()");
            counted(0, Evidence { kind: EvidenceKind::Field, ..e })
        };
        let fields = answer(vec![field("web.Toolkit.abandon", 3), field("web.Toolkit.close", 4)]);
        assert!(fields.contains("are both fields") && !fields.contains("**Called**"), "{fields}");
        let method = |symbol: &str, path: &str, line: u32| counted(0, found(symbol, path, line, "def f(): pass"));
        let of =
            |path: &str| answer(vec![method("web.Toolkit.abandon", path, 3), method("web.Toolkit.close", path, 4)]);
        assert!(of("web/toolkit.py").contains("**Called**"));
        assert!(!of("web/toolkit.d.ts").contains("**Called**"), "a declaration file has no calls");
    }

    #[test]
    fn constants_are_called_so() {
        let field = |name: &str, line: u32| {
            let head = format!("public static final int {name} = {line}");
            let e = found(&format!("web.Limits.{name}"), "web/Limits.java", line, &head);
            counted(0, Evidence { kind: EvidenceKind::Field, ..e })
        };
        let both = answer(vec![field("abandon", 3), field("close", 4)]);
        assert!(both.contains("are both constants") && both.contains("is a constant at"), "{both}");
    }

    #[test]
    fn what_one_calls_is_named_once() {
        let call = |symbol: &str, line: u32| Evidence {
            relation: Relation::Callee { of: "web.Toolkit.close".into() },
            ..found(symbol, "web/toolkit.py", line, "self.log()")
        };
        let method =
            |name: &str, line: u32| found(&format!("web.Toolkit.{name}"), "web/toolkit.py", line, "def f(): pass");
        let calls = vec![call("web.core.Core.log", 6), call("web.server.Server.log", 6)];
        let answer = answer([vec![method("abandon", 3), method("close", 5)], calls].concat());
        assert_eq!(answer.matches("`log`").count(), 1, "{answer}");
    }
}
