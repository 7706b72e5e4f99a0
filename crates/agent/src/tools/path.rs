//! `path`: by which calls one symbol reaches another.

use super::calls::counted;
use super::failure::failed;
use super::relations::{Listing, Meant, RowWords, in_test};
use super::{ReadingTool, ToolError, ToolOutput};
use crate::evidence;
use codebase::{CallStep, Overlaid, SymbolInfo};
use protocol::Relation;
use schemars::JsonSchema;
use serde::Deserialize;

/// Calls of a chain that are listed on each end of a longer one.
const EACH_END: usize = 30;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Path {
    /// The function, method or class that calls: `name`, `Class.method`, or fully qualified.
    from: String,
    /// The one that is reached.
    to: String,
}

impl ReadingTool for Path {
    const NAME: &'static str = "path";
    const DESCRIPTION: &'static str = "Find the shortest chain of calls from one function, method or class to another, each call with its line, the rule \
         that found it and its confidence.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let from = Meant::by(over, Self::NAME, "from", &self.from)?;
        let to = Meant::by(over, Self::NAME, "to", &self.to)?;
        let ids = |meant: &Meant| meant.symbols.iter().map(|symbol| symbol.id).collect::<Vec<_>>();
        let (steps, is_all) = over.codebase().call_path_between(&ids(&from), &ids(&to)).map_err(failed)?;
        let mut listing = Listing::new(over);
        let (Some(first), Some(last)) = (steps.first(), steps.last()) else {
            return self.none(listing, &from, &to, is_all);
        };
        let sure = match steps.iter().filter(|step| !step.call.proven).count() {
            0 => "all of them proven".to_owned(),
            possible => format!("{possible} of them possible only"),
        };
        let calls = counted(steps.len(), "call");
        let (head, end) = (listing.head(&first.from)?, listing.head(&last.call.other)?);
        let mut text = format!("{head} reaches {end} by {calls}, {sure}:");
        for (at, step) in steps.iter().enumerate() {
            if at == EACH_END && steps.len() > 2 * EACH_END {
                let (middle, next) = (steps.len() - 2 * EACH_END, &steps[EACH_END].from.qualified_name);
                text += &format!("\n- {} more; ask for the chain from {next}", counted(middle, "call"));
            }
            if at < EACH_END || at + EACH_END >= steps.len() {
                text.extend(row(&mut listing, at, step)?.map(|row| format!("\n{row}")));
            }
        }
        let mut parts = vec![text];
        parts.extend(taken(&from, &self.from, &first.from));
        parts.extend(taken(&to, &self.to, &last.call.other));
        Ok(listing.done(parts, format!("{calls}, {sure}")))
    }
}

impl Path {
    fn none(&self, mut listing: Listing<'_>, from: &Meant, to: &Meant, is_all: bool) -> Result<ToolOutput, ToolError> {
        let (Some(first), Some(last)) = (from.symbols.first(), to.symbols.first()) else {
            return Err(ToolError::Failed(format!("not all of `{}` and `{}` could be read", self.from, self.to)));
        };
        let (head, end) = (listing.head(first)?, listing.head(last)?);
        let mut parts = vec![match (first.id == last.id, is_all) {
            (true, _) => format!("{head} is both ends: there is nothing between."),
            (false, true) => {
                format!("No chain of resolved calls leads from {head} to {end}. Calls that are not resolved may.")
            }
            (false, false) => {
                format!(
                    "No chain of calls from {head} to {end} was found; there were too many symbols to look at them all."
                )
            }
        }];
        parts.extend(others(from, &self.from));
        parts.extend(others(to, &self.to));
        Ok(listing.done(parts, "no chain".to_owned()))
    }
}

fn row(listing: &mut Listing<'_>, at: usize, step: &CallStep) -> Result<Option<String>, ToolError> {
    let (from, call) = (&step.from, &step.call);
    let certainty = if call.proven { "proven" } else { "possible" };
    let words = RowWords {
        what: format!("{}. {} calls {}", at + 1, from.qualified_name, call.other.qualified_name),
        how: format!("{certainty}, {} {:.2}{}", call.rule, call.confidence, in_test(from)),
        text: &call.text,
    };
    let relation = Relation::Callee { of: from.qualified_name.clone() };
    listing.row(&call.site, &words, |over, now| evidence::of_call(over, call, now, relation))
}

/// Which of several symbols of a name the chain has.
fn taken(meant: &Meant, name: &str, taken: &SymbolInfo) -> Option<String> {
    let others = meant.symbols.iter().filter(|symbol| symbol.id != taken.id).count() + meant.more;
    (others > 0).then(|| {
        format!("`{name}` is taken for {}; {} more of that name.", taken.qualified_name, counted(others, "symbol"))
    })
}

/// Which symbols were looked at for a name of several.
fn others(meant: &Meant, name: &str) -> Option<String> {
    let names: Vec<&str> = meant.symbols.iter().map(|symbol| symbol.qualified_name.as_str()).collect();
    (names.len() > 1).then(|| {
        let more = meant.others().map(|more| format!(" {more}")).unwrap_or_default();
        format!("`{name}` was taken for each of {}.{more}", names.join(", "))
    })
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{Repository, shop, without_ids};
    use expect_test::expect;
    use protocol::{Basis, Relation};
    use serde_json::json;

    fn text(from: &str, to: &str) -> String {
        without_ids(&shop().text("path", json!({ "from": from, "to": to })))
    }

    #[test]
    fn the_chain_is_listed_with_the_line_of_each_call() {
        expect![[r#"
            tests.test_orders.test_submit (function at tests/test_orders.py:4-6, test) reaches shop.pricing.discount (function at shop/pricing.py:9-10) by 3 calls, all of them proven:
            - 1. tests.test_orders.test_submit calls shop.orders.Order.submit at tests/test_orders.py:6 (proven, constructed 0.96, test): `order.submit(None)`
            - 2. shop.orders.Order.submit calls shop.pricing.total_price at shop/orders.py:15 (proven, import 0.99): `return gateway.charge(self.customer, total_price(self.lines))`
            - 3. shop.pricing.total_price calls shop.pricing.discount at shop/pricing.py:6 (proven, scope 1.00): `return sum(line.price for line in lines) - discount(lines)`"#]]
        .assert_eq(&text("test_submit", "discount"));
    }

    #[test]
    fn where_there_is_none_it_says_so() {
        let none = text("discount", "Order.submit");
        assert!(none.starts_with("No chain of resolved calls leads from shop.pricing.discount"), "{none}");
        let both = text("discount", "pricing.discount");
        assert!(both.ends_with("is both ends: there is nothing between."), "{both}");
        let unknown = text("discount", "Gatway.charge");
        assert_eq!(
            unknown.split('?').next(),
            Some("Error: there is no symbol `Gatway.charge`; did you mean `shop.payments.Gateway.charge`")
        );
    }

    #[test]
    fn of_an_ambiguous_name_the_nearest_is_taken_and_named() {
        let found = text("cancel", "post");
        assert!(found.contains("- 1. shop.payments.Gateway.cancel calls shop.payments.Gateway.post"), "{found}");
        assert!(
            found.ends_with("`cancel` is taken for shop.payments.Gateway.cancel; 1 symbol more of that name."),
            "{found}"
        );
        let none = text("cancel", "discount");
        assert!(none.contains("`cancel` was taken for each of shop."), "{none}");
    }

    #[test]
    fn each_call_is_evidence_that_may_be_cited() {
        let output = shop().call("path", json!({ "from": "Order.submit", "to": "discount" })).unwrap();
        assert_eq!(output.summary, "2 calls, all of them proven");
        let calls = output.evidence.iter().filter_map(|found| match (&found.relation, &found.basis) {
            (Relation::Callee { of }, Basis::Call { rule, .. }) => {
                Some((of.as_str(), found.symbol.as_deref(), rule.as_str()))
            }
            _ => None,
        });
        let wanted = [
            ("shop.orders.Order.submit", Some("shop.pricing.total_price"), "import"),
            ("shop.pricing.total_price", Some("shop.pricing.discount"), "scope"),
        ];
        assert_eq!(calls.collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn of_a_long_chain_both_ends_are_listed() {
        let mut files = "//- a.py\ndef f0():\n    pass\n".to_owned();
        (1..=70).for_each(|n| files += &format!("def f{n}():\n    f{}()\n", n - 1));
        let output = Repository::new(&files).call("path", json!({ "from": "f70", "to": "f0" })).unwrap();
        assert_eq!(output.summary, "70 calls, all of them proven");
        assert_eq!(output.evidence.len(), 2 + 60);
        assert!(output.text.contains("- 10 calls more; ask for the chain from a.f40"), "{}", output.text);
        assert!(output.text.contains("- 70. a.f1 calls a.f0"), "{}", output.text);
    }
}
