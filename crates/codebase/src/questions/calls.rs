//! Who calls it, and what does it call?

use super::QuestionError;
use super::symbol::SymbolInfo;
use crate::{Codebase, Place, SpanRef};
use call_graph::{Edge, Named, Symbol, SymbolId, UnresolvedReason, UnresolvedSite};
use compact_sort::CompactSort;
use paging::Loaded;
use rustc_hash::FxHashSet;
use source::FileId;
use std::cmp::Reverse;

/// Most symbols of one name whose calls are listed.
const NAMESAKES: usize = 5;

/// Most symbols of one name that are looked at for the best of them.
const LOOKED_AT: usize = 40;

/// Longest source line shown, in characters.
const WIDTH: usize = 200;

/// The answer for a name: one entry for each symbol it may mean.
#[derive(Debug, Clone, PartialEq)]
pub struct SymbolCalls {
    /// As asked for.
    pub name: String,
    /// Most proven calls first, then best match first. More than one: the name is ambiguous.
    pub of: Vec<CallsOf>,
    /// Symbols of the name that are not listed.
    pub more: u32,
}

/// The calls of one symbol, in one direction.
#[derive(Debug, Clone, PartialEq)]
pub struct CallsOf {
    pub symbol: SymbolInfo,
    /// Most certain first, then by place; one for each other end and line.
    pub calls: Vec<CallSite>,
    /// How many there are in all.
    pub places: u32,
    /// How many of all are proven.
    pub proven: u32,
    /// How many different symbols are at the other end of all.
    pub symbols: u32,
    /// Calls past the number asked for, or past what was read of an index.
    pub omitted: u32,
    /// For callees: calls in it that lead nowhere known. For callers: calls of something of this name that could not
    /// be resolved, so may be meant.
    pub unresolved: Vec<Unresolved>,
}

/// A call, seen from one end.
#[derive(Debug, Clone, PartialEq)]
pub struct CallSite {
    pub other: SymbolInfo,
    /// The line of the call.
    pub site: SpanRef,
    /// That line, trimmed.
    pub text: String,
    /// Short name of the rule that made the edge.
    pub rule: &'static str,
    /// From 0 to 1.
    pub confidence: f32,
    /// True where the rule proves it.
    pub proven: bool,
}

/// A call that leads nowhere known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved {
    /// The line of the call.
    pub site: Place,
    /// The callee's last name; empty where it is computed.
    pub name: String,
    /// Why, for people.
    pub why: String,
    /// The callee may well be in the repository, so the answer may be incomplete.
    pub internal: bool,
}

impl Codebase {
    pub fn callers(&self, name: &str) -> Result<SymbolCalls, QuestionError> {
        self.callers_up_to(name, usize::MAX)
    }

    pub fn callees(&self, name: &str) -> Result<SymbolCalls, QuestionError> {
        self.callees_up_to(name, usize::MAX)
    }

    /// The same with at most `most` calls of each symbol; the rest is counted, and not read.
    pub fn callers_up_to(&self, name: &str, most: usize) -> Result<SymbolCalls, QuestionError> {
        let proven = |named: &Named<'_>| self.graph().proven_callers(named.id, named.name);
        self.calls(name, most, proven, |id| {
            let edges = self.graph().callers(id)?.into_iter().map(|edge| (edge.from, edge)).collect();
            Ok((edges, self.possible_callers(id)?))
        })
    }

    /// As [`callers_up_to`](Self::callers_up_to).
    pub fn callees_up_to(&self, name: &str, most: usize) -> Result<SymbolCalls, QuestionError> {
        let proven = |named: &Named<'_>| self.graph().proven_callees(named.id, named.name);
        self.calls(name, most, proven, |id| {
            let edges = self.graph().callees(id)?.into_iter().map(|edge| (edge.to, edge)).collect();
            Ok((edges, self.unresolved_in(id)?))
        })
    }

    fn calls(
        &self,
        name: &str,
        most: usize,
        proven: impl Fn(&Named<'_>) -> Loaded<u32>,
        ask: impl Fn(SymbolId) -> Loaded<(Vec<(SymbolId, Edge)>, Vec<Unresolved>)>,
    ) -> Result<SymbolCalls, QuestionError> {
        let named = self.named(name)?;
        // Of namesakes, those are meant most whose calls are known for certain.
        let mut meant: Vec<&Named<'_>> = named.iter().take(LOOKED_AT).collect();
        // They are in the page of the name, which was read for `named`.
        meant.compact_sort_by_key(|named| Reverse(proven(named).unwrap_or(0)));
        // What is not loaded is left out: all pages that are missing are noted at once, and a cut answer has what was read.
        let answer = |named: &&Named<'_>| {
            let (edges, unresolved) = ask(named.id).ok()?;
            let edges = once_a_line(edges);
            let others: FxHashSet<SymbolId> = edges.iter().map(|(other, _)| *other).collect();
            let shown = edges.iter().take(most);
            let calls: Vec<_> = shown.filter_map(|(other, edge)| self.call_site(edge, *other)).collect();
            Some(CallsOf {
                symbol: self.symbol(named.id).ok()??,
                places: edges.len() as u32,
                proven: edges.iter().filter(|(_, edge)| edge.is_proven()).count() as u32,
                symbols: others.len() as u32,
                omitted: (edges.len() - calls.len()) as u32,
                calls,
                unresolved,
            })
        };
        let of: Vec<CallsOf> = meant.iter().take(NAMESAKES).filter_map(answer).collect();
        Ok(SymbolCalls { name: name.to_owned(), more: (named.len() - of.len()) as u32, of })
    }

    pub fn callers_of(&self, id: SymbolId) -> Vec<CallSite> {
        let edges = self.graph().callers(id).into_iter().flatten();
        edges.filter_map(|edge| self.call_site(&edge, edge.from)).collect()
    }

    pub fn callees_of(&self, id: SymbolId) -> Vec<CallSite> {
        let edges = self.graph().callees(id).into_iter().flatten();
        edges.filter_map(|edge| self.call_site(&edge, edge.to)).collect()
    }

    /// `None` while not all of it is loaded: lists go on without it.
    pub(crate) fn call_site(&self, edge: &Edge, other: SymbolId) -> Option<CallSite> {
        let other = self.symbol(other).ok()??;
        self.text(edge.file).ok()?;
        Some(CallSite {
            other,
            site: self.lines_ref(edge.file, edge.line, edge.line),
            text: self.line(edge.file, edge.line),
            rule: edge.rule.id(),
            confidence: edge.confidence,
            proven: edge.is_proven(),
        })
    }

    fn place(&self, file: FileId, line: u32) -> Place {
        let path = self.snapshot().file(file).path.as_str().to_owned();
        Place { path, start_line: line, end_line: line }
    }

    /// A line, trimmed and cut; empty while it is not loaded.
    pub(crate) fn line(&self, file: FileId, line: u32) -> String {
        let text = self.lines(file, line, line).ok().flatten();
        text.unwrap_or("").trim().chars().take(WIDTH).collect()
    }

    /// Calls in a symbol, and in the nameless functions inside it, that lead nowhere known.
    ///
    /// # Errors
    /// The symbol's page is not loaded.
    pub fn unresolved_in(&self, id: SymbolId) -> Loaded<Vec<Unresolved>> {
        let Some(Symbol { file, .. }) = self.graph().symbol(id)? else { return Ok(Vec::new()) };
        // A lambda comes after what is around it.
        let mut inside = FxHashSet::from_iter([id]);
        let mut own = vec![id];
        for (at, symbol) in self.graph().symbols_in(*file)? {
            if symbol.is_anonymous()
                && symbol.parent.is_some_and(|parent| inside.contains(&parent))
                && inside.insert(at)
            {
                own.push(at);
            }
        }
        let mut sites: Vec<&UnresolvedSite> = Vec::new();
        for at in own {
            sites.extend(self.graph().unresolved(at)?);
        }
        sites.compact_sort_by(|a, b| (a.line, &a.name).cmp(&(b.line, &b.name)));
        Ok(sites.into_iter().map(|site| self.unresolved(*file, site)).collect())
    }

    /// Unresolved calls of something with this symbol's name.
    ///
    /// # Errors
    /// A page that it needs is not loaded.
    pub fn possible_callers(&self, id: SymbolId) -> Loaded<Vec<Unresolved>> {
        let Some(symbol) = self.graph().symbol(id)? else { return Ok(Vec::new()) };
        let sites = self.graph().open_sites(&symbol.name)?;
        Ok(sites.iter().map(|(file, site)| self.unresolved(*file, site)).collect())
    }

    fn unresolved(&self, file: FileId, site: &UnresolvedSite) -> Unresolved {
        let why = match &site.reason {
            UnresolvedReason::External { module } => format!("belongs to `{module}`, which is not in the repository"),
            UnresolvedReason::Builtin => "belongs to the language".to_owned(),
            UnresolvedReason::Dynamic => "depends on a value that is not known".to_owned(),
            UnresolvedReason::UnknownName => "is not defined in the repository".to_owned(),
            UnresolvedReason::Ambiguous { candidates } => format!("could be any of {candidates} methods"),
            UnresolvedReason::WorkLimit => "was not followed to its end: linking reached its limit of work".to_owned(),
        };
        let internal = site.is_internal();
        Unresolved { site: self.place(file, site.line), name: site.name.clone(), why, internal }
    }
}

/// The most certain of the edges that lead to one other end from one line: a class and its constructor are called at
/// once.
fn once_a_line(mut edges: Vec<(SymbolId, Edge)>) -> Vec<(SymbolId, Edge)> {
    let mut seen = FxHashSet::default();
    edges.retain(|(other, edge)| seen.insert((*other, edge.file, edge.line)));
    edges
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;
    use expect_test::{Expect, expect};

    fn check(calls: Result<SymbolCalls, QuestionError>, expected: Expect) {
        let mut out = String::new();
        match calls {
            Err(error) => out.push_str(&error.to_string()),
            Ok(calls) => {
                for of in calls.of {
                    out.push_str(&format!("{}\n", of.symbol.qualified_name));
                    for call in of.calls {
                        let (other, text, rule) = (call.other.qualified_name, call.text, call.rule);
                        out.push_str(&format!("  {} {other} [{rule}] {text}\n", call.site.place()));
                    }
                    for site in of.unresolved {
                        out.push_str(&format!("  ? {} {} {}\n", site.site.place(), site.name, site.why));
                    }
                }
            }
        }
        expected.assert_eq(&out);
    }

    #[test]
    fn a_call_that_linking_gave_up_says_so() {
        check(
            fixture::shop_hardly_linked().callees("Order.submit"),
            expect![[r#"
            shop.orders.Order.submit
              shop/orders.py:15 shop.payments.Gateway.charge [unique-name] return gateway.charge(self.customer, total_price(self.lines))
              ? shop/orders.py:15 total_price was not followed to its end: linking reached its limit of work
        "#]],
        );
    }

    #[test]
    fn callers_come_with_their_line_and_rule() {
        check(
            fixture::shop().callers("total_price"),
            expect![[r#"
            shop.pricing.total_price
              shop/orders.py:15 shop.orders.Order.submit [import] return gateway.charge(self.customer, total_price(self.lines))
        "#]],
        );
        check(
            fixture::shop().callers("Gateway.charge"),
            expect![[r#"
            shop.payments.Gateway.charge
              shop/orders.py:15 shop.orders.Order.submit [annotation] return gateway.charge(self.customer, total_price(self.lines))
        "#]],
        );
    }

    #[test]
    fn callees_say_what_is_not_known() {
        check(
            fixture::shop().callees("Gateway.charge"),
            expect![[r#"
            shop.payments.Gateway.charge
              shop/payments.py:8 shop.payments.with_retries [scope] return with_retries(lambda: self.post("/charge", customer, amount))
              shop/payments.py:8 shop.payments.Gateway.post [member] return with_retries(lambda: self.post("/charge", customer, amount))
        "#]],
        );
        check(
            fixture::shop().callees("with_retries"),
            expect![[r#"
            shop.payments.with_retries
              shop/payments.py:21 shop.payments.Gateway.charge.<lambda1> [flow] return action()
              ? shop/payments.py:19 range belongs to the language
              ? shop/payments.py:23 sleep belongs to `time`, which is not in the repository
              ? shop/payments.py:24 ConnectionError belongs to the language
        "#]],
        );
    }

    #[test]
    fn an_ambiguous_name_is_answered_for_each() {
        check(
            fixture::shop().callees("cancel"),
            expect![[r#"
            shop.payments.Gateway.cancel
              shop/payments.py:14 shop.payments.Gateway.post [member] self.post("/cancel", None, 0)
            shop.orders.Order.cancel
        "#]],
        );
    }

    #[test]
    fn what_is_not_listed_is_counted() {
        let codebase = fixture::shop();
        let all = &codebase.callees("Gateway.charge").unwrap().of[0];
        let cut = &codebase.callees_up_to("Gateway.charge", 1).unwrap().of[0];
        assert_eq!((all.places, all.symbols, all.omitted), (2, 2, 0));
        assert_eq!((cut.calls.len(), cut.omitted), (1, 1));
        assert_eq!((cut.places, cut.proven, cut.symbols), (all.places, all.proven, all.symbols));
    }

    #[test]
    fn an_unknown_name_suggests_others() {
        check(
            fixture::shop().callers("totl_price"),
            expect!["there is no symbol `totl_price`; did you mean `shop.pricing.total_price`?"],
        );
    }
}
