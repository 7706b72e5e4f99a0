//! What no longer parses after an edit, and who calls a changed signature.

use agent::impact::{changed_signatures, of_changes};
use agent::{FileParser, NoParser, SyntaxCheck};
use change_set::{ChangeSet, Update};
use codebase::{Overlaid, Reader};
use expect_test::expect;
use facts::FileFacts;
use futures::executor::block_on;
use futures::future::{LocalBoxFuture, ready};
use source::{Language, RepoPath};
use std::rc::Rc;

struct Grammars;

impl FileParser for Grammars {
    fn parse<'a>(&'a self, path: &'a RepoPath, text: &'a str) -> LocalBoxFuture<'a, Result<Option<FileFacts>, String>> {
        Box::pin(ready(Ok(syntax::parse(Language::of(path, text), text))))
    }
}

fn path(path: &str) -> RepoPath {
    RepoPath::parse(path).unwrap()
}

fn shop() -> Reader {
    Reader::whole(fixtures::codebase(fixtures::SHOP))
}

/// `changes` and one more edit of a file.
fn edited(reader: &Reader, changes: &ChangeSet, at: &str, from: &str, to: &str) -> ChangeSet {
    let content = block_on(reader.ask(|codebase| {
        let over = Overlaid::new(codebase, changes);
        over.content(&path(at)).unwrap().map(|content| (content.text.to_owned(), content.base)).unwrap()
    }));
    let (text, base) = content.unwrap();
    assert!(text.contains(from), "{text}");
    let mut proposal = changes.propose("c");
    proposal.write(&path(at), base, &text.replace(from, to)).unwrap();
    let mut changes = changes.clone();
    for change in proposal.finish() {
        changes.apply(&Update::Change(change)).unwrap();
    }
    changes
}

#[test]
fn only_new_syntax_errors_are_reported() {
    let reader = shop();
    let none = ChangeSet::default();
    let check = SyntaxCheck::new(&reader, Rc::new(Grammars));
    let said = |before: &ChangeSet, after: &ChangeSet, at: &str| {
        block_on(check.compare(before, after, &[&path(at)])).unwrap().join("\n")
    };
    let pricing = "shop/pricing.py";
    let broken = edited(&reader, &none, pricing, "return 5 if", "return 5 5 if");
    assert_eq!(said(&none, &broken, pricing), "shop/pricing.py: 1 syntax error, line 10");
    let still_broken = edited(&reader, &broken, pricing, "Prices.", "All prices.");
    assert_eq!(said(&broken, &still_broken, pricing), "", "it had as many before");
    assert_eq!(said(&broken, &none, pricing), "", "the error is gone");
    let prose = edited(&reader, &none, "README.md", "# Shop", "# ((Shop");
    assert_eq!(said(&none, &prose, "README.md"), "", "no grammar");
    let script = edited(&reader, &none, "web/money.ts", "return amount", "return ( amount");
    assert!(said(&none, &script, "web/money.ts").starts_with("web/money.ts: 1 syntax error, line "));
}

#[test]
fn without_a_parser_it_is_said_once() {
    let reader = shop();
    let none = ChangeSet::default();
    let check = SyntaxCheck::new(&reader, Rc::new(NoParser));
    let after = edited(&reader, &none, "shop/pricing.py", "return 5", "return 6");
    let said = || block_on(check.compare(&none, &after, &[&path("shop/pricing.py")])).unwrap();
    assert_eq!(said(), ["shop/pricing.py: not checked: no parser here"]);
    assert!(said().is_empty());
}

#[test]
fn callers_of_changed_signatures_are_listed() {
    let reader = shop();
    let changes = edited(&reader, &ChangeSet::default(), "shop/orders.py", "\"\"\"Orders", "import os\n\"\"\"Orders");
    let changes =
        edited(&reader, &changes, "shop/pricing.py", "def total_price(lines)", "def total_price(lines, rate)");
    let changes =
        edited(&reader, &changes, "shop/payments.py", "def with_retries(action, attempts=3)", "def retried(action)");
    let changes = edited(&reader, &changes, "shop/payments.py", "return with_retries(", "return retried(");
    let changes = edited(&reader, &changes, "web/money.ts", "amount: number", "amount: bigint");
    let impacts = block_on(of_changes(&reader, &Grammars, &changes)).unwrap();
    expect![[r#"
        - shop/payments.py: with_retries: `def with_retries(action, attempts=3)` is now gone
          - callers whose line is changed or deleted: 1
        - shop/pricing.py: total_price: `def total_price(lines)` is now `def total_price(lines, rate)`
          - shop.orders.Order.submit calls it at shop/orders.py:16: this line is not changed
        - web/money.ts: formatMoney: `export function formatMoney(amount: number): string` is now `export function formatMoney(amount: bigint): string`
          - web.cart.Cart.label calls it at web/cart.ts:7: this line is not changed
    "#]]
    .assert_eq(&impacts.text());
}

#[test]
fn what_is_called_alike_is_not_listed() {
    let reader = shop();
    let none = ChangeSet::default();
    let body = edited(&reader, &none, "shop/pricing.py", "return 5", "return 6");
    assert!(block_on(of_changes(&reader, &Grammars, &body)).unwrap().is_empty());
    let broken = edited(&reader, &none, "shop/pricing.py", "def discount(lines):", "def discount lines:");
    let gone = block_on(of_changes(&reader, &Grammars, &broken)).unwrap();
    assert!(gone.is_empty(), "what does not parse is not taken as gone: {}", gone.text());
    let unparsed = block_on(of_changes(&reader, &NoParser, &body)).unwrap();
    assert_eq!(unparsed.text(), "- not all changed signatures were looked for: no parser here\n");
}

#[test]
fn another_name_is_not_reported_as_a_definition_that_is_gone() {
    let facts = |text: &str| syntax::parse(Language::Python, text).unwrap();
    let now = |before: &str, after: &str| {
        let changed = changed_signatures(&facts(before), &facts(after));
        changed.into_iter().map(|one| (one.name, one.after)).collect::<Vec<_>>()
    };
    let (before, after) = ("def f(x): pass\ndef g(y): pass\n", "def shine(x): pass\ndef g(y): pass\n");
    assert_eq!(now(before, after), [("f".to_owned(), Some("def shine(x)".to_owned()))]);
    let gone = [("f".to_owned(), None)];
    assert_eq!(now(before, "def g(y): pass\n"), gone);
    assert_eq!(now(before, "def other(y, z): pass\ndef g(y): pass\n"), gone, "it is given something else");
    assert_eq!(now(before, "def a(x): pass\ndef b(x): pass\ndef g(y): pass\n"), gone, "it could be either");
    assert_eq!(now(before, "class C:\n    def f(x): pass\ndef g(y): pass\n"), gone, "it is elsewhere");
}

#[test]
fn overloads_are_compared_in_order() {
    let facts = |text: &str| syntax::parse(Language::Python, text).unwrap();
    let before = facts("if a:\n    def f(x): pass\nelse:\n    def f(x, y): pass\n");
    let after = facts("if a:\n    def f(x): pass\nelse:\n    def f(x, y=1): pass\n");
    let changed = changed_signatures(&before, &after);
    assert_eq!((changed.len(), changed[0].line), (1, 4));
    assert!(changed_signatures(&before, &before).is_empty());
}
