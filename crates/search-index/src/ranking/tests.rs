//! One small repository, and what a person would expect to see first.

use crate::{FileDocument, Histories, Hit, Query, SearchIndex, SearchIndexBuilder};
use expect_test::{Expect, expect};
use source::{FileId, Language, RepoPath};

const REPOSITORY: &str = r#"
//- README.md
# Shop

A small shop. Orders are priced by the pricing module and paid through a gateway.

## Retries

Payments are retried three times before the order fails.
//- shop/__init__.py
from .orders import Order
from .payments import Gateway
//- shop/orders.py
"""Orders and their states."""

from .pricing import total_price


class Order:
    """What a customer wants to buy."""

    def __init__(self, customer, lines):
        self.customer = customer
        self.lines = lines

    def submit(self, gateway):
        """Charges the customer and marks the order as paid."""
        return gateway.charge(self.customer, total_price(self.lines))

    def cancel(self):
        self.lines = []
//- shop/payments.py
import time


class Gateway:
    """Talks to the payment provider."""

    def charge(self, customer, amount):
        return with_retries(lambda: self.post("/charge", customer, amount))

    def post(self, path, customer, amount):
        raise NotImplementedError


def with_retries(action, attempts=3):
    """Runs an action again when the provider is not reachable."""
    for attempt in range(attempts):
        try:
            return action()
        except ConnectionError:
            time.sleep(2 ** attempt)
    raise ConnectionError("the provider cannot be reached")
//- shop/pricing.py
def total_price(lines):
    """Sum of all lines after discounts."""
    return sum(line.price * line.amount for line in lines) - discount(lines)


def discount(lines):
    return 5 if len(lines) > 10 else 0
//- tests/test_orders.py
from shop import Order


def test_submit_order():
    order = Order("ada", [])
    order.submit(gateway=None)
    assert order.cancel() is None


class Order2:
    """An order submitted, cancelled, submitted: order, order, order."""
"#;

fn files() -> Vec<(RepoPath, String)> {
    files_of(REPOSITORY)
}

fn files_of(repository: &str) -> Vec<(RepoPath, String)> {
    let files = fixtures::files(repository).into_iter();
    let mut files: Vec<_> = files.map(|(path, text)| (RepoPath::parse(&path).unwrap(), text)).collect();
    files.sort();
    files
}

fn index(order: impl Fn(usize) -> usize) -> SearchIndex {
    index_with(Histories::default(), order)
}

fn index_with(histories: Histories, order: impl Fn(usize) -> usize) -> SearchIndex {
    index_of(&files(), histories, order)
}

fn index_of(files: &[(RepoPath, String)], histories: Histories, order: impl Fn(usize) -> usize) -> SearchIndex {
    let mut builder = SearchIndexBuilder::new();
    builder.set_histories(histories);
    for at in 0..files.len() {
        let place = order(at);
        let (path, text) = &files[place];
        let language = Language::detect(path);
        let facts = syntax::parse(language, text);
        let file = FileId(place as u32);
        builder.add_file(FileDocument { file, path, language, text, facts: facts.as_ref() });
    }
    builder.finish()
}

fn show(index: &SearchIndex, hit: &Hit) -> String {
    let (path, _) = &files()[hit.file.0 as usize];
    let symbol = index
        .symbols()
        .unwrap()
        .iter()
        .find(|symbol| symbol.file == hit.file && Some(symbol.definition) == hit.definition);
    let name = symbol.map_or("-", |symbol| &symbol.path);
    format!("{path}:{}-{} {name}", hit.span.start_line, hit.span.end_line)
}

fn check(query: &str, expected: Expect) {
    let index = index(|at| at);
    let hits = index.search(&Query::new(query, 3));
    let shown: Vec<String> = hits.iter().map(|hit| show(&index, hit)).collect();
    expected.assert_eq(&shown.join("\n"));
}

#[test]
fn a_definition_comes_before_its_mentions() {
    check(
        "Order",
        expect![[r#"
            shop/orders.py:6-18 Order
            shop/orders.py:13-15 Order.submit
            shop/__init__.py:1-2 -"#]],
    );
    check(
        "where is total_price defined?",
        expect![[r#"
            shop/pricing.py:1-3 total_price
            shop/orders.py:1-18 -
            shop/pricing.py:6-7 discount"#]],
    );
    check(
        "Gateway.charge",
        expect![[r#"
        shop/payments.py:7-8 Gateway.charge
        shop/orders.py:13-15 Order.submit
        shop/payments.py:4-11 Gateway"#]],
    );
}

#[test]
fn questions_find_what_does_it() {
    check(
        "what happens when the payment provider cannot be reached?",
        expect![[r#"
            shop/payments.py:14-21 with_retries
            shop/payments.py:4-11 Gateway
            shop/__init__.py:1-2 -"#]],
    );
    check(
        "how is the price of an order discounted",
        expect![[r#"
        shop/pricing.py:1-3 total_price
        shop/orders.py:6-18 Order
        shop/pricing.py:6-7 discount"#]],
    );
    check(
        "cancelling orders",
        expect![[r#"
            shop/orders.py:17-18 Order.cancel
            tests/test_orders.py:10-11 Order2
            shop/orders.py:6-18 Order"#]],
    );
}

#[test]
fn tests_come_last_unless_asked_for() {
    check(
        "submit order",
        expect![[r#"
        shop/orders.py:13-15 Order.submit
        tests/test_orders.py:4-7 test_submit_order
        tests/test_orders.py:10-11 Order2"#]],
    );
    check(
        "test submit order",
        expect![[r#"
            tests/test_orders.py:4-7 test_submit_order
            tests/test_orders.py:10-11 Order2
            shop/orders.py:13-15 Order.submit"#]],
    );
}

#[test]
fn a_named_file_comes_first() {
    check(
        "shop/pricing.py",
        expect![[r#"
        shop/pricing.py:1-3 total_price
        shop/pricing.py:6-7 discount
        shop/orders.py:6-18 Order"#]],
    );
    check(
        "what does payments.py do",
        expect![[r#"
        shop/payments.py:4-11 Gateway
        shop/payments.py:14-21 with_retries
        shop/payments.py:7-8 Gateway.charge"#]],
    );
}

#[test]
fn a_typing_error_is_no_obstacle() {
    check(
        "totl_price",
        expect![[r#"
        shop/pricing.py:1-3 total_price
        shop/orders.py:1-18 -
        README.md:1-4 -"#]],
    );
    check(
        "Gatway.charge",
        expect![[r#"
        shop/payments.py:7-8 Gateway.charge
        shop/orders.py:13-15 Order.submit
        shop/payments.py:4-11 Gateway"#]],
    );
    check(
        "where do we cancle the order?",
        expect![[r#"
        shop/orders.py:17-18 Order.cancel
        tests/test_orders.py:10-11 Order2
        shop/orders.py:6-18 Order"#]],
    );
}

#[test]
fn a_name_may_be_written_as_words() {
    check(
        "with retries",
        expect![[r#"
            shop/payments.py:14-21 with_retries
            shop/payments.py:1-13 -
            README.md:5-7 -"#]],
    );
    check(
        "where is the total price computed",
        expect![[r#"
        shop/pricing.py:1-3 total_price
        shop/orders.py:1-18 -
        shop/pricing.py:6-7 discount"#]],
    );
    check(
        "test submit",
        expect![[r#"
        tests/test_orders.py:4-7 test_submit_order
        tests/test_orders.py:10-11 Order2
        shop/orders.py:13-15 Order.submit"#]],
    );
}

const CACHE: &str = r#"
//- cache.py
def make_cleaner(store, delay):
    entries = store.entries()

    def drop_expired(entry):
        if entry.expired():
            entry.remove()

    def run():
        for entry in entries:
            drop_expired(entry)

    return run


class Entry:
    gc_time = 300

    def expired(self):
        return self.age > self.gc_time

    def lookup_owner(self, owners):
        return owners[self.owner]
"#;

/// Paths inside the file of the first hits.
fn found_in_cache(query: &str) -> Vec<String> {
    let index = index_of(&files_of(CACHE), Histories::default(), |at| at);
    let hits = index.search(&Query::new(query, 3));
    let symbols = index.symbols().unwrap();
    let symbol = |hit: &Hit| symbols.iter().find(|s| s.file == hit.file && Some(s.definition) == hit.definition);
    hits.iter().map(|hit| symbol(hit).map_or("-".to_owned(), |symbol| symbol.path.clone())).collect()
}

#[test]
fn a_function_comes_before_those_inside_it() {
    assert_eq!(found_in_cache("how are expired entries removed from the store")[0], "make_cleaner");
    assert_eq!(found_in_cache("drop_expired")[0], "make_cleaner.drop_expired", "unless it is named");
}

#[test]
fn initials_and_verbs_in_two_words_are_found() {
    let found = found_in_cache("when is it garbage collected");
    assert!(found[0].starts_with("Entry"), "{found:?}");
    assert_eq!(found_in_cache("where is the owner looked up")[0], "Entry.lookup_owner");
}

#[test]
fn a_sentence_finds_what_code_calls_otherwise() {
    assert_eq!(found_in_cache("where is an old entry noticed")[0], "Entry.expired");
    assert_eq!(found_in_cache("old entry")[0], "Entry", "two words are no sentence");
    assert_ne!(found_in_cache("old entry noticed")[0], "Entry.expired", "words alone are rather a name");
}

#[test]
fn both_spellings_of_a_word_are_found() {
    let files =
        files_of("//- a.py\ndef pick_color(name):\n    return name\n\n\ndef normalize(path):\n    return path\n");
    let index = index_of(&files, Histories::default(), |at| at);
    let first = |query: &str| index.search(&Query::new(query, 1))[0].span.start_line;
    assert_eq!((first("which colour is picked"), first("where is a path normalised")), (1, 5));
}

#[test]
fn what_a_bundler_wrote_comes_after_its_sources() {
    let function =
        "function liftFilters(ast) {\n  // Filters that are asynchronous are called first.\n  return walk(ast);\n}\n";
    let bundle = format!(
        "(function webpackUniversalModuleDefinition(root, factory) {{\n}})(this, function () {{\n{function}}});\n"
    );
    let files =
        files_of(&format!("//- browser/all.js\n{bundle}//- src/lift.js\n{function}module.exports = liftFilters;\n"));
    let index = index_of(&files, Histories::default(), |at| at);
    let kept = SearchIndex::from_bytes(&index.to_bytes().unwrap()).unwrap();
    for query in ["liftFilters", "how are asynchronous filters lifted"] {
        for index in [&index, &kept] {
            let first = index.search(&Query::new(query, 3))[0].file;
            assert_eq!(files[first.0 as usize].0.as_str(), "src/lift.js", "{query}");
        }
    }
}

#[test]
fn a_search_can_be_narrowed() {
    check(
        "order kind:method",
        expect![[r#"
        shop/orders.py:13-15 Order.submit
        shop/orders.py:9-11 Order.__init__
        shop/orders.py:17-18 Order.cancel"#]],
    );
    check("order path:tests/ kind:class", expect!["tests/test_orders.py:10-11 Order2"]);
    check(
        "submit order -test lang:python",
        expect![[r#"
        shop/orders.py:13-15 Order.submit
        shop/orders.py:6-18 Order
        shop/__init__.py:1-2 -"#]],
    );
}

#[test]
fn nothing_is_found_for_nothing() {
    check("", expect![[""]]);
    check("zebra", expect![[""]]);
    check("???", expect![[""]]);
}

#[test]
fn order_of_arrival_does_not_matter_and_bytes_come_back() {
    let (forwards, backwards) = (index(|at| at), index(|at| files().len() - 1 - at));
    assert_eq!(forwards.to_bytes().unwrap(), backwards.to_bytes().unwrap());
    let bytes = forwards.to_bytes().unwrap();
    let again = SearchIndex::from_bytes(&bytes).unwrap();
    assert_eq!(again.to_bytes().unwrap(), forwards.to_bytes().unwrap());
    let query = Query::new("retry the payment", 5);
    assert_eq!(again.search(&query), forwards.search(&query));
}

#[test]
fn damaged_bytes_never_panic() {
    let bytes = index(|at| at).to_bytes().unwrap();
    assert!(SearchIndex::from_bytes(&bytes[..bytes.len() / 2]).is_err());
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x55;
        if let Ok(index) = SearchIndex::from_bytes(&damaged) {
            index.search(&Query::new("order gateway", 5));
        }
    }
}

/// The files of the first hits, each once.
fn files_found(index: &SearchIndex, query: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for hit in index.search(&Query::new(query, 20)) {
        let path = files()[hit.file.0 as usize].0.as_str().to_owned();
        if !found.contains(&path) {
            found.push(path);
        }
    }
    found
}

fn histories() -> Histories {
    let mut histories = Histories::default();
    histories.add("Customers cannot cancel what the provider charged", ["shop/pricing.py"].into_iter());
    histories.add("Cancel charges of the provider", ["shop/pricing.py"].into_iter());
    histories.add("Nothing of note", ["gone.py"].into_iter());
    histories
}

#[test]
fn a_file_is_found_by_what_commits_say_of_it() {
    let (plain, with) = (index(|at| at), index_with(histories(), |at| at));
    let query = "the provider charged what customers cancel";
    assert!(!files_found(&plain, query).contains(&"shop/pricing.py".to_owned()), "its text holds none of the words");
    let found = files_found(&with, query);
    let place = found.iter().position(|path| path == "shop/pricing.py");
    assert!(place.is_some_and(|place| place < 4), "{found:?}");
    // Where a definition is named, commits are no evidence.
    for named in ["Gateway.charge", "with retries", "Order"] {
        assert_eq!(plain.search(&Query::new(named, 1))[0].span, with.search(&Query::new(named, 1))[0].span, "{named}");
        assert!(!files_found(&with, named).contains(&"shop/pricing.py".to_owned()), "{named}");
    }
}

#[test]
fn an_index_with_histories_is_the_same_in_any_order_and_in_pages() {
    let (index, keys) = (index_with(histories(), |at| at), vec![0; files().len()]);
    let backwards = index_with(histories(), |at| files().len() - 1 - at);
    assert_eq!(index.to_bytes().unwrap(), backwards.to_bytes().unwrap());
    let pages = index.to_pages(&keys).unwrap();
    let files = files();
    let listed = || files.iter().map(|(path, _)| (path, Language::detect(path)));
    let read = SearchIndex::from_pages(&pages.layout, listed(), &pages, &|_, _| true).unwrap();
    assert_eq!(files_found(&read, "provider cancel"), files_found(&index, "provider cancel"));
    assert!(index.to_bytes().unwrap().len() < index_with(Histories::default(), |at| at).to_bytes().unwrap().len() + 60);
}

#[test]
fn where_a_hit_is_wanted_is_read_from_the_query() {
    let index = index(|at| at);
    assert_eq!(files_found(&index, "order in tests")[0], "tests/test_orders.py");
    assert_eq!(files_found(&index, "customer lines in pricing")[0], "shop/pricing.py");
    assert_eq!(files_found(&index, "order in nowhere"), files_found(&index, "order nowhere"), "no such folder");
}
