//! What has been found, and what has been done to find it.

use super::symbol::{is_copy, last, likeness, short, slip};
use super::test_code::is_test_code;
use code_words::identifier::{is_named, lower_parts, normalise, words};
use code_words::operators;
use code_words::path::is_test;
use code_words::stem::same_word;
use compact_sort::CompactSort;
use model::Step;
use model::{Finding, Message};
use protocol::{Basis, CallCount, Direction, Evidence, EvidenceKind, Relation};

/// A call of at least this confidence is reported as a fact, one below it as a possibility. All rules that follow the
/// code reach it; those that go by names alone do not.
pub const PROVEN: f32 = 0.9;

/// A call between two symbols, by their qualified names.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Edge<'a> {
    pub from: &'a str,
    pub to: &'a str,
    pub evidence: &'a Evidence,
}

/// The findings of a run so far, in the order in which they came.
#[derive(Debug, Default)]
pub struct Known<'a> {
    evidence: Vec<&'a Evidence>,
    steps: Vec<Step>,
    /// How much of the evidence was there after each step.
    ends: Vec<usize>,
    /// Names whose callees, and whose callers, were asked for; whether any came or not.
    callees_asked: Vec<String>,
    callers_asked: Vec<String>,
    /// What a quoted passage names; not what the question asks for.
    followed: Vec<&'a Evidence>,
}

impl<'a> Known<'a> {
    pub fn of(findings: &'a [Finding]) -> Self {
        let mut known = Self::default();
        for finding in findings {
            known.evidence.extend(&finding.evidence);
            let step = finding.step();
            match &step {
                Step::Callers(names) => known.callers_asked.extend_from_slice(names),
                Step::Callees(names) => known.callees_asked.extend_from_slice(names),
                Step::Around(names) => {
                    known.callers_asked.extend_from_slice(names);
                    known.callees_asked.extend_from_slice(names);
                }
                Step::Trace { from, to } => {
                    known.callees_asked.extend_from_slice(from);
                    known.callers_asked.extend_from_slice(to);
                }
                Step::Find(_)
                | Step::Search(_)
                | Step::List(_)
                | Step::Read(_)
                | Step::Lint(_)
                | Step::Log(_)
                | Step::Blame { .. }
                | Step::Commit(_)
                | Step::Describe(_)
                | Step::Survey { .. } => {}
            }
            known.steps.push(step);
            known.ends.push(known.evidence.len());
        }
        known
    }

    /// With what the step under way has found and asked.
    pub fn and_messages(mut self, messages: &'a [Message]) -> Self {
        for message in messages {
            self.evidence.extend(&message.evidence);
            for call in &message.tool_calls {
                let name = call.arguments.get("function_name").and_then(|name| name.as_str()).unwrap_or("");
                match call.name.as_str() {
                    "get_callers" => self.callers_asked.push(name.to_owned()),
                    "get_callees" => self.callees_asked.push(name.to_owned()),
                    _ => {}
                }
            }
        }
        self
    }

    /// With what was found of the names of a passage.
    pub fn following(mut self, evidence: impl IntoIterator<Item = &'a Evidence>) -> Self {
        self.followed.extend(evidence);
        self
    }

    pub fn followed(&self) -> &[&'a Evidence] {
        &self.followed
    }

    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// What the first step that is wanted has found, in its order.
    pub fn found_by(&self, is_wanted: impl Fn(&Step) -> bool) -> &[&'a Evidence] {
        let Some(at) = self.steps.iter().position(is_wanted) else { return &[] };
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.evidence[start..self.ends[at]]
    }

    pub fn evidence(&self) -> impl Iterator<Item = &'a Evidence> {
        self.evidence.iter().copied()
    }

    /// True where the callers of this symbol have been asked for.
    pub fn has_asked_callers(&self, symbol: &str) -> bool {
        asked(&self.callers_asked, symbol) || self.evidence().any(|e| of_caller(e) == Some(symbol))
    }

    /// True where the callees of this symbol have been asked for.
    pub fn has_asked_callees(&self, symbol: &str) -> bool {
        asked(&self.callees_asked, symbol) || self.evidence().any(|e| of_callee(e) == Some(symbol))
    }

    /// True where the code's statements of this symbol have been asked for.
    pub fn has_described(&self, symbol: &str) -> bool {
        self.steps.iter().any(|step| matches!(step, Step::Describe(names) if asked(names, symbol)))
    }

    /// The definition of a symbol as a tool returned it that was asked about the symbol.
    pub fn described(&self, symbol: &str) -> Option<&'a Evidence> {
        self.evidence().find(|e| e.relation == Relation::Definition && e.symbol.as_deref() == Some(symbol))
    }

    /// Definitions of symbols, each symbol once; hits of prose and of whole modules are none.
    pub fn all_definitions(&self) -> Vec<&'a Evidence> {
        let mut found = self.defined(|kind| !matches!(kind, EvidenceKind::Text | EvidenceKind::Module));
        // A nameless function inside of another that was found is a part of it.
        let symbols: Vec<&str> = found.iter().filter_map(|e| e.symbol.as_deref()).collect();
        let is_part = |symbol: &str| named(symbol) != symbol && symbols.contains(&named(symbol));
        found.retain(|e| !e.symbol.as_deref().is_some_and(is_part));
        found
    }

    fn defined(&self, is_wanted: fn(EvidenceKind) -> bool) -> Vec<&'a Evidence> {
        let mut found: Vec<&'a Evidence> = Vec::new();
        for e in self.evidence() {
            if !matches!(e.relation, Relation::Hit | Relation::Definition) || !is_wanted(e.kind) || e.symbol.is_none() {
                continue;
            }
            match found.iter_mut().find(|known| known.symbol == e.symbol && known.path == e.path) {
                // Overloads are several definitions of one symbol: a documented one is preferred.
                Some(known) if is_documented(known) != is_documented(e) => {
                    if is_documented(e) {
                        *known = e;
                    }
                }
                // A long definition is found in pieces: the first of them is where it begins.
                Some(known) if e.start_line < known.start_line => *known = e,
                Some(known) if e.start_line == known.start_line && e.excerpt.len() > known.excerpt.len() => *known = e,
                Some(_) => {}
                None => found.push(e),
            }
        }
        found
    }

    /// Definitions that fit the name best, modules only where nothing else does: those of tests last, otherwise as
    /// found.
    pub fn definitions(&self, name: &str) -> Vec<&'a Evidence> {
        let operator = operators::of_name(name);
        let fits = |e: &'a Evidence| {
            let symbol = e.symbol.as_deref()?;
            match operator {
                Some(operator) => operators::is_of(operator, last(symbol), &e.path).then_some((4, e)),
                None => Some((likeness(symbol, name)?, e)),
            }
        };
        let mut found: Vec<(u8, &'a Evidence)> = self.all_definitions().into_iter().filter_map(fits).collect();
        if found.is_empty() {
            found = self.defined(|kind| kind == EvidenceKind::Module).into_iter().filter_map(fits).collect();
        }
        if found.is_empty() {
            return self.misspelt(name);
        }
        let best = found.iter().map(|(likeness, _)| *likeness).max().unwrap_or(0);
        found.retain(|(likeness, _)| *likeness == best);
        let paths: Vec<&str> = found.iter().map(|(_, e)| e.path.as_str()).collect();
        found.compact_sort_by_key(|(_, e)| (is_test(&e.path), is_copy(&e.path, paths.iter().copied())));
        found.into_iter().map(|(_, e)| e).collect()
    }

    /// Definitions of which the name, that nothing found holds, can be a misspelling: those of tests last.
    fn misspelt(&self, name: &str) -> Vec<&'a Evidence> {
        let fits = |e: &'a Evidence| Some((slip(e.symbol.as_deref()?, name)?, e));
        let mut found: Vec<(u32, &'a Evidence)> = self.all_definitions().into_iter().filter_map(fits).collect();
        let least = found.iter().map(|(letters, _)| *letters).min().unwrap_or(0);
        if least == 0 || self.has_word(name) {
            return Vec::new();
        }
        found.retain(|(letters, _)| *letters == least);
        found.compact_sort_by_key(|(_, e)| is_test(&e.path));
        found.into_iter().map(|(_, e)| e).collect()
    }

    /// True where a text that was found holds the name as it is.
    fn has_word(&self, name: &str) -> bool {
        let wanted = normalise(last(name));
        let texts =
            |e: &'a Evidence| [e.doc.as_deref(), e.symbol.as_deref(), Some(e.excerpt.as_str())].into_iter().flatten();
        self.evidence().flat_map(texts).any(|text| words(text).any(|word| is_named(word, &wanted)))
    }

    /// What a name that nothing holds is taken for, and how many letters it is away.
    pub fn correction(&self, name: &str) -> Option<(&'a Evidence, u32)> {
        let meant = self.definitions(name).first().copied()?;
        let symbol = meant.symbol.as_deref()?;
        likeness(symbol, name).is_none().then(|| slip(symbol, name).map(|letters| (meant, letters))).flatten()
    }

    /// Functions and types that have a plain noun in their names, where nothing is called so: `build_walker` of "walker".
    fn with_word(&self, noun: &str) -> Vec<&'a Evidence> {
        let is_plain = noun.chars().count() > 3 && noun.chars().all(char::is_lowercase);
        let has_it = |e: &&Evidence| {
            let symbol = e.symbol.as_deref().filter(|_| is_plain && !is_test_code(e));
            symbol.is_some_and(|symbol| lower_parts(last(symbol)).iter().any(|part| same_word(part, noun)))
        };
        use EvidenceKind::{Class, Enum, Function, Interface, Method};
        let is_one = |e: &&Evidence| matches!(e.kind, Class | Enum | Function | Interface | Method);
        self.all_definitions().into_iter().filter(is_one).filter(has_it).collect()
    }

    /// What bears a name that is one end of a chain of calls: what has it in a module before what has it in a class; of a
    /// plain noun rather the type than a variable; tests only where there is nothing else.
    pub fn bearers(&self, name: &str) -> Vec<&'a Evidence> {
        use EvidenceKind::{Class, Enum, Field, Interface, Variable};
        let mut found = self.definitions(name);
        if found.is_empty() {
            found = self.with_word(name);
        }
        if found.iter().all(|e| matches!(e.kind, Variable | Field) || is_test(&e.path)) {
            let is_type = |e: &&Evidence| {
                matches!(e.kind, Class | Interface | Enum)
                    && !is_test(&e.path)
                    && e.symbol.as_deref().and_then(|symbol| likeness(symbol, name)) >= Some(1)
            };
            let types: Vec<&Evidence> = self.all_definitions().into_iter().filter(is_type).collect();
            if !types.is_empty() {
                found = types;
            }
        }
        if found.iter().any(|e| !is_test(&e.path)) {
            found.retain(|e| !is_test(&e.path));
        }
        let in_class = |e: &Evidence| {
            let symbol = e.symbol.as_deref().unwrap_or("");
            super::symbol::segments(&short(symbol, &e.path)).len() > 1
        };
        found.compact_sort_by_key(|e| in_class(e));
        found
    }

    /// The qualified name of the symbol that a step's name refers to; the name itself if none is known.
    pub fn resolve(&self, name: &str) -> String {
        if let Some(symbol) = self.correction(name).and_then(|(meant, _)| meant.symbol.clone()) {
            return symbol;
        }
        let definition = self.definitions(name).first().and_then(|e| e.symbol.clone());
        let anywhere =
            || self.evidence().filter_map(|e| e.symbol.as_ref()).find(|s| likeness(s, name) == Some(4)).cloned();
        definition
            .filter(|symbol| likeness(symbol, name) == Some(4))
            .or_else(anywhere)
            .unwrap_or_else(|| name.to_owned())
    }

    /// How people are shown a symbol: without its module where that leaves no doubt.
    pub fn shown(&self, symbol: &str) -> String {
        let mut all = self.evidence().chain(self.followed.iter().copied());
        let Some(e) = all.find(|e| e.symbol.as_deref() == Some(symbol)) else { return symbol.to_owned() };
        let short = short(symbol, &e.path);
        let is_other = |other: &str| named(other) != symbol && likeness(other, &short) == Some(4);
        let others = self.evidence().filter_map(|e| e.symbol.as_deref()).any(is_other);
        if others { symbol.to_owned() } else { short }
    }

    /// Places that call the symbol: proven first, tests last, then by place; each once.
    pub fn callers_of(&self, symbol: &str) -> Vec<&'a Evidence> {
        sorted(self.evidence().filter(|e| of_caller(e).is_some_and(|of| same(of, symbol))))
    }

    /// What the symbol calls, in the order of the calls' places; each symbol once.
    pub fn callees_of(&self, symbol: &str) -> Vec<&'a Evidence> {
        let mut found: Vec<&'a Evidence> = Vec::new();
        for e in self.evidence().filter(|e| of_callee(e).is_some_and(|of| same(of, symbol))) {
            if !found.iter().any(|known| known.symbol == e.symbol && (e.symbol.is_some() || known.id == e.id)) {
                found.push(e);
            }
        }
        found
    }

    /// How many calls a symbol has in a direction, where a tool has counted them; what is known may be fewer.
    pub fn call_count(&self, symbol: &str, direction: Direction) -> Option<CallCount> {
        let counted = self.evidence().filter(|e| e.symbol.as_deref().is_some_and(|own| same(own, symbol)));
        counted.filter_map(|e| e.calls).find(|calls| calls.direction == direction)
    }

    /// All calls between named symbols.
    pub fn edges(&self) -> Vec<Edge<'a>> {
        let mut edges: Vec<Edge<'a>> = Vec::new();
        for evidence in self.evidence() {
            let Some(symbol) = evidence.symbol.as_deref() else { continue };
            let (from, to) = match &evidence.relation {
                Relation::Caller { of } => (symbol, of.as_str()),
                Relation::Callee { of } => (of.as_str(), symbol),
                _ => continue,
            };
            let (from, to) = (named(from), named(to));
            if from != to && !edges.iter().any(|edge| edge.from == from && edge.to == to) {
                edges.push(Edge { from, to, evidence });
            }
        }
        edges
    }

    /// What the tools returned for a step of this kind that has no spans: folder listings.
    pub fn text_of(findings: &[Finding], is_it: impl Fn(&Step) -> bool) -> Option<Output<'_>> {
        findings.iter().find(|finding| is_it(&finding.step())).map(Output::of)
    }
}

/// A text that a tool returned, or a part of it: what an answer may quote beside evidence. It is made from a finding alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Output<'f>(&'f str);

impl<'f> Output<'f> {
    /// Without the summary that was written of it.
    pub fn of(finding: &'f Finding) -> Self {
        Self(finding.text.split("\n---\n").next().unwrap_or(""))
    }

    pub fn trimmed(self) -> Self {
        Self(self.0.trim())
    }

    pub fn lines(self) -> impl Iterator<Item = Self> {
        self.0.lines().map(Self)
    }

    /// Why a tool has no result, where that is what it returned.
    pub fn error(self) -> Option<Self> {
        self.after("Error: ")
    }

    /// What follows the prefix, if it has it.
    pub fn after(self, prefix: &str) -> Option<Self> {
        self.0.strip_prefix(prefix).map(Self)
    }

    /// What is before and after the last separator.
    pub fn split_last(self, separator: &str) -> Option<(Self, Self)> {
        self.0.rsplit_once(separator).map(|(before, after)| (Self(before), Self(after)))
    }
}

impl std::ops::Deref for Output<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

/// True where the rule that made the edge proves it.
pub fn is_proven(e: &Evidence) -> bool {
    matches!(e.basis, Basis::Call { confidence, .. } if confidence >= PROVEN)
}

fn is_documented(e: &Evidence) -> bool {
    e.doc.as_ref().is_some_and(|doc| !doc.trim_start().starts_with('@'))
}

fn asked(names: &[String], symbol: &str) -> bool {
    names.iter().any(|name| likeness(symbol, name) == Some(4))
}

fn same(of: &str, symbol: &str) -> bool {
    of == symbol || likeness(of, symbol) == Some(4) || likeness(symbol, of) == Some(4)
}

/// What a nameless function is in: its calls are those of what is around it.
fn named(symbol: &str) -> &str {
    let end = symbol.find(".<").or_else(|| symbol.find("::<"));
    end.filter(|end| *end > 0).map_or(symbol, |end| &symbol[..end])
}

fn of_caller(e: &Evidence) -> Option<&str> {
    if let Relation::Caller { of } = &e.relation { Some(of) } else { None }
}

fn of_callee(e: &Evidence) -> Option<&str> {
    if let Relation::Callee { of } = &e.relation { Some(of) } else { None }
}

fn sorted<'a>(places: impl Iterator<Item = &'a Evidence>) -> Vec<&'a Evidence> {
    let key = |e: &Evidence| (!is_proven(e), is_test(&e.path), e.path.clone(), e.start_line, e.symbol.clone());
    let mut places: Vec<&Evidence> = places.collect();
    places.compact_sort_by_key(|e| key(e));
    places.dedup_by_key(|e| (e.path.clone(), e.start_line, e.symbol.clone()));
    places
}
