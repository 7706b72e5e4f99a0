//! `references`: where a symbol is referred to, in every way.

use super::calls::counted;
use super::relations::{Listing, Meant, RowWords, Rows, known};
use super::{ReadingTool, ToolError, ToolOutput};
use crate::evidence;
use codebase::{Overlaid, Reference, ReferenceKind, References as Found, Sure, SymbolInfo};
use protocol::{Basis, Claim, ClaimKind, Relation};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;

/// How a place refers to a symbol, by the words of arguments and rows.
const KINDS: [(&str, ReferenceKind); 6] = [
    ("definition", ReferenceKind::Definition),
    ("call", ReferenceKind::Call),
    ("import", ReferenceKind::Import),
    ("type", ReferenceKind::Type),
    ("write", ReferenceKind::Write),
    ("read", ReferenceKind::Read),
];

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct References {
    /// A function, class, field, constant or variable: `name`, `Class.method`, or fully qualified.
    symbol: String,
    /// Only references of this kind; of every kind if left out.
    #[serde(default)]
    #[schemars(schema_with = "kinds")]
    kind: Option<String>,
    /// References to pass over; 0 if left out.
    #[serde(default)]
    offset: Option<u32>,
}

/// A string of the kinds.
fn kinds(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": KINDS.map(|(word, _)| word) })
}

impl ReadingTool for References {
    const NAME: &'static str = "references";
    const DESCRIPTION: &'static str = "List where a symbol is referred to: definition, calls, imports, types, writes and reads, each with its line, the \
         rule that found it and its confidence; places that only have the same name are marked as such. Tests come last.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let kind = self.kind()?;
        let meant = Meant::by(over, Self::NAME, "symbol", &self.symbol)?;
        let mut listing = Listing::new(over);
        let (mut parts, mut summaries) = (Vec::new(), Vec::new());
        for symbol in &meant.symbols {
            let mut found = known(symbol, over.codebase().references(symbol.id))?;
            found.references.retain(|reference| kind.is_none_or(|kind| kind == reference.kind));
            let rows = Rows::of(&found.references, self.offset, meant.rows());
            let count = count(&found, &rows);
            let none = if rows.total == 0 { "." } else { ":" };
            let mut part = format!("{} is referred to at {count}{none}", listing.head(symbol)?);
            for reference in rows.listed {
                part.extend(row(&mut listing, symbol, reference)?.map(|row| format!("\n{row}")));
            }
            part.extend(rows.rest().map(|rest| format!("\n{rest}")));
            part += &not_listed(&found);
            summaries.push(count);
            parts.push(part);
        }
        parts.extend(meant.others());
        Ok(listing.done(parts, summaries.join("; ")))
    }
}

impl References {
    fn kind(&self) -> Result<Option<ReferenceKind>, ToolError> {
        let Some(word) = self.kind.as_deref().filter(|word| !word.is_empty()) else { return Ok(None) };
        let known = KINDS.iter().find(|(known, _)| *known == word).map(|(_, kind)| *kind);
        known.map(Some).ok_or_else(|| {
            let words = KINDS.map(|(word, _)| word).join(", ");
            ToolError::Arguments { tool: Self::NAME, why: format!("`kind` is `{word}`; it may be {words}") }
        })
    }
}

/// "4 places: 3 proven, 1 possible, 0 of the same name only"
fn count(found: &Found, rows: &Rows<'_, Reference>) -> String {
    let (proven, possible, same_name) = found.counts();
    let places = counted(rows.total, "place");
    match rows.total {
        0 => places,
        _ => {
            format!("{places}: {proven} proven, {possible} possible, {same_name} with the same name only{}", rows.cut())
        }
    }
}

fn row(listing: &mut Listing<'_>, of: &SymbolInfo, reference: &Reference) -> Result<Option<String>, ToolError> {
    let word = KINDS.iter().find(|(_, kind)| *kind == reference.kind).map_or("", |(word, _)| word);
    let within = reference.within.as_ref().map(|within| format!(" in {within}")).unwrap_or_default();
    let test = if reference.is_test { ", test" } else { "" };
    let how = match reference.sure {
        Sure::Resolved { rule, confidence, proven } => {
            format!("{}, {rule} {confidence:.2}{test}", if proven { "proven" } else { "possible" })
        }
        Sure::SameName => format!("same name only, not resolved{test}"),
    };
    let words = RowWords { what: format!("{word}{within}"), how, text: &reference.text };
    listing.row(&reference.span, &words, |over, now| {
        evidence::of_span(over, now, relation(of, reference), basis(reference))
    })
}

fn relation(of: &SymbolInfo, reference: &Reference) -> Relation {
    let name = of.qualified_name.clone();
    match reference.kind {
        ReferenceKind::Definition => Relation::Definition,
        ReferenceKind::Call => Relation::Caller { of: name },
        _ => {
            let object = reference.within.clone().unwrap_or_else(|| reference.span.path.clone());
            Relation::Fact { claim: Claim { of: name, kind: ClaimKind::UsedBy, object } }
        }
    }
}

fn basis(reference: &Reference) -> Basis {
    match (reference.kind, reference.sure) {
        (ReferenceKind::Call, Sure::Resolved { rule, confidence, .. }) => {
            Basis::Call { rule: rule.to_owned(), confidence }
        }
        _ => Basis::Read,
    }
}

/// What has the name and is no row.
fn not_listed(found: &Found) -> String {
    let mut out = String::new();
    if found.elsewhere > 0 {
        let lines = counted(found.elsewhere as usize, "line");
        let mean = if found.elsewhere == 1 { "means" } else { "mean" };
        out += &format!("\nNot listed: {lines} with the name that {mean} something else.");
    }
    if !found.is_all {
        out += "\nNot all files of the index were read, so there may be more.";
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{Repository, shop, without_ids};
    use expect_test::expect;
    use protocol::{Evidence, Relation};
    use serde_json::json;

    const PAY: &str = "\
//- pay.py
class Gateway:
    def close(self):
        self.closed = True

limit = 5
//- use.py
from pay import Gateway, limit

def work(gateway: Gateway, thing):
    gateway.close()
    thing.close()
    return limit
//- door.py
class Door:
    def close(self):
        pass

def leave(door: Door):
    door.close()
//- tests/test_use.py
from pay import Gateway

def test_it():
    Gateway().close()
";

    /// Place and relation of each.
    fn related(evidence: &[Evidence]) -> Vec<(String, String)> {
        let words = |relation: &Relation| match relation {
            Relation::Definition => "definition".to_owned(),
            Relation::Caller { of } => format!("calls {of}"),
            Relation::Fact { claim } => format!("{} is used by {}", claim.of, claim.object),
            other => format!("{other:?}"),
        };
        evidence.iter().map(|found| (found.place(), words(&found.relation))).collect()
    }

    #[test]
    fn every_kind_is_listed_with_how_sure_it_is() {
        let pay = Repository::new(PAY);
        expect![[r#"
            pay.Gateway.close (method at pay.py:2-3) is referred to at 4 places: 3 proven, 0 possible, 1 with the same name only:
            - definition in pay.Gateway.close at pay.py:2 (proven, definition 1.00): `def close(self):`
            - call in use.work at use.py:4 (proven, annotation 0.95): `gateway.close()`
            - call in use.work at use.py:5 (same name only, not resolved): `thing.close()`
            - call in tests.test_use.test_it at tests/test_use.py:4 (proven, constructed 0.96, test): `Gateway().close()`
            Not listed: 2 lines with the name that mean something else."#]]
        .assert_eq(&without_ids(&pay.text("references", json!({ "symbol": "Gateway.close" }))));
        let output = pay.call("references", json!({ "symbol": "limit", "kind": "read" })).unwrap();
        assert_eq!(output.summary, "1 place: 0 proven, 1 possible, 0 with the same name only");
        assert_eq!(
            related(&output.evidence),
            [
                ("pay.py:5-5".to_owned(), "definition".to_owned()),
                ("use.py:6-6".to_owned(), "pay.limit is used by use.work".to_owned()),
            ]
        );
        let none = pay.call("references", json!({ "symbol": "limit", "kind": "type" })).unwrap();
        assert_eq!((none.summary.as_str(), none.evidence.len()), ("0 places", 1));
    }

    #[test]
    fn a_long_list_is_counted_and_gone_on_with() {
        let mut files = "//- a.py\ndef f():\n    pass\n".to_owned();
        (0..70).for_each(|_| files += "f()\n");
        let many = Repository::new(&files);
        let first = many.call("references", json!({ "symbol": "f" })).unwrap();
        assert_eq!(first.summary, "71 places: 71 proven, 0 possible, 0 with the same name only (60 listed)");
        assert!(first.text.ends_with("- and 11 more, listed with `offset` 60"), "{}", first.text);
        let rest = many.call("references", json!({ "symbol": "f", "offset": 60 })).unwrap();
        // Those, and the definition that the list is of.
        assert_eq!((rest.evidence.len(), rest.text.contains("more")), (12, false), "{}", rest.text);
    }

    #[test]
    fn an_ambiguous_name_is_answered_for_each_and_an_unknown_one_with_the_nearest() {
        let text = without_ids(&shop().text("references", json!({ "symbol": "cancel" })));
        assert!(text.contains("shop.orders.Order.cancel (method at"), "{text}");
        assert!(text.contains("shop.payments.Gateway.cancel (method at"), "{text}");
        assert_eq!(
            shop().text("references", json!({ "symbol": "totl_price" })),
            "Error: there is no symbol `totl_price`; did you mean `shop.pricing.total_price`?"
        );
        assert!(shop().text("references", json!({ "symbol": " " })).contains("a name of at most 500 bytes"));
        assert!(
            shop().text("references", json!({ "symbol": "a", "kind": "use" })).contains("it may be definition, call")
        );
    }

    #[test]
    fn lines_are_those_that_the_changes_leave() {
        let mut pay = Repository::new(PAY);
        pay.write(
            "use.py",
            "# new\nfrom pay import Gateway, limit\n\ndef work(gateway: Gateway, thing):\n    return limit\n",
        );
        pay.delete("tests/test_use.py");
        let text = without_ids(&pay.text("references", json!({ "symbol": "Gateway.close" })));
        assert!(text.contains("- call in use.work at use.py:4 (proven, annotation 0.95): changed since"), "{text}");
        assert!(text.ends_with("1 row in a file that is deleted now: left out."), "{text}");
    }
}
