//! `impact`: who is reached by a change of a symbol.

use super::calls::counted;
use super::failure::failed;
use super::relations::{Listing, Meant, RowWords, Rows, in_test, known};
use super::{ReadingTool, ToolError, ToolOutput};
use crate::evidence;
use codebase::{Impact as Found, Overlaid, Reached};
use protocol::{Basis, Relation};
use schemars::JsonSchema;
use serde::Deserialize;

/// Calls that are followed if nothing else is asked for, and at most.
const DEPTH: u32 = 3;
const DEEPEST: u32 = 20;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Impact {
    /// A function, method or class: `name`, `Class.method`, or fully qualified.
    symbol: String,
    /// Calls that are followed from it, 1 to 20; 3 if left out.
    #[serde(default)]
    depth: Option<u32>,
    /// Rows to pass over; 0 if left out.
    #[serde(default)]
    offset: Option<u32>,
}

impl ReadingTool for Impact {
    const NAME: &'static str = "impact";
    const DESCRIPTION: &'static str = "List who is reached by a change of a function, method or class: its callers, their callers and so on, nearest first, \
         each with the call by which it is reached, the rule and its confidence; tests are marked and come last of each distance.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let depth = self.depth.unwrap_or(DEPTH);
        if !(1..=DEEPEST).contains(&depth) {
            let why = format!("`depth` is {depth}; it may be 1 to {DEEPEST}");
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        }
        let meant = Meant::by(over, Self::NAME, "symbol", &self.symbol)?;
        let mut listing = Listing::new(over);
        let (mut parts, mut summaries) = (Vec::new(), Vec::new());
        for symbol in &meant.symbols {
            let found = known(symbol, over.codebase().impact(symbol.id, depth))?;
            let rows = Rows::of(&found.reached, self.offset, meant.rows());
            let head = listing.head(symbol)?;
            let mut part = match rows.total {
                0 => format!("{head}: nothing in this repository is known to call it."),
                _ => format!(
                    "A change of {head} reaches {} within {}:",
                    count(&found, &rows),
                    counted(depth as usize, "call")
                ),
            };
            for reached in rows.listed {
                part.extend(row(&mut listing, reached)?.map(|row| format!("\n{row}")));
            }
            part.extend(rows.rest().map(|rest| format!("\n{rest}")));
            if !found.is_all {
                part += "\nThere are too many to follow them all: ask with a smaller `depth`.";
            }
            part += &open_sites(over, symbol.id)?;
            summaries.push(count(&found, &rows));
            parts.push(part);
        }
        parts.extend(meant.others());
        Ok(listing.done(parts, summaries.join("; ")))
    }
}

/// "7 symbols, 2 of them tests (60 listed)"
fn count(found: &Found, rows: &Rows<'_, Reached>) -> String {
    let tests = found.reached.iter().filter(|reached| reached.is_test).count();
    let least = if found.is_all { "" } else { "at least " };
    let tests = if tests > 0 { format!(", {tests} of them of tests") } else { String::new() };
    format!("{least}{}{tests}{}", counted(rows.total, "symbol"), rows.cut())
}

/// Calls of the name that were not resolved: whoever makes them may be reached too.
fn open_sites(over: Overlaid<'_>, id: codebase::SymbolId) -> Result<String, ToolError> {
    let open = over.codebase().possible_callers(id).map_err(failed)?;
    let open = open.iter().filter(|site| site.internal).count();
    Ok(match open {
        0 => String::new(),
        _ => format!(
            "\nNot resolved, so this list may not be complete: {} of this name; get_callers lists them.",
            counted(open, "call site")
        ),
    })
}

fn row(listing: &mut Listing<'_>, reached: &Reached) -> Result<Option<String>, ToolError> {
    let Some(step) = listing.over.codebase().reaching_call(reached).map_err(failed)? else { return Ok(None) };
    let (from, call) = (&step.from, &step.call);
    let chain = if reached.proven { "proven chain" } else { "possible chain" };
    let words = RowWords {
        what: format!("{}. {} calls {}", reached.distance, from.qualified_name, call.other.qualified_name),
        how: format!("{chain}, {} {:.2}{}", call.rule, call.confidence, in_test(from)),
        text: &call.text,
    };
    listing.row(&call.site, &words, |over, now| {
        let basis = Basis::Call { rule: call.rule.to_owned(), confidence: call.confidence };
        let relation = Relation::Caller { of: call.other.qualified_name.clone() };
        evidence::described(evidence::of_span(over, now, relation, basis), from)
    })
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{Repository, shop, without_ids};
    use expect_test::expect;
    use protocol::Relation;
    use serde_json::json;

    #[test]
    fn callers_of_callers_are_listed_with_the_call_of_each() {
        let text = |arguments| without_ids(&shop().text("impact", arguments));
        expect![[r#"
            A change of shop.pricing.discount (function at shop/pricing.py:9-10) reaches 3 symbols, 1 of them of tests within 3 calls:
            - 1. shop.pricing.total_price calls shop.pricing.discount at shop/pricing.py:6 (proven chain, scope 1.00): `return sum(line.price for line in lines) - discount(lines)`
            - 2. shop.orders.Order.submit calls shop.pricing.total_price at shop/orders.py:15 (proven chain, import 0.99): `return gateway.charge(self.customer, total_price(self.lines))`
            - 3. tests.test_orders.test_submit calls shop.orders.Order.submit at tests/test_orders.py:6 (proven chain, constructed 0.96, test): `order.submit(None)`"#]]
        .assert_eq(&text(json!({ "symbol": "discount" })));
        let one = text(json!({ "symbol": "discount", "depth": 1 }));
        assert!(one.contains("reaches 1 symbol within 1 call:") && !one.contains("\n- 2."), "{one}");
        assert!(text(json!({ "symbol": "discount", "depth": 0 })).contains("it may be 1 to 20"));
        assert!(text(json!({ "symbol": "discont" })).contains("did you mean `shop.pricing.discount`"));
        let none = text(json!({ "symbol": "test_submit" }));
        assert!(none.ends_with("nothing in this repository is known to call it."), "{none}");
    }

    #[test]
    fn calls_that_were_not_resolved_are_counted() {
        let files = "//- a.py\nclass A:\n    def run(self): pass\nclass B:\n    def run(self): pass\n\
            class C:\n    def run(self): pass\nclass D:\n    def run(self): pass\ndef f(x):\n    x.run()\n";
        let text = Repository::new(files).text("impact", json!({ "symbol": "A.run" }));
        assert!(text.ends_with("1 call site of this name; get_callers lists them."), "{text}");
    }

    #[test]
    fn each_call_is_evidence_that_may_be_cited() {
        let output = shop().call("impact", json!({ "symbol": "discount", "depth": 2 })).unwrap();
        assert_eq!(output.summary, "2 symbols");
        let calls = output.evidence.iter().filter_map(|found| match &found.relation {
            Relation::Caller { of } => Some((found.symbol.as_deref(), of.as_str(), found.start_line)),
            _ => None,
        });
        let wanted = [
            (Some("shop.pricing.total_price"), "shop.pricing.discount", 6),
            (Some("shop.orders.Order.submit"), "shop.pricing.total_price", 15),
        ];
        assert_eq!(calls.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn a_long_list_is_counted_and_gone_on_with() {
        let mut files = "//- a.py\ndef f():\n    pass\n".to_owned();
        (0..70).for_each(|n| files += &format!("def g{n}():\n    f()\n"));
        let many = Repository::new(&files);
        let first = many.call("impact", json!({ "symbol": "f" })).unwrap();
        assert_eq!(first.summary, "70 symbols (60 listed)");
        assert!(first.text.ends_with("- and 10 more, listed with `offset` 60"), "{}", first.text);
        let rest = many.text("impact", json!({ "symbol": "f", "offset": 60 }));
        assert!(rest.contains("1. a.g69 calls a.f") && !rest.contains("more"), "{rest}");
    }
}
