//! `describe_symbol`: what the code states of a symbol, each statement with its lines.

use super::calls::{CHANGED, counted, left_out};
use super::failure::failed;
use super::{ReadingTool, ToolError, ToolOutput};
use crate::evidence;
use codebase::{
    Defaults, DefinitionKind, Described, Fact, FactKind, Failures, Now, Overlaid, QuestionError, SymbolFacts,
};
use protocol::{Basis, CallCount, Claim, ClaimCount, ClaimKind, Direction, Evidence, Relation};
use schemars::JsonSchema;
use serde::Deserialize;
use source::{Language, Reading, RepoPath};
use std::collections::BTreeSet;

/// Longest name that is looked up, in bytes.
const MOST_BYTES: usize = 500;
/// Before the words of a setting.
const DEFAULT_OF: &str = "default of ";
/// Before the words of a condition.
const ERRORS_WHEN: &str = "errors when ";

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DescribeSymbol {
    /// A function, class, field or constant: `name`, `Class.method`, or fully qualified; or `default of` and the words of a
    /// setting, such as `default of read timeout in Client`; or `errors when` and the words of a condition, such as `errors
    /// when too many redirects`.
    symbol: String,
}

impl ReadingTool for DescribeSymbol {
    const NAME: &'static str = "describe_symbol";
    const DESCRIPTION: &'static str = "List what the code states of a symbol, each with its lines: bases and subtypes, members, defaults of \
             parameters and fields, value, type, errors raised and caught (its own and those of what it calls directly), \
             settings read, tests that reach it, callers, other mentions.";

    fn run(&self, over: Overlaid<'_>) -> Result<ToolOutput, ToolError> {
        let symbol = self.symbol.trim();
        if symbol.is_empty() || symbol.len() > MOST_BYTES {
            let why = format!("`symbol` is a name of at most {MOST_BYTES} bytes");
            return Err(ToolError::Arguments { tool: Self::NAME, why });
        }
        if let Some(words) = symbol.strip_prefix(DEFAULT_OF) {
            let defaults = over.codebase().defaults(words).map_err(failed)?;
            return by_words(over, &format!("Of `{words}`"), &defaults);
        }
        if let Some(words) = symbol.strip_prefix(ERRORS_WHEN) {
            let failures = over.codebase().failures(words).map_err(failed)?;
            return by_condition(over, words, &failures);
        }
        match over.codebase().describe(symbol) {
            Ok(described) => {
                let mut output = all(over, &described)?;
                // A variable of the name says little where a parameter of the name has a default.
                if described.of.iter().all(|of| is_minor(of) || !symbol.ends_with(&of.symbol.name)) {
                    let defaults = over.codebase().defaults(symbol).map_err(failed)?;
                    if !defaults.places.is_empty() {
                        let more = by_words(over, "Also of that name", &defaults)?;
                        output.text += &format!("\n\n{}", more.text);
                        output.evidence.extend(more.evidence);
                    }
                }
                Ok(output)
            }
            Err(error @ QuestionError::NoSuchSymbol { .. }) => {
                let set = over.codebase().attribute(symbol).map_err(failed)?;
                if !set.is_empty() {
                    return attribute(over, symbol, &set);
                }
                let defaults = over.codebase().defaults(symbol).map_err(failed)?;
                let heading = format!("No definition is called `{symbol}`; of that name");
                if defaults.places.is_empty() { Err(failed(error)) } else { by_words(over, &heading, &defaults) }
            }
            Err(error) => Err(failed(error)),
        }
    }
}

/// Whether it is a variable, or a part of a test.
fn is_minor(of: &SymbolFacts) -> bool {
    matches!(of.symbol.kind, DefinitionKind::Variable | DefinitionKind::Field) || of.symbol.is_test
}

fn all(over: Overlaid<'_>, described: &Described) -> Result<ToolOutput, ToolError> {
    let mut output = Output { over, evidence: Vec::new(), deleted: 0 };
    let parts: Result<Vec<String>, QuestionError> = described.of.iter().map(|of| output.symbol(of)).collect();
    let mut parts = parts.map_err(failed)?;
    parts.extend(left_out(output.deleted, "statement"));
    if described.more > 0 {
        parts.push(format!("{} more symbols have this name; ask for a qualified one.", described.more));
    }
    let count = output.evidence.iter().filter(|found| matches!(found.relation, Relation::Fact { .. })).count();
    let summary = if count == 1 { "1 statement".to_owned() } else { format!("{count} statements") };
    Ok(ToolOutput { text: parts.join("\n\n"), summary, evidence: output.evidence, ..ToolOutput::default() })
}

/// What has a value and a name of these words, where no symbol has the name.
fn by_words(over: Overlaid<'_>, heading: &str, defaults: &Defaults) -> Result<ToolOutput, ToolError> {
    let mut output = Output { over, evidence: Vec::new(), deleted: 0 };
    let rows: Result<Vec<String>, QuestionError> =
        defaults.places.iter().filter_map(|place| output.row(&place.fact).transpose()).collect();
    let rows = rows.map_err(failed)?;
    let constants: Result<Vec<String>, QuestionError> =
        defaults.constants.iter().filter_map(|fact| output.row(fact).transpose()).collect();
    let constants = constants.map_err(failed)?;
    let listed = rows.len();
    if listed == 0 {
        let within = if defaults.is_all { "" } else { " in the files that a search finds" };
        let text = format!(
            "{heading} no parameter, field or key with a value was found{within}.{}",
            unread(over, Reading::Values)
        );
        return Ok(ToolOutput { text, summary: "0 values".to_owned(), ..ToolOutput::default() });
    }
    let least = if defaults.is_all { "" } else { " at least" };
    let mut text = format!(
        "{heading} parameters, fields and keys have values at{least} {} \
         ({listed} listed), the likeliest first:\n{}",
        counted(defaults.total as usize, "place"),
        rows.join("\n")
    );
    if !constants.is_empty() {
        text += &format!("\nConstants named in them:\n{}", constants.join("\n"));
    }
    text.extend(left_out(output.deleted, "place").map(|left_out| format!("\n{left_out}")));
    output.may_have_more(FactKind::Default, defaults.total, defaults.is_all);
    let summary = format!("{listed} values");
    Ok(ToolOutput { text, summary, evidence: output.evidence, ..ToolOutput::default() })
}

/// What is stated of an attribute where it is set.
fn attribute(over: Overlaid<'_>, name: &str, facts: &[Fact]) -> Result<ToolOutput, ToolError> {
    let mut output = Output { over, evidence: Vec::new(), deleted: 0 };
    let rows: Result<Vec<String>, QuestionError> =
        facts.iter().filter_map(|fact| output.row(fact).transpose()).collect();
    let rows = rows.map_err(failed)?;
    let text = format!("`{name}` is set and not declared; its type and first value:\n{}", rows.join("\n"));
    let summary = counted(rows.len(), "statement");
    Ok(ToolOutput { text, summary, evidence: output.evidence, ..ToolOutput::default() })
}

/// What is raised on a condition, and what those errors are.
fn by_condition(over: Overlaid<'_>, words: &str, failures: &Failures) -> Result<ToolOutput, ToolError> {
    let mut output = Output { over, evidence: Vec::new(), deleted: 0 };
    let rows: Result<Vec<String>, QuestionError> =
        failures.places.iter().filter_map(|place| output.row(&place.fact).transpose()).collect();
    let rows = rows.map_err(failed)?;
    if rows.is_empty() {
        let within = if failures.is_all { "" } else { " in the files that a search finds" };
        let text = format!(
            "No error that is raised, returned or documented was found for `{words}`{within}.{}",
            unread(over, Reading::Errors)
        );
        return Ok(ToolOutput { text, summary: "0 errors".to_owned(), ..ToolOutput::default() });
    }
    let least = if failures.is_all { "" } else { " at least" };
    let mut text = format!(
        "On `{words}`: errors at{least} {} ({} listed), the likeliest first:\n{}",
        counted(failures.total as usize, "place"),
        rows.len(),
        rows.join("\n")
    );
    for error in &failures.errors {
        if let Now::Here(span) = over.now(&over.codebase().span_at(&error.span)).map_err(failed)? {
            let found = evidence::of_symbol(over, error, &span, Relation::Definition);
            text += &format!("\n{} [[{}]] ({} at {})", error.qualified_name, found.id, found.kind, found.place());
            output.evidence.push(found);
        }
    }
    text.extend(left_out(output.deleted, "place").map(|left_out| format!("\n{left_out}")));
    output.may_have_more(FactKind::Raises, failures.total, failures.is_all);
    let summary = counted(rows.len(), "error");
    Ok(ToolOutput { text, summary, evidence: output.evidence, ..ToolOutput::default() })
}

struct Output<'a> {
    over: Overlaid<'a>,
    evidence: Vec<Evidence>,
    /// Statements in files that are deleted now.
    deleted: usize,
}

/// The kinds in the order in which they are shown, each with its heading.
const HEADINGS: [(FactKind, &str); 12] = [
    (FactKind::Extends, "Extends"),
    (FactKind::ExtendedBy, "Extended by"),
    (FactKind::Type, "Type"),
    (FactKind::Value, "Value"),
    (FactKind::Default, "Defaults"),
    (FactKind::Member, "Members"),
    (FactKind::Raises, "Raises"),
    (FactKind::Catches, "Catches"),
    (FactKind::Reads, "Reads"),
    (FactKind::TestedBy, "Tests that reach it by calls"),
    (FactKind::WrittenBy, "Written to"),
    (FactKind::UsedBy, "Mentioned, other than in calls"),
];

impl Output<'_> {
    /// Notes with the first statement that not all files were looked at, where that is so: what was found is no count.
    fn may_have_more(&mut self, of: FactKind, total: u32, is_all: bool) {
        if let Some(first) = self.evidence.first_mut().filter(|_| !is_all) {
            first.counts.push(ClaimCount { kind: kind(of), total, is_all });
        }
    }

    fn symbol(&mut self, of: &SymbolFacts) -> Result<String, QuestionError> {
        let name = &of.symbol.qualified_name;
        let mut text = match self.over.now(&self.over.codebase().span_at(&of.symbol.span))? {
            Now::Here(span) => {
                let own = evidence::of_symbol(self.over, &of.symbol, &span, Relation::Definition);
                let calls = of.callers.as_ref().map(|callers| CallCount {
                    direction: Direction::Callers,
                    places: callers.places,
                    proven: callers.proven,
                    symbols: callers.symbols,
                });
                let counts = of.counts.iter();
                let count = |count: &codebase::FactCount| ClaimCount {
                    kind: kind(count.kind),
                    total: count.total,
                    is_all: count.is_all,
                };
                let own = Evidence { calls, counts: counts.map(count).collect(), ..own };
                let mut text = format!("{name} [[{}]] ({} at {})", own.id, own.kind, own.place());
                for line in [&own.signature, &own.doc].into_iter().flatten() {
                    text += &format!("\n  {line}");
                }
                self.evidence.push(own);
                text
            }
            Now::Changed => format!("{name} (at {}, {CHANGED})", of.symbol.span.place()),
            Now::Deleted => format!("{name} (in a file that is deleted now)"),
        };
        if !of.symbol.exported {
            text += "\nNot exported.";
        }
        let path = RepoPath::parse(&of.symbol.span.path);
        let language = path.map_or(Language::Other, |path| self.over.codebase().language_of(&path));
        let (mut none, mut unread) = (Vec::new(), Vec::new());
        for (kind, heading) in HEADINGS {
            let facts = of.facts.iter().filter(|fact| fact.kind == kind);
            let rows: Result<Vec<String>, QuestionError> =
                facts.filter_map(|fact| self.row(fact).transpose()).collect();
            let (rows, count) = (rows?, of.counts.iter().find(|count| count.kind == kind));
            match count {
                _ if rows.is_empty() && reading(kind).is_some_and(|reading| !language.is_read_for(reading)) => {
                    unread.push(heading.to_lowercase());
                }
                // Tables alone are written to.
                _ if rows.is_empty() && kind == FactKind::WrittenBy && language != Language::Sql => {}
                _ if rows.is_empty() && count.is_none_or(|count| count.is_all) => none.push(heading.to_lowercase()),
                Some(count) => {
                    let least = if count.is_all { "" } else { ", at least" };
                    text += &format!("\n{heading} ({} of{least} {}):", rows.len(), count.total);
                }
                None => text += &format!("\n{heading}:"),
            }
            rows.iter().for_each(|row| text += &format!("\n{row}"));
        }
        text += &self.callers(of)?;
        if !none.is_empty() {
            text += &format!("\nNothing found of: {}.", none.join(", "));
        }
        if !unread.is_empty() {
            text += &format!("\nNot looked up in {}: {}.", language.name(), unread.join(", "));
        }
        Ok(text)
    }

    /// A statement with its lines as they are now; `None` in a file that is deleted.
    fn row(&mut self, fact: &Fact) -> Result<Option<String>, QuestionError> {
        Ok(match self.over.now(&fact.span)? {
            Now::Here(span) => {
                let claim = Claim { of: fact.of.clone(), kind: kind(fact.kind), object: fact.object.clone() };
                let found = evidence::of_span(self.over, &span, Relation::Fact { claim }, Basis::Read);
                let found = match &fact.within {
                    Some(symbol) => evidence::described(found, symbol),
                    None => found,
                };
                let about = match &fact.within {
                    Some(within) if matches!(fact.kind, FactKind::Raises | FactKind::Catches | FactKind::Default) => {
                        format!(" in {}", within.qualified_name)
                    }
                    _ => String::new(),
                };
                let far = match fact.kind {
                    FactKind::TestedBy => format!(" ({})", counted(fact.distance as usize, "call")),
                    _ => String::new(),
                };
                let row = format!("- {}{far}{about} at {} [[{}]]", fact.object, span.place(), found.id);
                self.evidence.push(found);
                Some(row)
            }
            Now::Changed => Some(format!("- {} at {}: {CHANGED}", fact.object, fact.span.place())),
            Now::Deleted => {
                self.deleted += 1;
                None
            }
        })
    }

    fn callers(&mut self, of: &SymbolFacts) -> Result<String, QuestionError> {
        let Some(callers) = &of.callers else { return Ok(String::new()) };
        let name = &of.symbol.qualified_name;
        if callers.places == 0 {
            return Ok("\nNo call of it was found.".to_owned());
        }
        let mut text = format!(
            "\nCalled at {} ({} proven), from {}; the first of them:",
            counted(callers.places as usize, "place"),
            callers.proven,
            counted(callers.symbols as usize, "symbol")
        );
        for call in &callers.calls {
            match self.over.now(&call.site)? {
                Now::Here(site) => {
                    let found = evidence::of_call(self.over, call, &site, Relation::Caller { of: name.clone() });
                    text += &format!(
                        "\n- {} at {} [[{}]]: `{}`",
                        call.other.qualified_name,
                        site.place(),
                        found.id,
                        call.text
                    );
                    self.evidence.push(found);
                }
                Now::Changed => {
                    text += &format!("\n- {} at {}: {CHANGED}", call.other.qualified_name, call.site.place())
                }
                Now::Deleted => self.deleted += 1,
            }
        }
        Ok(text)
    }
}

/// That some languages of the repository are not read for this, with a blank before it; empty where all are.
fn unread(over: Overlaid<'_>, reading: Reading) -> String {
    let snapshot = over.codebase().snapshot();
    let languages = snapshot.ids().map(|file| snapshot.file(file).language);
    let unread = languages.filter(|language| language.is_parsed() && !language.is_read_for(reading));
    let names: BTreeSet<&str> = unread.map(Language::name).collect();
    match names.is_empty() {
        true => String::new(),
        false => format!(" They are not looked up in {}.", names.into_iter().collect::<Vec<_>>().join(", ")),
    }
}

/// What must be read of a language for facts of a kind; `None` where they are found in every language.
fn reading(kind: FactKind) -> Option<Reading> {
    match kind {
        FactKind::Extends | FactKind::ExtendedBy => Some(Reading::Bases),
        FactKind::Default | FactKind::Value => Some(Reading::Values),
        FactKind::Type => Some(Reading::Types),
        FactKind::Raises | FactKind::Catches => Some(Reading::Errors),
        FactKind::Reads => Some(Reading::Settings),
        FactKind::Member | FactKind::TestedBy | FactKind::UsedBy | FactKind::WrittenBy => None,
    }
}

fn kind(kind: FactKind) -> ClaimKind {
    match kind {
        FactKind::Extends => ClaimKind::Extends,
        FactKind::ExtendedBy => ClaimKind::ExtendedBy,
        FactKind::Member => ClaimKind::Member,
        FactKind::Default => ClaimKind::Default,
        FactKind::Value => ClaimKind::Value,
        FactKind::Type => ClaimKind::Type,
        FactKind::Raises => ClaimKind::Raises,
        FactKind::Catches => ClaimKind::Catches,
        FactKind::Reads => ClaimKind::Reads,
        FactKind::TestedBy => ClaimKind::TestedBy,
        FactKind::WrittenBy => ClaimKind::WrittenBy,
        FactKind::UsedBy => ClaimKind::UsedBy,
    }
}

#[cfg(test)]
mod tests {
    use crate::tools::repository_tests::{shop, without_ids};
    use expect_test::expect;
    use serde_json::json;

    #[test]
    fn states_what_the_code_says_with_its_lines() {
        let text = |symbol: &str| shop().text("describe_symbol", json!({ "symbol": symbol }));
        expect![[r#"
            shop.payments.with_retries (function at shop/payments.py:17-24)
              def with_retries(action, attempts=3)
              Runs an action again when the provider is not reachable.
            Defaults:
            - attempts = 3 in shop.payments.with_retries at shop/payments.py:17
            Raises:
            - ConnectionError in shop.payments.with_retries at shop/payments.py:24
            Catches:
            - ConnectionError in shop.payments.with_retries at shop/payments.py:22
            Tests that reach it by calls:
            - tests.test_orders.test_submit (3 calls) at tests/test_orders.py:4
            Called at 1 place (1 proven), from 1 symbol; the first of them:
            - shop.payments.Gateway.charge at shop/payments.py:8: `return with_retries(lambda: self.post("/charge", customer, amount))`
            Nothing found of: extends, extended by, type, value, members, reads, mentioned, other than in calls."#]].assert_eq(&without_ids(&text("with_retries")));
        expect![[r#"
            shop.orders.Order (class at shop/orders.py:7-18)
              class Order
              What a customer wants to buy.
            Members:
            - __init__ at shop/orders.py:10
            - submit at shop/orders.py:14
            - cancel at shop/orders.py:17
            Tests that reach it by calls:
            - tests.test_orders.test_submit (1 call) at tests/test_orders.py:4
            Mentioned, other than in calls:
            - shop at shop/__init__.py:1
            - tests.test_orders at tests/test_orders.py:1
            Called at 1 place (1 proven), from 1 symbol; the first of them:
            - tests.test_orders.test_submit at tests/test_orders.py:5: `order = Order("ada", [])`
            Nothing found of: extends, extended by, type, value, defaults, raises, catches, reads."#]]
        .assert_eq(&without_ids(&text("Order")));
        expect![[r#"
            No definition is called `attempts`; of that name parameters, fields and keys have values at 1 place (1 listed), the likeliest first:
            - attempts = 3 in shop.payments.with_retries at shop/payments.py:17"#]].assert_eq(&without_ids(&text("attempts")));
        expect!["Error: there is no symbol `no_such_thing`"].assert_eq(&text("no_such_thing"));
        assert!(text(" ").starts_with("Error: wrong arguments for `describe_symbol`"));
    }

    #[test]
    fn lines_that_were_changed_are_not_quoted_as_they_were() {
        let mut shop = shop();
        shop.write("shop/payments.py", "def with_retries(action, attempts=5):\n    return action()\n");
        let output = shop.call("describe_symbol", json!({ "symbol": "with_retries" })).unwrap();
        assert!(output.text.contains("changed since the index was made"), "{}", output.text);
        assert!(output.evidence.iter().all(|found| found.path != "shop/payments.py"), "{}", output.text);
        shop.delete("shop/payments.py");
        let output = shop.call("describe_symbol", json!({ "symbol": "with_retries" })).unwrap();
        assert!(
            output.text.starts_with("shop.payments.with_retries (in a file that is deleted now)"),
            "{}",
            output.text
        );
    }
}
