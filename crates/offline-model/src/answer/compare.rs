//! How two symbols differ: what each is, what they have in common, what only one of them has, calls, catches or raises.

use super::claims;
use super::markdown::MarkdownBuilder;
use super::sentence::compared::{self, Aspect, Difference, Entry, has_body};
use super::sentence::{absent, called, defined};
use super::{topic, usage};
use crate::asked::Question;
use crate::excerpt::head;
use crate::kind::Kind;
use crate::known::Known;
use crate::pair;
use crate::siblings;
use code_words::identifier::lower_parts;
use compact_sort::CompactSort;
use protocol::{ClaimKind, Evidence, EvidenceKind};

/// First lines of a method that are shown.
const METHOD_LINES: usize = 8;
/// Places where a type is made that are shown.
const MADE: usize = 2;

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
    let bases = siblings::bases(known, left, right);
    // What bases they have is among the differences where not all of them are common.
    let are_listed = differences.iter().any(|difference| difference.is_in(Aspect::Stated(ClaimKind::Extends)));
    if !bases.is_empty() && !are_listed {
        out.say(compared::of_one_base(&bases));
    }
    describe(out, known, left, &question.names);
    describe(out, known, right, &question.names);
    for difference in &differences {
        out.item(compared::difference(known, left, right, difference));
    }
    lines_that_differ(out, known, left, right);
    compared::called(known, left, right).into_iter().for_each(|sentence| out.item(sentence));
    of_siblings(out, known, left, right);
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
    for only in siblings::lines_alone(left, right).into_iter().flatten() {
        if !only.text().is_empty() {
            out.say(compared::lines_alone(known, only.evidence()));
            out.code(&only);
        }
    }
}

/// The first lines of methods that both types of one base define, and where each of the types is made.
fn of_siblings(out: &mut MarkdownBuilder, known: &Known<'_>, left: &Evidence, right: &Evidence) {
    for (own, other) in siblings::methods(known, left, right) {
        let described = |e: &Evidence| known.described(e.symbol.as_deref().unwrap_or(""));
        if let (Some(own), Some(other)) = (described(own), described(other)) {
            out.say(compared::defined_by_both(own));
            for e in [own, other] {
                out.code(&head(e, METHOD_LINES));
            }
        }
    }
    if siblings::bases(known, left, right).is_empty() {
        return;
    }
    let [own, other] = [left, right].map(|e| (e, siblings::made(known, e)));
    // Where that is not known of one, it would seem to be made nowhere.
    if own.1.is_empty() || other.1.is_empty() {
        return;
    }
    for (e, places) in [own, other] {
        out.say(compared::made(known, e));
        for place in places.into_iter().take(MADE) {
            out.item(called::caller(known, place, e.symbol.as_deref().unwrap_or("")));
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
    fn two_types_of_one_base_are_said_to_be_so_with_what_each_has_its_own_way_of() {
        use protocol::{Claim, ClaimKind};
        let class = |name: &str, line: u32| {
            let head = format!("class {name}(Sender):\n    ...");
            let e = found(&format!("web.senders.{name}"), "web/senders.py", line, &head);
            let all = Evidence { kind: EvidenceKind::Class, relation: Relation::Definition, ..e };
            Evidence { excerpt: format!("{head}{}", "\n    pass".repeat(40)), end_line: line + 41, ..all }
        };
        let fact = |of: &str, kind: ClaimKind, object: &str, line: u32, text: &str| {
            let claim = Claim { of: format!("web.senders.{of}"), kind, object: object.to_owned() };
            let symbol = if kind == ClaimKind::Member { format!("{of}.{object}") } else { of.to_owned() };
            let e = found(&format!("web.senders.{symbol}"), "web/senders.py", line, text);
            Evidence { kind: EvidenceKind::Method, relation: Relation::Fact { claim }, ..e }
        };
        let method = |of: &str, line: u32, text: &str| {
            let e = found(&format!("web.senders.{of}.send"), "web/senders.py", line, text);
            Evidence { kind: EvidenceKind::Method, relation: Relation::Definition, ..e }
        };
        let question = crate::question::understand("What is the difference between Tcp and Udp?", &[]);
        let finding = |step: Step, evidence: Vec<Evidence>| {
            let key = format!("step_0: {step}");
            Finding { key, text: String::new(), evidence, step: Some(step) }
        };
        let found_first = finding(Step::Find(question.names.clone()), vec![class("Tcp", 3), class("Udp", 60)]);
        let stated = vec![
            fact("Tcp", ClaimKind::Extends, "Sender", 3, "class Tcp(Sender):"),
            fact("Udp", ClaimKind::Extends, "Sender", 60, "class Udp(Sender):"),
            fact("Tcp", ClaimKind::Member, "send", 9, "def send(self):"),
            fact("Udp", ClaimKind::Member, "send", 66, "def send(self):"),
        ];
        let described = finding(Step::Describe(question.names.clone()), stated);
        let callees = finding(Step::Callees(question.names.clone()), Vec::new());
        let mut findings = vec![found_first, described, callees];
        let steps = crate::plan::missing(&question, &findings);
        let methods = Step::Describe(vec!["Tcp.send".to_owned(), "Udp.send".to_owned()]);
        let made = Step::Callers(question.names.clone());
        assert_eq!(steps, [methods.clone(), made.clone()]);
        let bodies = vec![
            method("Tcp", 9, "def send(self):\n    self.stream.write()"),
            method("Udp", 66, "def send(self):\n    self.socket.sendto()"),
        ];
        let caller = |of: &str, line: u32| {
            let relation = Relation::Caller { of: format!("web.senders.{of}") };
            Evidence { relation, ..found("web.open", "web/open.py", line, &format!("return {of}(address)")) }
        };
        findings.extend([finding(methods, bodies), finding(made, vec![caller("Tcp", 3), caller("Udp", 5)])]);
        let answer = crate::answer::write("", &question, &findings, false);
        assert!(answer.contains("Both extend or implement `Sender`"), "{answer}");
        assert!(answer.contains("Both define `send`:") && answer.contains("self.socket.sendto()"), "{answer}");
        assert!(answer.contains("`Udp` is made in:\n\n- `open` at `web/open.py:5`"), "{answer}");
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
